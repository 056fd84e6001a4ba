/// The members of an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let document: CodableDocument
    private let object: Int

    /// Begins to read an object.
    init(_ document: CodableDocument, _ value: Int, in container: Int) throws {
        guard document[value].isObject else { throw document.noContainer([String: Any].self, "keyed", value, in: container) }
        document.note(Key.self, in: value)
        if document.convertsKeys || document[value].head & CodableToken.hasEscapedKeys != 0 { document.convertKeys(of: value) }
        document.rewind(value)
        self.document = document
        object = value
    }

    var codingPath: [any CodingKey] { document.path(to: object) }
    var allKeys: [Key] { document.names(in: object).compactMap { Key(stringValue: $0) } }

    // MARK: Members

    /// The value of a key; 0 if there is none.
    @inline(__always)
    private func find(_ key: Key) -> Int { document.value(of: key.stringValue, in: object) }

    /// The value of a key.
    @inline(__always)
    private func value(_ key: Key) throws -> Int {
        let value = find(key)
        guard value != 0 else { throw document.noValue(key, in: object) }
        return value
    }

    /// The value of a key; nil if there is none, or null.
    @inline(__always)
    private func present(_ key: Key) -> Int? {
        let value = find(key)
        return value == 0 || document[value].isNull ? nil : value
    }

    func contains(_ key: Key) -> Bool { find(key) != 0 }
    func decodeNil(forKey key: Key) throws -> Bool { document[try value(key)].isNull }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(value(key), in: object) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(value(key), in: object) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.double(value(key), in: object) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.float(value(key), in: object) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(type, value(key), in: object) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(type, value(key), in: object) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(type, value(key), in: object) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(type, value(key), in: object) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(type, value(key), in: object) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(type, value(key), in: object) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try document.integer(type, value(key), in: object) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try document.decode(type, value(key), in: object) }

    // MARK: Members that may not be there

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let value = present(key) else { return nil }
        return try document.bool(value, in: object)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = present(key) else { return nil }
        return try document.string(value, in: object)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let value = present(key) else { return nil }
        return try document.double(value, in: object)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        guard let value = present(key) else { return nil }
        return try document.float(value, in: object)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        guard let value = present(key) else { return nil }
        return try document.integer(type, value, in: object)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let value = present(key) else { return nil }
        return try document.decode(type, value, in: object)
    }

    // MARK: Containers

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(try KeyedReader<Nested>(document, value(key), in: object))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedReader(document, value(key), in: object)
    }

    func superDecoder() throws -> any Decoder { decoder(PlaceKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }

    /// A decoder of a key's value; of null if there is no such key.
    private func decoder(_ key: any CodingKey) -> CodableReader {
        let value = document.value(of: key.stringValue, in: object)
        if value != 0 { return CodableReader(document: document, value: value, container: object) }
        return CodableReader(document: document, value: CodableTokens.null, container: document.note(missing: codingPath + [key]))
    }
}
