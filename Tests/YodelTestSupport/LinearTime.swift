import Foundation
import Testing

/// How the time of a task grows with its size: measured for n and for 4n, by the thread's own clock, so that what else runs does not count.
///
/// Linear time gives about four, quadratic sixteen.
enum LinearTime {
    /// The growth that is still taken as linear.
    static let bound = 8.0

    /// Expects that a task takes linear time.
    ///
    /// - Parameters:
    ///   - size: n; large enough that the task takes a millisecond.
    ///   - onAnyThread: Whether threads that the task starts count: then nothing else may run in the process.
    ///   - make: Makes what the task works on, of a given size. Not measured.
    ///   - run: The task.
    static func expect<Input>(
        _ size: Int, _ name: String = "", onAnyThread: Bool = false, make: (Int) throws -> Input, run: (Input) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) rethrows {
        let small = try make(size)
        // The first run also makes what is made once: plans, tables of the library's.
        try run(small)
        // A sanitizer's time says nothing of the task's.
        if isSanitized { return }
        let large = try make(4 * size)
        var (ofSmall, ofLarge) = (Double.infinity, Double.infinity)
        // What disturbs one measurement will not disturb all: of each the shortest counts.
        for _ in 0..<5 {
            ofSmall = min(ofSmall, try time(onAnyThread) { try run(small) })
            ofLarge = min(ofLarge, try time(onAnyThread) { try run(large) })
            if ofLarge < bound * ofSmall { return }
        }
        Issue.record("\(name): four times the size takes \(ofLarge / ofSmall) times as long", sourceLocation: sourceLocation)
    }

    /// Expects that a task takes less than so many times as long as another.
    static func expect(
        _ name: String = "", _ run: () throws -> Void, takesLessThan factor: Double, times other: () throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) rethrows {
        try run()
        try other()
        if isSanitized { return }
        var (ofRun, ofOther) = (Double.infinity, Double.infinity)
        for _ in 0..<5 {
            ofRun = min(ofRun, try time { try run() })
            ofOther = min(ofOther, try time { try other() })
            if ofRun < factor * ofOther { return }
        }
        Issue.record("\(name): it takes \(ofRun / ofOther) times as long", sourceLocation: sourceLocation)
    }

    /// The time of a run, in seconds; never zero.
    static func time(_ onAnyThread: Bool = false, _ run: () throws -> Void) rethrows -> Double {
        let start = now(onAnyThread)
        try run()
        return max(now(onAnyThread) - start, 1e-6)
    }

    private static func now(_ onAnyThread: Bool) -> Double {
        var time = timespec()
        clock_gettime(onAnyThread ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
