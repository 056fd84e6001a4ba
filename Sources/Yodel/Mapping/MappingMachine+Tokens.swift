// One method per token. Each looks at the innermost frame, finds where the value goes, and stores it or opens a frame there.

extension MappingMachine: TokenSink {
    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let frame = unsafe self.frame
        if unsafe frame.pointee.kind == .object {
            guard let property = unsafe frame.pointee.property else { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            if unsafe property.pointee.kind == .string && property.pointee.isDirect {
                // Most values of most documents: no further dispatch.
                unsafe put(String(valid: bytes), slot, isOptional: property.pointee.isOptional, fresh: false)
                return true
            }
            return unsafe settle(store(.string(bytes), property.pointee.value, slot, fresh: false), .string)
        }
        return unsafe stringElsewhere(bytes)
    }

    @inline(never)
    private mutating func stringElsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch unsafe frame.pointee.kind {
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
        // SAFETY: an object frame has its model; yajl's key pointer is never nil.
        let model = unsafe frame.pointee.model.unsafelyUnwrapped
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, bytes.count)
        var key = unsafe frame.pointee.expected.unsafelyUnwrapped
        let first = unsafe model.pointee.keys.first
        if unsafe !key.pointee.matches(signature, base) {
            guard let found = unsafe model.pointee.keys.index(of: signature, base) else {
                unsafe frame.pointee.property = nil
                return true
            }
            unsafe key = unsafe first + found
        }
        let index = unsafe key - first
        unsafe frame.pointee.expected = unsafe key + 1
        unsafe frame.pointee.property = unsafe UnsafePointer(model.pointee.properties + index)
        unsafe frame.pointee.flag = unsafe frame.pointee.see(index)
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
        unsafe depth -= 1
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
        unsafe depth -= 1
        switch unsafe frame.pointee.kind {
        case .array: return unsafe endSequence()
        case .capture: return unsafe capture { $0.endArray() }
        default: return unsafe endSkipped()
        }
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
