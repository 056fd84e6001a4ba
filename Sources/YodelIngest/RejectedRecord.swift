#if Ingest
import FoundationEssentials
import Yodel

/// A line of a file of rejects, as far as the record in it is taken in again.
struct RejectedRecord: Model {
    var source = ""
    var line = 0
    var offset = 0
    var length = 0
    var raw: String?
    var rawBase64: Data?

    static func describe(_ model: inout ModelDescription) { model.required = ["source", "line", "offset", "length"] }

    /// How a line is read: what does not fit makes it no reject.
    static var decoding: DecodingOptions {
        var options = DecodingOptions.lenient
        options.onMismatch = .fail
        options.acceptsLoss = false
        // The bytes of a record are one token.
        options.maximumTokenBytes = .max
        return options
    }

    /// Bytes that a line may have, of a record of so many: each of them may be escaped.
    static func maximumLineBytes(_ record: Int) -> Int { min(record, Int.max / 16) * 6 + 1 << 16 }

    /// The record as it was, or has been mended; nil if it was longer than a record may be.
    var bytes: [UInt8]? { raw.map { Array($0.utf8) } ?? rawBase64.map { Array($0) } }

    /// Why it is no reject, if it is none.
    var fault: String? {
        // As many bytes no input has; what is added to them stays within an `Int`.
        let counts = 0...(1 << 62)
        if line < 1 || !counts.contains(line) || !counts.contains(offset) || !counts.contains(length) {
            return "no reject: line is from 1, offset and length are from 0, and none is above 2^62"
        }
        if raw != nil && rawBase64 != nil { return "no reject: it has both raw and rawBase64, of which a record is one" }
        return nil
    }
}

extension RecordFailure {
    /// A rejected record that has failed again, where it stands in its source.
    ///
    /// - Parameter number: That of the line in the file of rejects.
    init(_ record: RejectedRecord, _ number: Int, _ error: ModelError) {
        self.init(number, line: record.line, offset: record.offset, length: record.length, error, bytes: record.bytes ?? [])
    }
}

extension ModelError {
    /// A reject has no bytes to be read.
    static func noBytes(_ record: RejectedRecord) -> ModelError {
        .ofRecord(
            .limit, .recordLimit, "the reject has no bytes: the record was longer than allowed, and only its source has it",
            line: record.line, offset: record.offset)
    }
}
#endif
