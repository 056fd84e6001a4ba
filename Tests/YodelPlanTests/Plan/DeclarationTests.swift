import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Models whose declarations contradict themselves, and what the error says.

private enum Wrong {
    struct Ignored: Model {
        var password = ""
        static func describe(_ model: inout ModelDescription) { model.ignored = ["pasword"] }
    }

    struct Included: Model {
        var name = "", count = 0
        static func describe(_ model: inout ModelDescription) { model.included = ["name", "cuont"] }
    }

    struct Mapped: Model {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["nmae": "n"] }
    }

    struct MappedFar: Model {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["somethingElse": "n", "zebra": "z"] }
    }

    struct Required: Model {
        var identifier = 0
        static func describe(_ model: inout ModelDescription) { model.required = ["identifer"] }
    }

    struct Transforms: Model {
        var created = Date(timeIntervalSince1970: 0)
        static func describe(_ model: inout ModelDescription) { model.transforms = ["Created": .epochSeconds] }
    }

    /// The name of an accessor counts among those that a declaration may mean.
    struct Near: Model {
        var stored = 0
        var virtual: Int {
            get { stored }
            set { stored = newValue }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.virtual, named: "virtual")
            model.required = ["virtula"]
        }
    }

    struct Twice: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.a, named: "a")
            model.access(\Self.a, named: "a")
        }
    }

    struct TooMany: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["a": .init((0..<101).map { "k\($0)" })]) }
    }

    struct WithoutKey: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["a": []]
            model.required = ["a"]
        }
    }

    struct RequiredButIgnored: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["a"]
            model.required = ["a"]
        }
    }

    struct RequiredConstant: Model {
        let a = 0
        var b = 0
        static func describe(_ model: inout ModelDescription) { model.required = ["a"] }
    }

    struct Created: Model {
        var created = ""
        static func describe(_ model: inout ModelDescription) { model.transforms = ["created": .epochSeconds] }
    }

    struct Wrapped: Model {
        var created: Date??
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["created": PropertyTransform(from: { (_) -> Date?? in nil }, to: { (_: Date?) -> JSONValue? in nil })]
        }
    }

    struct Element: Model {
        var dates: [Int] = []
        static func describe(_ model: inout ModelDescription) { model.transforms = ["dates": .epochSeconds] }
    }

    struct Accessor: Model {
        var stored = 0
        var text: String {
            get { "" }
            set { stored = newValue.count }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.text, named: "text")
            model.transforms = ["text": .base64]
        }
    }

    struct AccessorType: Model {
        var stored = 0
        var pair: (Int, Int) {
            get { (stored, 0) }
            set { stored = newValue.0 }
        }
        static func describe(_ model: inout ModelDescription) { model.access(\Self.pair, named: "pair") }
    }

    class Base: Model {
        var name = ""
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys = ["name": "n"] }
    }

    final class Derived: Base {
        var count = 0
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.required += ["conut"]
        }
    }

    struct Outer: Model {
        var list: [String: [Mapped?]] = [:]
    }

    struct Chooser: PolymorphicModel {
        var a = 0
        static func modelType(for object: JSONObject) -> (any Model.Type)? { object["other"] == nil ? nil : Ignored.self }
    }

    class Animal: PolymorphicModel {
        var name = ""
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? { Base.self }
    }
}

private enum Harmless {
    /// A name that resembles none is no misspelling; one that is too far from the nearest is not guessed at.
    struct Lists: Model {
        var password = "", name = ""
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["completelyDifferent"]
            model.included = ["password", "name", "zz"]
        }
    }

    /// Names that once said something of a model, and those of hooks: they are the type's own.
    struct OwnNames: Model {
        static let transforms = ["rotate"]
        static let keyMapping = 3
        static func modelType() -> String { "own" }
        var a = 0
        func validate() -> Bool { a < 0 }
        func willDecode(_ text: String) {}
        mutating func didDecode(from text: String) { a = -1 }
    }

    struct Hundred: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["a": .init((0..<100).map { "k\($0)" })]) }
    }

    /// Declarations may name a constant, or what another list leaves out.
    struct LeftOut: Model {
        let constant = 1
        var gone = Date(timeIntervalSince1970: 0), a = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["constant": "c", "gone": "g"]
            model.ignored = ["gone", "constant"]
            model.transforms = ["gone": .base64]
        }
    }
}

private func declared(_ message: String) -> ErrorFields {
    ErrorFields(.model, .invalidDeclaration, at: 0, line: 0, column: 0, message)
}

private func unknown(_ message: String) -> ErrorFields {
    ErrorFields(.model, .unknownProperty, at: 0, line: 0, column: 0, message)
}

