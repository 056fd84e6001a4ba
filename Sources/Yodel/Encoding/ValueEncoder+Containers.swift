/// The keys of an object that a type encodes.
struct ObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let tree: EncodedTree
    let steps: CodingSteps?
    let encoding: ValueEncoding
    let keepsKeys: Bool

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }

    private func text(_ key: Key) -> String { keepsKeys ? key.stringValue : encoding.keys.written(key.stringValue) }

    private func put(_ value: EncodedValue?, _ key: Key) { tree.set(value, text(key)) }

    func encodeNil(forKey key: Key) { put(.json(.null), key) }
    func encode(_ value: Bool, forKey key: Key) { put(.json(.bool(value)), key) }
    func encode(_ value: String, forKey key: Key) { put(.json(.string(value)), key) }
    func encode<T: PrintedFraction>(_ value: T, forKey key: Key) throws {
        put(try encoding.number(value, CodingSteps(key, behind: steps)), key)
    }

    func encode<T: PrintedInteger>(_ value: T, forKey key: Key) { put(.integer(value), key) }
    func encode(_ value: Int128, forKey key: Key) { put(.integer(value), key) }
    func encode(_ value: UInt128, forKey key: Key) { put(.integer(value), key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        put(try encoding.json(value, CodingSteps(key, behind: steps)), key)
    }

    // What is nil is left out, or null, as the options say of properties.

    private func optional<T: Encodable>(_ value: T?, _ key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        // Without its key such a property is read as nil, so that `nullUnlessDefault` has nothing to keep here.
        if encoding.rules.nils == .null { encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try optional(value, key) }

    /// A tree for a key, the one that is there if there is one.
    private func inner(_ key: String) -> EncodedTree {
        if let tree = tree.tree(key) { return tree }
        let inner = EncodedTree()
        tree.set(.tree(inner), key)
        return inner
    }

    private func encoder(_ key: some CodingKey, _ text: String) -> ValueEncoder {
        ValueEncoder(tree: inner(text), steps: CodingSteps(key, behind: steps), encoding: encoding)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder(key, text(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key, text(key)).unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder(PlaceKey("super"), "super") }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key, text(key)) }
}

/// The elements of an array that a type encodes.
struct ArrayEncoding: UnkeyedEncodingContainer {
    let tree: EncodedTree
    let steps: CodingSteps?
    let encoding: ValueEncoding

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }
    var count: Int { tree.values.count }

    /// The way to the next element.
    private var next: CodingSteps { CodingSteps(PlaceKey(index: count), behind: steps) }

    func encodeNil() { tree.append(.json(.null)) }
    func encode(_ value: Bool) { tree.append(.json(.bool(value))) }
    func encode(_ value: String) { tree.append(.json(.string(value))) }
    func encode<T: PrintedFraction>(_ value: T) throws { tree.append(try encoding.number(value, next)) }
    func encode<T: PrintedInteger>(_ value: T) { tree.append(.integer(value)) }
    func encode(_ value: Int128) { tree.append(.integer(value)) }
    func encode(_ value: UInt128) { tree.append(.integer(value)) }
    func encode<T: Encodable>(_ value: T) throws { tree.append(try encoding.json(value, next)) }

    private func encoder() -> ValueEncoder {
        let inner = EncodedTree()
        let step = next
        tree.append(.tree(inner))
        return ValueEncoder(tree: inner, steps: step, encoding: encoding)
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { encoder().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }
}
