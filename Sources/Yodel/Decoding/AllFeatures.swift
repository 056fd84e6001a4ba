/// Of a decode that may meet anything: where it is in the document, who wants to know of issues, and what may have to be put back.
struct AllFeatures: DecodingFeatures {
    /// The address of the input's first byte.
    private let origin: Int
    /// The offset of everything that is read, while that is what the model's own code has made.
    var fixedOffset: Int?
    /// Where issues are noted, if somebody wants to know.
    var report: Pinned<DecodingReport>?
    /// What counts keys, if somebody wants to know.
    let watch: Pinned<KeyWatch>?
    /// The way to the part of the document that is asked for.
    let seek: SoughtPath
    /// Whether there is what was asked for, and whether there has been something before.
    var isFound = false
    var hasBeenFound = false
    /// Whether each key is of interest, even one of a plain property.
    var tracksKeys: Bool
    /// Whether values that are plain are still read plainly: until one of them was none, so that no document is read more than twice.
    var readsPlainly: Bool
    /// The way to the value at hand, a step for each open container.
    var steps: DecodingSteps
    /// What has gone wrong, if anything has.
    var trouble: Trouble?
    /// What has to be put back on a rejection or failure; made when first needed.
    var undoLog: UndoLog?
    /// For how many reasons instances that are there are noted before they are changed: a merge, open models that may be rejected.
    var undoReasons = 0
    /// What lent the last object to the model's own code, and can do it again.
    var lender: KeptObject?
    /// The container that was read ahead last, and where those inside of it end, if that has been asked for.
    var ahead: (first: TextPlace, end: TextPlace)?
    var index: ContainerIndex?
    /// The last value that was null since it says nothing.
    var empty: TextPlace?
    /// Values in texts that are written of them (`LevelText`), and how many such texts are open.
    var values: [DynamicValue] = []
    var levels = 0
    /// Which tag of an object names an enum's case, while one is being read.
    var tags = TagSearch.none
    /// The undo log's mark when the outermost enum with a tag began.
    var tagMark = 0
    /// What is known of enums without a tag, of which cases are being tried; made when first needed.
    var tries: Tries?
    /// How many values of several properties are open, one inside the other, and how many bytes of those inside of others may still be read.
    var shared = unshared
    /// The limit on how often values are read that has been reached, if one has: the decode ends.
    var spent: SpentLimit?
    /// What reads values of types that decode themselves; made when first needed.
    var coded: CodedValues?

    init(origin: Int, _ request: DecodingRequest, steps: DecodingSteps) {
        self.steps = steps
        self.origin = origin
        report = request.report
        watch = request.watch
        seek = request.seek
        tracksKeys = request.rules.tracksKeys || request.report != nil || request.watch != nil
        readsPlainly = request.mayReadPlainly && request.limits.allowAllKnownKeys
    }

    /// What most documents do not have: a decode stays small without it.
    final class Trouble {
        var failure: DecodingFailure?
        var faultPath: JSONPath?
        var refusal: Refusal?
        var rejection: (steps: Int, failure: DecodingFailure)?
        /// Whether the decode goes back to the outermost enum with a tag, since a tag is repeated.
        var isTagRepeated = false
    }

    /// What has gone wrong, to be changed.
    private mutating func madeTrouble() -> Trouble {
        let trouble = self.trouble ?? Trouble()
        self.trouble = trouble
        return trouble
    }

    /// Why the decode has ended.
    var failure: DecodingFailure? {
        get { trouble?.failure }
        set { if trouble != nil || newValue != nil { madeTrouble().failure = newValue } }
    }

    /// The way to where the text has a fault, once what stands on it is gone.
    private var faultPath: JSONPath? {
        get { trouble?.faultPath }
        set { if trouble != nil || newValue != nil { madeTrouble().faultPath = newValue } }
    }

