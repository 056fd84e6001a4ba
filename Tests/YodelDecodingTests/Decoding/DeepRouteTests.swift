import Testing

@testable import Yodel
@testable import YodelTestSupport

// A container whose key has several properties is mapped once for each. While that goes on, frames are opened above the one of the key, and may
// have to move to larger memory; what belongs to the key must be found there afterwards.

@Suite struct DeepRouteTests {
    struct Twice: Model {
        var left: [Twice] = []
        var right: [Twice] = []
        static func describe(_ model: inout ModelDescription) { model.keys = ["left": "a", "right": "a"] }

        var count: Int { 1 + left.reduce(0) { $0 + $1.count } + right.reduce(0) { $0 + $1.count } }
    }

    final class Linked: Model {
        var next: Linked?
        var other: Linked?
        var below: JSONValue?
        static func describe(_ model: inout ModelDescription) { model.keys = ["next": "a", "other": "a", "below": "a.b"] }

        var count: Int { 1 + (next?.count ?? 0) + (other?.count ?? 0) }
    }

    struct Mixed: Model, Equatable {
        var value = JSONValue.null
        var table: [String: JSONValue] = [:]
        var inner: [String: [String: [String: [String: [String: [String: [String: [String: Int]]]]]]]] = [:]
        var number = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["value": "a", "table": "a", "inner": "a", "number": "a.n"] }
    }

    // Each level takes twice as long.
    @Test(.slow, arguments: 1...(triesFewerCases ? 10 : 12))
    func everyPropertyGetsTheWholeValue(depth: Int) throws {
        let arrays = Array((String(repeating: #"{"a":["#, count: depth) + "{}" + String(repeating: "]}", count: depth)).utf8)
        let objects = Array((String(repeating: #"{"a":"#, count: depth) + #"{"b":7}"# + String(repeating: "}", count: depth)).utf8)
        let expected = 1 << (depth + 1) - 1
        #expect(try decodeWhole(Twice.self, arrays).get().count == expected)
        #expect(try decodeInChunks(Twice.self, arrays, size: 3).get().count == expected)
        #expect(try decodeWhole(Linked.self, objects).get().count == expected)
        #expect(try decodeInChunks(Linked.self, objects, size: 3).get().count == expected)
        let value = try decodeWhole(JSONValue.self, arrays).get()
        #expect(try ModelDecoder().decode(Twice.self, from: value).count == expected)
    }

    @Test(arguments: [7, 8, 9, 30, 100, 400])
    func aDeepValueLeavesTheOthersAlone(depth: Int) throws {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let seven = #"{"1":{"2":{"3":{"4":{"5":{"6":{"7":8}}}}}}}"#
        let bytes = Array(#"{"a":{"x":\#(deep),"y":\#(seven),"n":5}}"#.utf8)
        for result in [decodeWhole(Mixed.self, bytes), decodeInChunks(Mixed.self, bytes, size: 4)] {
            let mixed = try result.get()
            #expect(mixed.number == 5 && mixed.table["x"]?.text == deep && mixed.value["x"]?.text == deep)
            #expect(mixed.inner["y"]?["1"]?["2"]?["3"]?["4"]?["5"]?["6"]?["7"] == 8)
        }
    }

    /// What a mismatch says is of the property that it is about.
    @Test func aMismatchNamesItsProperty() throws {
        var report = DecodingReport()
        let deep = #"{"1":{"2":{"3":{"4":{"5":{"6":{"7":"none"}}}}}}}"#
        _ = try ModelDecoder().decode(Mixed.self, from: Array(#"{"a":{"y":\#(deep),"n":[]}}"#.utf8), report: &report)
        let inner = String(repeating: "[String: ", count: 7) + "Int" + String(repeating: "]", count: 7)
        #expect(report.issues.map(\.expected) == ["Int", inner, "a key of Mixed", "Int"])
        #expect(report.issues.map(\.path.description) == ["a.y.1.2.3.4.5.6.7", "a.n", "a.y", "a.n"])
    }
}
