#if Ingest
import Synchronization
import Yodel
import YodelArchives
internal import YodelSystem

/// Finds the files whose paths fit patterns.
final class FollowedPatterns: Sendable {
    /// What the log says of a pattern.
    private enum Word {
        /// Nothing yet: no file has fitted it.
        case none
        /// That it is waited for.
        case waiting
        /// Nothing more: a file has fitted it.
        case done
    }

    private let patterns: [String]
    private let task: ReadingTask
    /// Paths that are followed (true), and those that have been told not to be.
    private let known: Mutex<[String: Bool]>
    private let unreadable = Mutex<Set<[UInt8]>>([])
    private let words = Mutex<[String: Word]>([:])
    private let began = FollowPool.now

    /// - Parameter sources: Patterns, and files that are followed in any case.
    init(_ sources: [IngestSource], _ task: ReadingTask) {
        patterns = sources.filter { $0.kind == .followedPattern }.map(\.name)
        known = Mutex(Dictionary(sources.filter { $0.kind == .followed }.map { ($0.path, true) }) { first, _ in first })
        self.task = task
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// The files that have come since the last call.
    func news() -> [IngestSource] {
        var found: [IngestSource] = []
        for pattern in patterns {
            var isFitted = false
            for bytes in IngestSource.paths(like: pattern) {
                guard let path = String(validating: bytes, as: UTF8.self) else {
                    if unreadable.withLock({ $0.insert(bytes).inserted }) {
                        task.log(.loss, "\(PrintedText.escaped(bytes: bytes)): \(IngestSource.unnameable)")
                    }
                    continue
                }
                let source = IngestSource.follow(path)
                switch known.withLock({ $0[source.path] }) {
                case .some(let isFollowed): isFitted = isFitted || isFollowed
                case .none:
                    guard let isLog = isLog(path) else { continue }
                    isFitted = true
                    guard isLog else { continue }
                    known.withLock { $0[source.path] = true }
                    found.append(source)
                }
            }
            say(pattern, isFitted)
        }
        return found
    }

    /// Forgets a file that is gone: it may come again.
    func forget(_ source: IngestSource) { known.withLock { _ = $0.removeValue(forKey: source.path) } }

    /// Says that no file has fitted a pattern for a while, and when one does.
    private func say(_ pattern: String, _ isFitted: Bool) {
        let word = words.withLock { $0[pattern] } ?? .none
        switch word {
        case .none where !isFitted && FollowPool.now - began >= task.patience:
            task.log(.notice, "\(pattern): no file fits this pattern; waiting for one")
            words.withLock { $0[pattern] = .waiting }
        case .waiting where isFitted:
            task.log(.notice, "\(pattern): a file fits this pattern now")
            words.withLock { $0[pattern] = .done }
        case .none where isFitted: words.withLock { $0[pattern] = .done }
        case .none, .waiting, .done: break
        }
    }

    /// Whether a path is one of a file to be followed.
    ///
    /// - Returns: nil if it is not; false if the file has no bytes yet, and may become one.
    private func isLog(_ path: String) -> Bool? {
        guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, !task.written.contains(path) else { return nil }
        guard status.st_size > 0 else { return false }
        guard let head = try? ModelFile(path).head(Compression.magicBytes) else { return nil }
        guard Compression(head: head) != nil else { return true }
        if known.withLock({ $0.updateValue(false, forKey: IngestSource.follow(path).path) == nil }) {
            task.log(.progress, "\(path): skipped, since it is compressed")
        }
        return nil
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
