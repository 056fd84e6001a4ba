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
// unless that is nil.

/// What stands for a property that is nil.
enum NilForm: UInt8, Sendable {
    case leaveOut, null
    /// Null where `init()` makes another value, nothing elsewhere.
    case nullUnlessDefault
}

/// Members of compact text that are written in one step: most are.
enum WriteStep: UInt8, Sendable {
    case string
    /// `Int` or `Int64`.
    case integer
    case boolean
    /// An array that has no elements, of a type whose storage is known (`ValuePlan.storageClass`).
    case array
    /// In two: the key, then whatever the value is.
    case other
}

/// One key to write. Trivial and immutable.
@safe struct WriteEntry {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// The first byte of the key in its quotes, with a comma before and a colon behind: what stands in compact text. Followed by bytes
    /// enough to be copied sixteen at a time.
    var text: UnsafePointer<UInt8>
    /// Bytes of that, the comma included.
    var length: Int
    /// Whether the key stands there as it is in any text: of visible ASCII, without a quote, a slash or a backslash.
    var isPlainText: Bool
    /// Whether the key is one property's, which is written from its offset.
    var isPlain: Bool
    /// How it is written in compact text.
    var step = WriteStep.other
    /// Whether the property of a plain key is an optional, whose nil is left out without more ado.
    var isOptional = false
    /// The type of what a plain key is written from when that is not nil.
    var present: UnsafePointer<ValuePlan>?
    /// What is declared of its properties where they are nil; nil if nothing is.
    var onNil: NilForm?
    /// The index that the key is in an array.
    var index: Int
    /// Bytes from the start of the value or instance to the property; of several the first.
    var offset: Int
    /// The property's type; of several the first's.
    var value: UnsafePointer<ValuePlan>?
    /// The properties that the key may be written from, the first declared first.
    var choices: UnsafeMutablePointer<UnsafePointer<PropertyPlan>>
    var choiceCount: Int
    /// The keys below, if there are any.
    var child: UnsafePointer<WriteLevel>?

    /// The key's own bytes.
    var key: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: text + 2, count: length - 4) }
}

/// The keys of one object to write. Trivial and immutable.
@safe struct WriteLevel {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    /// In the order of declaration; indexes of an array in their own order.
    var entries: UnsafeMutablePointer<WriteEntry>
    var count: Int
    /// The places of the entries in the order of their keys, by UTF-8.
    var sorted: UnsafeMutablePointer<Int>
    /// The texts of all entries, each of them at a multiple of sixteen.
    var texts: UnsafeMutablePointer<UInt8>
    /// The properties of all entries.
    var choices: UnsafeMutablePointer<UnsafePointer<PropertyPlan>>
    /// Whether all keys are indexes of an array.
    var isArray: Bool
    /// Whether it is not written as most are: an array, something is declared of a key whose properties are nil, or a property has collected keys.
    var isSpecial: Bool
    var model: UnsafePointer<ModelPlan>

    /// A key below this one may be an index of an array: what is not written before it is null there.
    static let indexLimit = 1_000

    /// Frees the level and all below it.
    func deallocate() {
        for index in 0..<(count) {
            let entry = unsafe entries[index]
            if let child = unsafe entry.child {
                unsafe child.pointee.deallocate()
                unsafe child.deallocate()
            }
        }
        unsafe choices.deallocate()
        unsafe texts.deallocate()
        unsafe sorted.deallocate()
        unsafe entries.deallocate()
    }
}
