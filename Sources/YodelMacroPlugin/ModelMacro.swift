#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: an extension with the list of a struct's stored properties, or of an enum's cases; members of a class that make it of a struct of its values.
///
/// Values are made on whichever thread reads, so all that is written is `nonisolated`, which matters in a module whose default is the main actor. An isolated
/// type keeps its isolation; its properties are read and written where that does no harm, which the compiler knows.
public struct ModelMacro: ExtensionMacro, MemberMacro {
    /// What is made is laid out as it is written: to lay it out again takes an eighth of a build's time.
    public static var formatMode: FormatMode { .disabled }

    /// The extension; nothing for a type of which it cannot be made, which is an error then.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax, providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if TypeFault.isLocal(context) { return [] }
        if node.hasSubclasses && !declaration.is(ClassDeclSyntax.self), let arguments = node.arguments {
            context.report(.subclassesOfNone, at: arguments, fix: ("remove it", removingArguments(node)))
            return []
        }
        if let model = declaration.as(EnumDeclSyntax.self),
            model.memberBlock.members.contains(where: { $0.decl.is(EnumCaseDeclSyntax.self) })
        {
            return enumExtension(of: model, node, type, protocols, context)
        }
        if let model = declaration.as(ClassDeclSyntax.self) { return classExtension(of: model, node, type, protocols, context) }
        guard let model = declaration.as(StructDeclSyntax.self) else {
            report(noModel: declaration, node, context)
            return []
        }
        guard mayBe(model, node, in: context) else { return [] }
        var reader = StructReader(model, context)
        let lines = reader.lines()
        guard !reader.hasFailed else { return [] }
        noteCoding(of: model, in: context)
        let access = marks(of: model) + Self.access(of: model.modifiers, in: context)
        let body = Self.form(lines, access).map { "    \($0)\n" }.joined()
        let names = reader.namesType.map { "    \($0)\n" }.joined()
        let conformance = Self.conformance(["BaseModel"], protocols)
        let source: DeclSyntax = """
            \(raw: attributes(of: model, in: context))nonisolated extension \(type.trimmed)\(raw: conformance) {
            \(raw: names)\(raw: body)}
            """
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    /// Whether a struct or a class may have the macro, in this form and at this place.
    ///
    /// - Parameter isSilent: Whether what is wrong is said by somebody else.
    static func mayBe(
        _ model: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext, isSilent: Bool = false
    ) -> Bool {
        let kind = model.is(ClassDeclSyntax.self) ? "a class" : "a struct"
        if let fault = TypeFault(model, node, in: context) {
            if !isSilent { context.report(fault.diagnostic, at: fault.node, fix: fault.fix) }
            return false
        }
        for (name, words) in [("OptionSet", "an OptionSet"), ("RawRepresentable", "what is RawRepresentable")] {
            guard let stated = TypeFault.stated(name, by: model) else { continue }
            if !isSilent { context.report(.hasRawValue(words), at: stated, fix: ("remove @Model", removingModel(from: model))) }
            return false
        }
        if let inherited = model.inheritanceClause?.inheritedTypes.first(where: { isModel($0.type) }) {
            if !isSilent { context.report(.statesModel(kind), at: inherited) }
            return false
        }
        if let arguments = node.arguments {
            if let model = model.as(ClassDeclSyntax.self), node.hasSubclasses {
                let isRight = model.modifiers.has("final") == nil && arguments.trimmedDescription.hasSuffix("true")
                if !isRight && !isSilent {
                    context.report(.finalSubclasses, at: arguments, fix: ("remove it", Self.removingArguments(node)))
                }
                return isRight
            }
            if !isSilent { context.report(.formOfStruct(kind), at: arguments, fix: ("remove it", Self.removingArguments(node))) }
            return false
        }
        if let model = model.as(ClassDeclSyntax.self), model.modifiers.has("final") == nil {
            let fixed = AttributeSyntax("@\(node.attributeName.trimmed)(subclasses: true)").with(\.trailingTrivia, node.trailingTrivia)
            if !isSilent {
                context.report(
                    .notFinal, at: model.name,
                    fix: ("let it have subclasses", [.replace(oldNode: Syntax(node), newNode: Syntax(fixed))]))
            }
            return false
        }
        return true
    }

    /// Whether a type is a protocol of what is made by `init()`.
    private static func isModel(_ type: TypeSyntax) -> Bool {
        let name = type.trimmedDescription
        return models.contains(name.hasPrefix("Yodel.") ? String(name.dropFirst(6)) : name)
    }

    private static let models: Set<String> = [
        "Model", "HookedModel", "ValidatedModel", "DidDecodeModel", "WillDecodeModel", "WillEncodeModel", "PolymorphicModel",
        "DiscriminatedModel",
    ]

    /// Says of what is no struct, class or enum with cases that it cannot have the macro.
    private static func report(noModel declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext) {
        let fix = ("remove @Model", removingModel(from: declaration))
        if declaration.is(ActorDeclSyntax.self) {
            context.report(.actor, at: node)
        } else if declaration.is(EnumDeclSyntax.self) {
            let isConditional = declaration.memberBlock.members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
            context.report(isConditional ? .conditionalCase : .noCases, at: node, fix: isConditional ? nil : fix)
        } else {
            context.report(.noStruct(declaration.kindInWords), at: node, fix: fix)
        }
    }

