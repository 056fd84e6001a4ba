// What a plan's typed operations do to the value in a slot.
//
// SAFETY of all of it: the slot is of the plan's type, which debug builds assert where a slot is made and at each typed store.

extension PlanRef {
    /// Destroys the value.
    func destroy(_ slot: Slot) { withHandle { unsafe $0.deinitialize(slot.address, count: 1) } }

    /// Whether null, where it is stored, is a value like others: one of JSON, of a type that decodes itself, of an enum without a tag.
    var holdsNull: Bool {
        guard pointee.optionalDepth == 0 else { return false }
        return switch pointee.kind {
        case .json, .rawJSON, .decodable: true
        case .cases: cases.form == .untagged
        // Any other type makes nothing of it, or a zero that stands for no value.
        case .scalar, .rawValue, .any, .anyArray, .anyDictionary, .object, .instance, .boxed, .sequence, .dictionary, .encodable, .custom:
            false
        }
    }

    /// Whether the instance that a slot refers to is of the plan's own class, and not of a subclass.
    @inline(never)
    func isOwn(_ instance: InstanceRef) -> Bool { ObjectIdentifier(instance.type) == ObjectIdentifier(type) }

    /// Copies a value to fresh memory.
    func copy(_ source: Slot, to slot: Slot) { withHandle { unsafe $0.initializeCopy(slot.address, from: source.value) } }

    /// Moves a value from one slot to another.
    func move(_ source: Slot, to slot: Slot, fresh: Bool) {
        withHandle { unsafe $0.put(slot.address, from: source.address, fresh: fresh) }
    }

    /// Stores the model's default value. Only for models.
    @inline(__always)
    func putDefault(_ slot: Slot, fresh: Bool) { withHandle { unsafe $0.putDefault(slot.address, fresh: fresh) } }

    /// Whether the outermost optional is nil. Only for optionals.
    func isNil(_ slot: Slot) -> Bool { withHandle { unsafe $0.isNil(slot.value) } }

    /// Stores nil. Only for optionals.
    func putNil(_ slot: Slot, fresh: Bool) { withHandle { unsafe $0.putNil(slot.address, fresh: fresh) } }

    /// Moves a wrapped value out of a slot of its own and stores it as an optional. Only for optionals.
    func wrap(_ slot: Slot, payload: Slot, fresh: Bool) {
        withHandle { unsafe $0.wrap(slot.address, payload: payload.address, fresh: fresh) }
    }

    /// Moves a raw value out of a slot of its own and, if it names a value of the type, stores that. Only for raw representable types.
    func putRawValue(_ slot: Slot, payload: Slot, fresh: Bool) -> Bool {
        withHandle { unsafe $0.putRawValue(slot.address, payload: payload.address, fresh: fresh) }
    }

    /// Makes an instance of a struct of values, which is moved out of its slot, for another one of the very class; see `ValuePlan`.
    ///
    /// - Parameter slot: Fresh memory.
    func putCopy(_ slot: Slot, payload: Slot, of original: Slot) -> Bool {
        putCopy(slot.address, payload: payload.address, of: original.value)
    }

    /// Makes the struct of an instance's values in fresh memory. Only for classes that are made of one.
    func getRawValue(_ slot: Slot, into payload: Slot) { withHandle { unsafe $0.getRawValue(slot.value, into: payload.address) } }

    /// Whether there is no model in a slot that could be changed there. Only for models, with any optionals around them.
    @inline(__always)
    func isEmpty(_ slot: Slot) -> Bool { unwrapped(at: slot.value) == nil }

