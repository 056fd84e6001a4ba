// What the scanner can do that yajl's callbacks cannot: keys are compared where they stand, numbers come read, and strings come with what is
// known of them.

extension MappingMachine: ScannerSink {
    @inline(__always)
    mutating func reach(_ end: UnsafePointer<UInt8>) {
        assert(unsafe invariantsHold)
        unsafe position.scanned = unsafe end
    }

    var hasFault: Bool {
        get { unsafe position.hasFault }
        set { unsafe position.hasFault = newValue }
    }

    @inline(__always)
    func lengthOfExpectedKey(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard unsafe frame.pointee.kind == .object else { return -1 }
        // SAFETY: an object frame has an expected entry; what stands behind the last one matches nothing.
        return unsafe frame.pointee.expected.unsafelyUnwrapped.pointee.pattern.length(in: text, count)
    }

    @inline(__always)
    mutating func takeExpectedKey() -> Bool {
        unsafe take(frame.pointee.expected.unsafelyUnwrapped)
    }

    @inline(__always)
    var wantsValue: Bool { unsafe target != .unwanted }

    @inline(__always)
    var wantsNumbers: Bool { unsafe target == .numbers }

    var wantsString: Bool { unsafe target != .unwanted }

    var depthLeft: Int { unsafe rules.maximumDepth - depth }

    var maximumTokenBytes: Int {
        @inline(__always) get { unsafe position.maximumTokenBytes }
    }

    @inline(never)
    mutating func tokenTooLong() -> Bool {
        unsafe fail(.tokenLimit(position.maximumTokenBytes), .anything)
    }

    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
        switch unsafe target {
        case .string:
            unsafe replace(targetSlot, with: String(known: bytes, isASCII: isASCII), unowned: "")
            return true
        case .optionalString:
            unsafe replace(targetSlot, with: String(known: bytes, isASCII: isASCII) as String?, unowned: nil)
            return true
        case .unwanted: return true
        case .other, .integer, .double, .integerElement, .doubleElement, .numbers, .routed: return unsafe stringElsewhere(bytes, isASCII)
        }
    }

    @inline(never)
    private mutating func stringElsewhere(_ bytes: UnsafeBufferPointer<UInt8>, _ isASCII: Bool) -> Bool {
        if unsafe frame.pointee.kind == .array, let plan = unsafe frame.pointee.element, unsafe plan.pointee.isString {
            unsafe reserveElement()
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + frame.pointee.count * MemoryLayout<String>.stride
            unsafe Yodel.put(String(known: bytes, isASCII: isASCII), slot, isOptional: false, fresh: true)
            unsafe frame.pointee.count += 1
            return true
        }
        return unsafe stringElsewhere(bytes)
    }

    @inline(__always)
    mutating func number(_ number: NumberToken, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe target {
        // SAFETY: the target says of what type the place is. Numbers hold no reference: it does not matter whether there is a value.
        case .integer where number.isShortInteger:
            unsafe targetSlot.storeBytes(of: Int(number.shortInteger), as: Int.self)
            return true
        case .integerElement where number.isShortInteger:
            unsafe nextElement().storeBytes(of: Int(number.shortInteger), as: Int.self)
            return true
        case .double where number.isExact, .doubleElement where number.isExact:
            let value = number.nearestDouble
            guard value.isFinite else { return unsafe numberElsewhere(number, text) }
            unsafe (target == .double ? targetSlot : nextElement()).storeBytes(of: value, as: Double.self)
            return true
        case .unwanted: return true
        default: return unsafe numberElsewhere(number, text)
        }
    }

    /// The place of an array's next element, a number or an array of them, so of eight bytes, which then counts as stored.
    @inline(__always)
    private mutating func nextElement() -> UnsafeMutableRawPointer {
        unsafe reserveElement()
        let count = unsafe frame.pointee.count
        unsafe frame.pointee.count = count &+ 1  // &+: at most the capacity
        return unsafe frame.pointee.base.unsafelyUnwrapped + count &* 8  // &*: within the buffer
    }

    @inline(never)
    mutating func numbers(_ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard unsafe depth < rules.maximumDepth else { return nil }
        // SAFETY: the target says that the innermost frame is an object whose key has an entry, or an array, and of what type the value is.
        let frame = unsafe self.frame
        let isElement = unsafe frame.pointee.kind == .array
        let plan = unsafe isElement ? frame.pointee.element.unsafelyUnwrapped : frame.pointee.entry.unsafelyUnwrapped.pointee.value
        let isDouble = unsafe plan.pointee.elementTarget == .doubleElement
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Scanner.numbersAtOnce) { elements in
            let limit = unsafe position.maximumTokenBytes
            // The bracket of the container around it is still to come.
            guard let (count, end) = unsafe Scanner.numbers(start, last, limit, areDoubles: isDouble, into: elements), unsafe end <= last
            else { return nil }
            unsafe reach(end)
            let slot = unsafe isElement ? nextElement() : targetSlot
            let base = UnsafeMutableRawPointer(elements.baseAddress)
            _ = unsafe ScalarArrays.build(isDouble ? .double : .int, slot, elements: base, count: count, fresh: isElement)
            return unsafe end
        }
    }

    @inline(never)
    private mutating func numberElsewhere(_ number: NumberToken, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let frame = unsafe self.frame
        if unsafe frame.pointee.kind == .object {
            guard let entry = unsafe frame.pointee.entry else { return true }
            let plan = unsafe entry.pointee.value
            guard let kind = unsafe plan.pointee.direct else { return unsafe self.number(text) }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe settle(scalarTarget(kind, plan, slot, fresh: false).store(number: number, text), .number)
        }
        if unsafe frame.pointee.kind == .array, let plan = unsafe frame.pointee.element, let kind = unsafe plan.pointee.direct {
            unsafe reserveElement()
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + frame.pointee.count * plan.pointee.stride
            let verdict = unsafe scalarTarget(kind, plan, slot, fresh: true).store(number: number, text)
            guard verdict == .stored else { return unsafe settleElement(verdict, .number) }
            unsafe frame.pointee.count += 1
            return true
        }
        return unsafe self.number(text)
    }

    @inline(__always)
    private func scalarTarget(
        _ kind: ScalarKind, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool
    ) -> ScalarTarget {
        unsafe ScalarTarget(slot: slot, kind: kind, isOptional: plan.pointee.optionalDepth == 1, fresh: fresh, rules: rules.scalars)
    }
}
