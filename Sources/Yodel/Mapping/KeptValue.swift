/// A container that is at hand as a whole: kept from tokens, or given by the caller as a value.
enum KeptValue {
    case json(JSONValue)
    /// An array or dictionary of Swift's own values.
    case plain(Any, FoundKind)

    var found: FoundKind {
        switch self {
        case .json(let value): value.foundKind
        case .plain(_, let found): found
        }
    }

    /// The value as JSON; of Swift's own values that JSON does not have, what stands for them.
    var json: JSONValue {
        switch self {
        case .json(let value): value
        case .plain(let value, _): PlainValue(value).json
        }
    }
}
