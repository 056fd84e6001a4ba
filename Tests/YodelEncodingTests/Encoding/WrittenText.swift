import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What every test of the writer asks: that all forms of output say the same.

/// Checks what a value is written as, by every form of output.
func expectWritten<T>(
    _ value: T, _ text: String, _ options: EncodingOptions = .default, location: Testing.SourceLocation = #_sourceLocation
) {
    let encoder = ModelEncoder(options)
    do {
        let written = try encoder.encodeToString(value)
        #expect(written == text, "\(T.self)", sourceLocation: location)
        let bytes = Array(written.utf8)
        #expect(try encoder.encodeToBytes(value) == bytes, sourceLocation: location)
        #expect(try encoder.encode(value) == Data(bytes), sourceLocation: location)
        // Room for nothing, for a part, for all: what does not fit the spare capacity goes another way.
        for room in [0, 300, 100_000] {
            var output: [UInt8] = [0xFF, 0x00]
            output.reserveCapacity(room)
            try encoder.encode(value, into: &output)
            #expect(output == [0xFF, 0x00] + bytes, "into: with room for \(room)", sourceLocation: location)
        }
        var decoding = DecodingOptions.lenient
        decoding.maximumDepth = 2_000
        let tree = try ModelDecoder(decoding).decode(JSONValue.self, from: bytes)
        #expect(try encoder.encodeValue(value) == tree, "encodeValue", sourceLocation: location)
        #expect(try encoder.encodeLines([value]) == lines(tree, bytes, options), "encodeLines", sourceLocation: location)
    } catch {
        Issue.record("\(T.self): \(error)", sourceLocation: location)
    }
}

/// The text as a line, which is never laid out.
private func lines(_ tree: JSONValue, _ bytes: [UInt8], _ options: EncodingOptions) throws(ModelError) -> Data {
    guard options.isPretty else { return Data(bytes + [0x0A]) }
    var compact = options
    compact.isPretty = false
    return try ModelEncoder(compact).encode(tree) + [0x0A]
}

/// Checks the error that comes of a value, by every form of output, and that a buffer is as it was.
@discardableResult
func expectUnwritten<T>(
    _ value: T, _ category: ModelError.Category, _ code: ModelError.Code, path: String = "", _ message: String,
    _ options: EncodingOptions = .default, location: Testing.SourceLocation = #_sourceLocation
) -> ModelError? {
    let encoder = ModelEncoder(options)
    let expected = ErrorFields(category, code, at: 0, line: 0, column: 0, path: path, message)
    var outputs: [[UInt8]] = [0, 300, 100_000].map { room in
        var output = Array("kept".utf8)
        output.reserveCapacity(room)
        return output
    }
    var errors: [ModelError] = []
    func note(_ body: () throws(ModelError) -> Void) {
        do throws(ModelError) { try body() } catch { errors.append(error) }
    }
    note { () throws(ModelError) in _ = try encoder.encode(value) }
    note { () throws(ModelError) in _ = try encoder.encodeToString(value) }
    note { () throws(ModelError) in _ = try encoder.encodeToBytes(value) }
    note { () throws(ModelError) in _ = try encoder.encodeValue(value) }
    for index in outputs.indices { note { () throws(ModelError) in try encoder.encode(value, into: &outputs[index]) } }
    #expect(errors.map { ErrorFields($0) } == Array(repeating: expected, count: 7), "\(T.self)", sourceLocation: location)
    #expect(outputs.allSatisfy { $0 == Array("kept".utf8) }, "the buffer is as it was", sourceLocation: location)
    let line = ErrorFields(
        category, code, at: 0, line: 0, column: 0, path: "[0]" + (path.isEmpty || path.hasPrefix("[") ? "" : ".") + path, message)
    let lineError = #expect(throws: ModelError.self, sourceLocation: location) { try encoder.encodeLines([value]) }
    #expect(lineError.map { ErrorFields($0) } == line, "encodeLines", sourceLocation: location)
    return errors.first
}
