#if Ingest
import Synchronization
import Yodel
import YodelArchives
internal import YodelSystem

// Of a file that is followed three things can be given up while nothing is added to it:
//
//     a thread     at once: what has been read to its end rests, and FollowPool says when there is more
//     a reading    after a moment: its buffers; another one goes on at the last place
//     a file       if more rest than may be open: it is found again by its key, under whatever name
//
// Before more is read it is looked at as if it had been open: whether it has been cut short, written anew, or has lost its name.

/// Reads what a name that is followed leads to. Used by one thread at a time.
final class Follower<T: BaseModel>: RestingFile, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: who has taken it out of its pool uses it alone; while it rests the pool does, within its lock.

    /// What comes next.
    enum Step: Sendable {
        case batch(IngestBatch)
        /// There is no more at the moment.
        case rest
        /// There may be more, but others wait.
        case pause
        case end
    }

    /// A file whose reading has been given up for now.
    private struct Resting {
        let turn: Rotation.Turn
        let start: PlaceBook.Start
        /// As many bytes have been read.
        let offset: Int
        /// Nil if it has been closed.
        var file: ModelFile?
        var written: FileTime

        /// Whether some of them are no record yet.
        var hasRest: Bool { offset > start.place?.resumption.offset ?? 0 }
    }

    private struct Open {
        let reading: StreamReading<T>
        let input: FollowedInput
        let next: Rotation.Next
    }

    private enum State {
        case none
        case resting(Resting)
        case open(Open)
    }

    let source: IngestSource
    private let task: ReadingTask
    private let rotation: Rotation
    private let pool: FollowPool?
    private var state = State.none
    /// Batches since others have had their turn.
    private var batches = 0
    private var isPausing = false
    var missingSince: UInt64? { rotation.missingSince }

    /// - Parameters:
    ///   - number: Its number in the pool.
    ///   - pool: What says when there is more; nil: who uses it asks.
    init(_ source: IngestSource, _ task: ReadingTask, number: Int = 0, in pool: FollowPool? = nil) {
        self.source = source
        self.task = task
        self.pool = pool
        rotation = Rotation(source, task, owner: number)
    }

    /// So many batches are read before others have their turn.
    private static var mostBatches: Int { 8 }
    /// A line that is not finished is read again, if it is no longer than that.
    private static var mostReadAgain: Int { 64 << 10 }

    /// The next batch, if there is one.
    func step() throws -> Step {
        while true {
            switch state {
            case .none:
                if task.stop.isSet { return .end }
                guard let next = try rotation.next() else { return .rest }
                let offset = next.start.place?.resumption.offset ?? 0
                task.log(.progress, "\(next.turn.path): \(offset > 0 ? "continuing after byte \(offset)" : "from its start")")
                let framing = try task.storedFraming(next.start, of: source) ?? task.framing
                // Of a file that is new its first line may still say it.
                if framing != .lines && !framing.isAutomatic { task.note(framing, of: source) }
                try open(next, framing)
            case .resting(let resting):
                if task.stop.isSet { return .end }
                guard try goOn(resting) else { return .rest }
            case .open(let open):
                if let step = try read(open) { return step }
            }
        }
    }

    private func open(_ next: Rotation.Next, _ framing: IngestFraming) throws {
        let (file, start, path) = (next.file, next.start, next.turn.path)
        if var position = start.place?.position {
            // That the bytes are those that were read has been seen; a copy has another inode.
            position.file = nil
            try IngestError.source(path) { () throws(ModelError) in try file.check(position, .lines) }
        }
        let input = FollowedInput(PlainInput(file, path, at: start.place?.resumption.offset ?? 0, expecting: nil), rotation)
        let reading = try StreamReading<T>(
            source, input, file, start, task, framing: framing,
            atEnd: { [rotation] in try rotation.hasMovedOn(from: next, readTo: input.offset) ? .finish : .rest },
            behindEnd: { [rotation] place in try rotation.isRewritten(next, place) ? .finish : .rest })
        state = .open(Open(reading: reading, input: input, next: next))
    }

    /// - Returns: nil if the file has been done with.
    private func read(_ open: Open) throws -> Step? {
        if isPausing {
            if let batch = open.reading.nextReady() { return .batch(batch) }
            (isPausing, batches) = (false, 0)
            close(open, readTo: open.reading.place?.position.offset ?? 0)
            return .pause
        }
        if open.reading.isAtRest, try isChanged(open.next, open.reading.place, readTo: open.input.offset) {
            state = .none
            return nil
        }
        if let batch = try open.reading.next() {
            batches += 1
            if batches >= Self.mostBatches, pool?.isBusy == true {
                try open.reading.pause()
                isPausing = true
            }
            return .batch(batch)
        }
        guard !open.reading.isAtRest else {
            batches = 0
            return .rest
        }
        state = .none
        return task.stop.isSet ? .end : nil
    }

    /// Goes on with a file that has rested.
    ///
    /// - Returns: Whether there may be something to read.
    private func goOn(_ resting: Resting) throws -> Bool {
        guard let file = try resting.file ?? rotation.reopened(resting.turn) else {
            rotation.hasGone(resting.turn, readTo: resting.offset, written: resting.written)
            state = .none
            return true
        }
        let next = Rotation.Next(turn: resting.turn, file: file, start: resting.start)
        let size = try file.currentSize()
        // A last line without a line feed is read again when the file is to be done with: it is a record then.
        let isToBeFinished = try size == resting.offset && resting.hasRest && rotation.hasSuccessor(next)
        if !isToBeFinished, try rotation.hasMovedOn(from: next, readTo: resting.offset) {
            state = .none
            return true
        }
        if try isChanged(next, resting.start.place, readTo: resting.offset) {
            state = .none
            return true
        }
        if size == resting.offset && !isToBeFinished {
            var resting = resting
            resting.file = file
            state = .resting(resting)
            return false
        }
        guard try !rotation.isRewritten(next, resting.start.place) else {
            state = .none
            return true
        }
        try open(next, task.storedFraming(next.start, of: source) ?? task.framing)
        return true
    }

    /// Whether a file that has been read to its end has other bytes now, and as many.
    private func isChanged(_ next: Rotation.Next, _ place: IngestPlace?, readTo offset: Int) throws -> Bool {
        guard let place, try next.file.currentSize() == offset, try !place.isHeld(by: next.file) else { return false }
        return try rotation.isRewritten(next, place)
    }

    // MARK: - Rest

    var rest: FollowPool.Rest {
        let (key, offset): (FileKey?, Int) =
            switch state {
            case .none: (nil, 0)
            case .resting(let resting): (resting.turn.key, resting.offset)
            case .open(let open): (open.next.turn.key, open.input.offset)
            }
        return FollowPool.Rest(
            path: rotation.path, key: rotation.seen, size: key != nil && key == rotation.seen ? offset : nil, due: rotation.due)
    }

    var hasOpenFile: Bool {
        switch state {
        case .none: false
        case .resting(let resting): resting.file != nil
        case .open: true
        }
    }

    var hasUnnamedNews: Bool {
        switch state {
        case .open(let open) where open.next.turn.key != rotation.seen: (try? open.next.file.currentSize()) != open.input.offset
        case .resting(let resting) where resting.turn.key != rotation.seen:
            resting.file.map { (try? $0.currentSize()) != resting.offset } ?? false
        case .none, .open, .resting: false
        }
    }

    func endReading() {
        guard case .open(let open) = state, open.reading.isAtRest else { return }
        let start = open.reading.place?.resumption.offset ?? 0
        if open.input.offset - start <= Self.mostReadAgain { close(open, readTo: open.input.offset) }
    }

    func closeFile() -> Bool {
        endReading()
        guard case .resting(var resting) = state, let file = resting.file, FileKey(rotation.path) == resting.turn.key else { return false }
        if let time = try? file.lastWritten() { resting.written = FileTime(time) }
        resting.file = nil
        state = .resting(resting)
        return true
    }

    private func close(_ open: Open, readTo offset: Int) {
        let start = PlaceBook.Start(
            place: open.reading.place, generation: open.next.start.generation, file: open.next.start.file)
        state = .resting(Resting(turn: open.next.turn, start: start, offset: offset, file: open.next.file, written: .now))
    }
}

/// A file that may lose its name while it is read: who gets the name is looked at between two readings.
private final class FollowedInput: OpenInput {
    private let base: PlainInput
    private let rotation: Rotation

    init(_ base: PlainInput, _ rotation: Rotation) {
        (self.base, self.rotation) = (base, rotation)
    }

    /// As many bytes have been read.
    var offset: Int { base.offset }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        do {
            try rotation.lookInTime()
        } catch {
            throw error as? IngestError ?? IngestError(.source, "\(base.name): \(error)", underlying: error)
        }
        return unsafe try base.read(buffer)
    }

    func identity(at offset: Int) throws(IngestError) -> FileIdentity? { try base.identity(at: offset) }

    func sourceBytes(at offset: Int) -> Int { base.sourceBytes(at: offset) }
}
#endif
