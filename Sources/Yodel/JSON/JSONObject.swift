// Keys and values stand in two arrays, in the order of the document. Few keys are searched one by one, which beats hashing; from the
// seventeenth on a dictionary tells each key's place. So building an object of n keys takes time linear in n, whether its keys are all
// different or all the same, and a document cannot make it quadratic.
//
// A key that is removed from among many leaves a gap, which is closed when half the places are gaps: so a hook that removes or renames every
// key takes linear time, too.

/// A JSON object: values by key, in the order in which the keys first appeared.
///
/// ```swift
/// var object: JSONObject = ["b": 1, "a": 2]
/// object["c"] = [true]
/// object["b"] = nil
/// object.keys   // ["a", "c"]
/// for (key, value) in object { print(key, value) }
/// ```
///
/// Keys are unique: of a key that is given twice the last value wins, at the place of the first. Keys are equal if their UTF-8 bytes are (RFC
/// 8259, section 8.3), so two spellings of an accented letter are two keys, unlike in a Swift dictionary.
///
/// Two objects are equal if they have equal values for the same keys, whatever the order: an object is unordered (RFC 8259, section 4).
public struct JSONObject: Sendable {
    /// The keys, in order; empty while the object is kept elsewhere.
    private var ownKeys: [String] = []
    private var ownValues: [JSONValue] = []
    private var extra = Extra.none

    /// What some objects have besides keys and values.
    private enum Extra: Sendable {
        case none
        /// The place of each key, once there are more than `linearLimit` of them.
        case places([UTF8Key: Int])
        /// The same, while some of the places are gaps.
        case gaps(GapBox)
        /// Keys and values are here.
        case kept(KeptObject)
    }

    /// The places of keys, and those that keys have left.
    private struct Gaps: Sendable {
        var places: [UTF8Key: Int] = [:]
        var isGap: [Bool] = []
        var count = 0
    }

    /// Gaps in one word, so that no value takes more room for those few that have some.
    private final class GapBox: @unchecked Sendable {
        // SAFETY of `@unchecked Sendable`: the gaps are taken out of a box that nobody else has, and are not changed otherwise.
        var gaps: Gaps

        init(_ gaps: Gaps) { self.gaps = gaps }
    }

    /// Takes the gaps out to be changed in place.
    private mutating func takeGaps() -> Gaps? {
        guard case .gaps(var box) = extra else { return nil }
        extra = .none
        guard isKnownUniquelyReferenced(&box) else { return box.gaps }
        var gaps = Gaps()
        swap(&gaps, &box.gaps)
        return gaps
    }

    /// As many keys as are searched one by one.
    static let linearLimit = 16

    /// Makes an object without keys.
    public init() {}

    /// Makes an object of pairs.
    ///
    /// - Parameter pairs: Keys and values in the order of the object. Of equal keys the last value wins, at the place of the first.
    public init(_ pairs: some Sequence<(key: String, value: JSONValue)>) {
        ownKeys.reserveCapacity(pairs.underestimatedCount)
        ownValues.reserveCapacity(pairs.underestimatedCount)
        for (key, value) in pairs {
            updateValue(value, forKey: key)
        }
    }

    /// Makes an object of keys and as many values.
    init(_ keys: consuming ObjectKeys, _ values: consuming [JSONValue]) {
        assert(keys.all.count == values.count)
        ownKeys = keys.all
        ownValues = values
        if let places = keys.places { extra = .places(places) }
    }

    /// Takes an object that is kept elsewhere.
    init(_ kept: KeptObject) {
        extra = .kept(kept)
    }

    /// The keys, in order.
    public var keys: [String] {
        switch extra {
        case .none, .places: ownKeys
        case .gaps(let box): Self.without(box.gaps, ownKeys)
        case .kept(let kept): kept.object.keys
        }
    }

    /// The values, in the order of their keys.
    public var values: [JSONValue] {
        switch extra {
        case .none, .places: ownValues
        case .gaps(let box): Self.without(box.gaps, ownValues)
        case .kept(let kept): kept.object.values
        }
    }

    private static func without<T>(_ gaps: Gaps, _ places: [T]) -> [T] {
        zip(places, gaps.isGap).compactMap { $1 ? nil : $0 }
    }

    /// The object itself, if it is kept elsewhere.
    private var owned: JSONObject {
        if case .kept(let kept) = extra { kept.object } else { self }
    }

    /// Takes the object in, if it is kept elsewhere, to change it.
    private mutating func own() {
        if case .kept(let kept) = extra { self = kept.object }
    }

    /// The value of a key.
    ///
    /// Setting a value replaces the one of the key, or appends the key if it is new. Setting nil removes the key; to store a JSON null, set
    /// `.null`.
    ///
    /// - Parameter key: The key, compared by its UTF-8 bytes.
    /// - Returns: The value, or nil if the object has no such key.
    /// - Complexity: O(1) on average.
    public subscript(key: String) -> JSONValue? {
        get {
            if case .kept(let kept) = extra { return kept.value(forKey: key) }
            return place(of: key).map { ownValues[$0] }
        }
        set {
            if let newValue {
                updateValue(newValue, forKey: key)
            } else {
                removeValue(forKey: key)
            }
        }
    }

