#if Ingest
import Dispatch
import Yodel
import YodelArchives
internal import YodelSystem

// Files are read in turn. Several small ones are read at once, and written together, while the next ones are read: the lines of many small files are one
// transaction. The order of the batches is that of the files.

extension IngestPipeline {
    /// Reads files, and what else is not followed, one after the other.
    func read(
        inTurn sources: [IngestSource], _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant
    ) async throws {
        // A limit for each file is looked at before the next one is read.
        let small = SmallFiles<T>(task, most: options.limitsShares ? 1 : 256)
        var rest = sources[...]
        var files = await small.read(rest)
        while !stopFlag.isSet, let source = rest.first {
            guard files.isEmpty else {
                rest = rest.dropFirst(files.count)
                async let ahead = small.read(rest)
                do {
                    try await write(files, writer, since: start)
                } catch {
                    stopFlag.set()
                    _ = await ahead
                    throw error
                }
                files = await ahead
                continue
            }
            rest = rest.dropFirst()
            if source.kind == .unnameable {
                note(source, unfit: IngestSource.unnameable)
            } else {
                try await read(source, task, writer, since: start)
            }
            files = await small.read(rest)
        }
    }

    /// Writes small files, and waits until they are in.
    private func write(_ files: [SmallFile], _ writer: SinkWriter, since start: ContinuousClock.Instant) async throws {
        var results: [[Result<Void, any Error>]] = []
        for group in await writer.add(files.map(\.batches)) {
            var ends: [Result<Void, any Error>] = []
            for writing in group { ends.append(await writing.result()) }
            results.append(ends)
        }
        for (file, ends) in zip(files, results) {
            var count = SourceCount()
            do {
                for (batch, end) in zip(file.batches, ends) {
                    try end.get()
                    count.add(batch)
                    try note(batch, since: start)
                }
                if let failure = file.failure { throw failure }
            } catch {
                throw told(error, file.source, file.ending, count)
            }
            if !stopFlag.isSet, let ending = file.ending { try end(file.source, ending, count) }
        }
    }

    /// Notes, of an error that is a limit, what the file looks like.
    private func told(_ error: any Error, _ source: IngestSource, _ ending: SourceEnding?, _ count: SourceCount) -> any Error {
        if (error as? IngestError)?.kind == .limit, let ending, let shape = count.shape(ending, options) {
            note(source, unfit: shape.sentence)
        }
        return error
    }

    private func read(_ source: IngestSource, _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant) async throws
    {
        let feed = FeedThread<T>(source, task)
        var count = SourceCount()
        do {
            var next = try await feed.next()
            while let batch = next {
                async let ahead = feed.next()
                do {
                    try await writer.write(batch)
                    count.add(batch)
                    try note(batch, since: start)
                } catch {
                    stopFlag.set()
                    _ = try? await ahead
                    throw error
                }
                next = try await ahead
            }
        } catch let error as IngestError where error.kind == .limit {
            throw told(error, source, await feed.ending(), count)
        }
        guard !stopFlag.isSet, let ending = await feed.ending() else { return }
        try end(source, ending, count)
    }
}

/// What has been read of a small file.
private struct SmallFile: Sendable {
    let source: IngestSource
    var batches: [IngestBatch] = []
    var ending: SourceEnding?
    var failure: (any Error)?
}

/// Reads small files that follow each other.
private struct SmallFiles<T: BaseModel>: Sendable {
    private let task: ReadingTask
    private let queue = DispatchQueue(label: "yodel.ingest.small")
    /// So many files are read at once.
    private let most: Int

    init(_ task: ReadingTask, most: Int) {
        (self.task, self.most) = (task, most)
    }

    /// Bytes that a small file has at the most.
    private static var mostBytes: Int { 64 << 10 }
    /// Bytes that are read at once.
    private static var mostTotal: Int { 1 << 20 }

    /// Reads the first of some sources, as long as they are small files, and up to the first failure.
    func read(_ sources: ArraySlice<IngestSource>) async -> [SmallFile] {
        guard sources.first?.kind == .file else { return [] }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readNow(sources)) }
        }
    }

    private func readNow(_ sources: ArraySlice<IngestSource>) -> [SmallFile] {
        var (files, total): ([SmallFile], Int) = ([], 0)
        for source in sources.prefix(most) {
            guard total < Self.mostTotal, !task.stop.isSet, source.kind == .file, let opened = open(source.name) else { break }
            total += opened.size
            var file = SmallFile(source: source)
            let feed = SourceFeed<T>(source, task, opened)
            do {
                while let batch = try feed.next() { file.batches.append(batch) }
            } catch {
                file.failure = error
            }
            file.ending = feed.ending
            files.append(file)
            if file.failure != nil { break }
        }
        return files
    }

    /// Opens a small file.
    ///
    /// - Returns: nil if it is none, or may become more than it is.
    private func open(_ path: String) -> ModelFile? {
        guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes,
            !task.written.contains(path), let file = try? ModelFile(path), file.size <= Self.mostBytes,
            let head = try? file.head(Compression.magicBytes), Compression(head: head) == nil
        else { return nil }
        return file
    }
}
#endif
