import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Refusal: Error, Equatable { let hook: String }

private protocol Numbered: Model { var id: Int { get set } }

/// Its objects need not be kept, so it goes another way than the others.
private struct Checked: Numbered, ValidatedModel {
    var id = 0
    mutating func validate() throws { if id < 0 { throw Refusal(hook: "validate") } }
}

/// Notes each call, and refuses what its object or its number says.
private protocol Watched: Numbered, WillDecodeModel, DidDecodeModel, ValidatedModel, Hashable {
    var name: String { get set }
}

extension Watched {
    mutating func willDecode(_ object: inout JSONObject) throws {
        CallLog.note("will \(id) \(name) \(object)")
        CallLog.keep(object)
        name = "touched"
        if object["refuse"] == "will" { throw Refusal(hook: "will") }
        name = object["before"]?.stringValue ?? "init"
        if let title = object.removeValue(forKey: "title") { object["name"] = title }
        if let add = object["add"]?.objectValue { for (key, value) in add { object[key] = value } }
    }

    mutating func didDecode(from object: JSONObject) throws {
        CallLog.note("did \(id) \(name) \(object)")
        if object["refuse"] == "did" { throw Refusal(hook: "did") }
        if let after = object["after"]?.stringValue { name += after }
    }

    mutating func validate() throws {
        CallLog.note("validate \(id) \(name)")
        if id < 0 { throw Refusal(hook: "validate") }
    }
}

private struct Item: Watched {
    var id = 0
    var name = "init"
}

private final class Thing: Watched {
    var id = 0
    var name = "init"
    static func == (left: Thing, right: Thing) -> Bool { left.id == right.id && left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private struct Holder<M: Watched>: Model, Equatable {
    var plain = M(), maybe: M?, twice: M??
    var list: [M] = [], optionals: [M?] = [], lists: [[M]] = [], packed: ContiguousArray<M> = [], group: Set<M> = []
    var table: [String: M] = [:]
    var deep: M?, first: M?, second: M?, raw: JSONValue = .null, choice: M?, indexed: M?
    var end = 0

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["deep": "in.ner", "first": "shared", "second": "shared", "choice": ["one", "two"], "indexed": "items.1"]
    }
}

/// Where an object may stand (`#`), and a document that comes to the same if it is refused.
private struct Place: Sendable, CustomTestStringConvertible {
    let path: String
    let with: String
    let without: String
    var isElement = false
    var testDescription: String { with }

