// yajl's tokens in, memory out: the reader of documents in pieces.
//
// What is open is a stack of frames, one for each container: models, sequences and dictionaries, whose plain values go straight to memory, however
// the input is cut. The machine has no feature of its own: a value that has to be seen as a whole is kept as bytes, and read by Decoding when it ends.
//
//     {"name": "Ann", "tags": ["a"]}      frames: root · model(User) · sequence(String)
//
//     reading ── a value nobody wants ──> skipped ── its end ──> reading
//             └─ a value with features ─> kept ───── its end ──> Decoding ──> reading
//
// Nothing here throws: a token method returns false and the machine keeps why, since its callers are C. The machine is used through a pointer: its
// methods then cost neither reference counts nor exclusivity checks, and its address is what the callbacks get.
//
// Files: +Tokens (one method per token), +Models, +Containers (sequences and dictionaries), +Passed (values that are skipped or kept), +Failure, +Yajl (the callback
// table).

/// Fills one value from tokens.
@safe struct ChunkMachine: ~Copyable {
    // SAFETY: of `frames` those up to `frame` are initialised; the memory lent for them and for the arena stays while the machine lives, and so does
    // what the request refers to.

    var position: TokenPosition
    /// The innermost open container.
    var frame: Pinned<Frame>
    private var frames: ValueRow<Frame>
    /// The last one that there is memory for.
    private var lastFrame: Pinned<Frame>
    private var framesAreHeap = false
    var arena: ScratchArena
    let rules: DecodingRules
    let request: DecodingRequest
    let strings = StringLayout.current
    /// What a value would meet now. Set with each key; elsewhere `other`.
    var target = ValueTarget.other
    /// Where it would be stored.
    var targetSlot: Slot
    /// Containers that are open, however they are read.
    var depth = 0
    /// Those of them that are skipped or kept.
    var passed = 0
    /// Where the value goes that is kept, whether it fits there as what it is, and how many containers it may have inside each other; nil if none is.
    var kept: (place: ValuePlace, fits: Bool, depthLeft: Int)?
    /// What has lent the last value that was kept to the model's own code, and can do it again.
    var lender: KeptObject?
    /// Whether there is a value in the root's slot.
    var isFilled = false
    /// Why the decode has ended, and where, if the lines before it are known.
    var failure: (failure: DecodingFailure, location: SourceLocation?)?

    /// - Parameters:
    ///   - plan: The type of the value.
    ///   - slot: Fresh memory for it.
    ///   - frames: Memory for the first frames; stays valid while the machine lives.
    ///   - arena: Memory for what is under way; stays valid while the machine lives.
    @unsafe
    init(
        _ plan: PlanRef, into slot: Slot, _ request: DecodingRequest, frames: UnsafeMutableRawBufferPointer,
        arena: UnsafeMutableRawBufferPointer
    ) {
        position = TokenPosition(maximumTokenBytes: request.limits.maximumTokenBytes)
        let room = unsafe frames.bindMemory(to: Frame.self)
        self.frames = unsafe ValueRow(room.baseAddress.unsafelyUnwrapped, room.count)
        lastFrame = unsafe self.frames.pinned(room.count - 1)
        frame = unsafe self.frames.pinned()
        self.arena = unsafe ScratchArena(arena)
        rules = request.rules
        self.request = request
        targetSlot = slot
        unsafe self.frames.put(Frame(.root, ValuePlace(slot: slot, plan: plan, state: [.fresh, .whole]), plan, mark: 0))
    }

    /// Destroys what open frames own: after an early end that is all that has been made but not yet handed on, after success nothing.
    deinit {
        for index in (1..<openFrames).reversed() { unsafe frames[index].destroy() }
        if framesAreHeap { unsafe frames.free() }
    }

    /// Opens a frame and makes it the innermost.
    @inline(__always)
    mutating func push(_ kind: Frame.Kind, _ place: ValuePlace, _ inner: PlanRef) {
        if frame == lastFrame { growFrames() }
        // SAFETY: there is memory for another one behind each but the last.
        frame = unsafe frame + 1
        unsafe frame.initialize(to: Frame(kind, place, inner, mark: arena.used))
        target = .other
    }

    /// Closes the innermost frame, whose container is in its place: what it owned has been moved out or given back.
    @inline(__always)
    mutating func pop() {
        unsafe arena.release(to: frame.pointee.mark)
        // SAFETY: one that is open stands on the root's.
        frame = unsafe frame + -1
        target = .other
        takeValue()
    }

    /// The value at hand is in its place.
    @inline(__always)
    mutating func takeValue() {
        if frame.pointee.kind == .root { isFilled = true } else { frame.pointee.takeValue() }
    }

    /// The root's frame and those on it.
    private var openFrames: Int { unsafe frame - frames.pinned() + 1 }

    private mutating func growFrames() {
        let count = openFrames
        let larger = ValueRow<Frame>.allocate(count * 4)
        unsafe larger.take(count, of: frames)
        if framesAreHeap { unsafe frames.free() }
        frames = larger
        frame = unsafe larger.pinned(count - 1)
        lastFrame = unsafe larger.pinned(count * 4 - 1)
        framesAreHeap = true
    }

    /// The way from the root to the value at hand.
    var path: JSONPath {
        JSONPath((0..<openFrames).compactMap { unsafe frames[$0].step })
    }
}
