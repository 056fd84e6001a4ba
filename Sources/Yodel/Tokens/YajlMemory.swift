internal import CYajl

// yajl takes five small blocks for a document. They come from memory lent by the caller, one after the other; what does not fit, as the buffers
// of split or escaped tokens, comes from the heap. A document without escapes then costs no allocation. How memory is given, and how yajl is left
// when there is none, stands in CYajl's memory.h.

/// The memory of one yajl handle, the handle itself included. Stays in place while the handle is used, since its address is what yajl's functions
/// get; gives everything back at its end.
@safe struct YajlMemory: ~Copyable {
    // SAFETY: the block that is lent stays while the handle is used, and so does the struct itself.

    private var state = unsafe yodel_yajl_memory()

    /// - Parameters:
    ///   - block: At 16 bytes, not empty; stays valid while the handle is used.
    ///   - limits: How much may be taken from the heap.
    @unsafe
    init(_ block: UnsafeMutableRawBufferPointer, _ limits: ParserLimits) {
        self.init(limits)
        let room = unsafe block.bindMemory(to: CChar.self)
        unsafe state.lent = room.baseAddress
        unsafe state.lent_next = room.baseAddress
        unsafe state.lent_end = room.baseAddress.unsafelyUnwrapped + room.count
    }

    /// - Parameter limits: How much may be taken from the heap, of which everything comes.
    init(_ limits: ParserLimits) {
        unsafe state.budget = limits.yajlBudget
        unsafe state.allowance = limits.yajlAllowance
    }

    deinit {
        // SAFETY: nobody uses the handle any more. The list ends by itself; it is not walked back to its head.
        var state = unsafe self.state
        unsafe yodel_yajl_end(&state)
    }

    /// Whether yajl had to be left because it asked for more than it may have.
    var isOverBudget: Bool { hasEnded(YODEL_YAJL_OVER_BUDGET) }

    /// Whether yajl had to be left because there was no memory.
    var isExhausted: Bool { hasEnded(YODEL_YAJL_NO_MEMORY) }

    @inline(__always)
    private func hasEnded(_ reason: Int) -> Bool { unsafe state.state == Int32(reason) }
}

/// Callbacks for yajl, which stay for the life of the process.
@safe struct YajlTable: @unchecked Sendable {
    // SAFETY, of `@unchecked Sendable` too: a table is never changed.
    fileprivate let callbacks: UnsafePointer<yajl_callbacks>

    init(_ callbacks: yajl_callbacks) { unsafe self.callbacks = UnsafePointer(Pinned(holding: callbacks).address) }
}

/// Who gets yajl's events.
@safe struct YajlSink {
    // SAFETY: whoever makes one says that the callbacks take the context for what it is, and that it stays in place while yajl is used.
    fileprivate let table: YajlTable
    fileprivate let context: UnsafeMutableRawPointer

    @unsafe
    init<Context: ~Copyable>(_ table: YajlTable, _ context: Pinned<Context>) {
        self.table = table
        unsafe self.context = UnsafeMutableRawPointer(context.address)
    }
}

// One yajl handle, by where its memory is.

extension Pinned where Value: ~Copyable, Value == YajlMemory {
    /// The memory as C has it.
    @inline(__always)
    private var pointer: UnsafeMutablePointer<yodel_yajl_memory> {
        // SAFETY: `state` is the one stored property, so it has the address of the memory.
        unsafe UnsafeMutableRawPointer(address).assumingMemoryBound(to: yodel_yajl_memory.self)
    }

    /// Makes ready for a document. It comes first.
    func prepare(for sink: YajlSink) { unsafe yodel_yajl_prepare(pointer, sink.table.callbacks, sink.context) }

    /// Has yajl read the next bytes of a document, some at least.
    @inline(__always)
    func parse(_ bytes: BorrowedBytes) -> yajl_status { unsafe yodel_yajl_parse(pointer, bytes.baseAddress, bytes.count) }

    /// How many of the bytes that yajl has been given last it has read.
    @inline(__always)
    var consumed: Int { unsafe yodel_yajl_consumed(pointer) }

    /// What yajl says is wrong.
    var complaint: String { unsafe yodel_yajl_get_error(pointer).map { unsafe String(cString: $0) } ?? "" }
}
