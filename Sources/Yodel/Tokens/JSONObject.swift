// Keys and values stand in two arrays, in the order of the document. Few keys are searched one by one, which beats hashing; from the
// seventeenth on a dictionary tells each key's place. So building an object of n keys takes time linear in n, whether its keys are all
// different or all the same, and a document cannot make it quadratic.

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
        case places([ExactKey: Int])
        /// Keys and values are here.
        case kept(KeptObject)
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

    /// Takes an object that is kept elsewhere.
    init(_ kept: KeptObject) {
        extra = .kept(kept)
    }

    /// Takes keys of which no two are equal, and their values.
    init(uncheckedKeys keys: [String], values: [JSONValue]) {
        ownKeys = keys
        ownValues = values
        if keys.count > Self.linearLimit { indexKeys() }
    }

    /// The keys, in order.
    public var keys: [String] {
        if case .kept(let kept) = extra { kept.pairs.keys } else { ownKeys }
    }

    /// The values, in the order of their keys.
    public var values: [JSONValue] {
        if case .kept(let kept) = extra { kept.pairs.values } else { ownValues }
    }

    /// Takes the object in, if it is kept elsewhere, to change it.
    private mutating func own() {
        guard case .kept(let kept) = extra else { return }
        let pairs = kept.pairs
        self = JSONObject(uncheckedKeys: pairs.keys, values: pairs.values)
    }

    /// The value of a key.
    ///
    /// Setting a value replaces the one of the key, or appends the key if it is new. Setting nil removes the key; to store a JSON null, set
    /// `.null`.
    ///
    /// - Parameter key: The key, compared by its UTF-8 bytes.
    /// - Returns: The value, or nil if the object has no such key.
    /// - Complexity: O(1) on average; setting nil is linear in the number of keys.
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
        if case .places(var places) = extra {
            // Taken out while it is changed, so that it is changed in place.
            extra = .none
            places[ExactKey(key)] = ownKeys.count - 1
            extra = .places(places)
        } else if ownKeys.count > Self.linearLimit {
            indexKeys()
        }
        return nil
    }

    /// Removes a key and its value; the keys behind it move up.
    ///
    /// - Parameter key: The key, compared by its UTF-8 bytes.
    /// - Returns: The value that was removed, or nil if there was no such key.
    /// - Complexity: Linear in the number of keys.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        own()
        guard let place = place(of: key) else { return nil }
        ownKeys.remove(at: place)
        let old = ownValues.remove(at: place)
        if ownKeys.count <= Self.linearLimit {
            extra = .none
        } else {
            indexKeys()
        }
        return old
    }

    /// Appends a key that is known to be new, while there are few.
    mutating func append(_ key: String, _ value: JSONValue) {
        assert(ownKeys.count < Self.linearLimit && self[key] == nil)
        ownKeys.append(key)
        ownValues.append(value)
    }

    private func place(of key: String) -> Int? {
        let exact = ExactKey(key)
        if case .places(let places) = extra { return places[exact] }
        for index in ownKeys.indices where ExactKey(ownKeys[index]) == exact { return index }
        return nil
    }

    private mutating func indexKeys() {
        var places = [ExactKey: Int](minimumCapacity: ownKeys.count)
        for (place, key) in ownKeys.enumerated() {
            places[ExactKey(key)] = place
        }
        extra = .places(places)
    }
}

extension JSONObject: RandomAccessCollection, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// A key and its value.
    public typealias Element = (key: String, value: JSONValue)

    /// The place of the first key, zero.
    public var startIndex: Int { 0 }

    /// The place behind the last key, which is the number of keys.
    public var endIndex: Int { keys.count }

    /// The key at a place, and its value.
    ///
    /// - Parameter position: From zero to one less than `count`.
    /// - Precondition: The object has that many keys.
    public subscript(position: Int) -> Element { (keys[position], values[position]) }

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
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Feeds the pairs to a hasher, in a way that does not depend on their order.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var pair = hasher
            pair.combine(ExactKey(key))
            pair.combine(value)
            sum ^= pair.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

/// A key that equals another if their UTF-8 bytes are the same.
struct ExactKey: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactKey, right: ExactKey) -> Bool {
        if left.text.hasSameWords(as: right.text) { return true }
        // Strings that Swift holds different have different bytes; those it holds equal may, too, and are looked at closer.
        guard left.text.utf8.count == right.text.utf8.count, left.text == right.text else { return false }
        return left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        // SAFETY: the bytes are read within the closure, from a string that lives as long.
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether two strings are held by the same words: then they are equal, byte by byte. For short texts, of which most keys are, that is all
    /// there is to compare.
    @inline(__always)
    func hasSameWords(as other: String) -> Bool {
        // SAFETY: a string is two words without padding, which hold a short text, or the address and length of a longer one.
        unsafe unsafeBitCast(self, to: (UInt64, UInt64).self) == unsafeBitCast(other, to: (UInt64, UInt64).self)
    }
}
