#if Macros
import SwiftSyntax

/// What the attributes of a property say to `@Model`.
struct PropertyMarks {
    /// All that are `@Model`'s.
    private(set) var all: [AttributeSyntax] = []
    /// Others, which may be property wrappers.
    private(set) var wrappers: [AttributeSyntax] = []
    private(set) var problems: [(ModelDiagnostic, Syntax)] = []
    /// The paths of `@Key`.
    private(set) var keys: [String]?
    private(set) var keyNode: AttributeSyntax?
    /// The path that `@Key` writes to.
    private(set) var writing: String?
    /// The transform, as it stands in the program.
    private(set) var transform: String?
    /// Whether a property of the declaration has been read.
    var isSeen = false

    /// Attributes that leave the storage of a property as it is.
    private static let known: Set<String> = [
        "available", "inlinable", "usableFromInline", "preconcurrency", "_spi", "_documentation", "backDeployed",
        "warn_unqualified_access", "exclusivity", "unsafe", "safe", "objc", "nonobjc",
    ]

    init(_ attributes: AttributeListSyntax) {
        for case .attribute(let attribute) in attributes {
            guard ["Key", "Ignored", "Required", "Transform", "Flatten", "Rest"].contains(where: attribute.isNamed) else {
                if !Self.known.contains(attribute.attributeName.trimmedDescription) { wrappers.append(attribute) }
                continue
            }
            if all.contains(where: { $0.attributeName.trimmedDescription == attribute.attributeName.trimmedDescription }) {
                problems.append((.repeatedMark(attribute.attributeName.trimmedDescription), Syntax(attribute)))
                continue
            }
            all.append(attribute)
            if attribute.isNamed("Key") { readKey(attribute) }
            if attribute.isNamed("Transform") { transform = arguments(attribute)?.first?.expression.trimmedDescription }
        }
    }

    var isIgnored: Bool { all.contains { $0.isNamed("Ignored") } }
    var isRequired: Bool { all.contains { $0.isNamed("Required") } }

    /// The key that the property is written to, if a mark says so.
    var writtenKey: String? { writing ?? keys?.first }

    /// The keys as an argument.
    var keysArgument: String? {
        if let (role, mark) = role {
            guard role == .flattened else { return ".rest" }
            return arguments(mark)?.first.map { ".flattened(prefix: \($0.expression.trimmedDescription))" } ?? ".flattened"
        }
        guard let keys else { return nil }
        let list = keys.map(KeyPath.source).joined(separator: ", ")
        if let writing { return ".keys(\(list), writing: \(KeyPath.source(writing)))" }
        return keys.count == 1 ? list : "[\(list)]"
    }

    private func arguments(_ attribute: AttributeSyntax) -> LabeledExprListSyntax? { attribute.arguments?.as(LabeledExprListSyntax.self) }

    private mutating func readKey(_ attribute: AttributeSyntax) {
        keyNode = attribute
        var paths: [String] = []
        for argument in arguments(attribute) ?? [] {
            if argument.label?.text == "writing" && argument.expression.is(NilLiteralExprSyntax.self) { continue }
            guard argument.label?.text != "tags",
                let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            else {
                problems.append((.keyNeedsLiterals, Syntax(argument)))
                return
            }
            if argument.label?.text == "writing" { writing = text } else { paths.append(text) }
        }
        if paths.isEmpty { problems.append((.keyNeedsLiterals, Syntax(attribute))) }
        keys = paths
    }
}
#endif
