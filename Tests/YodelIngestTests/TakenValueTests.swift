#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

// What the article Ingestion says of values that are not of a property's type.

@Suite("What values become")
struct TakenValueTests {
    enum Color: String, Sendable { case red, green }

    struct Values: Model, TableModel {
        static let table = IngestTable("values")
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
        var id = 0
        var number = 5
        var maybe: Int?
        var flag = true
        var text = "x"
        var color = Color.red
        var date = Date(timeIntervalSince1970: 0)
        var numbers: [Int] = []
        var maybes: [Int?] = []
        var texts: [String] = []
        var colors: [Color] = []
    }

    /// A value, the part of the line that it becomes, and that under `--strict`; nil: a reject.
    static let values: [(member: String, taken: String?, strictly: String?)] = [
        (#""number":180.5"#, #""number":180,"#, nil), (#""number":"12""#, #""number":12,"#, nil),
        (#""text":12.50"#, #""text":"12.50""#, nil),
        (#""number":null"#, #""number":0,"#, nil), (#""flag":null"#, #""flag":false"#, nil), (#""text":null"#, #""text":"x""#, nil),
        (#""color":null"#, #""color":"red""#, nil), (#""date":null"#, #""date":"1970-01-01"#, nil),
        (#""maybe":null"#, #""number":5,"flag""#, #""number":5,"flag""#), (#""numbers":[null,1]"#, #""numbers":[0,1]"#, nil),
        (#""maybes":[null,1]"#, #""maybes":[null,1]"#, #""maybes":[null,1]"#), (#""texts":[null,"a"]"#, #""texts":["a"]"#, nil),
        (#""colors":[null,"green"]"#, #""colors":["green"]"#, nil), (#""number":"x""#, nil, nil), (#""color":"blue""#, nil, nil),
        (#""number":1e30"#, nil, nil), (#""numbers":["x"]"#, nil, nil), (#""id":null"#, nil, nil),
        (#""other":1"#, #""number":5,"#, #""number":5,"#),
    ]

    @Test(arguments: [false, true])
    func aValueIsConvertedOrRejected(isStrict: Bool) async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.decoding.convertsTypes = !isStrict
        let path = try folder.write("in", Self.values.enumerated().map { "{\"id\":\($0),\($1.member)}\n" }.joined())
        let pipeline = IngestPipeline(Values.self, from: [.file(path)], into: NDJSONSink(path: folder("out")), options: options)
        let summary: IngestSummary = try await pipeline.run()
        let lines = try String(contentsOfFile: folder("out"), encoding: .utf8).split(separator: "\n")
        for (number, value) in Self.values.enumerated() {
            let line = lines.first { $0.hasPrefix("{\"id\":\(number),") }
            let expected = isStrict ? value.strictly : value.taken
            #expect((line == nil) == (expected == nil), "\(value.member): \(line ?? "a reject")")
            if let line, let expected { #expect(line.contains(expected), "\(value.member): \(line)") }
        }
        #expect(summary.rows == lines.count && summary.records == Self.values.count)
    }
}
#endif
