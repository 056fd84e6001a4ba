extension RecordSplitter {
    /// The next record of the chunk; nil if it has no more.
    ///
    /// - Throws: An error that ends the reading: the input is not framed as it should be.
    mutating func next() throws(ModelError) -> RecordPlace? {
        switch framing {
        case .lines: return nextLine()
        case .values: return try nextValue()
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
        let start = chunk.place(first)
        var length = end - first
        if length > 0, start[length - 1] == 0x0D { length -= 1 }
        let line = BorrowedBytes(from: start, count: length)
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

    // MARK: Values

    private mutating func nextValue() throws(ModelError) -> RecordPlace? {
        if start == nil {
            skipSpace()
            guard index < chunk.count else { return nil }
            beginRecord(at: index)
        }
        return try scanValue()
    }

    /// Scans the value at hand on.
    private mutating func scanValue() throws(ModelError) -> RecordPlace? {
        switch scanner.scan(chunk, from: index) {
        case .ends(let end):
            index = end
            return endRecord(at: end)
        case .goesOn:
            index = chunk.count
            // What is cut off by the end of the input is a record all the same: it fails, and says why.
            return isLast ? endRecord(at: index) : nil
        case .undecidable(let place):
            throw failure(
                .unexpected(SyntaxFault.name(chunk[place]), expected: "a bracket that fits, or a value", offset: chunkOffset + place))
        }
    }

    private mutating func skipSpace() {
        guard let base = chunk.start, index < chunk.count else { return }
        index += (base + index).whitespace(of: chunk.count - index)
    }

    // MARK: Elements

    private mutating func nextElement() throws(ModelError) -> RecordPlace? {
        if start != nil { return try scanElement() }
        try seek()
        guard seeker == nil else { return nil }
        while true {
            if arrayState == .ended {
                try skipRest()
                return nil
            }
            skipSpace()
            guard index < chunk.count else {
                if isLast { throw failure(.unexpectedEnd(offset: chunkOffset + index)) }
                return nil
            }
            let byte = chunk[index]
            switch (arrayState, byte) {
            case (.first, UInt8(ascii: "]")), (.comma, UInt8(ascii: "]")):
                arrayState = .ended
                index += 1
            case (.comma, UInt8(ascii: ",")):
                arrayState = .element
                index += 1
            case (.comma, _):
                throw failure(.unexpected(SyntaxFault.name(byte), expected: "',' or ']'", offset: chunkOffset + index))
            default:
                beginRecord(at: index)
                return try scanElement()
            }
        }
    }

    private mutating func scanElement() throws(ModelError) -> RecordPlace? {
        let place = try scanValue()
        if place != nil { arrayState = .comma }
        return place
    }

    /// Goes to the array.
    private mutating func seek() throws(ModelError) {
        guard let verdict = seeker?.scan(chunk, from: index) else { return }
        if isLast, verdict == .goesOn, case .array(let path) = framing, seeker?.isScalarRoot == true {
            throw .pathNotFound(path, at: location(of: chunk.count))
        }
        switch verdict {
        case .found(let start):
            index = start
            self.seeker = nil
        case .goesOn:
            index = chunk.count
            if isLast { throw failure(.unexpectedEnd(offset: chunkOffset + index)) }
        case .unexpected(let place, let expected):
            throw failure(.unexpected(SyntaxFault.name(chunk[place]), expected: expected, offset: chunkOffset + place))
        case .missing(let end):
            index = end
            guard case .array(let path) = framing else { return }
            throw .pathNotFound(path, at: location(of: end))
        }
    }

    /// Behind an array at the root nothing may stand; what stands behind one at a path is not looked at.
    private mutating func skipRest() throws(ModelError) {
        if framing == .array {
            skipSpace()
            guard index == chunk.count else {
                throw failure(.trailingContent(SyntaxFault.name(chunk[index]), offset: chunkOffset + index))
            }
        }
        index = chunk.count
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
            skipSpace()
            guard index == chunk.count else {
                throw failure(.trailingContent(SyntaxFault.name(chunk[index]), offset: chunkOffset + index))
            }
            return nil
        }
        if start == nil && arrayState == .first { beginRecord(at: index) }
        index = chunk.count
        guard isLast, start != nil else { return nil }
        arrayState = .ended
        return endRecord(at: index)
    }
}
