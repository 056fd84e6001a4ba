// The one place where a token meets a type: a reader names the place and the token, and the table of kinds finds the type.

/// A place for a scalar, and the rules for what may go there. Readers store every token of a scalar through one of its `store` functions.
@safe struct ScalarTarget {
    // SAFETY: whoever makes a target says that `slot` is memory of the kind's type, or of an optional of it, and holds a value unless it is fresh.

    let slot: Slot
    let kind: ScalarKind
    let isOptional: Bool
    let fresh: Bool
    let rules: ScalarRules

    /// Stores a token of any kind.
    @inline(__always)
    func store(token: ScalarToken) -> Verdict {
        switch token {
        case .string(let bytes): store(string: bytes)
        case .number(let text): store(number: text)
        case .boolean(let value): store(boolean: value)
        case .null: storeNull()
        }
    }

    func store(string bytes: BorrowedBytes) -> Verdict { store(.string(bytes)) }

    func store(number text: BorrowedBytes) -> Verdict { store(.number(text)) }

    func store(boolean value: Bool) -> Verdict {
        if kind == .bool { return put(value) }
        if !value && rules.contains(.falseIsNull) && kind != .string && kind != .substring { return .typeMismatch }
        return store(.boolean(value))
    }

    func storeNull() -> Verdict {
        if isOptional && kind == .string { return putNil(String.self) }
        return store(.null)
    }

    /// Stores a number that has been read: the frequent types straight from what was read, the others from its text.
    @inline(__always)
    func store(number: NumberToken, _ text: BorrowedBytes) -> Verdict {
        if kind == .int && number.isShortInteger { return put(Int(number.shortInteger)) }
        if kind == .double && number.isExact {
            let value = number.nearestDouble
            if value.isFinite { return put(value) }
        }
        return kind == .decimal ? store(decimal: number, text) : store(number: text)
    }

    @inline(never)
    private func store(decimal number: NumberToken, _ text: BorrowedBytes) -> Verdict {
        if let value = NumberParser.decimal(number) { return put(value) }
        return store(number: text)
    }

    /// Inlined where the token is known, so that of each type nothing but what that token makes is left.
    @inline(__always)
    private func store(_ token: ScalarToken) -> Verdict {
        var visitor = self
        return unsafe kind.visit(&visitor, token)
    }

    @inline(__always)
    private func put<T>(_ value: consuming T) -> Verdict {
        if isOptional { unsafe slot.put(Optional(value), fresh: fresh) } else { unsafe slot.put(value, fresh: fresh) }
        return .stored
    }

    @inline(__always)
    private func putNil<T>(_ type: T.Type) -> Verdict {
        unsafe slot.put(nil as T?, fresh: fresh)
        return .stored
    }
}

extension ScalarTarget: @unsafe ScalarVisitor {
    @inline(__always)
    func visit<S: Scalar>(_ type: S.Type, _ token: ScalarToken) -> Verdict {
        switch token {
        case .string(let bytes): take(S.from(string: bytes, rules))
        case .number(let text): take(S.from(number: text, rules))
        case .boolean(let value): take(S.from(boolean: value, rules))
        case .null: takeNull(type)
        }
    }

    /// Stores the result of a conversion.
    @inline(__always)
    private func take<S: Scalar>(_ conversion: consuming Conversion<S>) -> Verdict {
        switch conversion {
        case .made(let value): return put(value)
        case .null:
            if isOptional { return putNil(S.self) }
            if rules.contains(.tellsNull) { return .null }
            let verdict = rules.nullTextForPresent
            guard verdict == .kept, let value = S.forNull else { return verdict }
            return put(value)
        case .refused(let verdict): return verdict
        }
    }

    /// Stores what null makes: nil, or zero and false if the rules convert.
    @inline(__always)
    private func takeNull<S: Scalar>(_ type: S.Type) -> Verdict {
        if isOptional { return putNil(type) }
        let verdict = rules.nullForPresent
        guard verdict == .kept && !rules.contains(.keepsOnNull), let value = S.forNull else { return verdict }
        return put(value)
    }
}
