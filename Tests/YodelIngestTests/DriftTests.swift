#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

/// Keys that no property has, among records of which only some are looked at.
@Suite("Drift")
struct DriftTests {
    private func sampler() -> DriftSampler { DriftSampler(Item.self, IngestOptions().decoding) }

    /// Looks at records in chunks, as a stream's reading does.
    private func drift(of records: [String], chunk size: Int) -> IngestDrift {
        let sampler = sampler()
        Array(records.joined().utf8).withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: size) {
                let chunk = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)])
                sampler.look(at: chunk, isLineStart: start == 0 || bytes[start - 1] == 0x0A)
            }
        }
        return sampler.drift
    }

    /// Looks at a file in batches, as a scan does.
    private func drift(of records: [String], batch count: Int) throws -> IngestDrift {
        let folder = try TemporaryFolder()
        let file = try ModelFile(folder.write("in", records.joined()))
        let sampler = sampler()
        var start = 0
        for first in stride(from: 0, to: records.count, by: count) {
            let bytes = records[first..<min(first + count, records.count)].reduce(0) { $0 + $1.utf8.count }
            try sampler.look(at: file, in: start..<start + bytes)
            start += bytes
        }
        return sampler.drift
    }

    private static func record(_ id: Int, _ key: String, of bytes: Int) -> String {
        "{\"id\":\(id),\"\(key)\":\"\(String(repeating: "x", count: bytes))\"}\n"
    }

    /// The key comes in 4,900 of 5,000 records: not in the first hundred, the last, or one of fifty.
    private static let shares: [@Sendable (Int) -> Bool] = [{ $0 >= 100 }, { $0 < 4_900 }, { $0 % 50 != 0 }]

    @Test(arguments: 0..<3)
    func aKeyOfMostRecordsIsFound(pattern: Int) throws {
        let records = (0..<5_000).map { Self.record($0, Self.shares[pattern]($0) ? "new" : "name", of: 30) }
        for size in [1_000, 256 << 10] {
            #expect(drift(of: records, chunk: size).unknownKeys["new"] ?? 0 > 0, "chunks of \(size) bytes")
        }
        for count in [50, 65_536] {
            #expect(try drift(of: records, batch: count).unknownKeys["new"] ?? 0 > 0, "batches of \(count) records")
        }
    }

    @Test func shortRecordsAfterLongOnesAreFound() throws {
        // Most of the records are in a small part of the bytes.
        let records = (0..<100).map { Self.record($0, "name", of: 5_000) } + (0..<4_900).map { Self.record($0, "new", of: 10) }
        #expect(drift(of: records, chunk: 256 << 10).unknownKeys["new"] ?? 0 > 0)
        #expect(try drift(of: records, batch: 65_536).unknownKeys["new"] ?? 0 > 0)
    }

    @Test func longAndShortRecordsInTurnAreBothFound() throws {
        let records = (0..<200).map { Self.record($0, $0 % 2 == 0 ? "long" : "short", of: $0 % 2 == 0 ? 5_000 : 20) }
        for drift in [drift(of: records, chunk: 256 << 10), try drift(of: records, batch: 65_536)] {
            #expect(Set(drift.unknownKeys.keys) == ["long", "short"], "\(drift)")
        }
    }

    @Test func whatIsLookedAtIsASmallShare() throws {
        let records = (0..<10_000).map { Self.record($0, "new", of: 90) }
        for drift in [drift(of: records, chunk: 256 << 10), drift(of: records, chunk: 1_000), try drift(of: records, batch: 1_000)] {
            #expect((100..<records.count / 10).contains(drift.sampledRecords), "\(drift)")
        }
    }

    @Test func aLastLineWithoutALineFeedAndBlankOnesAreNoRecords() {
        #expect(drift(of: [], chunk: 10).sampledRecords == 0)
        #expect(drift(of: ["\n\n \n"], chunk: 10).sampledRecords == 0)
        let drift = drift(of: ["{\"id\":1,\"new\":2}\n{\"id\":1,\"newer\":2}"], chunk: 100)
        #expect(drift.sampledRecords == 1 && drift.unknownKeys == ["new": 1], "\(drift)")
    }

    @Test func theKeysOfAStrangerTakeBoundedMemory() {
        let records = (0..<2_000).map { "{\"id\":1,\"name\":\"\",\"\($0)-\(String(repeating: "k", count: 400))\":1}\n" }
        let keys = drift(of: records, chunk: 256 << 10).unknownKeys
        #expect(keys.count == 201 && keys["…"] ?? 0 > 0)
        #expect(keys.keys.allSatisfy { $0.utf8.count <= 256 + 3 && $0.hasSuffix("…") })
    }

    @Test func manyKeysOfOneRecordAreCutWithAWord() {
        let record = "{\"id\":1,\"name\":\"\"" + (0..<1_500).map { ",\"k\($0)\":1" }.joined() + "}\n"
        let keys = drift(of: [record], chunk: 64 << 10).unknownKeys
        #expect(keys.count == 201 && keys["…"] == 1 && keys["k0"] == 1, "\(keys.count)")
    }
}
#endif
