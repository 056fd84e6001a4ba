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
        let mask = buckets - 1
        let seed = load(40, as: Int.self)
        let room = unsafe self.keys.values(of: Key.self, count: buckets)
        let bits = self.bits
        var different = 0
        for index in 0..<count {
            var bucket = unsafe keys[index]._rawHashValue(seed: seed) & mask
            var isThere = false
            // A bucket that is taken is that of an equal key, or the next one is looked at, behind the last one the first.
            while !isThere, unsafe bits[bucket >> 6] & (1 << UInt(bucket & 63)) != 0 {
                if unsafe room[bucket] == keys[index] { isThere = true } else { bucket = (bucket + 1) & mask }
            }
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
}
