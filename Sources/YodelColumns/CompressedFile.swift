import Yodel
import YodelArchives
internal import YodelSystem

/// A compressed file whose content is read from start to end, on the thread that asks: what is compressed cannot be divided. Members and frames may follow each other.
final class CompressedFile {
    private let descriptor: Int32
    /// Bytes of the file when the reading began.
    private let size: Int
    private let decompressor: any Decompressor
    private var compressed = [UInt8](repeating: 0, count: 128 << 10)
    /// What of `compressed` is still to be decompressed.
    private var rest = 0..<0
    private var hasEnded = false
    /// Bytes of the file that have been read.
    private(set) var consumed = 0

    init(_ path: String, _ compression: Compression, size: Int) throws(ScanError) {
        self.size = size
        do {
            decompressor = try compression.makeDecompressor()
        } catch {
            throw .file(error.words)
        }
        unsafe descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(Self.reason("it cannot be opened")) }
    }

    deinit {
        _ = close(descriptor)
    }

    /// What a file is compressed by, and its size.
    ///
    /// - Returns: nil for one that is not compressed, is no regular file, or cannot be read: whoever reads it next says why.
    static func look(at path: String) -> (compression: Compression, size: Int)? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var head = [UInt8](repeating: 0, count: Compression.magicBytes)
        let count = unsafe pread(descriptor, &head, Compression.magicBytes, 0)
        guard count > 0, let compression = Compression(head: Array(head.prefix(count))) else { return nil }
        return (compression, Int(status.st_size))
    }

    /// Reads some of the content.
    ///
    /// - Returns: How many bytes; zero at the end.
    /// - Throws: `ScanError.file` if the file cannot be read, is damaged, ends in the middle, or has fewer bytes than when the reading began: where a member ends,
    ///   nothing in it tells that others followed.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(ScanError) -> Int {
        while true {
            if rest.isEmpty && !hasEnded && !decompressor.hasOutput { try fill() }
            if rest.isEmpty && !decompressor.hasOutput {
                guard decompressor.isBetweenMembers else { throw damage("ends in the middle") }
                return 0
            }
            let step = unsafe compressed.withUnsafeBytes { bytes in
                Result { () throws(Damage) in
                    unsafe try decompressor.decompress(UnsafeRawBufferPointer(rebasing: bytes[rest]), to: buffer)
                }
            }
            switch step {
            case .success(let (taken, made)):
                rest = rest.lowerBound + taken..<rest.upperBound
                if made > 0 { return made }
            case .failure(let error): throw damage("is damaged: \(error.words)")
            }
        }
    }

    private func fill() throws(ScanError) {
        let room = compressed.count
        var count: Int
        repeat {
            count = unsafe YodelSystem.read(descriptor, &compressed, room)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .file(Self.reason("it cannot be read")) }
        guard count > 0 || consumed >= size else {
            throw .file(ModelError.truncation(from: size, to: consumed))
        }
        hasEnded = count == 0
        rest = 0..<count
        consumed += count
    }

    private func damage(_ what: String) -> ScanError {
        .file("the compressed content \(what), near byte \(consumed - rest.count) of the file")
    }

    private static func reason(_ what: String) -> String { "\(what): \(unsafe String(cString: strerror(errno)))" }
}

/// The batches of a compressed file.
final class CompressedScan<T: BaseModel>: BatchSource {
    private let file: CompressedFile
    private var reader: ColumnReader<T>
    private var content = [UInt8](repeating: 0, count: 256 << 10)
    /// What of `content` is still to be read into columns.
    private var rest = 0..<0
    /// Bytes of `content` that are read into columns at a time: fewer where batches are small, of which thousands would wait.
    private let stepBytes: Int
    /// Batches that wait to be handed out, the first one last.
    private var waiting: [ColumnBatch] = []
    private var failure: (any Error)?
    private var hasEnded = false

    init(_ type: T.Type, _ path: String, _ compression: Compression, _ size: Int, _ options: ColumnOptions) throws {
        file = try CompressedFile(path, compression, size: size)
        reader = try ColumnReader(type, options: options)
        stepBytes = min(max(options.maximumRows, 16), 16 << 10) * 16
    }

    var bytes: Int { file.consumed }

    func next() throws -> ColumnBatch? {
        while waiting.isEmpty {
            if let failure {
                self.failure = nil
                throw failure
            }
            guard !hasEnded else { return nil }
            var made: [ColumnBatch] = []
            do {
                try read { made.append($0) }
            } catch {
                // What stands before the failure is handed out first.
                hasEnded = true
                failure = error
            }
            waiting = made.reversed()
        }
        return waiting.removeLast()
    }

    private func read(_ each: (ColumnBatch) throws -> Void) throws {
        if rest.isEmpty {
            do {
                let count = unsafe try content.withUnsafeMutableBytes { unsafe try file.read($0) }
                rest = 0..<count
            } catch {
                // The lines before the damage are there all the same.
                try reader.flush(each: each)
                throw error
            }
        }
        guard !rest.isEmpty else {
            hasEnded = true
            return try reader.finish(each: each)
        }
        let step = rest.lowerBound..<min(rest.lowerBound + stepBytes, rest.upperBound)
        rest = step.upperBound..<rest.upperBound
        unsafe try content.withUnsafeBytes { unsafe try reader.read(UnsafeRawBufferPointer(rebasing: $0[step]), each: each) }
    }
}
