// Strings, numbers and words, and what they become in a slot that is not of one of the most frequent types.

extension Decoding {
    /// Reads the content of a string; nil if it is none, or too long.
    ///
    /// - Parameters:
    ///   - start: Behind its first quote.
    ///   - isWanted: Whether its content is; otherwise it is only checked.
    @inline(__always)
    mutating func content(_ start: TextPlace, isWanted: Bool = true) -> DocumentText.Content? {
        var end = start
        if let content = text.plainContent(start, &end) { return content }
        return otherContent(start, end, isWanted: isWanted)
    }

    @inline(never)
    private mutating func otherContent(_ start: TextPlace, _ stop: TextPlace, isWanted: Bool) -> DocumentText.Content? {
        text.otherContent(start, stop, &scratch, isWanted: isWanted)
    }

    /// Reads a string, a number or a word.
    mutating func scalar(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let fresh = state.isFresh
        let end: TextPlace
        let verdict: Verdict
        let found: FoundKind
        switch unsafe next.byte {
        case UInt8(ascii: "\""):
            found = .string
            guard let content = unsafe self.content(next + 1) else { return missing(next) }
            end = content.end
            if plan.isString {
                unsafe slot.put(String(known: content.bytes, isASCII: content.isASCII, strings), fresh: fresh)
                return Read(end: end, isStored: true)
            }
            if let kind = plan.pointee.direct {
                verdict = plan.target(kind, slot, fresh: fresh, rules.scalars).store(string: content.bytes)
            } else {
                verdict = store(.string(content.bytes), at: next, plan, slot, state)
            }
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            found = .boolean
            guard let behind = text.word(next) else { return .failed }
            end = behind
            verdict = unsafe store(.boolean(next.byte == UInt8(ascii: "t")), at: next, plan, slot, state)
        case UInt8(ascii: "n"):
            found = .null
            if state.isRequired { return .failed }
            guard let behind = text.word(next) else { return .failed }
            end = behind
            verdict = store(.null, at: next, plan, slot, state)
        default:
            found = .number
            guard let number = text.number(next) else { return missing(next) }
            end = unsafe next + number.length
            let bytes = unsafe BorrowedBytes(from: next, count: number.length)
            if let kind = plan.pointee.direct {
                verdict = plan.target(kind, slot, fresh: fresh, rules.scalars).store(number: number, bytes)
            } else {
                verdict = store(.number(bytes), at: next, plan, slot, state)
            }
        }
        if verdict == .stored { return Read(end: end, isStored: true) }
        if !rules.emptyAsNull.isEmpty, verdict.isRefusal && isNull(found, at: next) { return storeEmpty(next, to: end, plan, slot, state) }
        let goesOn = Features.goesOn(&self, behind: verdict, found, from: next, to: end, plan, state)
        return goesOn ? Read(end: end, isStored: false) : .failed
    }

    @inline(__always)
    private mutating func missing(_ next: TextPlace) -> Read {
        Features.isMissing(&self, at: next)
        return .failed
    }

    /// Stores one token as a value of a plan's type.
    ///
    /// - Parameter next: The token's first byte.
    mutating func store(_ token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Verdict {
        let fresh = state.isFresh
        if let verdict = Features.store(&self, any: token, at: next, plan, slot, state) { return verdict }
        return plan.store(token, slot, fresh: fresh, rules.scalars, &arena)
    }
}
