internal import CYajl

// yajl takes five small blocks for a document. They come from memory lent by the caller, one after the other; what does not fit, as the buffers
// of split or escaped tokens, comes from the heap. A document without escapes then costs no allocation. How memory is given, and how yajl is left
// when there is none, stands in CYajl's memory.h.

/// The memory of one yajl handle, the handle itself included. Stays in place while the handle is used, since its address is what yajl's functions
/// get; gives everything back at its end.
@safe struct YajlMemory: ~Copyable {
    // SAFETY: the block that is lent stays while the handle is used, and so does the struct itself.

    fileprivate(set) var state = unsafe yodel_yajl_memory()

    /// - Parameters:
    ///   - block: At 16 bytes; stays valid while the handle is used.
    ///   - limits: How much may be taken from the heap.
    init(_ block: UnsafeMutableRawBufferPointer, _ limits: ParserLimits) {
        if let base = block.baseAddress {
            unsafe state.lent = base.assumingMemoryBound(to: CChar.self)
            unsafe state.lent_next = state.lent
            unsafe state.lent_end = state.lent + block.count
        }
        unsafe state.budget = limits.yajlBudget
        unsafe state.allowance = limits.yajlAllowance
    }

    deinit {
        // SAFETY: nobody uses the handle any more. The list ends by itself; it is not walked back to its head.
        var state = unsafe self.state
        unsafe yodel_yajl_end(&state)
    }

    /// Whether yajl had to be left because it asked for more than it may have.
    var isOverBudget: Bool { unsafe state.state == Int32(YODEL_YAJL_OVER_BUDGET) }

    /// Whether yajl had to be left because there was no memory.
    var isExhausted: Bool { unsafe state.state == Int32(YODEL_YAJL_NO_MEMORY) }
}

extension Pinned where Value: ~Copyable, Value == YajlMemory {
    /// The memory as C has it.
    var pointer: UnsafeMutablePointer<yodel_yajl_memory> {
        // SAFETY: `state` is the one stored property, so it has the address of the memory.
        unsafe UnsafeMutableRawPointer(address).assumingMemoryBound(to: yodel_yajl_memory.self)
    }
}
