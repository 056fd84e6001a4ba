internal import YodelSystem

/// The place where the next byte of a text is written.
///
/// It is an address and no more: writers keep it in a register over many stores that one look at the room has made good for, where an `OutputSpan` would
/// look for each. So places may be compared and handed on; to write or read there is unsafe, and to step to another place is. In debug builds a place knows
/// where its memory ends, and every access asserts that it stays within.
@safe struct OutputPlace: Equatable {
    // SAFETY: whoever makes a place has seen to it that there is room for what is written there, and behind it.
    @unsafe let address: UnsafeMutablePointer<UInt8>
    #if DEBUG
    private let end: UnsafeMutablePointer<UInt8>
    #else
    @unsafe @inline(__always) private var end: UnsafeMutablePointer<UInt8> { unsafe address }
    #endif

    /// - Parameter end: Behind the memory that may be written. Of no use in optimised builds.
    @unsafe @inline(__always)
    init(_ address: UnsafeMutablePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>) {
        unsafe self.address = address
        #if DEBUG
        unsafe self.end = end
        #endif
    }

    /// What has been written from there on.
    @inline(__always)
    var text: TextPlace { unsafe TextPlace(UnsafePointer(address), to: UInt(bitPattern: end)) }

    @inline(__always)
    static func == (left: OutputPlace, right: OutputPlace) -> Bool { unsafe left.address == right.address }

    /// The place so many bytes after this one.
    @unsafe @inline(__always)
    static func + (place: OutputPlace, count: Int) -> OutputPlace { unsafe OutputPlace(place.address + count, to: place.end) }

    @unsafe @inline(__always)
    static func += (place: inout OutputPlace, count: Int) { place = unsafe place + count }

    /// The bytes from one place to another.
    @inline(__always)
    static func - (end: OutputPlace, start: OutputPlace) -> Int { unsafe end.address - start.address }

    /// Whether the memory has room for so many bytes.
    private func hasRoom(for count: Int) -> Bool {
        #if DEBUG
        unsafe end - address >= count
        #else
        true
        #endif
    }

    // MARK: What stands there, unchecked

    /// The byte that has been written at an offset from the place.
    @unsafe @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(hasRoom(for: offset + 1))
        return unsafe address[offset]
    }

    /// Writes a byte.
    @unsafe @inline(__always)
    func put(_ byte: UInt8) { unsafe put(byte, at: 0) }

    /// Writes a byte at an offset from the place.
    @unsafe @inline(__always)
    func put(_ byte: UInt8, at offset: Int) {
        assert(offset >= 0 && hasRoom(for: offset + 1))
        unsafe address[offset] = byte
    }

    /// Writes a byte so many times.
    @unsafe @inline(__always)
    func put(_ byte: UInt8, times count: Int) {
        assert(hasRoom(for: count))
        unsafe address.update(repeating: byte, count: count)
    }

    /// Writes so many spaces, sixteen at a time: there is room for the last ones, too.
    @unsafe @inline(__always)
    func put(spaces count: Int) {
        var offset = 0
        while offset < count {
            unsafe (self + offset).store(block: SIMD2(repeating: 0x2020_2020_2020_2020))
            offset &+= 16  // &+=: at most the room
        }
    }

    /// Writes a word, its lowest byte first.
    @unsafe @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) { unsafe store(bits: word.littleEndian) }

    /// Writes a word at an offset from the place.
    @unsafe @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, at offset: Int) { unsafe (self + offset).store(word) }

    /// Writes sixteen bytes.
    @unsafe @inline(__always)
    func store(block: SIMD2<UInt64>) { unsafe store(bits: block) }

    @unsafe @inline(__always)
    private func store<Bits: BitwiseCopyable>(bits: Bits) {
        assert(hasRoom(for: MemoryLayout<Bits>.size))
        unsafe UnsafeMutableRawPointer(address).storeBytes(of: bits, as: Bits.self)
    }

    /// Copies bytes.
    @unsafe @inline(__always)
    func copy(_ bytes: BorrowedBytes) {
        guard let source = unsafe bytes.baseAddress else { return }
        unsafe copy(source, bytes.count)
    }

    // MARK: Its memory

    /// Memory of `malloc`'s, which is the caller's.
    static func allocate(_ capacity: Int) -> OutputPlace {
        // Without memory for what it writes a Swift program ends, here as where an array grows; what reads documents of strangers has an error for
        // it.
        guard let memory = unsafe malloc(max(capacity, 1)) else { fatalError("out of memory for \(capacity) bytes of output") }
        let start = unsafe memory.bindMemory(to: UInt8.self, capacity: capacity)
        return unsafe OutputPlace(start, to: start + capacity)
    }

    /// Gives memory of `malloc`'s back.
    @unsafe
    func free() { unsafe YodelSystem.free(address) }

    /// Bytes that have been written from here on. They stay until something else is written there, and as long as the memory.
    @unsafe @inline(__always)
    func bytes(_ count: Int) -> BorrowedBytes {
        assert(count >= 0 && hasRoom(for: count))
        return unsafe BorrowedBytes(start: address, count: count)
    }
}

extension OutputPlace {
    /// Copies bytes.
    @unsafe @inline(__always)
    func copy(_ source: UnsafeRawPointer, _ count: Int) {
        assert(hasRoom(for: count))
        unsafe UnsafeMutableRawPointer(address).copyMemory(from: source, byteCount: count)
    }
}
