import FoundationEssentials
import Yodel

/// What a caller asks for, as JSON.
struct ScanRequest: Model {
    var model = ""
    var paths: [String] = []
    var columns: [String]?
    var workers: Int?
    var batchRows: Int?
    var batchBytes: Int?
    var range: [Int]?
    var options = ConversionRules.convert
    var decimals: [Int]?
    var onFailure = FailurePolicy.collect
    var maximumFailures: Int?
    var maximumRecordBytes: Int?
    var maximumRejectBytes: Int?
    var maximumKeptBytes: Int?

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "batchRows": "batch_rows", "batchBytes": "batch_bytes", "onFailure": "on_failure", "maximumFailures": "maximum_failures",
            "maximumRecordBytes": "maximum_record_bytes", "maximumRejectBytes": "maximum_reject_bytes",
            "maximumKeptBytes": "maximum_kept_bytes",
        ]
    }

    enum FailurePolicy: String, Sendable {
        case collect, abort
    }

    /// Rejects that are kept, whatever their number is.
    static let keptRejects = 100_000
    /// Bytes of one reject that are kept, unless the request says otherwise.
    private static let rejectBytes = 1 << 20
    /// The most bytes of all rejects that may be asked for: one column has them all.
    static let largestKeptBytes = 1 << 30
    /// Bytes of all rejects that are kept.
    var keptBytes: Int { maximumKeptBytes ?? 64 << 20 }

    /// Reads a request. What it does not know is an error: nothing that is asked for is passed over.
    init(json: String) throws(ModelError) {
        var options = DecodingOptions.strict
        options.onMissing = .keepDefault
        options.onUnknownKey = .fail
        self = try ModelDecoder(options).decode(ScanRequest.self, from: json)
    }

    init() {}

    var columnOptions: ColumnOptions {
        var reading = ReadingOptions()
        reading.onFailure = onFailure == .abort ? .abort : .collect
        // Bytes of all are counted by the reading of all files.
        (reading.maximumCollected, reading.maximumCollectedBytes) = (Self.keptRejects, .max)
        reading.maximumFailureBytes = maximumRejectBytes ?? Self.rejectBytes
        if let maximumFailures { reading.maximumFailures = maximumFailures }
        if let maximumRecordBytes { reading.maximumRecordBytes = maximumRecordBytes }
        var columns = ColumnOptions(columns: columns, decoding: options.options, reading: reading)
        // `BoundScan` has seen that there are two, and the scan looks at what they are.
        if let decimals, decimals.count == 2 { columns.decimals = .init(precision: decimals[0], scale: decimals[1]) }
        if let batchRows { columns.maximumRows = batchRows }
        if let batchBytes { columns.maximumBytes = batchBytes }
        return columns
    }
}

/// A record that failed, as a row. The reason is the error's message alone: line, path and code have columns of their own.
struct Reject: Model {
    var file: String?
    var record = 0
    var line = 0
    var offset = 0
    var length = 0
    var path = ""
    var code = ""
    var reason = ""
    var bytes = Data()
    /// Whether `bytes` lacks some of the record, which has `length` bytes.
    var cut = false
}
