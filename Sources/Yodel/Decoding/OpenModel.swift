/// A model that is being read: what has come of its properties, and what has to be known at its end.
@safe struct OpenModel {
    // SAFETY: the value, or the instance, which is retained, stays in place while the model is open; `fieldState` is memory of the decode's arena for
    // each of the properties.

    let model: ModelRef
    /// The value, or the instance.
    let base: MutableAddress
    /// The instance, retained.
    let instance: InstanceRef?
    /// Whether it was there before, and is the caller's; what does not come is not missed.
    let isMerge: Bool
    /// The undo log's mark when it was opened; negative unless it may be rejected.
    let undoMark: Int
    /// Where its object begins, in bytes of the input.
    let start: Int
    /// How many steps lead to it.
    let steps: Int
    /// What has come of each property, if the model or the rules want it noted.
    let fieldState: ValueRow<FieldState>?
    /// What it is made of if it is no value yet; nil if it is one.
    private(set) var draft: DraftRef?
    private let loan: ScratchArena.Loan?
    /// What is remembered of its values; made when first needed, which most models do not.
    private(set) var past: Past?
    /// The properties whose keys have come, if somebody counts keys.
    var come: KeysCome?

    final class Past {
        /// Values of alternatives that wait for better ones. A key without any has had some, which no longer count.
        var waiting: [WaitingPlace.Key: [WaitingPlace]] = [:]
        /// Nulls of alternatives, while it may matter where they stand: of each property the first of the best rank.
        var nulls: [(property: Int, rank: UInt8, offset: Int)] = []
        /// What has come of keys that no property has, if one collects them.
        var rest = JSONObject()
        /// Where the values stand, if they are of a type of their own.
        var restOffsets: [String: Int] = [:]
        /// Why values did not fit required properties, or objects were rejected that would have been them: of each property the last of the best rank.
        var rejections: [(property: Int, rank: UInt8, failure: DecodingFailure)] = []
        /// The properties that code of the type's own has set, each of which was noted before the first time; nil if none has to be.
        var kept: Set<Int>?
    }

    /// What is remembered, to be changed.
    mutating func madePast() -> Past {
        let past = self.past ?? Past()
        self.past = past
        return past
    }

    init(
        _ model: ModelRef, base: MutableAddress, instance: InstanceRef?, draft: DraftRef?, isMerge: Bool,
        undoMark: Int,
        start: Int, steps: Int, notes: Bool, _ arena: inout ScratchArena
    ) {
        self.model = model
        self.draft = draft
        self.base = base
        self.instance = instance
        self.isMerge = isMerge
        self.undoMark = undoMark
        self.start = start
        self.steps = steps
        guard notes else {
            loan = nil
            fieldState = nil
            return
        }
        let loan = arena.lend(
            size: max(model.pointee.total, 1) * MemoryLayout<FieldState>.stride, alignment: MemoryLayout<FieldState>.alignment)
        self.loan = loan
        let states = unsafe ValueRow(loan.address.raw.bindMemory(to: FieldState.self, capacity: model.pointee.total), model.pointee.total)
        unsafe states.put(FieldState(), times: model.pointee.total)
        fieldState = states
        draft?.makeWholes(base) { unsafe states[$0].isHeld = true }
    }

    /// Gives back what the model holds besides its value.
    func close(_ arena: inout ScratchArena) {
        unsafe instance?.release()
        if let loan { unsafe arena.takeBack(loan) }
    }

    // MARK: Drafts

    /// What the document had for the properties of a draft, for which that is always noted.
    private var states: ValueRow<FieldState> { unsafe fieldState.unsafelyUnwrapped }

    /// Whether a property's slot holds no value.
    func isFresh(_ property: PropertyRef) -> Bool {
        guard draft != nil && property.pointee.draftState.isFresh else { return false }
        return fieldState(of: property)?.isHeld == false
    }

    /// Notes that a property's slot holds a value.
    func hold(_ property: PropertyRef) { if draft != nil { note(property) { $0.isHeld = true } } }

    /// Sets a property by code of the type's own. Until the model is complete, a value that comes again makes the property's storage, a wrapper, anew: its
    /// initialiser sees each value.
    ///
    /// - Parameter source: Holds a value of the property's type, which is moved out.
    func set(_ property: PropertyRef, _ access: PropertyAccess, movingFrom source: Slot) {
        if access.makesStorage && property.pointee.draftState.isFresh { restart(property) }
        let isFresh = isFresh(property)
        withOwner { access.set($0, movingFrom: source.address, fresh: isFresh) }
        hold(property)
    }

