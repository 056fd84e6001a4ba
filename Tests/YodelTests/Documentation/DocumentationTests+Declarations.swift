import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

private enum DateDocs {
    struct Person: Model {
        var born = Date.distantPast
        static func describe(_ model: inout ModelDescription) { model.transforms = ["born": .date(.pattern("dd.MM.yyyy"), .iso8601)] }
    }
}

private enum DescribedDocs {
    struct Member: BaseModel {
        let id: Int
        let name: String
        var role = "guest"
        let email: String?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("name", \.name)
            properties.add("role", \.role, default: "guest")
            properties.add("email", \.email, keys: "mail")
            return ModelForm(properties)
        }
    }

    struct Coded: BaseModel {
        let name: String
        enum CodingKeys: String, CodingKey { case name = "full.name" }
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("name", \.name, keys: .coded(CodingKeys.name))
            return ModelForm(properties)
        }
    }
}

private enum ClassDocs {
    final class Node: BaseModel {
        let value: Int
        let next: Node?

        struct Stored: BaseModel {
            let value: Int
            let next: Node?

            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("value", \.value)
                properties.add("next", \.next)
                return ModelForm(properties)
            }
        }

        init(stored: Stored) {
            value = stored.value
            next = stored.next
        }

        static var modelForm: ModelForm {
            ModelForm(make: Node.init(stored:)) { Stored(value: $0.value, next: $0.next) }
        }
    }

    class Shape: BaseModel {
        let name: String
        struct Stored: BaseModel {
            let name: String
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("name", \.name)
                return ModelForm(properties)
            }
        }
        init(stored: Stored) { name = stored.name }
        class var modelForm: ModelForm {
            ModelForm(make: Shape.init(stored:)) { Stored(name: $0.name) }
        }
    }
    final class Circle: Shape {
        let radius: Double
        struct Values: BaseModel {
            let shape: Shape.Stored
            let radius: Double
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.addInherited("shape", \.shape)
                properties.add("radius", \.radius)
                return ModelForm(properties)
            }
        }
        init(values: Values) {
            radius = values.radius
            super.init(stored: values.shape)
        }
        override class var modelForm: ModelForm {
            ModelForm(make: Circle.init(values:)) {
                Values(shape: Shape.Stored(name: $0.name), radius: $0.radius)
            }
        }
    }
}

private enum DeclarationDocs {
    struct Account: Model {
        var name = ""
        var isAdmin = false
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["isAdmin"]
            model.required = [\Self.name]
        }
    }

    struct Settings: Model { var theme: String? = "light", font: String? }

    // swift-format-ignore
    struct Window: Model { var title = "", width = 640, height = 480; var icon: String? = "app" }

    struct Patch: Model {
        var title: String?
        var due: String?
        static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["due": .null] }
    }

    class Figure: DiscriminatedModel {
        var name = ""
        required init() {}
        static var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["disc": Disc.self, "box": Box.self]) }
    }
    final class Disc: Figure { var radius = 0.0 }
    final class Box: Figure { var width = 0.0, height = 0.0 }
}

private enum RoleDocs {
    struct Event: Model {
        var id = 0
        var extra: [String: JSONValue] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
    }
    // swift-format-ignore
    struct Address: Model { var street = ""; var city = "" }
    struct User: Model {
        var name = ""
        var address = Address()
        static func describe(_ model: inout ModelDescription) { model.keys = ["address": .flattened] }
    }
}

private enum EnumDocs {
    struct Circle: Model { var radius = 0.0 }
    struct Box: Model { var width = 0.0, height = 0.0 }

    // swift-format-ignore
    enum Shape: DescribedEnum {
        case circle(Circle), box(Box), nothing
        case other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("circle", "disc", make: Self.circle) {
                if case .circle(let circle) = $0 { circle } else { nil }
            }
            cases.add("box", make: Self.box) { if case .box(let box) = $0 { box } else { nil } }
            cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
            cases.addOther(make: Self.other) { if case .other(let object) = $0 { object } else { nil } }
        }
    }

    // swift-format-ignore
    enum ID: DescribedEnum {
        case number(Int), text(String), list([ID]), none

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("text", make: Self.text) { if case .text(let value) = $0 { value } else { nil } }
            cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
            cases.add("none", value: .none) { if case .none = $0 { true } else { false } }
        }
    }

    enum Status: RawRepresentable, Hashable {
        case active, closed, unknown(String)
        init(rawValue: String) {
            switch rawValue {
            case "active": self = .active
            case "closed": self = .closed
            default: self = .unknown(rawValue)
            }
        }
        var rawValue: String {
            switch self {
            case .active: "active"
            case .closed: "closed"
            case .unknown(let text): text
            }
        }
    }
}

