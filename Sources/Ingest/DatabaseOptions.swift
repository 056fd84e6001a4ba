#if Ingest
import ArgumentParser
import Yodel
import YodelIngest

extension ConversionRules: ExpressibleByArgument {}

/// Where rows go.
enum Destination {
    case sqlite(String)
    /// A file of lines of JSON.
    case lines(String)
    /// A PostgreSQL database.
    case server(String)

    init(_ name: String) {
        if name.hasPrefix("postgresql://") || name.hasPrefix("postgres://") {
            self = .server(name)
        } else {
            self = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .lines(name) : .sqlite(name)
        }
    }
}

/// How rows are written: options of every command that writes some.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Also write rejects to this file, a line of JSON each: a new one, or one of rejects.", valueName: "file"))
    var rejects: String?

    @Option(help: ArgumentHelp("Rows of a transaction, at most.", valueName: "count"))
    var batchRows = IngestOptions().maximumRows

    @Option(help: ArgumentHelp("Seconds to wait for a locked database.", valueName: "seconds"))
    var busyTimeout = SQLiteSink.Options().busySeconds

    @Flag(help: "Wait for the disk after every transaction.")
    var durable = false

    @Option(
        help: ArgumentHelp(
            """
            What becomes of values of another type: convert, what loses nothing ("12" is 12), 4.5 for an integer and null for a number being rejects; \
            lenient, all that can be, and a property has its default where a value does not fit; strict, nothing. (default: convert)
            """, valueName: "rules"))
    var rules: ConversionRules?

    @Flag(help: "The same as --rules strict.")
    var strict = false

    @OptionGroup var framing: FramingOption

    /// Looks whether the options fit what rows go to.
    func check(for destination: Destination) throws {
        switch destination {
        case .sqlite(let path):
            do { try sqlite(path).checkFileOfRejects() } catch { throw ValidationError(error.message) }
        case .lines:
            if durable || rejects != nil {
                throw ValidationError("A file of lines has its rejects next to it, and is always on the disk: no --rejects or --durable.")
            }
        case .server:
            #if PostgreSQL
            if rejects != nil { throw ValidationError("A PostgreSQL database has its rejects in the table rejects: no --rejects.") }
            #else
            throw ValidationError("This program was built without PostgreSQL: build it with --traits PostgreSQL, and libpq-dev.")
            #endif
        }
        if !(0...86_400).contains(busyTimeout) { throw ValidationError("--busy-timeout needs seconds, at most 86400.") }
    }

    func validate() throws {
        if strict, let rules, rules != .strict { throw ValidationError("--strict is --rules strict, and not \(rules).") }
    }

    /// How records are read.
    var reading: IngestOptions {
        var options = IngestOptions(rules: strict ? .strict : rules ?? .convert)
        options.maximumRows = batchRows
        options.framing = framing.value
        return options
    }

    /// A SQLite database.
    func sqlite(_ path: String) -> SQLiteSink {
        var options = SQLiteSink.Options()
        (options.busySeconds, options.isDurable, options.rejectsPath) = (busyTimeout, durable, rejects)
        return SQLiteSink(Event.self, path: path, options: options)
    }

    #if PostgreSQL
    /// A PostgreSQL database.
    func postgreSQL(_ url: String) -> PostgreSQLSink {
        var options = PostgreSQLSink.Options()
        (options.lockSeconds, options.isDurable) = (busyTimeout, durable)
        return PostgreSQLSink(Event.self, url: url, options: options)
    }
    #endif
}
#endif
