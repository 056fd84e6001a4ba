#if Ingest
import Yodel
internal import YodelSystem

/// Where records come from.
public struct IngestSource: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case file
        case rejects
        case followed
        /// Files to be followed whose names fit a pattern.
        case followedPattern
        /// A folder, which stands for its files.
        case folder
        case standardInput
        /// A file whose name is not UTF-8: it cannot be opened by it.
        case unnameable
    }

    let kind: Kind
    /// What rejects and places call it: the path as it was given, or `-` for standard input.
    public let name: String

    /// The name as a person reads it.
    var printedName: String { kind == .standardInput ? "standard input" : name }

    var isFollowed: Bool { kind == .followed || kind == .followedPattern }

    /// Why a file is not read whose name is not UTF-8.
    static let unnameable = "its name is not UTF-8, so that it cannot be opened: rename it"

    /// The same file as one of rejects.
    package var asRejects: IngestSource { kind == .unnameable ? self : .rejects(name) }

    /// What places are stored by: the same however the path is spelt. A file whose rejects are taken in again is not the one whose lines are records. The path of a
    /// file that is followed keeps its links, so that it stays the same when one of them leads elsewhere.
    var path: String {
        switch kind {
        case .rejects: IngestPlace.ofRejects + AbsolutePath.of(name)
        case .followed: AbsolutePath.withLinks(name)
        case .file, .folder, .standardInput, .unnameable, .followedPattern: AbsolutePath.of(name)
        }
    }

    /// The paths that a place of the source may name: as the source is called now, and as another spelling of it, or another way of reading it, has called it.
    var paths: Set<String> {
        if kind == .rejects { return [path] }
        return Set([path, AbsolutePath.of(name), AbsolutePath.withLinks(name), AbsolutePath.resolved(name)].compactMap(\.self))
    }

    /// A file of lines, plain or compressed by gzip or zstd, as its first bytes say. Of a path that is a pipe or a device its bytes are read as they come.
    ///
    /// A last line that has no line feed, and is no complete object, array or string, may still be written: it is left to the next run (``IngestSummary/unfinishedLines``).
    ///
    /// - Parameter path: The path, absolute or from the process's working directory.
    /// - Returns: The source.
    public static func file(_ path: String) -> IngestSource { IngestSource(kind: .file, name: path) }

    /// All files of a folder but hidden ones and those that the sink writes, by name: each is read as ``file(_:)`` is. Which files these are is looked up when the
    /// run begins; folders inside of it are not read.
    ///
    /// - Parameter path: The path. A folder without files is an error of the run.
    /// - Returns: The source.
    public static func folder(_ path: String) -> IngestSource { IngestSource(kind: .folder, name: path) }

    /// A file of lines that grows: its lines are read as they are finished, until the ingestion is stopped.
    ///
    /// A file that takes its name (rotation by rename) is read after the old one has been read to its end. Files that were rotated while nothing was reading are found
    /// next to it: one that had been read before by its inode and bytes, whatever it is called now; later ones by their names (`events.ndjson.1`). If the path leads
    /// through links, the old target is read to its end when a link leads elsewhere. A file that is truncated and rewritten is read from its start. The log says what
    /// cannot be found, and from which byte on, at the level critical.
    ///
    /// - Parameter path: The path. The file need not exist yet. `*`, `?` and `[` are characters like others; ``follow(matching:)`` takes patterns.
    /// - Returns: The source.
    public static func follow(_ path: String) -> IngestSource { IngestSource(kind: .followed, name: path) }

    /// Files of lines that grow: all whose paths fit a pattern, also those that come while the ingestion runs. Each is followed as by ``follow(_:)``.
    ///
    /// New ones are seen within a second or two. Where files are rotated by renaming, the pattern should fit their new names as well (`logs/*.log*`): a file that is made and
    /// renamed while nothing runs is not known otherwise, and no file is read under two names at a time, nor a line twice. One that is renamed between two looks is known where
    /// the kernel reports it (inotify). Where rotation copies and truncates, the pattern should not fit them (`logs/*.log`): a copy is a file of its own, whose lines would come
    /// in again. Files that are compressed, and files that the sink writes, are left out.
    ///
    /// - Parameter pattern: A path with `*`, `?` or `[`, also in the names of its folders. No file need fit it yet.
    /// - Returns: The source.
    public static func follow(matching pattern: String) -> IngestSource { IngestSource(kind: .followedPattern, name: pattern) }

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
        let written = WrittenFiles(written)
        for argument in arguments {
            if argument == "-" {
                sources.append(.standardInput)
            } else if let status = status(argument) {
                sources += status.st_mode & S_IFMT == S_IFDIR ? try files(in: argument).filter { !written.contains($0) } : [.file(argument)]
            } else if isPattern(argument) {
                sources += try files(like: argument).filter { !written.contains($0) }
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

    /// The sources that arguments of a command name, to be followed.
    ///
    /// - Parameter arguments: Paths of files, which need not exist yet, and patterns with `*`, `?` or `[` (``follow(matching:)``).
    /// - Returns: The sources, in the order of the arguments.
    /// - Throws: ``IngestError`` of kind `source` for a folder, for standard input, and for a file that is named twice, through a link or otherwise.
    public static func followed(_ arguments: [String]) throws(IngestError) -> [IngestSource] {
        for argument in arguments {
            let status = Self.status(argument)
            if argument == "-" { throw IngestError(.source, "standard input cannot be followed") }
            if let status, status.st_mode & S_IFMT == S_IFDIR {
                throw IngestError(
                    .source, "\(argument) is a folder (directory): only files can be followed; name each of them, or a pattern in quotes")
            }
        }
        let sources = arguments.map { status($0) == nil && isPattern($0) ? IngestSource.follow(matching: $0) : .follow($0) }
        try checkFollowed(sources)
        return sources
    }

    /// Sources in which the files of folders stand for these.
    static func opened(_ sources: [IngestSource], besides written: WrittenFiles) throws(IngestError) -> [IngestSource] {
        var opened: [IngestSource] = []
        for source in sources {
            opened += source.kind == .folder ? try files(in: source.name).filter { !written.contains($0) } : [source]
        }
        return opened
    }

    /// Looks whether a file that is followed is a source a second time, through a link or otherwise: both would be read at once, and have its records in twice.
    static func checkFollowed(_ sources: [IngestSource]) throws(IngestError) {
        var (paths, files): (Set<String>, Set<FileKey>) = ([], [])
        for source in sources where source.kind == .followed {
            let isNew = paths.insert(source.path).inserted
            guard isNew, FileKey(source.name).map({ files.insert($0).inserted }) ?? true else {
                throw IngestError(.source, "\(source.name) is named twice")
            }
        }
        guard !paths.isEmpty else { return }
        for source in sources where source.kind == .file {
            if paths.contains(AbsolutePath.withLinks(source.name)) || FileKey(source.name).map({ files.contains($0) }) ?? false {
                throw IngestError(.source, "\(source.name) is named twice: it is followed, too")
            }
        }
    }

    /// Whether an argument may be meant as a pattern.
    private static func isPattern(_ argument: String) -> Bool { argument.contains { "*?[".contains($0) } }

    /// What is known of a file; nil if there is none.
    ///
    /// - Parameter ofLink: Whether that of a link is meant, not that of its target.
    static func status(_ path: String, ofLink: Bool = false) -> stat? {
        var status = stat()
        return unsafe (ofLink ? lstat(path, &status) : stat(path, &status)) == 0 ? status : nil
    }

    /// A file by the bytes of its path.
    private static func file(at path: [UInt8]) -> IngestSource {
        if let text = String(validating: path, as: UTF8.self) { return .file(text) }
        return IngestSource(kind: .unnameable, name: PrintedText.escaped(bytes: path))
    }

    private static func files(in folder: String) throws(IngestError) -> [IngestSource] {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        let found = try FolderNames(folder)
        let paths = found.names.filter { !$0.hasPrefix(".") }.map { folder + $0 }
        let files = paths.filter { status($0).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }.map { IngestSource.file($0) }
        let others = found.unreadable.filter { $0.first != UInt8(ascii: ".") }.map { file(at: Array(folder.utf8) + $0) }
        if files.isEmpty && others.isEmpty { throw IngestError(.source, "there are no files in the folder \(folder)") }
        return (files + others).sorted { $0.name < $1.name }
    }

    /// The bytes of the paths that fit a pattern, sorted.
    ///
    /// - Parameter options: Those of `glob`.
    static func paths(like pattern: String, _ options: Int32 = 0) -> [[UInt8]] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(pattern, options, nil, &found) == 0 else { return [] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    private static func files(like pattern: String) throws(IngestError) -> [IngestSource] {
        let paths = paths(like: pattern, GLOB_MARK)
        if paths.isEmpty { throw IngestError(.source, "no file matches \(pattern)") }
        let files = paths.filter { $0.last != UInt8(ascii: "/") }
        if files.isEmpty { throw IngestError(.source, "only folders match \(pattern)") }
        return files.map { file(at: $0) }
    }
}

/// The files that a sink writes: none of them is a source, whatever it is called, and whether it is there yet or not.
struct WrittenFiles {
    private let keys: Set<FileKey>
    private let paths: Set<String>
    /// What the paths end with.
    private let names: Set<String>

    init(_ files: [String]) {
        keys = Set(files.compactMap { FileKey($0) })
        paths = Set(files.map { AbsolutePath.target($0) })
        names = Set(paths.map { AbsolutePath.split($0).name })
    }

    func contains(_ path: String) -> Bool {
        var status = IngestSource.status(path, ofLink: true)
        let isLink = status.map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
        if isLink { status = IngestSource.status(path) }
        if let status, keys.contains(FileKey(status)) { return true }
        // Only a link leads to a file of another name.
        return (isLink || names.contains(AbsolutePath.split(path).name)) && paths.contains(AbsolutePath.target(path))
    }

    func contains(_ source: IngestSource) -> Bool {
        switch source.kind {
        case .file, .rejects, .followed: return contains(source.name)
        case .folder, .unnameable, .followedPattern: return false
        case .standardInput:
            var status = stat()
            guard unsafe fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return keys.contains(FileKey(status))
        }
    }
}
#endif
