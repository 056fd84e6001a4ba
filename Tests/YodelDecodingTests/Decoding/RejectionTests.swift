import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What models say of objects that they reject.
@Suite("Rejections")
struct RejectionTests {
    struct Item: ValidatedModel, Equatable {
        var count = 1
        func validate() throws {
            if count < 1 { throw ModelRejection("there must be at least one", at: "count") }
        }
    }

    struct Order: ValidatedModel, Equatable {
        var items: [Item] = []
        var limit = 10
        func validate() throws {
            if items.count > limit { throw ModelRejection("more than the limit") }
            if let index = items.firstIndex(where: { $0.count > 5 }) {
                throw ModelRejection("more than five", at: JSONPath([.key("items"), .index(index), .key("count")]))
            }
        }
    }

    private static let failing = DecodingOptions.with(\.onInvalidElement, .fail)

    @Test(arguments: [
        (#"{"items":[{"count":1},{"count":0}]}"#, 22, "items[1].count", "Item rejected its object: there must be at least one"),
        (#"{"items":[{"count":6}]}"#, 0, "items[0].count", "Order rejected its object: more than five"),
        (#"{"limit":0,"items":[{}]}"#, 0, "", "Order rejected its object: more than the limit"),
    ])
    func theErrorHasThePlaceAndTheSentence(_ text: String, _ offset: Int, _ path: String, _ message: String) throws {
        for outcome in EveryWay.outcomes(Order.self, text, Self.failing) {
            let error = try #require(throws: ModelError.self) { try outcome.get() }
            #expect(error.path.description == path && error.message == message && error.offset == offset, "\(error)")
            #expect(error.code == .modelCodeFailed && error.underlying is ModelRejection)
        }
    }

    @Test func aReportHasThem() throws {
        var report = DecodingReport()
        let order = try ModelDecoder().decode(Order.self, from: #"{"items":[{"count":2},{"count":0}]}"#, report: &report)
        #expect(order.items == [Item(count: 2)])
        let issue = try #require(report.issues.first)
        #expect(report.count == 1 && issue.path.description == "items[1].count" && issue.code == .modelCodeFailed)
        #expect(issue.found == "an object that it rejects: there must be at least one")
    }

    @Test func problemsHaveThem() throws {
        func problems(_ text: String) throws -> [String] {
            var problems: [ModelProblem] = []
            #expect(try ModelDecoder().decode(Order.self, from: text, problems: &problems) == nil)
            return problems.map { "\($0.code) \($0.pointer)" }
        }
        #expect(try problems(#"{"items":[{"count":6}]}"#) == ["modelCodeFailed /items/0/count"])
        #expect(
            try problems(#"{"limit":null,"items":[{"count":true},{"count":-1}]}"#) == [
                "unexpectedNull /limit", "typeMismatch /items/0/count", "modelCodeFailed /items/1/count",
            ])
    }

    @Test func anUpdateIsRefusedAndUndone() throws {
        var order = Order(items: [Item(count: 2)])
        let error = try #require(throws: ModelError.self) { try ModelDecoder().update(&order, from: #"{"items":[{"count":7}]}"#) }
        #expect(error.path.description == "items[0].count" && order.items == [Item(count: 2)])
    }

    @Test func itsDescriptionHasThePlaceIfThereIsOne() {
        #expect("\(ModelRejection("too many", at: "a[0].b"))" == "a[0].b: too many")
        #expect("\(ModelRejection("too many"))" == "too many")
    }
}
