import Testing

@testable import Yodel

// Faults inside strings and of the encoding, and faults at the end of a path or of many lines.

extension SyntaxCase {
    /// Which options take such texts.
    private static let escaped = " (DecodingOptions.acceptsControlCharacters takes it)"
    private static let replaced = " (in strings DecodingOptions.invalidText replaces them)"

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }
    private static func raw(_ text: String, _ bytes: [UInt8], _ rest: String) -> [UInt8] { Array(text.utf8) + bytes + Array(rest.utf8) }

    /// Control characters that are not escaped, and escapes that JSON does not have.
    static let strings: [SyntaxCase] =
        (0..<0x20).map { (byte: UInt8) in
            let name = "0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            return SyntaxCase(
                raw("[\"a", [byte], "b\"]"), .controlCharacter, at: 3,
                "the control character \(name) must be escaped inside a string\(escaped)")
        }
        + [
            SyntaxCase("{\"a\tb\":1}", .controlCharacter, at: 3, "the control character 0x09 must be escaped inside a string\(escaped)"),
            SyntaxCase("\"\\n\n\"", .controlCharacter, at: 3, "the control character 0x0A must be escaped inside a string\(escaped)"),
            SyntaxCase(
                "\"" + String(repeating: "x", count: 100) + "\u{B}\"", .controlCharacter, at: 101,
                "the control character 0x0B must be escaped inside a string\(escaped)"),
        ]
        + [
            (#""\x""#, 1), (#""\'""#, 1), (#""\0""#, 1), (#""\a""#, 1), (#""\v""#, 1), (#""\U0041""#, 1), (#""\ ""#, 1), (#""\u12G4""#, 1),
            (#""\u""#, 1), (#""\u123""#, 1), (#""\u 123""#, 1), (#""\u+123""#, 1), (#""\u{41}""#, 1), (#"{"\x":1}"#, 2),
            (#"["abc\n\q"]"#, 7),
            (#"["\\\x"]"#, 4), ("\"\\\u{E9}\"", 1), ("\"\\\n\"", 1), ("\"\\\u{B}\"", 1), ("\"\\u12\u{C}\"", 1), ("\"\\u\u{E9}\"", 1),
        ].map {
            SyntaxCase(
                $0.0, .invalidEscape, at: $0.1,
                "expected the escape \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t or \\u with four hexadecimal digits, found another one")
        }

    /// Bytes that are not UTF-8, by the classes of RFC 3629.
    static let encodings: [SyntaxCase] =
        [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC3, 0xC3], [0xDF, 0x7F], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82],
            [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88],
            [0xFE],
            [0xFF],
        ].flatMap { (bytes: [UInt8]) in
            [
                SyntaxCase(quoted(bytes), .invalidUTF8, at: 1, "bytes that are not UTF-8\(replaced)"),
                SyntaxCase(raw("{\"a\":\"\u{20AC}", bytes, "\"}"), .invalidUTF8, at: 9, "bytes that are not UTF-8\(replaced)"),
                SyntaxCase(raw("{\"", bytes, "\":1}"), .invalidUTF8, at: 2, "bytes that are not UTF-8\(replaced)"),
                SyntaxCase(
                    raw("[\n\"" + String(repeating: "y", count: 64), bytes, "\"]"), .invalidUTF8, at: 67, line: 2, column: 66,
                    "bytes that are not UTF-8\(replaced)"),
            ]
        }
        + [
            SyntaxCase(raw("[", [0xFF], "]"), .invalidUTF8, at: 1, "bytes that are not UTF-8\(replaced)"),
            SyntaxCase([0xFF, 0xFE, 0x5B, 0, 0x5D, 0], .invalidUTF8, at: 0, "bytes that are not UTF-8\(replaced)"),
            SyntaxCase([0x5B, 0, 0x5D, 0], .unexpectedByte, at: 1, "expected a JSON token, found byte 0x00"),
            SyntaxCase([0xEF, 0xBB, 0x5B, 0x5D], .unexpectedByte, at: 0, "expected a JSON token, found \(mark)"),
            SyntaxCase([0xEF, 0x5B, 0x5D], .unexpectedByte, at: 0, "expected a JSON token, found \(mark)"),
            SyntaxCase([0xEF, 0xBB, 0xEF, 0xBB, 0xBF, 0x31], .unexpectedByte, at: 0, "expected a JSON token, found \(mark)"),
            SyntaxCase([0x20, 0xEF, 0xBB, 0xBF, 0x31], .unexpectedByte, at: 1, "expected a JSON token, found \(mark)"),
            SyntaxCase([0xEF, 0xBB, 0xBF, 0x5B, 0x7D], .unexpectedByte, at: 4, "expected a value, found '}'"),
            SyntaxCase([0xEF, 0xBB, 0xBF, 0x5B], .unexpectedEnd, at: 4, "the input ends before the value does"),
            SyntaxCase(
                [0xEF, 0xBB, 0xBF, 0x31, 0x32, 0x20, 0x33], .trailingContent, at: 6, "expected nothing after the value, found a number"),
            SyntaxCase([0xEF, 0xBB, 0xBF, 0x0A, 0x0A, 0x5D], .unexpectedByte, at: 5, line: 3, column: 1, "expected a value, found ']'"),
            SyntaxCase([0xEF, 0xBB, 0xBF, 0x31], .unexpectedByte, at: 0, "expected a JSON token, found \(mark)").strict,
            SyntaxCase([0xEF, 0xBB, 0x31], .unexpectedByte, at: 0, "expected a JSON token, found \(mark)").strict,
        ]

    /// Escaped surrogates without a partner; the place is the escape that has none.
    static let surrogates: [SyntaxCase] = [
        (#""\ud800""#, 1), (#""\uDBFF""#, 1), (#""\udc00""#, 1), (#""\uDFFF""#, 1), (#""\udc00\ud800""#, 1), (#""\ud800\ud800\udc00""#, 1),
        (#""\ud800\u0041""#, 1), (#""\ud800x""#, 1), (#""\ud800\n""#, 1), (#""\ud800\\udc00""#, 1), (#""\ud800\uZZZZ""#, 1),
        (#""\ud800\udcg0""#, 1),
        (#""\ud83d\ude00\ude00""#, 13), (#""ab\uDBFFcd""#, 3), (#"{"\ud800":1}"#, 2), (#"{"a":"\udead"}"#, 6), (#"["\\\ud800"]"#, 4),
        ("\"\\ud800\u{E9}\"", 1), ("\"\\ud800\u{B}\"", 1),
    ].map {
        SyntaxCase(
            $0.0, .loneSurrogate, at: $0.1,
            "an escaped surrogate without its partner, which stands for no character (DecodingOptions.invalidText replaces it)")
    }

    /// Line ends: a line feed, with or without a carriage return before it. A carriage return alone is none. Columns count bytes.
    static let lines: [SyntaxCase] = [
        SyntaxCase("{\n  \"a\": 1,\n  \"b\": x\n}", .unexpectedByte, at: 19, line: 3, column: 8, "expected a JSON token, found 'x'"),
        SyntaxCase("{\r\n  \"a\": 1,\r\n  \"b\": x\r\n}", .unexpectedByte, at: 21, line: 3, column: 8, "expected a JSON token, found 'x'"),
        SyntaxCase("[\r1,\r}", .unexpectedByte, at: 5, line: 1, column: 6, "expected a value, found '}'"),
        SyntaxCase("\n\n\n]", .unexpectedByte, at: 3, line: 4, column: 1, "expected a value, found ']'"),
        SyntaxCase("[\n\n1\n\n\n2]", .unexpectedByte, at: 7, line: 6, column: 1, "expected ',' or ']', found a number"),
        SyntaxCase("[\"\u{E9}\u{20AC}\", x]", .unexpectedByte, at: 10, line: 1, column: 11, "expected a JSON token, found 'x'"),
        SyntaxCase("[1,\n01]", .invalidNumber, at: 4, line: 2, column: 1, "malformed number: a leading zero"),
        SyntaxCase("[\n\"a\\u00", .unexpectedEnd, at: 8, line: 2, column: 7, "the input ends before the value does"),
        SyntaxCase(
            "[\n" + String(repeating: "\"abc\\n\",\n", count: 50) + "}", .unexpectedByte, at: 452, line: 52, column: 1,
            "expected a value, found '}'"),
    ]

    private var strict: SyntaxCase {
        var copy = self
        copy.isStrict = true
        return copy
    }

    /// Every document that is not JSON.
    static let all = ends + empties + structure + strangers + words + rests + strings + encodings + surrogates + lines
}
