#if Ingest
import Yodel
internal import YodelSystem

/// Which file something is, whatever it is called. It holds as long as the machine runs and the file is not deleted.
struct FileKey: Hashable {
    let device: UInt64
    let inode: UInt64

    /// - Returns: nil if there is no such file.
    init?(_ path: String) {
        guard let status = IngestSource.status(path) else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        (device, inode) = (status.deviceNumber, UInt64(status.st_ino))
    }

    init(_ file: ModelFile) throws(ModelError) {
        (device, inode) = (try file.device(), try file.inode())
    }
}

/// When a file was written last. It may be any time, in the future too: whoever owns a file sets it.
struct FileTime: Comparable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: (seconds: Int, nanoseconds: Int)) {
        (seconds, nanoseconds) = time
    }

    init(_ status: stat) {
        (seconds, nanoseconds) = (Int(status.writeTime.tv_sec), Int(status.writeTime.tv_nsec))
    }

    static var now: FileTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return FileTime((Int(time.tv_sec), Int(time.tv_nsec)))
    }

    static func < (left: FileTime, right: FileTime) -> Bool { (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds) }

    /// Whether it is longer ago than so many nanoseconds.
    func isPast(byNanoseconds count: Int, at now: FileTime = .now) -> Bool {
        let (age, overflow) = now.seconds.subtractingReportingOverflow(seconds)
        // What is a hundred seconds ago needs no nanoseconds.
        guard !overflow, (0...100).contains(age) else { return seconds < now.seconds }
        return age * 1_000_000_000 + now.nanoseconds - nanoseconds > count
    }

    /// Whether it is longer ago than so many seconds.
    func isPast(by count: Int, at now: FileTime = .now) -> Bool {
        let (age, overflow) = now.seconds.subtractingReportingOverflow(seconds)
        return overflow ? seconds < now.seconds : age > count
    }
}

extension ModelFile {
    /// Opens a file.
    ///
    /// - Returns: nil if there is none.
    static func ifPresent(_ path: String) throws(IngestError) -> ModelFile? {
        do {
            return try ModelFile(path)
        } catch {
            // It may have gone between two looks.
            if FileKey(path) == nil { return nil }
            throw .of(source: path, error)
        }
    }
}

/// The names in a folder.
struct FolderNames {
    /// Names that are UTF-8, sorted.
    private(set) var names: [String] = []
    /// The bytes of the names of files whose names are not UTF-8: no path can name them.
    private(set) var unreadable: [[UInt8]] = []

    init(_ folder: String) throws(IngestError) {
        guard let directory = unsafe opendir(folder) else { throw .system(.source, "the folder \(folder) cannot be read") }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                    if let name = unsafe String(validatingCString: bytes) {
                        if name != "." && name != ".." { names.append(name) }
                    } else {
                        var status = stat()
                        guard unsafe fstatat(dirfd(directory), bytes, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
                        unreadable.append(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: strlen(bytes))))
                    }
                }
            }
        }
        names.sort()
        unreadable.sort { $0.lexicographicallyPrecedes($1) }
    }
}

enum AbsolutePath {
    /// A path from the root, with no link among its folders. The file itself need not be there.
    static func of(_ path: String) -> String {
        let (folder, name) = split(path)
        guard let root = resolved(folder.isEmpty ? "." : folder) else { return path }
        return root == "/" ? "/" + name : "\(root)/\(name)"
    }

    /// A path from the root, with its links.
    static func withLinks(_ path: String) -> String {
        var parts = Self.parts(path)
        if !path.hasPrefix("/") { parts = Self.parts(resolved(".") ?? "") + parts }
        // Where `..` leads to depends on the links before it.
        if let last = parts.lastIndex(of: ".."), let head = resolved("/" + parts[...last].joined(separator: "/")) {
            parts = Self.parts(head) + parts[(last + 1)...]
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The path of a file that is there, with no link at all.
    static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The folder of a path, with the slash at its end, and the name in it.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
    }

    /// The path that a path leads to through links. The file need not be there.
    static func target(_ path: String) -> String {
        var path = of(path)
        // More links than that are a circle, which opens no file.
        for _ in 0..<40 {
            guard let link = link(at: path) else { break }
            path = of(link.hasPrefix("/") ? link : split(path).folder + link)
        }
        return path
    }

    /// The links that a path leads through: each by its folder, with the slash at its end, and its name there.
    static func links(_ path: String) -> [(folder: String, name: String)] {
        var (links, folder): ([(folder: String, name: String)], String) = ([], "")
        var rest: [String] = parts(withLinks(path)).reversed()
        while links.count < 40, let part = rest.popLast() {
            if part == ".." {
                folder = String(split(folder).folder.dropLast())
            } else if let link = link(at: "\(folder)/\(part)") {
                links.append(("\(folder)/", part))
                if link.hasPrefix("/") { folder = "" }
                rest += parts(link).reversed()
            } else {
                folder += "/\(part)"
            }
        }
        return links
    }

    /// Whether the last name of a path is that of a link.
    static func isLink(_ path: String) -> Bool {
        IngestSource.status(path, ofLink: true).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// What a link leads to; nil if there is none.
    private static func link(at path: String) -> String? {
        let size = 4_096
        var bytes = [CChar](repeating: 0, count: size)
        let count = unsafe readlink(path, &bytes, size)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }
}
#endif
