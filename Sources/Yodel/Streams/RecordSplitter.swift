// Cuts a stream into records. Chunks come in any size; records go out as bytes where they stand in the chunk, without a copy, or, if a chunk's
// end has cut them, put together in a buffer of their own.
//
//     chunk 1   {"id":1}\n{"id":2}\n{"i      records 1 and 2 in place; `{"i` is carried over
//     chunk 2   d":3}\n                      record 3 from the buffer
//
// Where a record ends is told by line feeds, by brackets and strings, or by separators, never by whether it is JSON: a record that is none
// ends all the same, and the next one is read as if nothing had happened. Only where nothing but brackets tells values apart, lines help to find the
// next one (RecordSplitter+Values.swift).

/// Where a record stands.
@safe struct RecordPlace {
    // SAFETY: the bytes stay until the splitter is fed again.

    /// The record, without what separates it from others. Stays until the splitter is asked for the next one. Empty if it is too long.
    var bytes: BorrowedBytes
    /// The place of its first byte.
    var location: SourceLocation
    /// Bytes of the record.
    var length: Int
    /// Why it is none, if that is known without looking into it.
    var fault: RecordFault?

    static func tooLong(_ length: Int, at location: SourceLocation) -> RecordPlace {
        RecordPlace(bytes: .none, location: location, length: length, fault: .tooLong)
    }
}

/// Why bytes are no record.
enum RecordFault {
    /// Longer than the limit.
    case tooLong
    /// A number or word at the end of a text sequence's record, which may have been cut off (RFC 7464 section 2.4).
    case cutOff
}

extension ModelError {
    static func record(_ fault: RecordFault, limit: Int, at location: SourceLocation) -> ModelError {
        switch fault {
        case .tooLong: .recordTooLong(limit, at: location)
        case .cutOff: .recordCutOff(at: location)
        }
    }
}

/// Cuts chunks into records.
@safe struct RecordSplitter: ~Copyable {
    /// How records follow each other; nil until that has been found out.
    private(set) var framing: Framing?
    let limit: Int
    /// Whether a last line without a line feed is left.
    let leavesUnfinishedLine: Bool

    /// The bytes at hand, lent by the caller, or those of `head`.
    ///
    /// SAFETY: used between `begin` and `end` only, for which time the caller keeps them in place.
    private(set) var chunk = BorrowedBytes.none
    var index = 0
    /// Offset of the chunk's first byte.
    private(set) var chunkOffset: Int
    /// What has come before it was known how to read it.
    private var head = OutputBuffer()
    private var guess = FramingGuess()
    private(set) var isHeadRead = false
    /// Where the reading began: it goes on there while no array has been found.
    private let origin: SourceLocation
    /// Where a fault between records has ended the reading.
    private var stopped: SourceLocation?
    /// Where the reading has been given up behind a record.
    private var givenUp: SourceLocation?
    /// The last byte before the chunk.
    private var lastByte: UInt8?
    /// Whether the record at hand, as far as it stands in chunks before this one, is white space.
    private var isBlankSoFar = false
    /// Whether no more chunks come.
    private(set) var isLast = false

    /// The record at hand, as far as it stands in chunks before this one.
    var carry = OutputBuffer()
    /// Where the record at hand begins; nil between records.
    var start: SourceLocation?
    var isTooLong = false
    var scanner = ValueScanner()
    var valueState = ValueState.value
    /// The value at hand from one of its inner lines on (`ValueScanner.InnerLine`), as far as it stands in chunks before this one.
    var innerCarry = OutputBuffer()
    /// Offset of the first byte of `innerCarry`.
    var innerCarryOffset = 0
    var seeker: ArraySeeker?
    var arrayState = ArrayState.first
    /// The containers around the array, the root first.
    var containers: [DocumentRest.Container] = []
    /// What reads the rest of the document after the array, once that has begun.
    var rest: DocumentRest?
    /// Where the array has ended, until the rest has been read.
    var restStart: SourceLocation?
    private var lines = LineCounter()
    private var counted: Int

