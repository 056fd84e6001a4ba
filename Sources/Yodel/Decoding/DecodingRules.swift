/// What the machine does where the input and the model differ. Trivial: copied into the machine.
struct DecodingRules: Sendable {
    var scalars: ScalarRules
    /// Whether a value that does not fit ends the decode; otherwise it is left out.
    var failsOnMismatch: Bool
    /// Whether an element that does not fit ends the decode.
    var failsOnInvalidElement: Bool
    /// Whether a property without a value ends the decode, unless it is optional.
    var failsOnMissing = false
    /// Whether a key that no property has ends the decode.
    var failsOnUnknownKey = false
    /// Whether a key that comes twice ends the decode.
    var failsOnDuplicateKey = false
    /// Containers inside each other, the root included.
    var maximumDepth: Int

    /// Whether each key is of interest, even one of a plain property.
    var watchesKeys: Bool { failsOnMissing || failsOnUnknownKey || failsOnDuplicateKey }

    /// Whether a value may end the decode.
    var mayFail: Bool { failsOnMismatch || failsOnInvalidElement || watchesKeys || scalars.contains(.failsOnNull) }
}

/// What a decode is asked to do. Trivial.
@unsafe struct DecodingRequest {
    var rules: DecodingRules
    var limits: ParserLimits
    /// The way to the part of the document that is wanted; empty for all of it. Stays in place during the decode.
    var seek = unsafe UnsafeBufferPointer<JSONPath.Component>(start: nil, count: 0)
    /// Whether the scanner reads it, if it is bytes.
    var isScanned = true
    /// Where departures are noted.
    var report: UnsafeMutablePointer<DecodingReport>?

    init(_ rules: DecodingRules, _ limits: ParserLimits) {
        unsafe self.rules = rules
        unsafe self.limits = limits
    }

    /// Whether everything that does not fit is left alone or ends the decode: nothing is noted, no key watched, no null passed over.
    var isPlain: Bool {
        unsafe !rules.watchesKeys && report == nil && seek.isEmpty && !rules.scalars.contains(.keepsOnNull)
    }
}

extension DecodingRequest {
    /// The same for values that are made by Decoding only: whatever reads other bytes, and no deeper than recursion goes.
    var forDrafts: DecodingRequest {
        var request = unsafe self
        unsafe request.isScanned = true
        unsafe request.rules.maximumDepth = min(request.rules.maximumDepth, Decoding<AllFeatures>.maximumDepth)
        return unsafe request
    }
}
