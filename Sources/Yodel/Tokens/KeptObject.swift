import Synchronization

/// An object whose tokens are still on a tape: it is looked into there, and made a value only if more than a look is wanted.
///
/// A hook mostly asks for one key of an object, and then the object is gone: making all its keys and values would cost more than mapping it does.
/// The tape is the machine's; before it goes on, it calls `letGo`, after which the object stands on its own.
@safe final class KeptObject: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: while anybody else can have the object, the state is changed and read under its lock only, and the tape
    // behind it stays as it is until `letGo` has returned.

    /// Keys and values in the order of the document, each key once.
    typealias Pairs = (keys: [String], values: [JSONValue])

    @unsafe private enum State {
        case tokens(TapeToken, isASCII: Bool)
        case pairs(Pairs)
        case nothing
    }

    private let lock = Mutex<Void>(())
    private var state = unsafe State.nothing

    /// What was asked last: a type and the one that it chooses mostly ask the same.
    private var last: (key: String, value: JSONValue?)?

    /// Begins to stand for an object on a tape. Nobody else has it yet.
    ///
    /// - Parameters:
    ///   - token: The object's start; its tape stays until `letGo` or `clear`.
    ///   - isASCII: Whether all its strings are known to be.
    func hold(_ token: TapeToken, isASCII: Bool) {
        last = nil
        unsafe state = unsafe .tokens(token, isASCII: isASCII)
    }

    /// Forgets the object: nobody else has it.
    func clear() {
        last = nil
        unsafe state = .nothing
    }

    /// Makes the object independent of the tape: somebody else has it.
    func letGo() {
        _ = pairs
    }

    /// Keys and values.
    var pairs: Pairs {
        lock.withLock { _ in
            switch unsafe state {
            case .nothing: return ([], [])
            case .pairs(let pairs): return pairs
            case .tokens(let token, let isASCII):
                let object = unsafe JSONObject(token, isASCII: isASCII)
                let pairs = (object.keys, object.values)
                unsafe state = unsafe .pairs(pairs)
                return pairs
            }
        }
    }

    /// The value of a key, found on the tape.
    ///
    /// - Returns: nil if the object has no such key.
    func value(forKey key: String) -> JSONValue? {
        lock.withLock { _ in
            switch unsafe state {
            case .tokens(let token, let isASCII):
                if let last, last.key.hasSameWords(as: key) { return last.value }
                var key = key
                // SAFETY: both texts stay while they are compared.
                let value = key.withUTF8 { unsafe Self.find($0, token).map { unsafe JSONValue($0, isASCII: isASCII) } }
                last = (key, value)
                return value
            case .nothing: return nil
            case .pairs(let pairs):
                return JSONObject(uncheckedKeys: pairs.keys, values: pairs.values)[key]
            }
        }
    }

    /// The value of a key; of equal keys the last.
    private static func find(_ key: UnsafeBufferPointer<UInt8>, _ object: TapeToken) -> TapeToken? {
        var found: TapeToken?
        var cursor = unsafe object.inside
        let end = unsafe object.next - TapeToken.headerSize
        while unsafe cursor < end {
            let candidate = unsafe TapeToken(cursor)
            let value = unsafe TapeToken(candidate.next)
            if unsafe candidate.size == key.count && Self.areEqual(candidate.content, key) { unsafe found = unsafe value }
            unsafe cursor = unsafe value.next
        }
        return unsafe found
    }

    /// Whether two texts of one length are equal.
    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in right.indices {
            guard unsafe left[index] == right[index] else { return false }
        }
        return true
    }
}
