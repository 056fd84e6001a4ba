// Alternatives: of several keys for one property the best decides, in whatever order they come. Where types are converted that is the first in the list
// that is present, not null and fits; under rules that fail, the first that is present and not null, and it must fit.
//
// A value of the best key is put at once. That of a lesser one is too if nothing of it can be seen when a better one follows: a scalar that fits, an array
// of numbers. What may fail, be reported, call code of others or change a model that is there waits until its object ends, and is then mapped unless a
// better one has been.
//
//     {"n2": "x", "n1": 1}      into ["n1", "n2"]     n2 waits · n1 is put · the end: n2 is beaten, nobody looks at it

/// A value that waits for better alternatives.
@unsafe struct WaitingValue {
    @unsafe enum Content {
        case scalar(JSONValue)
        /// Tokens: the copy that holds them, and where they begin.
        case tape(TapeCopy, UnsafeRawPointer)
        /// A container of the caller's.
        case kept(KeptValue)
        /// A value that JSON does not have.
        case foreign(Any)
    }

    let content: Content
    /// The way from its model: the entries, and the index where a container is an array.
    let steps: [(entry: UnsafePointer<KeyEntry>, index: Int?)]
    let leaf: Route.Leaf
    /// Where it stands, as `TokenPosition` notes it.
    let mark: Int
    /// Whether its key came before.
    let isRepeated: Bool
}

/// What waits in one open model.
@unsafe struct WaitingValues {
    struct Key: Hashable, Comparable {
        let property: Int
        let rank: UInt8

        static func < (left: Key, right: Key) -> Bool { (left.property, left.rank) < (right.property, right.rank) }
    }

    /// What tells the model from the others that are open.
    let model: UInt
    /// In the order in which they came. A key without any has had some, which no longer count.
    var values: [Key: [WaitingValue]] = unsafe [:]
}

/// Tokens of a container in memory of their own.
@safe final class TapeCopy {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ piece: TapePiece) {
        let source = unsafe UnsafeRawBufferPointer(start: piece.start, count: piece.end + TapeToken.headerSize - piece.start)
        unsafe bytes = .allocate(byteCount: source.count, alignment: 8)
        unsafe bytes.copyMemory(from: source)
    }

    deinit { unsafe bytes.deallocate() }

    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped) }

    /// Whether an address is one of the copy.
    func holds(_ address: UnsafeRawPointer) -> Bool { unsafe address >= start && address < start + bytes.count }
}

extension MappingMachine {
    /// Whether a value of an alternative that does not count would be noticed: it may end the decode, or is reported.
    private var isCareful: Bool { unsafe rules.mayFail || report != nil }

    /// What tells the innermost model from the others that are open.
    var presenceAddress: UInt { unsafe UInt(bitPattern: frame.pointee.presence) }

    /// Whether a container of an alternative has to wait for better ones.
    func waits(_ leaf: Route.Leaf) -> Bool {
        unsafe leaf.rank > 0 && (leaf.property.pointee.mustWait || isCareful || isWaiting(leaf))
    }

    /// Whether a scalar has to wait before it is tried.
    func scalarWaits(_ leaf: Route.Leaf) -> Bool {
        unsafe leaf.property.pointee.mustWait || (leaf.property.pointee.transform != nil && isCareful) || isWaiting(leaf)
    }

    /// Whether a scalar of an alternative that has been tried and does not fit waits, for nobody may ever hear of it.
    func waitsAsUnfit(_ leaf: Route.Leaf, _ verdict: Verdict) -> Bool {
        unsafe leaf.rank > 0 && verdict != .stored && verdict != .failed && isCareful
    }

    /// Whether a value of the same key waits already: what comes later counts later.
    private func isWaiting(_ leaf: Route.Leaf) -> Bool {
        guard let open = unsafe waiting.last, unsafe open.model == presenceAddress else { return false }
        return unsafe open.values[WaitingValues.Key(property: leaf.property.pointee.index, rank: leaf.rank)]?.isEmpty == false
    }

    // MARK: Waiting

    /// Lets a scalar wait.
    mutating func keepWaiting(_ token: ScalarToken, _ leaf: Route.Leaf) -> Bool {
        let shape: TokenShape =
            switch unsafe token {
            case .null: .fixed(4)
            case .boolean: .word
            case .number: .number
            case .string: .string
            }
        return unsafe keepWaiting(.scalar(JSONValue(token)), leaf, shape)
    }

    /// Lets a container wait that has been kept. It may stand on a tape that is used again before the model ends.
    mutating func keepWaiting(_ kept: KeptValue, _ leaf: Route.Leaf) -> Bool {
        guard case .tape(let piece) = unsafe kept else { return unsafe keepWaiting(.kept(kept), leaf, .fixed(1)) }
        // What stands on a copy already needs no other one, so that containers in each other are not copied again and again.
        if let copy = unsafe tapeCopy, unsafe copy.holds(piece.start) {
            return unsafe keepWaiting(.tape(copy, piece.start), leaf, .fixed(1))
        }
        let copy = unsafe TapeCopy(piece)
        return unsafe keepWaiting(.tape(copy, copy.start), leaf, .fixed(1))
    }

    /// Lets a value of Swift's own wait.
    mutating func keepWaiting(foreign value: Any, _ leaf: Route.Leaf) -> Bool { unsafe keepWaiting(.foreign(value), leaf, .anything) }

