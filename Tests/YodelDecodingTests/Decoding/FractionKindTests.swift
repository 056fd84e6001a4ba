import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Scale: CGFloat { case half = 0.5, double = 2 }

private struct Shape: Model, Equatable {
    var before: UInt8 = 0xA5
    var wide: CGFloat = 7
    var maybeWide: CGFloat?
    var wides: [CGFloat] = []
    var rows: [[CGFloat]] = []
    var someWides: [CGFloat?] = []
    var wideSet: Set<CGFloat> = []
    var wideTable: [String: CGFloat] = [:]
    var short: Float16 = 7
    var maybeShort: Float16?
    var shorts: [Float16] = []
    var shortTable: [String: Float16?] = [:]
    var scale: Scale?
    var scales: [Scale] = []
    var after: UInt8 = 0x5A
}

/// `CGFloat` and `Float16` are numbers as `Double` and `Float` are.
@Suite("CGFloat and Float16")
struct FractionKindTests {
    private func all(_ json: String, _ options: DecodingOptions, _ expected: Shape) throws {
        #expect(try decodeWhole(Shape.self, Array(json.utf8), options).get() == expected)
        for size in [1, 5] { #expect(try decodeInChunks(Shape.self, Array(json.utf8), size: size, options).get() == expected) }
    }

    private let full = Shape(
        wide: 2.5, maybeWide: -0.1, wides: [1, 2.5, -3e300], rows: [[1], [], [2, 3]], someWides: [1, nil], wideSet: [4],
        wideTable: ["a": 0.1], short: 2.5, maybeShort: 0.1, shorts: [65_504, 0.1], shortTable: ["a": 1, "b": nil], scale: .half,
        scales: [.double])

    @Test func numbers() throws {
        let json = """
            {"wide":2.5,"maybeWide":-0.1,"wides":[1,2.5,-3e300],"rows":[[1],[],[2,3]],"someWides":[1,null],"wideSet":[4],"wideTable":{"a":0.1},
             "short":2.5,"maybeShort":0.1,"shorts":[65504,0.1],"shortTable":{"a":1,"b":null},"scale":0.5,"scales":[2]}
            """
        try all(json, .strict, full)
        try all(json, .lenient, full)
    }

    @Test func stringsAndBooleansAndNull() throws {
        let json = """
            {"wide":"2.5","maybeWide":"-1e-1","wides":["1","2.5",-3e300],"rows":[["1"],[],[2,"3"]],"someWides":[true,null],"wideSet":["4"],
             "wideTable":{"a":"0.1"},"short":"2.5","maybeShort":"0.1","shorts":["65504","0.1"],"shortTable":{"a":true,"b":"null"},
             "scale":"0.5","scales":["2"]}
            """
        try all(json, .lenient, full)
        try all(#"{"wide":null,"short":null}"#, .lenient, Shape(wide: 0, short: 0))
        try all(#"{"wide":true,"short":"NO"}"#, .lenient, Shape(wide: 1, short: 0))
        try all(#"{"wide":"x","short":"65520","wides":["x",1],"shorts":[1,1e5]}"#, .lenient, Shape(wides: [1], shorts: [1]))
    }

    @Test(
        arguments: [
            (#"{"wide":"2.5"}"#, .typeMismatch, "CGFloat"), (#"{"wide":1e999}"#, .numberOutOfRange, "CGFloat"),
            (#"{"short":"2.5"}"#, .typeMismatch, "Float16"), (#"{"short":65520}"#, .numberOutOfRange, "Float16"),
            (#"{"wide":null}"#, .unexpectedNull, "CGFloat"),
        ] as [(String, ModelError.Code, String)])
    func strictly(json: String, code: ModelError.Code, name: String) {
        let error = decodeWhole(Shape.self, Array(json.utf8), .strict).errorFields
        #expect(error?.code == code && error?.message.contains("expected \(name)") == true)
    }

    @Test func thereAndBack() throws {
        #expect(try Shape(json: full.jsonString()) == full)
        #expect(try ModelEncoder().encodeToString(["a": Float16(0.1)]) == #"{"a":0.1}"#)
        #expect(try ModelEncoder().encodeToString([CGFloat(0.1), 2]) == "[0.1,2.0]")
        #expect(try ModelEncoder().encodeToString([CGFloat(0.1), Float16(0.1), CGFloat.infinity] as [Any]) == "[0.1,0.1,null]")
        let source: [String: Any] = ["wide": CGFloat(2.5), "wides": [CGFloat(1)], "short": Float16(0.1), "maybeWide": 3]
        let shape = try ModelDecoder().decode(Shape.self, from: source)
        #expect(shape == Shape(wide: 2.5, maybeWide: 3, wides: [1], short: 0.1))
        let copy = full.modelCopy()
        #expect(copy.modelIsEqual(full) && !copy.modelIsEqual(shape))
        #expect(try ModelDecoder().decode(CGFloat.self, from: #""1.5""#) == 1.5)
    }

    /// A Float16 is the nearest one to the digits, as the standard library reads them.
    @Test func everyFloat16ComesBack() throws {
        // Zero, the ends of the subnormal and of the normal numbers, and the same with the other sign.
        let edges: [UInt16] = [0, 1, 0x3FF, 0x400, 0x7BFF, 0x8000, 0x8001, 0x83FF, 0x8400, 0xFBFF]
        var wrong: [String] = []
        for bits in edges + some(15_000, of: UInt16.min...UInt16.max) {
            let value = Float16(bitPattern: bits)
            guard value.isFinite else { continue }
            let text = try ModelEncoder().encodeToString(value)
            if try ModelDecoder(.strict).decode(Float16.self, from: text).bitPattern != bits { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
}
