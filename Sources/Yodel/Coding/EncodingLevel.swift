import FoundationEssentials

// The text of an Encodable type is written as its `encode(to:)` says it, straight into the output. Codable does not say that containers are
// filled one after the other: a type may open several, keep them, and write to them in any order. One rule makes that right and costs the
// ordinary case nothing:
//
//     Who writes is the innermost one of its text. Whoever is not, makes itself that first.
//
// A level is a value that is being encoded, with the container that it opens, or a container nested in one. Levels of a text stand in each
// other, as the text does. When one writes that is not the innermost,
//
// - the nested containers inside it are closed, as if they were complete, which they nearly always are. A container that is written to after
//   that gets a text of its own, which begins with what it holds already; it takes the place of the old one (the hole) when the value around ends;
// - a value inside it, of which the encoding goes on, gets a text of its own too, and is written behind it when it ends, as Foundation has it.
//
//     {"a":{"x":1},"b":2        a, kept by its type, writes y:      {"a":{"x":1},"b":2      {"x":1,"y":3
//                                                                        ^^^^^^^ hole  <----
//
// What `superEncoder()` gives has a text of its own from the start, which its parent gets when nobody holds it any more. A level that a type
// holds longer than its value is encoded is without effect, as in Foundation.
//
// A type that opens an object and an array in one place has spoilt the level: the encoding ends with an error, null takes the place of its text
// when it ends, and nothing is looked for in that text before.
//
// Levels are used again. All of this happens on one thread, within one call of an encoder.

/// A value that is being encoded, with its container, or a nested container.
@safe final class EncodingLevel {
    /// What has been written of a value.
    enum Content: UInt8 {
        case none, single, object, array
    }

    /// What a level is.
    enum Role: UInt8 {
        case value, nested, superEncoder
    }

    /// Where a level stands.
    enum Place: UInt8 {
        /// Among those of its text that go on.
        case open
        /// Closed, as long as nobody writes to it.
        case sealed
        /// Its value is complete, and what is written to it goes nowhere.
        case dead
    }

    // SAFETY: a session keeps its levels; a level that somebody else keeps retains its session.
    @safe unowned(unsafe) let session: EncodingSession
    // What the session says, here to be had without it.
    let keyCache: KeyCache
    let styledKeys: KeyCache?
    let keyForm: EncodingSession.KeyForm
    let escapes: StringEscape.Flags
    let isPretty: Bool
    let sortsKeys: Bool
    let depthLimit: Int
    /// Whether a key without a value is null, not left out.
    let writesNil: Bool
    /// Whether whole numbers have a fraction if their type has.
    let keepsFraction: Bool
    private var retainsSession = false
    var text: SegmentRef
    /// The level around it in its text, which is open; or the next one of those that are free.
    var below: EncodingLevelRef?

    var content = Content.none
    /// Whether the content is that of a single value container, which holds no other.
    var isSingle = false
    var role = Role.value
    var place = Place.open
    /// Whether keys are recorded: they need not be where none comes twice.
    var recordsKeys = true
    /// Whether it has got a text of its own while the value is encoded.
    var isDetached = false
    /// Whether it has a text that goes nowhere.
    var isRevived = false
    /// Whether it has been opened as an object and as an array: the encoding ends with an error, and what is written to it counts no more.
    var isSpoilt = false
    /// Whether anything but its content is not as it was made.
    var isAltered = false
    /// Whether containers inside it are pending with it.
    var holdsPending = false
    /// Whether members of it, or it itself if it is no container, are left out.
    var leavesOut = false
    /// Whether its end takes more than a bracket: it is detached or spoilt, or something is left out.
    var endsSlowly = false
    /// Whether its keys are data, which no style changes.
    var keepsKeys = false

    /// Elements or members written.
    var count = 0
    /// Containers around the value.
    var depth = 0
    /// Where the text of its member begins, with the comma.
    var memberStart = 0
    /// Where the value begins.
    var start = 0
    /// Where the content ends, and the text with its bracket, once sealed.
    var contentEnd = 0
    var closedEnd = 0
    /// What the text of its own takes the place of, in the one around.
    var hole: Range<Int>?
    let keys: Pinned<KeyRecords>
    let containers: Pinned<ContainerSlots>
    /// The level as types get it, which is not counted: each use of one that is counted takes two atomic steps.
    private let encoder: ValueRow<any Encoder>
    /// Whether it keeps the containers that it hands out: it is used again.
    var keepsContainers = true

    // The way here.

    /// The value in which this one is encoded, or to which this container belongs.
    var owner: EncodingLevelRef?
    var step = KeyStep.none
    /// The keys of a nested container, and of those around it in its value; of a value in a model, those of the containers that it is in.
    var nestedSteps: CodingSteps?
    /// The container that a super encoder was made by.
    var parent: EncodingLevel?
    /// The super encoder that the parent belongs to.
    var keeper: EncodingLevel?
    /// The whole way, where those that it leads over may be gone.
    var wholePath: [any CodingKey]?
    /// The key of a detached value, as it is written.
    var detachedKey: [UInt8] = []
    /// Which member of the container around what `superEncoder()` gave becomes: a key or, if that is nil, a place.
    var depositKey: String?
    var depositIndex = 0
    /// Keys by their text, where it has been asked for: those up to a number.
    var places: [String: Int] = [:]
    var placesCount = 0

    init(_ session: EncodingSession) {
        self.session = session
        keyCache = session.keyCache
        styledKeys = session.styledKeys
        keyForm = session.keyForm
        escapes = session.escapes
        isPretty = session.isPretty
        sortsKeys = session.sortsKeys
        depthLimit = session.depthLimit
        writesNil = session.model?.rules.nils == .null
        keepsFraction = session.model != nil
        text = session.main
        containers = Pinned(holding: ContainerSlots())
        keys = Pinned(holding: KeyRecords(seed: session.seed))
        encoder = .allocate(1)
        unsafe encoder.put(self)
        // SAFETY: whoever encodes to the level has it live, and the memory goes with it. What a type keeps is a copy, which is counted.
        unsafe Unmanaged.passUnretained(self).release()
    }

