/// A list of values while something is built of them, which goes with whoever has it.
///
/// It is no `Array`: the runtime makes a class of storage for each type of elements when a process first has an array of them, which takes longer
/// than to fill it.
@safe struct ScratchList<Element>: ~Copyable {
    // SAFETY: the memory has room for `capacity` elements, of which the first `count` are there. Every access checks its index.

    private var base: ValueRow<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        base = .allocate(self.capacity)
    }

    deinit {
        unsafe base.free(count)
    }

    mutating func append(_ element: consuming Element) {
        if count == capacity {
            let larger = ValueRow<Element>.allocate(capacity * 2)
            unsafe larger.take(count, of: base)
            unsafe base.free()
            base = larger
            capacity *= 2
        }
        unsafe (base + count).put(element)
        count += 1
    }

    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress {
            precondition(index >= 0 && index < count)
            return unsafe UnsafePointer(base.pointer(at: index))
        }
        @inline(__always) unsafeMutableAddress {
            precondition(index >= 0 && index < count)
            return unsafe base.pointer(at: index)
        }
    }
}
