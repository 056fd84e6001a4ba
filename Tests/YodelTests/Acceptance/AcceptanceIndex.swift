import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// Which acceptance cases there are. They are facts about YYModel; each has an id, and a test bears the ids that it covers, in its name or in
// its arguments.

enum AcceptanceIndex {
    /// The cases that a test of this folder covers.
    static let ids: [String] = [
        "AT-N01", "AT-N02", "AT-N03", "AT-N04", "AT-N05", "AT-N06", "AT-N07", "AT-N08", "AT-N09", "AT-N12", "AT-N13", "AT-D03", "AT-D04",
        "AT-D05", "AT-D06", "AT-D07", "AT-D08", "AT-D09", "AT-D11", "AT-D12", "AT-D13", "AT-D14", "AT-S01", "AT-S02", "AT-S05", "AT-S06",
        "AT-S07", "AT-A01", "AT-A06", "AT-A07", "BW-01", "BW-03", "BW-05", "CI-01", "CI-04", "CI-06", "CI-07", "CI-09", "CI-12", "CI-13",
        "CI-16", "CI-17", "CI-18", "CI-19", "CI-21", "CI-22", "CU-01", "CU-02", "CU-03", "CU-06", "CU-07", "CT-01", "CT-03", "CT-06",
        "MM-A01", "MM-A02", "MM-C01", "MM-C02", "MM-C03", "MM-C04", "MM-C05", "MM-C07", "MM-C08", "MM-C09", "MM-C10", "MM-C12", "MM-K01",
        "MM-K03", "MM-K05", "MM-K07", "MM-K09", "MM-K11", "MM-K13", "MM-K14", "MM-K15", "MM-K16", "NE-03", "RB-01", "RD-01", "RD-03",
        "RD-05", "RD-06", "DV-T1", "DV-T2", "DV-T4", "DV-T5", "DV-T6", "DV-F1", "DV-F2", "DV-F3", "DV-F4", "DV-F5", "DV-F6", "DV-L01",
        "DV-L02", "DV-L03", "DV-L04", "DV-L05", "DV-L06", "DV-L07", "DV-L09", "DV-L11", "DV-02", "DV-03", "DV-05", "DV-06", "DV-07",
        "DV-08", "DV-09", "DV-10", "DV-12", "DV-13", "DV-14", "DV-15", "DV-16", "DV-17", "DV-18", "DV-19", "DV-20", "DV-21", "DV-23",
        "DV-25", "DV-26", "DV-27", "DV-29", "DV-30", "DV-31", "DV-32", "DV-34", "DV-35", "DV-36", "DV-37", "DV-38", "DV-39", "DV-41",
        "DV-47", "DV-48", "DV-50", "DV-51", "DV-52", "DV-54",
        "BW-02", "BW-04", "BW-06", "CC-H01", "CC-H02", "CC-H03", "CC-H04", "CC-H05", "CC-H06", "CC-H07", "CC-H08", "CC-C01", "CC-K01",
        "CT-05", "DE-01", "MM-K04", "MM-K06", "MM-K08", "MM-K10", "MM-K12", "TJ-02", "TJ-03", "TJ-04", "TJ-05", "TJ-06", "TJ-07",
        "NE-02", "RD-02", "DV-33", "DV-42", "DV-43", "DV-44", "DV-45", "DV-46",
    ]

    /// How many cases there are.
    static let count = 175

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The list of cases, if it is at hand: named by the environment, or beside the package.
    static var caseFile: URL? {
        let package = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let beside = package.deletingLastPathComponent().appendingPathComponent("shared/acceptance/yymodel_cases.json")
        let named = ProcessInfo.processInfo.environment["YODEL_ACCEPTANCE"].map { URL(fileURLWithPath: $0) }
        return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The texts of this folder's files, this one left out.
    static func sources() throws -> [String] {
        let own = URL(fileURLWithPath: #filePath).lastPathComponent
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "swift" && $0.lastPathComponent != own }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }
}

private struct CaseList: Model {
    var cases: [Case] = []

    struct Case: Model {
        var id = ""
    }
}

@Suite("Acceptance: index")
struct AcceptanceIndexTests {
    private let ids = Set(AcceptanceIndex.ids)

    @Test func everyCaseIsThereOnce() {
        #expect(ids.count == AcceptanceIndex.ids.count && ids.count == AcceptanceIndex.count)
    }

    @Test(.enabled(if: AcceptanceIndex.caseFile != nil, "the list of cases is not at hand"))
    func theListIsTheCases() throws {
        let file = try #require(AcceptanceIndex.caseFile)
        let list = try ModelDecoder().decode(CaseList.self, from: try Data(contentsOf: file))
        #expect(list.cases.count == AcceptanceIndex.count)
        let listed = Set(list.cases.map(\.id))
        #expect(listed == ids, "\(listed.symmetricDifference(ids).sorted())")
    }

    /// An id counts where it stands in a literal: by itself, or among others at the start of a test's name.
    @Test(.slow) func everyCaseHasATest() throws {
        let text = try AcceptanceIndex.sources().joined(separator: "\n")
        let missing = AcceptanceIndex.ids.filter { !text.contains("\"\($0)\"") && !text.contains("\"\($0): ") }
        #expect(missing.isEmpty, "\(missing)")
    }
}
