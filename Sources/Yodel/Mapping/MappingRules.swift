/// What the machine does where the input and the model differ. Trivial: copied into the machine.
struct MappingRules: Sendable {
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
}
