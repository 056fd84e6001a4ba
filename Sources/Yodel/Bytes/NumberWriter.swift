internal import CScan

// Numbers as decimal text, eight digits a step.
//
// Eight digits are worked out side by side in one word, without a table: the number is cut in two halves of four digits, these in four of
// two, these in eight of one, and each cut is one multiplication for all parts of the word.
//
//     12345678  ->  1234 5678  ->  12 34 56 78  ->  1 2 3 4 5 6 7 8       the first digit in the lowest byte
//
// Zeros in front are then zero bytes at the low end of the word: counting its trailing zero bits says how many there are, and one shift
// takes them off. So nothing has to count digits beforehand.
//
// Words are stored whole, so bytes behind the text may be written too: whoever calls keeps the room that `maximumIntegerBytes` says.

/// Writes numbers as ASCII. Every function returns how many bytes the text has.
enum NumberWriter {
    /// The room that an integer of any type needs, the bytes that are written behind its text included.
    static let maximumIntegerBytes = 40

    /// Writes an integer. Needs room for `maximumIntegerBytes`, whatever the value.
    @inline(__always)
    static func write(_ value: Int64, to target: OutputPlace) -> Int {
        guard value < 0 else { return write(UInt64(bitPattern: value), to: target) }
        unsafe target.put(ASCII.minus)
        return unsafe write(value.magnitude, to: target + 1) &+ 1  // &+: at most nineteen digits
    }

    /// Writes an integer. Needs room for `maximumIntegerBytes`, whatever the value.
    @inline(__always)
    static func write(_ value: UInt64, to target: OutputPlace) -> Int {
        if value < 10 {
            // SAFETY: there is room for more than one.
            unsafe target.put(ASCII.zero | UInt8(truncatingIfNeeded: value))
            return 1
        }
        if value < 100_000_000 { return writeShort(value, to: target) }
        guard value < 1_000_000_000 else { return writeLong(value, to: target) }
        // Nine digits: so many have the numbers that many things are known by.
        let first = value / 100_000_000
        unsafe target.put(ASCII.zero | UInt8(truncatingIfNeeded: first))
        unsafe target.store(digits(value &- 100_000_000 &* first) | asciiZeros, at: 1)  // &-, &*: the remainder
        return 9
    }

    /// Writes an integer. Needs room for `maximumIntegerBytes`, whatever the value.
    static func write(_ value: Int128, to target: OutputPlace) -> Int {
        guard value < 0 else { return write(UInt128(bitPattern: value), to: target) }
        unsafe target.put(ASCII.minus)
        return unsafe write(value.magnitude, to: target + 1) + 1
    }

    /// Writes an integer. Needs room for `maximumIntegerBytes`, whatever the value.
    static func write(_ value: UInt128, to target: OutputPlace) -> Int {
        if let short = UInt64(exactly: value) { return write(short, to: target) }
        // 2^128 has 39 digits. SAFETY: the first part, which has at most 23 of them, is stored before those behind it.
        let (first, last) = value.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
        var length = write(first, to: target)
        let lower = UInt64(truncatingIfNeeded: last)
        unsafe writeSixteen(lower / 100_000_000, lower % 100_000_000, to: target + length)
        length += 16
        return length
    }

    /// Writes a number of one to eight digits.
    @inline(__always)
    private static func writeShort(_ value: UInt64, to target: OutputPlace) -> Int {
        let digits = digits(value)
        let zeros = digits.trailingZeroBitCount & ~7
        // SAFETY: eight bytes, of which the last are no digits; there is room for forty.
        unsafe target.store((digits | asciiZeros) &>> UInt64(truncatingIfNeeded: zeros))  // &>>: not zero, so by less than 64
        return 8 &- zeros >> 3  // &-: at most seven zeros
    }

    /// Writes a number of nine to twenty digits.
    @inline(never)
    private static func writeLong(_ value: UInt64, to target: OutputPlace) -> Int {
        let first = value / 100_000_000
        let rest = value &- 100_000_000 &* first  // &-, &*: the remainder
        guard first < 100_000_000 else {
            let length = writeShort(first / 100_000_000, to: target)
            // SAFETY: sixteen digits behind at most four.
            unsafe writeSixteen(first % 100_000_000, rest, to: target + length)
            return length &+ 16  // &+: at most twenty in all
        }
        let digits = yodel_digits_of(first, rest)
        let zeros = digits.first.trailingZeroBitCount & ~7
        // SAFETY: the second store begins behind the digits of the first, at the eighth byte at most.
        unsafe target.store((digits.first | asciiZeros) &>> UInt64(truncatingIfNeeded: zeros))  // &>>: not zero, so by less than 64
        let length = 8 &- zeros >> 3  // &-: at most seven zeros
        unsafe target.store(digits.second | asciiZeros, at: length)
        return length &+ 8  // &+: as before
    }

    /// Sixteen digits, zeros in front included, of two numbers of eight.
    @inline(__always)
    private static func writeSixteen(_ first: UInt64, _ second: UInt64, to target: OutputPlace) {
        let digits = yodel_digits_of(first, second)
        unsafe target.store(digits.first | asciiZeros)
        unsafe target.store(digits.second | asciiZeros, at: 8)
    }

    // MARK: Words of eight digits

    /// What makes ASCII of eight digits.
    static var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The eight digits of a number below 100,000,000, zeros in front included, as values from 0 to 9: the first in the lowest byte.
    ///
    /// What does not check: no part of the word grows out of its bits, as the comments say.
    @inline(__always)
    static func digits(_ value: UInt64) -> UInt64 {
        assert(value < 100_000_000)
        // For the compiler, which divides what has 32 bits in fewer steps.
        let value = UInt64(UInt32(truncatingIfNeeded: value))
        // Two parts of 32 bits, each below 10,000.
        let upper = value / 10_000
        let halves = upper | (value &- 10_000 &* upper) << 32
        // Four of 16 bits, each below 100: 10486 / 2^20 is 1 / 100, near enough below 10,000. The products have 27 bits.
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (halves &- 100 &* hundreds) << 16
        // Eight of 8 bits: 103 / 2^10 is 1 / 10, near enough below 100. The products have 14 bits.
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (pairs &- 10 &* tens) << 8
    }
}
