import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A stream and what comes of it: for each record line, offset and length, its text and what is wrong with it (code, offset, line and
/// column), and behind `!!` the error that ends the reading.
struct FramingCase: Sendable, CustomStringConvertible {
    let input: [UInt8]
    let framing: Framing
    let expected: [String]

    init(_ input: String, _ framing: Framing, _ expected: String...) {
        // A byte that is not UTF-8 stands as U+EEFF, the mark at the start of an input as U+FEFF.
        self.input = input.unicodeScalars.flatMap { $0 == "\u{EEFF}" ? [0xFF] : Array(String($0).utf8) }
        self.framing = framing
        self.expected = expected
    }

    var description: String { "\(String(decoding: input, as: UTF8.self).debugDescription) \(framing)" }
}

@Suite struct FramingTests {
    @Test(arguments: lines + values + brokenValues + innerLines + sequences + documents)
    func recordsAreExactlyThese(_ row: FramingCase) throws { try check(row) }

    @Test(arguments: arrays + paths)
    func elementsAreExactlyThese(_ row: FramingCase) throws { try check(row) }

    private func check(_ row: FramingCase) throws {
        for size in [max(row.input.count, 1)] + Array(1...max(row.input.count, 1)) {
            let got = try readStream(JSONValue.self, row.input, row.framing, size: size).brief
            #expect(got == row.expected, "chunks of \(size) of \(row)")
            if got != row.expected { return }
        }
    }

    /// It is the stream's, not a record's, so that options for documents do not refuse it.
    @Test func aMarkAtTheStartBelongsToNoRecord() throws {
        let input = Array("\u{FEFF}{\"id\":1}\n{\"id\":2}\n".utf8)
        for size in 1...input.count {
            let got = try readStream(StreamItem.self, input, .lines, .strict, size: size)
            #expect(got.records.map(\.model?.id) == [1, 2] && got.records.map(\.offset) == [3, 12] && got.end == nil)
        }
        var reader = try ColumnReader(StreamItem.self, options: ColumnOptions(columns: ["id"], decoding: .strict))
        try reader.read(input) { _ in }
        try reader.finish { _ in }
        #expect(reader.records == 2 && reader.rejectedRecords == 0)
    }

    static let lines = [
        FramingCase("", .lines), FramingCase(" \n\n\t\r\n  ", .lines), FramingCase("\u{FEFF}", .lines), FramingCase("\r", .lines),
        FramingCase("\u{FEFF}\n \r\n", .lines),
        FramingCase("1\n2\n3", .lines, "1:0+1 1", "2:2+1 2", "3:4+1 3"),
        FramingCase("1\r\n2\n3\r\n", .lines, "1:0+1 1", "2:3+1 2", "3:5+1 3"),
        FramingCase("\u{FEFF}1\n2\r", .lines, "1:3+1 1", "2:5+1 2"),
        FramingCase("1\r2\n3\r", .lines, "1:0+3 1\r2 !trailingContent 2 1:3", "2:4+1 3"),
        FramingCase("\r\n\r1\n", .lines, "2:2+2 \r1"), FramingCase("1\r\r\n2", .lines, "1:0+2 1\r", "2:4+1 2"),
        FramingCase(" 1 \n\t[ ] ", .lines, "1:0+3  1 ", "2:4+5 \t[ ] "),
        FramingCase("{\"a\":1\n{\"b\":2}", .lines, "1:0+6 {\"a\":1 !unexpectedEnd 6 1:7", "2:7+7 {\"b\":2}"),
        FramingCase("\"a\nb\"\n7", .lines, "1:0+2 \"a !unexpectedEnd 2 1:3", "2:3+2 b\" !unexpectedByte 3 2:1", "3:6+1 7"),
        FramingCase("]\n\n}{\n{}", .lines, "1:0+1 ] !unexpectedByte 0 1:1", "3:3+2 }{ !unexpectedByte 3 3:1", "4:6+2 {}"),
        FramingCase("1\n\u{FEFF}2\n3", .lines, "1:0+1 1", "2:2+4 \u{FEFF}2 !unexpectedByte 2 2:1", "3:7+1 3"),
        FramingCase("\u{FEFF}\u{FEFF}1\n2", .lines, "1:3+4 \u{FEFF}1 !unexpectedByte 3 1:4", "2:8+1 2"),
        FramingCase("1 2\n[1,]\n{}", .lines, "1:0+3 1 2 !trailingContent 2 1:3", "2:4+4 [1,] !unexpectedByte 7 2:4", "3:9+2 {}"),
    ]

    static let values = [
        FramingCase("", .values), FramingCase(" \r\n\t\n", .values), FramingCase("\u{FEFF}", .values),
        FramingCase("1 2\n3", .values, "1:0+1 1", "1:2+1 2", "2:4+1 3"), FramingCase("\u{FEFF}{}\r\n", .values, "1:3+2 {}"),
        FramingCase("{\"a\":1}{}[3]\"x\"4", .values, "1:0+7 {\"a\":1}", "1:7+2 {}", "1:9+3 [3]", "1:12+3 \"x\"", "1:15+1 4"),
        FramingCase("1\"a\"2{}", .values, "1:0+1 1", "1:1+3 \"a\"", "1:4+1 2", "1:5+2 {}"),
        FramingCase("{\n\"a\"\n:[1\r\n]}\n{\n}", .values, "1:0+13 {\n\"a\"\n:[1\r\n]}", "5:14+3 {\n}"),
        FramingCase("[\"]\\\\\\\"]\"] 1", .values, "1:0+10 [\"]\\\\\\\"]\"]", "1:11+1 1"),
        FramingCase("nul tru\n1", .values, "1:0+3 nul !unexpectedEnd 3 1:4", "1:4+3 tru !unexpectedEnd 7 1:8", "2:8+1 1"),
        FramingCase("{\"a\" 1} {}", .values, "1:0+7 {\"a\" 1} !unexpectedByte 5 1:6", "1:8+2 {}"),
        FramingCase("\u{EEFF} {}", .values, "1:0+1 \u{FFFD} !invalidUTF8 0 1:1", "1:2+2 {}"),
        FramingCase("{\"a\":[1", .values, "1:0+7 {\"a\":[1 !unexpectedEnd 7 1:8"),
        FramingCase("1 \"abc \\\" ", .values, "1:0+1 1", "1:2+8 \"abc \\\"  !unexpectedEnd 10 1:11"),
    ]

    /// What is no value ends where the next one can be seen to begin.
    static let brokenValues = [
        FramingCase("1,2", .values, "1:0+1 1", "1:1+2 ,2 !unexpectedByte 1 1:2"),
        FramingCase(" ]", .values, "1:1+1 ] !unexpectedByte 1 1:2"),
        FramingCase("{}\n} {}", .values, "1:0+2 {}", "2:3+1 } !unexpectedByte 3 2:1", "2:5+2 {}"),
        FramingCase(
            "{\"a\":1},{\"b\":2},\n{\"c\":3}", .values, "1:0+7 {\"a\":1}", "1:7+1 , !unexpectedByte 7 1:8", "1:8+7 {\"b\":2}",
            "1:15+1 , !unexpectedByte 15 1:16", "2:17+7 {\"c\":3}"),
        FramingCase(
            "INFO: x\n{\"a\":1}", .values, "1:0+4 INFO !unexpectedByte 0 1:1", "1:4+3 : x !unexpectedByte 4 1:5", "2:8+7 {\"a\":1}"),
        FramingCase("{}\n{\"a\":[1}\n{}", .values, "1:0+2 {}", "2:3+8 {\"a\":[1} !unexpectedByte 10 2:8", "3:12+2 {}"),
        FramingCase("{\"a\":1] \n \n", .values, "1:0+7 {\"a\":1] !unexpectedByte 6 1:7"),
        FramingCase("{\"a\":1],\n[2]", .values, "1:0+8 {\"a\":1], !unexpectedByte 6 1:7", "2:9+3 [2]"),
        FramingCase(
            "{\"a\":1\n{\"b\":2}\n{\"c\":3}", .values, "1:0+6 {\"a\":1 !unexpectedEnd 6 1:7", "2:7+7 {\"b\":2}", "3:15+7 {\"c\":3}"),
        FramingCase("{\"a\":1,\r\n{\"b\":2}", .values, "1:0+7 {\"a\":1, !unexpectedEnd 7 1:8", "2:9+7 {\"b\":2}"),
        FramingCase("{\"a\"\n\n{}", .values, "1:0+4 {\"a\" !unexpectedEnd 4 1:5", "3:6+2 {}"),
        FramingCase("[1\n[2]\n\n[3]\n", .values, "1:0+2 [1 !unexpectedEnd 2 1:3", "2:3+3 [2]", "4:8+3 [3]"),
        FramingCase(
            "{\"a\":{\"b\":\n1\n\"c\"\n{\"d\":3}", .values, "1:0+16 {\"a\":{\"b\":\n1\n\"c\" !unexpectedByte 13 3:1", "4:17+7 {\"d\":3}"),
        // No string has a raw line feed, not even after a backslash.
        FramingCase("{\"a\":\"x\n{\"b\":2}", .values, "1:0+7 {\"a\":\"x !unexpectedEnd 7 1:8", "2:8+7 {\"b\":2}"),
        FramingCase("{\"a\":\"x\\\n{\"b\":2}", .values, "1:0+8 {\"a\":\"x\\ !unexpectedEnd 8 1:9", "2:9+7 {\"b\":2}"),
        FramingCase("\"ab\n\"c\" 1", .values, "1:0+3 \"ab !unexpectedEnd 3 1:4", "2:4+3 \"c\"", "2:8+1 1"),
    ]

    /// Lines inside a value begin with brackets too: only one whose value is followed by what JSON does not allow there is a value of its own.
    static let innerLines = [
        FramingCase("{\"a\":[\n{\"b\":2},\n{\"c\":3}\n]}\n[4]", .values, "1:0+26 {\"a\":[\n{\"b\":2},\n{\"c\":3}\n]}", "5:27+3 [4]"),
        FramingCase("{\"a\":\n{\"b\":\n[\n[1]]}}", .values, "1:0+20 {\"a\":\n{\"b\":\n[\n[1]]}}"),
        FramingCase(
            "{\"a\":[\n{\"b\":2}\n{\"c\":3}", .values, "1:0+6 {\"a\":[ !unexpectedEnd 6 1:7", "2:7+7 {\"b\":2}", "3:15+7 {\"c\":3}"),
        FramingCase("{\"a\":[\n{\"b\":2} \n\n", .values, "1:0+6 {\"a\":[ !unexpectedEnd 6 1:7", "2:7+7 {\"b\":2}"),
        FramingCase("[1,\n[2]\n\n[3]\n", .values, "1:0+3 [1, !unexpectedEnd 3 1:4", "2:4+3 [2]", "4:9+3 [3]"),
        FramingCase(
            "{\"a\":\n{\"b\":2}\nx\n{\"c\":3}", .values, "1:0+5 {\"a\": !unexpectedEnd 5 1:6", "2:6+7 {\"b\":2}",
            "3:14+1 x !unexpectedByte 14 3:1", "4:16+7 {\"c\":3}"),
        FramingCase(
            "{\"a\":[\n{\"b\":2}}\n[3]", .values, "1:0+6 {\"a\":[ !unexpectedEnd 6 1:7", "2:7+7 {\"b\":2}",
            "2:14+1 } !unexpectedByte 14 2:8", "3:16+3 [3]"),
        // The value that follows one that is cut off may itself have inner lines.
        FramingCase(
            "{\"a\":[\n{\"b\":[\n[1],\n[2]\n]}\n[3]", .values, "1:0+6 {\"a\":[ !unexpectedEnd 6 1:7", "2:7+18 {\"b\":[\n[1],\n[2]\n]}",
            "6:26+3 [3]"),
        FramingCase(
            "{\"a\":[\n{\"b\":2},\n{\"c\":3}", .values, "1:0+15 {\"a\":[\n{\"b\":2}, !unexpectedEnd 15 2:9", "3:16+7 {\"c\":3}"),
        FramingCase(
            "{\"a\":\n{\"b\":1\n{\"c\":2}", .values, "1:0+12 {\"a\":\n{\"b\":1 !unexpectedEnd 12 2:7", "3:13+7 {\"c\":2}"),
        FramingCase(
            "{\"a\":[\n{\"b\":[\n{\"c\":1}\n[2]", .values, "1:0+13 {\"a\":[\n{\"b\":[ !unexpectedEnd 13 2:7", "3:14+7 {\"c\":1}",
            "4:22+3 [2]"),
    ]

    static let arrays = [
        FramingCase("", .array, "!!unexpectedEnd 0 1:1"), FramingCase(" \n ", .array, "!!unexpectedEnd 3 2:2"),
        FramingCase("\u{FEFF}", .array, "!!unexpectedEnd 3 1:4"), FramingCase("\u{FEFF}[]", .array), FramingCase(" [ \n] \r\n", .array),
        FramingCase("[1]", .array, "1:1+1 1"), FramingCase("[1,\"]\\\"\",\n{}\n]", .array, "1:1+1 1", "1:3+5 \"]\\\"\"", "2:10+2 {}"),
        FramingCase("[ true , {\"a\":[1,\"]\"]} ]", .array, "1:2+4 true", "1:9+13 {\"a\":[1,\"]\"]}"),
        FramingCase("[nul,{\"a\" 1},2]", .array, "1:1+3 nul !unexpectedEnd 4 1:5", "1:5+7 {\"a\" 1} !unexpectedByte 10 1:11", "1:13+1 2"),
        FramingCase("[1,]", .array, "1:1+1 1", "!!unexpectedByte 3 1:4"), FramingCase("[,1]", .array, "!!unexpectedByte 1 1:2"),
        FramingCase("[1,\n,2]", .array, "1:1+1 1", "!!unexpectedByte 4 2:1"),
        FramingCase("[1 2]", .array, "1:1+1 1", "!!unexpectedByte 3 1:4"),
        FramingCase("[{}:", .array, "1:1+2 {}", "!!unexpectedByte 3 1:4"),
        FramingCase("[1}", .array, "1:1+1 1", "!!unexpectedByte 2 1:3"), FramingCase("[[1},2]", .array, "!!unexpectedByte 3 1:4"),
        FramingCase("[{\"a\":1],2]", .array, "!!unexpectedByte 7 1:8"), FramingCase("[}", .array, "!!unexpectedByte 1 1:2"),
        FramingCase("[1]\n x []", .array, "1:1+1 1", "!!trailingContent 5 2:2"), FramingCase("[]]", .array, "!!trailingContent 2 1:3"),
        FramingCase("[1]\n[2]", .array, "1:1+1 1", "!!trailingContent 4 2:1"),
        FramingCase("[1,", .array, "1:1+1 1", "!!unexpectedEnd 3 1:4"), FramingCase("[", .array, "!!unexpectedEnd 1 1:2"),
        FramingCase("[{}\n", .array, "1:1+2 {}", "!!unexpectedEnd 4 2:1"),
        // The array has not ended, whatever its last element looks like: 1 may have been 17.
        FramingCase("[1", .array, "1:1+1 1", "!!unexpectedEnd 2 1:3"),
        FramingCase("[{\"a\":1", .array, "1:1+6 {\"a\":1 !unexpectedEnd 7 1:8", "!!unexpectedEnd 7 1:8"),
        FramingCase("{}", .array, "!!typeMismatch 0 1:1"), FramingCase("\n5", .array, "!!typeMismatch 1 2:1"),
        FramingCase("null", .array, "!!unexpectedNull 0 1:1"), FramingCase("x", .array, "!!unexpectedByte 0 1:1"),
    ]

    static let paths = [
        FramingCase("{\"a\":[1,2]}", .array(at: "a"), "1:6+1 1", "1:8+1 2"), FramingCase("{\"a\":[ ],\"b\":[1]}", .array(at: "a")),
        FramingCase("{\"b\":[9],\"a\":[1],\"c\":[2]} \n", .array(at: "a"), "1:14+1 1"),
        FramingCase("{\"a\":{\"a\":[1]}}", .array(at: "a.a"), "1:11+1 1"),
        FramingCase("{\"a\":{},\"a\":5,\"a\":{\"b\":[1]}}", .array(at: "a.b"), "1:24+1 1"),
        FramingCase("[1,[2]]", .array(at: "[1]"), "1:4+1 2"), FramingCase("[{\"a\":[[],[7]]}]", .array(at: "[0].a[1]"), "1:11+1 7"),
        FramingCase("{\"a\":[[1],[2]]}", .array(at: "a.1"), "1:11+1 2"), FramingCase("{\"1\":[2]}", .array(at: "1"), "1:6+1 2"),
        FramingCase("{\"\\u0061\\u0062\":[1]}", .array(at: "ab"), "1:17+1 1"),
        FramingCase("{\"a\\\"\":[9],\"a\\\\\":[1]}", .array(at: JSONPath([.key("a\\")])), "1:18+1 1"),
        FramingCase("{\"\\n\":[9],\"\\t/\\/\":[1]}", .array(at: JSONPath([.key("\t//")])), "1:19+1 1"),
        FramingCase("{\"\\ud83d\\ude00\":[1]}", .array(at: "\u{1F600}"), "1:17+1 1"),
        // Two spellings of one character are two keys, with and without an escape.
        FramingCase("{\"e\u{301}\":[9],\"\u{E9}\":[1]}", .array(at: "\u{E9}"), "1:17+1 1"),
        FramingCase("{\"e\\u0301\":[9],\"\\u00e9\":[1]}", .array(at: "\u{E9}"), "1:25+1 1"),
        FramingCase("{\"a\":[1},2]}", .array(at: "a"), "1:6+1 1", "!!unexpectedByte 7 1:8"),
        FramingCase("{\"a\":[1", .array(at: "a"), "1:6+1 1", "!!unexpectedEnd 7 1:8"),
        FramingCase("{\"a\":5}", .array(at: "a"), "!!typeMismatch 5 1:6"),
        FramingCase("{\"a\":\nnull}", .array(at: "a"), "!!unexpectedNull 6 2:1"),
        FramingCase("{\"a\":{}}", .array(at: "a"), "!!typeMismatch 5 1:6"),
        FramingCase("{\"a\":}", .array(at: "a"), "!!unexpectedByte 5 1:6"),
        FramingCase("{\"b\":[1]}", .array(at: "a"), "!!pathNotFound 9 1:10"),
        // What ends is the root: white space behind it is not waited for.
        FramingCase("{\"b\":1} \n", .array(at: "a"), "!!pathNotFound 7 1:8"),
        FramingCase("{\"a\":1}", .array(at: "a.b"), "!!pathNotFound 7 1:8"),
        FramingCase("{}", .array(at: "a"), "!!pathNotFound 2 1:3"), FramingCase("[[1]]", .array(at: "[1]"), "!!pathNotFound 5 1:6"),
        FramingCase("[]", .array(at: "[0]"), "!!pathNotFound 2 1:3"), FramingCase("{\"a\":[]}", .array(at: "a[0]"), "!!pathNotFound 8 1:9"),
        FramingCase("\"x\"", .array(at: "a"), "!!pathNotFound 3 1:4"), FramingCase("5", .array(at: "a"), "!!pathNotFound 1 1:2"),
        FramingCase("{\"b\":", .array(at: "a"), "!!unexpectedEnd 5 1:6"), FramingCase("{\"a", .array(at: "a"), "!!unexpectedEnd 3 1:4"),
        FramingCase("", .array(at: "a"), "!!unexpectedEnd 0 1:1"),
        FramingCase("{b:1}", .array(at: "a"), "!!unexpectedByte 1 1:2"),
        FramingCase("{\"b\" 1}", .array(at: "a"), "!!unexpectedByte 5 1:6"),
        FramingCase("{\"b\":1]", .array(at: "a"), "!!unexpectedByte 6 1:7"),
        FramingCase("{\"b\":1,,", .array(at: "a"), "!!unexpectedByte 7 1:8"),
        FramingCase("{\"b\":[1},\"a\":[]}", .array(at: "a"), "!!unexpectedByte 7 1:8"),
        FramingCase("[1 2]", .array(at: "[1]"), "!!unexpectedByte 3 1:4"),
    ]

    static let sequences = [
        FramingCase("", .sequence), FramingCase("\u{1E}", .sequence), FramingCase("\u{1E}\u{1E} \n\u{1E}", .sequence),
        FramingCase("\u{FEFF}", .sequence),
        FramingCase("\u{1E}{\"a\":\n1}\n\u{1E}[2]\n", .sequence, "1:1+9 {\"a\":\n1}\n", "3:11+4 [2]\n"),
        FramingCase("\u{1E}\u{1E}\u{1E}{}\n", .sequence, "1:3+3 {}\n"),
        FramingCase("\u{1E}{}\u{1E}\"x\"", .sequence, "1:1+2 {}", "1:4+3 \"x\""),
        FramingCase("\u{1E}1\n\u{1E}true \u{1E}-7\r\n", .sequence, "1:1+2 1\n", "2:4+5 true ", "2:10+4 -7\r\n"),
        FramingCase("\u{1E}1\u{1E}2\n", .sequence, "1:1+1 1 !unexpectedEnd 1 1:2", "1:3+2 2\n"),
        FramingCase("\u{1E}2\n\u{1E}null", .sequence, "1:1+2 2\n", "2:4+4 null !unexpectedEnd 4 2:2"),
        FramingCase("\u{1E}{\"a\":\u{1E}{}\n", .sequence, "1:1+5 {\"a\": !unexpectedEnd 6 1:7", "1:7+3 {}\n"),
        FramingCase(
            "\u{1E}1 2\n\u{1E}[}\n\u{1E}3\n", .sequence, "1:1+4 1 2\n !trailingContent 3 1:4", "2:6+3 [}\n !unexpectedByte 7 2:3",
            "3:10+2 3\n"),
        FramingCase("x\n\u{1E}1\n", .sequence, "1:0+2 x\n !unexpectedByte 0 1:1", "2:3+2 1\n"),
        FramingCase("\u{FEFF}\u{1E}1\n", .sequence, "1:4+2 1\n"),
    ]

    static let documents = [
        FramingCase("", .document, "1:0+0  !emptyInput 0 1:1"), FramingCase(" \n", .document, "1:0+2  \n !emptyInput 2 2:1"),
        FramingCase("\u{FEFF}", .document, "1:3+0  !emptyInput 3 1:4"), FramingCase("{\"a\":\n1}\n", .document, "1:0+9 {\"a\":\n1}\n"),
        FramingCase("\u{FEFF}[]", .document, "1:3+2 []"), FramingCase("1\n2", .document, "1:0+3 1\n2 !trailingContent 2 2:1"),
        FramingCase("7", .document, "1:0+1 7"), FramingCase("[\n", .document, "1:0+2 [\n !unexpectedEnd 2 2:1"),
    ]

    @Test func anErrorOfTheFramingSaysWhatItExpected() throws {
        func message(_ text: String, _ framing: Framing) throws -> String? {
            try readStream(JSONValue.self, Array(text.utf8), framing, size: 1).end?.message
        }
        #expect(try message("[1 2]", .array) == "expected ',' or ']', found a number")
        #expect(try message("[1, ]", .array) == "expected a value, found ']': JSON has no comma after the last element")
        #expect(try message("[1,{]", .array) == "expected a bracket that fits, or a value, found ']'")
        #expect(try message("[1,}", .array) == "expected a bracket that fits, or a value, found '}'")
        #expect(try message("[1] x", .array) == "expected nothing after the value, found 'x'")
        #expect(try message("{\"a\":\"x\"}", .array(at: "a")) == "expected an array at 'a', found a string")
        #expect(try message("{\"a\":[{\"b\":null}]}", .array(at: "a[0].b")) == "expected an array at 'a[0].b', found null")
        #expect(try message("{}", .array) == "expected an array, found an object")
        #expect(try message("{\"b\":1", .array(at: "a")) == "the input ends before the value does")
        #expect(try message("{b", .array(at: "a")) == "expected a key, found 'b'")
        #expect(try message("{}", .array(at: "a")) == "the document has nothing at the requested path")
    }
}
