import Dispatch
import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Foreign {
    /// No model.
    struct Inner: Codable, Equatable {
        var id: Int
        var table: [String: Int]?
        var names: [String: String]?
        var byNumber: [Int: String]?
    }

    struct Holder: Model, Equatable {
        var inner: Inner?
        var list: [Inner] = []
    }

    /// Keeps what it was decoded from.
    struct Lazy: Decodable {
        enum Keys: String, CodingKey { case name, at, inner }
        let decoder: any Decoder
        let members: KeyedDecodingContainer<Keys>
        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            members = try decoder.container(keyedBy: Keys.self)
        }
    }

    struct LazyHolder: Model {
        var lazies: [Lazy] = []
    }

    /// Takes what it finds.
    struct Values: Decodable, Equatable {
        var any: JSONValue
        var object: JSONObject
        var number: JSONNumber
        var raw: RawJSON
    }

    /// Decodes with a decoder of models while it is decoded.
    struct Nested: Decodable, Equatable {
        var holder: Holder
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            holder = try ModelDecoder().decode(Holder.self, from: text)
        }
        init(_ holder: Holder) { self.holder = holder }
    }

    struct Counted: Decodable { var someCount: Int }
    struct CountedHolder: Model { var counted: [Counted] = [] }
}

/// Types that decode themselves, inside of models and at their root.
@Suite("Codable types in models")
struct CodableInModelsTests {
    private func all<T: Equatable>(_ type: T.Type, _ json: String, _ expected: T, _ options: DecodingOptions = .strict) throws {
        #expect(try decodeWhole(type, Array(json.utf8), options).get() == expected)
        for size in [1, 7] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == expected) }
        let value = try ModelDecoder(options).decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(type, from: value) == expected)
    }

    @Test func ofEqualKeysTheLastCounts() throws {
        let inner = Foreign.Inner(id: 2, table: ["a": 3, "b": 2], names: ["x": "z"], byNumber: [1: "two"])
        let json = #"""
            {"id":"first","id":2,"table":{"a":"no number","b":2,"\u0061":3},"names":{"x":"y","x":"z"},"byNumber":{"1":"one","1":"two"}}
            """#
        try all(Foreign.Inner.self, json, inner)
        try all(
            Foreign.Holder.self, #"{"inner":\#(json),"list":[\#(json),{"id":1}]}"#,
            Foreign.Holder(inner: inner, list: [inner, Foreign.Inner(id: 1)]))
        var options = DecodingOptions.strict
        options.onDuplicateKey = .fail
        #expect(decodeWhole(Foreign.Holder.self, Array(#"{"inner":\#(json)}"#.utf8), options).errorFields?.code == .duplicateKey)
    }

    @Test func objectsOfManyKeys() throws {
        let members = (0..<300).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let table = Dictionary(uniqueKeysWithValues: (0..<300).map { ("k\($0)", $0) })
        try all(Foreign.Inner.self, #"{\#(members),"id":5,"table":{\#(members)}}"#, Foreign.Inner(id: 5, table: table))
    }

    @Test func whatIsKeptGoesOn() throws {
        var options = DecodingOptions()
        options.keyStyle = .custom { $0.uppercased() }
        options.numericDates = .epochSeconds
        let json = #"{"LAZIES":[{"NAME":"a\u0062","AT":5,"INNER":{"id":1}},{"NAME":"c","AT":6,"INNER":{"ID":2}}]}"#
        let lazies = try ModelDecoder(options).decode(Foreign.LazyHolder.self, from: json).lazies
        // Others use the same memory in between.
        for _ in 0..<20 { _ = try ModelDecoder().decode(Foreign.Inner.self, from: #"{"id":1,"names":{"a":"b"}}"#) }
        #expect(try lazies.map { try $0.members.decode(String.self, forKey: .name) } == ["ab", "c"])
        #expect(try lazies.map { try $0.members.decode(Date.self, forKey: .at).timeIntervalSince1970 } == [5, 6])
        #expect(try lazies.map { try $0.members.decode(Foreign.Inner.self, forKey: .inner).id } == [1, 2])
        #expect(lazies[1].decoder.codingPath.isEmpty)
    }

    @Test func jsonStaysWhatItIs() throws {
        let json = #"{"any":{"a":[1.50,"\u00e9",null,true]},"object":{"b":{}},"number":1e400,"raw":[ 1.0 ]}"#
        let made = try ModelDecoder(.strict).decode(Foreign.Values.self, from: json)
        #expect(made.any.text == #"{"a":[1.50,"é",null,true]}"# && made.object == ["b": [:]] && made.number.text == "1e400")
        #expect(made.raw.text == "[ 1.0 ]")
    }

    @Test func aDecoderInsideOfADecoder() throws {
        let inner = Foreign.Inner(id: 7, names: ["a": "b"])
        let text = #"{\"inner\":{\"id\":7,\"names\":{\"a\":\"b\"}}}"#
        try all(
            [Foreign.Nested].self, "[\"\(text)\",\"\(text)\"]", Array(repeating: Foreign.Nested(Foreign.Holder(inner: inner)), count: 2))
    }

    /// What no type asks for may be deeper than types are decoded.
    @Test func whatIsPassedOverMayBeDeep() throws {
        var options = DecodingOptions.strict
        options.onUnknownKey = .ignore
        options.maximumDepth = 2_000
        let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
        try all(Foreign.Holder.self, #"{"inner":{"other":\#(deep),"id":3}}"#, Foreign.Holder(inner: Foreign.Inner(id: 3)), options)
    }

    /// The error that a type throws has the type's own keys; the one around it has the document's.
    @Test func theCauseHasTheKeysOfTheType() {
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        let result = decodeWhole(Foreign.CountedHolder.self, Array(#"{"counted":[{"some_count":1},{"some_count":[]}]}"#.utf8), options)
        guard case .failure(let error) = result, case .typeMismatch(_, let context) = error.underlying as? DecodingError else {
            Issue.record("\(result)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["someCount"])
        #expect(error.path.description == "counted[1].some_count")
    }

    /// Threads do not share what they decode.
    @Test func manyThreads() {
        DispatchQueue.concurrentPerform(iterations: 64) { thread in
            let objects = (0..<50).map { #"{"id":\#(thread * 1_000 + $0),"table":{"n":\#($0)}}"# }
            let holder = try? ModelDecoder().decode(Foreign.Holder.self, from: #"{"list":[\#(objects.joined(separator: ","))]}"#)
            #expect(holder?.list.map(\.id) == (0..<50).map { thread * 1_000 + $0 })
            #expect(holder?.list.map(\.table) == (0..<50).map { ["n": $0] })
        }
    }
}