    private mutating func keepWaiting(_ content: WaitingValue.Content, _ leaf: Route.Leaf, _ shape: TokenShape) -> Bool {
        let model = unsafe presenceAddress
        if unsafe waiting.last?.model != model { unsafe waiting.append(WaitingValues(model: model)) }
        let last = unsafe waiting.count - 1
        let key = unsafe WaitingValues.Key(property: leaf.property.pointee.index, rank: leaf.rank)
        let hasCome = unsafe frame.pointee.kind == .routed && frame.pointee.flag
        let isRepeated = unsafe hasCome || waiting[last].values[key] != nil
        if case .scalar = unsafe content { unsafe position.keepLines(shape) }
        let value = unsafe WaitingValue(
            content: content, steps: stepsFromModel(), leaf: leaf, mark: position.mark(shape), isRepeated: isRepeated)
        unsafe waiting[last].values[key, default: []].append(value)
        unsafe notePresence(of: leaf, false)
        return true
    }

    /// The way from the innermost model's own frame to the value at hand.
    private func stepsFromModel() -> [(entry: UnsafePointer<KeyEntry>, index: Int?)] {
        var first = unsafe frame
        while unsafe !first.pointee.isModel { unsafe first -= 1 }
        return unsafe (0...(frame - first)).map { step in
            let frame = unsafe first + step
            return unsafe (frame.pointee.entry.unsafelyUnwrapped, frame.pointee.kind == .items ? frame.pointee.count : nil)
        }
    }

    /// What waits at a key of the innermost model no longer counts: it stands below a key that has come again.
    mutating func forgetWaiting(_ leaf: Route.Leaf) {
        guard let open = unsafe waiting.last, unsafe open.model == presenceAddress else { return }
        let key = unsafe WaitingValues.Key(property: leaf.property.pointee.index, rank: leaf.rank)
        if unsafe open.values[key] != nil { unsafe waiting[waiting.count - 1].values[key] = [] }
    }

    /// Nothing of the innermost model counts any more.
    mutating func forgetWaiting() {
        if let open = unsafe waiting.last, unsafe open.model == presenceAddress { unsafe waiting.removeLast() }
        unsafe forgetLines()
    }

    // MARK: The end

    /// Maps what has waited in the innermost model, which ends: for each property the best first, until one has been put.
    @inline(never)
    mutating func settleWaiting() -> Bool {
        guard let open = unsafe waiting.last, unsafe open.model == presenceAddress else { return true }
        unsafe waiting.removeLast()
        for key in unsafe open.values.keys.sorted() {
            let values = unsafe open.values[key] ?? []
            for index in unsafe values.indices {
                if unsafe isBeaten(values[index].leaf) { break }
                guard unsafe settle(values[index]) else { return false }
            }
        }
        unsafe forgetLines()
        return true
    }

    /// Lines are kept for what waits, and for nulls that may yet count.
    func forgetLines() {
        if unsafe waiting.isEmpty && nulls.isEmpty { unsafe position.lines?.forgetAll() }
    }

    /// Maps a value that has waited, as if it stood where it came.
    private mutating func settle(_ value: WaitingValue) -> Bool {
        let place = unsafe frame - frames
        let (replayed, outer) = unsafe (position.replayed, tapeCopy)
        defer {
            unsafe position.replayed = replayed
            unsafe tapeCopy = outer
        }
        unsafe descend(value.steps)
        unsafe depth += value.steps.count
        unsafe position.replayed = value.mark
        unsafe frame.pointee.flag = value.isRepeated
        let isSettled = unsafe put(value)
        guard isSettled else { return false }
        unsafe depth -= value.steps.count
        unsafe unwind(to: frames + place)
        unsafe frame.pointee.kind = .object
        unsafe frame.pointee.entry = nil
        unsafe frame.pointee.flag = false
        return true
    }

    private mutating func put(_ value: WaitingValue) -> Bool {
        let leaf = unsafe value.leaf
        switch unsafe value.content {
        case .scalar(.string(var text)):
            return text.withUTF8 { unsafe storeNow(.string($0), .string, leaf) }
        case .scalar(.number(let number)):
            var text = number.text
            return text.withUTF8 { unsafe storeNow(.number($0), .number, leaf) }
        case .scalar(.bool(let bool)): return unsafe storeNow(.boolean(bool), .boolean, leaf)
        case .scalar: return true
        case .tape(let copy, let start):
            unsafe tapeCopy = copy
            return unsafe storeNow(.tape(TapePiece(TapeToken(start))), leaf)
        case .kept(let kept): return unsafe storeNow(kept, leaf)
        case .foreign(let value): return unsafe storeNow(foreign: value, leaf)
        }
    }

    /// Opens the levels below the innermost model that lead to a value.
    private mutating func descend(_ steps: [(entry: UnsafePointer<KeyEntry>, index: Int?)]) {
        for number in unsafe steps.indices {
            let step = unsafe steps[number]
            if number > 0, let child = unsafe steps[number - 1].entry.pointee.route?.pointee.child {
                unsafe step.index == nil ? pushLevel(child) : pushItems(child)
            }
            unsafe frame.pointee.entry = unsafe step.entry
            if let index = unsafe step.index { unsafe frame.pointee.count = index } else { unsafe frame.pointee.kind = .routed }
        }
    }
}

extension TapePiece {
    /// The record of the container's start.
    fileprivate var start: UnsafeRawPointer { unsafe token.inside - TapeToken.headerSize }
}
