import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Key {
    /// A key by its text, with a check of its own.
    struct Name: Hashable, CodingKeyRepresentable, Sendable {
        var text: String
        var codingKey: any CodingKey { PlaceKey("n:" + text) }
        init(_ text: String) { self.text = text }
        init?(codingKey: some CodingKey) {
            guard codingKey.stringValue.hasPrefix("n:") else { return nil }
            text = String(codingKey.stringValue.dropFirst(2))
        }
    }

    /// A key by its number.
    struct Number: Hashable, CodingKeyRepresentable, Codable, Sendable {
        var value: Int
        var codingKey: any CodingKey { IntKey(value) }
        init(_ value: Int) { self.value = value }
        init?(codingKey: some CodingKey) {
            guard let value = codingKey.intValue else { return nil }
            self.value = value
        }
    }

    struct IntKey: CodingKey {
        var intValue: Int?
        var stringValue: String
        init(_ value: Int) { (intValue, stringValue) = (value, String(value)) }
        init?(intValue: Int) { self.init(intValue) }
        init?(stringValue: String) { nil }
    }

    /// Both a raw value and a coding key that is another.
    enum Colour: String, CodingKeyRepresentable, Codable {
        case red, blue
        var codingKey: any CodingKey { PlaceKey(rawValue.uppercased()) }
        init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue.lowercased()) }
    }

    /// Nothing but a raw value.
    enum Size: String, Codable { case small, large }

    struct Leaf: Model, Equatable { var id = 0 }

    struct Good: Model, Equatable {
        var names: [Name: Int] = [:]
        var numbers: [Number: Leaf] = [:]
        var colours: [Colour: [Colour]] = [:]
        var deep: [String: [Name: Int]]?
    }
}

private typealias Good = Key.Good

@Suite("Keys of dictionaries that are coding keys")
struct DictionaryKeyTests {
    private let json =
        #"{"colours":{"BLUE":["red"]},"deep":{"x":{"n:a":1}},"names":{"n:":0,"n:é":2},"numbers":{"-5":{"id":1},"7":{"id":2}}}"#
    private let good = Good(
        names: [Key.Name(""): 0, Key.Name("é"): 2], numbers: [Key.Number(-5): Key.Leaf(id: 1), Key.Number(7): Key.Leaf(id: 2)],
        colours: [.blue: [.red]], deep: ["x": [Key.Name("a"): 1]])

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func areRead(options: DecodingOptions) throws {
        #expect(try decodeWhole(Good.self, Array(json.utf8), options).get() == good)
        for size in [1, 4] { #expect(try decodeInChunks(Good.self, Array(json.utf8), size: size, options).get() == good) }
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(options).decode(Good.self, from: value) == good)
        #expect(try ModelDecoder(options).decode([Key.Name: Int].self, from: #"{"n:a":1}"#) == [Key.Name("a"): 1])
        #expect(
            try ModelDecoder(options).decode(Good.self, from: ["names": good.names, "numbers": ["7": ["id": 1]]] as [String: Any]).names
                == good.names)
    }

    @Test func areWritten() throws {
        var options = EncodingOptions.default
        options.sortsKeys = true
        #expect(try ModelEncoder(options).encodeToString(good) == json)
        #expect(try ModelDecoder(.strict).decode(Good.self, from: ModelEncoder().encode(good)) == good)
        #expect(try ModelEncoder().encodeToString([Key.Name("a"): 1]) == #"{"n:a":1}"#)
        #expect(try ModelEncoder().encodeToString(["d": [Key.Number(3): 1]] as [String: Any]) == #"{"d":{"3":1}}"#)
        #expect(good.modelCopy().modelIsEqual(good))
        #expect(good.modelDescription.contains("n:é = 2"))
    }

    @Test(arguments: [
        (#"{"names":{"n:a":1,"b":2}}"#, "names", "a key of type Name"), (#"{"numbers":{"x":{}}}"#, "numbers", "a key of type Number"),
        (#"{"deep":{"x":{"n:a":1,"?":2}}}"#, "deep.x", "a key of type Name"),
        (#"{"colours":{"green":[]}}"#, "colours", "a key of type Colour"),
    ])
    func aKeyThatMakesNoValue(json: String, path: String, expected: String) throws {
        let error = decodeWhole(Good.self, Array(json.utf8), .strict).errorFields
        #expect(error?.code == .invalidValue && error?.path == path)
        #expect(error?.message == "expected \(expected), found a string that is not a valid one")
        for size in [1, 4] { #expect(decodeInChunks(Good.self, Array(json.utf8), size: size, .strict).errorFields == error) }
        var report = DecodingReport()
        let lenient = try ModelDecoder().decode(Good.self, from: json, report: &report)
        #expect(lenient.names.count <= 1 && lenient.numbers.isEmpty && lenient.colours.isEmpty)
        #expect(report.count == 1)
    }

    @Test func theValuesPathHasTheKeysText() {
        let error = decodeWhole(Good.self, Array(#"{"numbers":{"7":{"id":"x"}},"names":{}}"#.utf8), .strict).errorFields
        #expect(error?.path == "numbers.7.id")
        #expect(decodeWhole(Good.self, Array(#"{"names":{"n:a":"x"}}"#.utf8), .strict).errorFields?.path == "names.n:a")
    }

    /// As the guide to migration says: an object for models, keys and values in turn for `Codable`.
    @Test func enumsAreKeysOfAnObjectForModelsAndOfAnArrayForCodable() throws {
        let table = [Key.Size.small: 1]
        #expect(try ModelEncoder().encodeToString(table) == #"{"small":1}"#)
        #expect(try CodableEncoder().encodeToString(table) == #"["small",1]"#)
        #expect(try JSONEncoder().encode(table) == Data(#"["small",1]"#.utf8))
        #expect(try ModelDecoder(.strict).decode([Key.Size: Int].self, from: #"{"small":1}"#) == table)
        #expect(try CodableDecoder().decode([Key.Size: Int].self, from: #"["small",1]"#) == table)
        #expect(throws: ModelError.self) { try ModelDecoder().decode([Key.Size: Int].self, from: #"["small",1]"#) }
        #expect(throws: DecodingError.self) { try CodableDecoder().decode([Key.Size: Int].self, from: #"{"small":1}"#) }
    }

    @Test func otherKeysAreRefused() {
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode([Double: Int].self, from: "{}") }
        #expect(error?.code == .unsupportedType && error?.message.contains("CodingKeyRepresentable") == true)
    }
}
