import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct AutomaticFramingTests {
    @Test(
        arguments: [
            ("", .lines), (" \r\n", .lines), ("\u{FEFF}", .lines), ("1", .lines), ("1 2\n", .lines), ("\"x\"\n", .lines), ("nul", .lines),
            ("]", .lines), ("{", .lines), ("{\"a\":1}", .lines), ("{\"a\":1}\n{\n}", .lines), ("{\"a\":1} \t\r\n{}", .lines),
            ("\n\n {}\r", .lines),
            ("\u{FEFF}{}\n", .lines), ("{\"a\":\"x", .lines), ("{]\n{}\n", .lines), ("{\"a\":\"}\\\"\\n\"}\n{}", .lines), ("{}   ", .lines),
            ("{\n}", .values), ("{\"a\":1} {}", .values), ("{}{}", .values), ("{}\r\t{}\n", .values), ("{\"a\":\n", .values),
            ("\u{FEFF} {\"a\":[\r\n]}\n", .values), ("{\"a\":\"\n", .values), ("{} x\n", .values), ("{\"a\":[1,\n2]} {}", .values),
            // It goes over several lines, whatever comes then.
            ("{\n]", .values), ("{\"a\":[\n}\n{}", .values),
            ("[", .array), (" [1]", .array), ("[1]\n[2]\n", .array), ("\u{FEFF}\n[", .array), ("[}", .array),
            ("\u{1E}", .sequence), ("\u{FEFF} \u{1E}{}\n", .sequence), ("\u{1E}[1]\n\u{1E}2\n", .sequence),
        ] as [(String, Framing)])
    func theBeginningDecides(text: String, framing: Framing) throws {
        let bytes = Array(text.utf8)
        let expected = try readStream(JSONValue.self, bytes, framing, size: max(bytes.count, 1))
        for size in 1...max(bytes.count, 1) {
            var reader = try ModelReader(JSONValue.self)
            for start in stride(from: 0, to: bytes.count, by: size) {
                do { try reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { _ in } } catch { break }
            }
            try? reader.finish { _ in }
            #expect(reader.framing == framing, "chunks of \(size)")
            let got = try readStream(JSONValue.self, bytes, .automatic, size: size)
            #expect(
                got.records == expected.records && got.end == expected.end, "chunks of \(size): \(got.difference(from: expected) ?? "")")
            if reader.framing != framing { return }
        }
    }

    /// The choice is made no later than its reason comes, and reading begins with it.
    @Test func itIsMadeAsSoonAsItCanBe() throws {
        for (text, framing) in [
            (" [", .array), ("1", .lines), ("{\n", .values), ("{}\n", .lines), ("{} {", .values), ("\u{1E}", .sequence),
        ] as [(String, Framing)] {
            var reader = try ModelReader(JSONValue.self)
            try reader.read(Array(text.utf8.dropLast())) { _ in }
            #expect(reader.framing == nil, "\(text)")
            #expect(reader.position.offset == 0)
            try reader.read(Array(text.utf8.suffix(1))) { _ in }
            #expect(reader.framing == framing, "\(text)")
        }
    }

    /// A first record that is too long is the same record with every cut.
    @Test(arguments: [
        "{\"a\":\"0123456789012345678901234567890\"} {\"b\":1}\n{}\n", "{\"a\":\"0123456789012345678901234567890\"}\n{\"b\":1}\n{}\n",
    ])
    func aFirstRecordThatIsTooLong(text: String) throws {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 16
        let whole = try readStream(JSONValue.self, Array(text.utf8), .automatic, .lenient, reading, size: 1_000)
        for size in 1...text.utf8.count {
            let got = try readStream(JSONValue.self, Array(text.utf8), .automatic, .lenient, reading, size: size)
            let difference = got.difference(from: whole)
            #expect(difference == nil, "chunks of \(size): \(difference ?? "")")
            if difference != nil { return }
        }
    }

    @Test func everyKindOfChunkIsRead() throws {
        let bytes = Array("{\"id\":1}\n{\"id\":2}\n{\"id\":3}".utf8)
        var ids: [Int] = []
        var reader = try ModelReader(StreamItem.self, framing: .lines)
        try reader.read(Array(bytes[..<6])) { record in ids.append(try record.get().id) }
        try reader.read(Data(bytes[6..<12])) { record in ids.append(try record.get().id) }
        try reader.read(bytes.span.bytes.extracting(12..<20)) { record in ids.append(try record.get().id) }
        try bytes[20...].withUnsafeBytes { rest in try reader.read(rest) { record in ids.append(try record.get().id) } }
        try reader.read([UInt8]()) { _ in }
        #expect(ids == [1, 2])
        try reader.finish { record in ids.append(try record.get().id) }
        #expect(ids == [1, 2, 3])
        #expect(reader.records == 3 && reader.failedRecords == 0 && reader.framing == .lines)
    }

    /// Deeper than any word of the scanner's brackets.
    @Test(arguments: [63, 64, 65, 127, 128, 129, 1_000])
    func depthIsNoLimitOfTheFraming(depth: Int) throws {
        let nested = String(repeating: "[{\"a\":", count: depth) + "0" + String(repeating: "}]", count: depth)
        let bytes = Array("\(nested) 1 \(nested)[2]".utf8)
        for size in [1, 7, 64, bytes.count] {
            let got = try readStream(JSONValue.self, bytes, .values, size: size)
            #expect(got.records.map(\.length) == [nested.utf8.count, 1, nested.utf8.count, 3] && got.end == nil)
            #expect(
                got.records.map { $0.error?.code } == [2 * depth > 512 ? .depthLimit : nil, nil, 2 * depth > 512 ? .depthLimit : nil, nil])
        }
        let wrong = Array((String(repeating: "[{\"a\":", count: depth) + String(repeating: "}]", count: depth - 1) + "]").utf8)
        #expect(try readStream(JSONValue.self, wrong, .values, size: 9).records.map(\.length) == [wrong.count])
        #expect(try readStream(JSONValue.self, [0x5B] + wrong, .array, size: 9).end?.offset == wrong.count)
    }
}
