import Foundation

@testable import Yodel
@testable import YodelTestSupport

// The columns of the conversion matrix: one per type of value, with what a place of the type holds before a decode. A column is an enum
// that names the type, so that types without a protocol of their own (`Any?`) have a column too, and one type can have two.

/// One type of value.
protocol MatrixType: SendableMetatype {
    associatedtype Value
    /// What a property holds before: neither a default nor anything that the table stores.
    static var before: Value { get }
    /// JSON that fits under all rules: the neighbours of the element under test.
    static var good: String { get }
    /// What `good` makes, as `shown` writes it.
    static var goodShown: String { get }
    static func shown(_ value: Value) -> String
}

extension MatrixType {
    static func shown(_ value: Value) -> String { shownPlainly(value) }
}

/// A value as text; different values of one type have different texts.
func shownPlainly(_ value: Any) -> String {
    switch value {
    case let date as Date: return "\(date.timeIntervalSince1970)"
    case let data as Data: return data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    case let url as URL: return url.absoluteString
    case let json as JSONValue: return json.text
    case let set as Set<Int>: return "\(set.sorted())"
    default:
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return "\(value)" }
        return mirror.children.first.map { shownPlainly($0.value) } ?? "nil"
    }
}

/// A value whose type is not known beforehand, as its type and its text.
func shownWithType(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { shownWithType($0.value) } ?? "nil" }
    if let array = value as? [Any] { return "[" + array.map(shownWithType).joined(separator: ", ") + "]" }
    if let object = value as? [String: Any] {
        return "{" + object.sorted { $0.key < $1.key }.map { "\($0): \(shownWithType($1))" }.joined(separator: ", ") + "}"
    }
    return "\(type(of: value)) \(shownPlainly(value))"
}

// MARK: Types

extension MatrixColumn {
    enum Maybe<S: MatrixType>: MatrixType {
        static var before: S.Value? { S.before }
        static var good: String { S.good }
        static var goodShown: String { S.goodShown }
        static func shown(_ value: S.Value?) -> String { value.map(S.shown) ?? "nil" }
    }

    enum Whole<T: FixedWidthInteger & Sendable>: MatrixType {
        static var before: T { 42 }
        static var good: String { "9" }
        static var goodShown: String { "9" }
    }

    enum Real<T: BinaryFloatingPoint & Sendable>: MatrixType {
        static var before: T { 42 }
        static var good: String { "9" }
        static var goodShown: String { "9.0" }
    }

    /// Bool has two values, so one column for either of them: what is kept shows in one of the two.
    enum WasTrue: MatrixType {
        static var before: Bool { true }
        static var good: String { "false" }
        static var goodShown: String { "false" }
    }

    enum WasFalse: MatrixType {
        static var before: Bool { false }
        static var good: String { "true" }
        static var goodShown: String { "true" }
    }

    enum OfString: MatrixType {
        static var before: String { "was" }
        static var good: String { #""good""# }
        static var goodShown: String { "good" }
    }

    enum OfSubstring: MatrixType {
        static var before: Substring { "was" }
        static var good: String { #""good""# }
        static var goodShown: String { "good" }
    }

    enum OfCharacter: MatrixType {
        static var before: Character { "w" }
        static var good: String { #""g""# }
        static var goodShown: String { "g" }
    }

    enum OfDate: MatrixType {
        static var before: Date { Date(timeIntervalSince1970: 42) }
        static var good: String { #""2001-01-01""# }
        static var goodShown: String { "978307200.0" }
    }

    enum OfData: MatrixType {
        static var before: Data { Data([42]) }
        static var good: String { #""CQ==""# }
        static var goodShown: String { "09" }
    }

    enum UTF8Data: MatrixType {
        static var before: Data { Data([42]) }
        static var good: String { #""good""# }
        static var goodShown: String { "676f6f64" }
    }

    enum OfURL: MatrixType {
        static var before: URL { URL(string: "was:it")! }
        static var good: String { #""https://good""# }
        static var goodShown: String { "https://good" }
    }

