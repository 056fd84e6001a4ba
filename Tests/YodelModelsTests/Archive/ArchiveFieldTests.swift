import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every kind of value, in every place it can stand in, through every coder and back.

private struct Places<T: ArchiveSample>: ModelCodable, Equatable {
    var a: UInt64 = 1
    var value: T
    var b: UInt8 = 2
    var optional: T?
    var c: UInt8 = 3
    var nested: T??
    var filled: T?
    var d: UInt8 = 4
    var list: [T] = []
    var contiguous: ContiguousArray<T> = []
    var set: Set<T> = []
    var dictionary: [String: T] = [:]
    var gaps: [T?] = []
    var holes: [String: T?] = [:]
    var deep: [String: [[T]]] = [:]
    var e: UInt64 = 5

    init() {
        value = T.extremes[0]
        filled = T.extremes[0]
    }

    init(_ value: T) {
        self.init()
        (self.value, optional, nested, filled) = (value, value, value, value)
        (list, contiguous, set) = ([value, value], [value], [value])
        (dictionary, deep) = (["k": value, "": value], ["k": [[], [value]], "l": []])
        (gaps, holes) = ([T?.none, value, T?.none], ["none": T?.none, "some": value])
        (a, b, c, d, e) = (.max, .max, .max, .max, .max)
    }
}

private class Parent<T: ArchiveSample>: ModelCodable {
    var a: UInt64 = 1
    var inherited = T.extremes[0]
    required init() {}
}

private final class Child<T: ArchiveSample>: Parent<T> {
    var own: T?
    var b: UInt64 = 2
}

private struct Keys: ModelCodable, Equatable {
    var int: [Int: Int] = [:]
    var int8: [Int8: Int] = [:]
    var uint64: [UInt64: Int] = [:]
    var int128: [Int128: Int] = [:]
    var uint128: [UInt128: Int] = [:]
    var letter: [Letter: [Letter: Int]] = [:]
    var level: [Level: Int] = [:]
    var others: [UInt8: [UInt16: [UInt32: [UInt: [Int16: [Int32: [Int64: Bool]]]]]]] = [:]

    enum Letter: String, Codable { case a, b }
    enum Level: Int16, Codable { case low = -300, high = 300 }
}

private let samples: [any ArchiveSample.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
    UInt64.self, UInt128.self, Float16.self, Float.self, Double.self, String.self, Substring.self, Character.self, Date.self, Data.self,
    URL.self,
    UUID.self, Decimal.self, JSONValue.self, ArchiveSamples.Colour.self, ArchiveSamples.Ratio.self, ArchiveSamples.Wide.self,
    ArchiveSamples.Point.self, ArchiveSamples.Own.self, JSONNumber.self,
]

@Suite("Archives: field kinds")
struct ArchiveFieldTests {
    /// By default each kind with one coder or two of the three, and not always the same.
    @Test(.slow, arguments: some(60, of: samples.indices.flatMap { index in Coder.allCases.map { (index, $0) } }))
    func everyPlaceInAStruct(_ index: Int, _ coder: Coder) throws {
        func check<T: ArchiveSample>(_ type: T.Type) throws {
            for value in T.extremes {
                let places = Places(value)
                #expect(try coder.again(places) == places, "\(T.self) \(value)")
                #expect(try coder.again([places, Places()]) == [places, Places()])
            }
        }
        try check(samples[index])
    }

    /// A property that `init()` fills and that is nil is nil again.
    @Test(arguments: samples.indices, Coder.allCases)
    func nilComesBack(_ index: Int, _ coder: Coder) throws {
        func check<T: ArchiveSample>(_ type: T.Type) throws {
            var places = Places(T.extremes[0])
            (places.optional, places.nested, places.filled) = (nil, nil, nil)
            let again = try coder.again(places)
            // A JSONValue that is null is not nil.
            #expect(again.optional == Optional<T>.none && again.nested == T??.none && again.filled == Optional<T>.none && again == places)
            #expect(try coder.again(Places<T>()).filled == T.extremes[0])
        }
        try check(samples[index])
    }

