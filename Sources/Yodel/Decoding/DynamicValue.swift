/// A value that is at hand, and no text: parsed before, or one of Swift's own.
enum DynamicValue {
    case json(JSONValue)
    /// A container of Swift's own values, or one that JSON does not have.
    case plain(Any, FoundKind)

    /// - Parameter value: One of Swift's own.
    init(_ value: Any) {
        self =
            switch PlainValue(value) {
            case .null: .json(.null)
            case .bool(let value): .json(.bool(value))
            case .number(let text): .json(.number(JSONNumber(unchecked: text)))
            case .string(let text): .json(.string(text))
            case .json(let value): .json(value)
            case .array: .plain(value, .array)
            case .object: .plain(value, .object)
            case .other(let value): .plain(value, .foreign)
            }
    }

    var foundKind: FoundKind {
        switch self {
        case .json(let value): value.foundKind
        case .plain(_, let found): found
        }
    }

    /// The value as JSON; of Swift's own values that JSON does not have, what stands for them.
    ///
    /// - Parameter limit: As many containers as may be inside each other, this one included. What the caller has built may be of any depth, and
    ///   what is done with it goes down level by level.
    /// - Returns: nil if there are more.
    func json(within limit: Int) -> JSONValue? {
        switch self {
        case .json(let value): value.isDeeper(than: limit) ? .none : .some(value)  // `nil` would be JSON's null
        case .plain(let value, _): PlainValue(value).json(within: limit)
        }
    }

    /// Whether more containers are inside each other than a limit, the value included.
    func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .json(let value): return value.isDeeper(than: limit)
        case .plain(let value, _):
            switch PlainValue(value) {
            case .array(let elements): return limit <= 0 || elements.contains { DynamicValue($0).isDeeper(than: limit - 1) }
            case .object(let pairs): return limit <= 0 || pairs.contains { DynamicValue($0.value).isDeeper(than: limit - 1) }
            default: return false
            }
        }
    }

    /// The value as `Any` keeps it, if it is one of Swift's own.
    var own: Any? {
        switch self {
        case .json: nil
        case .plain(let value, _): value
        }
    }
}
