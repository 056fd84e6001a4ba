internal import YodelSystem

// Files are read by `pread` into a buffer, not mapped: where a mapped file is cut short by someone else, touching what is missing kills the process
// (SIGBUS), and a failing disk does the same. `pread` tells both. It has no position of its own, so that several tasks can share a file.

/// An open file.
final class InputFile: Sendable {
    /// The path as the caller gave it.
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws(ModelError) {
        self.path = path
        // Without O_NONBLOCK the opening of a pipe would wait for a writer; for a regular file it means nothing.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadableFile(path, Self.words(errno)) }
        let mode = try status().st_mode & S_IFMT
        guard mode == S_IFREG else {
            throw .unreadableFile(path, mode == S_IFDIR ? Self.words(EISDIR) : "not a regular file")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Bytes of the file, now.
    func size() throws(ModelError) -> Int { Int(try status().st_size) }

    /// Looks whether the file, which ends at an offset, has been truncated since its reading began: lines are missing then, and the last one may be a part of one.
    ///
    /// - Parameters:
    ///   - expected: Bytes that it had when the reading began.
    ///   - known: Bytes that it had when the last ones were read; 0 if none have been.
    func checkEnd(at offset: Int, expecting expected: Int, known: Int) throws(ModelError) {
        // What has ended where it did is not asked for its size: whoever truncates it then takes nothing from the reading.
        guard offset != expected else { return }
        let size = try size()
        if offset < expected { throw .truncatedFile(path, from: expected, to: min(size, offset)) }
        if size < known { throw .truncatedFile(path, afterGrowingTo: known, to: size) }
    }

    /// The number of the file in its file system.
    func inode() throws(ModelError) -> UInt64 { UInt64(try status().st_ino) }

    /// The number of its file system, which may change when the machine restarts.
    func device() throws(ModelError) -> UInt64 { try status().deviceNumber }

    /// When it was written last, since 1970. Its owner may set any time, also one that is too far away to be counted in nanoseconds.
    func lastWritten() throws(ModelError) -> (seconds: Int, nanoseconds: Int) {
        let time = try status().writeTime
        return (Int(time.tv_sec), Int(time.tv_nsec))
    }

    private func status() throws(ModelError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadableFile(path, Self.words(errno)) }
        return status
    }

    /// Reads bytes at an offset.
    ///
    /// - Returns: How many; fewer than there is room for only at the end of the file as it is now.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ModelError) -> Int {
        var count = 0
        while count < buffer.count {
            // SAFETY: the buffer has room for as much behind what has been read.
            let read = unsafe pread(descriptor, buffer.baseAddress.unsafelyUnwrapped + count, buffer.count - count, off_t(offset + count))
            if read > 0 {
                count += read
            } else if read == 0 {
                break
            } else if errno != EINTR {
                throw .unreadableFile(path, Self.words(errno), at: offset + count)
            }
        }
        return count
    }

    /// What an error number means, in words.
    static func words(_ number: Int32) -> String {
        let size = 256
        var words = [CChar](repeating: 0, count: size)
        guard unsafe strerror_r(number, &words, size) == 0 else { return "error \(number)" }
        return String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
