import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Keys that are only written, and keys that are only read: a schema says which they are, and what is there.

private struct Ticket: Model {
    var id = 0, title = "", secret: String?, made = "", tags: [String] = [], far = 1, both = 2, other = ""
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "id": .keys(writing: "id"), "secret": .keys("secret", writing: ""), "made": .keys(writing: "meta.made"),
            "tags": .keys(writing: "labels.list"), "far": "meta.far", "both": .keys("both", "old", writing: "new"),
            "other": .keys("title", writing: ""),
        ]
        model.descriptions = ["id": "Given by the service."]
    }
}

extension JSONSchemaTests {
    private static let int: JSONObject = [
        "type": "integer", "minimum": .number(JSONNumber(Int.min)), "maximum": .number(JSONNumber(Int.max)),
    ]

    @Test(arguments: [DecodingOptions.UnknownKeyPolicy.ignore, .fail])
    func whatIsOnlyWrittenIsReadOnly(unknown: DecodingOptions.UnknownKeyPolicy) throws {
        let value = try JSONSchema(of: Ticket.self, options: .lenient.with(\.onUnknownKey, unknown)).value
        let properties = try #require(value["properties"]?.objectValue)
        var id = Self.int
        (id["description"], id["readOnly"]) = ("Given by the service.", true)
        #expect(properties["id"] == .object(id))
        #expect(properties["title"] == ["type": "string"])
        #expect(properties["secret"] == ["type": ["string", "null"], "writeOnly": true])
        #expect(properties["meta"]?["properties"]?["made"] == ["type": "string", "readOnly": true])
        #expect(properties["meta"]?["properties"]?["far"] == .object(Self.int))
        let tags: JSONValue = ["type": "array", "items": ["type": "string"], "readOnly": true]
        #expect(properties["labels"] == ["type": "object", "properties": ["list": tags], "readOnly": true])
        // The property is written, at another key.
        #expect(properties["both"] == .object(Self.int) && properties["old"] == .object(Self.int))
        var written = Self.int
        written["readOnly"] = true
        #expect(properties["new"] == .object(written))
        #expect(properties.keys.sorted() == ["both", "id", "labels", "meta", "new", "old", "secret", "title"])
        #expect(value["additionalProperties"] == (unknown == .fail ? false : nil) && value["required"] == nil)
    }

    private struct Sale: Model {
        var saleNumber = 1 as Int64, madeAt = Date(timeIntervalSince1970: 0), total = Decimal(9), count = 1 as Int32
        var note: String?, data = Data([65])
    }

    private static var writing: EncodingOptions {
        var options = EncodingOptions()
        (options.keyStyle, options.dateFormat, options.dataFormat) = (.snakeCase, .epochSeconds, .utf8)
        (options.decimals, options.largeIntegers, options.onNil) = (.string, .string, .null)
        return options
    }

    /// Values that an encoder's options write in another way than a decoder's read them.
    @Test func theSchemaHasWhatAnEncoderWrites() throws {
        let reading = DecodingOptions.lenient.with(\.keyStyle, .snakeCase)
        let properties = try #require(
            try JSONSchema(of: Sale.self, options: reading, encoding: Self.writing).value["properties"]?.objectValue)
        #expect(properties.keys.sorted() == ["count", "data", "made_at", "note", "sale_number", "total"])
        #expect(properties["sale_number"]?["type"] == ["integer", "string"] && properties["count"]?["type"] == "integer")
        #expect(properties["made_at"] == ["type": ["string", "number"]] && properties["total"]?["type"] == ["number", "string"])
        #expect(properties["data"] == ["type": "string"] && properties["note"] == ["type": ["string", "null"]])
        // Without options of an encoder, and with those that write as these are read, it is the same.
        let plain = try JSONSchema(of: Sale.self, options: reading)
        #expect(try plain == JSONSchema(of: Sale.self, options: reading, encoding: options { $0.keyStyle = .snakeCase }))
        #expect(plain.value["properties"]?["sale_number"]?["type"] == "integer")
        let formats = reading.with(\.dateFormats, [.pattern("dd.MM.yyyy")])
        let dates = try JSONSchema(of: Sale.self, options: formats, encoding: Self.writing).value["properties"]?["made_at"]
        #expect(dates == ["type": ["string", "number"], "$comment": "a date as dd.MM.yyyy"])
    }

    @Test func keysOfAnotherStyleAreOnlyWritten() throws {
        let properties = try #require(try JSONSchema(of: Sale.self, encoding: Self.writing).value["properties"]?.objectValue)
        #expect(properties["saleNumber"]?["readOnly"] == nil && properties["saleNumber"]?["writeOnly"] == nil)
        #expect(properties["sale_number"]?["readOnly"] == true && properties["sale_number"]?["type"] == ["integer", "string"])
        #expect(properties["made_at"]?["readOnly"] == true && properties["count"]?["readOnly"] == nil)
    }

    @Test func transformsThatNameAShape() throws {
        struct Shaped: Model {
            var tags: [String] = [], owner = "", text: [String: Int]?, either = 0, patched: String??, when = Date(), first: [Int] = []
            static func describe(_ model: inout ModelDescription) {
                model.required = ["either"]
                model.transforms = [
                    "tags": .oneOrMany, "owner": .oneUnlessMany, "text": .jsonText, "either": .jsonTextOrValue, "patched": .nullAsValue,
                    "when": .epochSeconds, "first": .each("id"),
                ]
            }
        }
        let properties = try #require(try JSONSchema(of: Shaped.self).value["properties"]?.objectValue)
        let string: JSONValue = ["type": "string"]
        #expect(properties["tags"] == ["anyOf": [string, ["type": "array", "items": string]]])
        #expect(properties["owner"] == ["anyOf": [string, ["type": "array", "items": string, "minItems": 1, "maxItems": 1]]])
        #expect(properties["text"] == ["type": ["string", "null"], "contentMediaType": "application/json"])
        #expect(properties["either"] == ["anyOf": [["type": "string", "contentMediaType": "application/json"], .object(Self.int)]])
        #expect(properties["patched"] == ["type": ["string", "null"]])
        // Of code of its own nothing is known.
        #expect(properties["when"] == ["$comment": "made by a transform"] && properties["first"] == properties["when"])
        // What is written satisfies it: one value where there is one, and the text of a document.
        let written = try ModelEncoder().encodeValue(Shaped(tags: ["a"], owner: "b", text: ["c": 1], either: 2))
        #expect(written["tags"] == ["a"] && written["owner"] == "b" && written["text"] == #"{"c":1}"# && written["either"] == 2)
    }

    /// All keys that a model is written with are in its schema.
    @Test func theSchemaHasEveryWrittenKey() throws {
        let schema = try JSONSchema(of: Ticket.self, options: .strict.with(\.onUnknownKey, .fail)).value
        let written = try ModelEncoder().encodeValue(Ticket())
        func check(_ value: JSONValue, _ schema: JSONValue?) {
            for (key, member) in value.objectValue ?? [:] {
                let below = schema?["properties"]?[key]
                #expect(below != nil, "\(key)")
                check(member, below)
            }
        }
        check(written, schema)
        #expect(written["id"] == 0 && written["secret"] == nil && written["labels"]?["list"] == [])
        // Whoever sends a document has no say in them.
        let strict = ModelDecoder(.strict.with(\.onUnknownKey, .fail))
        #expect(throws: ModelError.self) { try strict.decode(Ticket.self, from: #"{"id": 7}"#) }
        #expect(try strict.decode(Ticket.self, from: #"{"title": "a", "secret": "s"}"#).secret == "s")
    }
}
