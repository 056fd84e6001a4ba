#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// What is written for a class: a struct of its values, an initialiser that makes an instance of it, and the form that ties them. Of a class that is final all of
// it is its own; else the struct and the initialiser are there for subclasses:
//
//     class Shape { let name: String }                     final class Circle: Shape { let radius: Double }
//
//     struct ModelStored { var name: String … }            private struct ModelStored { var modelInherited: Shape.ModelStored, radius: Double … }
//     init(stored: ModelStored)                            private init(stored: ModelStored) { …; super.init(stored: stored.modelInherited) }
//     class var modelForm                                  override class var modelForm

extension ModelMacro {
    /// The conformance of a class; nothing of a subclass, which has it from its superclass.
    static func classExtension(
        of model: ClassDeclSyntax, _ node: AttributeSyntax, _ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax],
        _ context: some MacroExpansionContext
    ) -> [ExtensionDeclSyntax] {
        guard has("BoxedModel", protocols), mayBe(model, node, in: context, isSilent: true) else { return [] }
        var reader = ClassReader(model, context, superclass: nil, isSilent: true)
        guard reader.members(access(of: model.modifiers, in: context)) != nil else { return [] }
        let source: DeclSyntax = """
            \(raw: attributes(of: model, in: context))nonisolated extension \(type.trimmed)\(raw: conformance(["BoxedModel", "BaseModel"], protocols)) {
            }
            """
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    static func classMembers(
        of model: ClassDeclSyntax, _ node: AttributeSyntax, _ protocols: [TypeSyntax], _ context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard mayBe(model, node, in: context) else { return [] }
        // Whose conformance is not to be made has it from a superclass. It may be a BaseModel by a protocol.
        let superclass = has("BoxedModel", protocols) ? nil : model.inheritanceClause?.inheritedTypes.first?.type
        var reader = ClassReader(model, context, superclass: superclass)
        guard let members = reader.members(access(of: model.modifiers, in: context)) else { return [] }
        noteCoding(of: model, in: context)
        return members.map { "\(raw: $0.joined(separator: "\n"))" }
    }
}

/// Reads a class, and writes what makes it of a struct of its values.
struct ClassReader {
    let model: ClassDeclSyntax
    /// The superclass that has the macro as well.
    let superclass: TypeSyntax?
    private var reader: StructReader

    init(_ model: ClassDeclSyntax, _ context: any MacroExpansionContext, superclass: TypeSyntax?, isSilent: Bool = false) {
        self.model = model
        self.superclass = superclass
        reader = StructReader(model, context, isSilent: isSilent, superclass: superclass)
    }

    /// Attributes that change what a stored property is, or where it may be touched, and what is to be done.
    private static let refused = [
        "Observable":
            "the properties are no longer stored as they are declared; hold the values in a struct with @Model, and let the class have that",
        "MainActor": "instances are made, and looked at, on whichever thread reads or writes; hold the values in a struct with @Model",
    ]

    /// The lines of each member; nil if something is wrong.
    ///
    /// - Parameter access: What the class lets others see.
    mutating func members(_ access: String) -> [[String]]? {
        for case .attribute(let attribute) in model.attributes {
            let name = attribute.attributeName.trimmedDescription
            if let why = Self.refused[name] { reader.report(.classAttribute(name, why), at: attribute) }
        }
        if superclass != nil { checkInitializers() }
        let (properties, lines) = reader.list()
        guard !reader.hasFailed else { return nil }
        var members = [structure(properties, lines, access), initializer(properties, isFinal ? "private " : access)]
        if superclass == nil && isMadeOfNothing(properties) && !keepsInitializers(properties) { members.append(["init() {", "}"]) }
        members.append(form(access))
        return members
    }

    /// A superclass with one designated initialiser, without arguments, is initialised by itself; that of the macro is a second one.
    private mutating func checkInitializers() {
        for initializer in model.memberBlock.members.compactMap({ $0.decl.as(InitializerDeclSyntax.self) }) {
            guard initializer.modifiers.has("convenience") == nil, let body = initializer.body else { continue }
            let finder = SuperFinder(viewMode: .sourceAccurate)
            finder.walk(body)
            let last = body.statements.last?.item
            // Who does not come to its end initialises nothing.
            if finder.isFound || last?.is(ReturnStmtSyntax.self) == true || last?.is(ThrowStmtSyntax.self) == true { continue }
            var fixed = body
            let indentation = body.statements.last.flatMap { $0.leadingTrivia.contains { $0.isNewline } ? $0.leadingTrivia : nil }
            let call = CodeBlockItemSyntax(leadingTrivia: indentation ?? .newline, item: .expr("super.init()"), trailingTrivia: [])
            fixed.statements.append(call)
            reader.report(
                .impliedSuperInit, at: initializer.initKeyword,
                fix: ("call super.init()", [.replace(oldNode: Syntax(body), newNode: Syntax(fixed))]))
        }
    }

    private var isFinal: Bool { model.modifiers.has("final") != nil }

