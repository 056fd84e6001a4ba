import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What is written in steps is what the general way writes, under all options that steps know. The general way writes what is deeper than steps go: the same value
// inside of many others. What it says is read as a value and laid out by a writer of the tests' own.

/// Holds a value below more containers than steps go down to.
private struct Nest<Value>: Model {
    var inner: [Nest] = []
    var value: Value?

    static func around(_ value: Value) -> Nest {
        var nest = Nest(value: value)
        for _ in 0..<ModelWriter.compactDepth { nest = Nest(inner: [nest]) }
        return nest
    }

    /// What is written of the value.
    static func innermost(_ json: JSONValue) -> JSONValue? {
        var json = json
        while let inner = json["inner"]?.arrayValue?.first { json = inner }
        return json["value"]
    }
}

private enum Stepped {
    /// Dictionaries by name of structs of which little is there.
    struct Book: Drawn {
        var name = ""
        var shapes: [String: Shape] = [:]
        var byNumber: [Int: Shape?] = [:]
        var list: [Shape] = []
        var nested: [[Shape]] = []
        var ids: [Int] = []
        var first: Shape?
        var second = Shape()

        init() {}
        init(from s: inout RandomSource) {
            name = s.text()
            shapes = s.table({ $0.key() }, { Shape(from: &$0) })
            for _ in 0..<s.below(60) { shapes[s.key()] = Shape() }
            byNumber = s.table({ $0.integer() }, { $0.maybe { Shape(from: &$0) } })
            (list, nested) = (s.list { Shape(from: &$0) }, s.list { $0.list { Shape(from: &$0) } })
            (ids, first, second) = (s.list { $0.integer() }, s.maybe { Shape(from: &$0) }, Shape(from: &s))
        }
    }

    struct Shape: Drawn {
        var type = "t", required: [String]?, members: [String: String]?, flag: Bool?, ratio: Double?, limit: Int? = 7, zone: Int64?
        var slashed: Int?, quoted: String?, none: Int??, when: Date?, big: UInt64?, parts: [Int?] = [], any: JSONValue?, empty: Nothing?
        var text: String? = "some", nothing = Nothing()

        static func describe(_ model: inout ModelDescription) { model.keys = ["slashed": "a/b", "quoted": "q\"ü"] }

        init() {}
        init(from s: inout RandomSource) {
            guard s.below(5) > 0 else { return }
            (type, required) = (s.text(), s.maybe { $0.list { $0.text() } })
            members = s.maybe { $0.table({ $0.key() }, { $0.text() }) }
            (flag, ratio) = (s.maybe { $0.bool() }, s.maybe { $0.double() })
            (limit, zone) = (s.maybe { $0.integer() }, s.maybe { $0.integer() })
            (slashed, quoted, none) = (s.maybe { $0.integer() }, s.maybe { $0.text() }, s.maybe { $0.maybe { $0.integer() } })
            (when, big, parts) = (s.maybe { $0.date() }, s.maybe { $0.integer() }, s.list { $0.maybe { $0.integer() } })
            (any, empty, text) = (s.maybe { $0.json(1) }, s.maybe { _ in Nothing() }, s.maybe { $0.text() })
            if s.below(6) == 0 { ratio = s.bool() ? .nan : .infinity }
        }
    }

    struct Nothing: Model, Equatable {}

    /// Of listed properties; some have no default.
    struct Listed: BaseModel, Equatable {
        let id: Int
        var role: String
        var email: String?
        var limit: Int?
        var shape: Shape
        var other: Shape?
        var parts: [Int]

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("role", \.role, default: "guest")
            properties.add("email", \.email)
            properties.add("limit", \.limit, default: 7)
            properties.add("shape", \.shape, default: Shape())
            properties.add("other", \.other)
            properties.add("parts", \.parts, default: [1])
            return ModelForm(properties)
        }

