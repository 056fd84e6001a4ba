import FoundationEssentials

// Which scalars there are. The table has a line for each kind, and each type one conformance.

extension ScalarKind {
    /// Calls a visitor with the type that the kind stands for.
    @inline(__always)
    func visit<V: ScalarVisitor & ~Copyable>(_ visitor: inout V, _ input: V.Input) -> V.Output {
        switch self {
        case .bool: visitor.visit(Bool.self, input)
        case .int: visitor.visit(Int.self, input)
        case .int8: visitor.visit(Int8.self, input)
        case .int16: visitor.visit(Int16.self, input)
        case .int32: visitor.visit(Int32.self, input)
        case .int64: visitor.visit(Int64.self, input)
        case .int128: visitor.visit(Int128.self, input)
        case .uint: visitor.visit(UInt.self, input)
        case .uint8: visitor.visit(UInt8.self, input)
        case .uint16: visitor.visit(UInt16.self, input)
        case .uint32: visitor.visit(UInt32.self, input)
        case .uint64: visitor.visit(UInt64.self, input)
        case .uint128: visitor.visit(UInt128.self, input)
        case .float16: visitor.visit(Float16.self, input)
        case .float: visitor.visit(Float.self, input)
        case .double: visitor.visit(Double.self, input)
        case .string: visitor.visit(String.self, input)
        case .substring: visitor.visit(Substring.self, input)
        case .character: visitor.visit(Character.self, input)
        case .date: visitor.visit(Date.self, input)
        case .data: visitor.visit(Data.self, input)
        case .url: visitor.visit(URL.self, input)
        case .uuid: visitor.visit(UUID.self, input)
        case .decimal: visitor.visit(Decimal.self, input)
        }
    }
}

// MARK: Bool

extension Bool: Scalar {
    @inline(__always)
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Bool> {
        guard rules.contains(.converts) else { return .refused(.typeMismatch) }
        if rules.contains(.refusesLoss) {
            return switch NumberParser.integer(text, as: Int8.self) {
            case .exact(0): .made(false)
            case .exact(1): .made(true)
            case .exact, .truncated, .outOfRange: .refused(.lossy)
            }
        }
        // Any digit other than zero before the exponent.
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return .made(mantissa.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") })
    }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Bool> {
        from(numberText: bytes, rules)
    }

    static func from(boolean value: Bool, _ rules: ScalarRules) -> Conversion<Bool> { .made(value) }

    static var forNull: Bool? { false }
    static var schema: JSONObject { ["type": "boolean"] }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .bit }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        output.boolean(self)
        return .written
    }
}

// MARK: Integers

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

// Most coders have no integers of 128 bits.

extension Int128: Scalar {
    var archived: String { String(self) }
    static func from(archived: String) -> Int128? { Int128(archived) }
}

extension UInt128: Scalar {
    var archived: String { String(self) }
    static func from(archived: String) -> UInt128? { UInt128(archived) }
}

// MARK: Numbers with a fraction

extension Float16: Scalar {
    static var schema: JSONObject { schema(upTo: greatestFiniteMagnitude.description) }

    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Float16> {
        let value = Float16(String(decoding: text, as: UTF8.self))
        return Conversion(value.flatMap { $0.isFinite ? $0 : nil }, else: .outOfRange)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        guard isFinite else { return .notFinite }
        output.number(description)
        return .written
    }
}

extension Float: Scalar {
    static var schema: JSONObject { schema(upTo: greatestFiniteMagnitude.description) }

    @inline(__always)
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Float> {
        Conversion(NumberParser.float(text), else: .outOfRange)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        guard isFinite else { return .notFinite }
        output.finite(self)
        return .written
    }
}

extension Double: Scalar {
    // A validator reads numbers as Doubles, or knows no limit that a Double has.
    static var schema: JSONObject { ["type": "number"] }

    @inline(__always)
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Double> {
        Conversion(NumberParser.double(text), else: .outOfRange)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        guard isFinite else { return .notFinite }
        output.finite(self)
        return .written
    }
}

extension Decimal: Scalar {
    static var schema: JSONObject { schema(upTo: "340282366920938463463374607431768211455e+127") }
    static var isWrittenUnequal: Bool { false }
    static var columnForm: ScalarForm { .decimal }

    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Decimal> {
        Conversion(NumberParser.decimal(text, rounds: rules.contains(.roundsDecimals)), else: .outOfRange)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        guard isFinite else { return .notFinite }
        output.finite(self)
        return .written
    }
}

// MARK: Text

extension Scalar where Self: StringProtocol {
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> {
        rules.contains(.converts) ? .made(Self(decoding: text, as: UTF8.self)) : .refused(.typeMismatch)
    }

