/// The keys of an object, for a type that decodes itself.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let steps: CodingSteps?
    let decoding: ValueDecoding
    let keepsKeys: Bool

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }

    var allKeys: [Key] {
        object.keys.compactMap { text in
            // A dictionary's own key is a text, and a number if it is written as one: it makes of it what it needs.
            keepsKeys ? Key(stringValue: text) : decoding.keys.key(text)
        }
    }

    /// The value of a key, and the key as the document has it; nil if it does not come.
    private func find(_ key: Key) -> JSONValue? {
        keepsKeys ? object[key.stringValue] : decoding.keys.find(key.stringValue, in: object)?.value
    }

    private func value(_ key: Key) throws -> JSONValue {
        guard let value = find(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no value for a key"))
        }
        return value
    }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        ValueDecoder(value: try value(key), steps: CodingSteps(key, behind: steps), decoding: decoding)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    // What needs no step of its own does without one, unless it fails.

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try value(key).boolValue ?? decoder(key).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try value(key).stringValue ?? decoder(key).decode(type)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoding.decode(type, value(key), CodingSteps(key, behind: steps))
    }

    private func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try value(key).numberValue?.integer(as: type) ?? decoder(key).integer(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = PlaceKey("super")
        let value = object[key.stringValue] ?? .null
        return ValueDecoder(value: value, steps: CodingSteps(key, behind: steps), decoding: decoding)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(value: find(key) ?? .null, steps: CodingSteps(key, behind: steps), decoding: decoding)
    }
}

/// The elements of an array, for a type that decodes itself.
struct ArrayContainer: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let steps: CodingSteps?
    let decoding: ValueDecoding
    private(set) var currentIndex = 0

    init(elements: [JSONValue], steps: CodingSteps?, decoding: ValueDecoding) {
        self.elements = elements
        self.steps = steps
        self.decoding = decoding
    }

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Hands the element at hand on, and goes on to the next if that succeeds.
    private mutating func next<R>(_ type: Any.Type, _ body: (ValueDecoder) throws -> R) throws -> R {
        let step = CodingSteps(PlaceKey(index: currentIndex), behind: steps)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: CodingSteps.path(step), debugDescription: "the array has no more elements"))
        }
        let result = try body(ValueDecoder(value: elements[currentIndex], steps: step, decoding: decoding))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { return try next(Any?.self) { $0.decodeNil() } }
        guard elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.integer(type) } }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next(type) { try $0.decode(type) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }
}
