// Models and their keys by reference; see PlanRef.swift, whose SAFETY holds here too.

/// The plan of a model.
@safe struct ModelRef {
    private let model: PlanPart<ModelPlan>

    @inline(__always)
    init(_ model: PlanPart<ModelPlan>) { self.model = model }

    /// A number that no other model has.
    @inline(__always) var identity: UInt { model.identity }
    /// The keys of its object.
    @inline(__always) var level: LevelRef { LevelRef(model.pointee.level) }
    /// How many properties it has, with those of flattened models.
    @inline(__always) var count: Int { model.pointee.total }
    /// How many properties are its own.
    var ownCount: Int { model.pointee.count }
    @inline(__always) var isClass: Bool { model.pointee.isClass }
    /// Whether its objects are arrays: its keys are their indexes.
    @inline(__always) var isArray: Bool { model.pointee.isArray }
    /// How many properties there are of which it matters what has come.
    @inline(__always) var notedCount: Int { model.pointee.notedCount }
    /// Whether its objects are looked at as a whole before they are read.
    @inline(__always) var needsObject: Bool { model.pointee.needsObject }
    /// Whether an object may turn out to be none when it has been read.
    @inline(__always) var isRejectable: Bool { model.pointee.isRejectable }
    /// The bits of the properties that have to come, if it has an `init()`.
    @inline(__always) var required: UInt64 { model.pointee.required }
    /// How a value is made that has no `init()`.
    @inline(__always) var draft: DraftRef? { model.pointee.draft.map { DraftRef($0) } }
    /// Whether code of the type's own sets a property.
    @inline(__always) var hasAccess: Bool { model.pointee.hasAccess }
    /// The property that collects the keys that no other takes.
    var rest: RestRef? { model.pointee.rest.map { RestRef($0) } }
    /// Whether something is to be done at an object's end.
    @inline(__always) var finishes: Bool { model.pointee.finishes }
    /// Whether its keys are read one after the other, each straight into its property: it has no hooks and no code of its own for a property, and its
    /// paths and alternatives are what readers without features read while each comes once.
    @inline(__always) var isPlain: Bool { model.pointee.end == .plain && !level.needsFeatures }
    /// Whether the same is so but for a struct's own code that looks at it at the end.
    var isPlainButForCheck: Bool { model.pointee.end == .checked && !isClass && !needsObject && !level.needsFeatures }
    /// Whether there is nothing to it but keys of one plain property each, and a value that `init()` makes.
    @inline(__always) var hasOnlyPlainKeys: Bool { isPlain && draft == nil && !level.hasRoutes }
    var type: Any.Type { model.pointee.type }
    /// The plans that this one is among.
    var cache: PlanCache { model.pointee.record.with { $0.cache } }

    func property(_ index: Int) -> PropertyRef { unsafe PropertyRef(model.pointee.properties + index) }

    /// One of the properties of which it matters what has come.
    func noted(_ index: Int) -> PropertyRef { unsafe property(model.pointee.noted[index]) }

    /// The names of its own properties, by index.
    var propertyNames: [String] { Array(model.pointee.record.with(\.propertyNames).prefix(ownCount)) }

    func name(of property: PropertyRef) -> String {
        model.pointee.record.with { $0.propertyNames[property.index] }
    }

    /// Lends a value as `init()` makes it: its address, or that of a reference to it.
    func withDefault(_ body: (MutableAddress) -> Void) {
        let handle = model.pointee.record.with(\.handle)
        unsafe handle.withRoom { memory in
            unsafe handle.putDefault(memory, fresh: true)
            body(memory)
            unsafe handle.deinitialize(memory, count: 1)
        }
    }

    // MARK: Hooks

    /// The type that an object is to be read as; nil for the model's own.
    func modelType(for object: JSONObject) -> Any.Type? {
        model.pointee.hooks?.with { $0.modelType?(object) }
    }

    var willDecode: ((MutableAddress, inout JSONObject) throws -> Void)? {
        model.pointee.hooks?.with { $0.willDecode }
    }

    /// Calls what the model has to say when its properties have been set.
    func callHooks(_ owner: MutableAddress, _ object: JSONObject?) throws {
        try model.pointee.hooks?.with { try $0.finish(owner, object) }
    }
}

/// One property of a model.
@safe struct PropertyRef: Equatable {
    private let property: PlanPart<PropertyPlan>

    @inline(__always)
    init(_ property: PlanPart<PropertyPlan>) { self.property = property }

    static func == (left: PropertyRef, right: PropertyRef) -> Bool { left.property == right.property }

