import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Optionals whose models have their keys in the object of the model around them.
private enum Parts {
    struct Place: Model, Equatable {
        var street = ""
        var city: String?
        var far = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["far": "way.far"] }
    }

    struct Order: Model, Equatable {
        var id = 0
        var billing: Place?
        var shipping: Place? = Place(street: "s")
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["billing": .flattened, "shipping": .flattened(prefix: "shipping_")]
        }
    }

    struct Point: BaseModel, Equatable {
        let x: Int
        let y: Int
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("x", \.x)
            properties.add("y", \.y)
            return ModelForm(properties)
        }
    }

    struct Mark: BaseModel, Equatable {
        let id: Int
        let point: Point?
        let more: [String: Int]
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("point", \.point, keys: .flattened)
            properties.add("more", \.more, keys: .rest)
            return ModelForm(properties)
        }
    }

    enum Kind: DescribedEnum, Equatable {
        case card(Point), cash

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.add("cash", value: .cash) { $0 == .cash }
        }
    }

    struct Both: Model, Equatable {
        var id = 0
        var kind = Kind.cash
        var place: Place?
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened, "place": .flattened] }
    }
}

@Suite("Optionals that are flattened")
struct FlattenedOptionalTests {
    @Test func haveAValueIfOneOfTheirKeysComes() throws {
        for options in [DecodingOptions.lenient, .convert] {
            try expectFlattened(Parts.Order.self, #"{"id":1}"#, .init(id: 1, shipping: nil), options)
            try expectFlattened(
                Parts.Order.self, #"{"city":"Bern","id":1,"more":2}"#, .init(id: 1, billing: .init(city: "Bern"), shipping: nil), options)
            try expectFlattened(
                Parts.Order.self, #"{"shipping_way":{"far":7},"street":"a","id":1,"shipping_city":"Rome"}"#,
                .init(id: 1, billing: .init(street: "a"), shipping: .init(street: "s", city: "Rome", far: 7)), options)
            try expectFlattened(Parts.Order.self, #"{"city":null}"#, .init(billing: .init(), shipping: nil), options)
        }
        for options in [DecodingOptions.lenient, .strict] {
            try expectFlattened(
                Parts.Mark.self, #"{"y":2,"a":5,"id":1,"x":3}"#, .init(id: 1, point: .init(x: 3, y: 2), more: ["a": 5]), options)
            try expectFlattened(Parts.Mark.self, #"{"a":5,"id":1}"#, .init(id: 1, point: nil, more: ["a": 5]), options)
            try expectFlattened(
                Parts.Both.self, #"{"y":2,"type":"card","street":"a","way":{"far":1},"id":1,"x":3,"city":"b"}"#,
                .init(id: 1, kind: .card(.init(x: 3, y: 2)), place: .init(street: "a", city: "b", far: 1)), options)
        }
        try expectFlattened(Parts.Both.self, #"{"id":1,"type":"cash"}"#, .init(id: 1))
    }

    @Test func whatDoesNotFitIsAnErrorWhereItStands() throws {
        for (json, path, offset) in [
            (#"{"id":1,"city":[],"street":"a","way":{"far":1}}"#, "city", 15),
            (#"{"shipping_street":"","shipping_way":{"far":"x"},"id":1}"#, "shipping_way.far", 37),
        ] {
            var options = DecodingOptions.strict
            options.onMissing = .keepDefault
            let error = decodeWhole(Parts.Order.self, Array(json.utf8), options).errorFields
            #expect(error?.category == .mismatch && error?.path == path && error?.offset == offset, "\(json) \(String(describing: error))")
            for size in [1, 4] {
                #expect(decodeInChunks(Parts.Order.self, Array(json.utf8), size: size, options).errorFields == error, "\(json)")
            }
        }
        // A part of it is none of it.
        let part = Array(#"{"id":1,"x":3}"#.utf8)
        #expect(decodeWhole(Parts.Mark.self, part, .strict).errorFields?.path == "y")
        #expect(try decodeWhole(Parts.Mark.self, part, .lenient).get() == .init(id: 1, point: nil, more: [:]))
    }

    @Test func unknownKeysAreThoseOfNone() throws {
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        try expectFlattened(
            Parts.Order.self, #"{"id":1,"shipping_city":"b"}"#, .init(id: 1, shipping: .init(street: "s", city: "b")), options)
        for (json, path) in [(#"{"id":1,"more":1}"#, "more"), (#"{"shipping_city":"b","shipping_id":1}"#, "shipping_id")] {
            let error = decodeWhole(Parts.Order.self, Array(json.utf8), options).errorFields
            #expect(error?.path == path, "\(json)")
            for size in [1, 4] { #expect(decodeInChunks(Parts.Order.self, Array(json.utf8), size: size, options).errorFields == error) }
        }
        var report = DecodingReport()
        _ = try ModelDecoder().decode(Parts.Order.self, from: #"{"id":1,"more":1,"city":5}"#, report: &report)
        #expect(report.issues.map(\.path.description) == ["more"])
    }

    @Test func areWrittenFlat() throws {
        #expect(try Parts.Order(id: 1, shipping: nil).jsonString() == #"{"id":1}"#)
        let order = Parts.Order(id: 1, billing: .init(street: "a", far: 2), shipping: .init(city: "b"))
        let json = #"{"id":1,"street":"a","way":{"far":2},"shipping_street":"","shipping_city":"b","shipping_way":{"far":0}}"#
        #expect(try order.jsonString() == json)
        let mark = Parts.Mark(id: 1, point: .init(x: 2, y: 3), more: ["a": 4])
        #expect(try mark.jsonString() == #"{"id":1,"x":2,"y":3,"a":4}"#)
        #expect(try ModelDecoder(.strict).decode(Parts.Mark.self, from: mark.jsonString()) == mark)
        let error = #expect(throws: ModelError.self) { try Parts.Mark(id: 1, point: nil, more: ["x": 4]).jsonString() }
        #expect(error?.path.description == "x")
        let both = Parts.Both(id: 1, kind: .card(.init(x: 1, y: 2)), place: .init(street: "a"))
        #expect(try both.jsonString() == #"{"id":1,"street":"a","way":{"far":0},"type":"card","x":1,"y":2}"#)
        #expect(try ModelDecoder().decode(Parts.Both.self, from: both.jsonString()) == both)
    }

    @Test func updatesChangeWhatIsThere() throws {
        var order = Parts.Order(id: 1, billing: .init(street: "a", city: "b"), shipping: nil)
        try ModelDecoder().update(&order, from: #"{"city":"c"}"#)
        #expect(order == .init(id: 1, billing: .init(street: "a", city: "c"), shipping: nil))
        try ModelDecoder().update(&order, from: #"{"id":2,"shipping_city":"d"}"#)
        #expect(order == .init(id: 2, billing: .init(street: "a", city: "c"), shipping: .init(city: "d")))
    }

    @Test func manySpellingsOfTheirKeysTakeLinearTime() throws {
        var options = DecodingOptions.lenient
        options.ignoresKeyCase = true
        for pattern in ["shipping_street", "unknown"] {
            try LinearTime.expect(
                500, pattern,
                make: { count in
                    let keys = (0..<count).map { number in
                        String(pattern.enumerated().map { number >> $0.offset & 1 == 0 ? $0.element : Character($0.element.uppercased()) })
                            + (pattern == "unknown" ? "\(number)" : "")
                    }
                    return Array("{\(keys.map { "\"\($0)\":\"a\"" }.joined(separator: ","))}".utf8)
                }
            ) { bytes in
                let order = try ModelDecoder(options).decode(Parts.Order.self, from: bytes)
                #expect(order.shipping?.street == (pattern == "unknown" ? nil : "a"))
            }
        }
    }

    @Test func areColumns() throws {
        var reader = try ColumnReader(Parts.Both.self)
        var (rows, kinds): (Int, [String?]) = (0, [])
        func take(_ batch: ColumnBatch) {
            rows += batch.rowCount
            for row in 0..<batch.rowCount { kinds.append(batch.columns[1].text(row)) }
        }
        try reader.read(#"{"id":1,"type":"card","x":1,"y":2}"# + "\n" + #"{"type":"cash","city":"b"}"# + "\n", each: take)
        try reader.finish(each: take)
        #expect(rows == 2 && kinds == [#"{"type":"card","x":1,"y":2}"#, #"{"type":"cash"}"#])
    }

    @Test func aSchemaHasTheirKeys() throws {
        let schema = try JSONSchema(of: Parts.Order.self).value.text
        #expect(schema.contains(#""shipping_street""#) && schema.contains(#""street""#), "\(schema)")
    }
}

extension LifetimeTests {
    @Suite struct FlattenedOptionalLifetimeTests {
        private struct Holders: Model {
            var id = 0
            var held: TrackedPart?
            static func describe(_ model: inout ModelDescription) { model.keys = ["held": .flattened] }
        }

        private struct TrackedPart: Model {
            var holder: TrackedHolder?
            var n = 0
        }

        @Test func objectsDieOnce() throws {
            let before = Tracked.living
            try replaceAndFail()
            #expect(Tracked.living == before)
        }

        private func replaceAndFail() throws {
            var model = try ModelDecoder().decode(Holders.self, from: #"{"holder":{"title":"a"},"id":1}"#)
            #expect(model.held?.holder?.title == "a")
            try ModelDecoder().update(&model, from: #"{"n":2,"holder":{"title":"b"}}"#)
            #expect(model.held?.holder?.title == "b" && model.held?.n == 2)
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&model, from: #"{"holder":{"title":"c"},"n":[]}"#) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Holders.self, from: #"{"holder":{"title":"c"},"n":[]}"#) }
        }
    }
}
