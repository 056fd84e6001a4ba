internal import CScan

// One pass over a number's text, eight digits a step.
//
// A number is its digits as one integer, times a power of ten: -12.50e1 is -(1250 x 10^-1). An integer of 64 bits holds any nineteen
// digits. Of a longer number the first nineteen that count are taken, and `isCut` says that digits other than zero follow.
//
// Eight digits at once: the eight bytes are loaded as one word; the test and the value are a few operations on the whole of it. With the
// first digit in the lowest byte, `12345678` without its eight `0`s is 08 07 06 05 04 03 02 01. Times ten plus itself one byte lower makes
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
    static func scan(_ text: BorrowedBytes) -> ScannedNumber? {
        guard let token = token(whole: text) else { return nil }
        guard token.isExact else { return scanLong(text) }
        return ScannedNumber(isNegative: token.isNegative, significand: token.significand, exponent: token.exponent, isCut: false)
    }

    /// Reads digits up to the first byte that is none. Beyond nineteen the value wraps; then it is not used.
    @unsafe @inline(__always)
    static func appendDigits(_ bytes: TextPlace, _ index: inout Int, _ count: Int, to value: inout UInt64) {
        // SAFETY: eight bytes are loaded only where eight are left, one only below the count.
        while count &- index >= 8 {  // &-: the index is at most the count
            let (run, digits) = unsafe leadingDigits(bytes + index)
            // &*, &+: may wrap, as said; the index is at most the count.
            value = value &* yodel_power_of_ten(Int32(truncatingIfNeeded: digits)) &+ run
            index &+= digits
            if digits < 8 { return }
        }
        while index < count {
            let digit = unsafe bytes[index] &- ASCII.zero  // &-: others wrap to above nine
            guard digit <= 9 else { break }
            value = value &* 10 &+ UInt64(digit)  // &*, &+: may wrap, as said
            index &+= 1  // &+=: below the count
        }
    }

    /// The digits that eight bytes begin with.
    ///
    /// - Parameter bytes: Eight bytes.
    /// - Returns: The digits as one integer, and how many they are, from none to eight.
    @unsafe @inline(__always)
    static func leadingDigits(_ bytes: TextPlace) -> (value: UInt64, count: Int) {
        // SAFETY: as the caller says.
        let word = unsafe bytes.word
        let count = othersThanDigits(word).trailingZeroBitCount &>> 3
        // Moved up, the digits are the last of eight, with zeros before them. All eight may go.
        let up = UInt64(truncatingIfNeeded: 64 &- 8 &* count)  // &-, &*: from zero to 64
        return (eightValues((word ^ 0x3030_3030_3030_3030) << up), count)
    }

    /// The value of one to eight digits that eight bytes begin with.
    @unsafe @inline(__always)
    static func digits(_ bytes: TextPlace, _ count: Int) -> UInt64 {
        eightValues(withoutZeros(bytes) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))  // &-, &*: from zero to 56
    }

    /// Reads a number of known length that has digits alone, at most sixteen of them; nil for others.
    ///
    /// - Parameters:
    ///   - text: The first byte of a number by RFC 8259.
    ///   - length: Its bytes, at least one.
    ///   - readable: Bytes that may be looked at. With fewer than eight the number is not read.
    @unsafe @inline(__always)
    static func shortInteger(_ text: TextPlace, _ length: Int, readable: Int) -> Int? {
        guard readable >= 8 && length <= 16 else { return nil }
        // SAFETY: eight bytes are readable; of a longer number, its last eight.
        var first = withoutZeros(text)
        // Of the bytes that a number has (digits + - . e E), those of digits are the only ones without upper bits now.
        let upperBits: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        guard length > 8 else {
            first &<<= UInt64(truncatingIfNeeded: 64 &- 8 &* length)  // &<<, &-, &*: by zero to 56 bits
            return first & upperBits == 0 ? Int(truncatingIfNeeded: eightValues(first)) : nil
        }
        let last = unsafe withoutZeros(text + length - 8)
        guard (first | last) & upperBits == 0 else { return nil }
        first &<<= UInt64(truncatingIfNeeded: 128 &- 8 &* length)  // &<<, &-, &*: by zero to 56 bits
        return Int(truncatingIfNeeded: eightValues(first) &* 100_000_000 &+ eightValues(last))  // &*, &+: sixteen digits
    }

    /// Reads a number that has nineteen to thirty-eight digits and nothing else: eight a step, which do not overflow.
    ///
    /// - Returns: nil for others.
    static func wideInteger(_ text: BorrowedBytes) -> (isNegative: Bool, magnitude: UInt128)? {
        guard let start = text.start, text.count >= 19 else { return nil }
        let isNegative = unsafe start[0] == ASCII.minus
        let first = unsafe start + (isNegative ? 1 : 0)
        let count = text.count &- (isNegative ? 1 : 0)  // &-: of at least nineteen
        guard unsafe count >= 19 && count <= 38 && first[0] != ASCII.zero else { return nil }
        // SAFETY: a word that is read ends with the text at the latest.
        let (one, two) = unsafe (first.word, (first + 8).word)
        var others = othersThanDigits(one) | othersThanDigits(two)
        // &*, &+: sixteen digits.
        let sixteen = eightValues(one ^ NumberWriter.asciiZeros) &* 100_000_000 &+ eightValues(two ^ NumberWriter.asciiZeros)
        var magnitude = UInt128(sixteen)
        var rest = count &- 16  // &-: of at least nineteen
        while rest >= 8 {
            let word = unsafe (first + (count &- rest)).word  // &-: at most the count
            others |= othersThanDigits(word)
            magnitude = magnitude &* 100_000_000 &+ UInt128(eightValues(word ^ NumberWriter.asciiZeros))  // &*, &+: at most 38 digits
            rest &-= 8  // &-=: not less
        }
        if rest > 0 {
            // The last eight bytes, without the values of those that have been read.
            let word = unsafe (first + (count &- 8)).word  // &-: of at least nineteen
            others |= othersThanDigits(word)
            // &*, &-: by eight to 56 bits.
            let values = (word ^ NumberWriter.asciiZeros) & UInt64.max &<< UInt64(truncatingIfNeeded: 64 &- 8 &* rest)
            // &*, &+: at most 38 digits.
            magnitude = magnitude &* UInt128(yodel_power_of_ten(Int32(truncatingIfNeeded: rest))) &+ UInt128(eightValues(values))
        }
        return others == 0 ? (isNegative, magnitude) : nil
    }

    /// Eight bytes without the bits of `0`: those of digits are their values. The first is the lowest.
    @inline(__always)
    private static func withoutZeros(_ bytes: TextPlace) -> UInt64 {
        // SAFETY: as the caller says.
        unsafe bytes.word ^ 0x3030_3030_3030_3030
    }

    /// The top bits of the bytes that are no digits. Without the bits of `0`, a digit is at most nine; 0x76 takes what is more to the top bit.
    @inline(__always)
    private static func othersThanDigits(_ word: UInt64) -> UInt64 {
        let values = word ^ 0x3030_3030_3030_3030
        let raised = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676  // &+: no byte carries, at most 0x7F + 0x76
        return (raised | values) & 0x8080_8080_8080_8080
    }

    /// The value of eight digits, each from zero to nine, the first in the lowest byte.
    @inline(__always)
    private static func eightValues(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits >> 8  // &*, &+: the bytes that count are at most 99
        let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064  // &*: times 100 and, 32 bits up, 1,000,000
        let even = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001  // &*: times 1 and 10,000
        return (odd &+ even) >> 32  // &+: the upper halves add up to eight digits
    }

    /// A number of more than nineteen digits: zeros in front do not count.
    @inline(never)
    private static func scanLong(_ text: BorrowedBytes) -> ScannedNumber? {
        guard let number = NumberText(text) else { return nil }
        let count = number.digitCount
        var place = 0
        while place < count, number.digit(place, in: text) == 0 { place += 1 }
        let end = min(count, place + 19)
        var significand: UInt64 = 0
        while place < end {
            significand = significand * 10 + UInt64(number.digit(place, in: text))
            place += 1
        }
        var isCut = false
        while place < count, !isCut {
            isCut = number.digit(place, in: text) != 0
            place += 1
        }
        return ScannedNumber(isNegative: number.isNegative, significand: significand, exponent: number.wholeDigits - end, isCut: isCut)
    }
}