    @Test(arguments: samples.indices, Coder.allCases)
    func classesAndTheirParents(_ index: Int, _ coder: Coder) throws {
        func check<T: ArchiveSample>(_ type: T.Type) throws {
            for value in T.extremes {
                let child = Child<T>()
                (child.own, child.inherited, child.a, child.b) = (value, value, .max, .max)
                let again = try coder.again(child)
                #expect(again.own == value && again.inherited == value && again.a == .max && again.b == .max)
                // By its own class, though it stands there as its parent.
                let parent: Parent<T> = child
                let data = try coder.encode([parent])
                #expect(try coder.decode([Child<T>].self, from: data)[0].own == value)
                #expect(try coder.decode([Parent<T>].self, from: data)[0].inherited == value)
            }
        }
        try check(samples[index])
    }

    @Test(arguments: Coder.allCases)
    func keysOfDictionaries(_ coder: Coder) throws {
        var keys = Keys()
        keys.int = [.min: 1, .max: 2, 0: 3]
        keys.int8 = [.min: 1, .max: 2]
        keys.uint64 = [.max: 1]
        keys.int128 = [.min: 1, .max: 2]
        keys.uint128 = [.max: 1]
        keys.letter = [.a: [.b: 1], .b: [:]]
        keys.level = [.low: 1, .high: 2]
        keys.others = [.max: [.max: [.max: [.max: [.min: [.min: [.min: true]]]]]], 0: [:]]
        #expect(try coder.again(keys) == keys)
        #expect(try coder.again(Keys()) == Keys())
    }

    @Test(arguments: [
        #"{"int": {"x": 1}}"#, #"{"int8": {"128": 1}}"#, #"{"letter": {"c": {}}}"#, #"{"level": {"low": 1}}"#, #"{"level": {"1": 1}}"#,
        #"{"int": [1]}"#, #"{"int": {"1": "1"}}"#, #"{"letter": {"a": {"b": null}}}"#,
    ])
    func keysThatDoNotFit(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Keys.self, from: Data(json.utf8)) }
    }

    /// A value of another type is an error at its place, whatever the kind.
    @Test(arguments: samples.indices)
    func aValueThatDoesNotFit(_ index: Int) throws {
        func check<T: ArchiveSample>(_ type: T.Type) throws {
            guard type != JSONValue.self else { return }
            for wrong in [#"{"no": [1]}"#, "[[true]]", "null"] {
                // An object is a model, and fits: what it has no property for is passed over.
                if type == ArchiveSamples.Point.self && wrong.hasPrefix("{") { continue }
                for (key, json) in [
                    ("value", wrong), ("list", "[\(wrong)]"), ("set", "[\(wrong)]"), ("dictionary", #"{"k": \#(wrong)}"#),
                    ("deep", #"{"k": [[\#(wrong)]]}"#),
                ] {
                    let error = #expect(throws: DecodingError.self, "\(T.self) \(key) \(wrong)") {
                        try JSONDecoder().decode(Places<T>.self, from: Data(#"{"\#(key)": \#(json)}"#.utf8))
                    }
                    guard let error else { continue }
                    #expect(path(error).first?.stringValue == key, "\(T.self) \(error)")
                }
            }
        }
        try check(samples[index])
    }

    private func path(_ error: DecodingError) -> [any CodingKey] {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }

    @Test func textsThatNameNoValue() {
        struct Texts: ModelCodable {
            var int128: Int128 = 0
            var uint128: UInt128 = 0
            var character: Character = "x"
            var colour = ArchiveSamples.Colour.red
        }
        for json in [
            #"{"int128": "170141183460469231731687303715884105728"}"#, #"{"uint128": "-1"}"#, #"{"character": ""}"#,
            #"{"character": "ab"}"#,
            #"{"colour": "green"}"#, #"{"int128": 1}"#,
        ] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Texts.self, from: Data(json.utf8)) }
        }
    }

    @Test func numbersThatAreNotFinite() throws {
        struct Numbers: ModelCodable {
            var double = 0.0
            var float: Float = 0
        }
        let numbers = Numbers(double: -.infinity, float: .nan)
        let again = try Coder.binary.again(numbers)
        #expect(again.double == -.infinity && again.float.isNaN)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(numbers) }
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        let text = try decoder.decode(Numbers.self, from: encoder.encode(numbers))
        #expect(text.double == -.infinity && text.float.isNaN)
    }
}
