import Synchronization

// The powers of five from 5^-342 to 5^324, each as the 128 bits that its binary form begins with.
//
// That is what Eisel and Lemire's way of rounding multiplies with (NumberParser+Double.swift). The bits behind are dropped; but from 5^-27 to
// 5^-1 the last bit is rounded up, so that a product that is exact with the true power shows it: 5^-1, which is 0.2, is CCCC...CC CCCC...CD.
// Reading needs no power above 5^308; those above are for writing the least numbers (NumberWriter+Double.swift).
//
// The table is worked out once, at the first number that needs it (some 0.1 ms; 10 KB), by school arithmetic on one long number that is
// exact as far as it matters:
//   - upward, 5^n is multiplied by five, 324 times; it needs 753 bits;
//   - downward, 2^1024 is divided by five, 342 times, and the rest dropped. Dropping rests between the steps gives the same as dividing
//     once, so what remains is the whole part of 2^1024 / 5^n, more than 228 bits of it, and the first 128 of those are right.
// Less to read than 1,334 constants, and the tests compare it with published ones.

enum PowersOfFive {
    static let least = -342
    static let greatest = 324

    /// Two words a power, the upper one first.
    ///
    /// The memory belongs to the program and is never freed: a table of constants.
    @safe struct Table: @unchecked Sendable {
        // SAFETY of `@unchecked Sendable`: all words are written before anybody has the table, and never again.
        private let words: ValueRow<UInt64>

        @inline(__always)
        fileprivate init(_ words: ValueRow<UInt64>) { self.words = words }

        /// - Parameter bits: The address of a table.
        @unsafe @inline(__always)
        fileprivate init(bits: UInt) { words = unsafe ValueRow(UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped, Self.count) }

        fileprivate var bits: UInt { unsafe UInt(bitPattern: words.address) }

        @inline(__always)
        subscript(index: Int) -> UInt64 { unsafe words[index] }

        fileprivate static var count: Int { 2 * (greatest - least + 1) }
    }

    /// The table.
    @inline(__always)
    static var words: Table {
        // Every other number asks: that is one load, where a lazy constant is a call.
        let bits = published.load(ordering: .acquiring)
        return bits != 0 ? unsafe Table(bits: bits) : publish()
    }

    /// The address of the table, once it is made.
    private static let published = Atomic<UInt>(0)

    @inline(never)
    private static func publish() -> Table {
        published.store(made.bits, ordering: .releasing)
        return made
    }

    private static let made: Table = {
        let words = ValueRow<UInt64>.allocate(Table.count)
        // The loops below write every word; the offsets are those of the powers from the least to the greatest.
        func put(_ upper: UInt64, _ lower: UInt64, _ power: Int) {
            unsafe (words + 2 * (power - least)).put(upper)
            unsafe (words + (2 * (power - least) + 1)).put(lower)
        }
        var number = LongNumber(bit: 0)
        for power in 0...greatest {
            let (upper, lower) = number.leadingBits
            put(upper, lower, power)
            number.multiplyByFive()
        }
        number = LongNumber(bit: 1024)
        for power in stride(from: -1, through: least, by: -1) {
            number.divideByFive()
            let (upper, lower) = number.leadingBits
            // The lower word is never all ones where it is rounded up; a carry would trap.
            put(upper, power >= -27 ? lower + 1 : lower, power)
        }
        return Table(words)
    }()

    /// A number of 1,088 bits.
    private struct LongNumber {
        /// The lowest word first.
        private var words = [UInt64](repeating: 0, count: 17)

        init(bit: Int) {
            words[bit / 64] = 1 << UInt64(bit % 64)
        }

        mutating func multiplyByFive() {
            var carry: UInt64 = 0
            for index in words.indices {
                let product = words[index].multipliedFullWidth(by: 5)
                let (low, overflow) = product.low.addingReportingOverflow(carry)
                words[index] = low
                carry = product.high + (overflow ? 1 : 0)
            }
            precondition(carry == 0)
        }

        mutating func divideByFive() {
            var rest: UInt64 = 0
            for index in words.indices.reversed() {
                (words[index], rest) = UInt64(5).dividingFullWidth((rest, words[index]))
            }
        }

        /// The 128 bits from the highest that is set.
        var leadingBits: (upper: UInt64, lower: UInt64) {
            guard let top = words.lastIndex(where: { $0 != 0 }) else { return (0, 0) }
            let shift = words[top].leadingZeroBitCount
            func word(_ index: Int) -> UInt64 { index >= 0 ? words[index] : 0 }
            // A shift by 64, where `shift` is zero, gives zero in Swift.
            func joined(_ index: Int) -> UInt64 { word(index) << shift | word(index - 1) >> (64 - shift) }
            return (joined(top), joined(top - 1))
        }
    }
}
