import Foundation
import Testing

@testable import Yodel

// The conversion table: each JSON token by each kind of scalar, under both sets of rules. A row says what a property becomes that held the
// sample's first value before, or why the value does not fit.

/// What becomes of a token.
private enum Outcome: Equatable {
    /// The property holds this text's value (its description).
    case value(String)
    /// It does not fit: the lenient rules keep the property, the strict ones fail with the code.
    case mismatch(ModelError.Code)
    /// Nothing is stored, and nothing is wrong.
    case kept
}

private struct Row: Sendable {
    let token: String
    let lenient: [String: Outcome]
    let strict: [String: Outcome]
}

private struct Target<T>: Model where T: Hashable, T: Defaulted {
    var before: UInt64 = 0xFEED
    var value = T.fallback
    var after: UInt64 = 0xBEEF
}

private protocol Defaulted { static var fallback: Self { get } }
extension Bool: Defaulted { fileprivate static var fallback: Bool { true } }
extension Int: Defaulted { fileprivate static var fallback: Int { 42 } }
extension UInt8: Defaulted { fileprivate static var fallback: UInt8 { 42 } }
extension Int128: Defaulted { fileprivate static var fallback: Int128 { 42 } }
extension Double: Defaulted { fileprivate static var fallback: Double { 42 } }
extension Float: Defaulted { fileprivate static var fallback: Float { 42 } }
extension Decimal: Defaulted { fileprivate static var fallback: Decimal { 42 } }
extension String: Defaulted { fileprivate static var fallback: String { "was" } }
extension Optional: Defaulted where Wrapped: Defaulted { fileprivate static var fallback: Wrapped? { .some(Wrapped.fallback) } }

private let kinds: [String: @Sendable (ModelDecoder, String) -> Result<String, ModelError>] = [
    "Bool": { decode(Bool.self, $0, $1) }, "Int": { decode(Int.self, $0, $1) }, "UInt8": { decode(UInt8.self, $0, $1) },
    "Int128": { decode(Int128.self, $0, $1) }, "Double": { decode(Double.self, $0, $1) }, "Float": { decode(Float.self, $0, $1) },
    "Decimal": { decode(Decimal.self, $0, $1) }, "String": { decode(String.self, $0, $1) }, "Int?": { decode(Int?.self, $0, $1) },
    "Bool?": { decode(Bool?.self, $0, $1) }, "String?": { decode(String?.self, $0, $1) }, "Double?": { decode(Double?.self, $0, $1) },
]

private func decode<T: Hashable & Defaulted>(_ type: T.Type, _ decoder: ModelDecoder, _ token: String) -> Result<String, ModelError> {
    do {
        let target = try decoder.decode(Target<T>.self, from: #"{"before": 65261, "value": \#(token), "after": 48879}"#)
        #expect(target.before == 0xFEED && target.after == 0xBEEF)
        return .success(text(target.value))
    } catch {
        return .failure(error)
    }
}

private func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { text($0.value) } ?? "nil"
}

private let numbers = ["Int", "UInt8", "Int128", "Double", "Float", "Decimal", "Int?", "Double?"]
private let strings = ["String", "String?"]
private let bools = ["Bool", "Bool?"]
private let fallbacks = ["Bool": "true", "Bool?": "true", "String": "was", "String?": "was"]

/// The same outcome for many kinds.
private func all(_ kinds: [String], _ outcome: Outcome) -> [String: Outcome] {
    Dictionary(uniqueKeysWithValues: kinds.map { ($0, outcome) })
}

private func + (left: [String: Outcome], right: [String: Outcome]) -> [String: Outcome] { left.merging(right) { $1 } }

private func floats(_ text: String) -> [String: Outcome] { all(["Double", "Float", "Double?"], .value(text)) }

private let every = Array(kinds.keys)
private let wrong = all(every, .mismatch(.typeMismatch))

/// A string that is neither a number nor a word: no value for numbers and Bool; of another kind under the strict rules.
private func noNumber(_ token: String, _ text: String) -> Row {
    let own = all(strings, .value(text))
    return Row(token: token, lenient: all(every, .mismatch(.invalidValue)) + own, strict: wrong + own)
}

/// A word in a string.
private func word(_ word: String, _ truth: Bool) -> Row {
    let own = all(strings, .value(word))
    let number = truth ? "1" : "0"
    return Row(
        token: "\"\(word)\"", lenient: all(numbers, .value(number)) + floats(number + ".0") + all(bools, .value("\(truth)")) + own,
        strict: wrong + own)
}

private func nullWord(_ word: String) -> Row {
    let own = all(strings, .value(word))
    let zeros =
        all(["Int", "UInt8", "Int128", "Decimal"], .value("0")) + all(["Double", "Float"], .value("0.0")) + ["Bool": .value("false")]
    return Row(token: "\"\(word)\"", lenient: zeros + all(["Int?", "Double?", "Bool?"], .value("nil")) + own, strict: wrong + own)
}

