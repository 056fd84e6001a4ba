import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// The article WalkThrough, run: what it prints is what stands in the article.

private struct Item: Model {
    var sku = ""
    var quantity = 1
    static func describe(_ model: inout ModelDescription) { model.keys = ["quantity": "qty"] }
}

private struct Order: Model {
    var id = 0
    var customer = ""
    var total = Decimal()
    var placed = Date.distantPast
    var items: [Item] = []
    var extra: [String: JSONValue] = [:]

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["id": "order_id", "customer": "customer.name", "extra": .rest]
        model.required = [\Self.id]
    }
}

/// Takes what the examples print.
private final class Output {
    var lines: [String] = []
}

@Suite("Walk-through")
struct WalkThroughTests {
    @Test func eachStepPrintsWhatTheArticleSays() throws {
        let article = try Catalogue.article("WalkThrough")
        let text = Catalogue.blocks(article, "json")[0]
        let feed = Array(text.joined(separator: "\n").utf8)
        let line = String(text[2])
        let output = Output()
        func print(_ items: Any...) { output.lines.append(items.map { "\($0)" }.joined(separator: " ")) }

        var reader = try ModelReader(Order.self, framing: .lines)
        try reader.read(feed) { record in
            switch record.result {
            case .success(let order):
                print(order.id, order.customer, order.total, order.items.map(\.quantity), order.extra)
            case .failure(let error):
                print("line \(record.line):", error)
            }
        }
        try reader.finish { record in print("line \(record.line):", record.error!) }
        do {
            var report = DecodingReport()
            let order = try ModelDecoder().decode(Order.self, from: line, report: &report)
            print(order.total, report.issues[0])
        }
        var options = DecodingOptions.lenient
        options.onMismatch = .fail
        do {
            _ = try ModelDecoder(options).decode(Order.self, from: line)
        } catch {
            print(error)
        }
        let first = try Order(json: String(text[0]))
        var writing = EncodingOptions.default
        writing.omitsDefaults = true
        print(try ModelEncoder(writing).encodeToString(first))
        let batch = try ColumnBatch([first])
        print(batch.rowCount, batch.fields.map(\.name))
        #expect(output.lines.joined(separator: "\n") == Catalogue.blocks(article, "").joined().joined(separator: "\n"))
    }
}
