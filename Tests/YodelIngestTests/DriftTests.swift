#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

/// Keys that no property has, and keys that do not come: counted over all rows.
@Suite("Drift")
struct DriftTests {
    /// What the drift of a run says of the keys of some rows.
    private struct Expected: Equatable, CustomStringConvertible {
        var unknown: [String: [Int]] = [:]
        var missing: [String: [Int]] = [:]

        /// - Parameter rows: Of each key, the lines of the rows.
        static func keys(_ rows: [String: [Int]]) -> [String: [Int]] {
            rows.filter { !$0.value.isEmpty }.mapValues { [$0.count, $0[0], $0[$0.count - 1]] }
        }

        init(unknown: [String: [Int]] = [:], missing: [String: [Int]] = [:]) {
            (self.unknown, self.missing) = (Self.keys(unknown), Self.keys(missing))
        }

        init(_ drift: IngestDrift) {
            unknown = drift.unknownKeys.mapValues { [$0.rows, $0.first.line, $0.last.line] }
            missing = drift.missingKeys.mapValues { [$0.rows, $0.first.line, $0.last.line] }
        }

        var description: String { "unknown \(unknown), missing \(missing)" }
    }

    private func run<T: BaseModel>(_ type: T.Type, _ source: IngestSource, _ options: IngestOptions = IngestOptions()) async throws
        -> IngestSummary
    {
        try await IngestPipeline(T.self, from: [source], into: PlaceSink(), options: options).run()
    }

    /// The drift of records, a line each.
    private func drift<T: BaseModel>(
        _ type: T.Type, _ records: [String], _ rules: ConversionRules = .convert, _ framing: IngestFraming = .lines
    ) async throws -> IngestDrift {
        let folder = try TemporaryFolder()
        var options = IngestOptions(rules: rules)
        options.framing = framing
        return try await run(T.self, .file(folder.write("in", records.map { $0 + "\n" }.joined())), options).drift
    }

    // MARK: - Records

    private struct Order: Model {
        struct Item: Model {
            var name = ""
            var count = 1
            var note: String?
        }