        init(from s: inout RandomSource) {
            (id, role, email) = (s.integer(), s.bool() ? "guest" : s.text(), s.maybe { $0.text() })
            (limit, shape) = (s.bool() ? 7 : s.maybe { $0.integer() }, Shape(from: &s))
            (other, parts) = (s.maybe { Shape(from: &$0) }, s.bool() ? [1] : s.list { $0.integer() })
        }
    }

    /// A model whose properties hold models that are not what their own `init()` makes.
    struct Inside: Drawn {
        var near = Inside.usual, far: Shape? = Inside.usual, book = Book(), listed: Listed?, plain: Shape?

        private static var usual: Shape {
            var shape = Shape()
            (shape.type, shape.flag, shape.limit, shape.text) = ("u", true, nil, "other")
            return shape
        }

        init() {}
        init(from s: inout RandomSource) {
            if s.bool() { near = Shape(from: &s) }
            if s.bool() { far = s.maybe { Shape(from: &$0) } }
            if s.bool() { near.flag = nil }
            if s.bool() { book = Book(from: &s) }
            (listed, plain) = (s.maybe { Listed(from: &$0) }, s.maybe { Shape(from: &$0) })
        }
    }

    /// Instances, in whose properties stand others, of their class or of one made of it.
    class Part: Model {
        var name = "p", size: Int? = 3, flag = false
        var next: Part?
        var near = Stepped.small
        var far: Piece? = Piece()
        var shape = Shape()
        var parts: [Part] = []

        required init() {}

        convenience init(from s: inout RandomSource, depth: Int) {
            self.init()
            (name, size, flag) = (s.bool() ? "p" : s.text(), s.bool() ? 3 : s.maybe { $0.integer() }, s.bool())
            if depth > 0 && s.bool() { next = s.bool() ? Part(from: &s, depth: depth - 1) : Heir(from: &s, depth: depth - 1) }
            if s.bool() { near = s.bool() ? Piece(from: &s) : Sliver(from: &s) }
            if s.bool() { far = s.maybe { $0.bool() ? Piece(from: &$0) : Sliver(from: &$0) } }
            if s.bool() { shape = Shape(from: &s) }
            if depth > 0 { parts = s.list { $0.bool() ? Part(from: &$0, depth: 0) : Heir(from: &$0, depth: 0) } }
        }
    }

    final class Heir: Part { var more: Int? = 1, ratio = 0.5 }

    class Piece: Model {
        var width = 1, note: String? = "n"

        required init() {}

        convenience init(from s: inout RandomSource) {
            self.init()
            (width, note) = (s.bool() ? 1 : 2, s.bool() ? "n" : s.maybe { $0.text() })
        }
    }

    final class Sliver: Piece { var edge = 9, tip: Piece? = Piece() }

    static var small: Piece {
        let piece = Piece()
        (piece.width, piece.note) = (2, nil)
        return piece
    }

    /// More properties than a set of bits has places.
    struct Broad: Drawn {
        var p00: Int?, p01: Int?, p02: Int?, p03: Int?, p04: Int?, p05: Int?, p06: Int?, p07: Int?, p08: Int?, p09: Int?
        var p10: Int?, p11: Int?, p12: Int?, p13: Int?, p14: Int?, p15: Int?, p16: Int?, p17: Int?, p18: Int?, p19: Int?
        var p20: Int?, p21: Int?, p22: Int?, p23: Int?, p24: Int?, p25: Int?, p26: Int?, p27: Int?, p28: Int?, p29: Int?
        var p30: Int?, p31: Int?, p32: Int?, p33: Int?, p34: Int?, p35: Int?, p36: Int?, p37: Int?, p38: Int?, p39: Int?
        var p40: Int?, p41: Int?, p42: Int?, p43: Int?, p44: Int?, p45: Int?, p46: Int?, p47: Int?, p48: Int?, p49: Int?
        var p50: Int?, p51: Int?, p52: Int?, p53: Int?, p54: Int?, p55: Int?, p56: Int?, p57: Int?, p58: Int?, p59: Int?
        var p60: Int? = 1, p61: Int?, p62: Int? = 2, p63: Int?, a64: Int? = 3, a65: Int?, a66: Int? = 4, a67: String?, a68: Bool? = true

        init() {}
        init(from s: inout RandomSource) {
            (p00, p31, p60, p61) = (s.maybe { $0.integer() }, s.maybe { $0.integer() }, s.maybe { $0.integer() }, s.maybe { $0.integer() })
            (p62, p63, a64, a65) = (s.maybe { $0.integer() }, s.maybe { $0.integer() }, s.maybe { $0.integer() }, s.maybe { $0.integer() })
            (a66, a67, a68) = (s.maybe { $0.integer() }, s.maybe { $0.text() }, s.maybe { $0.bool() })
        }
    }
}

