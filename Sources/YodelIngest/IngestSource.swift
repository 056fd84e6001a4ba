#if Ingest
import Glibc
import Yodel

/// Where records come from.
public struct IngestSource: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case file
        case rejects
        case followed
        case standardInput
        /// A file whose name is not UTF-8: it cannot be opened by it.
        case unnameable
    }

    let kind: Kind
    /// What rejects and places call it: the path as it was given, or `-` for standard input.
    public let name: String

    /// The name as a person reads it.
    var printedName: String { kind == .standardInput ? "standard input" : name }

    /// Why a file is not read whose name is not UTF-8.
    static let unnameable = "its name is not UTF-8, so that it cannot be opened: rename it"

    /// The same file as one of rejects.
    package var asRejects: IngestSource { kind == .unnameable ? self : .rejects(name) }

    /// What places are kept by: the same however the path is spelt. A file whose rejects are taken in again is not the one whose lines are records.
    var path: String { (kind == .rejects ? IngestPlace.ofRejects : "") + AbsolutePath.of(name) }

    /// A file of lines, plain or compressed by gzip or zstd, as its first bytes say. Of a path that is a pipe or a device its bytes are read as they come.
    ///
    /// A last line that has no line feed, and is no complete object, array or string, may still be written: it is left to the next run (``IngestSummary/unfinishedLines``).
    ///
    /// - Parameter path: The path, absolute or from the process's working directory.
    /// - Returns: The source.
    public static func file(_ path: String) -> IngestSource { IngestSource(kind: .file, name: path) }

    /// A file of lines that grows: its lines are read as they are finished, until the ingestion is stopped.
    ///
    /// A file that takes its name (rotation by rename) is read when the old one has been read to its end; files that have been rotated while nothing was reading
    /// are found again beside it (`events.ndjson.1`), by their inodes. A file that is cut short and written anew (rotation by truncation) is read from its start; what
    /// had been written to it, but not been read before, is gone then.
    ///
    /// - Parameter path: The path. The file need not be there yet.
    /// - Returns: The source.
    public static func follow(_ path: String) -> IngestSource { IngestSource(kind: .followed, name: path) }

    /// A file of rejects (``SQLiteSink/Options/rejectsPath``, or what ``NDJSONSink`` keeps beside its lines), plain or compressed, whose records are taken in again: after
    /// the model, the options or the file itself have been mended.
    ///
    /// Each of its lines is taken in once, as those of any other file. The record in its `raw` or `rawBase64` becomes a row; one that fails again becomes a reject of the
    /// source, line, offset and length that the line tells, with its new reason. One without bytes stays a reject, and a line that is no reject is one of this file. Unknown
    /// and missing keys are not looked at.
    ///
    /// - Parameter path: The path. A file that the sink writes is refused: what fails again would be added to it.
    /// - Returns: The source.
    public static func rejects(_ path: String) -> IngestSource { IngestSource(kind: .rejects, name: path) }

    /// Standard input: lines, plain or compressed. It cannot be read again: a run that is killed leaves behind what is in, and the next one reads what it is given.
    public static let standardInput = IngestSource(kind: .standardInput, name: "-")

    /// The sources that arguments of a command name.
    ///
    /// - Parameter arguments: Paths of files, of folders (all files in it but hidden ones, by name), patterns with `*`, `?` or `[`, and `-` for standard input.
    /// - Parameter written: Files that are not to be read where a folder or a pattern names them, such as ``IngestSink/files``.
    /// - Returns: The sources, in the order of the arguments; those of a folder or a pattern by name. A file in a folder whose name is not UTF-8 is among them, its name with escapes:
    ///   an ingestion does not read it, but says so in its log and in ``IngestSummary/unfitSources``.
    /// - Throws: ``IngestError`` of kind `source` if there is no such file, or nothing that fits a pattern, or a file is named twice.
    public static func named(_ arguments: [String], besides written: [String] = []) throws(IngestError) -> [IngestSource] {
        var sources: [IngestSource] = []
        let written = Set(written.compactMap { FileKey($0) })
        func isNone(_ source: IngestSource) -> Bool { FileKey(source.name).map { written.contains($0) } ?? false }
        for argument in arguments {
            if argument == "-" {
                sources.append(.standardInput)
            } else if let status = status(argument) {
                sources += status.st_mode & S_IFMT == S_IFDIR ? try files(in: argument).filter { !isNone($0) } : [.file(argument)]
            } else if argument.contains(where: { "*?[".contains($0) }) {
                sources += try files(like: argument).filter { !isNone($0) }
            } else {
                throw IngestError(.source, "there is no file \(argument)")
            }
        }
        var seen: Set<String> = []
        for source in sources where source.kind != .unnameable && !seen.insert(source.name).inserted {
            throw IngestError(.source, "\(source.printedName) is named twice")
        }
        return sources
    }

    static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// The status of a path that need not be UTF-8.
    private static func status(_ path: [UInt8]) -> stat? {
        var status = stat()
        let path = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// A file by the bytes of its path.
    private static func file(at path: [UInt8]) -> IngestSource {
        if let text = String(validating: path, as: UTF8.self) { return .file(text) }
        return IngestSource(kind: .unnameable, name: PrintedText.escaped(bytes: path))
    }

    private static func files(in folder: String) throws(IngestError) -> [IngestSource] {
        let folderPath = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8)
        let paths = try entries(of: folder).filter { $0.first != UInt8(ascii: ".") }.map { folderPath + $0 }
        let files = paths.filter { status($0).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
        if files.isEmpty { throw IngestError(.source, "there are no files in the folder \(folder)") }
        return files.map { file(at: $0) }.sorted { $0.name < $1.name }
    }

    /// The names in a folder that are UTF-8, sorted.
    static func names(in folder: String) throws(IngestError) -> [String] {
        try entries(of: folder).compactMap { String(validating: $0, as: UTF8.self) }.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// What is in a folder, itself and the one above it included: a name may be any bytes.
    private static func entries(of folder: String) throws(IngestError) -> [[UInt8]] {
        guard let directory = unsafe opendir(folder) else { throw IngestError(.source, "the folder \(folder) cannot be read") }
        defer { unsafe closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
                }
            }
            names.append(name)
        }
        return names
    }

    private static func files(like pattern: String) throws(IngestError) -> [IngestSource] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(pattern, GLOB_MARK, nil, &found) == 0 else { throw IngestError(.source, "no file matches \(pattern)") }
        let paths = unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
        let files = paths.filter { $0.last != UInt8(ascii: "/") }
        if files.isEmpty { throw IngestError(.source, "only folders match \(pattern)") }
        return files.map { file(at: $0) }
    }
}

