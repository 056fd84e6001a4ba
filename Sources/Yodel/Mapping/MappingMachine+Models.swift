// Models: a struct is filled where it stands, an instance of a class where it is or in a new one.

extension MappingMachine {
    /// Opens a struct where it stands. One that is there already is changed; after a repeated key it starts afresh.
    mutating func startModel(_ destination: Destination, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        let model = unsafe inner.pointee.model.unsafelyUnwrapped
        let isNew = unsafe needsDefault(destination)
        let mark = unsafe noteIfRejectable(destination, model)
        if isNew {
            unsafe putDefault(destination, inner)
        }
        let isMerge = unsafe !isNew && self.isMerge
        unsafe filled()
        // SAFETY: an optional's payload stands at its start (the canary checks it), and a value written by its type's own stores never looks
        // like nil; so the struct is filled in place inside any number of optionals.
        unsafe pushModel(base: destination.slot, model, instance: nil, isMerge: isMerge, journalMark: mark)
        return true
    }

    /// Opens an instance: the one that is there, by the plan of its own class, or a new one.
    mutating func startInstance(
        _ destination: Destination, _ inner: UnsafePointer<ValuePlan>, _ offered: UnsafePointer<KeptValue>?
    ) -> Bool {
        if unsafe inner.pointee.model.unsafelyUnwrapped.pointee.needsObject { return unsafe keepTokens(.object, offered) }
        let isNew = unsafe needsDefault(destination)
        var own = unsafe inner
        if !isNew {
            guard let plan = unsafe planOfInstance(at: destination.slot, inner) else { return false }
            unsafe own = unsafe plan
            if unsafe own.pointee.model.unsafelyUnwrapped.pointee.needsObject { return unsafe keepTokens(.object, offered) }
        }
        unsafe openInstance(destination, own, isNew: isNew)
        return true
    }

    /// The plan of the class of the instance at a place; nil after a failure.
    mutating func planOfInstance(
        at slot: UnsafeMutableRawPointer, _ inner: UnsafePointer<ValuePlan>
    ) -> UnsafePointer<ValuePlan>? {
        let type: AnyClass = unsafe Self.dynamicType(of: instance(at: slot))
        if unsafe ObjectIdentifier(type) == ObjectIdentifier(inner.pointee.record._withUnsafeGuaranteedRef(\.type)) {
            return unsafe inner
        }
        do throws(ModelError) {
            // A subclass of a model is a model.
            return unsafe try inner.pointee.record._withUnsafeGuaranteedRef(\.cache).plan(for: type)
        } catch {
            _ = unsafe fail(.model(error), .fixed(1))
            return nil
        }
    }

    /// Opens the instance at a place, after making it if there is none.
    ///
    /// - Parameter own: The plan of the instance's own class.
    mutating func openInstance(_ destination: Destination, _ own: UnsafePointer<ValuePlan>, isNew: Bool) {
        let model = unsafe own.pointee.model.unsafelyUnwrapped
        let mark = unsafe noteIfRejectable(destination, model)
        if isNew {
            unsafe putDefault(destination, own)
        }
        let isMerge = unsafe !isNew && self.isMerge
        let instance = unsafe instance(at: destination.slot)
        if unsafe !isNew && journaling > 0 {
            unsafe noteFields(of: instance, own)
        }
        unsafe filled()
        // Retained for as long as the frame is open: the model's own code, run for a value inside it, may replace the reference.
        unsafe pushModel(
            base: instance.toOpaque(), model, instance: instance.retain(), isMerge: isMerge, journalMark: mark)
    }

    private func instance(at slot: UnsafeMutableRawPointer) -> Unmanaged<AnyObject> {
        // SAFETY: the slot holds a strong reference, which any number of optionals leave as it is; it is a native object's address.
        unsafe Unmanaged<AnyObject>.fromOpaque(slot.load(as: UnsafeMutableRawPointer.self))
    }

    /// The class that an instance is of.
    static func dynamicType(of instance: Unmanaged<AnyObject>) -> AnyClass {
        let object = unsafe instance.takeUnretainedValue()
        return Swift.type(of: object)
    }

    /// Whether what is there already at the innermost frame's values is the caller's.
    private var isMerge: Bool { unsafe frame.pointee.isMerge }

    /// Whether there is nothing at the destination that could be changed in place.
    func needsDefault(_ destination: Destination) -> Bool {
        if unsafe destination.fresh || startsAfresh { return true }
        var plan = unsafe destination.plan
        while let wrapped = unsafe plan.pointee.wrapped {
            if unsafe plan.pointee.withHandle({ unsafe $0.isNil(destination.slot) }) { return true }
            unsafe plan = unsafe wrapped
        }
        return false
    }

