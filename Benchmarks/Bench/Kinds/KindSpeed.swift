import Foundation

/// What each kind of value costs, in and out: by models, by Yodel's coders of `Codable` types, by Foundation's.
///
/// The coders of a kind take turns, in processor time, and a figure is that of the fastest pass: nanoseconds for an object with one property of the kind, of
/// many in one array. Before a kind is measured, each coder has read the values that its document was made of, and has written the document.
struct KindSpeed {
    /// Nil: seven, and for one figure as many as two seconds hold.
    let askedRounds: Int?
    /// Objects of a pass.
    let count: Int
    /// What is measured; empty for all. A kind's name, and after slashes the coder and the way, as in `UUID/model/in`.
    let names: [String]
    let wants: (KindWay) -> Bool

    private var rounds: Int { askedRounds ?? 7 }

    /// Prints the table, as the article Performance has it, row by row; or runs the one figure that is asked for.
    ///
    /// - Returns: Whether each coder comes to the results that it has to.
    /// - Throws: `BenchError` if nothing has such a name, or what a coder throws.
    func print() throws -> Bool {
        let samples = KindSample.all.filter { sample in KindCell.all.contains { isWanted(sample, $0) } }
        guard !samples.isEmpty else {
            let all = KindSample.all.map { "  \($0.name)" }.joined(separator: "\n")
            throw BenchError("no kind is \(names.joined(separator: " or ")). There are:\n\(all)")
        }
        let cells = samples.flatMap { sample in KindCell.all.filter { isWanted(sample, $0) } }
        if samples.count == 1, cells.count == 1 { return try run(samples[0], cells[0]) }
        return try table(samples)
    }

    private func isWanted(_ sample: KindSample, _ cell: KindCell) -> Bool {
        guard wants(cell.way) else { return false }
        let (name, coder, way) = (sample.name, cell.coder.rawValue, cell.way.rawValue)
        let fitting = [name, "\(name)/\(coder)", "\(name)/\(way)", "\(name)/\(coder)/\(way)"]
        return names.isEmpty || names.contains { fitting.contains($0) }
    }

    /// The sample's objects; nil if a coder comes to another result than it has to.
    private func trial(_ sample: KindSample) throws -> KindTrial? {
        let trial = try sample.prepare(count)
        trial.faults.forEach { complain("\(sample.name)/\($0)") }
        return trial.faults.isEmpty ? trial : nil
    }

    // MARK: The table

    private func table(_ samples: [KindSample]) throws -> Bool {
        Swift.print(
            """
            Nanoseconds for an object with one property of the kind, of \(count) in one array: the fastest pass of \(rounds) rounds, processor time.

            | kind | model in / out | Codable in / out | Foundation in / out | Foundation / model | Foundation / Codable |
            |---|---|---|---|---|---|
            """)
        var rows: [(name: String, times: [KindCell: Double])] = []
        var allAgree = true
        for sample in samples {
            guard let trial = try trial(sample) else {
                allAgree = false
                continue
            }
            let times = try measure(trial) { isWanted(sample, $0) }
            rows.append((sample.name, times))
            Swift.print(line(sample.name, times))
            fflush(nil)
        }
        for coder in [KindCoder.model, .codable] {
            for way in KindWay.allCases { if let text = extremes(rows, coder, way) { Swift.print(text) } }
        }
        return allAgree
    }

    /// The time of an object by each coder, each way.
    private func measure(_ trial: KindTrial, _ isWanted: (KindCell) -> Bool) throws -> [KindCell: Double] {
        let cells = KindCell.all.filter { trial.passes[$0] != nil && isWanted($0) }
        var times: [KindCell: Double] = [:]
        // As in `Runner`, each round begins with another coder, and the first one warms up. A fast coder has several passes in a turn, of which the first pays
        // for what the one before it has driven out of the caches.
        for round in 0...rounds {
            for turn in cells.indices {
                let cell = cells[(turn + round) % cells.count]
                guard let pass = trial.passes[cell] else { continue }
                var left = 5_000_000.0
                repeat {
                    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
                    blackHole(try pass())
                    let time = Double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start)
                    left -= max(time, 1)
                    if round > 0 { times[cell] = min(times[cell] ?? .infinity, time / Double(trial.count)) }
                } while left > 0
            }
        }
        return times
    }

    private func line(_ name: String, _ times: [KindCell: Double]) -> String {
        func pair(_ value: (KindWay) -> Double?, digits: Int) -> String {
            let texts = KindWay.allCases.map { value($0).map { formatted($0, digits: digits) } ?? "–" }
            return Set(texts) == ["–"] ? "–" : texts.joined(separator: " / ")
        }
        let figures = KindCoder.allCases.map { coder in pair({ times[KindCell(coder: coder, way: $0)] }, digits: 0) }
        let ratios = [KindCoder.model, .codable].map { coder in pair({ ratio(times, coder, $0) }, digits: 1) }
        return "| \(name) | \((figures + ratios).joined(separator: " | ")) |"
    }

    /// How many times as fast as Foundation's.
    private func ratio(_ times: [KindCell: Double], _ coder: KindCoder, _ way: KindWay) -> Double? {
        guard let time = times[KindCell(coder: coder, way: way)], let other = times[KindCell(coder: .foundation, way: way)] else {
            return nil
        }
        return other / time
    }

    /// Which kinds gain least and most.
    private func extremes(_ rows: [(name: String, times: [KindCell: Double])], _ coder: KindCoder, _ way: KindWay) -> String? {
        let ratios = rows.compactMap { row in ratio(row.times, coder, way).map { (row.name, $0) } }.sorted { $0.1 < $1.1 }
        guard let least = ratios.first, let most = ratios.last, ratios.count > 1 else { return nil }
        func text(_ row: (String, Double)) -> String { "\(formatted(row.1, digits: 1)) (\(row.0))" }
        let median = formatted(ratios[ratios.count / 2].1, digits: 1)
        return "\n\(coder.rawValue) \(way.rawValue): times as fast as Foundation: from \(text(least)) to \(text(most)), median \(median)"
    }

    // MARK: One figure

    /// Runs one coder on one kind, for a profiler: as many rounds as are asked for, or two seconds. For callgrind, all of it is in `bench_counted`.
    private func run(_ sample: KindSample, _ cell: KindCell) throws -> Bool {
        guard let trial = try trial(sample) else { return false }
        guard let pass = trial.passes[cell] else {
            throw BenchError("\(sample.name) has no \(cell.coder.rawValue)/\(cell.way.rawValue)")
        }
        blackHole(try pass())
        var passes = 0
        let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        func isOver() -> Bool {
            askedRounds.map { passes >= $0 } ?? (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start >= 2_000_000_000)
        }
        try counted {
            repeat {
                blackHole(try pass())
                passes += 1
            } while !isOver()
        }
        let time = Double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) / Double(passes * trial.count)
        Swift.print(
            "\(sample.name)/\(cell.coder.rawValue)/\(cell.way.rawValue): \(formatted(time, digits: 1)) ns an object, \(passes) passes of \(trial.count)"
        )
        return true
    }
}
