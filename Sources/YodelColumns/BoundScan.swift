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
    private let current = Mutex<FileReading?>(nil)

    init(_ json: String) throws {
        request = try ScanRequest(json: json)
        let type = try ModelNames.model(request.model)
        if let range = request.range, range.count != 2 || range[0] < 0 || range[1] < range[0] { throw ScanError.invalidRange }
        if request.range != nil && request.paths.count != 1 { throw ScanError.rangeOfFiles(request.paths.count) }
        if let decimals = request.decimals, decimals.count != 2 { throw ScanError.decimals }
        if let workers = request.workers, workers < 1 { throw ScanError.workers(workers) }
        if !(0...ScanRequest.largestKeptBytes).contains(request.keptBytes) { throw ScanError.keptBytes(request.keptBytes) }
        self.type = type
        // What is wrong with the model, its columns or the options is said before anything is read; the columns do not depend on the files.
        shape = try ColumnScan(type, files: [], workers: 1, options: request.columnOptions)
    }

    func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) { unsafe shape.exportSchema(to: schema) }

    /// Begins a reading.
    func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
        let reading = try FileReading(
            type, request.paths, range: request.range.map { $0[0]..<$0[1] }, workers: request.workers, request.columnOptions,
            maximumKeptBytes: request.keptBytes)
        current.withLock { $0 = reading }
        let consumer = Consumer(reading)
        unsafe shape.export(to: stream) { try consumer.reading.next() }
    }

    /// A stream that reads: when it goes, the reading ends, of which the scan still tells.
    private final class Consumer {
        let reading: FileReading

        init(_ reading: FileReading) {
            self.reading = reading
        }

        deinit { reading.cancel() }
    }

    /// Exports the rejects of the latest reading.
    func exportRejects(to stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
        unsafe try ColumnBatch(current.withLock { $0 }?.rejects ?? []).export(to: stream)
    }

    /// How far the latest reading is, as JSON.
    var progress: String { current.withLock { $0 }?.progress ?? FileReading.progress(0, 0, 0, 0, false) }
}

extension Reject {
    /// - Parameter room: Bytes of the record that there is room for.
    init(_ failure: RecordFailure, of file: String?, room: Int) {
        self.file = file
        record = failure.number
        line = failure.line
        offset = failure.offset
        length = failure.length
        path = failure.error.path.description.beginning(ofBytes: Self.maximumTextBytes)
        code = failure.error.code.rawValue
        reason = failure.error.message.beginning(ofBytes: Self.maximumTextBytes)
        bytes = Data(failure.bytes.prefix(max(room, 0)))
        cut = bytes.count < failure.length
    }

    /// Bytes of a path or a reason that are kept: both may quote keys of the record.
    private static let maximumTextBytes = 512
}

/// What is wrong with a request.
enum ScanError: Error, CustomStringConvertible {
    case unknownModel(String)
    case foreignType(String)
    case invalidRange
    case rangeOfFiles(Int)
    case workers(Int)
    case decimals
    case keptBytes(Int)
    /// No record became a row, which is an error where warnings are errors.
    case nothingRead(String)
    case rangeOfCompressed(String)
    /// What is wrong with a file.
    case file(String)
    indirect case inFile(String, any Error)

    var description: String {
        switch self {
        case .unknownModel(let name):
            "this library has no model '\(name)': a model is public, named by its module and its type, as in 'Events.Event', and conforms to Model or has @Model"
        case .foreignType(let name):
            "'\(name)' is not a model of this library: it does not conform to Model, or it belongs to another library in this process whose module has the same name"
        case .invalidRange: "a range is two numbers of bytes: where it begins, and where it ends"
        case .rangeOfFiles(let count): "a range belongs to a single file, and there are \(count)"
        case .workers(let count): "there are \(count) workers; at least one is needed"
        case .decimals: "decimals are two numbers: digits in all, and digits after the point"
        case .keptBytes(let count): "maximum_kept_bytes is \(count); it is 0 to \(ScanRequest.largestKeptBytes)"
        case .rangeOfCompressed(let path): "\(path) is compressed: it is read as a whole, not in ranges"
        case .file(let reason), .nothingRead(let reason): reason
        case .inFile(let path, let error): "\(path): \(error)"
        }
    }
}
