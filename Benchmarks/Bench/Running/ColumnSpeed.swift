import Foundation
import Yodel

/// What lines take on their way into columns, on one thread, compared with what bounds it: skipping the same lines, and making models first.
struct ColumnSpeed {
    /// A model of which no line has a key: each line is found, and all of its values are passed over.
    private struct Nothing: Model {
        var nothing: Int?
    }

    private enum Way: String, CaseIterable {
        case passed = "lines passed over"
        case columns = "columns"
        case watched = "columns, repeated and missing keys fail"
        case models = "models, then columns"
    }

    private static let chunkBytes = 256 << 10
    private static let batchRows = 8192
    /// Of the speed at which lines are passed over, and of that of models first, what columns are to reach.
    private static let goals = (passed: 0.65, models: 2.2)
    /// What a busy machine may take of it.
    private static let margin = 0.85

    let byteCount: Int
    let rounds: Int

    /// Measures all ways in turn, and prints medians and ratios of them.
    ///
    /// - Returns: Whether columns are as fast as they are to be.
    /// - Throws: `BenchError` if two ways differ in their rows.
    func print() throws -> Bool {
        let chunks = chunks()
        let bytes = chunks.reduce(0) { $0 + $1.count }
        var times = [Way: [Duration]]()
        var rows = [Way: Int]()
        for round in 0...rounds {
            for way in Way.allCases {
                var count = 0
                let time = try ContinuousClock().measure { count = try read(chunks, by: way) }
                guard rows[way, default: count] == count, count == rows[.passed, default: count] else {
                    throw BenchError("columns: \(count) rows by way of \(way.rawValue), not \(rows[.passed] ?? 0)")
                }
                rows[way] = count
                // The first round warms up.
                if round > 0 { times[way, default: []].append(time) }
            }
        }
        let medians = times.mapValues { $0.sorted()[$0.count / 2] }
        let columns = medians[.columns] ?? .zero
        let table = Way.allCases.map { way in
            let time = medians[way] ?? .zero
            return padded(way.rawValue, 40, left: true) + padded(formatted(Double(bytes) / 1e6 / (time / .seconds(1))), 8) + " MB/s"
                + padded(formatted(time / columns, digits: 2), 8) + " times the time of columns"
        }
        let passed = (medians[.passed] ?? .zero) / columns
        let models = (medians[.models] ?? .zero) / columns
        let areFast = passed >= Self.goals.passed * Self.margin && models >= Self.goals.models * Self.margin
        Swift.print(
            """
            \(formatted(Double(bytes) / 1e6)) MB, \(formatted(Double(rows[.columns] ?? 0))) event lines, 13 columns, one thread; medians of \(rounds) rounds

            \(table.joined(separator: "\n"))

            \(formatted(passed, digits: 2)) of the speed at which lines are skipped, the goal is \(Self.goals.passed)
            \(formatted(models, digits: 2)) times the speed of models, then columns, the goal is \(Self.goals.models)\(areFast ? "" : ": MISSED")
            """)
        return areFast
    }

    private func chunks() -> [[UInt8]] {
        var stream = EventStream(byteCount: byteCount, chunkBytes: Self.chunkBytes)
        var chunks: [[UInt8]] = []
        while let chunk = stream.next() { chunks.append(Array(chunk)) }
        return chunks
    }

    /// - Returns: How many rows, or records, there were.
    private func read(_ chunks: [[UInt8]], by way: Way) throws -> Int {
        switch way {
        case .passed:
            return try readModels(Nothing.self, chunks) { _ in }
        case .columns: return try readColumns(chunks, .lenient)
        case .watched:
            var options = DecodingOptions.lenient
            (options.onDuplicateKey, options.onMissing) = (.fail, .fail)
            return try readColumns(chunks, options)
        case .models:
            var models: [Event] = []
            var rows = 0
            func gather() throws {
                rows += try ColumnBatch(models).rowCount
                models.removeAll(keepingCapacity: true)
            }
            _ = try readModels(Event.self, chunks) { record in
                models.append(try record.take())
                if models.count == Self.batchRows { try gather() }
            }
            try gather()
            return rows
        }
    }

    private func readModels<M: Model>(_ type: M.Type, _ chunks: [[UInt8]], each: (consuming ModelRecord<M>) throws -> Void) throws -> Int {
        var reader = try ModelReader(type, framing: .lines)
        for chunk in chunks { try reader.read(chunk, each: each) }
        try reader.finish(each: each)
        return reader.records
    }

    private func readColumns(_ chunks: [[UInt8]], _ decoding: DecodingOptions) throws -> Int {
        var options = ColumnOptions(decoding: decoding)
        options.maximumRows = Self.batchRows
        var reader = try ColumnReader(Event.self, options: options)
        var rows = 0
        for chunk in chunks { try reader.read(chunk) { rows += $0.rowCount } }
        try reader.finish { rows += $0.rowCount }
        return rows
    }
}
