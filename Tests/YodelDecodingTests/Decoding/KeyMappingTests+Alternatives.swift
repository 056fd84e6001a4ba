import Testing

@testable import Yodel
@testable import YodelTestSupport

// Several keys for one property, and several properties on one key.

/// A type of property for which three alternatives are tried in every order and state.
private protocol Chosen: Equatable {
    static var initial: Self { get }
    /// A value for each alternative, and what it makes: no two of them leave the same.
    static var fitting: [(json: String, value: Self)] { get }
    static var unfit: String { get }
    /// What null makes of it.
    static var cleared: Self { get }
}

extension Int: Chosen {
    fileprivate static var initial: Int { -1 }
    fileprivate static var fitting: [(json: String, value: Int)] { [("1", 1), (#""2""#, 2), ("3.0", 3)] }
    fileprivate static var unfit: String { #""x""# }
    fileprivate static var cleared: Int { 0 }
}

extension KeyedPlace: Chosen {
    fileprivate static var initial: KeyedPlace { KeyedPlace() }
    fileprivate static var fitting: [(json: String, value: KeyedPlace)] {
        // Each says what another one does not: nothing of one may be left in another.
        [
            (#"{"city":"A"}"#, KeyedPlace(city: "A")), (#"{"number":2}"#, KeyedPlace(number: 2)),
            (#"{"number":3,"city":"C"}"#, KeyedPlace(city: "C", number: 3)),
        ]
    }
    fileprivate static var unfit: String { "[{}]" }
    // Null says nothing to a model that is not optional.
    fileprivate static var cleared: KeyedPlace { initial }
}

extension [Int]: Chosen {
    fileprivate static var initial: [Int] { [-1] }
    fileprivate static var fitting: [(json: String, value: [Int])] { [("[1]", [1]), ("[]", []), (#"[3,"4",null,[],"x"]"#, [3, 4, 0])] }
    fileprivate static var unfit: String { #"{"a":1}"# }
    fileprivate static var cleared: [Int] { initial }
}

extension String?: Chosen {
    fileprivate static var initial: String? { "-" }
    fileprivate static var fitting: [(json: String, value: String?)] { [(#""a""#, "a"), ("2", "2"), ("true", "true")] }
    fileprivate static var unfit: String { "[[]]" }
    fileprivate static var cleared: String? { nil }
}

/// A type with an initializer of its own, which may refuse.
private struct Own: Decodable, Chosen {
    var id: Int
    static var initial: Own { Own(id: -1) }
    static var fitting: [(json: String, value: Own)] {
        [(#"{"id":1}"#, Own(id: 1)), (#"{"id":2}"#, Own(id: 2)), (#"{"id":3}"#, Own(id: 3))]
    }
    static var unfit: String { #"{"id":"x"}"# }
    static var cleared: Own { initial }
}

/// A model that rejects an object without its name.
private struct Named: Model, Chosen {
    var name = "-"
    var note = "-"
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
    static var initial: Named { Named() }
    static var fitting: [(json: String, value: Named)] {
        [
            (#"{"name":"a"}"#, Named(name: "a")), (#"{"note":"b","name":"B"}"#, Named(name: "B", note: "b")),
            (#"{"name":"c"}"#, Named(name: "c")),
        ]
    }
    static var unfit: String { #"{"note":"x"}"# }
    static var cleared: Named { initial }
}

private struct Choice<Value: Chosen>: Model, Equatable {
    var before = 7
    var value = Value.initial
    var after = 8
    static func describe(_ model: inout ModelDescription) { model.keys = ["value": ["a", "p.q", "c"]] }
}

private enum Fan {
    class Leaf: Model, Equatable {
        var city = "Oslo"
        var number: Int?
        required init() {}
        static func == (left: Leaf, right: Leaf) -> Bool { left.city == right.city && left.number == right.number }
    }

    /// Every kind of property on one key, and again on one path.
    struct Out: Model, Equatable {
        var number = -1, text = "-", flag = true
        var list: [Int] = [-1], texts: [String]?
        var place = KeyedPlace(city: "Rome"), other: KeyedPlace?
        var leaf: Leaf?, twin: Leaf?
        var raw: JSONValue = "raw"
        var table: [String: String]?
        var pathNumber = -1
        var pathList: [Int]?
        var pathLeaf: Leaf?
        var pathRaw: JSONValue?

        static func describe(_ model: inout ModelDescription) {
            let key = ["number", "text", "flag", "list", "texts", "place", "other", "leaf", "twin", "raw", "table"]
            var mapping: KeyMapping = ["pathNumber": "p.0.k", "pathList": "p.0.k", "pathLeaf": "p.0.k", "pathRaw": "p.0.k"]
            for name in key { mapping.keys[name] = "k" }
            model.keys = mapping
        }
    }

    /// Two models on one key, of which the first also has another.
    struct Shared: Model, Equatable {
        var first = KeyedPlace(city: "first", number: 1)
        var second = KeyedPlace(city: "second", number: 2)
        static func describe(_ model: inout ModelDescription) { model.keys = ["first": ["k", "j"], "second": "k"] }
    }

    /// Alternatives that are elements of an array, and what stands beside them.
    struct Items: Model, Equatable {
        var place = KeyedPlace(city: "Rome", number: 9)
        var number = -1
        var below = -1
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["place": ["items.0", "alt"], "number": ["items.1", "items.3", "n"], "below": "items.2.id"]
        }
    }
}

extension KeyMappingTests {
    /// What comes of one alternative.
    private enum State: CaseIterable {
        case absent, null, unfit, fits
    }

    private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    private func expectTheBest<Value: Chosen>(_ type: Value.Type, location: Testing.SourceLocation = #_sourceLocation) {
        for number in 0..<64 {
            let states = [0, 2, 4].map { State.allCases[number >> $0 & 3] }
            var model = Choice<Value>()
            if let best = states.firstIndex(of: .fits) {
                model.value = Value.fitting[best].value
            } else if states.contains(.null) {
                model.value = Value.cleared
            }
            for turn in some(2, of: Self.orders.indices) {
                // Where not all orders are tried, the states have them by turns.
                let order = Self.orders[(number + turn) % Self.orders.count]
                let pairs = order.compactMap { index -> String? in
                    let value: String
                    switch states[index] {
                    case .absent: return nil
                    case .null: value = "null"
                    case .unfit: value = Value.unfit
                    case .fits: value = Value.fitting[index].json
                    }
                    return [#""a":\#(value)"#, #""p":{"q":\#(value)}"#, #""c":\#(value)"#][index]
                }
                expectMapped("{\(pairs.joined(separator: ","))}", model, location: location)
            }
        }
    }

    @Test func alternativesForANumber() { expectTheBest(Int.self) }
    @Test func alternativesForAnOptionalText() { expectTheBest(String?.self) }
    @Test func alternativesForAnArray() { expectTheBest([Int].self) }

    @Test func alternativesForAModel() { expectTheBest(KeyedPlace.self) }
    @Test(.slow) func alternativesForATypeWithAnInitializer() { expectTheBest(Own.self) }
    @Test func alternativesForAModelThatRejectsObjects() { expectTheBest(Named.self) }

    @Test func alternativesThatComeTwice() {
        expectMapped(#"{"a":1,"a":2,"c":3}"#, Choice<Int>(value: 2), repeatsKeys: true)
        expectMapped(#"{"c":3,"c":4,"a":"x","a":[]}"#, Choice<Int>(value: 4), repeatsKeys: true)
        expectMapped(#"{"p":{"q":1},"p":{"q":2}}"#, Choice<Int>(value: 2), repeatsKeys: true)
        expectMapped(#"{"c":[3],"a":[1,2],"a":[5]}"#, Choice<[Int]>(value: [5]), repeatsKeys: true)
        expectMapped(#"{"a":{"city":"A"},"a":{"number":1}}"#, Choice<KeyedPlace>(value: KeyedPlace(number: 1)), repeatsKeys: true)
    }

    @Test func alternativesInOneArray() {
        expectMapped(#"{"items":[{"city":"A"},5]}"#, Fan.Items(place: KeyedPlace(city: "A", number: 9), number: 5))
        expectMapped(#"{"items":[{"city":"A"}],"alt":{"number":1},"n":4}"#, Fan.Items(place: KeyedPlace(city: "A", number: 9), number: 4))
        expectMapped(#"{"n":4,"items":[3,"x"]}"#, Fan.Items(number: 4))
        expectMapped(#"{"items":[3,2],"n":4}"#, Fan.Items(number: 2))
        expectMapped(#"{"items":{"3":3,"1":2}}"#, Fan.Items(number: 2))
        expectMapped(#"{"items":[3,null,{"id":6},8]}"#, Fan.Items(number: 8, below: 6))
        // The better alternative is an element: nothing of the other one is left, and the order makes no difference.
        expectMapped(#"{"alt":{"number":1},"items":[{"city":"A"}]}"#, Fan.Items(place: KeyedPlace(city: "A", number: 9)))
        expectMapped(#"{"alt":{"number":1},"items":{"0":{"city":"A"}}}"#, Fan.Items(place: KeyedPlace(city: "A", number: 9)))
    }

    /// The element that takes another alternative's place is one thing, what stands behind it in the array another.
    @Test func anAlternativeInAnArrayLeavesItsNeighboursAlone() throws {
        for json in [#"{"alt":{"number":1},"items":[{"city":"A"},0,{}]}"#, #"{"alt":{"number":1},"items":[{"city":"A"},0,{"x":1}]}"#] {
            var model = Fan.Items(below: 77)
            try ModelDecoder().update(&model, from: json)
            #expect(model == Fan.Items(place: KeyedPlace(city: "A", number: 9), number: 0, below: 77), "\(json)")
        }
    }

    // MARK: Several properties

    @Test func severalPropertiesOnOneKeyAndOnOnePath() {
        func expect(_ value: String, location: Testing.SourceLocation = #_sourceLocation, _ change: (inout Fan.Out) -> Void) {
            var model = Fan.Out()
            change(&model)
            expectMapped(#"{"k":\#(value)}"#, model, location: location)
            expectMapped(#"{"p":[{"k":[]}],"k":\#(value),"p":[{"x":\#(value)}],"z":1}"#, model, repeatsKeys: true, location: location)
        }
        func expectPath(_ value: String, location: Testing.SourceLocation = #_sourceLocation, _ change: (inout Fan.Out) -> Void) {
            var model = Fan.Out()
            change(&model)
            expectMapped(#"{"p":[{"k":\#(value)},{"k":0}]}"#, model, location: location)
            expectMapped(#"{"p":{"0":{"j":1,"k":\#(value)}}}"#, model, location: location)
        }
        expect("12") { ($0.number, $0.text, $0.raw) = (12, "12", 12) }
        expect(#""0""#) { ($0.number, $0.text, $0.flag, $0.raw) = (0, "0", false, "0") }
        expect("false") { ($0.number, $0.text, $0.flag, $0.raw) = (0, "false", false, false) }
        expect("null") { ($0.number, $0.flag, $0.raw) = (0, false, nil) }
        expect(#"[1,"2"]"#) { ($0.list, $0.texts, $0.raw) = ([1, 2], ["1", "2"], [1, "2"]) }
        expect("[]") { ($0.list, $0.texts, $0.raw) = ([], [], []) }
        expect(#"{"city":"Bern","number":3}"#) {
            let leaf = Fan.Leaf()
            (leaf.city, leaf.number) = ("Bern", 3)
            ($0.place, $0.other) = (KeyedPlace(city: "Bern", number: 3), KeyedPlace(city: "Bern", number: 3))
            ($0.leaf, $0.twin, $0.raw, $0.table) = (leaf, leaf, ["city": "Bern", "number": 3], ["city": "Bern", "number": "3"])
        }
        expect("{}") { ($0.other, $0.leaf, $0.twin, $0.raw, $0.table) = (KeyedPlace(), Fan.Leaf(), Fan.Leaf(), [:], [:]) }
        expectPath("5") { ($0.pathNumber, $0.pathRaw) = (5, 5) }
        expectPath("null") { $0.pathNumber = 0 }
        expectPath("[5,[6],7]") { ($0.pathList, $0.pathRaw) = ([5, 7], [5, [6], 7]) }
        expectPath(#"{"number":[],"x":{"k":[0]}}"#) { ($0.pathLeaf, $0.pathRaw) = (Fan.Leaf(), ["number": [], "x": ["k": [0]]]) }
    }

    @Test func twoInstancesOnOneKeyAreTwo() throws {
        let model = try ModelDecoder().decode(Fan.Out.self, from: #"{"k":{"number":3}}"#)
        let (leaf, twin) = (try #require(model.leaf), try #require(model.twin))
        #expect(leaf !== twin && leaf.number == 3 && twin.number == 3)
    }

    /// A key that comes again starts each of its models afresh, and only then.
    @Test func severalPropertiesOnAKeyThatComesTwice() throws {
        var model = Fan.Out()
        let leaf = Fan.Leaf()
        leaf.number = 1
        (model.place, model.other, model.leaf, model.twin) = (KeyedPlace(number: 1), KeyedPlace(number: 1), leaf, leaf)
        (model.raw, model.table) = (["number": 1], ["number": "1"])
        expectMapped(#"{"k":{"city":"Bern"},"k":{"number":1}}"#, model, repeatsKeys: true)
        (model.number, model.text, model.raw) = (5, "5", 5)
        expectMapped(#"{"k":{"city":"Bern"},"k":{"number":1},"k":5}"#, model, repeatsKeys: true)

        var shared = Fan.Shared()
        try ModelDecoder().update(&shared, from: #"{"k":{"city":"new"}}"#)
        #expect(shared == Fan.Shared(first: KeyedPlace(city: "new", number: 1), second: KeyedPlace(city: "new", number: 2)))
        // Both are changed in place: nobody hears of the lesser alternative.
        shared = Fan.Shared()
        try ModelDecoder().update(&shared, from: #"{"j":{"city":"old"},"k":{"number":5}}"#)
        #expect(shared == Fan.Shared(first: KeyedPlace(city: "first", number: 5), second: KeyedPlace(city: "second", number: 5)))
    }
}
