/// A value that stays where it is for as long as somebody may reach for it, and may be changed there.
@safe struct Pinned<Value: ~Copyable>: Equatable {
    // SAFETY: whoever makes one says that the value stays there, initialised, while it is reached for, and that one thread at a time does so. Steps to
    // the values beside it are marked where they are taken.
    @unsafe let address: UnsafeMutablePointer<Value>

    @inline(__always)
    var pointee: Value {
        @_transparent unsafeAddress { unsafe UnsafePointer(address) }
        @_transparent nonmutating unsafeMutableAddress { unsafe address }
    }

    /// One of the values that follow each other: the index is one of theirs.
    @unsafe @inline(__always)
    subscript(index: Int) -> Value {
        @_transparent unsafeAddress { unsafe UnsafePointer(address + index) }
        @_transparent nonmutating unsafeMutableAddress { unsafe address + index }
    }

    /// The value that stands so many after this one.
    @unsafe @inline(__always)
    static func + (first: Pinned, index: Int) -> Pinned { unsafe Pinned(first.address + index) }

    /// Lends a variable where it stands.
    @unsafe @inline(__always)
    static func lend<R>(_ value: inout Value, _ body: (Pinned) throws -> R) rethrows -> R {
        try unsafe withUnsafeMutablePointer(to: &value) { try unsafe body(Pinned($0)) }
    }

    @inline(__always)
    static func == (left: Pinned, right: Pinned) -> Bool { unsafe left.address == right.address }

    /// How many values the one stands behind the other.
    @inline(__always)
    static func - (value: Pinned, first: Pinned) -> Int { unsafe value.address - first.address }

    // MARK: Its memory

    /// Memory with a value in it.
    @inline(__always)
    init(holding value: consuming Value) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(to: value)
    }

    /// Destroys the value, and gives the memory back.
    @unsafe
    func destroy() {
        unsafe address.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    /// Memory for values that follow each other, which hold nothing yet.
    @unsafe
    static func allocate(_ count: Int = 1) -> Pinned { unsafe Pinned(.allocate(capacity: count)) }

    /// Puts a value into memory that holds none.
    @unsafe @inline(__always)
    func initialize(to value: consuming Value) { unsafe address.initialize(to: value) }

    /// Destroys the value.
    @unsafe
    func deinitialize() { unsafe address.deinitialize(count: 1) }

    /// Gives the memory back, in which no value is to be destroyed.
    @unsafe
    func deallocate() { unsafe address.deallocate() }
}

extension Pinned where Value: ~Copyable {
    /// - Parameter address: The value, or the first of several that follow each other.
    @inline(__always)
    init(_ address: UnsafeMutablePointer<Value>) { unsafe self.address = address }
}
