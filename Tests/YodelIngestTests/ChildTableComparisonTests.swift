#if Ingest
import Foundation
import GRDB
import Testing
import Yodel
import YodelIngest

/// Random records, whose elements are read once as JSON and once as rows of their own.
@Suite("Elements as JSON and as rows")
struct ChildTableComparisonTests {
    struct Part: Model {
        var name = ""
        var number: Int?
        var share = 0.0
        var flag = false
        var tags: [String] = []
    }

    struct Flat: Model, TableModel {
        static let table = IngestTable("flat", key: ["a", "b"])
        var a = 0
        var b = ""
        var parts: [Part]?
        var numbers: [Int?] = []
        var counts: [String: Int] = [:]
        static func describe(_ model: inout ModelDescription) { model.required = ["a", "b"] }
    }

    struct Tall: Model, TableModel {
        static let table = IngestTable("tall", key: ["a", "b"], children: ["parts", "numbers", "counts"])
        var a = 0
        var b = ""
        var parts: [Part]?
        var numbers: [Int?] = []
        var counts: [String: Int] = [:]
        static func describe(_ model: inout ModelDescription) { model.required = ["a", "b"] }
    }

    /// SplitMix64: the same numbers on every machine.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

        mutating func text() -> String { String((0..<below(6)).map { _ in "ab \"\\é☃".randomElement(using: &self)! }) }
    }

    private static func line(_ numbers: inout Numbers) throws -> String {
        if numbers.below(20) == 0 { return "{\"a\": 1, \"b\": []}" }
        var record: JSONObject = ["a": .number(JSONNumber(numbers.below(30))), "b": .string(["x", "y"][numbers.below(2)])]
        if numbers.below(5) > 0 {
            record["parts"] = .array(
                (0..<numbers.below(4)).map { _ in
                    var part: JSONObject = ["name": .string(numbers.text()), "share": .number(JSONNumber(numbers.below(1000)))]
                    if numbers.below(2) == 0 { part["number"] = .number(JSONNumber(numbers.below(1000) - 500)) }
                    if numbers.below(2) == 0 { part["flag"] = .bool(true) }
                    part["tags"] = .array((0..<numbers.below(3)).map { _ in .string(numbers.text()) })
                    return .object(part)
                })
        }
        record["numbers"] = .array(
            (0..<numbers.below(4)).map { _ in numbers.below(4) == 0 ? .null : .number(JSONNumber(numbers.below(100))) })
        var counts = JSONObject()
        for _ in 0..<numbers.below(4) { counts[numbers.text()] = .number(JSONNumber(numbers.below(9))) }
        record["counts"] = .object(counts)
        return try ModelEncoder().encodeToString(JSONValue.object(record))
    }

    @Test(arguments: 0..<6)
    func theSameIsThere(seed: Int) async throws {
        let folder = try TemporaryFolder()
        var numbers = Numbers(state: UInt64(seed))
        var options = IngestOptions()
        (options.maximumRows, options.workers) = ([3, 40, 1000][seed % 3], 1 + seed % 2)
        // Keys come again within a batch, in other batches, and in the next run.
        for run in 0..<2 {
            let text = try (0..<200).map { _ in try Self.line(&numbers) }.joined(separator: "\n")
            let path = try folder.write("in\(run)", text)
            let flat = try await ingest(Flat.self, [.file(path)], folder("flat"), options)
            let tall = try await ingest(Tall.self, [.file(path)], folder("tall"), options)
            #expect(flat.rows == tall.rows && flat.rejects == tall.rejects && flat.rows > 100 && flat.rejects > 0)
        }
        let (flat, tall) = (try Content(folder("flat")), try Content(folder("tall")))
        func same(_ left: String, _ right: String, atLeast count: Int) throws {
            let rows = try flat.rows(left)
            #expect(try rows == tall.rows(right), "\(right)")
            #expect(rows.count >= count)
        }
        try same(
            """
            SELECT a, b, e.key, json_extract(e.value, '$.name'), json_extract(e.value, '$.number'), CAST(json_extract(e.value, '$.share') AS REAL),
            json_extract(e.value, '$.flag'), json_extract(e.value, '$.tags') FROM flat, json_each(parts) e ORDER BY a, b, e.key
            """, "SELECT tall_a, tall_b, position, name, number, share, flag, tags FROM tall_parts ORDER BY 1, 2, 3", atLeast: 30)
        try same(
            "SELECT a, b, e.key, e.value FROM flat, json_each(numbers) e ORDER BY a, b, e.key",
            "SELECT * FROM tall_numbers ORDER BY 1, 2, 3", atLeast: 30)
        try same(
            "SELECT a, b, e.key, e.value FROM flat, json_each(counts) e ORDER BY a, b, e.key",
            "SELECT * FROM tall_counts ORDER BY 1, 2, 3", atLeast: 30)
        try same(
            """
            SELECT a, b, json_array_length(parts), json_array_length(numbers), (SELECT count(*) FROM json_each(counts)) FROM flat ORDER BY a, b
            """, "SELECT a, b, parts, numbers, counts FROM tall ORDER BY a, b", atLeast: 30)
    }
}
#endif
