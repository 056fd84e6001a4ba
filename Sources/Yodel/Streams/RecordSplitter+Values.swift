// Values that follow each other have nothing but their brackets and quotes to be told apart by, so one that is cut off would take all others with it.
// Most streams of values have one on each line, or begin each on a line of its own. So when a value turns out to be no JSON, the next one begins with
// the next line that begins with a bracket. When it turns out (see ValueScanner):
//
//     {"a": 1↵             record 1, which fails
//     {"b": 2}↵            here, at `{`: record 2
//     ["x↵                 here, at the line feed: record 3, which fails, up to the next line that begins with a bracket
//     {"c": 3}             record 4
//
// Lines of values over several lines begin with brackets too. Such a line is a place to begin again only if its value is followed by what no JSON
// allows there, or by the end of the input: all others are parts of the value around them, as far as anybody can tell.
//
//     {"a": [↵             record 1, which fails
//     {"b": 2}↵            record 2: an inner line until the next one shows that it is none
//     {"c": 3}             record 3
//
// So each byte is scanned once, and looked at once more if it is white space or in what follows the JSON. What is kept between chunks is the beginning
// of the value at hand, up to the limit, and as much again from an inner line on.

extension RecordSplitter {
    /// The next value, or what stands in the place of one; nil if the chunk has no more.
    mutating func nextValue() -> RecordPlace? {
        if start == nil {
            skipSpace()
            guard index < chunk.count else { return nil }
            beginRecord(at: index)
        }
        while true {
            switch valueState {
            case .value:
                switch scanner.scan(chunk, from: index, watchingLinesAt: chunkOffset) {
                case .ends(let end):
                    index = end
                    return endRecord(at: end)
                case .goesOn:
                    index = chunk.count
                    guard isLast else { return nil }
                    if let record = endBeforeInnerLine() { return record }
                    // What is cut off by the end of the input is a record all the same: it fails, and says why.
                    return endRecord(at: index)
                case .undecidable(let place):
                    index = place
                    if let record = endBeforeInnerLine() { return record }
                    valueState = scanner.isInside ? .broken : .stray
                }
            case .broken: return endBroken(at: bracketAtLineStart())
            case .stray: return endBroken(at: chunk[index...].firstIndex { $0 == ASCII.lineFeed || Self.isOpening($0) })
            case .inner(let end): return innerRecord(to: end)
            }
        }
    }

    /// Ends what is no value before an index of the chunk, without the white space before that; nil if it goes on in the next chunk.
    private mutating func endBroken(at end: Int?) -> RecordPlace? {
        index = end ?? chunk.count
        guard end != nil || isLast else { return nil }
        return endRecord(at: index, trimmed: chunkOffset + index - solidEnd(before: index))
    }

    /// Where the next line that begins with a bracket does so.
    private func bracketAtLineStart() -> Int? {
        var next = index
        while next < chunk.count {
            if Self.isOpening(chunk[next]), byte(before: next) == ASCII.lineFeed { return next }
            guard let feed = chunk.place(of: ASCII.lineFeed, from: next, to: chunk.count) else { return nil }
            next = feed + 1
        }
        return nil
    }

    private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    /// Offset after the last byte of the record at hand before an index that is no white space.
    private func solidEnd(before place: Int) -> Int {
        let first = max((start?.offset ?? 0) - chunkOffset, 0)
        return scanner.solid.before(place, of: chunk, from: first, at: chunkOffset).end
    }

    // MARK: Inner lines

    /// Ends the record at hand, which is no JSON, before an inner line whose value is the last thing that has been read of it.
    private mutating func endBeforeInnerLine() -> RecordPlace? {
        locateInnerLines()
        guard let line = scanner.lines.last, let end = line.end else { return nil }
        let record = endRecord(at: line.before - chunkOffset)
        start = line.place
        valueState = .inner(end: end)
        return record
    }

    /// The record that began as an inner line, all of which has been scanned.
    private mutating func innerRecord(to end: Int) -> RecordPlace {
        let location = start ?? SourceLocation.none
        let length = end - location.offset
        start = nil
        guard length <= limit else { return .tooLong(length, at: location) }
        let first = location.offset - chunkOffset
        if first >= 0 { return RecordPlace(bytes: chunk.part(first..<first + length), location: location, length: length) }
        innerCarry.append(chunk.part(..<max(end - chunkOffset, 0)))
        let skipped = location.offset - innerCarryOffset
        return unsafe RecordPlace(bytes: innerCarry.bytes.part(skipped..<skipped + length), location: location, length: length)
    }

    /// Counts the lines up to the inner lines that begin in this chunk.
    private mutating func locateInnerLines() {
        for line in scanner.lines.indices where scanner.lines[line].place == nil {
            let place = location(of: scanner.lines[line].offset - chunkOffset)
            scanner.lines[line].place = place
        }
    }

    /// Keeps what the chunk has of the value at hand.
    mutating func keepValue() {
        guard let start else { return }
        // Whoever has not taken the last record reads no more.
        if case .inner = valueState { return }
        let first = max(start.offset - chunkOffset, 0)
        scanner.leave(chunk, from: first, at: chunkOffset)
        locateInnerLines()
        // However the record ends, it does so after this.
        if (scanner.lines.first?.before ?? scanner.solid.end) - start.offset > limit {
            isTooLong = true
            carry = OutputBuffer()
        }
        if !isTooLong { Self.keep(chunk.part(first...), in: &carry, upTo: limit) }
        keepInnerLines()
    }

    /// Keeps what the chunk has of inner lines, from the first on that is not too long for a record.
    private mutating func keepInnerLines() {
        let limit = limit
        let chunkEnd = chunkOffset + chunk.count
        guard let line = scanner.lines.first(where: { ($0.end ?? chunkEnd) - $0.offset <= limit }) else {
            if innerCarry.count > 0 { innerCarry = OutputBuffer() }
            return
        }
        if line.offset >= chunkOffset {
            innerCarry.truncate(to: 0)
        } else if line.offset > innerCarryOffset {
            let skipped = min(line.offset - innerCarryOffset, innerCarry.count)
            var rest = OutputBuffer()
            unsafe rest.append(innerCarry.part(skipped..<innerCarry.count))
            innerCarry = rest
        }
        innerCarryOffset = line.offset
        Self.keep(chunk.part(max(line.offset - chunkOffset, 0)...), in: &innerCarry, upTo: limit)
    }

    private static func keep(_ bytes: BorrowedBytes, in carry: inout OutputBuffer, upTo limit: Int) {
        carry.append(bytes.part(..<min(bytes.count, max(limit - carry.count, 0))))
    }
}
