/// The members of an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let slot: KeyedSlot

    init(_ slot: KeyedSlot) {
        self.slot = slot
    }

    var codingPath: [any CodingKey] { slot.with { $0.path(to: $1) } }
    var allKeys: [Key] {
        slot.with { document, object in document.names(in: object).compactMap { document.key($0, in: object) } }
    }

    // MARK: Members

    /// Reads the value of a key.
    @inline(__always)
    private func read<T>(_ key: Key, _ make: (CodableDocument, Int, Int) throws -> T) throws -> T {
        try slot.with { document, object in
            let value = document.value(of: key.stringValue, in: object)
            guard value != 0 else { throw document.noValue(key, in: object) }
            return try make(document, value, object)
        }
    }

    /// Reads the value of a key; nil if there is none, or null.
    @inline(__always)
    private func optional<T>(_ key: Key, _ make: (CodableDocument, Int, Int) throws -> T) throws -> T? {
        try slot.with { document, object in
            let value = document.value(of: key.stringValue, in: object)
            return value == 0 || document[value].isNull ? nil : try make(document, value, object)
        }
    }

    func contains(_ key: Key) -> Bool { slot.with { $0.value(of: key.stringValue, in: $1) != 0 } }
    func decodeNil(forKey key: Key) throws -> Bool { try read(key) { document, value, _ in document[value].isNull } }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.bool($1, in: $2) } }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.string($1, in: $2) } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key) { try $0.double($1, in: $2) } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key) { try $0.float($1, in: $2) } }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(key) { try $0.integer(type, $1, in: $2) } }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(key) { try $0.integer(type, $1, in: $2) } }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try read(key) { try $0.decode(type, $1, in: $2) } }

    // MARK: Members that may not be there

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) { try $0.bool($1, in: $2) } }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) { try $0.string($1, in: $2) } }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) { try $0.double($1, in: $2) } }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) { try $0.float($1, in: $2) } }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) { try $0.integer(type, $1, in: $2) } }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try optional(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try optional(key) { try $0.decode(type, $1, in: $2) }
    }

    // MARK: Containers

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try read(key) { try $0.container(keyedBy: type, $1, in: $2) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try read(key) { try UnkeyedReader($0, $1, in: $2) }
    }

    func superDecoder() throws -> any Decoder {
        let key = PlaceKey("super")
        return slot.with { decoder(key, $0.value(verbatim: key.stringValue, in: $1)) }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        slot.with { decoder(key, $0.value(of: key.stringValue, in: $1)) }
    }

    /// A decoder of a key's value; of null if there is no such key.
    private func decoder(_ key: any CodingKey, _ value: Int) -> CodableReader {
        slot.with { document, object in
            if value != 0 { return CodableReader(document: document, value: value, container: object) }
            let missing = document.note(missing: document.path(to: object) + [key])
            return CodableReader(document: document, value: CodableTokens.null, container: missing)
        }
    }
}

extension CodableDocument {
    /// Begins to read an object.
    @inline(__always)
    func container<Key: CodingKey>(keyedBy type: Key.Type, _ value: Int, in container: Int) throws -> KeyedDecodingContainer<Key> {
        let token = self[value]
        guard token.isObject else { throw noContainer([String: Any].self, "keyed", value, in: container) }
        note(type, in: value)
        if convertsKeys || token.head & CodableToken.hasUnresolvedKeys != 0 { convertKeys(of: value) }
        rewind(value)
        return containers.container(type, of: value, in: self)
    }
}