    /// Takes a property of a draft back to what it was at the start.
    func restart(_ property: PropertyRef) {
        guard let draft else { return }
        draft.restart(property.pointee.index, base, hasCome: fieldState(of: property)?.isHeld == true)
        note(property) { $0.isHeld = false }
    }

    /// Makes a value of a draft.
    ///
    /// - Returns: Whether there is a value; otherwise it is a draft as before.
    mutating func complete() -> Bool {
        guard let draft else { return true }
        // A closure that takes nothing but the states needs no memory, which one that takes the model would.
        let states = states
        guard draft.complete(base, hasCome: { unsafe states[$0].isHeld }) else { return false }
        self.draft = nil
        return true
    }

    /// Destroys what is there of a draft.
    func destroyDraft() {
        guard let draft else { return }
        let states = states
        draft.destroy(base, hasCome: { unsafe states[$0].isHeld })
    }

    /// The slot of a property that is stored at its offset.
    func slot(of property: PropertyRef) -> Slot { unsafe Slot(base + property.pointee.offset, of: property.pointee.value.type) }

    /// Lends the model as its own code gets it: the address of the value, or of a reference to the instance.
    func withOwner<R>(_ body: (MutableAddress) throws -> R) rethrows -> R {
        guard model.pointee.isClass else { return try body(base) }
        // SAFETY: an instance's address is a reference to it. The decode uses no pointer into the value while the body runs.
        var reference = base
        return try unsafe withUnsafeMutablePointer(to: &reference) { try unsafe body(MutableAddress($0)) }
    }

    // MARK: What has come

    /// What has come of a property; nil if nobody notes it.
    func fieldState(of property: PropertyRef) -> FieldState? { unsafe fieldState?[property.pointee.index] }

    func note(_ property: PropertyRef, _ body: (inout FieldState) -> Void) {
        if let fieldState { unsafe body(&fieldState[property.pointee.index]) }
    }

    /// Notes what has become of a value.
    func note(_ leaf: Route.Leaf, isStored: Bool) {
        note(leaf.property) { if isStored { $0.noteValue(rank: leaf.rank) } else { $0.noteUnfit() } }
    }

    /// Forgets what has come of a leaf.
    ///
    /// - Returns: Whether its value is to go: what another alternative has set stays.
    mutating func forget(_ leaf: Route.Leaf) -> Bool {
        let key = WaitingPlace.Key(leaf)
        if let past, past.waiting[key] != nil { past.waiting[key] = [] }
        guard let fieldState = fieldState(of: leaf.property) else { return true }
        guard fieldState.isStored(rank: leaf.rank) || !leaf.property.hasAlternatives else { return false }
        note(leaf.property) { $0.forgetValue() }
        return true
    }

    /// Whether a better alternative has a value.
    func isBeaten(_ leaf: Route.Leaf) -> Bool {
        leaf.property.hasAlternatives && fieldState(of: leaf.property)?.isBetter(than: leaf.rank) == true
    }
}

/// Which keys of a level have come.
struct KeysCome {
    private var bits: UInt64 = 0
    /// Those of a level with more than 64 keys.
    private let more: Words?

    private final class Words {
        var words: [UInt64]

        init(_ count: Int) { words = Array(repeating: 0, count: count) }
    }

    init(_ level: LevelRef) { self.init(count: level.pointee.count) }

    /// - Parameter count: How many there are.
    init(count: Int) { more = count > 64 ? Words((count + 63) / 64) : nil }

    /// Whether a key has come.
    func has(_ index: Int) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: index)  // &<<: takes the index modulo 64
        return (more?.words[index >> 6] ?? bits) & bit != 0
    }

    /// Notes that a key has come.
    ///
    /// - Returns: Whether it had come before.
    mutating func insert(_ index: Int32) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: index)  // &<<: takes the index modulo 64
        if let more {
            defer { more.words[Int(index) >> 6] |= bit }
            return more.words[Int(index) >> 6] & bit != 0
        }
        defer { bits |= bit }
        return bits & bit != 0
    }
}
