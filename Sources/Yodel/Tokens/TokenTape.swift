// Tokens that are kept to be handed on later, once or several times: a string of records in one buffer, in the order of the document.
//
// A record is a header of sixteen bytes, and the content of a key, string or number. The header holds the kind, a size, and a mark of the
// token's place. The size is that of the content; for the start of a container it reaches to behind the record of its end, so that a container
// is stepped over at once and can be handed on as a piece of the same buffer.
//
//     {"id":7}     start(size: to the end) · key "id" · number "7" · end

/// A growing buffer of tokens.
///
/// SAFETY: the buffer is owned by the tape and moved when it grows; a `TapePiece` into it holds until the next token is added.
@unsafe struct TokenTape: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var count = 0
    private var capacity = 0
    /// The header of the innermost open container; the headers of open containers are chained through their sizes.
    private var open = -1

    init() {}

    deinit {
        unsafe base?.deallocate()
    }

    /// Whether a container is open.
    var isOpen: Bool { unsafe open >= 0 }

    /// Forgets all tokens; the buffer stays.
    mutating func reset() {
        unsafe count = 0
        unsafe open = -1
    }

    /// All tokens, when no container is open.
    var piece: TapePiece {
        unsafe assert(!isOpen && count > 0)
        return unsafe TapePiece(TapeToken(base.unsafelyUnwrapped))
    }

    /// Adds a token with content.
    mutating func add(_ kind: TapeToken.Kind, _ content: UnsafeBufferPointer<UInt8>, mark: Int) {
        let slot = unsafe grow(by: TapeToken.headerSize + content.count)
        unsafe TapeToken.write(kind, size: content.count, mark: mark, at: slot)
        guard let source = content.baseAddress else { return }
        let target = unsafe slot + TapeToken.headerSize
        // Most content is short: two words that may overlap beat a call.
        switch content.count {
        case 8...16: unsafe Self.copyEnds(UInt64.self, UnsafeRawPointer(source), target, content.count)
        case 4..<8: unsafe Self.copyEnds(UInt32.self, UnsafeRawPointer(source), target, content.count)
        case 2..<4: unsafe Self.copyEnds(UInt16.self, UnsafeRawPointer(source), target, content.count)
        default: unsafe target.copyMemory(from: source, byteCount: content.count)
        }
    }

    /// Copies as many bytes as one or two words hold, by the word they begin with and the one they end with.
    @inline(__always)
    private static func copyEnds<Word: BitwiseCopyable>(
        _ type: Word.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
    ) {
        // SAFETY: there are at least as many bytes as one word has.
        let last = count - MemoryLayout<Word>.size
        let (head, tail) = unsafe (source.loadUnaligned(as: type), source.loadUnaligned(fromByteOffset: last, as: type))
        unsafe target.storeBytes(of: head, as: type)
        unsafe target.storeBytes(of: tail, toByteOffset: last, as: type)
    }

    /// Adds a word.
    mutating func add(_ kind: TapeToken.Kind, mark: Int) {
        unsafe TapeToken.write(kind, size: 0, mark: mark, at: grow(by: TapeToken.headerSize))
    }

    /// Adds the start of a container.
    mutating func start(_ kind: TapeToken.Kind, mark: Int) {
        let place = unsafe count
        unsafe TapeToken.write(kind, size: open + 1, mark: mark, at: grow(by: TapeToken.headerSize))
        unsafe open = place
    }

    /// Adds the end of the innermost container.
    mutating func end(_ kind: TapeToken.Kind, mark: Int) {
        unsafe add(kind, mark: mark)
        let start = unsafe base.unsafelyUnwrapped + open
        let outer = unsafe TapeToken(start).size - 1
        unsafe TapeToken.writeSize(count - open - TapeToken.headerSize, at: start)
        unsafe open = outer
    }

    @inline(__always)
    private mutating func grow(by size: Int) -> UnsafeMutableRawPointer {
        if unsafe count + size > capacity { unsafe enlarge(by: size) }
        defer { unsafe count += size }
        return unsafe base.unsafelyUnwrapped + count
    }

    @inline(never)
    private mutating func enlarge(by size: Int) {
        let larger = unsafe max(1024, capacity * 2, count + size)
        let new = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
        if let base = unsafe base {
            unsafe new.copyMemory(from: base, byteCount: count)
            unsafe base.deallocate()
        }
        unsafe base = unsafe new
        unsafe capacity = larger
    }
}

/// One record of a tape.
@unsafe struct TapeToken {
    enum Kind: UInt64 {
        case null, `true`, `false`, number, string, key, startObject, startArray, endObject, endArray
    }

    static let headerSize = 16

    let kind: Kind
    /// Bytes of the content, or for the start of a container to behind its end.
    let size: Int
    /// The place of the token, as `TokenPosition` notes it.
    let mark: Int
    /// Where the record stands.
    let address: UnsafeRawPointer

    /// Reads the record at an address.
    init(_ address: UnsafeRawPointer) {
        // SAFETY: records are written by `write` only; sizes are below 2 to the power of 59.
        let word = unsafe address.loadUnaligned(as: UInt64.self)
        unsafe kind = unsafe Kind(rawValue: word & 15).unsafelyUnwrapped
        unsafe size = Int(word >> 4)
        unsafe mark = unsafe address.loadUnaligned(fromByteOffset: 8, as: Int.self)
        unsafe self.address = unsafe address
    }

