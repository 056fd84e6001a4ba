#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// What a struct says of itself besides its properties: names in its `describe` that are nearly those of properties that it has; and members that look as if they
// said something of the model, and that nobody reads or calls.

extension StructReader {
    /// What older versions of models declared by static properties, and where it is said now.
    private static var formerDeclarations: [String: String] {
        [
            "keyMapping": "keys", "ignoredProperties": "ignored", "includedProperties": "included", "requiredProperties": "required",
            "archivedProperties": "archived", "describedProperties": "described", "propertyTransforms": "transforms",
            "propertyDescriptions": "descriptions",
            // YYModel's.
            "modelCustomPropertyMapper": "keys", "modelPropertyBlacklist": "ignored", "modelPropertyWhitelist": "included",
        ]
    }

    /// The hooks: their names with labels, the protocol of each, and what tells a hook from a method of one's own.
    private static var hooks: [(name: String, label: String, model: String, type: String?)] {
        [
            ("validate", "", "ValidatedModel", nil), ("didDecode", "from:", "DidDecodeModel", "JSONObject"),
            ("willDecode", "_:", "WillDecodeModel", "inout JSONObject"), ("willEncode", "into:", "WillEncodeModel", "inout JSONObject"),
            ("modelType", "for:", "PolymorphicModel", "JSONObject"),
        ]
    }

    mutating func checkDeclarations(_ names: [String]) {
        for member in model.memberBlock.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                checkFormer(variable)
            } else if let function = member.decl.as(FunctionDeclSyntax.self) {
                switch function.name.text {
                case "describe": checkDescription(function, names)
                case let name where Self.formerDeclarations[name] != nil: checkFormer(function)
                default: checkHook(function)
                }
            }
        }
    }

    /// Warns of a static property that said something once.
    private func checkFormer(_ variable: VariableDeclSyntax) {
        guard !isSilent, variable.modifiers.has("static", "class") != nil, variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, let meant = Self.formerDeclarations[name.text]
        else { return }
        var fix: (String, [FixIt.Change])?
        if let value = binding.onlyValue, isSubclass == false {
            let access = variable.modifiers.filter { $0.name.text != "static" && $0.name.text != "class" }.trimmedDescription
            let kind = variable.modifiers.has("class") != nil ? "class" : "static"
            let text =
                "\(access.isEmpty ? "" : access + " ")\(kind) func describe(_ model: inout ModelDescription) { model.\(meant) = \(value.trimmedDescription) }"
            var described = DeclSyntax(stringLiteral: text)
            described.leadingTrivia = variable.leadingTrivia
            described.trailingTrivia = variable.trailingTrivia
            fix = ("say it in describe(_:)", [.replace(oldNode: Syntax(variable), newNode: Syntax(described))])
        }
        context.report(.former(name.text, meant), at: name, fix: fix)
    }

    private func checkFormer(_ function: FunctionDeclSyntax) {
        guard !isSilent, function.modifiers.has("static", "class") != nil, let meant = Self.formerDeclarations[function.name.text] else {
            return
        }
        context.report(.former(function.name.text, meant), at: function.name)
    }

    /// Warns of a method that is a hook of models that are made by `init()`.
    private func checkHook(_ function: FunctionDeclSyntax) {
        let parameters = function.signature.parameterClause.parameters
        guard !isSilent, parameters.count < 2,
            let hook = Self.hooks.first(where: { hook in
                guard hook.name == function.name.text else { return false }
                guard let type = hook.type, let parameter = parameters.first else {
                    let signature = function.signature
                    return hook.type == nil && parameters.isEmpty && signature.returnClause == nil
                        && signature.effectSpecifiers?.throwsClause != nil && signature.effectSpecifiers?.asyncSpecifier == nil
                }
                return parameter.firstName.text + ":" == hook.label && parameter.type.trimmedDescription.replacingYodel == type
            })
        else { return }
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
        var fixed = function
        fixed.funcKeyword.leadingTrivia = []
        let trivia = function.modifiers.isEmpty ? function.funcKeyword.leadingTrivia : []
        fixed.modifiers.append(DeclModifierSyntax(leadingTrivia: trivia, name: .keyword(.static), trailingTrivia: .space))
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

extension PatternBindingSyntax {
    /// What it is declared with, or what its getter consists of; nil if that is more than an expression.
    fileprivate var onlyValue: ExprSyntax? {
        if let initializer { return initializer.value }
        guard case .getter(let items)? = accessorBlock?.accessors, items.count == 1 else { return nil }
        return items.first?.item.as(ExprSyntax.self)
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
