#if Macros
import Foundation
import Testing
import YodelMacros

/// An object, or the name of one that has not been fetched. Only decoding makes it.
@propertyWrapper private struct Expandable<Object: Codable>: Codable {
    private enum State { case name(String), object(Object), nothing }
    private var state = State.nothing

    var wrappedValue: String? { if case .name(let name) = state { name } else { nil } }
    var projectedValue: Object? { if case .object(let object) = state { object } else { nil } }

    init() {}
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return }
        state = if let name = try? container.decode(String.self) { .name(name) } else { .object(try container.decode(Object.self)) }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch state {
        case .name(let name): try container.encode(name)
        case .object(let object): try container.encode(object)
        case .nothing: try container.encodeNil()
        }
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode<T>(_ type: Expandable<T>.Type, forKey key: Key) throws -> Expandable<T> {
        try decodeIfPresent(type, forKey: key) ?? Expandable()
    }
    fileprivate func decode(_ type: Flag.Type, forKey key: Key) throws -> Flag {
        try decodeIfPresent(type, forKey: key) ?? Flag(wrappedValue: true)
    }
}

/// Codes itself, and is made of a value as well. A missing key is true, by the function above.
@propertyWrapper private struct Flag: Codable {
    var wrappedValue: Bool
    init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(String.self) == "on" }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue ? "on" : "off")
    }
}

/// Codes itself, and nothing says what a missing key is.
@propertyWrapper private struct Shifted: Codable {
    let wrappedValue: Int
    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) + 1 }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue - 1)
    }
}

@Model
private struct Customer: Codable, Equatable {
    let name: String
}

@Model
private struct Charge: Codable {
    let id: Int
    @Expandable<Customer> var customer: String?
    @Key("to") @Expandable<Customer> var recipient: String?
    @Shifted var level: Int
    @Flag var isLive: Bool
}

@Model(subclasses: true)
private class Event {
    let id: Int
    @Expandable<Customer> var customer: String?
    init(id: Int) { self.id = id }
}

@Model
private final class Refund: Event {
    @Expandable<Customer> private var payer: String?
    var payerObject: Customer? { $payer }
}

/// Says twice what it reads, and is Codable by code of its own.
@Model
private struct Doubled: Codable, Equatable {
    let id: Int
    enum CodingKeys: String, CodingKey { case id, twice }
    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws { id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .twice) / 2 }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id * 2, forKey: .twice)
    }
}

/// Hands all over to the model.
@Model
private struct HandedOver: Codable, Equatable {
    @Key("ID") let id: Int
    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws { try self.init(modelFrom: decoder) }
    func encode(to encoder: any Encoder) throws { try modelEncode(to: encoder) }
}

/// Takes any key in coding of its own.
@Model
private struct Open: Decodable {
    let id: Int
    struct CodingKeys: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    init(from decoder: any Decoder) throws { id = try decoder.container(keyedBy: CodingKeys.self).allKeys.count }
}

@Model
private struct Conditional: Codable {
    let id: Int
    #if os(Nowhere)
    let place: Int
    #elseif swift(>=6)
    let place: String
    #else
    let none: Int
    #endif
}

@Model
private struct Old {
    @available(*, deprecated, message: "use id") let number: Int?
    let id: Int
}

@Model
private enum OldCases: Equatable {
    @available(*, deprecated) case first
    case second(Int)
}

@MainActor
@Model
private struct OfMainActor {
    let id: Int
    var names: [String] = []
}

@Model
private struct Nothing: Codable {}

private enum Names {}

extension Names {
    fileprivate enum Inner {}
}

extension Names.Inner {
    @Model fileprivate struct Item { let id: Int }
}

extension Array where Element: Codable {
    @Model fileprivate struct Part {
        let first: Element
    }
}

