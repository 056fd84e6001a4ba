import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Text {
    struct Payload: Model, Equatable {
        var id = 0
        var userName = ""
        var at: Date?
    }

    struct Message: Model, Equatable {
        var one = Payload(id: 9)
        var maybe: Payload?
        var list: [Payload] = []
        var table: [String: Int]?
        var value: JSONValue?
        var inner: Nested?
        var number = 5
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["maybe": "ext.maybe"]
            model.transforms = Dictionary(
                uniqueKeysWithValues: ["one", "maybe", "list", "table", "value", "inner", "number"].map { ($0, .jsonText) })
        }
    }

    /// Texts inside of texts.
    final class Nested: Model, Equatable {
        var next: Nested?
        var n = 0
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.transforms = ["next": .jsonText] }
        static func == (left: Nested, right: Nested) -> Bool { left.n == right.n && left.next == right.next }
    }
}

private typealias Message = Text.Message

@Suite("JSON texts inside of strings")
struct TextTransformTests {
    @Test(arguments: [DecodingOptions.lenient, .strict])
    func areReadAndWritten(options: DecodingOptions) throws {
        let nested = Text.Nested()
        nested.n = 1
        nested.next = Text.Nested()
        nested.next?.n = 2
        let message = Message(
            one: .init(id: 1, userName: "é\"/"), maybe: .init(id: 2), list: [.init(id: 3), .init(id: 4)], table: ["a": 1], value: [1, "x"],
            inner: nested, number: 6)
        let json = try ModelEncoder().encodeToBytes(message)
        let value = try ModelEncoder().encodeValue(message)
        #expect(value["list"]?.stringValue == #"[{"id":3,"userName":""},{"id":4,"userName":""}]"#)
        #expect(value["ext"]?["maybe"]?.stringValue == #"{"id":2,"userName":""}"# && value["number"]?.stringValue == "6")
        #expect(value["inner"]?.stringValue == #"{"next":"{\"n\":2}","n":1}"#)
        #expect(try decodeWhole(Message.self, json, options).get() == message)
        for size in [1, 7] { #expect(try decodeInChunks(Message.self, json, size: size, options).get() == message) }
        #expect(try decodeWhole(Message.self, Array(#"{"maybe":null,"table":null,"value":"null"}"#.utf8), options).get().value?.text == nil)
    }

    @Test func theOptionsAreTheDocuments() throws {
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        options.numericDates = .epochSeconds
        let json = #"{"one":"{\"user_name\":\"a\",\"at\":5}"}"#
        let expected = Message(one: .init(userName: "a", at: Date(timeIntervalSince1970: 5)))
        #expect(try decodeWhole(Message.self, Array(json.utf8), options).get() == expected)
        var writing = EncodingOptions.default
        (writing.keyStyle, writing.dateFormat, writing.isPretty) = (.snakeCase, .epochSeconds, true)
        let text = try ModelEncoder(writing).encodeToString(expected)
        #expect(text.contains(#""one" : "{\"id\":0,\"user_name\":\"a\",\"at\":5}""#))
        #expect(try ModelDecoder(options).decode(Message.self, from: text) == expected)
    }

    @Test(
        arguments: [
            (#"{"one":"{\"id\":\"x\"}"}"#, .invalidValue, "one.id"), (#"{"one":"{\"id\":1"}"#, .invalidValue, "one.id"),
            (#"{"list":"[{},{\"id\":[]}]"}"#, .invalidValue, "list[1].id"), (#"{"one":""}"#, .invalidValue, "one"),
            (#"{"one":{"id":1}}"#, .typeMismatch, "one"), (#"{"number":5}"#, .typeMismatch, "number"),
            (#"{"ext":{"maybe":"[]"}}"#, .invalidValue, "ext.maybe"), (#"{"one":"{} x"}"#, .invalidValue, "one"),
        ] as [(String, ModelError.Code, String)])
    func whatIsNone(json: String, code: ModelError.Code, path: String) throws {
        let bytes = Array(json.utf8)
        let result = decodeWhole(Message.self, bytes, .strict)
        guard case .failure(let error) = result else {
            Issue.record("no error: \(json)")
            return
        }
        #expect(error.category == .mismatch && error.code == code && error.path.description == path)
        #expect((error.underlying is ModelError) == (code == .invalidValue))
        for size in [1, 5] { #expect(decodeInChunks(Message.self, bytes, size: size, .strict).errorFields == result.errorFields) }
        var report = DecodingReport()
        let message = try ModelDecoder().decode(Message.self, from: json, report: &report)
        #expect(message.number == 5 && message.maybe == nil)
        #expect(report.issues.first?.path.description == path)
    }

    /// Containers of texts inside of texts count together.
    @Test func theDepthIsTheDocuments() throws {
        var options = DecodingOptions.strict
        options.maximumDepth = 3
        #expect(try ModelDecoder(options).decode(Message.self, from: #"{"value":"[1]"}"#).value == [1])
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Message.self, from: #"{"value":"[[1]]"}"#) }
        #expect((error?.underlying as? ModelError)?.code == .depthLimit)
    }
}
