import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A position that has gone through a store may come back damaged. Whatever its numbers are, it is an error or it is read from; it never ends the
// process, and never reads past records without a word.

@Suite struct DamagedPositionTests {
    /// The way in which a position comes to a reading.
    enum Way: CaseIterable {
        case reader, batches, file, cores

        func read(_ position: ReadingPosition, _ framing: Framing = .lines, of text: String = "{\"id\": 1}\n{\"id\": 2}\n") async throws
            -> [Int]
        {
            var ids: [Int] = []
            switch self {
            case .reader:
                var reader = try ModelReader(StreamLine.self, framing: framing, from: position)
                try reader.read(Array(text.utf8)) { ids.append($0.model?.id ?? 0) }
                try reader.finish { ids.append($0.model?.id ?? 0) }
            case .batches:
                let chunks = AsyncStream<[UInt8]> { continuation in
                    continuation.yield(Array(text.utf8))
                    continuation.finish()
                }
                for try await batch in chunks.models(StreamLine.self, framing: framing, from: position, batchSize: 1) {
                    ids += batch.map(\.id) + batch.failures.map { _ in 0 }
                }
            case .file:
                let temporary = try TemporaryFile(text)
                let file = try ModelFile(temporary.path)
                try file.read(StreamLine.self, framing: framing, from: position, progress: { _ in }) {
                    ids.append($0.model?.id ?? 0)
                }
            case .cores:
                let temporary = try TemporaryFile(text)
                let file = try ModelFile(temporary.path)
                try await file.decodeLines(StreamLine.self, from: position) { batch in
                    ids += batch.map(\.id) + batch.failures.map { _ in 0 }
                }
            }
            return ids
        }
    }

    private static let beyond = [Int.min, -1 << 62, -1, 1 << 62 + 1, .max - 1, .max]
    private static let damages: [(WritableKeyPath<ReadingPosition, Int> & Sendable, String, Int)] =
        (beyond.map { (\.offset, "offset", $0) } + beyond.map { (\.records, "records", $0) })
        + (beyond + [0]).map { (\.line, "line", $0) } + (beyond + [0, 12]).map { (\.column, "column", $0) }

    private func position(_ offset: Int, _ framing: Framing? = .lines) -> ReadingPosition {
        var position = ReadingPosition()
        (position.offset, position.framing) = (offset, framing)
        return position
    }

    @Test(.slow, arguments: Way.allCases)
    func numbersThatNoReadingTellsAreErrors(way: Way) async throws {
        for (number, name, value) in Self.damages {
            var position = position(10)
            position[keyPath: number] = value
            let error = await #expect(throws: ModelError.self, "\(name) \(value)") { try await way.read(position) }
            #expect(error?.category == .input && error?.code == .invalidPosition, "\(name) \(value)")
            #expect(error?.message.hasPrefix("the reading position is damaged: its \(name) is \(value), expected ") == true)
        }
    }

