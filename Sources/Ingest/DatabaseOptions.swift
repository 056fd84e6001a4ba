#if Ingest
import ArgumentParser
import YodelIngest

/// Where rows go.
enum Destination {
    case sqlite(String)
    /// A file of lines of JSON.
    case lines(String)

    init(_ name: String) {
        self = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .lines(name) : .sqlite(name)
    }
}

/// How rows are written: options of every command that writes some.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Also write rejects to this file, a line of JSON each.", valueName: "file"))
    var rejects: String?

    @Option(help: ArgumentHelp("Rows of a transaction, at most.", valueName: "count"))
    var batchRows = IngestOptions().maximumRows

    @Option(help: ArgumentHelp("Seconds to wait for a locked database.", valueName: "seconds"))
    var busyTimeout = SQLiteSink.Options().busySeconds

    @Flag(help: "Wait for the disk behind every transaction.")
    var durable = false

    @Flag(help: "Refuse conversions: a number in quotes is no number.")
    var strict = false

    /// Looks whether the options fit what rows go to.
    func check(for destination: Destination) throws {
        if case .lines = destination, durable || rejects != nil {
            throw ValidationError("A file of lines has its rejects beside it, and is always on the disk: no --rejects or --durable.")
        }
        if !(0...86_400).contains(busyTimeout) { throw ValidationError("--busy-timeout needs seconds, at most those of a day.") }
    }

    /// How records are read.
    var reading: IngestOptions {
        var options = IngestOptions()
        options.decoding.convertsTypes = !strict
        options.maximumRows = batchRows
        return options
    }

    /// What takes the rows.
    func sink(for destination: Destination) -> any IngestSink {
        switch destination {
        case .lines(let path): return NDJSONSink(path: path)
        case .sqlite(let path):
            var options = SQLiteSink.Options()
            (options.busySeconds, options.isDurable, options.rejectsPath) = (busyTimeout, durable, rejects)
            return SQLiteSink(Event.self, path: path, options: options)
        }
    }
}
#endif
