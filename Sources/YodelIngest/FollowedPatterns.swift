#if Ingest
import Synchronization
import Yodel
import YodelArchives
internal import YodelSystem

/// Finds the files whose paths fit patterns.
final class FollowedPatterns: Sendable {
    private let patterns: [String]
    private let task: ReadingTask
    /// Paths that are followed, and those that have been told not to be.
    private let known: Mutex<Set<String>>
    private let unreadable = Mutex<Set<[UInt8]>>([])

    /// - Parameter sources: Patterns, and files that are followed in any case.
    init(_ sources: [IngestSource], _ task: ReadingTask) {
        patterns = sources.filter { $0.kind == .followedPattern }.map(\.name)
        known = Mutex(Set(sources.filter { $0.kind == .followed }.map(\.path)))
        self.task = task
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// The files that have come since the last call.
    func news() -> [IngestSource] {
        var found: [IngestSource] = []
        for bytes in patterns.flatMap({ IngestSource.paths(like: $0) }) {
            guard let path = String(validating: bytes, as: UTF8.self) else {
                if unreadable.withLock({ $0.insert(bytes).inserted }) {
                    task.log(.loss, "\(PrintedText.escaped(bytes: bytes)): \(IngestSource.unnameable)")
                }
                continue
            }
            let source = IngestSource.follow(path)
            let name = source.path
            guard !known.withLock({ $0.contains(name) }), isLog(path) else { continue }
            known.withLock { _ = $0.insert(name) }
            found.append(source)
        }
        return found
    }

    /// Forgets a file that is gone: it may come again.
    func forget(_ source: IngestSource) { known.withLock { _ = $0.remove(source.path) } }

    /// Whether a path is one of a file to be followed. What has no bytes yet may become one.
    private func isLog(_ path: String) -> Bool {
        guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, status.st_size > 0, !task.written.contains(path),
            let head = try? ModelFile(path).head(Compression.magicBytes)
        else { return false }
        guard Compression(head: head) != nil else { return true }
        if known.withLock({ $0.insert(IngestSource.follow(path).path).inserted }) {
            task.log(.progress, "\(path): skipped, since it is compressed")
        }
        return false
    }
}

/// Which file is read under which name: none is read under two at a time.
final class FileClaims: Sendable {
    private let owners = Mutex<[FileKey: Int]>([:])

    /// Takes a file for the reading of a name.
    ///
    /// - Returns: Whether it is not that of another one.
    func take(_ key: FileKey, _ owner: Int) -> Bool {
        owners.withLock { owners in
            guard let known = owners[key] else {
                owners[key] = owner
                return true
            }
            return known == owner
        }
    }

    /// Gives a file back.
    func give(_ key: FileKey, _ owner: Int) {
        owners.withLock { if $0[key] == owner { $0[key] = nil } }
    }
}
#endif
