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
        case .object, .routed, .items:
            guard let entry = unsafe frame.pointee.entry else { return nil }
            return unsafe Destination(
                slot: frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset, plan: entry.pointee.value, fresh: false)
        case .array, .dictionary:
            if unsafe frame.pointee.kind == .dictionary && !frame.pointee.flag { return nil }
            unsafe reserveElement()
            let plan = unsafe frame.pointee.element.unsafelyUnwrapped
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride
            return unsafe Destination(slot: slot, plan: plan, fresh: true)
        case .root, .holder:
            return unsafe Destination(
                slot: frame.pointee.base.unsafelyUnwrapped, plan: frame.pointee.element.unsafelyUnwrapped, fresh: frame.pointee.count == 0)
        case .seek:
            return unsafe frame.pointee.isFound(seek)
                ? Destination(
                    slot: frames.pointee.base.unsafelyUnwrapped, plan: frames.pointee.element.unsafelyUnwrapped,
                    fresh: frames.pointee.count == 0) : nil
        case .skip, .capture, .tape:
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
        case .root, .holder: unsafe frame.pointee.count = 1
        case .seek:
            unsafe frames.pointee.count = 1
            unsafe frames.pointee.flag = true
            unsafe frames.pointee.restarts = true
        case .object, .routed, .items, .skip, .capture, .tape: break
        }
    }

    /// A container begins.
    ///
    /// - Parameter offered: The whole container, if it is a value already. If the machine takes it, it says so in `tookWhole`.
    mutating func start(_ found: FoundKind, offered: UnsafePointer<KeptValue>? = nil) -> Bool {
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
        case .tape:
            unsafe tape.start(found == .object ? .startObject : .startArray, mark: position.mark(.fixed(1)))
            return true
        case .routed: return unsafe startRouted(found, offered)
        case .items: return unsafe startItem(found, offered)
        case .root where unsafe !seek.isEmpty: return unsafe startSeek(found, step: 0)
        case .seek:
            if unsafe !isSought() {
                unsafe pushSkip()
                return true
            }
            if unsafe frame.pointee.count + 1 < seek.count { return unsafe startSeek(found, step: frame.pointee.count + 1) }
        default: break
        }
        guard let destination = unsafe destination() else {
            unsafe pushSkip()
            return true
        }
        return unsafe start(found, destination, offered)
    }

    /// A container begins whose place is known.
    mutating func start(_ found: FoundKind, _ destination: Destination, _ offered: UnsafePointer<KeptValue>?) -> Bool {
        let inner = unsafe innermost(destination.plan)
        switch (unsafe inner.pointee.kind, found) {
        case (.object, .object):
            if unsafe inner.pointee.model.unsafelyUnwrapped.pointee.needsObject { return unsafe keepTokens(found, offered) }
            return unsafe startModel(destination, inner)
        case (.instance, .object): return unsafe startInstance(destination, inner, offered)
        case (.dictionary, .object): return unsafe startElements(.dictionary, inner)
        case (.sequence, .array): return unsafe startElements(.array, inner)
        case (.json, _), (.rawJSON, _), (.any, _), (.decodable, _), (.anyDictionary, .object), (.anyArray, .array):
            return unsafe keepValue(found, offered)
        default:
            guard unsafe mismatch(.typeMismatch, found) else { return false }
            unsafe pushSkip()
            return true
        }
    }

    mutating func pushSkip() {
        var skip = unsafe Frame(kind: .skip)
        unsafe skip.count = 1
        unsafe skip.mark = unsafe arena.used
        unsafe push(skip)
        unsafe target = .unwanted
    }

    /// A container ends that nothing is made of.
    mutating func endOther(_ kind: TapeToken.Kind) -> Bool {
        if unsafe frame.pointee.kind == .tape { return unsafe endTape(kind) }
        if unsafe frame.pointee.kind == .skip {
            unsafe frame.pointee.count -= 1
            guard unsafe frame.pointee.count == 0 else { return true }
        }
        unsafe pop()
        return true
    }

    /// Puts a value of the innermost type, made by `make`, through the optionals around it.
    mutating func place(
        _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool, _ make: (UnsafeMutableRawPointer, Bool) -> Void
    ) {
        guard let wrapped = unsafe plan.pointee.wrapped else {
            return unsafe make(slot, fresh)
        }
        unsafe withScratch(wrapped) { machine, payload in
            unsafe machine.place(wrapped, payload, fresh: true, make)
            unsafe plan.pointee.withHandle { unsafe $0.wrap(slot, payload: payload, fresh: fresh) }
        }
    }
}
