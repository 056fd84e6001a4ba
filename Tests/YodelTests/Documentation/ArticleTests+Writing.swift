import Foundation
import Testing
import Yodel

// Examples of the articles Transforms and hooks, Servers and Writing.

private struct Size: Sendable { var width = 0, height = 0 }

extension PropertyTransform {
    static let size = PropertyTransform(
        from: { value -> Size? in
            guard let sides = value.stringValue?.split(separator: "x") else { return nil }
            guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
                throw ModelRejection("a size is a width and a height: 640x480")
            }
            return Size(width: width, height: height)
        },
        to: { size in .string("\(size.width)x\(size.height)") })
}

private struct Picture: Model {
    var size = Size()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["size": .size] }
}

@Suite struct ArticleWritingTests {
    @Test func whatOnlyOneSideSays() throws {
        struct Registration: Model {
            var id = 0
            var password = ""

            static func describe(_ model: inout ModelDescription) {
                model.keys = ["id": .keys(writing: "id"), "password": .keys("password", writing: "")]
            }
        }
        let described = try JSONSchema(of: Registration.self).value["properties"]!
        print(described["id"]!["readOnly"]!)
        print(described["password"]!)
        #expect(described["id"]!["readOnly"]! == true)
        #expect(described["password"]!.text == #"{"type":"string","writeOnly":true}"#)
        var problems: [ModelProblem] = []
        #expect(try ModelDecoder().decode(Registration.self, from: #"{"id": 7}"#, problems: &problems) == nil)
        #expect(problems.map(\.code) == ["unknownKey"])
        #expect(try Registration(id: 7, password: "p").jsonString() == #"{"id":7}"#)
    }

    @Test func aTransformByHand() throws {
        let picture = try Picture(json: #"{"size": "640x480"}"#)
        print(picture.size.width, try picture.jsonString())
        #expect(picture.size.width == 640)
        #expect(try picture.jsonString() == #"{"size":"640x480"}"#)
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Picture.self, from: #"{"size": "x"}"#) }
        #expect(error?.message == "the transform that makes Size threw: a size is a width and a height: 640x480")
    }

    @Test func aPatternWritesZ() throws {
        let utc = DateFormat.pattern("yyyy-MM-dd'T'HH:mm:ssXXX")
        var reading = DecodingOptions.strict
        reading.dateFormats = [utc]
        var writing = EncodingOptions.default
        writing.dateFormat = utc
        for text in ["2024-02-29T12:34:56Z", "2024-02-29T12:34:56+0000"] {
            let dates = try ModelDecoder(reading).decode([Date].self, from: #"["\#(text)"]"#)
            #expect(try ModelEncoder().encodeToString(dates) == #"["2024-02-29T12:34:56+0000"]"#)
            #expect(try ModelEncoder(writing).encodeToString(dates) == #"["2024-02-29T12:34:56Z"]"#)
        }
    }
}
