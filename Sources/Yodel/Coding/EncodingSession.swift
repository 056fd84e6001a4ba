import FoundationEssentials

/// What an encoder is set to. It does not change: another setting makes others.
final class EncodingSettings: Sendable {
    /// The settings one by one.
    struct Draft: Sendable {
        var formatting: CodableEncoder.OutputFormatting = []
        var dates = CodableEncoder.DateEncodingStrategy.deferredToDate
        var data = CodableEncoder.DataEncodingStrategy.base64
        var floats = CodableEncoder.NonConformingFloatEncodingStrategy.throw
        var keys = CodableEncoder.KeyEncodingStrategy.useDefaultKeys
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    let draft: Draft
    /// How often an encoder's settings have been changed to become these.
    let version: Int

    init(_ draft: Draft = Draft(), version: Int = 0) {
        self.draft = draft
        self.version = version
    }
}

/// What the containers of one encoding share: settings, texts, containers to use again.
///
/// A session is of one thread at a time. An encoder keeps one for its next call, unless somebody else holds it.
@safe final class EncodingSession: @unchecked Sendable {
    let settings: EncodingSettings
    /// What the options of a model's encoder say, where its values are encoded.
    let model: ModelEncodingRules?
    var draft: EncodingSettings.Draft { settings.draft }
    let escapes: StringEscape.Flags
    let isPretty: Bool
    let sortsKeys: Bool
    let keyForm: KeyForm
    /// The text of the document.
    let main: SegmentRef
    let seed = UInt64.random(in: .min ... .max)
    let keyCache = KeyCache()
    /// The keys that a style has made, by those that it has made them of.
    let styledKeys: KeyCache?
    /// Containers to use again, one behind the other.
    private var free: EncodingLevelRef?
    private var freeTexts: [SegmentRef] = []
    private var texts: [SegmentRef] = []
    /// The most containers inside each other.
    let depthLimit: Int
    // SAFETY of what is unchecked: a session is of one thread at a time, and nothing that is called while one of these is read or changed comes
    // back here.
    /// Whether the encoding ends with an error, whatever its types do.
    @safe @exclusivity(unchecked) var isFaulty = false
    /// Whether an error of a type's own has been met.
    @safe @exclusivity(unchecked) var hasOrigin = false
    var fault = EncodingFault()
    /// An object whose members change their places.
    @safe @exclusivity(unchecked) var scratch = OutputBuffer()
    @safe @exclusivity(unchecked) private var kinds = TypeTable<EncodedKind>()
    @safe @exclusivity(unchecked) private var collections = TypeTable<any EncodedCollection.Type>()

    /// How keys are written.
    enum KeyForm: UInt8 {
        case asGiven
        case snakeCase
        case custom
        /// As the options of a model's encoder say.
        case model
    }

    /// Makes a session for values of models.
    convenience init(_ model: ModelEncodingRules) { self.init(EncodingSettings(), model) }

    /// Makes a session for documents.
    init(_ settings: EncodingSettings, _ model: ModelEncodingRules? = nil) {
        self.settings = settings
        self.model = model
        main = SegmentRef(holding: EncodingSegment(output: OutputBuffer(), top: nil))
        if let model {
            let rules = model.rules
            (escapes, isPretty, sortsKeys) = (rules.escapes, rules.isPretty, rules.sortsKeys)
            depthLimit = rules.maximumDepth
            keyForm = model.keys.style == nil ? .asGiven : .model
            styledKeys = keyForm == .model ? KeyCache(isStyled: true) : nil
            return
        }
        // As many as with Foundation.
        depthLimit = 511
        escapes = settings.draft.formatting.contains(.withoutEscapingSlashes) ? [] : .slash
        isPretty = settings.draft.formatting.contains(.prettyPrinted)
        sortsKeys = settings.draft.formatting.contains(.sortedKeys)
        keyForm =
            switch settings.draft.keys {
            case .useDefaultKeys: .asGiven
            case .convertToSnakeCase: .snakeCase
            case .custom: .custom
            }
        styledKeys = keyForm == .snakeCase ? KeyCache(isStyled: true) : nil
    }

    deinit {
        while let level = free {
            free = level.with { $0.below }
            level.release()
        }
        for text in texts { unsafe text.destroy() }
        unsafe main.destroy()
        unsafe keyCache.destroy()
        unsafe styledKeys?.destroy()
    }