    private func structure(_ properties: [StructReader.Property], _ lines: [String], _ access: String) -> [String] {
        let shared = isFinal ? "" : access
        var text = ["\(isFinal ? "private " : access)nonisolated struct ModelStored: Yodel.BaseModel {"]
        if let superclass { text.append("    var modelInherited: \(superclass.trimmedDescription).ModelStored") }
        text += properties.map { property in
            // What is the class's own needs no access of its own.
            let isHidden = !isFinal && property.modifiers.has("private", "fileprivate") != nil
            if let type = property.statedWrapperType { return "    \(isHidden ? "fileprivate " : "")var \(property.storage): \(type)" }
            let value = property.defaultValue ?? "nil"
            let type = property.type.map { ": \($0.trimmedDescription)" } ?? " = \(value)"
            return "    \(isHidden ? "fileprivate " : "")var \(property.node.text)\(type)"
        }
        // The memberwise initialiser does not evaluate the value that a property without a type is declared with.
        var values = properties.map { property in
            property.statedWrapperType == nil
                ? "\(Identifier.label(property.name)): instance.\(property.node.text)" : "\(property.storage): instance.\(property.storage)"
        }
        if let superclass { values.insert("modelInherited: \(superclass.trimmedDescription).ModelStored.of(instance)", at: 0) }
        text += [
            "    \(shared)static func of(_ instance: \(model.name.text)) -> Self {",
            "        Self(\(values.joined(separator: ", ")))",
        ]
        let inherited = superclass == nil ? [] : ["\(OwnName.properties).addInherited(\"modelInherited\", \\.modelInherited)"]
        text += ["    }"] + ModelMacro.form(inherited + lines, shared).map { "    \($0)" }
        return text + reader.namesType.map { "    \($0)" } + ["}"]
    }

    private func initializer(_ properties: [StructReader.Property], _ access: String) -> [String] {
        let variables = properties.filter { !($0.isLet && $0.binding.initializer != nil) }
        func lines(_ properties: [StructReader.Property]) -> [String] {
            properties.map { "    self.\($0.storage) = stored.\($0.storage)" }
        }
        // What a wrapper has already is set by code of the wrapper, for which all of the instance has to be there.
        let (sets, wrapped) = (lines(variables.filter { !$0.isWrappedFromTheStart }), lines(variables.filter(\.isWrappedFromTheStart)))
        if keepsInitializers(properties) {
            let other = superclass == nil ? "self.init()" : "self.init(stored: stored.modelInherited)"
            return ["\(access)nonisolated convenience init(stored: ModelStored) {", "    \(other)"] + sets + wrapped + ["}"]
        }
        let rest = superclass == nil ? [] : ["    super.init(stored: stored.modelInherited)"]
        return ["\(access)nonisolated init(stored: ModelStored) {"] + sets + rest + wrapped + ["}"]
    }

    /// Whether the initialiser is a convenience, so that the class has those that the compiler makes, or those of its superclass: it has none of its own, and
    /// nobody has to call this one. Observers would be told by it, and are not to be.
    private func keepsInitializers(_ properties: [StructReader.Property]) -> Bool {
        isFinal && isMadeOfNothing(properties) && properties.allSatisfy { $0.binding.accessors != .observed }
    }

    private func form(_ access: String) -> [String] {
        let name = model.name.text
        let isOpen = model.modifiers.has("open") != nil
        let kind = superclass != nil ? "override class" : isFinal ? "static" : "class"
        return [
            "\(isOpen && access == "public " ? "open " : access)nonisolated \(kind) var modelForm: Yodel.ModelForm {",
            "    Yodel.ModelForm(isRoot: \(superclass == nil)) { (stored: ModelStored) in",
            "        \(name)(stored: stored)",
            "    } stored: { (instance: \(name)) in",
            "        ModelStored.of(instance)",
            "    }",
            "}",
        ]
    }

    /// Whether the compiler makes initialisers for the class: it has none of its own that makes an instance, and all properties have values.
    private func isMadeOfNothing(_ properties: [StructReader.Property]) -> Bool {
        let initializers = model.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        guard initializers.allSatisfy({ $0.modifiers.has("convenience") != nil }) else { return false }
        return properties.allSatisfy { property in
            if property.binding.initializer != nil { return true }
            guard !property.isLet, let type = property.type else { return false }
            return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        }
    }
}

extension StructReader {
    /// What a stored property of a class is that takes no part by itself; nil for any other.
    static func passedOver(_ variable: VariableDeclSyntax) -> String? {
        // It is the superclass's, with observers here.
        if variable.modifiers.has("override") != nil { return "a property of the superclass" }
        return variable.modifiers.has("lazy") != nil ? "a lazy property" : nil
    }

    /// Refuses stored properties that may be there or not: of a class nobody would find out what is left out.
    mutating func checkConditions() {
        for condition in model.memberBlock.members.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) }) {
            let finder = VariableFinder(viewMode: .sourceAccurate)
            finder.walk(condition)
            if let variable = finder.found { report(.conditionalProperty, at: variable) }
        }
    }
}

/// Finds a call of a superclass's initialiser, or of what never returns.
private final class SuperFinder: SyntaxVisitor {
    var isFound = false

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.base?.is(SuperExprSyntax.self) == true && node.declName.baseName.text == "init" { isFound = true }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["fatalError", "preconditionFailure"].contains(node.calledExpression.trimmedDescription) { isFound = true }
        return .visitChildren
    }
}

/// Finds a stored property of a type.
private final class VariableFinder: SyntaxVisitor {
    var found: VariableDeclSyntax?

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let isStored =
            node.modifiers.has("static", "class", "lazy", "override") == nil && node.bindings.contains { $0.accessors != .computed }
        if isStored && found == nil { found = node }
        return .skipChildren
    }

    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
#endif
