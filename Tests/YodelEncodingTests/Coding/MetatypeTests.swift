import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private class Base: Codable {
    var name: String?
}

private final class Child: Base {
    var age = 0
}

private class ConfiguredBase: DecodableWithConfiguration {
    let number: Int
    required init(from decoder: any Decoder, configuration: Int) throws { number = configuration }
}

private final class ConfiguredChild: ConfiguredBase {}

private class Animal: Model {
    var name = ""
    required init() {}
}

private final class Dog: Animal {
    var age = 0
}

/// A value whose type is a class's metatype, which may be a subclass's: `let type: Base.Type = Child.self`.
@Suite("Metatypes of subclasses")
struct MetatypeTests {
    /// What each kind of container makes of such a metatype.
    private struct Made: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let type: Base.Type = Child.self
            let keyed = try decoder.container(keyedBy: PlaceKey.self)
            var list = try keyed.nestedUnkeyedContainer(forKey: PlaceKey("list"))
            let single = try keyed.superDecoder(forKey: PlaceKey("single")).singleValueContainer()
            let made = [try list.decode(type), try single.decode(type), try keyed.decode(type, forKey: PlaceKey("keyed"))]
            names = made.map { "\(Swift.type(of: $0))" }
        }
    }

    private static let containers = #"{"list":[{"name":"a"}],"single":{"name":"b"},"keyed":{"name":"c"}}"#

    @Test func theRootIsOfTheTypeThatIsAskedFor() throws {
        let type: Base.Type = Child.self
        let child = try CodableDecoder().decode(type, from: #"{"name":"a"}"#)
        #expect(child is Child && child.name == "a")
        #expect(try CodableDecoder().decode(type, from: Data("{}".utf8)) is Child)
        #expect(try JSONDecoder().decode(type, from: Data("{}".utf8)) is Child)
        let configured: ConfiguredBase.Type = ConfiguredChild.self
        let made = try CodableDecoder().decode(configured, from: Data("{}".utf8), configuration: 7)
        #expect(made is ConfiguredChild && made.number == 7)
    }

    /// A container of keys hands on the declared type: that is the standard library's, and so Foundation's.
    @Test func valuesInContainersAreOfTheTypeThatIsAskedFor() throws {
        let data = Data(Self.containers.utf8)
        let ours = try CodableDecoder().decode(Made.self, from: data).names
        #expect(try JSONDecoder().decode(Made.self, from: data).names == ours)
        #expect(ours.prefix(2) == ["Child", "Child"])
        #expect(try ModelDecoder().decode(Made.self, from: data).names == ours)
    }

    @Test func modelsAreOfTheTypeThatIsAskedFor() throws {
        let type: Animal.Type = Dog.self
        let json = #"{"name":"a","age":3}"#
        var animals = [try ModelDecoder().decode(type, from: json)]
        var reader = try ModelReader(type, framing: .lines)
        try reader.read(Array((json + "\n").utf8)) { animals.append(try $0.get()) }
        try reader.finish { animals.append(try $0.get()) }
        #expect(animals.count == 2)
        for animal in animals { #expect((animal as? Dog)?.age == 3 && animal.name == "a") }
        #expect(try Dog(json: json).age == 3)
    }

    // MARK: Every way

    private static let json = #"{"name":"a","age":3}"#
    private static var object: [String: Any] { ["name": "a", "age": 3] }

    private func expectDog(_ animal: Animal?, _ comment: String = "", sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        #expect((animal as? Dog)?.age == 3 && animal?.name == "a", "\(comment)", sourceLocation: sourceLocation)
    }

    @Test func initialisersMakeTheTypeThatTheyAreCalledOn() throws {
        let (type, json) = (Dog.self as Animal.Type, Self.json)
        expectDog(try type.init(json: json), "text")
        expectDog(try type.init(json: Data(json.utf8)), "data")
        expectDog(try type.init(json: Array(json.utf8)), "bytes")
        expectDog(try type.init(json: Self.object), "dictionary")
        expectDog(try Self.made(type), "by a generic function")
        let animal = try Animal(json: json)
        #expect(Swift.type(of: animal) == Animal.self)
        #expect(throws: ModelError.self) { try type.init(json: "[") }
    }

    private static func made<M: Model>(_ type: M.Type) throws -> M { try type.init(json: json) }

    @Test func everyDecodeMakesTheTypeThatIsAskedFor() async throws {
        let (type, json, decoder) = (Dog.self as Animal.Type, Self.json, ModelDecoder())
        let value = try decoder.decode(JSONValue.self, from: json)
        let (chunks, inside) = ([Array(json.utf8.prefix(9)), Array(json.utf8.dropFirst(9))], "{\"a\":[\(json)]}")
        var report = DecodingReport()
        var problems: [ModelProblem] = []
        expectDog(try decoder.decode(type, from: Data(json.utf8)), "data")
        expectDog(try decoder.decode(type, fromChunks: chunks), "chunks")
        expectDog(try decoder.decode(type, from: value), "a value")
        expectDog(try decoder.decode(type, from: Self.object), "a dictionary")
        expectDog(try decoder.decode(type, from: inside, at: "a[0]"), "a part")
        expectDog(try decoder.decode(type, from: json, report: &report), "a report")
        expectDog(try decoder.decode(type, from: value, report: &report), "a report of a value")
        expectDog(try decoder.decode(type, from: json, problems: &problems), "problems")
        expectDog(try RawJSON(json: json).decode(type), "raw")
        var options = DecodingOptions.lenient
        options.tokenizer = .yajl
        expectDog(try ModelDecoder(options).decode(type, from: json), "yajl")
        let stream = AsyncStream<[UInt8]> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        expectDog(try await decoder.decode(type, fromChunks: stream), "a sequence of chunks")
    }

    @Test func everyStreamMakesTheTypeThatIsAskedFor() async throws {
        let type: Animal.Type = Dog.self
        let lines = Array((Self.json + "\n" + Self.json + "\n").utf8)
        let stream = AsyncStream<[UInt8]> { continuation in
            continuation.yield(lines)
            continuation.finish()
        }
        var animals: [Animal] = []
        for try await batch in stream.models(type, framing: .lines) { animals += Array(batch) }
        let file = try TemporaryFile(lines)
        try ModelFile(file.path).read(type, framing: .lines) { animals.append(try $0.get()) }
        try ModelFile(file.path).read(type, in: 0..<1) { animals.append(try $0.get()) }
        #expect(animals.count == 5)
        for animal in animals { expectDog(animal) }
    }

    // MARK: Instances

    @Test func whatIsChangedKeepsItsClass() throws {
        var animal: Animal = Dog()
        try ModelDecoder().update(&animal, from: Self.json)
        expectDog(animal, "update")
        animal = Dog()
        try animal.update(json: Self.json)
        expectDog(animal, "update of the model")
        try ModelDecoder().update(&animal, from: ModelDecoder().decode(JSONValue.self, from: #"{"age":4}"#))
        #expect((animal as? Dog)?.age == 4)
        try ModelDecoder().mergePatch(&animal, from: #"{"age":3}"#)
        expectDog(animal, "merge patch")
        try animal.mergePatch(json: #"{"name":null}"#)
        #expect((animal as? Dog)?.age == 3 && animal.name == "")
    }

    @Test func whatIsWrittenIsOfTheInstancesClass() throws {
        let dog = Dog()
        (dog.name, dog.age) = ("a", 3)
        let (animal, text) = (dog as Animal, Self.json)
        #expect(try animal.jsonString() == text)
        #expect(try ModelEncoder().encodeToString(animal) == text && ModelEncoder().encodeToString([animal]) == "[\(text)]")
        #expect(try ModelEncoder().encode(animal) == Data(text.utf8))
        #expect(try ModelEncoder().encodeValue(animal) == ModelDecoder().decode(JSONValue.self, from: text))
        #expect(try ModelEncoder().encodeLines([animal]) == Data((text + "\n").utf8))
        #expect(try RawJSON(encoding: animal).text == text)
        var bytes: [UInt8] = []
        try ModelEncoder().encode(animal, into: &bytes)
        #expect(bytes == Array(text.utf8))
        let child = Child()
        child.name = "a"
        #expect(try ModelEncoder().encodeToString(child as Base) == CodableEncoder().encodeToString(child as Base))
    }
}
