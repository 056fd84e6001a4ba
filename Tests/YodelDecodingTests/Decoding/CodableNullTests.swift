import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Any JSON, as many programs have it: null is one of its values.
private typealias Json = CodableTarget.Free

private struct Holder: Model, Equatable {
    var before = 7
    var meta: [String: Json] = ["old": .bool(true)]
    var list: [Json] = []
    var one = Json.bool(true)
    var maybe: Json? = .bool(true)
    var after = 8
}

private struct Required: Model, Equatable {
    var json = JSONValue.bool(true)
    var raw = RawJSON(1)
    var own = Json.bool(true)
    static func describe(_ model: inout ModelDescription) {
        model.required = ["json", "raw", "own"]
        model.keys = ["own": ["own", "other"]]
    }
}

private struct Listed: BaseModel, Equatable {
    let json: JSONValue
    let raw: RawJSON
    let own: Json

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("json", \.json)
        properties.add("raw", \.raw)
        properties.add("own", \.own)
        return ModelForm(properties)
    }
}

private enum Choice: DescribedEnum, Equatable {
    case number(Int), own(Json)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
        cases.add("own", make: Self.own) { if case .own(let value) = $0 { value } else { nil } }
    }
}

/// Types that do not take null: by a container, by a value of another kind, by an error of their own.
private enum Refusing {
    struct Keyed: Decodable, Equatable { var id = 0 }

    struct Corrupted: Decodable, Equatable {
        init() {}
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "none of its kinds"))
        }
    }

    struct Own: Decodable, Equatable {
        struct Refusal: Error {}
        init() {}
        init(from decoder: any Decoder) throws { throw Refusal() }
    }

    struct Holder: Model, Equatable {
        var keyed = Keyed(id: 5)
        var corrupted = Corrupted()
        var own = Own()
        var list: [Keyed] = []
        var after = 0
    }
}

