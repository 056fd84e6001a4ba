import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// UUIDs and their texts, against Foundation's.
@Suite("Texts of UUIDs", .sameOnYajl)
struct UUIDTextTests {
    private static func read(_ text: some Sequence<UInt8>) -> UUID? { withExactBytes(text) { UUIDText.uuid($0) } }

    /// As a value of a model is read.
    private static func scalar(_ text: String) -> UUID? {
        guard case .made(let uuid) = withExactBytes(text.utf8, { UUID.from(string: $0, ScalarRules([])) }) else { return nil }
        return uuid
    }

    private static func written(_ uuid: UUID) -> Written { Written(room: UUIDText.length) { UUIDText.write(uuid, to: $0) } }

    private static func random(_ generator: inout SeededGenerator) -> UUID {
        var uuid = UUID()
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: generator.next(), as: UInt64.self)
            bytes.storeBytes(of: generator.next(), toByteOffset: 8, as: UInt64.self)
        }
        return uuid
    }

    /// Each byte in each place, with all others another.
    @Test func everyByte() {
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            let text = String(format: "%02X", byte)
            let other = String(format: "%02X", ~byte)
            for place in 0..<16 {
                let digits = (0..<16).map { ($0 == place ? text : other) + ([3, 5, 7, 9].contains($0) ? "-" : "") }.joined()
                let uuid = Self.read(digits.utf8)
                if uuid == nil || uuid != UUID(uuidString: digits) || uuid.map(Self.written) != Written(digits) { wrong.append(digits) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test(arguments: [UInt64(1), 2]) func randomOnesInLettersOfAnyCase(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 5_000 : 100_000) {
            let uuid = Self.random(&generator)
            let text = uuid.uuidString
            let small = generator.next()
            let mixed = text.utf8.enumerated().map { $1 >= UInt8(ascii: "A") && small >> $0 & 1 == 1 ? $1 | ASCII.caseBit : $1 }
            if Self.read(mixed) != uuid || Self.written(uuid) != Written(text) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "seed \(seed), \(wrong.count): \(wrong.prefix(5))")
    }

    /// Each byte in each place of a text: only what stands for a UUID by itself is read here.
    @Test func oneByteIsAnother() {
        let good = Array("0FDA28d2-70B4-4d47-9cbb-F3D9F03D2711".utf8)
        var wrong: [String] = []
        for place in good.indices {
            let isHyphen = good[place] == ASCII.minus
            for byte in UInt8.min...UInt8.max {
                var text = good
                text[place] = byte
                let uuid = Self.read(text)
                let isDigit = isHyphen ? byte == ASCII.minus : byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
                let foundations = String(validating: text, as: UTF8.self).flatMap { UUID(uuidString: $0) }
                if (uuid != nil) != isDigit || isDigit && uuid != foundations { wrong.append("\(byte) at \(place)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Foundation takes white space, signs and `0x` for a digit, and what follows a zero; so does a model.
    @Test func oddTextsAreWhatTheyAreToFoundation() {
        let texts = [
            "", "-", "0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711", "0fda28d2-70b4-4d47-9cbb-f3d9f03d2711",
            "{0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711}", "urn:uuid:0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711",
            "0FDA28D270B44D479CBBF3D9F03D2711", "0FDA28D2-70B4-4D47-9CBB-F3D9F03D271", "0FDA28D2-70B4-4D47-9CBB-F3D9F03D27111",
            "0FDA28D2_70B4_4D47_9CBB_F3D9F03D2711", "0FDA28D27-0B4-4D47-9CBB-F3D9F03D2711", " 0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711",
            "0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711 ", "0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711\0",
            "0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711\0x", "0FDA28D2-70B4-4D47-9CBB-F3D9F03D271\0",
            "+FDA28D2-70B4-4D47-9CBB-F3D9F03D2711", "0xDA28D2-70B4-4D47-9CBB-F3D9F03D2711", " FDA28D2-70B4-4D47-9CBB-F3D9F03D2711",
            "-FDA28D2-70B4-4D47-9CBB-F3D9F03D2711", "GFDA28D2-70B4-4D47-9CBB-F3D9F03D2711",
            "0FDA28D2-70B4-4D47-9CBB-F3D9F03D27\u{E9}", "\u{FF10}FDA28D2-70B4-4D47-9CBB-F3D9F03D27",
        ]
        let wrong = texts.filter { Self.scalar($0) != UUID(uuidString: $0) }
        #expect(wrong.isEmpty, "\(wrong.map(\.debugDescription))")
    }

    @Test(arguments: [UInt64(1), 2]) func damagedTextsAreWhatTheyAreToFoundation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 5_000 : 100_000) {
            var bytes = Array(Self.random(&generator).uuidString.utf8)
            let place = generator.below(36)
            switch generator.below(4) {
            case 0: bytes[place] = generator.pick(Array(" +-0xX\0\t\ngGfFaA@`/:".utf8))
            case 1: bytes.swapAt(place, generator.below(36))
            case 2: bytes.remove(at: place)
            default: bytes.insert(generator.pick(Array("-0 \0".utf8)), at: place)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if Self.scalar(text) != UUID(uuidString: text) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "seed \(seed), \(wrong.count): \(wrong.prefix(5))")
    }
}
