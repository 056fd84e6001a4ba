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
        /// The workload's model as a `Codable` type by `ModelDecoder`, as it is read inside of models.
        case coded
        /// The same by `ModelEncoder`.
        case codedEncode = "coded_encode"
        /// The plan of the workload's model, in a process that has built another one.
        case plan
        /// The same as the first plan of the process.
        case firstPlan = "first_plan"
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

    /// - Throws: `BenchError` if there is no such contender.
    init(_ workload: String, _ action: String, _ tokenizer: String) throws {
        guard let workload = WorkloadID(rawValue: workload), let action = Action(rawValue: action),
            let tokenizer = Tokenizer(rawValue: tokenizer)
        else {
            throw BenchError("--count needs a workload, an operation and a tokenizer, not \"\(workload) \(action) \(tokenizer)\"")
        }
        (self.workload, self.action, self.tokenizer) = (workload, action, tokenizer)
    }

    /// Runs the contender, and prints what the count is to be divided by: bytes of all counted rounds, or 1 for a plan.
    func run(_ workloads: Workloads) throws {
        switch action {
        case .decode, .encode, .read, .plain, .value, .object, .codable, .codableEncode, .coded, .codedEncode:
            print("counted", try rounds(workloads))
        case .plan:
            _ = try ModelDecoder.scanning.decode(PlanOfNothing.self, from: "{}")
            try plan()
            print("counted 1")
        case .firstPlan:
            try plan()
            print("counted 1")
        }
    }

    private func rounds(_ workloads: Workloads) throws -> Int {
        let prepared = try workloads.prepare(workload, [.encode, .codableEncode, .codedEncode].contains(action) ? .encode : .decode)
        guard let contender = prepared?.contenders.first(where: { $0.id == contenderID }) else {
            throw BenchError("\(workload.rawValue) has no \(action.rawValue) by \(tokenizer.rawValue)")
        }
        try contender.run(contender.documents)
        for _ in 0..<workloads.options.measuredRounds { try counted { try contender.run(contender.documents) } }
        return try contender.byteCount(contender.documents) * workloads.options.measuredRounds
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
private func counted(_ work: () throws -> Void) throws {
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
