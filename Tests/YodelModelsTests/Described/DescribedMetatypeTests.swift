import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Classes that are made of a struct of their values, by a metatype that is a subclass's: `let type: Shape.Type = Circle.self`.
@Suite("Metatypes of described subclasses")
struct DescribedMetatypeTests {
    private static let json = #"{"name":"c","note":"n","radius":1.5}"#
    private static let type: Boxes.Shape.Type = Boxes.Circle.self

    private func expectCircle(_ shape: Boxes.Shape?, _ comment: String) {
        #expect((shape as? Boxes.Circle)?.radius == 1.5 && shape?.name == "c" && shape?.note == "n", "\(comment)")
    }

    /// Makes itself as an archive says, by a metatype.
    private struct Archive: Decodable {
        let shape: Boxes.Shape
        init(from decoder: any Decoder) throws { shape = try DescribedMetatypeTests.type.init(modelFrom: decoder) }
    }

    @Test func initialisersMakeTheTypeThatTheyAreCalledOn() throws {
        expectCircle(try Self.type.init(json: Self.json), "text")
        expectCircle(try Self.type.init(json: Data(Self.json.utf8)), "data")
        expectCircle(try Self.type.init(json: ["name": "c", "note": "n", "radius": 1.5]), "a dictionary")
        for coder in Coder.allCases {
            let data = try coder.encode(Archived(shape: Self.type.init(json: Self.json)))
            expectCircle(try coder.decode(Archive.self, from: data).shape, "\(coder)")
        }
        #expect(throws: DecodingError.self) { try Coder.json.decode(Archive.self, from: Data("{}".utf8)) }
        let shape = try Boxes.Shape(json: Self.json)
        #expect(Swift.type(of: shape) == Boxes.Shape.self)
    }

    private struct Archived: Encodable {
        let shape: Boxes.Shape
        func encode(to encoder: any Encoder) throws { try shape.modelEncode(to: encoder) }
    }

    @Test func everyDecodeMakesTheTypeThatIsAskedFor() throws {
        let (decoder, json) = (ModelDecoder(), Self.json)
        expectCircle(try decoder.decode(Self.type, from: json), "text")
        expectCircle(try decoder.decode(Self.type, fromChunks: [Array(json.utf8)]), "chunks")
        expectCircle(try decoder.decode(Self.type, from: decoder.decode(JSONValue.self, from: json)), "a value")
        expectCircle(try RawJSON(json: json).decode(Self.type), "raw")
        var shape = try Self.type.init(json: json)
        try decoder.update(&shape, from: json)
        expectCircle(shape, "update")
        try decoder.mergePatch(&shape, from: #"{"note":"n"}"#)
        expectCircle(shape, "merge patch")
        #expect(try ModelEncoder().encodeToString(shape) == json)
    }

    /// A subclass that has no form of its own is an error, however it is asked for.
    @Test func aSubclassWithoutAFormIsAnError() throws {
        let type: Boxes.Shape.Type = Boxes.Dot.self
        #expect(throws: ModelError.self) { try type.init(json: Self.json) }
        #expect(throws: ModelError.self) { try ModelDecoder().decode(type, from: Self.json) }
        #expect(throws: ModelError.self) { try ModelDecoder().decode(type, fromChunks: [Array(Self.json.utf8)]) }
    }
}
