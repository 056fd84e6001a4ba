import Foundation

@testable import Yodel

/// Structs that list their properties: without `init()`, with `let`s, without defaults.
enum Described {
    enum Role: String { case guest, member, admin }

    /// Strings of which some are longer than what is stored in place.
    struct User: BaseModel, Hashable {
        let id: Int
        let name: String
        var role: Role
        let email: String?
        var tags: [String]
        var note = "nothing to say, in more bytes than fit"
        let version = 3
        private(set) var secret = "s"

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("name", \.name)
            properties.add("role", \.role)
            properties.add("email", \.email, keys: "mail")
            properties.add("tags", \.tags, default: ["new"])
            properties.add("note", \.note, default: "nothing to say, in more bytes than fit")
            properties.addConstant("version", \.version, value: 3)
            properties.addIgnored("secret", \.secret, default: "s")
            return ModelForm(properties)
        }

        static let text = #"{"id":7,"name":"Ann","role":"admin","mail":"ann@example.org","tags":["a","b"],"note":"n"}"#
    }

    struct Team: BaseModel, Hashable {
        let lead: User
        let deputy: User?
        let members: [User]
        let byName: [String: User]
        var home: URL?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("lead", \.lead)
            properties.add("deputy", \.deputy)
            properties.add("members", \.members)
            properties.add("byName", \.byName)
            properties.add("home", \.home)
            return ModelForm(properties)
        }
    }

    /// A model that has an `init()`, with one that has none inside of it.
    struct Outer: Model {
        var user: User?
        var inner = Small(a: 1, b: "old")
        var all: [Small] = []
    }

    struct Small: BaseModel, Hashable {
        var a: Int
        var b: String
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("b", \.b, default: "b")
            return ModelForm(properties)
        }
    }

    struct Page<Item: Hashable>: BaseModel, Hashable {
        let items: [Item]
        let next: Item?
        let first: Item

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("items", \.items)
            properties.add("next", \.next)
            properties.add("first", \.first)
            return ModelForm(properties)
        }
    }

    /// Keys of every kind.
    struct Keyed: BaseModel, Hashable {
        let id: String
        let deep: String
        let other: Int?
        let at: Date
        let element: Int
        var tail: [Small]

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id, keys: ["id", "ID", "old.id"])
            properties.add("deep", \.deep, keys: "ext.deep")
            properties.add("other", \.other, keys: "ext.other", isRequired: true)
            properties.add("at", \.at, transform: .epochMilliseconds)
            properties.add("element", \.element, keys: "list[1]")
            properties.add("tail", \.tail, keys: "ext.tail")
            return ModelForm(properties)
        }

        static let text = #"{"ID":"x","ext":{"deep":"d","other":5,"tail":[{"a":1}]},"at":1500,"list":[1,2,3]}"#
    }

    /// Counts its instances.
    final class Item: Model {
        static let alive = Guarded(0)
        var name = ""
        required init() { Item.alive.withLock { $0 += 1 } }
        deinit { Item.alive.withLock { $0 -= 1 } }
    }

    /// Of whose parts any may be there when the decode fails.
    struct Held: BaseModel {
        let first: Item
        let text: String
        var list: [Item]
        var maybe: Item?
        var made = Item()
        let last: Int

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("first", \.first)
            properties.add("text", \.text)
            properties.add("list", \.list)
            properties.add("maybe", \.maybe)
            properties.add("made", \.made, default: Item())
            properties.add("last", \.last)
            return ModelForm(properties)
        }

        static let text =
            #"{"first":{"name":"a"},"text":"in more bytes than are stored in place","list":[{"name":"b"},{}],"maybe":{"name":"c"},"made":{"name":"d"},"last":1}"#
    }
}
