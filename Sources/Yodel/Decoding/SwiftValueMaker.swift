/// Swift's own values; which, `JSONValue+Swift.swift` says.
///
/// Most of what a dictionary costs are the hashes of its keys. Objects of the same keys are made as copies of one dictionary, whose pairs are at the same places;
/// only the values are put there.
enum SwiftValueMaker: ValueMaker {
    /// What dictionaries of the same keys have in common.
    struct Shape {
        let keys: ObjectKeys
        /// A dictionary of the keys; nil if Swift holds some of them equal.
        let sample: [String: Any]?
        /// Where the first key's value is in the sample.
        let first: Dictionary<String, Any>.Index?
        /// The bucket of each key.
        let buckets: [Int]
    }

    static let storageClass = ArrayLayout.storageClass(of: Any.self)

    static var null: Any { Optional<Any>.none as Any }
    static func boolean(_ value: Bool) -> Any { value }
    @inline(__always)
    static func string(_ text: String) -> Any { text }

    @inline(__always)
    static func number(_ number: NumberToken, _ text: BorrowedBytes) -> Any {
        if number.isShortInteger { return Int(number.shortInteger) }
        if number.isExact && !number.isPlain {
            let value = number.nearestDouble
            if value.isFinite { return value }
        }
        return otherNumber(text)
    }

    @inline(never)
    private static func otherNumber(_ text: BorrowedBytes) -> Any {
        JSONNumber(unchecked: String(known: text, isASCII: true)).swiftValue
    }

    static func array(_ elements: [Any]) -> Any { elements }

    static func object(_ keys: ObjectKeys, _ values: consuming ReadValues<Any>) -> Any { dictionary(keys, values) }

    private static func dictionary(_ keys: ObjectKeys, _ values: consuming ReadValues<Any>) -> [String: Any] {
        let count = keys.all.count
        var dictionary = [String: Any](minimumCapacity: count)
        var values = values
        guard DictionaryLayout.isKnown && count > 0 else {
            for key in keys.all { dictionary[key.marksInOrder] = values.removeFirst() }
            return dictionary
        }
        unsafe ValueRow<String>.withTemporary(count) { room in
            for (index, key) in keys.all.enumerated() { unsafe (room + index).put(key.marksInOrder) }
            // SAFETY: the dictionary is one reference, to a storage of its own that is laid out so, with room for as many pairs; a bucket holds a value if there
            // is one.
            let storage = unsafe DictionaryStorage(of: dictionary)
            let places = unsafe storage.values(of: Any.self)
            _ = unsafe storage.insert(room, count: count) { _, bucket, isThere in
                if isThere { unsafe places[bucket] = values.removeFirst() } else { unsafe values.moveFirst(to: places.pointer(at: bucket)) }
            }
        }
        return dictionary
    }

    static func shape(_ keys: ObjectKeys) -> Shape {
        let none = Shape(keys: keys, sample: nil, first: nil, buckets: [])
        guard DictionaryLayout.copiesAreKnown, let firstKey = keys.all.first else { return none }
        var sample = [String: Any](minimumCapacity: keys.all.count)
        for (index, key) in keys.all.enumerated() { sample[key.marksInOrder] = index }
        guard sample.count == keys.all.count else { return none }
        var buckets = Array(repeating: 0, count: sample.count)
        for (bucket, index) in DictionaryLayout.integersByBucket(sample) { buckets[index] = bucket }
        return Shape(keys: keys, sample: sample, first: sample.index(forKey: firstKey.marksInOrder), buckets: buckets)
    }

    static func object(_ shape: Shape, _ values: consuming ReadValues<Any>) -> Any {
        guard var dictionary = shape.sample, let first = shape.first else { return self.dictionary(shape.keys, values) }
        let count = values.count
        // A change of one value makes the copy.
        dictionary.values[first] = values.removeFirst()
        // SAFETY: the copy has its pairs where the sample has them (`DictionaryLayout.copiesAreKnown`); what stands there is an integer, which need not be destroyed.
        let places = unsafe DictionaryLayout.values(of: dictionary)
        for index in 1..<count { unsafe values.moveFirst(to: places + shape.buckets[index]) }
        return dictionary
    }
}
