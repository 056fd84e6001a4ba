/// A place in the input.
///
/// Offsets count bytes from the start of the input, whatever the chunks it came in. Lines and columns count from one; a column counts bytes.
struct SourceLocation: Sendable, Hashable {
    /// Bytes before the place.
    var offset: Int
    /// The line, from one; zero where the error has no place in the input.
    var line: Int
    /// The byte within the line, from one; zero where the error has no place in the input.
    var column: Int

    /// No place: the error is about a type, not about bytes.
    static let none = SourceLocation(offset: 0, line: 0, column: 0)
}
