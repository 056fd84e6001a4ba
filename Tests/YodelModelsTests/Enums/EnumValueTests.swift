import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What models do with enums that list their cases, besides reading and writing them.
@Suite("Enums in models")
struct EnumValueTests {
    private struct Archived<T: Model>: Codable {
        var model: T
        init(_ model: T) { self.model = model }
        init(from decoder: any Decoder) throws { model = try T(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
    }

    /// Values that all differ.
    private static var places: [Enums.Places] {
        [
            Enums.Places(), Enums.Places(keyed: .number(1)), Enums.Places(keyed: .number(2)), Enums.Places(keyed: .maybe(nil)),
            Enums.Places(keyed: .list([.number(1), .circle(Enums.Circle(radius: 1, name: "a"))])), Enums.Places(keyed: .other(["a": 1])),
            Enums.Places(tagged: .nothing), Enums.Places(tagged: .box(Enums.Box(width: 1))), Enums.Places(tagged: .node(Enums.Node())),
            Enums.Places(tagged: .other(["type": "star"])), Enums.Places(many: [.nothing]), Enums.Places(set: [.nothing]),
            Enums.Places(byName: ["a": .number(1)]), Enums.Places(byName: ["a": .maybe(nil)]), Enums.Places(status: .unknown("x")),
            Enums.Places(status: nil),
        ]
    }

    @Test(arguments: 0..<16, 0..<16)
    func equality(_ one: Int, _ other: Int) {
        let (left, right) = (Self.places[one], Self.places[other])
        #expect(Self.places.count == 16)
        #expect(left.modelIsEqual(right) == (one == other))
        if one == other { #expect(hash(left) == hash(right)) }
    }

    private func hash(_ places: Enums.Places) -> Int {
        var hasher = Hasher()
        places.modelHash(into: &hasher)
        return hasher.finalize()
    }

    @Test(arguments: 0..<16)
    func archives(_ index: Int) throws {
        let places = Self.places[index]
        let json = try JSONDecoder().decode(Archived<Enums.Places>.self, from: JSONEncoder().encode(Archived(places)))
        #expect(json.model.modelIsEqual(places))
        let list = try PropertyListDecoder().decode(Archived<Enums.Places>.self, from: PropertyListEncoder().encode(Archived(places)))
        #expect(list.model.modelIsEqual(places))
    }

    @Test func whatIsNoArchive() {
        for text in [
            #"{"keyed":{}}"#, #"{"keyed":"nothing"}"#, #"{"keyed":{"nothing":1}}"#, #"{"keyed":{"number":1,"box":2}}"#,
            #"{"keyed":{"number":"x"}}"#, #"{"tagged":{"circle":{}}}"#, #"{"byName":{"a":{"":1}}}"#,
        ] {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode(Archived<Enums.Places>.self, from: Data(text.utf8))
            }
        }
    }

    @Test func descriptions() {
        var places = Enums.Places(keyed: .number(1), tagged: .box(Enums.Box(width: 1)), many: [.nothing])
        places.status = .unknown("x")
        #expect(
            places.modelDescription == """
                <Places> {
                    byName = {};
                    keyed = number(1);
                    many = [
                        nothing
                    ];
                    path = closed;
                    set = [];
                    status = other("x");
                    tagged = box(<Box> {
                        height = 0;
                        tags = [];
                        width = 1
                    })
                }
                """)
    }

    @Test func copies() {
        let node = Enums.Node()
        node.child = .circle(Enums.Circle(radius: 1))
        let copy = node.modelCopy()
        #expect(copy !== node && copy == node)
        copy.child = nil
        #expect(node.child == .circle(Enums.Circle(radius: 1)))
    }

    @Test func schemas() throws {
        let schema = try JSONSchema(of: Enums.Closed.self).value
        #expect(schema["oneOf"]?.arrayValue?.count == 3)
        #expect(schema["oneOf"]?.arrayValue?[0]["properties"]?["type"] == ["const": "circle"])
        #expect(schema["oneOf"]?.arrayValue?[0]["required"] == ["radius", "type"])
        #expect(
            try JSONSchema(of: Enums.Status.self).value["oneOf"]?.arrayValue?[0] == ["type": "string", "enum": ["active", "on", "closed"]])
        let keyed = try JSONSchema(of: Enums.Keyed.self).value
        #expect(keyed["oneOf"]?.arrayValue?.last?["minProperties"] == 1)
        #expect(try JSONSchema(of: Enums.Places.self).value["$defs"]?["Adjacent"]?["oneOf"]?.arrayValue?.count == 4)
    }

