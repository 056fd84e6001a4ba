import Foundation

/// Texts of numbers that are hard to read as a Double.
struct DoubleText {
    enum Kind: String, CaseIterable {
        case shortest = "random bits, shortest text"
        case digits17 = "random bits, 17 digits"
        case digits25 = "random bits, 25 digits"
        case decimal = "1 to 40 random digits"
        case integer = "next to powers of 2 and 10"
        case halfway = "half way between doubles"
        case subnormal = "subnormal"
        case overflow = "near overflow"

        /// Of sixteen texts, how many are of this kind.
        fileprivate var share: Int {
            switch self {
            case .shortest: 4
            case .digits17, .decimal: 3
            case .digits25: 2
            case .integer, .halfway, .subnormal, .overflow: 1
            }
        }

        fileprivate static let shares = allCases.flatMap { [Kind](repeating: $0, count: $0.share) }
    }

    private static let powersOfTwo = ExactDecimal.powers(of: 2, through: 1_023)
    private static let powersOfFive = ExactDecimal.powers(of: 5, through: 1_075)
    private static let powersOfTen = ExactDecimal.powers(of: 10, through: 308)

    private var random: SplitMix64
    private var printed = [CChar](repeating: 0, count: 64)

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func nextKind() -> Kind { random.pick(Kind.shares) }

    /// Writes a number: nearly always one that a Double can hold.
    mutating func write(_ kind: Kind, to text: inout [UInt8]) {
        switch kind {
        case .shortest: text += randomDouble().description.utf8
        case .digits17: print(randomDouble(), "%.16e", to: &text)
        case .digits25: print(randomDouble(), "%.24e", to: &text)
        case .decimal: writeDecimal(to: &text)
        case .integer: writeInteger(to: &text)
        case .halfway: writeHalfway(above: halfwayBase(), to: &text)
        case .subnormal: writeSubnormal(to: &text)
        case .overflow: writeNearOverflow(to: &text)
        }
    }

    // MARK: The kinds

    private mutating func randomDouble() -> Double {
        while true {
            let value = Double(bitPattern: random.next())
            if value.isFinite { return value }
        }
    }

    private mutating func writeDecimal(to text: inout [UInt8]) {
        writeSign(to: &text)
        let count = 1 + random.below(40)
        // Digits before the point: all of them, or some; at least one.
        let whole = random.once(in: 3) ? count : 1 + random.below(count)
        for place in 0..<count {
            if place == whole { text.append(UInt8(ascii: ".")) }
            var digit = random.below(10)
            if place == 0, whole > 1, digit == 0 { digit = 1 }
            text.append(UInt8(ascii: "0") + UInt8(digit))
        }
        if !random.once(in: 4) { text += "e\(random.below(656) - 345)".utf8 }
    }

    private mutating func writeInteger(to text: inout [UInt8]) {
        let power = random.once(in: 2) ? random.pick(Self.powersOfTen) : Self.powersOfTwo[random.below(random.once(in: 2) ? 70 : 1_024)]
        var number = power
        let distance = random.below(1 << random.below(14))
        number.add(random.once(in: 2) ? distance : -distance)
        write(number.digits, exponent: 0, to: &text)
    }

    /// Any Double, but often one whose neighbours are near enough to one that few digits lie between them.
    private mutating func halfwayBase() -> Double {
        if random.once(in: 2) { return abs(randomDouble()) }
        return Double(bitPattern: UInt64(1_023 + 52 - 80 + random.below(110)) << 52 | random.next() >> 12)
    }

    /// The middle between a Double that is not negative and the next one, or what is next to the middle.
    private mutating func writeHalfway(above value: Double, to text: inout [UInt8]) {
        let stored = Int(value.bitPattern >> 52)
        let fraction = value.bitPattern & (1 << 52 - 1)
        let significand = stored == 0 ? fraction : fraction | 1 << 52
        // The middle is (2m + 1) x 2^power.
        let power = max(stored, 1) - 1_076
        var number = ExactDecimal(2 * significand + 1, times: power < 0 ? Self.powersOfFive[-power] : Self.powersOfTwo[power])
        var tail: [UInt8] = []
        switch random.below(4) {
        case 0: break
        case 1: number.add(1)
        case 2: number.add(-1)
        default: tail = [UInt8](repeating: UInt8(ascii: "0"), count: random.below(30)) + [UInt8(ascii: "1")]
        }
        write(number.digits + tail, exponent: min(power, 0) - tail.count, to: &text)
    }

    private mutating func writeSubnormal(to text: inout [UInt8]) {
        let bits = random.next() >> UInt64(12 + random.below(52))
        let value = Double(bitPattern: bits)
        switch random.below(5) {
        case 0: text += value.description.utf8
        case 1: print(value, "%.16e", to: &text)
        case 2: print(value, "%.24e", to: &text)
        case 3: writeHalfway(above: value, to: &text)
        default:
            let digits = ExactDecimal(bits, times: Self.powersOfFive[1_074]).digits
            let kept = 1 + random.below(digits.count)
            write(Array(digits[..<kept]), exponent: digits.count - kept - 1_074, to: &text)
        }
    }

    private mutating func writeNearOverflow(to text: inout [UInt8]) {
        let largest = Double.greatestFiniteMagnitude
        let value = Double(bitPattern: largest.bitPattern - random.next() >> UInt64(12 + random.below(52)))
        switch random.below(4) {
        case 0: print(value, random.once(in: 2) ? "%.16e" : "%.24e", to: &text)
        case 1: writeHalfway(above: value, to: &text)
        case 2: writeHalfway(above: largest, to: &text)
        default:
            text += "1.7976931348623".utf8
            for _ in 0...random.below(25) { text.append(UInt8(ascii: "0") + UInt8(random.below(10))) }
            text += "e308".utf8
        }
    }

    // MARK: Writing

    private mutating func print(_ value: Double, _ format: String, to text: inout [UInt8]) {
        let count = Int(withVaList([value]) { vsnprintf(&printed, printed.count, format, $0) })
        for index in 0..<count { text.append(UInt8(bitPattern: printed[index])) }
    }

    private mutating func writeSign(to text: inout [UInt8]) {
        if random.once(in: 2) { text.append(UInt8(ascii: "-")) }
    }

    /// Writes digits, the first of which is no zero unless it is the only one, times a power of ten in one of three ways.
    private mutating func write(_ digits: [UInt8], exponent: Int, to text: inout [UInt8]) {
        let (zero, point) = (UInt8(ascii: "0"), UInt8(ascii: "."))
        writeSign(to: &text)
        switch random.below(3) {
        case 0 where digits.count > 1:
            text.append(digits[0])
            text.append(point)
            text += digits[1...]
            text += "e\(exponent + digits.count - 1)".utf8
        case 1 where exponent <= 0:
            // Without an exponent.
            let whole = digits.count + exponent
            if whole <= 0 {
                text += [zero, point]
                text += repeatElement(zero, count: -whole)
                text += digits
            } else {
                text += digits[..<whole]
                if whole < digits.count { text.append(point) }
                text += digits[whole...]
            }
        default:
            text += digits
            if exponent != 0 { text += "E\(exponent)".utf8 }
        }
    }
}
