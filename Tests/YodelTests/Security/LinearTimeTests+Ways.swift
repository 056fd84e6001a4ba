import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every public way in and out, with one document that has many of everything, and with one of which nothing fits.

struct WayTarget: ModelCodable, ModelHashable {
    var id = 0
    var name = ""
    var numbers: [Int] = []
    var table: [String: Int] = [:]
    var next: [WayTarget] = []
}

private struct WayColumns: Model {
    var id = 0
    var name = ""
    var ratio = 0.0
}

/// The same for coders.
private struct WayCoded: Codable {
    var id: Int
    var name: String?
    var numbers: [Int]?
    var table: [String: Int]?
    var next: [WayCoded]?
}

private func pieces(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined(separator: ",") }

/// Many elements, many members, many objects, many keys that nobody has.
private let mixed: @Sendable (Int) -> String = { count in
    let members = [
        #""id":1,"name":"\#(String(repeating: "x", count: count))""#,
        #""numbers":[\#(pieces(count) { "\($0)" })]"#,
        #""table":{\#(pieces(count) { #""key\#($0)":\#($0)"# })}"#,
        #""next":[\#(pieces(count) { #"{"id":\#($0)}"# })]"#,
        pieces(count) { #""other\#($0)":[{}]"# },
    ]
    return "{\(members.joined(separator: ","))}"
}

/// Nothing fits, in any place.
private let unfit: @Sendable (Int) -> String = { count in
    let members = [
        #""id":[],"name":{}"#,
        #""numbers":[\#(pieces(count) { _ in #""x""# })]"#,
        #""table":{\#(pieces(count) { #""key\#($0)":"x""# })}"#,
        #""next":[\#(pieces(count) { _ in #"{"id":"x","numbers":[[]]}"# })]"#,
    ]
    return "{\(members.joined(separator: ","))}"
}

/// The last of many objects does not fit.
private let unfitAtTheEnd: @Sendable (Int) -> String = { count in
    #"{"id":1,"next":[\#(pieces(count) { #"{"id":\#($0)}"# }),{"id":[]}]}"#
}

private let unclosed: @Sendable (Int) -> String = { String(mixed($0).dropLast()) }

private func model(_ bytes: [UInt8]) throws -> WayTarget { try ModelDecoder().decode(WayTarget.self, from: bytes) }
private func json(_ bytes: [UInt8]) throws -> JSONValue { try ModelDecoder().decode(JSONValue.self, from: bytes) }

extension LinearTimeTests.Attack {
    private static func way(_ name: String, _ make: @escaping @Sendable (Int) -> String, _ read: @escaping Read) -> Self {
        Self("every way: \(name)", 200, make, read)
    }

    private static func way(_ name: String, _ read: @escaping Read) -> Self { way(name, mixed, read) }

    // MARK: In

    static let waysIn: [Self] = [
        way("bytes") { _ = try model($0) },
        way("data") { _ = try ModelDecoder().decode(WayTarget.self, from: Data($0)) },
        way("text") { _ = try ModelDecoder().decode(WayTarget.self, from: String(decoding: $0, as: UTF8.self)) },
        way("a span") { _ = try ModelDecoder().decode(WayTarget.self, from: $0.span.bytes) },
        way("an initialiser") { _ = try WayTarget(json: $0) },
        way("chunks") { _ = try ModelDecoder().decode(WayTarget.self, fromChunks: [$0[..<($0.count / 2)], $0[($0.count / 2)...]]) },
        way("small chunks") { _ = try decodeInChunks(WayTarget.self, $0, size: 3).get() },
        way("a parsed value") { _ = try ModelDecoder().decode(WayTarget.self, from: json($0)) },
        way("a dictionary") { bytes in
            let object = try #require(try ModelDecoder().decode(Any?.self, from: bytes) as? [String: Any])
            _ = try ModelDecoder().decode(WayTarget.self, from: object)
            _ = try WayTarget(json: object)
        },
        way("an array") { bytes in
            let array = try #require(try ModelDecoder().decode(Any?.self, from: bytes) as? [String: Any])["next"]
            _ = try ModelDecoder().decode([WayTarget].self, from: try #require(array as? [Any]))
        },
        way("a part") { bytes in
            _ = try ModelDecoder().decode([WayTarget].self, from: bytes, at: "next")
            _ = try ModelDecoder().decode(Int.self, from: bytes, at: "next[10].id")
        },
        way("an update") { bytes in
            var target = try model(bytes)
            try ModelDecoder().update(&target, from: bytes)
            try ModelDecoder().update(&target, from: json(bytes))
            try target.update(json: bytes)
        },
        way("an update of a part") { bytes in
            var target = try model(bytes).next
            try ModelDecoder().update(&target, from: bytes, at: "next")
        },
        way("a merge patch") { bytes in
            var target = try model(bytes)
            try ModelDecoder().mergePatch(&target, from: bytes)
            try ModelDecoder().mergePatch(&target, with: json(bytes))
        },
        way("a merge patch of values") { bytes in
            let value = try json(bytes)
            var target = value
            target.mergePatch(value)
            #expect(target == value && value.mergePatched(value) == value)
        },
        way("pointers") { bytes in
            let pointers = (0..<bytes.count / 50).map { JSONPointer(tokens: ["table", "key\($0)"]) }
            _ = try ModelDecoder().find(pointers, in: bytes)
        },
        way("look-ups in values") { bytes in
            let value = try json(bytes)
            for index in 0..<bytes.count / 50 {
                _ = value["table"]?["key\(index)"]
                _ = value["next"]?[index]
                _ = value[pointer: JSONPointer(tokens: ["next", "\(index)", "id"])]
            }
        },
        way("raw") { bytes in
            let raw = try RawJSON(json: bytes)
            _ = try raw.decode(WayTarget.self)
            #expect(try RawJSON(json(bytes)).hashValue == RawJSON(json(bytes)).hashValue)
        },
        way("raw members") { _ = try ModelDecoder().decode([String: RawJSON].self, from: $0) },
        way("coders") { bytes in
            let coded = try CodableDecoder().decode(WayCoded.self, from: Data(bytes))
            _ = try CodableDecoder().decode(WayCoded.self, from: bytes)
            _ = try ModelDecoder().decode(WayCoded.self, from: bytes)
            _ = try CodableEncoder().encode(coded)
        },
        way("a value by coders") { bytes in
            let value = try CodableDecoder().decode(JSONValue.self, from: bytes)
            #expect(try json(CodableEncoder().encodeToBytes(value)) == json(bytes))
        },
        way("keys from snake case") { bytes in
            let decoder = CodableDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            _ = try decoder.decode(WayCoded.self, from: bytes)
        },
        way("an archive") { bytes in
            let archive = try CodableEncoder().encode(model(bytes))
            _ = try CodableDecoder().decode(WayTarget.self, from: archive)
        },
    ]

    static var otherWays: [[Self]] { [waysOfUnfit, waysOut, waysOfStreams, waysOfPaths] }

    // MARK: What does not fit

    static let waysOfUnfit: [Self] = [
        way("a report", unfit) { bytes in
            var report = DecodingReport(limit: .max)
            _ = try ModelDecoder().decode(WayTarget.self, from: Data(bytes), report: &report)
            #expect(report.issues.allSatisfy { !$0.description.isEmpty } && report.issues.count > 100)
        },
        way("a report of a value", unfit) { bytes in
            var report = DecodingReport(limit: .max)
            _ = try ModelDecoder().decode(WayTarget.self, from: json(bytes), report: &report)
        },
        way("a report of models in a type that codes itself", modelsInside) { bytes in
            var report = DecodingReport(limit: .max)
            _ = try ModelDecoder().decode(ModelsInside.self, from: Data(bytes), report: &report)
            #expect(report.issues.count > 100)
        },
        way("problems", unfit) { bytes in
            var problems: [ModelProblem] = []
            _ = try ModelDecoder().decode(WayTarget.self, from: bytes, limit: .max, problems: &problems)
            #expect(problems.count > 100)
        },
        way("an error at the end", unfitAtTheEnd) { bytes in
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(WayTarget.self, from: bytes) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode([WayTarget].self, from: bytes, at: "next") }
            #expect(throws: DecodingError.self) { try CodableDecoder().decode(WayCoded.self, from: bytes) }
        },
        way("a failed update", unfitAtTheEnd) { bytes in
            var target = WayTarget()
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&target, from: bytes) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).mergePatch(&target, from: bytes) }
        },
        way("bad syntax at the end", unclosed) { bytes in
            #expect(throws: ModelError.self) { try model(bytes) }
            #expect(throws: DecodingError.self) { try CodableDecoder().decode(WayCoded.self, from: bytes) }
            #expect(decodeInChunks(WayTarget.self, bytes, size: 3).errorFields != nil)
        },
    ]

    // MARK: Out

    static let waysOut: [Self] = [
        way("data out") { _ = try ModelEncoder().encode(model($0)) },
        way("text out") { _ = try model($0).jsonString() },
        way("sorted, pretty") { bytes in
            var options = EncodingOptions.default
            (options.sortsKeys, options.isPretty, options.omitsDefaults) = (true, true, true)
            _ = try ModelEncoder(options).encodeToBytes(model(bytes))
        },
        way("canonical") { bytes in
            _ = try ModelEncoder().encodeCanonical(model(bytes))
            _ = try json(bytes).canonicalText()
        },
        way("a value out") { _ = try ModelEncoder().encodeValue(model($0)) },
        way("an object out") { _ = try model($0).jsonObject() },
        way("lines out") { _ = try ModelEncoder().encodeLines(model($0).next) },
        way("raw out") { _ = try RawJSON(encoding: model($0)) },
        way("coders, sorted, pretty") { bytes in
            let encoder = CodableEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            encoder.keyEncodingStrategy = .convertToSnakeCase
            _ = try encoder.encode(CodableDecoder().decode(WayCoded.self, from: bytes))
        },
        way("copies") { bytes in
            let value = try model(bytes)
            #expect(value.modelCopy() == value && value.hashValue == value.modelCopy().hashValue && !value.modelDescription.isEmpty)
        },
    ]

    // MARK: Streams

    private static func stream(_ name: String, _ make: @escaping @Sendable (Int) -> String, _ read: @escaping Read) -> Self {
        Self("every way: \(name)", 400, make, read)
    }

    private static func records(_ separator: String) -> @Sendable (Int) -> String {
        // Every other one does not fit.
        { (0..<$0).map { $0 % 2 == 0 ? #"{"id":\#($0),"name":"x","ratio":1.5}"# : #"{"id":}"# }.joined(separator: separator) }
    }

    private static func read(_ framing: Framing, _ options: ReadingOptions = ReadingOptions()) -> Read {
        { bytes in
            var reader = try ModelReader(WayColumns.self, framing: framing, reading: options)
            for start in stride(from: 0, to: bytes.count, by: 100) {
                try reader.read(Array(bytes[start..<min(start + 100, bytes.count)])) { _ in }
            }
            try reader.finish { _ in }
        }
    }

    static let waysOfStreams: [Self] = [
        stream("lines", records("\n"), read(.lines)),
        stream("values", records("\n"), read(.values)),
        stream("found framing", records("\n"), read(.automatic)),
        stream("an array", { #"{"a":{"b":["# + pieces($0) { #"{"id":\#($0)}"# } + "]}}" }, read(.array(at: "a.b"))),
        stream("a file", records("\n")) { bytes in
            let file = try TemporaryFile(bytes)
            var count = 0
            try ModelFile(file.path).read(WayColumns.self, framing: .lines, chunkBytes: 4096) { _ in count += 1 }
            try ModelFile(file.path).read(WayColumns.self, in: 0..<bytes.count / 2) { _ in count += 1 }
            #expect(count > 400)
        },
        stream("columns", records("\n")) { bytes in
            var reader = try ColumnReader(WayColumns.self)
            var rows = 0
            for start in stride(from: 0, to: bytes.count, by: 100) {
                try reader.read(Array(bytes[start..<min(start + 100, bytes.count)])) { rows += $0.rowCount }
            }
            try reader.finish { rows += $0.rowCount }
            #expect(rows > 100)
        },
        stream("a scan of columns", records("\n")) { bytes in
            let file = try TemporaryFile(bytes)
            let scan = try ColumnScan(WayColumns.self, files: [file.path], workers: 1)
            var rows = 0
            while let batch = try scan.next() { rows += batch.rowCount }
            #expect(rows > 100)
        },
        stream("columns of models", { "[" + pieces($0) { #"{"id":\#($0)}"# } + "]" }) { bytes in
            _ = try ColumnBatch(ModelDecoder().decode([WayColumns].self, from: bytes))
        },
    ]

    // MARK: Paths

    static let waysOfPaths: [Self] = [
        Self("a path of many keys", 2_000, { count in (0..<count).map { "key\($0)[\($0)]" }.joined(separator: ".") }) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let (path, other) = (JSONPath(stringLiteral: text), JSONPath(stringLiteral: text))
            #expect(path == other && path.hashValue == other.hashValue && !path.description.isEmpty)
            let pointer = JSONPointer(path)
            #expect(JSONPointer(pointer.description) == pointer)
        },
        Self("a path of marks", 8_000, { marks($0) }) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(JSONPath(stringLiteral: text) == JSONPath(stringLiteral: text))
            #expect(Set([JSONPointer(tokens: [text]), JSONPointer(tokens: [text])]).count == 1)
        },
    ]
}

// MARK: Models in a type that codes itself

private let modelsInside: @Sendable (Int) -> String = { count in "[" + pieces(count) { #"{"model":{"id":"\#($0)x"}}"# } + "]" }

private struct ModelsInside: Decodable {
    struct One: Decodable { var model: WayTarget }
    var list: [One] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { list.append(try container.decode(One.self)) }
    }
}
