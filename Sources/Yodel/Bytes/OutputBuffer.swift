internal import YodelSystem

/// Bytes that are being written. The memory grows by doubling; it may begin in some that is lent.
///
/// Room is asked for first and then written to without a check: ``write(_:_:)``.
@safe struct OutputBuffer: ~Copyable {
    // SAFETY, of the extensions too: the places are of one block, in this order, and all before `next` has been written. Whoever writes has asked for the room, and
    // whoever looks at what has been written does so before the next change.

    private var start: OutputPlace
    private var next: OutputPlace
    private var end: OutputPlace
    /// Whether the memory is this buffer's own, from `malloc`.
    private var isOwned: Bool

    /// Makes an empty buffer with memory of its own.
    init(capacity: Int) {
        start = .allocate(capacity)
        next = start
        end = unsafe start + capacity
        isOwned = true
    }

    /// Makes an empty buffer that writes into lent memory as long as that lasts.
    ///
    /// - Parameter memory: Stays where it is for the life of the buffer. What it holds afterwards counts only if `isLent` still holds.
    init(lent memory: UnsafeMutableBufferPointer<UInt8>) {
        let base = unsafe memory.baseAddress ?? Self.nothing
        start = unsafe OutputPlace(base, to: base + memory.count)
        next = start
        end = unsafe start + memory.count
        isOwned = false
    }

    /// Makes an empty buffer without memory.
    init() {
        unsafe self.init(lent: UnsafeMutableBufferPointer(start: nil, count: 0))
    }

    /// An address for buffers that have no room yet. Never read or written.
    private static var nothing: UnsafeMutablePointer<UInt8> {
        @inline(__always) get { unsafe UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped }
    }

    deinit {
        freeMemory()
    }

    /// Gives the buffer's own memory back.
    @inline(__always)
    private func freeMemory() {
        if isOwned { unsafe start.free() }
    }

    /// Bytes that there is memory for.
    var capacity: Int { end - start }

    /// Bytes written.
    var count: Int { next - start }

    /// Whether everything written stands in the memory that was lent.
    var isLent: Bool { !isOwned }

    /// The bytes written. They stay until the next change.
    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        unsafe body(bytes.raw)
    }

    /// The bytes written, in place. They stay until the next change, and no longer than the buffer.
    @unsafe var bytes: BorrowedBytes { unsafe start.bytes(count) }

    /// Lends the bytes written.
    @unsafe func withBorrowedBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R { unsafe try body(bytes) }

    /// The bytes written, as text.
    var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// The bytes written, copied.
    func copy() -> [UInt8] { unsafe Array(bytes) }

    /// The bytes in some places, copied.
    func copy(of range: Range<Int>) -> [UInt8] { unsafe Array(part(range)) }

    /// The byte in a place.
    func byte(at place: Int) -> UInt8 { unsafe bytes[place] }

    /// A part of what has been written. It stays until the next change.
    @unsafe func part(_ range: Range<Int>) -> BorrowedBytes { unsafe bytes.part(range) }

    /// Makes room and writes into it.
    ///
    /// - Parameters:
    ///   - room: Bytes that may be written.
    ///   - body: Writes at the place that it is given, and returns the number of bytes written, at most `room`.
    @unsafe @inline(__always)
    mutating func write(_ room: Int, _ body: (OutputPlace) -> Int) {
        if end - next < room { grow(by: room) }
        let written = body(next)
        assert(written >= 0 && written <= room, "more bytes written than there is room for")
        unsafe next += written
    }

    /// Makes room. What is written there counts when ``advance(to:)`` has said so.
    ///
    /// - Returns: Where the next byte goes.
    @inline(__always)
    mutating func reserve(_ room: Int) -> OutputPlace {
        if end - next < room { grow(by: room) }
        return next
    }

    /// The same behind bytes that do not count yet.
    @inline(__always)
    mutating func reserve(_ room: Int, at place: OutputPlace) -> OutputPlace {
        if end - place >= room { return place }
        unsafe advance(to: place)
        return reserve(room)
    }

    /// Counts what has been written up to a place.
    @unsafe @inline(__always)
    mutating func advance(to place: OutputPlace) {
        assert(place - next >= 0 && end - place >= 0, "more bytes written than there is room for")
        next = place
    }

    /// Counts what has been written up to so many bytes, which may be fewer than have been counted.
    @unsafe @inline(__always)
    mutating func advance(to offset: Int) {
        assert(offset >= 0 && offset <= capacity, "more bytes written than there is room for")
        next = unsafe start + offset
    }

    /// How far from the first byte a place is.
    @inline(__always)
    func offset(of place: OutputPlace) -> Int { place - start }

    /// Writes the brackets of a container whose members all have a comma before them: the first one's becomes the opening one. Needs room for two bytes.
    ///
    /// - Parameters:
    ///   - offset: Where that comma is.
    ///   - place: Behind the last member.
    /// - Returns: Where what comes behind the container goes.
    @unsafe @inline(__always)
    func enclose(from offset: Int, to place: OutputPlace, _ opening: UInt8, _ closing: UInt8) -> OutputPlace {
        let first = unsafe start + offset
        let last = unsafe first == place ? first + 1 : place
        unsafe first.put(opening)
        unsafe last.put(closing)
        return unsafe last + 1
    }

    /// Writes one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe write(1) {
            unsafe $0.put(byte)
            return 1
        }
    }

    /// Writes bytes.
    mutating func append(_ bytes: BorrowedBytes) {
        unsafe write(bytes.count) {
            unsafe $0.copy(bytes)
            return bytes.count
        }
    }

    /// Writes what another buffer has.
    mutating func append(_ other: borrowing OutputBuffer) { unsafe append(other.bytes) }

    /// Writes what another buffer has in some places.
    mutating func append(_ range: Range<Int>, of other: borrowing OutputBuffer) { unsafe append(other.part(range)) }

    /// Writes the UTF-8 of a text as it is.
    mutating func append(_ text: String) {
        var text = text
        unsafe text.withBorrowedBytes { append($0) }
    }

    /// Takes back what has been written behind the first `count` bytes.
    @inline(__always)
    mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count, "a buffer is not made longer by truncating it")
        next = unsafe start + count
    }

    /// Hands the memory out; the buffer is empty afterwards.
    ///
    /// - Returns: Memory of `malloc`'s, no more than a quarter larger than what was written, and how much that is.
    mutating func take() -> (start: UnsafeMutableRawPointer, count: Int) {
        let count = count
        if !isOwned { grow(by: 1) }
        var taken = unsafe UnsafeMutableRawPointer(start.address)
        if (end - start) - count > count / 4, let smaller = unsafe realloc(taken, max(count, 1)) { unsafe taken = smaller }
        isOwned = false
        next = start
        end = start
        return unsafe (taken, count)
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        let count = count
        let capacity = max((end - start) * 2, count + room, 256)
        let larger = OutputPlace.allocate(capacity)
        unsafe larger.copy(bytes)
        freeMemory()
        start = larger
        next = unsafe larger + count
        end = unsafe larger + capacity
        isOwned = true
    }
}