    var index: Int { property.pointee.index }
    var offset: Int { property.pointee.offset }
    var value: PlanRef { PlanRef(property.pointee.value) }
    var hasAlternatives: Bool { property.pointee.hasAlternatives }
    /// Whether a value of a lesser alternative may be put only when no better one can come.
    var mustWait: Bool { property.pointee.mustWait }
    var isRequired: Bool { property.pointee.isRequired }
    /// Whether it is one of a draft's, where it has a default unless it is required or optional.
    var isDrafted: Bool { property.pointee.isDrafted }
    /// What is known of its slot in a draft when its first value comes.
    var draftState: SlotState { property.pointee.draftState }
    /// Whether its memory in a draft holds nothing before it comes.
    var startsFresh: Bool { property.pointee.draftState.isFresh }
    /// Whether it matters to a draft that it has come.
    var isAwaited: Bool { property.pointee.isAwaited }
    /// Whether a value goes another way than straight to the offset.
    var isIndirect: Bool { property.pointee.isIndirect }
    var isOptional: Bool { property.pointee.isOptional }
    var access: PropertyAccess? { property.pointee.access?.with(\.value) }
    var hasTransform: Bool { property.pointee.transform != nil }
    var transform: ValueTransform? { property.pointee.transform?.with(\.value) }

    /// Lends the property's value.
    ///
    /// SAFETY, for the caller: the place is that of a model whose plan the property is of.
    func withValue<R>(_ place: ModelPlace, _ body: (ValueAddress) -> R) -> R { property.pointee.withValue(place, body) }
}

/// The keys of one object.
@safe struct LevelRef {
    private let level: PlanPart<KeyLevel>

    @inline(__always)
    init(_ level: PlanPart<KeyLevel>) { self.level = level }

    /// A number that no other level has.
    @inline(__always) var identity: UInt { level.identity }
    /// How many keys there are.
    @inline(__always) var count: Int { level.pointee.count }
    /// Whether keys match whatever the case of their letters.
    var ignoresCase: Bool { level.pointee.folded != nil }
    /// Whether keys of documents match that are written in another way.
    var hasOtherSpellings: Bool { level.pointee.folded != nil || level.pointee.names != nil }
    /// The name that keys of documents are converted to for an entry; nil if there is none, or it is the key.
    func convertedName(_ index: Int) -> String? {
        guard let name = level.pointee.names?.key(index).text, SnakeCase.convert(name).utf8.elementsEqual(name.utf8) else { return nil }
        return name.utf8.elementsEqual(entry(index).text.utf8) ? nil : name
    }
    /// Whether a key is more than one plain property's.
    @inline(__always) var hasRoutes: Bool { level.pointee.hasRoutes }
    /// A bit, by its index, for each key whose property has no value without it.
    @inline(__always) var awaited: UInt64 { level.pointee.awaited }
    /// Whether a word can tell which keys are present.
    ///
    /// - Parameter missing: Whether it also has to tell which properties have none.
    @inline(__always)
    func mayTrackKeys(missing: Bool) -> Bool { count <= UInt64.bitWidth && (!missing || level.pointee.hasOneKeyEach) }
    /// Whether only readers with all features read it and what is below.
    @inline(__always) var needsFeatures: Bool { level.pointee.needsFeatures }
    /// Whether the types of all properties that its keys and those below are for can be read plainly.
    var hasPlainValues: Bool {
        (0..<count).allSatisfy { index in
            let entry = self.entry(index)
            return entry.route?.child?.hasPlainValues ?? entry.value.isPlain
        }
    }
    /// One more than the highest key that may be an index of an array; zero if there is none.
    var indexLimit: Int { level.pointee.indexLimit }
    var model: ModelRef { ModelRef(level.pointee.model) }
    /// Whether a key that the level does not have is collected by a property.
    var takesRest: Bool { level.pointee.takesRest }

    /// Whether a key of a document is one of the level's.
    func has(_ key: String) -> Bool {
        var key = key
        return unsafe key.withBorrowedBytes { utf8 in entry(of: utf8, expected: first) ?? otherEntry(of: utf8) } != nil
    }

    func entry(_ index: Int) -> EntryRef { unsafe EntryRef(level.pointee.entries + index) }

    /// The entry of a key that an index of an array is.
    func entry(ofIndex index: Int) -> EntryRef? {
        guard index < indexLimit else { return nil }
        var key = String(index)
        return unsafe key.withBorrowedBytes { utf8 in
            utf8.start.flatMap { unsafe level.pointee.keys.index(of: KeySignature($0, utf8.count), $0) }
        }.map(entry)
    }