    func document(_ object: String) -> String { "{\n " + with.replacing("#", with: object) + ",\n \"end\": 5}" }
    var documentWithout: String { "{" + without + #""end": 5}"# }

    static let all = [
        Place(path: "plain", with: #""plain": #"#, without: ""), Place(path: "maybe", with: #""maybe": #"#, without: ""),
        Place(path: "twice", with: #""twice": #"#, without: ""),
        Place(path: "maybe", with: #""maybe": {"id": 3}, "maybe": #"#, without: #""maybe": {"id": 3},"#),
        Place(path: "maybe", with: #""maybe": #, "maybe": {"id": 3}"#, without: #""maybe": {"id": 3},"#),
        Place(path: "in.ner", with: #""in": {"x": 1, "ner": #}"#, without: ""),
        Place(path: "shared", with: #""shared": #"#, without: ""),
        Place(path: "one", with: #""one": #, "two": {"id": 2}"#, without: #""two": {"id": 2},"#),
        Place(path: "one", with: #""two": {"id": 2}, "one": #"#, without: #""two": {"id": 2},"#),
        Place(path: "items[1]", with: #""items": [{"id": 8}, #]"#, without: ""),
        Place(path: "list[1]", with: #""list": [{}, #, {}]"#, without: #""list": [{}, {}],"#, isElement: true),
        Place(path: "optionals[1]", with: #""optionals": [null, #]"#, without: #""optionals": [null],"#, isElement: true),
        Place(path: "lists[1][0]", with: #""lists": [[], [#]]"#, without: #""lists": [[], []],"#, isElement: true),
        Place(path: "packed[0]", with: #""packed": [#, {"id": 2}]"#, without: #""packed": [{"id": 2}],"#, isElement: true),
        Place(path: "group[0]", with: #""group": [#]"#, without: "", isElement: true),
        Place(path: "table.k", with: #""table": {"a": {}, "k": #}"#, without: #""table": {"a": {}},"#, isElement: true),
        Place(
            path: "table.k", with: #""table": {"k": {"id": 3}, "k": #}"#, without: #""table": {"k": {"id": 3}},"#, isElement: true),
    ]

    /// Each in one piece, and in pieces of any size.
    static let ofEverySize = all.flatMap { place in (0...7).map { (place, $0) } }
}

/// Objects that a hook refuses, and which.
private let refused = [
    ("{\"refuse\": \"will\", \"id\": 1}", "will"), ("{\"name\": \"é\", \"id\": 1,\n \"refuse\": \"did\"}", "did"),
    ("{\"id\": -1}", "validate"),
]

private func decode<T>(_ type: T.Type, _ json: String, _ size: Int, _ options: DecodingOptions) -> Result<T, ModelError> {
    let bytes = Array(json.utf8)
    return size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options)
}

@Suite("Hooks") struct HookTests {
    // MARK: Refusals

    // 19 are of all places and of all sizes.
    @Test(.slow, arguments: some(19, of: Place.ofEverySize))
    fileprivate func refusedEverywhere(place: Place, size: Int) throws {
        try check(Item.self, place, size)
        try check(Thing.self, place, size)
    }

    /// The name is asked of the runtime: in optimised code the compiler puts in its own, which for a private type is another.
    private func rejection(by type: Any.Type) -> String { "\(TypeInfo(type)?.name ?? "no type") rejected its object" }

    private func check<M: Watched>(_ type: M.Type, _ place: Place, _ size: Int) throws {
        let accepted = try decode(Holder<M>.self, place.document(#"{"id": 1}"#), size, .strict).get()
        let without = try decode(Holder<M>.self, place.documentWithout, size, .strict).get()
        // The last of two equal keys wins, so that one shows only by its refusal.
        if !place.with.hasSuffix(#"{"id": 3}"#) { #expect(accepted != without) }
        for (object, hook) in refused {
            let json = place.document(object)
            let at = location(of: object, in: json)
            let expected = ErrorFields(
                .custom, .modelCodeFailed, at: at.offset, line: at.line, column: at.column, path: place.path,
                rejection(by: M.self))
            for onMismatch in [DecodingOptions.MismatchPolicy.keepDefault, .fail] {
                for onInvalidElement in [DecodingOptions.InvalidElementPolicy.asMismatch, .omit, .fail] {
                    var options = DecodingOptions.lenient
                    (options.onMismatch, options.onInvalidElement) = (onMismatch, onInvalidElement)
                    let failsElement = onInvalidElement == .fail || (onInvalidElement == .asMismatch && onMismatch == .fail)
                    let result = decode(Holder<M>.self, json, size, options)
                    switch result {
                    case .success(let holder):
                        #expect(!(place.isElement ? failsElement : onMismatch == .fail))
                        #expect(holder == without)
                    case .failure(let error):
                        #expect(place.isElement ? failsElement : onMismatch == .fail)
                        #expect(ErrorFields(error) == expected)
                        #expect(error.underlying as? Refusal == Refusal(hook: hook))
                    }
                }
            }
            var report = DecodingReport()
            _ = try ModelDecoder().decode(Holder<M>.self, from: json, report: &report)
            let found = report.issues.filter { $0.code == .modelCodeFailed }
            #expect(found.count == (place.path == "shared" ? 2 : 1))
            #expect(found.allSatisfy { $0.path.description == place.path && $0.offset == at.offset })
            #expect(found.allSatisfy { $0.action == (place.isElement ? .omitted : .kept) && $0.found == "an object that it rejects" })
        }
    }

    @Test(arguments: refused, 0...7)
    func aRefusedRootIsAnError(refused: (object: String, hook: String), size: Int) {
        func check<M: Watched>(_ type: M.Type) {
            let expected = ErrorFields(.custom, .modelCodeFailed, at: 2, line: 2, column: 2, rejection(by: M.self))
            for options in [DecodingOptions.lenient, .strict] {
                for result in [
                    decode(M.self, "\n \(refused.object)", size, options).map { _ in },
                    decode(M?.self, "\n \(refused.object)", size, options).map { _ in },
                ] {
                    #expect(result.errorFields == expected)
                    #expect(throws: ModelError.self) { try result.get() }
                    if case .failure(let error) = result { #expect(error.underlying as? Refusal == Refusal(hook: refused.hook)) }
                }
            }
            let json = "{\"data\":\n[0, \(refused.object)]}"
            let part = #expect(throws: ModelError.self) { try ModelDecoder().decode(M.self, from: json, at: "data[1]") }
            #expect(
                part.map(ErrorFields.init)
                    == ErrorFields(
                        .custom, .modelCodeFailed, at: 13, line: 2, column: 5, path: "data[1]", rejection(by: M.self)))
        }
        check(Item.self)
        check(Thing.self)
    }

    @Test(arguments: refused)
    func refusedFromOtherSources(object: String, hook: String) throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: object)
        let own = try #require(value.swiftAny() as? [String: Any])
        let noPlace = ErrorFields(.custom, .modelCodeFailed, at: 0, line: 0, column: 0, "Item rejected its object")
        let nested = ErrorFields(.custom, .modelCodeFailed, at: 0, line: 0, column: 0, path: "list[1]", "Item rejected its object")
        let strict = ModelDecoder(.strict)
        let errors: [(ErrorFields, () throws -> Void)] = [
            (noPlace, { _ = try ModelDecoder().decode(Item.self, from: value) }), (noPlace, { _ = try Item(json: own) }),
            (nested, { _ = try strict.decode(Holder<Item>.self, from: ["list": [[:], value]] as JSONValue) }),
            (nested, { _ = try strict.decode(Holder<Item>.self, from: ["list": [[:], own] as [Any]]) }),
        ]
        for (expected, body) in errors {
            let error = #expect(throws: ModelError.self) { try body() }
            #expect(error.map(ErrorFields.init) == expected && error?.underlying as? Refusal == Refusal(hook: hook))
        }
        let holder = try ModelDecoder().decode(Holder<Item>.self, from: ["maybe": own, "list": [own, ["id": 2]] as [Any], "end": 5])
        #expect(holder.maybe == nil && holder.list == [Item(id: 2)] && holder.end == 5)
    }

    /// A property that gets no value but a refused one is missed; a value that came before is one.
    @Test func aRefusedValueIsNone() {
        struct Demanding<M: Numbered>: Model {
            var item: M?
            var choice: M?
            static func describe(_ model: inout ModelDescription) {
                model.keys = ["choice": ["one", "two"]]
                model.required = ["item", "choice"]
            }
        }
        func check<M: Numbered>(_ type: M.Type) {
            for (refusedObject, hook) in refused where hook == "validate" || type != Checked.self {
                for (json, offset, path) in [
                    (#"{"item": \#(refusedObject), "one": {}}"#, 0, "item"), (#"{"one": \#(refusedObject), "item": {}}"#, 0, "one"),
                ] {
                    let error = decodeWhole(Demanding<M>.self, Array(json.utf8)).errorFields
                    #expect(error?.code == .missingKey && error?.offset == offset && error?.path == path, "\(json)")
                }
                let json = #"{"item": {"id": 1}, "one": \#(refusedObject), "item": \#(refusedObject), "two": {"id": 2}}"#
                let made = try? decodeWhole(Demanding<M>.self, Array(json.utf8)).get()
                #expect(made?.item?.id == 1 && made?.choice?.id == 2, "\(json)")
            }
        }
        check(Checked.self)
        check(Item.self)
        check(Thing.self)
    }

    /// What is no object has nothing to say to a hook.
    @Test func otherValuesCallNothing() throws {
        let (holder, calls, _) = try CallLog.recording {
            try ModelDecoder().decode(Holder<Item>.self, from: #"{"plain": 7, "maybe": [{}], "list": ["x", null, 1], "table": {"a": []}}"#)
        }
        #expect(holder == Holder<Item>() && calls.isEmpty)
    }
}
