#if Ingest
import Yodel
import YodelArchives
internal import YodelSystem

// Which file comes next is told in two ways:
//
//     while it reads       The kernel tells what happens to the names in the folder (FolderWatch), and the name is looked at, too. A file that gets the name is opened at
//                          once and waits for its turn: from then on no renaming and no deletion matters.
//     when it begins       Places say what had been read. Their files are looked for by inode and bytes, whatever they are called; those that have been rotated away since
//                          by their names, which begin as the name does.
//
// A file that can be found in neither way is lost, and the log says so.

/// The files of a name that is followed, one after the other: what was rotated away while nothing was reading, then those that have the name.
final class Rotation {
    /// Which file it is that is read, open or not.
    struct Turn {
        let path: String
        let key: FileKey
        /// Whether it has been seen to have the name in this run.
        let wasNamed: Bool
        /// Whether it had lost the name when its reading began, so that it may be complete.
        let isRotated: Bool
    }

    /// A file that is to be read.
    struct Next {
        let turn: Turn
        let file: ModelFile
        let start: PlaceBook.Start
    }

    /// A file that waits for its turn.
    struct Waiting {
        let path: String
        let key: FileKey
        /// The file; nil if too many wait: it is looked for by its key then.
        let file: ModelFile?
        /// The path of the name that it has or had, without links.
        let name: String
        /// As many bytes of it had been read.
        var offset = 0
    }

    let source: IngestSource
    /// The path that is followed, with its links.
    let path: String
    let task: ReadingTask
    /// The file that had the name last, of those that have been read in this run.
    private(set) var last: (key: FileKey, written: FileTime)?
    /// What was in files when their reading ended.
    private(set) var finished: [FileKey: FileIdentity] = [:]
    /// Files that have had the name in this run, in their order. The last one may have it now.
    private(set) var named: [Waiting] = []
    /// The path of the file that has the name, or had it, without links.
    private(set) var target: String
    /// Files that are read before them.
    private var older: [Waiting] = []
    /// The file that is read, or was read last.
    private var current: FileKey?
    private let names: FolderEvents
    let owner: Int
    private var watch: FolderWatch?
    /// Those of the links that the path leads through.
    private var linkWatches: [FolderWatch] = []
    private var history = NameHistory()
    /// The file that had the name at the last look.
    private(set) var seen: FileKey?
    /// When the name was looked at, in nanoseconds.
    private var lookedAt: UInt64?
    /// When no file had the name, and those that have had it were looked for.
    private var searchedAt: UInt64?
    /// When the file that is read was seen to have lost its name.
    private var lostAt: UInt64?
    /// The file that has the name is read anew, since it has been written anew.
    private var isRewritten = false
    /// Since when no file has the name, and none is read, in nanoseconds.
    private(set) var missingSince: UInt64?
    private var hasSaidToWait = false
    /// Whether a file has had the name in this run.
    private var hasBeenThere = false
    /// Whether the file that was read last, in an earlier run, has been looked for.
    var hasSearchedForLast = false
    /// The place in a file that has been cut short, until a copy of it has been looked for.
    var cut: IngestPlace?
    /// Files whose last line has grown since it was read, which has been told.
    var grown: Set<FileKey> = []
    /// Files that are compressed, or have names that are no text, which has been told.
    var skipped: Set<String> = []

    /// Whether the file that has the name is read under another one.
    private var isElsewhere = false
    /// Whether those that have had the name can be looked for.
    var mayHaveEarlier = false

    /// - Parameter owner: Who is told of what happens to the name, in `ReadingTask.names`.
    init(_ source: IngestSource, _ task: ReadingTask, owner: Int = 0) {
        let path = source.path
        names = task.names ?? FolderEvents()
        self.owner = owner
        self.source = source
        self.task = task
        self.path = path
        target = AbsolutePath.resolved(path) ?? AbsolutePath.of(path)
    }

    /// As many files stay open while they wait; a process may have 1,024 by default.
    private static var mostOpen: Int { 32 }
    /// The name is looked at as often, in nanoseconds.
    private static var interval: UInt64 { 10_000_000 }

    /// The next file to be read.
    ///
    /// - Returns: nil if none has the name at the moment.
    func next() throws -> Next? {
        lostAt = nil
        try look()
        let next = try first()
        missingSince = next == nil && seen == nil ? missingSince ?? Self.now : nil
        sayToWait()
        return next
    }

    private func first() throws -> Next? {
        while true {
            if !older.isEmpty {
                let first = older.removeFirst()
                if let next = try begin(older: first) { return next }
                task.claims.give(first.key, owner)
                continue
            }
            guard let first = named.first else {
                let now = Self.now
                if let searchedAt, now - searchedAt < task.grace { return nil }
                searchedAt = now
                older = try unread(before: nil)
                if older.isEmpty { return nil }
                continue
            }
            // Looked for when the file is open: what loses the name from now on is seen by its reading.
            older = try unread(before: first)
            if !older.isEmpty { continue }
            named.removeFirst()
            if let next = try begin(named: first) { return next }
            task.claims.give(first.key, owner)
        }
    }

