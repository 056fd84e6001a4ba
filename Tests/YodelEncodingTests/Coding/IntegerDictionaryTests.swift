import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Dictionaries by integers.
@Suite("CodableDecoder: dictionaries by integers")
struct IntegerDictionaryTests {
    private struct Holder: Model, Equatable {
        struct Inner: Codable, Equatable { var table: [Int: String] }
        var inner: Inner?
    }

    @Test(arguments: [
        "{}", #"{"1":"a","-22":"b","+3":"c"}"#, #"{"1":"a","1":"b"}"#, #"{"1":"a","1":5}"#, #"{"1":5,"1":"a"}"#, #"{"\u0031":"a"}"#,
        #"{"\u0031":"a","1":5}"#, #"{"a":"b"}"#, #"{"":"b"}"#, #"{"1.0":"b"}"#, #"{" 1":"b"}"#, #"{"9223372036854775808":"b"}"#,
        #"{"-9223372036854775808":"b"}"#, #"{"1":null}"#, #"{"1":[]}"#, "null", "[]", "5", #""x""#, #"{"01":5}"#,
    ])
    func valuesAndErrorsAreFoundations(_ text: String) {
        for settings in [0, 1, 4] {
            let pair = DecoderPair(settings: settings)
            for document in [text, "[\(text)]"].map({ Data($0.utf8) }) {
                let (ours, theirs) = (
                    CodedCase.result { try pair.ours.decode([Int: String].self, from: document) },
                    CodedCase.result { try pair.theirs.decode([Int: String].self, from: document) }
                )
                #expect(ours == theirs, "\(text), settings \(settings)")
                let (ourList, theirList) = (
                    CodedCase.result { try pair.ours.decode([[Int: String]].self, from: document) },
                    CodedCase.result { try pair.theirs.decode([[Int: String]].self, from: document) }
                )
                #expect(ourList == theirList, "\(text), settings \(settings)")
            }
        }
    }

    /// Of keys that are one number the last counts: what comes later replaces it.
    @Test func keysThatAreOneNumber() throws {
        let text = #"{"1":"a","2":"b","01":"c"}"#
        #expect(try CodableDecoder().decode([Int: String].self, from: text) == [1: "c", 2: "b"])
        #expect(try ModelDecoder().decode(Holder.self, from: #"{"inner":{"table":\#(text)}}"#).inner?.table == [1: "c", 2: "b"])
    }

    @Test(arguments: [1, 64, 128, 129, 1_000])
    func manyKeys(count: Int) throws {
        let text = "{\((0..<count).map { "\"\($0)\":\"text \($0)\"" }.joined(separator: ","))}"
        let expected = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "text \($0)") })
        #expect(try CodableDecoder().decode([Int: String].self, from: text) == expected)
        #expect(try ModelDecoder().decode(Holder.self, from: #"{"inner":{"table":\#(text)}}"#).inner?.table == expected)
    }
}
