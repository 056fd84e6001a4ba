// Finding a member by its key. Types most often ask for keys in the order in which documents have them, so the key behind the last one found is
// compared first. If it is another, all are looked at, from there on and then from the first; in an object with many keys that is done a few times
// only, then an index is made (KeyIndex.swift).
//
//     {"id":7,"name":"Ann","id":8}      asked: id · name · id
//
// Of equal keys the first counts, as with Foundation. Whether an object has any is found out when it is first read: each key sets one of 1,024 bits, and
// where one is set already the keys before are compared. If there are any, or so many keys that it does not pay, the expected key is taken only if no
// key that has been passed can be the same: each key passed sets one of 64 bits, and a key whose bit is set is looked for from the start.
//
// Where keys are known to differ, the 64 bits are those of all keys of the object: a key whose bit is not set is not there, and nothing is looked through.

extension CodableDocument {
    /// The value of a key.
    ///
    /// - Returns: Its entry; 0 if the object has no such key.
    @inline(__always)
    func value(of key: consuming String, in object: Int) -> Int {
        if changesKeys { return value(spelt: key, in: object) }
        return value(verbatim: key, in: object)
    }

    /// The value of a key as it is written, or as the strategy has made it.
    @inline(__always)
    func value(verbatim key: consuming String, in object: Int) -> Int {
        unsafe key.withBorrowedBytes { value(of: $0, in: object) }
    }

    @inline(never)
    private func value(of key: BorrowedBytes, in object: Int) -> Int {
        let value = value(byBytesOf: key, in: object)
        return value != 0 || key.count <= MarkOrder.limit ? value : self.value(inOrder: key, in: object)
    }

    /// The value of a key with its long runs of marks in order, as those of the object are; 0 if it has none, or there is none.
    @inline(never)
    private func value(inOrder key: BorrowedBytes, in object: Int) -> Int {
        guard var ordered = MarkOrder.ordered(String(valid: key)) else { return 0 }
        return unsafe ordered.withBorrowedBytes { value(byBytesOf: $0, in: object) }
    }

    @inline(__always)
    private func value(byBytesOf key: BorrowedBytes, in object: Int) -> Int {
        // An empty key has an address all the same: that of the text.
        let bytes = key.start ?? place(0)
        let token = self[object]
        let expected = Int(self[object &+ 1].place)
        guard token.head & CodableToken.isDistinct != 0 else {
            if isInModel { return lastValue(of: key, bytes, in: object) }
            return unsafe value(among: KeySign.of(bytes, key.count), bytes, in: object, expected)
        }
        if expected < token.end, unsafe self[expected].length == key.count && KeySign.areEqual(name(of: self[expected]), bytes, key.count) {
            self[object &+ 1].place = UInt32(truncatingIfNeeded: after(expected &+ 1))
            return expected &+ 1
        }
        // Most of the keys that an object does not have share no bit with those that it has.
        let sign = unsafe KeySign.of(bytes, key.count)
        return self[object &+ 1].word & KeySign.bit(sign) == 0 ? 0 : search(sign, bytes, in: object, expected)
    }

    /// The same where keys may be equal.
    private func value(among sign: UInt64, _ bytes: TextPlace, in object: Int, _ expected: Int) -> Int {
        let (passed, bit) = (self[object + 1].word, KeySign.bit(sign))
        guard expected < self[object].end, passed & bit == 0, matches(self[expected], sign, bytes) else {
            return search(sign, bytes, in: object, expected)
        }
        self[object + 1].word = passed | bit
        self[object + 1].place = UInt32(truncatingIfNeeded: after(expected + 1))
        return expected + 1
    }

    /// The value of a key in a model's object, where of equal keys the last counts; 0 if the object has no such key.
    private func lastValue(of key: BorrowedBytes, _ bytes: TextPlace, in object: Int) -> Int {
        let token = self[object]
        let sign = unsafe KeySign.of(bytes, key.count)
        if token.count > Self.linearLimit { return member(sign, bytes, of: object) }
        var (member, last) = (first(in: object), 0)
        while member < token.end {
            if matches(self[member], sign, bytes) { last = member + 1 }
            member = after(member + 1)
        }
        return last
    }

    /// Begins to read an object, or begins anew.
    @inline(__always)
    func rewind(_ object: Int) {
        self[object + 1].place = UInt32(truncatingIfNeeded: object + 3)
        let head = self[object].head
        // The bits of keys that differ stay.
        if head & CodableToken.isDistinct == 0 { self[object + 1].word = 0 }
        if head & CodableToken.isCompared == 0 { compareKeys(of: object) }
    }

