/// The place of an entry of a document. Those before it and behind it are counted from it.
@safe struct TokenRef {
    // SAFETY: whoever makes one has seen to it that there is memory for the entries that are counted from it, while one is asked for.
    @unsafe let address: UnsafeMutablePointer<CodableToken>

    @unsafe @inline(__always)
    init(_ address: UnsafeMutablePointer<CodableToken>) { unsafe self.address = address }

    /// The entry that stands so many behind this one.
    @inline(__always)
    subscript(index: Int) -> CodableToken {
        @_transparent unsafeAddress { unsafe UnsafePointer(address + index) }
        @_transparent nonmutating unsafeMutableAddress { unsafe address + index }
    }

    /// Writes the entry.
    @inline(__always)
    func put(_ token: CodableToken) { unsafe address.initialize(to: token) }

    @inline(__always)
    static func + (place: TokenRef, count: Int) -> TokenRef { unsafe TokenRef(place.address + count) }

    @inline(__always)
    static func += (place: inout TokenRef, count: Int) { place = place + count }

    /// The entries from one place to another.
    @inline(__always)
    static func - (end: TokenRef, start: TokenRef) -> Int { unsafe end.address - start.address }

    @inline(__always)
    static func > (left: TokenRef, right: TokenRef) -> Bool { unsafe left.address > right.address }

    // MARK: Memory

    /// Memory for entries, which hold nothing yet.
    static func allocate(_ capacity: Int) -> TokenRef { unsafe TokenRef(.allocate(capacity: capacity)) }

    /// Gives the memory back.
    func deallocate() { unsafe address.deallocate() }
}
