#if Ingest
public import Logging
import ServiceLifecycle
import Synchronization
public import Yodel

#if NIO
public import NIOCore
#endif

/// Takes bodies of NDJSON from many senders at a time, such as requests to a service, into one sink.
///
/// ```swift
/// let receiver = IngestReceiver(Event.self, into: SQLiteSink(Event.self, path: "events.sqlite"))
/// try await receiver.open()
/// let receipt = try await receiver.receive(chunks, named: "a request")
/// print(receipt.rows, "rows,", receipt.rejects, "rejects")
/// try await receiver.close()
/// ```
///
/// When `receive` returns, all of the body is in: its records as rows, those that failed as rejects. A body is decoded as it
/// comes, and never held as a whole. Up to `IngestOptions.maximumRows` records and 2 MiB of their columns are one transaction, together with those of other senders that come at the same time; of a body
/// that is longer, or whose sender goes away in its middle, a part may be in without an answer. Where senders repeat what was not answered, a key in the table keeps each record
/// from coming in twice.
///
/// As a service (`Service` of swift-service-lifecycle) it opens its sink, and closes it behind the bodies at hand when a graceful shutdown begins.
public final class IngestReceiver<T: BaseModel>: Service {
    /// A sink that takes batches.
    private struct OpenSink {
        let writer: GroupWriter
        let columns: ColumnOptions
    }

    private enum Phase {
        case new
        case opening(Task<OpenSink, any Error>)
        case open(OpenSink)
        case closed
    }

    private struct State {
        var phase = Phase.new
        var bodies = 0
        var summary = IngestSummary()
        /// Rejects that are stored, or being written.
        var rejects = 0
        /// Waits for the last body.
        var drained: CheckedContinuation<Void, Never>?
    }

