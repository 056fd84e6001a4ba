import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Looks at its objects as a whole.
private struct Seen: DidDecodeModel, Equatable {
    var id = 0
    mutating func didDecode(from object: JSONObject) {}
}

private enum Hooked: DescribedEnum, Equatable {
    case seen(Seen), nothing

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("seen", make: Self.seen) { if case .seen(let value) = $0 { value } else { nil } }
        cases.add("nothing", value: .nothing) { $0 == .nothing }
    }
}

/// Tries its cases, in which tags stand.
private enum Tried: DescribedEnum, Equatable {
    case both([Enums.Closed]), all([Enums.Tagged])

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("both", make: Self.both) { if case .both(let value) = $0 { value } else { nil } }
        cases.add("all", make: Self.all) { if case .all(let value) = $0 { value } else { nil } }
    }
}

/// An enum with a tag, in a value of its own in each other.
private indirect enum Nested: DescribedEnum {
    case node(Node)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("node", make: Self.node) { if case .node(let node) = $0 { node } else { nil } }
    }

    struct Node: Model { var own: Own? }
    struct Own: Codable { let inner: Inner }
    struct Inner: ModelCodable, ValidatedModel {
        var nested: Nested?
        static let count = Locked(0)
        func validate() { Self.count.withLock { $0 += 1 } }
    }
}

private final class Part: Model {
    var size = 1
}

private struct Holder: Model {
    var part = Part()
    var shape = Enums.Tagged.nothing
    var last = 0
}

/// Of a tag that comes twice the last counts, as of every key: what is read is what is written, and what others read.
@Suite("Tags that repeat")
struct RepeatedTagTests {
    /// An object, and the same without what does not count.
    private static let cases = [
        (#"{"type":"harmless","type":"nothing","id":7}"#, #"{"type":"nothing","id":7}"#),
        (#"{"type":"nothing","type":"harmless","id":7}"#, #"{"type":"harmless","id":7}"#),
        (#"{"type":"circle","radius":1,"type":"box","width":2}"#, #"{"type":"box","width":2}"#),
        (#"{"type":"box","width":2,"radius":1,"type":"circle"}"#, #"{"type":"circle","radius":1}"#),
        (#"{"type":"circle","radius":1,"type":"circle"}"#, #"{"type":"circle","radius":1}"#),
        (#"{"type":"circle","type":"box","type":"nothing"}"#, #"{"type":"nothing"}"#),
        (#"{"type":"circle","radius":1,"type":7}"#, #"{"radius":1,"type":7}"#),
        (#"{"type":7,"radius":1,"type":"circle"}"#, #"{"radius":1,"type":"circle"}"#),
        (#"{"type":"circle","radius":{},"t\u0079pe":"nothing"}"#, #"{"type":"nothing"}"#),
        (
            #"{"type":"node","title":"t","child":{"type":"circle","radius":1,"type":"nothing"},"type":"node"}"#,
            #"{"type":"node","title":"t","child":{"type":"nothing"}}"#
        ),
        (
            #"{"type":"node","title":"t","child":{"type":"node","child":{"type":"star","type":"box","width":3}}}"#,
            #"{"type":"node","title":"t","child":{"type":"node","child":{"type":"box","width":3}}}"#
        ),
        (#"{"type":"node","child":{"type":"nothing","type":"box","width":3},"type":"box","width":4}"#, #"{"type":"box","width":4}"#),
    ]

    @Test(arguments: cases)
    func theLastCounts(_ text: String, _ clean: String) throws {
        let expected = try ModelDecoder().decode([Enums.Tagged].self, from: "[\(clean)]")
        for outcome in EveryWay.outcomes([Enums.Tagged].self, "[\(text)]") { #expect(try outcome.get() == expected, "\(text)") }
        var reader = try ModelReader(Enums.Tagged.self, framing: .lines)
        var records: [Enums.Tagged?] = []
        try reader.read(Array("\(text)\n\(text)\n".utf8)) { records.append($0.model) }
        try reader.finish { records.append($0.model) }
        #expect(records == [expected[0], expected[0]])
        let value = try ModelDecoder().decode(JSONValue.self, from: text)
        #expect(try ModelDecoder().decode(Enums.Tagged.self, from: value) == expected[0])
        // What is written is read as the same, by whatever rules.
        let written = try ModelEncoder().encodeToString(expected[0])
        #expect(try ModelDecoder(.strict).decode(Enums.Tagged.self, from: written) == expected[0])
    }

    @Test(arguments: cases)
    func reportsAndProblemsHaveTheLastToo(_ text: String, _ clean: String) throws {
        let expected = try ModelDecoder().decode(Enums.Tagged.self, from: clean)
        var report = DecodingReport()
        #expect(try ModelDecoder().decode(Enums.Tagged.self, from: text, report: &report) == expected)
        var problems: [ModelProblem] = []
        let value = try ModelDecoder().decode(Enums.Tagged.self, from: text, problems: &problems)
        #expect(value == nil ? !problems.isEmpty : value == expected)
    }

    @Test func repeatsAreRefusedWhereTheOptionsSaySo() {
        for (text, _) in Self.cases where !text.contains("harmless") && !text.contains("7") {
            for outcome in EveryWay.outcomes(Enums.Tagged.self, text, .with(\.onDuplicateKey, .fail)) {
                #expect(throws: ModelError.self, "\(text)") { try outcome.get() }
            }
        }
    }

    @Test func ofPayloadsThatLookAtTheirObjects() throws {
        let cases = [
            (#"{"type":"seen","id":3,"type":"nothing"}"#, Hooked.nothing),
            (#"{"type":"nothing","id":3,"type":"seen"}"#, .seen(Seen(id: 3))),
            (#"{"type":"seen","id":3,"type":"seen"}"#, .seen(Seen(id: 3))),
        ]
        for (text, expected) in cases {
            for outcome in EveryWay.outcomes(Hooked.self, text) { #expect(try outcome.get() == expected, "\(text)") }
        }
    }

    @Test func inCasesThatAreTried() throws {
        for outcome in EveryWay.outcomes(Tried.self, #"[{"type":"circle","radius":1,"type":"nothing"},{"type":"star"}]"#) {
            #expect(try outcome.get() == .all([.nothing, .other(["type": "star"])]))
        }
        for outcome in EveryWay.outcomes(Tried.self, #"[{"type":"star","type":"box"}]"#) {
            #expect(try outcome.get() == .both([.box(Enums.Box())]))
        }
    }

    /// Going back to an enum leaves what was changed before it.
    @Test func anUpdateKeepsWhatCameBefore() throws {
        var holder = Holder()
        let part = holder.part
        let members = #""part":{"size":5},"shape":{"type":"node","child":{"type":"box","type":"nothing"},"type":"nothing"}"#
        for end in [#","last":"#, #","last":1} x"#] {
            #expect(throws: ModelError.self) { try holder.update(json: "{" + members + end) }
            #expect(holder.part === part && part.size == 1 && holder.shape == .nothing)
        }
        try holder.update(json: "{" + members + #","last":2}"#)
        #expect(holder.part === part && part.size == 5 && holder.shape == .nothing && holder.last == 2)
    }

    /// The decode goes back to the outermost enum alone, also where others are read as documents of their own.
    @Test func partsOfTheirOwnAreNotReadAgainEach() throws {
        let depth = 12
        let text =
            String(repeating: #"{"type":"node","own":{"inner":{"nested":"#, count: depth) + "null"
            + String(repeating: #"}},"type":"node"}"#, count: depth)
        _ = try ModelDecoder().decode(Nested.self, from: text)
        #expect(Nested.Inner.count.current == 2 * depth)
    }
}
