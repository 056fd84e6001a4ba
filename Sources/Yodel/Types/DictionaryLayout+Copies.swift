// A dictionary that is copied and then changed at one place has its pairs where the first one has them. So a copy's values can be put to their places, and no
// key is hashed.

extension DictionaryLayout {
    /// Whether copies have their pairs at the same places, and values are put there.
    static let copiesAreKnown = isKnown && areCopiesAsExpected()

    /// The values of a dictionary that nobody else has, by their bucket; as long as it stays what it is. Of one that is not empty.
    @inline(__always)
    static func values(of dictionary: [String: Any]) -> UnsafeMutablePointer<Any> {
        // SAFETY: a dictionary is one reference, to a storage that is laid out so (`isKnown`).
        unsafe DictionaryStorage(of: dictionary).values(of: Any.self).address
    }

    /// The buckets of a dictionary's pairs, each with its value, which is an integer.
    static func integersByBucket(_ dictionary: [String: Any]) -> [(bucket: Int, value: Int)] {
        guard !dictionary.isEmpty else { return [] }
        var pairs: [(bucket: Int, value: Int)] = []
        withExtendedLifetime(dictionary) {
            // SAFETY: as above.
            let storage = unsafe DictionaryStorage(of: dictionary)
            let (base, stride) = (storage.values.value, MemoryLayout<Any>.stride)
            forEachPair(storage.address, keyStride: MemoryLayout<String>.stride, valueStride: stride) { _, value in
                if let integer = unsafe value.assumingMemoryBound(to: Any.self).pointee as? Int {
                    pairs.append(((value - base) / stride, integer))
                }
                return true
            }
        }
        return pairs
    }

    private static func areCopiesAsExpected() -> Bool {
        guard MemoryLayout<[String: Any]>.size == MemoryLayout<Int>.size else { return false }
        return [1, 2, 3, 6, 7, 13, 50, 100].allSatisfy { count in
            var sample = [String: Any](minimumCapacity: count)
            for index in 0..<count { sample["key \(index), which is more than fifteen bytes"] = index }
            let pairs = integersByBucket(sample)
            guard let first = sample.indices.first, pairs.count == count, let firstValue = sample[first].value as? Int else { return false }
            var copy = sample
            copy.values[first] = firstValue
            let places = unsafe (sample: values(of: sample), copy: values(of: copy))
            guard unsafe places.sample != places.copy, integersByBucket(copy).elementsEqual(pairs, by: ==) else { return false }
            // SAFETY: the copy has its pairs in the buckets of the sample, and integers need not be destroyed.
            for (bucket, value) in pairs { unsafe (places.copy + bucket).initialize(to: value + 1) }
            return sample.allSatisfy { key, value in
                guard let value = value as? Int else { return false }
                return copy[key] as? Int == value + 1
            } && copy.count == count
        }
    }
}
