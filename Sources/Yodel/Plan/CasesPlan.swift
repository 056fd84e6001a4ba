// Enums that list their cases (`DescribedEnum`). A value is a case and its payload; the payload is a value of a plan of its own, which is made in memory
// of its own and moved into the enum by a closure, since nobody but the type itself knows how a payload lies in an enum.
//
//     Shape   0  circle   payload Circle     make: (Circle) -> Shape     take: (Shape) -> Circle?
//             1  empty    no payload

/// How JSON says of which case a value is.
enum CasesForm: Hashable, Sendable {
    /// By the key of an object, whose value is the payload; by a text without a payload.
    case keyed
    /// By the value of a key, which stands among those of the payload.
    case tagged(String)
    /// By the value of a key, beside that of the payload.
    case adjacent(tag: String, content: String)
    /// By nothing: the value is the payload, null without one.
    case untagged
    /// By the values of keys that stand elsewhere, or by several.
    case placed(tags: [String], content: CasesContent)
}

/// What an enum says about itself, as far as a plan needs it. The layer above makes it from the public protocol.
struct CasesDeclaration {
    var form: CasesForm
    var cases: [CaseDeclaration]
    /// What is wrong with the list.
    var fault: ModelError?
}

/// One case of an enum.
@safe struct CaseDeclaration {
    // SAFETY of `@safe`: who hands a closure addresses says that they are of the enum's type and of the payload's.

    /// Which values a case takes that no other has a name for.
    enum Other {
        case texts
        case objects
        /// Texts and objects; where nothing names a case, all that fits none.
        case both
        /// Objects, as a model that keeps the keys of the form.
        case models
    }

    /// What stands for it in JSON, the first of them when it is written.
    var names: [CaseName]
    /// nil: a case of names.
    var other: Other?
    /// nil: the case has no payload.
    var payloadType: Any.Type?
    /// Makes a value in fresh memory of a payload, which is moved out of its place.
    var make: (_ payload: MutableAddress, _ slot: MutableAddress) -> Void
    /// Copies the payload of a value to fresh memory.
    ///
    /// - Returns: Whether the value is of the case; otherwise nothing is copied.
    var take: (_ value: ValueAddress, _ payload: MutableAddress) -> Bool

    /// The case in words.
    var name: String { names.first?.text ?? "the case for all others" }
}

/// A key that is known by itself, not by a model's plan.
struct KnownKey: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: constants.

    let bytes: [UInt8]
    /// What a step of a path refers to.
    let text: Box<String>

    init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = Box(text)
    }

    func matches(_ key: BorrowedBytes) -> Bool { key.count == bytes.count && key.elementsEqual(bytes) }
}

