// Whether a reading can go on at a position: it must be in the same file, behind the same bytes, and between two records. What stands before a place
// says much of that, the more the simpler the framing:
//
//     lines      a line feed, or the end of what the file was
//     sequence   the byte 0x1E, or the end of what the file was
//     values     what can end a value: not `{`, `[`, `,`, `:`, nor a number that goes on behind the place; at the end of a line, or before a bracket,
//                also what is no value
//     elements   what the state says: `[` or `,` before an element, the end of a value behind one, `]` behind all of them

extension InputFile {
    /// A position as one of this file.
    func located(_ position: ReadingPosition) throws(ModelError) -> ReadingPosition {
        var position = position
        position.file = position.offset > 0 ? try identity(before: position.offset) : nil
        return position
    }

    /// The file, and what stands before an offset. Of a file that has been truncated since, it is one that no file has: nothing goes on there.
    func identity(before offset: Int) throws(ModelError) -> FileIdentity {
        let head = min(offset, FileIdentity.window)
        let bytes = try bytes(in: 0..<head) + bytes(in: max(head, offset - FileIdentity.window)..<offset)
        return FileIdentity(inode: try inode(), length: offset, fingerprint: FileIdentity.fingerprint(of: bytes))
    }

    /// Looks whether a reading can go on at a position.
    ///
    /// - Parameters:
    ///   - position: What `ReadingPosition.check` has let pass.
    ///   - framing: How records follow each other, if the position does not say it.
    /// - Throws: An error of category `input` if it cannot, or the file cannot be read.
    func check(_ position: ReadingPosition, _ framing: Framing) throws(ModelError) {
        // Before the first byte every file is the same.
        guard position.offset > 0 else { return }
        let size = try size()
        let length = max(position.offset, position.file?.length ?? 0)
        guard size >= length else { throw .positionBeyondEnd(of: path, size, at: length) }
        if let file = position.file {
            guard try inode() == file.inode else { throw .positionOfAnotherFile(path, at: position.offset) }
            guard try identity(before: file.length) == file else { throw .positionInOtherBytes(path, at: file.length) }
        }
        let before = try bytes(in: max(position.offset - FileIdentity.window, 0)..<position.offset)
        let isBehindMark = position.offset == 3 && before == [0xEF, 0xBB, 0xBF]
        // At the end of the file nothing goes on.
        guard !isBehindMark, let next = try bytes(in: position.offset..<position.offset + 1).first else {
            guard isBehindMark || isAfterLine(before, position, framing) else { throw .positionInsideRecord(path, at: position.offset) }
            return
        }
        let isBetween =
            switch (position.framing ?? framing).boundary {
            case .line: isAfterLine(before, position, .lines) ? try hasLineEnded(position, before) : false
            case .byte(let byte): before.last == byte || next == byte
            case .value: Self.isBetweenValues(before, next)
            case .element: Self.isInArray(position.arrayState, before, next)
            case .none: true
            }
        guard isBetween else { throw .positionInsideRecord(path, at: position.offset) }
    }

    /// Whether a line begins at a position exactly if its column says so.
    private func isAfterLine(_ before: [UInt8], _ position: ReadingPosition, _ framing: Framing) -> Bool {
        (position.framing ?? framing) != .lines || (before.last == 0x0A) == (position.column == 1)
    }

    /// Whether the line that ended the file when it was read, without a line feed, has got no more since.
    private func hasLineEnded(_ position: ReadingPosition, _ before: [UInt8]) throws(ModelError) -> Bool {
        let length = position.column - 1
        // Of a blank line nothing has been handed on.
        if length <= before.count && before.suffix(length).allSatisfy(ASCII.isSpace) { return true }
        var offset = position.offset
        while true {
            let bytes = try bytes(in: offset..<offset + FileIdentity.window)
            guard let place = bytes.firstIndex(where: { $0 == 0x0A || !ASCII.isSpace($0) }) else {
                if bytes.count < FileIdentity.window { return true }
                offset += bytes.count
                continue
            }
            guard bytes[place] == 0x0A else { throw .lineHasGrown(path, from: position.offset - length, at: position.offset) }
            return true
        }
    }

    private static func isBetweenValues(_ before: [UInt8], _ next: UInt8) -> Bool {
        let space = before.reversed().prefix(while: ASCII.isSpace)
        if next == ASCII.lineFeed || space.contains(ASCII.lineFeed) { return true }
        guard next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else { return isAfterValue(before, next) }
        let last = before.dropLast(space.count).last
        return last != UInt8(ascii: "{") && last != UInt8(ascii: "[")
    }

    private static func isAfterValue(_ before: [UInt8], _ next: UInt8) -> Bool {
        if let last = before.last, !ValueScanner.endsScalar(last), !ValueScanner.endsScalar(next) { return false }
        return switch before.last(where: { !ASCII.isSpace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): false
        default: true
        }
    }

    private static func isInArray(_ state: RecordSplitter.ArrayState?, _ before: [UInt8], _ next: UInt8) -> Bool {
        // Too much space to see what stands before it.
        guard let last = before.last(where: { !ASCII.isSpace($0) }) else { return true }
        return switch state {
        case .first: last == UInt8(ascii: "[")
        case .element: last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
        case .comma: isAfterValue(before, next)
        case .rest: last == UInt8(ascii: "]")
        case .ended, nil: true
        }
    }

    /// The bytes of a range, as far as the file has them.
    private func bytes(in range: Range<Int>) throws(ModelError) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        var bytes = [UInt8](repeating: 0, count: range.count)
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(ModelError) in unsafe try read(buffer, at: range.lowerBound) }
        }
        bytes.removeLast(bytes.count - (try result.get()))
        return bytes
    }
}
