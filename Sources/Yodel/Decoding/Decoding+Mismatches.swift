// What follows from a value that does not fit its place: the decode ends, or the value is noted and left out.

extension Decoding where Features == AllFeatures {
    /// A container does not fit its place.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func unfit(_ found: FoundKind, at next: TextPlace, _ plan: PlanRef, _ state: SlotState) -> Bool {
        let hint = emptyHint(.typeMismatch, found, next)
        guard mismatch(.typeMismatch, found, at: features.offset(next), plan, state, hint: hint) else { return false }
        // The dictionary has no such key any more.
        if case .dictionaryKey = features.steps.last { features.step(.none) }
        return true
    }

    /// What follows from a value that may not have been stored.
    ///
    /// - Parameter hint: What would fit, if not what the type says.
    /// - Returns: Whether the decode goes on.
    mutating func settle(
        _ verdict: Verdict, _ found: FoundKind, at next: TextPlace, _ plan: PlanRef, _ state: SlotState, hint: String? = nil
    ) -> Bool {
        switch verdict {
        case .stored, .passed: return true
        case .failed: return false
        case .kept where state.isWhole:
            let verdict: Verdict = found == .null ? .unexpectedNull : .invalidValue
            let hint = found == .null ? emptyHint(verdict, found, next) : nil
            return mismatch(verdict, found, at: features.offset(next), plan, state, hint: hint)
        case .kept:
            let code: ModelError.Code = found == .null ? .unexpectedNull : .invalidValue
            let scalars = rules.scalars
            features.note(
                code, plan.typeText, found: Mismatch(code: code, expected: "", found: found.rawValue).foundInWords,
                state.isElement ? .omitted : .kept, at: features.offset(next),
                sender: SenderWords(expected: plan.wanted(code, scalars), found: found.rawValue))
            if state.isAwaited && found != .null {
                let wanted = plan.wanted(code, scalars)
                let mismatch = Mismatch(code: code, expected: plan.typeText, found: found.rawValue, wanted: wanted)
                keepReason(.mismatch(mismatch), at: features.offset(next), features.path)
            }
            return true
        default:
            let hint = hint ?? emptyHint(verdict, found, next)
            return mismatch(verdict, found, at: features.offset(next), plan, state, hint: hint)
        }
    }

    /// The decode ends after a value. A number ends with the byte after it: if that is a fault in itself, it comes before what there is to say of the number.
    mutating func endsBehind(_ found: FoundKind, at end: TextPlace) {
        if unsafe found == .number && Scanner.endsInFault(end.byte) { features.failure = nil }
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is.
    ///
    /// - Parameters:
    ///   - offset: Where the value begins.
    ///   - plan: The place's type; nil on the way to properties.
    ///   - path: The place, if it is not the value at hand.
    ///   - expected: What the place is for, if not a value of its type; also as the sender of the document is told.
    ///   - hint: What would fit, if not what the type says.
    /// - Returns: Whether the decode goes on.
    mutating func mismatch(
        _ verdict: Verdict, _ found: FoundKind, at offset: Int, _ plan: PlanRef?, _ state: SlotState, path: JSONPath? = nil,
        expected: @autoclosure () -> (text: String, wanted: String)? = nil, hint: @autoclosure () -> String? = nil
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
        let other = expected()
        var mismatch = Mismatch(code: verdict.code, expected: other?.text ?? plan?.typeText ?? "an object", found: found.rawValue)
        // Nobody reads what ends a try, nor issues that are only counted.
        let (isTried, isCut) = (features.tries.map { $0.depth > 0 } ?? false, features.report.map { $0.pointee.isCut } ?? true)
        if ends ? !isTried : isReason || !isCut {
            let scalars = rules.scalars
            mismatch.hint = hint() ?? plan?.hint(verdict, found, scalars) ?? ""
            mismatch.wanted = other?.wanted ?? plan?.wanted(mismatch.code, scalars) ?? "an object"
        }
        if verdict == .undecodable, var refusal = features.refusal {
            features.refusal = nil
            if refusal.mismatch.expected.isEmpty {
                refusal.mismatch.expected = mismatch.expected
                refusal.mismatch.found = mismatch.found
                refusal.mismatch.wanted = mismatch.wanted
            }
            mismatch = refusal.mismatch
            let path = JSONPath((path ?? features.path).components + refusal.path)
            let reason = refusal.inside.map { DecodingFailure.Reason.inside($0) } ?? .undecodable(refusal)
            if ends {
                features.fail(reason, at: offset, path: path)
                return false
            }
            features.note(
                mismatch.code, mismatch.expected, found: mismatch.foundInWords, action, at: offset, path: path, sender: mismatch.sender)
            if isReason { keepReason(reason, at: offset, path) }
            return true
        }
        if ends {
            features.fail(.mismatch(mismatch), at: offset, path: path)
            return false
        }
        features.note(
            mismatch.code, mismatch.expected, found: mismatch.foundInWords, action, at: offset, path: path, sender: mismatch.sender)
        if isReason { keepReason(.mismatch(mismatch), at: offset, path ?? features.path) }
        return true
    }

    /// Keeps why a value does not fit a required property, for the model around it.
    mutating func keepReason(_ reason: DecodingFailure.Reason, at offset: Int, _ path: JSONPath) {
        features.rejection = (features.steps.count, DecodingFailure(reason: reason, offset: offset, path: path))
    }
}
