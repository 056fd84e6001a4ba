import FoundationEssentials

// A scalar is a type of the standard library or Foundation that one token makes. Its conformance says what it is made of and how it is
// written, archived and shown:
//
//     Scalar.swift           what a scalar does
//     Scalar+Numbers.swift   what numbers and Bool have in common
//     ScalarTable.swift      which there are: a line for each kind, and the conformances
//     ScalarTarget.swift     a place in memory that a token is stored to
//     ScalarOutput.swift     what a scalar is written to
//
// The conversion table. `rules` without `converts` are the strict ones: they take a value of the JSON kind that the type has and nothing
// else.
//
// | token   | strict                                         | lenient adds                                                  |
// | string  | String, Substring, Character, Date, URL, …     | numbers and Bool by words or by a whole JSON number           |
// | number  | every number that it is exactly                | fraction cut off for integers; Bool by != 0; strings: its text |
// | boolean | Bool                                           | numbers: 1 and 0; strings: "true" and "false"                 |
// | null    | optionals                                      | numbers and Bool: zero and false; anything else is left alone |

/// A type whose values are each made from one token.
///
/// A reader or a writer knows the kind of a value, gets the kind's type by `ScalarKind.visit`, and calls that type's members.
protocol Scalar: Hashable {
    /// Makes a value of a string's text.
    static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self>

    /// Makes a value of a number's text, which is one by RFC 8259.
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self>

    /// Makes a value of a boolean.
    static func from(boolean value: Bool, _ rules: ScalarRules) -> Conversion<Self>

    /// What null makes where the place is no optional and the rules convert; nil: null makes nothing.
    static var forNull: Self? { get }

    /// Writes the value as JSON.
    func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome

    /// What stands for a value in an archive: the value itself, or a text where most coders have no such value.
    associatedtype Archived: Codable = Self

    /// What stands for the value in an archive.
    var archived: Archived { get }

    /// Makes a value of what stands for it in an archive.
    static func from(archived: Archived) -> Self?

    /// Makes a value of the text of a dictionary's key. Only for integers and strings.
    static func from(key text: String) -> Self?

    /// Whether values are text, of which canonically equivalent ones are equal.
    static var isText: Bool { get }

    /// How a description shows the value.
    var shown: ShownScalar { get }

    /// What a schema says of the values, where no option has a say.
    static var schema: JSONObject { get }

    /// What a schema says of the keys of an object that are made of such values; nil: nothing.
    static var keySchema: JSONObject? { get }

    /// Whether values that are not equal are written as JSON that is not. Not so where digits may be lost: a validator reads numbers as Doubles.
    static var isWrittenUnequal: Bool { get }

    /// How a column has the values.
    static var columnForm: ScalarForm { get }

    /// The value in a column of texts.
    var columnText: String { get }
}

/// How a column has the values of a scalar. It takes most of them as they are in memory: ``fits(_:)`` says which types may have which form.
enum ScalarForm {
    /// `Bool` alone.
    case bit
    /// The value's own bytes: as many bits as it has.
    case integer(bits: Int, isSigned: Bool)
    /// The value's own bytes: as many bits as it has.
    case float(bits: Int)
    /// What `columnText` says, of any type.
    case text
    /// `Data` alone.
    case bytes
    /// `Date` alone.
    case instant
    /// The value's own 16 bytes.
    case identifier
    /// `Decimal` alone.
    case decimal

    /// Whether a column finds in the memory of a type's values what the form says.
    func fits<S: Scalar>(_ type: S.Type) -> Bool {
        switch self {
        case .bit: type == Bool.self
        case .integer(let bits, _): [8, 16, 32, 64].contains(bits) && Self.consists(type, ofBits: bits)
        case .float(let bits): [16, 32, 64].contains(bits) && Self.consists(type, ofBits: bits)
        case .text: true
        case .bytes: type == Data.self
        case .instant: type == Date.self
        case .identifier: Self.consists(type, ofBits: 128)
        case .decimal: type == Decimal.self
        }
    }

    /// Whether a value is so many bits, and refers to nothing.
    private static func consists<S: Scalar>(_ type: S.Type, ofBits bits: Int) -> Bool {
        MemoryLayout<S>.size * 8 == bits && _isPOD(type)
    }
}

/// What one token makes of a scalar's type.
enum Conversion<Value> {
    case made(Value)
    /// The token stands for null.
    case null
    /// The token makes no value.
    case refused(Verdict)

    /// A value, or what there is to say where there is none.
    @inline(__always)
    init(_ value: Value?, else verdict: Verdict) {
        self = if let value { .made(value) } else { .refused(verdict) }
    }
}

/// How a description shows a scalar.
enum ShownScalar {
    /// As it is.
    case plain(String)
    /// In quotes.
    case text(String)
    /// As its bytes.
    case data(Data)
}

// What most scalars have in common. What a schema and a column say of the values has no default: each says it.

extension Scalar {
    static func from(number text: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Self> { .refused(.typeMismatch) }
    static func from(boolean value: Bool, _ rules: ScalarRules) -> Conversion<Self> { .refused(.typeMismatch) }
    static var forNull: Self? { nil }
    static func from(key text: String) -> Self? { nil }
    static var isText: Bool { false }
    var shown: ShownScalar { .plain(String(describing: self)) }
    static var keySchema: JSONObject? { nil }
    var columnText: String { String(describing: self) }
}

extension Scalar where Archived == Self {
    var archived: Self { self }
    static func from(archived: Self) -> Self? { archived }
}