extension DocumentationTests {
    @Test func formatsOfDates() throws {
        let day = DateFormat.pattern("dd.MM.yyyy")
        var reading = DecodingOptions.lenient
        reading.dateFormats = [day, .iso8601]
        var writing = EncodingOptions.default
        writing.dateFormat = day
        let person = try ModelDecoder(reading).decode(DateDocs.Person.self, from: #"{"born": "03.03.1973"}"#)
        #expect(try ModelEncoder(writing).encodeToString(person) == #"{"born":"03.03.1973"}"#)
    }

    @Test func describedModels() throws {
        typealias Member = DescribedDocs.Member
        let member = try Member(json: #"{"id": 7, "name": "Ann", "mail": null}"#)
        #expect(member.role == "guest" && member.id == 7 && member.name == "Ann" && member.email == nil)
        print(member.role)
        #expect(try DescribedDocs.Coded(json: #"{"full.name": "Ann", "full": {"name": "Bea"}}"#).name == "Ann")
    }

    @Test func describedClasses() throws {
        typealias Node = ClassDocs.Node
        typealias Circle = ClassDocs.Circle
        let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
        #expect(node.next?.value == 2)
        print(node.next!.value)
        let circle = try Circle(json: #"{"name": "c", "radius": 1.5}"#)
        #expect(circle.name == "c" && circle.radius == 1.5)
    }

    @Test func typesOfOthers() throws {
        typealias Account = DeclarationDocs.Account
        var options = DecodingOptions.lenient
        options.describe(Account.self) { $0.keys = ["name": "account_name"] }
        let account = try ModelDecoder(options).decode(Account.self, from: #"{"account_name": "Ann"}"#)
        #expect(account.name == "Ann" && !account.isAdmin)
    }

    @Test func declarations() throws {
        let account = try DeclarationDocs.Account(json: #"{"name": "Eve", "isAdmin": true}"#)
        #expect(account.name == "Eve" && !account.isAdmin)
        #expect(throws: ModelError.self) { try DeclarationDocs.Account(json: "{}") }
        typealias Figure = DeclarationDocs.Figure
        typealias Disc = DeclarationDocs.Disc
        let figures = try ModelDecoder().decode([Figure].self, from: #"[{"radius": 2.5, "kind": "disc"}]"#)
        #expect(figures[0] is Disc)
        #expect(try ModelEncoder().encodeToString(figures) == #"[{"kind":"disc","name":"","radius":2.5}]"#)
        let settings = DeclarationDocs.Settings(theme: nil)
        for (policy, text) in [
            (EncodingOptions.NilPolicy.omit, "{}"), (.null, #"{"theme":null,"font":null}"#), (.nullUnlessDefault, #"{"theme":null}"#),
        ] {
            var options = EncodingOptions()
            options.onNil = policy
            #expect(try ModelEncoder(options).encodeToString(settings) == text)
        }
    }

    @Test func whatIsWritten() throws {
        typealias Patch = DeclarationDocs.Patch
        var options = EncodingOptions()
        options.omitsDefaults = true
        #expect(
            try ModelEncoder(options).encodeToString(DeclarationDocs.Window(title: "Log", icon: nil)) == #"{"title":"Log","icon":null}"#)
        let text = try Patch().jsonString()
        #expect(text == #"{"due":null}"#)
    }

    @Test func enums() throws {
        typealias Shape = EnumDocs.Shape
        let shapes = try ModelDecoder().decode(
            [Shape].self, from: #"[{"type": "disc", "radius": 1.5}, {"type": "star", "rays": 5}]"#)
        #expect(try ModelEncoder().encodeToString(shapes) == #"[{"type":"circle","radius":1.5},{"type":"star","rays":5}]"#)
        print(try ModelEncoder().encodeToString(shapes))
        typealias ID = EnumDocs.ID
        let ids = try ModelDecoder().decode([ID].self, from: #"[7, "seven", [7, "a"], null]"#)
        #expect(try ModelEncoder().encodeToString(ids) == #"[7,"seven",[7,"a"],null]"#)
        let statuses = try ModelDecoder().decode([EnumDocs.Status].self, from: #"["closed", "paused"]"#)
        #expect(statuses == [.closed, .unknown("paused")])
        #expect(try ModelEncoder().encodeToString(statuses) == #"["closed","paused"]"#)
    }

    @Test func restsAndFlattenedModels() throws {
        typealias Event = RoleDocs.Event
        typealias User = RoleDocs.User
        let event = try Event(json: #"{"id": 7, "shard": 3}"#)
        #expect(event.extra == ["shard": 3])
        let eventText = try event.jsonString()
        #expect(eventText == #"{"id":7,"shard":3}"#)
        let user = try User(json: #"{"name": "Ann", "city": "Bern"}"#)
        #expect(user.address.city == "Bern")
        let userText = try user.jsonString()
        #expect(userText == #"{"name":"Ann","street":"","city":"Bern"}"#)
    }

    private struct Order: ValidatedModel {
        var quantity = 1

        func validate() throws {
            if quantity < 1 { throw ModelRejection("there must be at least one", at: "quantity") }
        }
    }

    @Test func aRejectionSaysWhatIsAtFault() throws {
        var problems: [ModelProblem] = []
        let order = try ModelDecoder().decode(Order.self, from: #"{"quantity": 0}"#, problems: &problems)
        print(order == nil, problems[0].pointer)
        print(problems[0].message)
        #expect(order == nil && problems[0].pointer == "/quantity")
        #expect(problems[0].message == "an object that is refused: there must be at least one")
        let error = try #require(throws: ModelError.self) {
            try ModelDecoder(.with(\.onInvalidElement, .fail)).decode([Order].self, from: #"[{"quantity":0}]"#)
        }
        #expect(error.path.description == "[0].quantity")
        #expect(error.message == "Order rejected its object: there must be at least one")
    }
}