    static func from(boolean value: Bool, _ rules: ScalarRules) -> Conversion<Self> {
        rules.contains(.converts) ? .made(value ? "true" : "false") : .refused(.typeMismatch)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        output.string(String(self))
        return .written
    }

    static var isText: Bool { true }
    var shown: ShownScalar { .text(String(self)) }
}

extension String: Scalar {
    static var schema: JSONObject { ["type": "string"] }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .text }

    @inline(__always)
    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<String> {
        .made(String(valid: bytes))
    }

    static func from(key text: String) -> String? { text }
}

extension Substring: Scalar {
    static var schema: JSONObject { String.schema }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .text }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Substring> {
        .made(Substring(String(valid: bytes)))
    }

    var archived: String { String(self) }
    static func from(archived: String) -> Substring? { Substring(archived) }
}

extension Character: Scalar {
    static var schema: JSONObject { ["type": "string", "minLength": 1] }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .text }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Character> {
        Conversion(from(archived: String(valid: bytes)), else: .invalidValue)
    }

    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Character> {
        guard rules.contains(.converts) && text.count == 1 else { return .refused(.typeMismatch) }
        return .made(Character(Unicode.Scalar(text[0])))
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        output.string(String(self))
        return .written
    }

    var archived: String { String(self) }
    static func from(archived: String) -> Character? { archived.count == 1 ? archived.first : nil }
    static var isText: Bool { true }
    var shown: ShownScalar { .text(String(self)) }
}

// MARK: Foundation's

extension Date: Scalar {
    static var schema: JSONObject { String.schema }
    static var isWrittenUnequal: Bool { false }
    static var columnForm: ScalarForm { .instant }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Date> {
        if rules.namesDateForms { return named(string: bytes, rules) }
        if let date = DateParser.date(bytes) { return .made(date) }
        guard rules.contains(.converts) && rules.takesEpoch && NumberParser.isNumber(bytes) else { return .refused(.invalidValue) }
        return from(number: bytes, rules)
    }

    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Date> {
        if rules.namesDateForms { return named(number: text, rules) }
        return epoch(text, rules)
    }

    private static func epoch(_ text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Date> {
        guard rules.takesEpoch else { return .refused(.typeMismatch) }
        guard let value = NumberParser.double(text) else { return .refused(.outOfRange) }
        return .made(Date(timeIntervalSince1970: rules.contains(.epochMilliseconds) ? value / 1000 : value))
    }

    /// By the forms that the options name. Apart, so that every other date costs no more.
    @inline(never)
    private static func named(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Date> {
        if let date = rules.dateForms?.date(string: bytes) { return .made(date) }
        guard rules.contains(.converts) && NumberParser.isNumber(bytes) else { return .refused(.invalidValue) }
        let conversion = named(number: bytes, rules)
        // Where no number is a date, it is a text of no form.
        if case .refused(.typeMismatch) = conversion { return .refused(.invalidValue) }
        return conversion
    }

    @inline(never)
    private static func named(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Date> {
        guard let forms = rules.dateForms, forms.takesNumbers else { return epoch(text, rules) }
        return Conversion(forms.date(number: text), else: .outOfRange)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome { output.date(self) }
}

extension Data: Scalar {
    static var schema: JSONObject { String.schema }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .bytes }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Data> {
        if rules.contains(.utf8Data) { return unsafe .made(Data(bytes.buffer)) }
        return Conversion(Base64.data(bytes) ?? Data(base64Encoded: String(valid: bytes)), else: .invalidValue)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome { output.data(self) }

    var shown: ShownScalar { .data(self) }
}

extension URL: Scalar {
    static var schema: JSONObject { ["type": "string", "format": "uri-reference", "minLength": 1] }
    static var columnForm: ScalarForm { .text }
    static var isWrittenUnequal: Bool { false }
    var columnText: String { absoluteString }

    /// Takes text without the white space around it; text that is empty then is no URL.
    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<URL> {
        let text = String(trimming: bytes)
        return text.isEmpty ? .null : Conversion(URL(string: text), else: .invalidValue)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        output.string(absoluteString)
        return .written
    }
}

extension UUID: Scalar {
    static var schema: JSONObject { ["type": "string", "format": "uuid"] }
    static var isWrittenUnequal: Bool { true }
    static var columnForm: ScalarForm { .identifier }

    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<UUID> {
        Conversion(UUIDText.uuid(bytes) ?? UUID(uuidString: String(valid: bytes)), else: .invalidValue)
    }

    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome {
        output.identifier(self)
        return .written
    }
}
