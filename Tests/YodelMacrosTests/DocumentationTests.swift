#if Macros
import Foundation
import Testing
import YodelMacros

// The examples of YodelMacros' sources and of the article ModelMacro, compiled and run. A test fails when a line of them does not stand in this file.

private enum Docs {
    // swift-format-ignore
    @Model
    public struct User {
        public let id: Int
        public let name: String
        @Key("avatar_url") public let avatar: URL?
        @Key("stats.followers", "followers") public var followers = 0
        @Transform(.epochMilliseconds) let created: Date
        @Ignored var isSelected = false
    }

    // swift-format-ignore
    @Model
    struct Keys {
        @Key("n") let name: String
        @Key("ext.desc") var text = ""
        @Key("id", "ID") let id: Int
    }

    // swift-format-ignore
    @Model struct Page { let limit: Int; var offset = 0 }
    // swift-format-ignore
    @Model struct Search { let text: String; @Flatten let page: Page }
    // swift-format-ignore
    @Model struct Place { let street: String; let city: String }
    // swift-format-ignore
    @Model struct Order { let id: Int; @Flatten(prefix: "billing_") let billing: Place; @Flatten(prefix: "shipping_") let shipping: Place }
    // swift-format-ignore
    @Model struct Event { let id: Int; @Rest let extra: [String: JSONValue] }
}

/// An object, or the name of one.
@propertyWrapper private struct Expandable<Object: Codable>: Codable {
    let wrappedValue: String?
    let projectedValue: Object?
    init(from decoder: any Decoder) throws {
        wrappedValue = try? String(from: decoder)
        projectedValue = wrappedValue == nil ? try Object(from: decoder) : nil
    }
    func encode(to encoder: any Encoder) throws {
        if let projectedValue { try projectedValue.encode(to: encoder) } else { try wrappedValue.encode(to: encoder) }
    }
}

private enum WrapperDocs {
    struct Customer: Codable {
        let id: String
    }
    @Model
    struct Charge {
        let id: String
        @Expandable<Customer> var customer: String?
    }
}

private enum ClassDocs {
    @Model
    final class Node {
        let value: Int
        let next: Node?
    }

    @Model(subclasses: true)
    class Shape {
        let name: String
    }
    @Model
    final class Circle: Shape {
        let radius: Double
    }
}

private struct Circle: Model {
    var radius = 0.0
}

// swift-format-ignore
@Model(tag: "type")
private enum Shape {
    case circle(Circle)
    @Key("rect", "rectangle") case box(width: Double, height: Double = 1)
    case nothing
    case other(JSONObject)
}

// swift-format-ignore
@Model(untagged: true)
private enum Setting {
    case flag(Bool)
    case number(Int)
    case range(from: Int, to: Int)
    case list([Setting])
    case nothing
    case other(JSONObject)
}

/// README's second step: the client's types of its first one, with another word.
@Model
private struct Issue {
    enum State: String, Codable { case open, closed }
    @Model
    struct Label {
        let name: String
        let color: String?
    }
    enum CodingKeys: String, CodingKey {
        case number, title, state, labels
        case createdAt = "created_at"
    }
    let number: Int
    let title: String
    let state: State
    let labels: [Label]
    let createdAt: Date
}

// swift-format-ignore
private enum Raws {
    @Model
    enum Status: Hashable {
        case active
        @Key("closed", "done") case closed
        case unknown(String)
    }
    @Model
    enum Code: Hashable {
        @Key("200") case success
        @Key("404") case missing
        case unknown(Int)
    }
}

// swift-format-ignore
private enum TagDocs {
    @Model(tagAt: "data.type", contentAt: "data.attributes")
    enum Resource {
        case person(name: String)
        case nothing
    }
    @Model(tagAt: "type", "subtype")
    enum Message {
        @Key(tags: "message", nil) case plain(text: String)
        @Key(tags: "message", "bot_message") case bot(text: String, name: String)
    }
    @Model(keyedBy: "type")
    enum Block {
        case paragraph(text: String)
        case divider
    }
    @Model(tag: "op")
    enum Packet {
        @Key(10) case hello(interval: Int)
        @Key(11) case acknowledged
    }
}

