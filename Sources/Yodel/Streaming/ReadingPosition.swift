/// A place between two records of a stream, from which reading can go on.
///
/// ```swift
/// var reader = try ModelReader(User.self, framing: .lines)
/// try reader.read(bytes) { record in print(record.number) }
/// let position = reader.position   // keep it: a reader made with it goes on there
/// ```
public struct ReadingPosition: Sendable, Hashable, Codable {
    /// Bytes of the input before the place: what has been consumed.
    public var offset: Int
    /// The line of the place, from 1.
    public var line: Int
    /// The byte within its line, from 1.
    public var column: Int
    /// Records before the place, those that failed included.
    public var records: Int
    /// How records follow each other; nil if that has not been found out yet.
    public var framing: Framing?
    /// What stands at the place, if it is in an array.
    var arrayState: RecordSplitter.ArrayState?

    /// The start of an input.
    public init() {
        (offset, line, column, records) = (0, 1, 1, 0)
    }
}
