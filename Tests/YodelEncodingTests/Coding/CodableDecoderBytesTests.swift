import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// `CodableDecoder` on documents of which bytes have been changed: what is not JSON is refused with the place, what is JSON is what Foundation makes
/// of it, and no document leaves anything behind in its decoder.
@Suite("CodableDecoder: changed bytes")
struct CodableDecoderBytesTests {
    @Test(arguments: CodedCase.all)
    func anyBytesAreAnswered(_ type: CodedCase) throws {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: type.name.utf8.reduce(11) { $0 &* 31 &+ Int($1) }))
        // One decoder for all of them, beside those that are new.
        let decoder = CodableDecoder()
        for sample in type.samples {
            // Some samples are for other options.
            let expected = try? type.decode(CodableDecoder(), Data(sample.utf8)).get()
            for round in 0..<(triesFewerCases ? 10 : 160) {
                let bytes = Self.changed(Array(sample.utf8), &random)
                let (ours, theirs) = type.outcomes(Data(bytes), Int(random.next() % 8) * (round % 2))
                if ReferenceGrammar.accepts(bytes), Self.isComparable(bytes) {
                    // Which member of a dictionary is in the error is chance with Foundation.
                    let isChance = type.name.contains("Dictionary") && ours.contains(" at ") && theirs.contains(" at ")
                    // Numbers with exponents that only ours reads, as the list of differences has them.
                    let hasExponent = bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }
                    let isRead = hasExponent && !ours.contains(" at ") && theirs.hasPrefix("dataCorrupted")
                    #expect(ours == theirs || isChance || isRead, "\(type.name): \(bytes.shown)")
                } else if !ReferenceGrammar.accepts(bytes) {
                    Self.checkRefusal(type.decode(decoder, Data(bytes)), bytes)
                }
                _ = type.decode(decoder, Data(bytes))
                #expect((try? type.decode(decoder, Data(sample.utf8)).get()) == expected, "\(type.name), behind \(bytes.shown)")
            }
        }
    }

    /// What is not JSON is `dataCorrupted`, and its cause says what is wrong and where.
    private static func checkRefusal(_ result: Result<String, any Error>, _ bytes: [UInt8]) {
        // UTF-16, or behind a byte order mark.
        if bytes.withBorrowedBytes({ CodableEncoding($0) }) != nil { return }
        guard case .failure(let error) = result, case .dataCorrupted(let context)? = error as? DecodingError,
            let cause = context.underlyingError as? ModelError
        else {
            Issue.record("not JSON, and yet \(result): \(bytes.shown)")
            return
        }
        #expect(cause.category == .syntax && (0...bytes.count).contains(cause.offset), "\(cause): \(bytes.shown)")
    }

    /// Keys that are canonically equal are one key for Foundation, which the list of differences says.
    private static func isComparable(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } && !String(decoding: bytes, as: UTF8.self).contains("\\u0") && bytes.count < 10_000
    }

    private static let inserts = Array(#"{}[]",:\-+.eE0123456789tfnu /"#.utf8) + [0, 1, 0x0A, 0x20, 0x7F, 0x80, 0xC3, 0xED, 0xFF]

    /// Bytes with some of them exchanged, taken out, put in or repeated.
    static func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(3) {
            guard !bytes.isEmpty else { return bytes }
            let (index, byte) = (random.below(bytes.count), inserts[random.below(inserts.count)])
            switch random.below(6) {
            case 0: bytes[index] = byte
            case 1: bytes.insert(byte, at: index)
            case 2: bytes.remove(at: index)
            case 3: bytes.swapAt(index, random.below(bytes.count))
            case 4: bytes.insert(contentsOf: bytes[index...].prefix(1 + random.below(6)), at: index)
            default: bytes.removeLast(1 + random.below(min(4, bytes.count)))
            }
        }
        return bytes
    }
}
