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
// A model in a property is also compared with those that are in its place in the defaults of the models around. What is known of it there is a child of what is
// known of the model that it is in.

/// What is known of the defaults of models that are written at one place.
final class LevelDefaults {
    let level: PlanPart<WriteLevel>
    /// The models that are compared with: those that one may be read into, or one that has the defaults of a list. Mostly it is one.
    let models: [ValueAddress]
    /// The first of them, and whether there are others: each member asks, and an array would be counted for that.
    let first: ValueAddress
    let areSeveral: Bool
    /// The bits of the members that are left out where they are nil.
    let leaving: UInt64
    /// The bits of those that are left out where they are equal to the defaults.
    let comparing: UInt64
    /// The bits of those that have no default.
    let withoutDefault: UInt64
    // SAFETY: the document's defaults keep all that is known. So a class with a property of its own class may be a child of itself.
    /// What is known of models in properties, with the places of their entries: few, one for each class of the instances at a place.
    fileprivate var children: [(place: Int, defaults: Kept<LevelDefaults>)] = []

    /// - Parameters:
    ///   - models: At least one.
    ///   - nils: What stands for nil.
    init(_ level: PlanPart<WriteLevel>, _ models: [ValueAddress], withoutDefault: UInt64, _ nils: NilForm) {
        self.level = level
        self.models = models
        (first, areSeveral) = (models[0], models.count > 1)
        self.withoutDefault = withoutDefault
        let omittable = level.pointee.model.pointee.omittable
        var (leaving, comparing) = (UInt64(0), UInt64(0))
        for place in 0..<level.pointee.count {
            let entry = unsafe level.pointee.entries + place
            let bit = entry.pointee.bit
            guard withoutDefault & bit == 0 else { continue }
            let index = unsafe entry.pointee.choices[0].pointee.index
            let mayBeLeftOut = index < omittable.count && omittable[index]
            let isOptional = entry.value.pointee.optionalDepth == 1
            let nilCount = isOptional ? models.count { unsafe entry.value.pointee.isNil($0 + entry.pointee.offset) } : 0
            // Null stands for a default that must be there only if it stands for every nil.
            if isOptional && nilCount == models.count && (mayBeLeftOut || nils != .null) { leaving |= bit }
            if mayBeLeftOut && nilCount == 0 { comparing |= bit }
        }
        (self.leaving, self.comparing) = (leaving, comparing)
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
    /// What is known of models in no other's property: a table of open addressing, more than half of which is empty, by the address of the level.
    private var table: [LevelDefaults?] = Array(repeating: nil, count: 16)
    /// All that is known: frames of the writer, and what is known of the models around, refer to it without counting.
    private var all: [LevelDefaults] = []
    private var count = 0
    private let nils: NilForm
    /// What the next model is compared with; nil if it is in no other's property.
    private var next: LevelDefaults?

    init(_ nils: NilForm) {
        self.nils = nils
        all.reserveCapacity(8)
    }

    deinit {
        for value in made { unsafe value.handle.deinitialize(value.address, count: 1) }
        for address in memory { unsafe address.deallocate() }
    }

    /// What is known of a model that is about to be written.
    func take(_ level: PlanPart<WriteLevel>) -> LevelDefaults {
        if let given = next.take() {
            assert(given.level == level, "what is known of another model")
            return given
        }
        return root(level)
    }

    /// Has the next model compared with what is known of a property's.
    ///
    /// - Parameters:
    ///   - entry: The property's.
    ///   - model: The plan of the model in it.
    ///   - place: The place of the entry.
    func enter(_ entry: PlanPart<WriteEntry>, _ model: PlanPart<ModelPlan>, of outer: LevelDefaults) {
        next = child(entry, model, of: outer)
    }

    private func child(_ entry: PlanPart<WriteEntry>, _ model: PlanPart<ModelPlan>, of outer: LevelDefaults) -> LevelDefaults {
        let place = entry.pointee.bit.trailingZeroBitCount
        for known in outer.children where known.place == place {
            let child = known.defaults.object
            if child.level == model.pointee.writing { return child }
        }
        let child = makeChild(entry, model, of: outer)
        unsafe outer.children.append((place, Kept(child)))
        return child
    }

    private func makeChild(_ entry: PlanPart<WriteEntry>, _ model: PlanPart<ModelPlan>, of outer: LevelDefaults) -> LevelDefaults {
        let own = root(model.pointee.writing)
        guard own.areFilled && outer.areFilled else { return own }
        let around = outer.models.compactMap { self.model(in: entry, $0, model) }
        guard !around.isEmpty else { return own }
        let made = LevelDefaults(own.level, around + own.models, withoutDefault: 0, nils)
        all.append(made)
        return made
    }

    /// The model that stands in a property of another, as one of a type is read into; nil if there is none.
    private func model(in entry: PlanPart<WriteEntry>, _ base: ValueAddress, _ model: PlanPart<ModelPlan>) -> ValueAddress? {
        let address = unsafe base + entry.pointee.offset
        guard entry.value.pointee.optionalDepth == 0 || !entry.value.pointee.isNil(address) else { return nil }
        guard model.pointee.isClass else { return address }
        // SAFETY: the plan says that there is a reference. Its instance is kept until the document is complete.
        let instance = unsafe InstanceRef(at: address)
        guard instance.type == model.pointee.type else { return nil }
        instances.append(instance.object)
        return instance.address.value
    }

    /// What is known of models of a type, wherever they are.
    private func root(_ level: PlanPart<WriteLevel>) -> LevelDefaults {
        var place = start(level)
        while let known = table[place] {
            if known.level == level { return known }
            place = (place &+ 1) & (table.count &- 1)  // &+, &-: below the count
        }
        return makeRoot(level)
    }

    /// Plans are at multiples of sixteen bytes at least.
    private func start(_ level: PlanPart<WriteLevel>) -> Int {
        let address = unsafe UInt(bitPattern: level.unpublished.address)
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40) & (table.count &- 1)  // &*: a hash wraps by design
    }

    private func makeRoot(_ level: PlanPart<WriteLevel>) -> LevelDefaults {
        let model = level.pointee.model
        let (plan, handle) = model.pointee.record.with { ($0.plan, $0.handle) }
        let address = MutableAddress.allocate(byteCount: max(plan.pointee.size, 1), alignment: plan.pointee.alignment)
        memory.append(address)
        var (base, withoutDefault) = (address.value, UInt64(0))
        if let draft = model.pointee.draft {
            withoutDefault = makeListed(level, DraftRef(draft), address)
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
    private func makeListed(_ level: PlanPart<WriteLevel>, _ draft: DraftRef, _ base: MutableAddress) -> UInt64 {
        var withoutDefault: UInt64 = 0
        for place in 0..<level.pointee.count {
            let entry = unsafe level.pointee.entries + place
            let property = unsafe entry.pointee.choices[0]
            let address = unsafe base + entry.pointee.offset
            let handle = property.pointee.value.pointee.handle.object
            let isThere = draft.withDefault(property.pointee.index) { value in
                // SAFETY: the memory is that of a property, which no other entry has, and holds no value.
                if let value {
                    unsafe handle.initializeCopy(address, from: value)
                } else if property.pointee.isOptional {
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

/// What few documents need beside the writer: an instance, so that needing none costs nothing.
final class WriterAside {
    /// Why the writing ended.
    var failure: WriteFailure?
    /// What models are compared with, where defaults are left out.
    var defaults: DocumentDefaults?
}
