internal import YodelSystem

// The keys of an object in order, where nothing else is to be done about its members. What stands between two keys is moved as it is; where keys begin and
// members end is sorted by the first eight bytes of the key, as one number, and by the rest only where these are the same.

extension EncodingLevel {
    /// Brings the members of an object in the order of their keys, by UTF-8.
    ///
    /// The object is the innermost of its text, and its bracket is still to come.
    ///
    /// - Returns: Whether they are in order now: a key that may come twice or has an escape, a value that is left out and a container that its type may go on
    ///   with take more than that.
    func sortMembers() -> Bool {
        guard role == .value, !leavesOut, !keys.pointee.lastMayRepeat, !keys.pointee.hasEscapes, text.pointee.pendingEnd < start else {
            return false
        }
        let count = keys.pointee.count
        guard count > 1 else { return true }
        // SAFETY: a word is read from each key's begin on, so there must be room after the last one. An object has a bracket.
        unsafe text.pointee.output.write(8) { _ in 0 }
        let object = unsafe text.pointee.output.part(start..<text.pointee.output.count)
        let text = unsafe object.start.unsafelyUnwrapped.widened(to: object.count + 8)
        unsafe ValueRow<SortedMember>.withTemporary(count) { members in
            var isSorted = true
            for index in 0..<count {
                let isLast = index &+ 1 == count  // &+: far below the range of Int
                let end = unsafe isLast ? object.count : keys.pointee[index &+ 1].start - separatorBytes
                let member = unsafe SortedMember(keys.pointee[index], end: end, in: text)
                if isSorted, index > 0 { isSorted = unsafe members[index - 1].precedes(member, in: text) }
                unsafe (members + index).put(member)
            }
            guard !isSorted else { return }
            unsafe members.sort(count) { $0.precedes($1, in: text) }
            rewrite(object, members, count)
        }
        return true
    }

    /// Writes the members of an object anew, in another order.
    private func rewrite(_ object: BorrowedBytes, _ members: ValueRow<SortedMember>, _ number: Int) {
        session.scratch.truncate(to: 0)
        session.scratch.append(object)
        text.pointee.output.truncate(to: start + 1)
        count = 0
        for index in 0..<number {
            separate()
            unsafe text.pointee.output.append(session.scratch.part(members[index].start..<members[index].end))
        }
    }
}

/// Where a member is, from the bracket of its object on.
private struct SortedMember {
    /// The first eight bytes of the key, the first highest, zeros after its end.
    private let word: UInt64
    private let keyLength: Int
    /// The quote of its key.
    let start: Int
    let end: Int

    @inline(__always)
    init(_ key: KeyRecord, end: Int, in object: TextPlace) {
        let first = unsafe (object + key.start + 1).word
        word = (key.length >= 8 ? first : first & ~(UInt64.max &<< UInt64(truncatingIfNeeded: key.length &<< 3))).byteSwapped
        (keyLength, start, self.end) = (key.length, key.start, end)
    }

    /// Whether the member stands before another one.
    @inline(__always)
    func precedes(_ other: SortedMember, in object: TextPlace) -> Bool {
        word == other.word ? isLess(than: other, in: object) : word < other.word
    }

    @inline(never)
    private func isLess(than other: SortedMember, in object: TextPlace) -> Bool {
        // SAFETY: there are as many bytes of both keys.
        let order = unsafe memcmp(
            (object + start + 1).address, (object + other.start + 1).address, min(keyLength, other.keyLength))
        return order == 0 ? keyLength < other.keyLength : order < 0
    }
}
