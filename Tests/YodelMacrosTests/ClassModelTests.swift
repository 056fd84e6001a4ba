#if Macros
import Foundation
import Testing
import YodelMacros

/// Without any initialiser.
@Model
private final class User {
    let id: Int
    let name: String
    @Key("avatar_url") let avatar: URL?
    @Key("stats.followers", "followers") var followers = 0 { didSet { changes += 1 } }
    @Transform(.epochMilliseconds) let created: Date
    @Ignored var changes = 0
    private(set) var visits = 1
    private var note: Note?
    let version = 2
    lazy var label = "\(name) (\(id))"
    var isKnown: Bool { visits > 1 }
    static let shared = 1

    private struct Note: Model { var text = "" }

    func change() { followers += 1 }
    var noteText: String? { note?.text }

    static let text =
        #"{"id":7,"name":"Ann","avatar_url":"https://example.org/a","stats":{"followers":3},"created":1500,"visits":4,"note":{"text":"n"}}"#
}

@Model
private final class Coded: Codable {
    let id: Int
    var name = "none"
}

@Model
private final class Session {
    let id = UUID()
    @Ignored let made = UUID()
    var user: String
}

/// Has the `init()` that the compiler makes.
@Model
private final class Settings {
    var volume = 5
    var name: String?
}

/// Its observers are not told by who makes it.
@Model
private final class Watched {
    var level = 1 { didSet { changes += 1 } }
    @Ignored var changes = 0
}

@Model
private final class Node {
    let value: Int
    let next: Node?
    let children: [Node]

    /// Stays as it is.
    init(_ value: Int, _ children: [Node] = []) {
        self.value = value
        self.children = children
        next = nil
    }
}

/// What models of one's own have in common.
private protocol Entity: BaseModel {
    var name: String { get }
}

@Model
private final class Person: Entity {
    let name: String
}

/// Made of nothing, for subclasses.
@Model(subclasses: true)
open class Figure {
    /// What it is called.
    public var name = "none"
    /// Where it lies.
    public var place: Place?

    /// A point.
    @Model
    public struct Place: Hashable {
        /// To the right.
        public let x: Double
        /// Down.
        public let y: Double
    }

    /// What must come.
    open class func describe(_ model: inout ModelDescription) {}
}

@Model(subclasses: true)
private class Circle: Figure {
    @Required let radius: Double?
    @Rest var extra: [String: JSONValue]

    init(radius: Double) {
        self.radius = radius
        extra = [:]
        super.init()
    }

    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.required += ["name"]
    }
}

@Model
private final class Ring: Circle {
    let inner: Double
}

@Model
private final class Square: Figure {
    var side = 1.0
    override var name: String { didSet { side += 0 } }
}

@Model
private final class Sheet<Item> {
    let items: [Item]
    let first: Item
    @Flatten let place: Figure.Place

    enum CodingKeys: String, CodingKey {
        case items = "list", first
    }
}

@Model(tag: "type")
private enum Drawn {
    case shape(Figure), ring(Ring), nothing
}

/// A subclass without the macro.
private final class Dot: Circle {}

private class Base { var kept = 1 }

@Model
private final class Derived: Base {
    var own = 1
}

/// Between two classes with the macro, with something of its own, or with nothing that a document has.
private class Storing: Circle {
    var color = "red"
    var depth = 1
}

@Model
private final class Disc: Storing {
    let height: Double
}

private class Adding: Circle {
    lazy var area = 2.0
    var twice: Double { 2 * (radius ?? 0) }
}

@Model
private final class Coin: Adding {
    let worth: Int
}

@Suite("Classes with @Model")
struct ClassModelTests {
    @Test func readAndWritten() throws {
        for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
            let user = try decoder.decode(User.self, from: User.text)
            #expect(user.id == 7 && user.name == "Ann" && user.avatar?.host() == "example.org" && user.followers == 3 && user.changes == 0)
            #expect(user.created == Date(timeIntervalSince1970: 1.5) && user.visits == 4 && user.noteText == "n" && user.label == "Ann (7)")
            #expect(
                try user.jsonString()
                    == #"{"id":7,"name":"Ann","avatar_url":"https://example.org/a","stats":{"followers":3},"created":1500,"visits":4,"#
                    + #""note":{"text":"n"},"version":2}"#)
        }
        let error = #expect(throws: ModelError.self) { try User(json: #"{"visits":2}"#) }
        #expect(error?.missingPaths.map(\.description) == ["id", "name", "created"])
        #expect(error?.message == "no value for the properties 'id', 'name', 'created' of User")
        // Codable beside it.
        let coded = try Coded(json: #"{"id":1}"#)
        let data = try JSONEncoder().encode(coded)
        #expect(try JSONDecoder().decode(Coded.self, from: data).modelIsEqual(coded))
        #expect(Settings().volume == 5 && Watched().level == 1)
        #expect(try Settings(json: #"{"volume":6}"#).volume == 6)
        #expect(try Watched(json: #"{"level":2}"#).changes == 0)
    }

