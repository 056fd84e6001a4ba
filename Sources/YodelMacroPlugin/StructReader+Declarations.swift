#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

// What a struct declares of itself besides its properties: names that are nearly those of declarations, and names of properties that are nearly those
// that it has.

extension StructReader {
    /// The declarations of a model, and what is written in their place.
    private static var declarations: [String] {
        [
            "keyMapping", "ignoredProperties", "includedProperties", "requiredProperties", "archivedProperties", "describedProperties",
            "propertyTransforms", "propertyDescriptions",
        ]
    }

    private static var otherNames: [String: String] {
        [
            "ignoredKeys": "ignoredProperties", "excludedProperties": "ignoredProperties", "modelPropertyBlacklist": "ignoredProperties",
            "modelPropertyWhitelist": "includedProperties", "modelCustomPropertyMapper": "keyMapping", "keyMap": "keyMapping",
            "propertyMapping": "keyMapping", "requiredKeys": "requiredProperties", "transforms": "propertyTransforms",
            "propertyTransformers": "propertyTransforms",
        ]
    }

    mutating func checkDeclarations(_ names: [String]) {
        for member in model.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { continue }
            let isStatic = variable.modifiers.has("static", isClass ? "class" : "static") != nil
            if Self.declarations.contains(name.text) {
                if isSubclass && isStatic {
                    // Its literals may name properties of the superclass.
                    if variable.modifiers.has("override") == nil { report(.unseenDeclaration(name.text), at: name) }
                } else if isStatic {
                    checkNames(in: variable, of: name.text, names)
                } else {
                    refuseInstance(variable, name.text)
                }
            } else if isStatic, let meant = Self.otherNames[name.text] ?? Self.nearDeclaration(name.text) {
                report(.misspelt(name.text, meant), at: name, fix: ("replace it by '\(meant)'", [Self.replacing(name, by: meant)]))
            }
        }
    }

    private static func nearDeclaration(_ name: String) -> String? {
        guard let nearest = Likeness.nearest(to: name, among: declarations), abs(nearest.count - name.count) <= 3 else { return nil }
        return nearest.lowercased().prefix(4) == name.lowercased().prefix(4) ? nearest : nil
    }

    private mutating func refuseInstance(_ variable: VariableDeclSyntax, _ name: String) {
        var fixed = variable
        fixed.bindingSpecifier.leadingTrivia = []
        let trivia = variable.modifiers.isEmpty ? variable.bindingSpecifier.leadingTrivia : []
        fixed.modifiers.append(DeclModifierSyntax(leadingTrivia: trivia, name: .keyword(.static), trailingTrivia: .space))
        report(.notStatic(name), at: variable, fix: ("make it static", [.replace(oldNode: Syntax(variable), newNode: Syntax(fixed))]))
    }

    /// The names that a declaration has as literals.
    private mutating func checkNames(in variable: VariableDeclSyntax, of declaration: String, _ names: [String]) {
        let keysOnly = ["keyMapping", "propertyTransforms", "propertyDescriptions"].contains(declaration)
        for literal in Self.literals(in: variable, keysOnly: keysOnly) {
            guard let name = literal.representedLiteralValue, !names.contains(name), let nearest = Likeness.nearest(to: name, among: names)
            else { continue }
            var fixed = literal
            fixed.segments = [.stringSegment(StringSegmentSyntax(content: .stringSegment(nearest)))]
            report(
                .unknownName(name, declaration, nearest), at: literal,
                fix: ("replace it by '\(nearest)'", [.replace(oldNode: Syntax(literal), newNode: Syntax(fixed))]))
        }
    }

    private static func literals(in variable: VariableDeclSyntax, keysOnly: Bool) -> [StringLiteralExprSyntax] {
        let finder = LiteralFinder(keysOnly: keysOnly)
        finder.walk(variable)
        return finder.found
    }
}

/// Finds texts in arrays, or the keys of dictionaries.
private final class LiteralFinder: SyntaxVisitor {
    let keysOnly: Bool
    var found: [StringLiteralExprSyntax] = []

    init(keysOnly: Bool) {
        self.keysOnly = keysOnly
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DictionaryElementSyntax) -> SyntaxVisitorContinueKind {
        if let literal = node.key.as(StringLiteralExprSyntax.self) { found.append(literal) }
        return .skipChildren
    }

    override func visit(_ node: ArrayElementSyntax) -> SyntaxVisitorContinueKind {
        if !keysOnly, let literal = node.expression.as(StringLiteralExprSyntax.self) { found.append(literal) }
        return .visitChildren
    }
}
#endif
