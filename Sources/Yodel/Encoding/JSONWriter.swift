import FoundationEssentials

// JSON as text: separators, layout, escapes. Knows no models; ModelWriter walks them and writes here.
//
// A key of compact text is copied whole, with its quotes, the comma before and the colon after; what becomes of the first comma is said in
// ModelWriter+Compact.swift. Everything else is the caller's order: every member leaves the text such that the next one may follow.

/// Writes JSON into a buffer.
@safe struct JSONWriter: ~Copyable, ScalarOutput {
    // SAFETY, of the extensions too: whoever writes at a place has asked for room for the most that is written there.

    var output: OutputBuffer
    let rules: WritingRules
    /// Containers that are open, those that the caller counts from included.
    private(set) var depth: Int
    /// Whether the bytes of strings are read without the standard library.
    let readsStrings: Bool
    /// Whether that is so and nothing is escaped but what must be.
    let copiesStrings: Bool
    /// The spaces before a line of pretty text.
    var indentation: Int { 2 &* depth }  // &*: the depth is limited

    init(_ rules: WritingRules, _ output: consuming OutputBuffer, depth: Int) {
        self.rules = rules
        self.output = output
        self.depth = depth
        readsStrings = StringLayout.isReadable
        copiesStrings = readsStrings && rules.escapes.isEmpty
    }

    // MARK: Containers

    /// Opens a container.
    ///
    /// - Returns: false if there are too many inside each other; nothing has been written then.
    @inline(__always)
    mutating func open(_ bracket: UInt8) -> Bool {
        guard mayOpen else { return false }
        openAnyway(bracket)
        return true
    }

    /// Opens a container that counts only if something is written in it; the caller looks at the depth then.
    @inline(__always)
    mutating func openAnyway(_ bracket: UInt8) {
        depth += 1
        output.append(bracket)
    }

    /// Begins a container whose brackets the caller writes.
    ///
    /// - Returns: false if there are too many inside each other.
    @inline(__always)
    mutating func enter() -> Bool {
        guard mayOpen else { return false }
        depth &+= 1  // &+=: below the limit
        return true
    }

    /// Ends such a container.
    @inline(__always)
    mutating func leave() { depth &-= 1 }  // &-=: one is open

    /// Whether another container may be opened.
    var mayOpen: Bool { depth < rules.maximumDepth }

    /// Whether more containers are open than may be.
    var isTooDeep: Bool { depth > rules.maximumDepth }

