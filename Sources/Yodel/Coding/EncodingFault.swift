/// What has gone wrong in an encoding that its types do not know of, or that models report.
struct EncodingFault {
    /// Where there were too many containers inside each other first; nil: nowhere.
    var deepPath: [any CodingKey]?
    /// What a type has done first that no encoder can follow.
    var misuse: EncodingError?
    /// Where an error was met that a type's own code threw and that does not say where. Kept for values of models.
    var origin: (type: Any.Type, depth: Int, path: [any CodingKey])?

    /// What stands behind the error that an encoding has ended with.
    func cause(of error: any Error) -> any Error { error is EncodingEnds ? misuse ?? error : error }
}

/// Ends an encoding that cannot go on; the session knows why.
struct EncodingEnds: Error {}

extension EncodingLevel {
    /// Ends the encoding, at its next value or when it is done: there are too many containers inside each other.
    @inline(never)
    func tooDeep() {
        guard session.fault.deepPath == nil else { return }
        session.fault.deepPath = path
        session.isFaulty = true
    }

    /// Ends the encoding when it is done, since a type has done what no encoder can follow. With Foundation that ends the program.
    @inline(never)
    func misused(_ what: String) {
        guard session.fault.misuse == nil, !isWithoutEffect else { return }
        session.fault.misuse = .invalidValue(Self.self, .init(codingPath: path, debugDescription: what))
        session.isFaulty = true
    }

    /// Whether nothing that is written to it counts: a value that contains it is complete, and somebody has stored it.
    private var isWithoutEffect: Bool {
        var level = self
        while true {
            if level.isRevived || level.place == .dead { return true }
            // SAFETY: an owner lives as long as what it encodes; a level that outlives it has none.
            guard let around = level.role == .superEncoder ? level.parent : level.owner?.level else { return false }
            level = around
        }
    }
}

extension EncodingSession {
    /// Keeps where an error of a type's own code was met first: on its way up it meets every level.
    @inline(never)
    func met(_ error: any Error, in level: EncodingLevelRef) {
        guard model != nil, !(error is EncodingError) else { return }
        let depth = level.with { $0.depth }
        if let origin = fault.origin, origin.type == type(of: error), origin.depth > depth { return }
        fault.origin = (type(of: error), depth, level.with { $0.path })
        hasOrigin = true
    }

    /// What has gone wrong, which is over with that.
    @inline(never)
    func takeFault() -> EncodingFault {
        (isFaulty, hasOrigin) = (false, false)
        let fault = fault
        self.fault = EncodingFault()
        return fault
    }
}
