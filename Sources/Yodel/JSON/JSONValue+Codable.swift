import FoundationEssentials

// JSON values through Swift's Codable, for coders of any format. What a coder hands out again is found by asking for one type after another
// (CodedValue.swift); a number goes in as the first of Int64, UInt64, Double and Decimal that holds all of its digits.

/// Any JSON value goes through any coder: null as nil, arrays in unkeyed containers, objects in keyed ones, numbers as `JSONNumber` says.
///
/// ```swift
/// let value: JSONValue = ["id": 7, "tags": ["a", nil]]
/// let list = try PropertyListEncoder().encode(value)
/// let again = try PropertyListDecoder().decode(JSONValue.self, from: list)   // equal to value
/// ```
///
/// Values are kept, texts are not: a number comes back in the shortest form (`1.50` as `1.5`, `2e3` as `2000`), the keys of an object in the
/// order in which the decoder tells them.
///
/// To read JSON, `ModelDecoder` is the way: through `JSONDecoder` a value is found by attempts, each of which takes that decoder the longer the deeper
/// the value stands.
extension JSONValue: Codable {
    /// As many containers inside each other as are encoded or decoded: a coder goes down level by level on the call stack.
    static let maximumCodingDepth = 512

    /// Encodes the value.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: `EncodingError` if more than 512 containers are inside each other, or a number is one that `JSONNumber` does not encode; what the
    ///   encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let limit = Self.maximumCodingDepth
        guard !isDeeper(than: limit) else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "containers nested deeper than \(limit)"))
        }
        try EncodedNode(value: self).encode(to: encoder)
    }

    /// Decodes whatever the decoder has: nil, a Bool, a number, a string, an array, a dictionary with keys that are text.
    ///
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: `DecodingError` if the decoder has something else, a date say, or more than 512 containers inside each other.
    public init(from decoder: any Decoder) throws {
        self = try CodedValue(from: decoder).json()
    }
}

/// A part of a value whose depth is known to be within the limit.
private struct EncodedNode: Encodable {
    let value: JSONValue

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let number): try number.encode(to: encoder)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(EncodedNode(value: element)) }
        case .object(let object):
            var container = encoder.container(keyedBy: TextKey.self)
            for (key, value) in object { try container.encode(EncodedNode(value: value), forKey: TextKey(key)) }
        }
    }
}

/// An object goes through any coder as the same ``JSONValue`` does.
extension JSONObject: Codable {
    /// Encodes the object in a keyed container.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: As `JSONValue` does.
    public func encode(to encoder: any Encoder) throws {
        try JSONValue.object(self).encode(to: encoder)
    }

    /// Decodes a dictionary with keys that are text, in the order in which the decoder tells them.
    ///
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: `DecodingError` if the decoder has no such dictionary, or as `JSONValue` does.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            throw DecodingError.typeMismatch(
                JSONObject.self, .init(codingPath: decoder.codingPath, debugDescription: "expected an object, found another value"))
        }
        self = object
    }
}

/// A number goes through any coder as the first of `Int64`, `UInt64`, `Double` and `Decimal` that holds all of its digits.
///
/// ```swift
/// let numbers = [JSONNumber("2e3")!, JSONNumber("0.1")!, JSONNumber("1.2345678901234567890123")!]
/// let data = try JSONEncoder().encode(numbers)   // [2000,0.1,1.2345678901234567890123]
/// ```
extension JSONNumber: Codable {
    /// Encodes the number.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: `EncodingError` if no type holds all of its digits: it has more than `Decimal` has room for, or a power of ten beyond those of
    ///   `Double` and `Decimal`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // Integers have no minus zero.
        let isMinusZero = text.utf8.first == UInt8(ascii: "-") && integer(as: Int8.self) == 0
        if !isMinusZero, let value = integer(as: Int64.self) { return try container.encode(value) }
        if !isMinusZero, let value = integer(as: UInt64.self) { return try container.encode(value) }
        if let number = JSONNumber(doubleValue), number.isSameNumber(as: self) { return try container.encode(doubleValue) }
        if let value = exactDecimal { return try container.encode(value) }
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "neither Double nor Decimal holds all digits of the number"))
    }

    /// Decodes a number of any kind; one that the decoder has as a `Decimal` keeps all the digits of that.
    ///
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: `DecodingError` if the decoder has no number, or one that is not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = JSONNumber(decoded: container) ?? JSONNumber(inParts: container) else {
            throw DecodingError.typeMismatch(
                JSONNumber.self, .init(codingPath: decoder.codingPath, debugDescription: "expected a finite number"))
        }
        self = number
    }

    /// Takes a number that a decoder has as a scalar, if it has one.
    init?(decoded container: any SingleValueDecodingContainer) {
        if let value = try? container.decode(Int64.self) {
            // Zero is asked for its sign.
            let number = value == 0 ? try? container.decode(Double.self) : nil
            self = number.flatMap { $0.sign == .minus ? JSONNumber($0) : nil } ?? JSONNumber(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else if let value = try? container.decode(Double.self) {
            guard let number = JSONNumber(value) else { return nil }
            // A decoder of text tells a Decimal, too, which may have more digits of the same number.
            let decimal = (try? container.decode(Decimal.self)).flatMap { JSONNumber(finite: $0) }
            self = decimal.flatMap { $0.doubleValue == value && !$0.isSameNumber(as: number) ? $0 : nil } ?? number
        } else {
            return nil
        }
    }

    /// Takes a number that a decoder has as a Decimal, be it one that does not know the type and has the parts of it.
    init?(inParts container: any SingleValueDecodingContainer) {
        guard let decimal = try? container.decode(Decimal.self) else { return nil }
        self.init(finite: decimal)
    }

    /// Makes a number of a Decimal, if that is finite.
    init?(finite decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(decimal.description)
    }

    /// The number as a Decimal, if that holds all of its digits.
    var exactDecimal: Decimal? {
        var text = text
        return unsafe text.withBorrowedBytes { NumberParser.decimal($0) }
    }

    /// Whether two texts are the same number, however it is written.
    func isSameNumber(as other: JSONNumber) -> Bool {
        var (left, right) = (text, other.text)
        return unsafe left.withBorrowedBytes { left in unsafe right.withBorrowedBytes { right in NumberText.areSame(left, right) } }
    }
}
