internal import CScan

// What follows the array whose elements are records is read by all of JSON's rules, so that no second document, no cut-off end and no garbage goes
// unnoticed. It can stop between any two bytes, and keeps no more of what it has read than a key that may be one on the way to the array.
//
//     {"data": {"items": [1, 2], "next": null}, "total": 2}     path data.items
//                              -                                the rest begins, inside two objects
//                                                         -     the document ends
//
// Of equal keys the last one counts, but the records of the first one have been handed on by then: if a key on the way comes again, the reading ends.

/// Reads the rest of a document after an array in it.
struct DocumentRest {
    /// A container that the array stands in.
    enum Container: String, Sendable, Codable {
        case object, array
    }

    enum Verdict {
        case goesOn
        /// The document ends before this index.
        case ends(Int)
        case fault(SyntaxFault)
        /// A key on the way to the array comes again, at this offset.
        case repeats(Int)
    }

    private enum State {
        /// After a value.
        case separator
        /// Before a value. An array that has just been opened may end instead.
        case value(mayEnd: Bool)
        /// Before a key. An object that has just been opened may end instead.
        case key(mayEnd: Bool)
        case colon
        case token(TokenReader, isKey: Bool)
    }

    private let path: [JSONPath.Component]
    /// The containers around the array that are still open, the root first.
    private var around: [Container]
    /// What is open inside the innermost of them.
    private var inside = OpenBrackets()
    private var state = State.separator
    /// The key at hand, if it may be one on the way.
    private var key: PathKey
    private var keyOffset = 0
    private var prevalidator = yodel_prevalidator()

    /// - Parameters:
    ///   - path: The way to the array.
    ///   - containers: The containers along the way, the root first: as many as the path has steps, and at least one.
    init(after path: JSONPath, inside containers: [Container]) {
        self.path = path.components
        around = containers
        key = PathKey(path.components)
    }

    /// What the containers on a way most likely are: where a key may also be an index, an array.
    static func containers(along path: JSONPath) -> [Container] {
        path.components.map { $0.arrayIndex == nil ? .object : .array }
    }

    /// Whether a way may lead through containers.
    static func mayBe(_ containers: [Container], along path: JSONPath) -> Bool {
        containers.count == path.components.count
            && zip(containers, path.components).allSatisfy { $0 == .object || $1.arrayIndex != nil }
    }

    /// Reads on from an index.
    ///
    /// - Parameter offset: Offset of the first of the bytes.
    mutating func take(_ bytes: BorrowedBytes, from start: Int, at offset: Int) -> Verdict {
        let sound = start + prevalidate(bytes.part(start...))
        let verdict = read(bytes.part(..<sound), from: start, at: offset)
        guard case .goesOn = verdict, sound < bytes.count else { return verdict }
        let first = offset + sound - Int(prevalidator.fault_back)
        switch Int(prevalidator.fault) {
        case Int(YODEL_PREVALIDATOR_UTF8): return .fault(.invalidUTF8(offset: first))
        case Int(YODEL_PREVALIDATOR_SURROGATE): return .fault(.loneSurrogate(offset: first))
        // VT or FF, which stands nowhere in JSON.
        default: return read(bytes.part(..<(sound + 1)), from: sound, at: offset)
        }
    }

    /// How many of the next bytes are sound, from the first on.
    private mutating func prevalidate(_ bytes: BorrowedBytes) -> Int {
        unsafe yodel_prevalidate(&prevalidator, bytes.baseAddress, bytes.count)
    }

    private mutating func read(_ bytes: BorrowedBytes, from start: Int, at offset: Int) -> Verdict {
        var index = start
        while index < bytes.count {
            let verdict: Verdict? =
                switch state {
                case .separator, .value, .key, .colon: readStructure(bytes, &index, offset)
                case .token(let token, let isKey): readToken(token, isKey, bytes, &index, offset)
                }
            if let verdict { return verdict }
        }
        return .goesOn
    }

