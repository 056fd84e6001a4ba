/// What the machine does where the input and the model differ. Trivial: copied into the machine.
struct MappingRules: Sendable {
    /// Whether a value of another kind is converted (DESIGN: the lenient table).
    var converts: Bool
    /// Whether a value that does not fit ends the decode; otherwise it is left out.
    var failsOnMismatch: Bool
    /// Containers inside each other, the root included.
    var maximumDepth: Int
}
