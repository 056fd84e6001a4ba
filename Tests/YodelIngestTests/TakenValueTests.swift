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

    /// A value, and the part of the line that it becomes under each of the rules; nil: a reject.
    static let values: [(member: String, convert: String?, lenient: String?, strict: String?)] = [
        (#""number":180.5"#, nil, #""number":180,"#, nil), (#""number":180.0"#, #""number":180,"#, #""number":180,"#, #""number":180,"#),
        (#""number":-0.5"#, nil, #""number":0,"#, nil), (#""number":"12""#, #""number":12,"#, #""number":12,"#, nil),
        (#""number":"1.5""#, nil, #""number":1,"#, nil), (#""number":true"#, #""number":1,"#, #""number":1,"#, nil),
        (#""flag":0"#, #""flag":false"#, #""flag":false"#, nil), (#""flag":2"#, nil, #""flag":true"#, nil),
        (#""text":12.50"#, #""text":"12.50""#, #""text":"12.50""#, nil),
        (#""number":null"#, nil, #""number":0,"#, nil), (#""flag":null"#, nil, #""flag":false"#, nil),
        (#""text":null"#, nil, #""text":"x""#, nil),
        (#""color":null"#, nil, #""color":"red""#, nil), (#""date":null"#, nil, #""date":"1970-01-01"#, nil),
        (#""number":"null""#, nil, #""number":0,"#, nil), (#""maybe":"null""#, #""number":5,"flag""#, #""number":5,"flag""#, nil),
        (#""maybe":null"#, #""number":5,"flag""#, #""number":5,"flag""#, #""number":5,"flag""#),
        (#""numbers":[null,1]"#, nil, #""numbers":[0,1]"#, nil),
        (#""maybes":[null,1]"#, #""maybes":[null,1]"#, #""maybes":[null,1]"#, #""maybes":[null,1]"#),
        (#""texts":[null,"a"]"#, nil, #""texts":["a"]"#, nil), (#""colors":[null,"green"]"#, nil, #""colors":["green"]"#, nil),
        (#""number":"x""#, nil, #""number":5,"#, nil), (#""color":"blue""#, nil, #""color":"red""#, nil),
        (#""number":1e30"#, nil, #""number":5,"#, nil), (#""numbers":["x"]"#, nil, #""numbers":[]"#, nil),
        (#""id":null"#, nil, nil, nil), (#""id":1.9"#, nil, #""id":1,"#, nil),
        (#""other":1"#, #""number":5,"#, #""number":5,"#, #""number":5,"#),
        (#""missing":1"#, #""text":"x""#, #""text":"x""#, #""text":"x""#),
    ]

    @Test(arguments: ConversionRules.allCases)
    func aValueIsConvertedOrRejected(rules: ConversionRules) async throws {
        for value in Self.values {
            let folder = try TemporaryFolder()
            let id = value.member.hasPrefix(#""id""#) ? "" : #""id":7,"#
            let path = try folder.write("in", "{\(id)\(value.member)}\n")
            let sink = NDJSONSink(path: folder("out"))
            let summary: IngestSummary =
                try await IngestPipeline(Values.self, from: [.file(path)], into: sink, options: IngestOptions(rules: rules)).run()
            let line = try String(contentsOfFile: folder("out"), encoding: .utf8).split(separator: "\n").first
            let expected =
                switch rules {
                case .convert: value.convert
                case .lenient: value.lenient
                case .strict: value.strict
                }
            #expect((line == nil) == (expected == nil), "\(value.member): \(line ?? "a reject")")
            if let line, let expected { #expect(line.contains(expected), "\(value.member): \(line)") }
            #expect(summary.rows == (expected == nil ? 0 : 1) && summary.records == 1)
        }
    }

    @Test func whatIsConvertedByDefaultLosesNothing() {
        #expect(IngestOptions() == IngestOptions(rules: .convert) && IngestOptions().decoding == .convert)
    }
}
#endif
