internal import YodelSystem

// Work on pieces of an input, several at a time, with the results in order. The window bounds the memory: no piece is begun that is more than
// 2 × workers ahead of the one that is wanted next, so that neither a slow piece nor a slow consumer lets results pile up.
//
//     workers = 2     wanted: 4     running: 4 and 6     waiting: 5     8 is begun when 4 has been delivered

/// Does work in order on several cores.
enum OrderedPieces {
    /// Makes pieces and delivers them in order. When it returns or throws, no task is left.
    ///
    /// - Parameters:
    ///   - count: How many pieces there are; `Int.max` if `deliver` finds that out.
    ///   - workers: How many are made at a time.
    ///   - isolation: The actor of the caller, on which `deliver` runs.
    ///   - make: Makes the piece with a number. It ends early when its task is cancelled; what it returns then is dropped.
    ///   - deliver: Gets the pieces in order; returns whether the next one is wanted.
    static func run<R: Sendable>(
        _ count: Int, workers: Int, isolation: isolated (any Actor)? = #isolation, make: @escaping @Sendable (Int) -> R,
        deliver: (R) async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, R).self) { group in
            // However the consumer leaves, what is being made is not wanted any more.
            defer { group.cancelAll() }
            var (begun, running, wanted) = (0, 0, 0)
            var waiting: [Int: R] = [:]
            while wanted < count {
                try Task.checkCancellation()
                while running < workers, begun < count, begun - wanted < 2 * workers {
                    let index = begun
                    group.addTask { (index, make(index)) }
                    begun += 1
                    running += 1
                }
                if let piece = waiting.removeValue(forKey: wanted) {
                    wanted += 1
                    guard try await deliver(piece) else { return }
                } else if let (index, piece) = try await group.next() {
                    running -= 1
                    waiting[index] = piece
                }
            }
        }
    }

    /// How many pieces are made at a time, as a caller wants it: at least one, and no more than there can be cores.
    static func workers(_ wanted: Int?) -> Int { min(max(wanted ?? cores, 1), 1 << 10) }

    /// How many cores the machine has running.
    static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
