#if Ingest
import Dispatch
import Yodel
import YodelArchives
internal import YodelSystem

/// Hands out a source's batches: opens what the source names, one file after the other. Used by one thread at a time.
final class SourceFeed<T: BaseModel> {
    private let source: IngestSource
    private let task: ReadingTask
    private var reading: (any SourceReading)?
    private var hasEnded = false
    /// The file, if it is open already.
    private var file: ModelFile?
    /// What the end, or the failure, of the source has shown.
    private(set) var ending: SourceEnding?

    /// - Parameter file: The file, if it is open already, and no file that the sink writes.
    init(_ source: IngestSource, _ task: ReadingTask, _ file: ModelFile? = nil) {
        self.source = source
        self.task = task
        self.file = file
    }

    /// The next batch, none of them empty; waits for it.
    ///
    /// - Returns: nil behind the last one, and when the reading is to end.
    func next() throws -> IngestBatch? {
        while !hasEnded {
            if reading == nil {
                reading = try open()
            }
            do {
                if let batch = try reading?.next() { return batch }
            } catch {
                // What the source looks like may say why.
                ending = try? reading.map { try SourceEnding($0) }
                throw error
            }
            if !task.stop.isSet { ending = try reading.map { try SourceEnding($0) } }
            reading = nil
            hasEnded = true
        }
        return nil
    }

    private func open() throws -> any SourceReading {
        switch source.kind {
        case .standardInput: return try stream(PipeInput(), nil, nil)
        case .file, .rejects: return try open(source.name)
        case .followed, .followedPattern: throw IngestError(.source, "\(source.name) is followed: a Follower reads it")
        case .folder: throw IngestError(.source, "\(source.name) is a folder (directory): its files are read in its stead")
        case .unnameable: throw IngestError(.source, "\(source.name) cannot be opened: \(IngestSource.unnameable)")
        }
    }

    private func open(_ path: String) throws -> any SourceReading {
        if let file { return try read(file, path) }
        if task.written.contains(path) { throw IngestError(.source, "\(path) is a file that the sink writes") }
        guard let status = IngestSource.status(path), status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR else {
            return try read(IngestError.source(path) { () throws(ModelError) in try ModelFile(path) }, path)
        }
        return try stream(PipeInput(path), nil, nil)
    }

    private func read(_ file: ModelFile, _ path: String) throws -> any SourceReading {
        self.file = nil
        let size = try IngestError.source(path) { () throws(ModelError) in try file.currentSize() }
        let start = try task.places.start(of: file, source)
        let head = try IngestError.source(path) { () throws(ModelError) in
            try file.head(max(Compression.magicBytes, TextInput.markBytes))
        }
        task.log(
            .progress,
            start.place.map { "\(path): continuing at line \($0.position.line), byte \($0.position.offset)" }
                ?? "\(path): from its start")
        if Compression(head: head) != nil || isWide(head, start) {
            return try stream(PlainInput(file, path, at: 0, expecting: size), file, start)
        }
        let position = start.place?.position ?? ReadingPosition()
        guard source.kind == .rejects else {
            let framing = try self.framing(start) {
                var finder = self.finder
                return try IngestError.source(path) { () throws(ModelError) in try file.found(by: &finder) }
            }
            guard framing != .lines else { return try ScanReading(T.self, source, file, start, task) }
            try IngestError.source(path) { () throws(ModelError) in try file.check(position, framing.records) }
            return try StreamReading<T>(
                source, PlainInput(file, path, at: start.place?.resumption.offset ?? 0, expecting: size), file, start, task,
                framing: framing, leavesUnfinishedLine: true)
        }
        try IngestError.source(path) { () throws(ModelError) in try file.check(position, .lines) }
        return try RejectReading<T>(source, PlainInput(file, path, at: position.offset, expecting: size), file, start, task)
    }

    /// How records follow each other: as they did when a place was stored, as the options say, or as is found.
    ///
    /// - Parameters:
    ///   - encoding: How the text is encoded.
    ///   - find: Finds it by the first bytes.
    private func framing(
        _ start: PlaceBook.Start?, in encoding: IngestFraming.Encoding? = nil, _ find: () throws -> IngestFraming
    ) throws -> IngestFraming {
        let records = try task.storedFraming(start, of: source) ?? (task.framing.isAutomatic ? find() : task.framing)
        let framing = records.encoded(as: encoding)
        if framing != .lines { task.note(framing, of: source) }
        return framing
    }

