import FoundationEssentials

/// How JSON becomes Swift's own values, for properties of type `Any`, `[Any]` and `[String: Any]`:
///
/// | JSON | Swift |
/// |---|---|
/// | `null` | nil; inside a container `Optional<Any>.none as Any` |
/// | `true`, `false` | `Bool` |
/// | string | `String` |
/// | number written without fraction and exponent | `Int` if it fits, else `UInt64` if it fits, else `Decimal` up to 39 digits, if it holds them all |
/// | any other number | `Double` |
/// | number beyond the range of `Double` | `JSONNumber`, which keeps its text |
/// | array | `[Any]` |
/// | object | `[String: Any]`; of keys that Swift holds equal the last wins |
///
/// The conversion goes down by recursion: decoded values are at most `maximumDepth` deep.
extension JSONValue {
    /// The value as Swift's own; nil for `null`.
    func swiftAny() -> Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .number(let number): number.swiftValue
        case .string(let value): value
        case .array(let elements): elements.map(\.element)
        case .object(let object): object.swiftDictionary()
        }
    }

    /// The elements as Swift's own values; nil unless the value is an array.
    func swiftArray() -> [Any]? {
        arrayValue?.map(\.element)
    }

    /// Keys and Swift's own values; nil unless the value is an object.
    func swiftDictionary() -> [String: Any]? {
        objectValue?.swiftDictionary()
    }

    /// The value as an element of a container, where null is an empty optional.
    fileprivate var element: Any {
        if let value = swiftAny() { value } else { Optional<Any>.none as Any }
    }
}

extension JSONObject {
    /// Keys and Swift's own values.
    func swiftDictionary() -> [String: Any] {
        var dictionary = [String: Any](minimumCapacity: count)
        for (key, value) in self {
            dictionary[key.marksInOrder] = value.element
        }
        return dictionary
    }
}

extension JSONNumber {
    /// The number as the first of `Int`, `UInt64`, `Decimal`, `Double` and `JSONNumber` that holds it, by the table above.
    var swiftValue: Any {
        let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isPlain {
            if let value = Int(text) { return value }
            if let value = UInt64(text) { return value }
            // Longer ones are a Decimal only by the zeros at their end.
            let digits = text.utf8.count - (text.utf8.first == UInt8(ascii: "-") ? 1 : 0)
            if digits <= 39, let value = exactDecimal { return value }
        }
        let value = doubleValue
        return value.isFinite ? value : self
    }
}
