/// Values of one type, one stride apart, until a container is made of them. What has not been taken is destroyed.
@safe struct LiftedValues: ~Copyable {
    private let handle: TypeHandle
    private let base: MutableAddress
    /// How many values there are.
    var count = 0

    init(_ handle: TypeHandle, capacity: Int) {
        self.handle = handle
        // SAFETY: there is room for as many values as are made, and for one at the least.
        base = .allocate(byteCount: max(capacity, 1) * max(handle.stride, 1), alignment: handle.alignment)
    }

    /// The place of the next value.
    var next: Slot { unsafe Slot(base + count * handle.stride, of: handle.type) }

    /// Destroys the last value.
    mutating func dropLast() {
        count -= 1
        unsafe handle.deinitialize(next.address, count: 1)
    }

    /// Lends all values to be moved out.
    mutating func take(_ body: (MutableAddress, Int) -> Void) {
        body(base, count)
        count = 0
    }

    deinit {
        unsafe handle.deinitialize(base, count: count)
        unsafe base.deallocate()
    }
}
