import Foundation
import Testing

@testable import YodelTestSupport

// The layers of Sources/Yodel: data flows down the table and never back. The test reads the sources and names every place that breaks it.

@Suite("Layering", .sameOnYajl)
struct LayeringTests {
    @Test func theSourcesKeepTheLayers() throws {
        let violations = Layers.violations(in: try Layers.library())
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func everyFolderIsALayer() throws {
        let folders = Set(try Layers.library().keys.map { $0.split(separator: "/")[0] })
        #expect(folders == Set(Layers.mayName.keys.map { Substring($0) }))
    }

    @Test(arguments: [
        ("Tokens/Planted.swift", "let plan: PropertyPlan", "Tokens names PropertyPlan of Plan"),
        ("Types/Planted.swift", "let p: DocumentText", "Types names DocumentText of Tokens"),
        ("Errors/Planted.swift", "func f() -> Words? { nil }", "Errors names Words of Bytes"),
        ("JSON/Planted.swift", "let t: YajlParser", "JSON names YajlParser of Tokens"),
        ("Types/Planted.swift", "let v = JSONValue.null", "Types names JSONValue of JSON"),
        ("Plan/Planted.swift", "let t: YajlParser", "Plan names YajlParser of Tokens"),
        ("Plan/Planted.swift", "let t: ScalarTarget", "Plan names ScalarTarget of Scalars"),
        ("Scalars/Planted.swift", "let p: ValuePlan", "Scalars names ValuePlan of Plan"),
        ("Mapping/Planted.swift", "let d = ModelDecoder()", "Mapping names ModelDecoder of API"),
        ("Decoding/Planted.swift", "let m: MappingMachine", "Decoding names MappingMachine of Mapping"),
        ("Mapping/Planted.swift", "let w: ModelWriter", "Mapping names ModelWriter of Encoding"),
        ("Encoding/Planted.swift", "let m: MappingMachine", "Encoding names MappingMachine of Mapping"),
        ("Archive/Planted.swift", "let w: ModelWriter", "Archive names ModelWriter of Encoding"),
        ("Models/Planted.swift", "let w: ModelWriter", "Models names ModelWriter of Encoding"),
        ("Coding/Planted.swift", "let m: MappingMachine", "Coding names MappingMachine of Mapping"),
        ("Encoding/Planted.swift", "let c: ModelComparison", "Encoding names ModelComparison of Models"),
        ("Mapping/Planted.swift", "internal import CYajl", "Mapping imports CYajl"),
        ("Types/Planted.swift", "import CScan", "Types imports CScan"),
        ("API/Planted.swift", "import Foundation", "API imports Foundation"),
        ("Plan/Planted.swift", "public import SomethingElse", "Plan imports SomethingElse"),
    ])
    func aPlantedViolationIsFound(_ path: String, _ text: String, _ complaint: String) throws {
        var files = try Layers.library()
        files[path] = Layers.Names(text)
        let violations = Layers.violations(in: files)
        #expect(violations.count == 1 && violations[0].contains(complaint) && violations[0].contains(path), "\(violations)")
    }

    /// A lower layer may not call what a higher one has added to a type, though it may name the type.
    @Test(arguments: [
        ("Plan/Planted.swift", "func f(_ plan: PlanRef) -> Bool { plan.holdsNull }", "Plan uses holdsNull, which Decoding adds to PlanRef"),
        ("Bytes/Planted.swift", "func f(_ a: A) -> Bool { a.isTakenByScalars }", "Bytes uses isTakenByScalars, which Planted adds to A"),
    ])
    func aMemberThatReachesUpIsFound(_ path: String, _ text: String, _ complaint: String) throws {
        var files = try Layers.library()
        files[path] = Layers.Names(text)
        files["Planted/Above.swift"] = Layers.Names("extension A {\n    var isTakenByScalars: Bool { true }\n}\n")
        let violations = Layers.violations(in: files)
        #expect(violations == ["\(path): \(complaint)"], "\(violations)")
    }

    @Test func noFileIsLongerThanFourHundredLines() throws {
        let long = try Layers.library().filter { $0.value.lines > 400 }.map { "\($0.key): \($0.value.lines)" }
        #expect(long.isEmpty, "\(long)")
    }

    @Test func wordsInCommentsAndStringsAreNoNames() throws {
        var files = try Layers.library()
        files["Errors/Planted.swift"] = Layers.Names("// PropertyPlan\n/// `ModelDecoder`\nlet text = \"JSONValue and Words\"\n")
        #expect(Layers.violations(in: files).isEmpty)
    }
}

private enum Layers {
    /// What each layer may name.
    static let mayName: [String: Set<String>] = [
        "Errors": [],
        "Bytes": ["Errors"],
        "JSON": ["Bytes", "Errors"],
        "Tokens": ["JSON", "Bytes", "Errors"],
        "Types": ["Errors"],
        "Plan": ["Types", "JSON", "Errors"],
        "Scalars": ["Types", "JSON", "Bytes", "Errors"],
        "Decoding": ["Coding", "Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors"],
        "Mapping": ["Decoding", "Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors"],
        "Encoding": ["Coding", "Scalars", "Plan", "Types", "JSON", "Bytes", "Errors"],
        "Streams": ["Mapping", "Decoding", "Tokens", "Plan", "Types", "JSON", "Bytes", "Errors"],
        "Archive": ["Scalars", "Plan", "Types", "JSON", "Bytes", "Errors"],
        "Models": ["Scalars", "Plan", "Types", "JSON", "Bytes", "Errors"],
        "Coding": ["Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors"],
        "Columns": ["Streams", "Mapping", "Decoding", "Scalars", "Tokens", "Plan", "Types", "JSON", "Bytes", "Errors"],
        "API": [
            "Columns", "Coding", "Models", "Archive", "Streams", "Encoding", "Mapping", "Decoding", "Scalars", "Tokens", "Plan", "Types",
            "JSON",
            "Bytes", "Errors",
        ],
    ]

