import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// RFC 6901: its text, its examples on values and on bytes, and what is found in documents of every layout.

@Suite("JSON pointers")
struct JSONPointerTests {
    /// Section 5 of the RFC.
    private static let example = #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
        """#
    private static let answers: [(JSONPointer, String)] = [
        ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
        ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
    ]

    private func value(_ json: String) throws -> JSONValue { try ModelDecoder().decode(JSONValue.self, from: json) }

    @Test func theExamplesOfTheRFC() throws {
        let document = try value(Self.example)
        for (pointer, expected) in Self.answers {
            #expect(try document[pointer: pointer] == value(expected), "\(pointer)")
            #expect(try ModelDecoder().find([pointer], in: Self.example) == [RawJSON(json: expected)], "\(pointer)")
        }
        #expect(document[pointer: ""] == document)
        let all = try ModelDecoder().find(Self.answers.map(\.0) + [""], in: Self.example)
        #expect(all.map { $0?.text } == Self.answers.map(\.1) + [Self.example])
    }

    @Test(arguments: ["", "/", "//", "/a/b", "/~0", "/~1", "/~01", "/a~1b~0", "/\u{e9}"])
    func textsThatArePointers(_ text: String) throws {
        let pointer = try #require(JSONPointer(String(text)))
        #expect(pointer.text == text && pointer.description == text && JSONPointer(tokens: pointer.tokens) == pointer)
    }

    @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "/~/", " /a", "#/a"])
    func textsThatAreNone(_ text: String) {
        #expect(JSONPointer(String(text)) == nil)
    }

    @Test func tokens() {
        #expect(JSONPointer("/a~1b/~01/").tokens == ["a/b", "~1", ""])
        #expect(JSONPointer(JSONPath([.key("a.b/c"), .index(3), .key("")])).text == "/a.b~1c/3/")
        // As keys, by their bytes.
        #expect(JSONPointer("/\u{e9}") != JSONPointer("/e\u{301}") && Set<JSONPointer>(["/a", "/a", "/b"]).count == 2)
    }

    @Test(.early) func aLiteralThatIsNoPointerIsAProgrammersMistake() async {
        await #expect(processExitsWith: .failure) { _ = "a" as JSONPointer }
    }

    /// Each pointer finds on bytes what it finds on the value, whatever else is asked for.
    @Test func bytesAndValuesAgree() throws {
        let documents = [
            #"{"a":{"b":[1,{"c":null},[]],"0":"x","":{"":true}},"b":"s","c":[[1,2],[3]]}"#, "[]", "{}", "7", #""text""#, "null",
            #" [ {"a" : [0 , 1.50] , "b" :"\u0041" } , [ ] , [[[ ]]] ] "#, #"{"\u0061":{"\/":1}}"#,
        ]
        let pointers: [JSONPointer] = [
            "", "/a", "/a/b", "/a/b/0", "/a/b/1/c", "/a/b/2", "/a/b/3", "/a/b/-", "/a/b/00", "/a/0", "/a/", "/a//", "/b", "/b/0", "/c/1/0",
            "/0", "/0/a", "/0/a/1", "/0/b", "/1", "/2/0/0", "/a/~1", "/none", "/a/b/18446744073709551616", "/a/b/-1", "/a/b/+1", "/a/b/1 ",
        ]
        for document in documents {
            let value = try value(document)
            let expected = pointers.map { value[pointer: $0] }
            #expect(try ModelDecoder().find(pointers, in: document).map { $0?.value } == expected, "\(document)")
            #expect(try ModelDecoder().find(pointers.reversed(), in: Data(document.utf8)).map { $0?.value } == expected.reversed())
            #expect(try ModelDecoder().find(pointers + pointers, in: Array(document.utf8)).map { $0?.value } == expected + expected)
            let raw = try RawJSON(json: document)
            #expect(raw.find(pointers).map { $0?.value } == expected)
            for (pointer, expected) in zip(pointers, expected) {
                #expect(raw[pointer: pointer]?.value == expected)
                #expect(try ModelDecoder().find([pointer], in: document)[0]?.value == expected)
            }
        }
        #expect(try ModelDecoder().find([], in: "[1]").isEmpty)
    }

    @Test func theBytesAreThoseOfTheDocument() throws {
        let found = try ModelDecoder().find(["/a", "/a/1"], in: #" {"a" : [ 1.50,"\u0041" ] , "b":[{}]} "#)
        #expect(found.map { $0?.text } == [#"[ 1.50,"\u0041" ]"#, #""\u0041""#])
    }

    @Test func ofAKeyThatComesTwiceTheLastCounts() throws {
        let document = #"{"a":{"b":1,"c":2},"x":[{"a":1},{"a":2,"a":3}],"a":{"b":3}}"#
        let pointers: [JSONPointer] = ["/a/b", "/a/c", "/x/1/a"]
        #expect(try ModelDecoder().find(pointers, in: document).map { $0?.text } == ["3", nil, "3"])
        var options = DecodingOptions()
        options.onDuplicateKey = .fail
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).find(["/a/b"], in: document) }
        #expect(error?.code == .duplicateKey && error?.path == "a" && error?.offset == 47)
        let inner = #expect(throws: ModelError.self) { try ModelDecoder(options).find(["/x/1/a"], in: document) }
        #expect(inner?.code == .duplicateKey && inner?.path == "x[1].a")
    }

    /// Every byte is checked, and what is wrong is said as by every other decode.
    @Test func whatIsRefused() throws {
        let documents = [
            "", "[", #"{"a":1"#, #"{"a":1,}"#, "[1] 2", #"{"a" 1}"#, #"{"b":[01],"a":1}"#, #"{"a":1,"b":"\x"}"#, #"{"a":[1}"#,
            #"[{"a":tru}]"#, "\u{2}",
            "[\u{2}]",
        ]
        for document in documents {
            let expected = #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, from: document) }
            for pointers in [["/a"], ["/0/a", "/b"], [""], []] as [[JSONPointer]] {
                let error = #expect(throws: ModelError.self) { try ModelDecoder().find(pointers, in: document) }
                #expect(error?.code == expected?.code && error?.offset == expected?.offset, "\(document)")
            }
        }
        let bytes = Array(#"{"a":"_"}"#.utf8).map { $0 == UInt8(ascii: "_") ? 0xFF : $0 }
        #expect(throws: ModelError.self) { try ModelDecoder().find(["/b"], in: bytes) }
    }

    @Test func limits() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let place = JSONPointer(tokens: Array(repeating: "0", count: 511))
        #expect(try ModelDecoder().find([place, ""], in: deep).map { $0?.bytes.count } == [2, 1024])
        for pointers in [[], ["/0/0"], [JSONPointer(tokens: Array(repeating: "0", count: 600))]] {
            let error = #expect(throws: ModelError.self) { try ModelDecoder().find(pointers, in: "[\(deep)]") }
            #expect(error?.code == .depthLimit)
        }
        var options = DecodingOptions()
        options.maximumTokenBytes = 4
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).find(["/a"], in: #"{"a":1,"b":"12345"}"#) }
        #expect(error?.code == .tokenLimit)
    }
}

// RFC 7396.

@Suite("Merge patches")
struct MergePatchTests {
    /// Appendix A of the RFC.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#), (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#), (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        // Beyond it.
        (#"{"a":{"x":1},"b":2}"#, #"{"a":{}}"#, #"{"a":{"x":1},"b":2}"#),
        (#"{"a":1}"#, #"{"a":[null,{"b":null}]}"#, #"{"a":[null,{"b":null}]}"#),
        ("null", "{}", "{}"),
    ])
    func theExamplesOfTheRFC(_ original: String, _ patch: String, _ expected: String) throws {
        func value(_ json: String) throws -> JSONValue { try ModelDecoder().decode(JSONValue.self, from: json) }
        var changed = try value(original)
        changed.mergePatch(try value(patch))
        #expect(changed.text == expected)
        #expect(try value(original).mergePatched(value(patch)).text == expected)
    }

    @Test func theOriginalStays() {
        let original: JSONValue = ["a": ["b": 1, "c": 2]]
        #expect(original.mergePatched(["a": ["b": nil]]) == ["a": ["c": 2]])
        #expect(original == ["a": ["b": 1, "c": 2]])
    }

    /// A patch of many members takes time linear in them: each step changes the object in place.
    @Test(.slow) func manyMembers() {
        let count = triesFewerCases ? 20_000 : 50_000
        var value = JSONValue.object(JSONObject((0..<count).map { (key: "k\($0)", value: ["x": 1]) }))
        value.mergePatch(.object(JSONObject((0..<count).map { (key: "k\($0)", value: $0 % 2 == 0 ? .null : ["y": 2]) })))
        #expect(value.objectValue?.count == count / 2 && value["k1"] == ["x": 1, "y": 2])
    }
}
