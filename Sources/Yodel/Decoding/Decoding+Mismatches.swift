// What follows from a value that does not fit its place: the decode ends, or the value is noted and left out.

extension Decoding where Features == AllFeatures {
    /// A container does not fit its place.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func unfit(_ found: FoundKind, at next: TextPlace, _ plan: PlanRef, _ state: SlotState) -> Bool {
        guard mismatch(.typeMismatch, found, at: features.offset(next), plan, state) else { return false }
        // The dictionary has no such key any more.
        if case .dictionaryKey = features.steps.last { features.step(.none) }
        return true
    }

    /// What follows from a value that may not have been stored.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func settle(_ verdict: Verdict, _ found: FoundKind, at next: TextPlace, _ plan: PlanRef, _ state: SlotState) -> Bool {
        switch verdict {
        case .stored, .passed: return true
        case .failed: return false
        case .kept where state.isWhole:
            return mismatch(found == .null ? .unexpectedNull : .invalidValue, found, at: features.offset(next), plan, state)
        case .kept:
            let code: ModelError.Code = found == .null ? .unexpectedNull : .invalidValue
            features.note(
                code, plan.name, found: Mismatch(code: code, expected: "", found: found.rawValue).foundInWords,
                state.isElement ? .omitted : .kept, at: features.offset(next))
            if state.isAwaited && found != .null {
                let mismatch = Mismatch(code: code, expected: plan.name, found: found.rawValue)
                keepReason(.mismatch(mismatch), at: features.offset(next), features.path)
            }
            return true
        default: return mismatch(verdict, found, at: features.offset(next), plan, state)
        }
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is.
    ///
    /// - Parameters:
    ///   - offset: Where the value begins.
    ///   - plan: The place's type; nil on the way to properties.
    ///   - path: The place, if it is not the value at hand.
    ///   - expected: What the place is for, if not a value of its type.
    ///   - hint: What would fit.
    /// - Returns: Whether the decode goes on.
    mutating func mismatch(
        _ verdict: Verdict, _ found: FoundKind, at offset: Int, _ plan: PlanRef?, _ state: SlotState, path: JSONPath? = nil,
        expected: @autoclosure () -> String? = nil, hint: @autoclosure () -> String = ""
    ) -> Bool {
        if verdict == .failed { return false }
        let ends = rules.ends(behind: verdict, state)
        // Null counts as no value, so that it is none that does not fit.
        let isReason = state.isAwaited && (found != .null || path != nil)
        guard ends || features.isReporting || isReason else {
            features.refusal = nil
            return true
        }
        let action: DecodingReport.Action = state.isElement ? .omitted : .kept
        var mismatch = Mismatch(code: verdict.code, expected: expected() ?? plan?.name ?? "an object", found: found.rawValue)
        mismatch.hint = hint()
        if verdict == .undecodable, var refusal = features.refusal {
            features.refusal = nil
            if refusal.mismatch.expected.isEmpty {
                refusal.mismatch.expected = mismatch.expected
                refusal.mismatch.found = mismatch.found
            }
            mismatch = refusal.mismatch
            let path = JSONPath((path ?? features.path).components + refusal.path)
            let reason = refusal.inside.map { DecodingFailure.Reason.inside($0) } ?? .undecodable(refusal)
            if ends {
                features.fail(reason, at: offset, path: path)
                return false
            }
            features.note(mismatch.code, mismatch.expected, found: mismatch.foundInWords, action, at: offset, path: path)
            if isReason { keepReason(reason, at: offset, path) }
            return true
        }
        if ends {
            features.fail(.mismatch(mismatch), at: offset, path: path)
            return false
        }
        features.note(mismatch.code, mismatch.expected, found: mismatch.foundInWords, action, at: offset, path: path)
        if isReason { keepReason(.mismatch(mismatch), at: offset, path ?? features.path) }
        return true
    }

    /// Keeps why a value does not fit a required property, for the model around it.
    mutating func keepReason(_ reason: DecodingFailure.Reason, at offset: Int, _ path: JSONPath) {
        features.rejection = (features.steps.count, DecodingFailure(reason: reason, offset: offset, path: path))
    }
}
