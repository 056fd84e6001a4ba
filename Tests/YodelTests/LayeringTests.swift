import Foundation
import Testing

@testable import YodelTestSupport

// The layers of Sources/Yodel: data flows down the table and never back. The test reads the sources and names every place that breaks it.

@Suite("Layering", .sameOnYajl)
struct LayeringTests {
    @Test func theSourcesKeepTheLayers() throws {
        let violations = try Layers.declarations.get().violations(in: Layers.library())
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func everyFolderIsALayer() throws {
        let folders = Set(try Layers.library().keys.map { $0.split(separator: "/")[0] })
        #expect(folders == Set(Layers.mayName.keys.map { Substring($0) }))
    }

    @Test(arguments: [
        ("Tokens/Planted.swift", "let plan: PropertyPlan", "Tokens names PropertyPlan of Plan"),
        ("Types/Planted.swift", "let p: DocumentText", "Types names DocumentText of Tokens"),
        ("Memory/Planted.swift", "let e: ModelError", "Memory names ModelError of Errors"),
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
        let violations = try Layers.violations(ofPlanted: [path: Layers.Names(text)])
        #expect(violations.count == 1 && violations[0].contains(complaint) && violations[0].contains(path), "\(violations)")
    }

    /// A lower layer may not call what a higher one has added to a type, though it may name the type.
    @Test(arguments: [
        ("Plan/Planted.swift", "func f(_ plan: PlanRef) -> Bool { plan.holdsNull }", "Plan uses holdsNull, which Decoding adds to PlanRef"),
        ("Bytes/Planted.swift", "func f(_ a: A) -> Bool { a.isTakenByScalars }", "Bytes uses isTakenByScalars, which Planted adds to A"),
    ])
    func aMemberThatReachesUpIsFound(_ path: String, _ text: String, _ complaint: String) throws {
        let above = Layers.Names("extension A {\n    var isTakenByScalars: Bool { true }\n}\n")
        let violations = try Layers.violations(ofPlanted: [path: Layers.Names(text), "Planted/Above.swift": above])
        #expect(violations == ["\(path): \(complaint)"], "\(violations)")
    }

    @Test func noFileIsLongerThanFourHundredLines() throws {
        let long = try Layers.library().filter { $0.value.lines > 400 }.map { "\($0.key): \($0.value.lines)" }
        #expect(long.isEmpty, "\(long)")
    }

    @Test func wordsInCommentsAndStringsAreNoNames() throws {
        let planted = Layers.Names("// PropertyPlan\n/// `ModelDecoder`\nlet text = \"JSONValue and Words\"\n")
        #expect(try Layers.violations(ofPlanted: ["Errors/Planted.swift": planted]).isEmpty)
    }
}

private enum Layers {
    /// What each layer may name.
    static let mayName: [String: Set<String>] = [
        "Memory": [],
        "Errors": ["Memory"],
        "Bytes": ["Errors", "Memory"],
        "JSON": ["Bytes", "Errors", "Memory"],
        "Tokens": ["JSON", "Bytes", "Errors", "Memory"],
        "Types": ["Errors", "Memory"],
        "Plan": ["Types", "JSON", "Errors", "Memory"],
        "Scalars": ["Types", "JSON", "Bytes", "Errors", "Memory"],
        "Decoding": ["Coding", "Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Mapping": ["Decoding", "Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Encoding": ["Coding", "Scalars", "Plan", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Streams": ["Mapping", "Decoding", "Tokens", "Plan", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Archive": ["Scalars", "Plan", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Models": ["Scalars", "Plan", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Coding": ["Plan", "Scalars", "Tokens", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "Columns": ["Streams", "Mapping", "Decoding", "Scalars", "Tokens", "Plan", "Types", "JSON", "Bytes", "Errors", "Memory"],
        "API": [
            "Columns", "Coding", "Models", "Archive", "Streams", "Encoding", "Mapping", "Decoding", "Scalars", "Tokens", "Plan", "Types",
            "JSON",
            "Bytes", "Errors", "Memory",
        ],
    ]

    /// Modules that any layer may import.
    static let modules: Set<String> = ["FoundationEssentials", "Synchronization", "YodelSystem"]

    /// Members that types of the standard library have too.
    static let sharedMembers: Set<String> = ["decode", "move", "some", "store"]

    /// What a file says, apart from comments and strings. Read by hand: regular expressions take seconds for all files.
    struct Names {
        /// Types that it declares for others.
        private(set) var owned: [String] = []
        /// Whatever it declares.
        private(set) var declared: Set<String> = []
        /// Words that may be types' names, in order. One behind a point is a name inside a type.
        private(set) var used: [String] = []
        private(set) var imported: [String] = []
        /// Members that it adds to types for others, with the types.
        private(set) var added: [(member: String, type: String)] = []
        /// Words behind points, in order.
        private(set) var members: [String] = []
        private(set) var lines = 0

        init(_ text: String) {
            let bytes = Array(text.utf8)
            var used: Set<String> = []
            var members: Set<String> = []
            var extended: String?
            var start = 0
            while start < bytes.count {
                let line = Line(bytes, from: start)
                start = line.end + 1
                if start <= bytes.count { lines += 1 }
                if line.isClosing { extended = nil }
                if line.words.isEmpty { continue }
                for word in line.words where word.before == UInt8(ascii: ".") {
                    if word.first >= UInt8(ascii: "a") && word.first <= UInt8(ascii: "z") { members.insert(word.text) }
                }
                for word in line.words where word.before != UInt8(ascii: ".") && word.text.utf8.count > 1 {
                    if word.first >= UInt8(ascii: "A") && word.first <= UInt8(ascii: "Z") { used.insert(word.text) }
                }
                declare(line)
                note(line, &extended)
            }
            self.used = used.sorted()
            self.members = members.sorted()
        }

        /// What a line declares, wherever it stands in it.
        private mutating func declare(_ line: Line) {
            var last = -1
            for index in line.words.indices where line.words[index].isFollowed && index != last {
                guard declarationWords.contains(line.words[index].text) else { continue }
                last = index + 1
                declared.insert(line.words[last].text)
            }
        }

        /// What begins with a line, or is a member of what began at the margin.
        private mutating func note(_ line: Line, _ extended: inout String?) {
            if line.isIndented {
                guard let type = extended, let name = line.name(behind: memberWords) else { return }
                if !line.isPrivate(before: line.words.count) { added.append((line.words[name].text, type)) }
                return
            }
            if let name = line.name(behind: typeWords), !line.isPrivate(before: name) { owned.append(line.words[name].text) }
            if let name = line.name(behind: importWords) { imported.append(line.words[name].text) }
            if let name = line.name(behind: extensionWords) {
                extended = line.isPrivate(before: line.words.count) ? nil : line.words[name].text
            }
        }
    }

    private static let typeWords: Set<String> = ["struct", "class", "enum", "protocol", "typealias"]
    private static let memberWords: Set<String> = ["func", "var", "let"]
    private static let declarationWords = typeWords.union(memberWords).union(["case"])
    private static let importWords: Set<String> = ["import"]
    private static let extensionWords: Set<String> = ["extension"]

    /// The words of a line's code: what stands before a comment, without the strings that end in the line.
    struct Line {
        struct Word {
            let text: String
            let first: UInt8
            /// The byte before it; a space at the start of the line.
            let before: UInt8
            /// Whether only words, attributes and single spaces stand before it.
            let isHead: Bool
            /// Whether one space and another word come next.
            let isFollowed: Bool
        }

        private(set) var words: [Word] = []
        /// Whether it is a member's: four spaces stand before it.
        let isIndented: Bool
        /// Whether it ends what began at the margin.
        let isClosing: Bool
        /// Where the line ends: at its newline, or behind the text.
        let end: Int

        init(_ bytes: [UInt8], from start: Int) {
            let (newline, slash, space, quote) = (UInt8(ascii: "\n"), UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\""))
            var (next, codeEnd) = (start, -1)
            while next < bytes.count, bytes[next] != newline {
                if codeEnd < 0, bytes[next] == slash, next + 1 < bytes.count, bytes[next + 1] == slash { codeEnd = next }
                next += 1
            }
            end = next
            if codeEnd < 0 { codeEnd = next }
            var indent = 0
            while indent < 4, start + indent < codeEnd, bytes[start + indent] == space { indent += 1 }
            isIndented = indent == 4
            isClosing = start < codeEnd && bytes[start] == UInt8(ascii: "}")
            let first = isIndented ? start + 4 : start
            var (index, isHead) = (first, true)
            while index < codeEnd {
                let byte = bytes[index]
                if Self.isWord(byte) {
                    let wordStart = index
                    while index < codeEnd, Self.isWord(bytes[index]) { index += 1 }
                    let before = wordStart > start ? bytes[wordStart - 1] : space
                    let isFollowed = index + 1 < codeEnd && bytes[index] == space && Self.isWord(bytes[index + 1])
                    words.append(
                        Word(
                            text: String(decoding: bytes[wordStart..<index], as: UTF8.self), first: byte, before: before,
                            isHead: isHead && before == space, isFollowed: isFollowed))
                    continue
                }
                if byte == quote {
                    isHead = false
                    index = Self.endOfString(bytes, from: index, to: codeEnd) ?? index + 1
                    continue
                }
                if byte == space {
                    isHead = isHead && index > first && bytes[index - 1] != space
                } else if byte != UInt8(ascii: "@"), byte != UInt8(ascii: "("), byte != UInt8(ascii: ")") {
                    isHead = false
                }
                index += 1
            }
        }

        /// The place behind the string's closing quote, if it is in the line.
        private static func endOfString(_ bytes: [UInt8], from quote: Int, to end: Int) -> Int? {
            let backslash = UInt8(ascii: "\\")
            var index = quote + 1
            while index < end {
                if bytes[index] == bytes[quote] { return index + 1 }
                index += bytes[index] == backslash ? 2 : 1
            }
            return nil
        }

        /// A letter, a digit or `_`.
        private static func isWord(_ byte: UInt8) -> Bool {
            let lower = byte | 0x20
            return lower >= 0x61 && lower <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
        }

        /// The place of the word behind the last of some words at the head of the line.
        func name(behind keywords: Set<String>) -> Int? {
            var found: Int?
            for index in words.indices where words[index].isHead && words[index].isFollowed && keywords.contains(words[index].text) {
                found = index + 1
            }
            return found
        }

        /// Whether a word before another one says that the line is for its file alone.
        func isPrivate(before place: Int) -> Bool {
            words[..<place].contains { $0.isFollowed && ($0.text == "private" || $0.text == "fileprivate") }
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

    /// What the files of the library declare.
    static let declarations = read.map { Declarations($0) }

    /// What is wrong in files that a test plants in the library.
    static func violations(ofPlanted files: [String: Names]) throws -> [String] {
        var all = try declarations.get()
        all.add(files)
        return all.violations(in: files)
    }

    /// What files declare, for each of them to be held against.
    struct Declarations {
        private var owners: [String: String] = [:]
        /// Of members that only extensions of other layers' types declare: where.
        private var added: [String: (layer: String, type: String)] = [:]
        private var declaring: [String: Set<String>] = [:]

        init(_ files: [String: Names]) { add(files) }

        mutating func add(_ files: [String: Names]) {
            for (path, names) in files {
                let own = layer(path)
                for name in names.owned { owners[name] = own }
            }
            for (path, names) in files {
                let own = layer(path)
                for name in names.declared { declaring[name, default: []].insert(own) }
                for (member, type) in names.added where owners[type] != own { added[member] = (own, type) }
            }
        }

        /// Every place of some files that breaks the layers.
        func violations(in files: [String: Names]) -> [String] {
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
    }

    private static func layer(_ path: String) -> String { String(path.prefix { $0 != "/" }) }
}
