// Arrays, sets and dictionaries.

extension Decoding {
    /// Reads an array.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - inner: The sequence's plan; `plan` has the optionals around it.
    mutating func sequence(_ start: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        if inner.pointee.storageClass != 0 && ArrayLayout.isKnown {
            let first = text.space(start)
            if unsafe first.byte == UInt8(ascii: "]") {
                store(through: plan, slot, fresh: state.isFresh) { unsafe ArrayLayout.putEmpty(at: $0.array, fresh: $1) }
                return unsafe Read(end: first + 1, isStored: true)
            }
        }
        if plan.isNumberArray, let end = numbers(start, plan, slot, fresh: state.isFresh) { return Read(end: end, isStored: true) }
        return elements(start, plan, inner, slot, state)
    }

    /// Reads an array element by element.
    private mutating func elements(_ start: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let mark = arena.used
        var elements = ElementBuffer(inner.element)
        let end = fill(&elements, from: start)
        if end != nil {
            plan.build(elements, in: slot, fresh: state.isFresh, &arena)
            unsafe elements.deallocate()
        } else {
            features.willDestroy()
            unsafe elements.destroy()
        }
        unsafe arena.release(to: mark)
        return Read(end: end, isStored: end != nil)
    }

    /// Reads the elements of an array.
    ///
    /// - Returns: Behind its closing bracket; nil to give up: what has been read is in `elements`.
    private mutating func fill(_ elements: inout ElementBuffer, from start: TextPlace) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        let areNumbers = elements.plan.isNumberArray && depthLeft > 0
        var index = 0
        features.open(.index(0))
        var follower = Optional(text.first(start, closing: UInt8(ascii: "]")))
        while case .next(let next) = follower {
            let slot = elements.next(&arena)
            let read: Read
            if unsafe areNumbers && next.byte == UInt8(ascii: "[") {
                let end = unsafe numbers(next + 1, elements.plan, slot, fresh: true)
                read =
                    unsafe end == nil
                    ? self.elements(next + 1, elements.plan, elements.plan, slot, [.fresh, .element]) : Read(end: end, isStored: true)
            } else {
                read = value(next, elements.plan, slot, [.fresh, .element])
            }
            if read.isStored { unsafe elements.append() }
            guard let end = read.end else { return nil }
            index &+= 1  // &+=: fewer than bytes
            features.step(.index(index))
            follower = text.follower(end, closing: UInt8(ascii: "]"))
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        features.close()
        return end
    }

    /// Reads an array of `Int` or `Double` that is nothing but short numbers.
    ///
    /// - Returns: Behind its closing bracket; nil if it is something else. Nothing has happened then.
    private mutating func numbers(_ start: TextPlace, _ plan: PlanRef, _ slot: Slot, fresh: Bool) -> TextPlace? {
        let text = self.text
        let isDouble = plan.pointee.elementScalar == .double
        // A function, since a closure as large would be called for each array: it takes 4 % more instructions (canada).
        @inline(__always)
        func read(_ elements: UnsafeMutableBufferPointer<UInt64>) -> TextPlace? {
            guard let (count, end) = unsafe text.numbers(start, areDoubles: isDouble, into: elements) else { return nil }
            let base = unsafe MutableAddress(elements.baseAddress.unsafelyUnwrapped)
            guard count > 0 && plan.pointee.storageClass != 0 && ArrayLayout.isKnown else {
                _ = ScalarArrays.build(isDouble ? .double : .int, slot.address, elements: base, count: count, fresh: fresh)
                return end
            }
            // SAFETY: the storage class is that of an array of the words; the slot has such an array unless it is fresh.
            unsafe ArrayLayout.putNumbers(base.raw, count: count, plan.pointee.storageClass, at: slot.array, fresh: fresh)
            return end
        }
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Scanner.numbersAtOnce, read)
    }

    // MARK: Dictionaries

    /// Reads an object into a dictionary.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - inner: The dictionary's plan; `plan` has the optionals around it.
    mutating func dictionary(_ start: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let mark = arena.used
        var keys = ElementBuffer(inner.key)
        var values = ElementBuffer(inner.element)
        var end = fill(&keys, &values, from: start)
        if let place = end {
            let different = plan.build(keys, values, in: slot, fresh: state.isFresh, &arena)
            unsafe keys.deallocate()
            unsafe values.deallocate()
            if !Features.goesOn(&self, behindKeys: different, of: values.count, to: place) {
                if state.isFresh { plan.destroy(slot) }
                end = nil
            }
        } else {
            features.willDestroy()
            unsafe keys.destroy()
            unsafe values.destroy()
        }
        unsafe arena.release(to: mark)
        return Read(end: end, isStored: end != nil)
    }

    /// Reads the keys and values of a dictionary.
    ///
    /// - Returns: Behind its closing bracket; nil to give up: what has been read is in `keys` and `values`.
    private mutating func fill(_ keys: inout ElementBuffer, _ values: inout ElementBuffer, from start: TextPlace) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var follower = Optional(text.first(start, closing: UInt8(ascii: "}")))
        while case .next(let next) = follower {
            guard unsafe next.byte == UInt8(ascii: "\"") else { return nil }
            guard let key = unsafe content(next + 1) else {
                Features.isMissing(&self, at: next)
                return nil
            }
            let slot = keys.next(&arena)
            let verdict = keys.plan.storeKey(key.bytes, slot)
            let behind = key.end
            let end: TextPlace?
            if verdict == .stored {
                unsafe keys.append()
                features.step(.dictionaryKey(keys.plan, slot))
                guard let start = text.colon(behind) else { return nil }
                let read = value(start, values.plan, values.next(&arena), [.fresh, .element])
                guard let behind = read.end else { return nil }
                end = behind
                if read.isStored { unsafe values.append() } else { unsafe keys.removeLast() }
                features.step(.none)
            } else {
                guard Features.goesOn(&self, behind: verdict, ofKey: next, keys.plan), let start = text.colon(behind) else { return nil }
                end = skip(start)
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        features.close()
        return end
    }
}
