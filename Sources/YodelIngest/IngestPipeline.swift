#if Ingest
import Dispatch
public import Logging
import ServiceLifecycle
import Synchronization
public import Yodel

/// Reads sources of NDJSON into a sink: every record exactly once, as a row or as a reject.
///
/// ```swift
/// let sink = SQLiteSink(Event.self, path: "events.sqlite")
/// let pipeline = IngestPipeline(Event.self, from: [.file("events.ndjson")], into: sink)
/// let summary = try await pipeline.run()
/// print(summary.rows, "rows,", summary.rejects, "rejects")
/// ```
///
/// A source of which nothing becomes a row is no error: ``IngestSummary/unfitSources`` says why it has not been taken in.
///
/// Files are read one after the other, decoded on several cores, in the order of their lines; sources that are followed beside them and each other. While the sink takes a batch,
/// the next one is asked for, and no more: a sink that is slow slows the reading, and memory stays flat. As a service (`Service` of swift-service-lifecycle) it ends with the batch
/// at hand when a graceful shutdown begins. An error of one source ends the others after their current batch: the next run continues all of them.
public final class IngestPipeline<T: BaseModel>: Service {
    private let sources: [IngestSource]
    private let sink: any IngestSink
    let options: IngestOptions
    private let logger: Logger
    private let progress: (@Sendable (IngestSummary) -> Void)?
    let stopFlag = StopFlag()
    /// Whether somebody has asked for the end.
    private let wasAsked = StopFlag()
    private let state = Mutex(IngestSummary())
    private let hasRun = Atomic(false)
    private let loggedAt = Mutex(0.0)

    /// Prepares an ingestion.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model that is a struct or a class.
    ///   - sources: Where the records come from.
    ///   - sink: What takes them.
    ///   - options: How they are read.
    ///   - logger: Gets a line for each file, one every five seconds, and one at the end; of the level debug one for each batch with rejects; of the level warning one for
    ///     each file to follow that does not exist yet; of the level critical one for lines that are lost: added to a file that cannot be found any more.
    ///   - progress: Called behind each batch that is in.
    public init(
        _ type: T.Type, from sources: [IngestSource], into sink: any IngestSink, options: IngestOptions = IngestOptions(),
        logger: Logger = Logger(label: "yodel.ingest", factory: { _ in SwiftLogNoOpLogHandler() }),
        progress: (@Sendable (IngestSummary) -> Void)? = nil
    ) {
        self.sources = sources
        self.sink = sink
        self.options = options
        self.logger = logger
        self.progress = progress
    }

    /// What has been done so far.
    public var summary: IngestSummary { state.withLock { $0 } }

    /// Ends the ingestion when the batch at hand is in. A sink that waits for a lock waits no longer. What is in stays in; the next run goes on behind it.
    public func stop() {
        wasAsked.set()
        stopFlag.set()
        sink.stopWaiting()
    }

    /// Runs the ingestion to the end of its sources, or until it is stopped.
    ///
    /// - Throws: ``IngestError``: of kind `source` if a source cannot be read, `sink` if a batch cannot be taken, `limit` if more records fail, or drift, than may,
    ///   `declaration` if an option has no meaning; what a sink throws; `ModelError` if the type cannot be mapped; `CancellationError` if the task is cancelled.
    ///   What had been taken before is in.
    @_disfavoredOverload
    public func run() async throws {
        let _: IngestSummary = try await run()
    }

    /// Runs the ingestion to the end of its sources, or until it is stopped. A pipeline can run only once.
    ///
    /// - Returns: What has been done.
    /// - Throws: As the form without a result does.
    public func run() async throws -> IngestSummary {
        guard !hasRun.exchange(true, ordering: .relaxed) else { throw IngestError(.declaration, "a pipeline can run only once") }
        try options.check()
        let sources = try checkedSources()
        let clock = ContinuousClock()
        let start = clock.now
        func finish() {
            state.withLock { summary in
                summary.seconds = (clock.now - start) / .seconds(1)
                summary.wasStopped = wasAsked.isSet
            }
        }
        var columns = try options.columns(of: T.self, expanding: sink.expandedProperties)
        options.countKeys(&columns)
        let fields = try ColumnReader(T.self, options: columns).fields
        do {
            try await sink.open(fields)
            let places = PlaceBook(try await sink.places(), startsOver: options.startsOver)
            let task = ReadingTask(
                options: columns, workers: options.workers ?? max(ModelFile.cores - 1, 1), places: places, stop: stopFlag,
                limits: FailureCount(), written: WrittenFiles(sink.files),
                log: { [logger] note, text in
                    let text = PrintedText.escaped(text)
                    switch note {
                    case .progress: logger.info("\(text)")
                    case .notice: logger.warning("\(text)")
                    case .loss: logger.critical("\(text)")
                    }
                }, framing: options.framing,
                found: { source, framing in self.state.withLock { $0.framings[source.name] = framing } })
            let writer = SinkWriter(sink)
            try await withTaskCancellationHandler {
                try await withGracefulShutdownHandler {
                    try await read(sources, task, writer, since: start)
                } onGracefulShutdown: {
                    self.stop()
                }
            } onCancel: {
                stop()
            }
        } catch {
            finish()
            try? await sink.close()
            logger.error("\(PrintedText.escaped("\(error)"))")
            throw error
        }
        try await sink.close()
        finish()
        try Task.checkCancellation()
        let summary = summary
        logger.info("\(summary)\(summary.wasStopped ? "; stopped before the end" : "")")
        return summary
    }

