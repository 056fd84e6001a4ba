import Testing

@testable import Yodel
@testable import YodelTestSupport

// A declaration is never ignored: it is read whatever form it has, or is an error.

private enum Form {
    struct ArrayOfNames: Model, Equatable {
        var name = ""
        var isAdmin = false
        static let ignoredProperties = ["isAdmin"]
    }

    struct SetOfNames: Model, Equatable {
        var name = ""
        var isAdmin = false
        static let ignoredProperties: Set = ["isAdmin"]
    }

    struct OptionalNames: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var ignoredProperties: [String]? { ["isAdmin"] }
    }

    struct KeyPaths: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var ignoredProperties: [PartialKeyPath<Self>] { [\.isAdmin] }
    }

    struct SetOfKeyPaths: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var ignoredProperties: Set<PartialKeyPath<SetOfKeyPaths>> { [\.isAdmin] }
    }

    struct AnyKeyPaths: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var ignoredProperties: [AnyKeyPath] { [\Self.isAdmin] }
    }

    struct TypedKeyPaths: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var ignoredProperties: [KeyPath<Self, Bool>] { [\.isAdmin] }
    }

    struct Included: Model, Equatable {
        var name = ""
        var isAdmin = false
        static let includedProperties = ["name"]
    }

    struct IncludedSet: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var includedProperties: Set<String> { ["name"] }
    }

    struct IncludedKeyPaths: Model, Equatable {
        var name = ""
        var isAdmin = false
        static var includedProperties: [PartialKeyPath<Self>]? { [\.name] }
    }

    final class FinalClass: ModelHashable {
        var name = ""
        var isAdmin = false
        required init() {}
        static var ignoredProperties: [PartialKeyPath<FinalClass>] { [\.isAdmin] }
    }

    class Base: ModelHashable {
        var name = ""
        var isAdmin = false
        required init() {}
        class var ignoredProperties: [String] { ["isAdmin"] }
    }

    final class Derived: Base {
        var more = 0
        override class var ignoredProperties: [String] { super.ignoredProperties + ["more"] }
    }

    struct Generic<T: Equatable & Decodable>: Model, Equatable {
        var name = ""
        var isAdmin = false
        var list: [T] = []
        static var ignoredProperties: [PartialKeyPath<Self>] { [\.isAdmin] }
    }

    struct Required: Model, Equatable {
        var id = 0
        static let requiredProperties = ["id"]
    }

    struct RequiredKeyPath: Model, Equatable {
        var id = 0
        static var requiredProperties: [PartialKeyPath<Self>] { [\.id] }
    }

    struct Keys: Model, Equatable {
        var id = 0
        static let keyMapping = ["id": "ID"]
    }

    struct Alternatives: Model, Equatable {
        var id = 0
        static let keyMapping = ["id": ["no", "ID"]]
    }

    struct AnyKeys: Model, Equatable {
        var id = 0
        var name = ""
        static var keyMapping: [String: Any] { ["id": ["no", "ID"], "name": "N"] }
    }

    struct KeysByPath: Model, Equatable {
        var id = 0
        static var keyMapping: [PartialKeyPath<Self>: String] { [\.id: "ID"] }
    }

    struct Pairs: Model, Equatable {
        var id = 0
        static var keyMapping: KeyValuePairs<String, String> { ["id": "ID"] }
    }

    struct Style: Model, Equatable {
        var userID = 0
        static let keyMapping = KeyStyle.snakeCase
    }

    struct Transforms: Model, Equatable {
        var tags: [String] = []
        static var propertyTransforms: [PartialKeyPath<Self>: PropertyTransform] { [\.tags: .separated(by: ",")] }
    }

    struct Accessed: Model, Equatable {
        var stored = 0
        var twice: Int {
            get { stored * 2 }
            set { stored = newValue / 2 }
        }
        static var propertyAccessors: [PropertyAccessor<Self>]? { [PropertyAccessor("twice", \.twice)] }
        static var requiredProperties: [PartialKeyPath<Self>] { [\.twice] }
    }

    struct Archive: Model {
        var a = 1, b = 2
        static let archivedProperties = ["a"]
        static var describedProperties: [PartialKeyPath<Self>] { [\.b] }
    }

    struct Nothing: Model, Equatable {
        var a = 0
        static var ignoredProperties: [String]? { nil }
        static var keyMapping: KeyMapping? { nil }
        static var propertyTransforms: [String: PropertyTransform]? { nil }
    }

    /// A document's key may have the name of a declaration if the model says so.
    struct Named: Model, Equatable {
        var ignoredProperties: [String] = []
        var keyMapping = 0
        static var keyMapping: KeyMapping { ["ignoredProperties": "ignoredProperties", "keyMapping": "keyMapping"] }
    }

    /// Who makes the right declaration has another use for the other name.
    struct OwnName: Model, Equatable {
        var id = 0
        static let requiredKeys = 3
        static let requiredProperties = ["id"]
    }
}