    /// Whether the value at hand has come before.
    private var startsAfresh: Bool {
        switch unsafe frame.pointee.kind {
        case .object, .holder: unsafe frame.pointee.flag
        case .routed: unsafe frame.pointee.flag || frame.pointee.restarts
        case .items: unsafe frame.pointee.restarts
        case .seek: unsafe frames.pointee.restarts
        default: false
        }
    }

    private mutating func putDefault(_ destination: Destination, _ inner: UnsafePointer<ValuePlan>) {
        unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
            unsafe inner.pointee.withHandle { unsafe $0.putDefault(slot, fresh: fresh) }
        }
    }

    // MARK: Frames

    /// Opens the frame of a model.
    mutating func pushModel(
        base: UnsafeMutableRawPointer, _ model: UnsafePointer<ModelPlan>, instance: Unmanaged<AnyObject>?, isMerge: Bool, journalMark: Int
    ) {
        let level = unsafe model.pointee.level
        var next = unsafe Frame(kind: .object)
        unsafe next.base = unsafe base
        unsafe next.level = unsafe level
        unsafe next.expected = UnsafePointer(level.pointee.entries)
        unsafe next.instance = unsafe instance
        unsafe next.isModel = true
        unsafe next.isMerge = isMerge
        unsafe next.journalMark = journalMark
        unsafe next.mark = unsafe arena.used
        if unsafe level.pointee.count > 64 && (level.pointee.watches || watchesKeys) {
            unsafe next.seenWords = unsafe Self.makeWords(level.pointee.count)
        }
        if unsafe model.pointee.finishes || rules.failsOnMissing {
            unsafe next.finishes = true
            unsafe next.count = unsafe position.tokenStart(.fixed(1))
            unsafe position.noteLine(length: 1, depth: depth, isContainer: true)
            if unsafe model.pointee.notedCount > 0 || rules.failsOnMissing {
                unsafe addPresence(&next, model.pointee.count)
            }
        }
        unsafe push(next)
    }

    /// Opens the frame of a level below a key of the innermost model.
    mutating func pushLevel(_ level: UnsafePointer<KeyLevel>) {
        var next = unsafe Frame(kind: .object)
        unsafe next.base = unsafe frame.pointee.base
        unsafe next.level = unsafe level
        unsafe next.expected = UnsafePointer(level.pointee.entries)
        unsafe next.isMerge = unsafe frame.pointee.isMerge
        unsafe next.presence = unsafe frame.pointee.presence
        unsafe next.mark = unsafe arena.used
        if unsafe level.pointee.count > 64 && (level.pointee.watches || watchesKeys) {
            unsafe next.seenWords = unsafe Self.makeWords(level.pointee.count)
        }
        unsafe push(next)
    }

    private static func makeWords(_ bits: Int) -> UnsafeMutablePointer<UInt64> {
        let count = (bits + 63) / 64
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        unsafe words.initialize(repeating: 0, count: count)
        return unsafe words
    }

    private mutating func addPresence(_ frame: inout Frame, _ count: Int) {
        let size = max(count, 1) * MemoryLayout<Presence>.stride
        let block = unsafe arena.take(size: size, alignment: MemoryLayout<Presence>.alignment)
        unsafe frame.isHeap = unsafe block == nil
        let bytes = unsafe block ?? UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Presence>.alignment)
        unsafe frame.presence = unsafe bytes.initializeMemory(as: Presence.self, repeating: Presence(), count: count)
    }

    /// Gives back what an object's frame holds.
    @inline(__always)
    func closeModel(_ frame: UnsafeMutablePointer<Frame>) {
        unsafe frame.pointee.instance?.release()
        unsafe frame.pointee.seenWords?.deallocate()
        if unsafe frame.pointee.isHeap { unsafe frame.pointee.presence?.deallocate() }
    }

    // MARK: The journal

    /// Notes what stands at a place before a model is made or changed there, if the model may be rejected.
    ///
    /// - Returns: The journal's mark before; negative if nothing can be rejected.
    private mutating func noteIfRejectable(_ destination: Destination, _ model: UnsafePointer<ModelPlan>) -> Int {
        guard unsafe model.pointee.isRejectable else { return -1 }
        let journal = unsafe self.journal ?? Journal()
        unsafe self.journal = journal
        unsafe journaling += 1
        let mark = journal.count
        if unsafe !destination.fresh {
            unsafe destination.plan.pointee.withHandle { unsafe journal.note(destination.slot, $0) }
        }
        return mark
    }

    /// Notes the fields of an instance before they are changed.
    private mutating func noteFields(of instance: Unmanaged<AnyObject>, _ own: UnsafePointer<ValuePlan>) {
        let journal = unsafe self.journal ?? Journal()
        unsafe self.journal = journal
        let object = unsafe instance.takeUnretainedValue()
        unsafe own.pointee.record._withUnsafeGuaranteedRef { record in
            for field in record.fields {
                unsafe journal.note(instance.toOpaque() + field.offset, field.handle, in: object)
            }
        }
    }
}
