import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What is written is read by a program of another kind, and public documents go through a model and back.

private let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

/// The public documents, if they are at hand: named by the environment, or beside the package.
private let documents: URL? = {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared/data")
    let named = ProcessInfo.processInfo.environment["YODEL_DATA"].map { URL(fileURLWithPath: $0) }
    return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("user.json").path) }
}()

/// One line of the file, with the values in a form that leaves nothing to a reader's taste.
private struct Line: Model, Equatable {
    var double = 0.0, integer: Int128 = 0, text = "", flag: Bool?, list: [Double] = []
    static func describe(_ model: inout ModelDescription) { model.keys = ["list": "in.é\"", "flag": "in.flag"] }

    init() {}
    init(_ number: Int) {
        var source = RandomSource(seed: number)
        (double, integer, text) = (source.double(), source.integer(), source.text())
        (flag, list) = (source.maybe { $0.bool() }, source.list { $0.double() })
    }

    /// As the script below says it.
    var canonical: String {
        func bits(_ value: Double) -> String { String(format: "%016lx", UInt(value.bitPattern)) }
        let text = text.utf8.map { String(format: "%02x", $0) }.joined()
        return "\(bits(double)) \(integer) <\(text)> \(flag.map { "\($0)" } ?? "none") \(list.map(bits))"
    }

    static let script = #"""
        import json, struct, sys
        bits = lambda value: struct.pack('>d', value).hex()
        for line in open(sys.argv[1], encoding='utf-8', newline='\n'):
            value = json.loads(line, parse_float=lambda text: float(text))
            inner = value['in']
            flag = str(inner.get('flag', 'none')).lower()
            print(bits(value['double']), value['integer'], '<' + value['text'].encode('utf-8').hex() + '>', flag,
                '[' + ', '.join('"' + bits(number) + '"' for number in inner['é"']) + ']')
            with open(sys.argv[2], 'a', encoding='utf-8') as back: back.write(json.dumps(value, ensure_ascii=len(line) % 2 == 0) + '\n')
        """#
}
private struct User: Model, Equatable {
    var login = "", id = 0, avatarUrl: URL?, siteAdmin: Bool?, name: String?, company: String?, hireable: Bool?, publicRepos = 0
    static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
}
private struct Canada: Model, Equatable {
    var type = "", features: [Feature] = []
    struct Feature: Model, Equatable {
        var type = "", properties: [String: String] = [:], geometryType = "", coordinates: [[[Double]]] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["geometryType": "geometry.type", "coordinates": "geometry.coordinates"]
        }
    }
}
private struct Timeline: Model, Equatable {
    var statuses: [Status] = [], count = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["count": "search_metadata.count"] }
    final class Status: Model, Equatable {
        var createdAt: Date?, id: UInt64 = 0, text = "", author = "", followers = 0, retweeted: Status?, entities: JSONValue = .null
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(
                ["author": "user.name", "followers": "user.followers_count", "retweeted": "retweeted_status"], style: .snakeCase)
        }
        static func == (left: Status, right: Status) -> Bool {
            left.createdAt == right.createdAt && left.id == right.id && left.text == right.text && left.author == right.author
                && left.followers == right.followers && left.retweeted == right.retweeted && left.entities == right.entities
        }
    }
}

@Suite("Other readers")
struct OtherReadersTests {
    @Test(.enabled(if: python != nil, "python3 is not at hand"))
    func aFileOfManyDocuments() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("written-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = some(750, of: 0..<3000).map { Line($0) }
        let third = models.count / 3
        var bytes = try ModelEncoder().encodeToLines(models[..<third])
        let escaping = ModelEncoder(options { ($0.escapesNonASCII, $0.escapesSlashes) = (true, true) })
        bytes += try escaping.encodeToLines(models[third..<2 * third])
        bytes += try ModelEncoder(options { ($0.sortsKeys, $0.onNonFinite) = (true, .fail) }).encodeToLines(models[(2 * third)...])
        let (file, back) = (folder.appendingPathComponent("lines"), folder.appendingPathComponent("back"))
        try bytes.write(to: file)
        let script = folder.appendingPathComponent("script")
        try Data(Line.script.utf8).write(to: script)
        // Not Foundation's `Process`: it leaks, which the leak check would report.
        let command = "\(try #require(python)) \(script.path) \(file.path) \(back.path)"
        let pipe = try #require(popen(command, "r"))
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
        #expect(pclose(pipe) == 0)
        let said = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(said.count == models.count)
        for (model, line) in zip(models, said) where model.canonical != line { Issue.record("\(model): read as \(line)") }
        let lines = try Data(contentsOf: back).split(separator: 0x0A)
        #expect(lines.count == models.count)
        for (model, line) in zip(models, lines) {
            #expect(try ModelDecoder(.strict).decode(Line.self, from: Data(line)) == model)
        }
    }

    @Test(
        .enabled(if: documents != nil, "the public documents are not at hand"),
        arguments: ["user.json", "weibo.json", "twitter.json", "canada.json"])
    func publicDocuments(name: String) throws {
        let folder = try #require(documents)
        var document = try Data(contentsOf: folder.appendingPathComponent(name))
        switch name {
        case "user.json": try goesBack(User.self, document)
        case "twitter.json":
            document = Self.part(of: document, before: ",\n    {\n", "]}")
            try goesBack(Timeline.self, document)
        case "canada.json":
            document = Self.part(of: document, before: ",[[", "]}}]}")
            try goesBack(Canada.self, document)
        default: try goesBack([String: JSONValue].self, document)
        }
        try goesBack(JSONValue.self, document)
    }

    /// The long documents are lists; by default their first 50 kilobytes are enough.
    ///
    /// - Parameters:
    ///   - element: What an element of the list begins with, and what is before it.
    ///   - end: What ends the list and all that it is in.
    private static func part(of document: Data, before element: String, _ end: String) -> Data {
        guard triesFewerCases, document.count > 50_000,
            let next = document.range(of: Data(element.utf8), in: 50_000..<document.count)
        else { return document }
        return document[..<next.lowerBound] + Data(end.utf8)
    }

    private func goesBack<T: Equatable>(_ type: T.Type, _ document: Data) throws {
        let value = try ModelDecoder().decode(T.self, from: document)
        let compact = ModelEncoder()
        let pretty = ModelEncoder(options { ($0.isPretty, $0.sortsKeys, $0.escapesNonASCII) = (true, true, true) })
        for encoder in [compact, pretty] {
            let text = try encoder.encode(value)
            #expect(try ModelDecoder().decode(T.self, from: text) == value, "\(T.self)")
            #expect(text.count > 100 && (try? JSONSerialization.jsonObject(with: text)) != nil)
        }
        #expect(try compact.encodeValue(value) == ModelDecoder().decode(JSONValue.self, from: try compact.encode(value)))
    }
}

extension ModelEncoder {
    /// Lines, each of which has to be a whole document.
    fileprivate func encodeToLines(_ models: ArraySlice<Line>) throws -> Data {
        let lines = try encodeLines(models)
        #expect(lines.count { $0 == 0x0A } == models.count)
        return lines
    }
}
