import Foundation
import Testing

@testable import Yodel

// The text of schemas, shape by shape. `JSONSchemaValidationTests` has a validator of another kind judge documents by them.

private enum Colour: String, CaseIterable { case red, green }
private enum Step: Int8, CaseIterable { case back = -1, on = 1 }
private enum Half: Double, CaseIterable { case half = 0.5 }
private enum Open: String { case a, b }
private enum Coded: String, CodingKeyRepresentable, CaseIterable {
    case a, b
    var codingKey: any CodingKey { Key(stringValue: "k-" + rawValue) }
    init?<T: CodingKey>(codingKey: T) { self.init(rawValue: String(codingKey.stringValue.dropFirst(2))) }
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
/// A type that has more values than it tells.
private struct Some: RawRepresentable, CaseIterable {
    var rawValue: Int
    static var allCases: [Some] { [Some(rawValue: 1)] }
}
private struct Point: Codable { var x = 0.0 }
private struct Opaque: Encodable { var x = 0.0 }

private struct Node: Model {
    var id = 0 as UInt8
    var next: [Node] = []
    var other: Other?
}
private struct Other: Model { var node: [String: Node] = [:] }

private struct Mapped: Model {
    var name = "", desc: String?, first = false, third: Bool?, id = 0, raw = "", number = 0, own = Point(), when = Date(), hidden = 1
    let version = 3
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": "n", "desc": "ext.desc", "first": "list[0]", "third": "list[2]", "id": ["id", "ext.id"], "raw": "both",
            "number": "both",
            "hidden": [],
        ]
        model.transforms = ["when": .epochSeconds]
    }
}
private struct Needy: Model {
    var id = 0, name = "", deep: Int?, at = 0, far = "", near = ""
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["id": ["id", "ID"], "deep": "ext.in.deep", "at": "list.1", "near": ["near", "ext.near", "all[1].near"]]
        model.required = ["id", "deep", "at", "near"]
    }
}
private struct Member: BaseModel {
    let id: Int
    let mail: String?
    let role: Colour
    let code: Int?
    let version = 1
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        properties.add("mail", \.mail)
        properties.add("role", \.role, default: .red)
        properties.add("code", \.code, isRequired: true)
        properties.addConstant("version", \.version, value: 1)
        return ModelForm(properties)
    }
}
private struct Styled: Model {
    var createdAt = "", next = Inner(), far = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["far": "a.b"] }
    struct Inner: Model { var id: Int? }
}
private enum A { struct Item: Model { var a = 0 } }
private enum B { struct Item: Model { var b = 0 } }
private struct Box<Content>: Model { var content: Content? }
private struct Items: Model { var a = A.Item(), b = B.Item(), box = Box<Int>(), boxes = Box<[A.Item]>() }

private class Figure: DiscriminatedModel {
    var name = ""
    required init() {}
    class var discriminator: ModelDiscriminator {
        ModelDiscriminator("kind", ["disc": Disc.self, "o": Disc.self, "box": Box.self, "cube": Cube.self])
    }
    final class Disc: Figure { var radius = 0.0 }
    class Box: Figure { var width = 0.0 }
    final class Cube: Box { var height = 0.0 }
}
private struct Single: DiscriminatedModel {
    var a = 0
    static var discriminator: ModelDiscriminator { ModelDiscriminator("meta.kind", [7: Single.self]) }
}
private struct Drawing: Model { var figures: [Figure] = [], box: Figure.Box?, disc = Figure.Disc(), single = Single() }
private class Animal: DiscriminatedModel {
    required init() {}
    class var discriminator: ModelDiscriminator { ModelDiscriminator("class", ["bird": Bird.self]) }
    class Bird: Animal {
        override class var discriminator: ModelDiscriminator { ModelDiscriminator("bird", ["owl": Owl.self]) }
    }
    final class Owl: Bird {}
}
private class Chosen: PolymorphicModel {
    var name = ""
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { nil }
}
private struct Changing: WillDecodeModel {
    var a = 0
    mutating func willDecode(_ object: inout JSONObject) throws {}
}
private struct Adding: WillEncodeModel {
    var a = 0
    func willEncode(into object: inout JSONObject) {}
}
private struct Checked: ValidatedModel {
    var a = 0
    mutating func validate() throws {}
}

