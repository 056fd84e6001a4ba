import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Lifted {
    struct Refusal: Error {}

    /// A type that Yodel does not know.
    struct Point: Hashable, Sendable { var x = 0 }

    static let toPoint = PropertyTransform(
        from: { value in
            if value == "throw" { throw Refusal() }
            return value.numberValue?.intValue.map { Point(x: $0) }
        },
        to: { (point: Point) in
            if point.x < 0 { throw Refusal() }
            return point.x == 0 ? nil : .number(JSONNumber(point.x))
        })

    struct All: Model, Equatable {
        var list: [Date] = []
        var gaps: [Date?] = []
        var set: Set<Date> = []
        var table: [String: Date] = [:]
        var someTable: [Int: Date?] = [:]
        var deep: [[String: [Date]]] = []
        var maybe: [Date]?
        var one: Date?
        var points: [Point] = []
        var pointTable: [String: ContiguousArray<Point?>]?
        var words: [[String]] = []
        var either: [Date] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["either": ["e", "E"]]
            var transforms = Dictionary(
                uniqueKeysWithValues: ["list", "gaps", "set", "table", "someTable", "deep", "maybe", "one", "either"].map {
                    ($0, PropertyTransform.epochMilliseconds)
                })
            transforms["points"] = toPoint
            transforms["pointTable"] = toPoint
            transforms["words"] = .separated(by: ",")
            model.transforms = transforms
        }
    }

    struct Wrong<T>: Model {
        var value: T?
        static func describe(_ model: inout ModelDescription) { model.transforms = ["value": .epochSeconds] }
    }
}

private typealias All = Lifted.All

/// A transform for a value is one for collections of such values.
@Suite("Transforms of elements")
struct LiftedTransformTests {
    private func date(_ milliseconds: Double) -> Date { Date(timeIntervalSince1970: milliseconds / 1000) }

    private let json = """
        {"list":[1500,"2000"],"gaps":[null,1000],"set":[1000],"table":{"a":1000},"someTable":{"1":null,"2":1000},"deep":[{"k":[1000]},{}],\
        "maybe":[1000],"one":1000,"points":[1,2],"pointTable":{"p":[3,null]},"words":["a,b",""],"e":[1000]}
        """

