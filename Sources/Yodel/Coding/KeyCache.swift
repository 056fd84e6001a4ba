// Keys as text, ready to be copied: documents have few keys, many times.
//
// A key is found by its first and last eight bytes and its length, which up to sixteen bytes are all of it; of longer ones, up to 37, the rest is
// compared. Each key has two places to be in, and the last ones stay. What an entry says of a key is a function of the key alone.

/// A key as it is written, with its quotes and the colon.
struct CachedKey {
    fileprivate var first: UInt64 = 0
    fileprivate var last: UInt64 = 0
    /// The hash by which keys that come twice are found.
    var hash: UInt32 = 0
    /// The length of the key; of an entry that is not in use more than any.
    fileprivate var length: UInt8 = .max
    /// The length of the text.
    var textLength: UInt8 = 0
    fileprivate var flags: UInt8 = 0
    /// Whether it is a dictionary's: there may be many, and they do not take the place of those of types.
    fileprivate var isData = false
    /// The text: a quote, the key, a quote and a colon.
    var text: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

    var isEscaped: Bool { flags & 1 != 0 }
    var isWide: Bool { flags & 2 != 0 }
}

/// The keys of a session that came last.
@safe struct KeyCache {
    private let entries: ValueRow<CachedKey>
    /// The keys themselves, where their texts are made of them by a style.
    private let originals: ValueRow<UInt8>?

    private static var count: Int { 256 }
    /// The longest key that is kept.
    static var mostBytes: Int { 37 }
    /// The bytes for an original.
    private static var originalBytes: Int { 48 }
    /// The longest text that is kept.
    private static var mostTextBytes: Int { 40 }
    static var textOffset: Int { 24 }

    /// - Parameter isStyled: Whether texts are of other keys than those that they are found by.
    init(isStyled: Bool = false) {
        assert(MemoryLayout<CachedKey>.offset(of: \.text) == Self.textOffset && MemoryLayout<CachedKey>.stride == 64)
        // One more, since texts are copied by blocks that are longer.
        entries = .allocate(Self.count + 1)
        unsafe entries.put(CachedKey(), times: Self.count + 1)
        originals = isStyled ? .allocate(Self.count * Self.originalBytes) : nil
        unsafe originals?.put(0, times: Self.count * Self.originalBytes)
    }

    /// Frees the memory; nothing uses it any more.
    @unsafe func destroy() {
        unsafe entries.free()
        unsafe originals?.free()
    }

    /// What a key is found by. Needs a key that is not empty and not longer than any that is kept.
    @safe struct Place {
        fileprivate let first: UInt64
        fileprivate let last: UInt64
        fileprivate var entry: ValueRow<CachedKey>

        /// The entry's text.
        var text: TextPlace { unsafe TextPlace(entry.assumingMemoryBound(to: UInt8.self).address) + KeyCache.textOffset }
        var key: CachedKey { _read { yield unsafe entry[0] } }
    }

    @inline(__always)
    func place(of key: BorrowedBytes) -> Place {
        let base = unsafe key.start.unsafelyUnwrapped
        let length = key.count
        let first: UInt64
        let last: UInt64
        if length >= 8 {
            first = unsafe base.load(as: UInt64.self)
            last = unsafe base.load(length &- 8, as: UInt64.self)  // &-: at least eight
        } else if length >= 4 {
            first = unsafe UInt64(base.load(as: UInt32.self))
            last = unsafe UInt64(base.load(length &- 4, as: UInt32.self))  // &-: at least four
        } else {
            // The first, the middle and the last byte of three, two or one.
            first = UInt64(key[0]) | UInt64(key[length &>> 1]) &<< 8
            last = UInt64(key[length &- 1])  // &-: not empty
        }
        // Upper bits of a product depend on all bits.
        let product = (first ^ (last &<< 29 | last &>> 35) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return unsafe Place(first: first, last: last, entry: entries + Int(truncatingIfNeeded: product &>> 56))
    }

    /// The other place where a key may be.
    @inline(__always)
    func otherPlace(_ place: Place) -> Place {
        var other = place
        other.entry = unsafe entries + ((place.entry - entries) ^ 1)
        return other
    }

    /// Which of two places a key that is in neither gets, of which the second is given: a free one, else a dictionary's, else any; nil: none.
    ///
    /// - Parameter isData: Whether it is a dictionary's, which does not take the place of a type's.
    func placeToKeep(_ second: Place, isData: Bool) -> Place? {
        let first = otherPlace(second)
        if unsafe first.entry[0].length == .max || second.entry[0].length == .max {
            return unsafe first.entry[0].length == .max ? first : second
        }
        if unsafe first.entry[0].isData || second.entry[0].isData { return unsafe first.entry[0].isData ? first : second }
        return isData ? nil : first
    }

    /// Whether an entry is of a key.
    @inline(__always)
    func holds(_ key: BorrowedBytes, at place: Place) -> Bool {
        let length = key.count
        guard
            unsafe place.first == place.entry[0].first && place.last == place.entry[0].last
                && Int(place.entry[0].length) == length
        else { return false }
        guard length > 16, let key = key.start else { return true }
        // SAFETY: the text holds the key, of 17 to 37 bytes, after a quote: it has no escapes. So do the bytes of an original.
        let text = unsafe original(at: place) ?? place.text + 1
        let begin = unsafe key.block() ^ text.block()
        let back = length &- 16  // &-: more than sixteen
        let end = unsafe key.block(back) ^ text.block(back)
        var difference = begin | end
        if length > 32 { unsafe difference |= key.block(16) ^ text.block(16) }
        return difference.x | difference.y == 0
    }

    /// Where an entry's key stands, if its text is of another one.
    @inline(__always)
    private func original(at place: Place) -> TextPlace? {
        originals.map { unsafe TextPlace(($0 + (place.entry - entries) &* Self.originalBytes).address) }  // &*: within the row
    }

    /// Keeps a key.
    ///
    /// - Parameters:
    ///   - text: What is written for it, with quotes and colon.
    ///   - record: What is known of the text.
    func keep(
        _ key: BorrowedBytes, at place: Place, text: BorrowedBytes, hash: UInt32, isEscaped: Bool, isWide: Bool, isData: Bool
    ) {
        guard text.count <= Self.mostTextBytes, !isEscaped || key.count <= 16 || originals != nil else { return }
        var entry = CachedKey()
        entry.first = place.first
        entry.last = place.last
        entry.hash = hash
        entry.length = UInt8(key.count)
        entry.textLength = UInt8(text.count)
        entry.flags = (isEscaped ? 1 : 0) | (isWide ? 2 : 0)
        entry.isData = isData
        unsafe withUnsafeMutableBytes(of: &entry.text) { unsafe $0.copyMemory(from: text.raw) }
        unsafe place.entry[0] = entry
        guard let originals else { return }
        let original = unsafe originals + (place.entry - entries) * Self.originalBytes
        for index in 0..<key.count { unsafe original[index] = key[index] }
    }
}
