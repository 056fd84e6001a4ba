// Where a value goes in a coder, and where it comes from: the coder itself, the next element of an unkeyed container, a key of a keyed one.
// The containers are changed where they stand, since a coder's container may be a value.

/// A place that takes one value.
protocol EncodingPlace {
    var codingPath: [any CodingKey] { get }

    mutating func encode<T: Encodable>(_ value: T) throws
    mutating func encodeNil() throws
    mutating func keyed() -> KeyedEncodingContainer<TextKey>
    mutating func unkeyed() -> any UnkeyedEncodingContainer
}

/// The encoder itself.
struct EncoderPlace: EncodingPlace {
    let encoder: any Encoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encode<T: Encodable>(_ value: T) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    func encodeNil() throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }

    func keyed() -> KeyedEncodingContainer<TextKey> { encoder.container(keyedBy: TextKey.self) }
    func unkeyed() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
}

/// The next element.
struct ElementEncodingPlace: EncodingPlace {
    var container: any UnkeyedEncodingContainer

    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encode<T: Encodable>(_ value: T) throws { try container.encode(value) }
    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func keyed() -> KeyedEncodingContainer<TextKey> { container.nestedContainer(keyedBy: TextKey.self) }
    mutating func unkeyed() -> any UnkeyedEncodingContainer { container.nestedUnkeyedContainer() }
}

/// The value of a key.
struct KeyEncodingPlace: EncodingPlace {
    var container: KeyedEncodingContainer<TextKey>
    var key = TextKey("")

    var codingPath: [any CodingKey] { container.codingPath + [key] }

    mutating func encode<T: Encodable>(_ value: T) throws { try container.encode(value, forKey: key) }
    mutating func encodeNil() throws { try container.encodeNil(forKey: key) }
    mutating func keyed() -> KeyedEncodingContainer<TextKey> { container.nestedContainer(keyedBy: TextKey.self, forKey: key) }
    mutating func unkeyed() -> any UnkeyedEncodingContainer { container.nestedUnkeyedContainer(forKey: key) }
}

/// A place that has one value.
protocol DecodingPlace {
    var codingPath: [any CodingKey] { get }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T
    /// Whether the value is nil, which is then passed.
    mutating func decodeNil() throws -> Bool
    mutating func keyed() throws -> KeyedDecodingContainer<TextKey>
    mutating func unkeyed() throws -> any UnkeyedDecodingContainer
}

/// The next element.
struct ElementDecodingPlace: DecodingPlace {
    var container: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { container.codingPath }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }
    mutating func decodeNil() throws -> Bool { try container.decodeNil() }
    mutating func keyed() throws -> KeyedDecodingContainer<TextKey> { try container.nestedContainer(keyedBy: TextKey.self) }
    mutating func unkeyed() throws -> any UnkeyedDecodingContainer { try container.nestedUnkeyedContainer() }
}

/// The value of a key.
struct KeyDecodingPlace: DecodingPlace {
    let container: KeyedDecodingContainer<TextKey>
    var key = TextKey("")

    var codingPath: [any CodingKey] { container.codingPath + [key] }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type, forKey: key) }
    func decodeNil() throws -> Bool { try container.decodeNil(forKey: key) }
    func keyed() throws -> KeyedDecodingContainer<TextKey> { try container.nestedContainer(keyedBy: TextKey.self, forKey: key) }
    func unkeyed() throws -> any UnkeyedDecodingContainer { try container.nestedUnkeyedContainer(forKey: key) }
}
