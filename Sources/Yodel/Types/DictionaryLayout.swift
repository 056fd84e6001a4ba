/// How the standard library lays out the storage of dictionaries, checked on some that it has made.
///
/// Where the types of keys and values are known at run time only, the standard library looks up the type of a pair and copies it for each step of an
/// iteration, and for each pair that is stored. Here the same pairs are read in the same order where they stand, and stored where the standard library
/// looks for them. A standard library of another layout is asked for both as ever.
enum DictionaryLayout {
    // Of a storage: class and reference counts; count and capacity; the power of two that the number of buckets is, and what it is of now and later;
    // the seed of the hashes; the addresses of keys and values; a bit for each bucket, whether there is a pair in it.
    static let countOffset = 16
    static let scaleOffset = 32
    static let seedOffset = 40
    static let keysOffset = 48
    static let valuesOffset = 56
    static let bitsOffset = 64

    /// Whether dictionaries are read where they stand.
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
        // SAFETY: the storage is laid out so (`isAsExpected`), and a set bit is of a bucket with a pair. Without buckets there are no addresses.
        guard unsafe storage.load(fromByteOffset: countOffset, as: Int.self) > 0 else { return }
        let buckets = unsafe 1 << Int(storage.load(fromByteOffset: scaleOffset, as: Int8.self))
        let keys = unsafe ValueAddress(storage.load(fromByteOffset: keysOffset, as: UnsafeRawPointer.self))
        let values = unsafe ValueAddress(storage.load(fromByteOffset: valuesOffset, as: UnsafeRawPointer.self))
        var first = 0
        while first < buckets {
            var bits = unsafe storage.load(fromByteOffset: bitsOffset + first >> 3, as: UInt.self)
            // Bits of a word that are of no bucket may be set.
            if buckets < UInt.bitWidth { bits &= (1 << UInt(buckets)) - 1 }
            while bits != 0 {
                let bucket = first + bits.trailingZeroBitCount
                bits &= bits - 1
                guard body(keys + bucket * keyStride, values + bucket * valueStride) else { return }
            }
            first += UInt.bitWidth
        }
    }

    /// Moves keys into the storage of a dictionary that has none yet and room for all of them. Of equal keys the first stays.
    ///
    /// - Parameters:
    ///   - storage: What the dictionary refers to, and no other one.
    ///   - moveValue: Moves the value of a key, by its index, into a bucket; of an equal key it replaces the one that is there.
    /// - Returns: How many keys are different.
    @inline(__always)
    static func insert<Key: Hashable>(
        _ keys: UnsafeMutablePointer<Key>, count: Int, into storage: MutableAddress,
        _ moveValue: (_ index: Int, _ bucket: Int, _ isThere: Bool) -> Void
    ) -> Int {
        // SAFETY: the storage is laid out so (`isAsExpected`). It has more buckets than keys come, so that a search ends.
        let mask = unsafe (1 << Int(storage.load(fromByteOffset: scaleOffset, as: Int8.self))) - 1
        let seed = unsafe storage.load(fromByteOffset: seedOffset, as: Int.self)
        let room = unsafe storage.load(fromByteOffset: keysOffset, as: UnsafeMutablePointer<Key>.self)
        let bits = unsafe (storage + bitsOffset).assumingMemoryBound(to: UInt.self)
        var different = 0
        for index in 0..<count {
            var bucket = unsafe keys[index]._rawHashValue(seed: seed) & mask
            var isThere = false
            // A bucket that is taken is that of an equal key, or the next one is looked at, behind the last one the first.
            while !isThere, unsafe bits[bucket >> 6] & (1 << UInt(bucket & 63)) != 0 {
                if unsafe room[bucket] == keys[index] { isThere = true } else { bucket = (bucket + 1) & mask }
            }
            if isThere {
                unsafe (keys + index).deinitialize(count: 1)
            } else {
                unsafe (room + bucket).moveInitialize(from: keys + index, count: 1)
                unsafe bits[bucket >> 6] |= 1 << UInt(bucket & 63)
                different += 1
            }
            moveValue(index, bucket, isThere)
        }
        unsafe storage.storeBytes(of: different, toByteOffset: countOffset, as: Int.self)
        return different
    }

    /// Where the values of a dictionary stand.
    ///
    /// - Parameter storage: What the dictionary refers to.
    @inline(__always)
    static func values(_ storage: MutableAddress) -> MutableAddress {
        unsafe storage.load(fromByteOffset: valuesOffset, as: MutableAddress.self)
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

    /// Whether a dictionary with keys that are put into it here is the one that the standard library makes; one key comes twice.
    private static func isMade<Key: Hashable>(_ keys: [Key]) -> Bool {
        let all = keys + keys.prefix(1)
        let expected = Dictionary(zip(all, 0...)) { $1 }
        var made: [Key: Int] = [:]
        made.reserveCapacity(all.count)
        unsafe withUnsafeTemporaryAllocation(of: Key.self, capacity: all.count) { room in
            _ = unsafe room.initialize(from: all)
            // SAFETY: a dictionary is one reference (asked above), this one's to a storage of its own.
            let storage = unsafe unsafeBitCast(made, to: MutableAddress.self)
            let values = unsafe values(storage).assumingMemoryBound(to: Int.self)
            _ = unsafe insert(room.baseAddress.unsafelyUnwrapped, count: all.count, into: storage) { index, bucket, _ in
                unsafe values[bucket] = index
            }
        }
        let isEqual = made == expected && keys.allSatisfy { made[$0] == expected[$0] }
        made = made.filter { $0.value % 2 == 0 }
        return isEqual && made.count == expected.values.count { $0 % 2 == 0 }
    }

    /// Whether a dictionary is read as it iterates.
    private static func isRead<Key: Hashable, Value: Equatable>(_ sample: [Key: Value]) -> Bool {
        // SAFETY: a dictionary is one reference, to an object that is no smaller than an empty one.
        let storage = unsafe ValueAddress(unsafeBitCast(sample, to: UnsafeRawPointer.self))
        let scale = unsafe storage.load(fromByteOffset: scaleOffset, as: Int8.self)
        guard unsafe storage.load(fromByteOffset: countOffset, as: Int.self) == sample.count, (0...8).contains(scale),
            1 << Int(scale) > sample.count
        else { return false }
        var expected = sample.makeIterator()
        var isSame = true
        withExtendedLifetime(sample) {
            forEachPair(storage, keyStride: MemoryLayout<Key>.stride, valueStride: MemoryLayout<Value>.stride) { key, value in
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
