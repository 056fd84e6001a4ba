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
// The reader takes what is plain: types whose plans are plain (`ValuePlan.isPlain`), rules that do not look at every key, documents in which
// everything fits. Where it meets anything else it gives up, destroys what it has made, and the machine reads the document from its start: what is
// wrong, and where, is the machine's to say.

/// Reads one document that lies whole in memory into a value of a plan's type.
struct Decoding: ~Copyable {
    let text: DocumentText
    /// Containers that may still be opened inside each other.
    var depthLeft: Int
    let rules: DecodingRules
    var arena: ScratchArena
    var scratch = StringScratch()

    /// Containers inside each other that are read here, each of which takes some of the stack.
    private static var maximumDepth: Int { 512 }

    private init(_ text: DocumentText, _ rules: DecodingRules, _ arena: ScratchArena) {
        self.text = text
        depthLeft = min(rules.maximumDepth, Self.maximumDepth)
        self.rules = rules
        self.arena = arena
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - plan: A plain plan.
    ///   - slot: Fresh memory for a value of the plan's type.
    /// - Returns: Whether the slot holds the document's value. If not, nothing has happened.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanRef, into slot: UnsafeMutableRawPointer, _ request: DecodingRequest
    ) -> Bool {
        assert(unsafe plan.isPlain && request.isPlain)
        guard let text = unsafe DocumentText(bytes, request.limits) else { return false }
        // A block of the size that always comes from the stack: short arrays of moderate depth need no other memory.
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            var decoding = unsafe Decoding(text, request.rules, ScratchArena(block))
            let slot = unsafe Slot(slot, of: plan.type)
            let read = decoding.value(text.first, plan, slot, fresh: true)
            guard read.isStored, let end = read.end else { return false }
            if text.isEnd(end) { return true }
            plan.destroy(slot)
            return false
        }
    }

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
    /// - Parameters:
    ///   - next: Its first byte.
    ///   - fresh: Whether the slot holds no value yet: it is that of an element, or the root.
    mutating func value(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, fresh: Bool) -> Read {
        let byte = next.byte
        guard byte | 0x20 == UInt8(ascii: "{") else { return scalar(next, plan, slot, fresh: fresh) }
        guard depthLeft > 0 else { return .failed }
        let inner = plan.innermost
        if byte == UInt8(ascii: "[") {
            guard inner.kind == .sequence else { return unfit(next, fresh: fresh) }
            return sequence(next + 1, plan, inner, slot, fresh: fresh)
        }
        switch inner.kind {
        case .object: return model(next + 1, plan, inner, slot, fresh: fresh)
        case .instance: return instance(next + 1, plan, inner, slot, fresh: fresh)
        case .dictionary: return dictionary(next + 1, plan, inner, slot, fresh: fresh)
        default: return unfit(next, fresh: fresh)
        }
    }

    /// Passes over a container that does not fit its slot.
    @inline(never)
    private mutating func unfit(_ next: TextPlace, fresh: Bool) -> Read {
        if fresh ? rules.failsOnInvalidElement : rules.failsOnMismatch { return .failed }
        return Read(end: skip(next), isStored: false)
    }

    /// Passes over a value that nobody wants.
    ///
    /// - Returns: Behind it; nil for a fault, or what is beyond a limit.
    mutating func skip(_ next: TextPlace) -> TextPlace? {
        switch next.byte {
        case UInt8(ascii: "\""): return unsafe content(next + 1, isWanted: false)?.end
        case UInt8(ascii: "{"), UInt8(ascii: "["): return text.skip(next, depthLeft: depthLeft)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return text.word(next)
        default: return text.number(next).map { next + $0.length }
        }
    }

    /// Stores a value of the innermost type, made by `make`, through the optionals around it.
    mutating func store(through plan: PlanRef, _ slot: Slot, fresh: Bool, _ make: (Slot, Bool) -> Void) {
        guard let wrapped = plan.wrapped else { return make(slot, fresh) }
        withScratch(wrapped) { decoding, payload in
            decoding.store(through: wrapped, payload, fresh: true, make)
            plan.wrap(slot, payload: payload, fresh: fresh)
        }
    }

    /// Lends memory for one value of a plan's type during a call.
    mutating func withScratch<R>(_ plan: PlanRef, _ body: (inout Decoding, Slot) -> R) -> R {
        let loan = unsafe arena.lend(size: plan.size, alignment: plan.alignment)
        defer { unsafe arena.takeBack(loan) }
        return unsafe body(&self, Slot(loan.address, of: plan.type))
    }
}