@Suite("Forms of declarations")
struct DeclarationFormTests {
    static let admin = #"{"name":"Eve","isAdmin":true,"more":1}"#

    private func decoded<T: Model & Equatable>(_ type: T.Type, _ json: String, _ options: DecodingOptions = .lenient) throws -> T {
        let value = try decodeWhole(type, Array(json.utf8), options).get()
        for size in [1, 3, 64] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == value) }
        return value
    }

    @Test func whatIsIgnoredInAnyFormIsIgnored() throws {
        #expect(try decoded(Form.ArrayOfNames.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.SetOfNames.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.OptionalNames.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.KeyPaths.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.SetOfKeyPaths.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.AnyKeyPaths.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.TypedKeyPaths.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.Generic<Int>.self, Self.admin) == .init(name: "Eve"))
        let instance = try decoded(Form.FinalClass.self, Self.admin)
        #expect(instance.name == "Eve" && !instance.isAdmin)
        let derived = try decoded(Form.Derived.self, Self.admin)
        #expect(derived.name == "Eve" && !derived.isAdmin && derived.more == 0)
    }

    @Test func strictRefusesWhatIsIgnored() {
        for result in [decodeWhole(Form.ArrayOfNames.self, Array(Self.admin.utf8), .strict.with(\.onUnknownKey, .fail))] {
            #expect(result.errorFields?.path == "isAdmin")
        }
    }

    @Test func whatIsIncludedInAnyFormIsAllThatIs() throws {
        #expect(try decoded(Form.Included.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.IncludedSet.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Form.IncludedKeyPaths.self, Self.admin) == .init(name: "Eve"))
    }

    @Test func whatIsRequiredInAnyFormIsRequired() throws {
        #expect(decodeWhole(Form.Required.self, Array("{}".utf8)).errorFields?.code == .missingKey)
        #expect(decodeWhole(Form.RequiredKeyPath.self, Array("{}".utf8)).errorFields?.code == .missingKey)
        #expect(decodeWhole(Form.Accessed.self, Array("{}".utf8)).errorFields?.code == .missingKey)
        #expect(try decoded(Form.Accessed.self, #"{"twice":4}"#) == .init(stored: 2))
    }

    @Test func keysInAnyForm() throws {
        #expect(try decoded(Form.Keys.self, #"{"id":1,"ID":2}"#) == .init(id: 2))
        #expect(try decoded(Form.Alternatives.self, #"{"id":1,"ID":2,"no":3}"#) == .init(id: 3))
        #expect(try decoded(Form.AnyKeys.self, #"{"id":1,"ID":2,"N":"n"}"#) == .init(id: 2, name: "n"))
        #expect(try decoded(Form.KeysByPath.self, #"{"id":1,"ID":2}"#) == .init(id: 2))
        #expect(try decoded(Form.Pairs.self, #"{"id":1,"ID":2}"#) == .init(id: 2))
        #expect(try decoded(Form.Style.self, #"{"user_id":2}"#) == .init(userID: 2))
    }

    @Test func otherDeclarationsInAnyForm() throws {
        #expect(try decoded(Form.Transforms.self, #"{"tags":"a,b"}"#) == .init(tags: ["a", "b"]))
        let archive = ModelDecoder().plans.modelPlan(for: Form.Archive.self)
        let record = archive.pointee.record.object
        #expect(record.archived == [0] && record.described == [1])
        #expect(try decoded(Form.Nothing.self, #"{"a":5}"#) == .init(a: 5))
    }

    @Test func aPropertyMayHaveTheNameOfADeclaration() throws {
        let named = #"{"ignoredProperties":["a"],"keyMapping":7}"#
        #expect(try decoded(Form.Named.self, named, .strict.with(\.onUnknownKey, .fail)) == .init(ignoredProperties: ["a"], keyMapping: 7))
        #expect(try ModelEncoder().encodeToString(Form.Named(ignoredProperties: ["a"], keyMapping: 7)) == named)
    }

    @Test func anotherNameMayBeOnesOwn() throws {
        #expect(try decoded(Form.OwnName.self, #"{"id":5}"#) == .init(id: 5))
        #expect(Form.OwnName.requiredKeys == 3)
    }

    /// What a type declares is still of the type it was declared with; what it does not declare has the type that it always had.
    @Test func declarationsCanBeRead() {
        let (mapping, ignored, included): (KeyMapping, Set<String>, Set<String>?) = (
            Form.Required.keyMapping, Form.Required.ignoredProperties, Form.Required.includedProperties
        )
        #expect(mapping == [:] && ignored.isEmpty && included == nil)
        #expect(Form.Derived.ignoredProperties == ["isAdmin", "more"])
    }
}
