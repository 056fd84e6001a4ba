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

    /// What is known of a path.
    private struct Known {
        /// Whether it is followed, or is not to be.
        let isFollowed: Bool
        /// The number of the look that has found it.
        let look: Int
    }

    private let patterns: [String]
    private let task: ReadingTask
    private let known: Mutex<[String: Known]>
    /// The number of the last look.
    private let looks = Mutex(0)
    /// What fits a pattern between two looks.
    private let passing: [String: PassingNames]
    private let unreadable = Mutex<Set<[UInt8]>>([])
    private let words = Mutex<[String: Word]>([:])
    private let began = FollowPool.now

    /// - Parameter sources: Patterns, and files that are followed in any case.
    init(_ sources: [IngestSource], _ task: ReadingTask) {
        let patterns = sources.filter { $0.kind == .followedPattern }.map(\.name)
        var passing: [String: PassingNames] = [:]
        if let names = task.names {
            for pattern in patterns { passing[pattern] = PassingNames(pattern, names) }
        }
        (self.task, self.patterns, self.passing) = (task, patterns, passing)
        known = Mutex(
            Dictionary(sources.filter { $0.kind == .followed }.map { ($0.path, Known(isFollowed: true, look: 0)) }) { first, _ in first })
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// The files that have come since the last call.
    func news() -> [IngestSource] {
        var found: [IngestSource] = []
        let look = looks.withLock { look in
            look += 1
            return look
        }
        for pattern in patterns {
            var isFitted = false
            passing[pattern]?.watch()
            for bytes in IngestSource.paths(like: pattern) {
                guard let path = String(validating: bytes, as: UTF8.self) else {
                    if unreadable.withLock({ $0.insert(bytes).inserted }) {
                        task.log(.loss, "\(PrintedText.escaped(bytes: bytes)): \(IngestSource.unnameable)")
                    }
                    continue
                }
                let source = IngestSource.follow(path)
                switch known.withLock({ $0[source.path] }) {
                case .some(let known): isFitted = isFitted || known.isFollowed
                case .none:
                    guard let isLog = isLog(path, look) else { continue }
                    isFitted = true
                    guard isLog else {
                        passing[pattern]?.note(path)
                        continue
                    }
                    known.withLock { $0[source.path] = Known(isFollowed: true, look: look) }
                    found.append(source)
                }
            }
            let missed = missed(pattern, look)
            found += missed
            say(pattern, isFitted || !missed.isEmpty)
        }
        return found
    }

    /// Forgets a file that is gone: it may come again.
    func forget(_ source: IngestSource) { known.withLock { _ = $0.removeValue(forKey: source.path) } }

    /// The files that a pattern has fitted for a moment between two looks.
    private func missed(_ pattern: String, _ look: Int) -> [IngestSource] {
        let news = passing[pattern]?.news { path in known.withLock { $0[IngestSource.follow(path).path] != nil } } ?? []
        var found: [IngestSource] = []
        for event in news {
            switch event {
            case .renamed(let path, let first):
                let source = IngestSource.follow(path)
                guard let key = FileKey(path) else {
                    sayLost(first)
                    continue
                }
                // Who follows one of its names may have it already.
                guard known.withLock({ $0[source.path] == nil }), !task.claims.isTaken(key), isLog(path, look) != nil else { continue }
                task.log(.progress, "\(path): has been \(first)")
                known.withLock { $0[source.path] = Known(isFollowed: true, look: look) }
                found.append(source)
            case .gone(let path):
                // Who follows the name has been told so.
                guard known.withLock({ $0[IngestSource.follow(path).path] }).map({ $0.look == look }) ?? true, !task.written.contains(path)
                else { continue }
                sayLost(path)
            case .cut(let folder):
                task.log(
                    .loss, "\(folder): more names changed than the system could tell; files that fitted \(pattern) in between may be lost")
            }
        }
        return found
    }

    private func sayLost(_ path: String) {
        task.log(.loss, "\(path): moved to another folder, or deleted, before it could be opened; its lines, if it had any, are lost")
    }

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
    private func isLog(_ path: String, _ look: Int) -> Bool? {
        guard let status = IngestSource.status(path), status.st_mode & S_IFMT == S_IFREG, !task.written.contains(path) else { return nil }
        guard status.st_size > 0 else { return false }
        guard let head = try? ModelFile(path).head(Compression.magicBytes) else { return nil }
        guard Compression(head: head) != nil else { return true }
        if known.withLock({ $0.updateValue(Known(isFollowed: false, look: look), forKey: IngestSource.follow(path).path) == nil }) {
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

    /// Whether somebody reads a file.
    func isTaken(_ key: FileKey) -> Bool { owners.withLock { $0[key] != nil } }

    /// Gives a file back.
    func give(_ key: FileKey, _ owner: Int) {
        owners.withLock { if $0[key] == owner { $0[key] = nil } }
    }
}
#endif
