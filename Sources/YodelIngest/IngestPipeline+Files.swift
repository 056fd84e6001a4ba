#if Ingest
import Yodel

// Files are read in turn. Of a small one, whose lines are one batch, the writing is not waited for before the next one is opened, so that the lines of many small
// files are one transaction. The order of the batches stays that of the files.

extension IngestPipeline {
    /// So many small files are written at a time.
    private static var mostWritings: Int { 64 }
    /// Bytes that a small file has at the most.
    private static var smallBytes: Int { 64 << 10 }

    /// A small file whose last batch is being written.
    private struct Rest {
        let source: IngestSource
        let writing: Writing
        let ending: SourceEnding?
        var count: SourceCount
    }

    /// Reads files, and what else is not followed, one after the other.
    func read(
        inTurn sources: [IngestSource], _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant
    ) async throws {
        var rests: ArraySlice<Rest> = []
        var failure: (any Error)?
        do {
            for source in sources where !stopFlag.isSet {
                guard source.kind != .unnameable else {
                    note(source, unfit: IngestSource.unnameable)
                    continue
                }
                if let rest = try await read(source, task, writer, since: start) { rests.append(rest) }
                if rests.count >= Self.mostWritings { try await finish(rests.removeFirst(), since: start) }
            }
        } catch {
            failure = error
        }
        // Also after a failure: what has been read is in, or has failed before.
        while let rest = rests.popFirst() {
            do {
                try await finish(rest, since: start)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Waits for the last batch of a small file.
    private func finish(_ rest: Rest, since start: ContinuousClock.Instant) async throws {
        var rest = rest
        try await write(rest.writing, &rest.count, since: start)
        if !stopFlag.isSet, let ending = rest.ending { try end(rest.source, ending, rest.count) }
    }

    /// Waits until a batch is in, and counts it.
    private func write(_ writing: Writing, _ count: inout SourceCount, since start: ContinuousClock.Instant) async throws {
        do {
            try await writing.end()
            count.add(writing.batch)
            try note(writing.batch, since: start)
        } catch {
            stopFlag.set()
            throw error
        }
    }

    /// - Returns: What is left to be done if the source is a small file.
    private func read(
        _ source: IngestSource, _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant
    ) async throws -> Rest? {
        let feed = FeedThread<T>(source, task)
        var count = SourceCount()
        do {
            var next = try await feed.next()
            while let batch = next {
                let writing = await writer.add(batch)
                let ahead = Task { try await feed.next() }
                // What has a place is a file: its next batch need not be waited for long. A limit for each file is looked at before the next one is read.
                if batch.place != nil, batch.byteCount <= Self.smallBytes, options.maximumRejectRatio >= 1,
                    case .success(nil) = await ahead.result
                {
                    return Rest(source: source, writing: writing, ending: await feed.ending(), count: count)
                }
                do {
                    try await write(writing, &count, since: start)
                } catch {
                    _ = await ahead.result
                    throw error
                }
                next = try await ahead.value
            }
        } catch let error as IngestError where error.kind == .limit {
            if let ending = await feed.ending(), let shape = count.shape(ending, options) { note(source, unfit: shape.sentence) }
            throw error
        }
        guard !stopFlag.isSet, let ending = await feed.ending() else { return nil }
        try end(source, ending, count)
        return nil
    }
}
#endif
