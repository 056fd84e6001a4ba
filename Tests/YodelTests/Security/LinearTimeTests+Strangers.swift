import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What is hashed, compared, looked up and counted of a document: sets and dictionaries of what strangers send, objects that hooks look into, reports,
// and texts with runs of combining marks, which Swift itself sorts mark by mark.

private func decode<T>(_ type: T.Type) -> @Sendable ([UInt8]) throws -> Void where T: SendableMetatype {
    { _ = try ModelDecoder().decode(type, from: $0) }
}

private func array(_ count: Int, _ element: (Int) -> String) -> String { "[" + (0..<count).map(element).joined(separator: ",") + "]" }

private func object(_ count: Int, _ member: (Int) -> String) -> String { "{" + (0..<count).map(member).joined(separator: ",") + "}" }

private struct OwnTarget: Model {
    var own: Own?
    struct Own: Codable { var table: [String: [Holder]], myParts: [Holder] }
    struct Holder: Codable { var part: Part }
    struct Part: ModelCodable { var size = 0 }
}

extension LinearTimeTests.Attack {
    typealias Read = @Sendable ([UInt8]) throws -> Void

    /// Elements that differ only where a lazy hash does not look. Those of the first half are equal to those of the second.
    static let sets: [Self] = [
        Self(
            "a set of models with sets", 300, { n in array(n) { #"{"inner":[{"id":\#($0 % (n / 2))}]}"# } },
            decode(Set<SetTarget>.self)),
        Self(
            "a set of instances far in", 300,
            { n in array(n) { #"{"next":{"next":{"next":{"next":{"next":{"id":\#($0 % (n / 2))}}}}}}"# } },
            decode(Set<DeepTarget>.self)),
        Self(
            "a set of many instances each", 20,
            { n in array(n) { index in #"{"list":\#(array(80) { "{\"id\":\($0 == 79 ? index : 0)}" })}"# } }, decode(Set<DeepTarget>.self)),
        Self(
            "a set of dictionaries of instances", 300, { n in array(n) { #"{"table":{"a":{"id":\#($0 % (n / 2))},"b":{}}}"# } },
            decode(Set<TableTarget>.self)),
        Self("a set of codable values", 150, { n in array(n) { #"{"coded":{"id":\#($0)}}"# } }, decode(Set<ForeignTarget>.self)),
        Self("a set of anything", 300, { n in array(n) { #"{"any":{"a":[{"b":\#($0 % (n / 2))}]}}"# } }, decode(Set<AnyTarget>.self)),
        Self(
            "sets in each other, wide", 100,
            { n in #"[{"inner":[{"inner":[{"inner":[{"inner":\#(array(n) { "{\"id\":\($0)}" })}]}]}]}]"# }, decode(Set<SetTarget>.self)),
        Self(
            "a set of JSON values", 500, { n in array(n) { #"{"a":[\#($0)],"b":{"c":{}}}"# } },
            values { Set($0).isEmpty ? nil : 0 }),
    ]

    static let looks: [Self] = {
        let members: @Sendable (Int) -> String = { n in object(n) { #""key\#($0)":{"x":[]}"# } }
        let ways: [(String, Read)] = [
            ("each key, by the keys", decode(LookingTarget.self)), ("each key, chosen", decode(AskingTarget.self)),
            ("each key removed", decode(RemovingTarget.self)), ("each key renamed", decode(RenamingTarget.self)),
        ]
        return ways.map { Self("a hook looks for \($0.0)", 1_000, members, $0.1) } + [
            Self(
                "a hook looks for names without keys", 1_000,
                { n in "{\"n\":\(n)," + object(n) { #""key\#($0)":\#($0)"# }.dropFirst() }, decode(NamingTarget.self)),
            Self(
                "a hook looks for one key of many objects", 1_000, { n in array(n) { #"{"a":1,"b":{"c":[\#($0)]},"name":"x"}"# } },
                decode([KeptTarget].self)),
            Self(
                "objects that are kept, compared", 1_000, members,
                { bytes in
                    let (one, other) = (
                        try ModelDecoder().decode(HoldingTarget.self, from: bytes),
                        try ModelDecoder().decode(HoldingTarget.self, from: bytes)
                    )
                    #expect(one.held == other.held && one.held.hashValue == other.held.hashValue)
                    // Copies are compared, too, and changed.
                    var copy = one.held
                    copy["more"] = 1
                    #expect(copy != one.held && JSONObject(other.held.reversed()) == one.held)
                }),
            Self(
                "values of Swift's own for a hook", 1_000, members,
                { bytes in
                    let object = try #require(try ModelDecoder().decode(Any?.self, from: bytes) as? [String: Any])
                    _ = try ModelDecoder().decode(RenamingTarget.self, from: object)
                }),
        ]
    }()

    /// Issues below a key cost what they are, not the key each time.
    static let reports: [Self] = [
        Self(
            "issues below a long key", 1_000,
            { n in "{\"\(String(repeating: "k", count: 10 * n))\":\(array(n) { _ in "\"x\"" })}" }, reported([String: [Int]].self)),
        Self("different unknown keys", 2_000, { n in object(n) { "\"a.b\($0)\":1" } }, reported(PlainTarget.self)),
        Self(
            "issues of models in a value of its own, behind many keys", 300,
            { n in
                let others = object(n) { "\"a_\($0)\":1" }.dropFirst().dropLast()
                return #"{"own":{"table":{},\#(others),"My_Parts":\#(array(n) { _ in part })}}"#
            },
            reported(OwnTarget.self, .lenient.with(\.keyStyle, .foundationSnakeCase))),
        Self(
            "issues of models in a value of its own, below a long key", 300,
            { n in #"{"own":{"myParts":[],"table":{"\#(String(repeating: "k", count: 50 * n))":\#(array(n) { _ in part })}}}"# },
            reported(OwnTarget.self)),
    ]

    private static let part = #"{"part":{"size":"x"}}"#

    private static func reported<T>(_ type: T.Type, _ options: DecodingOptions = .lenient) -> Read where T: SendableMetatype {
        { bytes in
            var report = DecodingReport()
            _ = try ModelDecoder(options).decode(type, from: bytes, report: &report)
            #expect(!report.isEmpty && !report.issues[0].description.isEmpty)
        }
    }

    static let marked: [Self] = {
        let key: @Sendable (Int) -> String = { #"{"\#(marks($0))":1,"\#(marks($0, reversed: true))":2}"# }
        let texts: @Sendable (Int) -> String = { #"["\#(marks($0))","\#(marks($0, reversed: true))"]"# }
        let named: @Sendable (Int) -> String = { #"[{"name":"\#(marks($0))"},{"name":"\#(marks($0, reversed: true))"}]"# }
        func all(_ name: String, _ make: @escaping @Sendable (Int) -> String, _ ways: [(String, Read)]) -> [Self] {
            ways.map { Self("\(name), \($0.0)", 8_000, make, $0.1) }
        }
        return all(
            "marks in a key", key,
            [
                ("model", decode(PlainTarget.self)), ("report", reported(PlainTarget.self)), ("dictionary", decode([String: Int].self)),
                ("any", decode(Any?.self)), ("dictionary of any", decode([String: Any].self)), ("value", decode(JSONValue.self)),
                ("kept", decode(KeptTarget.self)), ("renamed", decode(RenamingTarget.self)), ("no model", refusedElement),
                ("hashed", values { $0.hashValue }), ("rest", decode(Rests.Event.self)), ("rest in order", decode(Rests.Ordered.self)),
            ])
            + all(
                "marks without a class in a key", { "{\"\(String(repeating: "\u{F73}\u{301}", count: $0 / 4))\":1}" },
                [("dictionary", decode([String: Int].self)), ("any", decode(Any?.self))])
            + all(
                "marks in a text", texts,
                [
                    ("set", single(Set<String>.self)),
                    ("set of substrings", single(Set<Substring>.self)),
                    ("set of characters", single(Set<Character>.self)),
                    ("set of optionals", single(Set<String?>.self)),
                    ("addresses", decode(Set<URL>.self)), ("words", decode([WordTarget].self)),
                    ("set of values", values { Set($0).count == 1 ? 0 : nil }),
                    ("any", decode(Any?.self)),
                ])
            + all(
                "marks in a property", named,
                [
                    ("set", single(Set<NamedTarget>.self)),
                    ("described", described),
                    ("table", decode([TransformedTarget].self)),
                ])
    }()

    /// All elements are one.
    private static func single<T: Hashable & SendableMetatype>(_ type: Set<T>.Type) -> Read {
        { bytes in
            let set = try ModelDecoder().decode(type, from: bytes)
            #expect(set.count == 1)
        }
    }

    /// Does something with values that have been parsed.
    private static func values(_ body: @escaping @Sendable ([JSONValue]) -> Int?) -> Read {
        { bytes in
            let value = try ModelDecoder().decode(JSONValue.self, from: bytes)
            #expect(body(value.arrayValue ?? [value]) != nil)
        }
    }

    private static let described: Read = { bytes in
        let models = try ModelDecoder().decode([NamedTarget].self, from: bytes)
        #expect(models.allSatisfy { !$0.modelDescription.isEmpty })
    }

    /// The error names the key.
    private static let refusedElement: Read = { bytes in
        var options = DecodingOptions.strict
        options.onUnknownKey = .fail
        let error = Result { () throws(ModelError) in try ModelDecoder(options).decode(PlainTarget.self, from: bytes) }.errorFields
        #expect(error?.code == .unknownKey && error?.description.isEmpty == false)
    }
}

// MARK: Models

struct SetTarget: ModelHashable {
    var id = 0
    var inner: Set<SetTarget> = []
}

final class DeepTarget: ModelHashable {
    var id = 0
    var next: DeepTarget?
    var list: [DeepTarget] = []
}

struct TableTarget: ModelHashable {
    var table: [String: DeepTarget] = [:]
}

struct ForeignTarget: ModelHashable {
    /// Neither `Equatable` nor `Hashable`: compared by its JSON.
    struct Coded: Codable { var id = 0 }
    var coded: Coded?
}

struct AnyTarget: ModelHashable {
    var any: Any?
}

struct NamedTarget: ModelHashable {
    var name = ""
}

enum WordTarget: String, Codable { case e, other }

struct TransformedTarget: Model {
    var name = 0
    var parts: [String] = []
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": "name", "parts": "name"]
        model.transforms = ["name": .table(["e": 1, "f": 2]), "parts": .separated(by: "e")]
    }
}

struct LookingTarget: DidDecodeModel {
    mutating func didDecode(from object: JSONObject) {
        for key in object.keys { #expect(object[key] != nil) }
    }
}

/// Asks before there is a model.
class AskingTarget: PolymorphicModel {
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        for (key, value) in object where object[key] != value { return nil }
        return nil
    }
}

struct NamingTarget: DidDecodeModel {
    mutating func didDecode(from object: JSONObject) {
        for index in 0..<(object["n"]?.numberValue?.intValue ?? 0) { #expect(object["key\(index)"]?.numberValue?.intValue == index) }
    }
}

struct RemovingTarget: WillDecodeModel {
    mutating func willDecode(_ object: inout JSONObject) {
        for key in object.keys { object[key] = nil }
        #expect(object.isEmpty)
    }
}

struct RenamingTarget: WillDecodeModel {
    mutating func willDecode(_ object: inout JSONObject) {
        let count = object.count
        for key in object.keys { object["x" + key] = object.removeValue(forKey: key) }
        #expect(object.count == count)
    }
}

struct HoldingTarget: DidDecodeModel {
    var held: JSONObject { kept.objectValue ?? [:] }
    private var kept = JSONValue.null
    static func describe(_ model: inout ModelDescription) { model.ignored = ["kept"] }
    mutating func didDecode(from object: JSONObject) { kept = .object(object) }
}
