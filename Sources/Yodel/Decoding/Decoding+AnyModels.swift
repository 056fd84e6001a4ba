// Models of any kind: where they are filled, and what follows when an object turns out to be none.

extension Decoding where Features == AllFeatures {
    /// Reads an object into a struct or an instance of a class, or an array into a struct whose objects are arrays.
    ///
    /// - Parameters:
    ///   - next: Its opening bracket.
    ///   - inner: The model's plan; `plan` has the optionals around it.
    mutating func model(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        if inner.model.pointee.needsObject { return hooked(next, plan, inner, slot, state) }
        if unsafe inner.model.pointee.isArray && next.byte == UInt8(ascii: "{") {
            return unfit(.object, at: next, plan, state) ? Read(end: skip(next), isStored: false) : .failed
        }
        if isMadeApart(plan, inner, slot, state) {
            return madeApart(plan, inner, slot, state) { $0.model(next, inner, inner, $1, $2) }
        }
        let isNew = needsDefault(plan, slot, state)
        var own = inner
        if inner.pointee.kind == .instance && !isNew {
            guard let present = planOfInstance(in: slot, inner, at: next) else { return .failed }
            own = present
            if own.model.pointee.needsObject { return hooked(next, plan, inner, slot, state) }
        }
        var open = openModel(own, plan, slot, state, isNew: isNew, at: next)
        let end =
            unsafe inner.model.pointee.isArray
            ? items(next, own.model.pointee.level, &open) : level(next + 1, own.model.pointee.level, &open)
        return finished(&open, end, of: nil, plan, slot, state)
    }

    /// Whether a new struct is made that has no `init()`, but not where it is to stand: a value is there, or an optional around it.
    func isMadeApart(_ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        guard inner.model.pointee.draft != nil && !(plan == inner && state.isFresh) else { return false }
        // A document's own object makes a value of its own; only the caller's value is changed.
        return !state.contains(.merges) || needsDefault(plan, slot, state)
    }

    /// Makes a struct in memory of its own, and moves it to where it is to stand.
    mutating func madeApart(
        _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState, _ make: (inout Decoding, Slot, SlotState) -> Read
    ) -> Read {
        withScratch(inner) { decoding, scratch in
            let read = make(&decoding, scratch, state.subtracting([.merges, .restarts]).union(.fresh))
            if read.isStored {
                decoding.store(through: plan, slot, fresh: state.isFresh) { inner.move(scratch, to: $0, fresh: $1) }
            }
            return read
        }
    }

    /// Whether the model that an object is for looks at it as a whole.
    func looksAtObjects(_ inner: PlanRef, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        if inner.model.pointee.needsObject { return true }
        guard inner.pointee.kind == .instance && !needsDefault(plan, slot, state) else { return false }
        return unsafe (try? inner.plan(for: slot.instance.type))?.model.pointee.needsObject == true
    }

    /// Whether there is nothing in a slot that could be changed there.
    func needsDefault(_ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        !state.isDisjoint(with: [.fresh, .restarts]) || plan.isEmpty(slot)
    }

    /// The plan of the class of the instance in a slot; nil after a failure.
    mutating func planOfInstance(in slot: Slot, _ inner: PlanRef, at next: TextPlace) -> PlanRef? {
        let type: AnyClass = unsafe slot.instance.type
        if ObjectIdentifier(type) == ObjectIdentifier(inner.type) { return inner }
        do throws(ModelError) {
            // A subclass of a model is a model.
            return try inner.plan(for: type)
        } catch {
            features.fail(.model(error), at: features.offset(next))
            return nil
        }
    }

    /// Opens the model in a slot, after making it if there is none.
    ///
    /// - Parameters:
    ///   - own: The plan of the struct, or of the instance's own class.
    ///   - next: Where the object begins.
    mutating func openModel(
        _ own: PlanRef, _ plan: PlanRef, _ slot: Slot, _ state: SlotState, isNew: Bool, at next: TextPlace
    ) -> OpenModel {
        let model = own.model
        let draft = isNew ? model.pointee.draft : nil
        var mark = -1
        // Of a draft nothing is to be put back.
        if model.pointee.isRejectable && draft == nil {
            // What stands at the place is as it was before if the object is rejected.
            let undoLog = madeUndoLog()
            features.undoReasons += 1
            mark = undoLog.count
            if !state.isFresh { plan.withHandle { undoLog.note(slot.address, $0) } }
        }
        if let draft {
            draft.begin(slot.address)
        } else if isNew {
            store(through: plan, slot, fresh: state.isFresh) { own.putDefault($0, fresh: $1) }
        }
        let instance = unsafe model.pointee.isClass ? slot.instance : nil
        if let instance, !isNew && features.undoReasons > 0 { noteFields(of: instance, own) }
        // Retained while it is filled: the model's own code, run for a value inside it, may replace the reference.
        // SAFETY: the model releases it when it is closed. An optional's payload stands at its start (the canary checks it).
        var open = unsafe OpenModel(
            model, base: instance?.address ?? slot.address, instance: instance?.retain(), draft: draft,
            isMerge: !isNew && state.contains(.merges),
            undoMark: mark, start: features.offset(next), steps: features.steps.count,
            notes: model.pointee.notedCount > 0 || rules.failsOnMissing || draft != nil, &arena)
        if !isNew && features.undoReasons > 0 && model.pointee.hasAccess { open.madePast().kept = [] }
        return open
    }

