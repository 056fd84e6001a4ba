// One method per token. Each looks at the innermost frame, finds where the value goes, and stores it or opens a frame there.

extension MappingMachine: TokenSink {
    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most values of most documents: no look at frame, entry or kind.
        switch unsafe target {
        case .string:
            unsafe replace(targetSlot, with: String(valid: bytes, isASCII: position.isPlain), unowned: "")
            return true
        case .optionalString:
            unsafe replace(targetSlot, with: String(valid: bytes, isASCII: position.isPlain) as String?, unowned: nil)
            return true
        case .unwanted: return true
        case .other, .integer, .double, .integerElement, .doubleElement, .numbers, .routed: return unsafe stringElsewhere(bytes)
        }
    }

    @inline(never)
    mutating func stringElsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe frame.pointee.kind {
        case .object:
            guard let entry = unsafe frame.pointee.entry else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe settle(store(.string(bytes), entry.pointee.value, slot, fresh: false), .string)
        case .skip: return true
        case .capture: return unsafe capture { unsafe $0.string(bytes) }
        default: return unsafe element(.string(bytes), .string)
        }
    }

    @inline(__always)
    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let frame = unsafe self.frame
        switch unsafe frame.pointee.kind {
        case .object:
            guard let entry = unsafe frame.pointee.entry else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe settle(store(.number(text), entry.pointee.value, slot, fresh: false), .number)
        case .skip: return true
        case .capture: return unsafe capture { unsafe $0.number(text) }
        default: return unsafe element(.number(text), .number)
        }
    }

    @inline(__always)
    mutating func boolean(_ value: Bool) -> Bool {
        let frame = unsafe self.frame
        switch unsafe frame.pointee.kind {
        case .object:
            guard let entry = unsafe frame.pointee.entry else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe settle(store(.boolean(value), entry.pointee.value, slot, fresh: false), .boolean)
        case .skip: return true
        case .capture: return unsafe capture { $0.boolean(value) }
        default: return unsafe element(.boolean(value), .boolean)
        }
    }

    @inline(__always)
    mutating func null() -> Bool {
        let frame = unsafe self.frame
        switch unsafe frame.pointee.kind {
        case .object:
            guard let entry = unsafe frame.pointee.entry else { return true }
            if unsafe rules.scalars.contains(.keepsOnNull) {
                unsafe passOverNull(entry)
                return true
            }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
            return unsafe settle(store(.null, entry.pointee.value, slot, fresh: false), .null)
        case .skip: return true
        case .capture: return unsafe capture { $0.null() }
        default: return unsafe element(.null, .null)
        }
    }

    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let frame = unsafe self.frame
        guard unsafe frame.pointee.kind == .object else { return unsafe keyElsewhere(bytes) }
        // SAFETY: an object frame has its level, its base and an expected entry; a tokenizer's key pointer is never nil.
        let level = unsafe frame.pointee.level.unsafelyUnwrapped
        guard unsafe level.pointee.keys.mayHave(bytes) else { return unsafe otherKey(bytes, level) }
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, bytes.count)
        var entry = unsafe frame.pointee.expected.unsafelyUnwrapped
        if unsafe !entry.pointee.key.matches(signature, base) {
            guard let index = unsafe level.pointee.keys.index(of: signature, base) else { return unsafe otherKey(bytes, level) }
            unsafe entry = UnsafePointer(level.pointee.entries + index)
        }
        return unsafe take(entry)
    }

    /// A key has come that the level does not have as it is written.
    @inline(__always)
    private mutating func otherKey(_ bytes: UnsafeBufferPointer<UInt8>, _ level: UnsafePointer<KeyLevel>) -> Bool {
        if unsafe watchesKeys || level.pointee.folded != nil { return unsafe keyOfNoEntry(bytes) }
        unsafe frame.pointee.entry = nil
        unsafe target = .unwanted
        return true
    }

    /// A key has come that the level has.
    @inline(__always)
    mutating func take(_ entry: UnsafePointer<KeyEntry>) -> Bool {
        unsafe frame.pointee.expected = unsafe entry + 1
        unsafe frame.pointee.entry = unsafe entry
        unsafe target = unsafe entry.pointee.target
        unsafe targetSlot = unsafe frame.pointee.base.unsafelyUnwrapped + entry.pointee.offset
        guard unsafe entry.pointee.isWatched || watchesKeys else { return true }
        unsafe frame.pointee.flag = unsafe frame.pointee.see(entry.pointee.index)
        return unsafe target == .routed || watchesKeys ? watch(entry) : true
    }

    @inline(never)
    private mutating func keyElsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe frame.pointee.kind {
        case .routed:
            unsafe frame.pointee.kind = .object
            return unsafe key(bytes)
        case .dictionary: return unsafe dictionaryKey(bytes)
        case .capture: return unsafe builder.key(bytes)
        case .tape:
            unsafe tape.add(.key, bytes, mark: position.mark(bytes, lead: 1, .string))
            return true
        case .seek: return unsafe seekKey(bytes)
        default: return true
        }
    }

    mutating func startObject() -> Bool {
        unsafe start(.object)
    }

    mutating func startArray() -> Bool {
        let frame = unsafe self.frame
        // An array that is a property, or an element of another array, and nothing more to it.
        let plan: UnsafePointer<ValuePlan>? =
            switch unsafe frame.pointee.kind {
            case .object: unsafe frame.pointee.entry?.pointee.value
            case .array: unsafe frame.pointee.element
            default: nil
            }
        guard let plan = unsafe plan, unsafe plan.pointee.kind == .sequence && plan.pointee.optionalDepth == 0,
            unsafe depth < rules.maximumDepth
        else { return unsafe start(.array) }
        unsafe depth += 1
        if unsafe frame.pointee.kind == .array { unsafe reserveElement() }
        return unsafe startElements(.array, plan)
    }

    mutating func endObject() -> Bool {
        unsafe leaveContainer()
        switch unsafe frame.pointee.kind {
        case .object, .routed:
            if unsafe frame.pointee.finishes { return unsafe finishModel(of: nil) }
            unsafe closeModel(frame)
            unsafe pop()
            return true
        case .dictionary: return unsafe endDictionary()
        case .capture: return unsafe capture { $0.endObject() }
        default: return unsafe endOther(.endObject)
        }
    }

    mutating func endArray() -> Bool {
        unsafe leaveContainer()
        switch unsafe frame.pointee.kind {
        case .array: return unsafe endSequence()
        case .capture: return unsafe capture { $0.endArray() }
        default: return unsafe endOther(.endArray)
        }
    }

    @inline(__always)
    mutating func leaveContainer() {
        unsafe depth -= 1
        if unsafe depth == 0 { unsafe position.hasRootEnded = true }
    }

    /// What follows a store into a property.
    @inline(__always)
    mutating func settle(_ verdict: Verdict, _ found: FoundKind) -> Bool {
        verdict == .stored ? true : unsafe settleOther(verdict, found)
    }

    @inline(never)
    mutating func settleOther(_ verdict: Verdict, _ found: FoundKind) -> Bool {
        switch verdict {
        case .kept: unsafe noteKept(found)
        case .passed, .stored: break
        default: return unsafe mismatch(verdict, found)
        }
        return true
    }
}
