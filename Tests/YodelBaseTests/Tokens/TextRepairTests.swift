import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Texts that are put right before they are read.
@Suite struct TextRepairTests {
    private static let all: TextRepairs = [.surrogates, .invalidUTF8, .controlCharacters, .nonFiniteAsText]

    private static func repaired(_ bytes: [UInt8], _ repairs: TextRepairs = all) -> TextRepair {
        var repair = TextRepair(repairs)
        bytes.withBorrowedBytes { repair.take($0, isLast: true) }
        return repair
    }

    @Test(arguments: [
        (#"{"a":NaN,"b":[-Infinity , Infinity],"N":"NaN"}"#, #"{"a":"NaN","b":["-Infinity" , "Infinity"],"N":"NaN"}"#),
        (#"{"x":NaNa,NaN:1,"y":-1}"#, #"{"x":NaNa,NaN:1,"y":-1}"#), ("NaN", #""NaN""#), ("[1NaN]", "[1NaN]"), ("In", "In"),
        (#"["\ud800","\ud800\udc00","\udc00\ud83d\ude00","\ud800x"]"#, #"["\uFFFD","\ud800\udc00","\uFFFD\ud83d\ude00","\uFFFDx"]"#),
        (#"["\\ud800","\uZZZZ","\"#, #"["\\ud800","\uZZZZ","\"#), ("[\"a\tb\nc\u{1}\",\t1]", "[\"a\\tb\\nc\\u0001\",\t1]"),
        // A backslash before a control character begins no escape.
        ("[\"\\\t\"]", "[\"\\\t\"]"),
    ])
    func whatIsPutRight(_ text: String, _ expected: String) {
        #expect(String(decoding: Self.repaired(Array(text.utf8)).output, as: UTF8.self) == expected)
        #expect(String(decoding: Self.repaired(Array(text.utf8), []).output, as: UTF8.self) == text)
    }

    private static let parts: [[UInt8]] =
        [
            "NaN", "Infinity", "-Infinity", "\"", "\\", "\\ud800", "\\udc00", "\\u0041", "{", "}", "[", "]", ",", ":", " ", "\n", "\t", "x",
            "-", "-1",
            "é", "\\n",
        ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82], [0xE2], [0x82], [1]]

    private static func location(of offset: Int, in bytes: [UInt8]) -> Yodel.SourceLocation {
        bytes.withBorrowedBytes { LineCounter().location(of: offset, in: $0, from: 0) }
    }

    /// In pieces of any size the same comes out, and each place is found again.
    @Test(arguments: 0..<8) func piecesAndPlaces(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let bytes = (0...generator.below(14)).flatMap { _ in generator.pick(Self.parts) }
            let whole = Self.repaired(bytes)
            var (repair, output, index) = (TextRepair(Self.all), [UInt8](), 0)
            while index < bytes.count {
                let end = min(bytes.count, index + generator.below(4))
                Array(bytes[index..<end]).withBorrowedBytes { repair.take($0, isLast: false) }
                output += repair.output
                index = end
            }
            repair.take(.none, isLast: true)
            output += repair.output
            #expect(output == whole.output, "seed \(seed): \(bytes)")
            #expect(repair.counts == whole.counts, "seed \(seed): \(bytes)")
            for offset in 0...output.count {
                let place = whole.changes.original(offset)
                let expected = Self.location(of: place, in: bytes)
                let found = Self.location(of: offset, in: output)
                #expect(whole.changes.original(found) == expected, "seed \(seed): \(bytes), \(offset)")
                #expect(repair.changes.original(found) == expected, "seed \(seed): \(bytes), \(offset)")
            }
            #expect(whole.changes.original(output.count) == bytes.count, "seed \(seed): \(bytes)")
        }
    }

    @Test func changesAreForgotten() {
        var repair = Self.repaired(Array("[\"\t\t\t\",1]".utf8))
        let before = (6...repair.output.count).map { repair.changes.original($0) }
        repair.forget(before: 6)
        #expect(repair.changes.count == 2 && (6...repair.output.count).map { repair.changes.original($0) } == before)
    }
}
