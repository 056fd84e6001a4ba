#if Ingest
import Glibc
import Yodel
import YodelArchives

/// The files of a name that is followed, one after the other: what has been rotated away while nothing was reading, then the one that has the name.
final class Rotation {
    /// A file that is to be read.
    struct Next {
        let path: String
        let file: ModelFile
        let start: PlaceBook.Start
        /// Whether it has the name, so that it may grow for as long as it has.
        let isLive: Bool
    }

    /// A file beside the path that may have had its name.
    private struct Sibling {
        let path: String
        let inode: UInt64
        /// When it was written last, in nanoseconds since 1970.
        let modified: Int64
    }

    private let source: IngestSource
    private let path: String
    private let task: ReadingTask
    /// The file that had the name last, in this run.
    private var last: (inode: UInt64, modified: Int64)?
    /// Files that are to be read before the one that has the name.
    private var waiting: [Sibling] = []
    /// When there was no file of the name, and those that have had it were looked for, in nanoseconds.
    private var lookedAt: UInt64?
    /// Files whose last line has grown since it was read, which has been told.
    private var grown: Set<UInt64> = []
    /// Files that are compressed, which has been told.
    private var compressed: Set<String> = []
    /// When the file that is read was seen to have lost its name, in nanoseconds.
    private var lostAt: UInt64?
    /// The file is read anew, since it has been written anew.
    private var isRewritten = false

    init(_ source: IngestSource, _ task: ReadingTask) {
        self.source = source
        self.task = task
        path = source.path
    }

    /// For as long a file is read on that has lost its name: whoever writes it may not have noticed. In nanoseconds.
    private static var grace: UInt64 { 1_000_000_000 }

    /// The next file to be read.
    ///
    /// - Returns: nil if none has the name at the moment.
    func next() throws -> Next? {
        lostAt = nil
        while true {
            if !waiting.isEmpty {
                if let next = try open(waiting.removeFirst()) { return next }
                continue
            }
            guard let file = try live() else {
                let now = Self.now(CLOCK_MONOTONIC)
                if let lookedAt, now - lookedAt < Self.grace { return nil }
                lookedAt = now
                waiting = try unread(before: nil)
                if waiting.isEmpty { return nil }
                continue
            }
            // Looked for when the file is open: what loses the name from now on is seen by its reading.
            let inode = try file.inode()
            waiting = try unread(before: inode)
            if !waiting.isEmpty { continue }
            defer { isRewritten = false }
            // Seen to have come in place of another, or to have been written anew: it is new, whatever it begins with.
            let hasCome = try last.map { try $0.inode != inode && task.places.match(file) == nil } ?? false
            if isRewritten || hasCome {
                return Next(
                    path: path, file: file, start: PlaceBook.Start(place: nil, generation: task.places.nextGeneration(inode)), isLive: true)
            }
            let others = try siblings().map(\.path)
            return Next(path: path, file: file, start: try task.places.start(of: file, source, besides: others), isLive: true)
        }
    }

    /// The file that has the name.
    private func live() throws -> ModelFile? {
        guard let key = FileKey(path) else { return nil }
        if task.written.contains(key) { throw IngestError(.source, "\(path) is a file that the sink writes") }
        return try opened(path)
    }

    /// Opens a file that has been rotated away, whatever it is called by now.
    ///
    /// - Returns: nil if it has gone, or nothing is left of it to be read.
    private func open(_ sibling: Sibling) throws -> Next? {
        for path in [sibling.path] + (try siblings().filter { $0.inode == sibling.inode }.map(\.path))
        where FileKey(path)?.inode == sibling.inode {
            guard let file = try opened(path), try file.inode() == sibling.inode else { continue }
            let start = try start(of: file)
            guard try hasRest(file, path, behind: start.place) else { return nil }
            return Next(path: path, file: file, start: start, isLive: false)
        }
        return nil
    }

    /// Opens a file.
    ///
    /// - Returns: nil if there is none.
    private func opened(_ path: String) throws -> ModelFile? {
        do throws(ModelError) {
            return try ModelFile(path)
        } catch {
            // It may have gone between the two looks.
            if FileKey(path) == nil { return nil }
            throw IngestError.of(source: path, error)
        }
    }

    /// Where the reading of a file begins that has been rotated away.
    private func start(of file: ModelFile) throws -> PlaceBook.Start {
        if let place = try task.places.match(file) { return PlaceBook.Start(place: place, generation: place.generation) }
        // Rotation by copying: the copy has the rest of what was read before the file was cut short.
        return PlaceBook.Start(place: try copied(file), generation: task.places.nextGeneration(try file.inode()))
    }

