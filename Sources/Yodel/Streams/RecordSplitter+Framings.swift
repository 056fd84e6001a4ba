extension RecordSplitter {
    /// The next record of the chunk; nil if it has no more.
    ///
    /// - Throws: An error that ends the reading: the input is not framed as it should be.
    mutating func next() throws(ModelError) -> RecordPlace? {
        switch framing {
        case .lines: return nextLine()
        case .values: return nextValue()
        case .array: return try nextElement()
        case .sequence: return nextText()
        case .document: return try wholeDocument()
        case .automatic, nil: return nil
        }
    }

    // MARK: Lines

    private mutating func nextLine() -> RecordPlace? {
        while index < chunk.count {
            guard let end = chunk.place(of: 0x0A, from: index, to: chunk.count) else {
                if start == nil { beginRecord(at: index) }
                index = chunk.count
                break
            }
            let first = index
            index = end + 1
            let place = start == nil ? line(from: first, to: end) : line(to: end)
            countLine(to: end + 1)
            if let place { return place }
        }
        guard isLast, start != nil, !leavesUnfinishedLine else { return nil }
        return line(to: chunk.count)
    }

    /// The line between two indexes of the chunk; nil if it is blank. Most lines are such: nothing is noted for the next chunk.
    @inline(__always)
    private mutating func line(from first: Int, to end: Int) -> RecordPlace? {
        let location = location(of: first)
        let start = unsafe chunk.place(first)
        var length = end - first
        if length > 0, unsafe start[length - 1] == 0x0D { length -= 1 }
        let line = unsafe BorrowedBytes(from: start, count: length)
        if line.allSatisfy(ASCII.isSpace) { return nil }
        guard length <= limit else { return .tooLong(length, at: location) }
        return RecordPlace(bytes: line, location: location, length: length)
    }

    /// The line at hand that ends before an index; nil if it is blank.
    private mutating func line(to end: Int) -> RecordPlace? {
        if isBlank(to: end) {
            dropRecord()
            return nil
        }
        return endRecord(at: end, trimmed: byte(before: end) == 0x0D ? 1 : 0)
    }

    // MARK: White space

    mutating func skipSpace() {
        guard let base = chunk.start, index < chunk.count else { return }
        unsafe index += (base + index).whitespace(of: chunk.count - index)
    }

    // MARK: Text sequences

    private mutating func nextText() -> RecordPlace? {
        while index < chunk.count {
            if start == nil { beginRecord(at: index) }
            guard let end = chunk.place(of: 0x1E, from: index, to: chunk.count) else {
                index = chunk.count
                break
            }
            let place = text(to: end)
            index = end + 1
            if let place { return place }
        }
        guard isLast, start != nil else { return nil }
        return text(to: chunk.count)
    }

    /// The text that ends before an index; nil if there is none.
    private mutating func text(to end: Int) -> RecordPlace? {
        if isBlank(to: end) {
            dropRecord()
            return nil
        }
        let isEnded = byte(before: end).map(ASCII.isSpace) == true
        var place = endRecord(at: end)
        if !isEnded && place.fault == nil && Self.mayBeCut(place.bytes) { place.fault = .cutOff }
        return place
    }

    /// Whether a text may have been longer: a number or a word that nothing ends.
    private static func mayBeCut(_ bytes: BorrowedBytes) -> Bool {
        switch bytes.first(where: { !ASCII.isSpace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), nil: false
        default: true
        }
    }

    // MARK: Documents

    private mutating func wholeDocument() throws(ModelError) -> RecordPlace? {
        guard isHeadRead else { return nil }
        // Behind a document that an earlier reading has read to its end.
        if start == nil && arrayState == .ended {
            try endDocument()
            return nil
        }
        if start == nil && arrayState == .first { beginRecord(at: index) }
        index = chunk.count
        guard isLast, start != nil else { return nil }
        arrayState = .ended
        return endRecord(at: index)
    }
}
