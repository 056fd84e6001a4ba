import Testing

@testable import Yodel

@Suite struct WordTableTests {
    private static func match(_ text: some Sequence<UInt8>) -> Words? {
        withExactBytes(text) { Words.match($0) }
    }

    private static let truths = ["TRUE", "True", "true", "YES", "Yes", "yes"]
    private static let falsehoods = ["FALSE", "False", "false", "NO", "No", "no"]
    private static let nulls = [
        "NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>",
    ]

    @Test(arguments: truths)
    func truth(word: String) {
        #expect(Self.match(word.utf8) == .truth(true))
    }

    @Test(arguments: falsehoods)
    func falsehood(word: String) {
        #expect(Self.match(word.utf8) == .truth(false))
    }

    @Test(arguments: nulls)
    func null(word: String) {
        #expect(Self.match(word.utf8) == .null)
    }

    @Test(arguments: [
        "", "t", "n", "tRUE", "TRue", "yES", "yeS", "nO", "nIL", "NuLL", "(nil)", "(null>", "<null)", "null ", " null", "(null", "null)",
        "1", "0",
        "on", "off", "y", "N", "truetrue", "falsey", "undefined", "(null)(null)",
    ])
    func noWord(text: String) {
        #expect(Self.match(text.utf8) == nil)
    }

    /// Every change of one byte, every byte left out, and every zero byte added makes a text that is no word, unless it is another one.
    @Test func neighboursOfWords() {
        let words = Self.truths + Self.falsehoods + Self.nulls
        for word in words {
            let bytes = Array(word.utf8)
            for place in bytes.indices {
                for byte in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[place] = byte
                    #expect((Self.match(changed) != nil) == words.contains { Array($0.utf8) == changed })
                }
                var shorter = bytes
                shorter.remove(at: place)
                #expect((Self.match(shorter) != nil) == words.contains { Array($0.utf8) == shorter })
            }
            #expect(Self.match(bytes + [0]) == nil)
            #expect(Self.match([0] + bytes) == nil)
        }
    }
}
