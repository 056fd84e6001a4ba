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
        if let content = unsafe text.plainContent(start, &end) { return unsafe content }
        return unsafe otherContent(start, end, isWanted: isWanted)
    }

    @inline(never)
    private mutating func otherContent(_ start: TextPlace, _ stop: TextPlace, isWanted: Bool) -> DocumentText.Content? {
        unsafe text.otherContent(start, stop, &scratch, isWanted: isWanted)
    }

    /// Reads a string, a number or a word.
    mutating func scalar(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, fresh: Bool) -> Read {
        let end: TextPlace
        let verdict: Verdict
        switch next.byte {
        case UInt8(ascii: "\""):
            guard let content = unsafe self.content(next + 1) else { return .failed }
            end = unsafe content.end
            if plan.isString {
                unsafe slot.put(String(known: content.bytes, isASCII: content.isASCII), fresh: fresh)
                return Read(end: end, isStored: true)
            }
            verdict = unsafe store(.string(content.bytes), plan, slot, fresh: fresh)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            guard let behind = text.word(next) else { return .failed }
            end = behind
            verdict = unsafe store(.boolean(next.byte == UInt8(ascii: "t")), plan, slot, fresh: fresh)
        case UInt8(ascii: "n"):
            guard let behind = text.word(next) else { return .failed }
            end = behind
            verdict = unsafe store(.null, plan, slot, fresh: fresh)
        default:
            guard let number = text.number(next) else { return .failed }
            end = next + number.length
            let bytes = unsafe UnsafeBufferPointer(start: next.address, count: number.length)
            if let kind = plan.direct {
                verdict = unsafe target(kind, plan, slot, fresh: fresh).store(number: number, bytes)
            } else {
                verdict = unsafe store(.number(bytes), plan, slot, fresh: fresh)
            }
        }
        if verdict == .stored { return Read(end: end, isStored: true) }
        return goesOn(behind: verdict, fresh: fresh) ? Read(end: end, isStored: false) : .failed
    }

    /// Whether the decode goes on behind a value that has not been stored.
    @inline(never)
    private func goesOn(behind verdict: Verdict, fresh: Bool) -> Bool {
        switch verdict {
        case .stored, .kept, .passed: return true
        case .failed: return false
        case .unexpectedNull where rules.scalars.contains(.failsOnNull): return false
        case .unexpectedNull, .typeMismatch, .outOfRange, .invalidValue, .undecodable:
            return !(fresh ? rules.failsOnInvalidElement : rules.failsOnMismatch)
        }
    }

    @inline(__always)
    private func target(_ kind: ScalarKind, _ plan: PlanRef, _ slot: Slot, fresh: Bool) -> ScalarTarget {
        unsafe ScalarTarget(slot: slot.address, kind: kind, isOptional: plan.optionalDepth == 1, fresh: fresh, rules: rules.scalars)
    }

    /// Stores one token as a value of a plan's type.
    private mutating func store(_ token: ScalarToken, _ plan: PlanRef, _ slot: Slot, fresh: Bool) -> Verdict {
        if let kind = plan.direct {
            return unsafe target(kind, plan, slot, fresh: fresh).store(token: token)
        }
        if case .null = unsafe token {
            guard plan.optionalDepth > 0 else { return rules.scalars.nullForPresent }
            plan.putNil(slot, fresh: fresh)
            return .stored
        }
        // A plan that is not direct is wrapped once more, has a raw value, or is no scalar's.
        guard let payload = plan.wrapped ?? (plan.kind == .rawValue ? plan.key : nil) else { return .typeMismatch }
        return withScratch(payload) { decoding, memory in
            let verdict = unsafe decoding.store(token, payload, memory, fresh: true)
            guard verdict == .stored else { return verdict }
            if plan.wrapped == nil { return plan.putRawValue(slot, payload: memory, fresh: fresh) ? .stored : .invalidValue }
            plan.wrap(slot, payload: memory, fresh: fresh)
            return .stored
        }
    }
}
