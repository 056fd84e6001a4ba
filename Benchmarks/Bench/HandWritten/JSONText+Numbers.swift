extension Int: WrittenByHand {
    @inline(__always)
    func write(to text: inout JSONText) {
        text.write(24) { to in
            guard self < 0 else { return JSONText.digits(magnitude, to: to) }
            to[0] = UInt8(ascii: "-")
            return 1 + JSONText.digits(magnitude, to: to + 1)
        }
    }
}

extension Bool: WrittenByHand {
    @inline(__always)
    func write(to text: inout JSONText) {
        if self { text.append("true") } else { text.append("false") }
    }
}

extension Double: WrittenByHand {
    /// Numbers of at most three digits behind the point, which is what logs and prices have, are written as integers; others as Swift does.
    func write(to text: inout JSONText) {
        let thousandths = (magnitude * 1_000).rounded()
        // Below 10^15 no two such numbers are the same Double, so none with fewer digits is either. A negative zero is not written so.
        guard thousandths < 1e15, thousandths / 1_000 == magnitude, self > 0 || self < 0 else {
            var digits = description
            digits.withUTF8 { digits in
                text.write(digits.count) { to in
                    if let base = digits.baseAddress { to.update(from: base, count: digits.count) }
                    return digits.count
                }
            }
            return
        }
        // Three zeros or less have to be taken off, but for one behind the point.
        text.write(32) { JSONText.decimal(UInt(thousandths), isNegative: self < 0, to: $0) }
    }
}

extension JSONText {
    /// The numbers from 00 to 99: two digits at a time take half of the divisions.
    private static let pairs: StaticString = """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """

    /// Writes a number; returns how many digits it has.
    @inline(__always)
    fileprivate static func digits(_ value: UInt, to: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 10 {
            to[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
            return 1
        }
        return longDigits(value, to: to)
    }

    @inline(never)
    private static func longDigits(_ value: UInt, to: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 2
        var limit: UInt = 100
        while value >= limit {
            count += 1
            let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
            if overflow { break }
            limit = next
        }
        var rest = value
        var place = count
        while rest >= 10 {
            place -= 2
            let pair = Int(truncatingIfNeeded: rest % 100) * 2
            to[place] = pairs.utf8Start[pair]
            to[place + 1] = pairs.utf8Start[pair + 1]
            rest /= 100
        }
        if place > 0 { to[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
        return count
    }

    /// Writes a number of thousandths with one to three digits behind the point; returns how many bytes it has.
    fileprivate static func decimal(_ thousandths: UInt, isNegative: Bool, to: UnsafeMutablePointer<UInt8>) -> Int {
        to[0] = UInt8(ascii: "-")
        var count = isNegative ? 1 : 0
        count += digits(thousandths / 1_000, to: to + count)
        let fraction = thousandths % 1_000
        to[count] = UInt8(ascii: ".")
        to[count + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100)
        to[count + 2] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 10 % 10)
        to[count + 3] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)
        return count + (fraction % 100 == 0 ? 2 : fraction % 10 == 0 ? 3 : 4)
    }
}
