import FoundationEssentials
import Testing

@testable import Yodel

// The words that stand for a truth or for null in text, where a number or a Bool is wanted.

@Suite("Acceptance: words")
struct AcceptanceWordTests {
    @Test(arguments: [
        ("AT-N07", "true"), ("AT-N09", "YES"), ("DV-T1", "TRUE"), ("DV-T2", "True"), ("DV-T4", "YES"), ("DV-T5", "Yes"), ("DV-T6", "yes"),
    ])
    func wordsForTrue(_ id: String, _ word: String) throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v" : "\#(word)"}"#)
        #expect(auto.bools == [true, true] && auto.integersAre(1) && auto.float == 1 && auto.double == 1, "\(id)")
        #expect(auto.number == 1 && auto.decimal == 1 && auto.string == word, "\(id)")
    }

    /// Merged into a model that holds true and 7, so that a value that is only kept is seen.
    @Test(arguments: [
        ("AT-N08", "false"), ("DV-F1", "FALSE"), ("DV-F2", "False"), ("DV-F3", "false"), ("DV-F4", "NO"), ("DV-F5", "No"), ("DV-F6", "no"),
    ])
    func wordsForFalse(_ id: String, _ word: String) throws {
        let auto = try acceptanceMerge(#"{"v" : "\#(word)"}"#)
        #expect(auto.bools == [false, false] && auto.integersAre(0) && auto.float == 0 && auto.double == 0, "\(id)")
        #expect(auto.number == 0 && auto.decimal == 0 && auto.string == word, "\(id)")
    }

    /// Numbers and Bool become 0 and false, optional ones nil; for a String the word is text like any other.
    @Test(arguments: [
        ("DV-L01", "NIL"), ("DV-L02", "Nil"), ("DV-L03", "nil"), ("DV-L04", "NULL"), ("DV-L05", "Null"), ("DV-L06", "null"),
        ("DV-L07", "(NULL)"), ("DV-L09", "(null)"), ("DV-L11", "<Null>"),
    ])
    func wordsForNull(_ id: String, _ word: String) throws {
        let auto = try acceptanceMerge(#"{"v": "\#(word)"}"#)
        #expect(auto.bools == [false, false] && auto.integersAre(0) && auto.float == 0 && auto.double == 0, "\(id)")
        #expect(auto.number == nil && auto.decimal == nil && auto.string == word, "\(id)")
    }

    /// It is no word: the value is false because that is what the property held.
    @Test("DV-02: \"on\" is no word")
    func noWord() throws {
        let json = #"{"v":"on"}"#
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: json).bools == [false, false])
        #expect(try acceptanceMerge(json).bools == [true, true])
    }
}
