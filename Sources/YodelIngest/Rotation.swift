#if Ingest
import Glibc
import Yodel

/// The files of a name that is followed, one after the other: what has been rotated away while nothing was reading, then the one that has the name.
final class Rotation {
    private let path: String
    private let places: PlaceBook
    /// The file that had the name last, in this run.
    private var last: UInt64?
    /// Files that are to be read before the one that has the name.
    private var waiting: [(path: String, file: ModelFile, start: PlaceBook.Start)] = []
    private var hasLooked = false
    /// When the file that is read was seen to have lost its name, in nanoseconds.
    private var lostAt: UInt64?
    /// The file is read anew, since it has been written anew.
    private var isRewritten = false

    init(_ path: String, _ places: PlaceBook) {
        (self.path, self.places) = (path, places)
    }

    /// For as long a file is read on that has lost its name: whoever writes it may not have noticed.
    private static var grace: UInt64 { 1_000_000_000 }

    /// The next file to be read.
    ///
    /// - Returns: nil if none has the name at the moment.
    func next() throws -> (path: String, file: ModelFile, start: PlaceBook.Start, isLive: Bool)? {
        lostAt = nil
        if !hasLooked {
            waiting = try rotated()
            hasLooked = true
        }
        if !waiting.isEmpty {
            let next = waiting.removeFirst()
            return (next.path, next.file, next.start, false)
        }
        guard IngestSource.status(path) != nil else { return nil }
        let file: ModelFile
        do throws(ModelError) {
            file = try ModelFile(path)
        } catch {
            // It may have gone between the two looks.
            if IngestSource.status(path) == nil { return nil }
            throw IngestError(.source, "\(path): \(error)", underlying: error)
        }
        let inode = try file.inode()
        defer {
            last = inode
            isRewritten = false
        }
        if let last {
            // Seen to have come in place of another, or to have been written anew: it is new, whatever it begins with.
            if isRewritten { return (path, file, PlaceBook.Start(place: nil, generation: places.nextGeneration(inode)), true) }
            if inode != last {
                waiting = try rotated(after: last, before: inode)
                if !waiting.isEmpty {
                    self.last = waiting.last.flatMap { try? $0.file.inode() }
                    let next = waiting.removeFirst()
                    return (next.path, next.file, next.start, false)
                }
                return (path, file, PlaceBook.Start(place: nil, generation: places.nextGeneration(inode)), true)
            }
        }
        let others = try siblings().map(\.file)
        return (path, file, try places.start(of: file, path, besides: others), true)
    }

    /// Whether a file that has been read to its end has lost its name to another, for long enough, or has been cut short.
    func hasMovedOn(from file: ModelFile, readTo offset: Int) throws -> Bool {
        if try file.currentSize() < offset {
            isRewritten = true
            return true
        }
        guard let status = IngestSource.status(path), UInt64(status.st_ino) != (try file.inode()) else {
            lostAt = nil
            return false
        }
        let now = clock()
        guard let lostAt else {
            self.lostAt = now
            return false
        }
        return now - lostAt >= Self.grace
    }

    /// Whether the bytes that had been read of a file are others now: it was cut short, and has grown since.
    func isRewritten(_ file: ModelFile, _ place: IngestPlace?) throws -> Bool {
        lostAt = nil
        guard let identity = place?.position.file, try !file.holds(identity) else { return false }
        isRewritten = true
        return true
    }

    /// Files beside the path that may have had its name: it, and something behind a point or a hyphen. The oldest first.
    private func siblings() throws -> [(path: String, file: ModelFile)] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        var found: [(path: String, file: ModelFile, time: timespec)] = []
        for other in try IngestSource.names(in: folder) where other.hasPrefix(name + ".") || other.hasPrefix(name + "-") {
            let path = folder + other
            guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, let file = try? ModelFile(path),
                Compression(head: try file.head(Compression.magicBytes)) == nil
            else { continue }
            found.append((path, file, status.st_mtim))
        }
        // Of files written in the same instant the one with the greater number is the older.
        found.sort { ($0.time.tv_sec, $0.time.tv_nsec, $1.path.count, $1.path) < ($1.time.tv_sec, $1.time.tv_nsec, $0.path.count, $0.path) }
        return found.map { ($0.path, $0.file) }
    }

    /// Files that have been rotated away and not been read to their end: from the oldest on that is known.
    private func rotated() throws -> [(path: String, file: ModelFile, start: PlaceBook.Start)] {
        let known = places.places(of: path)
        guard !known.isEmpty else { return [] }
        let siblings = try siblings()
        let live = try? ModelFile(path)
        var files: [(path: String, file: ModelFile, start: PlaceBook.Start)] = []
        for (path, file) in siblings {
            let inode = try file.inode()
            if let place = try known.first(where: { place in
                try place.inode == inode && place.position.file.map { try file.holds($0) } ?? false
            }) {
                files.append((path, file, PlaceBook.Start(place: place, generation: place.generation)))
            } else if let place = try copied(file, known, siblings.map(\.file) + [live].compactMap(\.self)) {
                // Rotation by copying: the copy has the rest of what was read before the file was cut short.
                files.append((path, file, PlaceBook.Start(place: place, generation: places.nextGeneration(inode))))
            } else if !files.isEmpty {
                files.append((path, file, PlaceBook.Start(place: nil, generation: places.nextGeneration(inode))))
            }
        }
        return files.filter { file in (try? file.file.currentSize()).map { $0 > file.start.place?.position.offset ?? 0 } ?? false }
    }

    /// The place of a file that a copy has been made of, if the file itself is gone or is not what it was.
    private func copied(_ file: ModelFile, _ known: [IngestPlace], _ files: [ModelFile]) throws -> IngestPlace? {
        try known.first { place in
            guard let identity = place.position.file, try file.holds(identity) else { return false }
            return try !files.contains { try $0.inode() == identity.inode && $0.holds(identity) }
        }
    }

    /// Files that have had the name since a file lost it.
    private func rotated(after old: UInt64, before new: UInt64) throws -> [(path: String, file: ModelFile, start: PlaceBook.Start)] {
        let siblings = try siblings()
        guard let index = try siblings.lastIndex(where: { try $0.file.inode() == old }) else { return [] }
        return try siblings[(index + 1)...].compactMap { path, file in
            let inode = try file.inode()
            guard inode != new, places.nextGeneration(inode) == 0 else { return nil }
            return (path, file, PlaceBook.Start(place: nil, generation: 0))
        }
    }

    private func clock() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
#endif
