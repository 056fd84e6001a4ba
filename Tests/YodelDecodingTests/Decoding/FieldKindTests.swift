import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every kind of value, in every place it can stand in, between neighbours that must not be touched. One generic model holds all the places,
// so that each kind is laid out by the compiler as a user's model would have it.

/// A type of value with what it is before a decode and what JSON makes of it.
private protocol Sample: Hashable, SendableMetatype {
    static var initial: Self { get }
    /// JSON texts and the values they make; the extremes of the type.
    static var values: [(json: String, value: Self)] { get }
}

private let sentinel: UInt64 = 0x0123_4567_89AB_CDEF

private struct Places<T: Sample>: Model {
    var a = sentinel
    var value = T.initial
    var b: UInt8 = 0xA5
    var optional: T?
    var c: UInt8 = 0x5A
    var nested: T??
    var d: UInt8 = 0xC3
    var list: [T] = []
    var contiguous: ContiguousArray<T> = []
    var e: UInt8 = 0x3C
    var set: Set<T> = []
    var dictionary: [String: T] = [:]
    var gaps: [T?] = []
    var deep: [String: [[T]]] = [:]
    var f = sentinel

    var neighboursAreIntact: Bool {
        a == sentinel && b == 0xA5 && c == 0x5A && d == 0xC3 && e == 0x3C && f == sentinel
    }
}

private class Parent<T: Sample>: Model {
    var a = sentinel
    var inherited = T.initial
    var b: UInt8 = 0xA5
    required init() {}
}

private final class Child<T: Sample>: Parent<T> {
    var c: UInt8 = 0x5A
    var own = T.initial
    var d: UInt8 = 0xC3
    var optional: T?
    var e = sentinel

    var neighboursAreIntact: Bool { a == sentinel && b == 0xA5 && c == 0x5A && d == 0xC3 && e == sentinel }
}

private let samples: [any Sample.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
    UInt64.self, UInt128.self, Float16.self, Float.self, Double.self, String.self, Substring.self, Character.self, Date.self, Data.self,
    URL.self,
    UUID.self, Decimal.self, JSONValue.self, RawJSON.self, Colour.self, Level.self, Ratio.self, Point.self, Own.self,
]

@Suite("Field kinds")
struct FieldKindTests {
    @Test(arguments: samples.indices)
    func everyPlaceInAStruct(_ index: Int) throws {
        func check<T: Sample>(_ type: T.Type) throws {
            for (json, value) in T.values {
                let document = """
                    {"value": \(json), "optional": \(json), "nested": \(json), "list": [\(json), \(json)], "contiguous": [\(json)],
                     "set": [\(json), \(json)], "dictionary": {"k": \(json)}, "gaps": [null, \(json)], "deep": {"k": [[], [\(json)]]}}
                    """
                for decoder in [ModelDecoder(.lenient), ModelDecoder(.strict)] {
                    let places = try decoder.decode(Places<T>.self, from: document)
                    #expect(places.neighboursAreIntact, "\(T.self)")
                    #expect(places.value == value && places.optional == value && places.nested == .some(.some(value)), "\(T.self) \(json)")
                    #expect(places.list == [value, value] && places.contiguous == [value] && places.set == [value], "\(T.self) \(json)")
                    #expect(places.dictionary == ["k": value] && places.deep == ["k": [[], [value]]], "\(T.self) \(json)")
                    if T.self != JSONValue.self { #expect(places.gaps == [nil, value], "\(T.self) \(json)") }
                }
            }
        }
        try check(samples[index])
    }

    @Test(arguments: samples.indices)
    func classAndItsParent(_ index: Int) throws {
        func check<T: Sample>(_ type: T.Type) throws {
            for (json, value) in T.values {
                let document = #"{"own": \#(json), "inherited": \#(json), "optional": \#(json)}"#
                let child = try ModelDecoder(.strict).decode(Child<T>.self, from: document)
                #expect(child.neighboursAreIntact && child.own == value && child.inherited == value && child.optional == value)
                // Through a metatype of the parent the child's own properties are filled too.
                let type: Parent<T>.Type = Child<T>.self
                let parent = try ModelDecoder(.strict).decode(type, from: document)
                #expect((parent as? Child<T>)?.own == value)
            }
        }
        try check(samples[index])
    }

    @Test(arguments: samples.indices)
    func rootsAndNull(_ index: Int) throws {
        func check<T: Sample>(_ type: T.Type) throws {
            for (json, value) in T.values {
                #expect(try ModelDecoder().decode(T.self, from: json) == value)
                #expect(try ModelDecoder().decode([T].self, from: " [ \(json) ] ") == [value])
            }
            let places = try ModelDecoder().decode(
                Places<T>.self, from: #"{"optional": null, "nested": null, "list": null, "a": 81985529216486895}"#)
            #expect(places.optional == nil && places.nested == nil && places.list.isEmpty && places.neighboursAreIntact)
        }
        try check(samples[index])
    }

    /// What is no value of the type leaves the property as it was, and under the strict rules is an error at its place.
    @Test(arguments: samples.indices)
    func aValueThatDoesNotFitIsLeftOut(_ index: Int) throws {
        func check<T: Sample>(_ type: T.Type) throws {
            guard type != JSONValue.self && type != RawJSON.self else { return }
            let wrong = type is any Model.Type || type == Own.self ? "[true]" : #"{"no": [1]}"#
            let document =
                #"{"value": \#(wrong), "optional": \#(wrong), "nested": \#(wrong), "list": [\#(wrong)], "dictionary": {"k": \#(wrong)}}"#
            let places = try ModelDecoder().decode(Places<T>.self, from: document)
            #expect(places.value == T.initial && places.optional == nil && places.nested == nil && places.neighboursAreIntact)
            #expect(places.list.isEmpty && places.dictionary.isEmpty)
            let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Places<T>.self, from: document) }
            #expect(error?.category == .mismatch && error?.path == "value" && error?.offset == 10)
        }
        try check(samples[index])
    }

