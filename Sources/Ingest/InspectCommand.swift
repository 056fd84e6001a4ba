#if Ingest
import ArgumentParser
import YodelIngest

/// `Ingest inspect events.ndjson`
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints what an unknown file holds, path by path, and a Swift model for it.")

    @Argument(help: "The file.")
    var file: String

    @Option(help: ArgumentHelp("Records to look at.", valueName: "count"))
    var records = 100_000

    @Option(help: ArgumentHelp("The model's name.", valueName: "name"))
    var name = "Event"

    @OptionGroup var framing: FramingOption

    @Flag(help: "Print the model alone.")
    var model = false

    func validate() throws {
        if records < 1 { throw ValidationError("--records needs a number above zero.") }
    }

    func run() throws {
        var inspection = RecordInspection()
        let found = try inspection.read(file: file, framing: framing.value, maximumRecords: records)
        if found != .lines { complain("read with the framing \(found)") }
        if inspection.records == 0 && inspection.badRecords > 0 {
            print(inspection.report())
            complain("Ingest: none of the records of \(file) is JSON")
            throw ExitCode(ExitStatus.tooManyRejects.rawValue)
        }
        if inspection.records + inspection.badRecords >= records {
            complain("looked at the first \(records) records: --records looks at more")
        }
        if !model { print(inspection.report()) }
        print(inspection.model(named: name))
    }
}
#endif
