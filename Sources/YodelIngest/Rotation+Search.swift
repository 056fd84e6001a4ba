#if Ingest
import Yodel
import YodelArchives
internal import YodelSystem

// What was rotated away while nothing was reading.

extension Rotation {
    /// A file that may have had the name.
    struct Sibling {
        let path: String
        let key: FileKey
        let written: FileTime
        /// The path of the name that it seems to have had.
        let name: String
        /// Whether it is called as rotation calls the files of the name, so that those after it are known by their names, too.
        let isInSeries: Bool
    }

    /// The paths of names beside which rotated files are: that which is followed, what it leads to, and what it has led to.
    private var names: [String] {
        var names = [target, AbsolutePath.of(path)]
        // The last ones: more than these no link has left behind since the last run.
        for file in task.places.places(of: source).reversed().compactMap(\.file) where !names.contains(file) && names.count < 6 {
            names.append(file)
        }
        return names
    }

    /// Files that may have had the name, the oldest first: those that have been read before, whatever they are called, and those called like it, with something after a point
    /// or a hyphen. None of them is opened: what the sink writes loses its locks when this process closes it.
    func siblings() throws -> [Sibling] {
        let inodes = Set(task.places.places(of: source).compactMap(\.inode))
        let live = FileKey(path)
        var found: [FileKey: Sibling] = [:]
        for path in names {
            let (folder, name) = AbsolutePath.split(path)
            // The folder may be gone with the file.
            guard let entries = try task.folders.list(folder) else { continue }
            for bytes in entries.unreadable {
                let other = PrintedText.escaped(bytes: bytes)
                guard Self.isRotated(bytes, name) && skipped.insert(folder + other).inserted else { continue }
                task.log(.loss, "\(folder)\(other): skipped, since its name is not UTF-8; if it was \(name) before, its lines are lost")
            }
            // What has the name, or has just got it, is none of them.
            for other in entries.names(like: name, or: inodes) where folder + other != target {
                // What a link led to before has its name still.
                let isNamedAlike = other == name || Self.isRotated(other.utf8, name)
                guard let status = IngestSource.status(folder + other), status.st_mode & S_IFMT == S_IFREG else { continue }
                let key = FileKey(status)
                guard isNamedAlike || inodes.contains(key.inode), key != live, !task.written.contains(folder + other)
                else { continue }
                if found[key] == nil || isNamedAlike {
                    let isInSeries = Self.isRotated(other.utf8, name) && (path == target || path == AbsolutePath.of(self.path))
                    found[key] = Sibling(
                        path: folder + other, key: key, written: FileTime(status), name: path, isInSeries: isInSeries)
                }
            }
        }
        // Of files written in the same instant the one with the greater number is the older.
        return found.values.sorted {
            ($0.written.seconds, $0.written.nanoseconds, $1.path.utf8.count, $1.path)
                < ($1.written.seconds, $1.written.nanoseconds, $0.path.utf8.count, $0.path)
        }
    }

    /// Whether a name is one that rotation gives to a file of another name.
    private static func isRotated(_ other: some Collection<UInt8>, _ name: String) -> Bool {
        let rest = other.dropFirst(name.utf8.count).first
        return other.starts(with: name.utf8) && (rest == UInt8(ascii: ".") || rest == UInt8(ascii: "-"))
    }

