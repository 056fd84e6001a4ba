/// A place in a text.
///
/// It is an address and no more, since readers have some in their frames: a `RawSpan` and an index are three words, and a check for each byte. So places may
/// be compared and handed on; to look at what stands there is unsafe, and to step to another place is. In debug builds a place knows where its memory ends,
/// and asserts that what is looked at is before that.
@safe struct TextPlace: Comparable {
    // SAFETY: whoever makes a place, of a pointer or of another place, says that it is one of the text's, or that behind it, and that the text stays there
    // while the place is used. A text ends with a closing bracket, a quote or padding that every reader of it stops at (DocumentText.swift, Scanner.swift): a
    // place is looked at where the text is known to go on, and so are the bytes that a word has behind it.
    @unsafe let address: UnsafePointer<UInt8>
    #if DEBUG
    /// Behind the last byte of the text's memory, as far as whoever made the place has said.
    private let end: UInt
    #else
    private var end: UInt { .max }
    #endif

    /// - Parameter end: Behind the memory that may be looked at. Of no use in optimised builds.
    @unsafe @inline(__always)
    init(_ address: UnsafePointer<UInt8>, to end: UInt = .max) {
        unsafe self.address = address
        #if DEBUG
        self.end = end
        #endif
    }

    /// The address as a number.
    @inline(__always) var bits: UInt { unsafe UInt(bitPattern: address) }

    /// Whether the text's memory has so many bytes from an offset on.
    @inline(__always)
    fileprivate func holds(_ offset: Int, _ size: Int) -> Bool {
        #if DEBUG
        end == .max || bits &+ UInt(bitPattern: offset &+ size) <= end  // &+: with a negative offset too
        #else
        true
        #endif
    }

    @inline(__always)
    static func == (left: TextPlace, right: TextPlace) -> Bool { unsafe left.address == right.address }

    @inline(__always)
    static func < (left: TextPlace, right: TextPlace) -> Bool { unsafe left.address < right.address }

    @inline(__always)
    static func <= (left: TextPlace, right: TextPlace) -> Bool { !(right < left) }

    @inline(__always)
    static func > (left: TextPlace, right: TextPlace) -> Bool { right < left }

    /// How many bytes a place is behind another.
    @inline(__always)
    static func - (place: TextPlace, start: TextPlace) -> Int { unsafe place.address - start.address }

    // MARK: What stands there, and other places, unchecked

    /// The byte that stands there.
    @unsafe @inline(__always) var byte: UInt8 { unsafe self[0] }

    /// The byte at an offset from the place.
    @unsafe @inline(__always)
    subscript(count: Int) -> UInt8 {
        assert(holds(count, 1), "a byte beyond the text")
        return unsafe address[count]
    }

    /// The value at an offset from the place.
    @unsafe @inline(__always)
    func load<T: BitwiseCopyable>(_ offset: Int = 0, as type: T.Type) -> T {
        assert(holds(offset, MemoryLayout<T>.size), "bytes beyond the text")
        return unsafe UnsafeRawPointer(address).loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// The sixteen bytes at an offset from the place.
    @unsafe @inline(__always)
    func block(_ offset: Int = 0) -> SIMD2<UInt64> { unsafe load(offset, as: SIMD2<UInt64>.self) }

    /// The eight bytes that begin there, the first in the lowest byte.
    @unsafe @inline(__always) var word: UInt64 { unsafe UInt64(littleEndian: load(as: UInt64.self)) }

    /// The four bytes that begin there, the first in the lowest byte.
    @unsafe @inline(__always) var halfWord: UInt32 { unsafe UInt32(littleEndian: load(as: UInt32.self)) }

    /// The same place, for who knows that so many bytes from there on may be looked at: more than whoever made it has said.
    @unsafe @inline(__always)
    func widened(to count: Int) -> TextPlace { unsafe TextPlace(address, to: bits &+ UInt(bitPattern: count)) }

    @unsafe @inline(__always)
    static func + (place: TextPlace, count: Int) -> TextPlace { unsafe TextPlace(place.address + count, to: place.end) }

    @unsafe @inline(__always)
    static func += (place: inout TextPlace, count: Int) { place = unsafe place + count }

    @unsafe @inline(__always)
    static func - (place: TextPlace, count: Int) -> TextPlace { unsafe TextPlace(place.address - count, to: place.end) }
}

extension BorrowedBytes {
    /// The bytes from a place on, which are all of the text.
    @unsafe @inline(__always)
    init(from start: TextPlace, count: Int) {
        assert(start.holds(0, count), "bytes beyond the text")
        unsafe self.init(start: start.address, count: count)
    }

    /// The place of one of the bytes.
    @unsafe @inline(__always)
    func place(_ index: Int) -> TextPlace {
        assert(index >= 0 && index < count, "a place beyond the bytes")
        return unsafe TextPlace(baseAddress.unsafelyUnwrapped + index, to: end)
    }

    /// The place of the first byte; nil if there is no memory.
    @inline(__always) var start: TextPlace? { unsafe baseAddress.map { unsafe TextPlace($0, to: end) } }

    /// Behind the last byte.
    @inline(__always) private var end: UInt { unsafe UInt(bitPattern: baseAddress) &+ UInt(bitPattern: count) }
}
