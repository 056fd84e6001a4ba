// Keys as the strategy makes them, one behind the other: place and length of the key in the text, four bytes each, then the bytes it is compared by. The
// entry of a key that has been converted says where the bytes are.

/// The converted keys of a document.
@safe struct ConvertedKeys: ~Copyable {
    private var block: OutputPlace?
    private var count = 0
    private var capacity = 0

    deinit { freeBlock() }

    private func freeBlock() { unsafe block?.free() }

    /// Forgets all keys.
    mutating func removeAll() {
        count = 0
        guard capacity > Self.mostKept else { return }
        freeBlock()
        block = nil
        capacity = 0
    }

    /// Bytes that are kept from one document to the next.
    private static var mostKept: Int { 1 << 16 }
    /// Bytes before each key's own.
    private static var lead: Int { 8 }

    /// SAFETY: there is memory once a key has been added; the places and lengths that are asked for are those that `add` has given out.
    @inline(__always)
    private var memory: OutputPlace { unsafe block.unsafelyUnwrapped }

    /// Where the bytes of a key begin.
    @inline(__always)
    func text(at place: Int) -> TextPlace { (memory + place).text }

    /// The bytes of a key.
    @inline(__always)
    func bytes(at place: Int, _ count: Int) -> BorrowedBytes { BorrowedBytes(from: text(at: place), count: count) }

    /// Where a converted key stands in the text.
    func original(at place: Int) -> (place: UInt32, length: UInt32) {
        (text(at: place).load(-8, as: UInt32.self), text(at: place).load(-4, as: UInt32.self))
    }

    /// Adds a key.
    ///
    /// - Parameters:
    ///   - token: The key as it stands in the text.
    ///   - room: How many bytes it may have.
    ///   - write: Writes them, and returns how many they are.
    /// - Returns: Where they are, and how many.
    mutating func add(_ token: CodableToken, room: Int, _ write: (OutputPlace) -> Int) -> (place: Int, length: Int) {
        // With what keeps the next one in step: it counts as used.
        let needed = Self.inStep(count + Self.lead + room)
        if needed > capacity { grow(to: needed) }
        let target = memory + count
        // SAFETY: there is room for all of it.
        target.store(token.place)
        target.store(UInt32(token.length), at: 4)
        let length = write(target + Self.lead)
        let place = count + Self.lead
        count = Self.inStep(place + length)
        return (place, length)
    }

    /// The next place where numbers are stored where they belong.
    private static func inStep(_ place: Int) -> Int { (place + 3) & ~3 }

    private mutating func grow(to needed: Int) {
        capacity = max(2 * capacity, needed + 1024)
        let larger = OutputPlace.allocate(capacity)
        if let block { larger.copy(block.bytes(count)) }
        freeBlock()
        block = larger
    }
}
