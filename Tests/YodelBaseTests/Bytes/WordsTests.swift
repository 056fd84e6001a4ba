import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct WordsTests {
    private func match(_ text: String, _ surroundings: Surroundings = .exact) -> Words? {
        withCopy(Array(text.utf8)[...], surroundings) { Words.match($0) }
    }

    @Test(arguments: ["TRUE", "True", "true", "YES", "Yes", "yes"])
    func wordsForTrue(word: String) {
        #expect(match(word) == .truth(true))
        #expect(match(word, .noise) == .truth(true))
    }

    @Test(arguments: ["FALSE", "False", "false", "NO", "No", "no"])
    func wordsForFalse(word: String) {
        #expect(match(word) == .truth(false))
        #expect(match(word, .noise) == .truth(false))
    }

    @Test(arguments: ["NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>"])
    func wordsForNothing(word: String) {
        #expect(match(word) == .null)
        #expect(match(word, .noise) == .null)
    }

    @Test(arguments: [
        "", "t", "y", "n", "1", "0", "on", "off", "tRUE", "TRue", "yEs", "YEs", "nO", "nULL", "NULl", "(nil)", "<nil>", "(null", "null)",
        "<null)", "(NULL>", "[null]",
        " true", "true ", "true\n", "true\u{0}", "truee", "tru", "falsee", "fals", "yes!", "none", "undefined", "\u{FF59}es", "ye\u{301}s",
        "No\u{308}",
    ])
    func nothingElseIsAWord(text: String) {
        #expect(match(text) == nil)
    }

    /// Words are for numbers and Bool only, and only where types are converted.
    @Test func wordsAreReadWhereTheyMayStand() throws {
        #expect(try ModelDecoder().decode([Bool].self, from: #"["YES", "No", "null"]"#) == [true, false, false])
        #expect(try ModelDecoder().decode([Int?].self, from: #"["true", "NO", "(null)"]"#) == [1, 0, nil])
        #expect(try ModelDecoder().decode([String?].self, from: #"["true", "(null)"]"#) == ["true", "(null)"])
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode([Bool].self, from: #"["true"]"#) }
    }
}
