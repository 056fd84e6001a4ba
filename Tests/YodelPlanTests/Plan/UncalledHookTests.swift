import Testing

@testable import Yodel
@testable import YodelTestSupport

// A hook without its protocol would never be called: it is an error that says which protocol is meant.

// swift-format-ignore
private enum Bare {
    struct Validates: Model { var a = 0; func validate() throws {} }
    struct ValidatesLater: Model { var a = 0; mutating func validate() async throws {} }
    struct ValidatesByAnswer: Model { var a = 0; func validate() -> Bool { a > 0 } }
    struct DidDecode: Model { var a = 0; mutating func didDecode(from object: JSONObject) { a = 1 } }
    struct DidDecodeThrows: Model { var a = 0; mutating func didDecode(from object: JSONObject) throws {} }
    struct DidDecodeDictionary: Model { var a = 0; mutating func didDecode(from object: [String: Any]) -> Bool { true } }
    struct DidDecodeNothing: Model { var a = 0; func didDecode() {} }
    struct WillDecode: Model { var a = 0; mutating func willDecode(_ object: inout JSONObject) throws {} }
    struct WillDecodeConstant: Model { var a = 0; func willDecode(_ object: JSONObject) {} }
    struct WillEncode: Model { var a = 0; func willEncode(into object: inout JSONObject) {} }
    class Polymorphic: Model { required init() {}; class func modelType(for object: JSONObject) -> (any Model.Type)? { nil } }
    class Discriminated: Model { required init() {}; class var discriminator: ModelDiscriminator { ModelDiscriminator("k", [:]) } }
    /// Has a hook, and another one that nobody calls.
    struct Half: ValidatedModel { var a = 0; func validate() throws {}; func didDecode(from object: JSONObject) {} }
    class Base: Model { required init() {}; func validate() throws {} }
    enum Owner { final class Nested: Model { var a = 0; func validate() throws {} } }
}

// swift-format-ignore
private enum Good {
    struct All: WillDecodeModel, DidDecodeModel, ValidatedModel, WillEncodeModel {
        var a = 0
        mutating func willDecode(_ object: inout JSONObject) { a += 1 }
        mutating func didDecode(from object: JSONObject) { a += 10 }
        mutating func validate() { a += 100 }
        func willEncode(into object: inout JSONObject) { object["b"] = 1 }
        // Beside the hook, of the model's own.
        func didDecode() {}
        func didDecode(from object: String) {}
    }
    final class Sub: Bare.Base, ValidatedModel { var calls = 0; override func validate() { calls += 1 } }
    class Plain: Model { required init() {} }
    final class Late: Plain, ValidatedModel { var calls = 0; func validate() { calls += 1 } }
    struct Form: Model { var a = 0; func validate() -> Bool { a > 0 }; static let ignoredProperties = ["validate"] }
    struct Other: Model { var validate = 1; static let discriminator = "cat"; func didDecode(twice object: JSONObject) {}; func validate(_ all: Bool) {} }
    struct Page<Item>: Model { var a = 0 }
    struct Far: Model { var a = 0; func touch() -> Int { a } }
}
extension Good.Page: HookedModel where Item == Int {}
extension Good.Page: ValidatedModel where Item == Int { mutating func validate() { a += 1 } }
/// A hook by an extension of a protocol.
private protocol Counted: DidDecodeModel { var calls: Int { get set } }
extension Counted { mutating func didDecode(from object: JSONObject) { calls += 1 } }
private struct Count: Counted { var calls = 0 }
/// A member of an unrelated protocol's extension: the type says which of the two it has.
private protocol Checked {}
extension Checked { func validate() throws {} }
private struct Both: Model, Checked { typealias ValidateHook = Void }

@Suite("Hooks without their protocol")
struct UncalledHookTests {
    private func message(_ type: any Model.Type, _ json: String = "{}") -> String? {
        func decode<T: Model>(_ type: T.Type) -> Set<String?> {
            Set(
                [DecodingOptions.Tokenizer.yajl, .scanner].map { tokenizer in
                    guard case .failure(let error) = decodeOnce(type, Array(json.utf8), .lenient(tokenizer)) else { return nil }
                    #expect(error.category == .model && error.code == .invalidDeclaration)
                    return error.message
                })
        }
        let messages = decode(type)
        #expect(messages.count == 1)
        return messages.first ?? nil
    }

