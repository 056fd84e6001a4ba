import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A position is one of a file. Where the file has become another one, or has got other bytes, a reading that goes on says so: it neither passes records
// over nor begins in the middle of one.

@Suite struct FilePositionTests {
    private static let lines = (1...200).map { "{\"id\": \($0), \"name\": \"\(String(repeating: "n", count: $0 % 40))\"}\n" }.joined()

    /// Reads all that is there from a position on.
    private func rest(
        _ path: String, from position: ReadingPosition = ReadingPosition(), _ framing: Framing = .lines, cores: Bool = false,
        _ reading: ReadingOptions = ReadingOptions()
    ) async throws -> (ids: [Int], end: ReadingPosition) {
        var ids: [Int] = []
        let file = try ModelFile(path)
        if cores {
            let end = try await file.decodeLines(StreamLine.self, 3, .lenient, reading, position, pieceBytes: 500) { batch in
                ids += batch.map(\.id) + batch.failures.map { _ in 0 }
                #expect(batch.position.file != nil)
            }
            return (ids, end)
        }
        let end = try file.read(StreamLine.self, framing: framing, reading: reading, from: position) { ids.append($0.model?.id ?? 0) }
        return (ids, end)
    }

    /// The place behind about half of a file's lines, as `progress` tells it.
    private func half(_ path: String, framing: Framing = .lines) throws -> ReadingPosition {
        var position: ReadingPosition?
        let file = try ModelFile(path)
        try file.read(
            StreamLine.self, framing: framing, chunkBytes: 100,
            progress: { progress in
                if progress.bytes * 2 >= file.size { position = position ?? progress.position }
            }
        ) { _ in }
        return try stored(#require(position))
    }

    private func stored(_ position: ReadingPosition) throws -> ReadingPosition {
        let copy = try JSONDecoder().decode(ReadingPosition.self, from: JSONEncoder().encode(position))
        #expect(copy == position && copy.hashValue == position.hashValue)
        return copy
    }

    private func write(_ text: some StringProtocol, in path: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    // MARK: What becomes of a file

    enum Fate: CaseIterable {
        case nothing, growth, name
        case rotation, rotationSameLines, rotationShort, cut, cutToNothing, copyTruncate, otherHead, otherTail, copy
    }

    @Test(arguments: Fate.allCases, [false, true])
    func aReadingGoesOnInItsOwnFileOnly(fate: Fate, cores: Bool) async throws {
        let temporary = try TemporaryFile(Self.lines)
        let position = try half(temporary.path)
        var path = temporary.path
        let other = path + ".other"
        defer { unlink(other) }
        var (more, reason): ([Int], String?) = ([], nil)
        switch fate {
        case .nothing: break
        case .growth:
            temporary.append("{\"id\": 201}\n")
            more = [201]
        case .name:
            rename(path, other)
            path = other
        case .rotation, .rotationSameLines, .rotationShort:
            rename(path, other)
            let lines = fate == .rotation ? Self.lines.replacing("n", with: "m") : Self.lines
            try Data((fate == .rotationShort ? "{\"id\": 1}\n" : lines + lines).utf8).write(to: URL(fileURLWithPath: path))
            reason =
                fate == .rotationShort
                ? "was read up to byte \(position.offset) and has 10 bytes now: it was truncated or replaced, or is a different file"
                : "is not the one that was read up to byte \(position.offset): it was replaced, or is a copy"
        case .cut, .cutToNothing:
            truncate(path, fate == .cut ? off_t(position.offset - 1) : 0)
            reason = "was read up to byte \(position.offset) and has "
        case .copyTruncate, .otherHead, .otherTail:
            var bytes = Array((Self.lines + Self.lines).utf8)
            if fate == .copyTruncate { bytes = bytes.map { $0 == UInt8(ascii: "n") ? UInt8(ascii: "m") : $0 } }
            if fate == .otherHead { bytes[7] = UInt8(ascii: "9") }
            if fate == .otherTail { bytes[position.offset - 1_000] ^= 1 }
            try write(String(decoding: bytes, as: UTF8.self), in: path)
            reason = "does not match the bytes read up to byte \(position.offset): it was rewritten"
        case .copy:
            try FileManager.default.copyItem(atPath: path, toPath: other)
            path = other
            reason = "is not the one that was read up to byte \(position.offset): it was replaced, or is a copy"
        }
        guard let reason else {
            #expect(try await rest(path, from: position, cores: cores).ids == Array(position.records + 1...200) + more)
            return
        }
        let error = await #expect(throws: ModelError.self) { try await rest(path, from: position, cores: cores) }
        #expect(error?.category == .input && error?.code == .positionMismatch && error?.offset == position.offset)
        #expect(error?.message.hasPrefix("the file '\(path)' \(reason)") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("first finish the file that the position belongs to, if it exists under another name") == true)
        guard fate == .copy else { return }
        var anywhere = position
        anywhere.file = nil
        #expect(try await rest(path, from: anywhere, cores: cores).ids == Array(position.records + 1...200))
    }

    /// What earlier versions have stored says nothing of the file: its size and the byte before the place still tell much.
    @Test(arguments: [false, true])
    func aPositionWithoutAFileIsBetweenTwoLinesAllTheSame(cores: Bool) async throws {
        let text = "{\"id\": 1}\r\n\n{\"id\": 2}\n{\"id\": 3}\n"
        let temporary = try TemporaryFile(text)
        for offset in 0...text.utf8.count + 3 {
            let json = "{\"offset\":\(offset),\"line\":1,\"column\":1,\"records\":0,\"framing\":{\"lines\":{}}}"
            let position = try JSONDecoder().decode(ReadingPosition.self, from: Data(json.utf8))
            #expect(position.file == nil)
            let isBetween = offset == 0 || offset <= text.utf8.count && Array(text.utf8)[offset - 1] == 0x0A
            do {
                let ids = try await rest(temporary.path, from: position, cores: cores).ids
                #expect(isBetween && ids == [1, 2, 3].suffix(text.utf8.dropFirst(offset).count { $0 == UInt8(ascii: "{") }), "\(offset)")
            } catch let error as ModelError {
                #expect(!isBetween && error.category == .input && error.code == .positionMismatch && error.offset == offset, "\(offset)")
            }
        }
    }

    @Test(arguments: [.values, .array, .array(at: "a.b"), .sequence] as [Framing])
    func aPlaceInsideARecordIsAnError(framing: Framing) async throws {
        let text =
            switch framing {
            case .values: "{\"id\": 1} {\"id\":2}{\"id\":\n3}\n{ }"
            case .sequence: "\u{1E}{\"id\": 1}\n\u{1E}{\"id\":2}\n\u{1E}{\"id\":\n3}\n"
            case .array(at: JSONPath()): " [ {\"id\": 1} , {\"id\":2},{\"id\":\n3}\n]"
            default: "{\"a\": {\"b\": [ {\"id\": 1} , {\"id\":2},{\"id\":\n3}\n], \"c\": 1}}"
            }
        let temporary = try TemporaryFile(text)
        let all = try await rest(temporary.path, framing).ids
        // Every place that a reader tells is one to go on from; moved by some bytes, most are not.
        var told: Set<ReadingPosition> = []
        for size in 1...text.utf8.count {
            var reader = try ModelReader(StreamLine.self, framing: framing)
            for start in stride(from: 0, to: text.utf8.count, by: size) {
                try reader.read(Array(Array(text.utf8)[start..<min(start + size, text.utf8.count)])) { _ in }
                told.insert(try stored(reader.position))
            }
        }
        var refused = 0
        for position in told {
            #expect(try await rest(temporary.path, from: position, framing).ids == Array(all.dropFirst(position.records)), "\(position)")
            for shift in [-2, -1, 1, 2, 3] where position.offset > 3 {
                var moved = position
                moved.offset += shift
                do {
                    _ = try await rest(temporary.path, from: moved, framing)
                } catch let error as ModelError where error.code == .positionMismatch {
                    refused += 1
                } catch is ModelError {}
            }
        }
        #expect(refused > 5)
    }

    // MARK: The end of a file

    /// A last line without a line feed has been handed on, and is not again. Whether it was all of the line shows when the file has grown.
    @Test(arguments: [false, true])
    func aLastLineWithoutALineFeedComesOnce(cores: Bool) async throws {
        for (text, growth, ids, isWhole) in [
            ("{\"id\": 1}\n{\"id\": 2}", "", [], true),
            ("{\"id\": 1}\n{\"id\": 2}", "\n", [], true),
            ("{\"id\": 1}\n{\"id\": 2}", " \t\r\n{\"id\": 3}\n", [3], true),
            ("{\"id\": 1}\n{\"id\": 2}", String(repeating: " ", count: 3_000) + "\n{\"id\": 3}", [3], true),
            ("{\"id\": 1}\n{\"id\": 2}\r", "\n{\"id\": 3}\n", [3], true),
            ("{\"id\": 1}\n  ", "{\"id\": 3}\n", [3], true),
            ("\u{FEFF}{\"id\": 1}", "\n{\"id\": 3}\n", [3], true),
            ("{\"id\": 1}\n{\"id\": 2", "}\n{\"id\": 3}\n", [2, 3], false),
            ("{\"id\": 1}\n12", "34\n", [0], false),
            ("{\"id\": 1}", " {\"id\": 3}\n", [0], false),
        ] as [(String, String, [Int], Bool)] {
            let temporary = try TemporaryFile(text)
            let first = try await rest(temporary.path, cores: cores)
            #expect(first.end.offset == text.utf8.count && first.end.records == first.ids.count)
            var end = try stored(first.end)
            // However often it is read on.
            for _ in 0..<3 {
                let again = try await rest(temporary.path, from: end, cores: cores)
                #expect(again.ids == [] && again.end == end)
                end = again.end
            }
            temporary.append(growth)
            if isWhole {
                let next = try await rest(temporary.path, from: end, cores: cores)
                #expect(
                    next.ids == ids && next.end.records == end.records + ids.count && next.end.offset == text.utf8.count + growth.utf8.count
                )
            } else {
                let error = await #expect(throws: ModelError.self) { try await rest(temporary.path, from: end, cores: cores) }
                #expect(error?.code == .positionMismatch && error?.category == .input && error?.offset == end.offset)
                let start = end.offset - end.column + 1
                let what =
                    "ended at byte \(end.offset) without a line feed when it was read, and its last line, from byte \(start), has grown"
                #expect(error?.message.contains(what) == true, "\(error?.message ?? "")")
            }
        }
    }

    @Test(arguments: [false, true])
    func aLineThatIsStillWrittenCanBeLeft(cores: Bool) async throws {
        var reading = ReadingOptions()
        reading.leavesUnfinishedLine = true
        let temporary = try TemporaryFile("")
        var (ids, position) = ([Int](), ReadingPosition())
        // Byte for byte, as slow writers do.
        for byte in "{\"id\": 1}\n\n{\"id\": 2}\r\n 7\n{\"id\": 3}".unicodeScalars {
            temporary.append(String(byte))
            let next = try await rest(temporary.path, from: position, cores: cores, reading)
            ids += next.ids
            position = try stored(next.end)
            #expect(position.column == 1 && position.records == ids.count)
        }
        #expect(ids == [1, 2, 0] && position.records == 3)
        temporary.append("\n")
        #expect(try await rest(temporary.path, from: position, cores: cores, reading).ids == [3])
        var reader = try ModelReader(StreamLine.self, framing: .lines, reading: reading)
        for chunk in ["{\"id\": 1}\n{\"i", "d\": 2}"] { try reader.read(Array(chunk.utf8)) { ids.append($0.model?.id ?? 0) } }
        try reader.finish { _ in Issue.record("the line has not ended") }
        #expect(ids == [1, 2, 0, 1] && reader.position.offset == 10 && reader.position.records == 1)
    }

    /// Behind a document there is nothing; an array that ended too early goes on where it did.
    @Test func documentsAndArraysThatHaveGrown() async throws {
        let document = try TemporaryFile("{\"id\":\n 1}\n")
        let end = try await rest(document.path, .document).end
        document.append(" \n")
        #expect(try await rest(document.path, from: end, .document).ids == [])
        document.append("{}")
        let error = await #expect(throws: ModelError.self) { try await rest(document.path, from: end, .document) }
        #expect(error?.code == .trailingContent && error?.offset == 13 && error?.line == 4 && error?.column == 1)
        for head in ["[", "[{\"id\": 1}", "[{\"id\": 1},", "[{\"id\": 1} ", " [ "] {
            var reader = try ModelReader(StreamLine.self, framing: .array)
            var ids: [Int] = []
            try reader.read(Array(head.utf8)) { ids.append($0.model?.id ?? 0) }
            #expect(throws: ModelError.self) { try reader.finish { ids.append($0.model?.id ?? 0) } }
            let array = try TemporaryFile(head)
            array.append((head.hasSuffix(",") || ids.isEmpty ? "" : ",") + "{\"id\": 2}]")
            #expect(try await rest(array.path, from: stored(reader.position), .array).ids == [2], "\(head)")
        }
    }

    // MARK: Identities

    @Test func aFilesPositionsSayWhichFile() async throws {
        let temporary = try TemporaryFile(Self.lines)
        let position = try half(temporary.path)
        var status = stat()
        #expect(stat(temporary.path, &status) == 0)
        let file = try #require(position.file)
        #expect(file.inode == status.st_ino && file.length == position.offset)
        // The same place of the same file is the same position, whoever reads; a reader knows no file.
        #expect(try half(temporary.path) == position)
        var reader = try ModelReader(StreamLine.self, framing: .lines)
        try reader.read(Array(Self.lines.utf8)[..<position.offset].map { $0 }) { _ in }
        var own = reader.position
        #expect(own.file == nil && own != position)
        own.file = file
        #expect(own == position && Set([own, position]).count == 1)
        // A program may go back to an earlier line; what has been read is looked at all the same.
        var earlier = position
        (earlier.offset, earlier.records, earlier.line) = (23, 1, 2)
        #expect(try await rest(temporary.path, from: earlier).ids == Array(2...200))
        let other = try TemporaryFile(Self.lines)
        #expect(throws: ModelError.self) { try ModelFile(other.path).read(StreamLine.self, from: earlier) { _ in } }
        let range = try ModelFile(temporary.path).read(StreamLine.self, in: 0..<position.offset) { _ in }
        #expect(range == position)
        #expect(try await rest(temporary.path, cores: true).end == rest(temporary.path).end)
        let empty = try TemporaryFile("")
        #expect(try await rest(empty.path).end.file == nil)
    }

    @Test func theEncodedForm() throws {
        var position = ReadingPosition()
        (position.offset, position.line, position.column, position.records) = (30, 3, 1, 2)
        position.framing = .array(at: "data.items")
        position.arrayState = .comma
        position.file = FileIdentity(inode: .max, length: 30, fingerprint: 0x00AB)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            try String(decoding: encoder.encode(position), as: UTF8.self)
                == #"{"arrayState":2,"column":1,"file":{"fingerprint":"00000000000000ab","inode":18446744073709551615,"length":30},"#
                + #""framing":{"array":{"at":["data","items"]}},"line":3,"offset":30,"records":2}"#)
        #expect(try stored(position) == position)
        #expect(FileIdentity.fingerprint(of: []) == 0xCBF2_9CE4_8422_2325)
        #expect(FileIdentity.fingerprint(of: Array("foobar".utf8)) == 0x8594_4171_F739_67E8)
    }
}
