import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct User: Model, Equatable {
    var id = 0
    var name = "n"
    var born: Date?
}

/// An array of Swift's own values as the source; a part of a document as the source of a merge.
@Suite("Arrays of values, merges of parts")
struct ArrayValueTests {
    private let decoder = ModelDecoder()

    @Test func anArrayIsDecoded() throws {
        let date = Date(timeIntervalSince1970: 7)
        let values: [Any] = [["id": 7, "born": date], ["id": "8"] as [String: Any]]
        #expect(try decoder.decode([User].self, from: values) == [User(id: 7, born: date), User(id: 8)])
        #expect(try decoder.decode([Int].self, from: [1, "2", 3.0] as [Any]) == [1, 2, 3])
        #expect(try decoder.decode(Set<String>.self, from: ["a", 1]) == ["a", "1"])
        #expect(try decoder.decode([[Int?]].self, from: [[1, Int?.none as Any], []] as [Any]) == [[1, nil], []])
        #expect(try decoder.decode([Int].self, from: [] as [Any]).isEmpty)
        // Bytes of a document are still that.
        #expect(try decoder.decode([Int].self, from: Array("[1,2]".utf8)) == [1, 2])
    }

    @Test func issuesAreNotedAndErrorsHaveTheirPath() throws {
        var report = DecodingReport()
        let users = try decoder.decode([User].self, from: [["id": "x"], 5] as [Any], report: &report)
        #expect(users == [User()])
        #expect(report.issues.map(\.path.description) == ["[0].id", "[1]"])
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).decode([User].self, from: [["id": 1], ["id": "x"]] as [Any])
        }
        #expect(error?.path.description == "[1].id" && error?.line == 0)
        #expect(throws: ModelError.self) { try decoder.decode(User.self, from: [1, "a"] as [Any]) }
    }

    @Test func anArrayReplacesACollection() throws {
        var numbers = [9]
        try decoder.update(&numbers, from: [1, "2"] as [Any])
        #expect(numbers == [1, 2])
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&numbers, from: ["x"] as [Any]) }
        #expect(numbers == [1, 2])
    }

    @Test(arguments: [DecodingOptions.Tokenizer.yajl, .scanner])
    func aPartIsMerged(tokenizer: DecodingOptions.Tokenizer) throws {
        let decoder = ModelDecoder(.lenient(tokenizer))
        let json = #"{"data": {"users": [{"id": 1}, {"name": "Bea"}]}, "x": [1]}"#
        var user = User(id: 7, name: "Ann")
        try decoder.update(&user, from: json, at: "data.users[1]")
        #expect(user == User(id: 7, name: "Bea"))
        try decoder.update(&user, from: Data(json.utf8), at: "data.users.0")
        #expect(user == User(id: 1, name: "Bea"))
        try decoder.update(&user, from: Array(#"{"id": 3}"#.utf8), at: JSONPath())
        #expect(user == User(id: 3, name: "Bea"))
    }

    @Test(arguments: [DecodingOptions.Tokenizer.yajl, .scanner])
    func aPartThatIsNotThereChangesNothing(tokenizer: DecodingOptions.Tokenizer) {
        var options = DecodingOptions.strict
        options.tokenizer = tokenizer
        var user = User(id: 7)
        let cases: [(String, JSONPath, ModelError.Code)] = [
            (#"{"a": {"id": 1}}"#, "b", .pathNotFound), (#"{"a": {"id": 1}}"#, "a.id.x", .pathNotFound),
            (#"{"a": {"id": "x"}}"#, "a", .typeMismatch), (#"{"a": {"id": 1}, "#, "a", .unexpectedEnd), ("[]", "[0]", .pathNotFound),
        ]
        for (json, path, code) in cases {
            let error = #expect(throws: ModelError.self) { try ModelDecoder(options).update(&user, from: json, at: path) }
            #expect(error?.code == code)
            #expect(user == User(id: 7))
        }
    }
}
