#if Ingest
import FoundationEssentials
import Glibc
import Yodel

/// A file that gets a line of JSON for each reject. What the last transaction did not count is cut off when it is opened again.
final class RejectsFile: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: it is used within the transactions of one sink, which follow each other.

    let path: String
    private let descriptor: Int32
    /// Bytes that are to stay.
    private(set) var length = 0

    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw IngestError.system(.sink, "the file of rejects \(path) cannot be opened") }
        // The lock goes with the descriptor, and with the process.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw IngestError(.sink, "another ingestion writes to the file of rejects \(path)")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Goes on in the file.
    ///
    /// - Parameter length: Bytes of it that count; nil: all that it has.
    func begin(at length: Int?) throws {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw IngestError.system(.sink, "the file of rejects \(path) cannot be read") }
        let size = Int(status.st_size)
        if let length, length > size {
            throw IngestError(
                .sink,
                "the file of rejects \(path) has \(size) bytes, where \(length) had been written: lines of it are lost, or it is another one"
            )
        }
        self.length = length ?? size
        guard ftruncate(descriptor, self.length) == 0 else {
            throw IngestError.system(.sink, "the file of rejects \(path) cannot be written")
        }
    }

    /// Adds lines, and waits until they are on the disk.
    func add(_ failures: [RecordFailure], of source: String) throws {
        var lines: [UInt8] = []
        let time = Date()
        for failure in failures {
            lines += try RejectLine(failure, of: source, at: time).jsonData()
            lines.append(0x0A)
        }
        try unsafe lines.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = unsafe pwrite(
                    descriptor, bytes.baseAddress.unsafelyUnwrapped + written, bytes.count - written, length + written)
                guard count >= 0 || errno == EINTR else { throw IngestError.system(.sink, "the file of rejects \(path) cannot be written") }
                written += max(count, 0)
            }
        }
        guard fsync(descriptor) == 0 else { throw IngestError.system(.sink, "the file of rejects \(path) cannot be written") }
        length += lines.count
    }
}

/// A line of a file of rejects.
struct RejectLine: Model {
    var source = ""
    var line = 0
    var offset = 0
    var length = 0
    var code = ""
    var path = ""
    var reason = ""
    var time = Date(timeIntervalSince1970: 0)
    /// The record, if it is UTF-8.
    var raw: String?
    /// The record in base64, if it is not.
    var rawBase64: Data?

    init() {}

    init(_ failure: RecordFailure, of source: String, at time: Date) {
        self.source = source
        (line, offset, length) = (failure.line, failure.offset, failure.length)
        (code, path, reason) = (failure.error.code.rawValue, failure.error.path.description, failure.error.message)
        self.time = time
        guard !failure.bytes.isEmpty else { return }
        raw = String(validating: failure.bytes, as: UTF8.self)
        if raw == nil { rawBase64 = Data(failure.bytes) }
    }

    /// The record as it stood in the source; nil if it was too long to be kept.
    var bytes: [UInt8]? { raw.map { Array($0.utf8) } ?? rawBase64.map { Array($0) } }
}
#endif
