#if Ingest
import ArgumentParser
import Yodel
import YodelIngest

/// How the records of what is read follow each other.
struct FramingOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How records follow each other: lines, values, array, array:data.items, sequence, document. Default: found by the first bytes.",
            valueName: "framing"))
    var framing = "automatic"

    func validate() throws {
        guard Framing(named: framing) != nil else { throw ValidationError("--framing needs one of the framings that --help lists.") }
    }

    var value: Framing { Framing(named: framing) ?? .automatic }
}
#endif