    /// Looks at the sources before anything is written.
    ///
    /// - Returns: The sources, the files of folders in their stead.
    private func checkedSources() throws(IngestError) -> [IngestSource] {
        let written = WrittenFiles(sink.files)
        let sources = try IngestSource.opened(self.sources, besides: written)
        for source in sources where written.contains(source) {
            throw IngestError(.source, "\(source.printedName) is a file that the sink writes")
        }
        try IngestSource.checkFollowed(sources)
        if !options.framing.canBeFollowed, let followed = sources.first(where: \.isFollowed) {
            throw IngestError(
                .declaration, "\(followed.printedName) is followed, and must be lines: framing is \(options.framing)")
        }
        return sources
    }

    /// Whether it is time for another line of the log.
    private func isDue(_ seconds: Double) -> Bool {
        loggedAt.withLock { last in
            guard seconds - last >= Self.secondsOfLines else { return false }
            last = seconds
            return true
        }
    }

    /// Seconds between two lines of the log that tell how far it is.
    private static var secondsOfLines: Double { 5 }

    /// Reads all sources: files in turn, those that are followed beside them.
    private func read(
        _ sources: [IngestSource], _ task: ReadingTask, _ writer: SinkWriter, since start: ContinuousClock.Instant
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let followed = sources.filter(\.isFollowed)
            let files = sources.filter { !$0.isFollowed }
            if !files.isEmpty { group.addTask { try await self.read(inTurn: files, task, writer, since: start) } }
            var pool: FollowPool?
            do {
                if !followed.isEmpty { pool = try follow(followed, task, writer, since: start, in: &group) }
            } catch {
                stopFlag.set()
                throw error
            }
            defer {
                pool?.stop()
                pool?.join()
            }
            // A source that is followed has no end: the first error is told, and ends the others, when it comes.
            var failure: (any Error)?
            while true {
                do {
                    guard try await group.next() != nil else { break }
                } catch {
                    if failure == nil && sources.count > 1 {
                        logger.error("\(PrintedText.escaped("\(error)")); the other sources end after their current batch")
                    }
                    failure = failure ?? error
                    stopFlag.set()
                }
            }
            if let failure { throw failure }
        }
    }

    /// Notes what the end of a source has shown.
    func end(_ source: IngestSource, _ ending: SourceEnding, _ count: SourceCount) throws(IngestError) {
        if let line = ending.unfinishedLine {
            state.withLock { $0.unfinishedLines[source.name] = line.length }
            let text = "the last line, \(line.length) bytes from byte \(line.offset) on, is not finished: it is left to the next run"
            logger.info("\(PrintedText.escaped("\(source.printedName): \(text)"))")
        }
        // Rejects that fail again have been taken in before.
        if source.kind != .rejects, let fault = count.fault(ending, options) { note(source, unfit: fault) }
        try options.checkShare(of: count.rejects, among: count.records, in: source.printedName)
        try options.checkShare(ofDrifted: count.driftedRows, among: count.rows, in: source.printedName)
    }

    /// Notes that a source has not been taken in.
    func note(_ source: IngestSource, unfit why: String) {
        let why = PrintedText.escaped(why)
        state.withLock { $0.unfitSources[source.name] = why }
        logger.warning("\(PrintedText.escaped(source.printedName)): \(why)")
    }

    /// Counts a batch that is in.
    ///
    /// - Throws: `IngestError` of kind `limit` if a larger share of the run's records has failed, or of its rows has drifted, than may.
    func note(_ batch: IngestBatch, since start: ContinuousClock.Instant) throws(IngestError) {
        let summary = state.withLock { summary in
            summary.add(batch)
            summary.seconds = (ContinuousClock().now - start) / .seconds(1)
            return summary
        }
        IngestMetrics.count(batch)
        if let first = batch.rejects.first {
            logger.debug("\(PrintedText.escaped("\(batch.source): \(batch.rejects.count) rejects, the first of them: \(first)"))")
        }
        if isDue(summary.seconds) { logger.info("\(summary)") }
        progress?(summary)
        // Before, a few records say nothing of the others: what each file has is looked at when it ends.
        if summary.records >= 100 { try options.checkShare(of: summary.rejects, among: summary.records, in: "the run") }
        if summary.rows >= 100 { try options.checkShare(ofDrifted: summary.drift.driftedRows, among: summary.rows, in: "the run") }
    }
}
#endif
