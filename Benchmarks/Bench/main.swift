import Foundation

func complain(_ message: String) {
    FileHandle.standardError.write(Data("Bench: \(message)\n".utf8))
}

func write(_ text: String, to file: String) throws {
    guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else { throw BenchError("\(file) cannot be written") }
}

func run(_ options: Options) throws -> Bool {
    let workloads = Workloads(options: options)
    let runner = Runner(rounds: options.measuredRounds)
    var check = try options.checkFile.map { SpeedCheck(try Thresholds(file: $0), isWanted: { options.wants($0, in: $1) }) }
    var results: [Measurement] = []
    var allAgree = true
    let longInputs = StreamMemory.Workload.allCases.filter {
        options.wants(.decode) && options.wants(StreamMemory.contender, in: $0.rawValue)
    }
    do {
        for workload in longInputs {
            print(try StreamMemory(workload: workload, byteCount: options.isQuick ? 64 << 20 : 2 << 30).measure())
            fflush(nil)
        }
        if !longInputs.isEmpty { print() }
    } catch {
        complain("\(error)")
        allAgree = false
    }

    let operations = Operation.allCases.filter(options.wants)
    for (id, operation) in WorkloadID.allCases.flatMap({ id in operations.map { (id, $0) } }) {
        guard let workload = try workloads.prepare(id, operation), !workload.contenders.isEmpty else { continue }
        let faults = workload.check()
        guard faults.isEmpty else {
            faults.forEach(complain)
            allAgree = false
            continue
        }
        let before = peakMemory()
        let measurements = try runner.measure(workload)
        try check?.judge(workload, measurements) { try runner.measure(workload) }
        if results.isEmpty { print(TableReport.legend) }
        print("\n" + TableReport.text(measurements, rounds: options.measuredRounds))
        if let bytes = workload.logBytes, let before, let after = peakMemory() {
            print(
                "\(id.rawValue): decoding \(formatted(Double(bytes) / 1e6)) MB of lines, all rounds, raised the "
                    + "process's peak memory by \(formatted(Double(after - before) / 1e6, digits: 1)) MB")
        }
        // Into a pipe, text would wait for the end of the run.
        fflush(nil)
        results += measurements
    }
    if results.isEmpty, allAgree, longInputs.isEmpty { throw BenchError("no contender matches --filter and --only") }

    if let peak = peakMemory() { print("\npeak memory (VmHWM): \(formatted(Double(peak) / 1e6, digits: 1)) MB") }
    if let file = options.jsonFile { try write(JSONReport.text(results), to: file) }
    if let file = options.chartFile { try write(ChartReport.svg(results), to: file) }
    if let file = options.newCheckFile { try write(Thresholds(results).text(), to: file) }
    if let check {
        guard !check.rows.isEmpty else { throw BenchError("no threshold is of what was measured") }
        print("\n" + CheckReport.text(check.rows))
        allAgree = allAgree && !check.rows.contains { $0.isMissed }
    }
    return allAgree
}

func checkDoubles(_ options: Options) throws -> Bool {
    guard let count = options.checkedDoubles else { return true }
    var check = DoubleCheck(count: count)
    return try check.run()
}

func checkReaders(_ options: Options) -> Bool {
    guard let count = options.checkedDocuments else { return true }
    var check = ReaderCheck(count: count)
    return check.run()
}

func checkWriters(_ options: Options) -> Bool {
    guard let count = options.checkedRecords else { return true }
    var check = WriterCheck(count: count)
    return check.run()
}

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    complain("\(error)")
    exit(2)
}
if options.wantsHelp {
    print(Options.help)
    exit(0)
}
do {
    if let counted = options.counted {
        try counted.run(Workloads(options: options))
        exit(0)
    }
    if options.plans {
        print(try PlanTimes().text)
        exit(0)
    }
    if options.optionCosts {
        print(try OptionCosts(rounds: options.measuredRounds, passes: options.isQuick ? 2 : 10).text())
        exit(0)
    }
    if options.kindSpeed {
        let speed = KindSpeed(
            askedRounds: options.rounds ?? (options.isQuick ? 2 : nil), count: options.isQuick ? 2_000 : 20_000, names: options.kinds,
            wants: { options.wants($0 == .reads ? .decode : .encode) })
        exit(try speed.print() ? 0 : 1)
    }
    if options.columns {
        let speed = ColumnSpeed(byteCount: options.isQuick ? 16 << 20 : 128 << 20, rounds: options.measuredRounds)
        exit(try speed.print() || !options.columnsAreChecked ? 0 : 1)
    }
    let allAgree = try options.onlyCompares || run(options)
    let allEqual = try checkDoubles(options)
    let allRead = checkReaders(options)
    let allWritten = checkWriters(options)
    exit(allAgree && allEqual && allRead && allWritten ? 0 : 1)
} catch {
    complain("\(error)")
    exit(1)
}