extension RandomSource {
    /// A key of a dictionary; many begin alike.
    fileprivate mutating func key() -> String {
        switch below(5) {
        case 0: text()
        case 1: "prefix \(below(40))"
        case 2: "a prefix that is longer than a small string \(below(40))"
        case 3: String(repeating: "\u{0}", count: below(12))
        default: String(repeating: "ab", count: below(9)) + ["", "\u{FF5E}", "\u{1F600}", "z"][below(4)]
        }
    }

    fileprivate mutating func options() -> EncodingOptions {
        var options = EncodingOptions()
        (options.isPretty, options.sortsKeys, options.omitsDefaults) = (bool(), bool(), below(3) == 0)
        options.onNil = [.omit, .null, .nullUnlessDefault][below(3)]
        options.largeIntegers = bool() ? .string : .number
        options.onNonFinite = bool() ? .omit : .null
        (options.escapesSlashes, options.escapesNonASCII) = (below(4) == 0, below(4) == 0)
        if below(4) == 0 { options.dateFormat = [.epochMilliseconds, .epochNanoseconds, .secondsSince2001, .http][below(4)] }
        if below(4) == 0 { options.keyStyle = [.snakeCase, .kebabCase][below(2)] }
        return options
    }
}

@Suite("Steps and the general way")
struct StepDifferenceTests {
    private func compare<T>(_ value: T, _ options: EncodingOptions, _ seed: Int) throws {
        let encoder = ModelEncoder(options)
        let general = try #require(Nest<T>.innermost(try encoder.encodeValue(Nest.around(value))), "seed \(seed)")
        let expected = ReferenceText(options: options).text(general)
        let text = try encoder.encodeToString(value)
        #expect(text == expected, "\(T.self), seed \(seed), \(options)")
        // Among others, and after what has been written before.
        let pair = try encoder.encodeToString([value, value])
        #expect(pair == ReferenceText(options: options).text([general, general]), "twice: \(T.self), seed \(seed), \(options)")
    }

    @Test func randomValuesUnderRandomOptions() throws { try compareAll(0..<(triesFewerCases ? 8 : 25)) }

    @Test(.slow) func manyRandomValuesUnderRandomOptions() throws { try compareAll(25..<(triesFewerCases ? 100 : 1_500)) }

    private func compareAll(_ seeds: Range<Int>) throws {
        for seed in seeds {
            var source = RandomSource(seed: seed)
            let options = source.options()
            try compare(Stepped.Book(from: &source), options, seed)
            try compare(Stepped.Shape(from: &source), options, seed)
            try compare(Stepped.Broad(from: &source), options, seed)
            try compare(Stepped.Listed(from: &source), options, seed)
            try compare(Stepped.Inside(from: &source), options, seed)
            try compare(Stepped.Part(from: &source, depth: 3), options, seed)
            try compare(["b": Stepped.Broad(from: &source), "a": Stepped.Broad()], options, seed)
            try compare(source.table({ $0.key() }, { $0.list { $0.integer() as Int } }), options, seed)
            if seed % 4 == 0 {
                try compare(WritingModels.Plain(from: &source), options, seed)
                try compare(WritingModels.Mapped(from: &source), options, seed)
            }
        }
    }

