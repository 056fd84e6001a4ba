import Synchronization

// A container of an object's members is not counted as somebody who holds the document, so that a call of one costs no count. So documents of which
// somebody has kept a part beyond the decode are held here, until a later decode finds that nobody has a part any more.

/// The documents of which somebody has kept a part.
enum KeptDocuments {
    private struct State {
        var documents: [CodableDocument] = []
        /// Decodes since they were looked through, times sixteen.
        var pace = 0
    }

    private static let state = Mutex(State())
    private static let count = Atomic(0)

    /// Holds a document as long as somebody has a part of it.
    static func add(_ document: CodableDocument) {
        state.withLock { $0.documents.append(document) }
        count.wrappingAdd(1, ordering: .relaxed)
    }

    /// Lets go of what nobody has a part of any more. Called at every decode, it looks at sixteen documents a call on average.
    @inline(__always)
    static func sweep() {
        if count.load(ordering: .relaxed) > 0 { sweepAll() }
    }

    @inline(never)
    private static func sweepAll() {
        // They end when the lock is free again: what their options hold may have code of its own.
        let released: [CodableDocument] = state.withLock { state in
            state.pace += 16
            guard state.pace >= state.documents.count else { return [] }
            state.pace = 0
            var (kept, released): ([CodableDocument], [CodableDocument]) = ([], [])
            for index in state.documents.indices {
                // A document whose parts nobody has can be found by nobody either.
                if isKnownUniquelyReferenced(&state.documents[index]), !state.documents[index].hasContainersHeld {
                    released.append(state.documents[index])
                } else {
                    kept.append(state.documents[index])
                }
            }
            state.documents = kept
            count.store(kept.count, ordering: .relaxed)
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// Changes the containers of a document that is kept.
    static func withLock(_ body: () -> Void) { state.withLock { _ in body() } }
}
