/// What has been found out of types, by their addresses: each is in one of four places.
@safe struct TypeTable<Value>: ~Copyable {
    private struct Entry {
        var type: ObjectIdentifier?
        var value: Value?
    }

    /// Made for the first type.
    private var entries: UnsafeMutablePointer<Entry>?

    private static var count: Int { 128 }

    init() {}

    deinit {
        unsafe entries?.deinitialize(count: Self.count)
        unsafe entries?.deallocate()
    }

    /// What is known of a type.
    @inline(__always)
    subscript(type: Any.Type) -> Value? {
        guard let entries = unsafe entries else { return nil }
        let (type, place) = (ObjectIdentifier(type), Self.place(of: type))
        if unsafe entries[place].type == type { return unsafe entries[place].value }
        return lookUp(type, beside: place)
    }

    @inline(never)
    private func lookUp(_ type: ObjectIdentifier, beside place: Int) -> Value? {
        guard let entries = unsafe entries else { return nil }
        for other in 1...3 where unsafe entries[place ^ other].type == type { return unsafe entries[place ^ other].value }
        return nil
    }

    /// Keeps what is known of a type.
    mutating func keep(_ value: Value, of type: Any.Type) {
        let entries = unsafe self.entries ?? .allocate(capacity: Self.count)
        if unsafe self.entries == nil { unsafe entries.initialize(repeating: Entry(), count: Self.count) }
        unsafe self.entries = entries
        let place = Self.place(of: type)
        let free = (0...3).first { unsafe entries[place ^ $0].type == nil } ?? 0
        unsafe entries[place ^ free] = Entry(type: ObjectIdentifier(type), value: value)
    }

    @inline(__always)
    private static func place(of type: Any.Type) -> Int {
        // &*: a hash wraps by design. Its seven upper bits are below the count.
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }
}
