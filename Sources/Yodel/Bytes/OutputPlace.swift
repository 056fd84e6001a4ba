internal import YodelSystem

/// The place where the next byte of a text is written.
///
/// In debug builds a place knows where its memory ends, and every store asserts that it stays within.
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

    /// The place so many bytes behind this one.
    @inline(__always)
    static func + (place: OutputPlace, count: Int) -> OutputPlace { unsafe OutputPlace(place.address + count, to: place.end) }

    @inline(__always)
    static func += (place: inout OutputPlace, count: Int) { place = place + count }

    /// The bytes from one place to another.
    @inline(__always)
    static func - (end: OutputPlace, start: OutputPlace) -> Int { unsafe end.address - start.address }

    /// Whether there are so many bytes of memory.
    private func hasRoom(for count: Int) -> Bool {
        #if DEBUG
        unsafe end - address >= count
        #else
        true
        #endif
    }

    /// The byte that has been written behind so many others.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 { unsafe address[offset] }

    /// Writes a byte.
    @inline(__always)
    func put(_ byte: UInt8) { put(byte, at: 0) }

    /// Writes a byte behind so many others.
    @inline(__always)
    func put(_ byte: UInt8, at offset: Int) {
        assert(offset >= 0 && hasRoom(for: offset + 1))
        unsafe address[offset] = byte
    }

    /// Writes a byte so many times.
    @inline(__always)
    func put(_ byte: UInt8, times count: Int) {
        assert(hasRoom(for: count))
        unsafe address.update(repeating: byte, count: count)
    }

    /// Writes a word, its lowest byte first.
    @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) { store(bits: word.littleEndian) }

    /// Writes a word behind so many bytes.
    @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, at offset: Int) { (self + offset).store(word) }

    /// Writes sixteen bytes.
    @inline(__always)
    func store(block: SIMD2<UInt64>) { store(bits: block) }

    @inline(__always)
    private func store<Bits: BitwiseCopyable>(bits: Bits) {
        assert(hasRoom(for: MemoryLayout<Bits>.size))
        unsafe UnsafeMutableRawPointer(address).storeBytes(of: bits, as: Bits.self)
    }

    /// Copies bytes.
    @inline(__always)
    func copy(_ bytes: BorrowedBytes) {
        guard let source = bytes.baseAddress else { return }
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
    @inline(__always)
    func bytes(_ count: Int) -> BorrowedBytes { unsafe BorrowedBytes(start: address, count: count) }
}

extension OutputPlace {
    /// Copies bytes.
    @inline(__always)
    func copy(_ source: UnsafeRawPointer, _ count: Int) {
        assert(hasRoom(for: count))
        unsafe UnsafeMutableRawPointer(address).copyMemory(from: source, byteCount: count)
    }
}
