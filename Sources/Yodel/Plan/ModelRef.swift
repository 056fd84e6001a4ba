// What is worked out of the plans of models and of the keys that they are read by: what these store is read from their `pointee`.
//
// SAFETY: an index is that of a part which is there; see also PlanPart.

typealias ModelRef = PlanPart<ModelPlan>
typealias PropertyRef = PlanPart<PropertyPlan>
typealias LevelRef = PlanPart<KeyLevel>
typealias EntryRef = PlanPart<KeyEntry>
typealias RouteRef = PlanPart<Route>

extension ModelRef {
    /// Whether its keys are read one after the other, each straight into its property: it has no hooks and no code of its own for a property, and its
    /// paths and alternatives are what readers without features read while each comes once.
    @inline(__always) var isPlain: Bool { pointee.end == .plain && !pointee.level.pointee.needsFeatures }
    /// Whether the same is so but for a struct's own code that looks at it at the end.
    var isPlainButForCheck: Bool {
        pointee.end == .checked && !pointee.isClass && !pointee.needsObject && !pointee.level.pointee.needsFeatures
    }
    /// Whether there is nothing to it but keys of one plain property each, and a value that `init()` makes.
    @inline(__always) var hasOnlyPlainKeys: Bool { isPlain && pointee.draft == nil && !pointee.level.pointee.hasRoutes }
    /// The keys that it is written with.
    var writtenKeys: [WrittenKey] { WrittenKey.all(of: pointee.writing, properties: pointee.total) }
    var type: Any.Type { pointee.record.with(\.type) }
    /// The plans that this one is among.
    var cache: PlanCache { pointee.record.with { $0.cache } }

    func property(_ index: Int) -> PropertyRef { unsafe pointee.properties + index }

    /// One of the properties of which it matters what has come.
    func noted(_ index: Int) -> PropertyRef { unsafe property(pointee.noted[index]) }

    /// The names of its own properties, by index.
    var propertyNames: [String] { Array(pointee.record.with(\.propertyNames).prefix(pointee.count)) }

    func name(of property: PropertyRef) -> String {
        pointee.record.with { $0.propertyNames[property.pointee.index] }
    }

    // MARK: Hooks

    /// The type that an object is to be read as; nil for the model's own.
    func modelType(for object: JSONObject) -> Any.Type? {
        pointee.hooks?.with { $0.modelType?(object) }
    }

    var willDecode: ((MutableAddress, inout JSONObject) throws -> Void)? {
        pointee.hooks?.with { $0.willDecode }
    }

    /// Calls what the model has to say when its properties have been set.
    func callHooks(_ owner: MutableAddress, _ object: JSONObject?) throws {
        try pointee.hooks?.with { try $0.finish(owner, object) }
    }
}

extension PropertyRef {
    var hasAlternatives: Bool { pointee.alternatives > 1 }
    var isOptional: Bool { pointee.value.pointee.optionalDepth > 0 }
    /// Whether a value goes another way than straight to the offset.
    var isIndirect: Bool { pointee.access != nil || pointee.transform != nil }
    /// How it is read and written, if not at its offset.
    var access: PropertyAccess? { pointee.access?.with(\.value) }
    /// What makes its value and its JSON, if not the conversion table and its type.
    var transform: ValueTransform? { pointee.transform?.with(\.value) }
}

extension LevelRef {
    /// Whether keys match whatever the case of their letters.
    var ignoresCase: Bool { pointee.folded != nil }
    /// Whether keys of documents match that are written in another way.
    var hasOtherSpellings: Bool { pointee.folded != nil || pointee.names != nil }
    /// The name that keys of documents are converted to for an entry; nil if there is none, or it is the key.
    func convertedName(_ index: Int) -> String? {
        guard let name = pointee.names?.key(index).text, SnakeCase.convert(name).utf8.elementsEqual(name.utf8) else { return nil }
        return name.utf8.elementsEqual(entry(index).text.utf8) ? nil : name
    }
    /// Whether a word can tell which keys are present.
    ///
    /// - Parameter missing: Whether it also has to tell which properties have none.
    @inline(__always)
    func mayTrackKeys(missing: Bool) -> Bool { pointee.count <= UInt64.bitWidth && (!missing || pointee.hasOneKeyEach) }
    /// Whether the types of all properties that its keys and those below are for can be read plainly.
    var hasPlainValues: Bool {
        (0..<pointee.count).allSatisfy { index in
            let entry = self.entry(index)
            return entry.pointee.target == .unwanted
                || entry.pointee.route?.pointee.child?.hasPlainValues ?? entry.pointee.value.pointee.isPlain
        }
    }

    /// Whether a key of a document is one of the level's.
    func has(_ key: String) -> Bool {
        var key = key
        return unsafe key.withBorrowedBytes { utf8 in entry(of: utf8, expected: first) ?? otherEntry(of: utf8) } != nil
    }

    func entry(_ index: Int) -> EntryRef { unsafe pointee.entries + index }

    /// The entry of a key that an index of an array is.
    func entry(ofIndex index: Int) -> EntryRef? {
        guard index < pointee.indexLimit else { return nil }
        var key = String(index)
        return unsafe key.withBorrowedBytes { utf8 in
            utf8.start.flatMap { unsafe pointee.keys.index(of: KeySignature($0, utf8.count), $0) }
        }.map(entry)
    }

    /// The entry of a key that is written in another way: as a name that it is converted to, or in letters of other case. Nil if the level does not have it.
    func otherEntry(of key: BorrowedBytes) -> EntryRef? {
        guard hasOtherSpellings else { return nil }
        if let names = pointee.names {
            if let index = SnakeCase.withConverted(key, { Self.index($0, names) }) { return entry(index) }
        }
        guard let folded = pointee.folded else { return nil }
        if let index = Self.index(folding: key, folded) { return entry(index) }
        guard let names = pointee.foldedNames else { return nil }
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
    @inline(__always) var first: EntryRef { pointee.entries }

    /// The entry of a key; nil if the level does not have it.
    ///
    /// - Parameter expected: The entry that is looked at first.
    @inline(__always)
    func entry(of key: BorrowedBytes, expected: EntryRef) -> EntryRef? {
        guard pointee.keys.mayHave(key) else { return nil }
        let base = unsafe key.start.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, key.count)
        if expected.matches(signature, base) { return expected }
        return pointee.keys.index(of: signature, base).map { unsafe pointee.entries + $0 }
    }
}

extension EntryRef {
    /// The entry of the key that is expected after this one. That after the last one matches nothing.
    @inline(__always) var next: EntryRef { unsafe self + 1 }
    /// The property's index among the model's. Only for keys without a route.
    @inline(__always) var propertyIndex: Int { Int(pointee.property) }
    /// The key.
    var text: String { pointee.key.text }

    /// The key's length, if a text begins with it and a quote; else a negative number.
    @unsafe @inline(__always)
    func length(in text: TextPlace, _ count: Int) -> Int { unsafe pointee.pattern.length(in: text, count) }

    @inline(__always)
    func matches(_ signature: KeySignature, _ bytes: TextPlace) -> Bool { pointee.key.matches(signature, bytes) }

    /// Whether a key is the entry's.
    @inline(__always)
    func matches(_ key: BorrowedBytes) -> Bool { pointee.key.matches(key) }
}

extension RouteRef {
    /// Whether the key is known and its value of no use: what is written there is a constant.
    var isPassedOver: Bool { pointee.leafCount == 0 && pointee.child == nil }

    /// One of the properties that get the key's value.
    func leaf(_ index: Int) -> Route.Leaf { unsafe pointee.leaves[index] }
}