    enum OfUUID: MatrixType {
        static var before: UUID { UUID(uuidString: "00000000-0000-0000-0000-000000000042")! }
        static var good: String { #""00000000-0000-0000-0000-000000000009""# }
        static var goodShown: String { "00000000-0000-0000-0000-000000000009" }
    }

    enum OfDecimal: MatrixType {
        static var before: Decimal { 42 }
        static var good: String { "9" }
        static var goodShown: String { "9" }
    }

    enum OfJSON: MatrixType {
        static var before: JSONValue { "was" }
        static var good: String { "9" }
        static var goodShown: String { "9" }
    }

    enum OfRawJSON: MatrixType {
        static var before: RawJSON { RawJSON("was") }
        static var good: String { "9" }
        static var goodShown: String { "9" }
    }

    enum OfAny: MatrixType {
        static var before: Any? { "was" }
        static var good: String { "9" }
        static var goodShown: String { "Int 9" }
        static func shown(_ value: Any?) -> String { shownWithType(value as Any) }
    }

    enum AnyList: MatrixType {
        static var before: [Any] { ["was"] }
        static var good: String { "[9]" }
        static var goodShown: String { "[Int 9]" }
        static func shown(_ value: [Any]) -> String { shownWithType(value) }
    }

    enum AnyTable: MatrixType {
        static var before: [String: Any] { ["was": 42] }
        static var good: String { #"{"good":9}"# }
        static var goodShown: String { "{good: Int 9}" }
        static func shown(_ value: [String: Any]) -> String { shownWithType(value) }
    }

    enum Level: Int, MatrixType {
        case zero = 0
        case one = 1
        case seven = 7
        case twelve = 12
        case nine = 9
        case was = 42
        static var before: Level { .was }
        static var good: String { "9" }
        static var goodShown: String { "nine" }
    }

    enum Colour: String, MatrixType {
        case yes = "YES"
        case truth = "true"
        case seven = "7"
        case fine, was
        static var before: Colour { .was }
        static var good: String { #""fine""# }
        static var goodShown: String { "fine" }
    }

    enum Cases: DescribedEnum, MatrixType {
        case fine, was
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.add("fine", value: .fine) { $0 == .fine }
            cases.add("was", value: .was) { $0 == .was }
        }
        static var before: Cases { .was }
        static var good: String { #""fine""# }
        static var goodShown: String { "fine" }
    }

    struct MatrixStruct: Model, MatrixType, CustomStringConvertible {
        var a = 5
        var description: String { "struct \(a)" }
        static var before: MatrixStruct { MatrixStruct(a: 42) }
        static var good: String { #"{"a":9}"# }
        static var goodShown: String { "struct 9" }
    }

    final class MatrixClass: Model, MatrixType, CustomStringConvertible {
        var a = 5
        init() {}
        var description: String { "class \(a)" }
        static var before: MatrixClass {
            let instance = MatrixClass()
            instance.a = 42
            return instance
        }
        static var good: String { #"{"a":9}"# }
        static var goodShown: String { "class 9" }
    }

    final class MatrixBoxed: BaseModel, MatrixType, CustomStringConvertible {
        let a: Int
        struct Stored: BaseModel {
            let a: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a, default: 5)
                return ModelForm(properties)
            }
        }
        init(_ a: Int) { self.a = a }
        static var modelForm: ModelForm {
            ModelForm { (stored: Stored) in
                MatrixBoxed(stored.a)
            } stored: {
                Stored(a: $0.a)
            }
        }
        var description: String { "boxed \(a)" }
        static var before: MatrixBoxed { MatrixBoxed(42) }
        static var good: String { #"{"a":9}"# }
        static var goodShown: String { "boxed 9" }
    }

    enum IntList: MatrixType {
        static var before: [Int] { [42] }
        static var good: String { "[9]" }
        static var goodShown: String { "[9]" }
    }

