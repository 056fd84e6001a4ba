@testable import YodelTestSupport

// The rows of the conversion matrix: samples of every JSON token.

extension MatrixRow {
    static let all: [MatrixRow] =
        [null, emptyObject, object, emptyArray, array] + booleans + plainNumbers + strings + truths + nulls

    private static let booleans: [MatrixRow] = [
        boolean(true, more: [.lenient(["Colour"], "truth")] + noOwn),
        boolean(false, more: [.lenient(["Colour"], .content)] + noOwn),
    ]

    // MARK: Numbers

    private static let plainNumbers: [MatrixRow] = [
        number(
            "1", whole: "1", double: "1.0", decimal: "1", bool: "true", any: "Int 1", level: "one",
            more: [.lenient(["Character"], "1")] + noOwn),
        number(
            "7", whole: "7", double: "7.0", decimal: "7", bool: "true", any: "Int 7", level: "seven",
            more: [.lenient(["Character"], "7"), .lenient(["Colour"], "seven")] + noOwn),
        number(
            "0", whole: "0", double: "0.0", decimal: "0", bool: "false", any: "Int 0", level: "zero",
            more: [.lenient(["Character"], "0")] + noOwn),
        number("-0.0e2", whole: "0", double: "-0.0", decimal: "0", bool: "false", any: "Double -0.0", level: "zero", more: noOwn),
        number(
            "256", whole: "256", double: "256.0", decimal: "256", bool: "true", any: "Int 256",
            more: [.both(["Int8", "UInt8"], .range)] + noOwn),
        number(
            "-1", whole: "-1", double: "-1.0", decimal: "-1", bool: "true", any: "Int -1", more: [.both(unsigned, .range)] + noOwn),
        number(
            "12.5", whole: "12", isExact: false, double: "12.5", decimal: "12.5", bool: "true", any: "Double 12.5", level: "twelve",
            more: noOwn),
        number(
            "1e400", whole: .range, double: .range, decimal: .range, bool: "true", any: "JSONNumber 1e400", level: .range, more: noOwn),
        number(
            "123456789012345678901234567890", whole: .range, double: "1.2345678901234568e+29",
            decimal: "123456789012345678901234567890", bool: "true", any: "Decimal 123456789012345678901234567890", level: .range,
            more: [
                .both(["Int128", "UInt128"], "123456789012345678901234567890"), .both(["Float"], "1.2345679e+29"),
                .both(["Float16"], .range),
            ] + noOwn),
    ]

    /// The type with an initializer of its own takes strings only.
    private static let noOwn: [MatrixRule] = [.both(["Decodable"], .content)]

    // MARK: Strings

    private static let strings: [MatrixRow] = [
        numberInString(
            "7", whole: "7", double: "7.0", decimal: "7", level: "seven",
            more: [.both(["Character"], "7"), .both(["Colour"], "seven")]),
        numberInString("12.5", whole: "12", double: "12.5", decimal: "12.5", level: "twelve"),
        numberInString("-1.5e1", whole: "-15", double: "-15.0", decimal: "-15", level: .content, more: [.lenient(unsigned, .range)]),
        string("abc"), string("x", more: [.both(["Character"], "x")]), string("é", url: "%C3%A9", more: [.both(["Character"], "é")]),
        string("", data: "", more: noURL), string(" ", more: [.both(["Character"], " ")] + noURL),
        string(" 7", url: "7"), string("7x"), string("NaN"), string("Infinity", data: "2277e29e2b72"), string("0x10", data: "d31d74"),
        string("tRUE", data: "b51504"), string("on"), string("http://[", url: .content),
        string("https://example.org/a?b=c"), string("aGVsbG8=", data: "68656c6c6f"),
        string("2014-05-06", more: [.both(["Date", seconds, milliseconds], "1399334400.0")]),
        string("2014-05-06T07:08:09Z", url: .content, more: [.both(["Date", seconds, milliseconds], "1399360089.0")]),
        string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", more: [.both(["UUID"], "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")]),
    ]

    // MARK: Words

    private static let truths: [MatrixRow] = [
        truth("TRUE", true, data: "4d1504"), truth("True", true, data: "4ebb9e"),
        truth("true", true, data: "b6bb9e", more: [.both(["Colour"], "truth")]), truth("YES", true, more: [.both(["Colour"], "yes")]),
        truth("Yes", true), truth("yes", true), truth("FALSE", false), truth("False", false), truth("false", false), truth("NO", false),
        truth("No", false), truth("no", false),
    ]

    private static let nulls: [MatrixRow] = [
        nullWord("NIL"), nullWord("Nil"), nullWord("nil"), nullWord("NULL", data: "3542cb"), nullWord("Null", data: "36e965"),
        nullWord("null", data: "9ee965"), nullWord("(NULL)"), nullWord("(Null)"), nullWord("(null)"),
        nullWord("<NULL>", url: "%3CNULL%3E"), nullWord("<Null>", url: "%3CNull%3E"), nullWord("<null>", url: "%3Cnull%3E"),
    ]
}
