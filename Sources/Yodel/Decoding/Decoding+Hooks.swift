// Objects that the model's own code looks at as a whole: it chooses the type, changes the object, and sees it again at the end. The object is read to its
// end first, so that no code runs for one that is none, and then once more.

extension Decoding where Features == AllFeatures {
    /// Reads an object into a model that looks at it.
    ///
    /// - Parameters: Those of `model`.
    mutating func hooked(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard let end = readAhead(next) else { return .failed }
        // An object inside of one that is lent gets a lender of its own.
        let lender = features.lender ?? KeptObject()
        features.lender = nil
        lender.hold(next, to: end, features.index)
        let read = hooked(JSONObject(lender), next, end, plan, inner, slot, state)
        takeBack(lender)
        return read
    }

    /// Hands an object that is at hand to a model that looks at it.
    mutating func hooked(
        _ value: DynamicValue, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        // JSON is not walked at each level that somebody looks at: what is too deep is found where it is read.
        if case .json(.object(let object)) = value { return hooked(object, next, next, plan, inner, slot, state) }
        guard case .object(let object) = json(of: value, at: next) else { return .failed }
        return hooked(object, next, next, plan, inner, slot, state)
    }

    /// Reads a value to its end, and remembers where it and what is inside of it end.
    ///
    /// - Returns: Behind it; nil after a failure.
    mutating func readAhead(_ next: TextPlace) -> TextPlace? {
        // A value that stands by reference has been read.
        if valueAtHand(next) != nil { return LevelText.end(next) }
        guard unsafe next.byte | 0x20 == UInt8(ascii: "{") && features.levels == 0 else { return skip(next) }
        if let end = features.index?.end(of: next) { return end }
        if let ahead = features.ahead, ahead.first == next { return ahead.end }
        if let ahead = features.ahead, ahead.first < next && next < ahead.end {
            // It has been read, as a part of something. Others in it are stepped over at once.
            let index = ContainerIndex(text, next)
            features.index = index
            return index.end(of: next)
        }
        guard let end = skip(next) else { return nil }
        features.ahead = (next, end)
        return end
    }

    /// The text is gone when the decode ends: an object that somebody holds on to stands on its own from here on.
    private mutating func takeBack(_ lender: consuming KeptObject) {
        if isKnownUniquelyReferenced(&lender) {
            lender.clear()
            features.lender = lender
        } else {
            lender.letGo()
        }
    }

    @inline(never)
    private mutating func hooked(
        _ object: JSONObject, _ next: TextPlace, _ end: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        if isMadeApart(plan, inner, slot, state) {
            return madeApart(plan, inner, slot, state) { $0.hooked(object, next, end, inner, inner, $1, $2) }
        }
        guard let chosen = chosenModel(for: object, inner, at: next) else { return .failed }
        var own = chosen
        var isNew = needsDefault(plan, slot, state)
        if inner.pointee.kind == .instance && !isNew {
            guard let present = planOfInstance(in: slot, inner, at: next) else { return .failed }
            // An instance that is there is changed, unless the object asks for another class. Types tell classes apart: a class may have two plans, where
            // two threads have made one at the same time.
            isNew = chosen.type != present.type && chosen.type != inner.type
            own = isNew ? chosen : present
        }
        var open = openModel(own, plan, slot, state, isNew: isNew, at: next)
        guard let willDecode = own.model.willDecode else {
            let isRead: Bool
            if let value = valueAtHand(next) {
                isRead = level(of: value, own.model.pointee.level, &open)
            } else {
                isRead = unsafe level(next + 1, own.model.pointee.level, &open) != nil
            }
            return finished(&open, isRead ? end : nil, of: object, plan, slot, state)
        }
        // The model's own code gets an object in which no key appears twice.
        guard passesRepeats(next) else { return finished(&open, nil, of: nil, plan, slot, state) }
        var changed = object
        do {
            try open.withOwner { try willDecode($0, &changed) }
        } catch {
            return rejected(open, .rejected(error, own.model.type), end, plan, slot, state)
        }
        let outer = features.fixedOffset
        features.fixedOffset = features.offset(next)
        let isRead = level(of: .json(.object(changed)), own.model.pointee.level, &open)
        features.fixedOffset = outer
        return finished(&open, isRead ? end : nil, of: changed, plan, slot, state)
    }

    /// The plan of the type that an object asks for; nil after a failure.
    private mutating func chosenModel(for object: JSONObject, _ inner: PlanRef, at next: TextPlace) -> PlanRef? {
        let declared = inner.model.type
        var plan = inner
        var first: Any.Type?
        var others: [ObjectIdentifier] = []
        while true {
            let model = plan.model
            // A type that has been asked before ends the chain: types that name each other come to an end.
            guard let type = model.modelType(for: object), type != declared, type != first, type != model.type,
                !others.contains(ObjectIdentifier(type))
            else { return plan }
            if first == nil { first = type } else { others.append(ObjectIdentifier(type)) }
            do throws(ModelError) {
                guard inner.pointee.kind == .instance && TypeHandle.isClass(type, under: declared) else {
                    throw .wrongModelType(type, for: model.type)
                }
                plan = try inner.plan(for: type)
            } catch {
                features.fail(.model(error), at: features.offset(next))
                return nil
            }
        }
    }

    /// Reads the keys and values of an object that is at hand.
    ///
    /// - Returns: Whether the decode goes on.
    private mutating func level(of object: DynamicValue, _ level: LevelRef, _ open: inout OpenModel) -> Bool {
        within(object) { decoding, first in
            // What waits stands in this text.
            unsafe decoding.level(first + 1, level, &open) != nil && decoding.settleWaiting(&open)
        }
    }
}
