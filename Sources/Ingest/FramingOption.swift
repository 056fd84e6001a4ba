#if Ingest
import ArgumentParser
import YodelIngest

/// How the records of what is read follow each other.
struct FramingOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How records follow each other: lines, values, array, array:data.items, sequence, document; or what is around them: sse, cri, docker, bulk. With utf-16le: or utf-16be: \
            before it for text without a byte order mark. Default: found by the first bytes.
            """, valueName: "framing"))
    var framing = "automatic"

    func validate() throws {
        guard IngestFraming(named: framing) != nil else { throw ValidationError("--framing needs one of the framings that --help lists.") }
    }

    var value: IngestFraming { IngestFraming(named: framing) ?? .automatic }
}
#endif
