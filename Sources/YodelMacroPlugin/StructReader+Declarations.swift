#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// What a struct says of itself besides its properties: names in its `describe` that are nearly those of properties that it has; and members that look as if they
// said something of the model, and that nobody reads or calls.

extension StructReader {
    /// What older versions of models declared by static properties, and where it is said now.
    private static let formerDeclarations = [
        "keyMapping": "keys", "ignoredProperties": "ignored", "includedProperties": "included", "requiredProperties": "required",
        "archivedProperties": "archived", "describedProperties": "described", "propertyTransforms": "transforms",
        "propertyDescriptions": "descriptions", "propertyAccessors": "access",
        // YYModel's.
        "modelCustomPropertyMapper": "keys", "modelPropertyBlacklist": "ignored", "modelPropertyWhitelist": "included",
    ]

    private static let hooks = [
        Hook(name: "validate", label: "", model: "ValidatedModel", type: nil),
        Hook(name: "didDecode", label: "from:", model: "DidDecodeModel", type: "JSONObject"),
        Hook(name: "willDecode", label: "_:", model: "WillDecodeModel", type: "inout JSONObject"),
        Hook(name: "willEncode", label: "into:", model: "WillEncodeModel", type: "inout JSONObject"),
        Hook(name: "modelType", label: "for:", model: "PolymorphicModel", type: "JSONObject", isStatic: true),
    ]

    mutating func checkDeclarations(_ names: [String]) {
        let members = model.memberBlock.members
        checkFormer(members.compactMap { Former($0.decl, Self.formerDeclarations) })
        for function in members.compactMap({ $0.decl.as(FunctionDeclSyntax.self) }) {
            switch function.name.text {
            case "describe": checkDescription(function, names)
            case let name where Self.formerDeclarations[name] != nil: checkFormer(function)
            default: checkHook(function)
            }
        }
    }

    /// Warns of static properties that said something once. The fix of the first says what all of them said.
    private func checkFormer(_ declarations: [Former]) {
        guard !isSilent else { return }
        let said = declarations.filter { $0.statement != nil }
        for former in declarations {
            let isFirst = former.variable == said.first?.variable
            context.report(.former(former.name.text, former.meant), at: former.name, fix: isFirst ? description(of: said) : nil)
        }
    }

    /// The fix that puts what was said into one `describe`; nil where there is one, or where there may be a superclass's.
    private func description(of declarations: [Former]) -> (String, [FixIt.Change])? {
        let functions = model.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        guard !isSubclass, let first = declarations.first?.variable, !functions.contains(where: { $0.name.text == "describe" }) else {
            return nil
        }
        let access = first.modifiers.has("open") != nil ? "open " : describesAs.map { "\(TokenSyntax.keyword($0).text) " } ?? ""
        let kind = first.modifiers.has("class") != nil ? "class" : "static"
        let indentation = String(first.leadingTrivia.description.reversed().prefix { $0 == " " || $0 == "\t" })
        let statements = declarations.compactMap(\.statement)
        let body =
            statements.count == 1
            ? " \(statements[0]) " : statements.map { "\n\(indentation)    \($0)" }.joined() + "\n\(indentation)"
        var described = DeclSyntax(stringLiteral: "\(access)\(kind) func describe(_ model: inout ModelDescription) {\(body)}")
        described.leadingTrivia = first.leadingTrivia
        described.trailingTrivia = first.trailingTrivia
        let removed = declarations.dropFirst().map { former in
            FixIt.Change.replace(oldNode: Syntax(former.variable), newNode: Syntax([] as MemberBlockItemListSyntax))
        }
        return ("say it in describe(_:)", [.replace(oldNode: Syntax(first), newNode: Syntax(described))] + removed)
    }

    /// The access that `describe` has to state: what a protocol of others asks for is seen as far as the type is.
    private var describesAs: Keyword? {
        switch ModelMacro.access(of: model.modifiers, in: context) {
        case "public ": .public
        case "package ": .package
        default: nil
        }
    }

    private func checkFormer(_ function: FunctionDeclSyntax) {
        guard !isSilent, function.modifiers.has("static", "class") != nil, let meant = Self.formerDeclarations[function.name.text] else {
            return
        }
        context.report(.former(function.name.text, meant), at: function.name)
    }

    /// Warns of a method that is a hook of models that are made by `init()`.
    private func checkHook(_ function: FunctionDeclSyntax) {
        guard !isSilent, let hook = Self.hooks.first(where: { $0.isMeant(by: function) }) else { return }
        context.report(.idleHook("\(hook.name)(\(hook.label))", hook.model), at: function.name)
    }

    private mutating func checkDescription(_ function: FunctionDeclSyntax, _ names: [String]) {
        guard let parameter = function.signature.parameterClause.parameters.first, function.signature.parameterClause.parameters.count == 1,
            parameter.type.trimmedDescription.replacingYodel == "inout ModelDescription"
        else { return }
        guard function.modifiers.has("static", isClass ? "class" : "static") != nil else { return refuseInstance(function) }
        if isSubclass {
            // Its literals may name properties of the superclass.
            if function.modifiers.has("override") == nil { report(.unseenDescription, at: function.name) }
            return
        }
        let model = (parameter.secondName ?? parameter.firstName).text
        for item in function.body?.statements ?? [] {
            guard let said = item.saidOf(model) else { continue }
            let finder = LiteralFinder(keysOnly: ["keys", "transforms", "descriptions"].contains(said))
            finder.walk(item)
            for literal in finder.found { checkName(literal, "\(model).\(said)", names) }
        }
    }

