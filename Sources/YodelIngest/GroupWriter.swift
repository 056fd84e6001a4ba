#if Ingest
import Yodel

/// Hands batches of several senders to a sink, one call at a time. What comes while the sink is busy is handed over together.
actor GroupWriter {
    private struct Entry {
        let batch: IngestBatch
        let isIn: CheckedContinuation<Void, any Error>
    }

    private let sink: any IngestSink
    private let fields: [ColumnField]
    private var waiting: [Entry] = []
    private var isWriting = false
    /// Whether the sink has failed, and is to be opened anew.
    private var hasFailed = false

    init(_ sink: any IngestSink, _ fields: [ColumnField]) {
        (self.sink, self.fields) = (sink, fields)
    }

    /// Whether batches are taken: the last one is in, or the sink can be opened again.
    func isSound() async -> Bool {
        if hasFailed && !isWriting {
            isWriting = true
            try? await reopen()
            // Whoever asks does not wait for those who have come meanwhile.
            Task { await writeAll() }
        }
        return !hasFailed
    }

    /// Writes a batch, and waits until it is in.
    ///
    /// - Throws: `IngestError`: of kind `row` if the batch is at fault, else of what keeps the sink from taking any.
    func write(_ batch: IngestBatch) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(Entry(batch: batch, isIn: continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let group = waiting
            waiting = []
            await write(group)
        }
        isWriting = false
    }

    /// Writes batches together; where the sink does not take them so, one by one: which of them is at fault shows then.
    private func write(_ group: [Entry]) async {
        if group.count > 1, let sink = sink as? any GroupIngestSink {
            do {
                try await reopen()
                try await sink.write(group.map(\.batch))
                for entry in group { entry.isIn.resume() }
                return
            } catch {
                note(error)
            }
        }
        for (index, entry) in group.enumerated() {
            do {
                try await reopen()
            } catch {
                // The others would wait as long, for the same.
                for entry in group[index...] { entry.isIn.resume(throwing: Self.failure(error)) }
                return
            }
            do {
                try await sink.write(entry.batch)
                entry.isIn.resume()
            } catch {
                note(error)
                entry.isIn.resume(throwing: Self.failure(error))
            }
        }
    }

    /// A connection that broke is made anew.
    private func reopen() async throws {
        guard hasFailed else { return }
        try? await sink.close()
        try await sink.open(fields)
        hasFailed = false
    }

    private func note(_ error: any Error) {
        if Self.failure(error).kind != .row { hasFailed = true }
    }

    /// A sink's error: what is none of this module's is the sink's own, but for a row that cannot be written.
    private static func failure(_ error: any Error) -> IngestError {
        switch error {
        case let error as IngestError: error
        case let error as ModelError: IngestError(.row, "a row cannot be written: \(error)", underlying: error)
        default: IngestError(.sink, "the sink has failed: \(error)", underlying: error)
        }
    }
}
#endif
