#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Key`, `@Ignored`, `@Required`, `@Transform`, `@Flatten`, `@Rest`, `@Other`: marks that `@Model` reads. By themselves they make nothing.
public struct PropertyMacro: PeerMacro {
    /// Nothing; a mark where no `@Model` would read it is an error.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let name = node.attributeName.trimmedDescription
        let isCase = declaration.is(EnumCaseDeclSyntax.self)
        if node.isNamed("Other") && !isCase {
            context.report(.noCase(name), at: node)
            return []
        }
        guard declaration.is(VariableDeclSyntax.self) || (isCase && (node.isNamed("Key") || node.isNamed("Other"))) else {
            context.report(.noProperty(name), at: node)
            return []
        }
        // Outside of a type whose declaration is at hand nothing reads it.
        guard let type = context.lexicalContext.first else { return [] }
        let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes
        if attributes?.contains(where: { $0.as(AttributeSyntax.self)?.isNamed("Model") == true }) != true {
            context.report(.withoutModel(name), at: node)
        }
        return []
    }
}
#endif
