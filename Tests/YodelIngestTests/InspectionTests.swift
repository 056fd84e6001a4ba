#if Ingest
import Foundation
import Testing
import Yodel

@testable import YodelIngest

@Suite("Inspection")
struct InspectionTests {
    /// What is known of the paths of some records.
    private func inspection(_ lines: [String], _ limits: RecordInspection.Limits = RecordInspection.Limits()) throws -> RecordInspection {
        var inspection = RecordInspection(limits: limits)
        for line in lines { inspection.add(try ModelDecoder().decode(JSONValue.self, from: line)) }
        return inspection
    }

    private func model(_ lines: [String], _ limits: RecordInspection.Limits = RecordInspection.Limits()) throws -> [Substring] {
        try inspection(lines, limits).model(named: "Event").split(separator: "\n", omittingEmptySubsequences: false)
    }

    struct Named: Model {
        var id = 0
        var name = ""
    }

    // MARK: Reports

    @Test func aReportHasAllPaths() throws {
        let report = try inspection([
            #"{"id": 1, "tags": ["a", "b"], "owner": {"name": "Ann", "score": 1.5}}"#,
            #"{"id": -7, "tags": [], "owner": null, "a.b": true}"#,
            #"{"id": 3}"#,
        ]).report()
        #expect(
            report == """
                3 records, no bad ones

                path         present  kinds             values
                (record)     3        object 3          1 to 4 keys
                id           3 of 3   integer 3         -7 to 3
                tags         2 of 3   array 2           0 to 2 elements
                tags[]       2 in 2   string 2          1 byte; 2 different: a 1, b 1
                owner        2 of 3   object 1, null 1  2 keys
                owner.name   1 of 1   string 1          3 bytes; always Ann 1
                owner.score  1 of 1   fraction 1        1.5
                ["a.b"]      1 of 3   bool 1

                """)
    }

    @Test func aReportHasTheFirstBadLines() throws {
        var limits = RecordInspection.Limits()
        limits.maximumFailures = 2
        var inspection = RecordInspection(limits: limits)
        try inspection.read(chunks: ["{\"a\": 1}\n{\"a\": }\n[\"\\q\"]\n", "nul\n7"].map { Array($0.utf8) })
        #expect(inspection.records == 2)
        #expect(inspection.badRecords == 3)
        #expect(
            inspection.report() == """
                2 records, 3 bad ones
                  line 2, column 7: unexpectedByte
                  line 3, column 3: invalidEscape
                  1 more

                path      present  kinds                values
                (record)  2        object 1, integer 1  1 key; 7
                a         1 of 1   integer 1            1

                """)
        // Whoever reads models has paths.
        var other = RecordInspection()
        do {
            _ = try ModelDecoder().decode(Named.self, from: #"{"name": "Ann", "id": }"#)
        } catch { other.add(error) }
        #expect(other.report() == "0 records, 1 bad one\n  line 1, column 23, path id: unexpectedByte\n")
        #expect(RecordInspection().report() == "0 records, no bad ones\n")
    }

    @Test func aReadingEndsAtItsLimit() throws {
        let path = NSTemporaryDirectory() + "inspection-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("1\n2\nx\n4\n5".utf8).write(to: URL(fileURLWithPath: path))
        for (limit, records, bad) in [(0, 0, 0), (2, 2, 0), (3, 2, 1), (5, 4, 1), (.max, 4, 1)] {
            var inspection = RecordInspection()
            try inspection.read(file: path, maximumRecords: limit)
            #expect(inspection.records == records && inspection.badRecords == bad, "limit \(limit)")
        }
        var inspection = RecordInspection()
        #expect(throws: ModelError.self) { try inspection.read(file: path + ".none") }
    }

    @Test func aReportKeepsWithinItsWidth() throws {
        let values = (0..<60).map {
            #"{"some_long_name_of_a_key_that_is_wide": {"kind_of_\#($0 % 3)": "case number \#($0 % 12) of twelve"}}"#
        }
        let report = try inspection(values + ["null", "1", "2.5", "[]", "true", "\"a\u{301}\u{202E}\""]).report()
        #expect(report.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(report.contains("a\\u{301}\\u{202E} 1;"))
    }

    @Test(
        arguments: [
            (["2026-01-31", "2024-02-29T10:20:30Z", "2026-01-31 10:20:30.5+01:00"], "dates"), (["2026-02-30"], nil),
            (["2026-01-01T24:00:00"], nil),
            (["2026-01-01T10:20:30."], nil), (["2026-01-01T10:20:30+1"], nil), (["123e4567-E89B-12d3-a456-426614174000"], "UUIDs"),
            (["123e4567-e89b-12d3-a456-42661417400g"], nil), (["https://a.b/c?d#e", "ftp://x"], "URLs"), (["https://"], nil),
            (["https://a b"], nil),
            (["1", "-20", "0"], "integers as text"), (["01"], nil), (["-"], nil), ([""], nil), (["1", "a", "b"], nil),
            (["1", "2", "a"], "2 of 3 are integers as text"),
        ] as [([String], String?)])
    func formsOfTexts(_ texts: [String], _ name: String?) {
        var facts = InspectionTexts()
        for text in texts { facts.add(text, RecordInspection.Limits()) }
        #expect(facts.formName == name)
    }

    // MARK: Limits

    @Test func keysThatAreDataMakeADictionary() throws {
        let lines = (0..<100).map { #"{"by_id": {"\#($0)": {"n": \#($0)}, "\#($0 + 1000)": {"n": 1, "x": null}}}"# }
        let inspection = try inspection(lines)
        #expect(inspection.tree.paths == 5)
        #expect(inspection.report().contains("\nby_id{}    200 in 100  object 200   1 to 2 keys\n"))
        #expect(inspection.model(named: "Event").contains("var byID") == false)
        #expect(try model(lines)[3] == "    var byId: [String: ById] = [:]")
        // As many keys that all records have are names.
        let wide = "{" + (0..<100).map { #""k\#($0)": 1"# }.joined(separator: ",") + "}"
        #expect(try self.inspection([wide, wide]).tree.paths == 101)
        // Beyond a limit they are not, and neither is a long key.
        let wider = "{" + (0..<600).map { #""k\#($0)": 1"# }.joined(separator: ",") + "}"
        #expect(try self.inspection([wider]).tree.paths == 2)
        #expect(try self.inspection([#"{"a": 1, "\#(String(repeating: "k", count: 129))": 2}"#]).tree.paths == 2)
    }

    @Test func foldingAddsWhatIsBelow() throws {
        var limits = RecordInspection.Limits()
        limits.maximumProperties = 2
        let report = try inspection(
            [#"{"a": {"x": [1, null]}, "b": {"x": ["t"], "y": {"p": 1}}, "c": {"x": 4, "z": true, "w": 2.5}}"#, #"{"q": null}"#], limits
        ).report()
        #expect(
            report == """
                2 records, no bad ones

                path      present  kinds                     values
                (record)  2        object 2                  1 to 3 keys that are data
                {}        4 in 2   object 3, null 1          1 to 3 keys that are data
                {}{}      6 in 3   object 1, array 2,        1 key; 1 to 2 elements; 2.5 to 4
                                   integer 1, fraction 1,
                                   bool 1
                {}{}.p    1 of 1   integer 1                 1
                {}{}[]    3 in 2   string 1, integer 1,      1 byte; always t 1; 1
                                   null 1

                """)
    }

    @Test func whatPassesALimitIsCounted() throws {
        var limits = RecordInspection.Limits()
        limits.maximumPaths = 3
        limits.maximumDepth = 1
        let inspection = try inspection([#"{"a": {"b": {"c": 1}}, "d": 1, "e": [], "f": 2}"#, #"{"d": 2, "f": [3]}"#], limits)
        #expect(
            inspection.report() == """
                2 records, no bad ones
                3 values not looked at, beyond the limit of 3 paths
                1 container not looked into, beyond the limit of 1 level

                path      present  kinds      values
                (record)  2        object 2   2 to 4 keys; 3 values not looked at
                a         1 of 2   object 1   1 key; 1 not looked into
                d         2 of 2   integer 2  1 to 2

                """)
        #expect(
            inspection.model(named: "Event") == """
                import Yodel

                struct Event: Model {
                    // 3 values of further keys were not looked at.
                    var a: JSONValue?  // objects that were not looked into
                    var d = 0
                }

                """)
    }

    @Test func manyPathsTakeBoundedMemory() throws {
        var limits = RecordInspection.Limits()
        limits.maximumPaths = 50
        var inspection = RecordInspection(limits: limits)
        for index in 0..<2_000 { inspection.add(["k\(index % 7)": ["k\(index)": ["v\(index)": [.string("t\(index)")]]]]) }
        #expect(inspection.tree.paths <= 50 && inspection.tree.nodes.count <= 50)
    }

    // MARK: Models

    /// Records with all kinds of values and odd keys.
    private var lines: [String] {
        (0..<60).map { index in
            #"{"id": "\#(index)x", "kind": "\#(["Push", "a-b", "class"][index % 3])", "score": \#(index).5, "#
                + #""actor": {"id": \#(index), "login_name": "l\#(index)"}, "#
                + #""big": 18446744073709551615, "huge": 1e400, "labels": [{"name": "n\#(index)"}, null], "grid": [[1], []], "#
                + #""mixed": \#(index % 2 == 0 ? "1" : "\"a\""), "created_at": "2026-01-01T00:00:\#(10 + index % 50)Z", "class": true, "#
                + #""ID": null, "a-b": \#(index % 2 == 0 ? "null" : "3"), "none": [], "1st": {}, "": "https://e.org/"}"#
        }
    }

    /// What is printed for the lines: `aModelOfAllKinds` compares it with these lines of the source.
    struct Event: Model {
        var id = ""
        var kind = Kind.push
        var score = 0.0
        var actor = Actor()
        var big: UInt64 = 0
        var huge = JSONValue.null  // numbers beyond Double
        var labels: [Label?] = []
        var grid: [[Int]] = []
        var mixed = JSONValue.null  // string or integer
        var createdAt = Date(timeIntervalSince1970: 0)
        var classValue = false
        var id2: JSONValue?  // always null
        var aB: Int?
        var noneValue: [JSONValue] = []  // always empty
        var key1st: [String: JSONValue] = [:]  // always empty
        var empty = ""  // URLs

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "classValue": "class",
                "id2": "ID",
                "aB": "a-b",
                "noneValue": "none",
                "key1st": "1st",
                "empty": "[\"\"]",
            ]
            model.keys.style = .snakeCase
        }

        enum Kind: String {
            case push = "Push"
            case aB = "a-b"
            case classValue = "class"
        }

        struct Actor: Model {
            var id = 0
            var loginName = ""

            static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
        }

        struct Label: Model {
            var name = ""
        }
    }

    @Test func theModelTakesItsRecords() throws {
        var strict = DecodingOptions.strict
        strict.onUnknownKey = .fail
        for (index, line) in lines.enumerated() {
            let event = try ModelDecoder(strict).decode(Event.self, from: line)
            #expect(event.id == "\(index)x" && event.kind == [.push, .aB, .classValue][index % 3] && event.actor.loginName == "l\(index)")
            #expect(event.big == .max && event.huge.numberValue?.text == "1e400" && event.labels.count == 2 && event.labels[1] == nil)
            #expect(event.createdAt == Date(timeIntervalSince1970: 1_767_225_610 + Double(index % 50)))
            #expect(
                event.classValue && event.aB == (index % 2 == 0 ? nil : 3) && event.grid == [[1], []] && event.empty == "https://e.org/")
        }
    }

    @Test func aModelOfAllKinds() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let event = source.drop { $0 != "    struct Event: Model {" }.prefix { $0 != "    }" }
        let text = ["import Yodel", "import FoundationEssentials", ""] + event.map { $0.dropFirst(4) } + ["}", ""]
        #expect(try model(lines).joined(separator: "\n") == text.joined(separator: "\n"))
    }

    @Test(arguments: [
        ([], "typealias Event = JSONValue"), (["1", "2"], "typealias Event = Int"), (["[1]", "[null]"], "typealias Event = [Int?]"),
        (["[]", "null"], "typealias Event = [JSONValue]?  // always empty"),
        (["1", "\"a\""], "typealias Event = JSONValue  // string or integer"),
        (["{\"a\": 1}", "null"], "typealias Event = EventRecord?"), (["[{\"a\": 1}]"], "typealias Event = [EventRecord]"),
    ])
    func recordsThatAreNoObjects(_ lines: [String], _ alias: String) throws {
        #expect(try model(lines)[2] == alias)
    }

    @Test(arguments: [
        ("created_at", "createdAt"), ("HTTPServer", "httpServer"), ("ID", "id"), ("MAX_VALUE", "maxValue"), ("_id", "id"), ("a.b c", "aBC"),
        ("1st", "key1st"), ("", "empty"), ("self", "selfValue"), ("Self", "selfValue"), ("😀", "grinningFace"), ("$ref", "ref"),
        ("名前", "名前"),
        ("keyMapping", "keyMapping"), ("\u{301}", "combiningAcuteAccent"), ("\u{0}", "key"),
    ])
    func namesOfMembers(_ key: String, _ name: String) {
        #expect(InspectionNames.member(key) == name)
    }

    @Test func namesDoNotCollide() {
        #expect(InspectionNames.members(["ID", "Id", "id", "id2", "iD"]) == ["id3", "id4", "id", "id2", "iD"])
        #expect(InspectionNames.members(["é", "e\u{301}", "e"]) == ["é", "e2", "e"])
    }

    @Test(arguments: [
        ("type", "Event", "EventType"), ("date", "Event", "EventDate"), ("model_description", "Event", "EventModelDescription"),
        ("origin", "Model", "Origin"),
        ("notification", "Event", "Notification"), ("not_ready", "Event", "NotReady"), ("1st", "Event", "Key1st"),
    ])
    func namesOfTypes(_ key: String, _ owner: String, _ name: String) {
        #expect(InspectionNames.type(key, in: owner) == name)
    }

    @Test(arguments: [
        ("commits", "commit"), ("categories", "category"), ("branches", "branch"), ("statuses", "status"), ("boxes", "box"),
        ("status", "status"),
        ("address", "address"), ("news", "new"), ("s", "s"), ("id", "id"),
    ])
    func singulars(_ key: String, _ one: String) {
        #expect(InspectionNames.singular(key) == one)
    }

    @Test(arguments: ["created_at", "id", "html5_page", "a_bc"])
    func keysOfTheStyleAreThoseOfYodel(_ key: String) {
        let name = InspectionNames.member(key)
        #expect(InspectionNames.isSnakeCase(key, of: name))
    }

    @Test(arguments: ["a_b_c", "x_1", "_id", "a__b", "trailing_", "fooBar", "FOO", "", "1a"])
    func otherKeysAreNot(_ key: String) {
        #expect(!InspectionNames.isSnakeCase(key, of: InspectionNames.member(key)))
    }
}
#endif