private let rows: [Row] = [
    Row(
        token: "1", lenient: all(numbers, .value("1")) + floats("1.0") + all(bools, .value("true")) + all(strings, .value("1")),
        strict: wrong + all(numbers, .value("1")) + floats("1.0")),
    Row(
        token: "-0.0e2",
        lenient: all(numbers, .value("0")) + floats("-0.0") + all(bools, .value("false")) + all(strings, .value("-0.0e2")),
        strict: wrong + all(numbers, .value("0")) + floats("-0.0")),
    Row(
        token: "12.5",
        lenient: all(numbers, .value("12")) + floats("12.5") + ["Decimal": .value("12.5")] + all(bools, .value("true"))
            + all(strings, .value("12.5")),
        strict: wrong + floats("12.5") + ["Decimal": .value("12.5")]),
    Row(
        token: "256",
        lenient: all(numbers, .value("256")) + floats("256.0") + ["UInt8": .mismatch(.numberOutOfRange)] + all(bools, .value("true"))
            + all(strings, .value("256")),
        strict: wrong + all(numbers, .value("256")) + floats("256.0") + ["UInt8": .mismatch(.numberOutOfRange)]),
    Row(
        token: "-1",
        lenient: all(numbers, .value("-1")) + floats("-1.0") + ["UInt8": .mismatch(.numberOutOfRange)] + all(bools, .value("true"))
            + all(strings, .value("-1")),
        strict: wrong + all(numbers, .value("-1")) + floats("-1.0") + ["UInt8": .mismatch(.numberOutOfRange)]),
    Row(
        token: "1e400",
        lenient: all(numbers, .mismatch(.numberOutOfRange)) + all(bools, .value("true")) + all(strings, .value("1e400")),
        strict: wrong + all(numbers, .mismatch(.numberOutOfRange))),
    Row(
        token: "true", lenient: all(numbers, .value("1")) + floats("1.0") + all(bools, .value("true")) + all(strings, .value("true")),
        strict: wrong + all(bools, .value("true"))),
    Row(
        token: "false", lenient: all(numbers, .value("0")) + floats("0.0") + all(bools, .value("false")) + all(strings, .value("false")),
        strict: wrong + all(bools, .value("false"))),
    Row(
        token: "null",
        lenient: all(every, .value("nil")) + all(["Int", "UInt8", "Int128", "Decimal"], .value("0"))
            + all(["Double", "Float"], .value("0.0"))
            + ["Bool": .value("false"), "String": .kept],
        strict: all(every, .mismatch(.unexpectedNull)) + all(["Int?", "Double?", "Bool?", "String?"], .value("nil"))),
    Row(token: "[1]", lenient: wrong, strict: wrong), Row(token: #"{"a": 1}"#, lenient: wrong, strict: wrong),
    Row(
        token: #""7""#, lenient: all(numbers, .value("7")) + floats("7.0") + all(bools, .value("true")) + all(strings, .value("7")),
        strict: wrong + all(strings, .value("7"))),
    Row(
        token: #""-1.5e1""#,
        lenient: all(numbers, .value("-15")) + floats("-15.0") + ["UInt8": .mismatch(.numberOutOfRange)] + all(bools, .value("true"))
            + all(strings, .value("-1.5e1")), strict: wrong + all(strings, .value("-1.5e1"))),
    noNumber(#""abc""#, "abc"), noNumber(#""""#, ""), noNumber(#"" 7""#, " 7"), noNumber(#""7x""#, "7x"), noNumber(#""NaN""#, "NaN"),
    noNumber(#""Infinity""#, "Infinity"), noNumber(#""0x10""#, "0x10"), noNumber(#""tRUE""#, "tRUE"), noNumber(#""on""#, "on"),
    word("TRUE", true), word("True", true), word("true", true), word("YES", true), word("Yes", true), word("yes", true),
    word("FALSE", false), word("False", false), word("false", false), word("NO", false), word("No", false), word("no", false),
    nullWord("NIL"), nullWord("Nil"), nullWord("nil"), nullWord("NULL"), nullWord("Null"), nullWord("null"), nullWord("(NULL)"),
    nullWord("(Null)"), nullWord("(null)"), nullWord("<NULL>"), nullWord("<Null>"), nullWord("<null>"),
]

@Suite("Conversion")
struct ConversionTests {
    @Test(arguments: rows.indices)
    func everyTokenByEveryKind(_ index: Int) {
        let row = rows[index]
        for (kind, decode) in kinds {
            let kept = fallbacks[kind] ?? (kind.hasPrefix("Double") || kind == "Float" ? "42.0" : "42")
            let lenient = decode(ModelDecoder(.lenient), row.token)
            switch row.lenient[kind] {
            case .value(let text): #expect((try? lenient.get()) == text, "\(row.token) as \(kind), lenient")
            case .mismatch, .kept: #expect((try? lenient.get()) == kept, "\(row.token) as \(kind), lenient")
            case nil: Issue.record("no row for \(kind)")
            }
            // The same rules with `.fail`: a mismatch is told, and nothing else is.
            var failing = DecodingOptions.lenient
            failing.mismatch = .fail
            expect(decode(ModelDecoder(failing), row.token), row.lenient[kind], kept, "\(row.token) as \(kind), lenient and failing")
            expect(decode(ModelDecoder(.strict), row.token), row.strict[kind], kept, "\(row.token) as \(kind), strict")
        }
    }

    private func expect(_ result: Result<String, ModelError>, _ outcome: Outcome?, _ kept: String, _ what: String) {
        switch outcome {
        case .value(let text): #expect((try? result.get()) == text, "\(what)")
        case .kept: #expect((try? result.get()) == kept, "\(what)")
        case .mismatch(let code):
            guard case .failure(let error) = result else {
                Issue.record("\(what): no error")
                return
            }
            #expect(error.code == code && error.category == .mismatch && error.path == "value" && error.offset == 27, "\(what): \(error)")
        case nil: Issue.record("no row: \(what)")
        }
    }
}
