/// The texts of an enum whose raw values are text, each with a number: those of all cases if the type lists them, and those that have come. There are no more
/// of them than the enum has values, which are few (`PlanRef.hasFewValues`).
///
/// Numbers are given in the order of declaration, and then as the texts come; none ever changes.
@safe final class WordTable {
    // SAFETY of `@safe`: what is looked up is lent for the call. The memory is the table's, and freed with it.

    /// Where each text ends: a zero, and one number for each.
    private(set) var ends: [Int32] = [0]
    private(set) var bytes: [UInt8] = []
    private var words: [KeyTable.StoredKey] = []
    /// What a reader looks texts up in. Stays in place as long as the table.
    fileprivate let index: Pinned<Index>

    /// An open table of the texts. Half of it and more is empty, and its size a power of two. Trivial, so that it is read where it stands.
    @safe struct Index {
        fileprivate let slots: ValueRow<Slot>
        fileprivate let mask: Int

        fileprivate struct Slot {
            var word: KeyTable.StoredKey?
            var number: Int32 = -1
        }

        fileprivate init(capacity: Int) {
            slots = .allocate(capacity)
            unsafe slots.put(Slot(), times: capacity)
            mask = capacity - 1
        }

        /// The number of a text; nil if it has not come yet.
        @inline(__always)
        func number(of text: BorrowedBytes) -> Int32? {
            guard let base = text.start else { return nil }
            let place = unsafe place(of: KeySignature(base, text.count), base)
            return unsafe slots[place].word == nil ? nil : slots[place].number
        }

        /// The place of a text, or the empty one where it would be. Texts are those of an enum's cases: nobody from outside chooses them.
        @inline(__always)
        fileprivate func place(of signature: KeySignature, _ bytes: TextPlace) -> Int {
            var place = Int(truncatingIfNeeded: signature.hash(seed: 0) >> 32) & mask
            while let word = unsafe slots[place].word, !word.matches(signature, bytes) {
                place = (place &+ 1) & mask  // &+: below the mask's range
            }
            return place
        }
    }

    /// - Parameter plan: The enum's.
    init(of plan: PlanRef) {
        index = Pinned(holding: Index(capacity: 32))
        func add<T: CaseIterable>(_ type: T.Type) {
            for value in type.allCases {
                if let word = (value as? any RawRepresentable)?.rawValue as? String { _ = number(adding: word) }
            }
        }
        if let type = plan.type as? any CaseIterable.Type { add(type) }
    }

    deinit {
        for word in words { unsafe word.bytes.address.deallocate() }
        unsafe index.pointee.slots.free()
        unsafe index.destroy()
    }

    var count: Int { words.count }

    /// The number of a text, which gets one if it has none.
    func number(adding text: String) -> Int32 {
        let word = KeyTable.StoredKey(text)
        let place = index.pointee.place(of: word.signature, word.bytes)
        guard unsafe index.pointee.slots[place].word == nil else {
            unsafe word.bytes.address.deallocate()
            return unsafe index.pointee.slots[place].number
        }
        words.append(word)
        bytes.append(contentsOf: text.utf8)
        ends.append(Int32(bytes.count))
        unsafe index.pointee.slots[place] = Index.Slot(word: word, number: Int32(count - 1))
        if count * 2 > index.pointee.mask { enlarge() }
        return Int32(count - 1)
    }

    private func enlarge() {
        let larger = Index(capacity: (index.pointee.mask + 1) * 2)
        for (number, word) in words.enumerated() {
            unsafe larger.slots[larger.place(of: word.signature, word.bytes)] = Index.Slot(word: word, number: Int32(number))
        }
        unsafe index.pointee.slots.free()
        index.pointee = larger
    }

    /// The text of a number.
    func text(_ number: Int) -> String { words[number].text }
}

/// A table by reference.
@safe struct WordsRef {
    // SAFETY: the column set that has the table releases it when nobody uses its columns any more.
    private let table: Unmanaged<WordTable>
    private let index: Pinned<WordTable.Index>

    /// Retains a table.
    init(_ table: WordTable) {
        unsafe self.table = .passRetained(table)
        index = table.index
    }

    @unsafe
    func release() { unsafe table.release() }

    func withTable<R>(_ body: (WordTable) -> R) -> R { unsafe table._withUnsafeGuaranteedRef(body) }

    /// The number of a text, which gets one if it has none.
    func number(adding text: String) -> Int32 { withTable { $0.number(adding: text) } }

    /// The number of a text; nil if it is not known without a closer look.
    @inline(__always)
    func number(of text: BorrowedBytes) -> Int32? { index.pointee.number(of: text) }
}