    /// Takes the macro from a type.
    static func removingModel(from model: some DeclGroupSyntax) -> [FixIt.Change] {
        var fixed = model
        fixed.attributes = model.attributes.filter { $0.as(AttributeSyntax.self)?.isNamed("Model") != true }
        fixed.leadingTrivia = model.leadingTrivia
        return [.replace(oldNode: Syntax(model), newNode: Syntax(fixed))]
    }

    private static func removingArguments(_ node: AttributeSyntax) -> [FixIt.Change] {
        let fixed = node.with(\.arguments, nil).with(\.leftParen, nil).with(\.rightParen, nil)
            .with(\.attributeName.trailingTrivia, node.trailingTrivia)
        return [.replace(oldNode: Syntax(node), newNode: Syntax(fixed))]
    }

    private static func enumExtension(
        of model: EnumDeclSyntax, _ node: AttributeSyntax, _ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax],
        _ context: some MacroExpansionContext
    ) -> [ExtensionDeclSyntax] {
        if let fault = TypeFault(model, node, in: context) {
            context.report(fault.diagnostic, at: fault.node, fix: fault.fix)
            return []
        }
        var reader = EnumReader(model, node, context)
        guard let members = reader.members() else { return [] }
        noteCoding(of: model, in: context)
        let access = marks(of: model) + Self.access(of: model.modifiers, in: context)
        let attributes = attributes(of: model, in: context)
        let source: DeclSyntax
        switch members {
        case .description(let lines, let names, _):
            let body = lines.map { "        \($0)\n" }.joined()
            let names = names.map { "    \($0)\n" }.joined()
            let conformance = Self.conformance(["DescribedEnum"], protocols)
            source = """
                \(raw: attributes)nonisolated extension \(type.trimmed)\(raw: conformance) {
                \(raw: names)    \(raw: access)static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                \(raw: body)    }
                }
                """
        case .rawValues(let raw, let isOpen, let makes, let takes):
            let made = makes.map { "        \($0)\n" }.joined()
            let taken = takes.map { "        \($0)\n" }.joined()
            let conformance = Self.has("RawRepresentable", protocols) ? ": Swift.RawRepresentable" : ""
            source = """
                \(raw: attributes)nonisolated extension \(type.trimmed)\(raw: conformance) {
                    \(raw: access)init\(raw: isOpen ? "" : "?")(rawValue: \(raw: raw)) {
                        switch rawValue {
                \(raw: made)        }
                    }
                    \(raw: access)var rawValue: \(raw: raw) {
                        switch self {
                \(raw: taken)        }
                    }
                }
                """
        }
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    /// The structs that payloads of several values are; what makes a class of a struct of its values; nothing for what is wrong.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if TypeFault.isLocal(context) {
            context.report(.local, at: node)
            return []
        }
        if let model = declaration.as(ClassDeclSyntax.self) { return classMembers(of: model, node, protocols, context) }
        guard let model = declaration.as(EnumDeclSyntax.self), !node.hasSubclasses else { return [] }
        var reader = EnumReader(model, node, context, isSilent: true)
        guard case .description(_, _, let payloads) = reader.members(), !payloads.isEmpty else { return [] }
        let body = payloads.map { "    \($0)\n" }.joined()
        return ["fileprivate nonisolated enum ModelPayloads {\n\(raw: body)}"]
    }

    /// The lines of the form of a struct.
    ///
    /// - Parameters:
    ///   - lines: Each adds a property.
    ///   - access: What the struct lets others see.
    static func form(_ lines: [String], _ access: String) -> [String] {
        let list = "Yodel.StoredProperties<Self>()"
        let head = "\(access)static var modelForm: Yodel.ModelForm {"
        if lines.isEmpty { return [head, "    Yodel.ModelForm(\(list))", "}"] }
        return [head, "    var \(OwnName.properties) = \(list)"] + lines.map { "    \($0)" }
            + ["    return Yodel.ModelForm(\(OwnName.properties))", "}"]
    }

    /// The protocols that an extension states: those of them that are still to be stated.
    static func conformance(_ names: [String], _ protocols: [TypeSyntax]) -> String {
        let stated = names.filter { has($0, protocols) }.map { "Yodel.\($0)" }
        return stated.isEmpty ? "" : ": \(stated.joined(separator: ", "))"
    }

    /// Whether a protocol is still to be stated: it is not where the type states it, who has written what it asks for.
    static func has(_ name: String, _ protocols: [TypeSyntax]) -> Bool {
        protocols.contains { [name, "Yodel.\(name)", "Swift.\(name)"].contains($0.trimmedDescription) }
    }

    /// The access of the list: that of the type, as far as the types around it let it be seen.
    static func access(of modifiers: DeclModifierListSyntax, in context: some MacroExpansionContext) -> String {
        var all = [modifiers]
        for case let around? in context.lexicalContext.map({ $0.asProtocol((any WithModifiersSyntax).self) }) {
            if !around.is(ExtensionDeclSyntax.self) {
                all.append(around.modifiers)
            } else if let last = all.last, !last.sayAccess {
                // An extension has no access of its own; what it says is that of its members that say none.
                all[all.count - 1] = around.modifiers
            }
        }
        if all.contains(where: { $0.has("private", "fileprivate") != nil }) { return "fileprivate " }
        if all.allSatisfy({ $0.has("public", "open") != nil }) { return "public " }
        return all.allSatisfy { $0.has("public", "open", "package") != nil } ? "package " : ""
    }
}
#endif