    // MARK: - The name

    /// Looks at the name, unless that has just been done.
    func lookInTime() throws {
        if let lookedAt, Self.now - lookedAt < Self.interval { return }
        try look()
    }

    /// Opens the files that have got the name.
    private func look() throws {
        (lookedAt, isElsewhere) = (Self.now, false)
        try takeTurns()
        if linkWatches.contains(where: \.hasNews) { linkWatches = [] }
        if let now = AbsolutePath.resolved(path), now != target {
            (target, watch) = (now, nil)
        }
        if watch == nil || linkWatches.isEmpty {
            linkWatches = AbsolutePath.links(path).compactMap { FolderWatch($0.folder, $0.name, in: names, owner: owner) }
        }
        if watch == nil {
            // From now on the kernel takes note; what is there already is seen below.
            let (folder, name) = AbsolutePath.split(target)
            watch = FolderWatch(folder, name, in: names, owner: owner)
            history = NameHistory()
        }
        seen = try key()
        hasBeenThere = hasBeenThere || seen != nil
        // What had the name before is first.
        guard history.turns.isEmpty, let seen, seen != current else { return }
        try hold(path)
    }

    /// When something is to be done though nothing happens, in nanoseconds; nil: never.
    var due: UInt64? {
        if let lostAt { return lostAt + task.grace }
        if !history.turns.isEmpty { return Self.now + Self.interval }
        if isElsewhere { return Self.now + task.grace }
        guard current == nil else { return nil }
        let search = mayHaveEarlier ? searchedAt.map { $0 + task.grace } : nil
        let word = hasSaidToWait ? nil : missingSince.map { $0 + task.patience }
        return [search, word].compactMap(\.self).min()
    }

    /// Opens the files that have had the name since the last look, whatever they are called now.
    private func takeTurns() throws {
        guard let watch else { return }
        let (folder, name) = AbsolutePath.split(target)
        let news = watch.news()
        history.add(news.events, to: name)
        while !history.turns.isEmpty {
            let turn = history.turns[0]
            if let name = turn.name, try hold(folder + name) {
                history.turns.removeFirst()
                continue
            }
            // It may be in the middle of a renaming, or have been renamed since.
            if turn.looks == 0 && (turn.name != nil || turn.cookie != nil) {
                history.turns[0].looks += 1
                break
            }
            history.turns.removeFirst()
            task.log(
                .loss,
                "\(target): a file that had this name was moved to another folder, or deleted, before it could be opened; its lines are lost"
            )
        }
        if news.isCut {
            task.log(
                .loss, "\(folder): more names changed than the system could tell; files that had the name \(name) in between may be lost")
        }
        if history.turns.isEmpty { watch.settle() }
        // What has not been found by now will not be.
        if news.hasEnded { (self.watch, history) = (nil, NameHistory()) }
    }

