// What products of this package that read files by themselves need of one.

extension ModelFile {
    /// How many cores the machine has running.
    package static var cores: Int { OrderedPieces.cores }

    /// Bytes of the file, now.
    package func currentSize() throws(ModelError) -> Int { try file.size() }

    /// Looks whether the file, all of which has been read up to an offset, has been truncated since its reading began.
    package func checkEnd(at offset: Int, expecting expected: Int) throws(ModelError) {
        try file.checkEnd(at: offset, expecting: expected, known: offset)
    }

    /// The number of the file in its file system.
    package func inode() throws(ModelError) -> UInt64 { try file.inode() }

    /// The number of its file system, which may change when the machine restarts.
    package func device() throws(ModelError) -> UInt64 { try file.device() }

    /// When the file was written last, since 1970.
    package func lastWritten() throws(ModelError) -> (seconds: Int, nanoseconds: Int) { try file.lastWritten() }

    /// Reads bytes at an offset.
    ///
    /// - Returns: How many; fewer than there is room for only at the end of the file as it is now.
    package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ModelError) -> Int {
        unsafe try file.read(buffer, at: offset)
    }

    /// Which file it is, by bytes that have been read.
    ///
    /// - Parameter offset: How many.
    package func identity(before offset: Int) throws(ModelError) -> FileIdentity { try file.identity(before: offset) }

    /// Whether the file still holds the bytes that had been read when an identity was told, whatever its inode is.
    package func holds(_ identity: FileIdentity) throws(ModelError) -> Bool {
        guard try file.size() >= identity.length else { return false }
        return try file.identity(before: identity.length).fingerprint == identity.fingerprint
    }

    /// Looks whether a reading can go on at a position.
    ///
    /// - Throws: `ModelError` of category `input` if it cannot.
    package func check(_ position: ReadingPosition, _ framing: Framing) throws(ModelError) { try file.check(position, framing) }
}
