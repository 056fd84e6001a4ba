/// Places for types, by their addresses.
enum TypePlaces {
    /// A place for a type, the same one each time.
    ///
    /// The compiler puts what it makes of types side by side, at distances that one factor alone may bring close to each other, whatever it is.
    @inline(__always)
    static func place(of type: Any.Type, below count: Int) -> Int {
        // &*: a hash wraps by design. The place is to the count as the upper half of the product is to all that it may be.
        let mixed = UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0xD6E8_FEB8_6659_FD93
        let product = (mixed ^ mixed &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: ((product &>> 32) &* UInt64(truncatingIfNeeded: count)) &>> 32)
    }
}

/// What has been found out of types, by their addresses: each is in one of eight places.
@safe struct TypeTable<Value>: ~Copyable {
    private struct Entry {
        var type: ObjectIdentifier?
        var value: Value?
    }

    // SAFETY: a place is below the count, a multiple of eight, as the seven beside it are; all entries are made at once.

    /// Made for the first type.
    private var entries: ValueRow<Entry>?

    private static var count: Int { 128 }

    init() {}

    deinit { unsafe entries?.free(Self.count) }

    /// What is known of a type.
    @inline(__always)
    subscript(type: Any.Type) -> Value? {
        guard let entries else { return nil }
        let (type, place) = (ObjectIdentifier(type), TypePlaces.place(of: type, below: Self.count))
        if unsafe entries[place].type == type { return unsafe entries[place].value }
        return lookUp(type, beside: place)
    }

    @inline(never)
    private func lookUp(_ type: ObjectIdentifier, beside place: Int) -> Value? {
        guard let entries else { return nil }
        for other in 1...7 where unsafe entries[place ^ other].type == type { return unsafe entries[place ^ other].value }
        return nil
    }

    /// Keeps what is known of a type.
    mutating func keep(_ value: Value, of type: Any.Type) {
        let entries = self.entries ?? .allocate(Self.count)
        if self.entries == nil { unsafe entries.put(Entry(), times: Self.count) }
        self.entries = entries
        let place = TypePlaces.place(of: type, below: Self.count)
        let free = (0...7).first { unsafe entries[place ^ $0].type == nil } ?? 0
        unsafe entries[place ^ free] = Entry(type: ObjectIdentifier(type), value: value)
    }
}
