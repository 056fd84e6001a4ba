import CMallocCount
import Yodel

/// A few rounds of one contender and nothing else, for a tool that counts instructions: `Benchmarks/instructions` has callgrind collect in
/// `bench_counted` alone. Set-up and the first round, in which plans and tables are made, lie before it.
struct CountedRun {
    /// What is counted.
    enum Action: String, CaseIterable {
        case decode
        case encode
        /// A log by the reader, chunk by chunk.
        case read
        /// The workload's documents into a model of plain types.
        case plain
        /// A document without a model, into a `JSONValue`.
        case value
        /// The same into a `[String: Any]`.
        case object
        /// The workload's model by `CodableDecoder`, as a `Codable` type.
        case codable
        /// The same by `CodableEncoder`.
        case codableEncode = "codable_encode"
        /// The same by an encoder that drops what it is given.
        case codableEmpty = "codable_empty"
        /// The workload's model as a `Codable` type by `ModelDecoder`, as it is read inside of models.
        case coded
        /// The same by `ModelEncoder`.
        case codedEncode = "coded_encode"
        /// The plan of the workload's model, in a process that has built another one.
        case plan
        /// The same as the first plan of the process.
        case firstPlan = "first_plan"
        /// The workload's models by a setting or a way in of the table of options.
        case decodeOption = "decode_option"
        /// The same by a setting or a way out.
        case encodeOption = "encode_option"

        var isOption: Bool { self == .decodeOption || self == .encodeOption }
    }

    enum Tokenizer: String, CaseIterable {
        case scanner
        case yajl
        /// The library's choice, or nothing is read.
        case none
    }

    let workload: WorkloadID
    let action: Action
    let tokenizer: Tokenizer
    /// The row of the table of options, by its name; "default" for the row that others are compared with.
    let option: String

    /// - Parameter tokenizer: A tokenizer; of options, the name of a row.
    /// - Throws: `BenchError` if there is no such contender.
    init(_ workload: String, _ action: String, _ tokenizer: String) throws {
        guard let workload = WorkloadID(rawValue: workload), let action = Action(rawValue: action),
            let known = action.isOption ? Tokenizer.none : Tokenizer(rawValue: tokenizer)
        else {
            throw BenchError("--count needs a workload, an operation and a tokenizer, not \"\(workload) \(action) \(tokenizer)\"")
        }
        (self.workload, self.action, self.tokenizer, option) = (workload, action, known, tokenizer)
    }

    /// Runs the contender, and prints what the count is to be divided by: bytes of all counted rounds, or 1 for a plan.
    func run(_ workloads: Workloads) throws {
        switch action {
        case .decodeOption, .encodeOption:
            print("counted", try optionRounds(workloads))
        case .plan:
            _ = try ModelDecoder.scanning.decode(PlanOfNothing.self, from: "{}")
            try plan()
            print("counted 1")
        case .firstPlan:
            try plan()
            print("counted 1")
        default:
            print("counted", try rounds(workloads))
        }
    }

    private func rounds(_ workloads: Workloads) throws -> Int {
        let isWriting = [.encode, .codableEncode, .codableEmpty, .codedEncode].contains(action)
        let prepared = try workloads.prepare(workload, isWriting ? .encode : .decode)
        guard let contender = prepared?.contenders.first(where: { $0.id == contenderID }) else {
            throw BenchError("\(workload.rawValue) has no \(action.rawValue) by \(tokenizer.rawValue)")
        }
        try contender.run(contender.documents)
        for _ in 0..<workloads.options.measuredRounds { try counted { try contender.run(contender.documents) } }
        return try contender.byteCount(contender.documents) * workloads.options.measuredRounds
    }

    private func optionRounds(_ workloads: Workloads) throws -> Int {
        let count = workloads.options.measuredRounds
        switch workload {
        case .directory: return try rounds(try OptionCosts.directory(), count)
        case .service: return try rounds(try OptionCosts.service(), count)
        case .twitter: return try rounds(OptionSample(models: try workloads.file(.twitter)?.models(TwitterSearch.self) ?? []), count)
        default: throw BenchError("the options of \(workload.rawValue) are not counted")
        }
    }

    private func rounds<T>(_ sample: OptionSample<T>, _ count: Int) throws -> Int {
        let rows = action == .decodeOption ? try sample.decoding(only: option) : try sample.encoding(only: option)
        guard let row = rows.first(where: { $0.name == option }) else { throw BenchError("the table of options has no row \"\(option)\"") }
        var bytes = 0
        _ = try row.run()
        for _ in 0..<count { try counted { bytes += try row.run() } }
        return bytes
    }

    /// The contender that is prepared, and no other.
    var contenderID: ContenderID? {
        switch (action, tokenizer) {
        // Models with features are compared with others by the library's choice, which is the scanner.
        case (.decode, .scanner): [.mappedUser, .describedUser, .shapesPolymorphic].contains(workload) ? .yodel : .yodelScanner
        case (.decode, .yajl): .yodelYajl
        case (.encode, .none): .yodel
        case (.plain, .scanner): .yodelPlain
        case (.value, .scanner): .jsonValue
        case (.object, .scanner): .jsonObject
        case (.read, .none): .yodelChunks
        case (.codable, .scanner): .codableDecoder
        case (.codableEncode, .none): .codableEncoder
        case (.codableEmpty, .none): .codableEmpty
        case (.coded, .scanner), (.codedEncode, .none): .yodelCodable
        default: nil
        }
    }

    /// Decodes an object without members, which takes little beside its plan.
    private func plan() throws {
        func build<T: Model>(_ type: T.Type) throws {
            try counted { blackHole(try ModelDecoder.scanning.decode(type, from: "{}")) }
        }
        switch workload {
        case .githubUser: try build(GitHubUser.self)
        case .socialFeed: try build(FeedStatus.self)
        case .eventsNDJSON: try build(Event.self)
        case .userLines: try build(UserSummary.self)
        case .shortLines: try build(ShortLine.self)
        case .catalog: try build(Catalog.self)
        default: throw BenchError("the plan of \(workload.rawValue) is not counted")
        }
    }
}

/// A model whose plan is built before the one that is counted.
private struct PlanOfNothing: Model {
    var number = 0
    var text = ""
}

/// Work in the function whose instructions are counted: the one in C, since Swift's own optimiser would make others of it.
func counted(_ work: () throws -> Void) throws {
    try withoutActuallyEscaping(work) { work in
        let counted = CountedWork(work)
        withExtendedLifetime(counted) {
            bench_counted(
                { Unmanaged<CountedWork>.fromOpaque($0).takeUnretainedValue().run() }, Unmanaged.passUnretained(counted).toOpaque())
        }
        if let error = counted.error { throw error }
    }
}

private final class CountedWork {
    private var work: (() throws -> Void)?
    private(set) var error: (any Error)?

    init(_ work: @escaping () throws -> Void) {
        self.work = work
    }

    func run() {
        do { try work?() } catch { self.error = error }
        work = nil
    }
}