    @Test func mergedAndCopied() throws {
        var user = try User(json: User.text)
        let old = user
        user.change()
        #expect(old.changes == 1)
        try user.update(json: #"{"name":"Bea"}"#)
        #expect(user !== old && old.name == "Ann" && user.name == "Bea" && user.followers == 4 && user.changes == 1 && user.noteText == "n")
        let copy = user.modelCopy()
        #expect(copy !== user && copy.modelIsEqual(user) && !copy.modelIsEqual(old) && copy.noteText == "n")
    }

    /// A `let` with its value in its declaration.
    @Test func constantsAreCopiedAsTheyAre() throws {
        var session = try Session(json: #"{"user":"Ann"}"#)
        let (old, copy) = (session, session.modelCopy())
        #expect(copy !== old && copy.id == old.id && copy.made == old.made && copy.modelIsEqual(old))
        try session.update(json: #"{"user":"Bea"}"#)
        #expect(session !== old && session.user == "Bea" && session.id == old.id && session.made == old.made)
        #expect(try Session(json: #"{"user":"Ann"}"#).id != old.id)
    }

    @Test func recursion() throws {
        let node = try Node(json: #"{"value":1,"next":{"value":2,"children":[]},"children":[{"value":3,"children":[]}]}"#)
        #expect(node.next?.value == 2 && node.children[0].value == 3)
        #expect(try Node(4, [node]).jsonString().hasPrefix(#"{"value":4,"children":[{"value":1,"next":{"value":2"#))
    }

    @Test func subclasses() throws {
        #expect(Figure().name == "none" && Square().side == 1)
        let circle = try Circle(json: #"{"radius":1,"color":"red","place":{"x":1,"y":2},"name":"c"}"#)
        #expect(circle.radius == 1 && circle.extra == ["color": "red"] && circle.place == Figure.Place(x: 1, y: 2))
        #expect(try circle.jsonString() == #"{"name":"c","place":{"x":1.0,"y":2.0},"radius":1.0,"color":"red"}"#)
        let error = #expect(throws: ModelError.self) { try Ring(json: "{}") }
        #expect(error?.missingPaths.map(\.description).sorted() == ["inner", "name", "radius"])
        let shapes: [Figure] = [circle, try Ring(json: #"{"radius":1,"inner":2,"name":"r"}"#), try Square(json: #"{"side":3,"name":"s"}"#)]
        #expect(
            try ModelEncoder().encodeToString(shapes)
                == #"[{"name":"c","place":{"x":1.0,"y":2.0},"radius":1.0,"color":"red"},{"name":"r","radius":1.0,"inner":2.0},{"name":"s","side":3.0}]"#
        )
        #expect(try Figure(json: #"{"name":"r","inner":2}"#) is Ring == false)
        let text = #"[{"type":"shape","name":"s"},{"type":"ring","name":"r","radius":1.0,"inner":2.0},{"type":"nothing"}]"#
        let drawn = try ModelDecoder().decode([Drawn].self, from: text)
        guard case .ring(let ring) = drawn[1] else { throw CancellationError() }
        #expect(ring.inner == 2 && ring.name == "r" && ring.extra == [:])
    }

    @Test func classesThatAreNotDescribedAsAWhole() throws {
        let dot = Dot(radius: 1)
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode([dot as Figure]) }
        #expect(error?.message.hasPrefix("Dot has no modelForm of its own, but that of its superclass Circle") == true)
        #expect(throws: ModelError.self) { try Dot(json: #"{"name":"d","radius":1}"#) }
        let derived = #expect(throws: ModelError.self) { try Derived(json: "{}") }
        #expect(derived?.message.hasPrefix("Derived is a subclass of Base, of whose properties its modelForm has nothing") == true)
    }

    @Test func classesWithAProtocolOfModels() throws {
        let person: any Entity = try Person(json: #"{"name":"a"}"#)
        #expect(try person.name == "a" && person.jsonString() == #"{"name":"a"}"#)
    }

    @Test func classesBetween() throws {
        let error = #expect(throws: ModelError.self) { try Disc(json: #"{"name":"d","radius":1,"color":"blue","height":2}"#) }
        #expect(error?.code == .invalidDeclaration)
        #expect(
            error?.message
                == "Storing, a superclass of Disc, has no modelForm of its own, so that 'color', 'depth' would be lost: let it have one, or have @Model, "
                + "as well")
        let coin = try Coin(json: #"{"name":"c","radius":1,"worth":5}"#)
        #expect(coin.worth == 5 && coin.twice == 2 && coin.area == 2)
        #expect(try coin.jsonString() == #"{"name":"c","radius":1.0,"worth":5}"#)
    }

    @Test func genericClasses() throws {
        let page = try Sheet<String>(json: #"{"list":["a",1],"first":"x","x":1,"y":2}"#)
        #expect(page.items == ["a", "1"] && page.first == "x" && page.place.y == 2)
        let pages = try Sheet<Node>(json: #"{"list":[],"first":{"value":1,"children":[]},"x":1,"y":2}"#)
        #expect(pages.first.value == 1)
    }
}
#endif
