// An object with many keys that a type does not read in their order gets an index: an open table of the entries of its keys, by a hash of their bytes
// that is seeded in each process, so that nobody outside can choose keys that collide. No text is made of a key.

/// Where the keys of an object are.
struct KeyIndex {
    /// Entries of keys; 0 for none. As long as it is a power of two, and at least half of it is empty.
    private var slots: [UInt32]

    /// - Parameter count: How many keys there will be at most.
    init(capacity count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// The slot of a key: the one that holds it, or the empty one that it would be in.
    ///
    /// - Parameter isKey: Whether an entry is of the key.
    private func slot(of bytes: BorrowedBytes, _ isKey: (Int) -> Bool) -> Int {
        var hasher = Hasher()
        // SAFETY: the bytes are read within the call, and are the caller's as long.
        unsafe hasher.combine(bytes: bytes.raw)
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] != 0, !isKey(Int(slots[slot])) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// The entry of a key; 0 if there is none.
    func entry(of bytes: BorrowedBytes, _ isKey: (Int) -> Bool) -> Int { Int(slots[slot(of: bytes, isKey)]) }

    /// Adds the entry of a key.
    ///
    /// - Parameter replaces: Whether it replaces that of an equal key.
    mutating func add(_ entry: Int, _ bytes: BorrowedBytes, replaces: Bool, _ isKey: (Int) -> Bool) {
        let slot = slot(of: bytes, isKey)
        if replaces || slots[slot] == 0 { slots[slot] = UInt32(truncatingIfNeeded: entry) }
    }
}

extension CodableDocument {
    /// The value of a key by the object's index, which is made at the first call; 0 if there is none.
    ///
    /// - Parameter sign: The key's, which has its length.
    func member(_ sign: UInt64, _ bytes: TextPlace, of object: Int) -> Int {
        if self[object].head & CodableToken.hasIndex == 0 { makeIndex(of: object) }
        let key = unsafe BorrowedBytes(from: bytes, count: CodableToken.length(sign))
        let entry = indexes[object]?.entry(of: key) { matches(self[$0], sign, bytes) } ?? 0
        return entry == 0 ? 0 : entry + 1
    }

    /// Makes an object's index. Of equal keys the first is in it; in a model the last.
    private func makeIndex(of object: Int) {
        var index = KeyIndex(capacity: self[object].count)
        var key = first(in: object)
        let end = self[object].end
        while key < end {
            let (sign, bytes) = (self[key].word, name(of: self[key]))
            unsafe index.add(key, BorrowedBytes(from: bytes, count: CodableToken.length(sign)), replaces: isInModel) {
                matches(self[$0], sign, bytes)
            }
            key = after(key + 1)
        }
        indexes[object] = index
        foldedKeys[object] = nil
        self[object].head |= CodableToken.hasIndex
    }
}
