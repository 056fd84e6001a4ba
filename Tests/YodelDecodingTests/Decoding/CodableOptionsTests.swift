import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Coded {
    struct Refusal: Error {}

    /// No model: read and written by what the compiler makes of it.
    struct Inner: Codable, Equatable {
        var userName: String?
        var at = Date(timeIntervalSince1970: 0)
        var raw = Data()
        var price: Decimal = 0
        var wide: UInt128 = 0
        var link: URL?
        var deep: [Deep]?
        var table: [String: Int]?
    }

    struct Deep: Codable, Equatable {
        var someCount = 0
        var kind = Kind.plainText
        enum Kind: Codable, Equatable {
            case plainText
            case withNumber(maxValue: Int)
        }
    }

    struct Outer: Model, Equatable {
        var inner: Inner?
        var list: [Inner] = []
        var byKey: [String: Inner] = [:]
        var userName = ""
        var at = Date(timeIntervalSince1970: 1)
    }

    struct Strict: Decodable {
        var number = 0
        var inner: [String: [Throwing]]?
        var dates: [Date]?
    }

    /// Throws an error of its own.
    struct Throwing: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PlaceKey.self)
            if try container.decode(Int.self, forKey: PlaceKey("n")) < 0 { throw Refusal() }
        }
    }

    struct Holder: Model {
        var own: Strict?
        var list: [Strict] = []
        var n = 1
        static func describe(_ model: inout ModelDescription) { model.keys = ["own": ["own", "ext.own"]] }
    }

    class Base: Codable {
        var baseValue = 1
        enum CodingKeys: String, CodingKey { case baseValue }
        required init(from decoder: any Decoder) throws {
            baseValue = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .baseValue)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(baseValue, forKey: .baseValue)
        }
        init() {}
    }

    /// Uses everything that containers have.
    final class Derived: Base {
        var words: [String] = []
        var pairs: [[Int]] = []
        var nothing = false
        enum Keys: String, CodingKey { case words, pairs, nothing, nested }
        enum Nested: String, CodingKey { case innerWord }
        var innerWord = ""
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .words)
            while !list.isAtEnd { words.append(try list.decodeNil() ? "nil" : list.decode(String.self)) }
            var outer = try container.nestedUnkeyedContainer(forKey: .pairs)
            while !outer.isAtEnd {
                var inner = try outer.nestedUnkeyedContainer()
                var pair: [Int] = []
                while !inner.isAtEnd { pair.append(try inner.decode(Int.self)) }
                pairs.append(pair)
            }
            nothing = try container.contains(.nothing) && container.decodeNil(forKey: .nothing)
            innerWord = try container.nestedContainer(keyedBy: Nested.self, forKey: .nested).decode(String.self, forKey: .innerWord)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var list = container.nestedUnkeyedContainer(forKey: .words)
            for word in words { if word == "nil" { try list.encodeNil() } else { try list.encode(word) } }
            var outer = container.nestedUnkeyedContainer(forKey: .pairs)
            for pair in pairs {
                var inner = outer.nestedUnkeyedContainer()
                for number in pair { try inner.encode(number) }
            }
            if nothing { try container.encodeNil(forKey: .nothing) }
            var nested = container.nestedContainer(keyedBy: Nested.self, forKey: .nested)
            try nested.encode(innerWord, forKey: .innerWord)
            try super.encode(to: container.superEncoder())
        }
    }
}

private typealias Outer = Coded.Outer
private typealias Holder = Coded.Holder

