// Containers: where they go, which frame they open, and how they end.

extension MappingMachine {
    /// Where a value goes.
    @unsafe struct Destination {
        var slot: UnsafeMutableRawPointer
        var plan: UnsafePointer<ValuePlan>
        /// No value stands in the slot yet.
        var fresh: Bool
    }

    /// Where the value at hand goes; nil if nobody wants it. Makes room for an element.
    mutating func destination() -> Destination? {
        let frame = unsafe self.frame
        switch unsafe frame.pointee.kind {
        case .object:
            guard let property = unsafe frame.pointee.property else { return nil }
            return unsafe Destination(
                slot: frame.pointee.base.unsafelyUnwrapped + property.pointee.offset, plan: property.pointee.value, fresh: false)
        case .array, .dictionary:
            if unsafe frame.pointee.kind == .dictionary && !frame.pointee.flag { return nil }
            unsafe reserveElement()
            let plan = unsafe frame.pointee.element.unsafelyUnwrapped
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride
            return unsafe Destination(slot: slot, plan: plan, fresh: true)
        case .root:
            return unsafe Destination(
                slot: frame.pointee.base.unsafelyUnwrapped, plan: frame.pointee.element.unsafelyUnwrapped, fresh: frame.pointee.count == 0)
        case .skip, .capture:
            return nil
        }
    }

    /// Notes that the destination now holds a value.
    @inline(__always)
    mutating func filled() {
        switch unsafe frame.pointee.kind {
        case .array: unsafe frame.pointee.count += 1
        case .dictionary:
            unsafe frame.pointee.count += 1
            unsafe frame.pointee.flag = false
        case .root: unsafe frame.pointee.count = 1
        case .object, .skip, .capture: break
        }
    }

    /// A container begins.
    mutating func start(_ found: FoundKind) -> Bool {
        unsafe depth += 1
        guard unsafe depth <= rules.maximumDepth else {
            return unsafe fail(.depthLimit(rules.maximumDepth), .fixed(1))
        }
        switch unsafe frame.pointee.kind {
        case .skip:
            unsafe frame.pointee.count += 1
            return true
        case .capture:
            return unsafe capture { found == .object ? $0.startObject() : $0.startArray() }
        default: break
        }
        guard let destination = unsafe destination() else {
            unsafe pushSkip()
            return true
        }
        var inner = unsafe destination.plan
        while let wrapped = unsafe inner.pointee.wrapped {
            unsafe inner = unsafe wrapped
        }
        switch (unsafe inner.pointee.kind, found) {
        case (.object, .object): return unsafe startModel(destination, inner)
        case (.instance, .object): return unsafe startInstance(destination, inner)
        case (.dictionary, .object): return unsafe startElements(.dictionary, inner)
        case (.sequence, .array): return unsafe startElements(.array, inner)
        case (.json, _), (.any, _), (.decodable, _), (.anyDictionary, .object), (.anyArray, .array): return unsafe startCapture(found)
        default:
            guard unsafe mismatch(.typeMismatch, found) else { return false }
            unsafe pushSkip()
            return true
        }
    }

    private mutating func pushSkip() {
        var skip = unsafe Frame(kind: .skip)
        unsafe skip.count = 1
        unsafe skip.mark = unsafe arena.used
        unsafe push(skip)
        unsafe text = .unwanted
    }

    mutating func endSkipped() -> Bool {
        unsafe frame.pointee.count -= 1
        if unsafe frame.pointee.count == 0 {
            unsafe pop()
        }
        return true
    }

    // MARK: Models

    /// Opens a struct where it stands. One that is there already is changed; after a repeated key it starts afresh.
    private mutating func startModel(_ destination: Destination, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        if unsafe needsDefault(destination) {
            unsafe putDefault(destination, inner)
        }
        unsafe filled()
        // SAFETY: an optional's payload stands at its start (the canary checks it), and a value written by its type's own stores never looks
        // like nil; so the struct is filled in place inside any number of optionals.
        return unsafe pushModel(base: destination.slot, model: inner.pointee.model.unsafelyUnwrapped, instance: nil)
    }

