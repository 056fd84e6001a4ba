import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum TypedRests {
    struct Part: Model, Equatable {
        var n = 0
        var more: [String: Bool] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys = ["more": .rest] }
    }

    struct Counts: Model, Equatable {
        var id = 0
        var counts: [String: Int] = ["old": 1]
        static func describe(_ model: inout ModelDescription) { model.keys = ["counts": .rest] }
    }

    struct Parts: Model, Equatable {
        var id = 0
        var parts: [String: Part]?
        static func describe(_ model: inout ModelDescription) { model.keys = ["parts": .rest] }
    }

    struct Gaps: Model, Equatable {
        var gaps: [String: Int64?] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys = ["gaps": .rest] }
    }

    struct Listed: BaseModel, Equatable {
        let id: Int
        let dates: [String: Date]
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("dates", \.dates, keys: .rest)
            return ModelForm(properties)
        }
    }

    struct Outer: Model, Equatable {
        var name = ""
        var counts = Counts()
        static func describe(_ model: inout ModelDescription) { model.keys = ["counts": .flattened] }
    }
}

private typealias Counts = TypedRests.Counts
private typealias Parts = TypedRests.Parts

@Suite("Rests whose values have a type of their own")
struct TypedRestTests {
    private func every<T: Model & Equatable>(_ type: T.Type, _ json: String, _ expected: T, _ options: DecodingOptions = .lenient) throws {
        #expect(try decodeWhole(type, Array(json.utf8), options).get() == expected, "\(json)")
        for size in [1, 6] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == expected, "\(json)") }
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(type, from: value) == expected, "\(json)")
    }

    @Test func areRead() throws {
        for options in [DecodingOptions.lenient, .strict] {
            try every(Counts.self, #"{"a":1,"id":7,"b":2,"a":3}"#, Counts(id: 7, counts: ["a": 3, "b": 2]), options)
            try every(Counts.self, "{}", Counts(counts: [:]), options)
            try every(
                Parts.self, #"{"x":{"n":1,"t":true},"id":2,"y":{}}"#,
                Parts(id: 2, parts: ["x": .init(n: 1, more: ["t": true]), "y": .init()]), options)
            try every(Parts.self, #"{"id":2}"#, Parts(id: 2), options)
            try every(
                TypedRests.Gaps.self, #"{"a":null,"b":9007199254740993}"#, .init(gaps: ["a": nil, "b": 9_007_199_254_740_993]), options)
            try every(
                TypedRests.Outer.self, #"{"a":1,"name":"n","id":2}"#, .init(name: "n", counts: Counts(id: 2, counts: ["a": 1])), options)
            let listed = try ModelDecoder(options).decode(TypedRests.Listed.self, from: #"{"a":"1970-01-02","id":1}"#)
            #expect(listed == TypedRests.Listed(id: 1, dates: ["a": Date(timeIntervalSince1970: 86400)]))
        }
    }

    @Test func convertAsOtherValuesDo() throws {
        try every(Counts.self, #"{"a":"1","b":true,"c":null,"d":"x","e":[]}"#, Counts(counts: ["a": 1, "b": 1, "c": 0]))
        var report = DecodingReport()
        _ = try ModelDecoder().decode(Counts.self, from: #"{"a":1,"d":"x","e":[]}"#, report: &report)
        #expect(report.issues.map(\.path.description) == ["d", "e"])
        #expect(report.issues.map(\.offset) == [11, 19] && report.issues.allSatisfy { $0.action == .omitted })
    }

    @Test func whatDoesNotFitIsAnErrorWhereItStands() throws {
        for (json, path, offset) in [
            (#"{"id":1,"a":"x"}"#, "a", 12), (#"{"id":1,"a":2,"b":[1],"c":"y"}"#, "b", 18),
        ] {
            let error = decodeWhole(Counts.self, Array(json.utf8), .strict).errorFields
            #expect(error?.category == .mismatch && error?.path == path && error?.offset == offset, "\(json)")
            for size in [1, 4] { #expect(decodeInChunks(Counts.self, Array(json.utf8), size: size, .strict).errorFields == error) }
            var options = DecodingOptions.strict
            options.onInvalidElement = .omit
            #expect(decodeWhole(Counts.self, Array(json.utf8), options).errorFields == nil)
        }
        let error = decodeWhole(Parts.self, Array(#"{"x":{"n":[]}}"#.utf8), .strict).errorFields
        #expect(error?.path == "x.n" && error?.offset == 5)
    }

    @Test func updatesSetTheKeysOfTheDocument() throws {
        var counts = Counts(id: 1, counts: ["a": 1, "b": 2])
        try ModelDecoder().update(&counts, from: #"{"b":3,"c":4}"#)
        #expect(counts == Counts(id: 1, counts: ["a": 1, "b": 3, "c": 4]))
        try ModelDecoder().update(&counts, from: #"{"id":2}"#)
        #expect(counts == Counts(id: 2, counts: ["a": 1, "b": 3, "c": 4]))
        var parts = Parts()
        try ModelDecoder().update(&parts, from: #"{"x":{"n":1}}"#)
        #expect(parts.parts == ["x": .init(n: 1)])
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&parts, from: #"{"x":{"n":2},"y":5}"#) }
        #expect(parts.parts == ["x": .init(n: 1)])
    }

    @Test func areWritten() throws {
        #expect(try Counts(id: 1, counts: ["a": 2]).jsonString() == #"{"id":1,"a":2}"#)
        #expect(try Counts(id: 1, counts: [:]).jsonString() == #"{"id":1}"# && Parts(id: 1).jsonString() == #"{"id":1}"#)
        #expect(try Parts(parts: ["x": .init(n: 1, more: ["t": true])]).jsonString() == #"{"id":0,"x":{"n":1,"t":true}}"#)
        #expect(try TypedRests.Gaps(gaps: ["a": nil]).jsonString() == #"{"a":null}"#)
        var options = EncodingOptions.default
        (options.sortsKeys, options.largeIntegers) = (true, .string)
        #expect(
            try ModelEncoder(options).encodeToString(Parts(parts: ["z": .init(), "a": .init(n: 9_007_199_254_740_993)]))
                == #"{"a":{"n":"9007199254740993"},"id":0,"z":{"n":0}}"#)
        let error = #expect(throws: ModelError.self) { try Counts(counts: ["id": 2]).jsonString() }
        #expect(error?.path.description == "id")
        let listed = TypedRests.Listed(id: 1, dates: ["a": Date(timeIntervalSince1970: 0)])
        #expect(try listed.jsonString() == #"{"id":1,"a":"1970-01-01T00:00:00+0000"}"#)
    }

    @Test func aSchemaHasTheirType() throws {
        let schema = try JSONSchema(of: Counts.self).value.text
        #expect(schema.contains(#""additionalProperties":{"type":"integer""#), "\(schema)")
    }
}

extension LifetimeTests {
    @Suite struct TypedRestLifetimeTests {
        @Test func objectsDieOnce() throws {
            let before = Tracked.living
            try replaceAndFail()
            #expect(Tracked.living == before)
        }

        private func replaceAndFail() throws {
            struct Holders: Model {
                var id = 0
                var holders: [String: TrackedHolder] = [:]
                static func describe(_ model: inout ModelDescription) { model.keys = ["holders": .rest] }
            }
            var model = try ModelDecoder().decode(Holders.self, from: #"{"a":{"title":"a"},"b":{"title":"b"},"a":{"title":"c"}}"#)
            #expect(model.holders.mapValues(\.title) == ["a": "c", "b": "b"])
            try ModelDecoder().update(&model, from: #"{"b":{"title":"d"},"c":{}}"#)
            #expect(model.holders.mapValues(\.title) == ["a": "c", "b": "d", "c": ""])
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Holders.self, from: #"{"a":{"title":"a"},"b":5}"#) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&model, from: #"{"a":{"title":"x"},"b":{"pair":5}}"#) }
            #expect(model.holders.count == 3)
        }
    }
}
