import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Notes what its hook is given.
private struct Noted: WillDecodeModel, DidDecodeModel, Equatable {
    var id = 0
    var items: [Int] = []
    var before = ""
    var after = ""

    static func describe(_ model: inout ModelDescription) { model.ignored = ["before", "after"] }

    mutating func willDecode(_ object: inout JSONObject) { before = Self.text(object) }
    mutating func didDecode(from object: JSONObject) { after = Self.text(object) }

    /// Swift's own dictionaries have no order.
    private static func text(_ object: JSONObject) -> String { (try? JSONValue.object(object).canonicalText()) ?? "none" }
}

private enum Inside: DescribedEnum, Equatable {
    case made(Noted)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("made", make: Self.made) { if case .made(let value) = $0 { value } else { nil } }
    }
}

private enum Beside: DescribedEnum, Equatable {
    case made(Noted)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type", content: "of")
        cases.add("made", make: Self.made) { if case .made(let value) = $0 { value } else { nil } }
    }
}

private enum Keyed: DescribedEnum, Equatable {
    case made(Noted)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("made", make: Self.made) { if case .made(let value) = $0 { value } else { nil } }
    }
}

private enum Untold: DescribedEnum, Equatable {
    case made(Noted)
    case list([Int])

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("made", make: Self.made) { if case .made(let value) = $0 { value } else { nil } }
        cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
    }
}

/// A payload's hooks are given the object that is in the document, whatever that is read from.
@Suite("Hooks of payloads")
struct HookedPayloadTests {
    private var options: DecodingOptions {
        var options = DecodingOptions.strict
        options.onUnknownKey = .ignore
        return options
    }

    private func check<T: Equatable>(_ type: T.Type, _ text: String, _ payload: (T) -> Noted) throws {
        let whole = try decodeWhole(type, Array(text.utf8), options).get()
        #expect(payload(whole).after.contains(#""items":[1,2]"#) && payload(whole).after.contains(#"{"a":[{"b":[]}]}"#))
        #expect(payload(whole).before.contains(#"{"a":[{"b":[]}]}"#))
        for size in [1, 5] { #expect(try decodeInChunks(type, Array(text.utf8), size: size, options).get() == whole) }
        let json = try ModelDecoder().decode(JSONValue.self, from: text)
        #expect(try ModelDecoder(options).decode(type, from: json) == whole)
        let list = try ModelDecoder().decode(JSONValue.self, from: "[\(text),\(text)]")
        #expect(try ModelDecoder(options).decode([T].self, from: list) == [whole, whole])
        let any = try ModelDecoder().decode([Any].self, from: "[\(text)]")
        #expect(try ModelDecoder(options).decode([T].self, from: any) == [whole])
    }

    private let members = #""id":1,"items":[1,2],"more":{"a":[{"b":[]}]}"#

    @Test func theTagIsInside() throws {
        try check(Inside.self, #"{"type":"made",\#(members)}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
        try check(Inside.self, #"{\#(members),"type":"made"}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
    }

    @Test func theTagIsBeside() throws {
        try check(Beside.self, #"{"type":"made","of":{\#(members)}}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
        try check(Beside.self, #"{"of":{\#(members)},"type":"made"}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
    }

    @Test func theOnlyKey() throws {
        try check(Keyed.self, #"{"made":{\#(members)}}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
    }

    @Test func noTag() throws {
        try check(Untold.self, #"{\#(members)}"#) { if case .made(let noted) = $0 { noted } else { Noted() } }
    }
}
