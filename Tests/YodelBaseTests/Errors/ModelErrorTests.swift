import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ModelErrorTests {
    struct User: Model {
        var name = ""
        var id = 0
    }

    @Test func theDescriptionIsOneLine() throws {
        let error = try #require(throws: ModelError.self) { try User(json: #"{"name": "Ann", "id": }"#) }
        #expect(error.description == "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'")
        #expect("\(error)" == error.description)
        #expect(error.underlying == nil)
    }

    /// Foundation asks `LocalizedError`, and would print the type's name and a number without it.
    @Test func foundationSaysTheSame() throws {
        let text = "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'"
        let error = try #require(throws: ModelError.self) { try User(json: #"{"name": "Ann", "id": }"#) }
        #expect(error.localizedDescription == text && error.errorDescription == text)
        #expect((error as any Error).localizedDescription == text)
        #expect((error as NSError).localizedDescription == text)
    }

    @Test func theDescriptionOfARootNamesNoPath() throws {
        let error = try #require(throws: ModelError.self) { try User(json: "\n\n 7 8") }
        #expect(error.description == "mismatch error at line 3, column 2 (byte 3): expected User, found a number")
    }

    @Test func anErrorOfATypeHasNoPlace() throws {
        let error = try #require(throws: ModelError.self) { try ModelDecoder().decode((() -> Void).self, from: "1") }
        #expect(error.category == .model)
        #expect(error.code == .unsupportedType)
        #expect(error.description.hasPrefix("model error: "))
        #expect([error.offset, error.line, error.column] as [Int] == [0, 0, 0])
    }

    @Test func noTextQuotesTheInput() throws {
        let secret = "correct horse battery staple"
        for json in [#"{"name": "\#(secret)", "id": x}"#, #"{"name": "\#(secret)\x"}"#, #"{"id": "\#(secret)"}"#, #"{"name": "\#(secret)"#]
        {
            let error = try #require(throws: ModelError.self) { try ModelDecoder(.strict).decode(User.self, from: json) }
            #expect(!"\(error)".contains("horse"))
        }
    }

    // MARK: The model's own code

    struct Refusal: Error {}

    /// Throws for every value.
    struct Refusing: Decodable {
        init(from decoder: any Decoder) throws { throw Refusal() }
    }

    struct Owner: Model {
        var own: Refusing?
        var list: [Refusing] = []
    }

    @Test(arguments: [
        (#"{"own": {"a": [1, 2]}}"#, 8, "own"), (#"{"own": [[]]}"#, 8, "own"), (#"{"own": "a \" b"}"#, 8, "own"),
        (#"{"own": -1.5e3, "x": 1}"#, 8, "own"),
        (#"{"own": false}"#, 8, "own"), (#"{"list": [{"a": 1}]}"#, 10, "list[0]"), (#"{"list": ["x"]}"#, 10, "list[0]"),
    ])
    func whatTheModelsOwnCodeThrowsStandsAtItsValue(json: String, offset: Int, path: String) {
        let expected = ErrorFields(.custom, .modelCodeFailed, at: offset, path: path, "init(from:) of Refusing threw")
        let whole = decodeWhole(Owner.self, Array(json.utf8))
        #expect(whole.errorFields == expected)
        for size in 1...9 {
            #expect(decodeInChunks(Owner.self, Array(json.utf8), size: size).errorFields == expected, "chunks of \(size)")
        }
        guard case .failure(let error) = whole else { return }
        #expect(error.underlying is Refusal)
    }

    // MARK: Paths

    @Test(
        arguments: [
            ([], ""), ([.key("a")], "a"), ([.index(0)], "[0]"), ([.key("a"), .key("b")], "a.b"),
            ([.key("a"), .index(3), .key("b")], "a[3].b"),
            ([.index(1), .index(2)], "[1][2]"), ([.index(1), .key("a")], "[1].a"), ([.key("")], #"[""]"#), ([.key("a.b")], #"["a.b"]"#),
            ([.key("x"), .key("a[0]"), .key("y")], #"x["a[0]"].y"#), ([.key("]")], #"["]"]"#), ([.key(#"a"b"#)], #"["a\"b"]"#),
            ([.key("a\\")], #"["a\\"]"#), ([.key(#"\"\"#)], #"["\\\"\\"]"#), ([.key("with space")], "with space"),
            ([.key("\u{E9}")], "\u{E9}"),
        ] as [([JSONPath.Component], String)])
    func aPathIsWrittenAsItIsRead(components: [JSONPath.Component], text: String) {
        #expect(JSONPath(components).description == text)
        #expect("\(JSONPath(components))" == text)
    }

    @Test(
        arguments: [
            ("", []), ("a", [.key("a")]), ("a.b", [.key("a"), .key("b")]), ("a[3].b", [.key("a"), .index(3), .key("b")]),
            ("[0]", [.index(0)]),
            ("[1][22]", [.index(1), .index(22)]), ("a[0][1]", [.key("a"), .index(0), .index(1)]),
            ("data.items[3].name", ["data", "items"].map { .key($0) } + [.index(3), .key("name")]),
        ] as [(String, [JSONPath.Component])])
    func aLiteralIsReadAsItIsWritten(text: String, components: [JSONPath.Component]) {
        let path = JSONPath(stringLiteral: text)
        #expect(path == JSONPath(components))
        #expect(path.description == text)
    }

    @Test(arguments: ["a[x]", "a[1", "a[]", "a[01]", "a[ 1]", "a[99999999999999999999]", "]", "[", #"["a]"#, #"a["b"#])
    func anIndexThatIsNoneIsAKey(text: String) {
        #expect(JSONPath(stringLiteral: text).components == [.key(text)])
    }
}
