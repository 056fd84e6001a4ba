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
            await writeAll()
        }
        return !hasFailed
    }

    /// Writes a batch, and waits until it is in.
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
            var group = waiting
            waiting = []
            if group.count > 1, let sink = sink as? any GroupIngestSink {
                do {
                    try await reopen()
                    try await sink.write(group.map(\.batch))
                    for entry in group { entry.isIn.resume() }
                    group = []
                } catch {
                    // None of them is in. Which one it was shows when each is written by itself.
                    note(error)
                }
            }
            for entry in group {
                do {
                    try await reopen()
                    try await sink.write(entry.batch)
                    entry.isIn.resume()
                } catch {
                    note(error)
                    entry.isIn.resume(throwing: error)
                }
            }
        }
        isWriting = false
    }

    /// A connection that broke is made anew.
    private func reopen() async throws {
        guard hasFailed else { return }
        try? await sink.close()
        try await sink.open(fields)
        hasFailed = false
    }

    private func note(_ error: any Error) {
        if (error as? IngestError)?.kind != .row { hasFailed = true }
    }
}
#endif
