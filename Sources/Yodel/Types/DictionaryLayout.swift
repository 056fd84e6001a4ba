/// How the standard library lays out the storage of dictionaries, checked on some that it has made.
///
/// Where the types of keys and values are known at run time only, the standard library looks up the type of a pair and copies it for each step of an
/// iteration, and for each pair that is stored. Here the same pairs are read in the same order in place, and stored where the standard library
/// looks for them. A standard library of another layout is asked for both as ever.
enum DictionaryLayout {
    /// Whether dictionaries are read in place.
    static let isKnown = isAsExpected()

    /// Lends the keys and values of a dictionary until the body returns false.
    ///
    /// - Parameters:
    ///   - storage: What the dictionary refers to. Must stay for the time of the call.
    ///   - keyStride: From one key to the next.
    ///   - valueStride: From one value to the next.
    @inline(__always)
    static func forEachPair(
        _ storage: ValueAddress, keyStride: Int, valueStride: Int, _ body: (_ key: ValueAddress, _ value: ValueAddress) -> Bool
    ) {
        var pairs = Pairs(storage, keyStride: keyStride, valueStride: valueStride)
        while let (key, value) = pairs.next() {
            guard body(key, value) else { return }
        }
    }

    /// The pairs of a dictionary, one after the other.
    struct Pairs {
        private let keys: ValueAddress
        private let values: ValueAddress
        private let words: ValueRow<UInt>
        private let keyStride: Int
        private let valueStride: Int
        private let buckets: Int
        /// The bucket of the word's first bit, and the bits of the word whose pairs are still to come.
        private var first = 0
        private var bits: UInt

        /// - Parameters: Those of `forEachPair`.
        @inline(__always)
        init(_ storage: ValueAddress, keyStride: Int, valueStride: Int) {
            // SAFETY: the storage is a dictionary's.
            let storage = unsafe DictionaryStorage(storage.mutable)
            (keys, values, words) = (storage.keys.value, storage.values.value, storage.bits)
            (self.keyStride, self.valueStride) = (keyStride, valueStride)
            // Without buckets there are no addresses.
            buckets = storage.count > 0 ? storage.buckets : 0
            bits = unsafe buckets > 0 ? words[0] : 0
            // Bits of a word that are of no bucket may be set.
            if buckets < UInt.bitWidth { bits &= (1 << UInt(buckets)) - 1 }
        }

        @inline(__always)
        mutating func next() -> (key: ValueAddress, value: ValueAddress)? {
            while bits == 0 {
                first &+= UInt.bitWidth  // &+: no more than a word beyond the buckets
                guard first < buckets else { return nil }
                bits = unsafe words[first >> 6]
            }
            let bucket = first &+ bits.trailingZeroBitCount  // &+, &-, &*: within the storage
            bits &= bits &- 1
            return unsafe (keys + bucket &* keyStride, values + bucket &* valueStride)
        }
    }

    /// How many pairs there are in the storage of a dictionary.
    static func count(_ storage: ValueAddress) -> Int {
        // SAFETY: the storage is a dictionary's.
        unsafe DictionaryStorage(storage.mutable).count
    }

    /// Whether dictionaries of the standard library are laid out so, of several sizes, with gaps and without.
    private static func isAsExpected() -> Bool {
        func isKnown<Key: Hashable, Value: Equatable>(_ make: (Int) -> (Key, Value)) -> Bool {
            guard MemoryLayout<[Key: Value]>.size == MemoryLayout<Int>.size && MemoryLayout<Int>.size == 8 else { return false }
            var sample: [Key: Value] = [:]
            guard isRead(sample) else { return false }
            for number in 0..<100 {
                let (key, value) = make(number)
                sample[key] = value
                if number % 5 == 0 { sample[make(number / 2).0] = nil }
                if number % 33 == 1 && !isRead(sample) { return false }
            }
            return isRead(sample)
        }
        return isKnown { ($0, "\($0), which is more than fifteen bytes") } && isKnown { ("\($0)", UInt8(truncatingIfNeeded: $0)) }
            && [1, 2, 6, 40].allSatisfy { count in isMade((0..<count).map { "\($0 * 7)" }) && isMade((0..<count).map { $0 * 7 }) }
    }

    /// Whether a dictionary with keys that are put into it here is the one that the standard library makes; one key appears twice.
    private static func isMade<Key: Hashable>(_ keys: [Key]) -> Bool {
        let all = keys + keys.prefix(1)
        let expected = Dictionary(zip(all, 0...)) { $1 }
        var made: [Key: Int] = [:]
        made.reserveCapacity(all.count)
        unsafe ValueRow.withTemporary(all.count) { keys in
            for (index, key) in all.enumerated() { unsafe (keys + index).put(key) }
            // SAFETY: a dictionary is one reference (asked above), this one's to a storage of its own.
            let storage = unsafe DictionaryStorage(of: made)
            let values = unsafe storage.values(of: Int.self)
            _ = unsafe storage.insert(keys, count: all.count) { index, bucket, _ in unsafe values[bucket] = index }
        }
        let isEqual = made == expected && keys.allSatisfy { made[$0] == expected[$0] }
        made = made.filter { $0.value % 2 == 0 }
        return isEqual && made.count == expected.values.count { $0 % 2 == 0 }
    }

    /// Whether a dictionary is read as it iterates.
    private static func isRead<Key: Hashable, Value: Equatable>(_ sample: [Key: Value]) -> Bool {
        // SAFETY: a dictionary is one reference, to an object that is no smaller than an empty one.
        let storage = unsafe DictionaryStorage(of: sample)
        guard storage.count == sample.count, (0...8).contains(storage.scale), storage.buckets > sample.count else { return false }
        var expected = sample.makeIterator()
        var isSame = true
        withExtendedLifetime(sample) {
            forEachPair(storage.address, keyStride: MemoryLayout<Key>.stride, valueStride: MemoryLayout<Value>.stride) { key, value in
                let pair = expected.next()
                isSame =
                    unsafe isSame && key.assumingMemoryBound(to: Key.self).pointee == pair?.key
                    && value.assumingMemoryBound(to: Value.self).pointee == pair?.value
                return isSame
            }
        }
        return isSame && expected.next() == nil
    }
}
