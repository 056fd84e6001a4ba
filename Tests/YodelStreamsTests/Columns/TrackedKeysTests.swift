import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Rules that look at each key: a record that keeps them goes straight into columns, any other one is made a model first, which tells what is wrong.
@Suite("Columns under rules that look at each key")
struct TrackedKeysTests {
    struct Actor: Model {
        var id = 0
        var login: String?
    }

    struct Event: Model {
        var id = 0
        var type = ""
        var actor = Actor()
        var note: String?
        var tags: [String] = []
        var counts: [String: Int] = [:]
        var people: [String: Actor] = [:]
        var zone = ""
        var name = ""

        static func describe(_ model: inout ModelDescription) { model.keys = ["zone": "place.zone", "name": ["name", "title"]] }
    }

    static let whole =
        #"{"id":1,"type":"a","actor":{"id":2,"login":"b"},"note":"c","tags":["d"],"counts":{"e":3},"people":{},"place":{"zone":"f"},"name":"g"}"#

    enum Rule: CaseIterable {
        case missing, unknown, duplicate

        var options: DecodingOptions {
            var options = DecodingOptions.lenient
            switch self {
            case .missing: options.onMissing = .fail
            case .unknown: options.onUnknownKey = .fail
            case .duplicate: options.onDuplicateKey = .fail
            }
            return options
        }
    }

    struct Case: CustomTestStringConvertible {
        let line: String
        /// Rules under which it is read straight into columns.
        let straight: Set<Rule>
        /// Rules under which it fails.
        let fails: Set<Rule>

        var testDescription: String { line }

        init(_ line: String, straight: Set<Rule>, fails: Set<Rule> = []) {
            (self.line, self.straight, self.fails) = (line, straight, fails)
        }

        /// The whole event with a part of it replaced.
        init(_ part: String, _ other: String, straight: Set<Rule>, fails: Set<Rule> = []) {
            precondition(whole.contains(part), part)
            let pieces = whole.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
            self.init(pieces.joined(separator: other), straight: straight, fails: fails)
        }
    }

    static let cases: [Case] = [
        // Models of a dictionary are made first, and nobody has looked at their keys then.
        Case(whole, straight: [.unknown]),
        Case(#""people":{},"#, "", straight: [.unknown, .duplicate], fails: [.missing]),
        Case(#""people":{},"#, #""people":null,"#, straight: [.unknown]),
        // What may be nil need not come.
        Case(#""note":"c","tags":["d"]"#, #""tags":[]"#, straight: [.unknown]),
        Case(#""people":{}"#, #""people":0"#, straight: [.unknown]),
        Case(#""id":1,"#, "", straight: [.unknown], fails: [.missing]),
        Case(#""id":2,"#, "", straight: [.unknown], fails: [.missing]),
        Case(#""place":{"zone":"f"},"#, "", straight: [.unknown], fails: [.missing]),
        Case(#""zone":"f""#, "", straight: [.unknown], fails: [.missing]),
        Case(#"{"id":1,"#, #"{"id":1,"other":[{}],"#, straight: [], fails: [.unknown]),
        Case(#"{"id":2,"#, #"{"other":0,"id":2,"#, straight: [], fails: [.unknown]),
        Case(#"{"zone""#, #"{"other":0,"zone""#, straight: [], fails: [.unknown]),
        Case(#""people":{},"#, #""people":{"p":{"id":1,"other":2}},"#, straight: [], fails: [.unknown]),
        Case(#""people":{},"#, #""people":{"p":{"login":"x"}},"#, straight: [.unknown], fails: [.missing]),
        Case(#""people":{},"#, #""people":{"p":{"id":1,"id":2}},"#, straight: [.unknown], fails: [.duplicate]),
        Case(#"{"id":1,"#, #"{"id":1,"id":2,"#, straight: [], fails: [.duplicate]),
        Case(#"{"id":2,"#, #"{"id":2,"id":2,"#, straight: [], fails: [.duplicate]),
        Case(#""actor":{"#, #""actor":{},"actor":{"#, straight: [], fails: [.duplicate, .missing]),
        Case(#"{"e":3}"#, #"{"e":3,"e":4}"#, straight: [.unknown], fails: [.duplicate]),
        // A value that is left out has come all the same.
        Case(#""people":{},"#, #""id":[],"id":1,"#, straight: [], fails: [.duplicate, .missing]),
        Case(#""id":1,"#, #""id":[],"#, straight: [.unknown]),
        // Of alternatives one is enough.
        Case(#""name":"g""#, #""title":"g""#, straight: [.unknown]),
        Case(#""name":"g""#, #""name":"g","title":"h""#, straight: [.unknown]),
        Case(#""name":"g""#, #""name":"g","title":"h","title":"i""#, straight: [.unknown], fails: [.duplicate]),
        Case(#""name":"g""#, #""title":null,"title":"h","name":null"#, straight: [.unknown], fails: [.duplicate]),
    ]

    @Test(arguments: cases, Rule.allCases) func recordsAreReadStraightOrTold(_ one: Case, rule: Rule) throws {
        let options = ColumnOptions(decoding: rule.options)
        let task = try ColumnTask(of: Event.self, options, workers: 1)
        #expect(task.columns.isDirect)
        let bytes = Array(one.line.utf8)
        let isStraight = bytes.withBorrowedBytes { bytes in
            let appender = ColumnAppender(task.pool.take(), { _, _, _ in nil })
            return appender.readRow(bytes, task.decoder.request)
        }
        #expect(isStraight == one.straight.contains(rule))
        let batches = try ColumnBatchTests.batches(of: Event.self, one.line + "\n", options)
        let rejects = batches.flatMap(\.rejects)
        #expect(batches.reduce(0) { $0 + $1.rowCount } == (one.fails.contains(rule) ? 0 : 1))
        do throws(ModelError) {
            let model = try ModelDecoder(rule.options).decode(Event.self, from: one.line)
            #expect(rejects.isEmpty && !one.fails.contains(rule))
            let columns = batches.flatMap { ColumnText.rows($0, sortsLists: false) }
            #expect(columns == ColumnText.rows(try ColumnBatch([model], options: options), sortsLists: false))
        } catch {
            #expect(rejects.map(\.error.code) == [error.code] && one.fails.contains(rule))
        }
    }

    /// Of a model whose parts are structs and lists, a record that keeps all rules at once is read straight.
    @Test func allRulesAtOnce() throws {
        struct Part: Model {
            var a = 0
            var b: [Actor] = []
        }
        var decoding = DecodingOptions.strict
        (decoding.onMissing, decoding.onUnknownKey, decoding.onDuplicateKey) = (.fail, .fail, .fail)
        let task = try ColumnTask(of: Part.self, ColumnOptions(decoding: decoding), workers: 1)
        let appender = ColumnAppender(task.pool.take(), { _, _, _ in nil })
        for (line, isStraight) in [
            (#"{"a":1,"b":[{"id":1},{"login":"x","id":2}]}"#, true), (#"{"b":[],"a":1}"#, true), (#"{"a":1,"b":[{"id":1},{}]}"#, false),
            (#"{"a":1,"b":[{"id":1,"c":0}]}"#, false), (#"{"a":1,"b":[{"id":1,"id":1}]}"#, false), (#"{"a":1}"#, false),
        ] {
            let rows = appender.set.rows
            let isRead = Array(line.utf8).withBorrowedBytes { appender.readRow($0, task.decoder.request) }
            #expect(isRead == isStraight, "\(line)")
            if !isRead { appender.set.root.rewind(to: rows) }
        }
        #expect(appender.set.rows == 2)
    }
}
