// Keys as the strategy makes them, one behind the other: place and length of the key in the text, four bytes each, then the bytes it is compared by. The
// entry of a key that has been converted says where the bytes are.

/// The converted keys of a document.
@safe struct ConvertedKeys: ~Copyable {
    private var block: UnsafeMutablePointer<UInt8>?
    private var count = 0
    private var capacity = 0

    init() { unsafe block = nil }

    deinit { unsafe block?.deallocate() }

    /// Forgets all keys.
    mutating func removeAll() {
        count = 0
        guard capacity > Self.mostKept else { return }
        unsafe block?.deallocate()
        unsafe block = nil
        capacity = 0
    }

    /// Bytes that are kept from one document to the next.
    private static var mostKept: Int { 1 << 16 }
    /// Bytes before each key's own.
    private static var lead: Int { 8 }

    /// The bytes of a key.
    @inline(__always)
    func bytes(at place: Int, _ count: Int) -> BorrowedBytes {
        // SAFETY: places and lengths are those that `add` has given out.
        unsafe BorrowedBytes(start: block.unsafelyUnwrapped + place, count: count)
    }

    /// Where a converted key stands in the text.
    func original(at place: Int) -> (place: UInt32, length: UInt32) {
        let base = unsafe UnsafeRawPointer(block.unsafelyUnwrapped + place)
        return unsafe (base.loadUnaligned(fromByteOffset: -8, as: UInt32.self), base.loadUnaligned(fromByteOffset: -4, as: UInt32.self))
    }

    /// Adds a key.
    ///
    /// - Parameters:
    ///   - token: The key as it stands in the text.
    ///   - room: How many bytes it may have.
    ///   - write: Writes them, and returns how many they are.
    /// - Returns: Where they are, and how many.
    mutating func add(_ token: CodableToken, room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> (place: Int, length: Int) {
        // With what keeps the next one in step: it counts as used.
        let needed = Self.inStep(count + Self.lead + room)
        if needed > capacity { grow(to: needed) }
        let target = unsafe block.unsafelyUnwrapped + count
        // SAFETY: there is room for all of it.
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: token.place, as: UInt32.self)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: UInt32(token.length), toByteOffset: 4, as: UInt32.self)
        let length = unsafe write(target + Self.lead)
        let place = count + Self.lead
        count = Self.inStep(place + length)
        return (place, length)
    }

    /// The next place where numbers are stored where they belong.
    private static func inStep(_ place: Int) -> Int { (place + 3) & ~3 }

    private mutating func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(2 * capacity, needed + 1024))
        if let block = unsafe block {
            unsafe larger.update(from: block, count: count)
            unsafe block.deallocate()
        }
        unsafe block = larger
        capacity = max(2 * capacity, needed + 1024)
    }
}
