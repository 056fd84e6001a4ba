/// The storage of a dictionary, laid out as `DictionaryLayout` expects and checks.
@safe struct DictionaryStorage {
    // SAFETY: whoever makes one says that it is what a dictionary refers to, and stays. In it: class and reference counts; count and capacity; the power of
    // two that the number of buckets is, and what it is of now and later; the seed of the hashes; the addresses of keys and values; a bit for each bucket,
    // whether there is a pair in it.
    private let start: MutableAddress

    @unsafe @inline(__always)
    init(_ start: MutableAddress) { self.start = start }

    /// - Parameter dictionary: One that keeps the storage. It is one reference.
    @unsafe @inline(__always)
    init<Key, Value>(of dictionary: [Key: Value]) { unsafe start = unsafeBitCast(dictionary, to: MutableAddress.self) }

    @inline(__always)
    private func load<T>(_ offset: Int, as type: T.Type) -> T { unsafe start.load(fromByteOffset: offset, as: type) }

    var address: ValueAddress { start.value }

    @inline(__always) var count: Int { load(16, as: Int.self) }

    @inline(__always) var scale: Int8 { load(32, as: Int8.self) }

    @inline(__always) var buckets: Int { 1 << Int(scale) }

    /// The first bucket's key. Of use where there are buckets.
    @inline(__always) var keys: MutableAddress { load(48, as: MutableAddress.self) }

    /// The first bucket's value. Of use where there are buckets.
    @inline(__always) var values: MutableAddress { load(56, as: MutableAddress.self) }

    /// The values by bucket. Of use where there are buckets.
    @unsafe @inline(__always)
    func values<Value>(of type: Value.Type) -> ValueRow<Value> { unsafe values.values(of: type, count: buckets) }

    /// A bit for each bucket.
    @inline(__always) var bits: ValueRow<UInt> { unsafe (start + 64).values(of: UInt.self, count: (buckets + 63) >> 6) }

    /// Moves keys into the storage of a dictionary that has none yet and room for all of them. Of equal keys the first stays.
    ///
    /// - Parameter moveValue: Moves the value of a key, by its index, into a bucket; of an equal key it replaces the one that is there.
    /// - Returns: How many keys are different.
    @unsafe @inline(__always)
    func insert<Key: Hashable>(
        _ keys: ValueRow<Key>, count: Int, _ moveValue: (_ index: Int, _ bucket: Int, _ isThere: Bool) -> Void
    ) -> Int {
        // SAFETY: the keys are of the dictionary's type, and nobody else has it. There are more buckets than keys come, so that a search ends.
        let room = unsafe self.keys.values(of: Key.self, count: buckets)
        let bits = self.bits
        var different = 0
        for index in 0..<count {
            let (bucket, isThere) = unsafe bucket(of: keys + index, room, bits)
            if isThere {
                _ = unsafe (keys + index).move()
            } else {
                unsafe (room + bucket).takeOne(of: keys + index, fresh: true)
                unsafe bits[bucket >> 6] |= 1 << UInt(bucket & 63)
                different += 1
            }
            moveValue(index, bucket, isThere)
        }
        unsafe start.storeBytes(of: different, toByteOffset: 16, as: Int.self)
        return different
    }

    /// Puts a pair into a storage with room for another one, unless its key is there.
    ///
    /// - Returns: Whether it has been put.
    @unsafe @inline(__always)
    fileprivate func put<Key: Hashable, Value>(_ key: ValueRow<Key>, _ value: Value) -> Bool {
        // SAFETY: key and value are of the dictionary's types, and nobody else has it.
        let room = unsafe self.keys.values(of: Key.self, count: buckets)
        let (bucket, isThere) = unsafe bucket(of: key, room, bits)
        guard !isThere else { return false }
        unsafe (room + bucket).put(key[0])
        unsafe (values(of: Value.self) + bucket).put(value)
        unsafe bits[bucket >> 6] |= 1 << UInt(bucket & 63)
        unsafe start.storeBytes(of: count + 1, toByteOffset: 16, as: Int.self)
        return true
    }

    /// Whether there is room for another key. The standard library leaves a quarter of the buckets free.
    @inline(__always) fileprivate var hasRoom: Bool { count < buckets &* 3 / 4 }  // &*: of a number of bytes

    /// The bucket of a key, and whether the key is in it. Some bucket must be free.
    ///
    /// - Parameters:
    ///   - room: The keys by bucket.
    ///   - bits: A bit for each bucket.
    @unsafe @inline(__always)
    private func bucket<Key: Hashable>(of key: ValueRow<Key>, _ room: ValueRow<Key>, _ bits: ValueRow<UInt>) -> (Int, isThere: Bool) {
        let mask = buckets - 1
        var bucket = unsafe key[0]._rawHashValue(seed: load(40, as: Int.self)) & mask
        // A bucket that is taken is that of an equal key, or the next one is looked at, after the last one the first.
        while unsafe bits[bucket >> 6] & (1 << UInt(bucket & 63)) != 0 {
            if unsafe room[bucket] == key[0] { return (bucket, true) }
            bucket = (bucket + 1) & mask
        }
        return (bucket, false)
    }
}

extension Dictionary {
    /// Puts a value, unless its key is there. Where the compiler does not know the type of values, the standard library looks up that of the storage for
    /// each.
    ///
    /// Nobody else may have the dictionary.
    ///
    /// - Returns: Whether it has been put.
    @unsafe @inline(__always)
    mutating func putNew(_ value: Value, of key: Key) -> Bool {
        // SAFETY: the dictionary is one reference, to a storage of its own where it has room for another pair.
        let storage = unsafe DictionaryStorage(of: self)
        guard DictionaryLayout.isKnown, storage.hasRoom else { return updateValue(value, forKey: key) == nil }
        var key = key
        return unsafe withUnsafeMutablePointer(to: &key) { unsafe storage.put(ValueRow($0, 1), value) }
    }
}
