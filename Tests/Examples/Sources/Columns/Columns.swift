import Yodel

/// A line of a log, as far as the question below needs it.
struct Visit: Model {
    var path = ""
    var milliseconds = 0.0

    static func describe(_ model: inout ModelDescription) { model.keys = ["milliseconds": "ms"] }
}

/// The visits of one path.
struct Total {
    var visits = 0
    var milliseconds = 0.0
}

/// Which paths are slow? Reads a log of JSON lines as columns, on all cores.
///
///     Columns access.ndjson
@main
struct Columns {
    static func main() async throws {
        guard let file = CommandLine.arguments.dropFirst().first else {
            print("usage: Columns LOG")
            return
        }
        var totals: [String: Total] = [:]
        var rejects = 0
        // Batches of up to 65,536 lines, in their order; memory stays flat, however long the file is.
        for try await batch in try ModelFile(file).columns(Visit.self) {
            rejects += batch.rejectedRecords
            guard let paths = batch["path"], let times = batch["milliseconds"] else { continue }
            _ = times.withValues(as: Double.self) { times in
                for row in times.indices {
                    let path = paths.text(row) ?? ""
                    totals[path, default: Total()].visits += 1
                    totals[path, default: Total()].milliseconds += times[row]
                }
            }
        }
        for (path, total) in totals.sorted(by: { $0.key < $1.key }) {
            print("\(path): \(total.visits) visits, \(total.milliseconds / Double(total.visits)) ms on average")
        }
        print("\(rejects) lines that are no visits")
    }
}
