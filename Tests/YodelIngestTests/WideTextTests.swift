#if Ingest
import Foundation
import Testing
import Yodel

@testable import YodelIngest

@Suite("Text in UTF-16")
struct WideTextTests {
    /// How a text is encoded.
    private static func bytes(_ text: some StringProtocol, _ encoding: IngestFraming.Encoding) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return encoding == .utf16BigEndian ? bytes.reversed() : bytes
        }
    }

    /// An input that gives a few bytes at a time, and has none between them.
    private final class Trickle: OpenInput {
        private let bytes: [UInt8]
        private let size: Int
        private var offset = 0
        private var isWaiting = false

        init(_ bytes: [UInt8], of size: Int) { (self.bytes, self.size) = (bytes, size) }

        func read(_ buffer: UnsafeMutableRawBufferPointer) -> InputStep {
            isWaiting.toggle()
            if isWaiting { return .waiting }
            let count = min(size, buffer.count, bytes.count - offset)
            guard count > 0 else { return .end }
            buffer.copyBytes(from: bytes[offset..<offset + count])
            offset += count
            return .bytes(count)
        }

        func identity(at offset: Int) -> FileIdentity? { nil }
        func sourceBytes(at offset: Int) -> Int { offset }
    }

    /// What an input has as UTF-8, read into a buffer of so many bytes.
    private static func text(
        _ bytes: [UInt8], of size: Int, into room: Int, _ encoding: IngestFraming.Encoding? = nil, at place: IngestPlace? = nil
    ) throws -> (bytes: [UInt8], encoding: IngestFraming.Encoding?) {
        let input = TextInput(Trickle(bytes, of: size), "in", encoding, at: place)
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: room))
        while true {
            switch try buffer.withUnsafeMutableBytes({ try input.read($0) }) {
            case .bytes(let count): all += buffer[..<count]
            case .waiting: continue
            case .end: return (all, input.encoding)
            }
        }
    }

    private static let sample = "\u{FEFF}{\"a\":\"Grüße, 世界 😀\u{FFFF}\u{10FFFF}\"}\n"

    @Test(arguments: IngestFraming.Encoding.allCases)
    func aTextIsTheSameHoweverItArrives(encoding: IngestFraming.Encoding) throws {
        let bytes = Self.bytes(Self.sample, encoding)
        for size in [1, 2, 3, 7, 1000] {
            for room in [1, 3, 1000] {
                let found = try Self.text(bytes, of: size, into: room)
                #expect(found.bytes == Array(Self.sample.utf8) && found.encoding == encoding, "pieces of \(size) into \(room)")
            }
        }
        // Without a mark only whoever reads it knows.
        let bare = Self.bytes("{}\n", encoding)
        #expect(try Self.text(bare, of: 3, into: 10).bytes == bare)
        #expect(try Self.text(bare, of: 3, into: 10, encoding).bytes == Array("{}\n".utf8))
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFE], [0xFF, 0x00], [0xFE, 0x00, 0x01], [0xEF, 0xBB, 0xBF, 0x7B], Array("{}".utf8),
            [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0],
            [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B],
        ] as [[UInt8]])
    func whatHasNoMarkOfItIsHandedOnAsItIs(bytes: [UInt8]) throws {
        for size in [1, 2, 1000] { #expect(try Self.text(bytes, of: size, into: 3).bytes == bytes) }
    }

    @Test func aSurrogateAloneIsNoUTF8AndNothingElseIsTouched() throws {
        let units: [UInt16] = [0xFEFF, 0x61, 0xD83D, 0x62, 0xDE00, 0xD83D, 0xD83D, 0xDE00, 0xD800]
        let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let found = try Self.text(bytes, of: 3, into: 100).bytes
        #expect(
            found == Array("\u{FEFF}a".utf8) + [0xED, 0xA0, 0xBD, 0x62, 0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD] + Array("😀".utf8) + [
                0xED, 0xA0, 0x80,
            ])
    }

    @Test func halfACharacterIsAnError() throws {
        let error = #expect(throws: IngestError.self) {
            try Self.text(Self.bytes(Self.sample, .utf16LittleEndian) + [0x7B], of: 4, into: 9)
        }
        #expect(error?.message == "in ends in the middle of a character of UTF-16")
    }

    @Test(arguments: IngestFraming.Encoding.allCases, UnfinishedLineTests.Form.allCases)
    func aFileIsTakenInAndGrows(encoding: IngestFraming.Encoding, storage: UnfinishedLineTests.Form) async throws {
        let folder = try TemporaryFolder()
        func stored(_ text: String) -> [UInt8] {
            let bytes = Self.bytes(text, encoding)
            return storage == .plain ? bytes : Compressed.gzip(bytes)
        }
        func append(_ text: String) throws {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("in")))
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(stored(text)))
        }
        var options = IngestOptions()
        options.maximumRows = 10
        let path = try folder.write("in", stored("\u{FEFF}" + lines(1...95) + "{\"id\":\"世界\"}\n{\"id\":96,\"x\""))
        let first = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        let name = IngestFraming.lines.encoded(as: encoding)
        #expect(first.rows == 95 && first.rejects == 1 && first.framings == [path: name] && first.unfinishedLines == [path: 12], "\(first)")
        #expect(name.description == "\(encoding.rawValue):lines")
        try append(":1}\n" + lines(97...100))
        let second = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        #expect(second.rows == 5 && second.rejects == 0 && second.framings == [path: name], "\(second)")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).records == 0)
        let content = try Content(folder("db"))
        #expect(try content.ids() == Array(1...100) && content.texts("SELECT raw FROM rejects") == ["{\"id\":\"世界\"}"])
        #expect(try content.ints("SELECT line FROM rejects") == [96])
    }

    @Test(arguments: [
        ("[{\"id\":1},{\"id\":2}]", IngestFraming.array), ("{\"Records\":[{\"id\":1},{\"id\":2}]}", .array(at: "Records")),
        ("data: {\"id\":1}\n\ndata: {\"id\":2}\n\n", .sse), ("{\n\"id\":1\n}\n{\n\"id\":2\n}\n", .values),
    ])
    func whatItHoldsIsFoundToo(text: String, framing: IngestFraming) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", Self.bytes("\u{FEFF}" + text, .utf16BigEndian))
        let summary = try await ingest([.file(path)], folder("db"))
        #expect(summary.rows == 2 && summary.framings == [path: framing.encoded(as: .utf16BigEndian)], "\(summary)")
        #expect(try Content(folder("db")).ids() == [1, 2])
        var inspection = RecordInspection()
        #expect(try inspection.read(file: path, framing: .automatic) == framing.encoded(as: .utf16BigEndian))
        #expect(inspection.records == 2 && inspection.badRecords == 0)
    }

    @Test(arguments: UnfinishedLineTests.Form.allCases)
    func theEncodingIsFoundAlsoIfTheFramingIsNamed(storage: UnfinishedLineTests.Form) async throws {
        let folder = try TemporaryFolder()
        let bytes = Self.bytes("\u{FEFF}" + lines(1...50), .utf16LittleEndian)
        let path = try folder.write("in", storage == .plain ? bytes : Compressed.gzip(bytes))
        var options = IngestOptions()
        options.framing = .lines
        let summary = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        #expect(summary.rows == 50 && summary.framings[path]?.description == "utf-16le:lines", "\(summary)")
        let more = Self.bytes(lines(51...60), .utf16LittleEndian)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(storage == .plain ? more : Compressed.gzip(more)))
        try handle.close()
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).rows == 10)
        #expect(try Content(folder("db")).ids() == Array(1...60))
    }

    @Test func textWithoutAMarkIsReadIfItsEncodingIsNamed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", Self.bytes(lines(1...3), .utf16LittleEndian))
        var options = IngestOptions()
        options.framing = .automatic.encoded(as: .utf16LittleEndian)
        let summary = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        #expect(summary.rows == 3 && summary.framings[path]?.description == "utf-16le:lines", "\(summary)")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).records == 0)
        options.framing = .automatic.encoded(as: .utf16BigEndian)
        await expectError(.source, "utf-16le:lines") { [options] in try await ingest(Entry.self, [.file(path)], folder("db"), options) }
    }
}
#endif
