import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Documents too large to be meant well. Those that are made on the fly are never whole in memory: what stops them stops them early.

@Suite struct HostileDocumentTests {
    struct Nothing: Model {}

    /// Feeds pieces until the decode ends.
    ///
    /// - Returns: How it ended, and how many bytes it took.
    private func feed<T>(
        _ type: T.Type, _ options: DecodingOptions = .lenient, from start: String, endless piece: String, atMost limit: Int
    ) throws -> (error: ModelError?, bytes: Int) {
        let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { slot.deallocate() }
        var document = ChunkedDocument(try PlanCache.shared.plan(for: type), into: slot, rules: options.rules, limits: options.limits)
        var bytes = 0
        var next = Array(start.utf8)
        while bytes < limit {
            do throws(ModelError) {
                try withCopy(next[...], .exact) { chunk in Result { () throws(ModelError) in try document.feed(chunk) } }.get()
            } catch {
                return (error, bytes)
            }
            bytes += next.count
            next = Array(piece.utf8)
        }
        return (nil, bytes)
    }

    // MARK: Depth

    /// Ten million levels, a million by default: the first few hundred are entered.
    @Test(arguments: ["[", #"{"a":"#, #"{"children":["#, "[{\"\":"])
    func tenMillionLevelsAreRefusedAtOnce(piece: String) throws {
        let thousand = String(repeating: piece, count: 1000)
        for end in [
            try feed(JSONValue.self, from: "", endless: thousand, atMost: 10_000_000),
            try feed([Nothing].self, from: "[", endless: thousand, atMost: 10_000_000),
        ] {
            #expect(end.error?.code == .depthLimit && end.bytes <= thousand.utf8.count)
        }
        let whole = Array(String(repeating: piece, count: (triesFewerCases ? 1_000_000 : 10_000_000) / piece.utf8.count).utf8)
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, from: whole) }
        #expect(error?.code == .depthLimit && (error?.offset ?? .max) <= thousand.utf8.count)
    }

    // MARK: Length

