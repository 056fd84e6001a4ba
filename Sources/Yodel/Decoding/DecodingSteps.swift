/// The way to the value at hand, a step for each open container. The first steps stand in memory of the arena, usually of the stack.
struct DecodingSteps {
    /// Memory of the decode's arena, for `room` steps, of which the first `count` are there. A step is trivial.
    private let lent: ValueRow<DecodingStep>
    private static var room: Int { 16 }
    private var more: [DecodingStep] = []
    private(set) var count = 0

    /// - Parameter arena: One that nothing has been taken of.
    init(_ arena: inout ScratchArena) {
        let size = Self.room * MemoryLayout<DecodingStep>.stride
        // SAFETY: a block has more memory than that.
        let memory = unsafe arena.take(size: size, alignment: MemoryLayout<DecodingStep>.alignment).unsafelyUnwrapped
        lent = unsafe ValueRow(memory.assumingMemoryBound(to: DecodingStep.self), Self.room)
    }

    subscript(index: Int) -> DecodingStep {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return unsafe index < Self.room ? lent[index] : more[index - Self.room]
        }
    }

    var last: DecodingStep? { count > 0 ? self[count - 1] : nil }

    /// The steps behind the first ones.
    func behind(_ first: Int) -> [DecodingStep] { (first..<count).map { self[$0] } }

    @inline(__always)
    mutating func append(_ step: DecodingStep) {
        if count < Self.room {
            unsafe (lent + count).put(step)
        } else {
            more.append(step)
        }
        count += 1
    }

    @inline(__always)
    mutating func replaceLast(_ step: DecodingStep) {
        precondition(count > 0)
        if count <= Self.room { unsafe lent[count - 1] = step } else { more[more.count - 1] = step }
    }

    /// Goes back to the first steps.
    mutating func truncate(to count: Int) { while self.count > count { removeLast() } }

    @inline(__always)
    mutating func removeLast() {
        precondition(count > 0)
        if count > Self.room { more.removeLast() }
        count -= 1
    }
}
