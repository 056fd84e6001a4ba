/// Memory for what is under way: a block lent by the caller (usually of its stack), handed out from the bottom and given back in the opposite
/// order. What does not fit comes from the heap.
@safe struct ScratchArena {
    private let base: MutableAddress
    private let capacity: Int
    private(set) var used = 0

    /// - Parameter block: Stays valid while the arena is used.
    init(_ block: UnsafeMutableRawBufferPointer) {
        unsafe base = MutableAddress(block.baseAddress!)
        capacity = block.count
    }

    /// Lends an arena for the time of a call. Its block is of the size that always comes from the stack: short arrays of moderate depth need no other
    /// memory.
    @unsafe @inline(__always)
    static func lend<R>(_ body: (ScratchArena) -> R) -> R {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { unsafe body(ScratchArena($0)) }
    }

    /// Takes memory; nil if the block has too little left.
    mutating func take(size: Int, alignment: Int) -> MutableAddress? {
        let address = base.value.bits + UInt(used)
        let start = used + Int((0 &- address) & UInt(alignment - 1))  // &-: the distance to the next multiple
        guard start <= capacity, size <= capacity - start else { return nil }
        used = start + size
        return unsafe base + start
    }

    /// Makes the last block taken larger where it stands, if there is room.
    mutating func extend(_ block: MutableAddress, from size: Int, to newSize: Int) -> Bool {
        let start = block - base
        guard start + size == used, newSize <= capacity - start else { return false }
        used = start + newSize
        return true
    }

    /// Gives back all that was taken since `used` was `mark`.
    @unsafe mutating func release(to mark: Int) {
        assert(mark <= used)
        used = mark
    }

    /// Memory for one value, of the block or of the heap.
    @safe struct Loan {
        // SAFETY: the memory is the borrower's until the loan is taken back.

        let address: MutableAddress
        fileprivate let mark: Int
        fileprivate let isHeap: Bool
    }

    /// Lends memory for one value, to be taken back before what was taken earlier is given back.
    mutating func lend(size: Int, alignment: Int) -> Loan {
        let mark = used
        if let block = take(size: size, alignment: alignment) { return Loan(address: block, mark: mark, isHeap: false) }
        let block = MutableAddress.allocate(byteCount: max(size, 1), alignment: alignment)
        return Loan(address: block, mark: mark, isHeap: true)
    }

    /// Ends a loan.
    @unsafe mutating func takeBack(_ loan: Loan) {
        unsafe release(to: loan.mark)
        if loan.isHeap { unsafe loan.address.deallocate() }
    }
}
