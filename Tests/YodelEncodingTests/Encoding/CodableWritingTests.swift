import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Inner: Codable, Equatable {
    var userName: String?
    var at = Date(timeIntervalSince1970: 0)
    var raw = Data("é".utf8)
    var ratio = 0.5
    var ratios: [Double?] = [1.5]
    var price: Decimal = 0
    var table: [String: Int] = [:]
    var wide: UInt128 = .max
}

private struct Outer: Model, Equatable {
    var inner = Inner()
    var list: [Inner]?
    var own = Data("é".utf8)
}

private final class Loop: Encodable {
    var next: Loop?
    enum CodingKeys: CodingKey { case next }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(next, forKey: .next)
    }
}

private struct Throwing: Encodable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
}

/// What the options say holds inside of types that encode themselves, and what is written is read back by the mirrored options.
@Suite("Writing Codable types")
struct CodableWritingTests {
    private func options(_ change: (inout EncodingOptions) -> Void) -> EncodingOptions {
        var options = EncodingOptions.default
        options.sortsKeys = true
        change(&options)
        return options
    }

    @Test func thereAndBackUnderEveryOption() throws {
        let inner = Inner(
            userName: "a", at: Date(timeIntervalSince1970: 5), ratio: -0.1, ratios: [1.5, nil], price: Decimal(4) / Decimal(3),
            table: ["some_key": 1, "someKey": 2])
        let outer = Outer(inner: inner, list: [inner, Inner()])
        for style in [KeyStyle.verbatim, .snakeCase] {
            for (format, dates) in [
                (.iso8601, .none), (.epochSeconds, .epochSeconds), (.epochMilliseconds, .epochMilliseconds),
            ] as [(DateFormat, DecodingOptions.NumericDates)] {
                for data in [DecodingOptions.DataFormat.base64, .utf8] {
                    for null in [EncodingOptions.NilPolicy.omit, .null] {
                        let writing = options {
                            ($0.keyStyle, $0.dateFormat, $0.dataFormat, $0.onNil) = (style, format, data, null)
                        }
                        var reading = DecodingOptions.strict
                        (reading.keyStyle, reading.numericDates, reading.dataFormat) = (style, dates, data)
                        let json = try ModelEncoder(writing).encodeToBytes(outer)
                        #expect(try decodeWhole(Outer.self, json, reading).get() == outer)
                        #expect(try decodeInChunks(Outer.self, json, size: 3, reading).get() == outer)
                        let root = try ModelEncoder(writing).encodeToBytes(inner)
                        #expect(try decodeWhole(Inner.self, root, reading).get() == inner)
                    }
                }
            }
        }
    }

    @Test func keysDataAndNil() throws {
        let inner = Inner(table: ["some_key": 1, "someKey": 2])
        let text = try ModelEncoder(options { ($0.keyStyle, $0.onNil, $0.dataFormat) = (.snakeCase, .null, .utf8) }).encodeToString(inner)
        #expect(
            text == """
                {"at":"1970-01-01T00:00:00+0000","price":0,"ratio":0.5,"ratios":[1.5],"raw":"é","table":{"someKey":2,"some_key":1},\
                "user_name":null,"wide":340282366920938463463374607431768211455}
                """)
    }

    @Test func numbersThatAreNotFinite() throws {
        let outer = Outer(inner: Inner(at: Date(timeIntervalSince1970: .infinity), ratio: .nan, ratios: [.infinity, 1], price: .nan))
        let left = try ModelEncoder().encodeValue(outer)["inner"]?.objectValue
        #expect(left?["ratio"] == nil && left?["at"] == nil && left?["price"] == nil && left?["ratios"] == [nil, 1.0])
        let null = try ModelEncoder(options { $0.onNonFinite = .null }).encodeValue(outer)["inner"]?.objectValue
        #expect(null?["ratio"] == .null && null?["at"] == .null && null?["price"] == .null)
        for (inner, path) in [
            (Inner(ratio: .nan), "inner.ratio"), (Inner(ratios: [1, .nan]), "inner.ratios[1]"), (Inner(price: .nan), "inner.price"),
        ] {
            let error = #expect(throws: ModelError.self) {
                try ModelEncoder(options { $0.onNonFinite = .fail }).encode(Outer(inner: inner))
            }
            #expect(error?.code == .nonFiniteNumber && error?.path.description == path)
        }
    }

    @Test func errorsHaveTheirPlace() {
        let late = Inner(at: Date(timeIntervalSince1970: 1e12))
        let date = #expect(throws: ModelError.self) { try ModelEncoder().encode(Outer(list: [Inner(), late])) }
        #expect(date?.code == .numberOutOfRange && date?.path.description == "list[1].at")
        let bytes = Inner(raw: Data([0xFF]))
        let data = #expect(throws: ModelError.self) { try ModelEncoder(options { $0.dataFormat = .utf8 }).encode(Outer(inner: bytes)) }
        #expect(data?.code == .invalidValue && data?.path.description == "inner.raw")
        let own = #expect(throws: ModelError.self) { try ModelEncoder(options { $0.dataFormat = .utf8 }).encode(Outer(own: Data([0xFF]))) }
        #expect(own?.path.description == "own")
        let thrown = #expect(throws: ModelError.self) { try ModelEncoder().encode(["a": [Wrapper(value: Throwing())]]) }
        #expect(thrown?.category == .custom && thrown?.underlying is Throwing.Refusal && thrown?.path.description == "a[0].value")
    }

    private struct Wrapper<T: Encodable>: Encodable { var value: T }

    /// Instances that refer to each other in a circle end with an error, not with the stack.
    @Test func aCircleEnds() {
        let loop = Loop()
        loop.next = loop
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(loop) }
        #expect(error?.code == .depthLimit)
        loop.next = nil
    }
}