    /// Whether something is left to be read of a file that has been rotated away.
    private func hasRest(_ file: ModelFile, _ path: String, behind place: IngestPlace?) throws -> Bool {
        let position = place?.position
        guard try file.currentSize() > position?.offset ?? 0 else { return false }
        guard let position, position.column > 1 else { return true }
        // What was its last line had been taken as it stood.
        if grown.insert(try file.inode()).inserted {
            task.log("\(path): the line at byte \(position.offset) has grown since it was read; the added part is skipped")
        }
        return false
    }

    /// Whether a file that has been read to its end is done with: it has lost its name to another, for long enough, or has been cut short.
    func hasMovedOn(from next: Next, readTo offset: Int) throws -> Bool {
        let file = next.file
        if try next.isLive && file.currentSize() < offset {
            isRewritten = true
            last = (try file.inode(), try file.modified())
            return true
        }
        if next.isLive {
            guard let key = FileKey(path), key.inode != (try file.inode()) else {
                lostAt = nil
                return false
            }
        } else if try Self.now(CLOCK_REALTIME) - UInt64(clamping: file.modified()) > 2 * Self.grace {
            return true
        }
        let now = Self.now(CLOCK_MONOTONIC)
        guard let lostAt else {
            self.lostAt = now
            return false
        }
        guard now - lostAt >= Self.grace else { return false }
        if next.isLive { last = (try file.inode(), try file.modified()) }
        return true
    }

    /// Whether the bytes that had been read of a file are others now: it was cut short, and has grown since.
    func isRewritten(_ file: ModelFile, _ place: IngestPlace?) throws -> Bool {
        lostAt = nil
        guard let place, try !place.isHeld(by: file) else { return false }
        isRewritten = true
        last = (try file.inode(), try file.modified())
        return true
    }

    /// Files beside the path that may have had its name: it, and something behind a point or a hyphen. The oldest first. None of them is opened: what the sink
    /// writes loses its locks when this process closes it.
    private func siblings() throws -> [Sibling] {
        guard let slash = path.lastIndex(of: "/") else { return [] }
        let (folder, name) = (String(path[...slash]), String(path[path.index(after: slash)...]))
        var found: [Sibling] = []
        for other in try IngestSource.names(in: folder) where other.hasPrefix(name + ".") || other.hasPrefix(name + "-") {
            let path = folder + other
            guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, !task.written.contains(FileKey(status)) else {
                continue
            }
            let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            found.append(Sibling(path: path, inode: FileKey(status).inode, modified: modified))
        }
        // Of files written in the same instant the one with the greater number is the older.
        found.sort { ($0.modified, $1.path.count, $1.path) < ($1.modified, $0.path.count, $0.path) }
        return found
    }

    /// Whether a file is compressed: it is not followed then.
    private func isCompressed(_ file: ModelFile, _ path: String) throws -> Bool {
        guard Compression(head: try file.head(Compression.magicBytes)) != nil else { return false }
        if compressed.insert(path).inserted { task.log("\(path): skipped, since it is compressed") }
        return true
    }

    /// Files that have been rotated away and not been read to their end, the oldest first: from the oldest on that is known; all, if none is known any more; and those
    /// that have lost the name since the last one was read.
    ///
    /// - Parameter live: The file that has the name.
    private func unread(before live: UInt64?) throws -> [Sibling] {
        let known = task.places.places(of: path)
        guard !known.isEmpty || last != nil else { return [] }
        let isLiveKnown = known.contains { $0.inode == live }
        var (files, unknown, hasBegun): ([Sibling], [Sibling], Bool) = ([], [], false)
        for sibling in try siblings() where sibling.inode != live {
            guard let file = try opened(sibling.path), try file.inode() == sibling.inode, try !isCompressed(file, sibling.path) else {
                continue
            }
            let place = try start(of: file).place
            hasBegun = hasBegun || place != nil
            let isLater = last.map { sibling.inode != $0.inode && sibling.modified >= $0.modified } ?? false
            guard try hasRest(file, sibling.path, behind: place) else { continue }
            if hasBegun || isLater { files.append(sibling) } else { unknown.append(sibling) }
        }
        return !hasBegun && !isLiveKnown && last == nil ? unknown : files
    }

    /// The place of a file that a copy has been made of, if the file itself is gone or is not what it was.
    private func copied(_ file: ModelFile) throws -> IngestPlace? {
        let places = task.places.places(of: path).sorted { $0.position.offset > $1.position.offset }
        return try places.first { place in
            guard try place.isHeld(by: file) else { return false }
            let others = try siblings().filter { $0.inode == place.inode }.map(\.path) + [path]
            return try !others.contains { other in
                guard let other = try? ModelFile(other) else { return false }
                return try other.inode() == place.inode && place.isHeld(by: other)
            }
        }
    }

    private static func now(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
#endif
