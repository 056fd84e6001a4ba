/// A part of a plan, or the first of several that follow each other, which stays where it is for as long as the plan's cache, and does not change.
///
/// It is what is pinned, to be read only: its maker has seen to it that it stays. It is no larger than a pointer in debug builds either, since all readers have some
/// in their frames; how many parts there are is in another part, so that their indices are unchecked. A `Span` could not be stored in a plan.
@safe struct PlanPart<Part>: Equatable {
    // SAFETY: the part is written before its plan is published, never changed afterwards, and freed with the cache alone, which outlives every use of
    // a plan. Whoever asks for a place asks for one of the parts that are there.
    private let first: Pinned<Part>

    /// - Parameter row: The part, or what is to be one when the plan is published.
    @unsafe @inline(__always)
    init(_ row: ValueRow<Part>) { unsafe self.init(Pinned(row.address)) }

    /// Memory with a part in it.
    @inline(__always)
    init(holding part: consuming Part) {
        let row = ValueRow<Part>.allocate(1)
        unsafe row.put(part)
        unsafe self.init(row)
    }

    @inline(__always)
    var pointee: Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(first.address) }
    }

    /// One of the parts that follow each other.
    @unsafe @inline(__always)
    subscript(index: Int) -> Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(first.address + index) }
    }

    /// The part that stands so many after this one.
    @unsafe @inline(__always)
    static func + (part: PlanPart, index: Int) -> PlanPart { unsafe PlanPart(Pinned(part.first.address + index)) }

    @inline(__always)
    static func == (left: PlanPart, right: PlanPart) -> Bool { left.first == right.first }

    /// A number that no other part has while this one is there.
    @inline(__always)
    var identity: UInt { unsafe UInt(bitPattern: first.address) }

    /// The part, for who builds its plan.
    @unsafe
    var unpublished: ValueRow<Part> { unsafe ValueRow(first.address, 1) }

    /// Gives the memory back. What it holds needs no end.
    @unsafe
    func free() { unsafe first.deallocate() }
}

extension PlanPart {
    @inline(__always)
    private init(_ first: Pinned<Part>) { self.first = first }
}
