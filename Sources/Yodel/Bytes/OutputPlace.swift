/// The place where the next byte of a text is written.
///
/// In debug builds a place knows where its memory ends, and every store asserts that it stays within.
@safe struct OutputPlace: Equatable {
    // SAFETY: whoever makes a place has seen to it that there is room for what is written there, and behind it.
    @unsafe let address: UnsafeMutablePointer<UInt8>
    #if DEBUG
    @unsafe private let end: UnsafeMutablePointer<UInt8>
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

    /// The begin of memory that is the caller's, until its address is deallocated.
    static func allocate(_ count: Int) -> OutputPlace {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        return unsafe OutputPlace(memory, to: memory + count)
    }

    /// What has been written from there on.
    @inline(__always)
    var text: TextPlace { unsafe TextPlace(UnsafePointer(address)) }

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
    func put(_ byte: UInt8) {
        assert(hasRoom(for: 1))
        unsafe address.pointee = byte
    }

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
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) {
        assert(hasRoom(for: MemoryLayout<Word>.size))
        unsafe UnsafeMutableRawPointer(address).storeBytes(of: word.littleEndian, as: Word.self)
    }

    /// Writes a word behind so many bytes.
    @inline(__always)
    func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, at offset: Int) { (self + offset).store(word) }

    /// Writes sixteen bytes.
    @inline(__always)
    func store(block: SIMD2<UInt64>) {
        assert(hasRoom(for: 16))
        unsafe UnsafeMutableRawPointer(address).storeBytes(of: block, as: SIMD2<UInt64>.self)
    }

    /// Copies bytes.
    @inline(__always)
    func copy(_ bytes: BorrowedBytes) {
        guard let source = bytes.baseAddress else { return }
        unsafe copy(source, bytes.count)
    }

    /// Copies bytes.
    @unsafe @inline(__always)
    func copy(_ source: UnsafeRawPointer, _ count: Int) {
        assert(hasRoom(for: count))
        unsafe UnsafeMutableRawPointer(address).copyMemory(from: source, byteCount: count)
    }
}
