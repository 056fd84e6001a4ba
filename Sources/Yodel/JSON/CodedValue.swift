import FoundationEssentials

/// A key of a keyed container that is any text.
struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) {
        stringValue = text
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(String(intValue))
    }
}

/// What a decoder has, whatever it is. The types are asked for one after another, the narrowest first: a decoder of JSON hands a number out as
/// a date, too, an array of bytes as data, and others any scalar as a string.
enum CodedValue: Decodable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([CodedValue])
    case object([(key: String, value: CodedValue)])
    /// A date or data, where the coder tells these from strings and numbers, or a number that is not finite; and its place.
    case other(Any, [any CodingKey])

    init(from decoder: any Decoder) throws {
        let limit = JSONValue.maximumCodingDepth
        let scalar = try? decoder.singleValueContainer()
        if let scalar, let value = Self(scalar: scalar) {
            self = value
        } else if var container = try? decoder.unkeyedContainer() {
            try Self.check(decoder, limit)
            var elements: [CodedValue] = []
            while !container.isAtEnd { elements.append(try container.decode(CodedValue.self)) }
            self = .array(elements)
        } else if let container = try? decoder.container(keyedBy: TextKey.self) {
            try Self.check(decoder, limit)
            let keys = container.allKeys
            if keys.count == Self.decimalKeys.count, keys.allSatisfy({ $0.stringValue.utf8.count <= 10 }),
                Self.decimalKeys.isSuperset(of: keys.map(\.stringValue)),
                let number = scalar.flatMap({ JSONNumber(inParts: $0) })
            {
                self = .number(number)
            } else {
                self = .object(try keys.map { ($0.stringValue, try container.decode(CodedValue.self, forKey: $0)) })
            }
        } else if let number = try? scalar?.decode(Double.self) {
            self = .other(number, decoder.codingPath)
        } else if let date = try? scalar?.decode(Date.self) {
            self = .other(date, decoder.codingPath)
        } else if let data = try? scalar?.decode(Data.self) {
            self = .other(data, decoder.codingPath)
        } else {
            throw DecodingError.typeMismatch(
                JSONValue.self, .init(codingPath: decoder.codingPath, debugDescription: "a value that JSON does not have"))
        }
    }

    private init?(scalar container: any SingleValueDecodingContainer) {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = JSONNumber(decoded: container) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            return nil
        }
    }

    /// The parts of a Decimal as coders have it that do not know the type.
    private static let decimalKeys: Set<String> = ["exponent", "length", "isNegative", "isCompact", "mantissa"]

    private static func check(_ decoder: any Decoder, _ limit: Int) throws {
        guard decoder.codingPath.count < limit else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "containers nested deeper than \(limit)"))
        }
    }

    /// The value as JSON.
    func json() throws -> JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(try elements.map { try $0.json() })
        case .object(let pairs): .object(JSONObject(try pairs.map { (key: $0.key, value: try $0.value.json()) }))
        case .other(let value, let path):
            throw DecodingError.typeMismatch(
                JSONValue.self, .init(codingPath: path, debugDescription: "a value of type \(type(of: value)) that JSON does not have"))
        }
    }

    /// The value as Swift's own, as `JSONValue` has it, but for numbers with a fraction of which `Double` does not hold all digits: they are
    /// `Decimal`. Nil is an empty optional.
    func swiftValue() -> Any {
        switch self {
        case .null: Optional<Any>.none as Any
        case .bool(let value): value
        case .number(let number): number.exactValue
        case .string(let text): text
        case .array(let elements): elements.map { $0.swiftValue() }
        case .object(let pairs): Dictionary(pairs.map { ($0.key.marksInOrder, $0.value.swiftValue()) }) { $1 }
        case .other(let value, _): value
        }
    }
}

extension JSONNumber {
    fileprivate var exactValue: Any {
        let value = swiftValue
        guard let double = value as? Double, JSONNumber(double)?.isSameNumber(as: self) != true else { return value }
        return exactDecimal ?? value
    }
}
