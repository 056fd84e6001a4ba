// Separators, keys and scalars. Every member leaves the text such that the next one may follow; the layout is Foundation's:
//
//     {                          [
//       "a" : 1,
//       "b" : 2                  ]          an empty container has an empty line
//     }

extension EncodingLevel {
    // MARK: Containers

    /// Makes the value an object, if it is none yet.
    @inline(__always)
    func openObject() {
        if content != .none { return goOn(with: .object) }
        open(.object, UInt8(ascii: "{"))
    }

    /// Makes the value an array, if it is none yet.
    @inline(__always)
    func openArray() {
        if content != .none { return goOn(with: .array) }
        open(.array, UInt8(ascii: "["))
    }

    @inline(__always)
    private func open(_ content: Content, _ bracket: UInt8) {
        if !isInnermost { activate() }
        if depth >= depthLimit { tooDeep() }
        self.content = content
        text.pointee.output.append(bracket)
    }

    /// Goes on with a container that has been opened before, or that a single value was.
    @inline(never)
    private func goOn(with wanted: Content) {
        if isRevived { return restart(as: wanted) }
        if content == .single { reopenValue(as: wanted) }
        if content != wanted {
            let name = wanted == .object ? "keyed" : "unkeyed"
            misused("Attempt to push new \(name) encoding container when already previously encoded at this path.")
            beginAnew(as: wanted)
        }
        isSingle = false
    }

    /// Closes the value. It is the innermost of its text.
    @inline(__always)
    func close() {
        switch content {
        case .single: break
        case .object:
            if sortsKeys || keys.pointee.lastMayRepeat || endsSlowly { arrange() }
            closeBracket(UInt8(ascii: "}"))
        case .array: closeBracket(UInt8(ascii: "]"))
        case .none:
            // Who encodes nothing is an empty object.
            text.pointee.output.append(UInt8(ascii: "{"))
            closeBracket(UInt8(ascii: "}"))
        }
    }

    @inline(__always)
    private func closeBracket(_ bracket: UInt8) {
        contentEnd = text.pointee.output.count
        if isPretty {
            if count == 0 { text.pointee.output.append(UInt8(ascii: "\n")) }
            text.pointee.output.append(newlineWithSpaces: 2 * depth)
        }
        text.pointee.output.append(bracket)
    }

    // MARK: Members

    /// Writes the separator before an element.
    ///
    /// - Returns: Where the text was before.
    @inline(__always)
    func element() -> Int {
        if !isInnermost { activate() }
        let before = text.pointee.output.count
        separate()
        return before
    }

    @inline(__always)
    func separate() {
        if count > 0 { text.pointee.output.append(UInt8(ascii: ",")) }
        if isPretty { text.pointee.output.append(newlineWithSpaces: 2 * (depth + 1)) }
        count &+= 1  // &+=: as many as there is text for
    }

    /// Bytes before a member, of which the first has one less.
    var separatorBytes: Int { isPretty ? 2 + 2 * (depth + 1) : 1 }

    /// Writes a key with the separator before it and the colon after it.
    ///
    /// - Returns: Where the text was before.
    @inline(__always)
    @discardableResult
    func member(_ key: String) -> Int {
        unsafe key.withBorrowedUTF8 { member($0) }
    }

    @inline(never)
    private func member(_ key: BorrowedBytes) -> Int {
        member(key, in: keyCache, isData: false) { key, place in otherMember(key, place.map { KeyPlace(keyCache, $0, key) }) }
    }

    /// The same for a dictionary's key, which no strategy changes.
    @inline(never)
    @discardableResult
    func member(ofDictionary key: String) -> Int {
        unsafe key.withBorrowedUTF8 {
            member($0, in: keyCache, isData: true) { key, place in
                otherMember(key, place.map { KeyPlace(keyCache, $0, key, isData: true) })
            }
        }
    }

    /// Writes the key that a style makes of another one.
    ///
    /// - Parameter style: Makes it, if it has not been kept. It is a function of the key alone.
    @inline(never)
    @discardableResult
    func member(styled key: String, by style: (String) -> String) -> Int {
        guard let styledKeys else { return member(style(key)) }
        return unsafe key.withBorrowedUTF8 {
            member($0, in: styledKeys, isData: false) { key, place in
                unsafe style(String(valid: key)).withBorrowedUTF8 { otherMember($0, place.map { KeyPlace(styledKeys, $0, key) }) }
            }
        }
    }

    /// Writes a key by what is kept of it.
    ///
    /// - Parameter other: Writes one that has not been kept, for which there may be a place.
    @inline(__always)
    private func member(
        _ key: BorrowedBytes, in cache: KeyCache, isData: Bool, other: (BorrowedBytes, KeyCache.Place?) -> Int
    ) -> Int {
        if !isInnermost { activate() }
        let before = text.pointee.output.count
        guard !isPretty, !key.isEmpty, key.count <= KeyCache.mostBytes else { return other(key, nil) }
        var place = cache.place(of: key)
        if !cache.holds(key, at: place) {
            place = cache.otherPlace(place)
            guard cache.holds(key, at: place) else { return other(key, cache.placeToKeep(place, isData: isData)) }
        }
        let skipped = count == 0 ? 0 : 1
        count &+= 1  // &+=: as many as there is text for
        let length = Int(place.key.textLength)
        if recordsKeys {
            keys.pointee.append(
                before &- start &+ skipped, length &- 3, hash: place.key.hash, isEscaped: place.key.isEscaped, isWide: place.key.isWide)
        }
        unsafe text.pointee.output.write(64) { to in
            // SAFETY: texts are of 40 bytes at most, and there is one entry more than are in use.
            unsafe to.put(UInt8(ascii: ","))
            let target = unsafe to + skipped
            unsafe target.store(block: place.text.block())
            if length > 16 {
                unsafe (target + 16).store(block: place.text.block(16))
                unsafe (target + 32).store(place.text.load(32, as: UInt64.self))
            }
            return length &+ skipped  // &+: at most 41
        }
        return before
    }

