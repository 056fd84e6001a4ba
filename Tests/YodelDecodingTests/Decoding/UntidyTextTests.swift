import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Texts that are no JSON, which options let be read.
@Suite("Untidy text")
struct UntidyTextTests {
    struct Row: Model, Equatable, Sendable {
        var value = 1.5, maybe: Double? = 1.5, float: Float = 1.5, int = 7, text = "x", json = JSONValue.null
        var list: [Double] = [], raw: RawJSON?
    }

    struct Own: Model {
        struct Inner: Decodable, Sendable { let value: Double, float: Float? }
        var inner: Inner?
        var any: [String: Any] = [:]
    }

    private static let values = DecodingOptions.with(\.nonFiniteNumbers, .value)
    private static let all = DecodingOptions.with(\.nonFiniteNumbers, .value).with(\.invalidText, .replace).with(
        \.acceptsControlCharacters, true)

    /// Reads bytes whole, by each tokenizer, and in pieces of several sizes.
    private static func outcomes<T>(_ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions) -> [Result<T, ModelError>] {
        [decodeWhole(type, bytes, options), decodeWhole(type, bytes, options.with(\.tokenizer, .yajl))]
            + [1, 2, 3, 5, 7, 31].map { decodeInChunks(type, bytes, size: $0, options) }
    }

    private static func expectError<T>(_ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions, _ expected: ErrorFields) {
        for outcome in outcomes(type, bytes, options) {
            let fields = outcome.errorFields
            #expect(fields == expected, "\(String(decoding: bytes, as: UTF8.self)): \(fields?.description ?? "no error"), not \(expected)")
        }
    }

    // MARK: Numbers

    @Test func numbersThatJSONDoesNotHave() throws {
        let text = #"{"value":NaN,"maybe": -Infinity ,"float":Infinity,"list":[1,NaN,-Infinity],"other":[NaN,{"a":-Infinity}],"int":3}"#
        for options in [Self.values, .strict.with(\.nonFiniteNumbers, .value)] {
            for outcome in EveryWay.outcomes(Row.self, text, options) {
                let row = try outcome.get()
                #expect(row.value.isNaN && row.maybe == -.infinity && row.float == .infinity && row.int == 3)
                #expect(row.list.count == 3 && row.list[0] == 1 && row.list[1].isNaN && row.list[2] == -.infinity)
            }
        }
        for outcome in EveryWay.outcomes(Row.self, text, .with(\.nonFiniteNumbers, .null)) {
            let row = try outcome.get()
            #expect(row == Row(value: 0, maybe: nil, float: 0, int: 3, list: [1, 0, 0]))
        }
        #expect(try ModelDecoder(Self.values).decode(Double.self, from: " NaN ").isNaN)
        #expect(try ModelDecoder(Self.values).decode(Float16.self, from: "-Infinity") == -.infinity)
    }

