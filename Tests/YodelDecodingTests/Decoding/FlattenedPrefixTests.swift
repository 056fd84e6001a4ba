import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Prefixed {
    struct Point: Model, Equatable {
        var x = 0
        var y = 0
    }

    struct Address: Model, Equatable {
        var street = ""
        var zip = 0
        var town = ""
        var firstLine: String?
        var point = Point()
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(
                ["zip": ["zip", "postal.code"], "town": .keys("town", writing: "place.town"), "point": .flattened(prefix: "at_")],
                style: .snakeCase)
            model.required = ["street"]
        }
    }

    struct Order: Model, Equatable {
        var id = 0
        var billing = Address()
        var shipping = Address()
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["billing": .flattened(prefix: "billing_"), "shipping": .flattened(prefix: "shipping_")]
        }
    }

    /// Only one of two has a prefix.
    struct Line: Model, Equatable {
        var start = Point()
        var end = Point()
        var note = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["start": .flattened, "end": .flattened(prefix: "end.")] }
    }

    struct Clash: Model {
        var point = Point()
        var px = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["point": .flattened(prefix: "p")] }
    }

    class Parent: Model {
        var point = Point()
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys = ["point": .flattened(prefix: "a_")] }
    }

    final class Child: Parent {
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["point": .flattened]
        }
    }

    struct Styled: Model, Equatable {
        var lastPlace = Inner()
        struct Inner: Model, Equatable { var someName = "" }
        static func describe(_ model: inout ModelDescription) { model.keys = ["lastPlace": .flattened(prefix: "last_")] }
    }
}

private typealias Order = Prefixed.Order

@Suite("Flattened models with a prefix")
struct FlattenedPrefixTests {
    private static let text = """
        {"id":1,"billing_street":"b","billing_postal":{"code":7},"billing_town":"t","billing_first_line":"f","billing_at_x":3,\
        "shipping_street":"s","shipping_zip":8,"shipping_at_y":4,"street":"no","at_x":9}
        """
    private static let order = Order(
        id: 1, billing: .init(street: "b", zip: 7, town: "t", firstLine: "f", point: .init(x: 3)),
        shipping: .init(street: "s", zip: 8, point: .init(y: 4)))

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func areRead(options: DecodingOptions) throws {
        let bytes = Array(Self.text.utf8)
        #expect(try decodeWhole(Order.self, bytes, options).get() == Self.order)
        for size in [1, 9] { #expect(try decodeInChunks(Order.self, bytes, size: size, options).get() == Self.order) }
        let value = try ModelDecoder().decode(JSONValue.self, from: Self.text)
        #expect(try ModelDecoder(options).decode(Order.self, from: value) == Self.order)
    }

    @Test func areWritten() throws {
        let written = try Self.order.jsonString()
        #expect(
            written == """
                {"id":1,"billing_street":"b","billing_zip":7,"billing_place":{"town":"t"},"billing_first_line":"f","billing_at_x":3,"billing_at_y":0,\
                "shipping_street":"s","shipping_zip":8,"shipping_place":{"town":""},"shipping_at_x":0,"shipping_at_y":4}
                """)
        let line = Prefixed.Line(start: .init(x: 1), end: .init(x: 2))
        #expect(try line.jsonString() == #"{"x":1,"y":0,"end.x":2,"end.y":0,"note":""}"#)
        #expect(try Prefixed.Line(json: line.jsonString()) == line)
    }

    @Test func updatesChangeWhatComes() throws {
        var order = Self.order
        try ModelDecoder().update(&order, from: #"{"shipping_zip":9,"billing_at_y":5}"#)
        #expect(order.shipping.zip == 9 && order.billing.point == .init(x: 3, y: 5) && order.billing.zip == 7)
    }

    @Test func errorsNameTheKeysOfTheDocument() throws {
        let missing = decodeWhole(Order.self, Array(#"{"billing_street":"b","street":"s"}"#.utf8)).errorFields
        #expect(missing?.code == .missingKey && missing?.path == "shipping_street")
        let unfit = decodeWhole(
            Order.self, Array(#"{"billing_street":"b","shipping_street":"s","billing_at_x":"x"}"#.utf8), .strict
        ).errorFields
        #expect(unfit?.code == .typeMismatch && unfit?.path == "billing_at_x")
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        let unknown = decodeWhole(Order.self, Array(#"{"billing_street":"b","shipping_street":"s","at_x":1}"#.utf8), options).errorFields
        #expect(unknown?.code == .unknownKey)
    }

    @Test func aKeyOfTwoPropertiesIsAnError() {
        let error = #expect(throws: ModelError.self) { try Prefixed.Clash(json: "{}") }
        #expect(error?.code == .invalidDeclaration && error?.message.contains("'px'") == true)
    }

    @Test func aSubclassDecides() throws {
        #expect(try ModelDecoder().decode(Prefixed.Parent.self, from: #"{"a_x":1,"x":2}"#).point.x == 1)
        #expect(try ModelDecoder().decode(Prefixed.Child.self, from: #"{"a_x":1,"x":2}"#).point.x == 2)
    }

    @Test func stylesLeaveThePrefix() throws {
        for style in [KeyStyle.snakeCase, .foundationSnakeCase] {
            var (reading, writing) = (DecodingOptions.lenient, EncodingOptions.default)
            (reading.keyStyle, writing.keyStyle) = (style, style)
            let value = try ModelDecoder(reading).decode(Prefixed.Styled.self, from: #"{"last_some_name":"n"}"#)
            #expect(value.lastPlace.someName == "n")
            #expect(try ModelEncoder(writing).encodeToString(value) == #"{"last_some_name":"n"}"#)
        }
        #expect(try Prefixed.Styled(json: #"{"last_someName":"n"}"#).lastPlace.someName == "n")
    }

    @Test func schemasAndColumnsHaveThem() throws {
        let schema = try JSONSchema(of: Order.self).text
        #expect(schema.contains("billing_street") && schema.contains("shipping_at_y") && !schema.contains(#""street""#))
        var reader = try ColumnReader(Prefixed.Line.self)
        var notes: [String?] = []
        func take(_ batch: ColumnBatch) {
            for row in 0..<batch.rowCount { notes.append(batch.columns.first { $0.field.name == "note" }?.text(row)) }
        }
        try reader.read("{\"x\":1,\"end.x\":2,\"note\":\"n\"}\n", each: take)
        try reader.finish(each: take)
        #expect(notes == ["n"])
    }
}
