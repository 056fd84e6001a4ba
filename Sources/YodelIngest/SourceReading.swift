#if Ingest
import Synchronization
import Yodel
internal import YodelSystem

/// Whether a reading is to end.
final class StopFlag: Sendable {
    private let flag = Atomic(false)
    private let actions = Mutex<[@Sendable () -> Void]>([])

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .sequentiallyConsistent)
        for action in actions.withLock({ $0 }) { action() }
    }

    /// Has something done when the reading is to end, at once if it is already.
    func whenSet(_ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.append(action) }
        if flag.load(ordering: .sequentiallyConsistent) { action() }
    }
}

/// What all readings of an ingestion share.
struct ReadingTask: Sendable {
    let options: ColumnOptions
    let workers: Int
    let places: PlaceBook
    let stop: StopFlag
    let limits: FailureCount
    /// Files that the sink writes.
    let written: WrittenFiles
    let log: @Sendable (ReadingNote, String) -> Void
    /// For as long a file is read on that has lost its name, in nanoseconds: whoever writes it may not have noticed.
    var grace: UInt64 = 1_000_000_000
    /// After so long the log says that a name, or a pattern, is waited for, in nanoseconds.
    var patience: UInt64 = 5_000_000_000
    /// What happens to the names that are followed; nil: each looks by itself.
    var names: FolderEvents?
    /// Which file is read under which of the names that are followed.
    let claims = FileClaims()
    /// What is in folders in which rotated files are looked for.
    let folders = FolderLists()
    /// Columns that small files are read into.
    let columns = SmallFileColumns()
    /// How records follow each other in sources that need not be lines.
    var framing = IngestFraming.automatic
    /// Told of each source that is not read as lines.
    var found: @Sendable (IngestSource, IngestFraming) -> Void = { _, _ in }

    /// Tells how the records of a source follow each other that are not lines.
    func note(_ framing: IngestFraming, of source: IngestSource) {
        log(.progress, "\(source.name): read with the framing \(framing)")
        found(source, framing)
    }

    /// How the records of a source follow each other before a place; nil if there is none.
    func storedFraming(_ start: PlaceBook.Start?, of source: IngestSource) throws(IngestError) -> IngestFraming? {
        guard let known = start?.place?.knownFraming else { return nil }
        let isKnown = framing.isAutomatic || framing.encoded(as: nil) == known.encoded(as: nil)
        guard isKnown, framing.encoding == nil || framing.encoding == known.encoding else {
            throw IngestError(
                .source, "\(source.name) has been read with the framing \(known), and not \(framing): read it from its start, or as before")
        }
        return known
    }

    /// The options of the next file: what has failed before counts.
    var remaining: ColumnOptions {
        var options = options
        // No limit stays none: with one, every failure is kept.
        guard options.reading.maximumFailures < .max else { return options }
        options.reading.maximumFailures -= min(limits.count, options.reading.maximumFailures)
        return options
    }
}

/// How much a line of the log says.
enum ReadingNote {
    /// Which file is read, and from where.
    case progress
    /// What somebody may not expect.
    case notice
    /// Lines may be lost.
    case loss
}

/// Records that have failed, of all sources.
final class FailureCount: Sendable {
    private let failed = Atomic(0)

    var count: Int { failed.load(ordering: .relaxed) }
    func add(_ count: Int) { failed.add(count, ordering: .relaxed) }
}

/// The batches of one source. Used by one thread at a time.
protocol SourceReading: AnyObject {
    /// The next batch, none of them empty; waits for it.
    ///
    /// - Returns: nil behind the last one, and when the reading is to end.
    func next() throws -> IngestBatch?
    /// The last line, if it has not been finished and is left to the next run. Known once there are no more batches.
    var unfinishedLine: UnfinishedLine? { get }
    /// The first bytes of the content, at most `SourceShape.window`; none if the reading did not begin with them.
    func opening() throws -> [UInt8]
    /// How records follow each other.
    var framing: IngestFraming { get }
}

extension SourceReading {
    var framing: IngestFraming { .lines }
}

/// Which file the batches are of, and how far it has been read.
struct PlaceMarker {
    private let source: IngestSource
    private let path: String
    private let task: ReadingTask
    /// The file; nil of a pipe.
    private let file: ModelFile?
    private let generation: Int
    private let name: String?
    private var head: [UInt8] = []
    private var place: IngestPlace?
    private var sourceBytes: Int

