// Elements of arrays, sets and dictionaries are built one stride apart in a buffer, and moved into the container by one typed call at its end. The
// buffer begins in the arena, as long as it is short, and then grows on the heap by doubling: a long array leaves the arena to the short ones inside
// it.

/// Values of one type under way, one stride apart. Its owner has them moved out or destroyed, and gives the memory back.
@safe struct ElementBuffer {
    // SAFETY: `base` has room for `capacity` values of the plan's type, of which the first `count` are there.
    let plan: PlanRef
    private(set) var base: MutableAddress?
    private(set) var count = 0
    private var capacity = 0
    private var isHeap = false

    /// Bytes that are taken of the arena at the most.
    private static var arenaBytes: Int { 256 }

    init(_ plan: PlanRef) { self.plan = plan }

    /// The slot of the next value. There is room for it.
    @inline(__always)
    mutating func next(_ arena: inout ScratchArena) -> Slot {
        if count == capacity { grow(&arena) }
        return slot(count)
    }

    /// The slot of one of the values, or of the next one. There is memory.
    @inline(__always)
    private func slot(_ index: Int) -> Slot {
        unsafe Slot(base.unsafelyUnwrapped + index &* plan.pointee.stride, of: plan.type)  // &*: within the buffer
    }

    /// The next value has been stored in its slot.
    @unsafe @inline(__always)
    mutating func append() { count &+= 1 }  // &+=: at most the capacity

    /// The slot of the last value.
    @unsafe var last: Slot { slot(count - 1) }

    /// Destroys the last value.
    @unsafe mutating func removeLast() {
        count -= 1
        plan.destroy(slot(count))
    }

    @inline(never)
    private mutating func grow(_ arena: inout ScratchArena) {
        let stride = max(plan.pointee.stride, 1)
        if capacity == 0 {
            let first = max(1, min(8, Self.arenaBytes / stride))
            if let block = arena.take(size: first * stride, alignment: plan.pointee.alignment) {
                base = block
                capacity = first
                return
            }
        }
        let larger = max(8, capacity * 2)
        if let base,
            !isHeap && larger * stride <= Self.arenaBytes
                && arena.extend(base, from: capacity * stride, to: larger * stride)
        {
            capacity = larger
            return
        }
        let block = MutableAddress.allocate(byteCount: larger * stride, alignment: plan.pointee.alignment)
        if let base { plan.withHandle { unsafe $0.moveInitialize(block, from: base, count: count) } }
        unsafe deallocate()
        base = block
        isHeap = true
        capacity = larger
    }

    /// Gives memory of the heap back; the values have been moved out.
    @unsafe @inline(__always)
    func deallocate() { if isHeap { unsafe base?.deallocate() } }

    /// Destroys the values and gives the memory back.
    @unsafe @inline(never)
    func destroy() {
        if let base { plan.withHandle { unsafe $0.deinitialize(base, count: count) } }
        unsafe deallocate()
    }
}
