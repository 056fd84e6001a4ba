#if Ingest
import Foundation
import Synchronization
import Testing
import Yodel
@testable import YodelIngest

/// A run that follows a file, without a sink: what it has read counts as stored.
final class FollowedRun {
    let places: PlaceBook
    private let follower: Follower<Entry>
    private let stop = StopFlag()
    private let notes = Notes()
    /// How often others have had their turn.
    private(set) var pauses = 0

    /// The lines of a log.
    final class Notes: Sendable {
        private let all = Mutex<[(note: ReadingNote, text: String)]>([])

        func add(_ note: ReadingNote, _ text: String) { all.withLock { $0.append((note, text)) } }
        func texts(_ note: ReadingNote) -> [String] { all.withLock { $0.filter { $0.note == note }.map(\.text) } }
    }

    /// - Parameters:
    ///   - earlier: The run before it.
    ///   - written: Files that a sink writes.
    ///   - pool: Where the file rests.
    ///   - patience: When it says that it waits for a name that has had a file, in nanoseconds.
    ///   - whenNoted: Called with each line of the log.
    init(
        _ path: String, after earlier: FollowedRun? = nil, besides written: [String] = [], in pool: FollowPool? = nil,
        patience: UInt64 = 3_600_000_000_000, whenNoted: @escaping @Sendable (ReadingNote) -> Void = { _ in }
    ) throws {
        let kept = try earlier.map { run in
            try run.places.places(of: .follow(path)).map { place in
                // As a database stores it.
                try IngestPlace(
                    source: place.source, generation: place.generation, position: place.positionText(), head: place.head,
                    checksum: place.checksum)
            }
        }
        places = PlaceBook(kept ?? [], startsOver: false)
        var options = IngestOptions().columns
        options.maximumRows = 7
        follower = Follower(
            .follow(path),
            ReadingTask(
                options: options, workers: 1, places: places, stop: stop, limits: FailureCount(),
                written: WrittenFiles(written),
                log: { [notes] note, text in
                    notes.add(note, text)
                    whenNoted(note)
                }, grace: 1_000_000, patience: patience), in: pool)
    }

    /// Reads until so many records have come in, or for twenty seconds, if they do not.
    func read(_ count: Int) throws -> [Int] {
        let limit = DispatchWorkItem { [stop] in stop.set() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 20, execute: limit)
        defer { limit.cancel() }
        var ids: [Int] = []
        while ids.count < count, let batch = try next() {
            let column = batch.rows.columns[0]
            ids += (0..<batch.rows.rowCount).map { row in Int(column.withValues(as: Int64.self) { $0[row] } ?? -1) }
        }
        return ids
    }

    /// The next batch; waits for it.
    private func next() throws -> IngestBatch? {
        while true {
            switch try follower.step() {
            case .batch(let batch): return batch
            case .rest: usleep(1_000)
            case .pause: pauses += 1
            case .end: return nil
            }
        }
    }

    /// Looks for something to read as often, and finds nothing.
    func rest(looks: Int) throws {
        for _ in 0..<looks {
            guard case .rest = try follower.step() else { throw IngestError(.source, "there was something to read") }
            usleep(1_000)
        }
    }

    /// Reads on until there is no more, and closes the file.
    ///
    /// - Returns: Whether it is closed.
    func close() throws -> Bool {
        while true {
            switch try follower.step() {
            case .rest: return follower.closeFile()
            case .pause: continue
            case .batch, .end: return false
            }
        }
    }

    func texts(_ note: ReadingNote) -> [String] { notes.texts(note) }
}

extension TemporaryFolder {
    func move(_ from: String, _ to: String) throws {
        #expect(rename(self(from), self(to)) == 0)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        unlink(self(name))
        #expect(symlink(target, self(name)) == 0)
    }
}
#endif
