import FoundationEssentials

// `one_two_three` becomes `oneTwoThree`, as Foundation's decoder has it: underscores at both ends stay, those between words go, the first word becomes
// small and the others are capitalised; a key of one word stays as it is. Capitalising is Foundation's too: a letter behind anything but a letter
// becomes large, and all others small (`user_2nd` becomes `user2Nd`).

enum SnakeCase {
    /// Converts a key of letters, digits and underscores.
    ///
    /// - Parameters:
    ///   - key: Its bytes.
    ///   - target: Memory for as many bytes.
    /// - Returns: How many bytes the converted key has; nil for a key with other bytes.
    static func convert(_ key: BorrowedBytes, into target: OutputPlace) -> Int? {
        // SAFETY: every index is below the count, and no more is written than has been read.
        let underscore = UInt8(ascii: "_")
        var (first, last) = (0, key.count)
        while first < last, key[first] == underscore { first += 1 }
        while last > first, key[last - 1] == underscore { last -= 1 }
        var words = 1
        var (previous, length) = (underscore, 0)
        for index in 0..<key.count {
            let byte = key[index]
            let isInside = index >= first && index < last
            guard isLetter(byte) || byte == underscore || byte &- ASCII.zero <= 9 else { return nil }  // &-: others wrap to above nine
            if isInside, byte == underscore {
                if previous != underscore { words += 1 }
            } else {
                var kept = byte
                if isInside, isLetter(byte) {
                    kept = words > 1 && !isLetter(previous) ? byte & ~ASCII.caseBit : byte | ASCII.caseBit
                }
                target.put(kept, at: length)
                length += 1
            }
            previous = byte
        }
        if words == 1 {
            for index in 0..<key.count { target.put(key[index], at: index) }
            return key.count
        }
        return length
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | ASCII.caseBit) &- UInt8(ascii: "a") < 26 }  // &-: others wrap to above 25

    /// Converts any key.
    static func convert(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else { return key }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map { String($0).capitalized }.joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}

extension CodableDocument {
    /// Converts the keys of an object by the strategy, once, or resolves the escapes in them and puts long runs of marks in order.
    @inline(never)
    func convertKeys(of object: Int) {
        guard self[object].head & CodableToken.converted == 0 else { return }
        self[object].head |= CodableToken.converted
        var path: [any CodingKey]?
        var key = object + 3
        let end = self[object].end
        while key < end {
            let token = self[key]
            let new: (place: Int, length: Int)
            switch rules.keyStrategy {
            case .useDefaultKeys:
                guard token.isUnresolved else {
                    key = after(key + 1)
                    continue
                }
                new = add(comparable(token), token)
            case .convertFromSnakeCase: new = snakeCase(token)
            case .custom(let convert):
                let way = path ?? self.path(to: object)
                path = way
                new = add(convert(way + [PlaceKey(comparable(token))]).stringValue.marksInOrder, token)
            }
            self[key].head |= CodableToken.converted
            self[key].place = UInt32(truncatingIfNeeded: new.place)
            self[key].word = KeySign.of(converted.text(at: new.place), new.length)
            key = after(key + 1)
        }
    }

    private func snakeCase(_ token: CodableToken) -> (place: Int, length: Int) {
        if token.isPlain {
            let written = self.written(token)
            var isConverted = true
            let new = converted.add(token, room: written.count) { target in
                let length = SnakeCase.convert(written, into: target)
                isConverted = length != nil
                return length ?? 0
            }
            if isConverted { return new }
        }
        return add(SnakeCase.convert(comparable(token)).marksInOrder, token)
    }

    private func add(_ name: String, _ token: CodableToken) -> (place: Int, length: Int) {
        var name = name
        return name.withBorrowedBytes { bytes in
            converted.add(token, room: bytes.count) { target in
                target.copy(bytes)
                return bytes.count
            }
        }
    }

    /// A key as it stands in the text.
    func original(_ token: CodableToken) -> CodableToken {
        guard token.head & CodableToken.converted != 0 else { return token }
        var key = token
        let (place, length) = converted.original(at: Int(token.place))
        key.head &= ~CodableToken.converted
        key.place = place
        key.word = UInt64(length)
        return key
    }
}
