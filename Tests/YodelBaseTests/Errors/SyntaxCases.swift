import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A document that is not JSON, and the error that says so.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let expected: ErrorFields
    /// The document is read by the strict rules, which refuse a byte order mark.
    var isStrict = false

    var options: DecodingOptions { isStrict ? .strict : .lenient }
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription }

    init(
        _ bytes: [UInt8], _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String = "", _ message: String
    ) {
        self.bytes = bytes
        expected = ErrorFields(.syntax, code, at: offset, line: line, column: column, path: path, message)
    }

    init(
        _ text: String, _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String = "", _ message: String
    ) {
        self.init(Array(text.utf8), code, at: offset, line: line, column: column, path: path, message)
    }
}

extension ErrorFields {
    fileprivate static func end(_ text: String) -> SyntaxCase {
        SyntaxCase(text, .unexpectedEnd, at: text.utf8.count, "the input ends before the value does")
    }
}

extension SyntaxCase {
    /// Input that ends too early: the place is its end.
    static let ends: [SyntaxCase] = [
        "{", "[", "[[", "[{", #"{"a"#, #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1,""#, #"{"a":[1]"#, "[1", "[1,", "[1 ",
        #"["a""#, "[[]",
        "\"", "\"abc", #""\"#, #""\u"#, #""\u12"#, #""\u123"#, #""\ud800"#, #""\ud800\"#, #""\ud800\u"#, #""\ud83d\ude0"#, #""\n"#,
        #""\\\""#,
        "t", "tru", "f", "fals", "n", "nul", "[true", "[nul", #"{"a":f"#,
        "-", "1.", "-0.", "1e", "1E+", "1e-", "[-", "[1.", "[0e", #"{"a":-"#,
    ].map(ErrorFields.end)

    private static func raw(_ text: String, _ bytes: [UInt8], _ rest: String = "") -> [UInt8] {
        Array(text.utf8) + bytes + Array(rest.utf8)
    }

    /// Nothing there, or an end in the middle of a character or a line.
    static let empties: [SyntaxCase] = [
        SyntaxCase("", .emptyInput, at: 0, "the input holds no value"),
        SyntaxCase(" ", .emptyInput, at: 1, "the input holds no value"),
        SyntaxCase("  \n\t\r ", .emptyInput, at: 6, line: 2, column: 4, "the input holds no value"),
        SyntaxCase(String(repeating: " \n", count: 40), .emptyInput, at: 80, line: 41, column: 1, "the input holds no value"),
        SyntaxCase([0xEF, 0xBB, 0xBF], .emptyInput, at: 3, "the input holds no value"),
        SyntaxCase(raw("\"a", [0xC3]), .unexpectedEnd, at: 3, "the input ends before the value does"),
        SyntaxCase(raw("[\"", [0xF0, 0x9F, 0x98]), .unexpectedEnd, at: 5, "the input ends before the value does"),
        SyntaxCase("[1,\n", .unexpectedEnd, at: 4, line: 2, column: 1, "the input ends before the value does"),
        SyntaxCase(
            "{\n\"a\":\n\"b\n", .controlCharacter, at: 9, line: 3, column: 3,
            "the control character 0x0A must be escaped inside a string (DecodingOptions.acceptsControlCharacters takes it)"),
    ]

    // What other languages have is named.
    private static let lastElement = "']': JSON has no comma after the last element"
    private static let lastMember = "'}': JSON has no comma after the last member"
    private static let sharp = "'#': JSON has no comments"
    private static let slash = "'/': JSON has no comments"
    private static let quotes = "a single quote: JSON's strings have double ones"
    static let mark = "byte 0xEF, with which a byte order mark begins"

