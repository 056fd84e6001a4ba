/// One property of a model. Trivial and immutable; what it refers to is kept alive by the model's record.
@safe struct PropertyPlan {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The place among the model's properties.
    var index: Int
    /// Bytes from the start of the value or instance; of no meaning if there is an access.
    var offset: Int
    var value: PlanRef
    /// How to write it, if not at its offset.
    var access: Kept<Box<PropertyAccess>>?
    /// What makes its value and its JSON, if not the conversion table and its type.
    var transform: Kept<Box<ValueTransform>>?
    /// How many keys or paths it has.
    var alternatives: Int
    /// Whether a value of a lesser alternative may be put only when no better one can come: code of others would see it, or a model that is there
    /// would be changed.
    var mustWait: Bool
    var isRequired: Bool
    /// Declared with `let`: written and compared, but never set.
    var isConstant = false
    /// Whether it is one of a draft's: a value that is made of its properties.
    var isDrafted = false
    /// What is known of its slot in a draft when its first value comes.
    var draftState: SlotState = []
    /// Whether it matters to a draft that it has come.
    var isAwaited: Bool = false
    /// Whether it is noted whether it has come.
    var isNoted: Bool { alternatives > 1 || isRequired }
}

/// One struct or class. Trivial and immutable.
@safe struct ModelPlan {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The keys of its object.
    var level: LevelRef
    var properties: PropertyRef
    /// How many properties are the model's own.
    var count: Int
    /// How many there are with those of flattened models, which stand behind.
    var total: Int
    var isClass: Bool
    /// Whether its objects are arrays: its keys are their indexes.
    var isArray: Bool
    /// Indexes of the properties of which it is noted what has come: those with alternatives and required ones.
    var noted: PlanPart<Int>
    var notedCount: Int
    /// The model's own code that sees its objects.
    var hooks: Kept<ModelHooks>?
    /// Whether the object has to be kept before it is mapped.
    var needsObject: Bool
    /// Whether an object may turn out to be none, when it has been mapped: the place must be as before then.
    var isRejectable: Bool
    /// Whether the model's own code changes what is written of it.
    var changesWritten: Bool

    /// How a value is made that has no `init()`; nil: the handle makes one.
    var draft: DraftRef?
    /// What must be done, in addition to completing the draft, at the end of an object in which each alternative and each path appears only once.
    var end: End
    /// The bits of the properties that have to come, where readers without features read it; of a draft they are the draft's.
    var required: UInt64

    /// The keys that it is written with.
    var writing: WriteLevelRef

    /// The first of the properties that collect the keys that no other takes; nil if there is none.
    var rest: RestRef?
    /// Whether something is to be done at an object's end.
    var finishes: Bool

    /// Whether code of the type's own sets a property.
    var hasAccess: Bool

    /// What only slow paths need.
    var record: Kept<TypeRecord>

    /// What follows the last key of an object.
    enum End {
        /// Nothing.
        case plain
        /// The model's own code sees the value, if no other sees the object.
        case checked
        /// More than that, or an instance that others see has to be as it was if the object is none.
        case other
    }
}
