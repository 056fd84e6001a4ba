#if Ingest
import Synchronization
import Yodel

/// How far files have been ingested: what the sink has kept, and what this run adds.
///
/// Which file is which is told by inode and content, so that nothing comes in twice and nothing is passed over:
///
/// | what is found | what is done |
/// |---|---|
/// | the inode, and the bytes that had been read | continues after them, whatever the file is called |
/// | a file that nothing has been read of | is read from its start |
/// | the inode and the first bytes, but fewer bytes than had been read, or others behind | refused: it has been cut short or changed |
/// | another inode under the same name, with all bytes that had been read, and the old file is gone | refused: apparently a copy |
final class PlaceBook: Sendable {
    fileprivate struct Entries {
        /// A place, and when it was noted.
        struct Entry {
            let order: Int
            let place: IngestPlace
        }

        /// The places of an inode's files.
        var places: [UInt64?: [Entry]] = [:]
        /// The inodes of the files that have had a path.
        var inodes: [String: Set<UInt64?>] = [:]
        /// What these paths end with.
        var names: Set<String> = []
        var count = 0
        /// How many files there have been of each inode.
        var generations: [UInt64: Int] = [:]
    }

    private let entries: Mutex<Entries>

    /// - Parameter startsOver: Whether what has been kept is not gone on with.
    init(_ kept: [IngestPlace], startsOver: Bool) {
        var entries = Entries()
        for place in kept {
            entries.count(place)
            if !startsOver { entries.add(place) }
        }
        self.entries = Mutex(entries)
    }

    /// What a reading of a file begins with.
    struct Start {
        /// The place to go on at; nil: its start.
        let place: IngestPlace?
        /// Which of the files with its inode it is.
        let generation: Int
        /// Of a file that is followed, the path, without links, of the name that it has or had.
        var file: String?
    }

    /// Notes a place of this run.
    func note(_ place: IngestPlace) {
        entries.withLock { entries in
            entries.add(place)
            entries.count(place)
        }
    }

    /// Places of a source, the one that was noted last at the end.
    func places(of source: IngestSource) -> [IngestPlace] {
        // To find out what else a path is called takes longer than a small file does, and only a link has another name at the end.
        let name = AbsolutePath.split(source.name).name
        guard entries.withLock({ $0.names.contains(name) }) || AbsolutePath.isLink(source.name) else { return [] }
        let paths = source.paths
        return entries.withLock { entries in
            let inodes = paths.reduce(into: Set()) { $0.formUnion(entries.inodes[$1] ?? []) }
            let known = inodes.flatMap { entries.places[$0] ?? [] }.sorted { $0.order < $1.order }.map(\.place)
            return known.filter { paths.contains($0.source) || $0.file.map(paths.contains) ?? false }
        }
    }

    /// A generation for a file that is read from its start though its inode may be known. No other file gets it: two file systems may have the same inode.
    func newGeneration(_ inode: UInt64) -> Int {
        entries.withLock { entries in
            let generation = entries.generations[inode] ?? 0
            entries.generations[inode] = generation == .max ? generation : generation + 1
            return generation
        }
    }

    /// The furthest place of a file: its inode, and the bytes that had been read.
    ///
    /// - Parameter isReplayed: Whether its rejects are taken in again.
    func match(_ file: ModelFile, isReplayed: Bool = false) throws -> IngestPlace? {
        let inode = try file.inode()
        let places = entries.withLock { ($0.places[inode] ?? []).map(\.place) }
        let known = places.filter { $0.source.hasPrefix(IngestPlace.ofRejects) == isReplayed }
        return try known.sorted { $0.position.offset > $1.position.offset }.first { try $0.isHeld(by: file) }
    }

    /// Finds where the reading of a file begins.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - source: The source.
    ///   - others: Files that have been rotated away from the source's name.
    /// - Throws: `IngestError` of kind `source` if it is the file of a place no more, but might be.
    func start(of file: ModelFile, _ source: IngestSource, besides others: [String] = []) throws -> Start {
        if let place = try match(file, isReplayed: source.kind == .rejects) { return Start(place: place, generation: place.generation) }
        let inode = try file.inode()
        let known = places(of: source)
        let size = known.isEmpty ? 0 : try file.currentSize()
        for place in known where size > 0 {
            guard let identity = place.position.file else { continue }
            if identity.inode == inode {
                // A file that is followed is written anew by rotation; a few bytes that are alike say nothing then.
                if source.kind == .followed && size < place.head.count { continue }
                guard try file.head(place.head.count)[...] == place.head.prefix(size) else { continue }
                // A copy that has what was read was made before this file was written anew.
                if try others.contains(where: { try ModelFile.ifPresent($0).map { try place.isHeld(by: $0) } ?? false }) { continue }
                throw IngestError(
                    .source,
                    "\(source.name) begins as it did, but is not what had been read of it: it has \(size) bytes now, and \(identity.length) had been read; if it "
                        + "was rewritten, read it from its start")
            }
            let isGone = try !others.contains { path in
                guard let other = try ModelFile.ifPresent(path) else { return false }
                return try other.inode() == identity.inode && place.isHeld(by: other)
            }
            if try place.isHeld(by: file) && isGone {
                throw IngestError(
                    .source,
                    "\(source.name) is a different file from the one that was read, with the same bytes: apparently a copy; read it from its start if its lines "
                        + "are new")
            }
        }
        return Start(place: nil, generation: newGeneration(inode))
    }
}

extension IngestPlace {
    /// What the source begins with of a file whose rejects are taken in again; others begin at the root.
    static let ofRejects = "rejects in "

    /// Whether a file has the bytes that had been read, whatever its inode is.
    func isHeld(by file: ModelFile) throws -> Bool { try position.file.map { try file.holds($0) } ?? false }
}

extension PlaceBook.Entries {
    /// Adds the place of a file, instead of an earlier one.
    fileprivate mutating func add(_ place: IngestPlace) {
        count += 1
        places[place.inode, default: []].removeAll { $0.place.generation == place.generation }
        places[place.inode, default: []].append(Entry(order: count, place: place))
        for path in [place.source, place.file].compactMap(\.self) {
            inodes[path, default: []].insert(place.inode)
            names.insert(AbsolutePath.split(path).name)
        }
    }

    fileprivate mutating func count(_ place: IngestPlace) {
        guard let inode = place.inode else { return }
        // The number is a sink's word, which may be any.
        generations[inode] = max(generations[inode] ?? 0, place.generation == .max ? .max : place.generation + 1)
    }
}

extension ModelFile {
    /// Bytes that are kept of the start of a file.
    static var headBytes: Int { 1_024 }

    /// The first bytes, as far as they are there.
    func head(_ count: Int) throws(ModelError) -> [UInt8] { try bytes(count, at: 0) }

    /// Bytes at an offset, as far as they are there.
    func bytes(_ count: Int, at offset: Int) throws(ModelError) -> [UInt8] {
        // Without room it would be the one empty array of the process, whose count is not to be written.
        guard count > 0 else { return [] }
        var result = Result<Int, ModelError>.success(0)
        // SAFETY: as many bytes are initialized as have been read.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = Result { () throws(ModelError) in unsafe try read(UnsafeMutableRawBufferPointer(buffer), at: offset) }
            filled = (try? result.get()) ?? 0
        }
        _ = try result.get()
        return bytes
    }
}
#endif
