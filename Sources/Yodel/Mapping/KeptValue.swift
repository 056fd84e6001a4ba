/// A container that is at hand as a whole: kept as tokens, or given by the caller as a value.
@unsafe enum KeptValue {
    /// Tokens of the machine's tape; they stay until the next one is kept.
    case tape(TapePiece)
    case json(JSONValue)
    /// An array or dictionary of Swift's own values.
    case plain(Any, FoundKind)

    var found: FoundKind {
        switch unsafe self {
        case .tape(let piece): unsafe piece.isObject ? .object : .array
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
        switch unsafe self {
        case .tape(let piece): return unsafe JSONValue(piece.token, isASCII: false)
        case .json(let value): return value.isDeeper(than: limit) ? .none : .some(value)  // `nil` would be JSON's null
        case .plain(let value, _): return PlainValue(value).json(within: limit)
        }
    }
}