        var id = 0
        var customer = ""
        var note: String?
        var items: [Item] = []
        var prices: [String: Item] = [:]
        var main: Item?
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id"]
            model.keys = ["customer": ["customer.name", "buyer"]]
        }
    }

    /// The same, and one that only readers with all features read.
    private struct FullOrder: Model {
        var id = 0
        var customer = ""
        var note: String?
        var items: [Order.Item] = []
        var prices: [String: Order.Item] = [:]
        var main: Order.Item?
        var rest: JSONValue?
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id"]
            model.keys = ["customer": ["customer.name", "buyer"]]
        }
    }

    private static let whole = #""customer":{"name":"x"},"items":[],"prices":{}"#

    /// A record, and what of it drifts.
    private static let records: [(String, unknown: [String], missing: [String])] = [
        (#"{"id":1,\#(whole)}"#, [], []),
        (#"{"id":1,\#(whole),"new":1}"#, ["new"], []),
        (#"{"id":1,\#(whole),"n\u0065w":{"id":1,"a":[2]},"new":3}"#, ["new"], []),
        (#"{"id":1}"#, [], ["customer.name", "items", "prices"]),
        (#"{"id":1,"buyer":"x","note":null,"items":[],"prices":{},"main":null}"#, [], []),
        (#"{"id":1,"customer":{"age":3},"buyer":"x","items":[],"prices":{}}"#, ["customer.age"], []),
        (#"{"id":1,"customer":{},"items":[],"prices":{}}"#, [], ["customer.name"]),
        (
            #"{"id":1,"buyer":"x","items":[{"name":"a","count":1},{"count":2,"colour":3},{"name":"b","colour":4}],"prices":{}}"#,
            ["items[*].colour"], ["items[*].name", "items[*].count"]
        ),
        (
            #"{"id":1,"buyer":"x","items":[],"prices":{"EUR":{"name":"a","count":1,"old":1},"USD":{"count":1}}}"#, ["prices.*.old"],
            ["prices.*.name"]
        ),
        (#"{"id":1,\#(whole),"main":{"name":"a","count":1,"a.b":1}}"#, [#"main["a.b"]"#], []),
        (#"{"id":1,\#(whole),"main":{}}"#, [], ["main.name", "main.count"]),
        (#"{"id":1,\#(whole),"":1}"#, [#"[""]"#], []),
    ]

    @Test(arguments: [ConversionRules.convert, .lenient, .strict])
    func eachKeyCountsByItsPath(rules: ConversionRules) async throws {
        // Each twice: the second time, the paths are known.
        let all = Self.records.filter { rules != .strict || !$0.0.contains(#""new":3"#) }
        for (record, unknown, missing) in all {
            let expected = Expected(
                unknown: Dictionary(uniqueKeysWithValues: unknown.map { ($0, [1, 2]) }),
                missing: Dictionary(uniqueKeysWithValues: missing.map { ($0, [1, 2]) }))
            for drift in [
                try await drift(Order.self, [record, record], rules), try await drift(FullOrder.self, [record, record], rules),
            ] {
                #expect(drift.rows == 2, "\(record)")
                #expect(Expected(drift) == expected, "\(record): \(Expected(drift))")
                #expect(drift.driftedRows == (unknown.isEmpty && missing.isEmpty ? 0 : 2))
            }
        }
    }

    @Test func recordsOfAllKindsAmongEachOtherCountAsTheyDoAlone() async throws {
        let records = (0..<600).map { Self.records[$0 % Self.records.count] }
        var expected: (unknown: [String: [Int]], missing: [String: [Int]]) = ([:], [:])
        for (index, record) in records.enumerated() {
            for path in record.unknown { expected.unknown[path, default: []].append(index + 1) }
            for path in record.missing { expected.missing[path, default: []].append(index + 1) }
        }
        let counted = Expected(unknown: expected.unknown, missing: expected.missing)
        #expect(Expected(try await drift(Order.self, records.map(\.0))) == counted)
        #expect(Expected(try await drift(FullOrder.self, records.map(\.0))) == counted)
    }

    @Test func whatFailsIsNotCounted() async throws {
        let drift = try await drift(
            Item.self,
            [#"{"id":1,"new":1}"#, #"{"new":1,"other":2}"#, #"{"id":2,"new":1,"name":[]}"#, #"{"id":3,"x":1"#, #"{"id":4,"new":1}"#])
        #expect(drift.rows == 2 && drift.driftedRows == 2 && drift.share == 1)
        #expect(Expected(drift) == Expected(unknown: ["new": [1, 5]], missing: ["name": [1, 5]]), "\(Expected(drift))")
    }

    /// The first case that fits is the value's: what another one lacks does not count.
    private enum Shape: DescribedEnum {
        struct Circle: Model {
            var radius = 0.0
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["radius"] }
        }

        struct Box: Model {
            var width = 0.0
            var height = 0.0
            static func describe(_ model: inout ModelDescription) { model.required = ["width"] }
        }

        indirect enum Group: DescribedEnum {
            case circles([Circle])
            case boxes([Box])

            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .untagged
                cases.add("circles", make: Self.circles) { if case .circles(let value) = $0 { value } else { nil } }
                cases.add("boxes", make: Self.boxes) { if case .boxes(let value) = $0 { value } else { nil } }
            }
        }

        case circle(Circle)
        case box(Box)
        case group(Group)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
            cases.add("group", make: Self.group) { if case .group(let value) = $0 { value } else { nil } }
        }
    }

    private struct Drawing: Model {
        var id = 0
        var shape: Shape?
    }

    @Test(arguments: [
        (#"{"id":1,"shape":{"radius":1,"name":"a","new":2}}"#, ["shape.new"], []),
        (#"{"id":1,"shape":{"width":1,"new":2}}"#, ["shape.new"], ["shape.height"]),
        (#"{"id":1,"shape":{"radius":[],"width":1,"height":2}}"#, ["shape.radius"], []),
        (#"{"id":1,"shape":[{"width":1,"height":2},{"width":1,"new":2}]}"#, ["shape[*].new"], ["shape[*].height"]),
    ])
    func whatIsTriedInVainDoesNotCount(record: String, unknown: [String], missing: [String]) async throws {
        let drift = try await drift(Drawing.self, [record, record])
        #expect(Set(drift.unknownKeys.keys) == Set(unknown) && Set(drift.missingKeys.keys) == Set(missing), "\(drift)")
        #expect(drift.rows == 2 && drift.driftedRows == 2)
    }

    // MARK: - Ways of reading

    /// Lines of which every third has a key that is unknown, every fifth lacks one, and every seventh fails.
    private static func drifting(_ count: Int) -> [String] {
        (1...count).map { number in
            number % 7 == 0
                ? "{\"id\":[]}" : "{\"id\":\(number)\(number % 5 == 0 ? "" : ",\"name\":\"\"")\(number % 3 == 0 ? ",\"new\":[1,2]" : "")}"
        }
    }

    private static func expected(_ count: Int, behind first: Int = 0) -> Expected {
        let rows = (first + 1...count).filter { $0 % 7 != 0 }
        return Expected(unknown: ["new": rows.filter { $0 % 3 == 0 }], missing: ["name": rows.filter { $0 % 5 == 0 }])
    }

    @Test(arguments: [1, 3])
    func piecesOfAFileAreCountedTogether(workers: Int) async throws {
        let folder = try TemporaryFolder()
        let count = 180_000
        let path = try folder.write("in", Self.drifting(count).map { $0 + "\n" }.joined())
        var options = IngestOptions()
        options.workers = workers
        options.maximumRows = 10_000
        let summary = try await run(Item.self, .file(path), options)
        #expect(summary.bytes > 4_000_000)
        #expect(Expected(summary.drift) == Self.expected(count), "\(Expected(summary.drift))")
        #expect(summary.drift.rows == summary.rows)
        #expect(summary.drift.unknownKeys["new"]?.first.description == "\(path):3")
    }

    @Test func theWayOfReadingDoesNotMatter() async throws {
        let folder = try TemporaryFolder()
        let text = Self.drifting(500).map { $0 + "\n" }.joined()
        #expect(Expected(try await run(Item.self, .file(folder.write("gz", Compressed.gzip(text)))).drift) == Self.expected(500))
        var options = IngestOptions()
        options.framing = .array
        let array = "[" + Self.drifting(500).joined(separator: ",\n") + "]"
        #expect(Expected(try await run(Item.self, .file(folder.write("array", array)), options).drift) == Self.expected(500))
        options = IngestOptions()
        options.decoding.tokenizer = .yajl
        #expect(Expected(try await run(Item.self, .file(folder.write("in", text)), options).drift) == Self.expected(500))
        options = IngestOptions()
        options.framing = .cri
        let prefix = "2026-01-01T00:00:00.000000000Z stdout F "
        let logged = Self.drifting(500).map { prefix + $0 + "\n" }.joined()
        #expect(Expected(try await run(Item.self, .file(folder.write("log", logged)), options).drift) == Self.expected(500))
    }

    @Test func aRunThatGoesOnCountsFromItsPlace() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", Self.drifting(200).map { $0 + "\n" }.joined())
        let sink = PlaceSink()
        #expect(Expected(try await IngestPipeline(Item.self, from: [.file(path)], into: sink).run().drift) == Self.expected(200))
        try folder.append("in", Self.drifting(450)[200...].map { $0 + "\n" }.joined())
        let drift = try await IngestPipeline(Item.self, from: [.file(path)], into: sink).run().drift
        #expect(Expected(drift) == Self.expected(450, behind: 200), "\(Expected(drift))")
    }

    @Test func severalSourcesAreCountedTogether() async throws {
        let folder = try TemporaryFolder()
        let names = try (0..<3).map { try folder.write("in\($0)", lines(1...10) + "{\"id\":1,\"new\":\($0)}\n") }
        let summary = try await PlaceSink().ingest(names.map { .file($0) })
        let new = try #require(summary.drift.unknownKeys["new"])
        #expect(new.rows == 3 && new.first.description == "\(names[0]):11" && new.last.description == "\(names[2]):11")
    }

    @Test func nothingIsCountedIfNobodyWantsToKnow() async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.countsDrift = false
        let drift = try await run(Item.self, .file(folder.write("in", "{\"id\":1,\"new\":2}\n")), options).drift
        #expect(drift.rows == 0 && drift.driftedRows == 0 && drift.unknownKeys.isEmpty && drift.missingKeys.isEmpty)
    }

    // MARK: - Bounds

    @Test func theKeysOfAStrangerTakeBoundedMemory() async throws {
        let records = (0..<2_000).map { "{\"id\":1,\"name\":\"\",\"\($0)-\(String(repeating: "k", count: 400))\":1}" }
        let drift = try await drift(Item.self, records)
        #expect(drift.unknownKeys.count == 201 && drift.driftedRows == 2_000)
        #expect(drift.unknownKeys["…"].map { [$0.rows, $0.first.line, $0.last.line] } == [1_800, 201, 2_000])
        #expect(drift.unknownKeys.keys.allSatisfy { $0.utf8.count <= 256 + 3 && $0.hasSuffix("…") })
        #expect(drift.unknownKeys.allSatisfy { $0.key == "…" || $0.value.rows == 1 })
    }

    @Test func manyKeysOfOneRecordAreCountedOnce() async throws {
        let record = "{\"id\":1,\"name\":\"\"" + (0..<1_500).map { ",\"k\($0)\":1" }.joined() + "}"
        let drift = try await drift(Item.self, [record, record])
        #expect(drift.unknownKeys.count == 201 && drift.unknownKeys.values.allSatisfy { $0.rows == 2 })
    }

    /// Stands in itself.
    private struct Tree: Model {
        var id = 0
        var left: [Tree] = []
        var right: [Tree] = []
    }

    @Test func placesOfATreeTakeBoundedMemory() async throws {
        // Each record goes another way down: there are more places than are told apart.
        let records = (0..<3_000).map { number in
            (0..<14).reduce(#"{"id":1,"left":[],"right":[],"new":1}"#) { inner, bit in
                number >> bit & 1 == 0 ? "{\"id\":1,\"left\":[\(inner)],\"right\":[]}" : "{\"id\":1,\"left\":[],\"right\":[\(inner)]}"
            }
        }
        let drift = try await drift(Tree.self, records)
        #expect(drift.rows == 3_000 && drift.driftedRows == 3_000 && drift.missingKeys.isEmpty)
        #expect(drift.unknownKeys.count <= 201 && drift.unknownKeys.values.reduce(0) { $0 + $1.rows } == 3_000)
    }

    /// More properties than a word has bits.
    @Test func aModelOfManyPropertiesIsCounted() async throws {
        let keys = Wide.keys
        let whole = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        #expect(Expected(try await drift(Wide.self, [whole, whole])) == Expected())
        for lacking in ["a0", "a9", "h9", "d4"] {
            let record = "{" + keys.filter { $0 != lacking }.map { "\"\($0)\":1" }.joined(separator: ",") + ",\"new\":1}"
            let drift = try await drift(Wide.self, [whole, record, whole, record])
            #expect(Expected(drift) == Expected(unknown: ["new": [2, 4]], missing: [lacking: [2, 4]]), "\(Expected(drift))")
        }
    }

    @Test func theRowsOfBodiesAreCounted() async throws {
        let receiver = IngestReceiver(Entry.self, into: PlaceSink())
        try await receiver.open()
        for name in ["first", "second"] {
            let body = AsyncStream { stream in
                stream.yield(Array("{\"id\":1}\n{\"id\":2,\"new\":1}\n".utf8))
                stream.finish()
            }
            _ = try await receiver.receive(body, named: name)
        }
        try await receiver.close()
        let drift = receiver.summary.drift
        #expect(drift.rows == 4 && drift.driftedRows == 2 && drift.unknownKeys["new"]?.last.description == "second:2")
    }
}

/// Properties of which a word has no bit for each.
private struct Wide: Model {
    var a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0, a8 = 0, a9 = 0
    var b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0, b7 = 0, b8 = 0, b9 = 0
    var c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0, c9 = 0
    var d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0, d8 = 0, d9 = 0
    var e0 = 0, e1 = 0, e2 = 0, e3 = 0, e4 = 0, e5 = 0, e6 = 0, e7 = 0, e8 = 0, e9 = 0
    var f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0, f8 = 0, f9 = 0
    var g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0, g8 = 0, g9 = 0
    var h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0, h8 = 0, h9 = 0

    static let keys = "abcdefgh".flatMap { letter in (0..<10).map { "\(letter)\($0)" } }
}
#endif
