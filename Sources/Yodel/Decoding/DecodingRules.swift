/// What follows where the input and the model differ. Trivial: copied into each decode.
struct DecodingRules: Sendable {
    var scalars: ScalarRules
    /// Whether a value that does not fit ends the decode; otherwise it is left out.
    var failsOnMismatch: Bool
    /// Whether an element that does not fit ends the decode.
    var failsOnInvalidElement: Bool
    /// Whether a property without a value ends the decode, unless it is optional.
    var failsOnMissing = false
    /// Whether a property without a value that is not required is noted, and does not end the decode.
    var notesMissing = false
    /// Whether a key that no property has ends the decode.
    var failsOnUnknownKey = false
    /// Whether a key that comes twice ends the decode.
    var failsOnDuplicateKey = false
    /// Containers inside each other, the root included.
    var maximumDepth: Int

    /// Makes them those of a decode that notes all that is wrong: everything has to fit, nothing is converted, and nothing but a fault ends it.
    mutating func collect() {
        scalars = scalars.subtracting([.converts, .keepsOnNull, .failsOnNull])
        failsOnMismatch = false
        failsOnInvalidElement = false
        failsOnMissing = true
        notesMissing = true
        failsOnUnknownKey = false
        failsOnDuplicateKey = false
    }

    /// Makes them those of a try of an enum's case: whatever does not fit ends it.
    ///
    /// - Parameter converts: Whether values are converted as the options say; otherwise none is.
    mutating func fit(converting converts: Bool) {
        if !converts { scalars = scalars.subtracting(.converts) }
        failsOnMismatch = true
        failsOnInvalidElement = true
        guard notesMissing else { return }
        // Of a decode that notes all that is wrong, what is noted does not fit.
        notesMissing = false
        failsOnUnknownKey = true
        failsOnDuplicateKey = true
    }

    /// Whether each key is of interest, even one of a plain property.
    var tracksKeys: Bool { failsOnMissing || failsOnUnknownKey || failsOnDuplicateKey }

    /// Whether a value that does not fit its place ends the decode; otherwise the place stays as it is, and an element is left out.
    func ends(behind verdict: Verdict, _ state: SlotState) -> Bool {
        let fails = state.isElement ? failsOnInvalidElement : failsOnMismatch
        return fails || state.isWhole || (verdict == .unexpectedNull && scalars.contains(.failsOnNull))
    }

    /// Whether a value may end the decode.
    var mayFail: Bool { failsOnMismatch || failsOnInvalidElement || tracksKeys || scalars.contains(.failsOnNull) }
}

/// What a decode is asked to do. Trivial.
@safe struct DecodingRequest {
    // SAFETY: the path and the report are the caller's, and stay in place during the decode.

    var rules: DecodingRules
    var limits: ParserLimits
    /// The way to the part of the document that is wanted; empty for all of it. Stays in place during the decode.
    var seek = unsafe UnsafeBufferPointer<JSONPath.Component>(start: nil, count: 0)
    /// Whether the scanner reads it, if it is bytes.
    var isScanned = true
    /// Where departures are noted.
    var report: UnsafeMutablePointer<DecodingReport>?

    init(_ rules: DecodingRules, _ limits: ParserLimits) {
        self.rules = rules
        self.limits = limits
    }

    /// Whether everything that does not fit is left alone or ends the decode: nothing is noted, no key tracked, no null passed over.
    var isPlain: Bool { !rules.tracksKeys && isPlainButForKeys }

    /// The same, whether or not keys are tracked.
    var isPlainButForKeys: Bool { unsafe report == nil && seek.isEmpty && !rules.scalars.contains(.keepsOnNull) }
}
