// Values that say nothing: `""`, `[]`, `{}` and `false`, which feeds send where they have no value. Where one does not fit and the options say so, it is null.
//
// Nobody asks before a value has turned out not to fit: there an error, a note or a value that stays is due otherwise. So what fits costs nothing, and an
// empty string stays one where a string is wanted.

/// Kinds of empty values that are null where they do not fit.
struct EmptyKinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let strings = EmptyKinds(rawValue: 1)
    static let arrays = EmptyKinds(rawValue: 2)
    static let objects = EmptyKinds(rawValue: 4)
    /// `false` alone.
    static let booleans = EmptyKinds(rawValue: 8)

    /// Whether they have that of a value.
    func has(_ found: FoundKind) -> Bool {
        switch found {
        case .string: contains(.strings)
        case .array: contains(.arrays)
        case .object: contains(.objects)
        case .boolean: contains(.booleans)
        case .null, .number, .foreign: false
        }
    }

    /// What an error says of an empty value that does not fit.
    static var hint: String { " (emptyAsNull takes it as null)" }
    /// What an error says of null that was an empty value.
    static var nullHint: String { ", which is what emptyAsNull makes of an empty value" }
}

extension JSONValue {
    /// Whether the value says nothing.
    var saysNothing: Bool {
        switch self {
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool(let value): !value
        case .null, .number: false
        }
    }
}

extension ScalarToken {
    /// Whether the token says nothing.
    var saysNothing: Bool {
        switch self {
        case .string(let bytes): bytes.count == 0
        case .boolean(let value): !value
        case .null, .number: false
        }
    }
}

extension DynamicValue {
    /// Whether the value says nothing.
    var saysNothing: Bool {
        switch self {
        case .json(let value): value.saysNothing
        case .plain(let value, let found):
            switch PlainValue(value) {
            case .array(let elements): found == .array && elements.isEmpty
            case .object(let pairs): found == .object && pairs.isEmpty
            default: false
            }
        }
    }
}

extension Verdict {
    /// Whether a value does not fit.
    var isRefusal: Bool {
        switch self {
        case .typeMismatch, .outOfRange, .invalidValue, .lossy, .undecodable: true
        case .stored, .kept, .passed, .unexpectedNull, .null, .failed: false
        }
    }
}

extension Decoding {
    /// Whether the value that stands at a place in the text says nothing.
    func saysNothing(_ next: TextPlace) -> Bool {
        switch unsafe next.byte {
        case UInt8(ascii: "\""): unsafe next[1] == UInt8(ascii: "\"")
        case UInt8(ascii: "f"): true
        case UInt8(ascii: "["), UInt8(ascii: "{"): unsafe text.space(next + 1).byte == next.byte + 2
        default: false
        }
    }

    /// Whether a value that does not fit is null, since it says nothing.
    @inline(never)
    func isNull(_ found: FoundKind, at next: TextPlace) -> Bool { rules.emptyAsNull.has(found) && saysNothing(next) }

    /// Does what null does at the place of a value that says nothing.
    ///
    /// - Parameters:
    ///   - next: Its first byte.
    ///   - end: Behind it.
    @inline(never)
    mutating func storeEmpty(_ next: TextPlace, to end: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard features.noteEmpty(next, state) else { return .failed }
        let isPassedOver = rules.scalars.contains(.keepsOnNull) && state.isDisjoint(with: [.element, .whole])
        if isPassedOver || state.contains(.yields) { return Read(end: end, isStored: false) }
        let verdict = store(.null, at: next, plan, slot, state)
        if verdict == .stored { return Read(end: end, isStored: true) }
        let goesOn = Features.goesOn(&self, behind: verdict, .null, from: next, to: end, plan, state)
        return goesOn ? Read(end: end, isStored: false) : .failed
    }
}

extension Decoding where Features == AllFeatures {
    /// What an error says of a value that says nothing and does not fit, or of null that was such a value; nil for any other.
    func emptyHint(_ verdict: Verdict, _ found: FoundKind, _ next: TextPlace) -> String? {
        if found == .null { return unsafe next.byte == UInt8(ascii: "n") ? nil : EmptyKinds.nullHint }
        guard verdict == .typeMismatch || verdict == .invalidValue, !rules.emptyAsNull.has(found) else { return nil }
        return (valueAtHand(next)?.saysNothing ?? saysNothing(next)) ? EmptyKinds.hint : nil
    }

    /// Whether a value that does not fit is null, since it says nothing.
    func isNull(_ value: JSONValue) -> Bool { rules.emptyAsNull.has(value.foundKind) && value.saysNothing }

    /// The same for one that may stand by reference.
    func isNull(onTheWay found: FoundKind, at next: TextPlace) -> Bool {
        guard let value = valueAtHand(next) else { return isNull(found, at: next) }
        return rules.emptyAsNull.has(found) && value.saysNothing
    }

    /// Whether a token that does not fit is null, since it says nothing.
    func isNull(_ token: ScalarToken) -> Bool { rules.emptyAsNull.has(token.foundKind) && token.saysNothing }

    /// Whether the value at a place was null since it says nothing.
    func wasEmpty(_ next: TextPlace) -> Bool { features.empty == next }

    /// Notes for a property that its value was null, as of null itself.
    ///
    /// - Parameter isStored: Whether null has made a value.
    mutating func noteEmpty(_ leaf: Route.Leaf, _ next: TextPlace, _ open: inout OpenModel, isStored: Bool) {
        if rules.scalars.contains(.keepsOnNull) { return }
        let property = leaf.property
        if property.hasAlternatives {
            // Another alternative may have a value: what null means is known at the object's end.
            open.note(property) { $0.noteNull() }
            notePlace(ofNull: leaf, next, &open)
            return
        }
        open.note(property) {
            $0.forgetValue()
            $0.noteNull()
        }
        if isStored && property.pointee.value.holdsNull { open.note(leaf, isStored: true) }
    }
}
