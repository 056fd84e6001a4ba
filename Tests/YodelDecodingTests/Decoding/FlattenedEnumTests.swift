import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Enums whose tag and whose payload's keys stand beside the keys of the model around them.
private enum Flat {
    struct Card: Model, Equatable {
        var brand = ""
        var digits = 0
        var limits: [Int] = []
    }

    struct Transfer: BaseModel, Equatable {
        let account: String
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("account", \.account)
            return ModelForm(properties)
        }
    }

    enum Kind: DescribedEnum, Equatable {
        case card(Card), transfer(Transfer), cash

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.add("transfer", make: Self.transfer) { if case .transfer(let one) = $0 { one } else { nil } }
            cases.add("cash", value: .cash) { $0 == .cash }
        }
    }

    enum Open: DescribedEnum, Equatable {
        case card(Card), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    enum Apart: DescribedEnum, Equatable {
        case card(Card), cash

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type", content: "data")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.add("cash", value: .cash) { $0 == .cash }
        }
    }

    struct Payment: Model, Equatable {
        var id = 0
        var kind = Kind.cash
        var note = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened, "note": "meta.note"] }
    }

    struct Maybe: Model, Equatable {
        var id = 0
        var kind: Kind? = .cash
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
    }

    struct Listed: BaseModel, Equatable {
        let id: Int
        let kind: Kind
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("kind", \.kind, keys: .flattened)
            return ModelForm(properties)
        }
    }

    struct OpenPayment: Model, Equatable {
        var id = 0
        var kind = Open.other([:])
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
    }

    struct ApartPayment: Model, Equatable {
        var id = 0
        var kind = Apart.cash
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
    }

    struct Outer: Model, Equatable {
        var at = 0
        var payment = Payment()
        static func describe(_ model: inout ModelDescription) { model.keys = ["payment": .flattened] }
    }

    final class Account: Model {
        var id = 0
        var kind = Kind.cash
        static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
    }
}

@Suite("Enums that are flattened")
struct FlattenedEnumTests {
    private let visa = Flat.Card(brand: "visa", digits: 42, limits: [1, 2])

