/// A part of a plan, or the first of several that follow each other, which stays where it is for as long as the plan's cache, and does not change.
///
/// It stands for a pointer whose maker has seen to that: whoever has one may read through it. It is no larger than that in debug builds either: all
/// readers have some in their frames.
@safe struct PlanPart<Part>: Equatable {
    // SAFETY: the part is written before its plan is published, never changed afterwards, and freed with the cache alone, which outlives every use of
    // a plan. Whoever asks for a place asks for one of the parts that are there.
    @unsafe private let address: UnsafeMutablePointer<Part>

    @unsafe @inline(__always)
    private init(_ address: UnsafeMutablePointer<Part>) { unsafe self.address = address }

    /// - Parameter row: The part, or what is to be one when the plan is published.
    @inline(__always)
    init(_ row: ValueRow<Part>) { unsafe self.init(row.address) }

    /// Memory with a part in it.
    @inline(__always)
    init(holding part: consuming Part) {
        let row = ValueRow<Part>.allocate(1)
        row.put(part)
        self.init(row)
    }

    @inline(__always)
    var pointee: Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(address) }
    }

    /// One of the parts that follow each other.
    @inline(__always)
    subscript(index: Int) -> Part {
        @_transparent unsafeAddress { unsafe UnsafePointer(address + index) }
    }

    /// The part that stands so many after this one.
    @inline(__always)
    static func + (first: PlanPart, index: Int) -> PlanPart { unsafe PlanPart(first.address + index) }

    static func == (left: PlanPart, right: PlanPart) -> Bool { unsafe left.address == right.address }

    /// The part, for who builds its plan.
    @unsafe
    var unpublished: ValueRow<Part> { unsafe ValueRow(address, 1) }

    /// Gives the memory back. What it holds needs no end.
    @unsafe
    func free() { unsafe address.deallocate() }
}
