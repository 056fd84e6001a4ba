import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Columns under each of the rules that have a name: rows and rejects are those that the decoder makes of each line.
@Suite("Columns and conversion rules")
struct ColumnRulesTests {
    enum Color: String, CaseIterable, Sendable { case red, green }
    enum Level: Int, Sendable { case zero, one }

    struct Inner: Model { var count: UInt8 = 3, maybe: Int? }

    struct Item: Model {
        var id = 7, flag = true, maybe: Int? = 5, score = 1.5, text = "x", color = Color.red, level = Level.one
        var numbers: [Int] = [], inner = Inner(), inners: [Inner] = [], table: [String: Int] = [:], price = Decimal(1)
    }

    static let values: [(key: String, value: String)] =
        [
            "12", "\"12\"", "4.0", "4.5", "-0.5", "\"4.5\"", "null", "\"null\"", "true", "2", "0", "\"red\"", "\"x\"", "[1,null]",
            "[1,\"2\",2.5]", "[1]",
        ]
        .flatMap { value in ["id", "flag", "maybe", "score", "text", "color", "level", "numbers", "price"].map { ($0, value) } } + [
            ("inner", #"{"count":4.5}"#), ("inner", #"{"count":"4","maybe":null}"#), ("inner", "null"), ("inners", #"[{"count":null}]"#),
            ("inners", #"[{"count":1},{"maybe":1.5}]"#), ("table", #"{"a":1,"b":2.5}"#), ("table", #"{"a":"1"}"#), ("none", "4.5"),
        ]

    @Test(arguments: ConversionRules.allCases, [ColumnOptions.NestedValues.columns, .json])
    func rowsAndRejectsAreTheDecoders(rules: ConversionRules, nested: ColumnOptions.NestedValues) throws {
        let lines = Self.values.enumerated().map { "{\"id\":\($0),\"\($1.key)\":\($1.value)}" }
        var columns = ColumnOptions(decoding: rules.options)
        columns.nested = nested
        let batches = try ColumnBatchTests.batches(of: Item.self, lines.map { $0 + "\n" }.joined(), columns)
        var codes: [Int: ModelError.Code] = [:]
        for batch in batches { for reject in batch.rejects { codes[reject.line - 1] = reject.error.code } }
        let rows = batches.flatMap { ColumnText.rows($0) }
        var expected: [Item] = []
        for (number, line) in lines.enumerated() {
            switch Result(catching: { try ModelDecoder(rules.options).decode(Item.self, from: line) }) {
            case .success(let item): expected.append(item)
            case .failure(let error): #expect(codes[number] == (error as? ModelError)?.code, "\(line): \(error)")
            }
        }
        #expect(rows.count == expected.count && codes.count == lines.count - expected.count)
        // The rows, once more, from what the models say.
        let encoder = ModelEncoder(options { $0.onNil = .null })
        let again = try expected.map { try encoder.encodeToString($0) + "\n" }.joined()
        let rowsAgain = try ColumnBatchTests.batches(of: Item.self, again, columns).flatMap { ColumnText.rows($0) }
        let isSame = rows == rowsAgain
        #expect(isSame, "\(zip(rows, rowsAgain).first { $0 != $1 } ?? ("", ""))")
        #expect(rules == .lenient ? codes.isEmpty : codes.count > 40, "\(codes.count)")
    }
}
