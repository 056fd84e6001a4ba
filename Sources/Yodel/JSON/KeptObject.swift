/// An object that is still in memory of another's: it is looked into there, and made a value only if more than a look is wanted.
///
/// A hook mostly asks for one key of an object, and then the object is gone: making all its keys and values would cost more than mapping it does.
/// One that asks for many gets them from a table, so that as many looks as there are keys do not take as many passes over the memory.
/// Who lends the memory calls `letGo` before it goes on, after which the object stands on its own.
@safe final class KeptObject: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: while anybody else can have the object, the state is changed and read under its lock only, and the memory
    // behind it stays as it is until `letGo` has returned.

    /// As many looks are passes over the memory.
    private static let lookLimit = 16

    /// Where the object is. Trivial: a hooked object costs no reference count for it.
    @safe struct Source {
        // SAFETY: the memory stays until the object is let go or cleared; the reader for the life of the process.

        let start: UnsafeRawPointer
        /// Behind it, if the reader needs to know.
        let end: UnsafeRawPointer
        /// What helps the reader to find its way: what `hold` was given.
        let index: Unmanaged<AnyObject>?
        /// Whether all its strings are known to be ASCII.
        let isASCII: Bool
        /// Stays for the life of the process.
        let reader: UnsafePointer<Reader>
    }

    /// What reads an object where it is.
    @safe struct Reader {
        /// Makes the object.
        let object: (Source) -> JSONObject
        /// Finds the value of a key, of equal keys the last.
        let value: (BorrowedBytes, Source) -> JSONValue?
    }

    @safe private enum State {
        case lent(Source)
        case object(JSONObject)
        case nothing
    }

    private let lock = Guarded<Void>(())
    private var state = State.nothing

    /// What was asked last: a type and the one that it chooses mostly ask the same.
    private var last: (key: String, value: JSONValue?)?
    private var looks = 0
    private var index: AnyObject?

    /// Begins to stand for an object. Nobody else has it yet.
    ///
    /// - Parameters:
    ///   - source: Its memory stays until `letGo` or `clear`.
    ///   - index: What the source's `index` refers to.
    func hold(_ source: Source, keeping index: AnyObject? = nil) {
        self.index = index
        last = nil
        looks = 0
        state = .lent(source)
    }

    /// Forgets the object: nobody else has it.
    func clear() {
        last = nil
        index = nil
        state = .nothing
    }

    /// Makes the object independent of its source: somebody else has it.
    func letGo() {
        _ = object
    }

    /// The object, which stands on its own from here on.
    var object: JSONObject { lock.withLock { _ in made() } }

    /// SAFETY: under the lock.
    private func made() -> JSONObject {
        switch state {
        case .nothing: return JSONObject()
        case .object(let object): return object
        case .lent(let source):
            let object = unsafe source.reader.pointee.object(source)
            state = .object(object)
            return object
        }
    }

    /// The value of a key, found in the source as long as few are asked for.
    ///
    /// - Returns: nil if the object has no such key.
    func value(forKey key: String) -> JSONValue? {
        lock.withLock { _ in
            guard case .lent(let source) = state else { return made()[key] }
            if let last, last.key.hasSameWords(as: key) { return last.value }
            guard looks < Self.lookLimit else { return made()[key] }
            looks += 1
            var key = key
            // SAFETY: both texts stay while they are compared.
            let value = unsafe key.withBorrowedBytes { unsafe source.reader.pointee.value($0, source) }
            last = (key, value)
            return value
        }
    }
}