    init(_ source: IngestSource, _ task: ReadingTask, _ file: ModelFile?, _ start: PlaceBook.Start?) {
        self.source = source
        path = source.path
        self.task = task
        self.file = file
        generation = start?.generation ?? 0
        name = start?.file
        place = start?.place
        sourceBytes = start?.place?.position.file?.length ?? 0
    }

    /// The place behind the last batch.
    var last: IngestPlace? { place }

    /// A batch, and the place behind it.
    ///
    /// - Parameters:
    ///   - position: With the identity of the file.
    ///   - bytes: Bytes of the source that have been read so far.
    ///   - checksum: Of a compressed source, that of these bytes.
    ///   - framing: How records follow each other.
    ///   - open: The first line of a record that has not ended.
    ///   - origins: The sources of the rejects, where these are not all of this one.
    mutating func mark(
        _ rows: ColumnBatch, _ position: ReadingPosition, bytes: Int, checksum: UInt32? = nil, framing: IngestFraming = .lines,
        open: LineStart? = nil, origins: [String] = []
    ) throws -> IngestBatch {
        defer { sourceBytes = bytes }
        // The place is before the record that passes a limit.
        let rejects = origins.isEmpty ? rows.rejects.filter { $0.offset < position.offset } : rows.rejects
        task.limits.add(rejects.count)
        guard let file, position.file != nil else {
            return IngestBatch(
                source: source.name, rows: rows, rejects: rejects, origins: origins, start: nil, place: nil, byteCount: bytes - sourceBytes)
        }
        if head.count < ModelFile.headBytes {
            head = try IngestError.source(source.name) { () throws(ModelError) in try file.head(min(bytes, ModelFile.headBytes)) }
        }
        let start = place
        let end = IngestPlace(
            source: path, generation: generation, position: position, head: head, checksum: checksum, file: name,
            framing: framing.isPlain ? nil : framing, open: open)
        place = end
        task.places.note(end)
        return IngestBatch(
            source: source.name, rows: rows, rejects: rejects, origins: origins, start: start, place: end, byteCount: bytes - sourceBytes)
    }
}

/// A plain file, decoded on several cores.
final class ScanReading: SourceReading {
    private let name: String
    private let task: ReadingTask
    private let file: ModelFile
    /// Bytes of the file when its reading began.
    private let size: Int
    private let scan: ColumnScan
    private var marker: PlaceMarker
    let unfinishedLine: UnfinishedLine?
    private let isFromStart: Bool

    /// A file of so many bytes is decoded on the thread that asks: it is no more than one piece.
    private static var onePiece: Int { 1 << 20 }

    init(_ type: any BaseModel.Type, _ source: IngestSource, _ file: ModelFile, _ start: PlaceBook.Start, _ task: ReadingTask) throws {
        let name = source.name
        self.name = name
        let position = start.place?.position ?? ReadingPosition()
        isFromStart = start.place == nil
        let size = try IngestError.source(name) { () throws(ModelError) in try file.currentSize() }
        self.size = size
        self.task = task
        self.file = file
        let unfinished = try IngestError.source(name) { () throws(ModelError) in
            let limit = task.options.reading.maximumRecordBytes
            return try LastLine(of: file, from: position.offset, to: size, limit: limit) { task.stop.isSet }.unfinished
        }
        unfinishedLine = unfinished
        // What is written from now on is the next run's, so that it is never read half.
        scan = try IngestError.source(name) { () throws(ModelError) in
            let range = 0..<(unfinished?.offset ?? size)
            guard size - position.offset > Self.onePiece else {
                return try file.columns(task.columns.of(type, task.remaining), range: range, from: position)
            }
            return try file.columns(type, workers: task.workers, range: range, from: position, options: task.remaining)
        }
        marker = PlaceMarker(source, task, file, start)
    }

    func next() throws -> IngestBatch? {
        if task.stop.isSet {
            scan.cancel()
            return nil
        }
        do {
            guard let rows = try scan.next() else {
                let found = try file.currentSize()
                if found < size { throw ModelError.truncatedFile(name, from: size, to: found) }
                return nil
            }
            return try marker.mark(rows, rows.position, bytes: rows.position.offset)
        } catch {
            throw IngestError.of(source: name, error)
        }
    }

    func opening() throws -> [UInt8] {
        guard isFromStart else { return [] }
        return try IngestError.source(name) { () throws(ModelError) in try file.head(min(SourceShape.window, size)) }
    }
}

/// An input that is read as it comes, by one thread.
final class StreamReading<T: BaseModel>: SourceReading {
    /// What is done where the input has no more bytes.
    enum End {
        case rest, finish
    }

