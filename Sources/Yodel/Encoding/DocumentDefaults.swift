// Defaults that are left out are compared with models that `init()` makes. One is made for each type that a document has, when the first value of it is written,
// and kept until the document is complete; so is what is the same for all of them: which members are left out where they are nil, and which may be equal
// at all.
//
//     struct Shape: Model { var type = ""; var min: Int?, icon: String? = "app" }
//
//             left out where nil   compared
//     type                         yes
//     min     yes                  no: what is there is no default
//     icon                         yes
//
// A model in a property is also compared with those that are in its place in the defaults of the models around. What is known about it there is a child of what is
// known of the model that it is in.

/// What is known about the defaults of models that are written at one place.
@safe final class LevelDefaults {
    let level: WriteLevelRef
    /// The models that are compared with: those that one may be read into, or one that has the defaults of a list. Mostly it is one.
    let models: [ValueAddress]
    /// The model that is compared with if there is one alone: each member asks, and an array would be counted for that.
    let only: ValueAddress?
    /// The bits of the members that are left out where they are nil.
    let leaving: UInt64
    /// The bits of those that are left out where they are equal to the defaults.
    let comparing: UInt64
    /// The bits of those that have no default.
    let withoutDefault: UInt64
    // SAFETY: the document's defaults keep all that is known. So a class with a property of its own class may be a child of itself.
    /// What is known about models in properties, with the places of their entries: few, one for each class of the instances at a place.
    fileprivate var children: [(place: Int, defaults: Kept<LevelDefaults>)] = []
    // SAFETY: there is a value for each entry, from the beginning to the end.
    /// Those of the children that were the last ones at their entries' places.
    private let latest: ValueRow<Kept<LevelDefaults>?>

    /// - Parameters:
    ///   - models: At least one.
    ///   - nils: What stands for nil.
    init(_ level: WriteLevelRef, _ models: [ValueAddress], withoutDefault: UInt64, _ nils: NilForm) {
        self.level = level
        self.models = models
        only = models.count == 1 ? models[0] : nil
        self.withoutDefault = withoutDefault
        let omittable = level.pointee.model.omittable
        var (leaving, comparing) = (UInt64(0), UInt64(0))
        for place in 0..<level.pointee.count {
            let entry = level.entry(place)
            let bit = entry.pointee.bit
            guard withoutDefault & bit == 0 else { continue }
            let index = entry.property(0).pointee.index
            let mayBeLeftOut = index < omittable.count && omittable[index]
            let isOptional = entry.value.pointee.optionalDepth == 1
            let nilCount = isOptional ? models.count { unsafe entry.value.isNil($0 + entry.pointee.offset) } : 0
            // Null stands for a default that must be there only if it stands for every nil.
            if isOptional && nilCount == models.count && (mayBeLeftOut || nils != .null) { leaving |= bit }
            if mayBeLeftOut && nilCount == 0 { comparing |= bit }
        }
        (self.leaving, self.comparing) = (leaving, comparing)
        latest = .allocate(level.pointee.count)
        unsafe latest.put(nil, times: level.pointee.count)
    }

    deinit { unsafe latest.free() }

    /// The last child at an entry's place, if it is of a level.
    @inline(__always)
    func latest(_ entry: WriteEntryRef, _ level: WriteLevelRef) -> Kept<LevelDefaults>? {
        // SAFETY: the entry is the level's, each of which has a bit.
        guard let child = unsafe latest[entry.place], child.with({ $0.level == level }) else { return nil }
        return child
    }

    fileprivate func put(latest child: Kept<LevelDefaults>, _ entry: WriteEntryRef) {
        // SAFETY: as before.
        unsafe latest[entry.place] = child
    }

    /// Whether the models are what others are read into: values of types that list their properties never are.
    var areFilled: Bool { level.pointee.model.pointee.draft == nil }
}

/// The defaults that the models of one document are compared with.
@safe final class DocumentDefaults {
    // SAFETY: what is made is made in memory of its own, of the type's size and alignment, and stays there until the document is complete. `made` has all of
    // it, each value once.
    private var made: [(address: MutableAddress, handle: TypeHandle)] = []
    private var memory: [MutableAddress] = []
    /// Instances that are properties of others, which the types' own code may put elsewhere.
    private var instances: [AnyObject] = []
    /// What is known about models in no other's property: a table of open addressing, more than half of which is empty, by the address of the level.
    private var table: [LevelDefaults?] = Array(repeating: nil, count: 16)
    /// All that is known: frames of the writer, and what is known about the models around, refer to it without counting.
    private var all: [LevelDefaults] = []
    private var count = 0
    private let nils: NilForm
    // SAFETY: there are `recentCount` values, from the beginning to the end, of what `all` keeps.
    /// What is known about models in no other's property, by the address of the level: what has been looked for last at each place.
    let recent: ValueRow<Kept<LevelDefaults>?>
    private static let recentCount = 16

    init(_ nils: NilForm) {
        self.nils = nils
        all.reserveCapacity(8)
        recent = .allocate(Self.recentCount)
        unsafe recent.put(nil, times: Self.recentCount)
    }

    deinit {
        unsafe recent.free()
        for value in made { unsafe value.handle.deinitialize(value.address, count: 1) }
        for address in memory { unsafe address.deallocate() }
    }

    /// The place of a level in `recent`.
    @inline(__always)
    static func recentPlace(_ level: WriteLevelRef) -> Int { hash(level) & (recentCount &- 1) }  // &-: at least one

    /// What is known about a model in no other's property, which is found in `recent` the next time.
    func take(_ level: WriteLevelRef) -> Kept<LevelDefaults> {
        // SAFETY: the root is kept, as is its place.
        let known = unsafe Kept(root(level))
        unsafe recent[Self.recentPlace(level)] = known
        return known
    }

