import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The conversion table as data: for each JSON token and each type of value what becomes of it, when types are converted (lenient) and when
// they are not (strict). A row begins with "of another kind" in every column; its rules, the later before the earlier, say what differs. An
// optional goes by its own column if a rule names it ("Int?"), else by that of what it wraps.

/// What becomes of a token.
enum Outcome: Equatable, Sendable, ExpressibleByStringLiteral {
    /// It is stored, and then looks like this.
    case value(String)
    /// An object without keys: a model that is there stays as it is, a new one has its defaults.
    case blank
    /// Nothing is stored. A root or a report has the code; `onMismatch` is not asked.
    case kept(ModelError.Code)
    /// It does not fit.
    case mismatch(ModelError.Code)

    init(stringLiteral value: String) { self = .value(value) }

    static let kind = Outcome.mismatch(.typeMismatch)
    static let range = Outcome.mismatch(.numberOutOfRange)
    static let content = Outcome.mismatch(.invalidValue)
    static let null = Outcome.mismatch(.unexpectedNull)
}

struct MatrixCell: Sendable {
    var lenient = Outcome.kind
    var strict = Outcome.kind
}

/// Cells of a row: those of the columns named.
struct MatrixRule: Sendable {
    let labels: [String]
    let cell: MatrixCell

    static func both(_ labels: [String], _ outcome: Outcome) -> MatrixRule { of(labels, lenient: outcome, strict: outcome) }

    /// For a conversion: strictly it is of another kind.
    static func lenient(_ labels: [String], _ outcome: Outcome) -> MatrixRule { of(labels, lenient: outcome, strict: .kind) }

    static func of(_ labels: [String], lenient: Outcome, strict: Outcome) -> MatrixRule {
        MatrixRule(labels: labels, cell: MatrixCell(lenient: lenient, strict: strict))
    }
}

struct MatrixRow: Sendable, CustomTestStringConvertible {
    /// The JSON.
    let token: String
    /// In the words of a message.
    let found: String
    let rules: [MatrixRule]

    var testDescription: String { token }
    var isNull: Bool { token == "null" }

    func cell(_ column: MatrixColumn) -> MatrixCell {
        for label in [column.label, column.baseLabel] {
            if let rule = rules.last(where: { $0.labels.contains(label) }) { return rule.cell }
        }
        return MatrixCell()
    }
}

extension MatrixRow {
    // MARK: Groups of columns

    static let signed = ["Int", "Int8", "Int16", "Int32", "Int64", "Int128"]
    static let unsigned = ["UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128"]
    static let integers = signed + unsigned
    static let floats = ["Float16", "Float", "Double"]
    static let numbers = integers + floats + ["Decimal"]
    static let texts = ["String", "Substring"]
    static let seconds = "Date of seconds"
    static let milliseconds = "Date of milliseconds"
    static let utf8 = "Data of UTF-8"
    static let models = ["struct", "class"]

    static func optional(_ labels: [String]) -> [String] { labels.map { $0 + "?" } }

    private static func date(_ seconds: Double) -> Outcome { .value(shownPlainly(Date(timeIntervalSince1970: seconds))) }

    // MARK: Kinds of rows

    /// A number.
    ///
    /// - Parameters:
    ///   - whole: What integers become.
    ///   - isExact: Whether the number has no fraction.
    ///   - any: What `Any` becomes.
    ///   - level: What the enum of Int becomes.
    ///   - more: What else differs.
    static func number(
        _ text: String, whole: Outcome, isExact: Bool = true, double: Outcome, decimal: Outcome, bool: Outcome, any: Outcome,
        level: Outcome = .content, more: [MatrixRule] = []
    ) -> MatrixRow {
        let number = Double(text) ?? .nan
        return MatrixRow(
            token: text, found: "a number",
            rules: [
                .of(integers, lenient: whole, strict: isExact ? whole : .kind), .both(floats, double), .both(["Decimal"], decimal),
                .lenient(["Bool"], bool), .lenient(texts, .value(text)), .of(["Level"], lenient: level, strict: isExact ? level : .kind),
                .lenient(["Colour"], .content), .both(["JSONValue", "RawJSON"], .value(text)), .both(["Any?"], any),
                .both([seconds], number.isFinite ? date(number) : .range),
                .both([milliseconds], number.isFinite ? date(number / 1000) : .range),
            ] + more)
    }

    /// A string that is no number and no word.
    ///
    /// - Parameters:
    ///   - data: Its bytes, if it is base64.
    ///   - url: The URL; its own text, if not given.
    ///   - more: What else differs.
    static func string(_ text: String, data: Outcome = .content, url: Outcome? = nil, more: [MatrixRule] = []) -> MatrixRow {
        MatrixRow(
            token: "\"\(text)\"", found: "a string",
            rules: [
                .lenient(numbers + ["Bool", "Level"], .content), .both(texts, .value(text)),
                .both(["Colour", "Cases", "Character", "Date", seconds, milliseconds, "UUID"], .content), .both(["Data"], data),
                .both([utf8], .value(shownPlainly(Data(text.utf8)))), .both(["URL"], url ?? .value(text)),
                .both(["JSONValue", "RawJSON"], .value("\"\(text)\"")), .both(["Any?"], .value("String \(text)")),
                .both(["Decodable"], .value("own \(text)")),
            ] + more)
    }

