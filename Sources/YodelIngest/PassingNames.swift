#if Ingest
import Synchronization
internal import YodelSystem

// Between two looks at a pattern a file may be made and renamed, or get its first bytes and be renamed: then the pattern does not fit it any more, and no look finds it. So
// the kernel tells what happens to the names in the folders of a pattern, as it does for a name that is followed (FolderWatch):
//
//     created a.log | moved a.log → a.log.1      a.log.1 is read, as if a.log had been found in time
//     created a.log | deleted a.log              a.log is lost, and the log says so

/// Files that a pattern has fitted, and that no look has found yet.
final class PassingNames: Sendable {
    /// What has become of such a file.
    enum News: Equatable {
        /// It has another name, which the pattern does not fit.
        case renamed(path: String, from: String)
        /// It is in another folder, or nowhere.
        case gone(path: String)
        /// The system could not tell all that has happened in a folder.
        case cut(folder: String)
    }

    fileprivate struct Folder {
        let watch: FolderWatch
        /// The names that files had when the pattern fitted them first, by those that they have now.
        var files: [String: String] = [:]
        /// Such names by the renaming of which one half has been told, and whether that was at the last look.
        var moving: [UInt32: (name: String, isOld: Bool)] = [:]
    }

    private let folderPattern: String
    private let namePattern: String
    private let names: FolderEvents
    private let folders = Mutex<[String: Folder]>([:])

    /// - Parameter names: What the kernel tells.
    init(_ pattern: String, _ names: FolderEvents) {
        (folderPattern, namePattern) = Self.split(pattern)
        self.names = names
    }

    /// Watches the folders that there are. What has happened in them before is not told.
    func watch() {
        let paths = IngestSource.paths(like: folderPattern).compactMap { String(validating: $0, as: UTF8.self) }
        for path in paths {
            guard folders.withLock({ $0[path] == nil }), let watch = FolderWatch(path, fitting: namePattern, in: names) else { continue }
            folders.withLock { $0[path] = Folder(watch: watch) }
        }
    }

    /// Notes a file that has been found and has no bytes yet.
    func note(_ path: String) {
        let (folder, name) = Self.split(path)
        folders.withLock { folders in
            if folders[folder]?.files[name] == nil { folders[folder]?.files[name] = name }
        }
    }

    /// What has become of files that the pattern has fitted since the last look.
    ///
    /// - Parameter isFound: Whether the file of a path needs no telling any more.
    func news(_ isFound: (String) -> Bool) -> [News] {
        folders.withLock { folders in
            var news: [News] = []
            for path in folders.keys.sorted() {
                guard var folder = folders[path] else { continue }
                folders[path] = nil
                let told = folder.watch.news()
                if told.isCut { news.append(.cut(folder: path)) }
                for name in folder.add(told.events, fits) { news.append(.gone(path: path + name)) }
                for (name, first) in folder.files.sorted(by: { $0.key < $1.key }) {
                    let isFitted = fits(name)
                    if isFitted && !isFound(path + name) { continue }
                    folder.files[name] = nil
                    if !isFitted { news.append(.renamed(path: path + name, from: path + first)) }
                }
                if folder.files.isEmpty && folder.moving.isEmpty { folder.watch.settle() }
                // It is watched again if it is there again.
                if !told.hasEnded { folders[path] = folder }
            }
            return news
        }
    }

    private func fits(_ name: String) -> Bool { FolderWatch.fits(name, namePattern) }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let (folder, name) = AbsolutePath.split(path)
        return (folder.isEmpty ? "./" : folder, name)
    }
}

extension PassingNames.Folder {
    /// Takes note of events.
    ///
    /// - Returns: The first names of files that are gone.
    fileprivate mutating func add(_ events: [FolderWatch.Event], _ fits: (String) -> Bool) -> [String] {
        var gone = moving.values.filter(\.isOld).map(\.name)
        moving = moving.filter { !$0.value.isOld }
        for event in events {
            switch event.kind {
            case .created:
                if fits(event.name) { files[event.name] = event.name }
            case .movedAway:
                if let first = files.removeValue(forKey: event.name) { moving[event.cookie] = (first, false) }
            case .movedHere:
                // What had that name is gone.
                if let first = files.removeValue(forKey: event.name) { gone.append(first) }
                if let first = moving.removeValue(forKey: event.cookie)?.name {
                    files[event.name] = first
                } else if fits(event.name) {
                    files[event.name] = event.name
                }
            case .deleted:
                if let first = files.removeValue(forKey: event.name) { gone.append(first) }
            }
        }
        for cookie in moving.keys { moving[cookie]?.isOld = true }
        return gone
    }
}
#endif