    /// Opens an instance: the one that is there, by the plan of its own class, or a new one.
    private mutating func startInstance(_ destination: Destination, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        var model = unsafe inner.pointee.model.unsafelyUnwrapped
        let isNew = unsafe needsDefault(destination)
        if isNew {
            unsafe putDefault(destination, inner)
        }
        unsafe filled()
        // SAFETY: the slot holds a strong reference, which any number of optionals leave as it is; it is a native object's address.
        let address = unsafe destination.slot.load(as: UnsafeMutableRawPointer.self)
        let instance = unsafe Unmanaged<AnyObject>.fromOpaque(address)
        if !isNew {
            let type: AnyClass = unsafe Self.dynamicType(of: instance)
            if unsafe ObjectIdentifier(type) != ObjectIdentifier(inner.pointee.record._withUnsafeGuaranteedRef(\.type)) {
                do throws(ModelError) {
                    let cache = unsafe inner.pointee.record._withUnsafeGuaranteedRef(\.cache)
                    // A subclass of a model is a model.
                    unsafe model = try cache.plan(for: type).pointee.model.unsafelyUnwrapped
                } catch {
                    return unsafe fail(.model(error), .fixed(1))
                }
            }
        }
        // Retained for as long as the frame is open: the model's own code, run for a value inside it, may replace the reference.
        return unsafe pushModel(base: address, model: model, instance: instance.retain())
    }

    /// The class that an instance is of.
    static func dynamicType(of instance: Unmanaged<AnyObject>) -> AnyClass {
        let object = unsafe instance.takeUnretainedValue()
        return Swift.type(of: object)
    }

    /// Whether there is nothing at the destination that could be changed in place.
    private func needsDefault(_ destination: Destination) -> Bool {
        if unsafe destination.fresh || (frame.pointee.kind == .object && frame.pointee.flag) { return true }
        var plan = unsafe destination.plan
        while let wrapped = unsafe plan.pointee.wrapped {
            if unsafe plan.pointee.withHandle({ unsafe $0.isNil(destination.slot) }) { return true }
            unsafe plan = unsafe wrapped
        }
        return false
    }

    private mutating func putDefault(_ destination: Destination, _ inner: UnsafePointer<ValuePlan>) {
        unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
            unsafe inner.pointee.withHandle { unsafe $0.putDefault(slot, fresh: fresh) }
        }
    }

    /// Puts a value of the innermost type, made by `make`, through the optionals around it.
    mutating func place(
        _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool, _ make: (UnsafeMutableRawPointer, Bool) -> Void
    ) {
        unsafe Self.place(&arena, plan, slot, fresh: fresh, make)
    }

    private static func place(
        _ arena: inout ScratchArena, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool,
        _ make: (UnsafeMutableRawPointer, Bool) -> Void
    ) {
        guard let wrapped = unsafe plan.pointee.wrapped else {
            return unsafe make(slot, fresh)
        }
        unsafe arena.withScratch(size: wrapped.pointee.size, alignment: wrapped.pointee.alignment) { arena, payload in
            unsafe place(&arena, wrapped, payload, fresh: true, make)
            unsafe plan.pointee.withHandle { unsafe $0.wrap(slot, payload: payload, fresh: fresh) }
        }
    }

    private mutating func pushModel(
        base: UnsafeMutableRawPointer, model: UnsafePointer<ModelPlan>, instance: Unmanaged<AnyObject>?
    ) -> Bool {
        var next = unsafe Frame(kind: .object)
        unsafe next.base = unsafe base
        unsafe next.model = unsafe model
        unsafe next.expected = UnsafePointer(model.pointee.properties)
        unsafe next.instance = unsafe instance
        unsafe next.notesRepeats = unsafe model.pointee.notesRepeats
        unsafe next.mark = unsafe arena.used
        if unsafe model.pointee.notesRepeats && model.pointee.count > 64 {
            let count = unsafe (model.pointee.count + 63) / 64
            let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
            unsafe words.initialize(repeating: 0, count: count)
            unsafe next.seenWords = unsafe words
        }
        unsafe push(next)
        return true
    }

    /// Gives back what an object's frame holds.
    @inline(__always)
    func closeModel(_ frame: UnsafeMutablePointer<Frame>) {
        unsafe frame.pointee.instance?.release()
        unsafe frame.pointee.seenWords?.deallocate()
    }
}
