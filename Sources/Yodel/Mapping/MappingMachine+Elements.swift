// Elements of arrays, sets and dictionaries are built one stride apart in a buffer, and moved into the container by one typed call at its
// end. The buffer begins in the arena and may grow there to a quarter of a kilobyte while it is the last block, and then on the heap by
// doubling: a long array leaves the arena to the short ones inside it.

extension MappingMachine {
    /// Opens a sequence or a dictionary.
    mutating func startElements(_ kind: FrameKind, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        var next = unsafe Frame(kind: kind)
        unsafe next.element = unsafe inner.pointee.element
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        unsafe target = unsafe inner.pointee.elementTarget
        return true
    }

    /// Makes room for one more element.
    @inline(__always)
    mutating func reserveElement() {
        if unsafe frame.pointee.count == frame.pointee.capacity {
            unsafe growElements()
        }
    }

    @inline(never)
    private mutating func growElements() {
        let frame = unsafe self.frame
        let plan = unsafe frame.pointee.element.unsafelyUnwrapped
        let capacity = unsafe frame.pointee.capacity
        if unsafe frame.pointee.kind == .dictionary {
            let newCapacity = max(4, capacity * 2)
            let keyPlan = unsafe dictionaryKeyPlan
            unsafe frame.pointee.base = unsafe moveBuffer(
                frame.pointee.base, plan, count: frame.pointee.count, capacity: newCapacity)
            let keys = unsafe frame.pointee.count + (frame.pointee.flag ? 1 : 0)
            unsafe frame.pointee.keys = unsafe moveBuffer(frame.pointee.keys, keyPlan, count: keys, capacity: newCapacity)
            unsafe frame.pointee.isHeap = true
            unsafe frame.pointee.capacity = newCapacity
            return
        }
        // The first buffer is of the arena: as much as a short array takes, and never more than a quarter of a kilobyte.
        let stride = unsafe max(plan.pointee.stride, 1)
        if capacity == 0 {
            let first = max(1, min(8, 256 / stride))
            if let base = unsafe arena.take(size: first * stride, alignment: plan.pointee.alignment) {
                unsafe frame.pointee.base = unsafe base
                unsafe frame.pointee.capacity = first
                return
            }
        }
        let newCapacity = max(8, capacity * 2)
        if let base = unsafe frame.pointee.base, unsafe !frame.pointee.isHeap && newCapacity * stride <= 256,
            unsafe arena.extend(base, from: capacity * stride, to: newCapacity * stride)
        {
            unsafe frame.pointee.capacity = newCapacity
            return
        }
        let larger = unsafe UnsafeMutableRawPointer.allocate(byteCount: newCapacity * stride, alignment: plan.pointee.alignment)
        if let base = unsafe frame.pointee.base {
            unsafe plan.pointee.withHandle { unsafe $0.moveInitialize(larger, from: base, count: frame.pointee.count) }
            if unsafe frame.pointee.isHeap {
                unsafe base.deallocate()
            }
        }
        unsafe frame.pointee.base = unsafe larger
        unsafe frame.pointee.isHeap = true
        unsafe frame.pointee.capacity = newCapacity
    }

