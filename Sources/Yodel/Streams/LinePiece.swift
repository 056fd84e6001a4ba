/// What records become, as far as pieces are concerned.
protocol PieceContent {
    /// Forgets what has become of the records behind the first ones.
    func truncate(to count: Int)
}

extension ModelStore: PieceContent {}

/// What a piece of the input has become.
struct LinePiece<Content: PieceContent> {
    let content: Content
    let failures: [RecordFailure]
    /// Where the piece's reading began.
    let start: ReadingPosition
    let end: ReadingPosition
    let failedRecords: Int
    /// What stopped the reading.
    let error: (any Error)?
    /// Whether the input ends with the piece.
    let isLast: Bool
}

extension LinePiece: Sendable where Content: Sendable {}

/// Counts pieces through, in their order.
struct LineMerger {
    private let reading: ReadingOptions
    private let start: ReadingPosition
    /// The place behind all pieces so far.
    private(set) var position: ReadingPosition
    private(set) var failedRecords: Int
    private var room: CollectionRoom
    /// Records of earlier inputs.
    private let recordsBefore: Int
    private var isFirst = true

    /// - Parameter earlier: What has counted the input before this one, whose failures count too.
    init(_ reading: ReadingOptions, from position: ReadingPosition, behind earlier: LineMerger? = nil) {
        self.reading = reading
        failedRecords = earlier?.failedRecords ?? 0
        room = earlier?.room ?? CollectionRoom(reading)
        recordsBefore = earlier.map { $0.recordsBefore + $0.position.records - $0.start.records } ?? 0
        start = position
        self.position = position
        self.position.framing = .lines
    }

    /// Takes the next piece: drops what one core would not have read.
    ///
    /// - Returns: The failures, and the error that ends the reading.
    mutating func merge<Content>(_ piece: LinePiece<Content>) -> (failures: [RecordFailure], error: (any Error)?) {
        let (records, lines) = isFirst ? (0, 0) : (position.records, position.line - 1)
        isFirst = false
        var kept: [RecordFailure] = []
        for (index, failure) in piece.failures.enumerated() {
            let place = failure.behind(records: records, lines: lines)
            if let count = bytes(of: place) { kept.append(place.cut(to: count)) }
            guard reading.limitsFailures else { continue }
            failedRecords += 1
            do {
                try reading.checkLimits(failedRecords, of: recordsBefore + place.number - start.records, place.error)
            } catch {
                piece.content.truncate(to: failure.number - piece.start.records - 1 - index)
                position.offset = place.offset
                position.line = place.line
                position.column = place.line == start.line ? place.offset - start.offset + start.column : 1
                position.records = place.number - 1
                return (kept, error)
            }
        }
        if !reading.limitsFailures { failedRecords += piece.failedRecords }
        // A piece in which no line begins says nothing: the line before it may go on behind it.
        if piece.end.offset > piece.start.offset {
            position.offset = piece.end.offset
            position.line = lines + piece.end.line
            position.column = piece.end.column
            position.records = records + piece.end.records
        }
        guard let error = piece.error as? ModelError else { return (kept, piece.error) }
        return (kept, error.behind(lines: lines))
    }

    /// How many bytes are kept of the record of one more failure; nil if it is not kept.
    private mutating func bytes(of failure: RecordFailure) -> Int? {
        switch reading.onFailure {
        case .deliver: failure.bytes.count
        case .collect: room.take(failure.error, recordBytes: failure.bytes.count)
        case .skip, .abort: nil
        }
    }
}
