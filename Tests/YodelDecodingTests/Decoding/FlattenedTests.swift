import Foundation
import Testing

@testable import Yodel

// A property whose model has its keys in the object of the model around it.

enum Flattened {
    struct Place: Model, Equatable {
        var lat = 0.0
        var lon: Double?
        static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["lon": .null] }
    }

    struct Address: ModelCodable, Equatable {
        var street = "none, in more bytes than a string holds in place"
        var city: String?
        var zip = 0
        var place = Place()
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["zip": ["zip", "postal.code"], "city": "town.name", "place": .flattened]
            model.descriptions = ["street": "with number"]
        }
    }

    struct User: ModelCodable, Equatable {
        var name = ""
        var address = Address(street: "Main Street 1, which is long enough for the heap")
        var age = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["address": .flattened] }
    }

    final class Account: Model {
        var id = 0
        var address = Address()
        var tags: [String] = []
        static func describe(_ model: inout ModelDescription) { model.keys = ["address": .flattened] }
    }

    struct Page: Model, Equatable {
        var limit = 10
        var offset = 0
        var extra: [String: JSONValue] = [:]
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(["extra": .rest], style: .snakeCase)
            model.required = ["limit"]
        }
    }

    struct Search: Model, Equatable {
        var text = ""
        var firstPage = Page()
        static func describe(_ model: inout ModelDescription) { model.keys = ["firstPage": .flattened] }
    }

    /// Made of its properties, as what is flattened into it.
    struct Size: BaseModel, Equatable {
        let width: Int
        let unit: String
        var note = "a default that is longer than what is held in place"
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("width", \.width)
            properties.add("unit", \.unit, keys: ["unit", "u"])
            properties.add("note", \.note, default: "a default that is longer than what is held in place")
            return ModelForm(properties)
        }
    }

    struct Box: BaseModel, Equatable {
        let name: String
        let size: Size
        let color: String?
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("name", \.name)
            properties.add("size", \.size, keys: .flattened)
            properties.add("color", \.color)
            return ModelForm(properties)
        }
    }

    struct Plain: BaseModel, Equatable {
        let width: Int
        let names: [String]
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("width", \.width)
            properties.add("names", \.names)
            return ModelForm(properties)
        }
    }

    struct PlainBox: BaseModel, Equatable {
        let name: String
        let size: Plain
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("name", \.name)
            properties.add("size", \.size, keys: .flattened)
            return ModelForm(properties)
        }
    }

    /// Made of its properties, one of which is made by `init()`, and one of which has a default as a whole.
    struct Crate: BaseModel, Equatable {
        let name: String
        let address: Address
        var size = Plain(width: 7, names: ["a name that is longer than what is held in place"])
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("name", \.name)
            properties.add("address", \.address, keys: .flattened)
            properties.add(
                "size", \.size, keys: .flattened, default: Plain(width: 7, names: ["a name that is longer than what is held in place"]))
            return ModelForm(properties)
        }
    }

    /// Made by `init()`, and what is flattened is made of its properties elsewhere.
    struct Shelf: Model, Equatable {
        var label = "l"
        var size = Size(width: 1, unit: "a unit that is longer than what is held in place")
        static func describe(_ model: inout ModelDescription) { model.keys = ["size": .flattened] }
    }

    struct Counter: Model, Equatable {
        var stored = 1
        let kind = "counter"
        var double: Int {
            get { stored * 2 }
            set { stored = newValue / 2 }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.double, named: "double")
            model.ignored = ["stored"]
        }
    }

    struct Panel: Model, Equatable {
        var first = 0
        var counter = Counter()
        static func describe(_ model: inout ModelDescription) { model.keys = ["counter": .flattened] }
    }

    final class Board: Model {
        var first = 0
        var counter = Counter()
        static func describe(_ model: inout ModelDescription) { model.keys = ["counter": .flattened] }
    }

    static let text =
        #"{"name":"Ann","street":"a street that is longer than what is held in place","town":{"name":"Bern"},"postal":{"code":7},"lat":1.5,"lon":2.5,"age":3}"#
    static let user = User(
        name: "Ann",
        address: Address(
            street: "a street that is longer than what is held in place", city: "Bern", zip: 7, place: Place(lat: 1.5, lon: 2.5)), age: 3)
}

@Suite struct FlattenedTests {
    private let decoder = ModelDecoder()

    // MARK: Reading

