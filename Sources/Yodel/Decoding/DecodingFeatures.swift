/// What a decode does besides reading what is plain: known to the compiler, so that a plain decode holds nothing of it.
protocol DecodingFeatures {
    /// Whether the text at hand is one in which values may stand by reference (`LevelText`).
    var readsReferences: Bool { get }

    /// Reads a value that stands by reference.
    static func value(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read

    /// Passes over a value that stands by reference.
    ///
    /// - Returns: Behind it; nil if it is beyond a limit.
    static func skip(_ decoding: inout Decoding<Self>, _ next: TextPlace) -> TextPlace?

    /// Reads a container as what is plain is read, if it may be.
    ///
    /// - Returns: nil if it is still to be read: nothing has happened then.
    static func readPlainly(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read?

    /// Reads an object into a struct or an instance of a class.
    ///
    /// - Parameters:
    ///   - next: Its opening bracket.
    ///   - inner: The model's plan; `plan` has the optionals around it.
    static func model(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read

    /// Reads a container into a slot of another type than a model, a sequence or a dictionary that it could be.
    static func otherContainer(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read

    /// Stores a scalar as a value of a type that takes any.
    ///
    /// - Returns: nil if the type does not.
    static func store(
        _ decoding: inout Decoding<Self>, any token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict?

    /// Whether the decode goes on behind a value that has not been stored.
    ///
    /// - Parameters:
    ///   - next: Its first byte.
    ///   - end: Behind it.
    static func goesOn(
        _ decoding: inout Decoding<Self>, behind verdict: Verdict, _ found: FoundKind, from next: TextPlace, to end: TextPlace,
        _ plan: PlanRef, _ state: SlotState
    ) -> Bool

    /// A dictionary's key cannot be converted to the type of its keys.
    static func goesOn(_ decoding: inout Decoding<Self>, behind verdict: Verdict, ofKey next: TextPlace, _ plan: PlanRef) -> Bool

    /// A dictionary has been made.
    ///
    /// - Parameters:
    ///   - different: How many of its `count` keys are different.
    ///   - end: Behind it.
    /// - Returns: Whether the decode continues.
    static func goesOn(_ decoding: inout Decoding<Self>, behindKeys different: Int, of count: Int, to end: TextPlace) -> Bool

    /// A container begins inside of as many others as are allowed.
    static func isTooDeep(_ decoding: inout Decoding<Self>, at next: TextPlace)

    /// There is no string, number or container at a place that the rules allow.
    static func isMissing(_ decoding: inout Decoding<Self>, at next: TextPlace)

    /// A value says nothing, and is null where it does not fit.
    ///
    /// - Parameter next: Its first byte.
    /// - Returns: Whether it may be read as that here.
    mutating func noteEmpty(_ next: TextPlace, _ state: SlotState) -> Bool

    /// Values are about to be destroyed, since the decode has failed.
    mutating func willDestroy()

    // MARK: The way to the value at hand

    /// A container has begun whose values are reached by steps of this kind.
    mutating func open(_ step: DecodingStep)
    /// The innermost container has ended.
    mutating func close()
    /// The value at hand is another one.
    mutating func step(_ step: DecodingStep)
}

/// A step of the way to the value at hand.
@safe enum DecodingStep {
    // SAFETY: what it refers to outlives the container that the step is in.

    /// No value is at hand, or nobody asks for its place.
    case none
    /// The value of a key of a model.
    case key(EntryRef)
    /// An element.
    case index(Int)
    /// The value of a dictionary's key, which is at hand as what has been made of it.
    case dictionaryKey(PlanRef, Slot)
    /// The value of a key, by its place in the path that is asked for.
    case sought(Int)
    /// The value of a key that stands for a case of an enum, or for its payload.
    case name(Unmanaged<Box<String>>)

    /// - Parameter text: Somebody else keeps it.
    static func name(of text: Box<String>) -> DecodingStep { unsafe .name(.passUnretained(text)) }
}

/// Of a decode that is plain: types whose plans are (`ValuePlan.isPlain`), documents in which everything fits. Where it meets anything else it gives up,
/// destroys what it has made, and the document is read anew with all features. Of the rules that look at every key it always keeps those of unknown keys,
/// and those of keys that come twice in dictionaries, which readers into columns rely on.
struct NoFeatures: DecodingFeatures {
    /// Whether it matters of each key of a model whether it is present.
    var tracksKeys = false
    /// Whether it gives up where a value does not fit, though the rules let it pass: somebody wants to know of it.
    var wantsFit = false
    /// What counts keys, if somebody wants to know; then keys are tracked.
    var watch: Pinned<KeyWatch>?
    /// The frame of the current object, if keys are counted.
    var frame = KeyFrame()

    @inline(__always)
    var readsReferences: Bool { false }

    @inline(__always)
    static func value(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read { .failed }

    @inline(__always)
    static func skip(_ decoding: inout Decoding<Self>, _ next: TextPlace) -> TextPlace? { nil }

    @inline(__always)
    static func readPlainly(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read? { nil }

    @inline(__always)
    static func model(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read {
        unsafe inner.pointee.kind == .object
            ? decoding.object(next + 1, plan, inner, slot, state) : decoding.instance(next + 1, plan, inner, slot, state)
    }

    @inline(never)
    static func otherContainer(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read {
        if unsafe inner.pointee.kind == .boxed && next.byte == UInt8(ascii: "{") { return decoding.boxed(next, plan, inner, slot, state) }
        if !decoding.rules.emptyAsNull.isEmpty, decoding.isNull(FoundKind(container: next), at: next) {
            guard let end = decoding.skip(next) else { return .failed }
            return decoding.storeEmpty(next, to: end, plan, slot, state)
        }
        if decoding.rules.ends(behind: .typeMismatch, state) { return .failed }
        return Decoding.Read(end: decoding.skip(next), isStored: false)
    }

    @inline(__always)
    static func store(
        _ decoding: inout Decoding<Self>, any token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict? { nil }

    @inline(never)
    static func goesOn(
        _ decoding: inout Decoding<Self>, behind verdict: Verdict, _ found: FoundKind, from next: TextPlace, to end: TextPlace,
        _ plan: PlanRef, _ state: SlotState
    ) -> Bool {
        switch verdict {
        case .stored, .passed: return true
        case .kept: return !decoding.features.wantsFit
        case .failed: return false
        case .unexpectedNull, .null, .typeMismatch, .outOfRange, .invalidValue, .lossy, .undecodable:
            return !decoding.rules.ends(behind: verdict, state)
        }
    }

    @inline(__always)
    static func goesOn(_ decoding: inout Decoding<Self>, behind verdict: Verdict, ofKey next: TextPlace, _ plan: PlanRef) -> Bool {
        !decoding.rules.failsOnInvalidElement
    }

    @inline(__always)
    static func goesOn(_ decoding: inout Decoding<Self>, behindKeys different: Int, of count: Int, to end: TextPlace) -> Bool {
        different == count || !decoding.rules.failsOnDuplicateKey
    }

    @inline(__always)
    static func isTooDeep(_ decoding: inout Decoding<Self>, at next: TextPlace) {}
    @inline(__always)
    static func isMissing(_ decoding: inout Decoding<Self>, at next: TextPlace) {}
    // Of a property that has to come, or has alternatives, null means more than what it stores.
    func noteEmpty(_ next: TextPlace, _ state: SlotState) -> Bool { state.isDisjoint(with: [.required, .awaited, .yields]) }
    @inline(__always)
    mutating func willDestroy() {}
    @inline(__always)
    mutating func open(_ step: DecodingStep) {}
    @inline(__always)
    mutating func close() {}
    @inline(__always)
    mutating func step(_ step: DecodingStep) {}
}