    /// Makes optionals of a value that has been put where they stand. Only for optionals.
    ///
    /// - Parameter inner: The plan of what is wrapped, by however many optionals.
    @inline(__always)
    func markAsPresent(_ slot: Slot, _ inner: PlanRef) {
        // SAFETY: an optional's payload stands at its start, and what bytes there are behind it say that there is one by zeros (the canary checks both).
        for offset in inner.pointee.size..<pointee.size { unsafe slot.address.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
    }

    /// Stores a value of the innermost type, made by `make`, through the optionals around it.
    func store(through slot: Slot, fresh: Bool, _ arena: inout ScratchArena, _ make: (Slot, Bool) -> Void) {
        guard let wrapped = pointee.wrapped else { return make(slot, fresh) }
        wrapped.withScratch(&arena) { arena, payload in
            wrapped.store(through: payload, fresh: true, &arena, make)
            wrap(slot, payload: payload, fresh: fresh)
        }
    }

    /// Lends memory for one value during a call.
    func withScratch<R>(_ arena: inout ScratchArena, _ body: (inout ScratchArena, Slot) -> R) -> R {
        let loan = arena.lend(size: pointee.size, alignment: pointee.alignment)
        defer { unsafe arena.takeBack(loan) }
        return unsafe body(&arena, Slot(loan.address, of: type))
    }

    /// Stores one token as a value of the type, unless that takes values as a whole.
    @inline(__always)
    func store(
        _ token: ScalarToken, _ slot: Slot, fresh: Bool, _ rules: ScalarRules, _ arena: inout ScratchArena
    ) -> Verdict {
        if let kind = pointee.direct { return target(kind, slot, fresh: fresh, rules).store(token: token) }
        return storeIndirect(token, slot, fresh: fresh, rules, &arena)
    }

    /// The slot as a place for the scalar that one typed store puts there.
    ///
    /// - Parameter kind: That of the plan (`direct`).
    @inline(__always)
    func target(_ kind: ScalarKind, _ slot: Slot, fresh: Bool, _ rules: ScalarRules) -> ScalarTarget {
        ScalarTarget(slot: slot, kind: kind, isOptional: pointee.optionalDepth == 1, fresh: fresh, rules: rules)
    }

    /// Stores into what takes more than one typed store: several optionals, raw values.
    ///
    /// A word of null is null for all of it, whatever the raw value would be: an enum whose raw values are numbers has no case for it.
    @inline(never)
    private func storeIndirect(
        _ token: ScalarToken, _ slot: Slot, fresh: Bool, _ rules: ScalarRules, _ arena: inout ScratchArena
    ) -> Verdict {
        if case .null = token {
            return storeNull(slot, fresh: fresh, else: rules.nullForPresent)
        }
        if pointee.kind == .rawValue && pointee.optionalDepth == 0 && putRemembered(token, slot) { return .stored }
        // A plan that is not direct is wrapped once more, has a raw value, or is no scalar's.
        guard let payload = pointee.wrapped ?? (pointee.kind == .rawValue ? key : nil) else { return .typeMismatch }
        return payload.withScratch(&arena) { arena, memory in
            let verdict = payload.store(token, memory, fresh: true, rules.union(.tellsNull), &arena)
            if verdict == .null {
                let isTold = rules.contains(.tellsNull)
                return storeNull(slot, fresh: fresh, else: isTold ? .null : rules.nullTextForPresent)
            }
            guard verdict == .stored else { return verdict }
            if pointee.wrapped == nil { return putRawValue(slot, payload: memory, fresh: fresh) ? .stored : .invalidValue }
            // A word of null made what is wrapped nil: so is what is around it, as by null itself.
            if payload.pointee.optionalDepth > 0 && payload.isNil(memory) {
                putNil(slot, fresh: fresh)
            } else {
                wrap(slot, payload: memory, fresh: fresh)
            }
            return .stored
        }
    }

    /// Stores nil, if there is an optional.
    ///
    /// - Parameter verdict: What holds otherwise.
    private func storeNull(_ slot: Slot, fresh: Bool, else verdict: Verdict) -> Verdict {
        guard pointee.optionalDepth > 0 else { return verdict }
        putNil(slot, fresh: fresh)
        return .stored
    }

    /// Stores the value that a token is remembered to make. Only for raw representable types.
    ///
    /// - Returns: false if none is: rules may have a say in what the token makes.
    @inline(__always)
    private func putRemembered(_ token: ScalarToken, _ slot: Slot) -> Bool {
        switch token {
        case .string(let bytes): withHandle { unsafe $0.putRemembered(slot.address, text: bytes, isString: true) }
        case .number(let bytes): withHandle { unsafe $0.putRemembered(slot.address, text: bytes, isString: false) }
        case .boolean, .null: false
        }
    }

    /// Makes a sequence, with any optionals around it, of its elements, which are moved out.
    @inline(__always)
    func build(_ elements: ElementBuffer, in slot: Slot, fresh: Bool, _ arena: inout ScratchArena) {
        let inner = innermost
        let storageClass = inner.pointee.storageClass
        let isOfNumbers = inner.isNumberArray
        if let base = elements.base, storageClass != 0 && elements.count > 0 && ArrayLayout.isKnown {
            return store(through: slot, fresh: fresh, &arena) { slot, fresh in
                // SAFETY: the storage is that of an array of the elements' type, with room for as many; the slot has such an array unless it is fresh.
                if isOfNumbers {
                    return unsafe ArrayLayout.putNumbers(base.raw, count: elements.count, storageClass, at: slot.array, fresh: fresh)
                }
                let storage = unsafe ArrayLayout.storage(storageClass, count: elements.count, stride: elements.plan.pointee.stride)
                elements.plan.withHandle {
                    unsafe $0.moveInitialize(MutableAddress(storage.elements), from: base, count: elements.count)
                }
                unsafe ArrayLayout.put(storage, at: slot.array, fresh: fresh)
            }
        }
        if pointee.isScalarArray && pointee.optionalDepth == 0, let kind = element.pointee.direct,
            ScalarArrays.build(kind, slot.address, elements: elements.base, count: elements.count, fresh: fresh)
        {
            return
        }
        let sequence = inner.sequence
        store(through: slot, fresh: fresh, &arena) { slot, fresh in
            sequence.build(slot.address, elements: elements.base, count: elements.count, fresh: fresh)
        }
    }

    /// Makes a dictionary, with any optionals around it, of its keys and values, which are moved out.
    ///
    /// - Returns: How many of the keys are different.
    func build(
        _ keys: ElementBuffer, _ values: ElementBuffer, in slot: Slot, fresh: Bool, _ arena: inout ScratchArena
    ) -> Int {
        let dictionary = innermost.dictionary
        var different = 0
        store(through: slot, fresh: fresh, &arena) { slot, fresh in
            different = dictionary.build(slot.address, keys: keys.base, values: values.base, count: values.count, fresh: fresh)
        }
        return different
    }

    /// The text of a dictionary's key, as it was made from. Only for types of keys.
    func keyText(_ slot: Slot) -> String {
        guard pointee.kind == .rawValue else {
            let key = withHandle { unsafe $0.any(slot.value) }
            // Not a copy of it: there may be as many issues below it as it has bytes.
            return key as? String ?? String(describing: key)
        }
        let raw = key
        // The room is for a raw value, which the handle makes and which is destroyed behind its text.
        return unsafe MutableAddress.withRoom(size: raw.pointee.size, alignment: raw.pointee.alignment) { room in
            let payload = unsafe Slot(room, of: raw.type)
            withHandle { unsafe $0.getRawValue(slot.value, into: payload.address) }
            defer { raw.destroy(payload) }
            return raw.keyText(payload)
        }
    }

    /// Makes a key of a dictionary from the text of a key: the text itself, an integer written in it, or what has one of these as raw value.
    ///
    /// - Parameter slot: Fresh memory.
    func storeKey(_ bytes: BorrowedBytes, _ slot: Slot) -> Verdict {
        if pointee.kind == .rawValue {
            if withHandle({ unsafe $0.putRemembered(slot.address, text: bytes, isString: key.pointee.kind == .string) }) { return .stored }
            // The widest raw value of a key is sixteen bytes.
            return unsafe MutableAddress.withRoom(size: key.pointee.size, alignment: key.pointee.alignment) { room in
                let payload = unsafe Slot(room, of: key.type)
                let verdict = key.storeKey(bytes, payload)
                guard verdict == .stored else { return verdict }
                return putRawValue(slot, payload: payload, fresh: true) ? .stored : .invalidValue
            }
        }
        guard case .scalar(let scalar) = pointee.kind else { return .typeMismatch }
        let target = ScalarTarget(slot: slot, kind: scalar, isOptional: false, fresh: true, rules: ScalarRules([]))
        if scalar == .string { return target.store(string: bytes) }
        guard NumberParser.isNumber(bytes) else { return .invalidValue }
        return target.store(number: bytes)
    }
}

extension Slot {
    /// The slot of an array, which is a reference to its storage.
    @unsafe @inline(__always)
    var array: Pinned<ArrayStorage> { unsafe Pinned(address.assumingMemoryBound(to: ArrayStorage.self)) }
}