    /// What is known about a model in a property, which is the latest of its entry the next time.
    ///
    /// - Parameters:
    ///   - entry: The property's.
    ///   - model: The plan of the model in it.
    ///   - outer: What is known about the model that has the property.
    func child(_ entry: WriteEntryRef, _ model: ModelRef, of outer: LevelDefaults) -> Kept<LevelDefaults> {
        let known = outer.children.first { $0.place == entry.place && $0.defaults.object.level == model.pointee.writing }
        if let known {
            outer.put(latest: known.defaults, entry)
            return known.defaults
        }
        // SAFETY: what has been made is kept.
        let child = unsafe Kept(makeChild(entry, model, of: outer))
        outer.children.append((entry.place, child))
        outer.put(latest: child, entry)
        return child
    }

    private func makeChild(_ entry: WriteEntryRef, _ model: ModelRef, of outer: LevelDefaults) -> LevelDefaults {
        let own = root(model.pointee.writing)
        guard own.areFilled && outer.areFilled else { return own }
        // What is equal to a model that `init()` makes says nothing new.
        let around = outer.models.compactMap { self.model(in: entry, $0, model) }
            .filter { own.level.areEqualAtSight($0, own.models[0]) != true }
        guard !around.isEmpty else { return own }
        let made = LevelDefaults(own.level, around + own.models, withoutDefault: 0, nils)
        all.append(made)
        return made
    }

    /// The model that stands in a property of another, as one of a type is read into; nil if there is none.
    private func model(in entry: WriteEntryRef, _ base: ValueAddress, _ model: ModelRef) -> ValueAddress? {
        let address = unsafe base + entry.pointee.offset
        guard entry.value.pointee.optionalDepth == 0 || !entry.value.isNil(address) else { return nil }
        guard model.pointee.isClass else { return address }
        // SAFETY: the plan says that there is a reference. Its instance is kept until the document is complete.
        let instance = unsafe InstanceRef(at: address)
        guard instance.type == model.type else { return nil }
        instances.append(instance.object)
        return instance.address.value
    }

    /// What is known about models of a type, wherever they are.
    private func root(_ level: WriteLevelRef) -> LevelDefaults {
        var place = start(level)
        while let known = table[place] {
            if known.level == level { return known }
            place = (place &+ 1) & (table.count &- 1)  // &+, &-: below the count
        }
        return makeRoot(level)
    }

    private func start(_ level: WriteLevelRef) -> Int { Self.hash(level) & (table.count &- 1) }  // &-: at least one

    @inline(__always)
    private static func hash(_ level: WriteLevelRef) -> Int {
        let address = unsafe UInt(bitPattern: level.unpublished.address)
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40)  // &*: a hash wraps by design
    }

    private func makeRoot(_ level: WriteLevelRef) -> LevelDefaults {
        let model = level.pointee.model
        let (plan, handle) = model.pointee.record.with { ($0.plan, $0.handle) }
        let address = MutableAddress.allocate(byteCount: max(plan.pointee.size, 1), alignment: plan.pointee.alignment)
        memory.append(address)
        var (base, withoutDefault) = (address.value, UInt64(0))
        if let draft = model.pointee.draft {
            withoutDefault = makeListed(level, draft, address)
        } else {
            // SAFETY: the record is a model's, so its handle makes one in fresh memory: that of a class a reference to one.
            unsafe handle.putDefault(address, fresh: true)
            made.append((address, handle))
            if model.pointee.isClass { base = unsafe InstanceRef(at: base).address.value }
        }
        let defaults = LevelDefaults(level, [base], withoutDefault: withoutDefault, nils)
        insert(defaults)
        return defaults
    }

    /// Puts the defaults of a list to the places of the properties.
    ///
    /// - Returns: The bits of those that have none and are not nil then either.
    private func makeListed(_ level: WriteLevelRef, _ draft: DraftRef, _ base: MutableAddress) -> UInt64 {
        var withoutDefault: UInt64 = 0
        for place in 0..<level.pointee.count {
            let entry = level.entry(place)
            let property = entry.property(0)
            let address = unsafe base + entry.pointee.offset
            let handle = property.pointee.value.pointee.handle.object
            let isThere = draft.withDefault(property.pointee.index) { value in
                // SAFETY: the memory is that of a property, which no other entry has, and holds no value.
                if let value {
                    unsafe handle.initializeCopy(address, from: value)
                } else if property.isOptional {
                    unsafe handle.putNil(address, fresh: true)
                } else {
                    return false
                }
                return true
            }
            if isThere { made.append((address, handle)) } else { withoutDefault |= entry.pointee.bit }
        }
        return withoutDefault
    }

    private func insert(_ defaults: LevelDefaults) {
        all.append(defaults)
        count += 1
        if count * 2 > table.count {
            let known = table.compactMap(\.self)
            table = Array(repeating: nil, count: table.count * 2)
            for defaults in known { put(defaults) }
        }
        put(defaults)
    }

    private func put(_ defaults: LevelDefaults) {
        var place = start(defaults.level)
        while table[place] != nil { place = (place &+ 1) & (table.count &- 1) }  // &+, &-: as above
        table[place] = defaults
    }
}

extension WriteEntryRef {
    /// The place of an entry that has a bit.
    @inline(__always)
    fileprivate var place: Int { pointee.bit.trailingZeroBitCount }
}

/// What few documents need beside the writer: an instance, so that needing none costs nothing.
final class WriterAside {
    /// Why the writing ended.
    var failure: WriteFailure?
    /// What models are compared with, where defaults are left out.
    var defaults: DocumentDefaults?
}