    private let sink: any IngestSink
    private let options: IngestOptions
    private let maximumRejects: Int
    private let logger: Logger
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    /// Prepares a receiver. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model that is a struct or a class.
    ///   - sink: What takes the records. A ``GroupIngestSink`` takes those of several senders at once.
    ///   - options: How records are read. Limits of rejects are those of a body, a share from its hundredth record on; `workers` and `startsOver` have no meaning here.
    ///   - maximumRejects: Rejects of all bodies that the receiver stores. A batch with more is not written, and ends its body with the error `sink`; bodies without
    ///     rejects are taken as before. Default: 1,000,000. Strangers fill a disk with rejects at little cost: a line of one byte is a row of some two hundred.
    ///   - logger: Gets a line for each body with rejects, of level debug, and errors of the sink.
    public init(
        _ type: T.Type, into sink: any IngestSink, options: IngestOptions = IngestOptions(), maximumRejects: Int = 1_000_000,
        logger: Logger = Logger(label: "yodel.ingest", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        self.sink = sink
        self.options = options
        self.maximumRejects = maximumRejects
        self.logger = logger
    }

    /// What has come in so far.
    public var summary: IngestSummary {
        state.withLock { state in
            state.summary.seconds = (ContinuousClock.now - start) / .seconds(1)
            return state.summary
        }
    }

    /// Whether bodies are taken: the receiver is open, and the sink has taken the last batch that it was given, or could be opened again behind one that it has not.
    public var isReady: Bool {
        get async {
            let phase = state.withLock { $0.phase }
            guard case .open(let opened) = phase else { return false }
            return await opened.writer.isSound()
        }
    }

    /// Opens the sink. What has been opened stays as it is.
    ///
    /// - Throws: What the sink throws; ``IngestError`` of kind `declaration` if an option has no meaning; `ModelError` if the type cannot be mapped;
    ///   ``ReceivingError`` of kind `closed` behind ``close()``.
    public func open() async throws {
        let opening: Task<OpenSink, any Error>? = state.withLock { state in
            switch state.phase {
            case .opening(let task): return task
            case .open, .closed: return nil
            case .new:
                let task = Task { [options, sink] in
                    try options.check()
                    if options.maximumDriftRatio < 1 {
                        throw IngestError(.declaration, "maximumDriftRatio is \(options.maximumDriftRatio); a receiver has no such share")
                    }
                    var columns = try options.columns(of: T.self, expanding: sink.expandedProperties)
                    columns.maximumBytes = Self.bytesOfBatch
                    options.countKeys(&columns)
                    let fields = try ColumnReader(T.self, options: columns).fields
                    try await sink.open(fields)
                    return OpenSink(writer: GroupWriter(sink, fields), columns: columns)
                }
                state.phase = .opening(task)
                return task
            }
        }
        guard let opening else {
            if case .closed = state.withLock({ $0.phase }) { throw closedError }
            return
        }
        let result = await opening.result
        state.withLock { state in
            guard case .opening = state.phase else { return }
            if case .success(let opened) = result { state.phase = .open(opened) } else { state.phase = .new }
        }
        _ = try result.get()
    }

    /// Closes the sink, behind the bodies at hand. No further ones are taken.
    ///
    /// - Throws: What the sink throws.
    public func close() async throws {
        if case .opening = state.withLock({ $0.phase }) { try? await open() }
        var wasOpen = false
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if case .open = state.phase { wasOpen = true }
                state.phase = .closed
                guard wasOpen && state.bodies > 0 else { return true }
                state.drained = continuation
                return false
            }
            if isDrained { continuation.resume() }
        }
        if wasOpen { try await sink.close() }
    }

    /// Opens the sink, and closes it when a graceful shutdown begins or the task is cancelled.
    ///
    /// - Throws: As ``open()`` and ``close()`` do.
    public func run() async throws {
        try await open()
        try? await gracefulShutdown()
        try await close()
        logger.info("\(summary)")
    }

    /// Takes a body.
    ///
    /// - Parameters:
    ///   - chunks: The body's bytes, in pieces of any size. The next piece is asked for when the last one has been read, and each batch that it completed is in.
    ///   - name: What its rejects are said to come from.
    ///   - compression: What the body is compressed by; nil: nothing.
    ///   - limits: How much of it is taken.
    ///   - isLive: Whether what each piece completes is written before the next one is asked for, as of a connection that stays open: a record is in as soon as its line has
    ///     ended. Default: false: batches are written when they are full.
    /// - Returns: What has become of the body. All of it is in.
    /// - Throws: ``ReceivingError``, which says what of the body is in; ``IngestError`` of kind `declaration` if a limit has no meaning.
    public func receive<Chunks: AsyncSequence>(
        _ chunks: Chunks, named name: String, compression: BodyCompression? = nil, limits: BodyLimits = BodyLimits(), isLive: Bool = false
    ) async throws -> IngestReceipt where Chunks.Element == [UInt8] {
        try await receive(chunks, Body(name: name, compression: compression, limits: limits, isLive: isLive)) { $0 }
    }

    #if NIO
    /// Takes a body, as SwiftNIO hands its pieces on: of a request, or of a connection.
    ///
    /// ```swift
    /// try await connection.executeThenClose { inbound, _ in
    ///     let receipt = try await receiver.receive(inbound, named: "feed", limits: .none, isLive: true)
    ///     print(receipt.rows, "rows,", receipt.rejects, "rejects")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - chunks: The body's bytes, in buffers of any size.
    ///   - name: What its rejects are said to come from.
    ///   - compression: What the body is compressed by; nil: nothing.
    ///   - limits: How much of it is taken.
    ///   - isLive: Whether what each buffer completes is written before the next one is asked for, as of a connection that stays open. Default: false.
    /// - Returns: What has become of the body. All of it is in.
    /// - Throws: ``ReceivingError``, which says what of the body is in; ``IngestError`` of kind `declaration` if a limit has no meaning.
    public func receive<Chunks: AsyncSequence>(
        _ chunks: Chunks, named name: String, compression: BodyCompression? = nil, limits: BodyLimits = BodyLimits(), isLive: Bool = false
    ) async throws -> IngestReceipt where Chunks.Element == ByteBuffer {
        let body = Body(name: name, compression: compression, limits: limits, isLive: isLive)
        return try await receive(chunks, body) { Array($0.readableBytesView) }
    }
    #endif

    /// What is known of a body before its bytes.
    private struct Body {
        let name: String
        let compression: BodyCompression?
        let limits: BodyLimits
        let isLive: Bool

        /// Looks whether there is time left for more.
        func check(_ deadline: ContinuousClock.Instant, _ receipt: IngestReceipt) throws(ReceivingError) {
            if ContinuousClock.now > deadline {
                throw ReceivingError(.tooSlow, "the body has taken more than \(limits.maximumSeconds) seconds", receipt)
            }
        }
    }

    private func receive<Chunks: AsyncSequence>(_ chunks: Chunks, _ body: Body, _ bytes: (Chunks.Element) -> [UInt8]) async throws
        -> IngestReceipt
    {
        try body.limits.check()
        let opened = try begin()
        defer { end() }
        var receipt = IngestReceipt(body.name)
        do {
            var columns = opened.columns
            columns.reading.maximumFailures = min(columns.reading.maximumFailures, body.limits.maximumRejects)
            let reading = try BodyReading<T>(body.name, body.compression, maximumBytes: body.limits.maximumBytes, columns, options.framing)
            let deadline = ContinuousClock.now + .seconds(body.limits.maximumSeconds)
            for try await chunk in chunks {
                try body.check(deadline, receipt)
                reading.lend(bytes(chunk))
                try await take(reading, opened.writer, body, deadline, &receipt)
            }
            reading.end()
            try await take(reading, opened.writer, body, deadline, &receipt)
            if let framing = reading.framing, framing != .lines { state.withLock { $0.summary.bodies[framing, default: 0] += 1 } }
        } catch {
            let error = ReceivingError(error, receipt)
            let text = PrintedText.escaped("\(body.name): \(error)")
            if error.kind == .sink { logger.error("\(text)") } else { logger.debug("\(text)") }
            throw error
        }
        if receipt.rejects > 0 { logger.debug("\(PrintedText.escaped(body.name)): \(receipt.rejects) rejects") }
        return receipt
    }

    /// Bytes of columns that a batch has.
    private static var bytesOfBatch: Int { 2 << 20 }

    /// Bytes of the content between two pauses that let others run.
    private static var bytesOfTurn: Int { 1 << 20 }

    /// Reads what a body has been lent, and writes what is complete.
    private func take(
        _ reading: BodyReading<T>, _ writer: GroupWriter, _ body: Body, _ deadline: ContinuousClock.Instant, _ receipt: inout IngestReceipt
    ) async throws {
        var turn = 0
        while true {
            switch try reading.next() {
            case .batch(let batch):
                try body.check(deadline, receipt)
                try await write(batch, writer, receipt)
                receipt.add(batch, maximumProblems: body.limits.maximumProblems)
                state.withLock { $0.summary.add(batch, countsSources: false) }
                IngestMetrics.count(batch)
            case .read(let count):
                try body.check(deadline, receipt)
                turn += count
                if turn >= Self.bytesOfTurn {
                    turn = 0
                    await Task.yield()
                }
            case .waiting:
                guard body.isLive, try reading.flush() else { return }
            case .tooLarge:
                throw ReceivingError(.tooLarge, "the body has more than \(body.limits.maximumBytes) bytes", receipt)
            }
        }
    }

    /// Writes a batch, if its rejects are no more than may be stored.
    private func write(_ batch: IngestBatch, _ writer: GroupWriter, _ receipt: IngestReceipt) async throws {
        let count = batch.rejects.count
        let hasRoom = state.withLock { state in
            guard count <= max(maximumRejects, 0) - state.rejects else { return count == 0 }
            state.rejects += count
            return true
        }
        guard hasRoom else { throw ReceivingError(.sink, "the rejects are as many as the service stores, \(maximumRejects)", receipt) }
        do {
            try await writer.write(batch)
        } catch {
            state.withLock { $0.rejects -= count }
            throw error
        }
    }

    private func begin() throws -> OpenSink {
        let opened: OpenSink? = state.withLock { state in
            guard case .open(let opened) = state.phase else { return nil }
            state.bodies += 1
            return opened
        }
        guard let opened else { throw closedError }
        return opened
    }

    private func end() {
        let drained = state.withLock { state in
            state.bodies -= 1
            guard state.bodies == 0 else { return CheckedContinuation<Void, Never>?.none }
            defer { state.drained = nil }
            return state.drained
        }
        drained?.resume()
    }

    private var closedError: ReceivingError { ReceivingError(.closed, "the receiver is not open", IngestReceipt()) }
}
#endif
