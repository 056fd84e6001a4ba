import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Empty values that are null where they do not fit.
@Suite("Empty values")
struct EmptyValueTests {
    enum Color: String, Sendable { case red, empty = "" }
    enum Shade: String, Sendable { case dark }
    enum Level: Int, Sendable { case zero, one }
    enum Size: Double, Sendable { case none = 0, half = 0.5 }

    struct Inner: Model, Equatable, Sendable { var id = 5 }

    struct Values: Model, Equatable, Sendable {
        var int = 5, double = 5.5, bool = true, text = "x", letter: Character = "x"
        var maybeInt: Int? = 5, maybeBool: Bool? = true, maybeText: String? = "x", twice: Int?? = 5
        var date: Date? = Date(timeIntervalSince1970: 5), id: UUID? = UUID(), url: URL? = URL(string: "a"), data: Data? = Data([5])
        var color: Color? = .red, shade: Shade? = .dark, level: Level? = .one, size: Size? = .half, plainShade = Shade.dark
        var plainLevel = Level.one
        var inner: Inner? = Inner(), plainInner = Inner(id: 6), list: [Int]? = [5], table: [String: Int]? = ["a": 5]
        var holes: [Int?] = [], numbers: [Int] = [], inners: [Inner] = []
    }

    private static let all = DecodingOptions.with(\.emptyAsNull, .all)

    private func expect(_ text: String, _ options: DecodingOptions = EmptyValueTests.all, _ change: (inout Values) -> Void) throws {
        var expected = Values()
        change(&expected)
        // Of values that are made anew, `UUID()` alone differs.
        for outcome in EveryWay.outcomes(Values.self, text, options) {
            var value = try outcome.get()
            if value.id != nil && expected.id != nil { value.id = expected.id }
            #expect(value == expected, "\(text)")
        }
        var value = try ModelDecoder(options).decode(Values.self, from: try ModelDecoder().decode(JSONValue.self, from: text))
        if value.id != nil && expected.id != nil { value.id = expected.id }
        #expect(value == expected, "\(text), parsed")
        // Into a value that is there.
        var updated = expected
        try ModelDecoder(options).update(&updated, from: text)
        #expect(updated == expected, "\(text), update")
    }

