/// Where a value goes.
@safe struct ValuePlace {
    // SAFETY: the slot is of the plan's type, or memory for one if the state is fresh.
    let slot: Slot
    let plan: PlanRef
    let state: SlotState
}

/// One open container. Trivial; what it owns is destroyed by the machine.
@safe struct Frame {
    // SAFETY: `base` is the address of the value or of the retained instance that the level's entries are for.

    enum Kind: UInt8 {
        /// The bottom: no container, but the place for the whole value.
        case root
        case model
        case sequence
        case dictionary
    }

    let kind: Kind
    /// Where the container goes.
    let place: ValuePlace
    /// The arena's mark when the frame was opened.
    let mark: Int

    // MARK: A model

    /// The value or the instance.
    var base: MutableAddress
    /// The instance, retained by this frame.
    private var instance: InstanceRef?
    /// Its keys.
    let level: LevelRef?
    /// The entry whose key is expected next; the one behind the last matches nothing.
    var expected: EntryRef?
    /// The entry that the next value is for; nil for a key that no property has.
    var entry: EntryRef?
    /// One bit for each tracked key that has come.
    var seen: UInt64 = 0
    /// Whether the present key, a tracked one, has come before.
    var isRepeated = false

    // MARK: A sequence or a dictionary

    /// Elements, or values of keys.
    var values: ElementBuffer
    var keys: ElementBuffer
    /// A key has been made whose value has not.
    var hasKey = false
    /// Elements that have come, of which some may have been left out.
    var index = 0

    // Inlined, so that it is made where it stands.
    @inline(__always)
    init(_ kind: Kind, _ place: ValuePlace, _ inner: PlanRef, mark: Int) {
        self.kind = kind
        self.place = place
        self.mark = mark
        base = place.slot.address
        level = kind == .model ? inner.model.pointee.level : nil
        expected = level?.first
        values = ElementBuffer(kind == .sequence || kind == .dictionary ? inner.element : inner)
        keys = ElementBuffer(kind == .dictionary ? inner.key : inner)
    }

    // MARK: A model's instance and keys

    /// Fills the instance that a slot holds. It is retained meanwhile: code that runs when a value in it is replaced may drop the reference.
    @inline(__always)
    mutating func fillInstance(in slot: Slot) {
        let retained = unsafe slot.instance.retain()
        instance = retained
        base = retained.address
    }

    /// Ends that.
    @inline(__always)
    func releaseInstance() { unsafe instance?.release() }

    /// The entry whose key is expected next. Only for a model, which always has one.
    @inline(__always)
    var expectedEntry: EntryRef { unsafe expected.unsafelyUnwrapped }

    // MARK: Values

    /// Where the value at hand goes; nil if nobody wants it. Makes room for an element.
    @inline(__always)
    mutating func next(_ arena: inout ScratchArena) -> ValuePlace? {
        switch kind {
        case .model:
            guard let entry else { return nil }
            // SAFETY: the offset is that of a property of the entry's type in a value or an instance of the model's.
            return unsafe ValuePlace(
                slot: Slot(base + entry.pointee.offset, of: entry.pointee.value.type), plan: entry.pointee.value,
                state: entry.pointee.isTracked && isRepeated ? .restarts : [])
        case .dictionary where !hasKey: return nil
        case .sequence, .dictionary:
            return ValuePlace(slot: values.next(&arena), plan: values.plan, state: [.fresh, .element])
        case .root: return place
        }
    }

    /// The value at hand is in its place.
    @inline(__always)
    mutating func takeValue() {
        switch kind {
        case .sequence:
            unsafe values.append()
            index &+= 1  // &+=: fewer than bytes
        case .dictionary:
            unsafe values.append()
            hasKey = false
        case .root, .model: break
        }
    }

    /// Continues without the current value. A dictionary drops the value's key.
    mutating func omit() {
        dropKey()
        index &+= 1  // &+=: fewer than bytes
    }

    /// Destroys a key that has no value.
    mutating func dropKey() {
        guard hasKey else { return }
        unsafe keys.removeLast()
        hasKey = false
    }

    /// Keys and values have been moved out.
    mutating func forgetElements() {
        values = ElementBuffer(values.plan)
        keys = ElementBuffer(keys.plan)
    }

    /// The step from the container to the value at hand.
    var step: JSONPath.Component? {
        switch kind {
        case .root: nil
        case .model: entry.map { .key($0.text) }
        case .sequence: .index(index)
        case .dictionary: unsafe hasKey ? .key(keys.plan.keyText(keys.last)) : nil
        }
    }

    /// Destroys what the frame owns; its container does not come.
    mutating func destroy() {
        switch kind {
        case .root: break
        case .model:
            releaseInstance()
            if place.state.isFresh { place.plan.destroy(place.slot) }
        case .sequence: unsafe values.destroy()
        case .dictionary:
            unsafe values.destroy()
            unsafe keys.destroy()
        }
    }
}