    /// Closes the innermost container.
    @inline(__always)
    mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if rules.isPretty {
            // Foundation's layout: an empty container has an empty line.
            if isEmpty { output.append(UInt8(ascii: "\n")) }
            newline()
        }
        output.append(bracket)
    }

    /// The separator before an element of an array.
    @inline(__always)
    mutating func element(isFirst: Bool) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        if rules.isPretty { newline() }
    }

    /// Bytes of an object without members, the next container that would be opened.
    var emptyCount: Int { rules.isPretty ? 4 &+ indentation : 2 }  // &+: the depth is limited

    /// What a string needs that stands in its own two words.
    static var smallRoom: Int { StringEscape.maximumBytes(for: 15) + 2 }

    /// A plan's key with the separator before it and the colon after it.
    ///
    /// Not inlined: who calls it goes deep.
    @inline(never)
    mutating func key(_ entry: WriteEntryRef, isFirst: Bool) {
        guard entry.pointee.isPlainText && !isFirst else { return key(entry.pointee.key, isFirst: isFirst) }
        if rules.isPretty { return unsafe output.advance(to: prettyKey(entry, at: output.reserve(0), room: 0)) }
        unsafe output.write(entry.pointee.length &+ 16) { Self.write(entry, to: $0) }  // &+: of a key
    }

    /// A key with the separator before it and the colon after it.
    mutating func key(_ key: BorrowedBytes, isFirst: Bool) {
        element(isFirst: isFirst)
        string(key)
        colon()
    }

    /// A key with the separator before it and the colon after it.
    mutating func key(_ key: String, isFirst: Bool) {
        element(isFirst: isFirst)
        string(key)
        colon()
    }

    /// The key of a dictionary, read in place.
    mutating func key(at address: StringAddress, isFirst: Bool) {
        element(isFirst: isFirst)
        string(at: address)
        colon()
    }

    /// The key of a dictionary that is an integer.
    mutating func key(_ value: Int64, isFirst: Bool) {
        element(isFirst: isFirst)
        output.append(UInt8(ascii: "\""))
        integer(value)
        output.append(UInt8(ascii: "\""))
        colon()
    }

    /// The colon between a key and its value.
    @inline(__always)
    private mutating func colon() {
        let (text, count): (UInt32, Int) = rules.isPretty ? (0x20_3A20, 3) : (0x3A, 1)
        unsafe output.write(4) {
            unsafe $0.store(text)
            return count
        }
    }

    private mutating func newline() { output.append(newlineWithSpaces: indentation) }

    // MARK: Scalars

    mutating func null() { output.append(.null) }

    mutating func boolean(_ value: Bool) { output.append(ShortText(value)) }

    /// A number by its text.
    mutating func number(_ text: String) { output.append(text) }

    @inline(__always)
    mutating func integer(_ value: Int64) {
        unsafe output.write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    @inline(__always)
    mutating func integer(_ value: UInt64) {
        unsafe output.write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    mutating func integer(_ value: Int128) {
        unsafe output.write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    mutating func integer(_ value: UInt128) {
        unsafe output.write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Double) {
        unsafe output.write(NumberWriter.maximumDoubleBytes) { NumberWriter.write(value, to: $0) }
    }

    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Float) {
        unsafe output.write(NumberWriter.maximumDoubleBytes) { NumberWriter.write(value, to: $0) }
    }

    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Decimal) { output.append(value, rules) }

    /// A string in its quotes, by its UTF-8.
    @inline(__always)
    mutating func string(_ bytes: BorrowedBytes) {
        output.append(quoted: bytes, rules.escapes)
    }

    /// A string in its quotes.
    mutating func string(_ text: String) {
        unsafe withUnsafePointer(to: text) { unsafe string(at: StringAddress($0)) }
    }

    /// A string in its quotes, read in place: a copy of it would be counted.
    ///
    /// Not inlined: among other code the compiler copies it all the same.
    @inline(never)
    mutating func string(at address: StringAddress) {
        let flags = rules.escapes
        if readsStrings, let small = StringLayout.smallCount(at: address) {
            return unsafe output.write(Self.smallRoom) { StringEscape.write(quotedSmall: address, small, to: $0, flags: flags) }
        }
        guard readsStrings, let bytes = StringLayout.bytes(at: address), bytes.count <= OutputBuffer.pieceBytes else {
            return otherString(at: address)
        }
        unsafe output.write(StringEscape.maximumBytes(for: bytes.count) &+ 2) {  // &+: of a piece
            StringEscape.write(quoted: bytes, to: $0, flags: flags)
        }
    }

    @inline(never)
    mutating func otherString(at address: StringAddress) {
        unsafe address.pointee.withBorrowedUTF8 { string($0) }
    }

    /// A UUID in its quotes, of which nothing is escaped.
    mutating func identifier(_ uuid: UUID) { output.append(quoted: uuid) }

    /// A date, in the form that the rules say.
    mutating func date(_ date: Date) -> WriteOutcome { output.append(date, rules) }

    /// Data, in the form that the rules say.
    mutating func data(_ data: Data) -> WriteOutcome { output.append(data, rules) }

    // MARK: Values

    /// A whole value. Goes down level by level; the depth is limited.
    ///
    /// - Returns: false if there are too many containers inside each other.
    mutating func value(_ value: JSONValue) -> Bool {
        switch value {
        case .null: null()
        case .bool(let value): boolean(value)
        case .number(let number): self.number(number.text)
        case .string(let text): string(text)
        case .array(let elements):
            guard open(UInt8(ascii: "[")) else { return false }
            // By index: an iterator would hold the array and each of its elements once more.
            for index in elements.indices {
                element(isFirst: index == 0)
                guard self.value(elements[index]) else { return false }
            }
            close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        case .object(let object): return self.object(object)
        }
        return true
    }

    /// The bytes of a value as they are.
    ///
    /// - Returns: false if there are too many containers inside each other; nothing has been written then.
    mutating func raw(_ value: RawJSON) -> Bool {
        guard !value.isDeeper(than: rules.maximumDepth - depth) else { return false }
        output.append(value, rules)
        return true
    }

    private mutating func object(_ object: JSONObject) -> Bool {
        guard open(UInt8(ascii: "{")) else { return false }
        let keys = object.keys
        let values = object.values
        let order = rules.sortsKeys ? keys.placesInOrder() : []
        for place in keys.indices {
            let index = rules.sortsKeys ? order[place] : place
            // SAFETY: the index is one of the keys.
            unsafe keys.withUnsafeBufferPointer { keys in
                unsafe key(at: StringAddress(keys.baseAddress.unsafelyUnwrapped + index), isFirst: place == 0)
            }
            guard value(values[index]) else { return false }
        }
        close(UInt8(ascii: "}"), isEmpty: keys.isEmpty)
        return true
    }
}

extension JSONWriter: @unsafe ScalarVisitor {
    /// A scalar in memory.
    mutating func visit<S: Scalar>(_ type: S.Type, _ source: ScalarSource) -> WriteOutcome {
        source.load(type)?.write(to: &self) ?? .isNil
    }
}
