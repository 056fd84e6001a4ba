import CScan
import CScanPortable
import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Base64 against Foundation's: the code for this processor, and the portable code.
@Suite("Base64", .sameOnYajl)
struct Base64Tests {
    private static func read(_ text: some Sequence<UInt8>) -> Data? { withExactBytes(text) { Base64.data($0) } }

    /// What CScan makes of a text, in memory of exactly the room that it asks for.
    private static func read(portably text: [UInt8]) -> [UInt8]?? {
        read(text) { yodel_portable_base64_read($0, $1, $2) }
    }

    private static func read(
        _ text: [UInt8], _ read: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Int
    ) -> [UInt8]?? {
        let bytes = Written.bytes(room: text.count / 4 * 3) { place in
            let count = text.withUnsafeBufferPointer { text in text.baseAddress.map { read(place.address, $0, text.count) } ?? 0 }
            return count < 0 ? nil : count
        }
        return bytes.keptItsRoom ? .some(bytes.written) : nil
    }

    private static func written(_ data: Data, _ flags: StringEscape.Flags = []) -> String {
        var output = OutputBuffer()
        output.append(base64: data, flags)
        return output.text
    }

    private static func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    /// As a value of a model is read.
    private static func scalar(_ text: String) -> Data? {
        guard case .made(let data) = withExactBytes(text.utf8, { Data.from(string: $0, ScalarRules([])) }) else { return nil }
        return data
    }

    /// Each length up to several steps of the widest vectors, and lengths about those where other memory is used.
    @Test func allLengthsThereAndBack() {
        var generator = SeededGenerator(seed: 41)
        var wrong: [Int] = []
        for count in Array(0...200) + Array(1_020...1_030) + [4_096, 10_001] {
            let bytes = Self.random(count, &generator)
            let data = Data(bytes)
            let text = data.base64EncodedString()
            let isWritten = Self.written(data) == "\"\(text)\"" && Self.written(data, .notASCII) == "\"\(text)\""
            let isEscaped = Self.written(data, .slash) == "\"\(text.replacingOccurrences(of: "/", with: "\\/"))\""
            let isRead = Self.read(text.utf8) == data && Self.read(portably: Array(text.utf8)) == .some(bytes)
            let portable = Written(room: text.utf8.count) { place in
                withExactBytes(bytes) { yodel_portable_base64_write(place.address, $0.baseAddress, $0.count) }
            }
            if !isWritten || !isEscaped || !isRead || portable != Written(text) { wrong.append(count) }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    /// This processor's code writes nothing beyond the room that it asks for, and reads the text alone.
    @Test func theRoomIsKept() {
        var generator = SeededGenerator(seed: 42)
        for count in 0...160 {
            let bytes = Self.random(count, &generator)
            let text = Array(Data(bytes).base64EncodedString().utf8)
            #expect(Self.read(text, { yodel_base64_read($0, $1, $2) }) == .some(bytes), "\(count) bytes")
            let written = Written(room: text.count) { place in
                withExactBytes(bytes) { yodel_base64_write(place.address, $0.baseAddress, $0.count) }
            }
            #expect(written == Written(String(decoding: text, as: UTF8.self)), "\(count) bytes")
        }
    }

    /// Each byte in each place of a text that takes steps of all kinds.
    @Test func oneCharacterIsAnother() {
        let good = Array(Data((0..<80).map { $0 &* 37 }).base64EncodedString().utf8)
        var wrong: [String] = []
        for place in some(24, of: good.indices) {
            for byte in UInt8.min...UInt8.max {
                var text = good
                text[place] = byte
                let data = Self.read(text)
                let foundations = String(validating: text, as: UTF8.self).flatMap { Data(base64Encoded: $0) }
                // Of a text with `=` for another character Foundation may make something, too.
                let isSame = data == foundations || data == nil && byte == UInt8(ascii: "=")
                if !isSame || Self.read(portably: text) != .some(data.map { Array($0) }) { wrong.append("\(byte) at \(place)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// All ends of four of these characters: padding that is missing, too much or followed by something, white space, other alphabets, bits that are left over.
    @Test func allEnds() {
        let characters = Array("AB/=9 -\n".utf8)
        var wrong: [String] = []
        for head in ["", "QUJD", String(repeating: "QUJD", count: 20)] {
            for number in some(2_000, of: 0..<4_096) {
                let end = (0..<4).map { characters[number >> (3 * $0) & 7] }
                let text = head + String(decoding: end, as: UTF8.self)
                if Self.scalar(text) != Data(base64Encoded: text) { wrong.append(text) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test func oddTextsAreWhatTheyAreToFoundation() {
        let texts = [
            "", "=", "==", "====", "A", "AA", "AAA", "AA=", "AAA==", "AA===", "AAAA=", "AAAA====", "AA==AA==", "AAA=AAAA", "AA=A", "A===",
            "AB==", "AAB=", "AAAA\0", "AAA\u{E9}", "\u{E9}\u{E9}", " QUJD", "QUJD ", "QU\r\nJD", "-_-_", "+/+/", "QUJD\u{FEFF}",
        ]
        let wrong = texts.filter { Self.scalar($0) != Data(base64Encoded: $0) }
        #expect(wrong.isEmpty, "\(wrong.map(\.debugDescription))")
    }

    @Test(arguments: [UInt64(1), 2]) func damagedTextsAreWhatTheyAreToFoundation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 4_000 : 100_000) {
            var text = Array(Data(Self.random(1 + generator.below(90), &generator)).base64EncodedString().utf8)
            let place = generator.below(text.count)
            switch generator.below(5) {
            case 0: text[place] = generator.pick(Array("=-_ \n\0@[`{*,.:".utf8))
            case 1: text.remove(at: place)
            case 2: text.insert(generator.pick(Array("=\nA".utf8)), at: place)
            case 3: text.removeSubrange(place...)
            default: text += [UInt8](repeating: UInt8(ascii: "="), count: 1 + generator.below(4))
            }
            let damaged = String(decoding: text, as: UTF8.self)
            if Self.scalar(damaged) != Data(base64Encoded: damaged) { wrong.append(damaged) }
        }
        #expect(wrong.isEmpty, "seed \(seed), \(wrong.count): \(wrong.prefix(5))")
    }
}
