import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Arrays {
    /// By the order of declaration.
    struct Point: Model, Equatable {
        var x = 0
        var y = 7
        var name: String?
        static func describe(_ model: inout ModelDescription) { model.isArray = true }
    }

    /// By indexes, with gaps, alternatives and paths.
    struct Row: Model, Equatable {
        var last = ""
        var first = 0
        var inner: Double?
        var points: [Point] = []
        var hidden = 1
        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.ignored = ["hidden"]
            model.keys = ["last": ["[4]", "5"], "first": "0", "inner": "2.deep[1]", "points": "1"]
        }
    }

    struct Holder: Model, Equatable {
        var point = Point()
        var maybe: Point?
        var table: [String: Point] = [:]
        static func describe(_ model: inout ModelDescription) { model.transforms = ["maybe": .oneOrMany] }
    }

    struct Required: Model, Equatable, ValidatedModel {
        var id = 0
        var name = ""
        struct Bad: Error {}
        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.required = ["name"]
        }
        func validate() throws { if id < 0 { throw Bad() } }
    }

    struct Listed: BaseModel, Equatable {
        let id: Int
        let name: String
        var size = 3
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("name", \.name)
            properties.add("size", \.size, default: 3)
            return ModelForm(properties)
        }
        static func describe(_ model: inout ModelDescription) { model.isArray = true }
    }

    struct Named: Model {
        var x = 0
        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.keys = ["x": "x"]
        }
    }
    final class Instance: Model {
        var x = 0
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.isArray = true }
    }
    struct WithRest: Model {
        var rest: [String: JSONValue] = [:]
        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.keys = ["rest": .rest]
        }
    }
    struct Seen: WillEncodeModel {
        var x = 0
        static func describe(_ model: inout ModelDescription) { model.isArray = true }
        func willEncode(into object: inout JSONObject) throws {}
    }
    struct Around: Model {
        var point = Point()
        static func describe(_ model: inout ModelDescription) { model.keys = ["point": .flattened] }
    }
}

private typealias Point = Arrays.Point
private typealias Row = Arrays.Row

