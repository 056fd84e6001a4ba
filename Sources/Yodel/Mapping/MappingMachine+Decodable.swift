// Types that decode themselves: what they throw keeps its cause, and its place inside of the value joins the value's own.

extension MappingMachine {
    /// Decodes a value through its type's own `init(from:)`.
    ///
    /// - Parameter start: Where the value begins; nil if it is the token at hand.
    mutating func storeDecodable(
        _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ inner: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer,
        fresh: Bool, at start: Int?
    ) -> Verdict {
        let (type, keys) = unsafe inner.pointee.record._withUnsafeGuaranteedRef {
            unsafe ($0.decodable.unsafelyUnwrapped, $0.cache.codedKeys)
        }
        let decoding = unsafe ValueDecoding(rules.scalars, keys)
        do {
            return unsafe try decodeOwn(type, value, decoding, plan, slot, fresh: fresh)
        } catch let error as DecodingError {
            let refusal = Refusal(error, type, value, decoding)
            // The failure is there already; whether it counts is seen where verdicts are.
            unsafe failure = unsafe DecodingFailure(
                reason: .undecodable(refusal), offset: start ?? position.tokenStart(.anything), path: JSONPath())
            return .undecodable
        } catch {
            let path = unsafe JSONPath(self.path.components + Refusal.path(decoding.steps(to: error), in: value, keys))
            _ = unsafe fail(.custom(error, type), at: start ?? position.tokenStart(.anything), path: path)
            return .failed
        }
    }

    private mutating func decodeOwn<T: Decodable>(
        _ type: T.Type, _ value: JSONValue, _ decoding: ValueDecoding, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer,
        fresh: Bool
    ) throws -> Verdict {
        let made = try decoding.decode(type, value, nil)
        unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(made, $0, isOptional: false, fresh: $1) }
        return .stored
    }

    /// A type has refused a value by an error: the decode ends with it, or it is noted.
    ///
    /// - Parameters: As those of `mismatch`; `ends` says which.
    mutating func refuse(
        _ found: FoundKind, _ plan: UnsafePointer<ValuePlan>?, path: JSONPath?, at offset: Int?, ends: Bool, _ action: DecodingReport.Action
    ) -> Bool {
        guard let pending = unsafe failure, case .undecodable(var refusal) = pending.reason else { return false }
        unsafe failure = nil
        let start = offset ?? pending.offset
        guard unsafe ends || report != nil else {
            unsafe leaveOut()
            return true
        }
        if refusal.mismatch.expected.isEmpty {
            refusal.mismatch.expected = unsafe plan.map { unsafe name(of: $0) } ?? expectation
            refusal.mismatch.found = found.rawValue
        }
        let whole = unsafe JSONPath((path ?? self.path).components + refusal.path)
        if ends { return unsafe fail(.undecodable(refusal), at: start, path: whole) }
        let words = refusal.mismatch
        unsafe note(words.code, words.expected, found: words.foundInWords, action, at: start, path: whole)
        unsafe leaveOut()
        return true
    }
}