    /// The content of a key, string or number.
    var content: UnsafeBufferPointer<UInt8> {
        // SAFETY: the content follows the header, and the bytes are never bound to another type.
        unsafe UnsafeBufferPointer(start: (address + Self.headerSize).assumingMemoryBound(to: UInt8.self), count: size)
    }

    /// The record after this one, a container's inside left out.
    var next: UnsafeRawPointer { unsafe address + Self.headerSize + size }

    /// The record after this one's header: for the start of a container what is inside.
    var inside: UnsafeRawPointer { unsafe address + Self.headerSize }

    static func write(_ kind: Kind, size: Int, mark: Int, at address: UnsafeMutableRawPointer) {
        unsafe address.storeBytes(of: UInt64(size) << 4 | kind.rawValue, as: UInt64.self)
        unsafe address.storeBytes(of: mark, toByteOffset: 8, as: Int.self)
    }

    static func writeSize(_ size: Int, at address: UnsafeMutableRawPointer) {
        let kind = unsafe address.loadUnaligned(as: UInt64.self) & 15
        unsafe address.storeBytes(of: UInt64(size) << 4 | kind, as: UInt64.self)
    }
}

extension TapeToken {
    /// The first object in the container that begins here, itself included, in which a key comes twice: its mark, and the way there. Goes down by
    /// recursion: what a tape holds is at most `maximumDepth` deep.
    var firstRepeat: (mark: Int, path: [JSONPath.Component])? {
        guard unsafe kind == .startObject || kind == .startArray else { return nil }
        let isObject = unsafe kind == .startObject
        let end = unsafe next - Self.headerSize
        var keys: Set<ExactKey> = []
        var index = 0
        var cursor = unsafe inside
        while unsafe cursor < end {
            var token = unsafe TapeToken(cursor)
            var step = JSONPath.Component.index(index)
            if isObject {
                let key = unsafe String(valid: token.content)
                guard keys.insert(ExactKey(key)).inserted else { return unsafe (mark, []) }
                step = .key(key)
                unsafe token = unsafe TapeToken(token.next)
            }
            if let place = unsafe token.firstRepeat { return (place.mark, [step] + place.path) }
            unsafe cursor = unsafe token.next
            index += 1
        }
        return nil
    }
}

/// A container on a tape.
@unsafe struct TapePiece {
    /// The container's start.
    let token: TapeToken

    init(_ token: TapeToken) {
        unsafe self.token = unsafe token
    }

    var isObject: Bool { unsafe token.kind == .startObject }
    /// The record of the container's end.
    var end: UnsafeRawPointer { unsafe token.next - TapeToken.headerSize }
}

// MARK: Values

extension JSONValue {
    /// The value of a record. Goes down by recursion: what a tape holds is at most `maximumDepth` deep.
    ///
    /// - Parameter isASCII: Whether all strings are known to be.
    init(_ token: TapeToken, isASCII: Bool) {
        switch unsafe token.kind {
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .number: self = unsafe .number(JSONNumber(unchecked: String(valid: token.content, isASCII: isASCII)))
        case .string: self = unsafe .string(String(valid: token.content, isASCII: isASCII))
        case .startObject: self = unsafe .object(JSONObject(token, isASCII: isASCII))
        case .startArray:
            var elements: [JSONValue] = []
            var cursor = unsafe token.inside
            let end = unsafe token.next - TapeToken.headerSize
            while unsafe cursor < end {
                let element = unsafe TapeToken(cursor)
                unsafe elements.append(JSONValue(element, isASCII: isASCII))
                unsafe cursor = unsafe element.next
            }
            self = .array(elements)
        case .null, .key, .endObject, .endArray: self = .null
        }
    }
}

extension JSONObject {
    /// The object whose start is given. Of equal keys the last value stays, at the place of the first.
    ///
    /// - Parameter isASCII: Whether all strings are known to be.
    init(_ token: TapeToken, isASCII: Bool) {
        self.init()
        let end = unsafe token.next - TapeToken.headerSize
        var cursor = unsafe token.inside
        var seen = SeenKeys()
        while unsafe cursor < end {
            let key = unsafe TapeToken(cursor)
            let value = unsafe TapeToken(key.next)
            let text = unsafe String(valid: key.content, isASCII: isASCII)
            _ = unsafe add(JSONValue(value, isASCII: isASCII), text, isNew: seen.insert(key.content))
            unsafe cursor = unsafe value.next
        }
    }

    /// Adds a key and its value, or replaces that of the same key.
    ///
    /// - Parameter isNew: Whether the key is known to be new.
    /// - Returns: Whether a value has been replaced.
    mutating func add(_ value: JSONValue, _ key: String, isNew: Bool) -> Bool {
        guard isNew && count < Self.linearLimit else { return updateValue(value, forKey: key) != nil }
        append(key, value)
        return false
    }
}

/// A bit for each key of an object by its length and ends: one whose bit is not set yet is new, and need not be looked for.
struct SeenKeys {
    private var bits: UInt64 = 0

    /// Notes a key.
    ///
    /// - Returns: Whether it is known to be new.
    mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let bit = unsafe 1 as UInt64 &<< Self.mix(key)  // &<<: takes the place modulo 64
        defer { bits |= bit }
        return bits & bit == 0
    }

    private static func mix(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard !key.isEmpty else { return 0 }
        return unsafe UInt64(key.count) &* 7 &+ UInt64(key[0]) &* 5 &+ UInt64(key[key.count - 1])  // &*, &+: a hash wraps by design
    }
}