    // MARK: Documents

    /// Writes a document into the main text, which is empty.
    func document<T>(_ value: T, _ body: (EncodingLevel, T) throws -> Void) throws {
        do {
            try outermost(depth: 0) { root in
                try body(root, value)
                guard root.content != .none else {
                    throw EncodingError.invalidValue(
                        value, .init(codingPath: [], debugDescription: "Top-level \(T.self) did not encode any values."))
                }
                root.finish()
                if isFaulty { throw EncodingEnds() }
            }
        } catch {
            let fault = takeFault()
            guard fault.deepPath != nil else { throw fault.cause(of: error) }
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "Unable to encode the given top-level value to JSON."))
        }
    }

    /// Has a value written into the main text, behind what that holds.
    ///
    /// - Parameters:
    ///   - depth: How many containers are around it.
    ///   - body: Writes the value.
    @inline(__always)
    func outermost(depth: Int, _ body: (EncodingLevel) throws -> Void) throws {
        let root = takeLevel()
        do {
            try root.with { root in
                root.text = main
                root.below = nil
                root.owner = nil
                root.step = .none
                root.depth = depth
                root.start = main.pointee.output.count
                main.pointee.top = root.reference
                try body(root)
            }
        } catch {
            root.with { $0.leaveInside() }
            giveBack(root)
            throw error
        }
        giveBack(root)
    }

    /// Makes it ready for another document.
    func reset() {
        main.pointee.top = nil
        end(pendingOf: main)
        if scratch.capacity > Self.mostKept { scratch = OutputBuffer() }
    }

    /// Bytes of memory for objects that are put in order that are kept from one document to the next.
    private static var mostKept: Int { 1 << 16 }

    // MARK: Texts

    /// An empty text.
    func makeText() -> SegmentRef {
        if let text = freeTexts.popLast() { return text }
        let text = SegmentRef(holding: EncodingSegment(output: OutputBuffer(capacity: 256), top: nil))
        texts.append(text)
        return text
    }

    /// Takes a text back that is for nothing from now on, as are the containers that are pending with it.
    func recycle(_ text: SegmentRef) {
        end(pendingOf: text)
        text.pointee.output.truncate(to: 0)
        text.pointee.top = nil
        freeTexts.append(text)
    }

    /// Ends the containers that are pending with a text.
    private func end(pendingOf text: SegmentRef) {
        guard !text.pointee.pending.isEmpty else { return }
        let pending = text.pointee.pending
        text.pointee.pending = []
        text.pointee.pendingEnd = -1
        for level in pending { level.die() }
    }

    // MARK: Containers

    /// A container that is in no use; the caller owns it.
    @inline(__always)
    func takeLevel() -> EncodingLevelRef {
        guard let level = free else { return EncodingLevelRef(retaining: EncodingLevel(self)) }
        free = level.with { $0.below }
        return level
    }

    /// Takes a container back, unless somebody else holds it: that one stays what it is, and without effect.
    @inline(__always)
    func giveBack(_ level: EncodingLevelRef) {
        guard isFree(level) else { return abandon(level) }
        level.with {
            $0.clear()
            $0.below = free
        }
        free = level
    }

    /// Whether nobody but the session holds a level or a container of it.
    @inline(__always)
    func isFree(_ level: EncodingLevelRef) -> Bool {
        level.isUnique && !level.with { $0.areContainersHeld() }
    }

    @inline(never)
    private func abandon(_ level: EncodingLevelRef) {
        level.with { $0.die() }
        level.release()
    }

    // MARK: Types

    /// How values of a type are written.
    @inline(__always)
    func kind<T: Encodable>(of type: T.Type) -> EncodedKind {
        kinds[type] ?? find(type)
    }

    @inline(never)
    private func find<T: Encodable>(_ type: T.Type) -> EncodedKind {
        let kind = EncodedKind(type, self)
        kinds.keep(kind, of: type)
        return kind
    }

    /// A type as an array or a dictionary whose keys are strings; nil for every other.
    @inline(__always)
    func collection(of type: Any.Type) -> (any EncodedCollection.Type)? {
        collections[type] ?? findCollection(type)
    }

    @inline(never)
    private func findCollection(_ type: Any.Type) -> (any EncodedCollection.Type)? {
        guard let collection = Self.collection(type) else { return nil }
        collections.keep(collection, of: type)
        return collection
    }
}