    @Test func keysOfTheChildStandInTheParentsObject() throws {
        #expect(try decoder.decode(Flattened.User.self, from: Flattened.text) == Flattened.user)
        #expect(try ModelDecoder(.strict).decode(Flattened.User.self, from: Flattened.text) == Flattened.user)
        let strict = try decoder.decode([Flattened.User].self, from: "[\(Flattened.text),{}]")
        #expect(strict == [Flattened.user, Flattened.User()])
    }

    @Test(arguments: [1, 2, 3, 5, 8, 13])
    func inPiecesAsWell(size: Int) throws {
        func pieces(_ text: String) -> [ArraySlice<UInt8>] {
            let bytes = Array(text.utf8)
            return stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        }
        #expect(try decoder.decode(Flattened.User.self, fromChunks: pieces(Flattened.text)) == Flattened.user)
        let panel = try decoder.decode(Flattened.Place.self, fromChunks: pieces(#"{"lat":1}"#))
        #expect(panel.lat == 1)
        let box = try decoder.decode(Flattened.PlainBox.self, fromChunks: pieces(#"{"width":1,"name":"n","names":["a"]}"#))
        #expect(box == Flattened.PlainBox(name: "n", size: .init(width: 1, names: ["a"])))
    }

    @Test func plainModelsStayPlain() throws {
        struct Inner: Model, Equatable { var a = 0; var b = "" }
        struct Outer: Model, Equatable {
            var inner = Inner()
            var c = 0
            static func describe(_ model: inout ModelDescription) { model.keys = ["inner": .flattened] }
        }
        #expect(try PlanCache.shared.plan(for: Outer.self).pointee.isPlain)
        #expect(try PlanCache.shared.plan(for: Flattened.PlainBox.self).pointee.isPlain)
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            var options = DecodingOptions()
            options.tokenizer = tokenizer
            let outer = try ModelDecoder(options).decode(Outer.self, from: #"{"a":1,"b":"x","c":2}"#)
            #expect(outer == Outer(inner: Inner(a: 1, b: "x"), c: 2))
        }
    }

    @Test func whatDoesNotComeIsWhatTheParentHas() throws {
        let user = try decoder.decode(Flattened.User.self, from: #"{"lat":2}"#)
        #expect(user.address.street == "Main Street 1, which is long enough for the heap" && user.address.place.lat == 2)
    }

    @Test func instancesOfClassesAreFilledInPlace() throws {
        let account = try decoder.decode(Flattened.Account.self, from: #"{"street":"s","id":1,"town":{"name":"c"},"tags":["t"],"lon":1}"#)
        #expect(account.address == Flattened.Address(street: "s", city: "c", place: .init(lon: 1)) && account.id == 1)
        #expect(account.tags == ["t"])
    }

    @Test func theChildsRulesHold() throws {
        let search = try decoder.decode(Flattened.Search.self, from: #"{"text":"t","limit":3,"more":1}"#)
        #expect(search == Flattened.Search(text: "t", firstPage: .init(limit: 3, extra: ["more": 1])))
        #expect(try search.jsonString() == #"{"text":"t","limit":3,"offset":0,"more":1}"#)
        let error = #expect(throws: ModelError.self) { try decoder.decode(Flattened.Search.self, from: #"{"text":"t"}"#) }
        #expect(error?.code == .missingKey && error?.path.description == "limit" && error?.message.contains("firstPage.limit") == true)
    }

    @Test func aKeyStyleOfTheChildIsTheChilds() throws {
        struct Inner: Model, Equatable {
            var firstName = ""
            static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
        }
        struct Outer: Model, Equatable {
            var lastName = ""
            var inner = Inner()
            static func describe(_ model: inout ModelDescription) { model.keys = ["inner": .flattened] }
        }
        let outer = try decoder.decode(Outer.self, from: #"{"lastName":"l","first_name":"f"}"#)
        #expect(outer == Outer(lastName: "l", inner: Inner(firstName: "f")))
    }

    @Test func pathsOfBothShareAnObject() throws {
        struct Inner: Model, Equatable {
            var b = 0
            static func describe(_ model: inout ModelDescription) { model.keys = ["b": "ext.b"] }
        }
        struct Outer: Model, Equatable {
            var a = 0
            var inner = Inner()
            static func describe(_ model: inout ModelDescription) { model.keys = ["a": "ext.a", "inner": .flattened] }
        }
        let outer = try decoder.decode(Outer.self, from: #"{"ext":{"b":1,"a":2}}"#)
        #expect(outer == Outer(a: 2, inner: Inner(b: 1)))
        #expect(try outer.jsonString() == #"{"ext":{"a":2,"b":1}}"#)
        #expect(try decoder.decode(Outer.self, from: #"{"ext":{"b":1,"a":2},"ext":{"a":3}}"#) == Outer(a: 3))
    }

    @Test func accessorsAndConstantsOfTheChild() throws {
        var panel = try decoder.decode(Flattened.Panel.self, from: #"{"first":1,"double":8}"#)
        #expect(panel.counter.stored == 4)
        #expect(try panel.jsonString() == #"{"first":1,"kind":"counter","double":8}"#)
        try decoder.update(&panel, from: #"{"double":4}"#)
        #expect(panel.counter.stored == 2)
        let board = try decoder.decode(Flattened.Board.self, from: #"{"first":1,"double":8}"#)
        #expect(board.counter.stored == 4)
        #expect(try board.jsonString() == #"{"first":1,"kind":"counter","double":8}"#)
    }

    // MARK: Values that are made of their properties

    @Test func aChildIsMadeOfItsPropertiesWithItsParent() throws {
        let text = #"{"u":"a unit that is longer than what is held in place","width":3,"name":"n"}"#
        let box = try decoder.decode(Flattened.Box.self, from: text)
        #expect(box.size == Flattened.Size(width: 3, unit: "a unit that is longer than what is held in place") && box.color == nil)
        let error = #expect(throws: ModelError.self) { try decoder.decode(Flattened.Box.self, from: #"{"u":"x","color":"c"}"#) }
        #expect(error?.code == .missingKey)
        #expect(error?.message.contains("name") == true && error?.message.contains("width") == true, "\(String(describing: error))")
        #expect(throws: ModelError.self) { try decoder.decode(Flattened.PlainBox.self, from: #"{"names":["a","b"],"width":1}"#) }
        #expect(throws: ModelError.self) { try decoder.decode(Flattened.PlainBox.self, from: #"{"names":["a","b"],"width":1,"name":tru}"#) }
    }

    @Test func aChildThatHasAValueIsFilledWhereItStands() throws {
        let crate = try decoder.decode(Flattened.Crate.self, from: #"{"name":"n","town":{"name":"c"},"names":["x"]}"#)
        #expect(crate.address == Flattened.Address(city: "c") && crate.size == Flattened.Plain(width: 7, names: ["x"]))
        let none = try decoder.decode(Flattened.Crate.self, from: #"{"name":"n"}"#)
        #expect(none == Flattened.Crate(name: "n", address: Flattened.Address()))
        #expect(throws: ModelError.self) { try decoder.decode(Flattened.Crate.self, from: #"{"street":"x","width":8}"#) }
        let again = #"{"name":"n","town":{"name":"c"},"postal":{"code":5},"postal":{},"town":{}}"#
        #expect(try decoder.decode(Flattened.Crate.self, from: again).address == Flattened.Address())
        let shelf = try decoder.decode(Flattened.Shelf.self, from: #"{"label":"x","width":9}"#)
        #expect(shelf.size == Flattened.Size(width: 9, unit: "a unit that is longer than what is held in place"))
    }

    @Test func defaultsOfSuchValuesAreLeftOut() throws {
        var options = EncodingOptions()
        options.omitsDefaults = true
        let crate = try decoder.decode(Flattened.Crate.self, from: #"{"name":"n","width":8}"#)
        let text = try ModelEncoder(options).encodeToString(crate)
        // What is declared to be null where it is nil is no default.
        #expect(text == #"{"name":"n","lon":null,"width":8}"#, "\(text)")
        #expect(try decoder.decode(Flattened.Crate.self, from: text) == crate)
        let user = Flattened.User(name: "n")
        #expect(try ModelEncoder(options).encodeToString(user) == #"{"name":"n","lon":null}"#)
        let other = Flattened.User(address: Flattened.Address())
        let written = try ModelEncoder(options).encodeToString(other)
        #expect(try decoder.decode(Flattened.User.self, from: written) == other)
    }

    @Test func theyAreArchivedAsOneValue() throws {
        let box = Flattened.Box(name: "n", size: .init(width: 1, unit: "a unit that is longer than what is held in place"), color: "c")
        #expect(try archived(box) == box)
        let crate = Flattened.Crate(name: "n", address: .init(street: "s"), size: .init(width: 1, names: ["a"]))
        #expect(try archived(crate) == crate)
        let user = try JSONDecoder().decode(Flattened.User.self, from: JSONEncoder().encode(Flattened.user))
        #expect(user == Flattened.user)
    }

    private struct Archive<T: BaseModel>: Codable {
        let model: T

        init(_ model: T) { self.model = model }
        init(from decoder: any Decoder) throws { model = try T(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
    }

    private func archived<T: BaseModel>(_ model: T) throws -> T {
        try JSONDecoder().decode(Archive<T>.self, from: JSONEncoder().encode(Archive(model))).model
    }

    // MARK: Writing and updating

    @Test func writtenInTheOrderOfDeclaration() throws {
        let text =
            #"{"name":"Ann","street":"a street that is longer than what is held in place","town":{"name":"Bern"},"zip":7,"lat":1.5,"lon":2.5,"age":3}"#
        #expect(try Flattened.user.jsonString() == text)
        var options = EncodingOptions()
        options.sortsKeys = true
        let sorted = try ModelEncoder(options).encodeToString(Flattened.user)
        #expect(
            sorted.hasPrefix(#"{"age":3,"lat":1.5,"lon":2.5,"name":"Ann","street":"#)
                && sorted.hasSuffix(#""town":{"name":"Bern"},"zip":7}"#)
        )
        // What the child declares of a nil.
        #expect(try Flattened.User().jsonString().contains(#""lon":null"#))
        #expect(try decoder.decode(Flattened.User.self, from: Flattened.user.jsonString()) == Flattened.user)
        #expect(try Flattened.user.jsonObject()["lat"] == 1.5)
    }

    @Test func anUpdateChangesWhatComes() throws {
        var user = Flattened.user
        try decoder.update(&user, from: #"{"lat":9,"age":4}"#)
        #expect(user.address.place == .init(lat: 9, lon: 2.5) && user.address.city == "Bern" && user.age == 4)
        var account = Flattened.Account()
        account.address.city = "old"
        #expect(throws: ModelError.self) { try decoder.update(&account, from: #"{"town":{"name":"new"},"id":tru}"#) }
        #expect(account.address.city == "old")
        try decoder.update(&account, from: #"{"town":{"name":"new"}}"#)
        #expect(account.address.city == "new")
    }

    @Test func swiftsOwnValuesAreSources() throws {
        let user = try decoder.decode(Flattened.User.self, from: ["name": "n", "street": "s", "town": ["name": "c"]] as [String: Any])
        #expect(user.address.street == "s" && user.address.city == "c")
    }

    @Test func problemsNameTheKeysOfTheDocument() throws {
        var problems: [ModelProblem] = []
        let user = try decoder.decode(
            Flattened.User.self, from: #"{"name":"n","street":5,"zap":1,"age":1,"zip":1,"lat":1}"#, problems: &problems)
        #expect(user == nil && problems.map(\.code) == ["typeMismatch", "unknownKey"])
        #expect(problems.map(\.path.description) == ["street", "zap"], "\(problems)")
    }

    // MARK: The rest of the library

    @Test func copiesComparisonsAndDescriptionsSeeOneValue() throws {
        let account = try decoder.decode(Flattened.Account.self, from: #"{"street":"s","id":1}"#)
        let copy = account.modelCopy()
        #expect(account.modelIsEqual(copy))
        copy.address.street = "t"
        #expect(!account.modelIsEqual(copy) && account.address.street == "s")
        #expect(account.modelDescription.contains("address = <Address>"), "\(account.modelDescription)")
        #expect(!account.modelDescription.contains("address.street"))
        var (left, right) = (Hasher(), Hasher())
        Flattened.user.modelHash(into: &left)
        Flattened.user.modelHash(into: &right)
        #expect(left.finalize() == right.finalize())
    }

    @Test func theSchemaHasTheKeysInOneObject() throws {
        let text = try JSONSchema(of: Flattened.User.self).text
        for key in ["name", "street", "town", "zip", "postal", "lat", "lon", "age"] { #expect(text.contains("\"\(key)\"")) }
        #expect(text.contains("with number") && !text.contains("\"address\""))
        let search = try JSONSchema(of: Flattened.Search.self).text
        #expect(search.contains(#""required":["limit"]"#) || search.contains("\"required\": ["), "\(search)")
    }
}
