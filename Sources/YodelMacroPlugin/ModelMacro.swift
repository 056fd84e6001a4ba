#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model` on a struct: an extension with the list of its stored properties.
public struct ModelMacro: ExtensionMacro {
    /// The extension; nothing for a type of which it cannot be made, which is an error then.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax, providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let model = declaration.as(StructDeclSyntax.self) else {
            context.report(.noStruct(declaration.kindInWords), at: node)
            return []
        }
        if let inherited = model.inheritanceClause?.inheritedTypes.first(where: {
            ["Model", "Yodel.Model"].contains($0.type.trimmedDescription)
        }) {
            context.report(.statesModel, at: inherited)
            return []
        }
        if let modifier = model.modifiers.has("private"), !context.lexicalContext.isEmpty {
            let fixed = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
            context.report(
                .hidden, at: modifier, fix: ("let it be fileprivate", [.replace(oldNode: Syntax(modifier), newNode: Syntax(fixed))]))
            return []
        }
        var reader = StructReader(model, context)
        let lines = reader.lines()
        guard !reader.hasFailed else { return [] }
        let access = Self.access(of: model, in: context)
        let body = lines.map { "        \($0)\n" }.joined()
        // Whoever states the protocol has written the list.
        let conformance = protocols.isEmpty ? "" : ": Yodel.DescribedModel"
        let source: DeclSyntax = """
            extension \(type.trimmed)\(raw: conformance) {
                \(raw: access)static func describe(_ properties: inout Yodel.StoredProperties<Self>) {
            \(raw: body)    }
            }
            """
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    /// The access of the list: that of the type, as far as the types around it let it be seen.
    private static func access(of model: StructDeclSyntax, in context: some MacroExpansionContext) -> String {
        let around = context.lexicalContext.compactMap { $0.asProtocol((any WithModifiersSyntax).self) }.filter {
            !$0.is(ExtensionDeclSyntax.self)
        }
        let all = [model.modifiers] + around.map(\.modifiers)
        if all.contains(where: { $0.has("private", "fileprivate") != nil }) { return "fileprivate " }
        if all.allSatisfy({ $0.has("public") != nil }) { return "public " }
        return all.allSatisfy { $0.has("public", "package") != nil } ? "package " : ""
    }
}
#endif