@Suite("Documentation of YodelMacros")
struct MacrosDocumentationTests {
    // swift-format-ignore
    @Test func examples() throws {
        typealias User = Docs.User
        let user = try User(json: #"{"id": 7, "name": "Ann", "created": 1500}"#)
        #expect(user.id == 7 && user.name == "Ann" && user.avatar == nil && user.followers == 0 && !user.isSelected)
        #expect(user.created == Date(timeIntervalSince1970: 1.5))
        typealias Search = Docs.Search
        typealias Event = Docs.Event
        let search = try Search(json: #"{"text": "a", "limit": 10}"#)
        let limit = search.page.limit   // 10
        #expect(limit == 10)
        let event = try Event(json: #"{"id": 7, "shard": 3}"#)
        let extra = event.extra   // ["shard": 3]
        #expect(extra == ["shard": 3])
        #expect(try Docs.Keys(json: #"{"n":"a","ext":{"desc":"d"},"ID":1}"#).text == "d")
    }

    @Test func wrappers() throws {
        typealias Charge = WrapperDocs.Charge
        let charge = try Charge(json: #"{"id": "ch_1", "customer": {"id": "cus_1"}}"#)
        // swift-format-ignore
        let customer = charge.$customer   // Customer(id: "cus_1")
        #expect(customer?.id == "cus_1")
        #expect(try charge.jsonString() == #"{"id":"ch_1","customer":{"id":"cus_1"}}"#)
    }

    @Test func enums() throws {
        let shapes = try ModelDecoder().decode(
            [Shape].self, from: #"[{"type": "rect", "width": 2}, {"type": "star", "rays": 5}]"#)
        // swift-format-ignore
        let text = try ModelEncoder().encodeToString(shapes)     // [{"type":"rect","width":2.0,"height":1.0},{"type":"star","rays":5}]
        #expect(text == #"[{"type":"rect","width":2.0,"height":1.0},{"type":"star","rays":5}]"#)
        do {
            // swift-format-ignore
            let settings = try ModelDecoder().decode([Setting].self, from: #"[true, 7, {"from": 1, "to": 3}, [null], {"x": 1}]"#)
            // swift-format-ignore
            let text = try ModelEncoder().encodeToString(settings)     // [true,7,{"from":1,"to":3},[null],{"x":1}]
            #expect(text == #"[true,7,{"from":1,"to":3},[null],{"x":1}]"#)
        }
        // swift-format-ignore
        let settings = try ModelDecoder().decode(
            [Setting].self, from: #"[true, 7, {"from": 1, "to": 3}, [null]]"#)
        #expect(try ModelEncoder().encodeToString(settings) == #"[true,7,{"from":1,"to":3},[null]]"#)
        let statuses = try ModelDecoder().decode([Raws.Status].self, from: #"["done", "paused"]"#)
        #expect(statuses == [.closed, .unknown("paused")])
        #expect(try ModelDecoder().decode([Raws.Code].self, from: "[404, 500]") == [.missing, .unknown(500)])
    }

    @Test func tags() throws {
        typealias Resource = TagDocs.Resource
        typealias Message = TagDocs.Message
        typealias Block = TagDocs.Block
        typealias Packet = TagDocs.Packet
        let resource = try ModelDecoder().decode(Resource.self, from: #"{"data": {"type": "person", "attributes": {"name": "Ann"}}}"#)
        #expect(try ModelEncoder().encodeToString(resource) == #"{"data":{"type":"person","attributes":{"name":"Ann"}}}"#)
        let messages = try ModelDecoder().decode([Message].self, from: #"[{"type": "message", "text": "hi"}]"#)
        #expect(try ModelEncoder().encodeToString(messages) == #"[{"type":"message","text":"hi"}]"#)
        let message = try ModelDecoder().decode(Message.self, from: #"{"type": "message", "text": "hi"}"#)
        #expect(try ModelEncoder().encodeToString(message) == #"{"type":"message","text":"hi"}"#)
        // swift-format-ignore
        let blocks = try ModelDecoder().decode([Block].self, from: #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#)
        #expect(try ModelEncoder().encodeToString(blocks) == #"[{"type":"paragraph","paragraph":{"text":"hi"}},{"type":"divider"}]"#)
        let packets = try ModelDecoder().decode([Packet].self, from: #"[{"op": 10, "interval": 45000}, {"op": 11}]"#)
        #expect(try ModelEncoder().encodeToString(packets) == #"[{"op":10,"interval":45000},{"op":11}]"#)
    }

    @Test func aClientsTypes() throws {
        let text = #"{"number":7,"title":"a","state":"open","labels":[{"name":"bug"}],"created_at":"1970-01-01T00:00:01+0000"}"#
        let issue = try ModelDecoder(.codable).decode(Issue.self, from: text)
        #expect(issue.number == 7 && issue.title == "a" && issue.state == .open && issue.createdAt == Date(timeIntervalSince1970: 1))
        #expect(issue.labels.map(\.name) == ["bug"] && issue.labels[0].color == nil)
        #expect(try issue.jsonString() == text)
        for (part, other, code) in [
            (":7", #":"7""#, ModelError.Code.typeMismatch), ("open", "shut", .invalidValue), (#""title":"a","#, "", .missingKey),
        ] {
            let error = #expect(throws: ModelError.self) {
                try ModelDecoder(.codable).decode(Issue.self, from: text.replacing(part, with: other))
            }
            #expect(error?.code == code, "\(part)")
        }
    }

    @Test func classes() throws {
        typealias Node = ClassDocs.Node
        let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
        // swift-format-ignore
        let value = node.next?.value   // 2
        #expect(value == 2)
        typealias Shape = ClassDocs.Shape
        typealias Circle = ClassDocs.Circle
        let circle = try Circle(json: #"{"name": "c", "radius": 1.5}"#)
        let shapes: [Shape] = [circle]
        // swift-format-ignore
        let text = try ModelEncoder().encodeToString(shapes)     // [{"name":"c","radius":1.5}]
        #expect(text == #"[{"name":"c","radius":1.5}]"#)
    }

    @Test func everyExampleStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = try String(contentsOf: here, encoding: .utf8)
        var isExample = false
        var checked = 0
        func check(_ line: Substring) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample, !line.isEmpty, !line.hasPrefix("import ") {
                checked += 1
                #expect(compiled.contains(line), "not compiled: \(line)")
            }
        }
        let source = try String(contentsOf: root.appendingPathComponent("Sources/YodelMacros/Macros.swift"), encoding: .utf8)
        for line in source.split(separator: "\n") where line.hasPrefix("///") { check(line.dropFirst(3)) }
        let article = root.appendingPathComponent("Sources/Yodel/Yodel.docc/Articles/ModelMacro.md")
        for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n") { check(line) }
        #expect(checked > 15)
    }
}
#endif
