import Glibc

/// Bytes that are being written. The memory grows by doubling; it may begin in some that is lent.
///
/// Room is asked for first and then written to without a check: ``write(_:_:)``.
@safe struct OutputBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>
    /// Whether the memory is this buffer's own, from `malloc`.
    private var isOwned: Bool

    /// Makes an empty buffer with memory of its own.
    init(capacity: Int) {
        unsafe start = Self.allocate(capacity)
        unsafe next = start
        unsafe end = start + capacity
        isOwned = true
    }

    /// Makes an empty buffer that writes into lent memory as long as that lasts.
    ///
    /// - Parameter memory: Stays where it is for the life of the buffer. What it holds afterwards counts only if `isLent` still holds.
    init(lent memory: UnsafeMutableBufferPointer<UInt8>) {
        let base = unsafe memory.baseAddress ?? Self.nothing
        unsafe start = base
        unsafe next = base
        unsafe end = base + memory.count
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
        if isOwned { unsafe free(start) }
    }

    /// Bytes that there is memory for.
    var capacity: Int { unsafe end - start }

    /// Bytes written.
    var count: Int { unsafe next - start }

    /// Whether everything written stands in the memory that was lent.
    var isLent: Bool { !isOwned }

    /// The bytes written. They stay until the next change.
    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes written, in place. They stay until the next change, and no longer than the buffer.
    var bytes: BorrowedBytes { unsafe BorrowedBytes(start: start, count: count) }

    /// Makes room and writes into it.
    ///
    /// - Parameters:
    ///   - room: Bytes that may be written.
    ///   - body: Writes from the address on and returns how many bytes it has written, at most `room`.
    @inline(__always)
    mutating func write(_ room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        if unsafe end - next < room { grow(by: room) }
        let written = unsafe body(next)
        assert(written >= 0 && written <= room, "more bytes written than there is room for")
        unsafe next += written
    }

    /// Makes room. What is written there counts when ``advance(to:)`` has said so.
    ///
    /// - Returns: Where the next byte goes.
    @inline(__always)
    mutating func reserve(_ room: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe end - next < room { grow(by: room) }
        return unsafe next
    }

    /// The same behind bytes that do not count yet.
    @inline(__always)
    mutating func reserve(_ room: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        if unsafe end - place >= room { return unsafe place }
        unsafe advance(to: place)
        return unsafe reserve(room)
    }

    /// Counts what has been written up to an address.
    @inline(__always)
    mutating func advance(to place: UnsafeMutablePointer<UInt8>) {
        unsafe assert(place >= next && place <= end, "more bytes written than there is room for")
        unsafe next = place
    }

    /// How far from the first byte an address is.
    @inline(__always)
    func offset(of place: UnsafeMutablePointer<UInt8>) -> Int { unsafe place - start }

    /// Writes the brackets of a container whose members all have a comma before them: the first one's becomes the opening one. Needs room for two bytes.
    ///
    /// - Parameters:
    ///   - offset: Where that comma is.
    ///   - place: Behind the last member.
    /// - Returns: Where what comes behind the container goes.
    @inline(__always)
    func enclose(
        from offset: Int, to place: UnsafeMutablePointer<UInt8>, _ opening: UInt8, _ closing: UInt8
    ) -> UnsafeMutablePointer<UInt8> {
        let first = unsafe start + offset
        let last = unsafe first == place ? first + 1 : place
        unsafe first.pointee = opening
        unsafe last.pointee = closing
        return unsafe last + 1
    }

    /// Writes one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe write(1) {
            unsafe $0.pointee = byte
            return 1
        }
    }

    /// Writes bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe write(bytes.count) {
            if let base = bytes.baseAddress { unsafe UnsafeMutableRawPointer($0).copyMemory(from: base, byteCount: bytes.count) }
            return bytes.count
        }
    }

    /// Writes the UTF-8 of a text as it is.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Takes back what has been written behind the first `count` bytes.
    @inline(__always)
    mutating func truncate(to count: Int) {
        assert(count >= 0 && count <= self.count, "a buffer is not made longer by truncating it")
        unsafe next = start + count
    }

    /// Hands the memory out; the buffer is empty afterwards.
    ///
    /// - Returns: Memory of `malloc`'s, no more than a quarter larger than what was written, and how much that is.
    mutating func take() -> (start: UnsafeMutableRawPointer, count: Int) {
        let count = count
        if !isOwned { grow(by: 1) }
        var taken = unsafe UnsafeMutableRawPointer(start)
        if unsafe (end - start) - count > count / 4, let smaller = unsafe realloc(taken, max(count, 1)) { unsafe taken = smaller }
        isOwned = false
        unsafe next = start
        unsafe end = start
        return unsafe (taken, count)
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        // Without memory for what it writes a Swift program ends, here as where an array grows; what reads documents of strangers has an error for it.
        guard let memory = unsafe malloc(max(capacity, 1)) else { fatalError("out of memory for \(capacity) bytes of output") }
        return unsafe memory.bindMemory(to: UInt8.self, capacity: capacity)
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        let count = count
        let capacity = unsafe max((end - start) * 2, count + room, 256)
        let larger = unsafe Self.allocate(capacity)
        unsafe larger.update(from: start, count: count)
        if isOwned { unsafe free(start) }
        unsafe start = larger
        unsafe next = larger + count
        unsafe end = larger + capacity
        isOwned = true
    }
}
