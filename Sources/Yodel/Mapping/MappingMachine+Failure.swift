extension MappingMachine {
    /// Records a failure at the token at hand; the token method returns what this returns: false.
    @inline(never)
    mutating func fail(_ reason: DecodingFailure.Reason, _ shape: TokenShape) -> Bool {
        failure = (DecodingFailure(reason: reason, offset: position.tokenStart(shape), path: path), nil)
        return false
    }

    /// What follows from a scalar that has not been stored.
    ///
    /// - Returns: Whether the decode goes on.
    @inline(never)
    mutating func settle(_ verdict: Verdict, _ found: FoundKind, _ place: ValuePlace) -> Bool {
        switch verdict {
        case .stored, .passed: return true
        case .failed: return false
        case .kept where place.state.isWhole: return refuse(found == .null ? .unexpectedNull : .invalidValue, found, place)
        case .kept: frame.pointee.omit()
        default:
            guard refuse(verdict, found, place) else { return false }
            frame.pointee.omit()
        }
        return true
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is; a dictionary loses its key.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func refuse(_ verdict: Verdict, _ found: FoundKind, _ place: ValuePlace) -> Bool {
        guard rules.ends(behind: verdict, place.state) else {
            if found.isContainer { frame.pointee.dropKey() }
            return true
        }
        let hint = place.plan.hint(verdict, found, rules.scalars)
        let mismatch = Mismatch(code: verdict.code, expected: place.plan.typeText, found: found.rawValue, hint: hint)
        return fail(.mismatch(mismatch), found.shape)
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
        case .faulty(let inside): place = JSONPath(place.components + inside.components)
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
