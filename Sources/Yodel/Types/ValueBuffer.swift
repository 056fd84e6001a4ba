/// Values of one type, one stride apart, until they are moved into a container. What has not been taken is destroyed.
@safe struct ValueBuffer: ~Copyable {
    // SAFETY: `base` has room for `capacity` values of the handle's type, of which the first `count` are there.
    private let handle: TypeHandle
    private var base: MutableAddress?
    private(set) var count = 0
    private var capacity = 0

    init(_ handle: TypeHandle) { self.handle = handle }

    deinit {
        if let base {
            unsafe handle.deinitialize(base, count: count)
            unsafe base.deallocate()
        }
    }

    /// Fresh memory for one more value. It counts when `append` says so.
    var next: MutableAddress {
        mutating get {
            if count == capacity { grow() }
            return unsafe base.unsafelyUnwrapped + count * handle.stride
        }
    }

    /// The memory of `next` has been filled.
    @unsafe mutating func append() {
        assert(count < capacity, "a value without memory")
        count += 1
    }

    /// Destroys the values after the first ones.
    mutating func truncate(to count: Int) {
        guard count < self.count, let base else { return }
        unsafe handle.deinitialize(base + count * handle.stride, count: self.count - count)
        self.count = count
    }

    /// Lends all values to be moved out. The memory stays for others.
    mutating func take<R>(_ body: (MutableAddress?, Int) -> R) -> R {
        defer { count = 0 }
        return body(base, count)
    }

    @inline(never)
    private mutating func grow() {
        let larger = max(8, 2 * capacity)
        let block = MutableAddress.allocate(byteCount: larger * handle.stride, alignment: handle.alignment)
        if let base {
            unsafe handle.moveInitialize(block, from: base, count: count)
            unsafe base.deallocate()
        }
        base = block
        capacity = larger
    }
}
