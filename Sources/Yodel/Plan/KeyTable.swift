// Keys of one object level, by perfect hash.
//
// The table is open addressing over a power of two of slots. When it is built, seeds are tried until every key has a slot of its own, so a
// look-up is one hash, one slot and one compare for a key that is in the table, and most often no compare for one that is not. Slots are at
// least four times the keys; if 16 seeds do not separate them, the table is doubled. Keys that share length, first and last eight bytes
// (longer than 16 bytes and different only in between) cannot be separated by any seed: they follow each other, and a look-up goes on to the
// next slot.
//
//     keys  id, name, url      seed 0x…3, 16 slots:   [ . . . name . . . . . id . . . url . . ]

/// Finds the index of a key among the keys of a level. Immutable; owned by its plan.
@safe struct KeyTable: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: nothing is written after `init`.

    /// One more than the key's index; zero for an empty slot.
    private let slots: ValueRow<UInt16>
    private let keys: ValueRow<StoredKey>
    /// The bytes of all keys.
    private let bytes: ValueRow<UInt8>
    private let shift: UInt64
    private let mask: Int
    private let seed: UInt64
    /// A bit for each first byte and length that a key has, folded into 64.
    private let traits: UInt64
    let count: Int

    /// A key's bytes and signature.
    @safe struct StoredKey {
        // SAFETY: the bytes are the table's.

        let signature: KeySignature
        let bytes: TextPlace

        init(_ key: String) {
            self.init(key, copiedTo: .allocate(max(key.utf8.count, 1)))
        }

        /// - Parameter copy: Memory for the key's bytes.
        init(_ key: String, copiedTo copy: ValueRow<UInt8>) {
            var key = key
            let count = unsafe key.withBorrowedBytes { utf8 in
                unsafe copy.put(utf8)
                return utf8.count
            }
            bytes = copy.text
            signature = unsafe KeySignature(bytes, count)
        }

        /// The key as text.
        var text: String {
            unsafe String(decoding: BorrowedBytes(from: bytes, count: max(signature.count, 0)), as: UTF8.self)
        }

        /// A key that no key matches.
        init(sentinel bytes: TextPlace) {
            signature = KeySignature(unmatched: ())
            self.bytes = bytes
        }

        /// The key as it stands in a text.
        var pattern: KeyPattern { unsafe KeyPattern(bytes, max(signature.count, 0), isFound: signature.count >= 0) }

        /// Whether a key, whose signature is given, is this one.
        @inline(__always)
        func matches(_ other: KeySignature, _ otherBytes: TextPlace) -> Bool {
            guard signature == other else { return false }
            return other.count <= KeySignature.completeCount || middleMatches(otherBytes)
        }

        /// Whether a key is this one. Of most other keys nothing but their length is looked at.
        @inline(__always)
        func matches(_ other: BorrowedBytes) -> Bool {
            guard other.count == signature.count else { return false }
            let start = unsafe other.start.unsafelyUnwrapped
            return unsafe matches(KeySignature(start, other.count), start)
        }

        private func middleMatches(_ otherBytes: TextPlace) -> Bool {
            // The signature has compared the first and last eight bytes; here come those in between, eight at a time from both ends.
            let end = signature.count &- 16  // &-: more than sixteen bytes
            var index = 8
            while index < end {
                guard word(bytes, index) == word(otherBytes, index) else { return false }
                index &+= 8  // &+=: below the count
            }
            return word(bytes, end) == word(otherBytes, end)
        }

        @inline(__always)
        private func word(_ bytes: TextPlace, _ index: Int) -> UInt64 {
            // SAFETY: both keys have `signature.count` bytes, and every index is at least eight below it.
            unsafe bytes.load(index, as: UInt64.self)
        }
    }

    /// - Parameters:
    ///   - names: Different keys, fewer than 65,535.
    ///   - random: Where seeds come from; a test fixes it.
    init(_ names: [String], random: () -> UInt64 = { UInt64.random(in: 0...UInt64.max) }) {
        var rest = names[...]
        self.init(count: names.count, byteCount: names.reduce(0) { $0 + $1.utf8.count }, random: random) { rest.removeFirst() }
    }

    /// - Parameters:
    ///   - count: How many keys there are, fewer than 65,535.
    ///   - byteCount: The bytes of all of them.
    ///   - random: Where the first seed comes from, and those after it by mixing: the system is asked once, which takes longer than a try.
    ///   - next: Gives the keys, one after the other. They are different.
    init(
        count: Int, byteCount: Int, random: () -> UInt64 = { UInt64.random(in: 0...UInt64.max) }, _ next: () -> String
    ) {
        precondition(count < Int(UInt16.max), "more keys in one object than a table holds")
        let keys = ValueRow<StoredKey>.allocate(count + 1)
        let bytes = ValueRow<UInt8>.allocate(byteCount + 1)
        var (used, traits) = (0, UInt64(0))
        for index in 0..<count {
            let name = next()
            precondition(name.utf8.count <= byteCount - used)
            let key = unsafe StoredKey(name, copiedTo: bytes + used)
            unsafe (keys + index).put(key)
            let first = unsafe key.signature.count > 0 ? key.bytes.byte : 0
            traits |= 1 << Self.trait(first, key.signature.count)
            used += key.signature.count
        }
        unsafe (bytes + used).put(0)
        unsafe (keys + count).put(StoredKey(sentinel: (bytes + used).text))
        var bits = 1
        while 1 << bits < count * 4 { bits += 1 }
        var slots = Self.emptySlots(bits)
        var seed = random()
        var tries = 1
        while !Self.fill(slots, keys, count, bits: bits, seed: seed, mayFollow: false) {
            seed = Self.mixed(seed)
            tries += 1
            // More room is found faster than the seed for less.
            guard tries % 16 == 0 else { continue }
            unsafe slots.free()
            bits += 1
            slots = Self.emptySlots(bits)
            // Beyond 16 slots a key nothing is gained: what still collides has one signature.
            if 1 << bits > count * 16, Self.fill(slots, keys, count, bits: bits, seed: seed, mayFollow: true) { break }
        }
        self.keys = keys
        self.bytes = bytes
        self.slots = slots
        shift = UInt64(64 - bits)
        mask = 1 << bits - 1
        self.seed = seed
        self.traits = traits
        self.count = count
    }

    /// The next of a row of seeds, SplitMix64's.
    private static func mixed(_ seed: UInt64) -> UInt64 {
        // &+, &*: wrap by design.
        var next = seed &+ 0x9E37_79B9_7F4A_7C15
        next = (next ^ next >> 30) &* 0xBF58_476D_1CE4_E5B9
        next = (next ^ next >> 27) &* 0x94D0_49BB_1331_11EB
        return next ^ next >> 31
    }

    private static func emptySlots(_ bits: Int) -> ValueRow<UInt16> {
        let slots = ValueRow<UInt16>.allocate(1 << bits)
        unsafe slots.put(0, times: 1 << bits)
        return slots
    }

    /// Puts the keys into their slots, all of which are empty.
    ///
    /// - Parameter mayFollow: Whether a key may stand behind the slot that is another's.
    /// - Returns: false if two keys have one slot. All slots are empty again then.
    private static func fill(
        _ slots: ValueRow<UInt16>, _ keys: ValueRow<StoredKey>, _ count: Int, bits: Int, seed: UInt64,
        mayFollow: Bool
    ) -> Bool {
        for index in 0..<count {
            var slot = unsafe Int(truncatingIfNeeded: keys[index].signature.hash(seed: seed) >> UInt64(64 - bits))
            while unsafe slots[slot] != 0 {
                guard mayFollow else {
                    unsafe slots.fill(0, times: 1 << bits)
                    return false
                }
                slot = (slot + 1) & (1 << bits - 1)
            }
            unsafe slots[slot] = UInt16(index + 1)
        }
        return true
    }

    /// Whether the table may have a key: most keys that it has not need no look-up to tell.
    @inline(__always)
    func mayHave(_ key: BorrowedBytes) -> Bool {
        // SAFETY: the first byte is only read if there is one.
        let first = key.count > 0 ? key[0] : 0
        return traits &>> Self.trait(first, key.count) & 1 != 0
    }

    /// The bit for keys that begin with a byte and have a length. Neighbours in one are not neighbours in the other.
    @inline(__always)
    private static func trait(_ first: UInt8, _ count: Int) -> UInt64 {
        (UInt64(first) &+ UInt64(truncatingIfNeeded: count) &* 29) & 63  // &+, &*: taken modulo 64
    }

    /// The index of a key; nil if the table does not have it.
    @inline(__always)
    func index(of signature: KeySignature, _ bytes: TextPlace) -> Int? {
        // SAFETY: the shift leaves as many bits as index the slots; a slot holds zero or one more than an index of `keys`; half of the slots
        // and more are empty, so the loop ends.
        var slot = Int(truncatingIfNeeded: signature.hash(seed: seed) >> shift)
        while true {
            let entry = unsafe Int(slots[slot])
            if entry == 0 { return nil }
            if unsafe keys[entry &- 1].matches(signature, bytes) { return entry &- 1 }  // &-: entry is not zero
            slot = (slot &+ 1) & mask  // &+: below the mask's range
        }
    }

    /// Frees the table's memory. Nothing may use it afterwards.
    @unsafe func deallocate() {
        unsafe bytes.free()
        unsafe keys.free()
        unsafe slots.free()
    }

    /// The key at an index.
    func key(_ index: Int) -> StoredKey {
        precondition(index >= 0 && index < count)
        return unsafe keys[index]
    }

    /// A key that nothing matches.
    var unmatched: StoredKey { unsafe keys[count] }
}
