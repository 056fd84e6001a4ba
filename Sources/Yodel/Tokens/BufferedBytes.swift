/// The bytes of one value of a document in pieces, from its first on. While they lie in the piece at hand they stay there.
@safe struct BufferedBytes {
    // SAFETY: `piece` is used while the piece at hand is.

    /// Bytes of the input before the value.
    let offset: Int
    /// Where the value begins, if the lines before it are known.
    private let location: SourceLocation?
    /// Those of earlier pieces.
    private var bytes: [UInt8] = []
    /// Those of the piece at hand, if there are no earlier ones.
    private var piece = BorrowedBytes.none

    init(at offset: Int, _ location: SourceLocation?) {
        self.offset = offset
        self.location = location
    }

    /// What of a piece has not been kept yet.
    ///
    /// - Parameters:
    ///   - start: Offset of the piece.
    ///   - end: How many of its bytes count.
    private func rest(of piece: BorrowedBytes, from start: Int, upTo end: Int) -> BorrowedBytes {
        piece.part(min(max(offset + bytes.count - start, 0), end)..<end)
    }

    /// Takes over the bytes of a piece that is about to go.
    mutating func append(_ piece: BorrowedBytes, from start: Int, upTo end: Int) {
        bytes.append(contentsOf: rest(of: piece, from: start, upTo: end))
    }

    /// Ends the value in a piece.
    mutating func end(in piece: BorrowedBytes, from start: Int, upTo end: Int) {
        if bytes.isEmpty {
            self.piece = rest(of: piece, from: start, upTo: end)
        } else {
            append(piece, from: start, upTo: end)
        }
    }

    /// Lends all bytes.
    func withBytes<R>(_ body: (BorrowedBytes) -> R) -> R {
        if bytes.isEmpty { return body(piece) }
        return unsafe bytes.withBorrowedBytes { body($0) }
    }

    /// The place of an offset in the value; nil if the lines before it are not known.
    func location(of offset: Int) -> SourceLocation? {
        guard let location else { return nil }
        let counter = LineCounter(line: location.line, lineStart: location.offset - location.column + 1)
        return withBytes { counter.location(of: offset, in: $0, from: location.offset) }
    }
}