    /// Finds out whether the keys of an object differ, of which no bit is noted.
    private func compareKeys(of object: Int) {
        self[object].head |= CodableToken.isCompared
        let end = self[object].end
        guard self[object].count <= Self.comparedLimit else { return }
        let bits = bits
        unsafe bits.fill(0, times: 16)
        var member = object &+ 3
        var all: UInt64 = 0
        while member < end {
            let sign = self[member].word
            // SAFETY: the upper ten bits of a sign choose one of 1,024.
            let (word, bit) = (Int(truncatingIfNeeded: sign &>> 60), KeySign.bit(sign))
            if unsafe bits[word] & bit != 0, hasSign(sign, from: object &+ 3, to: member) { return }
            unsafe bits[word] |= bit
            all |= bit
            member = after(member &+ 1)
        }
        self[object].head |= CodableToken.isDistinct
        self[object + 1].word = all
    }

    /// Whether one of some members has a sign.
    private func hasSign(_ sign: UInt64, from start: Int, to end: Int) -> Bool {
        var member = start
        while member < end {
            if self[member].word == sign { return true }
            member = after(member &+ 1)
        }
        return false
    }

    /// Objects with more keys are not compared key by key.
    private static var comparedLimit: Int { 128 }

    /// Objects with more keys get an index, if keys are looked for often.
    private static var linearLimit: Int { 64 }
    private static var missLimit: UInt32 { 4 }

    @inline(never)
    private func search(_ sign: UInt64, _ bytes: TextPlace, in object: Int, _ expected: Int) -> Int {
        let token = self[object]
        if token.count > Self.linearLimit {
            if token.head >> 16 >= Self.missLimit { return member(sign, bytes, of: object) }
            self[object].head = token.head + 1 << 16
        }
        // On from the expected one, then from the first: one that has been passed counts before.
        var passed = self[object + 1].word
        let found = find(sign, bytes, from: expected, to: token.end, &passed)
        let isDistinct = token.head & CodableToken.isDistinct != 0
        guard found == token.end || passed & KeySign.bit(sign) != 0 && !isDistinct else {
            self[object + 1].word = passed | KeySign.bit(sign)
            self[object + 1].place = UInt32(truncatingIfNeeded: after(found &+ 1))
            return found &+ 1
        }
        let earlier = find(sign, bytes, from: object &+ 3, to: expected, &passed)
        if earlier < expected { return earlier &+ 1 }
        guard found < token.end else { return 0 }
        // Those between had the bit.
        self[object + 1].word = passed | KeySign.bit(sign)
        self[object + 1].place = UInt32(truncatingIfNeeded: after(found &+ 1))
        return found &+ 1
    }

    /// The first member of some that has a key, or the end of them.
    ///
    /// - Parameter passed: Gets the bits of those before it.
    @inline(__always)
    private func find(
        _ sign: UInt64, _ bytes: TextPlace, from start: Int, to end: Int, _ passed: inout UInt64
    ) -> Int {
        var member = start
        while member < end {
            let token = self[member]
            if token.word == sign, matches(token, sign, bytes) { return member }
            passed |= KeySign.bit(token.word)
            member = after(member &+ 1)
        }
        return end
    }

    /// Whether a key is this one.
    @inline(__always)
    func matches(_ token: CodableToken, _ sign: UInt64, _ bytes: TextPlace) -> Bool {
        unsafe token.word == sign && KeySign.areEqual(name(of: token), bytes, token.length)
    }

    /// The bytes of a key as it is compared.
    @inline(__always)
    func name(of token: CodableToken) -> TextPlace {
        if token.head & CodableToken.converted == 0 { return place(Int(token.place)) }
        return converted.text(at: Int(token.place))
    }

    // MARK: Names

    /// A key as it is compared.
    func name(of key: Int) -> String {
        let token = self[key]
        guard token.head & CodableToken.converted != 0 else { return comparable(token) }
        return String(valid: converted.bytes(at: Int(token.place), token.length))
    }

    /// The keys of an object as they are compared, in their order. Of equal ones the first.
    func names(in object: Int) -> [String] {
        let token = self[object]
        var names: [String] = []
        names.reserveCapacity(token.count)
        var seen: UInt64 = 0
        var member = object + 3
        while member < token.end {
            let (key, bit) = (self[member], KeySign.bit(self[member].word))
            let isFirst = (seen & bit == 0) || search(key.word, name(of: key), in: object, token.end) == member + 1
            seen |= bit
            if isFirst { names.append(name(of: member)) }
            member = after(member + 1)
        }
        return names
    }
}