    enum ArrayState: UInt8, Sendable, Codable {
        /// Before the first element.
        case first
        /// Behind a comma.
        case element
        /// Behind an element.
        case comma
        /// After the document: only white space may follow.
        case ended
        /// After the array, in a document that has not ended.
        case rest
    }

    /// What is known of the value at hand, where values follow each other.
    enum ValueState {
        /// It may be JSON, and ends with its brackets.
        case value
        /// It is no JSON, and goes on to the next line that begins with a bracket.
        case broken
        /// It is no JSON, has no open bracket, and goes on to the end of its line or to a bracket.
        case stray
        /// It began as an inner line of one that is no JSON, and ends before this offset.
        case inner(end: Int)
    }

    /// - Parameters:
    ///   - framing: How records follow each other.
    ///   - limit: The longest record, in bytes.
    ///   - leavesUnfinishedLine: Whether a last line without a line feed is left.
    ///   - position: Where the input goes on: one that `ReadingPosition.check(for:)` has let pass.
    init(_ framing: Framing, limit: Int, leavesUnfinishedLine: Bool, from position: ReadingPosition) {
        // What is added to it must not overflow.
        self.limit = min(max(limit, 1), ReadingPosition.limit)
        self.leavesUnfinishedLine = leavesUnfinishedLine
        origin = SourceLocation(offset: position.offset, line: position.line, column: position.column)
        let known = position.framing ?? .automatic
        self.framing = known != .automatic ? known : framing != .automatic ? framing : nil
        chunkOffset = position.offset
        counted = position.offset
        isHeadRead = position.offset > 0
        lines = LineCounter(line: position.line, lineStart: position.offset - position.column + 1)
        if let state = position.arrayState {
            arrayState = state
            if case .array(let path) = self.framing { containers = position.containers ?? DocumentRest.containers(along: path) }
            if state == .rest { endArray(at: origin) }
        } else {
            prepareToSeek()
        }
    }

    /// The array has ended: the rest of the document follows, if there is more of it than the array.
    mutating func endArray(at place: SourceLocation) {
        arrayState = containers.isEmpty ? .ended : .rest
        if arrayState == .rest { restStart = place }
    }

    private mutating func prepareToSeek() {
        if case .array(let path) = framing { seeker = ArraySeeker(path) }
    }

    // MARK: Chunks

    /// Takes the next chunk. All records of the one before must have been taken.
    ///
    /// - Parameter chunk: Stays in place until `end`.
    mutating func begin(_ chunk: BorrowedBytes, isLast: Bool) {
        self.isLast = isLast
        index = 0
        self.chunk = chunk
        guard !isHeadRead else { return }
        head.append(chunk)
        self.chunk = .none
        guard let start = unsafe Self.start(of: head.bytes, isLast: isLast) else { return }
        if framing == nil {
            // However the input is cut, no more than these bytes are looked at.
            let kept = unsafe head.bytes.part(start...)
            let rest = kept.part(..<min(kept.count, limit))
            framing = guess.look(at: rest, isLast: isLast || head.count - start > limit)
            guard framing != nil else { return }
            prepareToSeek()
        }
        isHeadRead = true
        self.chunk = unsafe head.bytes
        index = start
    }

    /// Ends the reading behind the record that has just been taken.
    mutating func giveUp() { givenUp = location(of: index) }

    /// Lets go of the chunk: what is left of it belongs to a record that has not ended.
    mutating func end() {
        guard isHeadRead else { return }
        if start != nil {
            if case .values = framing { keepValue() } else { keep(to: chunk.count) }
        }
        lastByte = chunk.last ?? lastByte
        count(to: chunk.count)
        chunkOffset += chunk.count
        chunk = .none
        index = 0
        if head.count > 0 { head = OutputBuffer() }
    }

