#if Ingest
import Yodel
internal import YodelSystem

/// What reading an input has come to.
enum InputStep {
    /// As many bytes more.
    case bytes(Int)
    /// None now; more may come.
    case waiting
    case end
}

/// An input that is open: its bytes, in turn. Used by one thread at a time.
protocol OpenInput: AnyObject {
    /// Reads further bytes; waits a moment at the most.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep
    /// Which file it is, by the bytes that have been read of it; nil if it is none, or nothing has been read.
    ///
    /// - Parameter offset: Bytes of the content that count as read.
    func identity(at offset: Int) throws(IngestError) -> FileIdentity?
    /// Of a compressed input, the CRC-32 of the bytes that have been read.
    var checksum: UInt32? { get }
    /// Bytes of the source that have been read, of which as many of the content count.
    func sourceBytes(at offset: Int) -> Int
}

extension OpenInput {
    var checksum: UInt32? { nil }
}

/// A file that is read as it is.
final class PlainInput: OpenInput {
    let file: ModelFile
    let name: String
    private(set) var offset: Int
    /// Bytes that the file has at least, unless somebody truncates it.
    private let expectedBytes: Int?

    /// - Parameter size: Bytes of the file when its reading began; nil if it may be truncated, as one that is followed.
    init(_ file: ModelFile, _ name: String, at offset: Int, expecting size: Int?) {
        self.file = file
        self.name = name
        self.offset = offset
        expectedBytes = size
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        let count = try IngestError.source(name) { () throws(ModelError) in unsafe try file.read(buffer, at: offset) }
        offset += count
        if count > 0 { return .bytes(count) }
        if let expectedBytes {
            try IngestError.source(name) { () throws(ModelError) in try file.checkEnd(at: offset, expecting: expectedBytes) }
        }
        return .end
    }

    func identity(at offset: Int) throws(IngestError) -> FileIdentity? {
        try IngestError.source(name) { () throws(ModelError) in offset > 0 ? try file.identity(before: offset) : nil }
    }

    func sourceBytes(at offset: Int) -> Int { offset }
}

/// A pipe, a device, or what standard input is.
final class PipeInput: OpenInput {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool
    /// Bytes that it had when its reading began, if it is a regular file, as a shell opens one for standard input.
    private let expectedBytes: Int?

    /// Standard input.
    ///
    /// - Parameter descriptor: Its descriptor, which stays open.
    init(descriptor: Int32 = 0) {
        (self.descriptor, name, isOwned) = (descriptor, "-", false)
        expectedBytes = Self.size(descriptor)
    }

    /// Opens a pipe or a device. A pipe need not have a writer yet.
    init(_ path: String) throws(IngestError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(.source, "\(path) cannot be opened") }
        (name, isOwned, expectedBytes) = (path, true, nil)
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, 20) > 0 else { return .waiting }
        // The last writer is gone, and nothing is left of what it wrote.
        if entry.revents & Int16(POLLIN) == 0, entry.revents & Int16(POLLHUP) != 0 { return .end }
        let count = unsafe YodelSystem.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { return .bytes(count) }
        if count == 0 {
            try checkEnd()
            return .end
        }
        if errno == EINTR || errno == EAGAIN { return .waiting }
        throw .system(.source, "\(name == "-" ? "standard input" : name) cannot be read")
    }

    /// Looks whether a file that has ended has been truncated while it was read.
    private func checkEnd() throws(IngestError) {
        guard let expectedBytes, lseek(descriptor, 0, SEEK_CUR) < expectedBytes, let size = Self.size(descriptor), size < expectedBytes
        else { return }
        throw .of(source: "standard input", ModelError.truncatedFile(name, from: expectedBytes, to: size))
    }

    /// Bytes of a regular file, now.
    private static func size(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    func identity(at offset: Int) -> FileIdentity? { nil }

    func sourceBytes(at offset: Int) -> Int { offset }
}

extension IngestError {
    /// An error of the system, as `errno` has it.
    static func system(_ kind: Kind, _ what: String) -> IngestError {
        let number = errno
        return unsafe IngestError(kind, "\(what): \(String(cString: strerror(number)))")
    }

    /// Runs what may fail of a file.
    static func source<R>(_ name: String, _ body: () throws(ModelError) -> R) throws(IngestError) -> R {
        do {
            return try body()
        } catch {
            throw .of(source: name, error)
        }
    }
}
#endif
