// A model's keys form a tree: the keys of its object, and below a key the keys of the object that is found there. Each inner node is a level
// with a table of its own.
//
//     name <- "n", desc <- "ext.desc", id <- ["id", "ext.id"]
//
//     level  n → name        ext → level  desc → desc
//            id → id (0)                   id → id (1)
//
// A key with one property and nothing else to it is plain: its entry has all that a reader needs. Everything else has a route, and is
// handled apart, so that a model without paths pays nothing for them.
//
// Of the routes, the way to other keys, an alternative and the tag of an enum are read as plain keys are while each comes once, which a bit for each tells.
// Of alternatives one has to come alone, and they share a bit, unless the property is a scalar that always has a value.

/// One key of a level. Trivial and immutable.
@safe struct KeyEntry {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The key, for the compare of the one that is expected next.
    var key: KeyTable.StoredKey
    /// The same, as it stands in a text.
    var pattern: KeyPattern
    /// Bytes from the start of the value or instance to the property; of several the first.
    var offset: Int
    /// The property's type; of several the first's.
    var value: PlanRef
    /// What else there is to the key; nil for a plain one.
    var route: RouteRef?
    /// The property's index among the model's.
    var property: Int32
    /// The place among the level's keys.
    var index: Int32
    /// The bit of what is tracked among that of the model; zero for all else. Only where readers without features read it.
    var bit: UInt64 = 0
    /// Whether it matters that the key has come before: it has a route, or is that of a model, of which a second one starts afresh.
    var isTracked: Bool
    /// Whether all that its route says is that its property has to come: a value that is not null is read as that of a plain key is.
    var isNeeded = false
    /// What a value meets.
    var target: ValueTarget
    /// What is known of the property's slot in a draft.
    var draftState: SlotState = []
}

/// What a value meets: the types of most values of most documents are told apart before the value comes.
enum ValueTarget: UInt8 {
    /// Something else than the following: its reader looks closer.
    case other
    /// A property of type `String`.
    case string
    /// A property of type `String?`.
    case optionalString
    /// A property of type `Int`.
    case integer
    /// A property of type `Int?`.
    case optionalInteger
    /// A property of type `Double`.
    case double
    /// A property of type `Double?`.
    case optionalDouble
    /// A property of type `Bool`.
    case boolean
    /// A property of type `Bool?`.
    case optionalBoolean
    /// The value of a key that no property has; of an entry, the tag of an enum.
    case unwanted

    /// That of a property.
    init(property plan: ValuePlan) {
        self =
            switch (plan.kind, plan.optionalDepth) {
            case (.scalar(.string), 0): .string
            case (.scalar(.string), 1): .optionalString
            case (.scalar(.int), 0): .integer
            case (.scalar(.int), 1): .optionalInteger
            case (.scalar(.double), 0): .double
            case (.scalar(.double), 1): .optionalDouble
            case (.scalar(.bool), 0): .boolean
            case (.scalar(.bool), 1): .optionalBoolean
            default: .other
            }
    }
}

/// A key that is more than one property's: several properties, an alternative, a required one, one with code of its own, or the way to others.
@safe struct Route {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The properties that the value is for.
    var leaves: PlanPart<Leaf>
    var leafCount: Int
    /// The keys below, if there are any.
    var child: LevelRef?
    /// Whether a constant is written there.
    var isConstant: Bool
    /// Of an alternative, the bits of all of its property. Only where readers without features read it.
    var alternatives: UInt64 = 0
    /// Of an alternative, the bits of those that are better. Only where readers without features read it.
    var better: UInt64 = 0

    /// A property that gets the value.
    @safe struct Leaf {
        var property: PropertyRef
        /// The place among the property's alternatives; the lowest that comes wins.
        var rank: UInt8
    }
}

/// The keys of one object. Trivial and immutable.
@safe struct KeyLevel {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The entries; behind the last one stands one whose key nothing matches, so that what is expected after it needs no check.
    var entries: EntryRef
    var count: Int
    var keys: KeyTable
    /// The same keys in lower case, if case is ignored. An index is an entry's; of keys that become equal the first has it.
    var folded: KeyTable?
    /// The names that keys of documents are converted to, if a style converts them. An index is an entry's.
    var names: KeyTable?
    /// The same in lower case, if case is ignored.
    var foldedNames: KeyTable?
    /// Whether one of its keys is more than one plain property's.
    var hasRoutes: Bool
    /// Whether each key is that of one property, which has no other.
    var hasOneKeyEach: Bool
    /// A bit, by its index, for each key whose property is not optional. Only where each has one, and there are no more keys than bits.
    var awaited: UInt64
    /// Whether only readers with all features read it and what is below: a key is more than a plain property's, an alternative, a tag or the way to other keys,
    /// case is ignored or keys are converted, or a word has no room for what has come.
    var needsFeatures: Bool
    /// Whether a key that the level does not have is collected by a property: one of the model's own object.
    var takesRest = false
    /// One more than the highest key that may be an index of an array; zero if there is none.
    var indexLimit: Int
    var model: ModelRef

    /// Frees the level and all below it.
    @unsafe func deallocate() {
        for index in 0..<(count) {
            guard let route = unsafe entries[index].route else { continue }
            if let child = route.pointee.child {
                unsafe child.pointee.deallocate()
                unsafe child.free()
            }
            unsafe route.pointee.leaves.free()
            unsafe route.free()
        }
        unsafe keys.deallocate()
        unsafe folded?.deallocate()
        unsafe names?.deallocate()
        unsafe foldedNames?.deallocate()
        unsafe entries.free()
    }
}