    /// Moves a buffer of the heap to a larger one.
    private func moveBuffer(
        _ base: UnsafeMutableRawPointer?, _ plan: UnsafePointer<ValuePlan>, count: Int, capacity: Int
    ) -> UnsafeMutableRawPointer {
        let larger = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: max(capacity * plan.pointee.stride, 1), alignment: plan.pointee.alignment)
        if let base = unsafe base {
            unsafe plan.pointee.withHandle { unsafe $0.moveInitialize(larger, from: base, count: count) }
            unsafe base.deallocate()
        }
        return unsafe larger
    }

    /// Stores one scalar where no property of an open model takes it: as an element, as the root, for the properties of a route.
    @inline(never)
    mutating func element(_ token: ScalarToken, _ found: FoundKind) -> Bool {
        switch unsafe frame.pointee.kind {
        case .routed: return unsafe routedScalar(token, found)
        case .tape: return unsafe keep(token)
        case .items: return unsafe item(token, found)
        case .root where unsafe !seek.isEmpty: return true
        case .seek where unsafe !isSought(): return true
        default: break
        }
        guard let destination = unsafe destination() else { return true }
        if unsafe found == .null && frame.pointee.isElementOfPresent && rules.scalars.contains(.keepsOnNull) {
            unsafe leaveOut()
            return true
        }
        let verdict = unsafe store(token, destination.plan, destination.slot, fresh: destination.fresh)
        return unsafe settleElement(verdict, found)
    }

    /// What follows a store into an element or the root.
    mutating func settleElement(_ verdict: Verdict, _ found: FoundKind) -> Bool {
        if verdict == .stored {
            unsafe filled()
            return true
        }
        guard verdict == .kept else { return unsafe mismatch(verdict, found) }
        if unsafe frame.pointee.kind.isWholeValue { return unsafe mismatch(found == .null ? .unexpectedNull : .invalidValue, found) }
        unsafe noteKept(found)
        unsafe leaveOut()
        return true
    }

    /// Goes on without the value at hand: a dictionary loses its key, an array counts the element for its index, a holder notes that there is none.
    mutating func leaveOut() {
        switch unsafe frame.pointee.kind {
        case .dictionary: unsafe dropKey()
        case .array, .holder: unsafe frame.pointee.leftOut += 1
        default: break
        }
    }

    // MARK: Sequences

    mutating func endSequence() -> Bool {
        let (base, count, isHeap) = unsafe (frame.pointee.base, frame.pointee.count, frame.pointee.isHeap)
        // From here on the elements are the container's: nothing is left for the frame to destroy.
        unsafe popKeepingArena()
        if unsafe putScalars(base, count) { return unsafe finishElements(base, nil, isHeap: isHeap) }
        if let destination = unsafe destination() {
            let inner = unsafe innermost(destination.plan)
            unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
                if unsafe inner.pointee.isScalarArray && Self.buildScalars(inner, slot, base, count, fresh: fresh) { return }
                let sequence = unsafe inner.pointee.record._withUnsafeGuaranteedRef { unsafe $0.sequence.unsafelyUnwrapped }
                unsafe sequence.build(slot, elements: base, count: count, fresh: fresh)
            }
            unsafe filled()
        }
        return unsafe finishElements(base, nil, isHeap: isHeap)
    }

    /// Puts an array of scalars where it is the very type of a property or of an element of another array.
    private mutating func putScalars(_ base: UnsafeMutableRawPointer?, _ count: Int) -> Bool {
        let frame = unsafe self.frame
        if unsafe frame.pointee.kind == .array, let plan = unsafe frame.pointee.element, unsafe plan.pointee.isScalarArray {
            // There is room: it was made when the array began.
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride
            guard unsafe Self.buildScalars(plan, slot, base, count, fresh: true) else { return false }
            unsafe frame.pointee.count += 1
            if unsafe plan.pointee.isNumberArray { unsafe target = .numbers }
            return true
        }
        if unsafe frame.pointee.kind == .object, let entry = unsafe frame.pointee.entry, unsafe entry.pointee.value.pointee.isScalarArray {
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe Self.buildScalars(entry.pointee.value, slot, base, count, fresh: false)
        }
        return false
    }

    @inline(__always)
    private static func buildScalars(
        _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer?, _ count: Int, fresh: Bool
    ) -> Bool {
        guard case .scalar(let kind) = unsafe plan.pointee.element.unsafelyUnwrapped.pointee.kind else { return false }
        return unsafe ScalarArrays.build(kind, slot, elements: base, count: count, fresh: fresh)
    }

    // MARK: Dictionaries

    /// The plan of the keys of the innermost frame, a dictionary.
    var dictionaryKeyPlan: UnsafePointer<ValuePlan> {
        unsafe innermost(plan(ofFrame: frame)).pointee.key.unsafelyUnwrapped
    }

    /// Makes a key; its value follows.
    mutating func dictionaryKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let plan = unsafe dictionaryKeyPlan
        unsafe reserveElement()
        let slot = unsafe frame.pointee.keys.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride
        let verdict = unsafe PlanRef(plan).storeKey(bytes, Slot(slot, of: PlanRef(plan).type))
        if verdict == .stored {
            unsafe frame.pointee.flag = true
            return true
        }
        // Without a key the value has no place: `destination` finds none.
        return unsafe mismatch(verdict, .string)
    }

    /// Destroys a key whose value does not come.
    mutating func dropKey() {
        guard unsafe frame.pointee.kind == .dictionary && frame.pointee.flag else { return }
        let plan = unsafe dictionaryKeyPlan
        unsafe plan.pointee.withHandle {
            unsafe $0.deinitialize(frame.pointee.keys.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride, count: 1)
        }
        unsafe frame.pointee.flag = false
    }

    mutating func endDictionary() -> Bool {
        unsafe dropKey()
        let (base, keys, count, isHeap) = unsafe (frame.pointee.base, frame.pointee.keys, frame.pointee.count, frame.pointee.isHeap)
        unsafe popKeepingArena()
        if let destination = unsafe destination() {
            let dictionary = unsafe innermost(destination.plan).pointee.record._withUnsafeGuaranteedRef {
                unsafe $0.dictionary.unsafelyUnwrapped
            }
            var different = count
            unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
                different = unsafe dictionary.build(slot, keys: keys, values: base, count: count, fresh: fresh)
            }
            if different < count {
                unsafe note(.duplicateKey, "one value for each key", found: "more than one for one of them", .replaced, .fixed(1))
            }
            let fails = unsafe different < count && rules.failsOnDuplicateKey
            if fails { _ = unsafe fail(.duplicateKey, .fixed(1)) }
            unsafe filled()
            if fails {
                _ = unsafe finishElements(base, keys, isHeap: isHeap)
                return false
            }
        }
        return unsafe finishElements(base, keys, isHeap: isHeap)
    }

    // MARK: Ends

    /// Closes the frame while its buffer in the arena is still in use.
    private mutating func popKeepingArena() {
        unsafe frame -= 1
        unsafe target = .other
    }

    /// Gives back the buffers of the frame that has just been closed.
    private mutating func finishElements(_ base: UnsafeMutableRawPointer?, _ keys: UnsafeMutableRawPointer?, isHeap: Bool) -> Bool {
        if isHeap {
            unsafe base?.deallocate()
            unsafe keys?.deallocate()
        }
        // The closed frame still stands above the innermost one.
        unsafe arena.release(to: (frame + 1).pointee.mark)
        return true
    }

    /// Destroys the elements of an open frame.
    func destroyElements(_ frame: UnsafeMutablePointer<Frame>) {
        let plan = unsafe frame.pointee.element.unsafelyUnwrapped
        if let base = unsafe frame.pointee.base {
            unsafe plan.pointee.withHandle { unsafe $0.deinitialize(base, count: frame.pointee.count) }
            if unsafe frame.pointee.isHeap { unsafe base.deallocate() }
        }
        if let keys = unsafe frame.pointee.keys {
            let keyPlan = unsafe innermost(self.plan(ofFrame: frame)).pointee.key.unsafelyUnwrapped
            let count = unsafe frame.pointee.count + (frame.pointee.flag ? 1 : 0)
            unsafe keyPlan.pointee.withHandle { unsafe $0.deinitialize(keys, count: count) }
            unsafe keys.deallocate()
        }
    }

    /// The plan of the value that a frame above the root fills, optionals included.
    func plan(ofFrame frame: UnsafeMutablePointer<Frame>) -> UnsafePointer<ValuePlan> {
        let parent = unsafe frame - 1
        switch unsafe parent.pointee.kind {
        case .object, .routed, .items: return unsafe parent.pointee.entry.unsafelyUnwrapped.pointee.value
        case .seek: return unsafe frames.pointee.element.unsafelyUnwrapped
        default: return unsafe parent.pointee.element.unsafelyUnwrapped
        }
    }

    func innermost(_ plan: UnsafePointer<ValuePlan>) -> UnsafePointer<ValuePlan> {
        var plan = unsafe plan
        while let wrapped = unsafe plan.pointee.wrapped { unsafe plan = unsafe wrapped }
        return unsafe plan
    }
}

extension Frame {
    /// Whether the next value is an element of a type that has no place for null.
    fileprivate var isElementOfPresent: Bool {
        unsafe (kind == .array || kind == .dictionary) && element?.pointee.optionalDepth == 0
    }
}
