import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What a report says of every issue: its code, and the line that holds path, offset, expectation, what was found and what was done.

/// A document and what is noted of it. Decoded from bytes and, unless keys come twice, from the value that it parses to.
struct ReportCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wrong: @Sendable () throws -> [String]

    init<T: SendableMetatype>(_ type: T.Type, _ json: String, asValue: Bool = true, _ expected: [String]) {
        self.init(type, json, .lenient, asValue: asValue, expected)
    }

    init<T: SendableMetatype>(_ type: T.Type, _ json: String, _ options: DecodingOptions, asValue: Bool = true, _ expected: [String]) {
        testDescription = "\(type): \(json)"
        wrong = {
            let decoder = ModelDecoder(options)
            var report = DecodingReport()
            _ = try decoder.decode(type, from: json, report: &report)
            var wrong = Self.lines(report) == expected ? [] : ["\(Self.lines(report))", "not \(expected)"]
            if report.count != expected.count || report.isEmpty != expected.isEmpty || report.counts.values.reduce(0, +) != expected.count {
                wrong.append("count \(report.count), counts \(report.counts)")
            }
            guard asValue else { return wrong }
            var replayed = DecodingReport()
            _ = try decoder.decode(type, from: try ModelDecoder().decode(JSONValue.self, from: json), report: &replayed)
            // A value has no place in an input.
            let placeless = expected.map { $0.replacing(/byte \d+/, with: "byte 0") }
            if Self.lines(replayed) != placeless { wrong.append("from a value: \(Self.lines(replayed))") }
            return wrong
        }
    }

    static func lines(_ report: DecodingReport) -> [String] {
        report.issues.map { "\($0.code) \($0)" }
    }
}

@Suite("Reports")
struct ReportTests {
    /// A key that is longer than 128 bytes counts by its beginning, cut between two scalars; the issue has all of it.
    @Test(arguments: [DecodingOptions.lenient(.yajl), .lenient(.scanner)])
    func longKeysCountByTheirBeginning(options: DecodingOptions) throws {
        let keys = [128, 129, 1000].map { String(repeating: "k", count: $0) } + [String(repeating: "é", count: 65), "k" + marks(200)]
        let json = "{" + keys.map { "\"\($0)\":[\"x\",\"y\"]" }.joined(separator: ",") + "}"
        var report = DecodingReport()
        _ = try ModelDecoder(options).decode([String: [Int]].self, from: json, report: &report)
        let k = String(repeating: "k", count: 128)
        // A letter of one byte, one with a letter of its own, and marks of two bytes each.
        let marked = "ke" + String(marks(200).unicodeScalars.dropFirst().prefix(63)) + "…"
        #expect(report.counts == [k + "[*]": 2, k + "…[*]": 4, String(repeating: "é", count: 64) + "…[*]": 2, marked + "[*]": 2])
        #expect(report.issues.map(\.path).first == JSONPath([.key(keys[0]), .index(0)]))
        #expect(Set(report.issues.map(\.path)).count == 10)
    }

    private static let omitting = DecodingOptions.strict.with(\.onInvalidElement, .omit)
    private static let keep = DecodingOptions.lenient.with(\.onNull, .keep)