    /// Why a type's own code has refused the value at hand, until it is known what follows from it.
    var refusal: Refusal? {
        get { trouble?.refusal }
        set { if trouble != nil || newValue != nil { madeTrouble().refusal = newValue } }
    }

    /// The object that was rejected last, and how many steps lead to it.
    var rejection: (steps: Int, failure: DecodingFailure)? {
        get { trouble?.rejection }
        set { if trouble != nil || newValue != nil { madeTrouble().rejection = newValue } }
    }

    mutating func forgetRejection() { trouble?.rejection = nil }

    /// Whether a tag is repeated where the first one was read.
    var isTagRepeated: Bool {
        get { trouble?.isTagRepeated == true }
        set { madeTrouble().isTagRepeated = newValue }
    }

    var isReporting: Bool { report != nil }
    var notesConstants: Bool { report?.pointee.notesConstants == true }

    /// Bytes from the start of the input to a place.
    func offset(_ place: TextPlace) -> Int { fixedOffset ?? Int(bitPattern: place.bits) - origin }

    /// What paths and offsets of what is noted begin at; zero if nobody wants to know.
    var originOfNotes: Int { report == nil ? 0 : origin }

    // MARK: The way to the value at hand

    mutating func open(_ step: DecodingStep) { steps.append(step) }

    mutating func close() { steps.removeLast() }

    mutating func step(_ step: DecodingStep) { steps.replaceLast(step) }

    /// The way from the root to the value at hand.
    var path: JSONPath {
        JSONPath(
            (0..<steps.count).compactMap { index in
                switch steps[index] {
                case .none: nil
                case .key(let entry): .key(entry.text)
                case .index(let index): .index(index)
                case .dictionaryKey(let plan, let slot): .key(plan.keyText(slot))
                case .sought(let place): .key(seek[place].keyText)
                case .name(let text): .key(unsafe text._withUnsafeGuaranteedRef(\.value))
                }
            })
    }

    mutating func noteEmpty(_ next: TextPlace, _ state: SlotState) -> Bool {
        empty = next
        return true
    }

    mutating func willDestroy() {
        if failure == nil && faultPath == nil && !isTagRepeated { faultPath = path }
        undoLog?.putBack(since: isTagRepeated ? tagMark : tries?.undoMark ?? 0)
    }

    /// Puts back all that a decode, which has ended, has changed of what was there, if something has been noted.
    func undoIfNoted() {
        if report?.pointee.isEmpty == false { undoLog?.putBack(since: 0) }
    }

    /// The way to where the text has a fault.
    var pathOfFault: JSONPath { faultPath ?? path }

    // MARK: Failures and issues

    /// Records why the decode ends.
    ///
    /// - Parameter path: The place, if it is not the value at hand.
    mutating func fail(_ reason: DecodingFailure.Reason, at offset: Int, path: JSONPath? = nil) {
        failure = DecodingFailure(reason: reason, offset: offset, path: path ?? reason.path ?? self.path)
    }

    /// Notes an issue, if somebody wants to know.
    ///
    /// - Parameter sender: What the sender of the document is told, if its code does not say it all.
    func note(
        _ code: ModelError.Code, _ expected: @autoclosure () -> String, found: String, _ action: DecodingReport.Action, at offset: Int,
        path: JSONPath? = nil, sender: @autoclosure () -> SenderWords = SenderWords()
    ) {
        guard let report else { return }
        // An issue that is only counted is told to nobody.
        let sender = report.pointee.isCut ? SenderWords() : sender()
        report.pointee.add(
            DecodingReport.Issue(
                code: code, path: path ?? self.path, offset: offset, expected: expected(), found: found, action: action, sender: sender))
    }
}

// MARK: What a decode asks

extension AllFeatures {
    var readsReferences: Bool { levels > 0 }

