#if Macros
import Foundation
import Testing
import YodelMacros

@propertyWrapper private struct Clamped<Value: Comparable & Sendable>: Sendable {
    private var stored: Value
    private let bounds: ClosedRange<Value>
    var wrappedValue: Value {
        get { stored }
        set { stored = min(max(newValue, bounds.lowerBound), bounds.upperBound) }
    }
    init(wrappedValue: Value, _ bounds: ClosedRange<Value>) {
        self.bounds = bounds
        stored = min(max(wrappedValue, bounds.lowerBound), bounds.upperBound)
    }
}

/// What it holds cannot be stored at an offset.
@propertyWrapper private struct Held<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    private var box: Box
    var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }
    var projectedValue: Int { 1 }
    init(wrappedValue: Value) { box = Box(wrappedValue) }
}

/// Its arguments make it.
@propertyWrapper private struct Named {
    let name: String
    var wrappedValue = ""
    init(_ name: String) { self.name = name }
}

/// Codes itself: seconds since 1970 as a text.
@propertyWrapper private struct SecondsText: Codable {
    var wrappedValue: Date
    init(wrappedValue: Date) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let seconds = Double(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no seconds"))
        }
        wrappedValue = Date(timeIntervalSince1970: seconds)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(Int(wrappedValue.timeIntervalSince1970))")
    }
}

@Model
private struct Part {
    let n: Int
    @Held var words: [String]
}

@Model
private struct Settings {
    let id: Int
    @Clamped(0...100) @Key("lvl") var level = 7
    @Clamped(0...1) private(set) var ratio = 0.5
    @Held @Clamped(0...9) var both = 1
    @Held var part: Part?
    @Held var parts: [String: Part]
    @Named("x") var text: String
    @SecondsText var at: Date
    @Held @Ignored var count = 3
    @Held @Transform(.epochMilliseconds) var since: Date

    var textName: String { _text.name }
}

@Model
private struct GenericHolder<Item> {
    @Held var items: [Item]
}

@Model
private final class Account {
    let id: Int
    @Clamped(0...100) var level = 7
    @Held var note: String?
    @Named("y") var text: String

    var textName: String { _text.name }
}

@Model(subclasses: true)
private class Animal {
    @Held var name: String
}

@Model
private final class Dog: Animal {
    @Clamped(0...20) var age = 1
    @Held var owner: String
}

@Suite("Wrapped properties of @Model")
struct WrapperTests {
    private static let text =
        #"{"id":1,"lvl":250,"ratio":7,"both":12,"part":{"n":1,"words":["a"]},"parts":{"k":{"n":2,"words":[]}},"text":"t","at":"60","since":5}"#

    @Test func ofAStruct() throws {
        let bytes = Array(Self.text.utf8)
        let values = [
            try Settings(json: Self.text), try ModelDecoder(.strict).decode(Settings.self, from: Self.text),
            try ModelDecoder().decode(Settings.self, fromChunks: bytes.map { [$0] }),
        ]
        for value in values {
            #expect(value.id == 1 && value.level == 100 && value.ratio == 1 && value.both == 9 && value.part?.words == ["a"])
            #expect(value.parts["k"]?.n == 2 && value.text == "t" && value.textName == "x" && value.count == 3 && value.$part == 1)
            #expect(value.at == Date(timeIntervalSince1970: 60) && value.since == Date(timeIntervalSince1970: 0.005))
        }
        let written =
            #"{"id":1,"lvl":100,"ratio":1.0,"both":9,"part":{"n":1,"words":["a"]},"parts":{"k":{"n":2,"words":[]}},"text":"t","at":"60","since":5}"#
        let text = try values[0].jsonString()
        #expect(text == written)
    }

    @Test func whatDoesNotCome() throws {
        let value = try Settings(json: #"{"id":1,"parts":{},"at":"1","since":0}"#)
        #expect(value.level == 7 && value.ratio == 0.5 && value.both == 1 && value.part == nil)
        #expect(value.text.isEmpty && value.textName == "x")
        let error = #expect(throws: ModelError.self) { try Settings(json: #"{"id":1}"#) }
        #expect(error?.missingPaths.map(\.description) == ["parts", "at", "since"])
        let coded = #expect(throws: ModelError.self) { try Settings(json: #"{"id":1,"parts":{},"at":"x","since":0}"#) }
        #expect(coded?.missingPaths.map(\.description) == ["at"] || coded?.path.description == "at")
    }

    @Test func updatesGoThroughThem() throws {
        var value = try Settings(json: Self.text)
        try value.update(json: #"{"lvl":-1,"part":{"words":["b","c"]},"both":-5}"#)
        #expect(value.level == 0 && value.part?.n == 1 && value.part?.words == ["b", "c"] && value.both == 0 && value.text == "t")
    }

    @Test func generic() throws {
        #expect(try GenericHolder<Int>(json: #"{"items":[1,2]}"#).items == [1, 2])
        #expect(try GenericHolder<Part>(json: #"{"items":[{"n":1,"words":["x"]}]}"#).items.first?.words == ["x"])
    }

    @Test func ofClasses() throws {
        let account = try Account(json: #"{"id":1,"level":300,"note":"n","text":"t"}"#)
        #expect(account.level == 100 && account.note == "n" && account.text == "t" && account.textName == "y")
        #expect(try account.jsonString() == #"{"id":1,"level":100,"note":"n","text":"t"}"#)
        #expect(try Account(json: #"{"id":1}"#).level == 7)
        let dog = try Dog(json: #"{"name":"d","age":30,"owner":"o"}"#)
        #expect(dog.name == "d" && dog.age == 20 && dog.owner == "o")
        let error = #expect(throws: ModelError.self) { try Dog(json: "{}") }
        #expect(error?.missingPaths.map(\.description) == ["name", "owner"])
    }
}
#endif
