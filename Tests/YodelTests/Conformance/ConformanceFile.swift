import Foundation
import Testing

/// What a document's name says of it: the first letter, as in the public suites.
enum ConformanceVerdict: Character {
    /// RFC 8259 has it: a parser must accept it.
    case accept = "y"
    /// RFC 8259 does not have it: a parser must refuse it.
    case refuse = "n"
    /// RFC 8259 leaves it to the implementation.
    case implementation = "i"
}

/// A document with its verdict: `y_array_of_objects.json`.
struct ConformanceFile: Sendable, CustomTestStringConvertible {
    let name: String
    let verdict: ConformanceVerdict
    let bytes: [UInt8]

    /// The rule of the grammar that it is about: the second word of its name.
    var production: String { String(name.split(separator: "_")[1]) }
    var testDescription: String { name }

    /// Our own documents.
    static let own: [ConformanceFile] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return (try? files(in: tests.appendingPathComponent("Fixtures/Conformance"))) ?? []
    }()

    /// Where another suite lies whose files are named in the same way.
    static let publicSuite = ProcessInfo.processInfo.environment["YODEL_JSONTESTSUITE"]

    /// The files of that suite, in its folder or in the folders below.
    static let others: [ConformanceFile] = publicSuite.flatMap { try? files(in: URL(fileURLWithPath: $0)) } ?? []

    private static func files(in folder: URL) throws -> [ConformanceFile] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().compactMap { path in
            let url = folder.appendingPathComponent(path)
            let name = url.deletingPathExtension().lastPathComponent
            guard url.pathExtension == "json", name.dropFirst().first == "_",
                let verdict = name.first.flatMap(ConformanceVerdict.init(rawValue:))
            else { return nil }
            return ConformanceFile(name: name, verdict: verdict, bytes: try bytes(of: url))
        }
    }

    /// A file's bytes. `Data(contentsOf:)` leaks a page for a file that is empty.
    static func bytes(of url: URL) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        return Array(try file.readToEnd() ?? Data())
    }
}