    /// The entry of a key that is written in another way: as a name that it is converted to, or in letters of other case. Nil if the level does not have it.
    func otherEntry(of key: BorrowedBytes) -> EntryRef? {
        guard hasOtherSpellings else { return nil }
        if let names = level.pointee.names {
            if let index = SnakeCase.withConverted(key, { Self.index($0, names) }) { return entry(index) }
        }
        guard let folded = level.pointee.folded else { return nil }
        if let index = Self.index(folding: key, folded) { return entry(index) }
        guard let names = level.pointee.foldedNames else { return nil }
        return SnakeCase.withConverted(key) { Self.index(folding: $0, names) }.map(entry)
    }

    private static func index(_ key: BorrowedBytes, _ table: KeyTable) -> Int? {
        key.start.flatMap { unsafe table.index(of: KeySignature($0, key.count), $0) }
    }

    private static func index(folding key: BorrowedBytes, _ table: KeyTable) -> Int? {
        var key = KeyText.folded(String(valid: key))
        return unsafe key.withBorrowedBytes { index($0, table) }
    }

    /// The entry of the key that comes first, if the keys come in order.
    @inline(__always) var first: EntryRef { EntryRef(level.pointee.entries) }

    /// The entry of a key; nil if the level does not have it.
    ///
    /// - Parameter expected: The entry that is looked at first.
    @inline(__always)
    func entry(of key: BorrowedBytes, expected: EntryRef) -> EntryRef? {
        guard level.pointee.keys.mayHave(key) else { return nil }
        let base = unsafe key.start.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, key.count)
        if expected.matches(signature, base) { return expected }
        return level.pointee.keys.index(of: signature, base).map { unsafe EntryRef(level.pointee.entries + $0) }
    }
}

/// One key of an object.
@safe struct EntryRef {
    private let entry: PlanPart<KeyEntry>

    @inline(__always)
    init(_ entry: PlanPart<KeyEntry>) { self.entry = entry }

    /// A number that no other key of a plan has.
    var identity: UInt { entry.identity }
    /// The entry of the key that is expected behind this one. That behind the last one matches nothing.
    @inline(__always) var next: EntryRef { unsafe EntryRef(entry + 1) }
    @inline(__always) var offset: Int { entry.pointee.offset }
    @inline(__always) var value: PlanRef { PlanRef(entry.pointee.value) }
    @inline(__always) var target: ValueTarget { entry.pointee.target }
    /// What is known of the property's slot in a draft.
    @inline(__always) var draftState: SlotState { entry.pointee.draftState }
    @inline(__always) var isTracked: Bool { entry.pointee.isTracked }
    /// The bit of what is tracked. Only where readers without features read it.
    @inline(__always) var bit: UInt64 { entry.pointee.bit }
    @inline(__always) var index: Int32 { entry.pointee.index }
    /// The property's index among the model's. Only for keys without a route.
    @inline(__always) var property: Int { Int(entry.pointee.property) }
    /// What else there is to the key; nil for a plain one.
    @inline(__always) var route: RouteRef? { entry.pointee.route.map { RouteRef($0) } }
    /// The key.
    var text: String { entry.pointee.key.text }

    /// The key's length, if a text begins with it and a quote; else a negative number.
    @unsafe @inline(__always)
    func length(in text: TextPlace, _ count: Int) -> Int { unsafe entry.pointee.pattern.length(in: text, count) }

    @inline(__always)
    func matches(_ signature: KeySignature, _ bytes: TextPlace) -> Bool { entry.pointee.key.matches(signature, bytes) }

    /// Whether a key is the entry's.
    @inline(__always)
    func matches(_ key: BorrowedBytes) -> Bool { entry.pointee.key.matches(key) }
}

/// What a key has that is more than one plain property's.
@safe struct RouteRef {
    private let route: PlanPart<Route>

    init(_ route: PlanPart<Route>) { self.route = route }

    /// Whether the key is known and its value of no use.
    var isPassedOver: Bool { route.pointee.isPassedOver }
    /// Whether the key is a constant's, which keeps what it has.
    var isConstant: Bool { route.pointee.isConstant }
    /// The keys below, if there are any.
    var child: LevelRef? { route.pointee.child.map { LevelRef($0) } }
    /// Of an alternative, the bits of all of its property. Only where readers without features read it.
    var alternatives: UInt64 { route.pointee.alternatives }
    /// Of an alternative, the bits of those that are better. Only where readers without features read it.
    var better: UInt64 { route.pointee.better }
    /// How many properties get the value.
    var leafCount: Int { route.pointee.leafCount }

    func leaf(_ index: Int) -> LeafRef {
        unsafe LeafRef(property: PropertyRef(route.pointee.leaves[index].property), rank: route.pointee.leaves[index].rank)
    }
}

/// A property that gets a key's value.
struct LeafRef {
    let property: PropertyRef
    /// The place among the property's alternatives.
    let rank: UInt8
}
