#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

@Suite("The last line of a file")
struct LastLineTests {
    @Test(arguments: [0, 1, 20_000, 50_000])
    func itIsFoundHoweverLongItIs(length: Int) throws {
        let folder = try TemporaryFolder()
        let file = try ModelFile(folder.write("in", lines(1...3) + String(repeating: "x", count: length)))
        let line = try LastLine(of: file, from: 0, to: 27 + length, limit: 30_000) { false }
        #expect(line.unfinished == (length > 0 ? UnfinishedLine(offset: 27, length: length) : nil))
    }

    @Test func theSearchEndsWithTheRun() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "")
        // A file with a hole: one line of 16 GiB.
        #expect(truncate(path, 1 << 34) == 0)
        var looks = 0
        _ = try LastLine(of: ModelFile(path), from: 0, to: 1 << 34, limit: 1_000) {
            looks += 1
            return looks > 3
        }
        #expect(looks == 4)
    }
}
#endif
