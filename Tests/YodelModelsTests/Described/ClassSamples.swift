import Foundation

@testable import Yodel
@testable import YodelTestSupport

/// Boxes that are made of a struct of their values.
enum Boxes {
    final class User: BaseModel {
        let id: Int
        var name: String
        let email: String?
        var tags: [String] { didSet { isChanged = true } }
        let version = 3
        private(set) var secret: String
        lazy var isChanged = false

        struct Stored: BaseModel {
            var id: Int
            var name: String
            var email: String?
            var tags: [String]
            var version: Int
            var secret: String

            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("id", \.id)
                properties.add("name", \.name)
                properties.add("email", \.email, keys: "mail")
                properties.add("tags", \.tags, default: ["new"])
                properties.addConstant("version", \.version, value: 3)
                properties.addIgnored("secret", \.secret, default: "a secret that is longer than what is held in place")
                return ModelForm(properties)
            }
        }

        init(stored: Stored) {
            id = stored.id
            name = stored.name
            email = stored.email
            tags = stored.tags
            secret = stored.secret
        }

        func hide(_ secret: String) { self.secret = secret }

        static var modelForm: ModelForm {
            ModelForm(isRoot: true, make: User.init(stored:)) {
                Stored(id: $0.id, name: $0.name, email: $0.email, tags: $0.tags, version: $0.version, secret: $0.secret)
            }
        }

        static let text = #"{"id":7,"name":"Ann, with a name that is kept on the heap","mail":"ann@example.org","tags":["a","b"]}"#
    }

    /// Refers to its own kind.
    final class Node: BaseModel, Codable {
        let value: Int
        let next: Node?
        let children: [Node]
        var parent: Node?

        struct Stored: BaseModel {
            let value: Int
            let next: Node?
            let children: [Node]
            let parent: Node?

            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("value", \.value)
                properties.add("next", \.next)
                properties.add("children", \.children, default: [])
                properties.add("parent", \.parent)
                return ModelForm(properties)
            }
        }

        init(stored: Stored) {
            value = stored.value
            next = stored.next
            children = stored.children
            parent = stored.parent
        }

        static var modelForm: ModelForm {
            ModelForm(make: Node.init(stored:)) { Stored(value: $0.value, next: $0.next, children: $0.children, parent: $0.parent) }
        }
    }

    class Shape: BaseModel {
        let name: String
        var note: String?

        struct Stored: BaseModel {
            let name: String
            let note: String?

            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("name", \.name)
                properties.add("note", \.note, keys: ["note", "remark"])
                return ModelForm(properties)
            }
        }

        init(stored: Stored) {
            name = stored.name
            note = stored.note
        }

        class var modelForm: ModelForm { ModelForm(isRoot: true, make: Shape.init(stored:)) { $0.shape } }
        final var shape: Stored { Stored(name: name, note: note) }
        class func describe(_ model: inout ModelDescription) {}
    }

    class Circle: Shape {
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
            ModelForm(make: Circle.init(values:)) { Values(shape: $0.shape, radius: $0.radius) }
        }
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.required += ["note"]
        }
    }

    /// Has no form of its own.
    final class Dot: Circle {
        var color = "black"
    }

    /// Has nothing of its own.
    final class Plain: Shape {
        struct Values: BaseModel {
            let shape: Shape.Stored
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.addInherited("shape", \.shape)
                return ModelForm(properties)
            }
        }
        override class var modelForm: ModelForm {
            ModelForm { (values: Values) in
                Plain(stored: values.shape)
            } stored: {
                Values(shape: $0.shape)
            }
        }
    }

    class Empty: BaseModel {
        struct Stored: BaseModel { static var modelForm: ModelForm { ModelForm(StoredProperties<Self>()) } }
        init() {}
        class var modelForm: ModelForm {
            ModelForm { (_: Stored) in
                Empty()
            } stored: { _ in
                Stored()
            }
        }
    }

    final class Filled: Empty {
        let a: Int
        struct Values: BaseModel {
            let empty: Empty.Stored
            let a: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.addInherited("empty", \.empty)
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        init(_ a: Int) { self.a = a }
        override class var modelForm: ModelForm {
            ModelForm { (values: Values) in
                Filled(values.a)
            } stored: {
                Values(empty: .init(), a: $0.a)
            }
        }
    }

    /// A model with an `init()`, with instances in every kind of place.
    struct Places: Model {
        var user: User?
        var deep: User??
        var shape: Shape = try! Circle(json: #"{"name":"first","note":"n","radius":1}"#)
        var all: [User] = []
        var byName: [String: Node] = [:]
        var kept: [Node?] = []
        var small: Described.Small?
    }

    enum Choice: DescribedEnum {
        case user(User), shape(Shape), nothing
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("user", make: Self.user) { if case .user(let value) = $0 { value } else { nil } }
            cases.add("shape", make: Self.shape) { if case .shape(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
        }
    }

    enum Wrapped: DescribedEnum {
        case node(Node)
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.add("node", make: Self.node) { if case .node(let value) = $0 { value } else { nil } }
        }
    }

    /// Declares in both places.
    final class Declared: BaseModel {
        let userName: String
        let at: Date
        let page: Described.Small
        let extra: [String: JSONValue]
        let other: String?
        let left: Int

        struct Stored: BaseModel {
            let userName: String
            let at: Date
            let page: Described.Small
            let extra: [String: JSONValue]
            let other: String?
            let left: Int

            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("userName", \.userName)
                properties.add("at", \.at)
                properties.add("page", \.page, keys: .flattened)
                properties.add("extra", \.extra, keys: .rest)
                properties.add("other", \.other)
                properties.add("left", \.left, default: 4)
                return ModelForm(properties)
            }

            static func describe(_ model: inout ModelDescription) {
                model.transforms = ["at": .epochMilliseconds]
                model.keys = ["other": "struct.other"]
            }
        }

        init(stored: Stored) {
            userName = stored.userName
            at = stored.at
            page = stored.page
            extra = stored.extra
            other = stored.other
            left = stored.left
        }

        static var modelForm: ModelForm {
            ModelForm(make: Declared.init(stored:)) {
                Stored(userName: $0.userName, at: $0.at, page: $0.page, extra: $0.extra, other: $0.other, left: $0.left)
            }
        }
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(["other": "class.other"], style: .snakeCase)
            model.required = ["other"]
            model.ignored = ["left"]
            model.descriptions = ["userName": "who it is"]
        }
    }
}
