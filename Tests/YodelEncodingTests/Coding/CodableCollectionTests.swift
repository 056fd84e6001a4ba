import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Arrays and dictionaries of types that decode themselves.
@Suite("CodableDecoder: collections")
struct CodableCollectionTests {
    private struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
        var first: First
        var second: Second
    }

    private struct Line: Codable, Equatable {
        var points: [Point] = []
        var named: [String: [Point?]] = [:]
        var others: [[Line]] = []
    }

    private struct Point: Codable, Equatable {
        var x: Int
        var y: Double?
    }

    /// What ours makes of a document and what Foundation makes of it, by decoders that have decoded others.
    private static func expectFoundations<T: Decodable>(
        _ type: T.Type, _ text: String, _ pair: DecoderPair, _ location: Testing.SourceLocation = #_sourceLocation
    ) {
        let document = Data(text.utf8)
        let ours = CodedCase.result { try pair.ours.decode(type, from: document) }
        #expect(ours == CodedCase.result { try pair.theirs.decode(type, from: document) }, "\(text)", sourceLocation: location)
    }

    @Test(arguments: [0, 1, 4])
    func valuesAndErrorsAreFoundations(_ settings: Int) {
        let pair = DecoderPair(settings: settings)
        for _ in 0..<2 {
            let line = #"{"points":[{"x":1},{"x":2,"y":0.5}],"named":{"a":[null,{"x":3}],"":[]},"others":[[],[]]}"#
            Self.expectFoundations(Line.self, line, pair)
            let nested = #"{"points":[],"named":{},"others":[[{"points":[{"x":1}],"named":{},"others":[]}],[]]}"#
            Self.expectFoundations(Line.self, nested, pair)
            Self.expectFoundations(Line.self, nested.replacing(#""x":1"#, with: #""x":"1""#), pair)
            Self.expectFoundations(Line.self, nested.replacing(#""x":1"#, with: #""z":1"#), pair)
            Self.expectFoundations([Point].self, #"[{"x":1},{"x":2},3]"#, pair)
            Self.expectFoundations([Point].self, #"[{"x":1},null]"#, pair)
            Self.expectFoundations([Point].self, #"{"x":1}"#, pair)
            Self.expectFoundations([Point].self, "null", pair)
            Self.expectFoundations([Point?].self, #"[{"x":1},null]"#, pair)
            Self.expectFoundations([[Bool]].self, "[[true],[],[false,true]]", pair)
            Self.expectFoundations([[Bool]].self, "[[true],[],[false,1]]", pair)
            Self.expectFoundations([Int8].self, "[1,2,300]", pair)
            Self.expectFoundations([String: Point].self, #"{"a":{"x":1},"b":{"x":2}}"#, pair)
            Self.expectFoundations([String: Point].self, #"{"7":{"x":"1"}}"#, pair)
            Self.expectFoundations([String: Point].self, #"{"a":{"x":1},"a":{"x":2}}"#, pair)
            Self.expectFoundations([String: Point].self, "[]", pair)
            Self.expectFoundations([String: [String: [Point]]].self, #"{"a_b":{"c_d":[{"x":1}]},"e":{}}"#, pair)
            Self.expectFoundations([String: [String: [Point]]].self, #"{"a_b":{"c_d":[{"x":1},{}]}}"#, pair)
            Self.expectFoundations([Int: [Point]].self, #"{"1":[{"x":1}],"2":[]}"#, pair)
        }
    }

    /// There are more types than a decoder keeps in mind.
    @Test func oneDecoderDecodesManyTypes() throws {
        let decoder = CodableDecoder()
        func decode<First: Codable & Equatable, Second: Codable & Equatable>(_ first: First.Type, _ second: Second.Type) throws {
            let pairs = try decoder.decode([Pair<First, Second>].self, from: #"[{"first":1,"second":2},{"first":3,"second":4}]"#)
            let expected = try JSONDecoder().decode([First].self, from: Data("[1,2,3,4]".utf8))
            let others = try JSONDecoder().decode([Second].self, from: Data("[1,2,3,4]".utf8))
            #expect(pairs == [Pair(first: expected[0], second: others[1]), Pair(first: expected[2], second: others[3])])
            #expect(try decoder.decode([String: First?].self, from: #"{"a":1,"b":null}"#) == ["a": expected[0], "b": nil])
        }
        let types: [any (Codable & Equatable).Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, Double.self, Float.self,
            Int64?.self,
        ]
        for _ in 0..<2 {
            for first in types {
                for second in types { try decode(first, second) }
            }
        }
    }

    /// What was made before an element that does not fit is released once.
    @Test func elementsBeforeAnErrorAreReleased() {
        let decoder = CodableDecoder()
        let array = #"[{"name":"a"},{"name":"b"},{}]"#
        for _ in 0..<3 {
            #expect(throws: DecodingError.self) { try decoder.decode([Held].self, from: array) }
            #expect(throws: DecodingError.self) { try decoder.decode([String: [Held]].self, from: #"{"a":[{"name":"a"}],"b":\#(array)}"#) }
        }
        #expect(Held.live.withLock { $0 } == 0)
    }
}

/// A class that counts its instances.
private final class Held: Decodable {
    static let live = Locked(0)
    let name: String

    enum CodingKeys: CodingKey {
        case name
    }

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        Self.live.withLock { $0 += 1 }
    }

    deinit { Self.live.withLock { $0 -= 1 } }
}