    @Test func theyAreTextsElsewhere() throws {
        for outcome in EveryWay.outcomes(Row.self, #"{"text":NaN,"int":Infinity,"json":[-Infinity,1],"raw":{"a":NaN}}"#, Self.values) {
            let row = try outcome.get()
            #expect(row.text == "NaN" && row.int == 7 && row.json == ["-Infinity", 1] && row.raw?.text == #"{"a":"NaN"}"#)
        }
        // And texts are numbers, as Protocol Buffers write them.
        for outcome in EveryWay.outcomes(Row.self, #"{"value":"NaN","maybe":"-Infinity"}"#, .strict.with(\.nonFiniteNumbers, .value)) {
            let row = try outcome.get()
            #expect(row.value.isNaN && row.maybe == -.infinity)
        }
        for outcome in EveryWay.outcomes(Row.self, #"{"value":"nan","maybe":"Inf"}"#, Self.values) { #expect(try outcome.get() == Row()) }
    }

    @Test func typesThatDecodeThemselves() throws {
        for outcome in EveryWay.outcomes(Own.self, #"{"inner":{"value":NaN,"float":-Infinity},"any":{"a":"\ud800"}}"#, Self.all) {
            let own = try outcome.get()
            #expect(own.inner?.value.isNaN == true && own.inner?.float == -.infinity && own.any["a"] as? String == "\u{FFFD}")
        }
    }

    @Test func otherWordsAreRefused() {
        let hint = "(DecodingOptions.nonFiniteNumbers reads NaN)"
        Self.expectError(
            Row.self, Array(#"{"value":NaN}"#.utf8), .lenient,
            ErrorFields(.syntax, .unexpectedByte, at: 9, path: "value", "expected a JSON token, found 'N' \(hint)"))
        Self.expectError(
            Row.self, Array(#"{"value":-Infinity}"#.utf8), .lenient,
            ErrorFields(
                .syntax, .invalidNumber, at: 10, path: "value",
                "malformed number: a digit is required after the minus sign (DecodingOptions.nonFiniteNumbers reads -Infinity)"))
        for text in [
            "{NaN:1}", #"{"value":1,NaN:2}"#, #"{"value":NaN1}"#, #"{"value":-NaN}"#, #"{"value":Nan}"#, #"{"value":+Infinity}"#,
            #"{"value":Infinit}"#, #"{"value":1 NaN}"#, #"{"value":NaN"#, "-",
        ] {
            for outcome in EveryWay.outcomes(Row.self, text, Self.all) {
                let error = #expect(throws: ModelError.self, "\(text)") { try outcome.get() }
                #expect(error?.category == .syntax, "\(text): \(error as Any)")
            }
        }
    }

    // MARK: Characters

    @Test(arguments: [
        #"\ud800"#, #"\uDFFF"#, #"\udc00\ud800"#, #"a\ud800\u0041"#, #"\ud800\n"#, #"\uD83D\uDE00\ud83d"#, #"\ud800\\udc00"#,
    ])
    func loneSurrogatesAreReplaced(_ written: String) throws {
        let bytes =
            joined(utf8(#"{"text":""#), utf8(written), utf8(#"","other":[""#), utf8(written), utf8(#""],"int":1}"#))
        // The escapes of which a pair is made, all others alone.
        let units = try JSONValue.surrogates(in: written)
        for outcome in Self.outcomes(Row.self, bytes, .with(\.invalidText, .replace)) {
            let row = try outcome.get()
            #expect(row.text == units && row.int == 1, "\(written): \(row.text.debugDescription)")
        }
        for outcome in Self.outcomes(Row.self, bytes, .lenient) {
            let error = #expect(throws: ModelError.self) { try outcome.get() }
            #expect(error?.code == .loneSurrogate && error?.message.hasSuffix("(DecodingOptions.invalidText replaces it)") == true)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80],
            [0xC3, 0xA9, 0xFF, 0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80, 0xF0], [0xE9, 0x20, 0xFC],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreReplaced(_ broken: [UInt8]) throws {
        let text = joined(utf8("a"), broken)
        let bytes =
            joined(utf8(#"{"text":""#), text, utf8(#"","é":[""#), broken, utf8(#""],""#), broken, utf8(#"":"","int":1}"#))
        for outcome in Self.outcomes(Row.self, bytes, .with(\.invalidText, .replace)) {
            let row = try outcome.get()
            #expect(row.text == String(decoding: text, as: UTF8.self) && row.int == 1, "\(broken)")
        }
        for outcome in Self.outcomes(Row.self, bytes, .lenient.with(\.acceptsControlCharacters, true)) {
            let error = #expect(throws: ModelError.self) { try outcome.get() }
            #expect(error?.code == .invalidUTF8)
        }
    }

    @Test func bytesOutsideOfStringsAreRefused() {
        let error = ErrorFields(
            .syntax, .invalidUTF8, at: 7, path: "int", "bytes that are not UTF-8 (in strings DecodingOptions.invalidText replaces them)")
        Self.expectError(Row.self, joined(utf8(#"{"int":"#), [0xFF, 0x7D]), .with(\.invalidText, .replace), error)
    }

    @Test(arguments: UInt8(0)..<0x20)
    func controlCharactersStandInStrings(_ byte: UInt8) throws {
        let content = joined(utf8("a"), [byte], utf8("b"))
        let bytes = joined(utf8(#"{"text":""#), content, utf8(#"","other":""#), content, utf8(#"","int":1}"#))
        for outcome in Self.outcomes(Row.self, bytes, .with(\.acceptsControlCharacters, true)) {
            let row = try outcome.get()
            #expect(row.text == String(decoding: content, as: UTF8.self) && row.int == 1)
        }
        for outcome in Self.outcomes(Row.self, bytes, .with(\.invalidText, .replace)) {
            #expect(throws: ModelError.self) { try outcome.get() }
        }
    }

    // MARK: Places

    @Test func errorsHaveTheirPlaceInWhatWasSent() {
        let start = joined(utf8("{\"text\":\"\t\u{1}\n"), [0xFF, 0xFE], utf8("\n\",\n \"json\":[NaN,\"\\ud800\"],\n"))
        let int = Array("  \"int\":".utf8)
        let offset = start.count + int.count
        Self.expectError(
            Row.self, joined(start, int, utf8("\"x\"}")), Self.all.with(\.onMismatch, .fail),
            ErrorFields(
                .mismatch, .invalidValue, at: offset, line: 5, column: 9, path: "int",
                "expected Int, found a string that is not a valid one"))
        Self.expectError(
            Row.self, joined(start, int, utf8("}")), Self.all,
            ErrorFields(.syntax, .unexpectedByte, at: offset, line: 5, column: 9, path: "int", "expected a value, found '}'"))
        // On the line of what has been put right, behind it.
        Self.expectError(
            Row.self, Array("{\"text\":\"\t\t\",\"int\":}".utf8), Self.all,
            ErrorFields(.syntax, .unexpectedByte, at: 19, path: "int", "expected a value, found '}'"))
    }

    @Test func reportsCountAndPointIntoWhatWasSent() throws {
        var report = DecodingReport()
        let bytes =
            joined(
                utf8("{\"text\":\"\t\u{1}\",\"value\":NaN,\"json\":\"\\ud800\",\"a\":\""), [0xFF], utf8("\",\"int\":\"x\"}"))
        for _ in 0..<2 { _ = try ModelDecoder(Self.all).decode(Row.self, from: bytes, report: &report) }
        #expect(report.repairs.controlCharacters == 4 && report.repairs.nonFiniteNumbers == 2)
        #expect(report.repairs.surrogates == 2 && report.repairs.invalidUTF8 == 2 && report.repairs.count == 10)
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "x"))) - 1
        #expect(report.counts == ["a": 2, "int": 2] && report.issues.map(\.offset) == [place - 14, place, place - 14, place])
        _ = try ModelDecoder(Self.all).decode(Row.self, from: "{}", report: &report)
        #expect(report.repairs.count == 10)
    }

    // MARK: Other ways

    @Test func updatesAndParts() throws {
        var row = Row(int: 1, text: "a")
        try ModelDecoder(Self.all).update(&row, from: "{\"text\":\"\t\",\"value\":NaN}")
        #expect(row.int == 1 && row.text == "\t" && row.value.isNaN)
        #expect(throws: ModelError.self) { try ModelDecoder(Self.all).update(&row, from: "{\"text\":\"\u{1}\",\"int\":}") }
        #expect(row.text == "\t")
        let text = "{\"data\":{\"row\":{\"text\":\"\t\"}},\"x\":NaN}"
        #expect(try ModelDecoder(Self.all).decode(Row.self, from: text, at: "data.row").text == "\t")
        let found = try ModelDecoder(Self.all).find(["/data/row/text", "/x", "/none"], in: text)
        #expect(found.map { $0?.text } == [#""\t""#, #""NaN""#, nil])
    }

    @Test func recordsLinesAndColumns() async throws {
        let lines =
            joined(
                utf8("{\"int\":1,\"text\":\"\t\"}\n{\"int\":2,\"text\":\""), [0xFF],
                utf8("\"}\n{\"int\":3,\"value\":NaN}\n{\"int\":}\n"))
        let batch = try await ModelDecoder(Self.all).decodeLines(Row.self, from: lines)
        #expect(batch.models.map(\.int) == [1, 2, 3] && batch.models[1].text == "\u{FFFD}" && batch.failures.map(\.line) == [4])
        let before = try await ModelDecoder().decodeLines(Row.self, from: lines)
        #expect(before.models.isEmpty && before.failedRecords == 4)
        for size in [1, 5, 1000] {
            var ints: [Int] = []
            var reader = try ModelReader(Row.self, framing: .lines, options: Self.all)
            for start in stride(from: 0, to: lines.count, by: size) {
                try reader.read(Array(lines[start..<min(start + size, lines.count)])) { if let row = $0.model { ints.append(row.int) } }
            }
            try reader.finish { if let row = $0.model { ints.append(row.int) } }
            #expect(ints == [1, 2, 3])
        }
        var columns = try ColumnReader(Row.self, options: ColumnOptions(columns: ["int", "text", "value"], decoding: Self.all))
        var rows = 0
        try columns.read(lines) { rows += $0.rowCount }
        try columns.finish { rows += $0.rowCount }
        #expect(rows == 3 && columns.rejectedRecords == 1)
        let array = Array("[{\"int\":1,\"text\":\"\n\"},{\"int\":2,\"value\":NaN}]".utf8)
        var ints: [Int] = []
        var reader = try ModelReader(Row.self, framing: .array, options: Self.all)
        try reader.read(array) { if let row = $0.model { ints.append(row.int) } }
        try reader.finish { if let row = $0.model { ints.append(row.int) } }
        #expect(ints == [1, 2])
    }

    // MARK: Time

    @Test func whatIsPutRightTakesLinearTime() {
        let pieces: [[UInt8]] = [[0xFF], [0x01], Array(#"\ud800"#.utf8), Array(#"",NaN,""#.utf8), [0xE2, 0x82]]
        for piece in pieces {
            LinearTime.expect(4_000, "\(piece)") { count in
                joined(utf8("[\""), Array(repeatElement(piece, count: count).joined()), utf8("\"]"))
            } run: { bytes in
                for outcome in [decodeWhole([JSONValue].self, bytes, Self.all), decodeInChunks([JSONValue].self, bytes, size: 7, Self.all)]
                {
                    _ = try? outcome.get()
                }
            }
        }
    }
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
private func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

extension JSONValue {
    /// The text of a string as it is written, with U+FFFD for surrogates without a partner.
    fileprivate static func surrogates(in written: String) throws -> String {
        var units: [UInt16] = []
        var rest = Substring(written)
        while let first = rest.first {
            if rest.hasPrefix("\\u"), let unit = UInt16(rest.dropFirst(2).prefix(4), radix: 16) {
                units.append(unit)
                rest = rest.dropFirst(6)
            } else if rest.hasPrefix("\\n") || rest.hasPrefix("\\\\") {
                units.append(rest.hasPrefix("\\n") ? 10 : 92)
                rest = rest.dropFirst(2)
            } else {
                units += Array(String(first).utf16)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