    private let name: String
    private let task: ReadingTask
    private let input: any OpenInput
    private let batches: any BatchReading
    private var marker: PlaceMarker
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)
    private var ready: [IngestBatch] = []
    private var hasEnded = false
    private var failure: (any Error)?
    /// Asked at the end of the input.
    private let atEnd: () throws -> End
    /// Asked when bytes have come behind an end.
    private let behindEnd: (IngestPlace?) throws -> End
    private var hasWaited = false
    /// Whether there are no batches because the input has no more bytes at the moment.
    private(set) var isAtRest = false
    /// Otherwise the rest of the input is the last record, as it is of one that cannot be read again.
    private let leavesUnfinishedLine: Bool
    private(set) var unfinishedLine: UnfinishedLine?
    private let isFromStart: Bool
    private var firstBytes: [UInt8] = []
    private let encoding: IngestFraming.Encoding?

    /// - Parameters:
    ///   - framing: How records follow each other; `automatic`: lines, or logs of containers, as the first line says.
    ///   - leavesUnfinishedLine: Whether, of lines, a last one that is not finished is left to the next run.
    init(
        _ source: IngestSource, _ input: any OpenInput, _ file: ModelFile?, _ start: PlaceBook.Start?, _ task: ReadingTask,
        framing: IngestFraming = .lines, leavesUnfinishedLine: Bool = false, atEnd: @escaping () throws -> End = { .finish },
        behindEnd: @escaping (IngestPlace?) throws -> End = { _ in .rest }
    ) throws {
        name = source.name
        self.task = task
        self.input = input
        self.atEnd = atEnd
        self.behindEnd = behindEnd
        self.leavesUnfinishedLine = leavesUnfinishedLine
        encoding = framing.encoding
        marker = PlaceMarker(source, task, file, start)
        isFromStart = start?.place == nil
        do {
            batches =
                if framing.isAutomatic {
                    FoundBatches(T.self, SourceFraming(T.self, task.options.decoding, isOfLogs: true), task.remaining) { framing in
                        if framing != .lines { task.note(framing, of: source) }
                    }
                } else {
                    try makeBatches(
                        T.self, framing, task.remaining, from: start?.place, leavesUnfinishedLine: leavesUnfinishedLine)
                }
        } catch {
            throw IngestError.of(source: name, error)
        }
    }

    func next() throws -> IngestBatch? {
        isAtRest = false
        while ready.isEmpty && !hasEnded && !isAtRest {
            do {
                try step()
            } catch {
                // What stands before the fault is in.
                hasEnded = true
                failure = IngestError.of(source: name, error)
                try? flush()
            }
        }
        if !ready.isEmpty { return ready.removeFirst() }
        if let failure {
            self.failure = nil
            throw failure
        }
        return nil
    }

    private func step() throws {
        if task.stop.isSet {
            hasEnded = true
            return try flush()
        }
        let (input, hadWaited) = (input, hasWaited)
        hasWaited = false
        switch unsafe try buffer.withUnsafeMutableBytes({ unsafe try input.read($0) }) {
        case .bytes(let count):
            if hadWaited, case .finish = try behindEnd(marker.last) { return hasEnded = true }
            if isFromStart && firstBytes.count < SourceShape.window {
                firstBytes += buffer[..<min(count, SourceShape.window - firstBytes.count)]
            }
            try batches.read(buffer[..<count], each: hand)
        case .waiting:
            try flush()
            hasWaited = true
        case .end:
            guard case .rest = try atEnd() else {
                hasEnded = true
                if leavesUnfinishedLine { unfinishedLine = batches.unfinishedLine }
                return unfinishedLine != nil ? try flush() : try batches.finish(each: hand)
            }
            try flush()
            hasWaited = true
            isAtRest = ready.isEmpty
        }
    }

    func opening() -> [UInt8] { firstBytes }

    var framing: IngestFraming { batches.framing.encoded(as: encoding) }

    /// The place behind the last batch; nil before the first record.
    var place: IngestPlace? { marker.last }

    /// Ends the reading for now: another one goes on at ``place``, when no more batches are ready.
    func pause() throws { try flush() }

    /// A batch that needs no reading.
    func nextReady() -> IngestBatch? { ready.isEmpty ? nil : ready.removeFirst() }

    private func flush() throws { try batches.flush(each: hand) }

    private func hand(_ rows: ColumnBatch) throws {
        var position = rows.position
        position.file = try input.identity(at: position.offset)
        ready.append(
            try marker.mark(
                rows, position, bytes: input.sourceBytes(at: position.offset), checksum: input.checksum, framing: framing,
                open: batches.open))
    }
}
#endif
