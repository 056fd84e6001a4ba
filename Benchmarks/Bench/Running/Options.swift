/// What the command line asks for.
struct Options {
    var rounds: Int?
    var isQuick = false
    var filters: [String] = []
    /// Empty for all.
    var operations: Set<Operation> = []
    var jsonFile: String?
    var chartFile: String?
    /// Only the first decodes of types.
    var plans = false
    /// Only lines into columns.
    var columns = false
    /// The same, to fail if they are too slow.
    var columnsAreChecked = false
    /// Only what each option costs.
    var optionCosts = false
    /// Only what each kind of value costs.
    var kindSpeed = false
    /// Which kinds; empty for all.
    var kinds: [String] = []
    /// Texts of doubles to check, and nothing else.
    var doubles: Int?
    /// Documents to compare the readers with, and nothing else.
    var readers: Int?
    /// Documents whose records the writers are compared with, and nothing else.
    var writers: Int?
    var checkFile: String?
    var newCheckFile: String?
    var dataFolder: String?
    /// The one contender whose instructions are counted by others, and nothing else.
    var counted: CountedRun?
    var wantsHelp = false

    static let help = """
        Bench decodes, encodes and archives with Yodel and with others, and prints who is faster by how much.

        swift run -c release Bench [options]

          --quick            fewer documents and rounds: the whole run takes some 20 seconds
          --rounds N         measure N rounds, at least 1 (15; with --quick 9)
          --only OPERATION   only decode, encode or archive; may be repeated
          --filter TEXT      only contenders whose "/workload/contender/" holds TEXT; may be repeated, one match is enough.
                             "yodel" is Yodel everywhere; "/user/" is one workload; "canada/yajl" one contender of one workload
          --plans            measure nothing but the first decode of each of ten types, which builds its plan
          --columns          measure nothing but lines into columns of Arrow: compared with skipping them, and with making models first
          --check-columns    with --columns: fail if they are too slow
          --options          measure nothing but what each option costs, and each way in and out: a table for the article Performance
          --kinds            measure nothing but what each kind of value costs, in and out: a table for the article Performance
          --only KIND        with --kinds: only that kind; UUID/model/in is one of its figures (model, codable, foundation; in, out), which
                             runs for two seconds, or --rounds N times, to be profiled; may be repeated
          --doubles N        measure nothing: compare N doubles with the C library's strtod. --quick does so with a million
          --readers N        measure nothing: compare scanner, yajl and pieces on N documents. --quick does so with 50,000
          --writers N        measure nothing: compare the ways to write the records of N documents. --quick does so with 50,000
          --data DIR         also the documents user.json, weibo.json, twitter.json and canada.json of that folder, if there
          --json FILE        write the results to FILE as a JSON array
          --chart FILE.svg   chart four ways to decode a GitHub user
          --check FILE       compare ratios of the results with the thresholds in FILE; one that is missed fails the run
          --write-check FILE write the results to FILE as thresholds
          --count WORKLOAD OPERATION TOKENIZER
                             run --rounds N of one contender and nothing else, for Benchmarks/instructions
          --help             this text
        """

    /// - Throws: `BenchError` with a sentence for whoever typed the command.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
                return value
            }
            func count(_ option: String, _ text: String) throws -> Int {
                guard let count = Int(text), count >= 1 else {
                    throw BenchError("\(option) needs a whole number from 1 on, not \"\(text)\"")
                }
                return count
            }
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--quick": isQuick = true
            case "--rounds": rounds = try count(option, value())
            case "--plans": plans = true
            case "--columns": columns = true
            case "--check-columns": columnsAreChecked = true
            case "--options": optionCosts = true
            case "--kinds": kindSpeed = true
            case "--doubles": doubles = try count(option, value())
            case "--readers": readers = try count(option, value())
            case "--writers": writers = try count(option, value())
            case "--only":
                let text = try value()
                if let operation = Operation(rawValue: text) { operations.insert(operation) } else { kinds.append(text) }
            case "--filter": filters.append(try value())
            case "--json": jsonFile = try value()
            case "--chart": chartFile = try value()
            case "--check": checkFile = try value()
            case "--write-check": newCheckFile = try value()
            case "--data": dataFolder = try value()
            case "--count": counted = try CountedRun(value(), value(), value())
            default: throw BenchError("unknown option \"\(option)\"; --help lists the options")
            }
        }
        if !kindSpeed, let text = kinds.first {
            let all = Operation.allCases.map(\.rawValue).joined(separator: " or ")
            throw BenchError("--only needs \(all), not \"\(text)\"")
        }
    }

    /// The rounds to measure.
    var measuredRounds: Int { rounds ?? (isQuick ? 9 : 15) }

    /// How many doubles to check.
    var checkedDoubles: Int? { doubles ?? (isQuickRun ? 1_000_000 : nil) }

    /// How many documents to compare the readers with.
    var checkedDocuments: Int? { readers ?? (isQuickRun ? 50_000 : nil) }

    /// How many documents to compare the writers with.
    var checkedRecords: Int? { writers ?? (isQuickRun ? 50_000 : nil) }

    /// Whether nothing is measured.
    var onlyCompares: Bool { doubles != nil || readers != nil || writers != nil }

    /// Whether all is measured, quickly.
    private var isQuickRun: Bool { isQuick && operations.isEmpty && filters.isEmpty && !onlyCompares }

    func wants(_ operation: Operation) -> Bool {
        operations.isEmpty || operations.contains(operation)
    }

    func wants(_ contender: ContenderID, in workload: WorkloadID) -> Bool { wants(contender, in: workload.rawValue) }

    func wants(_ contender: ContenderID, in workload: String) -> Bool {
        if let counted { return contender == counted.contenderID }
        let name = "/\(workload)/\(contender.rawValue)/"
        return filters.isEmpty || filters.contains { name.contains($0) }
    }
}