@Suite("Declarations")
struct DeclarationTests {
    private static var names: [(any Model.Type, String)] {
        [
            (
                Wrong.Ignored.self,
                "model.ignored of Ignored names 'pasword', which is not one of its properties; did you mean 'password'?"
            ),
            (
                Wrong.Included.self,
                "model.included of Included names 'cuont', which is not one of its properties; did you mean 'count'?"
            ),
            (Wrong.Mapped.self, "model.keys of Mapped names 'nmae', which is not one of its properties; did you mean 'name'?"),
            (Wrong.MappedFar.self, "model.keys of MappedFar names 'somethingElse', which is not one of its properties"),
            (
                Wrong.Required.self,
                "model.required of Required names 'identifer', which is not one of its properties; did you mean 'identifier'?"
            ),
            (
                Wrong.Transforms.self,
                "model.transforms of Transforms names 'Created', which is not one of its properties; did you mean 'created'?"
            ),
            (Wrong.Near.self, "model.required of Near names 'virtula', which is not one of its properties; did you mean 'virtual'?"),
            (Wrong.Derived.self, "model.required of Derived names 'conut', which is not one of its properties; did you mean 'count'?"),
            (Wrong.Outer.self, "model.keys of Mapped names 'nmae', which is not one of its properties; did you mean 'name'?"),
        ]
    }

    private static var contradictions: [(any Model.Type, String)] {
        [
            (Wrong.Twice.self, "model.access of Twice names 'a' twice"),
            (Wrong.TooMany.self, "model.keys of TooMany gives 'a' more than 100 keys"),
            (Wrong.WithoutKey.self, "model.required of WithoutKey names 'a', which no key of a document can set"),
            (Wrong.RequiredButIgnored.self, "model.required of RequiredButIgnored names 'a', which no key of a document can set"),
            (Wrong.RequiredConstant.self, "model.required of RequiredConstant names 'a', which no key of a document can set"),
            (Wrong.Created.self, "the transform of 'created' of Created makes Date, but the property is of type String"),
            (
                Wrong.Wrapped.self,
                "the transform of 'created' of Wrapped makes Date?, but the property is of type Date??"
            ),
            (Wrong.Element.self, "the transform of 'dates' of Element makes Date, but the property is of type [Int]"),
            (Wrong.Accessor.self, "the transform of 'text' of Accessor makes Data, but the property is of type String"),
        ]
    }

    private func error<T: Model>(_ type: T.Type, _ json: String = "{}") -> ErrorFields? {
        // The second use ends as the first one does: nothing half built is kept.
        let first = decodeWhole(type, Array(json.utf8)).errorFields
        #expect(decodeWhole(type, Array(json.utf8), .strict).errorFields == first)
        return first
    }

    @Test func wrongNames() {
        for (type, message) in Self.names { #expect(error(type) == unknown(message)) }
    }

    @Test func contradictions() {
        for (type, message) in Self.contradictions { #expect(error(type) == declared(message)) }
    }

    @Test func aTypeThatCannotBeMappedBehindAnAccessor() {
        let message =
            "property 'pair' of AccessorType has type (Int, Int), which Yodel cannot map: it is not a supported value, collection or Model, "
            + "and not Decodable; name 'pair' in model.ignored to leave it out, or give it a transform (model.transforms) or an accessor "
            + "(model.access)"
        let expected = ErrorFields(.model, .unsupportedType, at: 0, line: 0, column: 0, message)
        #expect(error(Wrong.AccessorType.self) == expected)
    }

    /// Whatever the document is: the type is looked at before the first byte.
    @Test func theDeclarationComesBeforeTheDocument() {
        #expect(error(Wrong.Twice.self, "]") == declared("model.access of Twice names 'a' twice"))
        var mapped = Wrong.Mapped()
        #expect(throws: ModelError.self) { try ModelDecoder().update(&mapped, from: "{}") }
    }

    @Test func answersThatAreNoSubclass() throws {
        let message = "modelType(for:) of Chooser answered Ignored, which is neither Chooser nor a subclass of it"
        #expect(error(Wrong.Chooser.self, #"{"other":1}"#) == declared(message))
        #expect(try Wrong.Chooser(json: #"{"a":2}"#).a == 2)
        let animal = "modelType(for:) of Animal answered Base, which is neither Animal nor a subclass of it"
        #expect(error(Wrong.Animal.self) == declared(animal))
    }

    @Test func harmlessDeclarations() throws {
        #expect(try Harmless.Lists(json: #"{"password":"p","zz":1}"#).password == "p")
        #expect(try Harmless.Hundred(json: #"{"k99":7,"k98":6}"#).a == 6)
        #expect(try Harmless.OwnNames(json: #"{"a":1}"#).jsonString() == #"{"a":1}"#)
        let leftOut = try Harmless.LeftOut(json: #"{"c":5,"g":"x","a":3}"#)
        #expect(leftOut.constant == 1 && leftOut.gone == Date(timeIntervalSince1970: 0) && leftOut.a == 3)
    }

    @Test(
        arguments: [
            ("nmae", ["name", "age"], "name"), ("agee", ["name", "age"], "age"), ("x", ["y"], nil), ("ab", ["ba"], nil), ("id", ["i"], nil),
            ("", ["a"], nil), ("userNmae", ["username", "userName", "name"], "userName"), ("abcdefghi", ["abcxyzghi"], "abcxyzghi"),
            ("abcdefghi", ["abwxyzghi"], nil), ("b", ["a", "c"], nil), ("aab", ["aac", "aaa"], "aaa"),
        ] as [(String, Set<String>, String?)])
    func theNearestName(name: String, names: Set<String>, nearest: String?) {
        #expect(PlanBuilder.nearest(to: name, among: names) == nearest)
    }
}
