#if Ingest
import Dispatch
import Synchronization
import Yodel

extension IngestPipeline {
    /// Files that are followed are read by so many tasks.
    private static var mostReaders: Int { 32 }

    /// Reads files that are followed, in tasks of a group, until the reading is to end.
    ///
    /// - Returns: Where the files rest; to be joined when the tasks have ended.
    func follow(
        _ sources: [IngestSource], _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant,
        in group: inout ThrowingTaskGroup<Void, any Error>
    ) throws(IngestError) -> FollowPool {
        let pool = try FollowPool()
        var task = task
        task.names = pool.names
        let followers = FollowerList<T>(task, pool, sources.filter { $0.kind == .followed }, FollowedPatterns(sources, task))
        followers.find()
        var find: (@Sendable () -> Void)?
        if followers.hasPatterns { find = { followers.find() } }
        try pool.begin(find: find)
        task.stop.whenSet { pool.stop() }
        let queue = DispatchQueue(label: "yodel.ingest.follow", attributes: .concurrent)
        for _ in 0..<(followers.hasPatterns ? Self.mostReaders : min(Self.mostReaders, sources.count)) {
            group.addTask {
                while let number = await pool.next() {
                    guard let follower = followers[number] else { continue }
                    switch try await self.read(follower, on: queue, writer, since: start) {
                    case .rest: pool.rest(number, follower)
                    case .pause: pool.pause(number)
                    case .batch, .end: return
                    }
                }
            }
        }
        return pool
    }

    /// Reads a file until it rests, or others have their turn.
    private func read(
        _ follower: Follower<T>, on queue: DispatchQueue, _ writer: SinkWriter, since start: ContinuousClock.Instant
    ) async throws -> Follower<T>.Step {
        var step = try await follower.step(on: queue)
        while case .batch(let batch) = step {
            async let ahead = follower.step(on: queue)
            do {
                try await writer.write(batch)
                try note(batch, since: start)
            } catch {
                stopFlag.set()
                _ = try? await ahead
                throw error
            }
            step = try await ahead
        }
        return step
    }
}

/// The files that are followed, by their numbers.
private final class FollowerList<T: BaseModel>: Sendable {
    private struct State {
        var followers: [Int: Follower<T>] = [:]
        /// Those that have been found.
        var found: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())
    private let task: ReadingTask
    private let pool: FollowPool
    private let patterns: FollowedPatterns

    init(_ task: ReadingTask, _ pool: FollowPool, _ sources: [IngestSource], _ patterns: FollowedPatterns) {
        (self.task, self.pool, self.patterns) = (task, pool, patterns)
        for source in sources { add(source, isFound: false) }
    }

    subscript(number: Int) -> Follower<T>? { state.withLock { $0.followers[number] } }

    var hasPatterns: Bool { !patterns.isEmpty }

    /// Adds the files that have come, and removes those that have been gone for long.
    func find() {
        let found = state.withLock { $0.found }
        for number in pool.removeMissing(found.contains) {
            let follower = state.withLock { state in
                state.found.remove(number)
                return state.followers.removeValue(forKey: number)
            }
            if let follower { patterns.forget(follower.source) }
        }
        for source in patterns.news() { add(source, isFound: true) }
    }

    private func add(_ source: IngestSource, isFound: Bool) {
        let number = state.withLock { state in
            let number = state.count
            state.count += 1
            state.followers[number] = Follower<T>(source, task, number: number, in: pool)
            if isFound { state.found.insert(number) }
            return number
        }
        pool.add(number)
    }
}

extension Follower {
    /// The next step, on a queue: a disk that is waited for keeps no task from running.
    fileprivate func step(on queue: DispatchQueue) async throws -> Step {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.step() }) }
        }
    }
}
#endif
