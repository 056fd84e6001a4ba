/// What is known of a slot before a value is stored.
struct SlotState: OptionSet {
    let rawValue: UInt8

    /// No value stands in the slot yet.
    static let fresh = SlotState(rawValue: 1)
    /// It is that of an element of an array, or of a dictionary's value.
    static let element = SlotState(rawValue: 2)
    /// It is that of all that was asked for: without a value there is nothing to return.
    static let whole = SlotState(rawValue: 4)
    /// What stands there is of an earlier value of the same document: a model starts afresh.
    static let restarts = SlotState(rawValue: 8)
    /// What stands there is the caller's: what does not come is not missed.
    static let merges = SlotState(rawValue: 16)
    /// It is that of a property without which there is no model: null is no value for it. Only for plain decodes, which then give up.
    static let required = SlotState(rawValue: 32)
    /// The same for decodes with all features: why a value does not fit is what the error says, if no other comes.
    static let awaited = SlotState(rawValue: 64)
    /// It is that of a property with alternatives: of a value that is null since it says nothing, nothing is stored before the others have come.
    static let yields = SlotState(rawValue: 128)

    @inline(__always) var isFresh: Bool { contains(.fresh) }
    @inline(__always) var isElement: Bool { contains(.element) }
    @inline(__always) var isWhole: Bool { contains(.whole) }
    @inline(__always) var isRequired: Bool { contains(.required) }
    @inline(__always) var isAwaited: Bool { contains(.awaited) }
}
