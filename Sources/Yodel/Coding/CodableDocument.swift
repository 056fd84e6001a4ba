// What a decode works on: the text, its entries, and what the decoder's options say. Containers and decoders are two numbers and a reference to it.
//
// The text is lent. A program may keep a decoder or a container beyond the decode (a super decoder, a lazy value); then the text is copied at the
// end of it, and what was kept goes on working. Nearly always nobody has, and the document, with its memory and its containers, serves the next decode.
//
// SAFETY of pointers here: the entries are the tokens', whose memory stays in place once a text has been read; places and lengths in them have been
// written there and are within the text.

/// A document that is being decoded. It is of one thread at a time.
@safe final class CodableDocument: @unchecked Sendable {
    let rules: CodableRules
    private let strings = StringLayout.current
    // SAFETY of what is unchecked: a document is of one thread at a time, and nothing that is called while one of these is read or changed comes
    // back here.
    @safe @exclusivity(unchecked) private var currentModel: ModelCodingRules?
    @safe @exclusivity(unchecked) private var hasModel = false
    @safe @exclusivity(unchecked) private var spellsKeys = false
    /// Whether keys are converted before they are compared.
    @safe @exclusivity(unchecked) private(set) var convertsKeys: Bool
    @safe @exclusivity(unchecked) private var tokens = CodableTokens()
    @safe @exclusivity(unchecked) private var entries: ValueRow<CodableToken>
    @safe @exclusivity(unchecked) private var text: TextPlace
    /// Bytes of the text.
    private(set) var count = 0
    /// Bytes that stand before the text as it was given: a bracket that was put around it.
    private var shift = 0
    /// The text, if it is a copy of the document's own.
    private var copy: OutputPlace?
    /// Whether somebody has kept a part beyond the decode.
    private(set) var isKept = false
    /// The entry of the root.
    private(set) var root = 0
    @safe @exclusivity(unchecked) private var scratch = StringScratch()
    /// Where the keys are of objects with many that are not read in order.
    @safe @exclusivity(unchecked) var indexes: [Int: KeyIndex] = [:]
    /// The same without regard to case: values by their keys in lower case.
    @safe @exclusivity(unchecked) var foldedKeys: [Int: [UTF8Key: Int]] = [:]
    /// Where the elements are of arrays whose elements are not asked for in order.
    @safe @exclusivity(unchecked) var elementPlaces: [Int: [UInt32]] = [:]
    /// Texts of long keys that are on the way to what models inside have noted.
    @safe @exclusivity(unchecked) var longNames: [Int: String] = [:]
    /// Converted keys: each its place and length in the text, and its bytes.
    @safe @exclusivity(unchecked) var converted = ConvertedKeys()
    /// The lines of the text, once an error has asked for them.
    @safe @exclusivity(unchecked) private var lines = LineTable()
    /// Ways to values that are not there.
    @safe @exclusivity(unchecked) private var missing: [[any CodingKey]] = []
    /// What is kept of a value of a model while it is decoded.
    @safe @exclusivity(unchecked) var modelState = ModelCodingState()
    /// How values of the types that it has met in models are made.
    @safe @exclusivity(unchecked) var modelWays = TypeTable<ModelWay>()
    /// The ways that were asked for last.
    @safe @exclusivity(unchecked) var lastPath = LastPath()
    /// What errors say of types, and of keys that are not there.
    @safe @exclusivity(unchecked) var typeTexts = TypeTable<TypeTexts>()
    @safe @exclusivity(unchecked) var missingKeyTexts = MissingKeyTexts()
    /// How values of the types that it has met are made.
    @safe @exclusivity(unchecked) var ways = TypeTable<CodableWay>()
    /// The containers of objects that it has handed out.
    @safe @exclusivity(unchecked) var containers = KeyedContainers()
    /// Which of a decoder's options the rules are.
    let version: Int

    /// No container: what the root is in.
    static var nothing: Int { 0 }
    /// Numbers from here on stand for ways to values that are not there.
    private static var firstMissing: Int { 1 << 31 }

    /// - Parameter version: How often the decoder's options had been changed when they said that.
    init(_ rules: CodableRules, version: Int = 0) {
        self.rules = rules
        self.version = version
        convertsKeys = rules.keyStrategy.isConversion
        entries = tokens.entries
        unsafe text = TextPlace(UnsafeRawPointer(entries.address).assumingMemoryBound(to: UInt8.self))
    }

    deinit { freeText() }

    // MARK: Documents

    /// Whether it is a value inside of a model's document, where what the options of the model's decoder say holds.
    @inline(__always)
    var isInModel: Bool { hasModel }

    /// Whether keys are spelt there in another way than types have them.
    @inline(__always)
    var changesKeys: Bool { spellsKeys }

    /// What they say. To be asked for in a model only.
    var model: ModelCodingRules { unsafe currentModel.unsafelyUnwrapped }