    @Test(arguments: [#""""#, "[]", "[ \n]", "{}", "{\t}", "false"])
    func eachKindIsNullWhereItDoesNotFit(_ empty: String) throws {
        let isObject = empty.hasPrefix("{"), isArray = empty.hasPrefix("["), isText = empty.hasPrefix("\""), isFalse = empty == "false"
        try expect("{\"int\":\(empty)}") { $0.int = 0 }
        try expect("{\"double\":\(empty)}") { $0.double = 0 }
        try expect("{\"maybeInt\":\(empty)}") { $0.maybeInt = nil }
        try expect("{\"twice\":\(empty)}") { $0.twice = nil }
        try expect("{\"bool\":\(empty)}") { $0.bool = false }
        try expect("{\"maybeBool\":\(empty)}") { $0.maybeBool = isFalse ? false : nil }
        try expect("{\"letter\":\(empty)}") { _ in }
        try expect("{\"text\":\(empty)}") { if isText { $0.text = "" } else if isFalse { $0.text = "false" } }
        try expect("{\"maybeText\":\(empty)}") { $0.maybeText = isText ? "" : isFalse ? "false" : nil }
        try expect("{\"date\":\(empty)}") { $0.date = nil }
        try expect("{\"id\":\(empty)}") { $0.id = nil }
        try expect("{\"url\":\(empty)}") { $0.url = nil }
        try expect("{\"data\":\(empty)}") { $0.data = isText ? Data() : nil }
        try expect("{\"color\":\(empty)}") { $0.color = isText ? .empty : nil }
        try expect("{\"shade\":\(empty)}") { $0.shade = nil }
        try expect("{\"level\":\(empty)}") { $0.level = nil }
        try expect("{\"size\":\(empty)}") { $0.size = nil }
        try expect("{\"plainShade\":\(empty),\"plainLevel\":\(empty)}") { _ in }
        try expect("{\"inner\":\(empty)}") { $0.inner = isObject ? Inner() : nil }
        try expect("{\"plainInner\":\(empty)}") { if isObject { $0.plainInner = Inner(id: 6) } }
        try expect("{\"list\":\(empty)}") { $0.list = isArray ? [] : nil }
        try expect("{\"table\":\(empty)}") { $0.table = isObject ? [:] : nil }
        try expect("{\"holes\":[1,\(empty)]}") { $0.holes = [1, nil] }
        try expect("{\"numbers\":[1,\(empty),2]}") { $0.numbers = [1, 0, 2] }
        try expect("{\"inners\":[\(empty),{\"id\":1}]}") { $0.inners = isObject ? [Inner(), Inner(id: 1)] : [Inner(id: 1)] }
    }

    /// A kind that the options do not name is what it was.
    @Test(arguments: [(#""""#, .strings), ("[]", .arrays), ("{}", .objects)] as [(String, DecodingOptions.EmptyValues)])
    func onlyTheKindsThatAreNamed(_ empty: String, _ kind: DecodingOptions.EmptyValues) throws {
        let others = DecodingOptions.with(\.emptyAsNull, DecodingOptions.EmptyValues.all.subtracting(kind))
        try expect("{\"maybeInt\":\(empty)}", others) { _ in }
        try expect("{\"maybeInt\":\(empty)}", .with(\.emptyAsNull, kind)) { $0.maybeInt = nil }
        try expect("{\"maybeInt\":false}", .with(\.emptyAsNull, kind)) { $0.maybeInt = 0 }
        // What is not empty does not fit, either way.
        for value in [#"" ""#, #""x""#, "[1]", #"{"a":1}"#] { try expect("{\"maybeInt\":\(value)}") { _ in } }
        try expect(#"{"maybeInt":true}"#) { $0.maybeInt = 1 }
    }

    @Test func whatNullDoesIsForTheOptionsToSay() throws {
        try expect(#"{"maybeInt":"","int":[],"inner":false,"holes":[""]}"#, Self.all.with(\.onNull, .keep)) { $0.holes = [nil] }
        let strict = DecodingOptions.strict.with(\.emptyAsNull, .all)
        try expect(#"{"maybeInt":"","inner":[],"list":{},"date":false,"level":"","shade":""}"#, strict) {
            ($0.maybeInt, $0.inner, $0.list, $0.date, $0.level, $0.shade) = (nil, nil, nil, nil, nil, nil)
        }
        let null = "found null, which is what emptyAsNull makes of an empty value"
        EveryWay.expectErrors(
            Values.self,
            [
                .init(text: #"{"int": ""}"#, code: .unexpectedNull, message: "expected Int, \(null)", path: "int", offset: 8),
                .init(text: #"{"int":[ ] }"#, code: .unexpectedNull, message: "expected Int, \(null)", path: "int", offset: 7),
                .init(
                    text: #"{"numbers":[1,false]}"#, code: .unexpectedNull, message: "expected Int, \(null)", path: "numbers[1]", offset: 14
                ),
                .init(
                    text: #"{"plainShade":""}"#, code: .unexpectedNull, message: "expected Shade, \(null)", path: "plainShade", offset: 14),
                .init(
                    text: #"{"plainInner":[]}"#, code: .unexpectedNull, message: "expected Inner, \(null)", path: "plainInner", offset: 14),
                .init(text: #"{"int":[1]}"#, code: .typeMismatch, message: "expected Int, found an array", path: "int", offset: 7),
            ], strict)
    }

    /// Without the option the error names it.
    @Test func errorsNameTheOption() {
        let hint = " (emptyAsNull takes it as null)"
        EveryWay.expectErrors(
            Values.self,
            [
                .init(text: #"{"int": ""}"#, code: .typeMismatch, message: "expected Int, found a string\(hint)", path: "int", offset: 8),
                .init(text: #"{"int": [  ]}"#, code: .typeMismatch, message: "expected Int, found an array\(hint)", path: "int", offset: 8),
                .init(
                    text: #"{"list": {}}"#, code: .typeMismatch, message: "expected [Int]?, found an object\(hint)", path: "list", offset: 9
                ),
                .init(
                    text: #"{"int":false}"#, code: .typeMismatch, message: "expected Int, found a boolean\(hint)", path: "int", offset: 7),
                .init(
                    text: #"{"shade":""}"#, code: .invalidValue, message: "expected Shade?, found a string that is not a valid one\(hint)",
                    path: "shade", offset: 9),
                .init(text: #"{"int":[ {}]}"#, code: .typeMismatch, message: "expected Int, found an array", path: "int", offset: 7),
                .init(text: #"{"int":true}"#, code: .typeMismatch, message: "expected Int, found a boolean", path: "int", offset: 7),
            ], .strict)
        // A container that does not end is not empty.
        for text in [#"{"int":["#, #"{"int":[ "#, #"{"int":[}"#] {
            for outcome in EveryWay.outcomes(Values.self, text, .strict) {
                let error = #expect(throws: ModelError.self) { try outcome.get() }
                #expect(error?.message == "expected Int, found an array" && error?.offset == 7, "\(text): \(error as Any)")
            }
        }
    }

    // MARK: Where null means more

    struct Chosen: Model, Equatable, Sendable {
        var id: Int? = 9
        var needed = 8
        var deep = "d"
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": ["id", "ID", "ext.id"], "needed": "n", "deep": "way.deep"]
            model.required = ["needed"]
        }
    }

    @Test(arguments: [
        (#"{"n":1,"id":"","ID":4}"#, Chosen(id: 4, needed: 1)), (#"{"ID":4,"n":1,"id":[]}"#, Chosen(id: 4, needed: 1)),
        (#"{"n":1,"id":"","ID":{},"ext":{"id":3}}"#, Chosen(id: 3, needed: 1)),
        (#"{"n":1,"id":"","ID":false}"#, Chosen(id: nil, needed: 1)), (#"{"n":1,"way":[]}"#, Chosen(needed: 1)),
        (#"{"n":1,"way":""}"#, Chosen(needed: 1)), (#"{"n":1,"ext":"","id":2}"#, Chosen(id: 2, needed: 1)),
    ])
    func anotherAlternativeMayHaveAValue(_ text: String, _ expected: Chosen) throws {
        for options in [Self.all, .strict.with(\.emptyAsNull, .all)] {
            for outcome in EveryWay.outcomes(Chosen.self, text, options) { #expect(try outcome.get() == expected, "\(text)") }
        }
    }

    @Test(arguments: [#""""#, "[]", "{}", "false"])
    func aRequiredPropertyIsMissing(_ empty: String) {
        for outcome in EveryWay.outcomes(Chosen.self, "{\"n\":\(empty)}", Self.all) {
            let error = #expect(throws: ModelError.self) { try outcome.get() }
            #expect(error?.code == .missingKey && error?.message == "no value for the property 'needed' of Chosen", "\(error as Any)")
        }
    }

    struct Converted: Model, Sendable {
        var at: Date? = Date(timeIntervalSince1970: 1)
        var all: [Date?] = []
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["at": .epochSeconds, "all": .epochSeconds]
        }
    }

    @Test func whatATransformRefusesIsNull() throws {
        for outcome in EveryWay.outcomes(Converted.self, #"{"at":"","all":[2,"",[]]}"#, Self.all) {
            let value = try outcome.get()
            #expect(value.at == nil && value.all == [Date(timeIntervalSince1970: 2), nil, nil])
        }
    }

    // MARK: Other ways

    struct Row: Model, Equatable, Sendable {
        var id = 1
        var count: Int? = 2
        var names: [String]? = ["a"]
    }

    @Test func recordsLinesAndColumns() async throws {
        let text = "{\"id\":\"\",\"count\":\"\",\"names\":\"\"}\n{\"id\":7,\"count\":[],\"names\":false}\n"
        let expected = [Row(id: 0, count: nil, names: nil), Row(id: 7, count: nil, names: nil)]
        let batch = try await ModelDecoder(Self.all).decodeLines(Row.self, from: Array(text.utf8))
        #expect(batch.models == expected && batch.failures.isEmpty)
        var rows: [Row] = []
        var reader = try ModelReader(Row.self, framing: .lines, options: Self.all)
        for byte in text.utf8 { try reader.read([UInt8](repeating: byte, count: 1)) { record in rows.append(try record.get()) } }
        try reader.finish { record in rows.append(try record.get()) }
        #expect(rows == expected)
        var columns = try ColumnReader(Row.self, options: ColumnOptions(decoding: Self.all))
        try columns.read(Array(text.utf8)) { _ in }
        try columns.finish { batch in
            #expect(batch.rowCount == 2 && (0..<2).allSatisfy { batch["count"]?.isNull($0) == true && batch["names"]?.isNull($0) == true })
        }
        #expect(columns.rejectedRecords == 0)
    }

    /// A container that does not fit is refused, whether or not its next byte had come when it began; a dictionary has lost the key by then.
    @Test(arguments: [#"{"table":{"a":{ "x" 1}}}"#, #"{"table":{"b":1,"a":[ 1"#, #"{"table":{"a":{ "#, #"{"table":{"a":[ [1 2]]}}"#])
    func aFaultInAContainerThatDoesNotFitHasOnePath(_ text: String) throws {
        for outcome in EveryWay.outcomes(Values.self, text, Self.all) {
            let error = try #require(throws: ModelError.self) { try outcome.get() }
            #expect(error.path.description == "table", "\(text)")
        }
        EveryWay.expectSame(Values.self, text, Self.all)
    }

    @Test func reportsSayWhatNullDid() throws {
        var report = DecodingReport()
        _ = try ModelDecoder(Self.all).decode(Values.self, from: #"{"maybeInt":"","plainInner":[],"int":""}"#, report: &report)
        #expect(report.count == 1 && report.counts == ["plainInner": 1] && report.issues.first?.code == .unexpectedNull)
    }

    /// The words of null are null for enums of numbers, as null itself is.
    @Test(arguments: ["null", "NIL", "<null>"])
    func aWordOfNullIsNoRawValue(_ word: String) throws {
        try expect("{\"level\":\"\(word)\",\"plainLevel\":\"\(word)\",\"size\":\"\(word)\"}", .lenient) {
            $0.level = nil
            $0.size = nil
        }
        #expect(try ModelDecoder().decode([Level].self, from: "[1, \"\(word)\", null]") == [.one])
        #expect(try ModelDecoder().decode([Level?].self, from: "[1, \"\(word)\", null]") == [.one, nil, nil])
    }
}