    /// Opens a file that has, or has had, the name; it is read when those before it have been.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    private func hold(_ path: String) throws -> Bool {
        // Before it is opened: it would lose its locks when this process closes it.
        if task.written.contains(path) { throw IngestError(.source, "\(path) is a file that the sink writes") }
        guard let file = try ModelFile.ifPresent(path) else { return false }
        let key = try FileKey(file)
        if key == current || named.contains(where: { $0.key == key }) { return true }
        guard task.claims.take(key, owner) else {
            isElsewhere = true
            return true
        }
        if hasSaidToWait { task.log(.notice, "\(source.name): is there now") }
        hasSaidToWait = false
        let found = path == self.path ? target : path
        named.append(Waiting(path: found, key: key, file: named.count < Self.mostOpen ? file : nil, name: target))
        return true
    }

    /// The file that has the name.
    ///
    /// - Throws: `IngestError` if it cannot be known whether there is one.
    private func key() throws -> FileKey? {
        if let status = IngestSource.status(path) { return FileKey(status) }
        let number = errno
        if [ENOENT, ENOTDIR, ESTALE].contains(number) { return nil }
        errno = number
        throw IngestError.system(.source, "\(path) cannot be looked at")
    }

    /// Says that there is no file; where there has been one only after a while, since rotation leaves the name to none for a moment.
    private func sayToWait() {
        guard let missingSince, !hasSaidToWait else { return }
        if (hasBeenThere || mayHaveEarlier) && Self.now - missingSince < task.patience { return }
        task.log(.notice, "\(source.name): there is no file of this name; waiting for one")
        hasSaidToWait = true
    }

    // MARK: - Beginnings

    /// Begins with a file that has had the name in this run.
    ///
    /// - Returns: nil if it has gone.
    private func begin(named waiting: Waiting) throws -> Next? {
        guard let file = try reopened(waiting) else { return nil }
        current = waiting.key
        defer { isRewritten = false }
        let isRotated = !named.isEmpty
        func next(_ start: PlaceBook.Start) -> Next {
            var start = start
            start.file = waiting.name
            let turn = Turn(path: waiting.path, key: waiting.key, wasNamed: true, isRotated: isRotated)
            return Next(turn: turn, file: file, start: start)
        }
        // Seen to have come in place of another, or to have been written anew: it is new, whatever it begins with.
        let hasCome = try last.map { try $0.key != waiting.key && task.places.match(file) == nil } ?? false
        if isRewritten || hasCome {
            return next(PlaceBook.Start(place: nil, generation: task.places.newGeneration(waiting.key.inode)))
        }
        return next(try task.places.start(of: file, source, besides: try siblings().map(\.path)))
    }

    /// Begins with a file that was rotated away while nothing was reading.
    ///
    /// - Returns: nil if it has gone, or nothing is left of it to be read.
    private func begin(older waiting: Waiting) throws -> Next? {
        guard let file = try reopened(waiting) else { return nil }
        let place = try place(in: file, besides: try siblings())
        guard try hasRest(file, waiting.path, after: place) else { return nil }
        current = waiting.key
        let inode = waiting.key.inode
        let generation = place.flatMap { $0.inode == inode ? $0.generation : nil } ?? task.places.newGeneration(inode)
        return Next(
            turn: Turn(path: waiting.path, key: waiting.key, wasNamed: false, isRotated: true), file: file,
            start: PlaceBook.Start(place: place, generation: generation, file: waiting.name))
    }

    /// The file that has waited, whatever it is called by now.
    private func reopened(_ waiting: Waiting) throws -> ModelFile? {
        if let file = waiting.file { return file }
        for path in [waiting.path] + (try siblings().filter { $0.key == waiting.key }.map(\.path)) where FileKey(path) == waiting.key {
            if let file = try ModelFile.ifPresent(path), try FileKey(file) == waiting.key { return file }
        }
        task.log(.loss, "\(waiting.path): it has gone before it was read; what it had after byte \(waiting.offset) is lost")
        return nil
    }

    /// The file of a turn that has been closed, whatever it is called by now.
    ///
    /// - Returns: nil if it is not found.
    func reopened(_ turn: Turn) throws -> ModelFile? {
        for path in [path, turn.path] + (FileKey(path) == turn.key || FileKey(turn.path) == turn.key ? [] : try siblings().map(\.path))
        where FileKey(path) == turn.key {
            if let file = try ModelFile.ifPresent(path), try FileKey(file) == turn.key { return file }
        }
        return nil
    }

    /// Ends the reading of a file that has been closed, and is not found any more.
    ///
    /// - Parameters:
    ///   - offset: As many bytes of it have been read.
    ///   - written: When it was written last, as far as is known.
    func hasGone(_ turn: Turn, readTo offset: Int, written: FileTime) {
        task.log(
            .loss,
            "\(turn.path): moved to another folder, or deleted, while it was not open; what was added after byte \(offset), if anything, is lost"
        )
        (current, lostAt) = (nil, nil)
        task.claims.give(turn.key, owner)
        if turn.wasNamed { last = (turn.key, min(written, .now)) }
    }

    // MARK: - Ends

    /// Whether another file has got the name of a file that is read, or will be read after it.
    func hasSuccessor(_ next: Next) throws -> Bool {
        try look()
        return next.turn.isRotated || !named.isEmpty
    }

    /// Whether a file that has been read to its end is done with: it has lost its name to another, for long enough, or has been cut short.
    func hasMovedOn(from next: Next, readTo offset: Int) throws -> Bool {
        let hasSuccessor = try hasSuccessor(next)
        let size = try next.file.currentSize()
        if size < offset {
            try cutShort(next)
            try end(next, offset)
            return true
        }
        guard size == offset, hasSuccessor else {
            lostAt = nil
            return false
        }
        let isOld = try next.turn.isRotated && FileTime(next.file.lastWritten()).isPast(by: 2)
        if !isOld {
            let now = Self.now
            guard let lostAt else {
                lostAt = now
                return false
            }
            guard now - lostAt >= task.grace else { return false }
        }
        try end(next, offset)
        return true
    }

    /// Whether the bytes that had been read of a file are others now: it was cut short, and has grown since.
    func isRewritten(_ next: Next, _ place: IngestPlace?) throws -> Bool {
        lostAt = nil
        guard let place, try !place.isHeld(by: next.file) else { return false }
        try cutShort(next)
        try end(next, 0)
        return true
    }

    private func cutShort(_ next: Next) throws {
        cut = task.places.places(of: source).last
        // One that has lost the name is nobody's log any more.
        guard try key() == next.turn.key else { return }
        isRewritten = true
    }

    private func end(_ next: Next, _ offset: Int) throws {
        current = nil
        defer { task.claims.give(next.turn.key, owner) }
        finished[next.turn.key] = offset > 0 && !isRewritten ? try next.file.identity(before: offset) : nil
        // A time to come says nothing of what is written later.
        if next.turn.wasNamed { last = (next.turn.key, min(FileTime(try next.file.lastWritten()), .now)) }
    }

    private static var now: UInt64 { FollowPool.now }
}
#endif
