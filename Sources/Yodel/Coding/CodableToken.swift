// A document as a string of fixed-size entries, for types that decode themselves.
//
// Everything a document holds is checked while the entries are made; what is made of a value waits until it is asked for. An entry is sixteen bytes:
//
//     head     what it is, flags, and sixteen bits more: a number's power of ten, an object's misses
//     place    where the content begins in the text
//     word     a number's digits as one integer; the length of a string, and of a key its sign; of a container how many values it has, and the entry behind it
//
// A container takes a second entry: the container around it, how far its reader has come, and of an object 64 bits that its keys set
// (CodableDocument+Keys.swift). An object has a third, for the type of its keys: it is what a path is made of when somebody asks for one.
//
//     {"id":7,"tags":["a"]}     object · state · keys · key id · number 7 · key tags · array · state · string a
//
// Ten entries come before the first value: the address of the text, a null that stands for values that are not there, and 1,024 bits to compare keys by.

/// One entry of a document.
struct CodableToken: BitwiseCopyable {
    var head: UInt32
    var place: UInt32
    var word: UInt64

    enum Kind: UInt32 {
        // Containers last: two bits tell them.
        case null, `false`, `true`, number, string, key, array, object
    }

    /// A string or key of plain ASCII without escapes; an integer of at most eighteen digits.
    static var plain: UInt32 { 0x08 }
    /// A string or key with escapes.
    static var escaped: UInt32 { 0x10 }
    /// A number below zero.
    static var negative: UInt32 { 0x10 }
    /// A number whose digits and power of ten are all of it.
    static var exact: UInt32 { 0x20 }
    /// An object that has keys which are compared by other bytes than are written: those with escapes, and long ones that may have marks to put in order.
    static var hasUnresolvedKeys: UInt32 { 0x20 }
    /// An object whose third entry has the type of its keys.
    static var hasKeyType: UInt32 { 0x40 }
    /// An object whose keys have been converted by the strategy, or such a key: its place is one in the converted keys.
    static var converted: UInt32 { 0x80 }
    /// An object that has an index of its keys.
    static var hasIndex: UInt32 { 0x100 }
    /// An object whose keys are known to differ.
    static var isDistinct: UInt32 { 0x200 }
    /// An object whose keys are data, which no style changes.
    static var keepsKeys: UInt32 { 0x800 }
    /// What is known of an object's keys as they are compared.
    static var factsOfKeys: UInt32 { isDistinct | isCompared | hasIndex }
    /// An object whose keys have been compared with each other.
    static var isCompared: UInt32 { 0x400 }

    @inline(__always)
    init(_ kind: Kind, _ flags: UInt32, place: Int, word: UInt64) {
        head = kind.rawValue | flags
        self.place = UInt32(truncatingIfNeeded: place)
        self.word = word
    }

    @inline(__always) var kind: Kind {
        // SAFETY: there are eight kinds.
        unsafe Kind(rawValue: head & 7).unsafelyUnwrapped
    }
    @inline(__always) var isNull: Bool { head & 7 == Kind.null.rawValue }
    @inline(__always) var isString: Bool { head & 7 == Kind.string.rawValue }
    @inline(__always) var isNumber: Bool { head & 7 == Kind.number.rawValue }
    @inline(__always) var isArray: Bool { head & 7 == Kind.array.rawValue }
    @inline(__always) var isObject: Bool { head & 7 == Kind.object.rawValue }
    @inline(__always) var isContainer: Bool { head & 6 == Kind.array.rawValue }
    @inline(__always) var isPlain: Bool { head & Self.plain != 0 }
    /// Whether a key may be compared by other bytes than are written.
    @inline(__always) var isUnresolved: Bool { !isPlain && (head & Self.escaped != 0 || length > MarkOrder.limit) }

    /// Bytes of a string or key as they are written.
    @inline(__always) var length: Int { Self.length(word) }
    /// The length in the word of a string or key. Of a key the word is its sign.
    @inline(__always)
    static func length(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
    /// Elements or members of a container.
    @inline(__always) var count: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
    /// The entry behind a container.
    @inline(__always) var end: Int { Int(truncatingIfNeeded: word >> 32) }
    /// A number's power of ten; how often a key of an object had to be looked for.
    @inline(__always) var exponent: Int { Int(Int16(truncatingIfNeeded: head >> 16)) }

    /// Entries of a container before its first value or key.
    @inline(__always) var lead: Int { isObject ? 3 : 2 }

    /// What the value is, in Foundation's words.
    var name: String {
        switch kind {
        case .null: "null"
        case .false, .true: "bool"
        case .number: "number"
        case .string, .key: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}