    private var all: All {
        All(
            list: [date(1500), date(2000)], gaps: [nil, date(1000)], set: [date(1000)], table: ["a": date(1000)],
            someTable: [1: nil, 2: date(1000)], deep: [["k": [date(1000)]], [:]], maybe: [date(1000)], one: date(1000),
            points: [Lifted.Point(x: 1), Lifted.Point(x: 2)], pointTable: ["p": [Lifted.Point(x: 3), nil]], words: [["a", "b"], []],
            either: [date(1000)])
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func areRead(options: DecodingOptions) throws {
        #expect(try decodeWhole(All.self, Array(json.utf8), options).get() == all)
        for size in [1, 7] { #expect(try decodeInChunks(All.self, Array(json.utf8), size: size, options).get() == all) }
        #expect(try ModelDecoder(options).decode(All.self, from: ModelDecoder().decode(JSONValue.self, from: json)) == all)
        #expect(try decodeWhole(All.self, Array(#"{"maybe":null,"pointTable":null,"list":[]}"#.utf8), options).get() == All())
    }

    /// What is of the property's type already goes there as it is.
    @Test func readyValuesNeedNoTransform() throws {
        let source: [String: Any] = ["list": all.list, "table": all.table, "gaps": [1500]]
        let read = try ModelDecoder().decode(All.self, from: source)
        #expect(read == All(list: all.list, gaps: [date(1500)], table: all.table))
    }

    @Test func areWritten() throws {
        let written = try ModelEncoder().encodeValue(all)
        #expect(written["list"]?.text == "[1500,2000]" && written["gaps"]?.text == "[null,1000]" && written["points"]?.text == "[1,2]")
        #expect(written["pointTable"]?.text == #"{"p":[3,null]}"# && written["words"]?.text == #"["a,b",""]"#)
        #expect(try ModelDecoder(.strict).decode(All.self, from: written) == all)
        #expect(try ModelEncoder().encodeValue(All())["maybe"]?.text == nil)
        // What the transform leaves out keeps its place in an array, and has none in an object.
        let gaps = All(points: [Lifted.Point(x: 1), Lifted.Point()], pointTable: ["p": [Lifted.Point()]])
        #expect(try ModelEncoder().encodeValue(gaps)["points"]?.text == "[1,null]")
        let error = #expect(throws: ModelError.self) { try All(points: [Lifted.Point(x: 1), Lifted.Point(x: -1)]).jsonString() }
        #expect(error?.path.description == "points[1]" && error?.underlying is Lifted.Refusal)
        #expect(all.modelCopy().modelIsEqual(all))
    }

    @Test(
        arguments: [
            (#"{"list":[1000,"x",2000]}"#, .invalidValue, "list[1]", "expected Date, found a string that is not a valid one"),
            (#"{"table":{"a":1,"b":[]}}"#, .invalidValue, "table.b", "expected Date, found an array that is not a valid one"),
            (#"{"deep":[{},{"k":[1,{}]}]}"#, .invalidValue, "deep[1].k[1]", "expected Date, found an object that is not a valid one"),
            (#"{"deep":[[]]}"#, .typeMismatch, "deep[0]", "expected [String: [Date]], found an array"),
            (#"{"someTable":{"x":1000}}"#, .invalidValue, "someTable.x", nil), (#"{"points":["x"]}"#, .invalidValue, "points[0]", nil),
            (#"{"list":{}}"#, .typeMismatch, "list", "expected [Date], found an object"), (#"{"E":[[]]}"#, .invalidValue, "E[0]", nil),
            (#"{"list":[1,null]}"#, .unexpectedNull, "list[1]", "expected Date, found null"),
        ] as [(String, ModelError.Code, String, String?)])
    func whatDoesNotFit(json: String, code: ModelError.Code, path: String, message: String?) throws {
        let bytes = Array(json.utf8)
        let error = decodeWhole(All.self, bytes, .strict).errorFields
        #expect(error?.category == .mismatch && error?.code == code && error?.path == path)
        if let message { #expect(error?.message == message) }
        for size in [1, 4] { #expect(decodeInChunks(All.self, bytes, size: size, .strict).errorFields == error) }
        var report = DecodingReport()
        _ = try ModelDecoder().decode(All.self, from: json, report: &report)
        #expect(report.issues.map(\.path.description) == [path] && report.issues.first?.code == code)
        // Elements have a rule of their own.
        var options = DecodingOptions.strict
        options.onInvalidElement = .omit
        if path.hasSuffix("]") && code == .invalidValue { #expect(decodeWhole(All.self, bytes, options).errorFields == nil) }
        options = .lenient
        options.onInvalidElement = .fail
        if path.hasSuffix("]") && code == .invalidValue { #expect(decodeWhole(All.self, bytes, options).errorFields?.path == path) }
    }

    @Test func theOthersAreKept() throws {
        let read = try ModelDecoder().decode(
            All.self, from: #"{"list":[1000,"x",null,2000],"someTable":{"x":1,"2":1000},"points":["throw",7]}"#)
        #expect(read == All(list: [date(1000), date(2000)], someTable: [2: date(1000)], points: [Lifted.Point(x: 7)]))
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(All.self, from: #"{"points":[1,"throw"]}"#) }
        #expect(error?.path.description == "points[1]" && error?.category == .custom && error?.underlying is Lifted.Refusal)
    }

    @Test func whatHoldsNoSuchValueIsAPlanError() {
        func check<T>(_ type: T.Type) {
            let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Lifted.Wrong<T>.self, from: "{}") }
            #expect(error?.code == .invalidDeclaration, "\(type)")
        }
        check([Int].self)
        check(String.self)
        check([Date: Int].self)
        check([[String: Int?]].self)
    }
}
