#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Reads a struct or a class: a line of the list for each of its stored properties.
struct StructReader {
    let model: any DeclGroupSyntax
    let context: any MacroExpansionContext
    /// Whether what is wrong is said by somebody else.
    let isSilent: Bool
    /// The superclass that has the macro as well.
    let superclass: TypeSyntax?
    private(set) var hasFailed = false

    init(_ model: any DeclGroupSyntax, _ context: any MacroExpansionContext, isSilent: Bool = false, superclass: TypeSyntax? = nil) {
        self.model = model
        self.context = context
        self.isSilent = isSilent
        self.superclass = superclass
    }

    var isSubclass: Bool { superclass != nil }

    /// The type whose `CodingKeys` say the keys, as the list names it: that of a class is in the struct of its values.
    private var typeName: String { model.as(ClassDeclSyntax.self)?.name.text ?? "Self" }

    /// Whether the values stand in a class.
    var isClass: Bool { model.is(ClassDeclSyntax.self) }

    /// A stored property.
    struct Property {
        var name: String
        var node: TokenSyntax
        var isLet: Bool
        var isOptional: Bool
        /// Its type, if it is stated.
        var type: TypeSyntax?
        var binding: PatternBindingSyntax
        var marks: PropertyMarks
        var modifiers: DeclModifierListSyntax
        /// What it is there under, of `#if`.
        var condition: String?
    }

    mutating func lines() -> [String] { list().lines }

    /// The enum of the properties' names, if the list needs one.
    private(set) var namesType: [String] = []

    /// The stored properties, and a line for each; no lines if something is wrong.
    mutating func list() -> (properties: [Property], lines: [String]) {
        if isClass { checkConditions() }
        let properties = properties()
        let codingKeys = codingKeys(properties)
        checkDeclarations(properties.map(\.name))
        checkKeys(properties, codingKeys)
        checkRoles(properties, codingKeys)
        guard !hasFailed else { return (properties, []) }
        return (properties, properties.flatMap { lines($0, codingKeys) } + (codingKeys == nil ? keyLines(properties) : []))
    }

    mutating func report(_ diagnostic: ModelDiagnostic, at node: some SyntaxProtocol, fix: (String, [FixIt.Change])? = nil) {
        hasFailed = true
        if isSilent { return }
        context.report(diagnostic, at: node, fix: fix)
    }

    // MARK: Properties

    private mutating func properties() -> [Property] {
        let properties = properties(model.memberBlock.members, under: nil)
        for property in properties { check(property) }
        return properties
    }

