import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Enums without a tag besides reading: what models do with them, code of payloads, and declarations that are wrong.
@Suite("Enums without a tag in models")
struct UntaggedValueTests {
    private typealias Mixed = Untagged.Mixed

    private struct Archived<T: Model>: Codable {
        var model: T
        init(_ model: T) { self.model = model }
        init(from decoder: any Decoder) throws { model = try T(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
    }

    private static let values: [Mixed] = [
        .none, .number(1), .ratio(1), .flag(true), .text("1"), .list([]), .list([.number(1)]), .table([:]),
        .circle(Enums.Circle(radius: 1)), .box(Untagged.Box(width: 1, height: 1)),
    ]

    @Test func equalityHashesArchivesAndCopies() throws {
        for (place, one) in Self.values.enumerated() {
            let left = Untagged.Places(one: one)
            for (index, other) in Self.values.enumerated() {
                #expect(left.modelIsEqual(Untagged.Places(one: other)) == (place == index))
            }
            var (hasher, second) = (Hasher(), Hasher())
            left.modelHash(into: &hasher)
            left.modelCopy().modelHash(into: &second)
            #expect(hasher.finalize() == second.finalize())
            // An archive has the case's name: what two cases would be read of is what it was.
            let json = try JSONDecoder().decode(Archived<Untagged.Places>.self, from: JSONEncoder().encode(Archived(left)))
            #expect(json.model == left)
        }
        #expect(Untagged.Places(one: .number(7)).modelDescription.contains("one = number(7);"))
    }

    @Test func schemas() throws {
        let schema = try JSONSchema(of: Mixed.self).value
        #expect(schema["anyOf"]?.arrayValue?.count == 9 && schema["title"] == "Mixed")
        #expect(schema["anyOf"]?.arrayValue?.last == ["type": "null"])
        #expect(schema["anyOf"]?.arrayValue?[6] == ["type": "array", "items": ["$ref": "#"]])
        #expect(try JSONSchema(of: Untagged.Open.self).value["anyOf"]?.arrayValue?.last == true)
        #expect(try JSONSchema(of: Untagged.Places.self).value["$defs"]?["ID"]?["anyOf"]?.arrayValue?.count == 3)
    }

    // MARK: Code of payloads

    private struct Checked: Model, ValidatedModel, Hashable {
        var low = 0
        var high = 0
        func validate() throws { if low > high { throw ModelFault() } }
    }

    private struct ModelFault: Error {}

    private struct Watched: DidDecodeModel, Hashable {
        var low = 0
        private(set) var keys: [String] = []
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["keys"]
            model.required = ["low"]
        }
        mutating func didDecode(from object: JSONObject) { keys = Array(object.keys) }
    }

    private struct Own: Codable, Hashable {
        var name: String
    }

    private enum Coded: DescribedEnum, Hashable {
        case checked(Checked), when(Date), watched(Watched), own(Own), anything([String: JSONValue])
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("own", make: Self.own) { if case .own(let value) = $0 { value } else { nil } }
            cases.add("when", make: Self.when) { if case .when(let value) = $0 { value } else { nil } }
            cases.add("watched", make: Self.watched) { if case .watched(let value) = $0 { value } else { nil } }
            cases.add("checked", make: Self.checked) { if case .checked(let value) = $0 { value } else { nil } }
            cases.add("anything", make: Self.anything) { if case .anything(let value) = $0 { value } else { nil } }
        }
    }