    /// Files that have been rotated away and not been read to their end, the oldest first: from the oldest on that is known; all, if none is known any more; and those
    /// that have lost the name since the last one was read.
    ///
    /// - Parameter live: The first of those that have had the name in this run.
    func unread(before live: Waiting?) throws -> [Waiting] {
        let known = task.places.places(of: source)
        defer { (hasSearchedForLast, cut) = (true, nil) }
        mayHaveEarlier = !known.isEmpty || last != nil
        guard mayHaveEarlier else { return [] }
        let beside = try siblings()
        let livePlace = try live?.file.flatMap { try task.places.match($0) }
        var wanted = hasSearchedForLast ? nil : known.last
        for file in named.compactMap(\.file) where try wanted != nil && task.places.match(file) == wanted { wanted = nil }
        var (files, unknown, hasBegun): ([Waiting], [Waiting], Bool) = ([], [], false)
        for sibling in beside where sibling.key != live?.key && !named.contains(where: { $0.key == sibling.key }) {
            guard let file = try ModelFile.ifPresent(sibling.path), try FileKey(file) == sibling.key, try !isCompressed(file, sibling.path)
            else { continue }
            let place = try place(in: file, besides: beside)
            hasBegun = hasBegun || place != nil
            if wanted != nil && place == wanted {
                wanted = nil
                if !sibling.isInSeries {
                    task.log(
                        .notice,
                        "\(sibling.path): the file that was read last; others that \(path) was after it, and is no more, are not known")
                }
            }
            if let held = cut, try sibling.key.inode != held.inode && held.isHeld(by: file) { cut = nil }
            guard try hasRest(file, sibling.path, after: place) else { continue }
            let waiting = Waiting(path: sibling.path, key: sibling.key, file: nil, name: sibling.name, offset: place?.position.offset ?? 0)
            let isLater = last.map { sibling.key != $0.key && sibling.written >= $0.written } ?? false
            if hasBegun || isLater { files.append(waiting) } else { unknown.append(waiting) }
        }
        if let wanted {
            task.log(.loss, "\(path): the file that was read \(wanted.words) is not there any more; what was added to it later is lost")
        }
        if let cut {
            task.log(
                .loss, "\(path): cut short after it had been read \(cut.words), and there is no copy; what was added in between is lost")
        }
        let found = !hasBegun && livePlace == nil && last == nil ? unknown : files
        return found.filter { task.claims.take($0.key, owner) }
    }

    /// How far a file has been read.
    func place(in file: ModelFile, besides beside: [Sibling]) throws -> IngestPlace? {
        // Rotation by copying: the copy has the rest of what was read before the file was cut short.
        try task.places.match(file) ?? copied(file, beside)
    }

    /// Whether something is left to be read of a file that has been rotated away.
    func hasRest(_ file: ModelFile, _ path: String, after place: IngestPlace?) throws -> Bool {
        let position = place?.position
        let (key, size) = (try FileKey(file), try file.currentSize())
        guard size > place?.resumption.offset ?? 0 else { return false }
        // What follows the last record need not be one.
        if let read = finished[key], read.length == size, try file.holds(read) { return false }
        guard let position, position.column > 1 else { return true }
        // Its last line was read without a line feed. If only that has been added, the lines after it are read; of a line that has grown no half is read.
        let added = try file.bytes(1_024, at: position.offset).prefix { $0 != 0x0A }
        if added.allSatisfy(ASCII.isSpace) { return true }
        if grown.insert(key).inserted {
            task.log(
                .loss, "\(path): the line at byte \(position.offset) has grown since it was read; what was added from there on is lost")
        }
        return false
    }

    /// Whether a file is compressed: it is not followed then.
    private func isCompressed(_ file: ModelFile, _ path: String) throws -> Bool {
        guard Compression(head: try file.head(Compression.magicBytes)) != nil else { return false }
        if skipped.insert(path).inserted { task.log(.progress, "\(path): skipped, since it is compressed") }
        return true
    }

    /// The place of a file that a copy has been made of, if the file itself is gone or is not what it was.
    private func copied(_ file: ModelFile, _ beside: [Sibling]) throws -> IngestPlace? {
        let places = task.places.places(of: source).sorted { $0.position.offset > $1.position.offset }
        return try places.first { place in
            guard try place.isHeld(by: file) else { return false }
            let others = beside.filter { $0.key.inode == place.inode }.map(\.path) + [path]
            return try !others.contains { other in
                guard let other = try ModelFile.ifPresent(other) else { return false }
                return try other.inode() == place.inode && place.isHeld(by: other)
            }
        }
    }
}

extension IngestPlace {
    /// How far its file has been read, in words.
    fileprivate var words: String { "to byte \(position.offset), before line \(position.line)" }
}
#endif
