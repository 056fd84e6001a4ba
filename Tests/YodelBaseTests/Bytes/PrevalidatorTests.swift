import CScan
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite(.sameOnYajl) struct PrevalidatorTests {
    @Test(
        arguments: [
            ("\u{B}", 0, YODEL_PREVALIDATOR_CONTROL, 0), ("ab\u{C}", 2, YODEL_PREVALIDATOR_CONTROL, 0),
            ("\\\u{B}", 1, YODEL_PREVALIDATOR_CONTROL, 0),
            (#"\udc00"#, 5, YODEL_PREVALIDATOR_SURROGATE, 5), (#"\uDFFF"#, 5, YODEL_PREVALIDATOR_SURROGATE, 5),
            (#"\ud800""#, 6, YODEL_PREVALIDATOR_SURROGATE, 6),
            (#"\ud800\n"#, 7, YODEL_PREVALIDATOR_SURROGATE, 7), (#"\ud800\u0041"#, 11, YODEL_PREVALIDATOR_SURROGATE, 11),
            (#"\uDBFF\uDBFF"#, 11, YODEL_PREVALIDATOR_SURROGATE, 11), (#"\ud800\uX"#, 8, YODEL_PREVALIDATOR_SURROGATE, 8),
            (#"\ud800\udcX"#, 10, YODEL_PREVALIDATOR_SURROGATE, 10), (#"aaaaaaaaaaaaaaaaaaaa\udc00"#, 25, YODEL_PREVALIDATOR_SURROGATE, 5),
            (#"\\\udc00"#, 7, YODEL_PREVALIDATOR_SURROGATE, 5),
        ] as [(String, Int, Int, Int)])
    func faults(text: String, position: Int, fault: Int, back: Int) {
        let verdict = PrevalidatorVerdict(position: position, fault: UInt8(fault), back: back)
        #expect(Self.prevalidate(Array(text.utf8)) == verdict)
        #expect(ReferencePrevalidator.verdict(Array(text.utf8)) == verdict)
    }

    @Test(arguments: [
        "", "plain", #"\ud83d\ude00"#, #"\uD83D\uDE00 \udbff\udfff"#, #"\\ud800"#, #"\\\\udc00"#, #"\u00zz"#, #"\u"#, #"\ud8"#, "\\", "\\é",
        #"\n\"\/"#,
        "日本語 café 😀 \u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}",
    ])
    func soundTexts(text: String) {
        #expect(Self.prevalidate(Array(text.utf8)) == PrevalidatorVerdict(position: text.utf8.count, fault: 0, back: 0))
    }

    @Test(
        arguments: [
            ([0xC3], YODEL_PREVALIDATOR_UTF8, 1), ([0xF0, 0x9F, 0x98], YODEL_PREVALIDATOR_UTF8, 3),
            (Array(#"\ud800"#.utf8), YODEL_PREVALIDATOR_SURROGATE, 6),
            (Array(#"\ud800\"#.utf8), YODEL_PREVALIDATOR_SURROGATE, 7), (Array(#"\ud800\udc0"#.utf8), YODEL_PREVALIDATOR_SURROGATE, 11),
        ] as [([UInt8], Int, Int)])
    func whatIsStillOpenAtTheEnd(bytes: [UInt8], fault: Int, back: Int) {
        let verdict = PrevalidatorVerdict(position: bytes.count, fault: UInt8(fault), back: back)
        #expect(Self.prevalidate(bytes) == verdict)
        #expect(ReferencePrevalidator.verdict(bytes) == verdict)
    }

    /// At the front of a block, across its end, and as the last bytes of all.
    @Test func allTwoByteSequences() {
        var wrong: [[UInt8]] = []
        for number in some(18_013, of: 0...0xFFFF) {
            for before in [0, 15] {
                let bytes = [UInt8](repeating: 0x61, count: before) + [UInt8(number >> 8), UInt8(number & 0xFF)]
                for text in [bytes, bytes + [UInt8](repeating: 0x62, count: 20)]
                where Self.prevalidate(text) != ReferencePrevalidator.verdict(text) {
                    wrong.append(text)
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test(.slow) func boundariesOfLongerSequences() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF]
        let rests: [[UInt8]] = edges.flatMap { second in edges.flatMap { third in edges.map { [second, third, $0] } } }
        var wrong: [[UInt8]] = []
        for lead in UInt8(0xDE)...0xFF {
            for rest in some(701, of: rests) {
                for before in [0, 13, 14, 15] {
                    let text = [UInt8](repeating: 0x61, count: before) + [lead] + rest + Array("0123456789abcdef".utf8)
                    if Self.prevalidate(text) != ReferencePrevalidator.verdict(text) { wrong.append(text) }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    /// Every scalar there is, one after the other, passes; with its last byte missing it does not.
    @Test(.slow) func everyScalar() {
        // The first and the last of each length of UTF-8, and those around the surrogates, are there in every run.
        let edges: [UInt32] = [0x80, 0x7C0, 0x800, 0xD7C0, 0xE000, 0xFFC0, 0x10000, 0x10FFC0]
        let others = stride(from: UInt32(0x80), through: 0x10FFFF, by: 64).filter { !edges.contains($0) }
        for first in edges + some(5_000, of: others) {
            var text: [UInt8] = []
            for value in first..<first + 64 {
                if let scalar = Unicode.Scalar(value) { text += Array(String(Character(scalar)).utf8) }
            }
            guard !text.isEmpty else { continue }
            #expect(Self.prevalidate(text) == PrevalidatorVerdict(position: text.count, fault: 0, back: 0))
            text.removeLast()
            #expect(Self.prevalidate(text).fault == UInt8(YODEL_PREVALIDATOR_UTF8))
        }
    }

    @Test(.slow, arguments: some(1, of: [UInt64](1...4)))
    func randomTexts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [[UInt8]] = []
        var faults = 0
        for _ in 0..<20_000 {
            let text = Self.randomText(&generator)
            let expected = ReferencePrevalidator.verdict(text)
            if expected.fault != 0 { faults += 1 }
            if Self.prevalidate(text) != expected { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
        // Both kinds are there in numbers.
        #expect(faults > 2_000 && faults < 18_000)
    }

    /// The verdict, its position and where the fault began are the same for every size of chunk.
    @Test(.slow, arguments: 1...31)
    func chunks(size: Int) {
        var generator = SeededGenerator(seed: 99)
        var wrong: [[UInt8]] = []
        for _ in 0..<(triesFewerCases ? 400 : 1_500) {
            let text = Self.randomText(&generator)
            if Self.prevalidate(text, chunk: size) != ReferencePrevalidator.verdict(text) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test(.slow) func byteSoup() {
        var generator = SeededGenerator(seed: 5)
        var wrong: [[UInt8]] = []
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...80, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if Self.prevalidate(text) != ReferencePrevalidator.verdict(text) { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test func aFaultBehindALongPlainRunIsFound() {
        for length in 0..<400 {
            for fault in [[0x0B], [0x0C], [0xFF], Array(#"\udc00"#.utf8)] as [[UInt8]] {
                let text = [UInt8](repeating: 0x20, count: length) + fault + [UInt8](repeating: 0x20, count: 70)
                #expect(Self.prevalidate(text) == ReferencePrevalidator.verdict(text))
            }
        }
    }

    // MARK: Lines and white space

    @Test func newlines() {
        var generator = SeededGenerator(seed: 11)
        for length in 0..<200 {
            let density = UInt64.random(in: 1...20, using: &generator)
            let text = (0..<length).map { _ in generator.next() % density == 0 ? UInt8(0x0A) : 0x0B }
            var last = -1
            let found = withExactBytes(text) { bytes in
                var index = Int.max
                let found = bytes.baseAddress.map { yodel_count_newlines($0, bytes.count, &index) } ?? 0
                last = index
                return Int(found)
            }
            #expect(found == text.count { $0 == 0x0A })
            #expect(last == text.lastIndex(of: 0x0A) ?? Int.max)
        }
    }

    @Test func whitespace() {
        var generator = SeededGenerator(seed: 12)
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        for length in 0..<120 {
            let blank = (0..<length).map { _ in blanks[Int(generator.next() % 4)] }
            for next in [[], [0x0B], [0x00], [0x61], [0x1F], [0xA0], [0x7B, 0x20]] as [[UInt8]] {
                let skipped = withExactBytes(blank + next) { bytes in
                    bytes.baseAddress.map { Int(yodel_skip_whitespace($0, bytes.count)) } ?? 0
                }
                #expect(skipped == length)
            }
        }
    }

    // MARK: Helpers

    /// What the prevalidator says, given the text in chunks, each in a block of memory of its own and of exactly its size.
    private static func prevalidate(_ text: [UInt8], chunk: Int = .max) -> PrevalidatorVerdict {
        var prevalidator = yodel_prevalidator()
        var index = 0
        while index < text.count {
            let count = min(chunk, text.count - index)
            let passed = withExactBytes(text[index..<index + count]) { bytes in
                bytes.baseAddress.map { Int(yodel_prevalidate(&prevalidator, $0, bytes.count)) } ?? 0
            }
            index += passed
            if passed < count { return PrevalidatorVerdict(position: index, fault: prevalidator.fault, back: Int(prevalidator.fault_back)) }
        }
        let fault = yodel_prevalidator_finish(&prevalidator)
        return PrevalidatorVerdict(position: index, fault: fault, back: Int(prevalidator.fault_back))
    }

    /// Pieces of sound text with now and then a faulty one, and now and then a byte changed.
    private static func randomText(_ generator: inout SeededGenerator) -> [UInt8] {
        let sound: [[UInt8]] = [
            "a", "abcdefgh", "0123456789abcdef", "é", "日本", "語", "😀", "\u{800}", "\u{D7FF}", "\u{10FFFF}", "\\n", "\\\\", "\\\"", "\\u0041",
            "\\ud83d\\ude00", "\\uDBFF\\uDFFF", "\\é", "{\"key\": [1, 2]}\n",
        ].map { Array($0.utf8) }
        let faulty: [[UInt8]] =
            ["\\ud800", "\\udc00", "\\u", "\\", "\\uD8", "u", "d800", "\u{B}", "\u{C}"].map { Array($0.utf8) } + [
                [0xC3], [0x80], [0xE6, 0x97], [0xED, 0xA0, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
                [0xC1, 0x80], [0xF5], [0xFF], [0xF0, 0x9F, 0x98],
            ]
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            let pieces = generator.next() % 24 == 0 ? faulty : sound
            text += pieces.randomElement(using: &generator) ?? []
        }
        if !text.isEmpty, generator.next() % 8 == 0 {
            text[Int.random(in: text.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        return text
    }
}
