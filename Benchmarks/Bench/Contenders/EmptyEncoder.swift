/// An encoder whose containers drop what they are given: what the compiler's coding of a type costs before a byte is written.
struct EmptyEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(EmptyKeyedContainer()) }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { EmptyValueContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { EmptyValueContainer() }
}

/// Elements, or one value.
private struct EmptyValueContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    private(set) var count = 0

    mutating func encodeNil() { count += 1 }
    mutating func encode(_ value: Bool) { count += 1 }
    mutating func encode(_ value: String) { count += 1 }
    mutating func encode(_ value: Double) { count += 1 }
    mutating func encode(_ value: Int) { count += 1 }
    mutating func encode(_ value: Float) { count += 1 }
    mutating func encode(_ value: Int8) { count += 1 }
    mutating func encode(_ value: Int16) { count += 1 }
    mutating func encode(_ value: Int32) { count += 1 }
    mutating func encode(_ value: Int64) { count += 1 }
    mutating func encode(_ value: UInt) { count += 1 }
    mutating func encode(_ value: UInt8) { count += 1 }
    mutating func encode(_ value: UInt16) { count += 1 }
    mutating func encode(_ value: UInt32) { count += 1 }
    mutating func encode(_ value: UInt64) { count += 1 }
    mutating func encode<T: Encodable>(_ value: T) throws {
        count += 1
        try value.encode(to: EmptyEncoder())
    }

    mutating func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        EmptyEncoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { EmptyValueContainer() }
    mutating func superEncoder() -> any Encoder { EmptyEncoder() }
}

private struct EmptyKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: Bool, forKey key: Key) {}
    mutating func encode(_ value: String, forKey key: Key) {}
    mutating func encode(_ value: Double, forKey key: Key) {}
    mutating func encode(_ value: Int, forKey key: Key) {}
    mutating func encode(_ value: Float, forKey key: Key) {}
    mutating func encode(_ value: Int8, forKey key: Key) {}
    mutating func encode(_ value: Int16, forKey key: Key) {}
    mutating func encode(_ value: Int32, forKey key: Key) {}
    mutating func encode(_ value: Int64, forKey key: Key) {}
    mutating func encode(_ value: UInt, forKey key: Key) {}
    mutating func encode(_ value: UInt8, forKey key: Key) {}
    mutating func encode(_ value: UInt16, forKey key: Key) {}
    mutating func encode(_ value: UInt32, forKey key: Key) {}
    mutating func encode(_ value: UInt64, forKey key: Key) {}
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: EmptyEncoder()) }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        EmptyEncoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { EmptyValueContainer() }
    mutating func superEncoder() -> any Encoder { EmptyEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { EmptyEncoder() }
}

/// What it costs to hand a model's values to an encoder, written by none.
struct EmptyWriter<T: Encodable>: DocumentWriter {
    let bytes: [UInt8] = []

    mutating func write(_ model: T) throws -> Int {
        try model.encode(to: EmptyEncoder())
        return 0
    }
}
