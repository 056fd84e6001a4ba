/// The way to the value at hand, a step for each open container. The first steps stand in memory that is lent, usually of the stack.
@safe struct DecodingSteps {
    // SAFETY: the memory stays while the steps are used; of it the first `count` are initialised. A step is trivial.
    private let lent: UnsafeMutableBufferPointer<DecodingStep>
    private var more: [DecodingStep] = []
    private(set) var count = 0

    init(_ lent: UnsafeMutableBufferPointer<DecodingStep>) { unsafe self.lent = lent }

    subscript(index: Int) -> DecodingStep {
        @inline(__always) get { unsafe index < lent.count ? lent[index] : more[index - lent.count] }
    }

    var last: DecodingStep? { count > 0 ? self[count - 1] : nil }

    /// The steps behind the first ones.
    func behind(_ first: Int) -> [DecodingStep] { (first..<count).map { self[$0] } }

    @inline(__always)
    mutating func append(_ step: DecodingStep) {
        if unsafe count < lent.count {
            unsafe (lent.baseAddress.unsafelyUnwrapped + count).initialize(to: step)
        } else {
            more.append(step)
        }
        count += 1
    }

    @inline(__always)
    mutating func replaceLast(_ step: DecodingStep) {
        if unsafe count <= lent.count { unsafe lent[count - 1] = step } else { more[more.count - 1] = step }
    }

    /// Goes back to the first steps.
    mutating func truncate(to count: Int) { while self.count > count { removeLast() } }

    @inline(__always)
    mutating func removeLast() {
        if unsafe count > lent.count { more.removeLast() }
        count -= 1
    }
}