/// What the options say holds inside of types that decode themselves.
@Suite("Options and errors of Codable types")
struct CodableOptionsTests {
    private func all<T: Equatable>(_ type: T.Type, _ json: String, _ options: DecodingOptions, _ expected: T) throws {
        #expect(try decodeWhole(type, Array(json.utf8), options).get() == expected)
        for size in [1, 5] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == expected) }
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(type, from: value) == expected)
    }

    @Test func keyStyles() throws {
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        let deep = Coded.Deep(someCount: 3, kind: .withNumber(maxValue: 4))
        let inner = Coded.Inner(userName: "a", deep: [deep], table: ["some_key": 1, "someKey": 2])
        let json = """
            {"user_name":"a","at":"1970-01-01","raw":"","price":0,"wide":0,
             "deep":[{"some_count":3,"kind":{"with_number":{"max_value":4}}}],"table":{"some_key":1,"someKey":2}}
            """
        try all(Coded.Inner.self, json, options, inner)
        try all(
            Outer.self, #"{"inner":\#(json),"list":[\#(json)],"by_key":{"some_key":\#(json)},"user_name":"b"}"#, options,
            Outer(inner: inner, list: [inner], byKey: ["some_key": inner], userName: "b"))
        // Without a style nothing is found by another name, and a key that stands as it is is found under any.
        #expect(try ModelDecoder().decode(Outer.self, from: #"{"inner":{"user_name":"a"}}"#).inner == nil)
        let plain = #"{"userName":"a","at":"1970-01-01","raw":"","price":0,"wide":0}"#
        try all(Coded.Inner.self, plain, options, Coded.Inner(userName: "a"))
    }

    @Test func keysWithoutRegardToCase() throws {
        var options = DecodingOptions.strict
        options.ignoresKeyCase = true
        let json = #"{"USERNAME":"a","At":"1970-01-01","RAW":"","Price":0,"wide":0,"Table":{"aB":1,"AB":2}}"#
        try all(Coded.Inner.self, json, options, Coded.Inner(userName: "a", table: ["aB": 1, "AB": 2]))
    }

    @Test func datesAndData() throws {
        var options = DecodingOptions.strict
        options.numericDates = .epochSeconds
        options.dataFormat = .utf8
        func json(_ at: String) -> String { #"{"at":\#(at),"raw":"é","price":0,"wide":0}"# }
        let inner = Coded.Inner(at: Date(timeIntervalSince1970: 5.5), raw: Data("é".utf8))
        try all(Coded.Inner.self, json("5.5"), options, inner)
        try all(Outer.self, #"{"inner":\#(json("5.5")),"at":5}"#, options, Outer(inner: inner, at: Date(timeIntervalSince1970: 5)))
        options.numericDates = .epochMilliseconds
        try all(Coded.Inner.self, json("5500"), options, inner)
        try all(Coded.Inner.self, json("\"1970-01-01T00:00:05.5\""), options, inner)
        options.convertsTypes = true
        try all(Coded.Inner.self, json("\"5500\""), options, inner)
    }

    /// Numbers keep their digits, and types stay what the value is whatever is converted elsewhere.
    @Test func valuesAreExact() throws {
        let inner = Coded.Inner(
            price: Decimal(4) / Decimal(3), wide: .max, link: URL(string: "https://example.org/")!)
        let json = #"{"at":"1970-01-01","raw":"","price":\#(inner.price),"wide":\#(UInt128.max),"link":"https://example.org/"}"#
        try all(Coded.Inner.self, json, .strict, inner)
        try all(Coded.Inner.self, json, .lenient, inner)
        #expect(
            try ModelDecoder().decode(Outer.self, from: #"{"inner":\#(json.replacing("\"raw\":\"\"", with: "\"raw\":1"))}"#).inner == nil)
        func isRefused<T: Decodable>(_ type: T.Type, _ json: String) -> Bool {
            (try? ModelDecoder().decode(Alone<T>.self, from: json)) == nil
        }
        #expect(isRefused(Int.self, #"{"value":"1"}"#) && isRefused(Int8.self, #"{"value":128}"#) && isRefused(Int.self, #"{"value":1.5}"#))
        #expect(
            isRefused(Bool.self, #"{"value":1}"#) && isRefused(String.self, #"{"value":1}"#) && isRefused(Double.self, #"{"value":1e999}"#))
        #expect(
            isRefused(Float.self, #"{"value":1e39}"#) && isRefused(Decimal.self, #"{"value":"1"}"#) && isRefused(Date.self, #"{"value":1}"#)
        )
        #expect(isRefused(Data.self, #"{"value":"!"}"#) && !isRefused(Data.self, #"{"value":""}"#))
        #expect(isRefused(UUID.self, #"{"value":"x"}"#) && isRefused(URL.self, #"{"value":""}"#) && isRefused([Int].self, #"{"value":{}}"#))
        func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
            try ModelDecoder().decode(Alone<T>.self, from: #"{"value":\#(text)}"#).value
        }
        #expect(try value(Int.self, "2.0") == 2 && value(Int128.self, "-5") == -5 && value(Float16.self, "0.5") == 0.5)
        #expect(try value(JSONValue.self, #"{"a":[1.50]}"#).text == #"{"a":[1.50]}"#)
        #expect(try value(JSONNumber.self, "1.50").text == "1.50" && value(JSONObject.self, "{}") == [:])
        #expect(try value(Int?.self, "null") == nil && value([Int?].self, "[1,null]") == [1, nil])
        #expect(try value([Int: String].self, #"{"5":"a"}"#) == [5: "a"] && value(Set<Int>.self, "[1,1]") == [1])
    }

    private struct Alone<T: Decodable>: Decodable { var value: T }

    /// The containers inside each other, nil, super and the rest of what a decoder has.
    @Test func everyContainer() throws {
        let json = #"{"words":["a",null],"pairs":[[1,2],[]],"nothing":null,"nested":{"innerWord":"w"},"super":{"baseValue":7}}"#
        let value = try ModelDecoder(.strict).decode(Coded.Derived.self, from: json)
        #expect(
            value.words == ["a", "nil"] && value.pairs == [[1, 2], []] && value.nothing && value.innerWord == "w" && value.baseValue == 7)
        #expect(try ModelEncoder().encodeToString(value) == json)
    }

    // MARK: Errors

    @Test(
        arguments: [
            (#"{"own":{"number":"x"}}"#, .typeMismatch, "own.number", "expected Int, found a string"),
            (#"{"own":{"number":null}}"#, .unexpectedNull, "own.number", "expected Int, found null"),
            (#"{"own":{}}"#, .missingKey, "own.number", "expected a value for a key of Strict, found none"),
            (#"{"own":{"number":1.5}}"#, .invalidValue, "own.number", "expected Int, found a number that is not a valid one"),
            (
                #"{"own":{"number":1,"dates":["1970-01-01","x"]}}"#, .invalidValue, "own.dates[1]",
                "expected Date, found a string that is not a valid one"
            ), (#"{"own":{"number":1,"inner":{"a.b":[{}]}}}"#, .missingKey, #"own.inner["a.b"][0].n"#, nil),
            (#"{"own":{"number":1,"inner":{"a":{}}}}"#, .typeMismatch, "own.inner.a", "expected an array, found an object"),
            (#"{"list":[{"number":1},{"number":[]}]}"#, .typeMismatch, "list[1].number", "expected Int, found an array"),
            (#"{"ext":{"own":{"number":"x"}}}"#, .typeMismatch, "ext.own.number", "expected Int, found a string"),
            (#"{"own":[]}"#, .invalidValue, "own", "expected Strict?, found an array that is not a valid one"),
        ] as [(String, ModelError.Code, String, String?)])
    func theCauseAndItsPlace(json: String, code: ModelError.Code, path: String, message: String?) throws {
        let bytes = Array(json.utf8)
        let result = decodeWhole(Holder.self, bytes, .strict)
        guard case .failure(let error) = result else {
            Issue.record("no error: \(json)")
            return
        }
        #expect(error.category == .mismatch && error.code == code && error.path.description == path)
        if let message { #expect(error.message == message) }
        #expect(error.underlying is DecodingError)
        for size in [1, 4] { #expect(decodeInChunks(Holder.self, bytes, size: size, .strict).errorFields == result.errorFields) }
        // Leniently the property keeps its value and the report has the place.
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            var report = DecodingReport()
            let holder = try ModelDecoder(.lenient(tokenizer)).decode(Holder.self, from: bytes, report: &report)
            #expect(holder.own == nil && holder.list.count <= 1)
            #expect(report.issues.map(\.path.description) == [path] && report.issues.first?.code == code)
        }
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func anErrorOfItsOwnHasItsPlace(options: DecodingOptions) {
        let json = Array(#"{"own":{"number":1,"inner":{"a":[{"n":1},{"n":-1}]}}}"#.utf8)
        guard case .failure(let error) = decodeWhole(Holder.self, json, options) else {
            Issue.record("no error")
            return
        }
        #expect(error.category == .custom && error.code == .modelCodeFailed && error.underlying is Coded.Refusal)
        #expect(error.path.description == "own.inner.a[1]" && error.offset == 7)
    }

    /// The path is the document's: its keys, not the type's.
    @Test func thePathHasTheKeysOfTheDocument() {
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        let json = Array(#"{"inner":{"user_name":"a","at":"1970-01-01","raw":"","price":0,"wide":0,"deep":[{"some_count":""}]}}"#.utf8)
        let error = decodeWhole(Outer.self, json, options).errorFields
        #expect(error?.path == "inner.deep[0].some_count" && error?.code == .typeMismatch)
        let missing = decodeWhole(
            Outer.self, Array(#"{"inner":{"user_name":"a","at":"1970-01-01","raw":"","price":0,"wide":0,"deep":[{}]}}"#.utf8), options)
        #expect(missing.errorFields?.path == "inner.deep[0].some_count" && missing.errorFields?.code == .missingKey)
    }

    /// A type that is nested without end stops before the stack does.
    @Test func theDepthIsLimited() {
        indirect enum Tree: Decodable {
            case leaf, node(Tree)
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                self = container.isAtEnd ? .leaf : .node(try container.decode(Tree.self))
            }
        }
        var options = DecodingOptions.strict
        options.maximumDepth = 2_000
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(decodeWhole(Tree.self, Array(deep.utf8), options).errorFields?.category == .mismatch)
        let shallow = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(decodeWhole(Tree.self, Array(shallow.utf8), options).errorFields == nil)
    }
}
