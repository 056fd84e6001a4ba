extension ChunkMachine {
    /// Records a failure at the token at hand; the token method returns what this returns: false.
    @inline(never)
    mutating func fail(_ reason: DecodingFailure.Reason, _ shape: TokenShape) -> Bool {
        failure = (DecodingFailure(reason: reason, offset: position.tokenStart(shape), path: path), nil)
        return false
    }

    /// What follows from a scalar that has not been stored.
    ///
    /// - Parameters:
    ///   - hint: What would fit, if not what the type says.
    ///   - shape: What is known of the token's extent, if not what its kind says.
    /// - Returns: Whether the decode goes on.
    @inline(never)
    mutating func settle(
        _ verdict: Verdict, _ found: FoundKind, _ place: ValuePlace, hint: String? = nil, shape: TokenShape? = nil
    ) -> Bool {
        switch verdict {
        case .stored, .passed: return true
        case .failed: return false
        case .kept where place.state.isWhole:
            return refuse(found == .null ? .unexpectedNull : .invalidValue, found, place, hint: hint, shape: shape)
        case .kept: frame.pointee.omit()
        default:
            guard refuse(verdict, found, place, hint: hint, shape: shape) else { return false }
            frame.pointee.omit()
        }
        return true
    }

    /// What follows from a token that has not been stored: one that says nothing may be null (`EmptyKinds`).
    ///
    /// - Returns: Whether the decode goes on.
    @inline(never)
    mutating func settle(_ verdict: Verdict, _ token: ScalarToken, _ found: FoundKind, _ place: ValuePlace) -> Bool {
        guard verdict.isRefusal && token.saysNothing else { return settle(verdict, found, place) }
        guard rules.emptyAsNull.has(found) else { return settle(verdict, found, place, hint: EmptyKinds.hint) }
        if rules.scalars.contains(.keepsOnNull) && isPassedOver(place) { return true }
        let ofNull = place.plan.store(.null, place.slot, fresh: place.state.isFresh, rules.scalars, &arena)
        guard ofNull == .stored else { return settle(ofNull, .null, place, hint: EmptyKinds.nullHint, shape: found.shape) }
        takeValue()
        return true
    }

    /// Whether a container that begins and does not fit has to be seen to its end: it may be empty, and then null, or an error says that it could be.
    ///
    /// The next byte tells, if it has come.
    func mayBeNull(_ found: FoundKind, _ place: ValuePlace) -> Bool {
        guard rules.emptyAsNull.has(found) || rules.ends(behind: .typeMismatch, place.state) else { return false }
        return position.endsAtOnce(found == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) != false
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is; a dictionary loses its key.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func refuse(
        _ verdict: Verdict, _ found: FoundKind, _ place: ValuePlace, hint: String? = nil, shape: TokenShape? = nil
    ) -> Bool {
        guard rules.ends(behind: verdict, place.state) else {
            if found.isContainer { frame.pointee.dropKey() }
            return true
        }
        let hint = hint ?? place.plan.hint(verdict, found, rules.scalars)
        let mismatch = Mismatch(
            code: verdict.code, expected: place.plan.typeText, found: found.rawValue, hint: hint,
            wanted: place.plan.wanted(verdict.code, rules.scalars))
        return fail(.mismatch(mismatch), shape ?? found.shape)
    }

    /// The error that an outcome other than `proceed` stands for.
    ///
    /// - Parameter locate: Finds line and column of an offset.
    mutating func error(of outcome: ParseOutcome, locate: (Int) -> SourceLocation) -> ModelError? {
        var place = path
        let fault: Int? = if case .fault(let fault) = outcome, fault.code != .unexpectedEnd { fault.offset } else { nil }
        switch endKept(upTo: fault) {
        case .failed:
            if let (failure, location) = failure { return failure.error(at: location ?? locate(failure.offset)) }
        case .faulty(let inside): place = JSONPath(path.components + inside.components)
        case .stored, .leftOut, nil: break
        }
        let limits = request.limits
        switch outcome {
        case .proceed: return nil
        case .stopped:
            guard let (failure, location) = failure else { return .outOfMemory(at: locate(0), path: place) }
            return failure.error(at: location ?? locate(failure.offset))
        case .fault(let fault): return .syntax(fault, at: locate(fault.offset), path: place)
        case .tooLong: return .documentLimit(limits.maximumDocumentBytes, at: locate(limits.maximumDocumentBytes))
        case .tokenTooLong(let offset): return .tokenLimit(limits.maximumTokenBytes, at: locate(offset), path: place)
        case .outOfMemory(let offset): return .outOfMemory(at: locate(offset), path: place)
        }
    }
}

extension FoundKind {
    /// What is known of the extent of a value's first token.
    fileprivate var shape: TokenShape {
        switch self {
        case .null: .fixed(4)
        case .string: .string
        case .object, .array: .fixed(1)
        case .number: .number
        case .boolean: .word
        case .foreign: .anything
        }
    }
}