    private mutating func refuseInstance(_ function: FunctionDeclSyntax) {
        let trivia = function.modifiers.first?.leadingTrivia ?? function.funcKeyword.leadingTrivia
        let own = ["public", "package", "internal", "fileprivate", "private", "mutating", "nonmutating", "consuming", "borrowing", "final"]
        let kept = Array(function.modifiers).filter { !own.contains($0.name.text) }
        let added: [Keyword] = (describesAs.map { [$0] } ?? []) + [.static]
        var fixed = function
        fixed.funcKeyword.leadingTrivia = []
        fixed.modifiers = DeclModifierListSyntax(kept + added.map { DeclModifierSyntax(name: .keyword($0), trailingTrivia: .space) })
        fixed.modifiers.leadingTrivia = trivia
        report(
            .notStatic, at: function.name, fix: ("make it static", [.replace(oldNode: Syntax(function), newNode: Syntax(fixed))]))
    }

    private mutating func checkName(_ literal: StringLiteralExprSyntax, _ place: String, _ names: [String]) {
        guard let name = literal.representedLiteralValue, !names.contains(name), let nearest = Likeness.nearest(to: name, among: names)
        else { return }
        var fixed = literal
        fixed.segments = [.stringSegment(StringSegmentSyntax(content: .stringSegment(nearest)))]
        report(
            .unknownName(name, place, nearest), at: literal,
            fix: ("replace it by '\(nearest)'", [.replace(oldNode: Syntax(literal), newNode: Syntax(fixed))]))
    }
}

/// A static property that said something once.
private struct Former {
    let variable: VariableDeclSyntax
    let name: TokenSyntax
    let meant: String
    /// What says it in a description; nil if that may not compile.
    let statement: String?

    init?(_ declaration: DeclSyntax, _ meanings: [String: String]) {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.modifiers.has("static", "class") != nil,
            variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, let meant = meanings[name.text]
        else { return nil }
        (self.variable, self.name, self.meant) = (variable, name, meant)
        statement = binding.said(as: meant).map { "model.\(meant) = \($0)" }
    }
}

/// A hook of models that are made by `init()`, and what tells it from a method of one's own.
private struct Hook {
    let name: String
    let label: String
    /// The protocol that has it.
    let model: String
    /// The type of its parameter; nil if it has none.
    let type: String?
    var isStatic = false

    func isMeant(by function: FunctionDeclSyntax) -> Bool {
        let signature = function.signature
        let parameters = signature.parameterClause.parameters
        guard name == function.name.text, parameters.count == (type == nil ? 0 : 1), function.modifiers.has("private") == nil,
            (function.modifiers.has("static", "class") != nil) == isStatic
        else { return false }
        guard let type, let parameter = parameters.first else {
            let effects = signature.effectSpecifiers
            return signature.returnClause == nil && effects?.throwsClause != nil && effects?.asyncSpecifier == nil
        }
        return parameter.firstName.text + ":" == label && parameter.type.trimmedDescription.replacingYodel == type
    }
}

extension PatternBindingSyntax {
    /// What it is declared with, or what its getter consists of; nil if that is more than an expression.
    private var onlyValue: ExprSyntax? {
        if let initializer { return initializer.value }
        guard case .getter(let items)? = accessorBlock?.accessors, items.count == 1, let item = items.first?.item else { return nil }
        return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    }

    /// Its value as a description takes it; nil if that is not known to have the type.
    fileprivate func said(as meant: String) -> String? {
        guard let value = onlyValue else { return nil }
        let text = value.trimmedDescription
        let type = typeAnnotation?.type.trimmedDescription.replacingYodel
        switch meant {
        case "keys":
            let call = value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription.replacingYodel
            if type == "KeyMapping" || call == "KeyMapping" { return text }
            // Texts that are no literals are no keys.
            guard let content = value.as(DictionaryExprSyntax.self)?.content else { return nil }
            guard case .elements(let elements) = content else { return text }
            return elements.allSatisfy { $0.value.is(StringLiteralExprSyntax.self) || $0.value.is(ArrayExprSyntax.self) } ? text : nil
        case "transforms": return value.is(DictionaryExprSyntax.self) || type == "[String: PropertyTransform]" ? text : nil
        case "descriptions": return value.is(DictionaryExprSyntax.self) || type == "[String: String]" ? text : nil
        case "ignored", "required", "included", "archived", "described":
            if value.is(ArrayExprSyntax.self) { return text }
            if value.is(NilLiteralExprSyntax.self) { return meant == "ignored" || meant == "required" ? nil : text }
            return type == "Set<String>" || type == "[String]" ? text.first == "." ? nil : "PropertyNames(\(text))" : nil
        default: return nil
        }
    }
}

extension CodeBlockItemSyntax {
    /// Which property of a description is assigned or added to; nil for any other statement.
    fileprivate func saidOf(_ model: String) -> String? {
        guard case .expr(let expression) = item else { return nil }
        let target =
            expression.as(InfixOperatorExprSyntax.self)?.leftOperand ?? expression.as(SequenceExprSyntax.self)?.elements.first
        guard let member = target?.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == model else { return nil }
        return member.declName.baseName.text
    }
}

extension String {
    /// A type without the module before it.
    fileprivate var replacingYodel: String {
        split(separator: " ").map { $0.hasPrefix("Yodel.") ? String($0.dropFirst(6)) : String($0) }.joined(separator: " ")
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
