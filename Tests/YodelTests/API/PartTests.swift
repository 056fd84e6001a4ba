import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A part of a document: what is found, what is not, and errors, which have their place in the whole document.

private enum Parts {
    struct User: Model, Equatable {
        var id = 0
        var name = "-"
        var tags: [String] = []
        var boss: [User] = []
    }

    /// Two properties on one key: what stands there is kept and mapped twice.
    struct Shared: Model {
        var place = User(), again = User(), far = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["place": "k", "again": "k", "far": "ext.0.far"] }
    }
}

@Suite("Parts")
struct PartTests {
    /// What each source of the same document gives: exact memory, noise around it, and the types that hold bytes.
    private func decodings<T>(
        _ type: T.Type, _ json: String, at path: JSONPath, _ options: DecodingOptions = .lenient
    ) -> [Result<T, ModelError>] {
        let decoder = ModelDecoder(options)
        let bytes = Array(json.utf8)
        let raw = Surroundings.allCases.map { surroundings in
            withCopy(bytes[...], surroundings) { copy in
                Result { () throws(ModelError) in try decoder.decode(type, from: copy.raw, at: path) }
            }
        }
        var report = DecodingReport()
        return raw + [
            Result { () throws(ModelError) in try decoder.decode(type, from: Data(bytes), at: path) },
            Result { () throws(ModelError) in try decoder.decode(type, from: bytes, at: path) },
            Result { () throws(ModelError) in try decoder.decode(type, from: json, at: path) },
            Result { () throws(ModelError) in try decoder.decode(type, from: json, at: path, report: &report) },
        ]
    }

