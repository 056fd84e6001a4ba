// One try of an enum's case: its payload is read under rules by which whatever does not fit ends the decode, and what the decode knows is then as it was before.

extension Decoding where Features == AllFeatures {
    /// How a try ended.
    enum Tried {
        /// Behind the payload.
        case fits(TextPlace)
        case unfit
        /// Nothing else is to be tried: the decode fails.
        case ended
    }

    /// What is put back when a try has ended.
    struct BeforeTry {
        let rules: DecodingRules
        let depthLeft: Int
        let steps: Int
        let trouble: AllFeatures.Trouble?
        let report: Pinned<DecodingReport>?
        let tracksKeys: Bool
        let undoReasons: Int
        let undoMark: Int
        let tags: TagSearch
        let taken: UInt
        /// `KeyWatch.mark`.
        let noted: Int
    }

    /// What is known while cases are tried.
    mutating func madeTries() -> Tries {
        let tries = features.tries ?? Tries()
        features.tries = tries
        return tries
    }

    /// Begins a try.
    ///
    /// - Parameter converts: Whether values are converted as the options say.
    mutating func beginTry(converting converts: Bool) -> BeforeTry {
        let tries = madeTries()
        let before = BeforeTry(
            rules: rules, depthLeft: depthLeft, steps: features.steps.count, trouble: features.trouble, report: features.report,
            tracksKeys: features.tracksKeys, undoReasons: features.undoReasons, undoMark: tries.undoMark, tags: features.tags,
            taken: tries.mark, noted: features.watch?.pointee.mark ?? 0)
        // A try that ended for a repeated tag would count as one that does not fit.
        features.tags = .last
        // Of a decode that notes all that is wrong, nothing that is noted fits.
        if rules.notesMissing { features.report = nil }
        rules.fit(converting: converts)
        features.trouble = nil
        features.watch?.pointee.tries += 1
        features.tracksKeys = rules.tracksKeys || features.isReporting || features.watch != nil
        features.undoReasons += 1
        tries.undoMark = features.undoLog?.count ?? 0
        return before
    }

    /// Ends a try.
    mutating func endTry(_ before: BeforeTry, _ read: Read) -> Tried {
        let tries = madeTries()
        let failure = features.failure
        features.steps.truncate(to: before.steps)
        depthLeft = before.depthLeft
        rules = before.rules
        features.trouble = before.trouble
        features.report = before.report
        features.tracksKeys = before.tracksKeys
        features.watch?.pointee.tries -= 1
        features.undoReasons = before.undoReasons
        features.tags = before.tags
        let mark = tries.undoMark
        tries.undoMark = before.undoMark
        if read.isStored, let end = read.end {
            features.undoLog?.forget(since: mark, butFields: features.undoReasons > 0)
            return .fits(end)
        }
        features.undoLog?.putBack(since: mark)
        features.watch?.pointee.forget(since: before.noted)
        tries.giveBack(since: before.taken)
        guard let failure, features.spent != nil || failure.reason.isOfNoType else { return .unfit }
        features.failure = failure
        return .ended
    }

    /// Has issues noted in a report of their own.
    ///
    /// - Returns: nil besides if nobody wants to know.
    mutating func noted<R>(_ body: (inout Decoding) -> R) -> (R, DecodingReport?) {
        guard let outer = features.report, var report = features.partReport else { return (body(&self), nil) }
        let result = unsafe Pinned.lend(&report) { inner in
            features.report = inner
            defer { features.report = outer }
            return body(&self)
        }
        return (result, report)
    }

    /// Notes what is in a report.
    func note(_ report: DecodingReport?) {
        guard let report, !report.isEmpty, let outer = features.report else { return }
        outer.pointee.add(report)
    }
}

extension DecodingFailure.Reason {
    /// Whether it says nothing of the type that a value is read as: it would fail as any other, or the type is at fault.
    fileprivate var isOfNoType: Bool {
        switch self {
        case .depthLimit, .tokenLimit, .model: true
        case .inside(let error): error.category == .limit || error.category == .model
        case .mismatch, .custom, .undecodable, .rejected, .transform, .missing, .unknownKey, .duplicateKey: false
        }
    }
}
