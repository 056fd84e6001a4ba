#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Lines of JSON as a sink")
struct NDJSONSinkTests {
    struct Record: Model, Equatable {
        enum Color: String, Sendable { case red, green }

        var id = 0
        var small: UInt8 = 0
        var large: UInt64 = 0
        var real = 0.0
        var flag = false
        var text = ""
        var color = Color.red
        var date = Date(timeIntervalSince1970: 0)
        var data = Data()
        var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
        var decimal = Decimal(0)
        var maybe: String?
        var list: [Int] = []
        var map: [String: Double] = [:]
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    private static func ingest(_ folder: TemporaryFolder, _ name: String = "in", _ options: IngestOptions = IngestOptions()) async throws
        -> IngestSummary
    {
        try await IngestPipeline(Record.self, from: [.file(folder(name))], into: NDJSONSink(path: folder("out")), options: options).run()
    }

    private static func read(_ path: String) throws -> [String] {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func whatIsWrittenIsWhatWasRead() async throws {
        let folder = try TemporaryFolder()
        let documents = [
            #"{"id": 1}"#,
            #"{"id": 2, "small": 255, "large": 18446744073709551615, "real": 1e-7, "flag": true, "text": "a \"é\"\u0000\n", "color": "green"}"#,
            #"{"id": "3", "date": "2026-11-21T10:11:12.123456Z", "data": "AAEC/w==", "uuid": "00112233-4455-6677-8899-AABBCCDDEEFF", "decimal": 0.1}"#,
            #"{"id": 4, "maybe": "x", "list": [1, 2], "map": {"b": 0.5, "a": 1}}"#, "bad",
        ]
        try folder.write("in", documents.joined(separator: "\n") + "\n")
        let summary = try await Self.ingest(folder)
        #expect(summary.rows == 4 && summary.rejects == 1)
        let lines = try Self.read(folder("out"))
        #expect(try lines.map { try Record(json: $0) } == documents.dropLast().map { try Record(json: $0) })
        #expect(lines[0].hasPrefix(#"{"id":1,"small":0,"large":0,"real":0"#) && !lines[0].contains("maybe"))
        #expect(lines[3].contains(#""map":{"a":1.0,"b":0.5}"#))
        #expect(try Self.read(folder("out.rejects")).map { try ModelDecoder().decode(JSONValue.self, from: $0)["raw"] } == ["bad"])
    }

    @Test func aNextRunGoesOnAndWhatNoPlaceCountsIsCutOff() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in", lines(1...100) + "bad\n")
        _ = try await Self.ingest(folder)
        #expect(try await Self.ingest(folder).records == 0)
        // As a run leaves it that is killed between its lines and their place.
        try folder.append("out", "{\"id\":101}\n{\"id\":10")
        try folder.append("out.rejects", "{}\n")
        try folder.append("in", lines(101...200) + "worse\n")
        _ = try await Self.ingest(folder)
        #expect(try Self.read(folder("out")).map { try Record(json: $0).id } == Array(1...200))
        #expect(try Self.read(folder("out.rejects")).count == 2)
    }

    @Test func linesThatAreThereStay() async throws {
        let folder = try TemporaryFolder()
        try folder.write("out", "{\"id\":0}\n")
        try folder.write("in", lines(1...3))
        _ = try await Self.ingest(folder)
        #expect(try Self.read(folder("out")).map { try Record(json: $0).id } == [0, 1, 2, 3])
    }

    @Test func aFileThatHasLostLinesIsRefused() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in", lines(1...100))
        _ = try await Self.ingest(folder)
        #expect(truncate(folder("out"), 10) == 0)
        await expectError(.sink, "lines of it are lost") { _ = try await Self.ingest(folder) }
        try folder.write("out.places", "no JSON")
        await expectError(.sink, "cannot be read") { _ = try await Self.ingest(folder) }
    }

    @Test func oneIngestionAtATimeWrites() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in", lines(1...3))
        let sink = NDJSONSink(path: folder("out"))
        try sink.open([])
        await expectError(.sink, "another ingestion writes") { _ = try await Self.ingest(folder) }
        sink.close()
        #expect(try await Self.ingest(folder).rows == 3)
    }

    /// A process that starts another one lends it its files until that runs its program.
    @Test func closedFilesAreFreeThoughACopyOfTheDescriptorIsOpen() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in", lines(1...3))
        let sink = NDJSONSink(path: folder("out"))
        try sink.open([])
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let opened = descriptors.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == folder("out")
        }
        let copies = opened.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        sink.close()
        #expect(try await Self.ingest(folder).rows == 3)
    }
}
#endif
