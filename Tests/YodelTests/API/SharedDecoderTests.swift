import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Decoders and encoders that many threads share, of types that no thread has met before. CI runs this suite under ThreadSanitizer too.

private struct Inner<Name>: Model {
    var text = ""
    var numbers: [Double] = []
}

private struct Outer<Name>: Model {
    var id = 0
    var inner = Inner<Name>()
    var inners: [String: Inner<Name>] = [:]
    var date: Date?
    var any = JSONValue.null
    static func describe(_ model: inout ModelDescription) { model.keys = ["id": ["no", "id"], "date": "meta.date"] }
}

private class Shape<Name>: PolymorphicModel, ValidatedModel {
    var name = ""
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["radius"] != nil ? Circle<Name>.self : nil }
    func validate() throws { if name == "bad" { throw Refused() } }
}

private final class Circle<Name>: Shape<Name> {
    var radius = 0.0
}

private struct Refused: Error {}

private enum ByYajl {}
private enum ByScanner {}
private enum ByEither {}

@Suite("Shared decoders") struct SharedDecoderTests {
    @Test func byYajl() { run(ByYajl.self, .yajl) }
    @Test func byTheScanner() { run(ByScanner.self, .scanner) }
    @Test func byEither() { run(ByEither.self, .automatic) }

    /// Eight threads with one decoder, one strict decoder and one encoder do everything at once, each beginning with another thing.
    private func run<Name>(_ name: Name.Type, _ tokenizer: DecodingOptions.Tokenizer) {
        let works = Self.works(name, tokenizer)
        let faults = Locked<[String]>([])
        onEightThreads { thread in
            for turn in 0..<(4 * works.count) {
                let (what, holds) = works[(turn + thread) % works.count]
                do {
                    if try !holds() { faults.add("thread \(thread), \(what): a wrong result") }
                } catch {
                    faults.add("thread \(thread), \(what): \(error)")
                }
            }
        }
        #expect(faults.current.isEmpty, "\(faults.current)")
    }

    private static func works<Name>(
        _ name: Name.Type, _ tokenizer: DecodingOptions.Tokenizer
    ) -> [(what: String, holds: @Sendable () throws -> Bool)] {
        let options = DecodingOptions.lenient(tokenizer)
        var strictOptions = DecodingOptions.strict
        strictOptions.tokenizer = tokenizer
        let decoder = ModelDecoder(options)
        let strict = ModelDecoder(strictOptions)
        let encoder = ModelEncoder()
        let outer =
            #"{"no": 7, "inner": {"text": "a\n", "numbers": [1, 2.5]}, "inners": {"k": {"text": "b"}}, "meta": {"date": "2014-05-27"}, "any": [1]}"#
        let shapes = #"[{"name": "dot"}, {"name": "o", "radius": 2}, {"name": "bad"}]"#
        return [
            ("a model", { try decoder.decode(Outer<Name>.self, from: outer).inners["k"]?.text == "b" }),
            ("an array", { try decoder.decode([Outer<Name>].self, from: "[\(outer), \(outer)]")[1].date != nil }),
            ("classes", { try decoder.decode([Shape<Name>].self, from: shapes).map { $0 is Circle<Name> } == [false, true] }),
            (
                "an update",
                {
                    var value = Outer<Name>()
                    try decoder.update(&value, from: outer)
                    try decoder.update(&value, from: #"{"id": 8}"#)
                    return value.id == 8 && value.inner.numbers == [1, 2.5]
                }
            ),
            (
                "no JSON",
                {
                    do throws(ModelError) { _ = try decoder.decode(Outer<Name>.self, from: outer + "}") } catch {
                        return error.category == .syntax && error.offset == outer.utf8.count
                    }
                    return false
                }
            ),
            (
                "a mismatch",
                {
                    do throws(ModelError) { _ = try strict.decode(Outer<Name>.self, from: #"{"inner": {"text": 1}}"#) } catch {
                        return error.category == .mismatch && error.path.description == "inner.text"
                    }
                    return false
                }
            ),
            (
                "a report",
                {
                    var report = DecodingReport()
                    _ = try decoder.decode([Outer<Name>].self, from: #"[{"id": "x"}, {"id": {}}]"#, report: &report)
                    return report.counts["[*].id"] == 2
                }
            ),
            (
                "a reader of its own",
                {
                    var reader = try ModelReader(Inner<Name>.self, framing: .lines, options: options)
                    var texts: [String?] = []
                    for piece in ["{\"text\": \"a", "\"}\n{\"te", "xt\": }\n{\"text\": \"c\"}"] {
                        try reader.read(Array(piece.utf8)) { texts.append(try? $0.result.get().text) }
                    }
                    try reader.finish { texts.append(try? $0.result.get().text) }
                    return texts == ["a", nil, "c"]
                }
            ),
            (
                "there and back",
                {
                    let text = try encoder.encodeToString(decoder.decode(Outer<Name>.self, from: outer))
                    return try encoder.encodeToString(decoder.decode(Outer<Name>.self, from: text)) == text
                }
            ),
        ]
    }
}