    @Test func aBooleanIsNoNumberUnderTheStrictRules() {
        for type in [Int.self, UInt8.self, Double.self, Decimal.self, String.self] as [any Sample.Type] {
            func check<T: Sample>(_ type: T.Type) {
                #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(T.self, from: "true") }
            }
            check(type)
        }
    }
}

// MARK: Samples

private enum Colour: String, Sample {
    case red, blue
    static let initial = Colour.red
    static var values: [(json: String, value: Colour)] { [(#""blue""#, Colour.blue)] }
}

private enum Level: Int16, Sample {
    case low = -300
    case high = 300
    static let initial = Level.low
    static var values: [(json: String, value: Level)] { [("300", Level.high), ("3e2", Level.high)] }
}

private enum Ratio: Double, Sample {
    case half = 0.5
    case one = 1
    static let initial = Ratio.half
    static var values: [(json: String, value: Ratio)] { [("1", Ratio.one), ("0.5", Ratio.half)] }
}

private struct Point: Model, Sample {
    var x = 0.0
    var name = ""
    static var initial: Point { Point() }
    static var values: [(json: String, value: Point)] {
        [(#"{"name": "far from here, at least", "x": -1.5}"#, Point(x: -1.5, name: "far from here, at least"))]
    }
}

/// Not a model: decoded by its own initializer.
private struct Own: Decodable, Sample {
    var parts: [String]

    init(_ parts: [String]) { self.parts = parts }

    init(from decoder: any Decoder) throws {
        parts = try decoder.singleValueContainer().decode(String.self).split(separator: "/").map(String.init)
    }

    static let initial = Own([])
    static var values: [(json: String, value: Own)] { [(#""a/b\/c""#, Own(["a", "b", "c"]))] }
}

extension Sample where Self: FixedWidthInteger {
    fileprivate static var initial: Self { 77 }
    fileprivate static var values: [(json: String, value: Self)] {
        [("\(Self.min)", .min), ("\(Self.max)", .max), ("0", 0), ("1.0", 1), ("12e0", 12)]
    }
}

extension Int: Sample {}
extension Int8: Sample {}
extension Int16: Sample {}
extension Int32: Sample {}
extension Int64: Sample {}
extension Int128: Sample {}
extension UInt: Sample {}
extension UInt8: Sample {}
extension UInt16: Sample {}
extension UInt32: Sample {}
extension UInt64: Sample {}
extension UInt128: Sample {}

extension Bool: Sample {
    fileprivate static var initial: Bool { false }
    fileprivate static var values: [(json: String, value: Bool)] { [("true", true), ("false", false)] }
}

extension Float16: Sample {
    fileprivate static var initial: Float16 { 7 }
    fileprivate static var values: [(json: String, value: Float16)] {
        [("65504", .greatestFiniteMagnitude), ("-6e-8", -.leastNonzeroMagnitude), ("0.1", 0.1), ("1", 1)]
    }
}

extension Float: Sample {
    fileprivate static var initial: Float { 7 }
    fileprivate static var values: [(json: String, value: Float)] {
        [("3.4028235e38", .greatestFiniteMagnitude), ("-1e-45", -.leastNonzeroMagnitude), ("0.1", 0.1), ("1", 1)]
    }
}

extension Double: Sample {
    fileprivate static var initial: Double { 7 }
    fileprivate static var values: [(json: String, value: Double)] {
        [
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
            ("-65.613616999999977", -65.613616999999977),
        ]
    }
}

extension String: Sample {
    fileprivate static var initial: String { "as it was" }
    fileprivate static var values: [(json: String, value: String)] {
        [
            (#""""#, ""), (#""fifteen  bytes!""#, "fifteen  bytes!"), (#""sixteen bytes, 1""#, "sixteen bytes, 1"),
            (#""\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00""#, "\"\\/\u{8}\u{c}\n\r\t\0é😀"), (#""日本語のテキスト, 😀""#, "日本語のテキスト, 😀"),
        ]
    }
}

extension Substring: Sample {
    fileprivate static var initial: Substring { "as it was" }
    fileprivate static var values: [(json: String, value: Substring)] { [(#""part of a longer text""#, "part of a longer text")] }
}

extension Character: Sample {
    fileprivate static var initial: Character { "x" }
    fileprivate static var values: [(json: String, value: Character)] { [(#""a""#, "a"), (#""👩‍👩‍👧""#, "👩‍👩‍👧"), (#""e\u0301""#, "é")] }
}

extension Date: Sample {
    fileprivate static var initial: Date { Date(timeIntervalSince1970: 1) }
    fileprivate static var values: [(json: String, value: Date)] {
        [
            (#""2014-05-06T07:08:09Z""#, Date(timeIntervalSince1970: 1_399_360_089)),
            (#""1969-12-31""#, Date(timeIntervalSince1970: -86_400)),
        ]
    }
}

extension Data: Sample {
    fileprivate static var initial: Data { Data([1]) }
    fileprivate static var values: [(json: String, value: Data)] { [(#""aGVsbG8=""#, Data("hello".utf8)), (#""""#, Data())] }
}

extension URL: Sample {
    fileprivate static var initial: URL { URL(string: "a:b")! }
    fileprivate static var values: [(json: String, value: URL)] {
        [(#"" https:\/\/example.org\/p?q=1 ""#, URL(string: "https://example.org/p?q=1")!)]
    }
}

extension UUID: Sample {
    fileprivate static var initial: UUID { UUID(uuidString: "00000000-0000-0000-0000-000000000001")! }
    fileprivate static var values: [(json: String, value: UUID)] {
        let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        return [("\"\(text)\"", UUID(uuidString: text)!), ("\"\(text.lowercased())\"", UUID(uuidString: text)!)]
    }
}

extension Decimal: Sample {
    fileprivate static var initial: Decimal { 7 }
    fileprivate static var values: [(json: String, value: Decimal)] {
        let digits = "12345678901234567890123456789012345678"
        return [(digits, Decimal(string: digits)!), ("-0.1", Decimal(string: "-0.1")!), ("1e3", 1000)]
    }
}

extension RawJSON: Sample {
    fileprivate static var initial: RawJSON { RawJSON(false) }
    fileprivate static var values: [(json: String, value: RawJSON)] {
        ["[1, {\"a\": null}]", "1.50", #""t\u0065xt""#, "true", "{ }"].map { ($0, RawJSON(unchecked: Array($0.utf8))) }
    }
}

extension JSONValue: Sample {
    fileprivate static var initial: JSONValue { .bool(false) }
    fileprivate static var values: [(json: String, value: JSONValue)] {
        [("[1, {\"a\": null}]", [1, ["a": nil]]), ("1.50", .number(JSONNumber("1.50")!)), (#""text""#, "text"), ("true", true)]
    }
}
