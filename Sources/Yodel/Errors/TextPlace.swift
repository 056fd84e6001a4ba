/// A place in a text.
@safe struct TextPlace: Comparable {
    // SAFETY: whoever makes a place says that the text stays there while the place is used. A text ends with a closing bracket, a quote or padding that
    // every reader of it stops at (DocumentText.swift, Scanner.swift): a place is looked at where the text is known to go on, and so are the bytes that a word
    // has behind it.
    let address: UnsafePointer<UInt8>

    @inline(__always)
    init(_ address: UnsafePointer<UInt8>) { unsafe self.address = address }

    /// The address as a number.
    @inline(__always) var bits: UInt { unsafe UInt(bitPattern: address) }

    /// The byte that stands there.
    @inline(__always) var byte: UInt8 { self[0] }

    /// The byte that stands so many bytes behind.
    @inline(__always)
    subscript(count: Int) -> UInt8 { unsafe address[count] }

    /// What begins so many bytes behind.
    @inline(__always)
    func load<T: BitwiseCopyable>(_ offset: Int = 0, as type: T.Type) -> T {
        unsafe UnsafeRawPointer(address).loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// The sixteen bytes that begin so many bytes behind.
    @inline(__always)
    func block(_ offset: Int = 0) -> SIMD2<UInt64> { load(offset, as: SIMD2<UInt64>.self) }

    /// The eight bytes that begin there, the first in the lowest byte.
    @inline(__always) var word: UInt64 { UInt64(littleEndian: load(as: UInt64.self)) }

    /// The four bytes that begin there, the first in the lowest byte.
    @inline(__always) var halfWord: UInt32 { UInt32(littleEndian: load(as: UInt32.self)) }

    @inline(__always)
    static func == (left: TextPlace, right: TextPlace) -> Bool { unsafe left.address == right.address }

    @inline(__always)
    static func < (left: TextPlace, right: TextPlace) -> Bool { unsafe left.address < right.address }

    @inline(__always)
    static func <= (left: TextPlace, right: TextPlace) -> Bool { !(right < left) }

    @inline(__always)
    static func > (left: TextPlace, right: TextPlace) -> Bool { right < left }

    @inline(__always)
    static func + (place: TextPlace, count: Int) -> TextPlace { unsafe TextPlace(place.address + count) }

    @inline(__always)
    static func += (place: inout TextPlace, count: Int) { place = place + count }

    @inline(__always)
    static func - (place: TextPlace, count: Int) -> TextPlace { unsafe TextPlace(place.address - count) }

    /// How many bytes a place is behind another.
    @inline(__always)
    static func - (place: TextPlace, start: TextPlace) -> Int { unsafe place.address - start.address }
}

extension BorrowedBytes {
    /// The bytes from a place on.
    @inline(__always)
    init(from start: TextPlace, count: Int) { unsafe self.init(start: start.address, count: count) }

    /// The place of one of the bytes.
    @inline(__always)
    func place(_ index: Int) -> TextPlace {
        assert(index >= 0 && index < count, "a place beyond the bytes")
        return unsafe TextPlace(baseAddress.unsafelyUnwrapped + index)
    }

    /// The place of the first byte; nil if there is no memory.
    @inline(__always) var start: TextPlace? { unsafe baseAddress.map(TextPlace.init) }
}
