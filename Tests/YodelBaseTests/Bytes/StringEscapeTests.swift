import CScan
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite(.sameOnYajl) struct StringEscapeTests {
    private static let modes: [StringEscape.Flags] = [[], .slash, .notASCII, [.slash, .notASCII]]

    private static func escaped(_ bytes: BorrowedBytes, _ flags: StringEscape.Flags) -> [UInt8]? {
        let result = Written.bytes(room: StringEscape.maximumBytes(for: bytes.count)) {
            StringEscape.write(bytes, to: $0, flags: flags)
        }
        return result.keptItsRoom ? result.written : nil
    }

    private static func text(_ text: String, _ flags: StringEscape.Flags) -> String? {
        withExactBytes(text.utf8) { escaped($0, flags).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// The content of a JSON string, a scalar at a time.
    private static func reference(_ scalars: some Sequence<Unicode.Scalar>, _ flags: StringEscape.Flags) -> [UInt8] {
        let hex = Array("0123456789abcdef".utf8)
        let short: [UInt32: String] = [0x22: "\\\"", 0x5C: "\\\\", 8: "\\b", 12: "\\f", 10: "\\n", 13: "\\r", 9: "\\t"]
        var bytes: [UInt8] = []
        for scalar in scalars {
            if scalar.value < 0x60, let escape = short[scalar.value] {
                bytes += escape.utf8
            } else if scalar == "/" && flags.contains(.slash) {
                bytes += "\\/".utf8
            } else if scalar.value < 0x20 || (flags.contains(.notASCII) && scalar.value >= 0x80) {
                for unit in UTF16.encode(scalar)! {
                    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
                    for shift in [12, 8, 4, 0] { bytes.append(hex[Int(unit >> UInt16(shift) & 15)]) }
                }
            } else {
                bytes += UTF8.encode(scalar)!
            }
        }
        return bytes
    }

    @Test(
        arguments: [
            ("", "", "", ""), ("plain", "plain", "plain", "plain"), ("\"\\/", #"\"\\/"#, #"\"\\\/"#, #"\"\\/"#),
            ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#, #"\b\f\n\r\t"#, #"\b\f\n\r\t"#),
            ("\0\u{1F}\u{B}\u{7F}", "\\u0000\\u001f\\u000b\u{7F}", "\\u0000\\u001f\\u000b\u{7F}", "\\u0000\\u001f\\u000b\u{7F}"),
            ("café 日本 😀/", "café 日本 😀/", "café 日本 😀\\/", #"caf\u00e9 \u65e5\u672c \ud83d\ude00/"#),
            (
                "\u{FFFF}\u{10000}\u{10FFFF}", "\u{FFFF}\u{10000}\u{10FFFF}", "\u{FFFF}\u{10000}\u{10FFFF}",
                #"\uffff\ud800\udc00\udbff\udfff"#
            ),
            ("\u{2028}", "\u{2028}", "\u{2028}", #"\u2028"#),
        ])
    func texts(text: String, plain: String, slash: String, ascii: String) {
        #expect(Self.text(text, []) == plain)
        #expect(Self.text(text, .slash) == slash)
        #expect(Self.text(text, .notASCII) == ascii)
    }

    @Test func nothingIsWrittenForNoMemory() {
        #expect(Self.escaped(.none, [])?.isEmpty == true)
    }

    @Test(arguments: [0, 1, 2] as [UInt32])
    func everyScalar(mode: UInt32) {
        let flags = StringEscape.Flags(rawValue: mode)
        var wrong: [UInt32] = []
        // The first and the last of each length of UTF-8, and those around the surrogates, are there in every run.
        let edges: [UInt32] = [0, 0x400, 0x800, 0xD400, 0xE000, 0xFC00, 0x10000, 0x10FC00]
        let others = stride(from: 0 as UInt32, through: 0x10FFFF, by: 1024).filter { !edges.contains($0) }
        for start in edges + some(40, of: others) {
            let scalars = (start..<start + 1024).compactMap { Unicode.Scalar($0) }
            let bytes = scalars.flatMap { UTF8.encode($0)! }
            if withExactBytes(bytes, { Self.escaped($0, flags) }) != Self.reference(scalars, flags) { wrong.append(start) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// Lends bytes that begin at an offset into a block of memory and end where it ends.
    private static func withOffset<R>(_ bytes: [UInt8], _ offset: Int, _ body: (BorrowedBytes) -> R) -> R {
        withExactBytes([UInt8](repeating: 0x22, count: offset) + bytes) { body($0.part(offset...)) }
    }

    /// All lengths up to four blocks and more, something to escape at each place, at all alignments.
    @Test func everyPlace() {
        let specials: [Unicode.Scalar] = ["\"", "\\", "\0", "\u{1F}", "\n", "/", "\u{7F}", " ", "é", "日", "😀"]
        var wrong: [String] = []
        for length in 0...70 {
            // Of some, each place has one or two.
            for number in some(89, of: 0..<((length + 1) * specials.count)) {
                let (place, index) = (number / specials.count, number % specials.count)
                var scalars = (0..<length).map { Unicode.Scalar(UInt8(0x61 + $0 % 26)) }
                if place < length { scalars[place] = specials[index] }
                // Another one behind shows that the first is found.
                if place + 3 < length { scalars[place + 3] = "\"" }
                let bytes = scalars.flatMap { UTF8.encode($0)! }
                let flags = Self.modes[(length + place + index) % 4]
                let offset = (length * 7 + place + index) % 16
                if Self.withOffset(bytes, offset, { Self.escaped($0, flags) }) != Self.reference(scalars, flags) {
                    wrong.append("\(specials[index]) at \(place) of \(length)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test func randomTexts() {
        var generator = SeededGenerator(seed: 40)
        let frequent = Array("abcdefgh 0123/\"\\\n\u{1}é日😀".unicodeScalars)
        for _ in 0..<(triesFewerCases ? 2_500 : 5_000) {
            let count = Int.random(in: 0...120, using: &generator)
            let plain = Int.random(in: 1...frequent.count, using: &generator)
            let scalars = (0..<count).map { _ in frequent[Int.random(in: 0..<plain, using: &generator)] }
            let flags = Self.modes[Int(generator.next() % 4)]
            let bytes = scalars.flatMap { UTF8.encode($0)! }
            guard withExactBytes(bytes, { Self.escaped($0, flags) }) == Self.reference(scalars, flags) else {
                Issue.record("\(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }

    /// What needs most room: six bytes for each, and no more than is promised.
    @Test(arguments: [1, 15, 16, 17, 1_000])
    func theMostRoom(count: Int) {
        for byte in [0x00, 0x1F, 0x22] as [UInt8] {
            let expected = Self.reference([Unicode.Scalar](repeating: Unicode.Scalar(byte), count: count), [])
            #expect(withExactBytes([UInt8](repeating: byte, count: count)) { Self.escaped($0, []) } == expected)
        }
    }

    // MARK: The copy of what is plain

    /// Every byte in every mode, at each place of blocks and of what is left of them; nothing is written beyond the count.
    @Test func whatStopsTheCopy() {
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            for flags in Self.modes {
                let stops =
                    byte < 0x20 || byte == 0x22 || byte == 0x5C || (byte == 0x2F && flags.contains(.slash))
                    || (byte >= 0x80 && flags.contains(.notASCII))
                for (length, place) in [(1, 0), (3, 2), (4, 3), (7, 1), (8, 7), (11, 9), (15, 14), (16, 0), (16, 15), (20, 18), (37, 33)] {
                    var bytes = (0..<length).map { UInt8(0x41 + $0 % 26) }
                    bytes[place] = byte
                    let copied = withExactBytes(bytes) { source in
                        Written.bytes(room: length) { yodel_copy_plain($0.address, source.baseAddress, length, flags.rawValue) }
                    }
                    if !copied.keptItsRoom || copied.written != Array(bytes[..<(stops ? place : length)]) {
                        wrong.append("\(byte) at \(place) of \(length)")
                    }
                    guard length < 16 else { continue }
                    let block = bytes + [UInt8](repeating: 0, count: 16 - length)
                    let begun = withExactBytes(block) { source in
                        Written.bytes(room: 16) { yodel_copy_plain_block($0.address, source.baseAddress, length, flags.rawValue) }
                    }
                    if !begun.keptItsRoom || begun.written != copied.written { wrong.append("\(byte) at \(place) of \(length) of a block") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
}
