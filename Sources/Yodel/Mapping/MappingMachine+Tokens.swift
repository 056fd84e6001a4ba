// One method per token. Each looks at the innermost frame, finds where the value goes, and stores it or opens a frame there.

extension MappingMachine: TokenSink {
    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most values of most documents: no look at frame, property or kind.
        switch unsafe text {
        case .string:
            unsafe replace(textSlot, with: String(valid: bytes, isASCII: position.isPlain), unowned: "")
            return true
        case .optionalString:
            unsafe replace(textSlot, with: String(valid: bytes, isASCII: position.isPlain) as String?, unowned: nil)
            return true
        case .unwanted: return true
        case .other: return unsafe stringElsewhere(bytes)
        }
    }

    @inline(never)
    private mutating func stringElsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe frame.pointee.kind {
        case .object:
            guard let property = unsafe frame.pointee.property else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe settle(store(.string(bytes), property.pointee.value, slot, fresh: false), .string)
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
            guard let property = unsafe frame.pointee.property else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe settle(store(.number(text), property.pointee.value, slot, fresh: false), .number)
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
            guard let property = unsafe frame.pointee.property else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe settle(store(.boolean(value), property.pointee.value, slot, fresh: false), .boolean)
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
            guard let property = unsafe frame.pointee.property else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe settle(store(.null, property.pointee.value, slot, fresh: false), .null)
        case .skip: return true
        case .capture: return unsafe capture { $0.null() }
        default: return unsafe element(.null, .null)
        }
    }

    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let frame = unsafe self.frame
        guard unsafe frame.pointee.kind == .object else { return unsafe keyElsewhere(bytes) }
        // SAFETY: an object frame has its model, its base and an expected property; yajl's key pointer is never nil.
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, bytes.count)
        var property = unsafe frame.pointee.expected.unsafelyUnwrapped
        if unsafe !property.pointee.key.matches(signature, base) {
            let model = unsafe frame.pointee.model.unsafelyUnwrapped
            guard let index = unsafe model.pointee.keys.index(of: signature, base) else {
                unsafe frame.pointee.property = nil
                unsafe text = .unwanted
                return true
            }
            unsafe property = UnsafePointer(model.pointee.properties + index)
        }
        unsafe frame.pointee.expected = unsafe property + 1
        unsafe frame.pointee.property = unsafe property
        unsafe text = unsafe property.pointee.text
        unsafe textSlot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
        if unsafe frame.pointee.notesRepeats {
            unsafe frame.pointee.flag = unsafe frame.pointee.see(property.pointee.index)
        }
        return true
    }

    @inline(never)
    private mutating func keyElsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe frame.pointee.kind {
        case .dictionary: return unsafe dictionaryKey(bytes)
        case .capture: return unsafe builder.key(bytes)
        default: return true
        }
    }

    mutating func startObject() -> Bool {
        unsafe start(.object)
    }

    mutating func startArray() -> Bool {
        unsafe start(.array)
    }

    mutating func endObject() -> Bool {
        unsafe leaveContainer()
        switch unsafe frame.pointee.kind {
        case .object:
            unsafe closeModel(frame)
            unsafe pop()
            return true
        case .dictionary: return unsafe endDictionary()
        case .capture: return unsafe capture { $0.endObject() }
        default: return unsafe endSkipped()
        }
    }

    mutating func endArray() -> Bool {
        unsafe leaveContainer()
        switch unsafe frame.pointee.kind {
        case .array: return unsafe endSequence()
        case .capture: return unsafe capture { $0.endArray() }
        default: return unsafe endSkipped()
        }
    }

    @inline(__always)
    private mutating func leaveContainer() {
        unsafe depth -= 1
        if unsafe depth == 0 { unsafe position.hasRootEnded = true }
    }

    /// What follows a store into a property.
    @inline(__always)
    mutating func settle(_ verdict: Verdict, _ found: FoundKind) -> Bool {
        verdict == .stored ? true : unsafe settleOther(verdict, found)
    }

    @inline(never)
    private mutating func settleOther(_ verdict: Verdict, _ found: FoundKind) -> Bool {
        unsafe verdict == .kept || mismatch(verdict, found)
    }
}
