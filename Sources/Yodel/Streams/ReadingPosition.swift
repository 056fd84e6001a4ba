/// A place between two records of a stream, from which reading can continue.
///
/// ```swift
/// var reader = try ModelReader(User.self, framing: .lines)
/// try reader.read(bytes) { record in print(record.number) }
/// let position = reader.position   // keep it: a reader made with it goes on there
/// ```
///
/// Its encoded form has the keys `offset`, `line`, `column` and `records`, all numbers; `framing`, if it is known; `file`, if the position comes from a
/// ``ModelFile``; `arrayState`, a number, if it is inside an array or after a document; and `containers`, the kinds of the containers around that array, if it
/// is not the root. A position without `file` or `containers` can be decoded. A position with impossible numbers is an error, both when it is decoded and when
/// a reading begins with it.
public struct ReadingPosition: Sendable, Hashable, Codable {
    /// The number of bytes before the place, all of which have been consumed.
    public var offset: Int
    /// The line of the place, counted from 1.
    public var line: Int
    /// The byte within its line, counted from 1.
    public var column: Int
    /// The number of records before the place, including those that failed.
    public var records: Int
    /// How records follow each other; nil if that is not known yet.
    public var framing: Framing?
    /// The file that the place belongs to, which ``ModelFile`` checks before it continues. Nil if reading may continue in any file, and if the position comes
    /// from a ``ModelReader``, which knows no file.
    public var file: FileIdentity?
    /// What stands at the place, if it is in an array or after one.
    var arrayState: RecordSplitter.ArrayState?
    /// The containers around that array, the root first; nil if there are none or they are not known.
    var containers: [DocumentRest.Container]?

    /// The start of an input.
    public init() {
        (offset, line, column, records) = (0, 1, 1, 0)
    }

    private enum CodingKeys: CodingKey {
        case offset, line, column, records, framing, file, arrayState, containers
    }

    /// Reads a position.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if no reading could have reported it; its underlying error is the `ModelError` that says why.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        offset = try container.decode(Int.self, forKey: .offset)
        line = try container.decode(Int.self, forKey: .line)
        column = try container.decode(Int.self, forKey: .column)
        records = try container.decode(Int.self, forKey: .records)
        framing = try container.decodeIfPresent(Framing.self, forKey: .framing)
        file = try container.decodeIfPresent(FileIdentity.self, forKey: .file)
        arrayState = try container.decodeIfPresent(RecordSplitter.ArrayState.self, forKey: .arrayState)
        containers = try container.decodeIfPresent([DocumentRest.Container].self, forKey: .containers)
        do {
            try check()
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
        }
    }

    /// No number of a position is greater, so that what is added while a reading goes on cannot overflow: no input is as long.
    static let limit = 1 << 62

    /// Looks whether a reading can have told the position.
    ///
    /// - Throws: An error of category `input` if it cannot.
    func check() throws(ModelError) {
        for (name, number, least) in [
            ("offset", offset, 0), ("line", line, 1), ("column", column, 1), ("records", records, 0), ("file.length", file?.length ?? 0, 0),
        ] where number < least || number > Self.limit {
            throw .damagedPosition(name, number, least, Self.limit)
        }
        guard column - 1 <= offset else { throw .damagedPosition("column", column, 1, offset + 1) }
        switch (arrayState, framing) {
        case (_, .array(let path)) where containers.map({ DocumentRest.mayBe($0, along: path) }) != false: return
        case (nil, _) where containers == nil, (.ended, .document) where containers == nil: return
        default: throw .positionOutsideOfArray
        }
    }

    /// Looks whether a reading can go on at the position.
    ///
    /// - Parameter framing: How records are to follow each other.
    /// - Throws: An error of category `input` if it cannot.
    func check(for framing: Framing) throws(ModelError) {
        try check()
        switch (self.framing ?? .automatic, framing) {
        case (.automatic, .automatic): guard offset == 0 else { throw .positionWithoutFraming(at: offset) }
        case (.automatic, _), (_, .automatic): return
        case (let own, _): guard own == framing else { throw .positionOfAnotherFraming(own.name, framing.name) }
        }
    }
}
