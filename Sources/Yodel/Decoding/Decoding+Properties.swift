// Values of properties of the most frequent types: each is read by a function of its own, which saves no more registers than it needs, and without a
// look at the plan of its type. What such a function does not take is read as any value is.

extension Decoding {
    /// Reads the value of a property.
    @inline(__always)
    mutating func property(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        switch entry.pointee.target {
        case .string: string(next, entry, slot, state)
        case .optionalString: optionalString(next, entry, slot, state)
        case .integer: integer(next, entry, slot, state)
        case .double: double(next, entry, slot, state)
        case .optionalInteger, .optionalDouble, .boolean, .optionalBoolean: lessFrequent(next, entry, slot, state)
        case .other, .unwanted: value(next, entry.pointee.value, slot, state)
        }
    }

    @inline(never)
    private mutating func string(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard unsafe next.byte == UInt8(ascii: "\""), let content = unsafe self.content(next + 1) else {
            return value(next, entry.pointee.value, slot, state)
        }
        unsafe slot.replace(with: String(known: content.bytes, isASCII: content.isASCII, strings))
        return Read(end: content.end, isStored: true)
    }

    @inline(never)
    private mutating func optionalString(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        if unsafe next.byte == UInt8(ascii: "\""), let content = unsafe self.content(next + 1) {
            unsafe slot.replaceOptional(with: String(known: content.bytes, isASCII: content.isASCII, strings))
            return Read(end: content.end, isStored: true)
        }
        guard let end = null(next, state) else { return value(next, entry.pointee.value, slot, state) }
        unsafe slot.replaceOptional(with: nil)
        return Read(end: end, isStored: true)
    }

    @inline(never)
    private mutating func integer(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard let (number, end) = shortInteger(next) else { return value(next, entry.pointee.value, slot, state) }
        unsafe slot.put(trivial: number)
        return Read(end: end, isStored: true)
    }

    @inline(never)
    private mutating func double(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard let (number, end) = exactDouble(next) else { return value(next, entry.pointee.value, slot, state) }
        unsafe slot.put(trivial: number)
        return Read(end: end, isStored: true)
    }

    @inline(never)
    private mutating func lessFrequent(_ next: TextPlace, _ entry: EntryRef, _ slot: Slot, _ state: SlotState) -> Read {
        switch entry.pointee.target {
        case .optionalInteger:
            if let end = null(next, state) { return put(nil as Int?, slot, end) }
            if let (number, end) = shortInteger(next) { return put(number as Int?, slot, end) }
        case .optionalDouble:
            if let end = null(next, state) { return put(nil as Double?, slot, end) }
            if let (number, end) = exactDouble(next) { return put(number as Double?, slot, end) }
        case .boolean:
            if let (truth, end) = boolean(next) { return put(truth, slot, end) }
        case .optionalBoolean:
            if let end = null(next, state) { return put(nil as Bool?, slot, end) }
            if let (truth, end) = boolean(next) { return put(truth as Bool?, slot, end) }
        case .string, .optionalString, .integer, .double, .other, .unwanted: break
        }
        return value(next, entry.pointee.value, slot, state)
    }

    // MARK: What stands there

    @inline(__always)
    private func put(_ value: some BitwiseCopyable, _ slot: Slot, _ end: TextPlace) -> Read {
        unsafe slot.put(trivial: value)
        return Read(end: end, isStored: true)
    }

    /// Behind a null, unless it is no value for the slot.
    @inline(__always)
    private func null(_ next: TextPlace, _ state: SlotState) -> TextPlace? {
        unsafe next.byte == UInt8(ascii: "n") && !state.isRequired ? text.word(next) : nil
    }

    @inline(__always)
    private func shortInteger(_ next: TextPlace) -> (Int, TextPlace)? {
        guard next.beginsNumber, let number = text.number(next), number.isShortInteger else { return nil }
        return unsafe (Int(number.shortInteger), next + number.length)
    }

    @inline(__always)
    private func exactDouble(_ next: TextPlace) -> (Double, TextPlace)? {
        guard next.beginsNumber, let number = text.number(next), number.isExact else { return nil }
        let value = number.nearestDouble
        return unsafe value.isFinite ? (value, next + number.length) : nil
    }

    @inline(__always)
    private func boolean(_ next: TextPlace) -> (Bool, TextPlace)? {
        let isTrue = unsafe next.byte == UInt8(ascii: "t")
        guard unsafe isTrue || next.byte == UInt8(ascii: "f"), let end = text.word(next) else { return nil }
        return (isTrue, end)
    }
}

extension TextPlace {
    /// Whether no other value than a number may stand there.
    @inline(__always)
    fileprivate var beginsNumber: Bool { unsafe byte <= UInt8(ascii: "9") && byte != UInt8(ascii: "\"") }
}

extension DocumentText {
    /// The length of the key that stands at a place, if it is an entry's; else a negative number.
    ///
    /// Its limit is the caller's to ask for: a plain document is read only under limits that no key that is found reaches (`KeyPattern.longest`).
    @inline(__always)
    func length(of entry: EntryRef, at place: TextPlace) -> Int { unsafe entry.length(in: place, count(from: place)) }
}
