// What is found of an enum without a tag while a case of an outer one is tried is kept until the outermost is known: the next case of the outer one may hold
// the same value, and gets a copy. So each value is read once for each case, and not once for each way to it, of which there are 2^n.
//
//     {"child": {"child": …}, "x": "?"}      a: {child, x: Int}    child is read, x does not fit
//                                            b: {child, x: String} child is known, x fits

/// What is known of enums without a tag while cases are tried.
@safe final class Tries {
    // SAFETY: of values in `known` memory is owned here, with one value of the handle's type each.

    /// A value in the text at hand, read as a type.
    struct Key: Hashable {
        private let cases: ObjectIdentifier
        private let address: UInt
        /// Whether values were converted.
        private let converts: Bool
        /// `AllFeatures.originOfNotes`: what has been noted of a value has its way from there.
        private let origin: Int

        init(_ cases: CasesPlan, _ place: TextPlace, converts: Bool, origin: Int) {
            self.cases = ObjectIdentifier(cases)
            address = place.bits
            self.converts = converts
            self.origin = origin
        }
    }

    /// What became of a value.
    enum Outcome {
        case unfit
        case fits(Fit)
    }

    /// A value that fits.
    @safe struct Fit {
        let index: Int
        let end: TextPlace
        /// A copy of the enum.
        fileprivate let value: MutableAddress
        fileprivate let plan: PlanRef
        /// What there was to note.
        let report: DecodingReport?
        /// What of it counts (`KeyWatch.noted(since:)`).
        let noted: [Int]

        /// Copies the enum to fresh memory.
        func copy(to slot: Slot) { unsafe plan.copy(Slot(value, of: plan.type), to: slot) }
    }

    /// How many enums inside each other are being tried.
    var depth = 0
    /// The undo log's mark when the innermost try began.
    var undoMark = 0
    /// How much may still be read in tries whose outcomes are not kept.
    var sizeLeft = 0
    /// How many enums were being tried when the text at hand began, if it is apart from what is around it.
    private var depthAround = 0
    /// The text in which places tell values apart.
    private var text: DocumentText?
    /// Whether the text at hand is one that has been made inside of a try.
    private(set) var isApart = false
    private var known: [Key: Outcome] = [:]
    /// The end of all values with instances that payloads have which may yet be the ones. What stands before it, and is wanted once more, is read once more:
    /// its instances are others.
    private var taken: UInt = 0

    deinit { forget() }

    subscript(key: Key) -> Outcome? { known[key] }

    /// Whether no enum is being tried around the value at hand whose text it is in.
    var isOutermost: Bool { depth == depthAround }

    /// The outermost enum is about to be tried.
    ///
    /// - Parameters:
    ///   - text: The text that it is in, which stays in place until it is known.
    ///   - size: How much may be read in tries whose outcomes are not kept.
    func begin(in text: DocumentText, mayRead size: Int) {
        self.text = text
        sizeLeft = size
    }

    /// A mark to go back to when a try fails.
    var mark: UInt { taken }

    /// A payload is none: what it had taken since a mark is free again.
    func giveBack(since mark: UInt) { taken = mark }

    /// Whether a value may be copied into the payload that is being read.
    func mayTake(_ place: TextPlace) -> Bool { place.bits >= taken }

    /// A payload has a value.
    ///
    /// - Parameter end: Behind it.
    func take(to end: TextPlace) { taken = max(taken, end.bits) }

    /// Keeps what became of a value.
    ///
    /// - Parameter slot: Holds the value, which is copied.
    func keep(
        _ key: Key, _ index: Int, to end: TextPlace, _ plan: PlanRef, from slot: Slot, _ report: DecodingReport?, _ noted: [Int]
    ) {
        guard known[key] == nil else { return }
        let value = MutableAddress.allocate(byteCount: max(plan.pointee.size, 1), alignment: plan.pointee.alignment)
        unsafe plan.copy(slot, to: Slot(value, of: plan.type))
        known[key] = .fits(Fit(index: index, end: end, value: value, plan: plan, report: report, noted: noted))
    }

    /// Keeps that a value does not fit.
    func keepUnfit(_ key: Key) { if known[key] == nil { known[key] = .unfit } }

    /// Forgets all values.
    func forget() {
        for case .fits(let fit) in known.values {
            unsafe fit.plan.destroy(Slot(fit.value, of: fit.plan.type))
            unsafe fit.value.deallocate()
        }
        known = [:]
        taken = 0
    }

    // MARK: Texts that are made inside of tries

    /// What is known outside of such a text.
    struct Outer {
        fileprivate let isApart: Bool
        fileprivate let known: [Key: Outcome]
        fileprivate let taken: UInt
        fileprivate let text: DocumentText?
    }

    /// A text begins whose places are of no meaning when it is gone.
    func beginApart(_ text: DocumentText) -> Outer {
        let outer = Outer(isApart: isApart, known: known, taken: taken, text: self.text)
        (isApart, known, taken, self.text) = (true, [:], 0, text)
        return outer
    }

    /// The text has been read.
    func endApart(_ outer: Outer) {
        forget()
        (isApart, known, taken, text) = (outer.isApart, outer.known, outer.taken, outer.text)
    }

    // MARK: Parts that are read as documents of their own

    /// What is known around a part.
    struct Around {
        fileprivate let undoMark: Int
        fileprivate let depthAround: Int
        /// nil: the part is in the text around it, where places are the same each time that it is read.
        fileprivate let outer: Outer?
    }

    /// A part begins, whose reader has an undo log of its own.
    func beginPart(_ part: DocumentText) -> Around {
        let isInside = text?.contains(part) == true
        let around = Around(undoMark: undoMark, depthAround: depthAround, outer: isInside ? nil : beginApart(part))
        undoMark = 0
        if !isInside { depthAround = depth }
        return around
    }

    /// The part has been read.
    func endPart(_ around: Around) {
        if let outer = around.outer { endApart(outer) }
        (undoMark, depthAround) = (around.undoMark, around.depthAround)
    }
}
