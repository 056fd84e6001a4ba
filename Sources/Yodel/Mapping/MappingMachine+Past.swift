// What the machine remembers of values in open models: seldom anything, so all of it stands behind one reference.

/// What is remembered of values in open models. SAFETY: what waits refers to plans, which outlive a decode.
@safe final class MappingPast {
    fileprivate var nulls: [AlternativeNull] = []
    fileprivate var rejections: [Rejection] = []
    fileprivate var waiting: [WaitingValues] = unsafe []
    fileprivate var tapeCopy: TapeCopy?
}

extension MappingMachine {
    /// Nulls of alternatives in open models, while it may matter where they stand.
    var nulls: [AlternativeNull] {
        get { unsafe past?.nulls ?? [] }
        _modify { yield unsafe &madePast().nulls }
    }

    /// Objects that were rejected as values of required properties of open models.
    var rejections: [Rejection] {
        get { unsafe past?.rejections ?? [] }
        _modify { yield unsafe &madePast().rejections }
    }

    /// Values of alternatives that wait for better ones, by open model, the innermost last.
    var waiting: [WaitingValues] {
        get { unsafe past?.waiting ?? [] }
        _modify { yield unsafe &madePast().waiting }
    }

    /// The copy whose tokens are being mapped, if they are those of a value that has waited.
    var tapeCopy: TapeCopy? {
        get { unsafe past?.tapeCopy }
        _modify { yield unsafe &madePast().tapeCopy }
    }

    private mutating func madePast() -> MappingPast {
        if let past = unsafe past { return past }
        let made = MappingPast()
        unsafe past = made
        return made
    }
}
