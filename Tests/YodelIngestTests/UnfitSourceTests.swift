#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Sources that are not taken in")
struct UnfitSourceTests {
    /// Content of a source, and what is said of it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let content: [UInt8]
        let words: [String]

        init(_ text: String, _ words: String...) {
            (content, self.words) = (Array(text.utf8), words)
        }

        /// Text in UTF-16, without a byte order mark.
        init(wide text: String, isBigEndian: Bool) {
            content = text.utf16.flatMap { unit in
                let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
                return isBigEndian ? bytes.reversed() : bytes
            }
            words = ["UTF-16", "iconv"]
        }

        var testDescription: String { String(decoding: content, as: UTF8.self).debugDescription }
    }

    static let samples: [Sample] = [
        Sample("[{\"id\":1},{\"id\":2}]\n", "a JSON array", "jq -c '.[]'"),
        Sample("[{\"id\":1},{\"id\":2}]", "a JSON array"),
        Sample("[\n{\"id\":1},\n{\"id\":2},\n{\"id\":3}\n]\n", "a JSON array"),
        Sample("[\n  {\n    \"id\": 1\n  }\n]\n", "a JSON array"),
        Sample("[{\"id\":1},{\"id", "a JSON array"),
        Sample("{\"Records\":[{\"id\":1},{\"id\":2}]}", "one JSON object", "\"Records\"", "jq -c '.Records[]'"),
        Sample("{\"version\":\"1}\",\"the rows\": [ {\"id\":1}]}\n", "one JSON object", #".["the rows"][]"#),
        Sample("{\"count\":2,\"entries\":[\n{\"key\":1},\n{\"key\":2}\n]}", "one JSON object", "jq -c '.entries[]'"),
        // A key that would end the quotes of the command is not in it.
        Sample("{\"'; rm *; '\":[{\"id\":1}]}", "one JSON object", "jq -c '.[] | arrays | .[]' FILE"),
        Sample("{\"a\\\"b\":[{\"id\":1}]}", "one JSON object", "jq -c '.[] | arrays | .[]' FILE"),
        Sample("{\"\(String(repeating: "k", count: 41))\":[{\"id\":1}]}", "one JSON object", "jq -c '.[] | arrays | .[]' FILE"),
        Sample("{\n  \"id\": 1\n}\n", "pretty-printed JSON", "jq -c . "),
        Sample("{\r\n  \"id\": 1\r\n}\r\n{\r\n  \"id\": 2\r\n}", "pretty-printed JSON"),
        Sample("{\n  \"Records\": [\n    {\n      \"id\": 1\n    }\n  ]\n}\n", "pretty-printed JSON", "jq -c '.Records[]'"),
        Sample("{\"id\":1}{\"id\":2}", "values without line ends", "jq -c . "),
        Sample("{\"id\":1} {\"id\":2} {\"id", "values without line ends"),
        Sample("\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n", "text sequence"),
        Sample(wide: "{\"id\":1}\n{\"id\":2}\n", isBigEndian: false),
        Sample(wide: "{\"id\":1}", isBigEndian: true),
        Sample("data: {\"key\":1}\n\n", "server-sent events", "the framing sse"),
        Sample("2016-10-06T00:17:09.669794202Z stdout F {\"id\":1}\n", "log of a container", "the framing cri"),
        Sample("{\"log\":\"{}\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n", "docker's log", "the framing docker"),
        Sample("{\"index\":{}}\n{\"key\":1}\n", "bulk API", "the framing bulk"),
        Sample("BZh91AY&SY\n", "a file of bzip2", "bzip2 -dc FILE"),
        Sample("PAR1\u{15}\u{04}\n", "a file of Parquet"),
        Sample("<!DOCTYPE html>\n<html><body>Not found</body></html>\n", "HTML"),
        Sample("<html>", "HTML"),
        Sample("bad\nworse\n", "all of its 2 records failed", "the first of them"),
        Sample("{\"key\":1}\n", "its only record failed", "'id'"),
    ]

    @Test(arguments: samples, UnfinishedLineTests.Form.allCases)
    func whatAFileLooksLikeIsSaid(sample: Sample, form: UnfinishedLineTests.Form) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", form == .plain ? sample.content : Compressed.gzip(sample.content))
        let good = try folder.write("good", lines(11...13))
        let sink = PlaceSink()
        var options = IngestOptions()
        options.framing = .lines
        let summary = try await sink.ingest([.file(path), .file(good)], options)
        let said = try #require(summary.unfitSources[path], "\(summary)")
        #expect(sample.words.allSatisfy { said.contains($0) }, "\(said)")
        // The others are read, and nothing is said of them.
        #expect(summary.unfitSources.count == 1 && summary.recordsBySource[good] == 3, "\(summary)")
        // What has been stored, as rejects, is not looked at again.
        let again = try await sink.ingest([.file(path), .file(good)], options)
        #expect(again.records == 0 && (summary.rejects == 0 || again.unfitSources.isEmpty), "\(again)")
    }

    static let taken = [
        "", "\n", "{\"id\":1}\n", "bad\n{\"id\":1}\nworse\n", "{\"id\":1}\n{\"id\":2}{\"id\":3}\n", "{\"id\":1,\"commits\":[{\"x\":1}]}\n",
        "{\"id\":1,\"x\":[{\"y\":", "{\"id\":1", "[INFO] x\n{\"id\":1}\n",
    ]

    @Test(arguments: taken)
    func nothingIsSaidOfAFileWithRowsOrWithoutRecords(text: String) async throws {
        let folder = try TemporaryFolder()
        let summary = try await PlaceSink().ingest([.file(folder.write("in", text))])
        #expect(summary.unfitSources.isEmpty, "\(summary)")
    }

    @Test func aBadLineThatWasAddedIsAReject() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines([1]))
        let sink = PlaceSink()
        _ = try await sink.ingest([.file(path)])
        try folder.append("in", "[{\"id\":2}]\n")
        let summary = try await sink.ingest([.file(path)])
        #expect(summary.rejects == 1 && summary.unfitSources.isEmpty, "\(summary)")
    }

    @Test func aLineThatIsLongerThanARecordIsSaid() async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumRecordBytes = 100
        options.framing = .lines
        let record = "{\"id\":1,\"x\":\"\(String(repeating: "y", count: 200))\"}"
        let wrapped = try folder.write("wrapped", "{\"Records\":[\(record)]}")
        let plain = try folder.write("plain", record)
        let summary = try await PlaceSink().ingest([.file(wrapped), .file(plain)], options)
        #expect(summary.unfitSources[wrapped]?.contains("\"Records\"") == true, "\(summary)")
        #expect(summary.unfitSources[plain]?.contains("maximumRecordBytes") == true, "\(summary)")
    }

    @Test func aLimitOfRejectsSaysItToo() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "{\n" + (1...200).map { "  \"x\($0)\": 1,\n" }.joined() + "  \"y\": 1\n}\n")
        var options = IngestOptions()
        options.maximumRejects = 10
        options.framing = .lines
        let pipeline = IngestPipeline(Entry.self, from: [.file(path)], into: PlaceSink(), options: options)
        await expectError(.limit, "in: ") { let _: IngestSummary = try await pipeline.run() }
        #expect(pipeline.summary.unfitSources[path]?.contains("pretty-printed") == true, "\(pipeline.summary)")
    }

    // MARK: - Shares

    @Test func aShareOfRejectsHoldsForEachFileHoweverShort() async throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write("b", (1...99).map { "bad \($0)\n" }.joined())
        let good = try folder.write("a", lines(1...200))
        let last = try folder.write("c", lines(201...210))
        var options = IngestOptions()
        options.maximumRejectRatio = 0.5
        await expectError(.limit, "99 of 99") { [options] in
            try await ingest(Entry.self, [good, bad, last].map { .file($0) }, folder("db"), options)
        }
        // What came before is stored, and the next run continues after it.
        #expect(try Content(folder("db")).ids() == Array(1...200))
        #expect(try await ingest(Entry.self, [good, bad, last].map { .file($0) }, folder("db"), options).rows == 10)
    }

    @Test(arguments: [(9, 0.1, true), (10, 0.1, false), (1, 0.0, true), (0, 0.0, false), (90, 1.0, false), (20, 0.19, true)])
    func aShareIsReachedButNotPassed(bad: Int, share: Double, isPassed: Bool) async throws {
        let folder = try TemporaryFolder()
        // Nine of 89 are more than a tenth, ten of 100 are not.
        let rows = isPassed ? 80 : 90
        let path = try folder.write("in", lines(1...rows) + (0..<bad).map { "bad \($0)\n" }.joined())
        var options = IngestOptions()
        options.maximumRejectRatio = share
        if isPassed {
            await expectError(.limit, "in: ") { [options] in _ = try await PlaceSink().ingest([.file(path)], options) }
        } else {
            #expect(try await PlaceSink().ingest([.file(path)], options).rejects == bad)
        }
    }

    @Test func aShareHoldsForAllFilesThatAreFollowed() async throws {
        let folder = try TemporaryFolder()
        let sources = try (0..<4).map { number in
            IngestSource.follow(try folder.write("in\(number)", lines(1...20) + (0..<20).map { "bad \($0)\n" }.joined()))
        }
        var options = IngestOptions()
        options.maximumRejectRatio = 0.25
        await expectError(.limit, "the run: ") { [options] in _ = try await PlaceSink().ingest(sources, options) }
    }
}
#endif
