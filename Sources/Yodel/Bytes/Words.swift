// A word is compared as one number: its bytes, two to six of them, are packed into a UInt64, the first one lowest, and its length on top.
// `no` is 0x0200_0000_0000_6F6E. The length keeps `no` apart from `no` and a zero byte.
//
// The literals are packed by the same code when the program is compiled, so one `switch` over numbers finds the word.

/// The words that stand for a Boolean or for null where a number or a Bool is wanted (YYModel's list, matched exactly).
enum Words: Equatable {
    case truth(Bool)
    case null

    /// The meaning of a text, if it is one of the words.
    static func match(_ text: BorrowedBytes) -> Words? {
        guard text.count >= 2, text.count <= 6 else { return nil }
        switch packed(text) {
        case packed("TRUE"), packed("True"), packed("true"), packed("YES"), packed("Yes"), packed("yes"): return .truth(true)
        case packed("FALSE"), packed("False"), packed("false"), packed("NO"), packed("No"), packed("no"): return .truth(false)
        case packed("NIL"), packed("Nil"), packed("nil"), packed("NULL"), packed("Null"), packed("null"): return .null
        case packed("(NULL)"), packed("(Null)"), packed("(null)"), packed("<NULL>"), packed("<Null>"), packed("<null>"): return .null
        default: return nil
        }
    }

    /// The number that JSON does not have, if a text is one as Python, JavaScript and Protocol Buffers write it.
    static func nonFinite(_ text: BorrowedBytes) -> Double? {
        if text.elementsEqual(BorrowedBytes(literal: "NaN")) { return .nan }
        if text.elementsEqual(BorrowedBytes(literal: "Infinity")) { return .infinity }
        return text.elementsEqual(BorrowedBytes(literal: "-Infinity")) ? -.infinity : nil
    }

    @inline(__always)
    private static func packed(_ word: StaticString) -> UInt64 { packed(BorrowedBytes(literal: word)) }

    @inline(__always)
    private static func packed(_ text: BorrowedBytes) -> UInt64 {
        var packed = UInt64(truncatingIfNeeded: text.count) &<< 56  // &<<: by less than 64, and so below
        for index in 0..<text.count {
            packed |= UInt64(text[index]) &<< UInt64(truncatingIfNeeded: 8 &* index)  // &*: at most six bytes
        }
        return packed
    }
}
