/// Values that follow each other, in memory that stays where it is; the first of them, or one that others are counted from.
///
/// It is an address and no more: those who have one keep a count, a capacity or a mask beside it, which a `MutableSpan` or an `OutputSpan` would keep once more and
/// look at for each value; and neither can be a part of what is copied. So values are asked for unchecked, which is unsafe. In debug builds a row knows where its
/// memory begins and ends, and asserts that what is asked for is within.
@safe struct ValueRow<Value> {
    // SAFETY: whoever makes a row frees it when nobody asks for its values any more, and asks only for places in its memory that hold values. What ends the
    // life of values or memory is unsafe too: other handles to them may be about.
    @unsafe let address: UnsafeMutablePointer<Value>
    #if DEBUG
    /// Where the row's memory begins, and how many bytes there are.
    private let memory: (start: UInt, size: Int)
    #else
    private var memory: (start: UInt, size: Int) { (0, 0) }
    #endif

    /// - Parameter memory: All of the row's. Of no use in optimised builds.
    @unsafe @_transparent
    private init(_ address: UnsafeMutablePointer<Value>, in memory: (start: UInt, size: Int)) {
        unsafe self.address = address
        #if DEBUG
        self.memory = memory
        #endif
    }

    /// Memory for so many values, which hold nothing yet.
    @inline(__always)
    static func allocate(_ count: Int) -> ValueRow { unsafe ValueRow(.allocate(capacity: count), count) }

    /// Whether there is memory for the values from one on.
    @_transparent
    private func holds(_ index: Int, _ count: Int = 1) -> Bool {
        #if DEBUG
        let start = unsafe Int(bitPattern: UInt(bitPattern: address + index) &- memory.start)
        return count == 0 || start >= 0 && count &* MemoryLayout<Value>.stride <= memory.size &- start
        #else
        return true
        #endif
    }

    /// The value so many places after this one.
    @unsafe @inline(__always)
    subscript(index: Int) -> Value {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer(at: index)) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe pointer(at: index) }
    }

    @unsafe @inline(__always)
    static func + (row: ValueRow, count: Int) -> ValueRow { unsafe ValueRow(row.address + count, in: row.memory) }

    @unsafe @inline(__always)
    static func += (row: inout ValueRow, count: Int) { row = unsafe row + count }

    /// The values from one to another.
    @inline(__always)
    static func - (end: ValueRow, start: ValueRow) -> Int { unsafe end.address - start.address }

    @inline(__always)
    static func > (left: ValueRow, right: ValueRow) -> Bool { unsafe left.address > right.address }

    // MARK: Memory

    /// The same memory, for values of another type.
    @unsafe @inline(__always)
    func assumingMemoryBound<Other>(to type: Other.Type) -> ValueRow<Other> {
        unsafe ValueRow<Other>(UnsafeMutableRawPointer(address).assumingMemoryBound(to: type), in: memory)
    }

    /// Puts a value where there is none.
    @unsafe @inline(__always)
    func put(_ value: consuming Value) {
        assert(holds(0))
        unsafe address.initialize(to: value)
    }

    /// Puts a value so many times where there is none.
    @unsafe @inline(__always)
    func put(_ value: Value, times count: Int) {
        assert(holds(0, count))
        unsafe address.initialize(repeating: value, count: count)
    }

    /// Replaces so many values by one.
    @unsafe @inline(__always)
    func fill(_ value: Value, times count: Int) {
        assert(holds(0, count))
        unsafe address.update(repeating: value, count: count)
    }

    /// Puts so many values in order.
    @unsafe func sort(_ count: Int, by precedes: (Value, Value) -> Bool) {
        assert(holds(0, count))
        var values = unsafe UnsafeMutableBufferPointer(start: address, count: count)
        unsafe values.sort(by: precedes)
    }

    /// Takes so many values of another row over, to where there is none; the other row holds them no more.
    @unsafe @inline(__always)
    func take(_ count: Int, of other: ValueRow) {
        assert(holds(0, count) && other.holds(0, count))
        unsafe address.moveInitialize(from: other.address, count: count)
    }

    /// Takes one value of another row over; the other row holds it no more.
    ///
    /// - Parameter fresh: Whether there is none, which would be replaced.
    @unsafe @inline(__always)
    func takeOne(of other: ValueRow, fresh: Bool) {
        assert(holds(0) && other.holds(0))
        if fresh {
            unsafe address.moveInitialize(from: other.address, count: 1)
        } else {
            unsafe address.moveUpdate(from: other.address, count: 1)
        }
    }

    /// Takes a value out, which is there no more.
    @unsafe @inline(__always)
    func move() -> Value {
        assert(holds(0))
        return unsafe address.move()
    }

    /// Destroys so many values, and leaves the memory.
    @unsafe @inline(__always)
    func destroy(_ count: Int) {
        assert(holds(0, count))
        unsafe address.deinitialize(count: count)
    }

    /// Gives the memory back, in which so many values are.
    @unsafe @inline(__always)
    func free(_ count: Int = 0) {
        unsafe address.deinitialize(count: count)
        unsafe address.deallocate()
    }
}

// Members that take or give pointers, whose types mark each use.
extension ValueRow {
    /// Memory that is somebody else's, for so many values.
    @_transparent
    init(_ address: UnsafeMutablePointer<Value>, _ count: Int) {
        unsafe self.init(address, in: (UInt(bitPattern: address), count &* MemoryLayout<Value>.stride))
    }

    /// Where the value is that is so many places after this one.
    @_transparent
    func pointer(at index: Int) -> UnsafeMutablePointer<Value> {
        assert(holds(index))
        return unsafe address + index
    }
}

extension ValueRow {
    /// Lends memory for so many values, at least one, which hold nothing yet, as long as the closure runs.
    @unsafe @inline(__always)
    static func withTemporary<R>(_ count: Int, _ body: (ValueRow) -> R) -> R {
        unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: count) { room in
            unsafe body(ValueRow(room.baseAddress.unsafelyUnwrapped, count))
        }
    }

    /// The value so many places after this one, which stays there as long as the row.
    @unsafe @inline(__always)
    func pinned(_ index: Int = 0) -> Pinned<Value> {
        assert(holds(index))
        return unsafe Pinned(address + index)
    }
}

extension ValueRow<UInt8> {
    /// The bytes as a text.
    var text: TextPlace { unsafe TextPlace(UnsafePointer(address), to: memory.start &+ UInt(bitPattern: memory.size)) }

    /// Puts bytes.
    @unsafe func put(_ bytes: BorrowedBytes) {
        assert(holds(0, bytes.count))
        if let base = unsafe bytes.baseAddress { unsafe address.update(from: base, count: bytes.count) }
    }
}
