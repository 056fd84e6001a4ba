// What is wrong with a reading position. Each text says what to do.

extension ModelError {
    static func damagedPosition(_ name: String, _ number: Int, _ least: Int, _ greatest: Int) -> ModelError {
        invalidPosition(
            "the reading position is damaged: its \(name) is \(number), expected \(least) to \(greatest); continue from an older one, or start again"
        )
    }

    static var positionOutsideOfArray: ModelError {
        invalidPosition(
            "the reading position is damaged: it is inside an array, which its framing does not have; continue from an older one, or start again"
        )
    }

    static func positionWithoutFraming(at offset: Int) -> ModelError {
        invalidPosition("the reading position at byte \(offset) does not say how records follow each other: name the framing", at: offset)
    }

    static func positionOfAnotherFraming(_ own: String, _ framing: String) -> ModelError {
        invalidPosition("the reading position is for \(own), but the reader reads \(framing): use the position's framing")
    }

    private static func invalidPosition(_ message: String, at offset: Int = 0) -> ModelError {
        ModelError(.input, .invalidPosition, at: SourceLocation(offset: offset, line: 0, column: 0), path: JSONPath(), message)
    }

    static func positionBeyondEnd(of path: String, _ size: Int, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "was read up to byte \(offset) and has \(size) bytes now: it was truncated or replaced, or is a different file",
            Self.rotated)
    }

    static func positionOfAnotherFile(_ path: String, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "is not the one that was read up to byte \(offset): it was replaced, or is a copy",
            Self.rotated + "; read a copy with the position's `file` set to nil")
    }

    static func positionInOtherBytes(_ path: String, at offset: Int) -> ModelError {
        mismatch(path, offset, "does not match the bytes read up to byte \(offset): it was rewritten", Self.rotated)
    }

    static func positionInsideRecord(_ path: String, at offset: Int) -> ModelError {
        mismatch(
            path, offset,
            "has no end of a record at byte \(offset), where the reading should continue: the position is damaged, or belongs to a different file",
            "continue from an older position, or start again")
    }

    static func lineHasGrown(_ path: String, from start: Int, at offset: Int) -> ModelError {
        mismatch(
            path, offset, "ended at byte \(offset) without a line feed when it was read, and its last line, from byte \(start), has grown",
            "read that line again from its start, and such files with `leavesUnfinishedLine`")
    }

    private static let rotated =
        "first finish the file that the position belongs to, if it exists under another name; then read this one from the start"

    private static func mismatch(_ path: String, _ offset: Int, _ what: String, _ advice: String) -> ModelError {
        ModelError(
            .input, .positionMismatch, at: SourceLocation(offset: offset, line: 0, column: 0), path: JSONPath(),
            "the file '\(path)' \(what); \(advice)")
    }
}