    deinit {
        if role == .superEncoder {
            deposit()
        } else if isRevived {
            leaveInside()
            session.recycle(text)
        }
        unsafe keys.destroy()
        unsafe containers.destroy()
        unsafe encoder.free()
        if retainsSession { unsafe Unmanaged.passUnretained(session).release() }
    }

    /// Makes it ready to be used again.
    @inline(__always)
    func clear() {
        keys.pointee.removeAll()
        content = .none
        count = 0
        isSingle = false
        if isAltered { clearRest() }
    }

    private func clearRest() {
        isAltered = false
        role = .value
        place = .open
        recordsKeys = true
        isDetached = false
        isSpoilt = false
        holdsPending = false
        leavesOut = false
        endsSlowly = false
        keepsKeys = false
        hole = nil
        nestedSteps = nil
        detachedKey = []
        places = [:]
        placesCount = 0
    }

    /// Keeps the session beyond the call, since a type keeps this.
    func retainSession() {
        guard !retainsSession else { return }
        retainsSession = true
        _ = unsafe Unmanaged.passUnretained(session).retain()
    }

    /// Ends what it stands for, though somebody holds it.
    func die() {
        if hole != nil {
            // Its own text, with what is in it, is for nothing. A value inside may go on, and ends without effect.
            detachInside()
            leaveInside()
            session.recycle(text)
        }
        wholePath = path
        retainSession()
        owner = nil
        nestedSteps = nil
        role = .value
        hole = nil
        place = .dead
        content = .none
        isSingle = false
        step = .none
        keys.pointee.removeAll()
        keepsContainers = false
        containers.pointee.anchor(self)
    }

    /// Whether somebody holds a container of this level.
    @inline(__always)
    func areContainersHeld() -> Bool { containers.pointee.areHeld() }

    /// Does something with the session, which is not counted for it.
    @inline(__always)
    func withSession<R>(_ body: (EncodingSession) throws -> R) rethrows -> R {
        // SAFETY: as of `session`.
        try unsafe Unmanaged.passUnretained(session)._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    var reference: EncodingLevelRef { EncodingLevelRef(self) }

    /// Whether it is the innermost of its text.
    @inline(__always)
    var isInnermost: Bool { text.pointee.top == reference }
}

// MARK: Values inside

extension EncodingLevel {
    /// A level for a value inside this one, which is the innermost. The caller ends it.
    @inline(__always)
    func push(_ step: KeyStep, memberStart: Int) -> EncodingLevelRef {
        let child = withSession { $0.takeLevel() }
        child.with {
            $0.text = text
            $0.below = reference
            $0.depth = depth &+ 1  // &+: limited
            $0.memberStart = memberStart
            $0.start = text.pointee.output.count
            $0.step = step
            text.pointee.top = $0.reference
        }
        if role == .nested { own(ofNested: child) } else { child.with { $0.owner = reference } }
        return child
    }

    /// Makes the value that this nested container belongs to the owner of one inside.
    private func own(ofNested child: EncodingLevelRef) {
        child.with { child in
            child.owner = owner
            guard session.model != nil else { return }
            // In models the way to it leads over the containers that it is in.
            child.nestedSteps = nestedSteps
            child.isAltered = true
        }
    }

    /// The value that this container belongs to.
    var scope: EncodingLevelRef {
        @inline(__always) get { unsafe role == .nested ? owner.unsafelyUnwrapped : reference }
    }

    /// Encodes a value by its type's own code.
    @inline(__always)
    func encode<T: Encodable>(itself value: T) throws { try unsafe UnsafePointer(encoder.address).lend { try value.encode(to: $0) } }

    /// Encodes a value whose key, or comma, has been written.
    @inline(__always)
    func encodeInside<T: Encodable>(_ value: T, _ step: KeyStep, memberStart: Int) throws {
        try encodeInside(value, as: withSession { $0.kind(of: T.self) }, step, memberStart: memberStart)
    }

    /// The same for a value of a type whose kind is known.
    @inline(__always)
    func encodeInside<T: Encodable>(_ value: T, as kind: EncodedKind, _ step: KeyStep, memberStart: Int) throws {
        let child = push(step, memberStart: memberStart)
        do {
            if depth > depthLimit { throw EncodingEnds() }
            try child.with { child in
                if kind == .other, keyForm == .asGiven {
                    try child.encode(itself: value)
                } else {
                    try child.encode(value, as: kind, isInside: true)
                }
            }
        } catch {
            session.met(error, in: child)
            drop(child)
            throw error
        }
        end(child)
    }

    /// The same for what a closure encodes.
    func encodeInside(_ step: KeyStep, memberStart: Int, _ body: (EncodingLevel) throws -> Void) throws {
        let child = push(step, memberStart: memberStart)
        do {
            if depth > depthLimit { throw EncodingEnds() }
            try child.with { try body($0) }
        } catch {
            session.met(error, in: child)
            drop(child)
            throw error
        }
        end(child)
    }

    /// Ends a value inside.
    @inline(__always)
    func end(_ child: EncodingLevelRef) {
        let isPlain = child.with { child in
            guard child.isInnermost, child.text.pointee.pendingEnd < child.start, !child.endsSlowly else { return false }
            child.close()
            child.text.pointee.top = child.around
            return true
        }
        if isPlain { withSession { $0.giveBack(child) } } else { endSlowly(child) }
    }
}
