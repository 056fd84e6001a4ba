// What a model is written from: the tree of its keys, as for reading (KeyLevel.swift), but with one place for each property and in the order
// in which keys are written.
//
//     name -> "n", desc -> "ext.desc", id -> "ext.id"
//
//     level  n    name
//            ext  level  desc  desc
//                        id    id
//
// Of several properties on one key the first that is not nil is written. A key that is a property's and the way to others is the property's,
// unless that is nil; it is an error if what stands below would be lost (ModelWriter+Overlaps.swift).

/// How compact text has a value written: most are of the commonest types.
enum WriteStep: UInt8, Sendable {
    case string
    /// `Int` or `Int64`.
    case integer
    case boolean
    case double
    /// A model that is a struct.
    case model
    /// An array of a type whose storage is known (`ValuePlan.storageClass`).
    case array
    /// Whatever else.
    case other

    /// Bytes of text that are written without asking for room: all of a short string, a number or an empty array. What writes more asks for it.
    var room: Int {
        switch self {
        case .string: 17
        case .integer: 20
        case .boolean: 5
        case .double: 24
        case .array: 2
        case .model, .other: 0
        }
    }
}

/// How compact text has a member written: as its value is, unless that is an optional's nil, which is left out.
enum MemberStep: UInt8, Sendable {
    case string, stringUnlessNil
    case integer, integerUnlessNil
    case boolean, booleanUnlessNil
    case double, doubleUnlessNil
    case model, modelUnlessNil
    case array, arrayUnlessNil
    case other, otherUnlessNil
    /// Behind the last member.
    case end

    init(_ step: WriteStep, isOptional: Bool) {
        self =
            switch step {
            case .string: isOptional ? .stringUnlessNil : .string
            case .integer: isOptional ? .integerUnlessNil : .integer
            case .boolean: isOptional ? .booleanUnlessNil : .boolean
            case .double: isOptional ? .doubleUnlessNil : .double
            case .model: isOptional ? .modelUnlessNil : .model
            case .array: isOptional ? .arrayUnlessNil : .array
            case .other: isOptional ? .otherUnlessNil : .other
            }
    }

    /// Whether a nil is left out.
    var isOptional: Bool {
        switch self {
        case .stringUnlessNil, .integerUnlessNil, .booleanUnlessNil, .doubleUnlessNil, .modelUnlessNil, .arrayUnlessNil,
            .otherUnlessNil:
            true
        case .string, .integer, .boolean, .double, .model, .array, .other, .end: false
        }
    }
}

/// One key to write. Trivial and immutable.
@safe struct WriteEntry {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The first byte of the key in its quotes, with a comma before and a colon behind: what stands in compact text. Followed by bytes
    /// enough to be copied sixteen at a time.
    var text: TextPlace
    /// Bytes of that, the comma included.
    var length: Int
    /// Whether the key stands there as it is in any text: of visible ASCII, without a quote, a slash or a backslash.
    var isPlainText: Bool
    /// Whether the key is one property's, which is written from its offset.
    var isPlain: Bool
    /// How it is written in compact text.
    var step = MemberStep.other
    /// The room that there must be in compact text when its value has been written: for the entries behind it.
    var rest = 0
    /// The type of what a plain key is written from when that is not nil.
    var present: PlanRef?
    /// What is declared of its properties where they are nil; nil if nothing is.
    var onNil: NilForm?
    /// What stands for the entry in sets of entries. Zero for those after the first 63.
    var bit: UInt64 = 0
    /// The index that the key is in an array.
    var index: Int
    /// Bytes from the start of the value or instance to the property; of several the first.
    var offset: Int
    /// The property's type; of several the first's.
    var value: PlanRef?
    /// The properties that the key may be written from, the first declared first.
    var choices: PlanPart<PropertyRef>
    var choiceCount: Int
    /// The keys below, if there are any.
    var child: WriteLevelRef?

    /// What stands behind the entries of a level.
    ///
    /// - Parameters:
    ///   - text: Any of the level, which is never read.
    ///   - choices: As well.
    static func end(_ text: TextPlace, _ choices: PlanPart<PropertyRef>) -> WriteEntry {
        WriteEntry(
            text: text, length: 0, isPlainText: false, isPlain: false, step: .end, index: 0, offset: 0, choices: choices, choiceCount: 0)
    }

    /// The key's own bytes.
    var key: BorrowedBytes { unsafe BorrowedBytes(from: text + 2, count: length - 4) }
}

/// The keys of one object to write. Trivial and immutable.
@safe struct WriteLevel {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// In the order of declaration; indexes of an array in their own order. Behind the last one stands another, which is no key (`MemberStep.end`).
    var entries: WriteEntryRef
    var count: Int
    /// The places of the entries in the order of their keys, by UTF-8.
    var sorted: PlanPart<Int>
    /// The texts of all entries, each of them at a multiple of sixteen.
    var texts: PlanPart<UInt8>
    /// The properties of all entries.
    var choices: PlanPart<PropertyRef>
    /// Whether all keys are indexes of an array.
    var isArray: Bool
    /// Whether it is not written as most are: an array, something is declared of a key whose properties are nil, or a property has collected keys.
    var isSpecial: Bool
    /// Whether each key is one property's, which is written from its offset, and each has a bit.
    var isPlain: Bool
    /// Whether the order of its keys by UTF-16 is that by UTF-8: none has a character beyond U+FFFF.
    var sortsAlike: Bool
    var model: ModelRef
    /// The room that its entries need in compact text.
    var room = WriteLevel.spareRoom
    /// What is worked out of it only where options ask for it.
    var variants = Pinned(holding: LevelVariants())

    /// Bytes behind those of a level, for its brackets and for what is stored by whole words.
    static let spareRoom = 48

    /// A key below this one may be an index of an array: what is not written before it is null there.
    static let indexLimit = 1_000

    /// Frees the level and all below it.
    @unsafe func deallocate() {
        for index in 0..<(count) {
            let entry = unsafe entries[index]
            if let child = entry.child {
                unsafe child.pointee.deallocate()
                unsafe child.free()
            }
        }
        unsafe variants.pointee.free()
        unsafe variants.destroy()
        unsafe choices.free()
        unsafe texts.free()
        unsafe sorted.free()
        unsafe entries.free()
    }
}