    enum IntSet: MatrixType {
        static var before: Set<Int> { [42] }
        static var good: String { "[9]" }
        static var goodShown: String { "[9]" }
    }

    enum IntTable: MatrixType {
        static var before: [String: Int] { ["was": 42] }
        static var good: String { #"{"good":9}"# }
        static var goodShown: String { #"["good": 9]"# }
    }

    /// No model: decoded by its own initializer, from strings only.
    struct MatrixDecodable: Decodable, MatrixType, CustomStringConvertible {
        var text: String
        var description: String { "own \(text)" }

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

        static var before: MatrixDecodable { MatrixDecodable("was") }
        static var good: String { #""good""# }
        static var goodShown: String { "own good" }
    }
}

// MARK: Columns

/// A column: a label of the table and a type to run it on.
struct MatrixColumn: Sendable {
    /// As the table names it; of an optional with a question mark.
    let label: String
    let type: any MatrixType.Type
    /// Options that belong to the column.
    var set: @Sendable (inout DecodingOptions) -> Void = { _ in }

    var isOptional: Bool { label.hasSuffix("?") }

    /// The label without the question mark.
    var baseLabel: String { isOptional ? String(label.dropLast()) : label }

    /// Without options of its own.
    static let plain: [MatrixColumn] = pairs([
        ("Bool", WasTrue.self), ("Bool", WasFalse.self), ("Int", Whole<Int>.self), ("Int8", Whole<Int8>.self),
        ("Int16", Whole<Int16>.self), ("Int32", Whole<Int32>.self), ("Int64", Whole<Int64>.self), ("Int128", Whole<Int128>.self),
        ("UInt", Whole<UInt>.self), ("UInt8", Whole<UInt8>.self), ("UInt16", Whole<UInt16>.self), ("UInt32", Whole<UInt32>.self),
        ("UInt64", Whole<UInt64>.self), ("UInt128", Whole<UInt128>.self), ("Float16", Real<Float16>.self),
        ("Float", Real<Float>.self), ("Double", Real<Double>.self),
        ("Decimal", OfDecimal.self), ("String", OfString.self), ("Substring", OfSubstring.self), ("Character", OfCharacter.self),
        ("Date", OfDate.self), ("Data", OfData.self), ("URL", OfURL.self), ("UUID", OfUUID.self), ("JSONValue", OfJSON.self),
        ("RawJSON", OfRawJSON.self),
        ("[Any]", AnyList.self), ("[String: Any]", AnyTable.self), ("Level", Level.self), ("Colour", Colour.self), ("Cases", Cases.self),
        ("struct", MatrixStruct.self), ("class", MatrixClass.self), ("boxed", MatrixBoxed.self), ("[Int]", IntList.self),
        ("Set<Int>", IntSet.self),
        ("[String: Int]", IntTable.self), ("Decodable", MatrixDecodable.self),
    ])

    static let all: [MatrixColumn] =
        plain + [MatrixColumn(label: "Any?", type: OfAny.self)]
        + pairs([("Date of seconds", OfDate.self)]) { $0.numericDates = .epochSeconds }
        + pairs([("Date of milliseconds", OfDate.self)]) { $0.numericDates = .epochMilliseconds }
        + pairs([("Data of UTF-8", UTF8Data.self)]) { $0.dataFormat = .utf8 }

    /// Each type by itself and as an optional.
    private static func pairs(
        _ types: [(String, any MatrixType.Type)], set: @escaping @Sendable (inout DecodingOptions) -> Void = { _ in }
    ) -> [MatrixColumn] {
        types.flatMap { label, type in
            [MatrixColumn(label: label, type: type, set: set), MatrixColumn(label: label + "?", type: maybe(type), set: set)]
        }
    }

    private static func maybe(_ type: any MatrixType.Type) -> any MatrixType.Type {
        func open<S: MatrixType>(_ type: S.Type) -> any MatrixType.Type { Maybe<S>.self }
        return open(type)
    }
}
