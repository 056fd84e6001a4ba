// Values read by recursion over the plan: what is open is a local variable, not a frame.
//
//     value ─> model ─> object ─> property ─> value      {"name": "Ann", "tags": ["a"]}
//           └> sequence ─> value                         object(User): string name, value tags ─> sequence ─> string
//           └> dictionary ─> value
//           └> scalar
//
// A function gets the place of what it reads and returns the place behind it; nil ends the decode. Places stay in registers, and so does what a
// function knows of its container.
//
// What is plain is read by `Decoding<NoFeatures>`, a loop that holds nothing else. It gives up where it meets anything that is not, and the document is read
// from its start by `Decoding<AllFeatures>`: it knows paths, alternatives, hooks, merges and reports, and says what is wrong, and where. Of a document that is
// not plain, the values that are go to the plain loop as well, until one of them is none that it can read.

/// Reads one document that lies whole in memory into a value of a plan's type.
struct Decoding<Features: DecodingFeatures>: ~Copyable {
    // SAFETY, of the extensions too: places are the text's, where a byte that is no closing bracket has one behind it (DocumentText.swift). A slot, or the address of a
    // value, is of the plan that it is handed on with, and offsets are the plan's.

    var text: DocumentText
    /// Containers that may still be opened inside each other.
    var depthLeft: Int
    var rules: DecodingRules
    var arena: ScratchArena
    var scratch = StringScratch()
    var features: Features

    @inline(__always)
    init(_ text: DocumentText, _ rules: DecodingRules, _ arena: ScratchArena, _ features: consuming Features) {
        self.text = text
        depthLeft = rules.maximumDepth
        self.rules = rules
        self.arena = arena
        self.features = features
    }

    @inline(__always) var strings: StringLayout { rules.strings }

    /// How a value ended.
    struct Read {
        /// Behind it; nil if the reader has given up. Fresh memory then holds nothing.
        var end: TextPlace?
        /// Whether the slot holds it. What does not fit leaves its slot as it was.
        var isStored: Bool

        static var failed: Read { Read(end: nil, isStored: false) }
    }

    /// Reads a value of any kind.
    ///
    /// - Parameter next: Its first byte.
    mutating func value(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let byte = unsafe next.byte
        guard byte | 0x20 == UInt8(ascii: "{") else {
            if byte == LevelText.mark && features.readsReferences { return Features.value(&self, next, plan, slot, state) }
            return scalar(next, plan, slot, state)
        }
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: next)
            return .failed
        }
        if let read = Features.readPlainly(&self, next, plan, slot, state) { return read }
        let inner = plan.innermost
        if byte == UInt8(ascii: "[") {
            guard inner.pointee.kind == .sequence else { return Features.otherContainer(&self, next, plan, inner, slot, state) }
            return unsafe sequence(next + 1, plan, inner, slot, state)
        }
        switch inner.pointee.kind {
        case .object, .instance: return Features.model(&self, next, plan, inner, slot, state)
        case .dictionary: return unsafe dictionary(next + 1, plan, inner, slot, state)
        default: return Features.otherContainer(&self, next, plan, inner, slot, state)
        }
    }

    /// Passes over a value that nobody wants.
    ///
    /// - Returns: Behind it; nil for a fault, or what is beyond a limit.
    mutating func skip(_ next: TextPlace) -> TextPlace? {
        if unsafe next.byte == LevelText.mark && features.readsReferences { return Features.skip(&self, next) }
        let end: TextPlace? =
            switch unsafe next.byte {
            case UInt8(ascii: "\""): unsafe content(next + 1, isWanted: false)?.end
            case UInt8(ascii: "{"), UInt8(ascii: "["): text.skip(next, depthLeft: depthLeft)
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): text.word(next)
            default: text.number(next).map { unsafe next + $0.length }
            }
        if end == nil { Features.isMissing(&self, at: next) }
        return end
    }

    /// Stores a value of the innermost type, made by `make`, through the optionals around it.
    @inline(__always)
    mutating func store(through plan: PlanRef, _ slot: Slot, fresh: Bool, _ make: (Slot, Bool) -> Void) {
        plan.store(through: slot, fresh: fresh, &arena, make)
    }

    /// Lends memory for one value of a plan's type during a call.
    mutating func withScratch<R>(_ plan: PlanRef, _ body: (inout Decoding, Slot) -> R) -> R {
        let loan = arena.lend(size: plan.pointee.size, alignment: plan.pointee.alignment)
        defer { unsafe arena.takeBack(loan) }
        return unsafe body(&self, Slot(loan.address, of: plan.type))
    }
}