    /// Has the rules of a model's decoder hold for what is read next; nil: those of `Codable` types.
    func use(_ model: ModelCodingRules?) {
        currentModel = model
        hasModel = model != nil
        spellsKeys = model.map { $0.keys.respells || $0.keys.ignoresCase } == true
        convertsKeys = model.map { $0.keys.converts } ?? rules.keyStrategy.isConversion
        modelState = ModelCodingState()
        tokens.depthLimit = model == nil ? CodableTokens.maximumDepth : .max
    }

    /// Begins with another value of the model whose rules are in use.
    func beginValue(_ scalars: ScalarRules, depthLeft: Int) {
        currentModel?.update(scalars, depthLeft: depthLeft)
        if modelState.isInUse { modelState = ModelCodingState() }
        tokens.depthLimit = .max
    }

    /// Reads a document.
    ///
    /// - Parameter bytes: The text, which stays in place until `end`.
    /// - Throws: `DecodingError.dataCorrupted` if they are not JSON.
    func begin(_ bytes: BorrowedBytes) throws(DecodingError) {
        let outcome = CodableText.read(bytes, rules, &tokens)
        if let start = outcome.text.start { text = start }
        entries = tokens.entries
        count = outcome.text.count
        shift = outcome.shift
        copy = outcome.copy
        root = outcome.root
        if root == 0 { throw CodableText.error(outcome, depthFault: tokens.depthFault, of: bytes) }
    }

    /// Reads a container where it stands in a longer text.
    ///
    /// - Parameters:
    ///   - place: Its first byte.
    ///   - text: The text, which stays in place until `end`.
    ///   - depthLeft: Containers that may be inside each other.
    /// - Returns: Behind it; nil if it is not JSON, or beyond a limit.
    func begin(at place: TextPlace, of text: DocumentText, depthLeft: Int) -> TextPlace? {
        tokens.depthLimit = depthLeft
        guard text.count(from: place) < CodableTokens.maximumBytes, let end = tokens.read(at: place, of: text) else {
            reset()
            return nil
        }
        let bytes = text.text(from: place, to: end)
        // A token that is too long is found by those who say so.
        guard bytes.count <= text.maximumTokenBytes else {
            reset()
            return nil
        }
        self.text = place
        entries = tokens.entries
        count = bytes.count
        (shift, root) = (0, CodableTokens.first)
        return end
    }

    /// Reads a string, a number or a Boolean where it stands in a longer text, in which it has been read before.
    ///
    /// - Parameter text: The text, which stays in place until `end`.
    /// - Returns: Whether it has been read; a string with escapes is not.
    func begin(scalar place: TextPlace, of text: DocumentText) -> Bool {
        guard text.count(from: place) < CodableTokens.maximumBytes, let end = tokens.read(scalar: place, of: text) else { return false }
        self.text = place
        entries = tokens.entries
        // With the byte after it, where a number ends.
        count = end - place + 1
        (shift, root) = (0, CodableTokens.first)
        return true
    }

    /// Ends the decode of a document.
    ///
    /// - Parameter document: Nobody but the caller and those who have kept a part of it hold it.
    /// - Returns: Whether it may serve another decode: nobody has kept anything.
    static func end(_ document: inout CodableDocument) -> Bool {
        guard isKnownUniquelyReferenced(&document), !document.hasContainersHeld else {
            document.keep()
            return false
        }
        document.reset()
        return true
    }

    /// Whether somebody has a container of an object.
    var hasContainersHeld: Bool { containers.areHeld() }

    private func reset() {
        freeText()
        tokens.removeAll()
        entries = tokens.entries
        converted.removeAll()
        scratch.trim()
        if !indexes.isEmpty { indexes = [:] }
        if !foldedKeys.isEmpty { foldedKeys = [:] }
        if !elementPlaces.isEmpty { elementPlaces = [:] }
        if !longNames.isEmpty { longNames = [:] }
        if !missing.isEmpty { missing = [] }
        lines.reset()
        lastPath.container = -1
        if !lastPath.keys.isEmpty || lastPath.value >= 0 { lastPath = LastPath() }
    }

    private func freeText() {
        unsafe copy?.free()
        copy = nil
    }

    /// Copies the text, since somebody has kept a part of the document.
    @inline(never)
    private func keep() {
        isKept = true
        if copy == nil {
            let copy = OutputPlace.allocate(count)
            unsafe copy.copy(bytes(0, count))
            text = copy.text
            self.copy = copy
        }
        KeptDocuments.add(self)
    }

    // MARK: Entries

    /// The entry of a value.
    @inline(__always)
    subscript(_ index: Int) -> CodableToken {
        get { unsafe entries[index] }
        set { unsafe entries[index] = newValue }
    }

