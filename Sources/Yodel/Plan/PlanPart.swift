/// A part of a plan, or the first of several that follow each other, which stays where it is for as long as the plan's cache, and does not change.
///
/// It stands for a pointer whose maker has seen to that: whoever has one may read through it. In debug builds it knows where the parts begin and end.
@safe struct PlanPart<Part>: Equatable {
    // SAFETY: the part is written before its plan is published, never changed afterwards, and freed with the cache alone, which outlives every use of
    // a plan. Whoever asks for a place asks for one of the parts that are there.
    private let row: ValueRow<Part>

    /// - Parameter row: The part, or what is to be one when the plan is published.
    @inline(__always)
    init(_ row: ValueRow<Part>) { self.row = row }

    /// Memory with a part in it.
    @inline(__always)
    init(holding part: consuming Part) {
        row = .allocate(1)
        row.put(part)
    }

    @inline(__always)
    var pointee: Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(row.pointer(at: 0)) }
    }

    /// One of the parts that follow each other.
    @inline(__always)
    subscript(index: Int) -> Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(row.pointer(at: index)) }
    }

    /// The part that stands so many after this one.
    @inline(__always)
    static func + (first: PlanPart, index: Int) -> PlanPart { PlanPart(first.row + index) }

    static func == (left: PlanPart, right: PlanPart) -> Bool { unsafe left.row.address == right.row.address }

    /// The same parts, for who builds their plan.
    @unsafe
    var unpublished: ValueRow<Part> { row }

    /// Gives the memory back. What it holds needs no end.
    @unsafe
    func free() { unsafe row.free() }
}