@Suite("Models that are arrays")
struct ArrayModelTests {
    private func every<T: BaseModel & Equatable>(_ type: T.Type, _ json: String, _ expected: T, _ options: DecodingOptions = .lenient)
        throws
    {
        #expect(try decodeWhole(type, Array(json.utf8), options).get() == expected, "\(json)")
        for size in [1, 5] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == expected, "\(json)") }
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(type, from: value) == expected, "\(json)")
    }

    @Test func areRead() throws {
        for options in [DecodingOptions.lenient, .strict] {
            try every(Point.self, #"[1,2,"a"]"#, Point(x: 1, y: 2, name: "a"), options)
            try every(Point.self, #"[1,2,null,[],{"a":1}]"#, Point(x: 1, y: 2), options)
            try every(Point.self, "[1]", Point(x: 1), options)
            try every(Point.self, "[]", Point(), options)
            try every(
                Row.self, #"[5,[[1],[2,3]],{"deep":[0,1.5]},null,"z"]"#,
                Row(last: "z", first: 5, inner: 1.5, points: [Point(x: 1), Point(x: 2, y: 3)]), options)
            try every(
                Arrays.Holder.self, #"{"point":[1],"maybe":[2,3],"table":{"k":[4]}}"#,
                .init(point: Point(x: 1), maybe: Point(x: 2, y: 3), table: ["k": Point(x: 4)]), options)
            try every(Arrays.Required.self, #"[1,"n"]"#, .init(id: 1, name: "n"), options)
            try every(Arrays.Listed.self, #"[1,"n"]"#, .init(id: 1, name: "n"), options)
        }
        try every(Row.self, #"[null,null,null,null,null,"y"]"#, Row(last: "y"))
        try every(Point.self, #"["1",true]"#, Point(x: 1, y: 1))
    }

    @Test func areRecordsAndColumns() throws {
        let text = "[1,2,\"a\"]\n[3]\n"
        var reader = try ModelReader(Point.self, framing: .lines)
        var points: [Point] = []
        try reader.read(text) { record in points.append(try record.get()) }
        try reader.finish { record in points.append(try record.get()) }
        #expect(points == [Point(x: 1, y: 2, name: "a"), Point(x: 3)])
        var columns = try ColumnReader(Point.self)
        var names: [String?] = []
        func take(_ batch: ColumnBatch) {
            for row in 0..<batch.rowCount { names.append(batch.columns[2].text(row)) }
        }
        try columns.read(text, each: take)
        try columns.finish(each: take)
        #expect(names == ["a", nil])
    }

    @Test func updatesChangeWhatComes() throws {
        var holder = Arrays.Holder(point: Point(x: 1, y: 2, name: "n"))
        try ModelDecoder().update(&holder, from: #"{"point":[5]}"#)
        #expect(holder.point == Point(x: 5, y: 2, name: "n"))
    }

    @Test(
        arguments: [
            (#"{"point":{"x":1}}"#, .typeMismatch, "point"), (#"{"point":[1,"x"]}"#, .typeMismatch, "point.1"),
            (#"{"table":{"k":5}}"#, .typeMismatch, "table.k"), (#"{"point":[1,[]]}"#, .typeMismatch, "point.1"),
        ] as [(String, ModelError.Code, String)])
    func whatDoesNotFit(json: String, code: ModelError.Code, path: String) {
        let bytes = Array(json.utf8)
        let error = decodeWhole(Arrays.Holder.self, bytes, .strict).errorFields
        #expect(error?.code == code && error?.path.replacing("[1]", with: ".1") == path, "\(String(describing: error))")
        for size in [1, 4] { #expect(decodeInChunks(Arrays.Holder.self, bytes, size: size, .strict).errorFields == error) }
    }

    @Test func objectsInTheirPlacesAreLeftOut() throws {
        let json = #"{"point":{"x":{"y":1}},"maybe":{"x":[1]},"table":{"k":{"x":[{}]},"l":[4]}}"#
        let expected = Arrays.Holder(table: ["l": Point(x: 4)])
        try every(Arrays.Holder.self, json, expected)
        let object: [String: Any] = ["point": ["x": ["y": 1]], "table": ["k": ["x": [[:] as [String: Any]]], "l": [4]] as [String: Any]]
        #expect(try ModelDecoder().decode(Arrays.Holder.self, from: object) == expected)
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Arrays.Holder.self, from: value) }
        #expect(error?.code == .typeMismatch && error?.path.description == "point")
    }

    @Test func whatIsMissingIsNamed() {
        #expect(decodeWhole(Arrays.Required.self, Array("[1]".utf8)).errorFields?.code == .missingKey)
        #expect(decodeWhole(Arrays.Listed.self, Array("[1]".utf8)).errorFields?.code == .missingKey)
        #expect(decodeWhole(Arrays.Required.self, Array(#"[-1,"n"]"#.utf8)).errorFields?.category == .custom)
        #expect(decodeWhole(Point.self, Array(#"{"x":1}"#.utf8)).errorFields?.code == .typeMismatch)
        for json in ["[1", "[1,]", "[1 2]", "[tru]", "[1}"] {
            #expect(decodeWhole(Point.self, Array(json.utf8)).errorFields?.category == .syntax, "\(json)")
        }
    }

    @Test func areWritten() throws {
        #expect(try Point(x: 1, y: 2, name: "a").jsonString() == #"[1,2,"a"]"# && Point().jsonString() == "[0,7,null]")
        let row = Row(last: "z", first: 5, inner: 1.5, points: [Point(x: 1)])
        #expect(try row.jsonString() == #"[5,[[1,7,null]],{"deep":[null,1.5]},null,"z"]"#)
        let holder = Arrays.Holder(point: Point(x: 1), maybe: Point(), table: ["k": Point(x: 4)])
        #expect(try holder.jsonString() == #"{"point":[1,7,null],"maybe":[0,7,null],"table":{"k":[4,7,null]}}"#)
        #expect(try Arrays.Listed(id: 1, name: "n").jsonString() == #"[1,"n",3]"#)
        for change in [{ $0.omitsDefaults = true }, { $0.sortsKeys = true }, { $0.isPretty = true }, { $0.onNil = .null }]
            as [(inout EncodingOptions) -> Void]
        {
            var options = EncodingOptions.default
            change(&options)
            let encoder = ModelEncoder(options)
            #expect(try ModelDecoder(.strict).decode(Arrays.Holder.self, from: encoder.encodeToString(holder)) == holder)
            #expect(try ModelDecoder(.strict).decode([Point].self, from: encoder.encodeToString([Point()])) == [Point()])
            #expect(try ModelDecoder().decode(Row.self, from: encoder.encodeToString(row)) == row)
        }
        #expect(
            String(decoding: try ModelEncoder().encodeCanonical(row), as: UTF8.self) == #"[5,[[1,7,null]],{"deep":[null,1.5]},null,"z"]"#)
    }

    @Test func aSchemaIsThatOfAnArray() throws {
        let schema = try JSONSchema(of: Arrays.Required.self).value
        let text = schema.text
        #expect(text.contains(#""type":"array""#) && text.contains("prefixItems") && text.contains(#""minItems":2"#), "\(text)")
    }

    @Test func whatCannotBeOneIsAnError() {
        #expect(declarationFault(Arrays.Named.self).contains("'x' has the key 'x': a key of an array is an index"))
        #expect(declarationFault(Arrays.Instance.self).contains("it is a class"))
        #expect(declarationFault(Arrays.WithRest.self).contains("'rest' stands for keys of an object"))
        #expect(declarationFault(Arrays.Seen.self).contains("hooks that see an object"))
        #expect(declarationFault(Arrays.Around.self).contains("flattens it into an object"))
    }
}
