extension ModelWriter {
    /// Writes a value by its own `encode(to:)`.
    mutating func encodable(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        let (type, encodable) = unsafe plan.pointee.record._withUnsafeGuaranteedRef { ($0.type, $0.encodable) }
        guard let encodable else { return fail(.unencodable(type)) }
        let session = session.take() ?? ModelSessions.take(rules, unsafe plans.codedKeys)
        do throws(ModelEncodingFailure) {
            // SAFETY: a value of the record's type stands at the address.
            let isWritten = unsafe try session.encode(inModel: encodable, at: address, into: &json.output, depth: json.depth)
            keep(session)
            return isWritten ? .written : .leftOut
        } catch {
            keep(session)
            let verdict =
                switch error.reason {
                case .depthLimit: tooDeep()
                case .value(let outcome): refused(outcome)
                case .own(let error): fail(.encode(error, type))
                }
            failure?.path = error.path.reversed().map { step in
                guard let place = step as? PlaceKey else { return .key(unsafe plans.codedKeys.written(step.stringValue)) }
                return place.intValue.map { .index($0) } ?? .key(place.stringValue)
            }
            return verdict
        }
    }

    /// Keeps a session for the next value, unless a type has kept a part of it.
    private mutating func keep(_ session: consuming EncodingSession) {
        self.session = session
        if !isKnownUniquelyReferenced(&self.session) { self.session = nil }
    }

    /// Ends the writing with the error that a property would have of a value that JSON has no place for.
    private mutating func refused(_ outcome: WriteOutcome) -> WriteVerdict {
        switch outcome {
        case .dateOutOfRange: fail(.dateOutOfRange)
        case .dataIsNoText: fail(.dataIsNoText)
        case .written, .isNil, .notFinite: fail(.nonFinite)
        }
    }
}