    /// Every option by itself, so that a fault says whose it is.
    @Test(arguments: 0..<10)
    func oneOption(_ number: Int) throws {
        var options = EncodingOptions()
        switch number {
        case 0: break
        case 1: options.isPretty = true
        case 2: options.sortsKeys = true
        case 3: options.omitsDefaults = true
        case 4: options.onNil = .null
        case 5: options.onNil = .nullUnlessDefault
        case 6: options.largeIntegers = .string
        case 7: options.escapesSlashes = true
        case 8: options.escapesNonASCII = true
        default: options.decimals = .string
        }
        for seed in 0..<(triesFewerCases ? 2 : 4) {
            var source = RandomSource(seed: 1_000 + seed)
            try compare(Stepped.Book(from: &source), options, 1_000 + seed)
            try compare([Stepped.Broad(from: &source), Stepped.Broad()], options, 1_000 + seed)
            try compare([Stepped.Inside(from: &source), Stepped.Inside()], options, 1_000 + seed)
            try compare([Stepped.Part(from: &source, depth: 3), Stepped.Heir(from: &source, depth: 2)], options, 1_000 + seed)
            try compare(["a": [Stepped.Listed(from: &source)]], options, 1_000 + seed)
        }
    }

    /// Canonical text is that of the value that is written, and so is what is wrong with it.
    @Test func canonicalText() throws {
        for seed in 0..<(triesFewerCases ? 12 : 200) {
            var source = RandomSource(seed: 2_000 + seed)
            let encoder = ModelEncoder(source.options())
            let policy = [JSONValue.LargeIntegerPolicy.fail, .string, .round][source.below(3)]
            try compareCanonical(Stepped.Book(from: &source), encoder, policy, seed)
            try compareCanonical(Stepped.Inside(from: &source), encoder, policy, seed)
            try compareCanonical(Stepped.Shape(from: &source), encoder, policy, seed)
            try compareCanonical(WritingModels.Plain(from: &source), encoder, policy, seed)
            try compareCanonical(WritingModels.Mapped(from: &source), encoder, policy, seed)
            try compareCanonical(source.list { $0.double() }, encoder, policy, seed)
            try compareCanonical(source.table({ $0.key() }, { $0.double() / 1_000 }), encoder, policy, seed)
        }
        let beyond = ["\u{FF5E}": 1, "\u{1F600}": 2, "a": 3]
        try compareCanonical(beyond, ModelEncoder(), .fail, -1)
        try compareCanonical(["k": beyond], ModelEncoder(), .fail, -1)
    }

    private func compareCanonical<T>(
        _ value: T, _ encoder: ModelEncoder, _ policy: JSONValue.LargeIntegerPolicy, _ seed: Int
    ) throws {
        func text(_ make: () throws -> String) -> String {
            do { return try make() } catch { return "error: \(error)" }
        }
        let expected = text { try encoder.encodeValue(value).canonicalText(largeIntegers: policy) }
        let written = text { String(decoding: try encoder.encodeCanonical(value, largeIntegers: policy), as: UTF8.self) }
        #expect(written == expected, "\(T.self), seed \(seed), \(policy), \(encoder.options)")
    }

    /// Many threads ask for an order for the first time at once.
    @Test func theOrderIsMadeOnce() async throws {
        struct Own: Model { var c = 1, a = 2, b: Int? = 3 }
        let encoder = ModelEncoder(options { ($0.sortsKeys, $0.onNil) = (true, .nullUnlessDefault) })
        let texts = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<16 { group.addTask { try? encoder.encodeToString(Own(b: nil)) } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(texts == [#"{"a":2,"b":null,"c":1}"#])
    }
}
