import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Columns against models: thousands of seeded inputs, good and damaged, of every kind of model.
@Suite("Columns are what the decoder makes of each record")
struct ColumnDifferentialTests {
    @Test(.slow, arguments: 0..<ColumnsTarget.count)
    func seededInputs(model: Int) throws {
        var generator = SeededGenerator(seed: UInt64(model) &* 0x9E37_79B9 &+ 7)
        for _ in 0..<(triesFewerCases ? 8 : 80) {
            var input: [UInt8] = [UInt8(model)]
            // Lenient, strict, with rules for keys, or any options.
            input.append(generator.pick([0, 0, 1, UInt8(generator.below(16)), UInt8(generator.below(256))]))
            input.append(UInt8(generator.below(8)))
            for _ in 0..<generator.below(6) {
                var line = Self.object(&generator, depth: 0)
                if generator.below(12) == 0 { line = generator.damaged(line) }
                input += Array(line.utf8) + [0x0A]
            }
            let fault = ColumnsTarget.fault(in: input)
            try #require(fault == nil, "\(fault ?? "")")
        }
    }

    /// An object whose keys are those of most models.
    private static func object(_ generator: inout SeededGenerator, depth: Int) -> String {
        let keys = (0..<generator.below(7)).map { _ in generator.pick(Array("aabbccddefghijkl").map(String.init)) }
        // Most keys come once, and in order.
        let chosen = generator.below(8) == 0 ? keys : Set(keys).sorted()
        return "{" + chosen.map { "\"\($0)\":\(value(&generator, depth: depth + 1))" }.joined(separator: ",") + "}"
    }

    private static func value(_ generator: inout SeededGenerator, depth: Int) -> String {
        switch generator.below(depth > 3 ? 12 : 17) {
        case 0...2: return "\(generator.below(300) - 20)"
        case 3: return generator.pick(["1.5", "-0.25", "1e2", "12345678901234567890", "-0", "3.14159265358979", "1e400", "0.1"])
        case 4...6:
            return generator.pick([
                #""x""#, #""""#, #""red""#, #""green""#, #""12""#, #""é\u00e9\n""#, #""2026-01-02T03:04:05.678Z""#, #""AQID""#,
                #""00000000-0000-0000-0000-00000000000a""#, #""null""#, #""true""#, #""a/\"é""#, #""one""#,
            ])
        case 7: return "true"
        case 8: return "false"
        case 9...11: return "null"
        case 12, 13: return object(&generator, depth: depth)
        default:
            return "[" + (0..<generator.below(4)).map { _ in value(&generator, depth: depth + 1) }.joined(separator: ",") + "]"
        }
    }
}
