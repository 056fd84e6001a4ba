// Keys as the strategy makes them, one behind the other: place and length of the key in the text, four bytes each, then the bytes it is compared by. The
// entry of a key that has been converted says where the bytes are.

/// The converted keys of a document.
@safe struct ConvertedKeys: ~Copyable {
    private var block: OutputPlace?
    private var count = 0
    private var capacity = 0

    deinit { freeBlock() }

    private func freeBlock() { unsafe block?.free() }

    /// Forgets all keys.
    mutating func removeAll() {
        count = 0
        guard capacity > Self.mostKept else { return }
        freeBlock()
        block = nil
        capacity = 0
    }

    /// Bytes that are kept from one document to the next.
    private static var mostKept: Int { 1 << 16 }
    /// Bytes before each key's own.
    private static var lead: Int { 8 }

    /// SAFETY: there is memory once a key has been added; the places and lengths that are asked for are those that `add` has given out.
    @inline(__always)
    private var memory: OutputPlace { unsafe block.unsafelyUnwrapped }

    /// Where the bytes of a key begin.
    @inline(__always)
    func text(at place: Int) -> TextPlace { unsafe (memory + place).text }

    /// The bytes of a key.
    @inline(__always)
    func bytes(at place: Int, _ count: Int) -> BorrowedBytes { unsafe BorrowedBytes(from: text(at: place), count: count) }

    /// Where a converted key stands in the text.
    func original(at place: Int) -> (place: UInt32, length: UInt32) {
        unsafe (text(at: place).load(-8, as: UInt32.self), text(at: place).load(-4, as: UInt32.self))
    }

    /// Adds a key.
    ///
    /// - Parameters:
    ///   - token: The key as it stands in the text.
    ///   - room: How many bytes it may have.
    ///   - write: Writes them, and returns how many they are.
    /// - Returns: Where they are, and how many.
    mutating func add(_ token: CodableToken, room: Int, _ write: (OutputPlace) -> Int) -> (place: Int, length: Int) {
        // With what keeps the next one in step: it counts as used.
        let needed = Self.inStep(count + Self.lead + room)
        if needed > capacity { grow(to: needed) }
        let target = unsafe memory + count
        // SAFETY: there is room for all of it.
        unsafe target.store(token.place)
        unsafe target.store(UInt32(token.length), at: 4)
        let length = unsafe write(target + Self.lead)
        let place = count + Self.lead
        count = Self.inStep(place + length)
        return (place, length)
    }

    /// The next place where numbers are stored where they belong.
    private static func inStep(_ place: Int) -> Int { (place + 3) & ~3 }

    private mutating func grow(to needed: Int) {
        capacity = max(2 * capacity, needed + 1024)
        let larger = OutputPlace.allocate(capacity)
        if let block { unsafe larger.copy(block.bytes(count)) }
        freeBlock()
        block = larger
    }
}

extension CodableDocument {
    /// Converts the keys of an object by the strategy, once, or resolves the escapes in them and puts long runs of marks in order.
    @inline(never)
    func convertKeys(of object: Int) {
        guard self[object].head & CodableToken.converted == 0 else { return }
        // What has been found out of them was of the keys as they stood.
        self[object].head &= ~CodableToken.factsOfKeys
        self[object].head |= CodableToken.converted
        let strategy = keyStrategy(of: object)
        var path: [any CodingKey]?
        var key = object + 3
        let end = self[object].end
        while key < end {
            let token = self[key]
            let new: (place: Int, length: Int)
            switch strategy {
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
            self[key].word = unsafe KeySign.of(converted.text(at: new.place), new.length)
            key = after(key + 1)
        }
    }

    /// How the keys of an object are converted: in a model as its style says, but for keys that are data.
    private func keyStrategy(of object: Int) -> CodableDecoder.KeyDecodingStrategy {
        guard isInModel else { return rules.keyStrategy }
        let isData = self[object].head & CodableToken.keepsKeys != 0
        return model.keys.converts && !isData ? .convertFromSnakeCase : .useDefaultKeys
    }

    /// Says whether the keys of an object in a model are data, which no style changes: a type may try both.
    func keepKeys(of object: Int, _ areData: Bool) {
        let head = self[object].head
        guard (head & CodableToken.keepsKeys != 0) != areData else { return }
        self[object].head = areData ? head | CodableToken.keepsKeys : head & ~CodableToken.keepsKeys
        guard model.keys.converts, head & CodableToken.converted != 0 else { return }
        // As they stand in the text.
        self[object].head &= ~(CodableToken.converted | CodableToken.factsOfKeys)
        var key = object + 3
        while key < self[object].end {
            var token = original(self[key])
            token.word = unsafe KeySign.of(place(Int(token.place)), token.length)
            self[key] = token
            key = after(key + 1)
        }
    }

    private func snakeCase(_ token: CodableToken) -> (place: Int, length: Int) {
        if token.isPlain {
            let written = self.written(token)
            var isConverted = true
            let new = converted.add(token, room: written.count) { target in
                let length = SnakeCase.convert(written) { unsafe target.put($0, at: $1) }
                isConverted = length != nil
                return length ?? 0
            }
            if isConverted { return new }
        }
        return add(SnakeCase.convert(comparable(token)).marksInOrder, token)
    }

    private func add(_ name: String, _ token: CodableToken) -> (place: Int, length: Int) {
        var name = name
        return unsafe name.withBorrowedBytes { bytes in
            converted.add(token, room: bytes.count) { target in
                unsafe target.copy(bytes)
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
