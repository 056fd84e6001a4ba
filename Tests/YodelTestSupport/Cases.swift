import Foundation
import Testing

private let environment = ProcessInfo.processInfo.environment

/// Whether only quick tests are wanted: those that a developer runs between edits.
let isQuickTest = environment["YODEL_QUICK_TESTS"] != nil

/// Whether tests over many values try more of them.
let isLongTest = environment["YODEL_LONG_TESTS"] != nil

/// Whether yajl reads where the tokenizer is left open: the step `yajl` of `.ci/run`.
private let isTestOnYajl = environment["YODEL_TESTS_ON_YAJL"] != nil

/// Whether AddressSanitizer watches this process.
let isAddressSanitized = dlsym(nil, "__asan_init") != nil

/// Whether ThreadSanitizer watches this process.
let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

/// Whether one of them does: times say nothing then, and take many times as long.
let isSanitized = isAddressSanitized || isThreadSanitized

/// Whether tests over many random cases try some of them.
///
/// `.ci/full` asks for all of them; `.ci/run` does not, and sanitizers look at the accesses, which are the same in fewer cases.
let triesFewerCases = isQuickTest || environment["YODEL_ALL_CASES"] == nil || isSanitized

/// Some of many cases: as many as are wanted, spread evenly, from a first one that the run's seed chooses. All of them where `YODEL_ALL_CASES` asks for all.
///
/// Every case passes in a run of all of them, so no seed makes a run fail that does not find a fault.
func some<Cases: Collection>(_ count: Int, of cases: Cases) -> [Cases.Element] {
    let all = Array(cases)
    guard triesFewerCases, all.count > count else { return all }
    let first = Int(runSeed % UInt64(all.count))
    return (0..<count).map { all[(first + $0 * all.count / count) % all.count] }
}

/// The seed of this run, by which it chooses among cases: `YODEL_SEED`, or another one in each run. Printed once, to repeat a run; the processes that tests
/// start have the same.
private let runSeed: UInt64 = {
    if let seed = environment["YODEL_SEED"].flatMap({ UInt64($0) }) { return seed }
    let seed = UInt64.random(in: 0..<1_000_000)
    setenv("YODEL_SEED", "\(seed)", 1)
    print("YODEL_SEED=\(seed)")
    return seed
}()

extension Trait where Self == ConditionTrait {
    /// A test that takes longer than 0.3 seconds of a core; `.ci/run quick` leaves it out.
    static var slow: Self { .disabled(if: isQuickTest, "slow: YODEL_QUICK_TESTS leaves it out") }

    /// A test, or a suite, that looks at what both tokenizers make of a document, or at neither: where yajl takes the place of the scanner, it sees the
    /// same. One that reads by `decodeWhole` is such a test if it looks at errors alone: the value is that of one tokenizer.
    static var sameOnYajl: Self { .disabled(if: isTestOnYajl, "sameOnYajl: the run without YODEL_TESTS_ON_YAJL reads by yajl too") }
}

/// A suite whose tests come one after the other, or a test that starts processes: they go before the others.
///
/// All tests of the run are begun at once, and wait in one line. A test that begins when another has ended stands at its end, so such a suite would get
/// its turn when all others are done, and run on one core alone. A task that waits for a process stands there too; until its turn has come, the testing
/// library asks for a process that has ended again and again, which took a tenth of the suite's time.
struct EarlyTrait: SuiteTrait, TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        withUnsafeCurrentTask { $0?.escalatePriority(to: .high) }
        try await function()
    }
}

extension Trait where Self == EarlyTrait {
    static var early: Self { Self() }
}
