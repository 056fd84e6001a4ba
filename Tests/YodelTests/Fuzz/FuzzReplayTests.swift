import Foundation
import Testing

@testable import YodelTestSupport

// The inputs that are kept: the seeds of the fuzzer, and every input that has ever shown a fault.

@Suite("Kept inputs of the fuzzer")
struct FuzzReplayTests {
    /// `Tests/Fuzz`.
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fuzz")

    private static func files(_ folder: String, _ target: FuzzTarget) throws -> [URL] {
        let path = Self.folder.appendingPathComponent(folder).appendingPathComponent(target.rawValue)
        guard FileManager.default.fileExists(atPath: path.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil).sorted { $0.path < $1.path }
    }

    private static func check(_ files: [URL], _ target: FuzzTarget) throws {
        for file in files {
            let fault = target.fault(in: try ConformanceFile.bytes(of: file))
            #expect(fault == nil, "\(target) \(file.lastPathComponent): \(fault ?? "")")
        }
    }

    @Test(.slow, arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) throws {
        let files = try Self.files("Corpus", target)
        try #require(!files.isEmpty)
        try Self.check(some(4, of: files), target)
    }

    @Test(arguments: FuzzTarget.allCases)
    func faults(target: FuzzTarget) throws {
        try Self.check(try Self.files("Faults", target), target)
    }

    /// Every folder is a target's: none is passed over.
    @Test(arguments: ["Corpus", "Faults"])
    func folders(folder: String) throws {
        let path = Self.folder.appendingPathComponent(folder).path
        let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        #expect(Set(found).isSubset(of: Set(FuzzTarget.allCases.map(\.rawValue))))
    }
}
