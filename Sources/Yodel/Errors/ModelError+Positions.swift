// What is wrong with a reading position. Each text says what to do.

extension ModelError {
    static func damagedPosition(_ name: String, _ number: Int, _ least: Int, _ greatest: Int) -> ModelError {
        invalidPosition(
            "the reading position is damaged: its \(name) is \(number), expected \(least) to \(greatest); go on from an older one, or from the start"
        )
    }

    static var positionOutsideOfArray: ModelError {
        invalidPosition(
            "the reading position is damaged: it is inside an array, which its framing does not have; go on from an older one, or from the start"
        )
    }

    static func positionWithoutFraming(at offset: Int) -> ModelError {
        invalidPosition("the reading position at byte \(offset) does not say how records follow each other: name the framing", at: offset)
    }

    static func positionOfAnotherFraming(_ own: String, _ framing: String) -> ModelError {
        invalidPosition("the reading position is one of \(own), and \(framing) are to be read: read on with its own framing")
    }

    private static func invalidPosition(_ message: String, at offset: Int = 0) -> ModelError {
        ModelError(.input, .invalidPosition, at: SourceLocation(offset: offset, line: 0, column: 0), path: JSONPath(), message)
    }

    static func positionBeyondEnd(of path: String, _ size: Int, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "has been read up to byte \(offset) and has \(size) bytes now: it was cut short or replaced, or is another one",
            Self.rotated)
    }

    static func positionOfAnotherFile(_ path: String, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "is not the one that has been read up to byte \(offset): it was replaced, or is a copy",
            Self.rotated + ", and a copy with the position's `file` set to nil")
    }

    static func positionInOtherBytes(_ path: String, at offset: Int) -> ModelError {
        mismatch(path, offset, "has other bytes than those that have been read up to byte \(offset): it was written anew", Self.rotated)
    }

    static func positionInsideRecord(_ path: String, at offset: Int) -> ModelError {
        mismatch(
            path, offset,
            "has no end of a record at byte \(offset), where the reading is to go on: the position is damaged, or of another file",
            "go on from an older position, or from the start")
    }

    static func lineHasGrown(_ path: String, from start: Int, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "ended at byte \(offset) without a line feed when it was read, and its last line, from byte \(start), has grown",
            "read that line again from its start, and such files with `leavesUnfinishedLine`")
    }

    private static let rotated =
        "read the file that the position is of to its end, if there is one under another name, and this one from the start"

    private static func mismatch(_ path: String, _ offset: Int, _ what: String, _ advice: String) -> ModelError {
        ModelError(
            .input, .positionMismatch, at: SourceLocation(offset: offset, line: 0, column: 0), path: JSONPath(),
            "the file '\(path)' \(what); \(advice)")
    }
}
