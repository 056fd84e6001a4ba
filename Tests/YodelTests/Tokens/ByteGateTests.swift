import CScan
import Testing

// The gate against a slow reader of the same rules that sees the whole input at once and has no state.

@Suite struct ByteGateTests {
    /// What a gate says of some bytes.
    struct Answer: Equatable, CustomStringConvertible {
        /// Bytes that passed.
        var passed: Int
        var fault = YODEL_GATE_OK
        var back = 0
        /// The fault of what is open at the end, if all passed.
        var open = YODEL_GATE_OK

        var description: String { "passed \(passed), fault \(fault) back \(back), open \(open)" }
    }

    /// Table 3-7 of the Unicode standard: leads, and the ranges of what follows.
    private static let sequences: [(lead: ClosedRange<UInt8>, rest: [ClosedRange<UInt8>])] = [
        (0xC2...0xDF, [0x80...0xBF]), (0xE0...0xE0, [0xA0...0xBF, 0x80...0xBF]), (0xE1...0xEC, [0x80...0xBF, 0x80...0xBF]),
        (0xED...0xED, [0x80...0x9F, 0x80...0xBF]), (0xEE...0xEF, [0x80...0xBF, 0x80...0xBF]),
        (0xF0...0xF0, [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]), (0xF1...0xF3, [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]),
        (0xF4...0xF4, [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]),
    ]

