import Foundation

@testable import Yodel
@testable import YodelTestSupport

/// Boxes that are made of a struct of their values.
enum Boxes {
    final class User: DescribedClass {
        let id: Int
        var name: String
        let email: String?
        var tags: [String] { didSet { isChanged = true } }
        let version = 3
        private(set) var secret: String
        lazy var isChanged = false

        struct Stored: DescribedModel {
            var id: Int
            var name: String
            var email: String?
            var tags: [String]
            var version: Int
            var secret: String

            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("id", \.id)
                properties.add("name", \.name)
                properties.add("email", \.email, keys: "mail")
                properties.add("tags", \.tags, default: ["new"])
                properties.addConstant("version", \.version, value: 3)
                properties.addIgnored("secret", \.secret, default: "a secret that is longer than what is held in place")
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

        static var classForm: ClassForm {
            ClassForm(isRoot: true, make: User.init(stored:)) {
                Stored(id: $0.id, name: $0.name, email: $0.email, tags: $0.tags, version: $0.version, secret: $0.secret)
            }
        }

        static let text = #"{"id":7,"name":"Ann, with a name that is kept on the heap","mail":"ann@example.org","tags":["a","b"]}"#
    }

    /// Refers to its own kind.
    final class Node: DescribedClass, Codable {
        let value: Int
        let next: Node?
        let children: [Node]
        var parent: Node?

        struct Stored: DescribedModel {
            let value: Int
            let next: Node?
            let children: [Node]
            let parent: Node?

            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("value", \.value)
                properties.add("next", \.next)
                properties.add("children", \.children, default: [])
                properties.add("parent", \.parent)
            }
        }

        init(stored: Stored) {
            value = stored.value
            next = stored.next
            children = stored.children
            parent = stored.parent
        }

        static var classForm: ClassForm {
            ClassForm(make: Node.init(stored:)) { Stored(value: $0.value, next: $0.next, children: $0.children, parent: $0.parent) }
        }
    }

    class Shape: DescribedClass {
        let name: String
        var note: String?

        struct Stored: DescribedModel {
            let name: String
            let note: String?

            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("name", \.name)
                properties.add("note", \.note, keys: ["note", "remark"])
            }
        }

        init(stored: Stored) {
            name = stored.name
            note = stored.note
        }

        class var classForm: ClassForm { ClassForm(isRoot: true, make: Shape.init(stored:)) { $0.shape } }
        final var shape: Stored { Stored(name: name, note: note) }
        class var requiredProperties: Set<String> { [] }
    }

    class Circle: Shape {
        let radius: Double

        struct Values: DescribedModel {
            let shape: Shape.Stored
            let radius: Double

            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.addInherited("shape", \.shape)
                properties.add("radius", \.radius)
            }
        }

        init(values: Values) {
            radius = values.radius
            super.init(stored: values.shape)
        }

        override class var classForm: ClassForm {
            ClassForm(make: Circle.init(values:)) { Values(shape: $0.shape, radius: $0.radius) }
        }
        override class var requiredProperties: Set<String> { ["note"] }
    }

    /// Has no form of its own.
    final class Dot: Circle {
        var color = "black"
    }

    /// Has nothing of its own.
    final class Plain: Shape {
        struct Values: DescribedModel {
            let shape: Shape.Stored
            static func describe(_ properties: inout StoredProperties<Self>) { properties.addInherited("shape", \.shape) }
        }
        override class var classForm: ClassForm {
            ClassForm { (values: Values) in
                Plain(stored: values.shape)
            } stored: {
                Values(shape: $0.shape)
            }
        }
    }

    class Empty: DescribedClass {
        struct Stored: DescribedModel { static func describe(_ properties: inout StoredProperties<Self>) {} }
        init() {}
        class var classForm: ClassForm {
            ClassForm { (_: Stored) in
                Empty()
            } stored: { _ in
                Stored()
            }
        }
    }

    final class Filled: Empty {
        let a: Int
        struct Values: DescribedModel {
            let empty: Empty.Stored
            let a: Int
            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.addInherited("empty", \.empty)
                properties.add("a", \.a)
            }
        }
        init(_ a: Int) { self.a = a }
        override class var classForm: ClassForm {
            ClassForm { (values: Values) in
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
    final class Declared: DescribedClass {
        let userName: String
        let at: Date
        let page: Described.Small
        let extra: [String: JSONValue]
        let other: String?
        let left: Int

        struct Stored: DescribedModel {
            let userName: String
            let at: Date
            let page: Described.Small
            let extra: [String: JSONValue]
            let other: String?
            let left: Int

            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("userName", \.userName)
                properties.add("at", \.at)
                properties.add("page", \.page, keys: .flattened)
                properties.add("extra", \.extra, keys: .rest)
                properties.add("other", \.other)
                properties.add("left", \.left, default: 4)
            }

            static var propertyTransforms: [String: PropertyTransform] { ["at": .epochMilliseconds] }
            static var keyMapping: KeyMapping { ["other": "struct.other"] }
        }

        init(stored: Stored) {
            userName = stored.userName
            at = stored.at
            page = stored.page
            extra = stored.extra
            other = stored.other
            left = stored.left
        }

        static var classForm: ClassForm {
            ClassForm(make: Declared.init(stored:)) {
                Stored(userName: $0.userName, at: $0.at, page: $0.page, extra: $0.extra, other: $0.other, left: $0.left)
            }
        }
        static var keyMapping: KeyMapping { KeyMapping(["other": "class.other"], style: .snakeCase) }
        static let requiredProperties = ["other"]
        static let ignoredProperties = ["left"]
        static let propertyDescriptions = ["userName": "who it is"]
    }
}