    /// The grammar of containers: what may follow what.
    static let structure: [SyntaxCase] = [
        ("]", 0, "a value", "']'"), ("}", 0, "a value", "'}'"), (",", 0, "a value", "','"), (":", 0, "a value", "':'"),
        (" ,1", 1, "a value", "','"), ("[,", 1, "a value", "','"), ("[,1]", 1, "a value", "','"), ("[1,]", 3, "a value", lastElement),
        ("[1,,2]", 3, "a value", "','"), ("[1, ,2]", 4, "a value", "','"), ("[:]", 1, "a value", "':'"), ("[}", 1, "a value", "'}'"),
        ("[1,}", 3, "a value", "'}'"), ("[[],]", 4, "a value", lastElement), ("[1,   ]", 6, "a value", lastElement),
        ("[1 2]", 3, "',' or ']'", "a number"),
        ("[1 -2]", 3, "',' or ']'", "a number"), ("[1:2]", 2, "',' or ']'", "':'"), ("[1}", 2, "',' or ']'", "'}'"),
        (#"["a" "b"]"#, 5, "',' or ']'", "a string"), ("[1 [2]]", 3, "',' or ']'", "'['"), ("[[1] {}]", 5, "',' or ']'", "'{'"),
        ("[1 true]", 3, "',' or ']'", "'t'"), ("[true false]", 6, "',' or ']'", "'f'"), (#"[{"a":1}}"#, 8, "',' or ']'", "'}'"),
        ("{,}", 1, "a key", "','"), ("{]", 1, "a key", "']'"), ("{:1}", 1, "a key", "':'"), ("{1:2}", 1, "a key", "a number"),
        ("{-1:2}", 1, "a key", "a number"), ("{true:1}", 1, "a key", "'t'"), ("{null:1}", 1, "a key", "'n'"), ("{[]:1}", 1, "a key", "'['"),
        ("{{}:1}", 1, "a key", "'{'"), (#"{"a":1,}"#, 7, "a key", lastMember), (#"{"a":1,,"b":2}"#, 7, "a key", "','"),
        (#"{"a":1, 2:3}"#, 8, "a key", "a number"), (#"{"a" 1}"#, 5, "':'", "a number"), (#"{"a"}"#, 4, "':'", "'}'"),
        (#"{"a","b"}"#, 4, "':'", "','"), (#"{"a" "b"}"#, 5, "':'", "a string"), (#"{"a"{}}"#, 4, "':'", "'{'"),
        (#"{"a"]"#, 4, "':'", "']'"),
        (#"{"a":}"#, 5, "a value", "'}'"), (#"{"a"::1}"#, 5, "a value", "':'"), (#"{"a":,"b":1}"#, 5, "a value", "','"),
        (#"{"a":]"#, 5, "a value", "']'"), (#"{"a":1 "b":2}"#, 7, "',' or '}'", "a string"), (#"{"a":1:2}"#, 6, "',' or '}'", "':'"),
        (#"{"a":1]"#, 6, "',' or '}'", "']'"), (#"{"a":{}{}}"#, 7, "',' or '}'", "'{'"), (#"{"a":"b" 1}"#, 9, "',' or '}'", "a number"),
        (#"{"a":null null}"#, 10, "',' or '}'", "'n'"), (#"[{"a":[1,2}]"#, 10, "',' or ']'", "'}'"),
    ].map { SyntaxCase($0.0, .unexpectedByte, at: $0.1, "expected \($0.2), found \($0.3)") }

    /// Bytes that begin no token.
    static let strangers: [SyntaxCase] = [
        ("#", 0, sharp), ("'a'", 0, quotes), ("+1", 0, "'+'"), (".5", 0, "'.'"),
        ("NaN", 0, "'N' (DecodingOptions.nonFiniteNumbers reads NaN)"),
        ("Infinity", 0, "'I' (DecodingOptions.nonFiniteNumbers reads Infinity)"),
        ("True", 0, "'T'"),
        ("/* */ 1", 0, slash), ("[1,/**/2]", 3, slash), ("[1//\n]", 2, slash), ("\\", 0, "'\\'"),
        (#"\ud800 "#, 0, "'\\'"), ("[1,+1]", 3, "'+'"),
        ("[.5]", 1, "'.'"),
        ("[undefined]", 1, "'u'"), ("{a:1}", 1, "'a'"), ("{'a':1}", 1, quotes), ("[1;2]", 2, "';'"), (#"{"a"=1}"#, 4, "'='"),
        ("(1)", 0, "'('"),
        ("[0x10]", 2, "'x'"), ("[1_000]", 2, "'_'"), ("[1.2.3]", 4, "'.'"), ("[1e5.5]", 4, "'.'"), ("[truex]", 5, "'x'"),
        ("[nulll]", 5, "'l'"),
        ("[\u{1}]", 1, "byte 0x01"), ("\u{0}", 0, "byte 0x00"), ("[\u{7F}]", 1, "byte 0x7F"), ("[\u{E9}]", 1, "byte 0xC3"),
        ("[\u{A0}1]", 1, "byte 0xC2"), ("\u{FEFF}\u{FEFF}1", 3, mark), ("[\u{B}1]", 1, "byte 0x0B"),
        ("\u{C}[1]", 0, "byte 0x0C"), (" \u{B}", 1, "byte 0x0B"), ("[1\u{B}]", 2, "byte 0x0B"), ("[\"a\"\u{C},1]", 4, "byte 0x0C"),
        ("{\"a\":\u{C}1}", 5, "byte 0x0C"), ("{\u{B}}", 1, "byte 0x0B"), ("{\"a\"\u{B}:1}", 4, "byte 0x0B"),
    ].map { SyntaxCase($0.0, .unexpectedByte, at: $0.1, "expected a JSON token, found \($0.2)") }

    /// Words and numbers that are spelt wrong.
    static let words: [SyntaxCase] =
        [
            ("nulL", 3), ("tRue", 1), ("[fals]", 5), ("[nul,1]", 4), ("nan", 1), ("[tru\u{B}]", 4), (#"{"a":nil}"#, 6), ("f\n", 1),
            ("[t\"\"]", 2),
        ]
        .map { SyntaxCase($0.0, .invalidLiteral, at: $0.1, "expected true, false or null, found another word") }
        + [
            ("[01]", 1, "a leading zero"), ("[00]", 1, "a leading zero"), ("[-01]", 2, "a leading zero"), ("[1,-00]", 4, "a leading zero"),
            (#"{"a":01}"#, 5, "a leading zero"), (#"{"a":007,"b":1}"#, 5, "a leading zero"),
            ("[0123456789012345678901234567890]", 1, "a leading zero"),
            ("[1.]", 3, "a digit is required after the decimal point"), ("[1.e1]", 3, "a digit is required after the decimal point"),
            ("[-1.x]", 4, "a digit is required after the decimal point"), ("[0..1]", 3, "a digit is required after the decimal point"),
            ("1. ", 2, "a digit is required after the decimal point"), ("1.\u{B}", 2, "a digit is required after the decimal point"),
            ("[1e]", 3, "a digit is required after the exponent"), ("[1e+]", 4, "a digit is required after the exponent"),
            ("[1E-x]", 4, "a digit is required after the exponent"), ("[1e.5]", 3, "a digit is required after the exponent"),
            ("[1e++1]", 4, "a digit is required after the exponent"), (#"{"a":1.5e}"#, 9, "a digit is required after the exponent"),
            ("[-]", 2, "a digit is required after the minus sign"), ("[--1]", 2, "a digit is required after the minus sign"),
            ("[-a]", 2, "a digit is required after the minus sign"), ("[-Infinity]", 2, SyntaxFault.ruleOfMinus(before: 0x49)),
            ("- 1", 1, "a digit is required after the minus sign"), ("[-.5]", 2, "a digit is required after the minus sign"),
        ].map { SyntaxCase($0.0, .invalidNumber, at: $0.1, "malformed number: \($0.2)") }

    /// Something after the root.
    static let rests: [SyntaxCase] =
        [
            ("1 2", 2, "a number"), ("{} {}", 3, "'{'"), ("[]]", 2, "']'"), ("{}}", 2, "'}'"), (#""a" "b""#, 4, "a string"),
            (#"[1] "abc"#, 4, "a string"),
            (#"{}""#, 2, "a string"), (#"1 ""#, 2, "a string"), (#""a"""#, 3, "a string"), ("null,", 4, "','"), ("truex", 4, "'x'"),
            ("1x", 1, "'x'"),
            ("[] #", 3, sharp), ("1 // one", 2, slash), ("1.2.3", 3, "'.'"), ("1 -", 2, "a number"),
            ("{}\u{0}", 2, "byte 0x00"), ("1\u{B}", 1, "byte 0x0B"),
            ("[]\u{C}", 2, "byte 0x0C"), ("[] \u{B}", 3, "byte 0x0B"), ("[]\u{E9}", 2, "byte 0xC3"), (#"[] "\ud800""#, 3, "a string"),
            ("[]\u{FEFF}", 2, mark), (#"null "\x"#, 5, "a string"), ("3.5e1:", 5, "':'"),
        ].map { SyntaxCase($0.0, .trailingContent, at: $0.1, "expected nothing after the value, found \($0.2)") }
        + [
            SyntaxCase(raw("[] ", [0xFF]), .trailingContent, at: 3, "expected nothing after the value, found byte 0xFF"),
            SyntaxCase(raw("1", [0x80]), .trailingContent, at: 1, "expected nothing after the value, found byte 0x80"),
            SyntaxCase("[1]\n\n x", .trailingContent, at: 6, line: 3, column: 2, "expected nothing after the value, found 'x'"),
            SyntaxCase("7\r\n\r\n8", .trailingContent, at: 5, line: 3, column: 1, "expected nothing after the value, found a number"),
        ]
}
