/// A part of a plan, which stays where it is for as long as the plan's cache, and does not change.
///
/// It stands for a pointer whose maker has seen to that: whoever has one may read through it.
@safe struct PlanPart<Part>: Equatable {
    // SAFETY: the part is written before its plan is published, never changed afterwards, and freed with the cache alone, which outlives every use of
    // a plan. Only what builds a plan, and what frees it, asks for `memory`.
    @unsafe let memory: Pinned<Part>

    /// - Parameter memory: The part, or the first of several that follow each other.
    @unsafe @inline(__always)
    init(_ memory: Pinned<Part>) { unsafe self.memory = memory }

    @unsafe @inline(__always)
    init(_ memory: UnsafeMutablePointer<Part>) { unsafe self.memory = Pinned(memory) }

    @inline(__always)
    var pointee: Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(memory.address) }
    }

    /// One of the parts that follow each other: the index is one of theirs.
    @unsafe @inline(__always)
    subscript(index: Int) -> Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(memory.address + index) }
    }

    /// The part that stands so many after this one.
    @unsafe @inline(__always)
    static func + (first: PlanPart, index: Int) -> PlanPart { unsafe PlanPart(first.memory + index) }

    static func == (left: PlanPart, right: PlanPart) -> Bool { unsafe left.memory.address == right.memory.address }
}