    private mutating func madeUndoLog() -> UndoLog {
        let undoLog = features.undoLog ?? UndoLog()
        features.undoLog = undoLog
        return undoLog
    }

    /// Notes the fields of an instance before they are changed.
    private mutating func noteFields(of instance: InstanceRef, _ own: PlanRef) {
        let undoLog = madeUndoLog()
        let object = instance.object
        for field in own.fields { unsafe undoLog.note(instance.address + field.offset, field.handle, in: object) }
    }

    /// Sets a property by code of the type's own. If that may have to be undone, what the property was is noted first: the code may change what every copy
    /// of the value refers to.
    ///
    /// - Parameter source: Holds a value of the property's type, which is moved out.
    mutating func set(_ property: PropertyRef, _ access: PropertyAccess, movingFrom source: Slot, _ open: OpenModel) {
        // Once: what has been noted is put back in the opposite order.
        if open.past?.kept?.insert(property.pointee.index).inserted == true, let setting = open.withOwner({ access.keep($0.value) }) {
            madeUndoLog().note(setting)
        }
        open.set(property, access, movingFrom: source)
    }

    /// Ends a model.
    ///
    /// - Parameters:
    ///   - end: Behind its object; nil if the decode has failed.
    ///   - object: What it was made of, if that was kept.
    mutating func finished(
        _ open: inout OpenModel, _ end: TextPlace?, of object: JSONObject?, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        guard let end else { return failed(open, plan, slot, state) }
        if features.watch != nil { features.noteMissing(open) }
        if open.model.pointee.finishes || rules.failsOnMissing {
            // Outside of `finish`, so that values inside each other which wait take little of the stack.
            guard settleWaiting(&open) else { return failed(open, plan, slot, state) }
            switch finish(&open, of: object) {
            case .done: break
            case .failed: return failed(open, plan, slot, state)
            case .rejected(let reason): return rejected(open, reason, end, plan, slot, state)
            }
        }
        if open.undoMark >= 0 {
            features.undoReasons -= 1
            features.undoLog?.forget(since: open.undoMark, butFields: features.undoReasons > 0)
        }
        open.close(&arena)
        return Read(end: end, isStored: true)
    }

    private mutating func failed(_ open: OpenModel, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        features.willDestroy()
        Self.destroy(open, plan, slot, state)
        open.close(&arena)
        return .failed
    }

    /// Destroys what there is of a model that is none: in fresh memory nothing is left.
    private static func destroy(_ open: OpenModel, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) {
        if open.draft != nil {
            open.destroyDraft()
        } else if state.isFresh {
            plan.destroy(slot)
        }
    }

    /// Takes a model back: its place is as it was, and the object counts as one that does not fit.
    mutating func rejected(
        _ open: OpenModel, _ reason: DecodingFailure.Reason, _ end: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        defer { open.close(&arena) }
        if open.undoMark >= 0 {
            features.undoLog?.putBack(since: open.undoMark)
            features.undoReasons -= 1
        }
        return rejected(reason, from: open.start, to: end, plan, state) { Self.destroy(open, plan, slot, state) }
    }

    /// Ends an object that is none of its type.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in bytes of the input.
    ///   - destroy: Destroys what has been made of it.
    mutating func rejected(
        _ reason: DecodingFailure.Reason, from start: Int, to end: TextPlace, _ plan: PlanRef, _ state: SlotState, _ destroy: () -> Void
    ) -> Read {
        let goesOn = goesOn(behindRejection: reason, at: start, plan, state)
        if !goesOn { features.willDestroy() }
        destroy()
        return goesOn ? Read(end: end, isStored: false) : .failed
    }

    /// An object is none of its type.
    ///
    /// - Parameter start: Where it begins.
    mutating func goesOn(
        behindRejection reason: DecodingFailure.Reason, at start: Int, _ plan: PlanRef, _ state: SlotState
    ) -> Bool {
        let failure = reason.misfit ?? DecodingFailure(reason: reason, offset: start, path: reason.path ?? features.path)
        // All that is missing has been noted, if the reason names none of it.
        let rejection = reason.rejection
        let place = rejection.map { JSONPath(features.path.components + $0.path.components) }
        let paths = if case .missing(let values, _) = reason { values.map(\.path) } else { [place] }
        if rules.ends(behind: .invalidValue, state) {
            features.failure = failure
            if paths.isEmpty { features.report?.pointee.namesFailure = true }
            return false
        }
        features.rejection = (features.steps.count, failure)
        if features.isReporting {
            let found = "an object that it rejects" + (rejection.map { ": \($0.message)" } ?? "")
            for path in paths {
                features.note(
                    reason.code, plan.typeText, found: found, state.isElement ? .omitted : .kept, at: start,
                    path: path, sender: SenderWords(found: "an object", reason: rejection?.message ?? ""))
            }
        }
        return true
    }
}
