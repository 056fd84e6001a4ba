/// A list of values while something is built of them, which goes with whoever has it.
///
/// It is no `Array`: the runtime makes a class of storage for each type of elements when a process first has an array of them, which takes longer
/// than to fill it.
@safe struct ScratchList<Element>: ~Copyable {
    // SAFETY: the memory has room for `capacity` elements, of which the first `count` are there. Every access checks its index.

    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }

    mutating func append(_ element: consuming Element) {
        if count == capacity {
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
            unsafe larger.moveInitialize(from: base, count: count)
            unsafe base.deallocate()
            unsafe base = larger
            capacity *= 2
        }
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress {
            precondition(index >= 0 && index < count)
            return unsafe UnsafePointer(base + index)
        }
        @inline(__always) unsafeMutableAddress {
            precondition(index >= 0 && index < count)
            return unsafe base + index
        }
    }
}
