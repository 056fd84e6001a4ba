// A decode that begins at a path of the document: the containers on the way are stepped through, everything beside them is skipped, and what
// stands at the end is the root's value.

extension Frame {
    /// Whether the value at hand stands at the end of the path.
    func isFound(_ path: UnsafeBufferPointer<JSONPath.Component>) -> Bool {
        unsafe flag && count + 1 == path.count
    }
}

extension MappingMachine {
    /// Steps into a container on the way.
    mutating func startSeek(_ found: FoundKind, step: Int) -> Bool {
        var next = unsafe Frame(kind: .seek)
        unsafe next.count = step
        unsafe next.isMerge = unsafe frame.pointee.isMerge
        unsafe next.capacity = found == .array ? 1 : 0
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        return true
    }

    /// A key of an object on the way.
    mutating func seekKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe frame.pointee.flag = unsafe seek[frame.pointee.count].keyText.utf8.elementsEqual(bytes)
        return true
    }

    /// Whether the value at hand, which begins now, is on the way.
    mutating func isSought() -> Bool {
        unsafe stepIsSought()
        // Of what stands there twice the last counts, even if it has nothing at the end of the path.
        if unsafe frame.pointee.flag { unsafe frames.pointee.flag = false }
        return unsafe frame.pointee.flag
    }

    private mutating func stepIsSought() {
        guard unsafe frame.pointee.capacity == 1 else { return }
        let index = unsafe frame.pointee.leftOut
        unsafe frame.pointee.leftOut += 1
        unsafe frame.pointee.flag = seek[frame.pointee.count].arrayIndex == index
    }
}
