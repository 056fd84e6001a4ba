import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Values of which a conversion would lose something.
@Suite("Conversion without loss")
struct LossTests {
    enum Level: Int, Sendable { case zero, one }
    enum Color: String, Sendable { case red, green }

    struct Inner: Model, Equatable, Sendable {
        var count: UInt8 = 3
        var maybe: Int?
    }

    struct Values: Model, Equatable, Sendable {
        var id = 7, wide: UInt128 = 7, flag = true, maybeFlag: Bool? = true, text = "x", number = 1.5, level = Level.one, maybe: Int? = 5
        var color = Color.red, url = URL(string: "a"), place = URL(string: "b")!, date = Date(timeIntervalSince1970: 5)
        var numbers: [Int] = [], flags: Set<Bool> = [], table: [String: Int] = [:], inner = Inner(), inners: [Inner] = []
        var choice: Level? = .one
    }

    /// Members, and what they change.
    static let kept: [(String, @Sendable (inout Values) -> Void)] = [
        (#""id":"12""#, { $0.id = 12 }), (#""id":12.0"#, { $0.id = 12 }), (#""id":"1.5e1""#, { $0.id = 15 }),
        (#""id":true"#, { $0.id = 1 }),
        (#""id":"YES""#, { $0.id = 1 }), (#""wide":1e20"#, { $0.wide = 100_000_000_000_000_000_000 }), (#""flag":0"#, { $0.flag = false }),
        (#""flag":"1.0""#, { $0.flag = true }), (#""flag":-0"#, { $0.flag = false }), (#""flag":"no""#, { $0.flag = false }),
        (#""flag":10e-1"#, { $0.flag = true }), (#""text":4.50"#, { $0.text = "4.50" }), (#""text":true"#, { $0.text = "true" }),
        (#""number":"4.5""#, { $0.number = 4.5 }), (#""level":"0""#, { $0.level = .zero }), (#""level":false"#, { $0.level = .zero }),
        (#""level":0.0"#, { $0.level = .zero }), (#""maybe":null"#, { $0.maybe = nil }), (#""maybe":"null""#, { $0.maybe = nil }),
        (#""maybeFlag":"NIL""#, { $0.maybeFlag = nil }), (#""choice":"null""#, { $0.choice = nil }), (#""url":" ""#, { $0.url = nil }),
        (#""numbers":["1",2.0]"#, { $0.numbers = [1, 2] }), (#""flags":[0,1,"yes"]"#, { $0.flags = [false, true] }),
        (#""table":{"a":"1"}"#, { $0.table = ["a": 1] }), (#""inner":{"count":"4","maybe":null}"#, { $0.inner = Inner(count: 4) }),
        (#""inners":[{"maybe":"3"}]"#, { $0.inners = [Inner(maybe: 3)] }),
    ]

    @Test(arguments: kept.indices) func whatLosesNothingIsConverted(index: Int) throws {
        let (member, change) = Self.kept[index]
        var expected = Values()
        change(&expected)
        for outcome in EveryWay.outcomes(Values.self, "{\(member)}", .convert) { #expect(try outcome.get() == expected, "\(member)") }
        let parsed = try ModelDecoder().decode(JSONValue.self, from: "{\(member)}")
        #expect(try ModelDecoder(.convert).decode(Values.self, from: parsed) == expected, "\(member), parsed")
    }

    /// Key, value, type, path and, if it is not that of the key, place of what would be lost.
    static let lost: [(key: String, value: String, type: String, path: String, before: Int)] = [
        ("id", "4.5", "Int", "id", 0), ("id", "-0.5", "Int", "id", 0), ("id", #""4.5""#, "Int", "id", 0), ("id", "1e-400", "Int", "id", 0),
        ("id", #""null""#, "Int", "id", 0), ("wide", "0.1", "UInt128", "wide", 0), ("flag", "2", "Bool", "flag", 0),
        ("flag", "0.5", "Bool", "flag", 0), ("flag", "-1", "Bool", "flag", 0), ("flag", #""300""#, "Bool", "flag", 0),
        ("flag", "1e400", "Bool", "flag", 0), ("flag", #""(null)""#, "Bool", "flag", 0), ("maybeFlag", "2", "Bool?", "maybeFlag", 0),
        ("maybe", "1.9", "Int?", "maybe", 0), ("level", "1.9", "Level", "level", 0), ("level", #""1.9""#, "Level", "level", 0),
        ("level", #""null""#, "Level", "level", 0), ("choice", "0.5", "Level?", "choice", 0), ("number", #""null""#, "Double", "number", 0),
        ("place", #"" ""#, "URL", "place", 0), ("numbers", "[1,2.5]", "Int", "numbers[1]", 3), ("flags", "[2]", "Bool", "flags[0]", 1),
        ("table", #"{"a":0.5}"#, "Int", "table.a", 5), ("inner", #"{"count":4.5}"#, "UInt8", "inner.count", 9),
        ("inners", #"[{},{"count":"4.5"}]"#, "UInt8", "inners[1].count", 13),
    ]

    @Test(arguments: lost.indices) func whatWouldLoseSomethingIsAnError(index: Int) throws {
        let (key, value, type, path, before) = Self.lost[index]
        let text = "{\"\(key)\":\(value)}"
        let offset = key.utf8.count + 4 + before
        let found = Array(text.utf8)[offset] == UInt8(ascii: "\"") ? "a string" : "a number"
        EveryWay.expectErrors(
            Values.self,
            [
                .init(
                    text: text, code: .lossyConversion,
                    message: "expected \(type), found \(found) that cannot be converted without loss (acceptsLoss allows it)", path: path,
                    offset: offset)
            ], .convert)
        // Lenient rules convert it, before and after.
        for outcome in EveryWay.outcomes(Values.self, text) { _ = try outcome.get() }
        #expect(throws: ModelError.self) { try ModelDecoder(.convert).decode(Values.self, from: text) }
        let parsed = try ModelDecoder().decode(JSONValue.self, from: text)
        #expect { try ModelDecoder(.convert).decode(Values.self, from: parsed) } throws: { ($0 as? ModelError)?.code == .lossyConversion }
    }

    /// Null is lost in what has no place for it, and what does not fit at all is no matter of loss.
    @Test(
        arguments: [
            (#"{"id":null}"#, .unexpectedNull), (#"{"flag":null}"#, .unexpectedNull), (#"{"color":null}"#, .unexpectedNull),
            (#"{"text":null}"#, .unexpectedNull), (#"{"inner":null}"#, .unexpectedNull), (#"{"numbers":[1,null]}"#, .unexpectedNull),
            (#"{"id":"x"}"#, .invalidValue), (#"{"id":1e30}"#, .numberOutOfRange), (#"{"id":[1]}"#, .typeMismatch),
            (#"{"color":"blue"}"#, .invalidValue), (#"{"level":2}"#, .invalidValue), (#"{"numbers":["x"]}"#, .invalidValue),
        ] as [(String, ModelError.Code)])
    func whatDoesNotFitIsAnError(text: String, code: ModelError.Code) {
        for outcome in EveryWay.outcomes(Values.self, text, .convert) {
            #expect { try outcome.get() } throws: { ($0 as? ModelError)?.code == code }
        }
    }

    @Test func theOptionAloneLeavesThePropertyAsItWas() throws {
        let options = DecodingOptions.with(\.acceptsLoss, false)
        var report = DecodingReport()
        let text = #"{"id":4.5,"flag":2,"numbers":[1,2.5,null,3],"level":"nil","maybe":1.5,"place":""}"#
        let values = try ModelDecoder(options).decode(Values.self, from: text, report: &report)
        var expected = Values()
        expected.numbers = [1, 0, 3]
        #expect(values == expected)
        #expect(report.issues.map(\.code).allSatisfy { $0 == .lossyConversion } && report.count == 6)
        for outcome in EveryWay.outcomes(Values.self, text, options) { #expect(try outcome.get() == expected) }
    }

    /// A type that is read as a word of another type's is one whose conversion would lose it, with an alternative left.
    @Test func anotherAlternativeHasTheValue() throws {
        struct Sample: Model {
            var count = 1
            static func describe(_ model: inout ModelDescription) { model.keys = ["count": ["n", "m"]] }
        }
        let options = DecodingOptions.with(\.acceptsLoss, false)
        #expect(try ModelDecoder(options).decode(Sample.self, from: #"{"n":1.5,"m":2}"#).count == 2)
        #expect(try ModelDecoder().decode(Sample.self, from: #"{"n":1.5,"m":2}"#).count == 1)
    }

    /// An empty value that is null comes before the loss.
    @Test func emptyValuesAreNullFirst() throws {
        let options = DecodingOptions.convert.with(\.emptyAsNull, .all)
        for outcome in EveryWay.outcomes(Values.self, #"{"place":""}"#, options) {
            #expect { try outcome.get() } throws: { ($0 as? ModelError)?.code == .unexpectedNull }
        }
        for outcome in EveryWay.outcomes(Values.self, #"{"maybe":"","choice":false}"#, options) {
            let values = try outcome.get()
            #expect(values.maybe == nil && values.choice == nil)
        }
    }

    /// Types that decode themselves are not converted, under any rules.
    @Test func aCodableValueIsReadAsUnderStrictRules() throws {
        struct Span: Codable, Equatable { var from: Int }
        struct Holder: Model { var span: Span? }
        for text in [#"{"span":{"from":1.5}}"#, #"{"span":{"from":"1"}}"#] {
            #expect(throws: ModelError.self) { try ModelDecoder(.convert).decode(Holder.self, from: text) }
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Holder.self, from: text) }
        }
        #expect(try ModelDecoder(.convert).decode(Holder.self, from: #"{"span":{"from":1.0}}"#).span == Span(from: 1))
    }

    /// Records of a stream are read by the same rules as documents.
    @Test(arguments: [1, 5, 1_000]) func linesAreReadSo(size: Int) throws {
        let lines = Self.kept.map { "{\($0.0)}" } + Self.lost.map { "{\"\($0.key)\":\($0.value)}" }
        let bytes = Array(lines.joined(separator: "\n").utf8)
        var reader = try ModelReader(Values.self, framing: .lines, options: .convert)
        var codes: [ModelError.Code?] = []
        func take(_ record: borrowing ModelRecord<Values>) { codes.append(record.error?.code) }
        for start in stride(from: 0, to: bytes.count, by: size) {
            try reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { take($0) }
        }
        try reader.finish { take($0) }
        #expect(codes == Self.kept.map { _ in nil } + Self.lost.map { _ in .lossyConversion })
    }
}
