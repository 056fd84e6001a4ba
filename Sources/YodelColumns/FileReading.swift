import Synchronization
import Yodel
import YodelArchives

/// What yields batches, one after the other. Used by one thread at a time.
protocol BatchSource: AnyObject {
    /// The next batch; nil behind the last one.
    func next() throws -> ColumnBatch?
    /// Bytes of files that have been read.
    var bytes: Int { get }
}

/// A scan of files as a source of batches.
private final class PlainScan: BatchSource {
    let scan: ColumnScan

    init(_ scan: ColumnScan) {
        self.scan = scan
    }

    deinit { scan.cancel() }

    var bytes: Int { scan.progress.bytes }
    func next() throws -> ColumnBatch? {
        do {
            return try scan.next()
        } catch {
            if let path = scan.failedPath { throw ScanError.inFile(path, error) }
            throw error
        }
    }
}

/// A reading of files, plain and compressed ones, in their order: plain ones that follow each other by one scan, on all threads.
final class FileReading: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: what changes is in `state`, behind its lock, or atomic; of types nothing is used that belongs to an actor.

    private enum Segment {
        case plain(ColumnScan)
        /// Files, and the bytes that each has had.
        case files([String], sizes: [Int])
        case compressed(String, Compression, size: Int)
    }

    private struct State {
        var segments: [Segment]
        var source: (any BatchSource)?
        var path: String?
        /// Bytes of sources that have ended.
        var bytesBefore = 0
    }

    /// What has failed, for the caller to ask for.
    private struct Kept {
        var rejects: [Reject] = []
        /// Bytes of their records.
        var bytes = 0
    }

    private let type: any BaseModel.Type
    private let options: ColumnOptions
    private let workers: Int?
    private let state: Mutex<State>
    private let kept = Mutex(Kept())
    private let maximumKeptBytes: Int
    private let totalBytes: Int
    private let bytes = Atomic(0)
    private let rows = Atomic(0)
    private let rejected = Atomic(0)
    private let isFinished = Atomic(false)

    /// - Parameters:
    ///   - range: The lines to read of a single file.
    ///   - maximumKeptBytes: Bytes of the records that fail, as far as they are kept.
    init(
        _ type: any BaseModel.Type, _ paths: [String], range: Range<Int>?, workers: Int?, _ options: ColumnOptions, maximumKeptBytes: Int
    ) throws {
        self.type = type
        self.options = options
        self.workers = workers
        self.maximumKeptBytes = maximumKeptBytes
        var segments: [Segment] = []
        var total = 0
        var plain: [String] = []
        func endPlain() throws {
            guard !plain.isEmpty else { return }
            let scan = try Self.scan(type, plain, range, workers, options)
            total += scan.totalBytes
            // All files are looked at now; those behind a compressed one are looked at again when their turn comes.
            segments.append(segments.isEmpty ? .plain(scan) : .files(plain, sizes: scan.fileBytes))
            plain = []
        }
        for path in paths {
            if let (compression, size) = CompressedFile.look(at: path) {
                guard range == nil else { throw ScanError.rangeOfCompressed(path) }
                try endPlain()
                segments.append(.compressed(path, compression, size: size))
                total += size
            } else {
                plain.append(path)
            }
        }
        try endPlain()
        state = Mutex(State(segments: segments.reversed()))
        totalBytes = total
    }

    private static func scan(
        _ type: any BaseModel.Type, _ paths: [String], _ range: Range<Int>?, _ workers: Int?, _ options: ColumnOptions,
        expecting sizes: [Int]? = nil
    ) throws -> ColumnScan {
        guard let range else { return try ColumnScan(type, files: paths, expecting: sizes, workers: workers, options: options) }
        return try ModelFile(paths[0]).columns(type, workers: workers, range: range, options: options)
    }

    /// The next batch, none of them empty, whose rejects are kept.
    func next() throws -> ColumnBatch? {
        if let batch = try read() { return batch }
        // The lock is free: Python lets one thread at a time warn, and another one may ask for the lock meanwhile.
        if !isFinished.exchange(true, ordering: .relaxed), let nothing, !HostWarning.issue(nothing) { throw ScanError.nothingRead(nothing) }
        return nil
    }

    /// What is to be said of a reading that has ended, and has taken in none of its records.
    private var nothing: String? {
        let count = rejected.load(ordering: .relaxed)
        guard rows.load(ordering: .relaxed) == 0, count > 0 else { return nil }
        let first = kept.withLock { $0.rejects.first }.map { reject in
            let place = [reject.file, "line \(reject.line)", reject.path.isEmpty ? nil : reject.path].compactMap(\.self)
            return "; the first reject: \(place.joined(separator: ", ")): \(reject.reason)"
        }
        return "no row was read: \(count == 1 ? "the only record is a reject" : "all \(count) records are rejects")\(first ?? "")"
    }

    private func read() throws -> ColumnBatch? {
        try state.withLock { state in
            while true {
                if state.source == nil, try !open(&state) { return nil }
                guard let source = state.source else { return nil }
                do {
                    let batch = try source.next()
                    bytes.store(state.bytesBefore + source.bytes, ordering: .relaxed)
                    if let batch {
                        count(batch, of: batch.path ?? state.path)
                        return batch
                    }
                } catch {
                    state.source = nil
                    state.segments = []
                    if let path = state.path { throw ScanError.inFile(path, error) }
                    throw error
                }
                state.bytesBefore += source.bytes
                state.source = nil
            }
        }
    }

    /// Opens the next segment.
    ///
    /// - Returns: Whether there was one.
    private func open(_ state: inout State) throws -> Bool {
        guard let segment = state.segments.popLast() else { return false }
        // What has failed before counts.
        var options = options
        options.reading.maximumFailures -= min(rejected.load(ordering: .relaxed), options.reading.maximumFailures)
        switch segment {
        case .plain(let scan): (state.source, state.path) = (PlainScan(scan), nil)
        case .files(let paths, let sizes):
            (state.source, state.path) = (PlainScan(try Self.scan(type, paths, nil, workers, options, expecting: sizes)), nil)
        case .compressed(let path, let compression, let size):
            state.path = path
            do {
                // The compiler opens the type of a constant, not that of a property.
                let type = type
                state.source = try compressedScan(type, path, compression, size, options)
            } catch {
                throw ScanError.inFile(path, error)
            }
        }
        return true
    }

    private func count(_ batch: ColumnBatch, of path: String?) {
        rows.add(batch.rowCount, ordering: .relaxed)
        rejected.add(batch.rejectedRecords, ordering: .relaxed)
        kept.withLock { kept in
            for failure in batch.rejects.prefix(max(ScanRequest.keptRejects - kept.rejects.count, 0)) {
                let reject = Reject(failure, of: path, room: maximumKeptBytes - kept.bytes)
                kept.bytes += reject.bytes.count
                kept.rejects.append(reject)
            }
        }
    }

    /// Ends the reading: its threads end, and nothing more comes.
    func cancel() {
        state.withLock { state in
            state.segments = []
            state.source = nil
        }
    }

    /// The records that have failed so far, as many as are kept. Does not wait for the batch that another thread reads.
    var rejects: [Reject] { kept.withLock { $0.rejects } }

    /// How far the reading is, as JSON.
    var progress: String {
        let rejected = rejected.load(ordering: .relaxed)
        return Self.progress(
            bytes.load(ordering: .relaxed), totalBytes, rows.load(ordering: .relaxed) + rejected, rejected,
            isFinished.load(ordering: .relaxed))
    }

    static func progress(_ bytes: Int, _ totalBytes: Int, _ records: Int, _ rejects: Int, _ isFinished: Bool) -> String {
        #"{"bytes":\#(bytes),"total_bytes":\#(totalBytes),"records":\#(records),"rejects":\#(rejects),"finished":\#(isFinished)}"#
    }
}

private func compressedScan<T: BaseModel>(
    _ type: T.Type, _ path: String, _ compression: Compression, _ size: Int, _ options: ColumnOptions
) throws -> any BatchSource {
    try CompressedScan(type, path, compression, size, options)
}
