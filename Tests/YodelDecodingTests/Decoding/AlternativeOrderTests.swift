import Testing

@testable import Yodel
@testable import YodelTestSupport

// Of alternatives the best decides, in whatever order they come: the value, the error, the report, and what the model's own code sees are those of
// any other order.

/// A type of property, and values for it: what each makes under the lenient and the strict rules; nil: it does not fit.
private protocol Ordered: Equatable {
    static var initial: Self { get }
    static var values: [(json: String, lenient: Self?, strict: Self?)] { get }
}

extension Int8: Ordered {
    fileprivate static var initial: Int8 { -1 }
    fileprivate static var values: [(json: String, lenient: Int8?, strict: Int8?)] {
        [("1", 1, 1), (#""2""#, 2, nil), ("3.5", 3, nil), ("300", nil, nil), (#""x""#, nil, nil), ("[]", nil, nil), ("true", 1, nil)]
    }
}

extension String?: Ordered {
    fileprivate static var initial: String? { "-" }
    fileprivate static var values: [(json: String, lenient: String??, strict: String??)] {
        [(#""a""#, "a", "a"), ("2", "2", nil), ("{}", nil, nil), (#"["é\n"]"#, nil, nil)]
    }
}

extension [Int]: Ordered {
    fileprivate static var initial: [Int] { [-1] }
    fileprivate static var values: [(json: String, lenient: [Int]?, strict: [Int]?)] {
        [("[1]", [1], [1]), ("[]", [], []), (#"[2,"x"]"#, [2], nil), ("{}", nil, nil), ("7", nil, nil)]
    }
}

extension [String: KeyedPlace]: Ordered {
    fileprivate static var initial: [String: KeyedPlace] { ["-": KeyedPlace()] }
    fileprivate static var values: [(json: String, lenient: [String: KeyedPlace]?, strict: [String: KeyedPlace]?)] {
        [
            (#"{"k":{"city":"A"}}"#, ["k": .init(city: "A")], ["k": .init(city: "A")]),
            (#"{"k":{"number":"x"},"l":1}"#, ["k": .init()], nil), ("[]", nil, nil),
        ]
    }
}

extension KeyedPlace: Ordered {
    fileprivate static var initial: KeyedPlace { KeyedPlace(city: "Rome", number: 9) }
    fileprivate static var values: [(json: String, lenient: KeyedPlace?, strict: KeyedPlace?)] {
        // What a value does not say is what was there before.
        [
            (#"{"city":"A"}"#, .init(city: "A", number: 9), .init(city: "A", number: 9)),
            (#"{"number":2}"#, .init(city: "Rome", number: 2), .init(city: "Rome", number: 2)),
            (#"{"number":[],"city":"C"}"#, .init(city: "C", number: 9), nil), ("[{}]", nil, nil), ("5", nil, nil),
        ]
    }
}

extension JSONValue: Ordered {
    fileprivate static var initial: JSONValue { "raw" }
    fileprivate static var values: [(json: String, lenient: JSONValue?, strict: JSONValue?)] {
        [("1", 1, 1), (#"{"a":[1]}"#, ["a": [1]], ["a": [1]]), ("[true]", [true], [true])]
    }
}

private final class Seen: WillDecodeModel, DidDecodeModel, ValidatedModel, Ordered {
    struct Refusal: Error {}
    var id = 0, seen: [String] = []
    static func describe(_ model: inout ModelDescription) { model.ignored = ["seen"] }
    func willDecode(_ object: inout JSONObject) throws { seen = ["will"] }
    func didDecode(from object: JSONObject) throws { seen.append("did") }
    func validate() throws { if id < 0 { throw Refusal() } }
    static func == (left: Seen, right: Seen) -> Bool { left.id == right.id && left.seen == right.seen }
    private static func made(_ id: Int) -> Seen {
        let made = Seen()
        (made.id, made.seen) = (id, ["will", "did"])
        return made
    }
    static var initial: Seen { Seen() }
    static var values: [(json: String, lenient: Seen?, strict: Seen?)] {
        [
            (#"{"id":1}"#, made(1), made(1)), (#"{"id":-2}"#, nil, nil), (#"{"id":[]}"#, made(0), nil), ("[]", nil, nil),
            (#"{"id":"4"}"#, made(4), nil),
        ]
    }
}

private struct Refusing: Decodable, Ordered {
    struct Refusal: Error {}
    var id: Int
    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws {
        id = try decoder.singleValueContainer().decode(Int.self)
        // An error of its own ends the decode under any rules.
        if id == 0 { throw Refusal() }
    }
    static var initial: Refusing { Refusing(id: -1) }
    static var values: [(json: String, lenient: Refusing?, strict: Refusing?)] {
        [("1", .init(id: 1), .init(id: 1)), ("0", nil, nil), (#""x""#, nil, nil), ("[]", nil, nil)]
    }
}

/// What a transform makes.
private struct Shouted: Equatable, Ordered {
    var text: String
    static var initial: Shouted { Shouted(text: "-") }
    static var values: [(json: String, lenient: Shouted?, strict: Shouted?)] {
        [(#""a""#, .init(text: "A"), .init(text: "A")), (#""""#, nil, nil), ("1", nil, nil), ("[2]", nil, nil)]
    }
    static let transform = PropertyTransform(
        from: { (value: JSONValue) -> Shouted? in
            guard let text = value.stringValue else { throw Refusing.Refusal() }
            return text.isEmpty ? nil : Shouted(text: text.uppercased())
        }, to: { (value: Shouted) in .string(value.text) })
}

private struct OrderedChoice<Value: Ordered>: Model, Equatable {
    var before = 7
    var value = Value.initial
    var after = 8
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["value": ["n1", "p.q", "r[1].s", "n4"]]
        model.transforms = Value.self == Shouted.self ? ["value": Shouted.transform] : [:]
    }
}

@Suite("Order of alternatives")
struct AlternativeOrderTests {
    /// What came of a document, without where it stands.
    private struct Outcome<Value: Ordered>: Equatable {
        var model: OrderedChoice<Value>?
        var error: String?
        var report: [String]?
    }

    private static let wraps: [@Sendable (String) -> String] = [
        { #""n1":\#($0)"# }, { "\"p\":\n{\"q\":\($0)}" }, { #""r":[0,{"s":\#($0)}]"# }, { #""n4" : \#($0)"# },
    ]

    private static let policies: [DecodingOptions] = [
        .lenient, .strict, .lenient.with(\.onMismatch, .fail), .lenient.with(\.onUnknownKey, .fail), .lenient.with(\.onDuplicateKey, .fail),
        .lenient.with(\.onMissing, .fail), .lenient.with(\.onNull, .fail), .strict.with(\.onNull, .keep),
        .lenient.with(\.onInvalidElement, .fail), .strict.with(\.onMismatch, .keepDefault), .strict.with(\.onInvalidElement, .omit),
    ]

    private func outcome<Value: Ordered>(_ result: Result<OrderedChoice<Value>, ModelError>) -> Outcome<Value> {
        switch result {
        case .success(let model): Outcome(model: model)
        case .failure(let error): Outcome(error: "\(error.category) \(error.code) \(error.path): \(error.message)")
        }
    }

    private func reported<Value: Ordered>(_ type: Value.Type, _ json: String, _ options: DecodingOptions) -> Outcome<Value> {
        var report = DecodingReport()
        let result = Result { () throws(ModelError) in
            try ModelDecoder(options).decode(OrderedChoice<Value>.self, from: json, report: &report)
        }
        var made: Outcome<Value> = outcome(result)
        // Of a decode that ends early the rest is not told.
        if made.error == nil {
            made.report = report.issues.map { "\($0.code) \($0.path) \($0.expected) \($0.found) \($0.action)" }.sorted()
        }
        return made
    }

    /// Every outcome of a document: whole by either tokenizer, in pieces, as a value, with a report.
    private func check<Value: Ordered>(
        _ json: String, _ options: DecodingOptions, _ expected: Outcome<Value>, _ report: Outcome<Value>, _ size: Int
    ) {
        let bytes = Array(json.utf8)
        let whole = decodeWhole(OrderedChoice<Value>.self, bytes, options)
        let pieces = decodeInChunks(OrderedChoice<Value>.self, bytes, size: size, options)
        let ways = [
            ("whole", outcome(whole)), ("in pieces of \(size)", outcome(pieces)),
            ("as a value", outcome(decodeAsValue(OrderedChoice<Value>.self, json, options))),
        ]
        for (way, found) in ways where found != expected { Issue.record("\(way): \(found), not \(expected)\n\(json)\n\(options)") }
        if whole.errorFields != pieces.errorFields {
            let (whole, pieces) = (String(describing: whole.errorFields), String(describing: pieces.errorFields))
            Issue.record("\(whole) whole, \(pieces) in pieces of \(size)\n\(json)")
        }
        let found = reported(Value.self, json, options)
        if found != report { Issue.record("with a report: \(found), not \(report)\n\(json)\n\(options)") }
    }

    private func expectNoOrder<Value: Ordered>(_ type: Value.Type, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let tried = some(1, of: 0..<5)
        for _ in 0..<120 {
            let choices = Self.wraps.indices.map { _ in Int.random(in: -2..<type.values.count, using: &generator) }
            var pairs = zip(choices, Self.wraps).compactMap { choice, wrap in
                choice == -2 ? nil : wrap(choice == -1 ? "null" : type.values[choice].json)
            }
            if Bool.random(using: &generator) { pairs.append(#""after":3"#) }
            let options = Self.policies.randomElement(using: &generator)!
            let first = "{\(pairs.joined(separator: ","))}"
            let expected: Outcome<Value> = outcome(decodeOnce(OrderedChoice<Value>.self, Array(first.utf8), options))
            let report = reported(type, first, options)
            for order in 0..<5 {
                // All are drawn, so that each is the same whichever are tried.
                pairs.shuffle(using: &generator)
                let size = Int.random(in: 1...7, using: &generator)
                if tried.contains(order) { check("{\(pairs.joined(separator: ",\n"))}", options, expected, report, size) }
            }
            // What the rule of DESIGN 4 says.
            let best = choices.filter { $0 >= 0 }
            let value = outcome(decodeOnce(OrderedChoice<Value>.self, Array(first.utf8), .lenient)) as Outcome<Value>
            let fitting = best.compactMap { type.values[$0].lenient }.first
            if Value.self != Refusing.self, let fitting { #expect(value.model?.value == fitting, "\(first)") }
            let strict = outcome(decodeOnce(OrderedChoice<Value>.self, Array(first.utf8), .strict)) as Outcome<Value>
            if let present = best.first { #expect(strict.model?.value == type.values[present].strict, "\(first)") }
        }
    }

    @Test func theOrderOfNumbers() { expectNoOrder(Int8.self, seed: 1) }
    @Test func theOrderOfOptionals() { expectNoOrder(String?.self, seed: 2) }
    @Test func theOrderOfArrays() { expectNoOrder([Int].self, seed: 3) }
    @Test func theOrderOfDictionaries() { expectNoOrder([String: KeyedPlace].self, seed: 4) }
    @Test func theOrderOfModels() { expectNoOrder(KeyedPlace.self, seed: 5) }
    @Test func theOrderOfValues() { expectNoOrder(JSONValue.self, seed: 6) }
    @Test func theOrderOfInstancesWithHooks() { expectNoOrder(Seen.self, seed: 7) }
    @Test func theOrderOfTypesWithAnInitializer() { expectNoOrder(Refusing.self, seed: 8) }
    @Test func theOrderOfTransforms() { expectNoOrder(Shouted.self, seed: 9) }

    /// The strict rules take the first that is present, and it must fit; nobody looks at what it beats.
    @Test(arguments: [
        #"{"n1":^300,"n4":"x"}"#, #"{"n4":"x","n1":^300}"#, #"{"n4":1,"n1":^300}"#, #"{"n1":^300,"n4":1}"#,
        "{\"n4\":\n\"x\",\n  \"n1\":^300, \"after\":1}",
    ])
    func theFirstMustFit(marked: String) {
        expectRefused(OrderedChoice<Int8>.self, marked, .numberOutOfRange, path: "n1", "expected Int8, found a number that it cannot hold")
    }

    /// Where the first stands is where the error is, though it is known at the object's end.
    @Test(arguments: [
        ("{\"n4\":1,\n\"p\":\n {\"q\": ^\"x\"}, \"after\":\n1\n}", "p.q", "a string"), (#"{"p":{"q":^"é\n"},"n4":1}"#, "p.q", "a string"),
        (#"{"n4":^[{"a":[1]}],"after":1}"#, "n4", "an array"), ("{\"r\":[0,\n{\"s\":^true,\n\"t\":2}],\n\"n4\":5}", "r[1].s", "a boolean"),
        ("{\"r\":{\"1\":{\"s\":^{}}},\n\"n4\":5}", "r.1.s", "an object"), (#"{"n4":[],"p":{"q":^{}}}"#, "p.q", "an object"),
    ])
    func theErrorStandsWhereTheValueDoes(marked: String, path: String, found: String) {
        expectRefused(OrderedChoice<Int8>.self, marked, path: path, "expected Int8, found \(found)")
    }

    @Test func theErrorInsideAContainerStandsWhereItDoes() {
        for marked in [
            "{\"p\":{\"q\":[1,\n\n ^\"x\", 2]},\n\"after\":2,\n\"n4\":[1]}",
            "{\"n4\":[[],1],\n\"p\":{\"q\":[1,\n\n ^\"x\", 2]},\n\"after\":2}",
        ] {
            expectRefused([OrderedChoice<[Int]>].self, "[{},\n\(marked)]", path: "[1].p.q[1]", "expected Int, found a string")
        }
    }

    /// Of one alternative that comes twice the last value counts, wherever the better ones are.
    @Test func alternativesThatComeTwice() {
        expectMapped(#"{"n4":{"a":1},"n4":5}"#, OrderedChoice<JSONValue>(value: 5), repeatsKeys: true)
        expectMapped(#"{"n4":5,"n4":{"a":1}}"#, OrderedChoice<JSONValue>(value: ["a": 1]), repeatsKeys: true)
        expectMapped(#"{"n4":{"city":"A"},"n4":{"number":1}}"#, OrderedChoice<KeyedPlace>(value: .init(number: 1)), repeatsKeys: true)
        expectMapped(#"{"n4":{"city":"A"},"n4":5}"#, OrderedChoice<KeyedPlace>(value: .init(city: "A", number: 9)), repeatsKeys: true)
        // A node that comes again starts afresh: what stood below it does not count.
        expectMapped(#"{"p":{"q":{"city":"A"}},"p":{}}"#, OrderedChoice<KeyedPlace>(), repeatsKeys: true)
        let other = OrderedChoice<KeyedPlace>(value: .init(city: "B", number: 9))
        expectMapped(#"{"p":{"q":{"city":"A"}},"n4":{"city":"B"},"p":{}}"#, other, repeatsKeys: true)
    }

    @Test func instancesAreChangedByTheBestAlone() throws {
        for json in [#"{"n4":{"id":1},"p":{"q":{"id":2}}}"#, #"{"p":{"q":{"id":2}},"n4":{"id":1}}"#] {
            var model = OrderedChoice<Seen>()
            let instance = model.value
            try ModelDecoder().update(&model, from: json)
            #expect(model.value === instance && instance.id == 2 && instance.seen == ["will", "did"])
        }
    }

    /// Swift's own values have no order at all.
    @Test func valuesOfSwift() throws {
        for _ in 0..<20 {
            let object: [String: Any] = ["n4": 1, "p": ["q": "x"], "after": 2]
            #expect(try ModelDecoder().decode(OrderedChoice<Int8>.self, from: object).value == 1)
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(OrderedChoice<Int8>.self, from: object) }
        }
    }

    /// Alternatives in alternatives are kept once, however deep they are.
    @Test func alternativesInAlternatives() throws {
        let (inner, whole) = triesFewerCases ? (50, 125) : (200, 500)
        var json = "{}"
        for _ in 0..<inner { json = #"{"b":\#(json),"x":1}"# }
        expectMapped(json, OrderedChain.of(inner))
        for _ in inner..<whole { json = #"{"b":\#(json)}"# }
        expectMapped(json, OrderedChain.of(whole))
    }
}

private final class OrderedChain: Model, Equatable {
    var next: OrderedChain?
    static func describe(_ model: inout ModelDescription) { model.keys = ["next": ["a", "b"]] }
    static func of(_ count: Int) -> OrderedChain {
        let chain = OrderedChain()
        if count > 0 { chain.next = of(count - 1) }
        return chain
    }
    static func == (left: OrderedChain, right: OrderedChain) -> Bool { left.next == right.next }
}
