// Scalars. A number has been read when the text was: most often its digits and its power of ten are all there is to know. The others are read again from
// the text, and are what Foundation makes of them, to the letter:
//   - an integer may be written with a fraction of zeros or an exponent; it goes through a Double, or beyond 2^53 through a decimal;
//   - a floating point number that is not zero must not become zero or infinite.

extension CodableDocument {
    /// Reads a string.
    @inline(__always)
    func string(_ value: Int, in container: Int) throws -> String {
        let token = self[value]
        guard token.isString else { throw mismatch(String.self, value, in: container) }
        return string(token)
    }

    /// Reads a string that will be compared or hashed.
    @inline(__always)
    func comparableString(_ value: Int, in container: Int) throws -> String {
        let token = self[value]
        guard token.isString else { throw mismatch(String.self, value, in: container) }
        return comparable(token)
    }

    /// Reads a Boolean.
    @inline(__always)
    func bool(_ value: Int, in container: Int) throws -> Bool {
        switch self[value].kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(Bool.self, value, in: container, takesNull: !isInModel)
        }
    }

    /// Reads an integer.
    @inline(__always)
    func integer<T: FixedWidthInteger & Sendable>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        let token = self[value]
        if token.head & (7 | CodableToken.plain) == CodableToken.Kind.number.rawValue | CodableToken.plain {
            let magnitude = Int64(bitPattern: token.word)  // eighteen digits are below 2^63
            let short = token.head & CodableToken.negative != 0 ? 0 &- magnitude : magnitude  // &-: far from the least Int64
            if let integer = T(exactly: short) { return integer }
        }
        return try otherInteger(type, value, in: container)
    }

    @inline(never)
    private func otherInteger<T: FixedWidthInteger & Sendable>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        let token = self[value]
        guard token.isNumber else { throw mismatch(type, value, in: container) }
        let text = written(number: token)
        let isPlain = !text.contains { $0 == ASCII.point || $0 | ASCII.caseBit == ASCII.lowerE }
        if isPlain, case .exact(let integer) = NumberParser.integer(text, as: type) { return integer }
        if isInModel {
            guard let integer = JSONNumber(unchecked: String(known: text, isASCII: true)).integer(as: type) else {
                throw unfit(type, value, in: container)
            }
            return integer
        }
        guard let double = NumberParser.double(text), let rounded = T(exactly: double) else {
            throw unfit(type, value, in: container)
        }
        if double.magnitude < 0x1p53 { return rounded }
        // A decimal whose digits are at most 64 bits, its fraction cut off.
        guard Self.hasShortDigits(text) else { throw unfit(type, value, in: container) }
        switch NumberParser.integer(text, as: type) {
        case .exact(let integer), .truncated(let integer):
            guard UInt64(exactly: integer.magnitude) != nil else { throw unfit(type, value, in: container) }
            return integer
        case .outOfRange: throw unfit(type, value, in: container)
        }
    }

    /// Whether the digits of a number, without the zeros at their end, are an integer of 64 bits.
    private static func hasShortDigits(_ text: BorrowedBytes) -> Bool {
        var (digits, zeros): (UInt64, Int) = (0, 0)
        for index in 0..<text.count {
            let byte = text[index]
            if byte | ASCII.caseBit == ASCII.lowerE { break }
            let digit = byte &- ASCII.zero  // &-: others wrap to above nine
            guard digit <= 9 else { continue }
            zeros += 1
            guard digit > 0 else { continue }
            while zeros > 0 {
                let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
                if overflows { return false }
                digits = product
                zeros = digits == 0 ? 0 : zeros - 1
            }
            let (sum, overflows) = digits.addingReportingOverflow(UInt64(digit))
            if overflows { return false }
            digits = sum
        }
        return true
    }

    /// Reads a Double.
    @inline(__always)
    func double(_ value: Int, in container: Int) throws -> Double {
        let token = self[value]
        guard let double = self.double(token) else { return try otherDouble(value, in: container) }
        return double
    }

    /// The Double that an exact number is; nil for every other entry, and for what is too large or too small.
    @inline(__always)
    func double(_ token: CodableToken) -> Double? {
        guard token.head & (7 | CodableToken.exact) == CodableToken.Kind.number.rawValue | CodableToken.exact else { return nil }
        let double = NumberParser.nearestDouble(token.word, token.exponent)
        guard double.isFinite && (double != 0 || token.word == 0) else { return nil }
        return token.head & CodableToken.negative != 0 ? -double : double
    }

    @inline(never)
    private func otherDouble(_ value: Int, in container: Int) throws -> Double {
        try real(value, in: container) { NumberParser.double($0) }
    }

    /// Reads a Float, rounded once.
    @inline(never)
    func float(_ value: Int, in container: Int) throws -> Float {
        try real(value, in: container) { NumberParser.float($0) }
    }

    private func real<T: BinaryFloatingPoint>(
        _ value: Int, in container: Int, _ parse: (BorrowedBytes) -> T?
    ) throws -> T {
        let token = self[value]
        if token.isNumber {
            let text = written(number: token)
            guard let real = parse(text), real != 0 || isInModel || Self.isZero(text) else {
                throw unfit(T.self, value, in: container)
            }
            return real
        }
        if token.isString, isInModel, model.scalars.contains(.nonFinite), let value = Words.nonFinite(written(token)) { return T(value) }
        if token.isString, token.head & CodableToken.escaped == 0,
            case .convertFromString(let positive, let negative, let nan) = rules.floatStrategy
        {
            // By their bytes.
            let text = UTF8Key(string(token))
            if text == UTF8Key(positive) { return .infinity }
            if text == UTF8Key(negative) { return -.infinity }
            if text == UTF8Key(nan) { return .nan }
        }
        throw mismatch(T.self, value, in: container)
    }

    /// Whether a number has no digit but zeros before its exponent.
    private static func isZero(_ text: BorrowedBytes) -> Bool {
        for index in 0..<text.count {
            let byte = text[index]
            if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") { return false }
            if byte | ASCII.caseBit == ASCII.lowerE { return true }
        }
        return true
    }
}