    static let values: [ReportCase] = [
        .init(
            Policy.Leaf.self, #"{"id":"x"}"#, ["invalidValue id, byte 6: expected Int, found a string that is not a valid one; kept"]),
        .init(
            Policy.Leaf.self, #"{"id":[]}"#, ["typeMismatch id, byte 6: expected Int, found an array (emptyAsNull takes it as null); kept"]),
        .init(
            Policy.Leaf.self, #"{"id":1e30}"#, ["numberOutOfRange id, byte 6: expected Int, found a number that it cannot hold; kept"]),
        .init(
            Policy.Nest.self, #"{"leaf":{"id":{}},"name":[],"maybe":1}"#,
            [
                "typeMismatch leaf.id, byte 14: expected Int, found an object (emptyAsNull takes it as null); kept",
                "typeMismatch name, byte 25: expected String, found an array (emptyAsNull takes it as null); kept",
                "typeMismatch maybe, byte 36: expected Leaf?, found a number; kept",
            ]),
        // Null where there is no place for it; zero and nil are conversions.
        .init(
            Policy.Nest.self, #"{"leaf":null,"name":null,"maybe":null}"#,
            [
                "unexpectedNull leaf, byte 8: expected Leaf, found null; kept",
                "unexpectedNull name, byte 20: expected String, found null; kept",
            ]),
        .init(Policy.Nest.self, #"{"leaf":null,"name":null,"maybe":null}"#, keep, []),
        .init(Policy.Path.self, #"{"ext":5}"#, ["typeMismatch ext, byte 7: expected an object, found a number; kept"]),
        .init(Policy.Path.self, #"{"ext":{"desc":[1]}}"#, ["typeMismatch ext.desc, byte 15: expected String, found an array; kept"]),
        .init(Policy.Indexed.self, #"{"list":[7]}"#, ["typeMismatch list[0], byte 9: expected an object, found a number; kept"]),
        .init(Policy.Indexed.self, #"{"list":"x"}"#, ["typeMismatch list, byte 8: expected an object, found a string; kept"]),
    ]

    static let elements: [ReportCase] = [
        .init([Int].self, #"[1,"x",2]"#, ["invalidValue [1], byte 3: expected Int, found a string that is not a valid one; omitted"]),
        // What was left out before counts for the index.
        .init(
            [Int].self, #"["x",1,{},2,[]]"#,
            [
                "invalidValue [0], byte 1: expected Int, found a string that is not a valid one; omitted",
                "typeMismatch [2], byte 7: expected Int, found an object (emptyAsNull takes it as null); omitted",
                "typeMismatch [4], byte 12: expected Int, found an array (emptyAsNull takes it as null); omitted",
            ]),
        .init([Int].self, #"["7"]"#, omitting, ["typeMismatch [0], byte 1: expected Int, found a string; omitted"]),
        .init(
            [String: Int].self, #"{"a":1,"b":[]}"#,
            ["typeMismatch b, byte 11: expected Int, found an array (emptyAsNull takes it as null); omitted"]),
        .init(
            [Int: Int].self, #"{"x":1}"#,
            ["invalidValue the root, byte 1: expected a key of type Int, found a string that is not a valid one; omitted"]),
        .init(
            [[Int]].self, #"[[],[1,[]]]"#,
            ["typeMismatch [1][1], byte 7: expected Int, found an array (emptyAsNull takes it as null); omitted"]),
        .init(
            [Policy.Leaf].self, #"[{"id":1},7,{"id":"x"}]"#,
            [
                "typeMismatch [1], byte 10: expected Leaf, found a number; omitted",
                "invalidValue [2].id, byte 18: expected Int, found a string that is not a valid one; kept",
            ]),
        .init(
            [String: Policy.Leaf].self, #"{"a.b":{"id":[]}}"#,
            [#"typeMismatch ["a.b"].id, byte 13: expected Int, found an array (emptyAsNull takes it as null); kept"#]),
        .init([String].self, #"[null,"a"]"#, ["unexpectedNull [0], byte 1: expected String, found null; omitted"]),
    ]

    static let keys: [ReportCase] = [
        .init(
            Policy.Leaf.self, #"{"zz":{"id":"x"},"id":1}"#, ["unknownKey zz, byte 1: expected a key of Leaf, found another key; ignored"]),
        .init(
            [Policy.Leaf].self, #"[{},{"a":1,"b":2}]"#,
            [
                "unknownKey [1].a, byte 5: expected a key of Leaf, found another key; ignored",
                "unknownKey [1].b, byte 11: expected a key of Leaf, found another key; ignored",
            ]),
        .init(
            Policy.Constant.self, #"{"meta":{"v":2},"id":1}"#, .strict,
            ["constantProperty meta.v, byte 9: expected no value for a `let` that has one, found a value; ignored"]),
        .init(Policy.Path.self, #"{"ext":{"x":1}}"#, ["unknownKey ext.x, byte 8: expected a key of Path, found another key; ignored"]),
        .init(
            Policy.Leaf.self, #"{"id":1,"id":2}"#, asValue: false,
            ["duplicateKey id, byte 8: expected one value, found another one; replaced"]),
        .init(
            Policy.Nest.self, #"{"leaf":{},"leaf":{"id":1,"id":2}}"#, asValue: false,
            [
                "duplicateKey leaf, byte 11: expected one value, found another one; replaced",
                "duplicateKey leaf.id, byte 26: expected one value, found another one; replaced",
            ]),
        .init(
            [String: JSONValue].self, #"{"a":1,"b":{"c":1,"c":2}}"#, asValue: false,
            ["duplicateKey b, byte 11: expected one value for each key, found more than one for one of them; replaced"]),
        // The text is kept as it is.
        .init([RawJSON].self, #"[{"c":1,"c":2}]"#, asValue: false, []),
        // Alternatives: what does not fit is noted, what a better one has beaten is not looked at.
        .init(
            Policy.Mapped.self, #"{"k":"x","K":[],"deep":{"k":3}}"#,
            [
                "invalidValue k, byte 5: expected Int, found a string that is not a valid one; kept",
                "typeMismatch K, byte 13: expected Int, found an array (emptyAsNull takes it as null); kept",
            ]),
        .init(Policy.Mapped.self, #"{"k":1,"K":[],"deep":{"k":"x"}}"#, []),
        .init(Policy.Nulls.self, #"{"e":null,"E":null,"m":null,"t":"a","T":null}"#, []),
        .init(Policy.Nulls.self, #"{"t":null, "number":1}"#, ["unexpectedNull t, byte 5: expected String, found null; kept"]),
    ]

    static let hooks: [ReportCase] = [
        .init(
            [Policy.Shape].self, #"[{"radius":"x"},{"name":[]},1]"#,
            [
                "invalidValue [0].radius, byte 11: expected Double, found a string that is not a valid one; kept",
                "typeMismatch [1].name, byte 24: expected String, found an array (emptyAsNull takes it as null); kept",
                "typeMismatch [2], byte 28: expected Shape, found a number; omitted",
            ]),
        .init(
            [Policy.Shape].self, #"[{"a":1,"radius":1}]"#,
            ["unknownKey [0].a, byte 2: expected a key of Circle, found another key; ignored"]),
        .init(
            Policy.After.self, #"{"id":"x","leaf":{"id":[]}}"#,
            [
                "invalidValue id, byte 6: expected Int, found a string that is not a valid one; kept",
                "typeMismatch leaf.id, byte 23: expected Int, found an array (emptyAsNull takes it as null); kept",
            ]),
        // What `willDecode` was given stands where its object does.
        .init(
            [Policy.Before].self, #"["",{"id":1}, {"id":"x"}]"#,
            [
                "typeMismatch [0], byte 1: expected Before, found a string (emptyAsNull takes it as null); omitted",
                "invalidValue [2].id, byte 14: expected Int, found a string that is not a valid one; kept",
            ]),
        .init(
            [Policy.Checked].self, #"[{"id":1}, {"id":-1}]"#,
            ["modelCodeFailed [1], byte 11: expected Checked, found an object that it rejects; omitted"]),
        .init(
            [String: Policy.Checked].self, #"{"a":{"id":-1},"b":{}}"#,
            ["modelCodeFailed a, byte 5: expected Checked, found an object that it rejects; omitted"]),
        .init(
            [Policy.Required].self, #"[{},{"id":1},{"id":[]}]"#,
            [
                "missingKey [0].id, byte 1: expected Required, found an object that it rejects; omitted",
                "typeMismatch [2].id, byte 19: expected Int, found an array (emptyAsNull takes it as null); kept",
                "missingKey [2].id, byte 13: expected Required, found an object that it rejects; omitted",
            ]),
    ]

    @Test(arguments: values + elements + keys + hooks)
    func isNoted(_ report: ReportCase) throws {
        let wrong = try report.wrong()
        #expect(wrong == [], "\(wrong)")
    }

    static let clean: [ReportCase] = [
        .init(Policy.Nest.self, #"{"leaf":{"id":1,"note":null},"name":"a","maybe":{}}"#, []),
        .init(Policy.Nest.self, "{}", []),
        .init(Policy.Leaf.self, #"{"id":"12"}"#, []),
        .init(Policy.Open.self, #"{"json":{"a":[null]},"counts":{"b":1},"leaves":{"c":{}},"own":{"a":1},"rows":[{"d":2}]}"#, []),
        .init(Policy.Mapped.self, #"{"ext":{"desc":"x"},"K":2,"k":null}"#, []),
        .init(Policy.Folded.self, #"{"NAME":"a"}"#, []),
        .init([Policy.Shape].self, #"[{"radius":1},{"name":"a"}]"#, []),
        .init([Policy.Checked].self, #"[{"id":1}]"#, []),
        .init([Policy.Required].self, #"[{"id":1}]"#, []),
        .init([Int?].self, "[1,null]", []),
    ]

    @Test(arguments: clean)
    func nothingIsNotedOfACleanDocument(_ report: ReportCase) throws {
        let wrong = try report.wrong()
        #expect(wrong == [], "\(wrong)")
    }

    // MARK: Counts

    @Test func countsAreByPathAndIssuesInOrder() throws {
        var report = DecodingReport()
        let json = #"[{"leaf":{"id":"x"}},{"name":[],"leaf":{"id":[]}},5,{"leaf":{"id":{}}}]"#
        _ = try ModelDecoder().decode([Policy.Nest].self, from: json, report: &report)
        #expect(report.counts == ["[*].leaf.id": 3, "[*].name": 1, "[*]": 1] && report.count == 5)
        #expect(report.issues.map(\.path) == ["[0].leaf.id", "[1].name", "[1].leaf.id", "[2]", "[3].leaf.id"])
        #expect(report.issues.map(\.offset) == [15, 29, 45, 50, 66])
        #expect(report.issues.map(\.code) == [.invalidValue, .typeMismatch, .typeMismatch, .typeMismatch, .typeMismatch])
    }

    @Test func beyondTheLimitThereIsOnlyACount() throws {
        let json = #"[{"id":"x","a":1},{"id":"x","b":1},{"id":"x"}]"#
        for (limit, issues, counts) in [
            (2, ["[0].id", "[0].a"], ["[*].id": 3, "[*].a": 1]), (1, ["[0].id"], ["[*].id": 3]), (0, [], [:]), (-3, [], [:]),
        ] as [(Int, [JSONPath], [String: Int])] {
            var report = DecodingReport(limit: limit)
            _ = try ModelDecoder().decode([Policy.Leaf].self, from: json, report: &report)
            #expect(report.count == 5 && report.issues.map(\.path) == issues && report.counts == counts && !report.isEmpty)
            #expect(report.limit == max(limit, 0))
        }
        var report = DecodingReport()
        let numbers = try ModelDecoder().decode([Int].self, from: "[" + String(repeating: "[],", count: 250) + "7]", report: &report)
        #expect(numbers == [7] && report.issues.count == 100 && report.counts == ["[*]": 250] && report.count == 250)
        #expect(report.issues.last?.path == "[99]" && report.issues.last?.offset == 298)
    }

    /// An issue has all keys on the way to it, and the document decides how long these are.
    @Test func beyondTheBytesThereIsOnlyACount() throws {
        let key = String(repeating: "k", count: 10_000)
        let json = "{" + (0..<50).map { "\"\(key)\($0)\":[[],1]" }.joined(separator: ",") + "}"
        for (maximum, kept) in [(1 << 20, 50), (100_000, 9), (5_000, 0), (-1, 0)] {
            var report = DecodingReport(limit: .max, maximumBytes: maximum)
            _ = try ModelDecoder().decode([String: [Int]].self, from: json, report: &report)
            let bytes = report.issues.reduce(0) { $0 + $1.path.description.utf8.count }
            #expect(report.count == 50 && report.issues.count == kept && bytes <= max(maximum, 0), "\(report.issues.count)")
            #expect(report.isCut == (kept < 50) && report.maximumBytes == max(maximum, 0))
        }
        // What follows one that does not fit is left out, too, however short it is.
        var report = DecodingReport(maximumBytes: 5_000)
        _ = try ModelDecoder().decode([String: [Int]].self, from: #"{"a":[[]],"\#(key)":[[]],"b":[[]]}"#, report: &report)
        #expect(report.count == 3 && report.issues.map(\.path) == ["a[0]"] && report.isCut)
        // Paths of `counts` are short, and bounded as well.
        var paths = DecodingReport(limit: .max, maximumBytes: 20_000)
        let keys = (0..<1_000).map { "\"key\($0)\":1" }.joined(separator: ",")
        _ = try ModelDecoder().decode(Policy.Leaf.self, from: "{\(keys)}", report: &paths)
        #expect(paths.count == 1_000 && paths.isCut && paths.counts.count < 400 && paths.counts.values.reduce(0, +) == paths.counts.count)
    }

    /// What models in a value note that decodes itself counts as what is noted around it, also where there is no room for it.
    @Test func partsOfTheirOwnAddUp() throws {
        struct Part: ModelCodable { var size = 0 }
        struct Own: Codable { var items: [[Part]], byName: [String: Part] }
        struct Whole: Model { var own: Own? }
        let part = #"{"size":"x"}"#
        let json = #"{"own":{"Items":[[],[\#(part),{},\#(part)],[\#(part)]],"by_name":{"a.b":\#(part),"c":{"size":1}}}}"#
        for (limit, kept) in [(100, 4), (4, 4), (1, 1), (0, 0)] {
            var report = DecodingReport(limit: limit)
            let options = DecodingOptions.lenient.with(\.keyStyle, .snakeCase).with(\.ignoresKeyCase, true)
            _ = try ModelDecoder(options).decode(Whole.self, from: json, report: &report)
            #expect(report.count == 4 && report.isCut == (kept < 4))
            let paths = ["own.Items[1][0].size", "own.Items[1][2].size", "own.Items[2][0].size", #"own.by_name["a.b"].size"#]
            #expect(report.issues.map(\.path.description) == Array(paths.prefix(kept)))
            #expect(report.issues.allSatisfy { $0.offset == 7 && $0.code == .invalidValue })
            if limit > 1 { #expect(report.counts == ["own.Items[*][*].size": 3, #"own.by_name["a.b"].size"#: 1]) }
        }
    }

    @Test func aReportAddsUp() throws {
        var report = DecodingReport()
        let decoder = ModelDecoder()
        _ = try decoder.decode(Policy.Leaf.self, from: #"{"id":"x"}"#, report: &report)
        _ = try decoder.decode(Policy.Leaf.self, from: #"{"id":1}"#, report: &report)
        _ = try decoder.decode(Policy.Leaf.self, from: ["id": [Int]()] as [String: Any], report: &report)
        // What was noted before an error stays; the error is no issue.
        #expect(throws: ModelError.self) { try decoder.decode(Policy.Leaf.self, from: #"{"zz":1,"id":}"#, report: &report) }
        #expect(throws: ModelError.self) { try decoder.decode(Policy.Leaf.self, from: "[]", report: &report) }
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Policy.Leaf.self, from: #"{"id":"x"}"#, report: &report) }
        #expect(
            ReportCase.lines(report) == [
                "invalidValue id, byte 6: expected Int, found a string that is not a valid one; kept",
                "typeMismatch id, byte 0: expected Int, found an array (emptyAsNull takes it as null); kept",
                "unknownKey zz, byte 1: expected a key of Leaf, found another key; ignored",
            ])
        #expect(report.counts == ["id": 2, "zz": 1])
    }

    @Test func aPartOfADocumentCountsFromTheRoot() throws {
        var report = DecodingReport()
        let json = #"{"other":{"id":"x"},"data":{"items":[{},{"id":[]}]}}"#
        let leaves = try ModelDecoder().decode([Policy.Leaf].self, from: json, at: "data.items", report: &report)
        #expect(leaves.count == 2)
        #expect(
            ReportCase.lines(report) == [
                "typeMismatch data.items[1].id, byte 46: expected Int, found an array (emptyAsNull takes it as null); kept"
            ])
        #expect(report.counts == ["data.items[*].id": 1])
    }

    @Test func valuesThatAreNotJSON() throws {
        var report = DecodingReport()
        let source: [String: Any] = ["leaf": ["id": Date(timeIntervalSince1970: 0)] as [String: Any]]
        #expect(try ModelDecoder().decode(Policy.Nest.self, from: source, report: &report) == Policy.Nest())
        #expect(ReportCase.lines(report) == ["typeMismatch leaf.id, byte 0: expected Int, found a value that is not JSON; kept"])
    }
}