    static func value(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read {
        let value = decoding.features.values[LevelText.index(next)]
        let (inner, found) = (plan.innermost, value.foundKind)
        guard decoding.depthLeft > 0 || !found.isContainer else {
            isTooDeep(&decoding, at: next)
            return .failed
        }
        let read: Decoding<Self>.Read
        switch (inner.pointee.kind, found) {
        case (_, .foreign): read = decoding.foreign(value, at: next, plan, inner, slot, state)
        case (.object, .object) where decoding.looksAtObjects(inner, plan, slot, state),
            (.instance, .object) where decoding.looksAtObjects(inner, plan, slot, state):
            read = decoding.hooked(value, next, plan, inner, slot, state)
        case (.object, .object) where !inner.model.pointee.isArray, (.instance, .object), (.dictionary, .object), (.sequence, .array):
            read = decoding.within(value) { $0.value($1, plan, slot, state) }
        case (.object, .array) where inner.model.pointee.isArray: read = decoding.within(value) { $0.value($1, plan, slot, state) }
        case (.boxed, .object): read = decoding.boxedOrMerged(next, plan, inner, slot, state)
        case (.cases, .object), (.cases, .array):
            if inner.cases.form == .untagged {
                read = decoding.untagged(value, next, plan, inner, slot, state)
            } else {
                read = decoding.within(value) { $0.cases($1, plan, inner, slot, state, of: value) }
            }
        default:
            if inner.pointee.kind.isWhole && inner.pointee.kind.takes(found) {
                read = decoding.whole(value, at: next, plan, slot, state)
            } else if decoding.isNull(onTheWay: found, at: next) {
                read = decoding.storeEmpty(next, to: next, plan, slot, state)
            } else {
                read = decoding.unfit(found, at: next, plan, state) ? Decoding.Read(end: next, isStored: false) : .failed
            }
        }
        return Decoding.Read(end: read.end == nil ? nil : LevelText.end(next), isStored: read.isStored)
    }

    static func skip(_ decoding: inout Decoding<Self>, _ next: TextPlace) -> TextPlace? {
        decoding.mayPassOver(decoding.features.values[LevelText.index(next)], at: next) ? LevelText.end(next) : nil
    }

    @inline(__always)
    static func readPlainly(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read? {
        guard decoding.features.readsPlainly else { return nil }
        if plan.pointee.isPlain { return decoding.readPlainly(next, plan, slot, state) }
        return plan.innermost.pointee.isPlainButForCheck ? decoding.readPlainly(checking: plan, next, slot, state) : nil
    }

    static func model(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read {
        decoding.model(next, plan, inner, slot, state)
    }

    @inline(never)
    static func otherContainer(
        _ decoding: inout Decoding<Self>, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Decoding<Self>.Read {
        if inner.pointee.kind == .cases { return decoding.cases(next, plan, inner, slot, state) }
        let found = FoundKind(container: next)
        if inner.pointee.kind == .object && found == .array && inner.model.pointee.isArray {
            return decoding.model(next, plan, inner, slot, state)
        }
        if inner.pointee.kind == .boxed && found == .object { return decoding.boxedOrMerged(next, plan, inner, slot, state) }
        if inner.pointee.kind.isWhole && inner.pointee.kind.takes(found) { return decoding.whole(next, plan, slot, state) }
        if !decoding.rules.emptyAsNull.isEmpty, decoding.isNull(found, at: next) {
            guard let end = decoding.skip(next) else { return .failed }
            return decoding.storeEmpty(next, to: end, plan, slot, state)
        }
        guard decoding.unfit(found, at: next, plan, state) else { return .failed }
        return Decoding.Read(end: decoding.skip(next), isStored: false)
    }

    static func store(
        _ decoding: inout Decoding<Self>, any token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict? {
        let isNull = if case .null = token { true } else { false }
        if isNull {
            if state.isElement && plan.pointee.optionalDepth == 0 && decoding.rules.scalars.contains(.keepsOnNull) { return .passed }
            if plan.pointee.optionalDepth > 0 { return nil }
        }
        let kind = plan.innermost.pointee.kind
        guard kind.isWhole else { return nil }
        if kind == .cases && plan.innermost.cases.form == .untagged {
            return decoding.store(untagged: token, at: next, plan, plan.innermost, slot, state)
        }
        if isNull && kind != .json && kind != .rawJSON && kind != .any {
            // Whether null is one of its values, a type that decodes itself says itself.
            let isTaken = kind == .decodable && decoding.storeNull(decodable: plan, at: next, slot, state)
            return isTaken ? .stored : decoding.rules.scalars.nullForPresent
        }
        if kind == .cases { return decoding.store(case: token, at: next, plan, plan.innermost, slot, state) }
        if kind == .decodable { return decoding.store(decodable: token, at: next, plan, slot, state) }
        // A null may stand elsewhere than here: of several that came, for one property.
        if kind == .rawJSON && !isNull { return decoding.rawJSON(next, plan, slot, state) == nil ? .failed : .stored }
        return decoding.store(whole: JSONValue(token), at: next, plan, slot, state)
    }

    @inline(never)
    static func goesOn(
        _ decoding: inout Decoding<Self>, behind verdict: Verdict, _ found: FoundKind, from next: TextPlace, to end: TextPlace,
        _ plan: PlanRef, _ state: SlotState
    ) -> Bool {
        if decoding.settle(verdict, found, at: next, plan, state) { return true }
        decoding.endsBehind(found, at: end)
        return false
    }

    static func goesOn(_ decoding: inout Decoding<Self>, behind verdict: Verdict, ofKey next: TextPlace, _ plan: PlanRef) -> Bool {
        decoding.mismatch(
            verdict, .string, at: decoding.features.offset(next), plan, .element,
            expected: ("a key of type \(plan.typeText)", "another key"))
    }

    static func goesOn(_ decoding: inout Decoding<Self>, behindKeys different: Int, of count: Int, to end: TextPlace) -> Bool {
        guard different < count else { return true }
        return decoding.goesOn(behindRepeatsAt: decoding.features.offset(end) - (decoding.features.fixedOffset == nil ? 1 : 0))
    }

    static func isTooDeep(_ decoding: inout Decoding<Self>, at next: TextPlace) {
        decoding.features.fail(.depthLimit(decoding.rules.maximumDepth), at: decoding.features.offset(next))
    }

    @inline(never)
    static func isMissing(_ decoding: inout Decoding<Self>, at next: TextPlace) {
        guard decoding.features.failure == nil else { return }
        let offset = decoding.features.offset(next)
        switch unsafe next.byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): decoding.findLimit(next)
        case UInt8(ascii: "\""):
            if decoding.text.isTooLong(next) { decoding.features.fail(.tokenLimit(decoding.text.maximumTokenBytes), at: offset) }
        default:
            guard decoding.text.isTooLong(next), let end = decoding.text.endOfNumber(next), unsafe !Scanner.endsInFault(end.byte) else {
                return
            }
            decoding.features.fail(.tokenLimit(decoding.text.maximumTokenBytes), at: offset)
        }
    }
}

extension Decoding where Features == AllFeatures {
    /// Finds the limit that a container is beyond, if it is, in the order of the text.
    ///
    /// - Returns: Behind the container.
    @discardableResult
    fileprivate mutating func findLimit(_ next: TextPlace) -> TextPlace? {
        guard unsafe next.byte | 0x20 == UInt8(ascii: "{") else { return skip(next) }
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: next)
            return nil
        }
        depthLeft -= 1
        let closing = unsafe next.byte + 2
        var follower = unsafe Optional(text.first(next + 1, closing: closing))
        while case .next(var place) = follower {
            if closing == UInt8(ascii: "}") {
                guard unsafe place.byte == UInt8(ascii: "\""), let end = skip(place), let start = text.colon(end) else { return nil }
                place = start
            }
            follower = text.follower(findLimit(place), closing: closing)
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft += 1
        return end
    }
}