    // MARK: Structure

    private var container: Container {
        if inside.depth > 0 { return inside.isObject ? .object : .array }
        return around.last ?? .array
    }

    /// Whether the innermost container is one around the array.
    private var isAround: Bool { inside.depth == 0 }

    private mutating func readStructure(_ bytes: BorrowedBytes, _ index: inout Int, _ offset: Int) -> Verdict? {
        unsafe index += bytes.place(index).whitespace(of: bytes.count - index)
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        let place = offset + index
        switch state {
        case .value(mayEnd: true) where byte == UInt8(ascii: "]"), .key(mayEnd: true) where byte == UInt8(ascii: "}"):
            state = .separator
        case .separator: return readSeparator(byte, &index, place)
        case .value: return readValue(byte, &index, place)
        case .key:
            guard byte == UInt8(ascii: "\""), let token = TokenReader(byte) else { return unexpected(byte, "a key", place) }
            key.begin()
            keyOffset = place
            state = .token(token, isKey: true)
            index += 1
        case .colon:
            guard byte == UInt8(ascii: ":") else { return unexpected(byte, "':'", place) }
            state = .value(mayEnd: false)
            index += 1
        case .token: assertionFailure("inside a token there is no structure")
        }
        return nil
    }

    private mutating func readSeparator(_ byte: UInt8, _ index: inout Int, _ place: Int) -> Verdict? {
        let container = container
        switch byte {
        case UInt8(ascii: ","):
            state = container == .object ? .key(mayEnd: false) : .value(mayEnd: false)
            index += 1
        case UInt8(ascii: "}") where container == .object, UInt8(ascii: "]") where container == .array:
            if isAround { around.removeLast() } else { _ = inside.close(isObject: byte == UInt8(ascii: "}")) }
            index += 1
            if around.isEmpty { return .ends(index) }
        default:
            return unexpected(byte, container == .object ? "',' or '}'" : "',' or ']'", place)
        }
        return nil
    }

    private mutating func readValue(_ byte: UInt8, _ index: inout Int, _ place: Int) -> Verdict? {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard inside.hasRoom else { return unexpected(byte, "a value", place) }
            let isObject = byte == UInt8(ascii: "{")
            inside.open(isObject: isObject)
            state = isObject ? .key(mayEnd: true) : .value(mayEnd: true)
        default:
            guard let token = TokenReader(byte) else { return unexpected(byte, "a value", place) }
            state = .token(token, isKey: false)
        }
        index += 1
        return nil
    }

    /// Whether the key that has just ended is the one on the way.
    private var isRepeated: Bool { isAround && key.leads(along: path[around.count - 1]) }

    private func unexpected(_ byte: UInt8, _ expected: String, _ place: Int) -> Verdict {
        // A container that has just been opened may end.
        let isTrailing =
            switch (state, byte) {
            case (.key(mayEnd: false), UInt8(ascii: "}")): true
            case (.value(mayEnd: false), UInt8(ascii: "]")): container == .array
            default: false
            }
        if isTrailing { return .fault(.trailingComma(before: byte, expected: expected, offset: place)) }
        return .fault(.unexpected(SyntaxFault.name(byte), expected: expected, offset: place))
    }

    // MARK: Tokens

    private mutating func readToken(
        _ token: TokenReader, _ isKey: Bool, _ bytes: BorrowedBytes, _ index: inout Int, _ offset: Int
    ) -> Verdict? {
        let first = index
        var token = token
        let verdict = token.read(bytes, from: index, at: offset)
        switch verdict {
        case .fault(let fault): return .fault(fault)
        case .goesOn:
            index = bytes.count
            state = .token(token, isKey: isKey)
        case .ends(let end):
            index = end
            state = isKey ? .colon : .separator
        }
        guard isKey && isAround else { return nil }
        key.append(bytes[first..<index])
        if case .ends = verdict, isRepeated { return .repeats(keyOffset) }
        return nil
    }
}
