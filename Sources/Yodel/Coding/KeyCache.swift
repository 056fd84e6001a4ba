// Keys as text, ready to be copied: documents have few keys, many times.
//
// A key is found by its first and last eight bytes and its length, which up to sixteen bytes are all of it; of longer ones, up to 32, the rest is
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
    var isEscaped = false
    var isWide = false
    /// The text: a quote, the key, a quote and a colon.
    var text: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
}

/// The keys of a session that came last.
@safe struct KeyCache {
    private let entries: ValueRow<CachedKey>

    private static var count: Int { 256 }
    /// The longest key that is kept.
    static var mostBytes: Int { 32 }
    /// The longest text that is kept.
    private static var mostTextBytes: Int { 40 }
    static var textOffset: Int { 24 }

    init() {
        assert(MemoryLayout<CachedKey>.offset(of: \.text) == Self.textOffset && MemoryLayout<CachedKey>.stride == 64)
        // One more, since texts are copied by blocks that are longer.
        entries = .allocate(Self.count + 1)
        entries.put(CachedKey(), times: Self.count + 1)
    }

    /// Frees the memory; nothing uses it any more.
    func destroy() { unsafe entries.free() }

    /// What a key is found by. Needs a key that is not empty and not longer than any that is kept.
    @safe struct Place {
        fileprivate let first: UInt64
        fileprivate let last: UInt64
        fileprivate var entry: ValueRow<CachedKey>

        /// The entry's text.
        var text: TextPlace { unsafe TextPlace(entry.assumingMemoryBound(to: UInt8.self).address) + KeyCache.textOffset }
        var key: CachedKey { _read { yield entry[0] } }
    }

    @inline(__always)
    func place(of key: BorrowedBytes) -> Place {
        let base = unsafe key.start.unsafelyUnwrapped
        let length = key.count
        let first: UInt64
        let last: UInt64
        if length >= 8 {
            first = base.load(as: UInt64.self)
            last = base.load(length &- 8, as: UInt64.self)  // &-: at least eight
        } else if length >= 4 {
            first = UInt64(base.load(as: UInt32.self))
            last = UInt64(base.load(length &- 4, as: UInt32.self))  // &-: at least four
        } else {
            // The first, the middle and the last byte of three, two or one.
            first = UInt64(key[0]) | UInt64(key[length &>> 1]) &<< 8
            last = UInt64(key[length &- 1])  // &-: not empty
        }
        // Upper bits of a product depend on all bits.
        let product = (first ^ (last &<< 29 | last &>> 35) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return Place(first: first, last: last, entry: entries + Int(truncatingIfNeeded: product &>> 56))
    }

    /// The other place where a key may be.
    @inline(__always)
    func otherPlace(_ place: Place) -> Place {
        var other = place
        other.entry = entries + ((place.entry - entries) ^ 1)
        return other
    }

    /// Which of two places a key that is in neither gets, of which the second is given: a free one, else any.
    func placeToKeep(_ second: Place) -> Place {
        let first = otherPlace(second)
        return second.entry[0].length == .max && first.entry[0].length != .max ? second : first
    }

    /// Whether an entry is of a key.
    @inline(__always)
    func holds(_ key: BorrowedBytes, at place: Place) -> Bool {
        let length = key.count
        guard
            place.first == place.entry[0].first && place.last == place.entry[0].last
                && Int(place.entry[0].length) == length
        else { return false }
        guard length > 16, let key = key.start else { return true }
        // SAFETY: the text holds the key, of 17 to 32 bytes, behind a quote: it has no escapes.
        let text = place.text + 1
        let begin = key.block() ^ text.block()
        let back = length &- 16  // &-: more than sixteen
        let end = key.block(back) ^ text.block(back)
        let difference = begin | end
        return difference.x | difference.y == 0
    }

    /// Keeps a key.
    ///
    /// - Parameters:
    ///   - text: What is written for it, with quotes and colon.
    ///   - record: What is known of the text.
    func keep(
        _ key: BorrowedBytes, at place: Place, text: BorrowedBytes, hash: UInt32, isEscaped: Bool, isWide: Bool
    ) {
        guard text.count <= Self.mostTextBytes, !isEscaped || key.count <= 16 else { return }
        var entry = CachedKey()
        entry.first = place.first
        entry.last = place.last
        entry.hash = hash
        entry.length = UInt8(key.count)
        entry.textLength = UInt8(text.count)
        entry.isEscaped = isEscaped
        entry.isWide = isWide
        unsafe withUnsafeMutableBytes(of: &entry.text) { unsafe $0.copyMemory(from: text.raw) }
        place.entry[0] = entry
    }
}