    /// Writes a key that has not been kept, and keeps it, if there is a place for it.
    ///
    /// - Parameter place: Where, and by which key it is found.
    @inline(never)
    private func otherMember(_ key: BorrowedBytes, _ place: KeyPlace?) -> Int {
        let before = text.pointee.output.count
        separate()
        let start = text.pointee.output.count
        text.pointee.output.append(quoted: key, escapes)
        let length = text.pointee.output.count - start - 2
        text.pointee.output.append(isPretty ? " : " : ":")
        let (hash, isWide) = hash(start, length)
        let isEscaped = length != key.count
        if recordsKeys { keys.pointee.append(start - self.start, length, hash: hash, isEscaped: isEscaped, isWide: isWide) }
        if let place {
            unsafe place.cache.keep(
                place.key, at: place.place, text: text.pointee.output.part(start..<start + length + 3), hash: hash, isEscaped: isEscaped,
                isWide: isWide, isData: place.isData)
        }
        return before
    }

    private func hash(_ start: Int, _ length: Int) -> (hash: UInt32, isWide: Bool) {
        // SAFETY: a hash reads up to eight bytes from the text's begin on, so there is to be room for them.
        unsafe text.pointee.output.write(16) { _ in 0 }
        return unsafe keys.pointee.hash(of: text.pointee.output.bytes.start.unsafelyUnwrapped + start + 1, length)
    }

    /// Writes a key that is escaped already.
    ///
    /// - Returns: Where the text was before.
    func appendKey(_ key: [UInt8]) -> Int {
        let before = text.pointee.output.count
        separate()
        let start = text.pointee.output.count
        text.pointee.output.append(UInt8(ascii: "\""))
        unsafe key.withBorrowedBytes { text.pointee.output.append($0) }
        text.pointee.output.append(isPretty ? "\" : " : "\":")
        if recordsKeys { record(start, key.count, isEscaped: key.contains(UInt8(ascii: "\\"))) }
        return before
    }

    func record(_ start: Int, _ length: Int, isEscaped: Bool) {
        let (hash, isWide) = hash(start, length)
        keys.pointee.append(start - self.start, length, hash: hash, isEscaped: isEscaped, isWide: isWide)
    }

    // MARK: Scalars

    @inline(__always)
    func null() { text.pointee.output.append(.null) }

    @inline(__always)
    func boolean(_ value: Bool) { text.pointee.output.append(ShortText(value)) }

    @inline(__always)
    func integer<I: FixedWidthInteger>(_ value: I) {
        unsafe text.pointee.output.write(NumberWriter.maximumIntegerBytes) { to in
            if I.self == Int128.self { return NumberWriter.write(Int128(truncatingIfNeeded: value), to: to) }
            if I.self == UInt128.self { return NumberWriter.write(UInt128(truncatingIfNeeded: value), to: to) }
            if I.isSigned { return NumberWriter.write(Int64(truncatingIfNeeded: value), to: to) }
            return NumberWriter.write(UInt64(truncatingIfNeeded: value), to: to)
        }
    }

    /// A number that is finite.
    @inline(__always)
    func finite(_ value: Double) {
        unsafe text.pointee.output.write(NumberWriter.maximumDoubleBytes) { to in
            length(to, NumberWriter.write(value, to: to))
        }
    }

    /// A number that is finite.
    @inline(__always)
    func finite(_ value: Float) {
        unsafe text.pointee.output.write(NumberWriter.maximumDoubleBytes) { to in
            length(to, NumberWriter.write(value, to: to))
        }
    }

    /// The length of a number's text, without ".0" at its end but in models.
    @inline(__always)
    private func length(_ text: OutputPlace, _ length: Int) -> Int {
        // &-: as is asked first
        let isWhole = unsafe length > 2 && text.byte(at: length &- 1) == ASCII.zero && text.byte(at: length &- 2) == ASCII.point
        return isWhole && !keepsFraction ? length &- 2 : length
    }

    @inline(__always)
    func string(_ value: String) {
        if escapes.isEmpty { text.pointee.output.append(plain: value) } else { text.pointee.output.append(value, escapes) }
    }

    /// What stands for a number that JSON does not have.
    @inline(never)
    func write(_ standIn: StandIn) {
        switch standIn {
        case .text(let text): string(text)
        case .null: null()
        case .nothing where content == .array: null()
        case .nothing:
            text.pointee.output.append(Self.leftOut)
            omit()
        }
    }

    /// A member is left out, or what is written itself.
    func omit() {
        (leavesOut, endsSlowly, isAltered) = (true, true, true)
    }
}

extension OutputBuffer {
    // The flags are constants here, so that each has a loop of its own.

    @inline(never)
    fileprivate mutating func append(plain value: String) {
        unsafe value.withBorrowedUTF8 { append(quoted: $0, []) }
    }

    @inline(never)
    fileprivate mutating func append(_ value: String, _ escapes: StringEscape.Flags) {
        unsafe value.withBorrowedUTF8 { bytes in
            if escapes == .slash { append(quoted: bytes, .slash) } else { append(quoted: bytes, escapes) }
        }
    }
}

/// A place for what is written for a key, and the key that it is found by.
private struct KeyPlace {
    let cache: KeyCache
    let place: KeyCache.Place
    let key: BorrowedBytes
    let isData: Bool

    init(_ cache: KeyCache, _ place: KeyCache.Place, _ key: BorrowedBytes, isData: Bool = false) {
        (self.cache, self.place, self.key, self.isData) = (cache, place, key, isData)
    }
}