    @Test func whatAPayloadsOwnCodeRefusesDoesNotFit() throws {
        for (text, value) in [
            (#"{"name":"x"}"#, Coded.own(Own(name: "x"))), (#"{"high":1}"#, .checked(Checked(low: 0, high: 1))),
            (#"{"high":-1}"#, .anything(["high": -1])), (#"{"high":"x"}"#, .anything(["high": "x"])),
        ] {
            for result in EveryWay.outcomes([Coded].self, "[\(text)]", .strict) { #expect(try result.get() == [value], "\(text)") }
            let json = try ModelDecoder().decode(JSONValue.self, from: text)
            #expect(try ModelDecoder(.strict).decode(Coded.self, from: json) == value)
        }
        // A hook sees the object, wherever it comes from.
        let text = #"[{"low":1,"b":{"c":1}}]"#
        let sources = [
            try ModelDecoder().decode([Coded].self, from: text),
            try ModelDecoder().decode([Coded].self, from: ModelDecoder().decode(JSONValue.self, from: text)),
            try ModelDecoder().decode([Coded].self, from: ModelDecoder().decode([Any].self, from: text)),
        ]
        for values in sources {
            guard case .watched(let model) = values.first else {
                Issue.record("\(values)")
                continue
            }
            #expect(model.keys.sorted() == ["b", "low"])
        }
    }

    /// Values that JSON does not have go to the payload of their type.
    @Test func valuesOfSwiftsOwn() throws {
        let date = Date(timeIntervalSince1970: 1.23456789)
        let object: [String: Any] = ["one": Mixed.number(3), "many": [1, "a", ["radius": 2]] as [Any]]
        let places = try ModelDecoder().decode(Untagged.Places.self, from: object)
        #expect(places.one == .number(3) && places.many == [.number(1), .text("a"), .circle(Enums.Circle(radius: 2))])
        #expect(try ModelDecoder().decode([Coded].self, from: [date] as [Any]) == [.when(date)])
    }

    // MARK: Declarations

    private indirect enum Bad: DescribedEnum {
        case a, b, c(Int), d(Int), e(JSONValue), f(Bad), g(Bad?), h([Bad]), i(Other)

        @TaskLocal static var list: @Sendable (inout EnumCases<Bad>) -> Void = { _ in }
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            list(&cases)
        }
    }

    private indirect enum Other: DescribedEnum {
        case bad(Bad)
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("bad", make: Self.bad) { if case .bad(let value) = $0 { value } else { nil } }
        }
    }

    private func message(_ list: @escaping @Sendable (inout EnumCases<Bad>) -> Void) -> String? {
        Bad.$list.withValue(list) { faultOfDeclaration(Bad.self) }
    }

    @Test func wrongLists() {
        #expect(
            message {
                $0.add("a", value: .a) { _ in true }
                $0.add("b", value: .b) { _ in true }
            } == "'a' and 'b' of Bad have no payload, and are both null: where there is no tag, 'b' would never be read")
        #expect(
            message {
                $0.add("c", make: Bad.c) { if case .c(let value) = $0 { value } else { nil } }
                $0.add("a", value: .a) { _ in true }
                $0.add("d", make: Bad.d) { if case .d(let value) = $0 { value } else { nil } }
            } == "'c' and 'd' of Bad have payloads of one type, Int: where there is no tag, 'd' would never be read")
        #expect(
            message {
                $0.add("e", make: Bad.e) { if case .e(let value) = $0 { value } else { nil } }
                $0.add("a", value: .a) { _ in true }
            } == "'a' of Bad comes after 'e', whose payload, of type JSONValue, takes every value: it would never be read")
        #expect(
            message { $0.add("a", "x", value: .a) { _ in true } }
                == "describe(_:) of Bad gives 'a' more than one name, and no name is read where there is no tag")
        let endless = "of Bad is again of type Bad, with no tag and nothing else between them: values would be infinite"
        #expect(
            message { $0.add("f", make: Bad.f) { if case .f(let value) = $0 { value } else { nil } } } == "the payload of 'f' \(endless)")
        #expect(
            message { $0.add("g", make: Bad.g) { if case .g(let value) = $0 { .some(value) } else { nil } } }
                == "the payload of 'g' \(endless)")
        #expect(
            message { $0.add("i", make: Bad.i) { if case .i(let value) = $0 { value } else { nil } } }?.hasPrefix("the payload of ") == true
        )
        #expect(message { $0.add("h", make: Bad.h) { if case .h(let value) = $0 { value } else { nil } } } == nil)
    }
}
