#if Ingest
import ArgumentParser
import FoundationEssentials
import IngestSample
import Logging
import ServiceLifecycle
import Yodel
import YodelIngest
internal import YodelSystem

/// `Ingest events.ndjson --into events.sqlite`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Reads files into a database (the default command).",
        discussion: """
            Plain, gzip and zstd files are told apart by their first bytes. Rows, rejects and the place in each file are one transaction, so that a run which is killed, or fails, leaves \
            nothing half done: run it again. SIGINT and SIGTERM end it after the current batch.

            Records are found by the first bytes: one on each line; the elements of an array, or of one below Records, events, items or data; pretty-printed or concatenated values; \
            a text sequence; the data of server-sent events; what is logged in a container's log (CRI, docker); the records of a body for Elasticsearch's bulk API. Text in UTF-16 is \
            known by its byte order mark. What is not lines is in the summary. --framing overrides.

            A last line that is not finished is left to the next run, unless it comes from standard input or a pipe. It is no reject.

            Exit status: 0 everything is stored, rows and rejects; 1 more rejects than --max-rejects or --max-reject-ratio allow, or more drift than --max-drift-ratio does, or a source of which nothing became a row, such as an HTML page \
            instead of JSON; 2 the command is wrong; 3 a source or the database failed, or the run was stopped before the end of its files.
            """)

    @Argument(
        help: "Files, folders, patterns in quotes, or - for standard input, which is read if none is named. With --follow: files, patterns."
    )
    var sources: [String] = []

    @Option(
        help: ArgumentHelp(
            "The SQLite database that gets the rows; a PostgreSQL database: postgresql://user@server/name; or a file of lines: x.ndjson, x.jsonl.",
            valueName: "database"))
    var into: String?

    @Flag(help: "Read lines as they are added to the files, through rotation and links, until a signal arrives or a file cannot be read.")
    var follow = false

    @Flag(
        help: ArgumentHelp(
            "Ingest rejects again, after a fix to the model or the records.",
            discussion: "With files: files of rejects, as --rejects writes them. Without: the rows of the table rejects."))
    var replay = false

    @Option(help: ArgumentHelp("Write this many sample events to the file instead, one in a hundred faulty.", valueName: "count"))
    var sample: Int?

    @Option(help: ArgumentHelp("The seed of the sample.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("End when more records than this have been rejected.", valueName: "count"))
    var maxRejects: Int?

    @Option(
        help: ArgumentHelp(
            "End when a larger share than this, 0 to 1, of a file's records has been rejected, or of all.", valueName: "share"))
    var maxRejectRatio: Double?

    @Option(
        help: ArgumentHelp(
            "End when a larger share than this, 0 to 1, of a file's rows has unknown keys, or lacks keys, or of all.", valueName: "share"))
    var maxDriftRatio: Double?

    @Flag(help: "Do not count unknown and missing keys.")
    var noDrift = false

    @Option(help: ArgumentHelp("Threads that decode a file. Default: all cores but one.", valueName: "count"))
    var workers: Int?

    @OptionGroup var writing: DatabaseOptions

    @Flag(help: "Read files from their start, even if their records are stored already.")
    var fromStart = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    func validate() throws {
        if let sample {
            guard sample > 0 else { throw ValidationError("--sample needs a number above zero.") }
            guard sources.count == 1, sources[0] != "-", into == nil else {
                throw ValidationError("--sample needs one file to write, and nothing else.")
            }
            return
        }
        guard let into else { throw ValidationError("Say where the rows go: --into events.sqlite") }
        try writing.check(for: Destination(into))
        if case .lines = Destination(into), replay && sources.isEmpty {
            throw ValidationError("A file of lines has no table rejects: name a copy of the file of rejects next to it.")
        }
        if replay && (follow || sources.contains("-")) {
            throw ValidationError("--replay reads files of rejects, or the table rejects: no --follow, and no standard input.")
        }
        if follow && (sources.isEmpty || sources.contains("-")) { throw ValidationError("--follow needs the names of files.") }
        if follow && !writing.framing.value.canBeFollowed {
            throw ValidationError("--follow reads line by line: no --framing of something else.")
        }
        // What an option means is looked at before anything is opened.
        do { try options.check() } catch { throw ValidationError(error.message) }
    }

    private var options: IngestOptions {
        var options = writing.reading
        options.maximumRejects = maxRejects ?? .max
        options.maximumRejectRatio = maxRejectRatio ?? 1
        options.maximumDriftRatio = maxDriftRatio ?? 1
        options.countsDrift = !noDrift
        options.workers = workers
        options.startsOver = fromStart
        return options
    }

    func run() async throws {
        if let sample { return try writeSample(sample) }
        switch Destination(into ?? "") {
        case .lines(let path): try await ingest(into: NDJSONSink(path: path))
        case .sqlite(let path):
            let sink = writing.sqlite(path)
            if replay && sources.isEmpty { return try await takeInRejects(sink, path) }
            try await ingest(into: sink)
        case .server(let url):
            #if PostgreSQL
            let sink = writing.postgreSQL(url)
            if replay && sources.isEmpty { return try report(try await sink.replay(Event.self, options: options)) }
            try await ingest(into: sink, name: sink.databaseName) { sink.refusedRows }
            #else
            throw ValidationError("This program was built without PostgreSQL.")
            #endif
        }
    }

    private func writeSample(_ count: Int) throws {
        let written = try SampleEvents(count: count, seed: seed).write(to: sources[0])
        if !quiet {
            print(PrintedText.escaped("\(written.events) lines, \(written.faults) of them faulty, \(written.bytes) bytes in \(sources[0])"))
        }
    }

    private func takeInRejects(_ database: SQLiteSink, _ path: String) async throws {
        guard unsafe access(path, F_OK) == 0 else { throw IngestError(.sink, "there is no database \(path)") }
        try report(try await database.replay(Event.self, options: options))
    }

    private func report(_ done: ReplaySummary) throws {
        if json {
            print(try ReplayReport(done).jsonString())
        } else if !quiet {
            print("\(done.rows) rejects are rows now, \(done.rejects) failed again, \(done.withoutBytes) have no bytes to be read")
        }
    }

    /// - Parameters:
    ///   - sink: What takes the rows.
    ///   - name: What it is called; nil: as the command has it.
    ///   - refused: Rows that it could not hold, and has among its rejects.
    private func ingest(into sink: any IngestSink, name: String? = nil, refused: () -> Int = { 0 }) async throws {
        let sources: [IngestSource]
        do {
            let names = self.sources.isEmpty ? ["-"] : self.sources
            let named = follow ? try IngestSource.followed(names) : try IngestSource.named(names, besides: sink.files)
            sources = replay ? named.map(\.asRejects) : named
        } catch {
            complain("Ingest: \(error)")
            if json {
                var report = SummaryReport()
                (report.exit, report.reason) = (Int(ExitStatus.failed.rawValue), "\(error)")
                print(try report.jsonString())
            }
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        var logger = Logger(label: "ingest", factory: { StreamLogHandler.standardError(label: $0) })
        let progress = ProgressLine(quiet: quiet, totalBytes: follow || quiet ? nil : totalBytes(sources))
        // What is lost is said in any case; beside a bar also what is waited for.
        logger.logLevel = quiet ? .critical : progress.isBar ? .warning : .info
        let pipeline = IngestPipeline(Event.self, from: sources, into: sink, options: options, logger: logger) { progress.show($0) }
        let failure = await run(pipeline, logger)
        let summary = pipeline.summary
        progress.finish()
        var status = ExitStatus.allIn
        var reason: String?
        if let failure {
            status = (failure as? IngestError)?.kind == .limit ? .tooManyRejects : .failed
            reason = "\(failure)"
        } else if summary.wasStopped && !follow {
            status = .failed
            reason = "stopped before the end; the next run continues after the stored records"
        }
        let unfit = SummaryText.unfit(summary)
        for line in unfit + [reason].compactMap(\.self) { complain("Ingest: \(line)") }
        if status == .allIn && !unfit.isEmpty { (status, reason) = (.tooManyRejects, unfit.joined(separator: "; ")) }
        if json {
            print(try SummaryReport(summary, status, reason, refused: refused()).jsonString())
        } else if !quiet {
            print(SummaryText.text(summary, name ?? into ?? "", refused: refused()))
        }
        if status != .allIn { throw ExitCode(status.rawValue) }
    }

    /// Runs the ingestion as a service that SIGINT and SIGTERM end.
    private func run(_ pipeline: IngestPipeline<Event>, _ logger: Logger) async -> (any Error)? {
        var silent = logger
        silent.logLevel = .critical
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: pipeline, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .cancelGroup)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [service], gracefulShutdownSignals: [.sigint, .sigterm], logger: silent))
        do {
            try await group.run()
            return nil
        } catch {
            return error
        }
    }

    /// Bytes of all files; nil if one of the sources is none.
    private func totalBytes(_ sources: [IngestSource]) -> Int? {
        var total = 0
        for source in sources {
            var status = stat()
            guard unsafe source.name != "-" && stat(source.name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG else { return nil }
            // Files with holes may be of any size.
            let (sum, overflow) = total.addingReportingOverflow(Int(status.st_size))
            if overflow { return nil }
            total = sum
        }
        return total
    }
}
#endif
