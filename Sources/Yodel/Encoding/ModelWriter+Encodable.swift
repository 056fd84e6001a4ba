extension ModelWriter {
    /// Writes a value by its own `encode(to:)`.
    mutating func encodable(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        let (type, encodable) = plan.pointee.record.with { ($0.type, $0.encodable) }
        guard let encodable else { return fail(.unencodable(type)) }
        let session = session.take() ?? newSession()
        do throws(ModelEncodingFailure) {
            // SAFETY: a value of the record's type is at the address.
            let isWritten = try session.encode(inModel: encodable, at: address, into: &json.output, depth: json.depth)
            keep(session)
            return isWritten ? .written : .leftOut
        } catch {
            keep(session)
            let verdict =
                switch error.reason {
                case .depthLimit: tooDeep()
                case .value(let outcome): refused(outcome)
                case .own(let error as ModelInside): fail(.error(error.error))
                case .own(let error): fail(.encode(error, type))
                }
            failure?.path = error.path.reversed().map { step in
                guard let place = step as? PlaceKey else { return .key(plans.codedKeys.written(step.stringValue)) }
                return place.intValue.map { .index($0) } ?? .key(place.stringValue)
            }
            return verdict
        }
    }

    private func newSession() -> EncodingSession {
        let (plans, rules, parse) = (plans, rules, parse)
        return ModelSessions.take(rules, plans.codedKeys) { PlannedWriting(plans, rules, parse) }
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

/// Writes models inside of types that encode themselves, by the plans and the rules of what is around.
@safe private final class PlannedWriting: ModelWriting {
    private let plans: PlanCache
    /// Whoever has this keeps what they refer to.
    private let rules: WritingRules
    private let parse: ModelWriter.Parse

    init(_ plans: PlanCache, _ rules: WritingRules, _ parse: @escaping ModelWriter.Parse) {
        self.plans = plans
        self.rules = rules
        self.parse = parse
    }

    func writes(_ type: Any.Type) -> Bool { plans.isOfModels(type) }

    func text(_ type: Any.Type, _ address: ValueAddress, depth: Int) throws(ModelError) -> OutputBuffer? {
        var writer = ModelWriter(rules, plans, OutputBuffer(capacity: 256), depth: depth, parse: parse)
        let verdict = writer.value(try plans.plan(for: type), address)
        writer.giveBackSession()
        if verdict == .failed, let failure = writer.failure { throw failure.error }
        return verdict == .written ? writer.finish() : nil
    }
}
