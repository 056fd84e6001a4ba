import Foundation
import Testing

@testable import Yodel

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
}
