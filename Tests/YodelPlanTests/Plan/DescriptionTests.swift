import Testing

@testable import Yodel
@testable import YodelTestSupport

// What a model says of itself, by name and by key path; and that nothing else which it has says anything.

private enum Said {
    struct Names: Model, Equatable {
        var name = "", isAdmin = false
        static func describe(_ model: inout ModelDescription) { model.ignored = ["isAdmin"] }
    }

    struct KeyPaths: Model, Equatable {
        var name = "", isAdmin = false
        static func describe(_ model: inout ModelDescription) { model.ignored = [\Self.isAdmin] }
    }

    struct Sequence: Model, Equatable {
        var name = "", isAdmin = false
        static func describe(_ model: inout ModelDescription) {
            model.ignored = PropertyNames(["nothing"])
            model.ignored += PropertyNames(Set([\Self.isAdmin]))
        }
    }

    struct Included: Model, Equatable {
        var name = "", isAdmin = false
        static func describe(_ model: inout ModelDescription) { model.included = ["name"] }
    }

    struct Both: Model, Equatable {
        var name = "", isAdmin = false, more = 0
        static func describe(_ model: inout ModelDescription) {
            model.included = [\Self.name, "isAdmin"]
            model.ignored = ["isAdmin"]
        }
    }

    final class FinalClass: ModelHashable {
        var name = "", isAdmin = false
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.ignored = [\FinalClass.isAdmin] }
    }

    class Base: ModelHashable {
        var name = "", isAdmin = false
        required init() {}
        class func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "n"]
            model.ignored = ["isAdmin"]
        }
    }

    final class Derived: Base {
        var more = 0, last = 0
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["last": "l"]
            model.ignored += ["more"]
        }
    }

    /// It says nothing itself.
    final class Silent: Base { var more = 0 }

    /// It leaves out what its superclass says.
    final class Other: Base {
        override class func describe(_ model: inout ModelDescription) { model.required = ["isAdmin"] }
    }

    struct Generic<T: Equatable & Decodable>: Model, Equatable {
        var name = "", isAdmin = false
        var list: [T] = []
        static func describe(_ model: inout ModelDescription) { model.ignored = [\Self.isAdmin] }
    }

    struct Required: Model, Equatable {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.required = [\Self.id] }
    }

    struct ByPath: Model, Equatable {
        var id = 0, tags: [String] = [], userID = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys.style = .snakeCase
            model.key(\Self.id, ["no", "ID"])
            model.transform(\Self.tags, .separated(by: ","))
        }
    }

    struct Accessed: Model, Equatable {
        var stored = 0
        var twice: Int {
            get { stored * 2 }
            set { stored = newValue / 2 }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.twice, named: "twice")
            model.key(\Self.twice, "two")
            model.required = [\Self.twice]
        }
    }

    struct Archive: Model {
        var a = 1, b = 2
        static func describe(_ model: inout ModelDescription) {
            model.archived = ["a"]
            model.described = [\Self.b]
        }
    }

    /// Members of its own that look as if they said something.
    struct Own: Model, Equatable {
        var id = 0
        var ignoredProperties: [String] = []
        static let keyMapping = ["id": "ID"]
        static let requiredProperties = 7
        static var modelPropertyBlacklist: [String] { ["id"] }
        static func modelCustomPropertyMapper() -> [String: Any]? { ["id": "ID"] }
        func validate() -> Bool { false }
        mutating func didDecode(from object: [String: Any]) { id = -1 }
        func willEncode(into object: inout JSONObject) { object["own"] = 1 }
        static func modelType(for object: JSONObject) -> Any.Type { Int.self }
        static var discriminator: String { "kind" }
        func describe(_ text: String) -> String { text }
    }
}

