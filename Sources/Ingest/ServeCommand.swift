#if Server && Ingest
import ArgumentParser
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Yodel
import YodelIngest
import YodelServer
internal import YodelSystem

/// `Ingest serve --into events.sqlite`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Receives NDJSON over HTTP and stores it in a database.",
        discussion: """
            Try it:

              Ingest serve --into events.sqlite
              curl -X POST -T events.ndjson http://127.0.0.1:8080/events
              curl http://127.0.0.1:8080/metrics

            POST /events takes any number of lines of JSON, one array of records, or
            what else is found in a file (Ingest help run), plain or with the
            Content-Encoding gzip or zstd, and is answered with

              200  all records of the body are rows
              207  all stored, some of them as rejects: which, where, and why
              400  the body is damaged, or ends too early
              408  it takes too long (--body-seconds)
              413  it has too many bytes (--max-body-bytes)
              415  it is not text in lines, or has another encoding
              422  the table rejects one of the rows, or too many records are
                   rejects (--max-rejects)
              429  too many bodies at a time (--max-bodies)
              431  the request's header is too long (--max-header-bytes)
              503  the database cannot store rows, no more rejects may be stored
                   (--max-all-rejects), there are too many connections
                   (--max-connections), or the service ends

            429 and 503 say in Retry-After when to send the body again. If the answer
            is not 200 or 207, or there is none, a part of the body may be stored.
            Send it again: a row whose key is there replaces that row.

            Of a body that is refused, at most 1 MiB is read, for at most 2 seconds.
            Then the connection is closed.

            GET /health is answered with 200 while rows can be stored, else with 503.
            GET /metrics has counts for Prometheus.

            The service speaks HTTP/1.1 without TLS and has no authentication: run it
            behind a proxy that does both. SIGINT and SIGTERM end it after the current
            bodies.

            Exit status: 0 it was told to end, and stored all current bodies; 2 the
            command is wrong; 3 the database or the port cannot be opened, or bodies
            were cut off by --grace-seconds.
            """)

    @Option(
        help: ArgumentHelp(
            "The SQLite database that gets the rows, postgresql://…, or a file of lines: x.ndjson, x.jsonl.", valueName: "database")
    )
    var into: String

    @Option(help: "The address to listen on; 0.0.0.0 for all.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on.")
    var port = 8080

    @Option(help: ArgumentHelp("Bytes of a body, decompressed; more are answered with 413.", valueName: "bytes"))
    var maxBodyBytes = BodyLimits().maximumBytes

    @Option(help: ArgumentHelp("Bytes of a record; a longer one is a reject.", valueName: "bytes"))
    var maxRecordBytes = 1 << 20

    @Option(help: ArgumentHelp("Bodies that are read at a time; more are answered with 429.", valueName: "count"))
    var maxBodies = 32

    @Option(help: ArgumentHelp("Rejects of a body; more are answered with 422.", valueName: "count"))
    var maxRejects = BodyLimits().maximumRejects

    @Option(help: ArgumentHelp("Rejects of all bodies since the start; bodies with more are answered with 503.", valueName: "count"))
    var maxAllRejects = 1_000_000

    @Option(help: ArgumentHelp("Connections at a time; more are answered with 503.", valueName: "count"))
    var maxConnections = ConnectionLimits().maximumConnections

    @Option(help: ArgumentHelp("Bytes of a request's header; more are answered with 431.", valueName: "bytes"))
    var maxHeaderBytes = ConnectionLimits().maximumHeaderBytes

    @Option(
        help: ArgumentHelp(
            "Seconds that a body may take, the work on it included; more are answered with 408.", valueName: "seconds"))
    var bodySeconds = BodyLimits().maximumSeconds

    @Option(
        help: ArgumentHelp("Seconds that a connection may keep the service waiting; it is closed after that.", valueName: "seconds"))
    var idleSeconds = 30

    @Option(help: ArgumentHelp("Seconds that the current bodies are given when the service ends.", valueName: "seconds"))
    var graceSeconds = 30

    @OptionGroup var writing: DatabaseOptions

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        for (name, value, limits) in [
            ("--port", port, 0...65_535), ("--max-body-bytes", maxBodyBytes, 1...Int.max),
            ("--max-record-bytes", maxRecordBytes, 1...Int.max),
            ("--max-bodies", maxBodies, 1...100_000), ("--max-connections", maxConnections, 1...1_000_000),
            ("--max-rejects", maxRejects, 0...Int.max), ("--max-all-rejects", maxAllRejects, 0...Int.max),
            ("--max-header-bytes", maxHeaderBytes, 256...1 << 20),
            ("--idle-seconds", idleSeconds, 1...86_400), ("--grace-seconds", graceSeconds, 0...86_400),
        ] where !limits.contains(value) {
            throw ValidationError("\(name) is \(value); it must be from \(limits.lowerBound) to \(limits.upperBound).")
        }
        if !(0...86_400).contains(bodySeconds) { throw ValidationError("--body-seconds needs seconds, at most 86400.") }
        try writing.check(for: Destination(into))
        do { try reading.check() } catch { throw ValidationError(error.message) }
    }

    private var reading: IngestOptions {
        var reading = writing.reading
        reading.maximumRecordBytes = maxRecordBytes
        return reading
    }

    /// What takes the rows, its name, and how many it could not hold, and has among its rejects.
    private var sink: (sink: any IngestSink, name: String, refused: () -> Int) {
        switch Destination(into) {
        case .lines(let path): return (NDJSONSink(path: path), path, { 0 })
        case .sqlite(let path): return (writing.sqlite(path), path, { 0 })
        #if PostgreSQL
        case .server(let url):
            let sink = writing.postgreSQL(url)
            return (sink, sink.databaseName, { sink.refusedRows })
        #else
        case .server: preconditionFailure("validate() has refused it")
        #endif
        }
    }

    /// Connections beyond the limit that are answered at a time. Further ones wait.
    private static var spareConnections: Int { 64 }
    /// Files that the program opens for itself.
    private static var ownFiles: Int { 128 }

    func run() async throws {
        var logger = Logger(label: "ingest", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = quiet ? .error : .info
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let (sink, name, refused) = sink
        let receiver = IngestReceiver(Event.self, into: sink, options: reading, maximumRejects: maxAllRejects, logger: logger)
        // Before anything is listened to, so that what is wrong with the database ends the program.
        try await receiver.open()
        var options = IngestRoutes<Event>.Options()
        options.limits.maximumBytes = maxBodyBytes
        options.limits.maximumSeconds = bodySeconds
        options.limits.maximumRejects = maxRejects
        options.maximumBodies = maxBodies
        options.metrics = metrics
        let router = Router()
        router.add(middleware: MetricsMiddleware())
        IngestRoutes(receiver, options: options).add(to: router)
        var limits = ConnectionLimits()
        (limits.maximumConnections, limits.maximumHeaderBytes, limits.idleSeconds) = (maxConnections, maxHeaderBytes, Double(idleSeconds))
        allowOpenFiles(maxConnections + Self.spareConnections + Self.ownFiles)
        let application = WatchedService(
            Application(
                router: router, server: .http1(limits: limits),
                configuration: ApplicationConfiguration(
                    address: .hostname(host, port: port), serverName: "Ingest",
                    availableConnectionsDelegate: MaximumAvailableConnections(maxConnections + Self.spareConnections)),
                logger: logger))
        var silent = logger
        silent.logLevel = .critical
        // The last one ends first: no body is taken once the receiver ends.
        var group = ServiceGroupConfiguration(
            services: [receiver, application], gracefulShutdownSignals: [.sigint, .sigterm], logger: silent)
        group.maximumGracefulShutdownDuration = .seconds(graceSeconds)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw IngestError(.source, "cannot listen on \(host), port \(port): \(error)")
        }
        if !quiet { print(SummaryText.text(receiver.summary, name, refused: refused())) }
        if application.wasCutOff {
            throw IngestError(.source, "bodies had not ended after the \(graceSeconds) s of --grace-seconds, and were cut off")
        }
    }
}
#endif
