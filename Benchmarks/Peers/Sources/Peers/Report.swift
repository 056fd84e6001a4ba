import Foundation

/// What was measured of one side of a workload.
struct Figure: Encodable {
    let workload: String
    let operation: String
    let library: String
    /// The median of the rounds, in nanoseconds of the thread's processor time for one document.
    let nanoseconds: Double
    let megabytesPerSecond: Double
    /// Its time as a multiple of Yodel's.
    let timeToYodel: Double
}

extension Workload {
    /// Has the sides take turns; each round begins with another one, and the first is not kept.
    func measure(rounds: Int) throws -> [Figure] {
        var times = [[Double]](repeating: [], count: sides.count)
        var bytes = [Int](repeating: 0, count: sides.count)
        for round in 0...rounds {
            for turn in sides.indices {
                let index = (turn + round) % sides.count
                let start = Self.processorTime
                bytes[index] = try sides[index].run(documents)
                if round > 0 { times[index].append(Double(Self.processorTime - start) / Double(documents)) }
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        return sides.indices.map { index in
            Figure(
                workload: name, operation: operation.rawValue, library: sides[index].library.rawValue, nanoseconds: medians[index],
                megabytesPerSecond: Double(bytes[index]) / Double(documents) * 1_000 / medians[index],
                timeToYodel: medians[index] / medians[0])
        }
    }

    private static var processorTime: Int {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }
}

extension Figure {
    var line: String {
        let name = "\(workload) \(operation) · \(library)"
        return name.padding(toLength: 46, withPad: " ", startingAt: 0)
            + String(format: "%12.0f ns  %6.0f MB/s  %5.2f x Yodel's time", nanoseconds, megabytesPerSecond, timeToYodel)
    }
}
