#if Macros
import SwiftSyntax

extension AttributeSyntax {
    /// Whether it has a name, alone or behind the module's.
    func isNamed(_ name: String) -> Bool { [name, "YodelMacros.\(name)"].contains(attributeName.trimmedDescription) }

    /// Whether it says of a class that it may have subclasses.
    var hasSubclasses: Bool { arguments?.as(LabeledExprListSyntax.self)?.first?.label?.text == "subclasses" }
}

extension DeclGroupSyntax {
    var kindInWords: String {
        switch kind {
        case .classDecl: "a class"
        case .enumDecl: "an enum"
        case .actorDecl: "an actor"
        case .protocolDecl: "a protocol"
        default: "none"
        }
    }
}

extension DeclModifierListSyntax {
    func has(_ names: String...) -> DeclModifierSyntax? { first { names.contains($0.name.text) && $0.detail == nil } }

    /// Whether they say who sees a declaration.
    var sayAccess: Bool { has("public", "open", "package", "internal", "fileprivate", "private") != nil }
}

extension PatternBindingSyntax {
    /// What it has beside its value.
    enum Accessors {
        case none
        case computed
        case observed
    }

    var accessors: Accessors {
        switch accessorBlock?.accessors {
        case nil: return .none
        case .getter: return .computed
        case .accessors(let list):
            let names = list.map(\.accessorSpecifier.text)
            return names.allSatisfy { ["willSet", "didSet"].contains($0) } ? .observed : .computed
        }
    }
}

extension IfConfigDeclSyntax {
    /// The members of each part, and the condition that they are there under.
    ///
    /// - Parameter outer: What the declaration itself is there under.
    func members(under outer: String?) -> [(condition: String, members: MemberBlockItemListSyntax)] {
        var found: [(condition: String, members: MemberBlockItemListSyntax)] = []
        var others: [String] = []
        for clause in clauses {
            let own = clause.condition.map { "(\($0.trimmedDescription))" }
            let all = (outer.map { ["(\($0))"] } ?? []) + others + (own.map { [$0] } ?? [])
            if case .decls(let members)? = clause.elements { found.append((all.joined(separator: " && "), members)) }
            if let own { others.append("!\(own)") }
        }
        return found
    }
}

/// Names that expansions give to what is theirs. Expressions of the program stand beside them, so that none of them is a name that a program has.
enum OwnName {
    static let properties = "__yodelProperties"
    static let wrapper = "__yodelWrapper"
    static let names = "ModelNames"
    static let keys = "__yodelKeys"
    static let none = "__yodelNone"
}

/// Names as a program writes them.
enum Identifier {
    /// A name as it is declared, and referred to: in backticks if it is a word of the language, or no plain identifier.
    static func source(_ name: String) -> String { isPlain(name) && !reserved.contains(name) ? name : "`\(name)`" }

    /// A name as it is a label, before a colon, where words of the language need no backticks.
    static func label(_ name: String) -> String { isPlain(name) && !["inout", "let", "var"].contains(name) ? name : "`\(name)`" }

    /// The name itself.
    static func name(_ source: String) -> String { source.filter { $0 != "`" } }

    /// Whether a key path cannot have a name: after a dot it means a type, in backticks as well.
    static func isType(_ name: String) -> Bool { ["Type", "Protocol"].contains(name) }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Words of the language that no declaration can have as they are.
    private static let reserved: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

/// How alike two names are.
enum Likeness {
    /// The name that a misspelt one most likely means; nil if none is close.
    static func nearest(to name: String, among names: [String]) -> String? {
        names.map { ($0, distance(Array($0.lowercased()), Array(name.lowercased()))) }
            .filter { $0.1 <= max(2, name.count / 3) && $0.1 < min(name.count, $0.0.count) }
            .min { $0.1 < $1.1 }?.0
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[right.count]
    }
}
#endif
