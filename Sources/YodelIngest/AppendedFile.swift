#if Ingest
import Yodel
internal import YodelSystem

/// A file that lines are added to. What nobody counts any more, behind a length that was kept elsewhere, is cut off when it is opened again.
final class AppendedFile: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: it is used within the transactions of one sink, which follow each other.

    let path: String
    private let descriptor: Int32
    /// Bytes that are to stay.
    private(set) var length = 0

    /// Opens a file, and makes it if it is not there.
    ///
    /// - Throws: `IngestError` of kind `sink`, also if another process has it.
    init(_ path: String) throws(IngestError) {
        self.path = path
        descriptor = unsafe YodelSystem.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw IngestError.system(.sink, "\(path) cannot be opened") }
        // The lock goes with the process, if it ends before this does.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw IngestError(.sink, "another ingestion writes to \(path)") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A process that another thread is starting has the descriptor until it runs its program, and the lock with it unless that is given back.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Goes on in the file.
    ///
    /// - Parameter length: Bytes of it that count; nil: all that it has.
    func begin(at length: Int?) throws(IngestError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw IngestError.system(.sink, "\(path) cannot be read") }
        let size = Int(status.st_size)
        if let length, length > size {
            throw IngestError(
                .sink, "\(path) has \(size) bytes, where \(length) had been written: lines of it are lost, or it is a different file")
        }
        self.length = length ?? size
        guard ftruncate(descriptor, off_t(self.length)) == 0 else { throw IngestError.system(.sink, "\(path) cannot be written") }
    }

    /// Adds lines, and waits until they are on the disk.
    func append(_ lines: [UInt8]) throws(IngestError) {
        let start = length
        let isWritten = unsafe lines.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = unsafe bytes.baseAddress.unsafelyUnwrapped + written
                let count = unsafe pwrite(descriptor, rest, bytes.count - written, off_t(start + written))
                guard count >= 0 || errno == EINTR else { return false }
                written += max(count, 0)
            }
            return true
        }
        guard isWritten, fsync(descriptor) == 0 else { throw IngestError.system(.sink, "\(path) cannot be written") }
        length += lines.count
    }
}
#endif