    /// Where the input begins behind a byte order mark; nil if that cannot be told yet.
    private static func start(of bytes: BorrowedBytes, isLast: Bool) -> Int? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard bytes.prefix(3).elementsEqual(mark.prefix(bytes.count)) else { return 0 }
        return bytes.count >= 3 ? 3 : isLast ? 0 : nil
    }

    // MARK: Records

    /// Begins a record at an index of the chunk.
    mutating func beginRecord(at place: Int) {
        count(to: place)
        start = lines.place(of: chunkOffset + place)
        isTooLong = false
        isBlankSoFar = true
        carry.truncate(to: 0)
        scanner.reset()
        valueState = .value
        index = place
    }

    /// Ends the record before an index of the chunk.
    ///
    /// - Parameters:
    ///   - end: Negative if the record ended in an earlier chunk.
    ///   - trimmed: Bytes at its end that do not belong to it.
    mutating func endRecord(at end: Int, trimmed: Int = 0) -> RecordPlace {
        let location = start ?? SourceLocation.none
        let length = chunkOffset + end - location.offset - trimmed
        start = nil
        guard !isTooLong && length <= limit else {
            return .tooLong(length, at: location)
        }
        let first = location.offset - chunkOffset
        if first >= 0 {
            let bytes = chunk.part(first..<first + length)
            return RecordPlace(bytes: bytes, location: location, length: length)
        }
        carry.append(chunk.part(..<max(end - trimmed, 0)))
        return unsafe RecordPlace(
            bytes: carry.bytes.part(..<length), location: location, length: length)
    }

    /// Passes a record over of which nothing is wanted.
    mutating func dropRecord() { start = nil }

    /// The last byte of the record at hand before an index of the chunk.
    func byte(before end: Int) -> UInt8? {
        if end > 0 { return chunk[end - 1] }
        return lastByte
    }

    /// Whether the record at hand, up to an index of the chunk, is white space only.
    func isBlank(to end: Int) -> Bool {
        guard let start else { return false }
        let first = max(start.offset - chunkOffset, 0)
        guard isBlankSoFar else { return false }
        return chunk[first..<end].allSatisfy(ASCII.isSpace)
    }

    /// Keeps what the chunk has of the record at hand.
    private mutating func keep(to end: Int) {
        guard let start else { return }
        let first = max(start.offset - chunkOffset, 0)
        if isBlankSoFar { isBlankSoFar = chunk[first..<end].allSatisfy(ASCII.isSpace) }
        guard !isTooLong else { return }
        // The CR of a line's end may be among them.
        guard carry.count + end - first <= limit + 1 else {
            isTooLong = true
            carry = OutputBuffer()
            return
        }
        carry.append(chunk.part(first..<end))
    }

    // MARK: Places

    /// Counts the lines before an index of the chunk.
    private mutating func count(to place: Int) {
        let first = counted - chunkOffset
        guard place > first else { return }
        lines.pass(chunk.part(max(first, 0)..<place), from: max(counted, chunkOffset))
        counted = chunkOffset + place
    }

    /// A line has ended before an index of the chunk, and no other since the last one that was counted.
    mutating func countLine(to place: Int) {
        lines.pass(lineEnding: chunkOffset + place)
        counted = chunkOffset + place
    }

    /// The place of an index of the chunk.
    mutating func location(of place: Int) -> SourceLocation {
        count(to: place)
        return lines.place(of: chunkOffset + place)
    }

    /// The place up to which all records have been taken.
    ///
    /// - Parameter refused: The start of the last one, if that does not count as taken.
    mutating func position(records: Int, refused: SourceLocation?) -> ReadingPosition {
        var position = ReadingPosition()
        let open = refused ?? start ?? restStart ?? stopped ?? (seeker == nil ? nil : origin)
        let place = open ?? givenUp ?? location(of: isHeadRead ? index : 0)
        (position.offset, position.line, position.column) = (place.offset, place.line, place.column)
        position.records = records
        position.framing = framing
        if framing == .document, arrayState == .ended, open == nil { position.arrayState = .ended }
        if case .array = framing, seeker == nil {
            position.arrayState = (refused ?? start) == nil ? arrayState : .element
            if arrayState != .ended && !containers.isEmpty { position.containers = containers }
        }
        return position
    }

    /// An error that ends the reading.
    mutating func failure(_ fault: SyntaxFault) -> ModelError {
        let place = location(of: fault.offset - chunkOffset)
        if start == nil { stopped = place }
        return .syntax(fault, at: place, path: JSONPath())
    }
}