@Suite("JSON Schema")
struct JSONSchemaTests {
    private static let start = #"{"$schema":"https://json-schema.org/draft/2020-12/schema""#

    /// A schema's text but for what all have in common.
    private func text(_ type: Any.Type, _ set: (inout DecodingOptions) -> Void = { _ in }) throws -> String {
        var options = DecodingOptions()
        set(&options)
        let text = try JSONSchema(of: type, options: options).text
        #expect(text.hasPrefix(Self.start))
        let rest = text.dropFirst(Self.start.count)
        return "{" + rest.drop { $0 == "," }
    }

    private static let date =
        #""anyOf":[{"format":"date-time"},{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?[+-][0-9]{4}$"}]"#

    @Test(
        arguments: [
            (Int8.self, #"{"type":"integer","minimum":-128,"maximum":127}"#),
            (UInt.self, #"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#),
            (
                Int128?.self,
                #"{"type":["integer","null"],"minimum":-170141183460469231731687303715884105728,"maximum":170141183460469231731687303715884105727}"#
            ),
            (Int.self, #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#),
            (Double.self, #"{"type":"number"}"#),
            (
                Decimal.self,
                #"{"type":"number","minimum":-340282366920938463463374607431768211455e+127,"maximum":340282366920938463463374607431768211455e+127}"#
            ),
            (Float.self, #"{"type":"number","minimum":-3.4028235e+38,"maximum":3.4028235e+38}"#),
            (Float16.self, #"{"type":"number","minimum":-65504.0,"maximum":65504.0}"#),
            (Bool.self, #"{"type":"boolean"}"#), (String.self, #"{"type":"string"}"#), (Substring???.self, #"{"type":["string","null"]}"#),
            (Character.self, #"{"type":"string","minLength":1}"#), (Date.self, #"{"type":"string",\#(date)}"#),
            (Data.self, #"{"type":"string","contentEncoding":"base64"}"#),
            (URL.self, #"{"type":"string","format":"uri-reference","minLength":1}"#), (UUID.self, #"{"type":"string","format":"uuid"}"#),
            (JSONValue.self, "{}"), (JSONValue?.self, "{}"), (RawJSON.self, "{}"), (Any.self, "{}"), ([Any].self, #"{"type":"array"}"#),
            ([String: Any]?.self, #"{"type":["object","null"]}"#), (Point.self, #"{"$comment":"Point codes itself"}"#),
            (Point?.self, #"{"$comment":"Point codes itself"}"#),
            (Colour.self, #"{"type":"string","enum":["red","green"]}"#),
            (Colour?.self, #"{"type":["string","null"],"enum":["red","green",null]}"#),
            (Step.self, #"{"type":"integer","enum":[-1,1]}"#), (Half.self, #"{"type":"number","enum":[0.5]}"#),
            (Open.self, #"{"type":"string"}"#),
            (Some.self, #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#),
            ([[Bool?]].self, #"{"type":"array","items":{"type":"array","items":{"type":["boolean","null"]}}}"#),
            (ContiguousArray<Bool>?.self, #"{"type":["array","null"],"items":{"type":"boolean"}}"#),
            (Set<String>.self, #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#),
            (Set<Colour?>.self, #"{"type":"array","items":{"type":["string","null"],"enum":["red","green",null]},"uniqueItems":true}"#),
            (Set<Double>.self, #"{"type":"array","items":{"type":"number"}}"#),
            (Set<Date>.self, #"{"type":"array","items":{"type":"string",\#(date)}}"#),
            ([String: Bool?].self, #"{"type":"object","additionalProperties":{"type":["boolean","null"]}}"#),
            (
                [Int8: Bool].self,
                #"{"type":"object","propertyNames":{"pattern":"^-?(0|[1-9][0-9]{0,2})$"},"additionalProperties":{"type":"boolean"}}"#
            ),
            (
                [UInt64: Bool].self,
                #"{"type":"object","propertyNames":{"pattern":"^(0|[1-9][0-9]{0,19})$"},"additionalProperties":{"type":"boolean"}}"#
            ),
            ([Step: Bool].self, #"{"type":"object","propertyNames":{"enum":["-1","1"]},"additionalProperties":{"type":"boolean"}}"#),
            ([Coded: Bool].self, #"{"type":"object","propertyNames":{"enum":["k-a","k-b"]},"additionalProperties":{"type":"boolean"}}"#),
            ([Open: Bool].self, #"{"type":"object","additionalProperties":{"type":"boolean"}}"#),
        ] as [(Any.Type, String)])
    func values(_ type: Any.Type, _ expected: String) throws {
        #expect(try text(type) == expected)
    }

    @Test func whatTheOptionsSay() throws {
        #expect(try text(Date?.self) { $0.numericDates = .epochSeconds } == #"{"type":["string","number","null"],\#(Self.date)}"#)
        #expect(try text(Data.self) { $0.dataFormat = .utf8 } == #"{"type":"string"}"#)
        let style = ##"{"title":"Styled","type":"object","properties":{"created_at":{"type":"string"},"next":{"$ref":"#/$defs/Inner"},"##
        let int = #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#
        let optional = int.replacing(#""integer""#, with: #"["integer","null"]"#)
        #expect(
            try text(Styled.self) {
                $0.keyStyle = .snakeCase
                $0.onMissing = .fail
                $0.onUnknownKey = .fail
            }
                == style + #""a":{"type":"object","properties":{"b":\#(int)},"required":["b"],"additionalProperties":false}},"#
                + #""required":["created_at","next","a"],"additionalProperties":false,"$defs":{"Inner":{"title":"Inner","type":"object","#
                + #""properties":{"id":\#(optional)},"additionalProperties":false}}}"#)
        #expect(
            try text(Styled.Inner.self) { $0.ignoresKeyCase = true }
                == #"{"title":"Inner","type":"object","properties":{"id":\#(optional)},"patternProperties":{"^[iI][dD]$":\#(optional)}}"#)
        let ignoring = try JSONSchema(
            of: Styled.self,
            options: {
                var options = DecodingOptions(); options.ignoresKeyCase = true; return options
            }())
        #expect(
            ignoring.value["patternProperties"]?.objectValue?.keys == [
                "^[cC][rR][eE][aA][tT][eE][dD][aA][tT]$", "^[nN][eE][xX][tT]$", "^[aA]$",
            ])
        #expect(ignoring.value["properties"]?.objectValue?.keys == ["createdAt", "next"])
    }

    @Test func typesThatContainEachOther() throws {
        let id = #"{"type":"integer","minimum":0,"maximum":255}"#
        #expect(
            try text(Node.self)
                == ##"{"title":"Node","type":"object","properties":{"id":\##(id),"next":{"type":"array","items":{"$ref":"#"}},"##
                + ##""other":{"anyOf":[{"$ref":"#/$defs/Other"},{"type":"null"}]}},"$defs":{"Other":{"title":"Other","type":"object","##
                + ##""properties":{"node":{"type":"object","additionalProperties":{"$ref":"#"}}}}}}"##)
        let list = try JSONSchema(of: [Node?].self).value
        #expect(list["items"] == ["anyOf": [["$ref": "#/$defs/Node"], ["type": "null"]]])
        #expect(list["$defs"]?.objectValue?.keys == ["Node", "Other"])
        #expect(list["$defs"]?["Other"]?["properties"]?["node"]?["additionalProperties"] == ["$ref": "#/$defs/Node"])
    }

    @Test func namesThatTypesShare() throws {
        let value = try JSONSchema(of: Items.self).value
        #expect(value["$defs"]?.objectValue?.keys == ["Item", "Item-2", "Box.Int", "Box.Array.Item"])
        #expect(value["$defs"]?["Item-2"]?["properties"]?.objectValue?.keys == ["b"])
        #expect(value["$defs"]?["Box.Array.Item"]?["title"] == "Box<Array<Item>>")
        #expect(
            value["$defs"]?["Box.Array.Item"]?["properties"]?["content"] == ["type": ["array", "null"], "items": ["$ref": "#/$defs/Item"]])
    }

    @Test func keys() throws {
        let value = try JSONSchema(of: Mapped.self).value
        let int: JSONValue = ["type": "integer", "minimum": .number(JSONNumber(Int.min)), "maximum": .number(JSONNumber(Int.max))]
        #expect(value["required"] == nil && value["additionalProperties"] == nil)
        #expect(
            value["properties"] == [
                "n": ["type": "string"],
                "ext": ["type": ["object", "null"], "properties": ["desc": ["type": ["string", "null"]], "id": int]],
                "list": ["type": ["array", "null"], "prefixItems": [["type": "boolean"], true, ["type": ["boolean", "null"]]]],
                "id": int, "both": ["anyOf": [["type": "string"], int]], "own": ["$comment": "Point codes itself"],
                "when": ["$comment": "made by a transform"], "version": ["readOnly": true],
            ])
    }

    @Test func whatMustBeThere() throws {
        let value = try JSONSchema(of: Needy.self).value
        #expect(value["required"] == ["ext", "list"])
        #expect(value["properties"]?["ext"]?["required"] == ["in"])
        #expect(value["properties"]?["ext"]?["type"] == "object")
        #expect(value["properties"]?["ext"]?["properties"]?["in"]?["required"] == ["deep"])
        #expect(value["properties"]?["ext"]?["properties"]?["in"]?["properties"]?["deep"]?["type"] == "integer")
        #expect(value["properties"]?["list"]?["minItems"] == 2 && value["properties"]?["list"]?["type"] == "array")
        #expect(
            value["allOf"] == [
                ["anyOf": [["required": ["id"]], ["required": ["ID"]]]],
                [
                    "anyOf": [
                        ["required": ["near"]], ["required": ["ext"], "properties": ["ext": ["type": "object", "required": ["near"]]]],
                        [
                            "required": ["all"],
                            "properties": [
                                "all": ["type": "array", "minItems": 2, "prefixItems": [true, ["type": "object", "required": ["near"]]]]
                            ],
                        ],
                    ]
                ],
            ])
        let described = try JSONSchema(of: Member.self).value
        #expect(described["required"] == ["id", "code"])
        #expect(described["properties"]?["mail"]?["type"] == ["string", "null"])
        #expect(described["properties"]?["code"]?["type"] == "integer")
        #expect(described["properties"]?["version"] == ["readOnly": true])
        struct One: Model {
            var id = 0
            static func describe(_ model: inout ModelDescription) {
                model.keys = ["id": ["a", "b"]]
                model.required = ["id"]
            }
        }
        #expect(try JSONSchema(of: One.self).value["anyOf"] == [["required": ["a"]], ["required": ["b"]]])
    }

    @Test func keysThatLeadOn() throws {
        struct Leading: Model {
            var mark: String?, level = 0, items: [A.Item] = [], first = 0, far: Bool?, near: Bool?
            static func describe(_ model: inout ModelDescription) {
                model.keys = ["mark": "m", "level": "m.level", "first": "items.0.a", "far": "odd.5000", "near": "odd.x"]
            }
        }
        let value = try JSONSchema(of: Leading.self).value["properties"]
        #expect(value?["m"]?["anyOf"]?[0] == ["type": ["string", "null"]] && value?["m"]?["anyOf"]?[1]?["type"] == "object")
        #expect(value?["items"]?["anyOf"]?[0]?["items"] == ["$ref": "#/$defs/Item"])
        #expect(value?["items"]?["anyOf"]?[1]?["prefixItems"]?[0]?["type"] == ["object", "null"])
        #expect(value?["odd"]?["type"] == ["object", "array", "null"] && value?["odd"]?["properties"]?.objectValue?.count == 2)
    }

    @Test func classesByAKey() throws {
        let value = try JSONSchema(of: Drawing.self).value
        let definitions = value["$defs"]
        #expect(value["properties"]?["figures"]?["items"] == ["$ref": "#/$defs/Figure"])
        #expect(
            value["properties"]?["box"]?["anyOf"]?[0] == ["$ref": "#/$defs/Box"] && value["properties"]?["disc"] == ["$ref": "#/$defs/Disc"]
        )
        func references(_ names: String...) -> JSONValue { .array(names.map { ["$ref": .string("#/$defs/\($0)")] }) }
        #expect(definitions?["Figure"] == ["title": "Figure", "oneOf": references("Figure.only", "Disc", "Box.only", "Cube")])
        #expect(definitions?["Box"] == ["title": "Box", "oneOf": references("Box.only", "Cube")])
        #expect(definitions?["Figure.only"]?["properties"]?.objectValue?.keys == ["name", "kind"])
        #expect(
            definitions?["Figure.only"]?["not"]
                == ["type": "object", "properties": ["kind": ["enum": ["disc", "o", "box", "cube"]]], "required": ["kind"]])
        #expect(definitions?["Disc"]?["properties"]?["kind"] == ["enum": ["disc", "o"]] && definitions?["Disc"]?["required"] == ["kind"])
        #expect(definitions?["Box.only"]?["properties"]?["kind"] == ["const": "box"])
        #expect(definitions?["Cube"]?["properties"]?.objectValue?.keys.sorted() == ["height", "kind", "name", "width"])
        let single = definitions?["Single"]
        #expect(single?["properties"]?["meta"] == ["type": "object", "properties": ["kind": ["const": 7]], "required": ["kind"]])
        #expect(single?["required"] == ["meta"])
        // One that chooses further by a key of its own.
        let animal = try JSONSchema(of: Animal.self).value
        #expect(animal["oneOf"]?[0] == ["$ref": "#/$defs/Animal.only"])
        #expect(
            animal["oneOf"]?[1]
                == ["type": "object", "properties": ["class": ["const": "bird"]], "required": ["class"], "$ref": "#/$defs/Bird"])
        #expect(animal["$defs"]?["Bird"]?["oneOf"] == references("Bird.only", "Owl"))
        #expect(animal["$defs"]?["Owl"]?["properties"]?["bird"] == ["const": "owl"])
    }

    @Test func codeOfTheModelsOwn() throws {
        for (type, hook) in [(Chosen.self, "modelType"), (Changing.self, "willDecode"), (Adding.self, "willEncode")] as [(Any.Type, String)]
        {
            #expect(try text(type) == #"{"title":"\#(type)","$comment":"\#(hook) has a say in its objects","type":"object"}"#)
        }
        #expect(try JSONSchema(of: Checked.self).value["properties"]?["a"]?["type"] == "integer")
        class Plain: DiscriminatedModel {
            required init() {}
            class var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["free": Free.self]) }
        }
        final class Free: Plain, WillEncodeModel { func willEncode(into object: inout JSONObject) {} }
        // An object may be one of both.
        #expect(try JSONSchema(of: Plain.self).value["anyOf"]?.arrayValue?.count == 2)
    }

    @Test func typesThatHaveNone() {
        func failure(_ type: Any.Type) -> ModelError? { #expect(throws: ModelError.self, "\(type)") { try JSONSchema(of: type) } }
        #expect(failure(Opaque.self)?.category == .model && failure([Opaque].self)?.category == .model)
        #expect(failure((() -> Void).self)?.category == .model && failure([Bool: Int].self)?.category == .model)
        struct Misspelt: Model {
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["nmae"] }
        }
        #expect(failure([Misspelt].self)?.code == .unknownProperty)
    }

    @Test func whatIsOnlyWrittenIsNoMatter() throws {
        struct Writing: Model { var opaque = Opaque() }
        #expect(try JSONSchema(of: Writing.self).value["properties"] == ["opaque": ["readOnly": true]])
    }

    /// Indexes inside of indexes, case ignored: nothing is said twice at any level.
    @Test func longPathsStayShort() throws {
        struct Long: Model {
            var value = 0, other = 0
            static func describe(_ model: inout ModelDescription) {
                model.required = ["value", "other"]
                let path = Array(repeating: "1.a", count: 40).joined(separator: ".")
                model.keys = KeyMapping(
                    ["value": .keys("a.\(path).value", writing: ""), "other": ["b.\(path)", "other"]], ignoresCase: true)
            }
        }
        let text = try JSONSchema(of: Long.self).text
        #expect(text.utf8.count < 20_000 && text.contains(#""minItems":2"#))
    }

    @Test func equality() throws {
        let schema = try JSONSchema(of: Node.self)
        #expect(try schema == JSONSchema(of: Node.self, options: .strict) && schema != JSONSchema(of: Other.self))
        #expect("\(schema)" == schema.text)
        #expect(try ModelDecoder(.strict).decode(JSONValue.self, from: schema.text) == schema.value)
    }
}