    private static let validate = ("ValidatedModel", "mutating func validate() throws")
    private static let didDecode = ("DidDecodeModel", "mutating func didDecode(from: JSONObject) throws")
    private static let willDecode = ("WillDecodeModel", "mutating func willDecode(_: inout JSONObject) throws")

    private static var uncalled: [(any Model.Type, String, (String, String))] {
        [
            (Bare.Validates.self, "validate()", validate),
            (Bare.ValidatesLater.self, "validate()", validate),
            (Bare.ValidatesByAnswer.self, "validate()", validate),
            (Bare.DidDecode.self, "didDecode(from: JSONObject)", didDecode),
            (Bare.DidDecodeThrows.self, "didDecode(from: JSONObject)", didDecode),
            (Bare.DidDecodeDictionary.self, "didDecode(from: [String: Any])", didDecode),
            (Bare.DidDecodeNothing.self, "didDecode()", didDecode),
            (Bare.WillDecode.self, "willDecode(_: inout JSONObject)", willDecode),
            (Bare.WillDecodeConstant.self, "willDecode(_: JSONObject)", willDecode),
            (
                Bare.WillEncode.self, "willEncode(into: inout JSONObject)",
                ("WillEncodeModel", "func willEncode(into: inout JSONObject) throws")
            ),
            (
                Bare.Polymorphic.self, "modelType(for: JSONObject)",
                ("PolymorphicModel", "static func modelType(for: JSONObject) -> (any Model.Type)?")
            ),
            (Bare.Discriminated.self, "discriminator", ("DiscriminatedModel", "static var discriminator: ModelDiscriminator")),
            (Bare.Half.self, "didDecode(from: JSONObject)", didDecode),
            (Bare.Base.self, "validate()", validate),
            (Bare.Owner.Nested.self, "validate()", validate),
        ]
    }

    @Test func aHookThatNobodyCallsIsAnError() {
        for (type, member, hook) in Self.uncalled {
            let name = member.prefix { $0 != "(" }
            let expected =
                "\(member) of \(type) is never called, since \(type) is no \(hook.0): that has \(hook.1). "
                + "Conform to it, or name '\(name)' in ignoredProperties if it is no hook"
            #expect(message(type) == expected)
        }
    }

    @Test func itIsOneWhereverTheTypeStands() throws {
        struct Outer: Model { var inner: [Bare.Validates] = [] }
        #expect(message(Outer.self)?.contains("validate() of Validates is never called") == true)
        #expect(throws: ModelError.self) { try ModelEncoder().encodeToString(Bare.WillEncode()) }
        #expect(throws: ModelError.self) { try ModelDecoder().decode([String: Bare.DidDecode].self, from: "{}") }
    }

    @Test func hooksThatAreDeclaredAreCalled() throws {
        let all = try ModelDecoder().decode(Good.All.self, from: "{}")
        #expect(all.a == 111)
        #expect(try ModelEncoder().encodeToString(all) == #"{"a":111,"b":1}"#)
        #expect(try ModelDecoder().decode(Good.Sub.self, from: "{}").calls == 1)
        #expect(try ModelDecoder().decode(Good.Late.self, from: "{}").calls == 1)
        #expect(try ModelDecoder().decode(Count.self, from: "{}").calls == 1)
        #expect(try ModelDecoder().decode(Good.Page<Int>.self, from: "{}").a == 1)
    }

    @Test func otherMembersAreTheModelsOwn() throws {
        let types: [any Model.Type] = [Good.Form.self, Good.Other.self, Good.Plain.self, Good.Page<String>.self, Good.Far.self]
        for type in types { #expect(message(type) == nil) }
        #expect(message(Both.self)?.contains("validate() of Both is never called") == true)
        #expect(Good.Form(a: 1).validate())
        #expect(!Bare.ValidatesByAnswer().validate())
    }
}
