// One pass over a number's text, eight digits a step.
//
// A number is its digits as one integer, times a power of ten: -12.50e1 is -(1250 x 10^-1). An integer of 64 bits holds any nineteen
// digits. Of a longer number the first nineteen that count are taken, and `isCut` says that digits other than zero follow.
//
// Eight digits at once: the eight bytes are loaded as one word; the test and the value are a few operations on the whole of it. With the
// first digit in the lowest byte, `12345678` minus its eight `0`s is 08 07 06 05 04 03 02 01. Times ten plus itself one byte lower makes
// pairs (12, 34, 56, 78 in every second byte), and two multiplications add the pairs up with weights of 10^6, 10^4, 10^2 and 1.

/// A number as an integer times a power of ten.
struct ScannedNumber {
    var isNegative: Bool
    var significand: UInt64
    /// The power of ten; held within ±2^41.
    var exponent: Int
    /// Digits other than zero behind the significand have been left out: the number lies between this one and the next.
    var isCut: Bool
}

extension NumberParser {
    /// Reads a number's text.
    ///
    /// - Returns: nil if the bytes are not a number.
    @inline(__always)
    static func scan(_ text: UnsafeBufferPointer<UInt8>) -> ScannedNumber? {
        guard let base = text.baseAddress else { return nil }
        let bytes = unsafe UnsafeRawPointer(base)
        let count = text.count
        // SAFETY: every byte is read at an index that has been found to be below the count.
        var index = 0
        let isNegative = unsafe count > 0 && base[0] == ASCII.minus
        if isNegative { index = 1 }
        let start = index
        var significand: UInt64 = 0
        unsafe appendDigits(bytes, &index, count, to: &significand)
        var digits = index &- start  // &-: an index behind another
        guard digits > 0 else { return nil }
        var exponent = 0
        if index < count, unsafe base[index] == ASCII.point {
            index &+= 1  // &+=: below the count
            let fraction = index
            unsafe appendDigits(bytes, &index, count, to: &significand)
            exponent = fraction &- index  // &-: two indices
            guard exponent < 0 else { return nil }
            digits &-= exponent  // &-=: their sum is below the count
        }
        if index < count {
            guard let power = unsafe self.exponent(text, from: index) else { return nil }
            exponent += power
        }
        guard digits <= 19 else { return unsafe scanLong(text) }
        return ScannedNumber(isNegative: isNegative, significand: significand, exponent: exponent, isCut: false)
    }

    /// Reads digits up to the first byte that is none. Beyond nineteen the value wraps; then it is not used.
    @inline(__always)
    static func appendDigits(_ bytes: UnsafeRawPointer, _ index: inout Int, _ count: Int, to value: inout UInt64) {
        // SAFETY: eight bytes are loaded only where eight are left, one only below the count.
        while count &- index >= 8 {  // &-: the index is at most the count
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            guard areDigits(word) else { break }
            value = value &* 100_000_000 &+ eightDigits(word)  // &*, &+: may wrap, as said
            index &+= 8  // &+=: at most the count
        }
        while index < count {
            let digit = unsafe bytes.load(fromByteOffset: index, as: UInt8.self) &- ASCII.zero  // &-: others wrap to above nine
            guard digit <= 9 else { break }
            value = value &* 10 &+ UInt64(digit)  // &*, &+: may wrap, as said
            index &+= 1  // &+=: below the count
        }
    }

    /// Whether eight bytes are digits: the upper half of each is 3, and is still 3 when 6 is added, which takes `:` and above to 4.
    @inline(__always)
    private static func areDigits(_ word: UInt64) -> Bool {
        let upper = word & 0xF0F0_F0F0_F0F0_F0F0
        let raised = (word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0  // &+: a carry only comes from bytes that are no digits
        return upper | raised >> 4 == 0x3333_3333_3333_3333
    }

    /// The value of eight digits, the first in the lowest byte.
    @inline(__always)
    private static func eightDigits(_ word: UInt64) -> UInt64 {
        let digits = word &- 0x3030_3030_3030_3030  // &-: every byte is a digit
        let pairs = digits &* 10 &+ digits >> 8  // &*, &+: the bytes that count are at most 99
        let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064  // &*: times 100 and, 32 bits up, 1,000,000
        let even = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001  // &*: times 1 and 10,000
        return (odd &+ even) >> 32  // &+: the upper halves add up to eight digits
    }

    /// Reads `e` and what follows it, to the end. Values beyond ±2^40 are held there: far beyond every type's range.
    private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        guard unsafe text[index] | ASCII.caseBit == ASCII.lowerE else { return nil }
        index += 1
        var isNegative = false
        if index < text.count, unsafe text[index] == ASCII.minus || text[index] == ASCII.plus {
            isNegative = unsafe text[index] == ASCII.minus
            index += 1
        }
        guard index < text.count else { return nil }
        var value = 0
        while index < text.count {
            guard let digit = unsafe NumberText.digit(text[index]) else { return nil }
            value = min(value * 10 + Int(digit), 1 << 40)
            index += 1
        }
        return isNegative ? -value : value
    }

    /// A number of more than nineteen digits: zeros in front do not count.
    @inline(never)
    private static func scanLong(_ text: UnsafeBufferPointer<UInt8>) -> ScannedNumber? {
        guard let number = unsafe NumberText(text) else { return nil }
        let count = number.digitCount
        var place = 0
        while place < count, unsafe number.digit(place, in: text) == 0 { place += 1 }
        let end = min(count, place + 19)
        var significand: UInt64 = 0
        while place < end {
            significand = unsafe significand * 10 + UInt64(number.digit(place, in: text))
            place += 1
        }
        var isCut = false
        while place < count, !isCut {
            isCut = unsafe number.digit(place, in: text) != 0
            place += 1
        }
        return ScannedNumber(isNegative: number.isNegative, significand: significand, exponent: number.wholeDigits - end, isCut: isCut)
    }
}
