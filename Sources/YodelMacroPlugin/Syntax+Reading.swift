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
