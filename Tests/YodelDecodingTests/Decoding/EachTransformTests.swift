import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Eaches {
    struct Part: Model, Equatable { var n = 0 }

    struct Board: Model, Equatable {
        var names: [String] = ["z"]
        var ids: Set<Int>?
        var parts: ContiguousArray<Part> = []
        var gaps: [Int?] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "names": "data.topics", "ids": .keys("data.topics", writing: ""), "parts": "parts", "gaps": ["g", "G"],
            ]
            model.transforms = ["names": .each("name"), "ids": .each("meta.id"), "parts": .each("a.b"), "gaps": .each("x")]
        }
    }

    struct OfText: Model {
        var text = ""
        static func describe(_ model: inout ModelDescription) { model.transforms = ["text": .each("a")] }
    }
    struct OfAny: Model {
        var list: [Any] = []
        static func describe(_ model: inout ModelDescription) { model.transforms = ["list": .each("a")] }
    }
    struct ByIndex: Model {
        var list: [Int] = []
        static func describe(_ model: inout ModelDescription) { model.transforms = ["list": .each("a[0]")] }
    }
}

private typealias Board = Eaches.Board

@Suite("One value of each element")
struct EachTransformTests {
    private func every(_ json: String, _ expected: Board, _ options: DecodingOptions = .lenient) throws {
        #expect(try decodeWhole(Board.self, Array(json.utf8), options).get() == expected, "\(json)")
        for size in [1, 6] { #expect(try decodeInChunks(Board.self, Array(json.utf8), size: size, options).get() == expected, "\(json)") }
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(Board.self, from: value) == expected, "\(json)")
        var updated = Board()
        try ModelDecoder(options).update(&updated, from: json)
        #expect(updated == expected, "\(json)")
    }

    @Test func areRead() throws {
        for options in [DecodingOptions.lenient, .strict] {
            try every(
                #"{"data":{"topics":[{"name":"a","meta":{"id":1}},{"meta":{"id":2}},{"name":"b"},5,[]]}}"#,
                Board(names: ["a", "b"], ids: [1, 2]), options)
            try every(
                #"{"data":{"topics":[]},"parts":[{"a":{"b":{"n":1}}},{"a":{"b":{}}}]}"#,
                Board(names: [], ids: [], parts: [.init(n: 1), .init()]), options)
            try every(#"{"G":[{"x":1},{"x":null},{}]}"#, Board(gaps: [1, nil]), options)
            try every(#"{}"#, Board(), options)
        }
        try every(#"{"data":{"topics":null}}"#, Board())
        try every(#"{"g":[{"x":"1"},{"x":[]}]}"#, Board(gaps: [1]))
        try every(#"{"parts":{"a":{"b":{"n":1}}},"g":5}"#, Board())
    }

    @Test func errorsSayWhichElement() throws {
        for (json, code, path) in [
            (#"{"data":{"topics":[{"name":"a"},{"name":5}]}}"#, ModelError.Code.typeMismatch, "data.topics[1].name"),
            (#"{"parts":[{"a":{"b":{"n":[]}}}]}"#, .typeMismatch, "parts[0].a.b.n"), (#"{"parts":{}}"#, .typeMismatch, "parts"),
            (#"{"g":7}"#, .typeMismatch, "g"),
        ] {
            let error = decodeWhole(Board.self, Array(json.utf8), .strict).errorFields
            #expect(error?.code == code && error?.path == path, "\(json)")
            for size in [1, 4] { #expect(decodeInChunks(Board.self, Array(json.utf8), size: size, .strict).errorFields == error) }
        }
        var options = DecodingOptions.strict
        options.onInvalidElement = .omit
        #expect(try ModelDecoder(options).decode(Board.self, from: #"{"data":{"topics":[{"name":5},{"name":"b"}]}}"#).names == ["b"])
    }

    @Test func areWritten() throws {
        let board = Board(names: ["a", "b"], parts: [.init(n: 1)], gaps: [1, nil])
        let text = #"{"data":{"topics":[{"name":"a"},{"name":"b"}]},"parts":[{"a":{"b":{"n":1}}}],"g":[{"x":1},{"x":null}]}"#
        #expect(try board.jsonString() == text)
        #expect(try ModelDecoder(.strict).decode(Board.self, from: text).names == board.names)
        #expect(try Board(names: []).jsonString() == #"{"data":{"topics":[]},"parts":[],"g":[]}"#)
        var options = EncodingOptions.default
        options.isPretty = true
        #expect(try ModelDecoder(.strict).decode(Board.self, from: ModelEncoder(options).encodeToString(board)).parts == board.parts)
    }

    @Test func whatCannotBeOneIsAnError() {
        #expect(declarationFault(Eaches.OfText.self).contains("'text' of OfText takes a value of each element of an array"))
        #expect(declarationFault(Eaches.OfAny.self).contains("'list' of OfAny"))
        #expect(declarationFault(Eaches.ByIndex.self).contains("has to have keys and no index"))
    }
}
