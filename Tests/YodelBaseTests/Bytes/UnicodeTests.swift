import CScan
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What tells UTF-8, held against the standard library.
@Suite(.sameOnYajl) struct UnicodeTests {
    /// One of each kind of byte that the rules tell apart, and their bounds.
    private static let edges: [UInt8] = [
        0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]

    /// Whether the text with so many bytes before it is judged as it should be, the last byte before a page that cannot be read.
    private static func isRight(_ text: [UInt8], after count: Int, _ memory: borrowing GuardedMemory) -> Bool {
        let bytes = [UInt8](repeating: 0x61, count: count) + text
        return memory.withLast(bytes) { bytes in
            (yodel_is_utf8(bytes.baseAddress!, bytes.count) != 0) == (String(validating: bytes, as: UTF8.self) != nil)
        }
    }

    /// Any two bytes, by number.
    private static func pair(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    private static let leads = edges.filter { $0 >= 0xC2 }
    private static let seconds = edges.filter { $0 >= 0x80 }
    /// How many texts of three and four bytes there are.
    private static let longerTexts = leads.count * seconds.count * edges.count * (edges.count + 1)

    /// One of them, by number.
    private static func longerText(_ number: Int) -> [UInt8] {
        let fourth = number % (edges.count + 1)
        let rest = number / (edges.count + 1)
        let start = [leads[rest / edges.count / seconds.count], seconds[rest / edges.count % seconds.count], edges[rest % edges.count]]
        return fourth < edges.count ? start + [edges[fourth]] : start
    }

    /// At the front, across the ends of both halves of a block and of the block, and as the last bytes of all.
    @Test(.slow, arguments: [0, 13, 14, 15, 29, 30, 31, 61])
    func allNeighbours(after count: Int) {
        let memory = GuardedMemory(capacity: 4_096)
        var wrong: [[UInt8]] = []
        // Pairs of edges are there in every run.
        for first in Self.edges {
            for second in Self.edges where !Self.isRight([first, second], after: count, memory) { wrong.append([first, second]) }
        }
        let pairs = some(701, of: 0...0xFFFF).map(Self.pair)
        let longer = some(3_001, of: 0..<Self.longerTexts).map(Self.longerText)
        for text in pairs + longer where !Self.isRight(text, after: count, memory) { wrong.append(text) }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
    }

    /// Long text of all lengths of characters, sound and with one byte changed.
    @Test(.slow) func longText() {
        var random = SeededGenerator(seed: 19)
        let memory = GuardedMemory(capacity: 4_096)
        let characters: [Character] = [
            "a", "é", "ß", "日", "本", "\u{FFFD}", "😀", "\u{10FFFF}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
        ]
        var wrong: [[UInt8]] = []
        for _ in 0..<20_000 {
            var text = Array(
                String((0..<Int.random(in: 1...60, using: &random)).map { _ in characters.randomElement(using: &random)! }).utf8)
            if !Self.isRight(text, after: 0, memory) { wrong.append(text) }
            text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            if !Self.isRight(text, after: 0, memory) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(2))")
    }
}