    /// The entry behind a value.
    @inline(__always)
    func after(_ value: Int) -> Int {
        let token = self[value]
        return token.isContainer ? token.end : value &+ 1  // &+: an index
    }

    /// The first value, or key, in a container.
    @inline(__always)
    func first(in container: Int) -> Int { container &+ self[container].lead }  // &+: an index

    /// Memory of 1,024 bits.
    @inline(__always)
    var bits: ValueRow<UInt64> {
        // SAFETY: eight entries of sixteen bytes, of which nothing else is kept.
        unsafe (entries + CodableTokens.bits).assumingMemoryBound(to: UInt64.self)
    }

    // MARK: Text

    /// A place in the text.
    @inline(__always)
    func place(_ place: Int) -> TextPlace { unsafe text + place }

    /// Bytes of the text.
    @inline(__always)
    func bytes(_ place: Int, _ count: Int) -> BorrowedBytes {
        unsafe BorrowedBytes(from: text + place, count: count)
    }

    /// A string's or key's content as it is written.
    @inline(__always)
    func written(_ token: CodableToken) -> BorrowedBytes { bytes(Int(token.place), token.length) }

    /// A number as it is written.
    func written(number token: CodableToken) -> BorrowedBytes {
        let place = Int(token.place)
        let length = unsafe NumberParser.token(text + place, count - place)?.length ?? 0
        return bytes(place, length)
    }

    /// A container as it is written.
    func written(container token: CodableToken) -> BorrowedBytes {
        let place = Int(token.place)
        // SAFETY: the text has been read before, so that the container ends in it.
        let document = unsafe DocumentText(text + place, to: text + count)
        let end = document.skip(document.first, depthLeft: .max) ?? document.first
        return unsafe BorrowedBytes(from: text + place, count: end - (text + place))
    }

    /// A container as JSON. It is complete: the text has been read before.
    func json(container token: CodableToken) -> JSONValue {
        let document = unsafe DocumentText(text + Int(token.place), to: text + count)
        var (next, hasRepeats) = (document.first, false)
        return document.value(&next, depthLeft: .max, &scratch, &hasRepeats) ?? .null
    }

    /// The text of a string or key that is going to be compared or hashed, which takes linear time then. To Swift it is equal to what is written.
    @inline(__always)
    func comparable(_ token: CodableToken) -> String { token.isPlain ? string(token) : string(token).marksInOrder }

    /// The text of a string or key that has not been converted.
    @inline(__always)
    func string(_ token: CodableToken) -> String {
        token.isPlain ? String(known: written(token), isASCII: true, strings) : otherString(token)
    }

    @inline(never)
    private func otherString(_ token: CodableToken) -> String {
        let written = self.written(token)
        if token.head & CodableToken.escaped == 0 { return String(known: written, isASCII: false) }
        return String(valid: unescaped(token))
    }

    /// The content of a string or key with escapes, until the next one is asked for.
    func unescaped(_ token: CodableToken) -> BorrowedBytes {
        var isASCII = true
        // The escapes have been checked when the text was read.
        return scratch.unescape(written(token), &isASCII) ?? .none
    }

    /// Where a value stands in the text as it was given.
    func offset(of value: Int) -> Int {
        guard value >= CodableTokens.first else { return 0 }
        let token = self[value]
        return max(0, Int(token.place) - (token.isString ? 1 : 0) - shift)
    }

    /// The place of an offset.
    func location(of value: Int) -> SourceLocation {
        lines.location(of: offset(of: value), in: bytes(shift, count - shift))
    }

    // MARK: Types of keys

    /// Notes the type of the keys that an object is read by.
    @inline(__always)
    func note(_ keyType: any CodingKey.Type, in object: Int) {
        // SAFETY: a metatype is two words, as an entry, and takes no care when it is written over.
        unsafe UnsafeMutableRawPointer((entries + object + 2).address).storeBytes(of: keyType, as: (any CodingKey.Type).self)
        self[object].head |= CodableToken.hasKeyType
        // The way to the object does not go through it.
        if object != lastPath.value { lastPath.container = -1 }
    }

    /// The type that has been noted last.
    func keyType(in object: Int) -> (any CodingKey.Type)? {
        guard self[object].head & CodableToken.hasKeyType != 0 else { return nil }
        return unsafe UnsafeRawPointer((entries + object + 2).address).load(as: (any CodingKey.Type).self)
    }

    // MARK: Values that are not there

    /// Notes the way to a value that is not there.
    ///
    /// - Returns: What stands for the container it would be in.
    func note(missing path: [any CodingKey]) -> Int {
        missing.append(path)
        return Self.firstMissing + missing.count - 1
    }

    /// The way that has been noted.
    func path(missing container: Int) -> [any CodingKey]? {
        container >= Self.firstMissing ? missing[container - Self.firstMissing] : nil
    }
}
