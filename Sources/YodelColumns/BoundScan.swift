import CArrow
import FoundationEssentials
import Synchronization
import Yodel

/// A scan as a caller of another language has it: what is to be read, and the reading at hand.
final class BoundScan: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: of a type nothing is used that belongs to an actor.
    private let request: ScanRequest
    private let type: any BaseModel.Type
    /// A scan of no files: what the columns are.
    private let shape: ColumnScan
    private let current = Mutex<Reading?>(nil)

    init(_ json: String) throws {
        request = try ScanRequest(json: json)
        guard let type = ModelNames.model(request.model) else { throw ScanError.unknownModel(request.model) }
        if let range = request.range, range.count != 2 || range[0] < 0 || range[1] < range[0] { throw ScanError.invalidRange }
        if request.range != nil && request.paths.count != 1 { throw ScanError.rangeOfFiles(request.paths.count) }
        if let workers = request.workers, workers < 1 { throw ScanError.workers(workers) }
        self.type = type
        // What is wrong with the model, its columns or the options is said before anything is read; the columns do not depend on the files.
        shape = try ColumnScan(type, files: [], workers: 1, options: request.columnOptions)
    }

    /// A reading: its scan, and the rejects so far.
    final class Reading: Sendable {
        let scan: ColumnScan
        let rejects = Mutex<[Reject]>([])

        init(_ scan: ColumnScan) {
            self.scan = scan
        }

        /// The next batch, whose rejects are kept.
        func next() throws -> ColumnBatch? {
            guard let batch = try scan.next() else { return nil }
            rejects.withLock { rejects in
                let room = max(ScanRequest.keptRejects - rejects.count, 0)
                rejects += batch.rejects.prefix(room).map { Reject($0, of: batch.path) }
            }
            return batch
        }
    }

    private func makeScan() throws -> ColumnScan {
        guard let range = request.range else {
            return try ColumnScan(type, files: request.paths, workers: request.workers, options: request.columnOptions)
        }
        return try ModelFile(request.paths[0]).columns(
            type, workers: request.workers, range: range[0]..<range[1], options: request.columnOptions)
    }

    func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) { unsafe shape.exportSchema(to: schema) }

    /// Begins a reading.
    func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
        let reading = Reading(try makeScan())
        current.withLock { $0 = reading }
        unsafe reading.scan.export(to: stream) { try reading.next() }
    }

    /// Exports the rejects of the latest reading.
    func exportRejects(to stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
        let rejects = current.withLock { $0 }?.rejects.withLock { $0 } ?? []
        unsafe try ColumnBatch(rejects).export(to: stream)
    }

    /// How far the latest reading is, as JSON.
    var progress: String {
        guard let progress = current.withLock({ $0 })?.scan.progress else {
            return #"{"bytes":0,"total_bytes":0,"records":0,"rejects":0,"finished":false}"#
        }
        return """
            {"bytes":\(progress.bytes),"total_bytes":\(progress.totalBytes),"records":\(progress.rows + progress.rejectedRecords),\
            "rejects":\(progress.rejectedRecords),"finished":\(progress.isFinished)}
            """
    }
}

extension Reject {
    init(_ failure: RecordFailure, of file: String?) {
        self.file = file
        record = failure.number
        line = failure.line
        offset = failure.offset
        length = failure.length
        path = failure.error.path.description
        code = failure.error.code.rawValue
        reason = failure.error.description
        bytes = Data(failure.bytes)
    }
}

/// What is wrong with a request.
enum ScanError: Error, CustomStringConvertible {
    case unknownModel(String)
    case invalidRange
    case rangeOfFiles(Int)
    case workers(Int)

    var description: String {
        switch self {
        case .unknownModel(let name):
            "this library has no model '\(name)': a model is named by its module and its type, as in 'Events.Event', and conforms to Model or has @Model"
        case .invalidRange: "a range is two numbers of bytes: where it begins, and where it ends"
        case .rangeOfFiles(let count): "a range is one of a single file, and there are \(count)"
        case .workers(let count): "there are \(count) workers; at least one is needed"
        }
    }
}
