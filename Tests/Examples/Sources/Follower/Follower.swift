import Logging
import ServiceLifecycle
import Yodel
import YodelIngest

/// Puts the lines of a log into SQLite as they are written, until SIGINT or SIGTERM.
///
///     Follower access.ndjson access.sqlite
///
/// The rows and the place in the log are one transaction: however the program ends, the next run continues after the last row.
@main
struct Follower {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: Follower LOG DATABASE")
            return
        }
        let logger = Logger(label: "follower")
        let sink = SQLiteSink(Visit.self, path: arguments[2])
        let pipeline = IngestPipeline(Visit.self, from: [.follow(arguments[1])], into: sink, logger: logger)
        // The pipeline is a service: a signal ends it after the current batch.
        let group = ServiceGroup(services: [pipeline], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        try await group.run()
        print(pipeline.summary.rows, "rows,", pipeline.summary.rejects, "rejects")
    }
}
