/// Compares measurements with the thresholds.
///
/// It holds on a busy machine: a ratio is of processor time, not of the time that passed, in the best rounds of both sides; and a workload in which
/// something is missed is measured twice more before that counts.
struct SpeedCheck {
    /// How often a workload is measured at most.
    static let attempts = 3

    let thresholds: Thresholds
    let isWanted: (ContenderID, WorkloadID) -> Bool
    private(set) var rows: [Row] = []

    init(_ thresholds: Thresholds, isWanted: @escaping (ContenderID, WorkloadID) -> Bool) {
        self.thresholds = thresholds
        self.isWanted = isWanted
    }

    /// One expectation and how it was met.
    struct Row {
        let name: String
        let expected: Double
        /// The least speed that will do, or the only count of allocations.
        let threshold: Double
        let measure: ([Measurement]) -> Double?
        let isMet: (_ measured: Double) -> Bool
        /// The best of all attempts.
        private(set) var measured: Double?
        private(set) var attempts = 0

        var isMissed: Bool { measured.map { !isMet($0) } ?? true }

        fileprivate mutating func take(_ measurements: [Measurement]) {
            attempts += 1
            guard let value = measure(measurements) else { return }
            measured = isMet(value) ? value : max(value, measured ?? value)
        }
    }

    /// Judges one workload.
    ///
    /// - Parameter again: Measures it once more.
    mutating func judge(_ workload: PreparedWorkload, _ measurements: [Measurement], again: () throws -> [Measurement]) rethrows {
        var judged = thresholds.contenders.filter { $0.workload == workload.id && $0.operation == workload.operation }.flatMap(rows)
        var latest = measurements
        for attempt in 1...Self.attempts {
            for index in judged.indices where judged[index].isMissed { judged[index].take(latest) }
            guard attempt < Self.attempts, judged.contains(where: \.isMissed) else { break }
            latest = try again()
        }
        rows += judged
    }

    private func rows(_ expectation: Thresholds.Expectation) -> [Row] {
        let (workload, contender) = (expectation.workload, expectation.contender)
        guard isWanted(contender, workload) else { return [] }
        let name = "\(workload.rawValue) · \(expectation.operation.rawValue) · "
        func measurement(_ id: ContenderID, _ all: [Measurement]) -> Measurement? { all.first { $0.contender == id } }
        var rows: [Row] = []
        for (reference, expected) in expectation.speeds.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where isWanted(reference, workload) {
            let threshold = expected / (1 + thresholds.margin)
            rows.append(
                Row(
                    name: name + "\(reference.rawValue) / \(contender.rawValue)", expected: expected, threshold: threshold,
                    measure: { all in
                        guard let one = measurement(reference, all), let other = measurement(contender, all) else { return nil }
                        return one.leastOnProcessor / other.leastOnProcessor
                    }, isMet: { $0 >= threshold }))
        }
        if let expected = expectation.allocations {
            rows.append(
                Row(
                    name: name + "allocations of \(contender.rawValue)", expected: expected, threshold: expected,
                    measure: { all in measurement(contender, all)?.allocations.map(Thresholds.roundedCount) }, isMet: { $0 == expected }))
        }
        return rows
    }
}
