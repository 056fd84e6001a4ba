#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

// What keeps a type from having the macro wherever it is declared, of whichever kind it is; and what the type says that the extension has to say as well.

/// Why a type cannot have the macro: what is wrong, where, and what would make it work.
struct TypeFault {
    let diagnostic: ModelDiagnostic
    let node: Syntax
    private(set) var fix: (String, [FixIt.Change])?

    /// The first fault; nil if there is none.
    init?(_ model: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext) {
        if let pack = Self.parameterPack(of: model, in: context) {
            (diagnostic, self.node) = (.parameterPack, Syntax(pack))
        } else if let type = model.inheritanceClause?.inheritedTypes.first(where: { $0.type.is(SuppressedTypeSyntax.self) }) {
            (diagnostic, self.node) = (.suppressed(type.type.trimmedDescription), Syntax(type.type))
        } else if let type = Self.stated("ModelCodable", by: model) {
            (diagnostic, self.node) = (.modelCodable, Syntax(type))
        } else if !context.lexicalContext.isEmpty,
            let modifier = model.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("private")
        {
            (diagnostic, self.node) = (.hidden, Syntax(modifier))
            let fixed = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
            fix = ("make it fileprivate", [.replace(oldNode: Syntax(modifier), newNode: Syntax(fixed))])
        } else if let name = Self.hiddenAround(context) {
            (diagnostic, self.node) = (.hiddenAround(name), Syntax(node))
        } else {
            return nil
        }
    }

    /// A protocol that a type states, of the library or the standard library.
    static func stated(_ name: String, by model: some DeclGroupSyntax) -> TypeSyntax? {
        model.inheritanceClause?.inheritedTypes.map(\.type).first {
            [name, "Yodel.\(name)", "Swift.\(name)"].contains($0.trimmedDescription)
        }
    }

    /// Whether a type is declared inside of code, where the compiler asks for its members, and refuses the extension.
    static func isLocal(_ context: some MacroExpansionContext) -> Bool {
        context.lexicalContext.contains { !$0.isProtocol((any DeclGroupSyntax).self) }
    }

    /// A parameter pack of a type, or of one around it: the runtime makes no key paths to what such types store.
    private static func parameterPack(of model: some DeclGroupSyntax, in context: some MacroExpansionContext) -> GenericParameterSyntax? {
        let all = [Syntax(model)] + context.lexicalContext
        return all.lazy.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause }
            .flatMap(\.parameters).first { $0.specifier?.tokenKind == .keyword(.each) }
    }

    /// The name of a private type around this one that only the type around that one sees. One that no type is around is seen in the file.
    private static func hiddenAround(_ context: some MacroExpansionContext) -> String? {
        context.lexicalContext.dropLast().lazy.filter { !$0.is(ExtensionDeclSyntax.self) }
            .first { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("private") != nil }
            .flatMap { $0.asProtocol((any NamedDeclSyntax).self)?.name.text }
    }
}

extension ModelMacro {
    /// Attributes of a type, and of those around it, that an extension of it has to have too: where it is available, and who may see it.
    static func attributes(of model: some DeclGroupSyntax, in context: some MacroExpansionContext) -> String {
        let lists = [model.attributes] + context.lexicalContext.compactMap { $0.asProtocol((any WithAttributesSyntax).self)?.attributes }
        var lines: [String] = []
        for case .attribute(let attribute) in lists.joined() {
            guard ["available", "_spi"].contains(attribute.attributeName.trimmedDescription) else { continue }
            let line = "\(attribute.trimmedDescription)\n"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines.joined()
    }

    /// What stands before the function that the extension has: where an actor of the type's own isolates it, that it is not; where it names what is deprecated,
    /// that it is, too, so that nobody is warned of it.
    static func marks(of model: some DeclGroupSyntax) -> String {
        (model.hasDeprecatedMember ? "@available(*, deprecated) " : "") + (model.hasActor ? "nonisolated " : "")
    }
}

extension DeclGroupSyntax {
    /// Whether an attribute isolates the type to a global actor.
    fileprivate var hasActor: Bool {
        attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") == true }
    }

    /// Whether a property or a case is deprecated.
    var hasDeprecatedMember: Bool {
        memberBlock.members.contains { member in
            guard member.decl.is(VariableDeclSyntax.self) || member.decl.is(EnumCaseDeclSyntax.self) else { return false }
            return member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.contains { element in
                guard let attribute = element.as(AttributeSyntax.self), attribute.isNamed("available") else { return false }
                return attribute.arguments?.tokens(viewMode: .sourceAccurate).contains { $0.text == "deprecated" } == true
            } == true
        }
    }
}
#endif
