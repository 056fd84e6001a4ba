/// The elements of an array, one after the other.
struct UnkeyedReader: UnkeyedDecodingContainer {
    private let document: CodableDocument
    private let array: UInt32
    /// The entry of the next element.
    private var next: UInt32
    private var index: UInt32 = 0

    /// Begins to read an array.
    @inline(__always)
    init(_ document: CodableDocument, _ value: Int, in container: Int) throws {
        guard document[value].isArray else { throw document.noContainer([Any].self, "unkeyed", value, in: container) }
        self.document = document
        array = UInt32(truncatingIfNeeded: value)
        next = UInt32(truncatingIfNeeded: value &+ 2)  // &+: an index
    }

    private var container: Int { Int(array) }
    private var token: CodableToken { document[container] }

    var codingPath: [any CodingKey] { document.path(to: container) }
    var count: Int? { token.count }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { index >= token.count }

    /// The next element.
    @inline(__always)
    private func element(_ type: @autoclosure () -> Any.Type) throws -> Int {
        guard index < token.count else { throw document.noElement(type(), currentIndex, in: container) }
        return Int(next)
    }

    /// Steps over an element that has been read.
    @inline(__always)
    private mutating func pass(_ element: Int) {
        next = UInt32(truncatingIfNeeded: document.after(element))
        index &+= 1  // &+=: an index
    }

    /// Reads the next element.
    @inline(__always)
    private mutating func read<T>(_ make: (CodableDocument, Int, Int) throws -> T) throws -> T {
        let element = try element(T.self)
        let result = try make(document, element, container)
        pass(element)
        return result
    }

    /// Reads the next element; nil for null, and behind the last one.
    @inline(__always)
    private mutating func readIfPresent<T>(_ make: (CodableDocument, Int, Int) throws -> T) throws -> T? {
        guard index < token.count else {
            index &+= 1  // &+=: an index
            return nil
        }
        let element = Int(next)
        let result = document[element].isNull ? nil : try make(document, element, container)
        pass(element)
        return result
    }

    mutating func decodeNil() throws -> Bool {
        let element = try element(Never.self)
        guard document[element].isNull else { return false }
        pass(element)
        return true
    }

    // MARK: Elements

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.bool($1, in: $2) } }
    mutating func decode(_ type: String.Type) throws -> String { try read { try $0.string($1, in: $2) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try read { try $0.double($1, in: $2) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try read { try $0.float($1, in: $2) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read { try $0.integer(type, $1, in: $2) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try read { try $0.decode(type, $1, in: $2) } }

    // MARK: Elements that may be null

    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try readIfPresent { try $0.bool($1, in: $2) } }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try readIfPresent { try $0.string($1, in: $2) } }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try readIfPresent { try $0.double($1, in: $2) } }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try readIfPresent { try $0.float($1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try readIfPresent { try $0.integer(type, $1, in: $2) } }
    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try readIfPresent { try $0.decode(type, $1, in: $2) } }

    // MARK: Containers

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let element = try element(KeyedDecodingContainer<Key>.self)
        let nested = try document.container(keyedBy: type, element, in: container)
        pass(element)
        return nested
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let element = try element((any UnkeyedDecodingContainer).self)
        let nested = try UnkeyedReader(document, element, in: container)
        pass(element)
        return nested
    }

    mutating func superDecoder() throws -> any Decoder {
        guard index < token.count else {
            let message = "Cannot get superDecoder() -- unkeyed container is at end."
            throw document.noElement((any Decoder).self, currentIndex, in: container, message)
        }
        let element = Int(next)
        pass(element)
        return CodableReader(document: document, value: element, container: container)
    }
}