@Suite("Types as they are written")
struct WrittenTypesTests {
    @Test func wrappersThatOnlyCodingMakes() throws {
        let text = #"{"id":1,"customer":"c","to":{"name":"n"},"level":3,"isLive":"off"}"#
        let coded = text.replacing(#""to":"#, with: #""recipient":"#)
        for value in [
            try Charge(json: text), try ModelDecoder(.strict).decode(Charge.self, from: text),
            try CodableDecoder().decode(Charge.self, from: coded),
        ] {
            #expect(value.customer == "c" && value.$customer == nil && value.recipient == nil && value.$recipient == Customer(name: "n"))
            #expect(value.level == 4 && !value.isLive)
        }
        #expect(try Charge(json: text).jsonString() == text)
        var value = try Charge(json: text)
        try value.update(json: #"{"customer":null,"to":"m","level":8}"#)
        #expect(value.customer == nil && value.recipient == "m" && value.level == 9 && value.id == 1)
    }

    /// What a missing key is, the module's own `decode(_:forKey:)` says; without one it is required.
    @Test func wrappersWhoseKeyIsMissing() throws {
        let value = try Charge(json: #"{"id":1,"level":3}"#)
        #expect(value.customer == nil && value.$customer == nil && value.isLive)
        let error = #expect(throws: ModelError.self) { try Charge(json: "{}") }
        #expect(error?.missingPaths.map(\.description) == ["id", "level"])
    }

    @Test func wrappersOfClasses() throws {
        let refund = try Refund(json: #"{"id":1,"customer":"c","payer":{"name":"n"}}"#)
        #expect(refund.id == 1 && refund.customer == "c" && refund.payerObject == Customer(name: "n"))
        #expect(try refund.jsonString() == #"{"id":1,"customer":"c","payer":{"name":"n"}}"#)
        #expect(try Refund(json: #"{"id":1}"#).customer == nil)
    }

    /// The coders of models go by the properties, others by the type's own code.
    @Test func ownCoding() throws {
        #expect(try ModelDecoder().decode(Doubled.self, from: #"{"id":3}"#) == Doubled(id: 3))
        #expect(try ModelEncoder().encodeToString(Doubled(id: 3)) == #"{"id":3}"#)
        #expect(try CodableDecoder().decode(Doubled.self, from: #"{"twice":6}"#) == Doubled(id: 3))
        #expect(try CodableEncoder().encodeToString(Doubled(id: 3)) == #"{"twice":6}"#)
        #expect(try ModelDecoder().decode(Open.self, from: #"{"id":3,"a":1}"#).id == 3)
        #expect(try CodableDecoder().decode(Open.self, from: #"{"id":3,"a":1}"#).id == 2)
    }

    /// What hands over is an archive of the properties by their names, with any coder.
    @Test func codingThatHandsOver() throws {
        #expect(try ModelEncoder().encodeToString(HandedOver(id: 3)) == #"{"ID":3}"#)
        let data = try JSONEncoder().encode(HandedOver(id: 3))
        #expect(try JSONDecoder().decode(HandedOver.self, from: data) == HandedOver(id: 3))
    }

    @Test func conditions() throws {
        #expect(try Conditional(json: #"{"id":1,"place":"p"}"#).jsonString() == #"{"id":1,"place":"p"}"#)
    }

    @Test func whatIsDeprecated() throws {
        #expect(try Old(json: #"{"id":1,"number":2}"#).jsonString() == #"{"number":2,"id":1}"#)
        #expect(try ModelDecoder().decode([OldCases].self, from: #"[{"second":1}]"#) == [.second(1)])
    }

    /// Any thread reads a type of the main actor.
    @Test func isolatedTypes() throws {
        let value = try OfMainActor(json: #"{"id":1,"names":["a"]}"#)
        #expect(value.id == 1 && value.names == ["a"])
    }

    @Test func typesInExtensions() throws {
        #expect(try Names.Inner.Item(json: #"{"id":1}"#).id == 1)
        #expect(try [Int].Part(json: #"{"first":1}"#).first == 1)
        #expect(try Nothing(json: "{}").jsonString() == "{}")
    }
}
#endif
