import FoundationEssentials

// Foundation's `localizedDescription` asks for the conformance, and knows no `description`. Whoever prints that of an error would read the type's name and a number.

extension ModelError: LocalizedError {
    /// The error in one line, as ``description`` has it: what Foundation's `localizedDescription` says.
    public var errorDescription: String? { description }
}
