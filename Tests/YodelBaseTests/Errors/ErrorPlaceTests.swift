import Testing

@testable import Yodel
@testable import YodelTestSupport

// An error stands at one place, however the document comes: whole by either tokenizer, or in pieces of any size. The differential draws documents for
// models of every kind (keys with routes, alternatives, values that are kept, hooks) and options that fail for every reason.

private enum Places {
    struct Refusal: Error {}

    struct Leaf: Model {
        var id = 0, name: String?
    }

    /// A dictionary and models that are leaves and inner nodes at once.
    struct Routed: Model {
        var texts: [String: String] = [:], inner = 0, list: [Int] = [], second = 0
        var leaf = Leaf(), twin: Leaf?, leafID = 0, raw: JSONValue?, tables: [[String: Int]] = [], cell: Int?
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "texts": "e", "inner": "e.x", "list": "l", "second": "l[1]", "leaf": "k", "twin": "k", "leafID": "k.id", "raw": "e",
                "tables": "t", "cell": "t[0].c",
            ]
        }
    }

    struct Chosen: Model {
        var id = 0, list: [Int] = [], table: [String: Int] = [:], leaf = Leaf(), raw: JSONValue?, checked: Checked?
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "id": ["id", "e.id", "k"], "list": ["l", "e.l", "t[1]"], "table": ["e", "k", "x.e"], "leaf": ["k", "e", "x.k"],
                "raw": ["a", "e"],
                "checked": ["c", "k", "l[0]"],
            ]
        }
    }

    struct Checked: ValidatedModel {
        var id = 0, list: [Leaf] = [], e: [String: Int] = [:]
        mutating func validate() throws {
            if id == 3 { throw Refusal() }
        }
    }

    struct After: DidDecodeModel {
        var id = 0, e: [String: Int] = [:], k = Leaf(), l: [Leaf] = [], x: JSONValue?
        mutating func didDecode(from object: JSONObject) throws {
            if object["a"] != nil { throw Refusal() }
        }
    }

    struct Before: WillDecodeModel {
        var id = 0, e: [String: Int] = [:], k = Leaf(), l: [Leaf] = []
        mutating func willDecode(_ object: inout JSONObject) throws {
            if object["a"] == 3 { throw Refusal() }
        }
    }

    class Shape: PolymorphicModel {
        var id = 0, e: [String: Int] = [:]
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? { object["k"] != nil ? Round.self : nil }
    }

    final class Round: Shape { var k = Leaf(), l: [Int] = [] }

    struct Required: Model {
        var id = 0, e: [String: String] = [:], k: Leaf?, l: [Int] = []
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id", "k"]
            model.keys = ["k": ["k", "x.k"]]
        }
    }

    struct Own: Decodable {
        var id: Int?
        init(from decoder: any Decoder) throws {
            id = try [String: Int](from: decoder)["id"]
            if id == 3 { throw Refusal() }
        }
    }

    struct Coded: Model {
        var id: Own?, e: [Own] = [], k: [String: Own] = [:], l: Own?, x = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["l": "k", "id": ["id", "a"], "x": "k.x"] }
    }

    struct Transformed: Model {
        var e: [String] = [], k = 0, l = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["k": ["k", "x.k"], "e": "e", "l": "e"]
            model.transforms = [
                "e": PropertyTransform(
                    from: { (value: JSONValue) -> [String]? in
                        if value.isNull { return nil }
                        throw Refusal()
                    }, to: { (value: [String]) in nil }),
                "k": PropertyTransform(
                    from: { (value: JSONValue) -> Int? in
                        guard let text = value.stringValue else { throw Refusal() }
                        return text.count
                    }, to: { (value: Int) in nil }),
            ]
        }
    }

    struct All: Model {
        var e: Routed?, k = Chosen(), l: [After] = [], x: Before?, a: [String: Shape] = [:], c: [Required] = [], t: [Checked] = [],
            id: Coded?
        var id2: Transformed?, y: Wide?
    }

    /// A leaf and an inner node in a class, with an accessor.
    final class Wide: Model {
        var id = 0, e: [Int: String] = [:]
        var seen: [String: Int] {
            get { [:] }
            set { id = newValue.count }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Wide.seen, named: "seen")
            model.keys = ["seen": "k", "e": ["e", "k"]]
        }
    }
}