private enum Fault {
    struct Foreign: Model {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.required = [\Said.Required.id] }
    }

    struct ForeignKey: Model {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.key(\Said.Required.id, "ID") }
    }

    struct ForeignAccess: Model {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.access(\Said.Required.id, named: "other") }
    }

    struct Deep: Model {
        var text = ""
        static func describe(_ model: inout ModelDescription) { model.ignored = [\Self.text.isEmpty] }
    }

    struct Computed: Model {
        var id = 0
        var twice: Int { id * 2 }
        static func describe(_ model: inout ModelDescription) { model.required = [\Self.twice] }
    }

    struct Misspelt: Model {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["nmae": "n"] }
    }

    class Open: Model {
        var name = ""
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.ignored = [\Open.name] }
    }

    static var all: [(any BaseModel.Type, String)] {
        [
            (Foreign.self, "model.required of Foreign has a key path of Required, which is neither Foreign nor a superclass of it"),
            (ForeignKey.self, "model.key of ForeignKey has a key path of Required, which is neither ForeignKey nor a superclass of it"),
            (
                ForeignAccess.self,
                "model.access of ForeignAccess has a key path of Required, which is neither ForeignAccess nor a superclass of it"
            ),
            (Deep.self, "model.ignored of Deep has a key path without a stored property's name"),
            (Computed.self, "model.required of Computed has a key path without a stored property's name"),
            (Open.self, "model.ignored of Open has a key path without a stored property's name"),
            (Misspelt.self, "model.keys of Misspelt names 'nmae', which is not one of its properties; did you mean 'name'?"),
        ]
    }
}

@Suite("What a model says of itself")
struct DescriptionTests {
    static let admin = #"{"name":"Eve","isAdmin":true,"more":1}"#

    private func decoded<T: Model & Equatable>(_ type: T.Type, _ json: String, _ options: DecodingOptions = .lenient) throws -> T {
        let value = try decodeWhole(type, Array(json.utf8), options).get()
        for size in [1, 3, 64] { #expect(try decodeInChunks(type, Array(json.utf8), size: size, options).get() == value) }
        return value
    }

    @Test func whatIsIgnoredIsIgnored() throws {
        #expect(try decoded(Said.Names.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Said.KeyPaths.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Said.Sequence.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Said.Generic<Int>.self, Self.admin) == .init(name: "Eve"))
        let instance = try decoded(Said.FinalClass.self, Self.admin)
        #expect(instance.name == "Eve" && !instance.isAdmin)
        #expect(
            decodeWhole(Said.Names.self, Array(Self.admin.utf8), .strict.with(\.onUnknownKey, .fail)).errorFields?.path == "isAdmin")
    }

    @Test func whatIsIncludedIsAllThatIs() throws {
        #expect(try decoded(Said.Included.self, Self.admin) == .init(name: "Eve"))
        #expect(try decoded(Said.Both.self, Self.admin) == .init(name: "Eve"))
    }

    @Test func aSubclassAddsToWhatItsSuperclassSays() throws {
        let json = #"{"n":"Eve","isAdmin":true,"more":1,"l":2,"last":3}"#
        let derived = try decoded(Said.Derived.self, json)
        #expect(derived.name == "Eve" && !derived.isAdmin && derived.more == 0 && derived.last == 2)
        let silent = try decoded(Said.Silent.self, json)
        #expect(silent.name == "Eve" && !silent.isAdmin && silent.more == 1)
        let other = try decoded(Said.Other.self, #"{"n":"Eve","name":"Ann","isAdmin":true}"#)
        #expect(other.name == "Ann" && other.isAdmin)
        #expect(decodeWhole(Said.Other.self, Array("{}".utf8)).errorFields?.code == .missingKey)
    }

    @Test func whatIsRequiredIsRequired() throws {
        #expect(decodeWhole(Said.Required.self, Array("{}".utf8)).errorFields?.code == .missingKey)
        #expect(decodeWhole(Said.Accessed.self, Array("{}".utf8)).errorFields?.code == .missingKey)
        #expect(try decoded(Said.Accessed.self, #"{"two":4}"#) == .init(stored: 2))
    }

    @Test func onePropertyALine() throws {
        #expect(try decoded(Said.ByPath.self, #"{"ID":2,"tags":"a,b","user_id":3}"#) == .init(id: 2, tags: ["a", "b"], userID: 3))
    }

    @Test func listsOfArchivesAndDescriptions() {
        let archive = ModelDecoder().plans.modelPlan(for: Said.Archive.self)
        let record = archive.pointee.record.object
        #expect(record.archived == [0] && record.described == [1])
    }

    /// No member of a type's own says anything, and none makes it unusable.
    @Test func membersOfOnesOwnSayNothing() throws {
        let json = #"{"id":5,"ignoredProperties":["id"]}"#
        #expect(try decoded(Said.Own.self, json) == .init(id: 5, ignoredProperties: ["id"]))
        #expect(try ModelEncoder().encodeToString(Said.Own(id: 5, ignoredProperties: ["id"])) == json)
    }

    @Test func whatIsWrong() {
        for (type, text) in Fault.all {
            #expect {
                _ = try ModelDecoder().plans.plan(for: type)
            } throws: {
                ($0 as? ModelError)?.description.contains(text) == true
            }
        }
    }
}
