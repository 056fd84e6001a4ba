/// A whole number of any length, to write doubles, and what lies between them, without rounding: m x 2^-k is m x 5^k x 10^-k.
///
/// Eighteen decimal digits a limb, the least first.
struct ExactDecimal {
    private static let base: UInt64 = 1_000_000_000_000_000_000
    private var limbs: [UInt64]

    /// - Parameters:
    ///   - factor: Below 2^60.
    ///   - power: What it is multiplied with.
    init(_ factor: UInt64, times power: ExactDecimal) {
        limbs = power.limbs
        var carry: UInt64 = 0
        for index in limbs.indices {
            var (high, low) = limbs[index].multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            low = sum
            if overflow { high += 1 }
            (carry, limbs[index]) = Self.base.dividingFullWidth((high, low))
        }
        if carry > 0 { limbs.append(carry) }
    }

    private init(limbs: [UInt64]) { self.limbs = limbs }

    /// The powers of a small number, from the zeroth on.
    static func powers(of base: UInt64, through exponent: Int) -> [ExactDecimal] {
        var powers = [ExactDecimal(limbs: [1])]
        while powers.count <= exponent { powers.append(ExactDecimal(base, times: powers[powers.count - 1])) }
        return powers
    }

    /// Goes up or down by a number below 10^18; not below zero.
    mutating func add(_ number: Int) {
        if number < 0, limbs.count == 1, limbs[0] < number.magnitude {
            limbs[0] = 0
            return
        }
        var carry = number
        var index = 0
        while carry != 0 {
            if index == limbs.count { limbs.append(0) }
            let sum = Int(limbs[index]) + carry
            (carry, limbs[index]) = sum < 0 ? (-1, UInt64(sum + Int(Self.base))) : (sum >= Self.base ? 1 : 0, UInt64(sum) % Self.base)
            index += 1
        }
    }

    /// The digits, without zeros in front.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(18 * limbs.count)
        for var limb in limbs {
            for _ in 0..<18 {
                digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: limb % 10))
                limb /= 10
            }
        }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        digits.reverse()
        return digits
    }
}
