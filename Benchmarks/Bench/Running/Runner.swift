import CMallocCount
import Foundation

/// Measures the contenders of one workload.
struct Runner {
    let rounds: Int

    func measure(_ workload: PreparedWorkload) throws -> [Measurement] {
        let contenders = workload.contenders
        var times = [[Time]](repeating: [], count: contenders.count)
        // Contenders take turns, and each round begins with another one: a slow spell of the machine hits all of them alike. The first
        // round warms up caches, plans and the heap, and is not kept.
        for round in 0...rounds {
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                let time = try time(of: contenders[index])
                if round > 0 { times[index].append(time) }
            }
        }
        return try zip(contenders, times).map { contender, times in
            Measurement(
                contender, of: workload.id,
                bytes: Double(try contender.byteCount(contender.documents)) / Double(contender.documents),
                times: times, allocations: try allocations(of: contender))
        }
    }

    /// The time of one document.
    private func time(of contender: Contender) throws -> Time {
        let start = (nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_THREAD_CPUTIME_ID))
        try contender.run(contender.documents)
        let documents = Double(contender.documents)
        return Time(
            passed: Double(nanoseconds(CLOCK_MONOTONIC) - start.0) / documents,
            onProcessor: Double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start.1) / documents)
    }

    /// Heap allocations for one document, counted apart from the timing, which counting would disturb.
    private func allocations(of contender: Contender) throws -> Double? {
        guard contender.countsAllocations, bench_allocations_available() != 0 else { return nil }
        let documents = min(contender.documents, 1_000)
        bench_allocations_start()
        defer { _ = bench_allocations_stop() }
        try contender.run(documents)
        return Double(bench_allocations_stop()) / Double(documents)
    }
}

/// What a clock of the system says.
func nanoseconds(_ clock: clockid_t) -> Int {
    var now = timespec()
    clock_gettime(clock, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
