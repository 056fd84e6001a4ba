import FoundationEssentials

// `one_two_three` becomes `oneTwoThree`, as Foundation's decoder has it: underscores at both ends stay, those between words go, the first word becomes
// small and the others are capitalised; a key of one word stays as it is. Capitalising is Foundation's too: a letter behind anything but a letter
// becomes large, and all others small (`user_2nd` becomes `user2Nd`).

enum SnakeCase {
    /// Converts a key of letters, digits and underscores.
    ///
    /// - Parameters:
    ///   - key: Its bytes.
    ///   - put: Gets the bytes of the converted key, and their places; no more than the key has.
    /// - Returns: How many bytes the converted key has; nil for a key with other bytes.
    @inline(__always)
    static func convert(_ key: BorrowedBytes, _ put: (_ byte: UInt8, _ place: Int) -> Void) -> Int? {
        // SAFETY: every index is below the count.
        let underscore = UInt8(ascii: "_")
        var (first, last) = (0, key.count)
        while first < last, key[first] == underscore { first += 1 }
        while last > first, key[last - 1] == underscore { last -= 1 }
        var words = 1
        var (previous, length) = (underscore, 0)
        for index in 0..<key.count {
            let byte = key[index]
            let isInside = index >= first && index < last
            // &-: others wrap to above nine.
            guard isLetter(byte) || byte == underscore || byte &- UInt8(ascii: "0") <= 9 else { return nil }
            if isInside, byte == underscore {
                if previous != underscore { words += 1 }
            } else {
                var kept = byte
                if isInside, isLetter(byte) {
                    kept = words > 1 && !isLetter(previous) ? byte & ~caseBit : byte | caseBit
                }
                put(kept, length)
                length += 1
            }
            previous = byte
        }
        if words == 1 {
            for index in 0..<key.count { put(key[index], index) }
            return key.count
        }
        return length
    }

    /// What a small letter has beside its capital.
    private static var caseBit: UInt8 { 0x20 }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | caseBit) &- UInt8(ascii: "a") < 26 }  // &-: others wrap to above 25

    /// Lends a key's bytes as they are when it has been converted.
    static func withConverted<R>(_ key: BorrowedBytes, _ body: (BorrowedBytes) -> R) -> R {
        let result: R? = unsafe ValueRow<UInt8>.withTemporary(max(key.count, 1)) { target in
            // SAFETY: there is room for as many bytes as the key has, and those are lent that have been put.
            guard let count = convert(key, { unsafe (target + $1).put($0) }) else { return nil }
            return unsafe body(BorrowedBytes(from: target.text, count: count))
        }
        if let result { return result }
        var other = convert(String(valid: key).marksInOrder)
        return unsafe other.withBorrowedBytes(body)
    }

    /// Converts any key.
    static func convert(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else { return key }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map { String($0).capitalized }.joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}