    /// A number in a string. Dates of numbers take it where types are converted.
    static func numberInString(
        _ text: String, whole: Outcome, double: Outcome, decimal: Outcome, level: Outcome, more: [MatrixRule] = []
    ) -> MatrixRow {
        let number = Double(text) ?? .nan
        return string(
            text,
            more: [
                .lenient(integers, whole), .lenient(floats, double), .lenient(["Decimal"], decimal), .lenient(["Bool"], "true"),
                .lenient(["Level"], level), .of([seconds], lenient: date(number), strict: .content),
                .of([milliseconds], lenient: date(number / 1000), strict: .content),
            ] + more)
    }

    /// A word for true or false.
    static func truth(_ text: String, _ truth: Bool, data: Outcome = .content, more: [MatrixRule] = []) -> MatrixRow {
        string(text, data: data, more: truthRules(truth) + more)
    }

    private static func truthRules(_ truth: Bool) -> [MatrixRule] {
        [
            .lenient(integers + ["Decimal"], truth ? "1" : "0"), .lenient(floats, truth ? "1.0" : "0.0"),
            .lenient(["Level"], truth ? "one" : "zero"),
        ] + [.lenient(["Bool"], truth ? "true" : "false")]
    }

    /// A word for null: nil for optional numbers and Bools and for the optional enum of numbers, zero for other numbers and Bools. The enum has no case for it.
    static func nullWord(_ text: String, data: Outcome = .content, url: Outcome? = nil) -> MatrixRow {
        string(
            text, data: data, url: url,
            more: truthRules(false) + [
                .lenient(optional(numbers + ["Bool", "Level"]), "nil"), .lenient(["Level"], .kept(.invalidValue)),
            ])
    }

    static func boolean(_ truth: Bool, more: [MatrixRule]) -> MatrixRow {
        MatrixRow(
            token: "\(truth)", found: "a boolean",
            rules: truthRules(truth) + [
                .both(["Bool", "JSONValue", "RawJSON"], truth ? "true" : "false"), .lenient(texts, truth ? "true" : "false"),
                .both(["Any?"], truth ? "Bool true" : "Bool false"),
            ] + more)
    }

    // MARK: Rows that are alone

    /// JSON's own null. A type with an initializer of its own is no exception: it has no place for null unless it is optional.
    static let null = MatrixRow(
        token: "null", found: "null",
        rules: [
            .of(MatrixColumn.all.map(\.baseLabel), lenient: .kept(.unexpectedNull), strict: .null),
            .of(integers + ["Decimal"], lenient: "0", strict: .null), .of(floats, lenient: "0.0", strict: .null),
            .of(["Bool"], lenient: "false", strict: .null), .both(["JSONValue", "RawJSON"], "null"),
            .both(MatrixColumn.all.filter(\.isOptional).map(\.label), "nil"),
        ])

    static let emptyObject = MatrixRow(
        token: "{}", found: "an object",
        rules: [
            .both(models, .blank), .both(["boxed"], "boxed 5"), .both(["[String: Int]"], "[:]"),
            .both(["[String: Any]", "Any?", "JSONValue", "RawJSON"], "{}"),
            .both(["Decodable", "Cases"], .content),
        ])

    static let object = MatrixRow(
        token: #"{"a":1}"#, found: "an object",
        rules: [
            .both(["struct"], "struct 1"), .both(["class"], "class 1"), .both(["boxed"], "boxed 1"),
            .both(["[String: Int]"], #"["a": 1]"#),
            .both(["[String: Any]", "Any?"], "{a: Int 1}"), .both(["JSONValue", "RawJSON"], #"{"a":1}"#),
            .both(["Decodable", "Cases"], .content),
        ])

    static let emptyArray = MatrixRow(
        token: "[]", found: "an array",
        rules: [.both(["[Int]", "Set<Int>", "[Any]", "Any?", "JSONValue", "RawJSON"], "[]"), .both(["Decodable"], .content)])

    static let array = MatrixRow(
        token: "[1]", found: "an array",
        rules: [
            .both(["[Int]", "Set<Int>", "JSONValue", "RawJSON"], "[1]"), .both(["[Any]", "Any?"], "[Int 1]"),
            .both(["Decodable"], .content),
        ])

    /// Text without anything but white space is no URL: nil, or nothing.
    static let noURL: [MatrixRule] = [.of(["URL"], lenient: .kept(.invalidValue), strict: .content), .both(["URL?"], "nil")]
}