    private func expect<T: Equatable>(
        _ json: String, at path: JSONPath, _ expected: T, _ options: DecodingOptions = .lenient,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        for (index, result) in decodings(T.self, json, at: path, options).enumerated() {
            #expect(throws: Never.self, "source \(index)", sourceLocation: location) {
                let value = try result.get()
                #expect(value == expected, "source \(index)", sourceLocation: location)
            }
        }
    }

    /// - Parameter marked: The document, with `^` before the byte at which the error stands.
    private func expectError<T>(
        _ type: T.Type, _ marked: String, at sought: JSONPath, _ category: ModelError.Category, _ code: ModelError.Code, path: String,
        _ message: String, _ options: DecodingOptions = .strict, location: Testing.SourceLocation = #_sourceLocation
    ) {
        let before = Array(marked.utf8.prefix { $0 != UInt8(ascii: "^") })
        let json = marked.replacing("^", with: "")
        let newline = UInt8(ascii: "\n")
        let expected = ErrorFields(
            category, code, at: before.count, line: before.count { $0 == newline } + 1,
            column: before.count - (before.lastIndex(of: newline) ?? -1), path: path, message)
        #expect(marked.utf8.count == json.utf8.count + 1, "one mark", sourceLocation: location)
        for (index, result) in decodings(type, json, at: sought, options).enumerated() {
            #expect(result.errorFields == expected, "source \(index)", sourceLocation: location)
        }
    }

    // MARK: Found

    @Test func partsOfAllKinds() {
        let json = #"""
            {"x": [{"id": 9}, "data"], "data": {"user": {"id": 7, "name": "Ann", "id2": 1}, "n": [1, 2, 3], "t": true, "s": "é\n", "o": null},
             "items": [5, {"id": 8, "sub": [[], [10, 11]]}, null], "user": {"id": 6}}
            """#
        expect(json, at: "data.user", Parts.User(id: 7, name: "Ann"))
        expect(json, at: "user", Parts.User(id: 6))
        expect(json, at: "data.user.name", "Ann")
        expect(json, at: "data.user", ["id": "7", "name": "Ann", "id2": "1"])
        expect(json, at: "data.user", ["id": 7, "name": "Ann", "id2": 1] as JSONValue)
        expect(json, at: "data.n", [1, 2, 3])
        expect(json, at: "data.n", Set([1, 2, 3]))
        expect(json, at: "data.n[2]", "3")
        expect(json, at: "data.t", true)
        expect(json, at: "data.s", "é\n")
        expect(json, at: "data.o", Int?.none)
        expect(json, at: "data.o", JSONValue.null)
        expect(json, at: "data.user", Optional(Parts.User(id: 7, name: "Ann")))
        expect(json, at: "items[1]", Parts.User(id: 8))
        expect(json, at: "items.1", Parts.User(id: 8))
        expect(json, at: "items[1].sub[1][0]", 10)
        expect(json, at: "items.1.sub.1.1", 11)
        expect(json, at: "items[1].sub", [[], [10, 11]])
        expect(json, at: "items[2]", Int?.none)
        expect(json, at: "x[0]", Parts.User(id: 9))
    }

    @Test func pathsAndRoots() {
        expect(#"[[1, 2], {"id": 3}]"#, at: "[1]", Parts.User(id: 3))
        expect(#"[[1, 2], {"id": 3}]"#, at: "[0][1]", 2)
        expect(#"[[1, 2], {"id": 3}]"#, at: "1.id", 3)
        expect("[[[[4]]]]", at: "[0][0][0][0]", 4)
        // The empty path is the whole document.
        expect(#"{"id": 3}"#, at: "", Parts.User(id: 3))
        expect(" 12 ", at: JSONPath(), 12)
        // Digits and indexes are keys of an object.
        expect(#"{"0": {"1": 5}}"#, at: "0.1", 5)
        expect(#"{"0": {"1": 5}}"#, at: "[0][1]", 5)
        // Keys may be given as components; escapes in the document are none in the path.
        expect(#"{"a": {"b": 1}, "a.b": {"": {"[0]": 2}}}"#, at: JSONPath([.key("a.b"), .key(""), .key("[0]")]), 2)
        expect(#"{"a\".\\b": [3, {"é": 4}]}"#, at: JSONPath([.key("a\".\\b"), .index(1), .key("é")]), 4)
        expect(#"{"\u0061": {"\u00e9\/": 5}}"#, at: "a.é/", 5)
    }

    /// If a key on the way comes twice, the last value counts.
    @Test func keysThatComeTwice() {
        expect(#"{"a": 1, "b": 0, "a": 2}"#, at: "a", 2)
        expect(#"{"a": {"b": 1}, "a": {"c": 0, "b": 2}}"#, at: "a.b", 2)
        expect(#"{"a": [1, 2], "a": [3, 4, 5]}"#, at: "a[1]", 4)
        expect(#"{"u": {"id": 1, "tags": ["x"], "boss": [{}]}, "u": {"name": "B"}}"#, at: "u", Parts.User(name: "B"))
        expect(#"{"u": {"id": 1}, "u": null}"#, at: "u", Parts.User?.none)
        expect(#"{"n": null, "n": 4}"#, at: "n", Int?.some(4))
        expect(#"{"l": [1, 2], "l": [3]}"#, at: "l", [3])
        expectError(Int.self, #"{"a": 1, "a": ^"x"}"#, at: "a", .mismatch, .typeMismatch, path: "a", "expected Int, found a string")
    }

    @Test func ofAKeyOnTheWayThatComesTwiceTheLastCountsThoughItHasNoPart() {
        for json in [#"{"a": {"b": 1}, "a": {}}^"#, #"{"a": {"b": 1}, "a": {"c": 2}}^"#, #"{"a": [[1]], "a": [[]]}^"#] {
            let path: JSONPath = json.contains("[") ? "a[0][0]" : "a.b"
            let message = "the document has nothing at the requested path"
            expectError(Int.self, json, at: path, .mismatch, .pathNotFound, path: path.description, message)
        }
    }

    /// What stands beside the part is nobody's: no unknown keys, no mismatch, nothing for a report.
    @Test func whatIsBesideThePartDoesNotMatter() throws {
        var options = DecodingOptions.strict
        (options.onUnknownKey, options.onMissing) = (.fail, .fail)
        expect(
            #"{"z": 1, "a": {"y": {}, "user": {"id": 1, "name": "", "tags": [], "boss": []}, "x": [null]}}"#, at: "a.user",
            Parts.User(id: 1, name: ""), options)
        var report = DecodingReport()
        let json = #"{"z": {"id": "x"}, "a": [0, {"id": "x", "tags": ["t", {}], "odd": 1}]}"#
        let user = try ModelDecoder().decode(Parts.User.self, from: json, at: "a[1]", report: &report)
        #expect(user == Parts.User(tags: ["t"]))
        #expect(
            report.issues.map { "\($0.path) \($0.offset) \($0.action.rawValue)" } == [
                "a[1].id 35 kept", "a[1].tags[1] 54 omitted", "a[1].odd 59 ignored",
            ])
    }

    // MARK: Not found

    @Test(arguments: [
        ("{}", "a"), ("[]", "a"), ("[]", "[0]"), ("[1, 2]", "[2]"), ("[1]", "[-1]"), ("7", "a"), ("null", "a"), (#""a""#, "a"),
        ("true ", "[0]"),
        (#"{"a": {"b": 1}}"#, "a.c"), (#"{"a": {"b": 1}}"#, "b"), (#"{"b": {"a": 1}, "c": [{"a": 1}]}"#, "a"), (#"{"a": 1}"#, "a.b"),
        // Null, or what is no container, on the way.
        (#"{"a": null}"#, "a.b"), (#"{"a": {"b": null, "c": 1}}"#, "a.b.c"), (#"{"a": "b"}"#, "a.b"), ("[null]", "[0].id"),
        ("[[], null]", "[1][0]"),
        // A name is none of an array.
        (#"{"a": [{"id": 1}]}"#, "a.id"), (#"[1, 2]"#, "01"), (#"{"A": 1, "a ": 2, "": 3}"#, "a"), ("{\"x\":\n [1,\n2]}\n", "x[5].y"),
    ])
    func whatIsNotThere(json: String, path: String) {
        let sought = JSONPath(stringLiteral: path)
        for options in [DecodingOptions.lenient, .strict] {
            let message = "the document has nothing at the requested path"
            expectError(Int.self, json + "^", at: sought, .mismatch, .pathNotFound, path: path, message, options)
            expectError(Parts.User?.self, json + "^", at: sought, .mismatch, .pathNotFound, path: path, message, options)
        }
    }

    /// A path of another syntax is one of this, and leads elsewhere.
    @Test(arguments: [
        ("$.data.name", #"["$"].data.name"#, "; a path begins at the root, which has no sign '$'"),
        ("/data/name", #"["/data/name"]"#, "; keys of a path are separated by dots, not by slashes"),
        ("data[x]", #"["data[x]"]"#, "; brackets of a path hold an index, as in a[0], or a key in quotes"),
        ("data[0", #"["data[0"]"#, "; brackets of a path hold an index, as in a[0], or a key in quotes"), ("$", #"["$"]"#, ""),
    ])
    func whatMayBeMeantIsSaid(path: String, written: String, hint: String) {
        expectError(
            Int.self, #"{"data": {"name": 7}}^"#, at: JSONPath(stringLiteral: path), .mismatch, .pathNotFound, path: written,
            "the document has nothing at the requested path" + hint)
    }

    // MARK: Errors

    @Test func errorsInsideAPartHaveTheirPlaceInTheWholeDocument() {
        func expect<T>(
            _ type: T.Type, _ marked: String, at sought: JSONPath, path: String, _ expected: String, _ found: String,
            _ code: ModelError.Code = .typeMismatch, location: Testing.SourceLocation = #_sourceLocation
        ) {
            let hint = code == .typeMismatch ? emptyHint(marked: marked) : ""
            expectError(
                type, marked, at: sought, .mismatch, code, path: path, "expected \(expected), found \(found)\(hint)", location: location)
        }
        expect(Parts.User.self, "{\n \"a\": [0,\n  {\"id\": ^\"7\"}]}", at: "a[1]", path: "a[1].id", "Int", "a string")
        expect(Parts.User.self, #"{"x": "\u00e9", "a": [{}, {"tags": ["é", ^1]}]}"#, at: "a[1]", path: "a[1].tags[1]", "String", "a number")
        expect(
            Parts.User.self, #"[[], {"boss": [{}, {"boss": [{"name": ^[]}]}]}]"#, at: "[1]", path: "[1].boss[1].boss[0].name", "String",
            "an array")
        expect([Parts.User].self, #"{"a": {"b": [{}, ^7]}}"#, at: "a.b", path: "a.b[1]", "User", "a number")
        expect([String: Int].self, #"{"a": {"b": {"k.l": ^true}}}"#, at: "a.b", path: #"a.b["k.l"]"#, "Int", "a boolean")
        expect(Parts.Shared.self, #"[{"k": {}}, {"k": {"id": 1, "name": ^false}}]"#, at: "[1]", path: "[1].k.name", "String", "a boolean")
        expect(Parts.Shared.self, #"{"s": {"ext": [{"far": ^""}]}}"#, at: "s", path: "s.ext[0].far", "Int", "a string")
        // The part itself does not fit: an error under every rule.
        expect(Int.self, #"{"a.b": [1, ^{}]}"#, at: JSONPath([.key("a.b"), .index(1)]), path: #"["a.b"][1]"#, "Int", "an object")
        expect(Parts.User.self, #"{"a": ^null}"#, at: "a", path: "a", "User", "null", .unexpectedNull)
        let message = "expected [Int], found a string"
        expectError([Int].self, "[0,\n ^\"[1]\"]", at: "[1]", .mismatch, .typeMismatch, path: "[1]", message, .lenient)
        let large = "expected Int8, found a number that it cannot hold"
        expectError(Int8.self, #"{"a": [^300, 1]}"#, at: "a[0]", .mismatch, .numberOutOfRange, path: "a[0]", large, .lenient)
        var shallow = DecodingOptions.lenient
        shallow.maximumDepth = 3
        let deep = "containers nested deeper than 3 (maximumDepth)"
        expectError([[Int]].self, #"{"a": {"b": [^[1]]}}"#, at: "a.b", .limit, .depthLimit, path: "a.b[0]", deep, shallow)
        expectError(Int.self, #"{"x": [[^[]]], "a": 1}"#, at: "a", .limit, .depthLimit, path: "", deep, shallow)
    }

    /// The whole document is JSON, or nothing of it is taken: before the part, inside it and behind it.
    @Test func theWholeDocumentIsChecked() {
        func expect(
            _ marked: String, at sought: JSONPath, _ code: ModelError.Code, path: String, _ message: String,
            location: Testing.SourceLocation = #_sourceLocation
        ) {
            for options in [DecodingOptions.lenient, .strict] {
                expectError(Parts.User.self, marked, at: sought, .syntax, code, path: path, message, options, location: location)
            }
        }
        let comma = "expected a value, found ']': JSON has no comma after the last element"
        expect(#"{"x": [1,^], "a": {"id": 1}}"#, at: "a", .unexpectedByte, path: "", comma)
        expect(
            "{\"x\": \"^\n\"}", at: "a", .controlCharacter, path: "",
            "the control character 0x0A must be escaped inside a string (DecodingOptions.acceptsControlCharacters takes it)")
        expect(#"{"a": {"id": 1, "name": ^@}}"#, at: "a", .unexpectedByte, path: "a.name", "expected a JSON token, found '@'")
        expect(#"{"a": {"id": 1}, "b": ^}"#, at: "a", .unexpectedByte, path: "", "expected a value, found '}'")
        expect(#"{"a": [{"id": 1}, {"id": 2}], "b": [{}, ^}]}"#, at: "a[1]", .unexpectedByte, path: "", "expected a value, found '}'")
        expect("{\"a\": {\"id\": 1}}\n ^x", at: "a", .trailingContent, path: "", "expected nothing after the value, found 'x'")
        expect(#"{"a": {"id": 1}^"#, at: "a", .unexpectedEnd, path: "a", "the input ends before the value does")
        expect("^", at: "a", .emptyInput, path: "", "the input holds no value")
    }

    /// An element of an array has the same path, whether it is sought by index or by digits, or the whole is decoded.
    @Test(arguments: ["[1]", "1"])
    func elementsHaveTheirIndexInPaths(sought: String) {
        let path = JSONPath(stringLiteral: sought)
        let message = "expected Int, found a string (emptyAsNull takes it as null)"
        expectError([Parts.User].self, #"[{}, {"id": ^""}]"#, at: "", .mismatch, .typeMismatch, path: "[1].id", message)
        expectError(Parts.User.self, #"[{}, {"id": ^""}]"#, at: path, .mismatch, .typeMismatch, path: "[1].id", message)
    }

    @Test func aFaultBehindTheElementIsNotInIt() {
        let message = "expected a value, found ']': JSON has no comma after the last element"
        expectError([Parts.User].self, #"[{"id": 1}, ^]"#, at: "", .syntax, .unexpectedByte, path: "[1]", message)
        expectError(Parts.User.self, #"[{"id": 1}, ^]"#, at: "[0]", .syntax, .unexpectedByte, path: "[1]", message)
    }
}
