/// An object whose tokens are still on a tape: it is looked into there, and made a value only if more than a look is wanted.
///
/// A hook mostly asks for one key of an object, and then the object is gone: making all its keys and values would cost more than mapping it does.
/// One that asks for many gets them from a table, so that as many looks as there are keys do not take as many passes over the tape.
/// The tape is the machine's; before it goes on, it calls `letGo`, after which the object stands on its own.
@safe final class KeptObject: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: while anybody else can have the object, the state is changed and read under its lock only, and the tape
    // behind it stays as it is until `letGo` has returned.

    /// As many looks are passes over the tape.
    private static let lookLimit = 16

    @unsafe private enum State {
        case tokens(TapeToken, isASCII: Bool)
        case object(JSONObject)
        case nothing
    }

    private let lock = Guarded<Void>(())
    private var state = unsafe State.nothing

    /// What was asked last: a type and the one that it chooses mostly ask the same.
    private var last: (key: String, value: JSONValue?)?
    private var looks = 0

    /// Begins to stand for an object on a tape. Nobody else has it yet.
    ///
    /// - Parameters:
    ///   - token: The object's start; its tape stays until `letGo` or `clear`.
    ///   - isASCII: Whether all its strings are known to be.
    func hold(_ token: TapeToken, isASCII: Bool) {
        last = nil
        looks = 0
        unsafe state = unsafe .tokens(token, isASCII: isASCII)
    }

    /// Forgets the object: nobody else has it.
    func clear() {
        last = nil
        unsafe state = .nothing
    }

    /// Makes the object independent of the tape: somebody else has it.
    func letGo() {
        _ = object
    }

    /// The object, which stands on its own from here on.
    var object: JSONObject { lock.withLock { _ in made() } }

    /// SAFETY: under the lock.
    private func made() -> JSONObject {
        switch unsafe state {
        case .nothing: return JSONObject()
        case .object(let object): return object
        case .tokens(let token, let isASCII):
            let object = unsafe JSONObject(token, isASCII: isASCII)
            unsafe state = unsafe .object(object)
            return object
        }
    }

    /// The value of a key, found on the tape as long as few are asked for.
    ///
    /// - Returns: nil if the object has no such key.
    func value(forKey key: String) -> JSONValue? {
        lock.withLock { _ in
            guard case .tokens(let token, let isASCII) = unsafe state else { return made()[key] }
            if let last, last.key.hasSameWords(as: key) { return last.value }
            guard looks < Self.lookLimit else { return made()[key] }
            looks += 1
            var key = key
            // SAFETY: both texts stay while they are compared.
            let value = key.withUTF8 { unsafe Self.find($0, token).map { unsafe JSONValue($0, isASCII: isASCII) } }
            last = (key, value)
            return value
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