/// The files that a sink writes: none of them is a source, whatever it is called, and whether it is there yet or not.
struct WrittenFiles {
    private let keys: Set<FileKey>
    private let paths: Set<String>

    init(_ files: [String]) {
        keys = Set(files.compactMap { FileKey($0) })
        paths = Set(files.map { AbsolutePath.target($0) })
    }

    func contains(_ path: String) -> Bool {
        FileKey(path).map { keys.contains($0) } ?? false || paths.contains(AbsolutePath.target(path))
    }

    func contains(_ source: IngestSource) -> Bool {
        switch source.kind {
        case .file, .rejects, .followed: return contains(source.name)
        case .unnameable: return false
        case .standardInput:
            var status = stat()
            guard unsafe fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return keys.contains(FileKey(status))
        }
    }
}

/// Which file something is, whatever it is called.
struct FileKey: Hashable {
    let device: UInt64
    let inode: UInt64

    /// - Returns: nil if there is no such file.
    init?(_ path: String) {
        guard let status = IngestSource.status(path) else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

enum AbsolutePath {
    /// A path from the root, with no link among its folders. The file itself need not be there.
    static func of(_ path: String) -> String {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let real = unsafe realpath(folder, nil) else { return path }
        defer { unsafe free(real) }
        let root = unsafe String(cString: real)
        return root == "/" ? "/" + name : "\(root)/\(name)"
    }

    /// The path that a path leads to through links. The file need not be there.
    static func target(_ path: String) -> String {
        var path = of(path)
        // More links than that are a circle, which opens no file.
        for _ in 0..<40 {
            guard let link = link(at: path) else { break }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            path = of(link.hasPrefix("/") ? link : folder + link)
        }
        return path
    }

    /// What a link leads to; nil if there is none.
    private static func link(at path: String) -> String? {
        let size = 4_096
        var bytes = [CChar](repeating: 0, count: size)
        let count = unsafe readlink(path, &bytes, size)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
#endif