    /// Modules that any layer may import.
    static let modules: Set<String> = ["FoundationEssentials", "Synchronization", "Glibc"]

    /// Members that types of the standard library have too.
    static let sharedMembers: Set<String> = ["decode", "move", "some", "store"]

    /// What a file says, apart from comments and strings.
    struct Names {
        /// Types that it declares for others.
        let owned: [String]
        /// Whatever it declares.
        let declared: Set<String>
        /// Words that may be types' names, in order.
        let used: [String]
        let imported: [String]
        /// Members that it adds to types for others, with the types.
        let added: [(member: String, type: String)]
        /// Words behind points.
        let members: [String]
        let lines: Int

        init(_ text: String) {
            lines = text.count { $0 == "\n" }
            let code = text.replacing(/(?m)\/\/.*$/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\"")
            owned = code.matches(of: /(?m)^(?:[@\w()]+ )*(?:struct|class|enum|protocol|typealias) (\w+)/)
                .filter { !$0.output.0.contains("private ") }.map { String($0.output.1) }
            declared = Set(code.matches(of: /(?:struct|class|enum|protocol|typealias|case|func|var|let) (\w+)/).map { String($0.output.1) })
            used = Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.output) }).sorted()
            imported = code.matches(of: /(?m)^(?:\w+ )?import (\w+)/).map { String($0.output.1) }
            added = Self.added(in: code)
            members = Set(code.matches(of: /\.([a-z]\w*)/).map { String($0.output.1) }).sorted()
        }

        private static func added(in code: String) -> [(member: String, type: String)] {
            var added: [(member: String, type: String)] = []
            var extended: String?
            for line in code.split(separator: "\n") {
                if line.contains("extension "), let match = line.prefixMatch(of: /(?:[@\w()]+ )*extension (\w+)/) {
                    extended = line.contains("private ") ? nil : String(match.output.1)
                } else if line.hasPrefix("}") {
                    extended = nil
                } else if let type = extended, let match = line.prefixMatch(of: /\ {4}(?:[@\w()]+ )*(?:func|var|let) (\w+)/),
                    !line.contains("private ")
                {
                    added.append((String(match.output.1), type))
                }
            }
            return added
        }
    }

    /// The library's files by their path below Sources/Yodel, read once.
    static func library() throws -> [String: Names] { try read.get() }

    private static let read = Result<[String: Names], any Error> {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Yodel")
        var files: [String: Names] = [:]
        for folder in try FileManager.default.contentsOfDirectory(atPath: root.path) {
            let path = root.appendingPathComponent(folder).path
            for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".swift") {
                files["\(folder)/\(file)"] = Names(try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8))
            }
        }
        try #require(files.count > 30)
        return files
    }

    static func violations(in files: [String: Names]) -> [String] {
        var owners: [String: String] = [:]
        for (path, names) in files {
            for name in names.owned { owners[name] = layer(path) }
        }
        // Of members that only extensions of other layers' types declare: where.
        var added: [String: (layer: String, type: String)] = [:]
        var declaring: [String: Set<String>] = [:]
        for (path, names) in files {
            for name in names.declared { declaring[name, default: []].insert(layer(path)) }
            for (member, type) in names.added where owners[type] != layer(path) { added[member] = (layer(path), type) }
        }
        var found: [String] = []
        for (path, names) in files.sorted(by: { $0.key < $1.key }) {
            let own = layer(path)
            let allowed = mayName[own] ?? []
            for name in names.used {
                guard let owner = owners[name], owner != own, !allowed.contains(owner), !names.declared.contains(name) else { continue }
                found.append("\(path): \(own) names \(name) of \(owner)")
            }
            for member in names.members {
                guard let (above, type) = added[member], !sharedMembers.contains(member),
                    declaring[member]?.isDisjoint(with: allowed.union([own])) == true
                else { continue }
                found.append("\(path): \(own) uses \(member), which \(above) adds to \(type)")
            }
            for module in names.imported {
                let isFenced = module == "CYajl" && (own == "Tokens" || path == "Mapping/MappingMachine+Yajl.swift")
                let isHelper = module == "CScan" && ["Bytes", "Tokens", "Streams", "Coding"].contains(own)
                let isInterface = module == "CArrow" && ["Columns", "API"].contains(own)
                guard !modules.contains(module), !isFenced, !isHelper, !isInterface else { continue }
                found.append("\(path): \(own) imports \(module)")
            }
        }
        return found
    }

    private static func layer(_ path: String) -> String { String(path.prefix { $0 != "/" }) }
}