    @Test func defaultsAreLeftOut() throws {
        var options = EncodingOptions.default
        options.omitsDefaults = true
        let places = Enums.Places(keyed: .nothing, tagged: .box(Enums.Box(width: 1)), status: .active)
        #expect(try ModelEncoder(options).encodeToString(places) == #"{"tagged":{"type":"box","width":1}}"#)
    }
}

/// Lists of cases that are wrong.
@Suite("Lists of cases")
struct EnumListTests {
    private struct Payload: Model {
        var type = ""
        var other = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["other": "kind.of"] }
    }

    private struct Written: Encodable {}

    private enum Bad: DescribedEnum {
        case a, b, c(Payload), d(Int), e(String), f(JSONObject), g(Written)

        @TaskLocal static var list: @Sendable (inout EnumCases<Bad>) -> Void = { _ in }
        static func describe(_ cases: inout EnumCases<Self>) { list(&cases) }
    }

    private struct NoEnum: DescribedEnum {
        static func describe(_ cases: inout EnumCases<Self>) { cases.add("a", value: NoEnum()) { _ in true } }
    }

    private func message(_ list: @escaping @Sendable (inout EnumCases<Bad>) -> Void) -> String? {
        Bad.$list.withValue(list) { faultOfDeclaration(Bad.self) }
    }

    private static func addC(_ cases: inout EnumCases<Bad>) {
        cases.add("c", make: Bad.c) { if case .c(let value) = $0 { value } else { nil } }
    }

    private static func addTexts(_ cases: inout EnumCases<Bad>) {
        cases.addOther(make: Bad.e) { if case .e(let value) = $0 { value } else { nil } }
    }

    @Test func errors() {
        #expect(message { _ in } == "describe(_:) of Bad lists no case")
        #expect(
            message {
                $0.add("a", value: .a) { _ in true }
                $0.add("b", "a", value: .b) { _ in true }
            } == "describe(_:) of Bad gives 'a' and 'b' one name, 'a'")
        #expect(
            message { $0.add("a", "a", value: .a) { _ in true } } == "describe(_:) of Bad gives 'a' the name 'a' twice, or lists it twice")
        #expect(
            message {
                $0.form = .tagged("type")
                Self.addC(&$0)
            } == "the tag 'type' of Bad is also the key of 'type' of Payload, the payload of 'c'")
        #expect(
            message {
                $0.form = .tagged("kind")
                Self.addC(&$0)
            } == "the tag 'kind' of Bad is also the key of 'other' of Payload, the payload of 'c'")
        #expect(
            message {
                $0.form = .tagged("t")
                $0.add("d", make: Bad.d) { if case .d(let value) = $0 { value } else { nil } }
            }
                == "'d' of Bad has a payload of type Int, which is not a model: the tag 't' cannot stand among its keys; give the form a key for the content"
        )
        #expect(
            message {
                $0.form = .tagged("t", content: "t")
                Self.addC(&$0)
            } == "describe(_:) of Bad: the key 't' cannot have both the case's name and its payload")
        #expect(
            message {
                Self.addTexts(&$0)
                $0.addOther(make: Bad.f) { if case .f(let value) = $0 { value } else { nil } }
            } == "describe(_:) of Bad lists more than one case for unknown names")
        #expect(
            message {
                $0.form = .tagged("t")
                Self.addTexts(&$0)
            } == "describe(_:) of Bad: its values are objects with a tag, so that the case for all others takes no text, but a JSONObject")
        #expect(
            message { $0.add("g", make: Bad.g) { if case .g(let value) = $0 { value } else { nil } } }
                == "'g' of Bad has a payload of type Written, which can be written, but not read")
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(NoEnum.self, from: "{}") }
        #expect(error?.message == "NoEnum is a DescribedEnum but not an enum: make it a Model")
    }

    /// A value of a case that is not listed.
    private enum Half: DescribedEnum {
        case a, b
        static func describe(_ cases: inout EnumCases<Self>) { cases.add("a", value: .a) { $0 == .a } }
    }

    private class Base: Model {
        var number = 0
        required init() {}
    }

    private final class Sub: Base {}

    private enum Holder: DescribedEnum {
        case base(Base)
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("base", make: Self.base) { if case .base(let value) = $0 { value } else { nil } }
        }
    }

    @Test func whatCannotBeWritten() throws {
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encodeToString(Half.b) }
        #expect(error?.message == "a value of Half is of a case that describe(_:) does not list")
        #expect(try ModelEncoder().encodeToString(Holder.base(Base())) == #"{"type":"base","number":0}"#)
        let other = #expect(throws: ModelError.self) { try ModelEncoder().encodeToString(Holder.base(Sub())) }
        #expect(
            other?.message == "the payload of 'base' of Holder is of type Sub, a subclass, which cannot have the tag 'type' among its keys")
    }
}
