#if Ingest
import ArgumentParser
import YodelIngest
internal import YodelSystem

/// The program's commands.
struct IngestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Ingest",
        abstract: "Reads NDJSON into SQLite, or another sink: every record exactly once, as a row or as a reject.",
        discussion: """
            Try it:

              Ingest --sample 1000000 events.ndjson
                  makes a million events, one in a hundred of them faulty
              Ingest events.ndjson --into events.sqlite
                  loads them; a killed run resumes where it stopped
              Ingest --replay --into events.sqlite
                  ingests rejects again after you fix the model
              Ingest inspect events.ndjson
                  shows what an unknown file holds, and prints a model for it
              Ingest serve --into events.sqlite
                  receives lines over HTTP (built with --traits Server,Ingest)

            All options for loading: Ingest help run

            The model is the one in Sources/Ingest/Event.swift: change it, or put a
            printed one in its place.
            """,
        subcommands: subcommands,
        defaultSubcommand: RunCommand.self)

    private static var subcommands: [any ParsableCommand.Type] {
        #if Server
        [RunCommand.self, InspectCommand.self, ServeCommand.self]
        #else
        [RunCommand.self, InspectCommand.self, MissingServeCommand.self]
        #endif
    }
}

#if !Server
/// `Ingest serve`, of a build that cannot.
struct MissingServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Receives NDJSON over HTTP and stores it in a database. Not in this build: it needs --traits Server,Ingest.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func validate() throws { throw ValidationError("serve needs a build with --traits Server,Ingest.") }
}
#endif

/// How the program ends.
enum ExitStatus: Int32 {
    case allIn = 0
    /// More records were rejected than may be, or all of a source.
    case tooManyRejects = 1
    case usage = 2
    /// A source or a sink has failed.
    case failed = 3
}

/// Writes a line to standard error.
///
/// - Parameter keepsLines: Whether the text has several lines.
func complain(_ text: String, keepsLines: Bool = false) { writeToStandardError(PrintedText.escaped(text, keepsLines: keepsLines) + "\n") }

/// Writes to standard error, as far as there is one.
func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = unsafe write(2, bytes.baseAddress, bytes.count) }
}

@main
enum Main {
    static func main() async {
        // A reader that goes away is an error of the writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try IngestCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            let code = IngestCommand.exitCode(for: error)
            if let code = error as? ExitCode { exit(code.rawValue) }
            if code == .success {
                print(IngestCommand.fullMessage(for: error))
                exit(ExitStatus.allIn.rawValue)
            }
            if code == .validationFailure {
                complain(IngestCommand.fullMessage(for: error), keepsLines: true)
                exit(ExitStatus.usage.rawValue)
            }
            complain("Ingest: \(error)")
            exit(ExitStatus.failed.rawValue)
        }
    }
}
#else
@main
enum Main {
    static func main() {
        print("This program is built with the package's trait Ingest: swift run -c release --traits Ingest Ingest --help")
    }
}
#endif
