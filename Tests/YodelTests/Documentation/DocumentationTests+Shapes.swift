import Foundation
import Testing
import Yodel

// Shapes of values and what JSON has no types for, as the sources and the pages show them.

private enum ShapeExamples {
    struct Hook: Model {
        var payload: [String: Int] = [:]
        static func describe(_ model: inout ModelDescription) { model.transforms = ["payload": .jsonTextOrValue] }
    }

    struct Pod: Model {
        var command: [String] = []
        var owner = ""
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["command": .oneOrMany, "owner": .oneOrMany]
        }
    }

    struct Board: Model {
        var topics: [String] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["topics": "data.topics"]
            model.transforms = ["topics": .each("name")]
        }
    }

    struct Patch: Model {
        var due: String??
        static func describe(_ model: inout ModelDescription) { model.transforms = ["due": .nullAsValue] }
    }

    struct Place: Model { var street = ""; var city = "" }
    struct Order: Model {
        var id = 0
        var billing = Place()
        var shipping = Place()
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "billing": .flattened(prefix: "billing_"), "shipping": .flattened(prefix: "shipping_"),
            ]
        }
    }

    struct Card: Model { var brand = ""; var last4 = "" }
    enum Method: DescribedEnum {
        case card(Card), cash, other(JSONObject)
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.add("cash", value: .cash) { if case .cash = $0 { true } else { false } }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }
    struct Payment: Model {
        var id = 0
        var method = Method.cash
        var discount: Discount?
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["method": .flattened, "discount": .flattened]
        }
    }
    struct Discount: Model { var code = ""; var percent = 0 }

    struct Candle: Model {
        var start: Date?
        var opening = Decimal()
        var closing = Decimal()
        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.keys = ["closing": "4"]
            model.transforms = [
                "start": .epochMilliseconds, "opening": .decimalText, "closing": .decimalText,
            ]
        }
    }

    struct Delivery: Model {
        var tags: [String] = []
        var payload: [String: Int] = [:]
        var due: String??
        var key = Data()
        var price = Decimal()

        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "tags": .oneOrMany, "payload": .jsonTextOrValue, "due": .nullAsValue,
                "key": .base64URL, "price": .decimalText,
            ]
        }
    }
}

@Suite("Examples of shapes")
struct ShapeExampleTests {
    @Test func oneOrMany() throws {
        typealias Pod = ShapeExamples.Pod
        for json in [#"{"command": "run", "owner": "Ann"}"#, #"{"command": ["run"], "owner": ["Ann"]}"#] {
            let pod = try Pod(json: json)
            #expect(pod.command == ["run"] && pod.owner == "Ann")
            #expect(try pod.jsonString() == #"{"command":["run"],"owner":"Ann"}"#)
        }
    }

    @Test func textOrObject() throws {
        for json in [#"{"payload": {"id": 7}}"#, #"{"payload": "{\"id\": 7}"}"#] {
            let hook = try ShapeExamples.Hook(json: json)
            #expect(hook.payload == ["id": 7])
            #expect(try hook.jsonString() == #"{"payload":{"id":7}}"#)
        }
    }

    @Test func threeStates() throws {
        typealias Patch = ShapeExamples.Patch
        var task = (title: "Mow", due: Optional("April"))
        if let due = try Patch(json: #"{"due": null}"#).due { task.due = due }
        #expect(task.due == nil && task.title == "Mow")
        #expect(try Patch(json: "{}").due == nil && Patch(json: #"{"due": "May"}"#).due == "May")
        #expect(try Patch(due: .some(nil)).jsonString() == #"{"due":null}"# && Patch().jsonString() == "{}")
    }

    @Test func prefixes() throws {
        typealias Order = ShapeExamples.Order
        let order = try Order(json: #"{"id": 7, "billing_city": "Bern", "shipping_city": "Rome"}"#)
        print(order.billing.city, order.shipping.city)
        _ = order.shipping.city
        #expect(order.billing.city == "Bern" && order.shipping.city == "Rome")
        #expect(
            try order.jsonString()
                == #"{"id":7,"billing_street":"","billing_city":"Bern","shipping_street":"","shipping_city":"Rome"}"#)
    }

    @Test func flattenedEnumsAndOptionals() throws {
        typealias Payment = ShapeExamples.Payment
        let payment = try Payment(
            json: #"{"id": 1, "type": "card", "brand": "visa", "code": "MAY"}"#)
        print(payment.discount?.code ?? "none")
        print(try payment.jsonString())
        #expect(payment.discount?.code == "MAY")
        #expect(try payment.jsonString() == #"{"id":1,"code":"MAY","percent":0,"type":"card","brand":"visa","last4":""}"#)
        let other = #"{"id":2,"type":"cheque","number":7}"#
        #expect(try Payment(json: other).jsonString() == other)
    }

    @Test func recordsThatAreArrays() throws {
        typealias Candle = ShapeExamples.Candle
        let decoder = ModelDecoder()
        let candles = try decoder.decode(
            [Candle].self, from: #"[[1499040000000, "0.01", "0.80", "0.01", "0.02"]]"#)
        print(candles[0].opening, candles[0].closing)
        #expect(candles[0].start == Date(timeIntervalSince1970: 1_499_040_000))
        #expect(candles[0].opening == Decimal(string: "0.01") && candles[0].closing == Decimal(string: "0.02"))
        #expect(try ModelEncoder().encodeToString(candles) == #"[[1499040000000,"0.01",null,null,"0.02"]]"#)
    }

    @Test func oneValueOfEachElement() throws {
        let board = try ShapeExamples.Board(json: #"{"data": {"topics": [{"name": "a"}, {"name": "b"}]}}"#)
        #expect(board.topics == ["a", "b"])
        #expect(try board.jsonString() == #"{"data":{"topics":[{"name":"a"},{"name":"b"}]}}"#)
    }

    @Test func allOfThem() throws {
        typealias Delivery = ShapeExamples.Delivery
        let delivery = try Delivery(
            json: #"{"tags": "a", "payload": "{\"id\": 7}", "due": null, "key": "_-8", "price": "9.90"}"#)
        print(delivery.tags, delivery.payload, delivery.due == .some(nil))
        print(try delivery.jsonString())
        #expect(delivery.tags == ["a"] && delivery.payload == ["id": 7] && delivery.due == .some(nil))
        #expect(delivery.key == Data([0xFF, 0xEF]) && delivery.price == Decimal(string: "9.9"))
        #expect(try delivery.jsonString() == #"{"tags":["a"],"payload":{"id":7},"due":null,"key":"_-8","price":"9.9"}"#)
    }
}