    /// The slow reader.
    static func reference(_ bytes: [UInt8]) -> Answer {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0B || byte == 0x0C { return Answer(passed: index, fault: YODEL_GATE_CONTROL) }
            if byte >= 0x80 {
                guard let rest = sequences.first(where: { $0.lead.contains(byte) })?.rest else {
                    return Answer(passed: index, fault: YODEL_GATE_UTF8)
                }
                for (place, range) in rest.enumerated() {
                    let at = index + 1 + place
                    guard at < bytes.count else { return Answer(passed: bytes.count, back: bytes.count - index, open: YODEL_GATE_UTF8) }
                    guard range.contains(bytes[at]) else { return Answer(passed: at, fault: YODEL_GATE_UTF8, back: at - index) }
                }
                index += 1 + rest.count
            } else if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\") {
                index += 2
            } else if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") {
                let digits = hexDigits(bytes, at: index + 2)
                index += 2 + digits.count
                guard digits.count == 4, let unit = UInt16(digits, radix: 16) else { continue }
                if let answer = surrogate(bytes, unit, start: index - 6) { return answer }
                if (0xD800...0xDBFF).contains(unit) { index += 6 }
            } else {
                index += 1
            }
        }
        return Answer(passed: bytes.count)
    }

    /// What is wrong with an escaped unit at `start`; nil if it is sound, alone or with its partner.
    private static func surrogate(_ bytes: [UInt8], _ unit: UInt16, start: Int) -> Answer? {
        if (0xDC00...0xDFFF).contains(unit) { return Answer(passed: start + 5, fault: YODEL_GATE_SURROGATE, back: 5) }
        guard (0xD800...0xDBFF).contains(unit) else { return nil }
        let digits = hexDigits(bytes, at: start + 8)
        let isDue: [(UInt8) -> Bool] = [{ $0 == UInt8(ascii: "\\") }, { $0 == UInt8(ascii: "u") }]
        for place in 6..<12 {
            guard start + place < bytes.count else {
                return Answer(passed: bytes.count, back: bytes.count - start, open: YODEL_GATE_SURROGATE)
            }
            let isSound = place < 8 ? isDue[place - 6](bytes[start + place]) : digits.count > place - 8
            if !isSound { return Answer(passed: start + place, fault: YODEL_GATE_SURROGATE, back: place) }
        }
        guard let low = UInt16(digits, radix: 16), (0xDC00...0xDFFF).contains(low) else {
            return Answer(passed: start + 11, fault: YODEL_GATE_SURROGATE, back: 11)
        }
        return nil
    }

    /// Up to four hex digits from an index on.
    private static func hexDigits(_ bytes: [UInt8], at index: Int) -> String {
        String(decoding: bytes.dropFirst(index).prefix(4).prefix { (0x30...0x39).contains($0) || isLetter($0) }, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte) }

    /// The gate's answer to bytes that come in pieces, each in memory of its own size.
    static func gate(_ bytes: [UInt8], cuts: [Int] = []) -> Answer {
        var gate = yodel_gate()
        var start = 0
        for end in cuts + [bytes.count] {
            let passed = withCopy(bytes[start..<end], .exact) { piece in
                piece.baseAddress.map { yodel_gate_check(&gate, $0, piece.count) } ?? 0
            }
            if passed < end - start {
                return Answer(passed: start + passed, fault: Int(gate.fault), back: Int(gate.fault_back))
            }
            start = end
        }
        let open = Int(yodel_gate_finish(&gate))
        return Answer(passed: bytes.count, back: open == YODEL_GATE_OK ? 0 : Int(gate.fault_back), open: open)
    }

    private func check(_ bytes: [UInt8], cuts: [Int] = [], location: SourceLocation = #_sourceLocation) {
        let (answer, expected) = (Self.gate(bytes, cuts: cuts), Self.reference(bytes))
        // The macro is slow: it is for failures.
        if answer != expected {
            #expect(answer == expected, "\(bytes) cut at \(cuts)", sourceLocation: location)
        }
    }

    // MARK: Tests

    @Test(arguments: [0, 1, 14, 15, 16, 30])
    func everyTwoBytes(before: Int) {
        let prefix = [UInt8](repeating: UInt8(ascii: "x"), count: before)
        for first in 0...255 as ClosedRange<UInt8> {
            // Of the bytes that are alike, some.
            for second in 0...255 as ClosedRange<UInt8> where first >= 0x80 || first == 0x5C || second % 16 == first % 16 || second == 0x0B
            {
                check(prefix + [first, second])
                check(prefix + [first, second], cuts: [before + 1])
            }
        }
    }

    @Test(arguments: [0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5] as [UInt8], [0, 13, 29])
    func theEdgesOfLongSequences(lead: UInt8, before: Int) {
        let prefix = [UInt8](repeating: UInt8(ascii: "x"), count: before)
        let edges: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for second in edges {
            for third in edges {
                for fourth in edges {
                    let bytes = prefix + [lead, second, third, fourth, UInt8(ascii: "y")]
                    check(bytes)
                    check(bytes, cuts: [before + 1 + Int(fourth % 3)])
                }
            }
        }
    }

    static let texts = [
        #"\ud83d\ude00"#, #"\uD800\uDFFF\\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800\u0041"#, #"\ud800x"#, #"\ud8"#,
        #"\u12\ud83d\ude00"#,
        #"\\\ud800"#, #"\\\\ud800"#, #"\ud83d\ude0g"#, #"\ud83d\n"#, #"\ud83d\"#, #"\ud83d\u"#, #"\uuuuu\\"#, #"\u00e9\"\/\b"#, "\\\u{E9}",
        "\\\u{B}",
        "a\u{E9}\u{20AC}\u{1F600}\u{10FFFF}\u{FFFF}\u{D7FF}\u{E000}", "\\u12\u{C}", #"\ud83d\ude00\ude00"#, #"\\\\\\\\\u0041\\\\\\"#,
    ]

    @Test(arguments: texts)
    func everyCutOfEscapes(text: String) {
        for before in 0...17 {
            let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: before) + Array(text.utf8)
            check(bytes)
            for first in 0...bytes.count {
                check(bytes, cuts: [first])
                check(Array(bytes[..<first]))
            }
            check(bytes, cuts: Array(0...bytes.count))
            check(bytes + [UInt8](repeating: UInt8(ascii: "y"), count: 40))
        }
    }

    @Test(arguments: 0..<8)
    func randomPieces(seed: Int) {
        var generator = RepeatableGenerator(seed: UInt64(seed))
        let pieces: [[UInt8]] =
            [
                "\\", "u", "\\u", "d8", "dc", "00", "\\ud83d", "\\ude00", "\\ud83d\\ude00", "\\n", "\\\\", "x", "f", "\u{E9}", "\u{20AC}",
                "\u{1F600}",
            ]
            .map { Array($0.utf8) } + [[UInt8](repeating: 0x61, count: 15), [UInt8](repeating: 0x61, count: 40)]
        let faults: [[UInt8]] = [[0x0B], [0x0C], [0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0], [0xF4, 0x90], [0xFF]]
        for _ in 0..<1000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...14, using: &generator) {
                let isFault = Int.random(in: 0..<40, using: &generator) == 0
                bytes += (isFault ? faults : pieces).randomElement(using: &generator)!
            }
            check(bytes)
            check(bytes, cuts: (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted())
            check(bytes, cuts: Array(stride(from: 0, to: bytes.count, by: Int.random(in: 1...9, using: &generator))))
        }
    }

    @Test func linesAndWhiteSpaceAreCounted() {
        var generator = RepeatableGenerator(seed: 5)
        for length in 0...150 {
            let text = (0..<length).map { _ in [0x0A, 0x20, 0x09, 0x0D, 0x61].randomElement(using: &generator)! as UInt8 }
            let blank = (0..<length).map { _ in [0x0A, 0x20, 0x09, 0x0D].randomElement(using: &generator)! as UInt8 } + [0x61, 0x20]
            var last = 777
            let count = withCopy(text[...], .noise) { yodel_count_newlines($0.baseAddress!, $0.count, &last) }
            #expect(count == text.count { $0 == 0x0A })
            #expect(last == text.lastIndex(of: 0x0A) ?? 777)
            #expect(withCopy(blank[...], .exact) { yodel_skip_whitespace($0.baseAddress!, $0.count) } == length)
            #expect(withCopy(blank[..<length], .noise) { yodel_skip_whitespace($0.baseAddress!, $0.count) } == length)
        }
    }
}