    @Test func numbersThatNoReadingTellsAreNotDecoded() throws {
        for (number, name, value) in Self.damages {
            var position = position(10)
            position[keyPath: number] = value
            let json = try JSONEncoder().encode(position)
            let list = try PropertyListEncoder().encode(position)
            for decode in [
                { try JSONDecoder().decode(ReadingPosition.self, from: json) },
                { try PropertyListDecoder().decode(ReadingPosition.self, from: list) },
            ] {
                let error = #expect(throws: DecodingError.self, "\(name) \(value)") { try decode() }
                guard case .dataCorrupted(let context) = error else {
                    Issue.record("\(name) \(value): \(error.map { "\($0)" } ?? "none")")
                    continue
                }
                #expect((context.underlyingError as? ModelError)?.category == .input)
                #expect(context.debugDescription.hasPrefix("the reading position is damaged: its \(name) is \(value)"))
            }
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"offset":0}"#, #"[]"#, #"null"#, #"7"#, #"{"offset":"0","line":1,"column":1,"records":0}"#,
        #"{"offset":1.5,"line":1,"column":1,"records":0}"#, #"{"offset":1e400,"line":1,"column":1,"records":0}"#,
        #"{"offset":9223372036854775808,"line":1,"column":1,"records":0}"#,
        #"{"offset":0,"line":1,"column":1,"records":0,"framing":{"words":{}}}"#,
        #"{"offset":0,"line":1,"column":1,"records":0,"framing":"lines"}"#,
        #"{"offset":0,"line":1,"column":1,"records":0,"framing":{"array":{"at":[{}]}},"arrayState":0}"#,
        #"{"offset":0,"line":1,"column":1,"records":0,"framing":{"array":{"at":[]}},"arrayState":9}"#,
        #"{"offset":0,"line":1,"column":1,"records":0,"framing":{"array":{"at":[]}},"arrayState":-1}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{}}"#, #"{"offset":9,"line":1,"column":1,"records":0,"file":7}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":-1,"length":9,"fingerprint":"0123456789abcdef"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":-9,"fingerprint":"0123456789abcdef"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":9223372036854775807,"fingerprint":"0123456789abcdef"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":9,"fingerprint":"0123456789abcde"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":9,"fingerprint":"+123456789abcdef"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":9,"fingerprint":"0123456789abcdeg"}}"#,
        #"{"offset":9,"line":1,"column":1,"records":0,"file":{"inode":1,"length":9,"fingerprint":12}}"#,
    ])
    func whatIsNoPositionIsNotDecoded(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ReadingPosition.self, from: Data(text.utf8)) }
    }

    @Test(arguments: [.lines, .values, .array, .array(at: "a.b"), .sequence, .document] as [Framing])
    func theGreatestNumbersAreCountedWith(framing: Framing) async throws {
        var position = ReadingPosition()
        (position.offset, position.line, position.column, position.records) = (1 << 62, 1 << 62, 1 << 62, 1 << 62)
        position.framing = framing
        if case .array = framing { position.arrayState = .first }
        var reader = try ModelReader(StreamLine.self, framing: framing, from: position)
        let text =
            framing == .document
            ? "{\"id\": 1}"
            : framing == .array ? "{\"id\":}, 7]" : framing == .array(at: "a.b") ? "{\"id\":}, 7]}}" : "{\"id\":}\n\u{1E}7\n"
        var errors = 0
        try reader.read(Array(text.utf8)) { record in
            errors += record.error == nil ? 0 : 1
            #expect(record.offset >= 1 << 62 && record.line >= 1 << 62 && record.number > 1 << 62)
        }
        try reader.finish { record in errors += record.error == nil ? 0 : 1 }
        #expect(errors == (framing == .document ? 0 : reader.failedRecords) && reader.records > 1 << 62)
        #expect(reader.position.offset == 1 << 62 + text.utf8.count)
        // No file is as long.
        for way in [Way.file, .cores] where way == .file || framing == .lines {
            let error = await #expect(throws: ModelError.self) { try await way.read(position, framing) }
            #expect(error?.code == .positionMismatch && error?.category == .input)
        }
    }

    @Test func aPlaceInAnArrayIsOneOfAnArray() throws {
        for framing in [nil, .automatic, .lines, .values, .sequence, .document] as [Framing?] {
            for state in [RecordSplitter.ArrayState.first, .element, .comma, .ended] where framing != .document || state != .ended {
                var position = position(10, framing)
                position.arrayState = state
                let error = #expect(throws: ModelError.self) { _ = try ModelReader(Int.self, framing: framing ?? .lines, from: position) }
                #expect(error?.code == .invalidPosition)
            }
        }
    }

    /// A reader that cannot tell what a record is would read nothing, and say nothing.
    @Test func aPositionWithoutFramingNeedsOne() throws {
        for framing in [nil, .automatic] as [Framing?] {
            let error = #expect(throws: ModelError.self) { _ = try ModelReader(Int.self, from: position(2, framing)) }
            #expect(error?.code == .invalidPosition && error?.offset == 2)
            #expect(error?.message == "the reading position at byte 2 does not say how records follow each other: name the framing")
            var reader = try ModelReader(Int.self, framing: .lines, from: position(2, framing))
            var numbers: [Int] = []
            try reader.read(Array("7\n8\n".utf8)) { numbers.append(try $0.get()) }
            #expect(numbers == [7, 8] && reader.framing == .lines)
        }
    }

    @Test func aPositionOfAnotherFramingIsAnError() async throws {
        let framings: [Framing] = [.lines, .values, .array, .array(at: "a"), .sequence, .document]
        for own in framings {
            for framing in framings {
                let position = position(0, own)
                guard own != framing else {
                    _ = try ModelReader(Int.self, framing: framing, from: position)
                    continue
                }
                let error = #expect(throws: ModelError.self) { _ = try ModelReader(Int.self, framing: framing, from: position) }
                #expect(error?.code == .invalidPosition && error?.category == .input)
            }
            guard own != .lines else { continue }
            let error = await #expect(throws: ModelError.self) { try await Way.cores.read(position(0, own)) }
            #expect(error?.code == .invalidPosition)
        }
        let error = #expect(throws: ModelError.self) {
            _ = try ModelReader(Int.self, framing: .values, from: position(0, .array(at: "a.b")))
        }
        #expect(
            error?.message
                == "the reading position is for the elements of an array at 'a.b', but the reader reads values: use the position's framing"
        )
    }

    // MARK: Other numbers of a reading

    @Test func aRecordMayBeAsLongAsANumberSays() throws {
        var reading = ReadingOptions()
        for limit in [Int.max, 1 << 62 + 1] {
            reading.maximumRecordBytes = limit
            var reader = try ModelReader(StreamLine.self, framing: .lines, reading: reading)
            var ids: [Int?] = []
            for chunk in ["{\"id\"", ": 1}", "\r", "\n{\"id\": 2}"] { try reader.read(Array(chunk.utf8)) { ids.append($0.model?.id) } }
            try reader.finish { ids.append($0.model?.id) }
            #expect(ids == [1, 2])
        }
    }

    @Test func extremeNumbersOfAFileAreRead() async throws {
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\": 2}\n")
        let file = try ModelFile(temporary.path)
        var ids: [Int] = []
        for range in [Int.min..<Int.max, -5..<Int.max, 0..<Int.max, Int.min..<21] {
            ids = []
            try file.read(StreamLine.self, in: range, progress: { _ in }) { ids.append($0.model?.id ?? 0) }
            #expect(ids == [1, 2])
        }
        for range in [Int.min..<Int.min, Int.min..<0, Int.max..<Int.max, 100..<Int.max] {
            try file.read(StreamLine.self, in: range, progress: { _ in }) { _ in Issue.record("\(range)") }
        }
        for bytes in [Int.min, 0, Int.max] {
            ids = []
            try file.read(StreamLine.self, chunkBytes: bytes) { ids.append($0.model?.id ?? 0) }
            #expect(ids == [1, 2])
        }
        #expect(try file.ranges(.max) == [0..<10, 10..<20] && file.ranges(.min) == [0..<20])
        for workers in [Int.min, 0, Int.max] {
            ids = []
            try await file.decodeLines(StreamLine.self, concurrently: workers) { ids += $0.map(\.id) }
            let results = try await ModelDecoder().decodeLines(StreamLine.self, from: "{\"id\": 1}\n{\"id\": 2}\n", concurrently: workers)
            #expect(ids == [1, 2] && results.models.map(\.id) == [1, 2])
        }
    }
}