    /// Whether a file is in UTF-16: as it was when a place was stored, as the options say, or as its mark says.
    private func isWide(_ head: [UInt8], _ start: PlaceBook.Start) -> Bool {
        guard source.kind != .rejects else { return false }
        if let place = start.place { return place.framing?.encoding != nil }
        return task.framing.encoding != nil || TextInput.encoding(of: head, isAll: true) as? IngestFraming.Encoding != nil
    }

    private var finder: SourceFraming { SourceFraming(T.self, task.options.decoding) }

    /// Looks at the first bytes of an input.
    ///
    /// - Returns: The bytes, and how records follow each other.
    private func opening(of input: any OpenInput) throws -> ([UInt8], IngestFraming) {
        var (finder, bytes) = (finder, [UInt8]())
        var next = [UInt8](repeating: 0, count: SourceFraming.window)
        while !task.stop.isSet {
            let room = SourceFraming.window - bytes.count
            let step = unsafe try next.withUnsafeMutableBytes { next throws(IngestError) in
                unsafe try input.read(UnsafeMutableRawBufferPointer(rebasing: next[..<room]))
            }
            var isAll = false
            switch step {
            case .bytes(let count): bytes += next[..<count]
            case .waiting: continue
            case .end: isAll = true
            }
            if let framing = finder.look(at: bytes, isAll: isAll) { return (bytes, framing) }
            if isAll || bytes.count >= SourceFraming.window { break }
        }
        return (bytes, .lines)
    }

    /// A reading of an input that may be compressed.
    private func stream(_ input: any OpenInput, _ file: ModelFile?, _ start: PlaceBook.Start?) throws -> any SourceReading {
        // The first bytes say what it is.
        var head: [UInt8] = []
        var next = [UInt8](repeating: 0, count: Compression.magicBytes)
        reading: while head.count < Compression.magicBytes && !task.stop.isSet {
            let room = Compression.magicBytes - head.count
            let step = unsafe try next.withUnsafeMutableBytes { bytes throws(IngestError) in
                unsafe try input.read(UnsafeMutableRawBufferPointer(rebasing: bytes[..<room]))
            }
            switch step {
            case .bytes(let count): head += next[..<count]
            case .waiting: continue
            case .end: break reading
            }
            if !Compression.mayBegin(with: head[0]) { break }
        }
        let whole: any OpenInput =
            if let compression = Compression(head: head) {
                try CompressedInput(input, source.name, compression, head: head, at: start?.place)
            } else {
                ResumedInput(input, head)
            }
        if source.kind == .rejects { return try RejectReading<T>(source, whole, file, start, task) }
        let text = TextInput(whole, source.name, task.framing.encoding, at: start?.place)
        while try !task.stop.isSet && !text.findEncoding() {}
        var rest: any OpenInput = text
        let framing = try self.framing(start, in: text.encoding) {
            let (bytes, found) = try opening(of: text)
            rest = ResumedInput(text, bytes)
            return found
        }
        // A file may grow; what a pipe has given it does not give again.
        return try StreamReading<T>(source, rest, file, start, task, framing: framing, leavesUnfinishedLine: file != nil)
    }
}

/// An input of which some bytes have been read already.
private final class ResumedInput: OpenInput {
    private let base: any OpenInput
    private var head: [UInt8]

    init(_ base: any OpenInput, _ head: [UInt8]) {
        (self.base, self.head) = (base, head)
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        guard !head.isEmpty else { return unsafe try base.read(buffer) }
        let count = min(head.count, buffer.count)
        unsafe buffer.copyBytes(from: head[..<count])
        head.removeFirst(count)
        return .bytes(count)
    }

    func identity(at offset: Int) throws(IngestError) -> FileIdentity? { try base.identity(at: offset) }

    var checksum: UInt32? { base.checksum }

    func sourceBytes(at offset: Int) -> Int { base.sourceBytes(at: offset) }
}

/// Runs a feed on a thread of its own, so that one that waits for bytes keeps no task from running.
final class FeedThread<T: BaseModel>: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the feed is used on the queue alone.

    private let feed: SourceFeed<T>
    private let queue: DispatchQueue

    init(_ source: IngestSource, _ task: ReadingTask) {
        feed = SourceFeed(source, task)
        queue = DispatchQueue(label: "yodel.ingest.\(source.name)")
    }

    /// The next batch.
    ///
    /// - Returns: nil behind the last one.
    func next() async throws -> IngestBatch? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.feed.next() }) }
        }
    }

    /// What the end of the source has shown, or its failure.
    ///
    /// - Returns: nil before it.
    func ending() async -> SourceEnding? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.feed.ending) }
        }
    }
}
#endif
