import FoundationEssentials

/// A value of a document, for a type that decodes itself: a decoder, and the container of a single value.
struct CodableReader: Decoder, SingleValueDecodingContainer {
    private let document: CodableDocument
    private let valueIndex: UInt32
    private let containerIndex: UInt32

    @inline(__always)
    init(document: CodableDocument, value: Int, container: Int) {
        self.document = document
        valueIndex = UInt32(truncatingIfNeeded: value)
        containerIndex = UInt32(truncatingIfNeeded: container)
    }

    private var value: Int { Int(valueIndex) }
    private var container: Int { Int(containerIndex) }

    var codingPath: [any CodingKey] { document.path(of: value, in: container) }
    var userInfo: [CodingUserInfoKey: Any] { document.rules.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try document.container(keyedBy: type, value, in: container)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedReader(document, value, in: container) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: One value

    func decodeNil() -> Bool { document[value].isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try document.bool(value, in: container) }
    // A type that is made of one string compares it, most often: raw values, elements of sets, keys of dictionaries that are arrays.
    func decode(_ type: String.Type) throws -> String { try document.comparableString(value, in: container) }
    func decode(_ type: Double.Type) throws -> Double { try document.double(value, in: container) }
    func decode(_ type: Float.Type) throws -> Float { try document.float(value, in: container) }
    func decode(_ type: Int.Type) throws -> Int { try document.integer(type, value, in: container) }
    func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, value, in: container) }
    func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, value, in: container) }
    func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, value, in: container) }
    func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, value, in: container) }
    func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, value, in: container) }
    func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, value, in: container) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, value, in: container) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, value, in: container) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, value, in: container) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, value, in: container) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, value, in: container) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == Date.self, !document.isInModel { return try unsafe same(document.date(value, in: container, isWhole: true), as: type) }
        return try document.decode(type, value, in: container)
    }
}

extension CodableDocument {
    /// A decoder of the whole.
    var rootReader: CodableReader { CodableReader(document: self, value: root, container: Self.nothing) }
}
