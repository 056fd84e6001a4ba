// What numbers have in common, and `Bool` with them. Numbers and integers have no protocols of their own: whenever a plan asks whether a type
// conforms to something, the runtime looks at every conformance of the process.

extension Scalar where Self: Numeric {
    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> {
        from(numberText: bytes, rules)
    }

    @inline(__always)
    static func from(boolean value: Bool, _ rules: ScalarRules) -> Conversion<Self> {
        rules.contains(.converts) ? .made(value ? 1 : 0) : .refused(.typeMismatch)
    }

    static var forNull: Self? { 0 }
}

extension Scalar {
    /// A number or a Bool of a string: one of the words, or a whole JSON number.
    static func from(numberText bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> {
        guard rules.contains(.converts) else { return .refused(.typeMismatch) }
        switch Words.match(bytes) {
        case .truth(let value): return from(boolean: value, rules)
        case .null: return .null
        case nil: return NumberParser.isNumber(bytes) ? from(number: bytes, rules) : .refused(.invalidValue)
        }
    }
}

/// Integers of any width.
extension Scalar where Self: FixedWidthInteger & Sendable {
    @inline(__always)
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> {
        switch NumberParser.integer(text, as: Self.self) {
        case .exact(let value): .made(value)
        case .truncated(let value):
            if rules.contains(.converts) {
                rules.contains(.refusesLoss) ? .refused(.lossy) : .made(value)
            } else {
                .refused(.typeMismatch)
            }
        case .outOfRange: .refused(.outOfRange)
        }
    }

    @inline(__always)
    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        // Which of them it is, the compiler knows for each type.
        if Self.bitWidth > 64 {
            Self.isSigned ? output.integer(Int128(self)) : output.integer(UInt128(self))
        } else if Self.isSigned || Self.bitWidth < 64 {
            output.integer(Int64(self))
        } else {
            output.integer(UInt64(self))
        }
        return .written
    }

    static func from(key text: String) -> Self? { Self(text) }

    static var schema: JSONObject { ["type": "integer", "minimum": .number(JSONNumber(min)), "maximum": .number(JSONNumber(max))] }

    /// The texts of the integers, and of some that have as many digits.
    static var keySchema: JSONObject? {
        ["pattern": .string("^\(isSigned ? "-?" : "")(0|[1-9][0-9]{0,\(String(max).utf8.count - 1)})$")]
    }

    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { bitWidth > 64 ? .text : .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Scalar where Self: BinaryFloatingPoint {
    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> {
        let conversion = from(numberText: bytes, rules)
        guard case .refused = conversion, rules.contains(.nonFinite), let value = Words.nonFinite(bytes) else { return conversion }
        return .made(Self(value))
    }

    static var isWrittenUnequal: Bool { false }
    static var columnForm: ScalarForm { .float(bits: MemoryLayout<Self>.size * 8) }
}

extension Scalar {
    /// The schema of numbers up to a finite one, which is given as it is written.
    static func schema(upTo limit: String) -> JSONObject {
        ["type": "number", "minimum": .number(JSONNumber(unchecked: "-" + limit)), "maximum": .number(JSONNumber(unchecked: limit))]
    }
}
