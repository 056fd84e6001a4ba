/// What has been found out of types, by their addresses: each is in one of four places.
@safe struct TypeTable<Value>: ~Copyable {
    private struct Entry {
        var type: ObjectIdentifier?
        var value: Value?
    }

    /// Made for the first type.
    private var entries: ValueRow<Entry>?

    private static var count: Int { 128 }

    init() {}

    deinit { unsafe entries?.free(Self.count) }

    /// What is known of a type.
    @inline(__always)
    subscript(type: Any.Type) -> Value? {
        guard let entries else { return nil }
        let (type, place) = (ObjectIdentifier(type), Self.place(of: type))
        if entries[place].type == type { return entries[place].value }
        return lookUp(type, beside: place)
    }

    @inline(never)
    private func lookUp(_ type: ObjectIdentifier, beside place: Int) -> Value? {
        guard let entries else { return nil }
        for other in 1...3 where entries[place ^ other].type == type { return entries[place ^ other].value }
        return nil
    }

    /// Keeps what is known of a type.
    mutating func keep(_ value: Value, of type: Any.Type) {
        let entries = self.entries ?? .allocate(Self.count)
        if self.entries == nil { entries.put(Entry(), times: Self.count) }
        self.entries = entries
        let place = Self.place(of: type)
        let free = (0...3).first { entries[place ^ $0].type == nil } ?? 0
        entries[place ^ free] = Entry(type: ObjectIdentifier(type), value: value)
    }

    @inline(__always)
    private static func place(of type: Any.Type) -> Int {
        // &*: a hash wraps by design. Its seven upper bits are below the count.
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }
}