/// What is known of an enum's cases. Kept alive by its record.
@safe final class CasesPlan: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: written by the thread that builds the plan, before it is published; immutable afterwards. The closures of cases
    // capture constants of the program.

    /// One case. An object, so that whoever reads or writes a value of it copies nothing but a reference.
    @safe final class Case {
        // SAFETY: the plan is the cache's, or kept alive by the enum's record.
        let declaration: CaseDeclaration
        /// The payload's plan; nil without one.
        let plan: PlanRef?
        /// Whether the payload may stand in an object under `_0`, as Swift's own `Codable` writes it.
        fileprivate(set) var readsWrapped = false

        init(_ declaration: CaseDeclaration, _ plan: PlanRef?) {
            self.declaration = declaration
            self.plan = plan
        }

        /// Whether code of the payload's own looks at its objects as a whole.
        var looksAtObjects: Bool {
            guard let plan = plan?.innermost else { return false }
            return switch plan.pointee.kind {
            case .object, .instance: plan.model.pointee.needsObject
            case .boxed: plan.key.model.pointee.needsObject
            default: false
            }
        }
    }

    let type: Any.Type
    let form: CasesForm
    let cases: [Case]
    /// Keys of the form: that of the tag, and that of the content.
    let keys: [KnownKey]
    /// Where tags and payload stand, if not at keys of the object; nil otherwise.
    let places: CasePlaces?
    /// What stands for cases, and which.
    let names: [(name: CaseName, index: Int)]
    /// The same of names for one tag.
    private let texts: [(key: KnownKey, kind: CaseName.Kind, index: Int)]
    private let other: Int?
    /// What tells the cases apart that nothing names.
    private(set) var fits = CaseFits()

    init(_ type: Any.Type, _ form: CasesForm, _ places: CasePlaces?, _ cases: [Case]) {
        self.type = type
        self.form = form
        self.places = places
        self.cases = cases
        keys =
            switch form {
            case .keyed: []
            case .tagged(let tag): [KnownKey(tag)]
            case .adjacent(let tag, let content): [KnownKey(tag), KnownKey(content)]
            case .untagged, .placed: []
            }
        names = cases.enumerated().flatMap { index, one in one.declaration.names.map { ($0, index) } }
        texts = names.compactMap { one in one.name.only.map { ($0.key, $0.kind, one.index) } }
        other = cases.firstIndex { $0.declaration.other != nil }
    }

    /// The key under which Swift's own `Codable` writes a payload without a label.
    static let unlabelled = KnownKey("_0")

    /// Lets payloads stand under `_0` where that can be nothing else. The plans of all types are complete.
    func findWrapped() {
        guard form == .keyed else { return }
        for index in cases.indices where cases[index].declaration.other == nil {
            guard let plan = cases[index].plan?.innermost else { continue }
            switch plan.pointee.kind {
            case .object, .instance, .boxed:
                let model = plan.pointee.kind == .boxed ? plan.key.model : plan.model
                let level = model.pointee.level
                cases[index].readsWrapped =
                    !model.pointee.needsObject
                    && (0..<level.pointee.count).allSatisfy { level.entry($0).text != Self.unlabelled.text.value }
            case .cases:
                let form = plan.cases.form
                cases[index].readsWrapped = form != .untagged && (form != .keyed || plan.cases.index(of: Self.unlabelled.text.value) == nil)
            case .scalar, .rawValue, .sequence: cases[index].readsWrapped = true
            case .dictionary, .json, .rawJSON, .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: break
            }
        }
    }

    /// Finds what tells the cases apart that nothing names. The plans of all types are complete.
    func findFits() throws(ModelError) { if form == .untagged { fits = try CaseFits(self) } }

    /// A model that takes what names no case has what named none, or it would not be written back. The plans of all types are complete.
    func checkOther() throws(ModelError) {
        guard let other, cases[other].declaration.other == .models, let plan = cases[other].plan else { return }
        guard plan.pointee.optionalDepth == 0, [.object, .instance, .boxed].contains(plan.pointee.kind) else {
            throw .otherNoModel(plan.type, of: type)
        }
        let model = plan.pointee.kind == .boxed ? plan.key.model : plan.model
        if model.pointee.isArray { throw .otherNoModel(plan.type, of: type) }
        if model.pointee.needsObject || model.pointee.rest?.last?.isFlattened == false { return }
        let level = model.pointee.level
        let names = (0..<level.pointee.count).map { level.entry($0).text }
        for key in keys.map(\.text.value) + (places?.keys ?? []).map({ $0.key?.text.value }) {
            guard let key, names.contains(where: { $0.utf8.elementsEqual(key.utf8) }) else {
                throw .otherLosesTag(plan.type, key, of: type)
            }
        }
    }

    /// The case that a text stands for, and its key in paths.
    func name(of bytes: BorrowedBytes) -> (index: Int, text: Box<String>)? {
        for (key, _, index) in texts where key.matches(bytes) { return (index, key.text) }
        return nil
    }

    /// The case that the value of the only tag stands for.
    ///
    /// - Parameters:
    ///   - bytes: The value, as the document has it.
    ///   - found: What it is.
    ///   - converts: Whether a value of another kind with the same text will do.
    func index(tagged bytes: BorrowedBytes, _ found: CaseName.Kind, converts: Bool) -> Int? {
        for (key, kind, index) in texts where key.matches(bytes, found, as: kind, converts: converts) { return index }
        return nil
    }

    /// Whether some case is named by a value of a kind.
    func hasNames(_ kind: CaseName.Kind) -> Bool { names.contains { $0.name.parts.contains { $0?.kind == kind } } }

    /// The case that stands for a name.
    func index(of name: String) -> Int? { names.first { $0.name.text.utf8.elementsEqual(name.utf8) }?.index }

    /// The case that takes what no other has a name for.
    ///
    /// - Parameter isObject: Whether that is an object; otherwise it is a text.
    func other(isObject: Bool) -> Int? {
        guard let other else { return nil }
        return switch cases[other].declaration.other {
        case .texts: isObject ? nil : other
        case .objects, .models: isObject ? other : nil
        case .both: other
        case nil: nil
        }
    }

    /// The case that takes what fits no other, where nothing names a case.
    ///
    /// - Parameters:
    ///   - isObject: Whether the value is an object.
    ///   - isText: Whether it is a string.
    func otherFit(isObject: Bool, isText: Bool) -> Int? {
        guard let other else { return nil }
        return switch cases[other].declaration.other {
        case .texts: isText ? other : nil
        case .objects, .models: isObject ? other : nil
        case .both: other
        case nil: nil
        }
    }

    /// The names that would fit, in words.
    var hint: String { CaseWords.hint(names.map { $0.name.words }) }

    /// The names that would fit, separated by commas.
    var list: String { CaseWords.list(names.map { $0.name.words }) }

    /// Makes a value of a payload.
    ///
    /// - Parameters:
    ///   - payload: What is moved out of its place; nil for a case without.
    ///   - slot: For a value of the enum.
    func put(_ index: Int, _ payload: Slot?, _ slot: Slot, _ handle: TypeHandle, fresh: Bool) {
        let make = cases[index].declaration.make
        // SAFETY: a case without a payload does not look at its address.
        let source = payload?.address ?? slot.address
        if fresh { return make(source, slot.address) }
        // What the store releases may run code that looks at the slot: it holds a value all the time.
        unsafe handle.withRoom { value in
            make(source, value)
            unsafe handle.put(slot.address, from: value, fresh: false)
        }
    }

    /// Lends the case of a value and its payload.
    ///
    /// - Parameters:
    ///   - address: Of a value of the enum's type.
    ///   - body: Gets the case's index, and the address of its payload if it has one.
    /// - Returns: nil if the value is of a case that is not listed.
    func withCase<R>(_ address: ValueAddress, _ body: (Int, ValueAddress?) throws -> R) rethrows -> R? {
        for (index, one) in cases.enumerated() {
            guard let plan = one.plan else {
                // SAFETY: a case without a payload copies nothing.
                guard unsafe one.declaration.take(address, address.mutable) else { continue }
                return try body(index, nil)
            }
            // SAFETY: the room is for a payload, which is destroyed when it has been looked at.
            let result: R?? = unsafe try MutableAddress.withRoom(size: plan.pointee.size, alignment: plan.pointee.alignment) { payload in
                guard one.declaration.take(address, payload) else { return nil }
                defer { plan.withHandle { unsafe $0.deinitialize(payload, count: 1) } }
                return .some(try body(index, payload.value))
            }
            if let result { return result }
        }
        return nil
    }
}
