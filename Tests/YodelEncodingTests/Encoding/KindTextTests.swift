import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Kinds: Model, Equatable {
    var id = UUID()
    var other: UUID?
    var ids: [UUID] = []
    var data = Data()
    var price = Decimal()
    var size: UInt64 = 0
    var wide = Int128(0)

    init() {}

    init(_ generator: inout SeededGenerator) {
        id = Self.uuid(&generator)
        other = Self.uuid(&generator)
        ids = (0..<generator.below(3)).map { _ in Self.uuid(&generator) }
        data = Data((0..<generator.below(70)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        price = Decimal(
            sign: generator.pick([.plus, .minus]), exponent: generator.below(20) - 15, significand: Decimal(1 + generator.next() >> 30))
        size = .max - generator.next() >> generator.below(64)
        wide = Int128(truncatingIfNeeded: UInt128(generator.next()) << 64 | UInt128(generator.next())) >> Int128(generator.below(100))
    }

    private static func uuid(_ generator: inout SeededGenerator) -> UUID {
        let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// The model as JSON, of Foundation's texts.
    func text(escapesSlashes: Bool) -> String {
        let base64 = data.base64EncodedString()
        let dataText = escapesSlashes ? base64.replacingOccurrences(of: "/", with: "\\/") : base64
        let list = ids.map { "\"\($0.uuidString)\"" }.joined(separator: ",")
        return #"{"id":"\#(id.uuidString)","other":"\#(other?.uuidString ?? "")","ids":[\#(list)],"data":"\#(dataText)","#
            + #""price":\#(price.description),"size":\#(size),"wide":\#(wide)}"#
    }
}

/// Kinds whose texts are made and read without Foundation: in models they are Foundation's texts, with any escapes, and are read back in every way.
@Suite("Kinds with texts of their own")
struct KindTextTests {
    @Test(arguments: [UInt64(1), 2, 3]) func textsAreFoundations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<(triesFewerCases ? 100 : 2_000) {
            let value = Kinds(&generator)
            for escapes in [false, true] {
                var options = EncodingOptions.default
                (options.escapesSlashes, options.escapesNonASCII) = (escapes, escapes)
                let text = try ModelEncoder(options).encodeToString(value)
                try #require(text == value.text(escapesSlashes: escapes), "seed \(seed), round \(round)")
                let json = Array(text.utf8)
                try #require(try decodeWhole(Kinds.self, json, .strict).get() == value, "seed \(seed), round \(round)")
                guard round % 10 == 0 else { continue }
                for size in [1, 7] {
                    try #require(try decodeInChunks(Kinds.self, json, size: size, .strict).get() == value, "seed \(seed), round \(round)")
                }
            }
        }
    }

    /// Data that is its own text is not base64.
    @Test func dataAsText() throws {
        var value = Kinds()
        value.data = Data("a/b\u{E9}\"".utf8)
        var options = EncodingOptions.default
        (options.dataFormat, options.escapesSlashes) = (.utf8, true)
        #expect(try ModelEncoder(options).encodeToString(value).contains(#""data":"a\/bé\"""#))
        value.data = Data([0xFF])
        #expect(throws: ModelError.self) { try ModelEncoder(options).encodeToString(value) }
    }
}