    /// A billion numbers, under a limit: the document is given up at the limit.
    @Test func aBillionNumbersAreStoppedByTheLimit() throws {
        var options = DecodingOptions.lenient
        let limit = triesFewerCases ? 50_000 : 200_000
        options.maximumDocumentBytes = limit
        let piece = String(repeating: "1,", count: 5_000)
        for error in [
            try feed([Int].self, options, from: "[", endless: piece, atMost: 2_000_000_000),
            try feed(Nothing.self, options, from: #"{"x":["#, endless: piece, atMost: 2_000_000_000),
            try feed([Int8].self, options, from: "[", endless: piece, atMost: 2_000_000_000),
            try feed(JSONValue.self, options, from: "[", endless: piece, atMost: 2_000_000_000),
        ] {
            #expect(error.error?.code == .documentLimit && error.error?.offset == limit && error.bytes <= limit)
        }
    }

    /// What nobody wants takes no memory, however much comes.
    @Test(arguments: [#""x":1,"#, #""x":[{"y":"z"}],"#])
    func whatIsSkippedIsNotKept(piece: String) throws {
        let size = triesFewerCases ? 500_000 : 2_000_000
        let end = try feed(Nothing.self, from: "{", endless: String(repeating: piece, count: 1000), atMost: size)
        #expect(end.error == nil && end.bytes >= size)
    }

    /// A record without end is stepped over, and the next one is read.
    @Test func anEndlessRecordIsSteppedOver() throws {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 10_000
        var reader = try ModelReader(PlainTarget.self, framing: .lines, reading: reading)
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 100_000)
        var codes: [ModelError.Code?] = []
        try reader.read(Array(#"{"id":"#.utf8)) { codes.append($0.error?.code) }
        for _ in 0..<100 { try reader.read(piece) { codes.append($0.error?.code) } }
        try reader.read(Array("}\n{\"id\":7}\n".utf8)) { codes.append($0.error?.code ?? .init(rawValue: "\($0.model?.id ?? 0)")) }
        try reader.finish { codes.append($0.error?.code) }
        #expect(codes == [.recordLimit, .init(rawValue: "7")])
    }

    // MARK: Numbers of things

    /// A million times, 50,000 by default: the last one counts.
    @Test func aKeyAMillionTimes() throws {
        let count = triesFewerCases ? 50_000 : 1_000_000
        let json = Array(("{" + String(repeating: "\"id\":1,", count: count - 1) + "\"id\":7}").utf8)
        #expect(try ModelDecoder().decode(PlainTarget.self, from: json).id == 7)
        #expect(try ModelDecoder(.strict).decode(PlainTarget.self, from: json).id == 7)
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        #expect(decodeWhole(PlainTarget.self, json, options).errorFields?.offset == 8)
    }

    @Test func aMillionKeysThatNobodyHas() throws {
        var json = Array("{\"id\":1".utf8)
        for index in 0..<(triesFewerCases ? 100_000 : 1_000_000) { json += ",\"\(index)\":0".utf8 }
        json += "}".utf8
        #expect(try ModelDecoder().decode(PlainTarget.self, from: json).id == 1)
        json.removeSubrange(200_000...)
        var report = DecodingReport()
        _ = try ModelDecoder().decode(
            PlainTarget.self, from: Data(json[...(json.lastIndex(of: UInt8(ascii: ",")) ?? 0)]) + Data("\"z\":0}".utf8), report: &report)
        #expect(report.issues.count == report.limit && report.counts.count == report.limit && report.count > 10_000)
    }

    /// An instance that comes again and again is one instance at the end, and the others are gone.
    @Test func anInstanceAgainAndAgain() throws {
        let json = Array(("{" + String(repeating: #""next":{"name":"x","next":{}},"#, count: 20_000) + #""next":{"name":"last"}}"#).utf8)
        let target = try ModelDecoder().decode(LinkedTarget.self, from: json)
        #expect(target.next?.name == "last" && target.next?.next == nil)
    }

    // MARK: Numbers

    /// A million digits, fewer by default: kept as they are by what keeps text, refused by what cannot hold them.
    @Test func aMillionDigits() throws {
        let count = triesFewerCases ? 50_000 : 1_000_000
        let text = "1" + String(repeating: "0", count: count - 1)
        let json = Array(text.utf8)
        #expect(try ModelDecoder().decode(String.self, from: json) == text)
        #expect(try ModelDecoder().decode(JSONValue.self, from: json).text == text)
        func code<T>(_ type: T.Type) -> ModelError.Code? { decodeWhole(type, json, .strict).errorFields?.code }
        #expect(code(Int.self) == .numberOutOfRange && code(UInt128.self) == .numberOutOfRange && code(Double.self) == .numberOutOfRange)
        #expect(code(Float.self) == .numberOutOfRange && code(Decimal.self) == .numberOutOfRange)
        let fraction = Array(("0." + String(repeating: "3", count: count)).utf8)
        #expect(try ModelDecoder().decode(Double.self, from: fraction) == 1 / 3)
        #expect(try ModelDecoder().decode(Int.self, from: fraction) == 0)
        #expect(decodeInChunks(Int.self, json, size: 1000).errorFields == decodeWhole(Int.self, json).errorFields)
    }

    // MARK: Nulls of alternatives

    struct Listed: Model {
        var id = 0
        var name = "kept"
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": ["a", "b", "c"]]
            model.required = ["id"]
        }
    }

    /// Of many nulls the first of the best alternative is the one that is told of, and never one of an object that was rejected.
    @Test(arguments: [
        (#"[{"id":1,"b":null,"a":null,"a":null,"c":null}]"#, [("[0].a", 22)]),
        (#"[{"id":1,"c":null,"c":null}]"#, [("[0].c", 13)]),
        (#"[{"a":null},{"id":1,"b":null}]"#, [("[0].id", 1), ("[1].b", 24)]),
    ])
    func theNullThatCounts(json: String, expected: [(String, Int)]) throws {
        var report = DecodingReport()
        _ = try ModelDecoder().decode([Listed].self, from: Data(json.utf8), report: &report)
        let found = report.issues.filter { $0.code != .duplicateKey }.map { ($0.path.description, $0.offset) }
        #expect(found.map(\.0) == expected.map(\.0) && found.map(\.1) == expected.map(\.1), "\(found)")
    }
}