@Suite("Places of errors")
struct ErrorPlaceTests {
    @Test func aKeyThatComesTwiceInARoutedDictionary() {
        struct Routed: Model {
            var e: [String: String] = [:], x = 0
            static func describe(_ model: inout ModelDescription) { model.keys = ["x": "e.x"] }
        }
        for json in [
            #"{"e":{"f":"a","f":true}}"#, #"{"e":{"f":"a","f":"b"}}"#, #"{"e":{"f":"a","f":-12.5e1 }}"#,
            "{\"e\":{\"f\":\"a\",\n\"f\":\"b\"\n }\n}",
            #"{"e":{"f":"a","g":"","f":false,"f":7}, "x":1}"#,
        ] {
            expectOnePlace(Routed.self, json, .lenient.with(\.onDuplicateKey, .fail), isError: true)
        }
        let message = "a key that appears twice in its object (onDuplicateKey)"
        let fields = ErrorFields(.mismatch, .duplicateKey, at: 22, path: "e", message)
        let error = decodeWhole(Routed.self, Array(#"{"e":{"f":"a","f":true}}"#.utf8), .lenient.with(\.onDuplicateKey, .fail)).errorFields
        #expect(error == fields)
    }

    /// Of a container with several properties each error stands where it would stand for the first.
    @Test func eachPropertyOfAContainer() {
        for json in [#"{"e":{"id":1,"x":2}}"#, "{\"a\":1,\n\"e\":[1,\n2]}"] {
            expectOnePlace(Places.Transformed.self, json, .strict, isError: true)
        }
    }

    private func expectOnePlace<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions, isError: Bool? = nil) {
        let bytes = Array(json.utf8)
        let whole = decodeWhole(type, bytes, options).errorFields
        if let isError { #expect((whole != nil) == isError, "\(json)") }
        for size in 1...9 {
            let pieces = decodeInChunks(type, bytes, size: size, options).errorFields
            if pieces != whole {
                Issue.record(
                    """
                    \(whole?.description ?? "no error") whole, \(pieces?.description ?? "no error") in pieces of \(size)
                    \(json)
                    \(options)
                    """)
                return
            }
        }
        expectOneReport(type, json, options)
    }

    /// What is noted stands at one place, too.
    private func expectOneReport<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions) {
        func lines(_ tokenizer: DecodingOptions.Tokenizer) -> [String] {
            var report = DecodingReport()
            _ = try? ModelDecoder(options.with(\.tokenizer, tokenizer)).decode(type, from: json, report: &report)
            return report.issues.map { "\($0.code) \($0)" }
        }
        let (scanned, parsed) = (lines(.scanner), lines(.yajl))
        if scanned != parsed { Issue.record("\(scanned) by the scanner, \(parsed) by yajl\n\(json)\n\(options)") }
        // A place is that of a token.
        let bytes = Array(json.utf8)
        var report = DecodingReport()
        _ = try? ModelDecoder(options).decode(type, from: json, report: &report)
        for issue in report.issues where !isToken(bytes, issue.offset) {
            Issue.record("\(issue) is no place of a token\n\(json)\n\(options)")
        }
    }

    private func isToken(_ bytes: [UInt8], _ offset: Int) -> Bool {
        bytes.indices.contains(offset) && Array(#"{}[]"-0123456789tfn"#.utf8).contains(bytes[offset])
    }

    /// A run of its own for each batch, so that a failing case can be run again.
    @Test(.slow, arguments: some(2, of: [UInt64](0..<16)))
    func anyErrorStandsAtOnePlace(batch: UInt64) {
        var generator = SeededGenerator(seed: batch &* 7919 &+ 3)
        for _ in 0..<(triesFewerCases ? 40 : 150) {
            let options = options(&generator)
            let json = document(&generator)
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: expectOnePlace(Places.Routed.self, json, options)
            case 1: expectOnePlace(Places.Chosen.self, json, options)
            case 2: expectOnePlace(Places.Checked.self, json, options)
            case 3: expectOnePlace(Places.After.self, json, options)
            case 4: expectOnePlace(Places.Before.self, json, options)
            case 5: expectOnePlace(Places.Shape.self, json, options)
            case 6: expectOnePlace(Places.Required.self, json, options)
            case 7: expectOnePlace(Places.Coded.self, json, options)
            case 8: expectOnePlace(Places.Transformed.self, json, options)
            case 9: expectOnePlace(Places.Wide.self, json, options)
            default: expectOnePlace(Places.All.self, json, options)
            }
        }
    }

    private func options(_ generator: inout SeededGenerator) -> DecodingOptions {
        var options = Bool.random(using: &generator) ? DecodingOptions.lenient : .strict
        func chance(_ many: Int) -> Bool { Int.random(in: 0..<many, using: &generator) == 0 }
        if chance(2) { options.onDuplicateKey = .fail }
        if chance(4) { options.onUnknownKey = .fail }
        if chance(4) { options.onMissing = .fail }
        if chance(4) { options.onNull = .fail }
        if chance(3) { options.onMismatch = .keepDefault }
        if chance(4) { options.onInvalidElement = .fail }
        if chance(6) { options.maximumDepth = 4 }
        return options
    }

    // MARK: Documents

    private static let keys = ["id", "e", "k", "l", "x", "a", "c", "t", "id2", "y", "name", "f", "list", "\\u0065", "1", "zz"]

    private func document(_ generator: inout SeededGenerator) -> String {
        var text = ""
        write(object: 0, &text, &generator)
        return text
    }

    private func space(_ text: inout String, _ generator: inout SeededGenerator) {
        if Int.random(in: 0..<5, using: &generator) == 0 { text += [" ", "\n", "\t \n", "\r\n"].randomElement(using: &generator)! }
    }

    private func write(object depth: Int, _ text: inout String, _ generator: inout SeededGenerator) {
        text += "{"
        for index in 0..<Int.random(in: 0...(depth == 0 ? 5 : 4), using: &generator) {
            if index > 0 { text += "," }
            space(&text, &generator)
            text += "\"\(Self.keys[Int.random(in: 0..<(Bool.random(using: &generator) ? 5 : Self.keys.count), using: &generator)])\""
            space(&text, &generator)
            text += ":"
            space(&text, &generator)
            write(value: depth + 1, &text, &generator)
            space(&text, &generator)
        }
        text += "}"
    }

    private func write(value depth: Int, _ text: inout String, _ generator: inout SeededGenerator) {
        switch Int.random(in: 0..<(depth > 4 ? 7 : 16), using: &generator) {
        case 0: text += "null"
        case 1: text += ["true", "false"].randomElement(using: &generator)!
        case 2, 3: text += ["1", "3", "-12.5e1", "300"].randomElement(using: &generator)!
        case 4...6: text += [#""a""#, #""é\"\\""#, #""""#, #""12""#].randomElement(using: &generator)!
        case 7...9:
            text += "["
            for index in 0..<Int.random(in: 0...3, using: &generator) {
                if index > 0 { text += "," }
                space(&text, &generator)
                write(value: depth + 1, &text, &generator)
            }
            space(&text, &generator)
            text += "]"
        default: write(object: depth, &text, &generator)
        }
    }
}
