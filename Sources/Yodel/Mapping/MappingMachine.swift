// Tokens in, memory out.
//
// The machine is a stack of frames, one per open container. A key sets the frame's `property`; the value that follows is stored through a
// typed pointer at the property's offset. Elements of arrays are built in a buffer and moved into the array once, at its end. Nothing here
// throws: a token method returns false and the machine keeps why, since its callers are C.
//
//     {"name": "Ann", "tags": ["a"]}      frames: root · object(User) · array(String)
//
// The machine is used through a pointer: its methods then cost neither reference counts nor exclusivity checks, and its address is what the
// callbacks get.
//
// Files: +Tokens (one method per token), +Containers (frames opened and closed), +Models and +Finish (a model's begin and end), +Routes (keys
// that are more than one property's), +Elements (buffers), +Store (conversion), +Capture (values kept as a whole), +Hooks (the model's own
// code), +Replay (values kept are mapped), +Foreign (Swift's own values), +Seek (a part of the document), +Failure, +Yajl (the callback table),
// +Invariants.

/// Fills one value from tokens.
@unsafe struct MappingMachine: ~Copyable {
    var position: TokenPosition
    /// The innermost open container.
    var frame: UnsafeMutablePointer<Frame>
    var frames: UnsafeMutablePointer<Frame>
    var frameCapacity: Int
    var framesAreHeap = false
    var arena: ScratchArena
    let rules: DecodingRules
    /// What a value would meet now. Set with each key and for each array; elsewhere `other`.
    var target = ValueTarget.other
    /// Where it would be stored.
    var targetSlot: UnsafeMutableRawPointer
    /// Containers open, wanted or not.
    var depth = 0
    var builder = JSONValueBuilder()
    var tape = unsafe TokenTape()
    /// What lent the last object that was kept to the model's own code, and can do it again.
    var lender: KeptObject?
    var isLending = false
    /// The value that a container's token was offered with has been taken whole: its tokens need not follow.
    var tookWhole = false
    /// What has to be put back on a rejection or failure; made when first needed.
    var journal: Journal?
    /// For how many reasons instances that are there are noted before they are changed: a merge, open models that may be rejected.
    var journaling = 0
    /// Where departures are noted, if somebody wants to know; the caller's.
    let report: UnsafeMutablePointer<DecodingReport>?
    /// Whether each key is of interest, even one of a plain property.
    let watchesKeys: Bool
    /// The way to the part of the document that is asked for; empty for all of it. The caller's.
    let seek: UnsafeBufferPointer<JSONPath.Component>
    /// What is remembered of values in open models. Most documents need nothing of it, so it is made when first needed.
    var past: MappingPast?
    var failure: DecodingFailure?

    /// - Parameters:
    ///   - plan: The type of the value.
    ///   - slot: Memory for it.
    ///   - isFilled: Whether there is a value in `slot`, which is then changed; otherwise it is made.
    ///   - request: What part of the document, and how.
    ///   - frames: Memory for the first frames; stays valid while the machine lives.
    ///   - arena: Memory for what is under way; stays valid while the machine lives.
    init(
        plan: UnsafePointer<ValuePlan>, slot: UnsafeMutableRawPointer, isFilled: Bool, _ request: DecodingRequest,
        frames: UnsafeMutableRawBufferPointer, arena: UnsafeMutableRawBufferPointer
    ) {
        unsafe position = TokenPosition(maximumTokenBytes: request.limits.maximumTokenBytes)
        unsafe self.frameCapacity = frames.count / MemoryLayout<Frame>.stride
        unsafe self.frames = frames.baseAddress!.bindMemory(to: Frame.self, capacity: frameCapacity)
        unsafe self.frame = unsafe self.frames
        unsafe self.arena = unsafe ScratchArena(arena)
        unsafe rules = unsafe request.rules
        unsafe report = unsafe request.report
        unsafe watchesKeys = unsafe request.rules.watchesKeys || request.report != nil
        unsafe seek = unsafe request.seek
        unsafe targetSlot = unsafe slot
        var root = unsafe Frame(kind: .root)
        unsafe root.base = unsafe slot
        unsafe root.element = unsafe plan
        unsafe root.count = isFilled ? 1 : 0
        unsafe root.isMerge = isFilled
        if unsafe isFilled && plan.pointee.reachesInstances { unsafe journaling = 1 }
        unsafe self.frame.initialize(to: root)
    }

    deinit {
        unsafe destroyFrames()
        if unsafe framesAreHeap {
            unsafe frames.deallocate()
        }
    }

    /// Whether there is a value in the root's slot, made by the machine or there before.
    var isRootFilled: Bool { unsafe frames.pointee.count > 0 }

    /// Opens a frame and makes it the innermost.
    @inline(__always)
    mutating func push(_ next: Frame) {
        if unsafe frame - frames == frameCapacity - 1 {
            unsafe growFrames()
        }
        unsafe frame += 1
        unsafe frame.initialize(to: next)
        unsafe target = .other
    }

    /// Closes the innermost frame; what it owns has been moved out or given back.
    @inline(__always)
    mutating func pop() {
        unsafe arena.release(to: frame.pointee.mark)
        unsafe frame -= 1
        unsafe target = .other
    }

    private mutating func growFrames() {
        let count = unsafe frame - frames + 1
        let capacity = unsafe frameCapacity * 4
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity)
        unsafe larger.moveInitialize(from: frames, count: count)
        if unsafe framesAreHeap {
            unsafe frames.deallocate()
        }
        unsafe frames = unsafe larger
        unsafe frame = unsafe larger + count - 1
        unsafe frameCapacity = capacity
        unsafe framesAreHeap = true
    }

    /// Destroys what open frames own. After an early end that is all that has been made but not yet handed on; after success nothing.
    private func destroyFrames() {
        var current = unsafe frame
        while unsafe current > frames {
            unsafe destroy(current)
            unsafe current -= 1
        }
    }

    private func destroy(_ frame: UnsafeMutablePointer<Frame>) {
        switch unsafe frame.pointee.kind {
        case .array, .dictionary: unsafe destroyElements(frame)
        case .object, .routed: unsafe closeModel(frame)
        case .root, .items, .skip, .capture, .tape, .holder, .seek: break
        }
    }

    /// Destroys the frames above one, after a failure.
    mutating func unwind(to bottom: UnsafeMutablePointer<Frame>) {
        while unsafe frame > bottom {
            unsafe destroy(frame)
            unsafe pop()
        }
    }
}
