#if Ingest
import Synchronization
internal import YodelSystem

/// What is in folders. A folder is read again when something has changed in it, so that thousands of files that are followed in one folder read it once.
final class FolderLists: Sendable {
    private let lists = Mutex<[String: FolderList]>([:])

    /// The names in a folder.
    ///
    /// - Returns: nil if there is no such folder.
    func list(_ folder: String) throws(IngestError) -> FolderList? {
        guard let status = IngestSource.status(folder) else { return nil }
        let known = lists.withLock { $0[folder] }
        if let known, known.isOf(status) { return known }
        let list = FolderList(try FolderNames(folder), folder, status)
        lists.withLock { lists in
            // Those of folders that are gone.
            if lists.count >= Self.mostFolders { lists = [:] }
            lists[folder] = list.isLasting ? list : nil
        }
        return list
    }

    private static var mostFolders: Int { 256 }
}

/// The names in a folder, by what they are looked for.
final class FolderList: Sendable {
    /// The bytes of the names of files whose names are not UTF-8: no path can name them.
    let unreadable: [[UInt8]]
    private let folder: String
    private let key: FileKey
    private let written: FileTime
    /// Whether a later change of the folder can be told by its time.
    let isLasting: Bool
    /// Names by what stands before each point or hyphen of them, and by themselves.
    private let alike: [String: [String]]
    private let names: [String]
    /// Names by the inode of their file; under nil those that are links, whose files may change.
    private let inodes = Mutex<[UInt64?: [String]]?>(nil)

    init(_ names: FolderNames, _ folder: String, _ status: stat) {
        (unreadable, self.names, self.folder) = (names.unreadable, names.names, folder)
        (key, written) = (FileKey(status), FileTime(status))
        // Two changes within a tick of the clock have one time. Some file systems know seconds alone.
        let ticks = written.nanoseconds % 1_000_000 == 0 ? 3_000_000_000 : 50_000_000
        isLasting = written.isPast(byNanoseconds: ticks)
        var alike: [String: [String]] = [:]
        for name in names.names {
            let bytes = name.utf8
            for index in bytes.indices where bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: "-") {
                alike[String(name[..<index]), default: []].append(name)
            }
            alike[name, default: []].append(name)
        }
        self.alike = alike
    }

    /// Whether the list holds for what the folder is now.
    func isOf(_ status: stat) -> Bool { FileKey(status) == key && FileTime(status) == written }

    /// The names that are as rotation makes them of a name, itself among them, and those of files with some inodes.
    func names(like name: String, or inodes: Set<UInt64>) -> [String] {
        let alike = alike[name] ?? []
        guard !inodes.isEmpty else { return alike }
        let known = self.inodes.withLock { known in
            let names = known ?? byInode()
            known = names
            return names
        }
        let others = (known[nil] ?? []) + inodes.flatMap { known[$0] ?? [] }
        let seen = Set(alike)
        return alike + others.filter { !seen.contains($0) }
    }

    private func byInode() -> [UInt64?: [String]] {
        var known: [UInt64?: [String]] = [:]
        for name in names {
            var status = stat()
            guard unsafe lstat(folder + name, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: known[UInt64(status.st_ino), default: []].append(name)
            case S_IFLNK: known[nil, default: []].append(name)
            default: break
            }
        }
        return known
    }
}
#endif
