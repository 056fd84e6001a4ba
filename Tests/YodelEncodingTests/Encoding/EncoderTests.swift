import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// Every kind of value in every place it can stand in. Nothing of these is decoded, so none of the models needs a default.

/// A value, its text, and the places it is tried in.
private struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<T>(_ text: String, _ value: @autoclosure @escaping @Sendable () -> T) {
        testDescription = "\(T.self) \(text.prefix(60))"
        check = {
            let value = value()
            expectWritten(value, text)
            expectWritten(Optional(value), text)
            expectWritten(Optional(Optional(Optional(value))), text)
            expectWritten([value, value], "[\(text),\(text)]")
            expectWritten(ContiguousArray([value]), "[\(text)]")
            expectWritten([Optional(value), nil], "[\(text),null]")
            expectWritten(["k": value], #"{"k":\#(text)}"#)
            expectWritten(["k": Optional(value)], #"{"k":\#(text)}"#)
            if let hashable = value as? any Hashable { Self.checkSet(hashable, text) }
            expectWritten(
                Places(value),
                #"{"value":\#(text),"optional":\#(text),"nested":\#(text),"list":[\#(text),\#(text)],"contiguous":[\#(text)],"#
                    + #""gaps":[null,\#(text)],"table":{"k":\#(text)},"lists":{"k":[[],[\#(text)]]},"any":\#(text),"#
                    + #""anyList":[\#(text),null],"anyTable":{"k":\#(text)},"end":1}"#)
            expectWritten(Owner(value), #"{"inherited":\#(text),"own":\#(text),"optional":\#(text)}"#)
        }
    }

    private static func checkSet<H: Hashable>(_ value: H, _ text: String) { expectWritten(Set([value]), "[\(text)]") }
}
private struct Places<T>: Model {
    var value: T, optional: T?, nested: T???, empty: T?, list: [T], contiguous: ContiguousArray<T>, gaps: [T?], table: [String: T]
    var lists: [String: [[T]]], any: Any, anyList: [Any], anyTable: [String: Any], end: UInt8 = 1

    init() { preconditionFailure("nothing is decoded here") }

    init(_ value: T) {
        (self.value, optional, nested, list, contiguous) = (value, value, value, [value, value], [value])
        (gaps, table, lists) = ([nil, value], ["k": value], ["k": [[], [value]]])
        (any, anyList, anyTable) = (value, [value, T?.none as Any], ["k": value])
    }
}
private class Parent<T>: Model {
    var inherited: T
    required init() { preconditionFailure("nothing is decoded here") }
    init(_ value: T) { inherited = value }
}
private final class Owner<T>: Parent<T> {
    var own: T, optional: T?
    required init() { preconditionFailure("nothing is decoded here") }
    override init(_ value: T) {
        (own, optional) = (value, value)
        super.init(value)
    }
}
private enum Colour: String { case red, slash = "a/\"b" }
private enum Level: Int16 { case low = -300 }
private enum Wide: UInt64 { case most = 18_446_744_073_709_551_615 }
private enum Ratio: Double { case half = 0.5 }
private struct Tag: RawRepresentable, Hashable { var rawValue: Character }
private struct Both: Codable { var name = "n" }
private struct OnlyEncodable: Encodable {
    var parts: [String]
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(parts.joined(separator: "/"))
    }
}
private struct Dated: Encodable { var at = Date(timeIntervalSince1970: 100_000_000) }
private struct Point: Model, Hashable { var x = -1.5, name = "p" }
private struct Empty: Model {}
private struct Pair<A, B>: Model {
    var first: A, second: B
    init() { preconditionFailure("nothing is decoded here") }
    init(_ first: A, _ second: B) { (self.first, self.second) = (first, second) }
}
private class Shape: Model {
    var name = "s"
    let fixed = 1
    lazy var late = 2
    weak var friend: Shape?
    required init() {}
    static func describe(_ model: inout ModelDescription) { model.ignored = ["fixed"] }
}
private class Circle: Shape { var radius = 0.5 }
private final class Ball: Circle { var inner: Shape? = Circle() }

private let longText = String(repeating: "é\n", count: 3000)
private let digits38 = "12345678901234567890123456789012345678"

extension Kind {
    static func integers<T: FixedWidthInteger & Sendable>(_ type: T.Type) -> [Kind] {
        [Kind(String(T.min), T.min), Kind(String(T.max), T.max), Kind("7", 7 as T)]
    }

    static let integers: [[Kind]] = [
        integers(Int.self), integers(Int8.self), integers(Int16.self), integers(Int32.self), integers(Int64.self), integers(Int128.self),
        integers(UInt.self), integers(UInt8.self), integers(UInt16.self), integers(UInt32.self), integers(UInt64.self),
        integers(UInt128.self),
    ]

    static let scalars: [Kind] = [
        Kind("-170141183460469231731687303715884105728", Int128.min), Kind("340282366920938463463374607431768211455", UInt128.max),
        Kind("true", true), Kind("false", false),
        Kind("0.1", 0.1 as Float), Kind("3.4028235e+38", Float.greatestFiniteMagnitude), Kind("1e-45", Float.leastNonzeroMagnitude),
        Kind("-0.0", -0.0 as Float), Kind("2.0", 2 as Float),
        Kind("0.1", 0.1), Kind("1.7976931348623157e+308", Double.greatestFiniteMagnitude), Kind("5e-324", Double.leastNonzeroMagnitude),
        Kind("-0.0", -0.0), Kind("2.0", 2.0), Kind("1e+20", 1e20), Kind("-65.61361699999998", -65.613616999999977),
        Kind(#""""#, ""), Kind(#""fifteen  bytes!""#, "fifteen  bytes!"), Kind(#""sixteen bytes, 1""#, "sixteen bytes, 1"),
        Kind(
            #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}é\u{2028}😀\"", "\"\\/\u{8}\u{c}\n\r\t\0\u{1F}\u{7F}é\u{2028}😀"),
        Kind("\"" + longText.replacing("\n", with: #"\n"#) + "\"", longText),
        Kind(#""part""#, "a part of it".dropFirst(2).prefix(4)), Kind("\"👩‍👩‍👧\"", "👩‍👩‍👧" as Character),
        Kind(#""1973-03-03T09:46:40+0000""#, Date(timeIntervalSince1970: 100_000_000)),
        Kind(#""aGVsbG8=""#, Data("hello".utf8)), Kind(#""////""#, Data([0xFF, 0xFF, 0xFF])), Kind(#""""#, Data()),
        Kind(#""https://example.org/p?q=1""#, URL(string: "https://example.org/p?q=1")!),
        Kind(#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")!),
        Kind(digits38, Decimal(string: digits38)!), Kind("-0.1", Decimal(string: "-0.1")!),
        Kind("0.00000000000000000001", Decimal(string: "1e-20")!),
        Kind(#""red""#, Colour.red), Kind(#""a/\"b""#, Colour.slash), Kind("-300", Level.low), Kind("18446744073709551615", Wide.most),
        Kind("0.5", Ratio.half), Kind(#""x""#, Tag(rawValue: "x")),
    ]

    static let others: [Kind] = [
        Kind(#"[1,{"a":null,"b":"\n"},[]]"#, [1, ["a": nil, "b": "\n"], []] as JSONValue),
        Kind("1.50", JSONValue.number(JSONNumber("1.50")!)), Kind("null", JSONValue.null),
        Kind(#"{"b":1,"a":2}"#, JSONValue.object(["b": 1, "a": 2])),
        Kind(#""text""#, "text" as Any), Kind("1", 1 as Any),
        Kind(#"[1,null,"x",[true],{"k":0.5}]"#, [1, nil, "x", [true], ["k": 0.5]] as [Any?]),
        Kind(
            #"[{"x":-1.5,"name":"p"},{"name":"n"},"a/b",{"name":"s","radius":0.5},[{"x":-1.5,"name":"p"}],"red",-300,{"7":1}]"#,
            [Point(), Both(), OnlyEncodable(parts: ["a", "b"]), Circle(), Set([Point()]), Colour.red, Level.low, [7: 1]] as [Any]),
        Kind(#"{"k":{"x":-1.5,"name":"p"}}"#, ["k": Point()] as [String: Any]), Kind("[]", [] as [Any]), Kind("{}", [:] as [String: Any]),
        Kind(#"{"name":"n"}"#, Both()), Kind(#""a/b""#, OnlyEncodable(parts: ["a", "b"])),
        Kind(#"{"at":"1973-03-03T09:46:40+0000"}"#, Dated()),
        Kind(#"{"x":-1.5,"name":"p"}"#, Point()), Kind("{}", Empty()),
        Kind(#"{"first":1,"second":{"first":"a","second":[true]}}"#, Pair(1, Pair("a", [true]))),
        Kind(#"{"name":"s"}"#, Shape()), Kind(#"{"name":"s","radius":0.5}"#, Circle() as Shape),
        Kind(#"{"name":"s","radius":0.5,"inner":{"name":"s","radius":0.5}}"#, Ball() as Shape),
        Kind("[[1,2],[],[3]]", [[1, 2], [], [3]]), Kind("[]", [Int]()), Kind("[1,null]", ContiguousArray<Int?>([1, nil])),
        Kind("[[],[null]]", [[Int?]]([[], [nil]])), Kind(#"["a",""]"#, ["a", ""]), Kind("[]", Set<Point>()),
        Kind(#"{"-128":"a"}"#, [Int8.min: "a"]), Kind(#"{"340282366920938463463374607431768211455":[]}"#, [UInt128.max: [Int]()]),
        Kind(#"{"a/\"b":1}"#, [Colour.slash: 1]), Kind(#"{"-300":{"":null}}"#, [Level.low: ["": Int?.none]]), Kind("{}", [Int: Int]()),
    ]

    /// Those that are tried: a value of each type of integer at least.
    static let tried = integers.flatMap { some(1, of: $0) } + some(13, of: scalars) + some(10, of: others)
}

@Suite("Encoder")
struct EncoderTests {
    @Test(.slow, arguments: Kind.tried)
    fileprivate func everyKindInEveryPlace(kind: Kind) { kind.check() }

    @Test func nilAtAnyDepth() {
        struct Deep: Model {
            var one: Int?, two: Int?? = .some(nil), three: String??? = .some(.some(nil)), full: Int??? = 3, model: Point?? = .some(nil)
            var lists: [[Int?]?]? = [nil, [nil, 1]], table: [String: Int??] = ["k": .some(nil)], any: Any?
            var wrapped: Any? = Int?.none as Any
        }
        expectWritten(Deep(), #"{"full":3,"lists":[null,[null,1]],"table":{"k":null}}"#)
        expectWritten(
            Deep(),
            #"{"one":null,"two":null,"three":null,"full":3,"model":null,"lists":[null,[null,1]],"table":{"k":null},"any":null,"#
                + #""wrapped":null}"#, options { $0.onNil = .null })
        expectWritten(Int?.none, "null")
        expectWritten(Point???.some(.some(nil)), "null")
        expectWritten([Int??](arrayLiteral: nil, .some(nil), 1), "[null,null,1]")
        expectWritten([String: Point?](dictionaryLiteral: ("k", nil)), #"{"k":null}"#)
    }

    /// Under a null of its own, a subclass or an extra optional the existential is what its value is.
    @Test func anExistentialIsWhatItHolds() throws {
        let model: any Model = Ball()
        #expect(try ModelEncoder().encodeToString(model) == #"{"name":"s","radius":0.5,"inner":{"name":"s","radius":0.5}}"#)
        expectWritten(Point() as Any?, #"{"x":-1.5,"name":"p"}"#)
        expectWritten([Optional(Optional(7)) as Any], "[7]")
    }

    // MARK: Forms of output

    @Test func aBufferUsedAgainKeepsItsMemory() throws {
        var output: [UInt8] = []
        try ModelEncoder().encode(Point(), into: &output)
        // A copy of its own: a buffer that is shared would be left, and how large the next one is depends on the heap.
        let (first, capacity) = (output.map { $0 }, output.capacity)
        let failing = ModelEncoder(options { $0.onNonFinite = .fail })
        for _ in 0..<100 {
            output.removeAll(keepingCapacity: true)
            try ModelEncoder().encode(Point(), into: &output)
            #expect(output == first && output.capacity == capacity)
            output.removeAll(keepingCapacity: true)
            #expect(throws: ModelError.self) { try failing.encode([[0.5], [.nan]], into: &output) }
            #expect(output.isEmpty && output.capacity == capacity)
        }
    }

    /// Sizes around the spare capacity: what fits is written there, what does not elsewhere.
    @Test func everySizeAroundTheSpareCapacity() throws {
        for count in 0..<1100 {
            let text = String(repeating: "x", count: count)
            var output: [UInt8] = Array(repeating: 1, count: 5)
            output.reserveCapacity(600)
            try ModelEncoder().encode([text], into: &output)
            #expect(output == [1, 1, 1, 1, 1] + Array(#"["\#(text)"]"#.utf8), "\(count)")
        }
    }

    /// A buffer that many documents are put into grows seldom.
    @Test func aBufferGrowsByDoubling() throws {
        var output: [UInt8] = [], capacities: Set<Int> = []
        for _ in 0..<20_000 {
            try ModelEncoder().encode(1, into: &output)
            capacities.insert(output.capacity)
        }
        #expect(output.count == 20_000 && capacities.count < 30)
    }

    @Test func foundationsValues() throws {
        let text = #"{"a":[1,null,-1.5,"x",true,{"b":[]},18446744073709551615],"c":{}}"#
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        expectWritten(value, text, options { $0.sortsKeys = true })
        expectWritten(
            [NSNumber(value: 2.5), NSNull(), NSString("é"), NSNumber(value: false), NSDate(timeIntervalSince1970: 0)] as [Any],
            #"[2.5,null,"é",false,"1970-01-01T00:00:00+0000"]"#)
    }

    @Test func lines() throws {
        let pretty = ModelEncoder(options { $0.isPretty = true })
        #expect(
            try pretty.encodeLines([Point(), Point(x: 0.5, name: "\n")])
                == Data("{\"x\":-1.5,\"name\":\"p\"}\n{\"x\":0.5,\"name\":\"\\n\"}\n".utf8))
        #expect(try pretty.encodeLines([Int]()) == Data())
        #expect(try pretty.encodeLines((1...3).lazy.map { $0 * 2 }) == Data("2\n4\n6\n".utf8))
        var output: [UInt8] = [7]
        try pretty.encodeLines([[1], []], into: &output)
        #expect(output == [7] + Array("[1]\n[]\n".utf8))
        let failing = ModelEncoder(options { $0.onNonFinite = .fail })
        let error = #expect(throws: ModelError.self) { try failing.encodeLines([["k": 1], ["k": .nan]], into: &output) }
        #expect(error?.path == "[1].k" && error?.code == .nonFiniteNumber)
        #expect(output == [7] + Array("[1]\n[]\n".utf8))
    }

    /// What is written as null because it is nothing leaves the lines before it alone.
    @Test func linesOfNothing() throws {
        let encoder = ModelEncoder()
        #expect(try encoder.encodeLines([1, nil, 2, nil] as [Int?]) == Data("1\nnull\n2\nnull\n".utf8))
        #expect(try encoder.encodeLines([1.5, .nan, 2.5]) == Data("1.5\nnull\n2.5\n".utf8))
        #expect(try encoder.encodeLines([Point(), nil]) == Data("{\"x\":-1.5,\"name\":\"p\"}\nnull\n".utf8))
        var output: [UInt8] = [7]
        try encoder.encodeLines([nil, 1, nil] as [Int?], into: &output)
        #expect(output == [7] + Array("null\n1\nnull\n".utf8))
    }

    @Test func convenientMembers() throws {
        let text = #"{"x":-1.5,"name":"p"}"#
        let object: JSONObject = ["x": -1.5, "name": "p"]
        #expect(try Point().jsonString() == text && Point().jsonData() == Data(text.utf8) && Point().jsonObject() == object)
        #expect(try [Point(), Point()].jsonString() == "[\(text),\(text)]" && [Point()].jsonData() == Data("[\(text)]".utf8))
        #expect(try [Point(), Point()].jsonObject() == [object, object] && [Point]().jsonObject().isEmpty)
        let table = ["k": Point()]
        #expect(try table.jsonString() == #"{"k":\#(text)}"# && table.jsonData() == Data(#"{"k":\#(text)}"#.utf8))
        #expect(try table.jsonObject() == ["k": .object(object)])
        #expect(try (Ball() as Shape).jsonObject().keys == ["name", "radius", "inner"])
    }
}