/// A type that decodes itself is asked whether null is one of its values.
@Suite("Codable types in models: null")
struct CodableNullTests {
    private static let nulls = #"{"meta":{"b":null},"list":[1,null,[null]],"one":null,"maybe":null,"after":9}"#
    /// Made anew for each use: the leak check does not see what a static value holds where the kind of an enum is in a pointer's spare bits.
    private static var made: Holder {
        Holder(meta: ["b": .null], list: [.int(1), .null, .array([.null])], one: .null, maybe: nil, after: 9)
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func nullIsAValueOfTheType(_ options: DecodingOptions) throws {
        for outcome in EveryWay.outcomes(Holder.self, Self.nulls, options) { #expect(try outcome.get() == Self.made) }
        for outcome in EveryWay.outcomes(Json.self, "null", options) { #expect(try outcome.get() == .null) }
        for outcome in EveryWay.outcomes([Json?].self, "[null,true]", options) { #expect(try outcome.get() == [nil, .bool(true)]) }
        let value = try ModelDecoder().decode(JSONValue.self, from: Self.nulls)
        #expect(try ModelDecoder(options).decode(Holder.self, from: value) == Self.made)
        var report = DecodingReport()
        _ = try ModelDecoder(options).decode(Holder.self, from: Self.nulls, report: &report)
        #expect(report.count == 0)
        let none = Optional<Int>.none as Any
        let plain: [String: Any] = ["meta": ["b": none], "list": [1, none, [none]] as [Any], "one": none, "maybe": none, "after": 9]
        #expect(try ModelDecoder(options).decode(Holder.self, from: plain) == Self.made)
        // What has been written comes back.
        #expect(try ModelDecoder(options).decode(Holder.self, from: ModelEncoder().encode(Self.made)).meta == ["b": .null])
    }

    @Test func recordsMayBeNull() throws {
        var reader = try ModelReader(Json.self, framing: .lines)
        var read: [Json] = []
        try reader.read(Array("1\nnull\n[null]\n".utf8)) { read.append(try $0.get()) }
        try reader.finish { read.append(try $0.get()) }
        #expect(read == [.int(1), .null, .array([.null])])
    }

    @Test func anUpdatePutsNull() throws {
        var json = Json.bool(true)
        try ModelDecoder().update(&json, from: "null")
        #expect(json == .null)
        var holder = Holder()
        try holder.update(json: #"{"one":null,"list":[null]}"#)
        #expect(holder.one == .null && holder.list == [.null] && holder.meta == ["old": .bool(true)])
    }

    /// Null that is passed over is passed over for these types, too.
    @Test func nullThatIsKeptOutStaysOut() throws {
        let options = DecodingOptions.lenient.with(\.onNull, .keep)
        let holder = try ModelDecoder(options).decode(Holder.self, from: Self.nulls)
        #expect(holder == Holder(meta: [:], list: [.int(1), .array([.null])], after: 9))
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func aRequiredPropertyTakesNullThatIsAValue(_ options: DecodingOptions) throws {
        let nulls = Required(json: .null, raw: .null, own: .null)
        for text in [#"{"json":null,"raw":null,"own":null}"#, #"{"other":null,"raw":null,"json":null}"#] {
            for outcome in EveryWay.outcomes(Required.self, text, options) { #expect(try outcome.get() == nulls) }
        }
        // Of alternatives one with another value goes before null.
        let text = #"{"json":1,"raw":2,"own":null,"other":3}"#
        #expect(try ModelDecoder(options).decode(Required.self, from: text) == Required(json: 1, raw: RawJSON(2), own: .int(3)))
        for missing in [#"{"json":null,"raw":null}"#, #"{"raw":null,"own":null}"#, "{}"] {
            for outcome in EveryWay.outcomes(Required.self, missing, options) { #expect(outcome.errorFields?.code == .missingKey) }
        }
        let listed = Listed(json: .null, raw: .null, own: .null)
        let written = try ModelEncoder().encodeToString(listed)
        #expect(written == #"{"json":null,"raw":null,"own":null}"#)
        for outcome in EveryWay.outcomes(Listed.self, written, options) { #expect(try outcome.get() == listed) }
        #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Listed.self, from: #"{"json":null,"raw":null}"#) }
    }

    @Test func aPayloadTakesNull() throws {
        for options in [DecodingOptions.lenient, .strict] {
            for outcome in EveryWay.outcomes([Choice].self, "[1,null,[null]]", options) {
                #expect(try outcome.get() == [.number(1), .own(.null), .own(.array([.null]))])
            }
        }
    }

    // MARK: Types that do not take it

    @Test func typesThatRefuseNullKeepWhatTheyHave() throws {
        let text = #"{"keyed":null,"corrupted":null,"own":null,"list":[null,{"id":1},null],"after":1}"#
        let expected = Refusing.Holder(list: [Refusing.Keyed(id: 1)], after: 1)
        for outcome in EveryWay.outcomes(Refusing.Holder.self, text) { #expect(try outcome.get() == expected) }
        var report = DecodingReport()
        #expect(try ModelDecoder().decode(Refusing.Holder.self, from: text, report: &report) == expected)
        #expect(report.issues.map(\.path.description) == ["keyed", "corrupted", "own", "list[0]", "list[2]"])
        #expect(report.issues.map(\.action) == [.kept, .kept, .kept, .omitted, .omitted])
        #expect(report.issues.allSatisfy { $0.code == .unexpectedNull })
    }

    @Test(arguments: ["keyed", "corrupted", "own"])
    func strictlyTheyAreTheErrorThatTheyWere(_ key: String) {
        for outcome in EveryWay.outcomes(Refusing.Holder.self, #"{"\#(key)":null}"#, .strict) {
            #expect(outcome.errorFields?.code == .unexpectedNull && outcome.errorFields?.path == key)
        }
        for outcome in EveryWay.outcomes(Refusing.Own.self, "null") { #expect(outcome.errorFields?.code == .unexpectedNull) }
    }
}
