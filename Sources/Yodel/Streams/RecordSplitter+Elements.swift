// The elements of an array, and the document around it: the way to the array (ArraySeeker), and what follows it (DocumentRest).

extension ModelError {
    /// - Parameter path: The way to the array.
    static func otherThanArray(_ found: FoundKind, at location: SourceLocation, path: JSONPath) -> ModelError {
        let expected = path.components.isEmpty ? "an array" : "an array at '\(path)'"
        let code: Code = found == .null ? .unexpectedNull : .typeMismatch
        return .mismatch(Mismatch(code: code, expected: expected, found: found.rawValue, wanted: "an array"), at: location, path: path)
    }

    static func repeatedWay(to path: JSONPath, at location: SourceLocation) -> ModelError {
        ModelError(
            .mismatch, .duplicateKey, at: location, path: path,
            "a key on the way to the array appears again after the array: of equal keys the last one counts, but elements of the first were read"
        )
    }
}

extension RecordSplitter {
    /// The next element; nil if the chunk has no more.
    mutating func nextElement() throws(ModelError) -> RecordPlace? {
        if start != nil { return try scanElement() }
        try seek()
        guard seeker == nil else { return nil }
        while true {
            if arrayState == .rest { try readRest() }
            if arrayState == .rest { return nil }
            if arrayState == .ended {
                try endDocument()
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
                index += 1
                endArray(at: location(of: index))
            case (.comma, UInt8(ascii: ",")):
                arrayState = .element
                index += 1
            case (.comma, _):
                throw failure(.unexpected(SyntaxFault.name(byte), expected: "',' or ']'", offset: chunkOffset + index))
            default:
                beginRecord(at: index)
                if arrayState == .element && byte == UInt8(ascii: "]") {
                    throw failure(.trailingComma(before: byte, expected: "a value", offset: chunkOffset + index))
                }
                return try scanElement()
            }
        }
    }

    /// Scans the element at hand on.
    private mutating func scanElement() throws(ModelError) -> RecordPlace? {
        switch scanner.scan(chunk, from: index) {
        case .ends(let end): index = end
        case .goesOn:
            index = chunk.count
            // What is cut off by the end of the input is a record all the same: it fails, and says why.
            guard isLast else { return nil }
        case .undecidable(let place):
            throw failure(
                .unexpected(SyntaxFault.name(chunk[place]), expected: "a bracket that fits, or a value", offset: chunkOffset + place))
        }
        arrayState = .comma
        return endRecord(at: index)
    }

    /// Goes to the array.
    private mutating func seek() throws(ModelError) {
        guard let verdict = seeker?.scan(chunk, from: index), case .array(let path) = framing else { return }
        if isLast, verdict == .goesOn, seeker?.isScalarRoot == true {
            throw .pathNotFound(path, at: location(of: chunk.count))
        }
        switch verdict {
        case .found(let first):
            index = first
            containers = seeker?.containers ?? []
            seeker = nil
        case .goesOn:
            index = chunk.count
            if isLast { throw failure(.unexpectedEnd(offset: chunkOffset + index)) }
        case .other(let place):
            let found = FoundKind(ofValueWith: chunk[place]) ?? .foreign
            throw .otherThanArray(found, at: location(of: place), path: path)
        case .unexpected(let place, let expected):
            throw failure(.unexpected(SyntaxFault.name(chunk[place]), expected: expected, offset: chunkOffset + place))
        case .missing(let end):
            index = end
            throw .pathNotFound(path, at: location(of: end))
        }
    }

    /// Reads what follows the array in its document. The position stays at the end of the array until all of it has been read.
    private mutating func readRest() throws(ModelError) {
        guard case .array(let path) = framing else { return }
        if rest == nil { rest = DocumentRest(after: path, inside: containers) }
        guard let verdict = rest?.take(chunk, from: index, at: chunkOffset) else { return }
        switch verdict {
        case .goesOn:
            index = chunk.count
            if isLast { throw failure(.unexpectedEnd(offset: chunkOffset + index)) }
        case .ends(let end):
            index = end
            arrayState = .ended
            restStart = nil
        case .fault(let fault): throw failure(fault)
        case .repeats(let offset): throw .repeatedWay(to: path, at: location(of: offset - chunkOffset))
        }
    }

    /// Nothing but white space may follow a document.
    mutating func endDocument() throws(ModelError) {
        skipSpace()
        guard index == chunk.count else {
            throw failure(.trailingContent(SyntaxFault.name(chunk[index]), offset: chunkOffset + index))
        }
    }
}