    @Test func areReadFromTheKeysBesideTheirOwn() throws {
        for options in [DecodingOptions.lenient, .strict] {
            try expectFlattened(
                Flat.Payment.self, #"{"id":1,"type":"card","brand":"visa","digits":42,"limits":[1,2],"meta":{"note":"n"}}"#,
                .init(id: 1, kind: .card(visa), note: "n"), options)
            try expectFlattened(
                Flat.Payment.self, #"{"brand":"visa","limits":[1,2],"meta":{"note":"n"},"digits":42,"id":1,"type":"card"}"#,
                .init(id: 1, kind: .card(visa), note: "n"), options)
            try expectFlattened(
                Flat.Listed.self, #"{"account":"x","id":2,"type":"transfer"}"#, .init(id: 2, kind: .transfer(.init(account: "x"))), options)
            try expectFlattened(Flat.Maybe.self, #"{"id":2,"type":"cash"}"#, .init(id: 2, kind: .cash), options)
            try expectFlattened(
                Flat.ApartPayment.self, #"{"data":{"brand":"visa","digits":42,"limits":[1,2]},"id":3,"type":"card"}"#,
                .init(id: 3, kind: .card(visa)), options)
            try expectFlattened(
                Flat.Outer.self, #"{"type":"cash","meta":{"note":"n"},"at":4,"id":5}"#,
                .init(at: 4, payment: .init(id: 5, kind: .cash, note: "n")), options)
        }
        let account = try ModelDecoder().decode(Flat.Account.self, from: #"{"type":"card","id":6,"brand":"b"}"#)
        #expect(account.id == 6 && account.kind == .card(.init(brand: "b")))
    }

    @Test func ofRepeatedTagsTheLastCounts() throws {
        try expectFlattened(
            Flat.Payment.self, #"{"type":"cash","id":1,"brand":"b","type":"card"}"#, .init(id: 1, kind: .card(.init(brand: "b"))))
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        let error = decodeWhole(Flat.Payment.self, Array(#"{"type":"cash","type":"card"}"#.utf8), options).errorFields
        #expect(error?.path == "type" && error?.category == .mismatch)
    }

    @Test func withoutATagNoneHasCome() throws {
        try expectFlattened(Flat.Payment.self, #"{"id":1,"brand":"b"}"#, .init(id: 1))
        try expectFlattened(Flat.Maybe.self, #"{"id":1,"brand":"b"}"#, .init(id: 1, kind: nil))
        try expectFlattened(Flat.Maybe.self, "{}", .init(kind: nil))
        var report = DecodingReport()
        _ = try ModelDecoder().decode(Flat.Maybe.self, from: #"{"id":1,"brand":"b"}"#, report: &report)
        #expect(report.issues.map(\.path.description) == ["brand"] && report.issues.map(\.code) == [.unknownKey])
        #expect(report.issues.map(\.offset) == [16])

        let missing = decodeWhole(Flat.Listed.self, Array(#"{"id":1,"account":"x"}"#.utf8), .lenient).errorFields
        #expect(missing?.path == "type")
        for size in [1, 5] {
            #expect(decodeInChunks(Flat.Listed.self, Array(#"{"id":1,"account":"x"}"#.utf8), size: size, .lenient).errorFields == missing)
        }
        var options = DecodingOptions.lenient
        options.onMissing = .fail
        let strict = decodeWhole(Flat.Payment.self, Array(#"{"id":1,"meta":{"note":""}}"#.utf8), options).errorFields
        #expect(strict?.path == "type")
    }

    @Test func whatDoesNotFitIsAnErrorWhereItStands() throws {
        for (json, path, offset) in [
            (#"{"id":1,"type":"cheque"}"#, "type", 15), (#"{"type":"card","id":1,"digits":[]}"#, "digits", 31),
            (#"{"digits":1,"type":"card","limits":[0,"x"],"id":1}"#, "limits[1]", 35), (#"{"type":7}"#, "type", 8),
        ] {
            let error = decodeWhole(Flat.Payment.self, Array(json.utf8), .strict).errorFields
            #expect(error?.category == .mismatch && error?.path == path && error?.offset == offset, "\(json) \(String(describing: error))")
            for size in [1, 4] {
                #expect(decodeInChunks(Flat.Payment.self, Array(json.utf8), size: size, .strict).errorFields == error, "\(json)")
            }
            #expect(try ModelDecoder().decode(Flat.Payment.self, from: json).note == "", "\(json)")
        }
        let unknown = decodeWhole(Flat.Listed.self, Array(#"{"id":1,"type":"cheque"}"#.utf8), .lenient).errorFields
        #expect(unknown?.path == "type" && unknown?.offset == 15 && unknown?.category == .mismatch)
        var report = DecodingReport()
        let payment = try ModelDecoder().decode(Flat.Payment.self, from: #"{"type":"card","id":1,"digits":[]}"#, report: &report)
        #expect(payment == .init(id: 1, kind: .card(.init())))
        #expect(report.issues.map(\.path.description) == ["digits"] && report.issues.map(\.offset) == [31])
    }

    @Test func unknownKeysAreThoseOfNeither() throws {
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        try expectFlattened(
            Flat.Payment.self, #"{"id":1,"type":"card","brand":"b"}"#, .init(id: 1, kind: .card(.init(brand: "b"))), options)
        for (json, path) in [
            (#"{"id":1,"type":"card","brand":"b","more":1}"#, "more"), (#"{"id":1,"type":"cash","brand":"b"}"#, "brand"),
            (#"{"id":1,"brand":"b"}"#, "brand"),
        ] {
            let error = decodeWhole(Flat.Payment.self, Array(json.utf8), options).errorFields
            #expect(error?.path == path, "\(json)")
            for size in [1, 4] { #expect(decodeInChunks(Flat.Payment.self, Array(json.utf8), size: size, options).errorFields == error) }
        }
    }

    @Test func anotherCaseKeepsWhatIsItsOwn() throws {
        try expectFlattened(
            Flat.OpenPayment.self, #"{"type":"kite","id":1,"height":[90]}"#,
            .init(id: 1, kind: .other(["type": "kite", "height": [90]])))
        let json = #"{"id":1,"type":"kite","height":[90]}"#
        #expect(try ModelDecoder().decode(Flat.OpenPayment.self, from: json).jsonString() == json)
        let error = #expect(throws: ModelError.self) { try Flat.OpenPayment(kind: .other(["id": 2, "type": "x"])).jsonString() }
        #expect(error?.path.description == "id")
    }

    @Test func areWrittenFlat() throws {
        let payment = Flat.Payment(id: 1, kind: .card(visa), note: "n")
        let json = #"{"id":1,"meta":{"note":"n"},"type":"card","brand":"visa","digits":42,"limits":[1,2]}"#
        #expect(try payment.jsonString() == json && ModelDecoder(.strict).decode(Flat.Payment.self, from: json) == payment)
        #expect(try Flat.Payment(id: 2).jsonString() == #"{"id":2,"meta":{"note":""},"type":"cash"}"#)
        #expect(try Flat.Maybe(id: 2, kind: nil).jsonString() == #"{"id":2}"#)
        #expect(try Flat.Listed(id: 3, kind: .transfer(.init(account: "a"))).jsonString() == #"{"id":3,"type":"transfer","account":"a"}"#)
        #expect(
            try Flat.ApartPayment(id: 4, kind: .card(.init())).jsonString()
                == #"{"id":4,"type":"card","data":{"brand":"","digits":0,"limits":[]}}"#)
        #expect(try Flat.Outer(at: 5).jsonString() == #"{"at":5,"id":0,"meta":{"note":""},"type":"cash"}"#)
        var options = EncodingOptions.default
        (options.sortsKeys, options.largeIntegers) = (true, .string)
        #expect(
            try ModelEncoder(options).encodeToString(Flat.Maybe(id: 1, kind: .card(.init(brand: "b", digits: 9_007_199_254_740_993))))
                == #"{"brand":"b","digits":"9007199254740993","id":1,"limits":[],"type":"card"}"#)
    }

    @Test func updatesReplaceThem() throws {
        var payment = Flat.Payment(id: 1, kind: .card(visa), note: "n")
        try ModelDecoder().update(&payment, from: #"{"id":2}"#)
        #expect(payment == .init(id: 2, kind: .card(visa), note: "n"))
        try ModelDecoder().update(&payment, from: #"{"type":"cash"}"#)
        #expect(payment == .init(id: 2, kind: .cash, note: "n"))
        var maybe = Flat.Maybe(id: 1, kind: .card(visa))
        try ModelDecoder().update(&maybe, from: #"{"id":2}"#)
        #expect(maybe == .init(id: 2, kind: .card(visa)))
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&payment, from: #"{"type":"card","digits":[]}"#) }
        #expect(payment == .init(id: 2, kind: .cash, note: "n"))
    }

    @Test func recordsOfLinesHaveThem() throws {
        let lines = #"{"id":1,"type":"card","brand":"b"}"# + "\n" + #"{"type":"cash","id":2}"# + "\n" + #"{"id":3,"type":"x"}"# + "\n"
        var reader = try ModelReader(Flat.Listed.self, framing: .lines)
        var (read, errors): ([Flat.Listed], [String]) = ([], [])
        for byte in Array(lines.utf8) {
            try reader.read([byte]) { record in
                if let model = record.model { read.append(model) }
                if let error = record.error { errors.append(error.path.description) }
            }
        }
        #expect(read == [.init(id: 1, kind: .card(.init(brand: "b"))), .init(id: 2, kind: .cash)] && errors == ["type"])
    }

    @Test func aSchemaHasTheirKeys() throws {
        let schema = try JSONSchema(of: Flat.Payment.self).value.text
        #expect(schema.contains(#""allOf":["#) && schema.contains(#""brand""#), "\(schema)")
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        #expect(throws: ModelError.self) { try JSONSchema(of: Flat.Payment.self, options: options) }
    }
}

extension LifetimeTests {
    @Suite struct FlattenedEnumLifetimeTests {
        private enum Holding: DescribedEnum {
            case holder(TrackedHolder), none

            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .tagged("type")
                cases.add("holder", make: Self.holder) { if case .holder(let one) = $0 { one } else { nil } }
                cases.add("none", value: .none) { if case .none = $0 { true } else { false } }
            }
        }

        private struct Holders: Model {
            var id = 0
            var held = Holding.none
            static func describe(_ model: inout ModelDescription) { model.keys = ["held": .flattened] }
        }

        @Test func objectsDieOnce() throws {
            let before = Tracked.living
            try replaceAndFail()
            #expect(Tracked.living == before)
        }

        private func replaceAndFail() throws {
            var model = try ModelDecoder().decode(Holders.self, from: #"{"title":"a","id":1,"type":"holder"}"#)
            #expect(try model.jsonString().hasPrefix(#"{"id":1,"type":"holder","title":"a""#))
            try ModelDecoder().update(&model, from: #"{"type":"holder","title":"b"}"#)
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&model, from: #"{"type":"holder","title":[]}"#) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Holders.self, from: #"{"type":"holder","pair":5}"#) }
            try ModelDecoder().update(&model, from: #"{"type":"none"}"#)
        }
    }
}