    /// Sets the value of a key. A key that is new is appended.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - key: The key, compared by its UTF-8 bytes.
    /// - Returns: The value that was replaced, or nil if the key is new.
    /// - Complexity: O(1) on average.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        own()
        if let place = place(of: key) {
            let old = ownValues[place]
            ownValues[place] = value
            return old
        }
        ownKeys.append(key)
        ownValues.append(value)
        let place = ownKeys.count - 1
        if case .places(var places) = extra {
            // Taken out while it is changed, so that it is changed in place.
            extra = .none
            places[UTF8Key(key)] = place
            extra = .places(places)
        } else if var gaps = takeGaps() {
            gaps.places[UTF8Key(key)] = place
            gaps.isGap.append(false)
            extra = .gaps(GapBox(gaps))
        } else if ownKeys.count > Self.linearLimit {
            indexKeys()
        }
        return nil
    }

    /// Removes a key and its value; the keys behind it move up.
    ///
    /// - Parameter key: The key, compared by its UTF-8 bytes.
    /// - Returns: The value that was removed, or nil if there was no such key.
    /// - Complexity: O(1) on average.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        own()
        guard let place = place(of: key) else { return nil }
        var gaps: Gaps
        if case .places(let places) = extra {
            gaps = Gaps(places: places, isGap: Array(repeating: false, count: ownKeys.count))
        } else if let present = takeGaps() {
            gaps = present
        } else {
            ownKeys.remove(at: place)
            return ownValues.remove(at: place)
        }
        extra = .none
        gaps.places[UTF8Key(key)] = nil
        gaps.isGap[place] = true
        gaps.count += 1
        let old = ownValues[place]
        ownKeys[place] = ""
        ownValues[place] = .null
        if gaps.count * 2 > ownKeys.count {
            (ownKeys, ownValues) = (Self.without(gaps, ownKeys), Self.without(gaps, ownValues))
            if ownKeys.count > Self.linearLimit { indexKeys() }
        } else {
            extra = .gaps(GapBox(gaps))
        }
        return old
    }

    private func place(of key: String) -> Int? {
        let exact = UTF8Key(key)
        switch extra {
        case .places(let places): return places[exact]
        case .gaps(let box): return box.gaps.places[exact]
        case .none, .kept: break
        }
        for index in ownKeys.indices where UTF8Key(ownKeys[index]) == exact { return index }
        return nil
    }

    private mutating func indexKeys() {
        extra = .places(ObjectKeys.places(of: ownKeys))
    }
}

extension JSONObject: RandomAccessCollection, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// A key and its value.
    public typealias Element = (key: String, value: JSONValue)

    /// The place of the first key, zero.
    public var startIndex: Int { 0 }

    /// The place behind the last key, which is the number of keys.
    public var endIndex: Int {
        switch extra {
        case .none, .places: ownKeys.count
        case .gaps(let box): ownKeys.count - box.gaps.count
        case .kept(let kept): kept.object.count
        }
    }

    /// The key at a place, and its value.
    ///
    /// - Parameter position: From zero to one less than `count`.
    /// - Precondition: The object has that many keys.
    /// - Complexity: O(1); in an object of which keys have been removed linear in the number of keys.
    public subscript(position: Int) -> Element {
        switch extra {
        case .none, .places: return (ownKeys[position], ownValues[position])
        case .gaps(let box):
            let places = ownKeys.indices.lazy.filter { !box.gaps.isGap[$0] }
            let place = places[places.index(places.startIndex, offsetBy: position)]
            return (ownKeys[place], ownValues[place])
        case .kept(let kept): return kept.object[position]
        }
    }

    /// The keys and values of an object, one after another.
    public struct Iterator: IteratorProtocol {
        private let keys: [String]
        private let values: [JSONValue]
        private var place = 0

        fileprivate init(_ object: JSONObject) {
            let object = object.owned
            keys = object.keys
            values = object.values
        }

        /// The next key and its value.
        ///
        /// - Returns: nil behind the last.
        public mutating func next() -> Element? {
            guard place < keys.count else { return nil }
            defer { place += 1 }
            return (keys[place], values[place])
        }
    }

    /// Keys and values in the order of the object.
    ///
    /// - Returns: An iterator.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Makes an object of a literal. Of equal keys the last value wins, at the place of the first.
    ///
    /// - Parameter elements: The literal's pairs, in the order of the object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.lazy.map { (key: $0, value: $1) })
    }

    /// The object as compact JSON text, keys in order.
    public var description: String { JSONValue.object(self).text }
}

extension JSONObject: Hashable {
    /// Whether two objects have equal values for the same keys, in whatever order.
    ///
    /// - Parameters:
    ///   - left: An object.
    ///   - right: An object.
    /// - Returns: Whether they are equal.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        let (left, right) = (left.owned, right.owned)
        return left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Feeds the pairs to a hasher, in a way that does not depend on their order.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var pair = hasher
            pair.combine(UTF8Key(key))
            pair.combine(value)
            sum &+= pair.finalize()  // &+: a hash wraps by design
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}
