import Foundation
import Yodel

// The types of properties that are measured.

extension Float16: CodedKind { static var start: Float16 { 0 } }
extension CGFloat: CodedKind { static var start: CGFloat { 0 } }
extension Decimal: CodedKind { static var start: Decimal { 0 } }
extension Date: CodedKind { static var start: Date { Date(timeIntervalSince1970: 0) } }
extension Data: CodedKind { static var start: Data { Data() } }
extension UUID: CodedKind { static var start: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) } }
extension URL: CodedKind { static let start = URL(fileURLWithPath: "/") }
extension JSONValue: CodedKind { static var start: JSONValue { .null } }
extension JSONObject: CodedKind { static var start: JSONObject { [:] } }
extension JSONNumber: CodedKind { static var start: JSONNumber { 0 } }

// MARK: Raw values

enum KindStatus: String, CodedKind, CaseIterable {
    case active, suspended, closed, archived, removed
    static var start: KindStatus { .active }
}

/// The same as keys of an object, in `Codable` coders too.
enum KindTopic: String, CodedKind, CaseIterable, CodingKeyRepresentable {
    case weather, sports, politics, science, music
    static var start: KindTopic { .weather }
}

enum KindLevel: Int, CodedKind, CaseIterable {
    case low = 1
    case middle = 5
    case high = 20
    static var start: KindLevel { .low }
}

enum KindShare: Double, CodedKind, CaseIterable {
    case quarter = 0.25
    case half = 0.5
    static var start: KindShare { .quarter }
}

/// A struct with a raw value, which only its own code makes.
struct KindCode: RawRepresentable, CodedKind {
    let rawValue: String
    static var start: KindCode { KindCode(rawValue: "") }
}

// MARK: Values of several properties

/// A model of two properties.
struct KindPair: Model, CodedKind {
    var id = 0
    var name = ""
    static var start: KindPair { KindPair() }
}

/// The same as an instance of a class.
final class KindItem: Model, CodedKind {
    var id = 0
    var name = ""
    required init() {}

    convenience init(_ pair: KindPair) {
        self.init()
        (id, name) = (pair.id, pair.name)
    }

    static var start: KindItem { KindItem() }
    static func == (left: KindItem, right: KindItem) -> Bool { left.id == right.id && left.name == right.name }
}

/// The same as `@Model` lists a struct.
struct KindListed: BaseModel, CodedKind {
    let id: Int
    let name: String
    static var start: KindListed { KindListed(id: 0, name: "") }

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        properties.add("name", \.name)
        return ModelForm(properties)
    }
}

/// The same as `@Model` makes a class of a struct. It is not final, so that the class below has a superclass.
class KindNode: BaseModel {
    let id: Int
    let name: String

    init(stored: KindListed) { (id, name) = (stored.id, stored.name) }

    class var modelForm: ModelForm { ModelForm(make: KindNode.init(stored:)) { KindListed(id: $0.id, name: $0.name) } }
}

/// A class with a superclass, as `@Model` makes it.
final class KindLeaf: KindNode {
    let isLast: Bool

    struct Stored: BaseModel {
        let base: KindListed
        let isLast: Bool

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addInherited("base", \.base)
            properties.add("isLast", \.isLast)
            return ModelForm(properties)
        }
    }

    init(values: Stored) {
        isLast = values.isLast
        super.init(stored: values.base)
    }

    override class var modelForm: ModelForm {
        ModelForm(make: KindLeaf.init(values:)) { Stored(base: KindListed(id: $0.id, name: $0.name), isLast: $0.isLast) }
    }
}

// MARK: Types that are no models

/// What has only the coding that the compiler writes.
struct CodedPair: CodedKind {
    var id: Int
    var name: String
    static var start: CodedPair { CodedPair(id: 0, name: "") }
}

/// What decodes one string.
struct CodedText: CodedKind {
    let text: String
    static var start: CodedText { CodedText(text: "") }

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// What is only written.
struct WrittenText: Encodable, Equatable {
    var text = ""

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A value of any type, found by trying one after the other, as programs have it.
struct AnyCodable: CodedKind {
    let value: Any
    static var start: AnyCodable { AnyCodable(value: false) }

    init(value: Any) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self.value = value
        } else if let value = try? container.decode(Int.self) {
            self.value = value
        } else if let value = try? container.decode(Double.self) {
            self.value = value
        } else if let value = try? container.decode(String.self) {
            self.value = value
        } else if let value = try? container.decode([AnyCodable].self) {
            self.value = value
        } else {
            self.value = try container.decode([String: AnyCodable].self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case let value as Bool: try container.encode(value)
        case let value as Int: try container.encode(value)
        case let value as Double: try container.encode(value)
        case let value as String: try container.encode(value)
        case let value as [AnyCodable]: try container.encode(value)
        case let value as [String: AnyCodable]: try container.encode(value)
        default: throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: "no JSON"))
        }
    }

    static func == (left: AnyCodable, right: AnyCodable) -> Bool {
        switch (left.value, right.value) {
        case (let left as Bool, let right as Bool): left == right
        case (let left as Int, let right as Int): left == right
        case (let left as Double, let right as Double): left == right
        case (let left as String, let right as String): left == right
        case (let left as [AnyCodable], let right as [AnyCodable]): left == right
        case (let left as [String: AnyCodable], let right as [String: AnyCodable]): left == right
        default: false
        }
    }
}

// MARK: Enums that list their cases

/// By an object whose key is the case's name.
enum KindKeyed: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// By a tag among the payload's keys.
enum KindTagged: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// By a tag beside the payload.
enum KindAdjacent: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type", content: "data")
        cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// By an integer among the payload's keys.
enum KindNumbered: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("op")
        cases.add(1, make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add(2, value: .nothing) { $0 == .nothing }
    }
}

/// By a tag at the end of a path, and the payload at another.
enum KindPlaced: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged(at: "data.type", content: "data.content")
        cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// By two tags among the payload's keys.
enum KindSubtyped: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged(at: "type", "subtype")
        cases.add(["message", "pair"], make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add(["message", nil], value: .nothing) { $0 == .nothing }
    }
}

/// By a tag that is the payload's key.
enum KindKeyedBy: DescribedEnum, Equatable {
    case pair(KindPair), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .keyed(by: "type")
        cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// By the payload alone.
enum KindUntagged: DescribedEnum, Equatable {
    case number(Int), text(String)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
        cases.add("text", make: Self.text) { if case .text(let value) = $0 { value } else { nil } }
    }
}

/// With a case for what no other case has a name for.
enum KindOpen: DescribedEnum, Equatable {
    case known, other(String)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("known", value: .known) { $0 == .known }
        cases.addOther(make: Self.other) { if case .other(let text) = $0 { text } else { nil } }
    }
}