    /// The properties that members declare.
    ///
    /// - Parameter condition: What the members are there under.
    private mutating func properties(_ members: MemberBlockItemListSyntax, under condition: String?) -> [Property] {
        var properties: [Property] = []
        for member in members {
            if let conditional = member.decl.as(IfConfigDeclSyntax.self), !isClass {
                for (clause, members) in conditional.members(under: condition) { properties += self.properties(members, under: clause) }
            }
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
            var marks = PropertyMarks(variable.attributes)
            for (problem, node) in marks.problems { report(problem, at: node) }
            if variable.modifiers.has("static", "class") != nil {
                refuseMarks(marks, "a static property")
                continue
            }
            if isClass, let passed = Self.passedOver(variable) {
                refuseMarks(marks, passed)
                continue
            }
            // Of `let a, b: Int` the last says the type.
            var type: TypeSyntax?
            var found: [Property] = []
            for binding in variable.bindings.reversed() {
                type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
                if binding.accessors == .computed {
                    refuseMarks(marks, "a computed property")
                    continue
                }
                guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                    report(.pattern(), at: binding.pattern)
                    continue
                }
                let name = pattern.identifier.text.filter { $0 != "`" }
                if let why = unsupportedReason(variable, binding, type, marks, name) { report(.unfillable(name, why), at: pattern) }
                marks.isSeen = true
                found.append(
                    Property(
                        name: name, node: pattern.identifier, isLet: variable.bindingSpecifier.tokenKind == .keyword(.let),
                        isOptional: type.map(Self.isOptional) ?? false, type: type, binding: binding, marks: marks,
                        modifiers: variable.modifiers, condition: condition))
            }
            properties += found.reversed()
        }
        return properties
    }

    /// Why a property cannot be put into a value that is being made; nil if it can.
    private func unsupportedReason(
        _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: TypeSyntax?, _ marks: PropertyMarks, _ name: String
    ) -> String? {
        if Identifier.isType(name) && (isClass || marks.wrappers.isEmpty) {
            return "a key path cannot have its name; call it otherwise, and give it @Key(\"\(name)\")"
        }
        if name == "Yodel" { return "what @Model writes means the module by its name; call it otherwise, and give it @Key(\"Yodel\")" }
        if isClass, let modifier = variable.modifiers.has("weak", "unowned") {
            return
                "it is \(modifier.name.text), and nothing would hold what a document has for it; make it computed, or make the class a Model by its own "
                + "init()"
        }
        if let modifier = variable.modifiers.has("lazy", "weak", "unowned") {
            return modifier.name.text == "lazy"
                ? "it is lazy; make it computed, or make the struct a final class, whose lazy properties take no part"
                : "it is \(modifier.name.text); a class may have it, and be a Model by its own init()"
        }
        if binding.accessors == .observed && !isClass {
            return "it is observed, and a value that is being made has no observers to tell; observe it where it is set, "
                + "or make the struct a final class"
        }
        if marks.wrappers.contains(where: { $0.isNamed("MainActor") }) {
            return "it is isolated to the main actor, and values are made on whichever thread reads"
        }
        if let type, Self.hasTuple(type), marks.transform == nil, !marks.isIgnored, isSaidNowhere(name) {
            return "it is a tuple, for which JSON has nothing; give it a struct, or @Transform, or @Ignored and a default"
        }
        if let type, Self.isFunction(type) { return "it is a function, which is stored in a form of its own; let a struct hold it" }
        return nil
    }

    private static func isOptional(_ type: TypeSyntax) -> Bool {
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
        return type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    }

    /// Whether a type is a tuple, or a collection or an optional of tuples.
    private static func hasTuple(_ type: TypeSyntax) -> Bool {
        if let optional = type.as(OptionalTypeSyntax.self) { return hasTuple(optional.wrappedType) }
        if let array = type.as(ArrayTypeSyntax.self) { return hasTuple(array.element) }
        if let dictionary = type.as(DictionaryTypeSyntax.self) { return hasTuple(dictionary.value) }
        guard let tuple = type.as(TupleTypeSyntax.self) else { return false }
        return tuple.elements.count > 1 || tuple.elements.contains { hasTuple($0.type) }
    }

    /// Whether nothing leaves a property out, or says how it is read: neither `CodingKeys` nor a description, which may have a transform for it.
    private func isSaidNowhere(_ name: String) -> Bool {
        let members = model.memberBlock.members
        if members.contains(where: { $0.decl.as(FunctionDeclSyntax.self)?.name.text == "describe" }) { return false }
        switch model.codingKeys {
        case .none: return true
        case .unseen: return false
        case .seen(let keys):
            let elements = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
            return elements.contains { Identifier.name($0.name.text) == name }
        }
    }

    private static func isFunction(_ type: TypeSyntax) -> Bool {
        if type.is(FunctionTypeSyntax.self) { return true }
        if let optional = type.as(OptionalTypeSyntax.self) { return isFunction(optional.wrappedType) }
        if let attributed = type.as(AttributedTypeSyntax.self) { return isFunction(attributed.baseType) }
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first else { return false }
        return isFunction(only.type)
    }

    private mutating func refuseMarks(_ marks: PropertyMarks, _ what: String) {
        for mark in marks.all where !marks.isSeen {
            let name = mark.attributeName.trimmedDescription
            report(.withoutEffect(name, what), at: mark, fix: ("remove @\(name)", Self.removing(mark)))
        }
    }

    private mutating func check(_ property: Property) {
        let marks = property.marks
        let isConstant = property.isLet && property.binding.initializer != nil
        if marks.isIgnored {
            for mark in marks.all where !mark.isNamed("Ignored") {
                let name = mark.attributeName.trimmedDescription
                report(.withoutEffect(name, "a property that takes no part"), at: mark, fix: ("remove @\(name)", Self.removing(mark)))
            }
            checkDefault(property, "takes no part")
        }
        if isConstant, let mark = marks.all.first(where: { $0.isNamed("Required") }) {
            report(.withoutEffect("Required", "a constant, which is never read"), at: mark, fix: ("remove @Required", Self.removing(mark)))
        }
        var seen: Set<String> = []
        for key in marks.keys ?? [] where !seen.insert(key).inserted {
            report(.repeatedKey(key), at: marks.keyNode.map { Syntax($0) } ?? Syntax(property.node))
        }
    }

    private mutating func checkDefault(_ property: Property, _ why: String) {
        guard property.defaultValue == nil && !property.isOptional else { return }
        let end = property.binding.typeAnnotation.map { Syntax($0) } ?? Syntax(property.binding.pattern)
        var binding = property.binding.trimmed
        binding.initializer = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: EditorPlaceholderExprSyntax(placeholder: "<#default#>"))
        report(
            .needsDefault(property.name, why), at: end,
            fix: ("add a default", [.replace(oldNode: Syntax(property.binding), newNode: Syntax(binding))]))
    }

    static func removing(_ attribute: AttributeSyntax) -> [FixIt.Change] {
        guard let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self) else { return [] }
        var fixed = variable
        fixed.attributes = variable.attributes.filter { $0.id != attribute.id }
        fixed.leadingTrivia = variable.leadingTrivia
        return [.replace(oldNode: Syntax(variable), newNode: Syntax(fixed))]
    }

    // MARK: Keys

    /// The cases of `CodingKeys`: keys by property; nil if there is no such type.
    private mutating func codingKeys(_ properties: [Property]) -> [String: String]? {
        guard let type = model.codingKeys.enumeration else { return nil }
        let names = properties.map(\.name)
        var keys: [String: String] = [:]
        let elements = type.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
        let hasOwnCoding = OwnCoding(model.memberBlock.members).isThere
        let unnamed = names.filter { name in !elements.contains { Identifier.name($0.name.text) == name } }
        for element in elements {
            let name = Identifier.name(element.name.text)
            guard names.contains(name) else {
                // Coding of the type's own reads what it likes; a misspelt name would leave a property without a key.
                if hasOwnCoding && Likeness.nearest(to: name, among: unnamed) == nil { continue }
                let nearest = Likeness.nearest(to: name, among: names)
                report(
                    .unknownName(name, "CodingKeys", nearest), at: element.name,
                    fix: nearest.map { ("replace it by '\($0)'", [Self.replacing(element.name, by: $0)]) })
                continue
            }
            let raw = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            keys[name] = KeyPath.literal(raw ?? name)
        }
        // A misspelt case leaves its property without one.
        for property in properties where !hasFailed {
            if keys[property.name] == nil {
                if !property.marks.isIgnored && property.marks.role == nil { checkDefault(property, "has no case in CodingKeys") }
            } else if let node = property.marks.keyNode {
                report(.twoKeys(property.name), at: node, fix: ("remove @Key", Self.removing(node)))
            }
        }
        return keys
    }

    static func replacing(_ token: TokenSyntax, by text: String) -> FixIt.Change {
        let new = token.with(\.tokenKind, .identifier(text))
        return .replace(oldNode: Syntax(token), newNode: Syntax(new))
    }

    /// No two properties are written to one key.
    private mutating func checkKeys(_ properties: [Property], _ codingKeys: [String: String]?) {
        var owners: [String: String] = [:]
        let hasOwnStrings = model.codingKeys.enumeration?.hasOwnStrings == true
        for property in properties where !property.marks.isIgnored {
            guard let key = property.marks.writtenKey ?? (hasOwnStrings ? nil : codingKeys?[property.name]) else { continue }
            // A property may stand in several parts of a condition.
            if let other = owners.updateValue(property.name, forKey: key), other != property.name {
                report(.sharedKey(key, other, property.name), at: property.marks.keyNode.map { Syntax($0) } ?? Syntax(property.node))
            }
        }
    }

    // MARK: Lines

    /// The lines of a property: one, after another if a wrapper may be made by decoding alone; between those of a condition if it is under one.
    private func lines(_ property: Property, _ codingKeys: [String: String]?) -> [String] {
        Self.lines(line(property, codingKeys), under: property.condition)
    }

    /// Lines under a condition.
    private static func lines(_ lines: [String], under condition: String?) -> [String] {
        condition.map { ["#if \($0)"] + lines + ["#endif"] } ?? lines
    }

    private func line(_ property: Property, _ codingKeys: [String: String]?) -> [String] {
        let (marks, value) = (property.marks, property.defaultValue)
        // A class's list is that of the struct of its values, where nothing is wrapped whose wrapper has no type that is stated.
        let wrapper = isClass && property.statedWrapperType == nil ? nil : property.wrapper
        let storage = wrapper == nil ? property.node.text : Identifier.source("_\(property.name)")
        let path = "\(KeyPath.source(property.name)), \\.\(storage)"
        let isLeftOut = marks.role == nil && codingKeys.map { $0[property.name] == nil } ?? false
        if marks.isIgnored || isLeftOut {
            return ["\(OwnName.properties).addIgnored(\(path), default: \(wrapper.map { $0.storage(value ?? "nil") } ?? value ?? "nil"))"]
        }
        var line = path
        if let wrapper { line += ", value: \\\(wrapper.path)" }
        if let keys = marks.keysArgument {
            line += ", keys: \(keys)"
        } else if codingKeys?[property.name] != nil {
            line += ", keys: .coded(\(typeName).CodingKeys.\(Identifier.source(property.name)))"
        }
        if let transform = marks.transform { line += ", transform: \(transform)" }
        if property.isLet, let value { return ["\(OwnName.properties).addConstant(\(line), value: \(value))"] }
        if marks.isRequired { line += ", isRequired: true" }
        line += value.map { ", default: \($0)" } ?? ""
        guard let wrapper else { return ["\(OwnName.properties).add(\(line))"] }
        let missing = "\(OwnName.properties).noteMissing(\(path)) { try $0.decode($2, forKey: $1) }"
        return (wrapper.isFound ? [missing] : []) + ["\(OwnName.properties).addWrapped(\(line), wrap: \(wrapper.closure))"]
    }

    /// What finds `CodingKeys` that are not seen here.
    private mutating func keyLines(_ properties: [Property]) -> [String] {
        let inherited = superclass.map { ", inherited: \($0.trimmedDescription).CodingKeys.self" } ?? ""
        let arguments = isClass ? ", of: \(typeName).self\(inherited)" : ""
        var names: [String] = []
        for property in properties where !property.marks.isIgnored && !names.contains(property.name) { names.append(property.name) }
        if case .none = model.codingKeys, !model.statesCoding {
            return ["\(OwnName.properties).check(\(typeName).CodingKeys.self\(arguments))"]
        }
        if names.isEmpty || model.hasKeysOfOwnCoding { return [] }
        namesType = CodingKeysSyntax.type(of: names)
        return CodingKeysSyntax.lines(names, of: typeName, "\(OwnName.properties).take(\(OwnName.keys)\(arguments))")
    }
}

/// Keys as paths.
enum KeyPath {
    /// A literal key: dots and brackets belong to it.
    static func literal(_ key: String) -> String {
        // A slash at the start is an error where it is not in quotes.
        let isQuoted = key.utf8.first == UInt8(ascii: "/")
        var path = ""
        for character in key {
            if (isQuoted ? "\"\\" : ".[\\").contains(character) { path.append("\\") }
            path.append(character)
        }
        return isQuoted ? "[\"\(path)\"]" : path
    }

    /// A text as it stands in a program.
    static func source(_ text: String) -> String { StringLiteralExprSyntax(content: text).description }
}
#endif
