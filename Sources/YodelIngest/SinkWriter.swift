#if Ingest
import Synchronization

/// Hands batches of several sources to a sink, one call at a time, in their order. What comes while the sink is busy is handed over together: lines of many
/// small files are one transaction.
actor SinkWriter {
    private let sink: any IngestSink
    private var waiting: ArraySlice<Writing> = []
    private var isWriting = false
    private var failure: (any Error)?

    init(_ sink: any IngestSink) {
        self.sink = sink
    }

    /// Bytes that are written together, if they are several batches.
    private static var mostBytes: Int { 4 << 20 }

    /// Writes batches after those that have been added before.
    ///
    /// - Returns: What is waited for until a batch is in.
    func add(_ groups: [[IngestBatch]]) -> [[Writing]] {
        let writings = groups.map { $0.map { Writing($0) } }
        for writing in writings.joined() { waiting.append(writing) }
        if !isWriting {
            isWriting = true
            Task { await writeAll() }
        }
        return writings
    }

    /// Writes a batch, and waits until it is in.
    func write(_ batch: IngestBatch) async throws {
        for writing in add([[batch]]).joined() { try await writing.result().get() }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            var bytes = 0
            let group = waiting.prefix { writing in
                defer { bytes += writing.batch.byteCount }
                return bytes == 0 || bytes + writing.batch.byteCount <= Self.mostBytes
            }
            waiting.removeFirst(group.count)
            await write(together: group)
        }
        isWriting = false
    }

    private func write(together group: ArraySlice<Writing>) async {
        if group.count > 1, failure == nil, let sink = sink as? any GroupIngestSink {
            do {
                try await sink.write(group.map(\.batch))
                for writing in group { writing.end(.success(())) }
                return
            } catch {
                // Which of them is at fault shows when each is written for itself.
                if let error = error as? IngestError, error.kind != .row { failure = error }
            }
        }
        for writing in group {
            do {
                // After a batch that was not taken none is: its rows may be of the same source.
                if let failure { throw failure }
                try await sink.write(writing.batch)
                writing.end(.success(()))
            } catch {
                failure = error
                writing.end(.failure(error))
            }
        }
    }
}

/// A batch that is to be written.
final class Writing: Sendable {
    private enum State {
        case begun
        case waitedFor(CheckedContinuation<Result<Void, any Error>, Never>)
        case ended(Result<Void, any Error>)
    }

    let batch: IngestBatch
    private let state = Mutex(State.begun)

    init(_ batch: IngestBatch) {
        self.batch = batch
    }

    /// Whether the batch is in; waits for it. Called once.
    func result() async -> Result<Void, any Error> {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state -> Result<Void, any Error>? in
                if case .ended(let result) = state { return result }
                state = .waitedFor(continuation)
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    fileprivate func end(_ result: Result<Void, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Void, any Error>, Never>? in
            defer { state = .ended(result) }
            if case .waitedFor(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: result)
    }
}
#endif
