/// Nanoseconds for one document in one round.
struct Time {
    let passed: Double
    /// Of this thread's own work, without the spells in which others had the processor.
    let onProcessor: Double
}

/// What was measured of one contender. Times are nanoseconds for one document.
struct Measurement {
    let workload: WorkloadID
    let contender: ContenderID
    let operation: Operation
    /// Documents of a round.
    let documents: Int
    /// Bytes of a document, the mean if they differ.
    let bytes: Double
    let median: Double
    let least: Double
    let most: Double
    /// The processor's time in the round that took least of it.
    let leastOnProcessor: Double
    /// Nil in a build that cannot count them.
    let allocations: Double?

    /// Megabytes (a million bytes) a second, at the median.
    var speed: Double { bytes * 1_000 / median }

    /// - Parameter times: The rounds' times, at least one.
    init(
        _ contender: Contender, of workload: WorkloadID, bytes: Double, times: [Time], allocations: Double?
    ) {
        let sorted = times.map(\.passed).sorted()
        let middle = sorted.count / 2
        self.workload = workload
        self.contender = contender.id
        operation = contender.operation
        documents = contender.documents
        self.bytes = bytes
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        least = sorted[0]
        most = sorted[sorted.count - 1]
        leastOnProcessor = times.map(\.onProcessor).min() ?? 0
        self.allocations = allocations
    }
}

extension [Measurement] {
    /// The median time of a contender of the same operation.
    func median(of contender: ContenderID, _ operation: Operation) -> Double? {
        first { $0.contender == contender && $0.operation == operation }?.median
    }
}
