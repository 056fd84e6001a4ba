/// Bytes that lie in somebody else's memory, which stay as long as whoever lends them says.
///
/// It is no `RawSpan`, which neither is a collection nor can be a part of what is copied: tokens, keys of plans and failures have such bytes. Every access is
/// checked, as a span's is, but for those that say `unchecked`. How long the bytes stay is not known to the compiler: so whatever makes a handle, or lends
/// one, is unsafe.
@safe struct BorrowedBytes {
    // SAFETY: whoever makes the handle keeps the bytes in place and unchanged while it is used: a handle is passed down, and is stored only in
    // what lives no longer than the bytes do.
    @unsafe let buffer: UnsafeBufferPointer<UInt8>

    /// The bytes of a literal, which stay as long as the program.
    @inline(__always)
    init(literal: StaticString) { unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount) }

    /// No bytes, and no address.
    @inline(__always)
    static var none: BorrowedBytes { unsafe BorrowedBytes(start: nil, count: 0) }

    @unsafe @inline(__always)
    var baseAddress: UnsafePointer<UInt8>? { unsafe buffer.baseAddress }

    /// The bytes at some places; the first of them has then the place 0.
    @inline(__always)
    func part(_ places: Range<Int>) -> BorrowedBytes {
        precondition(places.lowerBound >= 0 && places.upperBound <= count, "the places are of the bytes")
        return unsafe BorrowedBytes(start: baseAddress.map { unsafe $0 + places.lowerBound }, count: places.count)
    }

    @inline(__always)
    func part(_ places: PartialRangeFrom<Int>) -> BorrowedBytes { part(places.lowerBound..<count) }

    @inline(__always)
    func part(_ places: PartialRangeUpTo<Int>) -> BorrowedBytes { part(0..<places.upperBound) }
}

// Members that take or give pointers, whose types mark each use.
extension BorrowedBytes {
    @inline(__always)
    init(_ buffer: UnsafeBufferPointer<UInt8>) { unsafe self.buffer = buffer }

    @inline(__always)
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { unsafe self.init(UnsafeBufferPointer(buffer)) }

    @inline(__always)
    init(_ raw: UnsafeRawBufferPointer) { unsafe buffer = raw.bindMemory(to: UInt8.self) }

    @inline(__always)
    init(start: UnsafePointer<UInt8>?, count: Int) { unsafe buffer = UnsafeBufferPointer(start: start, count: count) }

    @inline(__always)
    var raw: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(buffer) }
}

// Every member is written out: what a protocol would make of the others checks what has been checked.

extension BorrowedBytes: RandomAccessCollection {
    @inline(__always) var startIndex: Int { 0 }

    @inline(__always) var endIndex: Int { count }

    @inline(__always) var indices: Range<Int> { unsafe buffer.indices }

    @inline(__always) var count: Int { unsafe buffer.count }

    @inline(__always) var isEmpty: Bool { count == 0 }

    // SAFETY: bytes that are not empty have a first and a last one.

    @inline(__always) var first: UInt8? { unsafe isEmpty ? nil : self[unchecked: 0] }

    @inline(__always) var last: UInt8? { unsafe isEmpty ? nil : self[unchecked: count &- 1] }

    // &+ and &-: what leads out of the range of Int is no place.

    @inline(__always)
    func index(after place: Int) -> Int { place &+ 1 }

    @inline(__always)
    func formIndex(after place: inout Int) { place &+= 1 }

    @inline(__always)
    func index(before place: Int) -> Int { place &- 1 }

    @inline(__always)
    func formIndex(before place: inout Int) { place &-= 1 }

    @inline(__always)
    func index(_ place: Int, offsetBy distance: Int) -> Int { place &+ distance }

    @inline(__always)
    func index(_ place: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
        let most = limit &- place
        if distance > 0 ? most >= 0 && most < distance : most <= 0 && distance < most { return nil }
        return place &+ distance
    }

    @inline(__always)
    func distance(from start: Int, to end: Int) -> Int { end &- start }

    @inline(__always)
    func _failEarlyRangeCheck(_ place: Int, bounds: Range<Int>) { assert(bounds.contains(place)) }

    @inline(__always)
    func _failEarlyRangeCheck(_ places: Range<Int>, bounds: Range<Int>) {
        assert(places.lowerBound >= bounds.lowerBound && places.upperBound <= bounds.upperBound)
    }

    @inline(__always)
    subscript(place: Int) -> UInt8 {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "the place is one of the bytes")
        return unsafe self[unchecked: place]
    }

    /// The byte in a place that is known to be one of the bytes.
    @unsafe @inline(__always)
    subscript(unchecked place: Int) -> UInt8 {
        assert(place >= 0 && place < count, "the place is one of the bytes")
        return unsafe buffer[place]
    }

    @inline(__always)
    func makeIterator() -> Iterator { Iterator(bytes: self) }

    /// One byte after the other.
    struct Iterator: IteratorProtocol {
        fileprivate let bytes: BorrowedBytes
        private var place = 0

        @inline(__always)
        fileprivate init(bytes: BorrowedBytes) { self.bytes = bytes }

        @inline(__always)
        mutating func next() -> UInt8? {
            guard place < bytes.count else { return nil }
            defer { place &+= 1 }  // &+=: below the count
            // SAFETY: a place is above zero, and has been seen to be below the count.
            return unsafe bytes[unchecked: place]
        }
    }

    @inline(__always)
    subscript(places: Range<Int>) -> Slice<BorrowedBytes> {
        precondition(places.lowerBound >= 0 && places.upperBound <= count, "the places are of the bytes")
        return Slice(base: self, bounds: places)
    }

    @inline(__always)
    func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? { unsafe try body(buffer) }
}

extension BorrowedBytes {
    /// Whether the bytes are the same. Most that are not differ in their number.
    @inline(__always)
    func elementsEqual(_ other: BorrowedBytes) -> Bool {
        // SAFETY: an index of the ones is an index of the others.
        count == other.count && indices.allSatisfy { unsafe self[unchecked: $0] == other[unchecked: $0] }
    }
}

// The library's algorithms know a buffer pointer, which they copy as a whole.

extension [UInt8] {
    @inline(__always)
    init(_ bytes: BorrowedBytes) { unsafe self.init(bytes.buffer) }

    @inline(__always)
    mutating func append(contentsOf bytes: BorrowedBytes) { unsafe append(contentsOf: bytes.buffer) }

    /// The array's bytes, as long as the closure runs.
    @unsafe @inline(__always)
    func withBorrowedBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
        unsafe try withUnsafeBufferPointer { unsafe try body(BorrowedBytes($0)) }
    }
}

extension String {
    /// The text in UTF-8, as long as the closure runs. Unlike `withBorrowedBytes`, it leaves the text as it is, which need not be a variable.
    @unsafe @inline(__always)
    func withBorrowedUTF8<R>(_ body: (BorrowedBytes) -> R) -> R {
        let result: R? = unsafe utf8.withContiguousStorageIfAvailable { unsafe body(BorrowedBytes($0)) }
        // SAFETY: strings are UTF-8 in one piece.
        return unsafe result.unsafelyUnwrapped
    }

    @inline(__always)
    init(decoding bytes: BorrowedBytes, as encoding: UTF8.Type) { unsafe self.init(decoding: bytes.buffer, as: encoding) }

    /// The text in UTF-8, as long as the closure runs.
    @unsafe @inline(__always)
    mutating func withBorrowedBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
        try withUTF8 { unsafe try body(BorrowedBytes($0)) }
    }
}
