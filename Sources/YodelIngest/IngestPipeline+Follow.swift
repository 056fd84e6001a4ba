#if Ingest
import Dispatch
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
        let followers = sources.enumerated().map { Follower<T>($1, task, number: $0, in: pool) }
        let queue = DispatchQueue(label: "yodel.ingest.follow", attributes: .concurrent)
        try pool.begin(sources.count)
        task.stop.whenSet { pool.stop() }
        for _ in 0..<min(Self.mostReaders, sources.count) {
            group.addTask {
                while let number = await pool.next() {
                    let follower = followers[number]
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

extension Follower {
    /// The next step, on a queue: a disk that is waited for keeps no task from running.
    fileprivate func step(on queue: DispatchQueue) async throws -> Step {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.step() }) }
        }
    }
}
#endif
