#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Reads an enum: its form, and a line of the list for each of its cases.
struct EnumReader {
    let model: EnumDeclSyntax
    let node: AttributeSyntax
    let context: any MacroExpansionContext
    /// Whether what is wrong is said by somebody else.
    let isSilent: Bool
    var hasFailed = false

    init(_ model: EnumDeclSyntax, _ node: AttributeSyntax, _ context: any MacroExpansionContext, isSilent: Bool = false) {
        self.model = model
        self.isSilent = isSilent
        self.node = node
        self.context = context
    }

    /// What the macro makes of an enum.
    enum Members {
        /// The lines of `describe`, those of an enum of names beside it, and those of the structs that payloads of several values are.
        case description([String], names: [String], payloads: [String])
        /// The type of raw values, and lines of `init(rawValue:)` and of `rawValue`.
        case rawValues(type: String, isOpen: Bool, makes: [String], takes: [String])
    }

    /// How JSON tells the cases apart.
    struct Form {
        var tag: String?
        var content: String?
        /// Whether nothing does.
        var isUntagged = false
        /// The ways to tags, and to the payload beside them.
        var paths: [String] = []
        var contentPath: String?
        /// The way to the name that is the payload's key.
        var keyedBy: String?

        var hasTag: Bool { tag != nil || keyedBy != nil || !paths.isEmpty }
        /// The tag among the payload's keys, if it stands there.
        var tagAmongKeys: String? { tag == nil ? (contentPath == nil ? paths.first : nil) : (content == nil ? tag : nil) }
    }

    /// A case.
    struct Case {
        var name: TokenSyntax
        var parameters: [EnumCaseParameterSyntax]
        var names: [CaseMarks.Name]
        /// The case of `CodingKeys` that says its name, as an expression.
        var coded: String?
        var isOther: Bool
        /// The mark that says so.
        var other: AttributeSyntax?
        var key: AttributeSyntax?

        /// Its name as a text.
        var text: String { name.text.filter { $0 != "`" } }
        /// The type of its only value, if that has no label.
        var onlyType: TypeSyntax? { parameters.count == 1 && parameters[0].label == nil ? parameters[0].type : nil }
    }

    mutating func members() -> Members? {
        let form = form()
        let cases = cases(form)
        guard !hasFailed else { return nil }
        checkNames(cases)
        checkKinds(cases, form)
        if form.isUntagged { checkPayloads(cases) }
        let others = cases.filter(\.isOther)
        if others.count > 1 {
            report(.severalOthers(others[0].text, others[1].text), at: others[1].other.map { Syntax($0) } ?? Syntax(others[1].name))
        }
        let isPlain = !form.hasTag && !form.isUntagged && cases.allSatisfy { $0.parameters.isEmpty || ($0.isOther && $0.rawType != nil) }
        if isPlain, !model.hasKeysOfOwnCoding, case .unseen(let place) = model.codingKeys { report(.unseenKeys, at: place) }
        let members = isPlain ? rawValues(cases, others.first) : description(cases, form)
        return hasFailed ? nil : members
    }

    mutating func report(_ diagnostic: ModelDiagnostic, at node: some SyntaxProtocol, fix: (String, [FixIt.Change])? = nil) {
        hasFailed = true
        if !isSilent { context.report(diagnostic, at: node, fix: fix) }
    }

    /// Whether the enum codes itself, so that its `CodingKeys` need not be names of cases.
    private var hasOwnCoding: Bool { OwnCoding(model.memberBlock.members).isThere }

    // MARK: Form

    private mutating func form() -> Form {
        var form = Form()
        // Of several values in a row only the first has the label.
        var label = ""
        for argument in node.arguments?.as(LabeledExprListSyntax.self) ?? [] {
            label = argument.label?.text ?? label
            if label == "untagged" {
                form.isUntagged = argument.expression.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
                if !form.isUntagged { report(.untaggedNeedsTrue, at: argument) }
                continue
            }
            guard let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue, !text.isEmpty else {
                report(.formNeedsLiteral(label), at: argument)
                continue
            }
            switch label {
            case "content": form.content = text
            case "tagAt": form.paths.append(text)
            case "contentAt": form.contentPath = text
            case "keyedBy": form.keyedBy = text
            default: form.tag = text
            }
        }
        if form.tag != nil && form.tag == form.content { report(.tagIsContent(form.tag ?? ""), at: node) }
        if form.isUntagged && (form.tag != nil || form.content != nil) { report(.untaggedBesideTag, at: node) }
        return form
    }

    // MARK: Cases

    private mutating func cases(_ form: Form) -> [Case] {
        var cases: [Case] = []
        for member in model.memberBlock.members {
            if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.hasCases { report(.conditionalCase, at: condition) }
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
            let marks = CaseMarks(declaration.attributes)
            for (problem, node) in marks.problems { report(problem, at: node) }
            if let mark = marks.key ?? marks.other, declaration.elements.count > 1 {
                report(.markOfSeveral(mark.attributeName.trimmedDescription), at: mark)
            }
            for element in declaration.elements {
                if let raw = element.rawValue {
                    report(.hasRawValues, at: raw, fix: ("remove @Model", ModelMacro.removingModel(from: model)))
                }
                let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
                var one = Case(
                    name: element.name, parameters: parameters, names: marks.names ?? [], isOther: false, other: marks.other, key: marks.key
                )
                if marks.names == nil { one.names = [CaseMarks.Name(one.text)] }
                one.isOther = marks.other != nil || (marks.key == nil && ["other", "unknown"].contains(one.text) && one.otherType != nil)
                if let mark = marks.other {
                    let takesModel = form.hasTag && one.onlyType.map { !Self.isNoModel($0) } == true
                    if one.otherType == nil && !takesModel { report(.otherNeedsPayload(one.text), at: mark) }
                    if let key = marks.key { report(.withoutEffect("Key", "the case of all others"), at: key) }
                }
                cases.append(one)
            }
        }
        let types = model.memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
        if let keys = model.codingKeys.enumeration { read(keys, &cases) }
        for type in types where type.name.text != "CodingKeys" && type.name.text.hasSuffix("CodingKeys") && !hasOwnCoding {
            report(.codingKeysOfCase(type.name.text), at: type.name)
        }
        if !hasFailed,
            let raw = model.inheritanceClause?.inheritedTypes.first(where: { Self.rawTypes.contains($0.type.trimmedDescription) })
        {
            report(.hasRawValues, at: raw, fix: ("remove @Model", ModelMacro.removingModel(from: model)))
        }
        return cases
    }

    /// Reads the names of cases out of `CodingKeys`.
    private mutating func read(_ keys: EnumDeclSyntax, _ cases: inout [Case]) {
        var names: [String: String] = [:]
        let known = cases.map(\.text)
        let elements = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
        let unnamed = known.filter { name in !elements.contains { Identifier.name($0.name.text) == name } }
        for element in elements {
            let name = Identifier.name(element.name.text)
            guard known.contains(name) else {
                // Coding of the enum's own reads what it likes; a misspelt name would leave a case without a key.
                if hasOwnCoding && Likeness.nearest(to: name, among: unnamed) == nil { continue }
                let nearest = Likeness.nearest(to: name, among: known)
                report(
                    .unknownCase(name, nearest), at: element.name,
                    fix: nearest.map { ("replace it by '\($0)'", [StructReader.replacing(element.name, by: $0)]) })
                continue
            }
            names[name] = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? name
        }
        for index in cases.indices where !cases[index].isOther && !hasFailed {
            guard let name = names[cases[index].text] else {
                if hasOwnCoding { continue }
                report(.caseWithoutKey(cases[index].text), at: cases[index].name)
                continue
            }
            if let key = cases[index].key { report(.twoKeys(cases[index].text), at: key, fix: ("remove @Key", removing(key))) }
            cases[index].names = [CaseMarks.Name(name)]
            cases[index].coded = "Self.CodingKeys.\(Identifier.source(cases[index].text)).stringValue"
        }
    }

    /// No name stands for two cases.
    private mutating func checkNames(_ cases: [Case]) {
        // What `CodingKeys` say themselves is not seen.
        if model.codingKeys.enumeration?.hasOwnStrings == true { return }
        var owners: [String: String] = [:]
        for one in cases where !one.isOther {
            var kinds: [String: [CaseMarks.Name.Kind]] = [:]
            for name in one.names {
                let other = owners.updateValue(one.text, forKey: name.text)
                defer { kinds[name.text, default: []].append(name.kind) }
                // A text and a number of one case may look alike.
                guard let other, other != one.text || kinds[name.text]?.contains(name.kind) == true else { continue }
                let place = one.key.map { Syntax($0) } ?? Syntax(one.name)
                report(other == one.text ? .repeatedKey(name.text) : .sharedName(name.text, other, one.text), at: place)
            }
        }
    }

    /// A name has a value for each tag, and without a tag it is a string.
    private mutating func checkKinds(_ cases: [Case], _ form: Form) {
        let tags = max(form.paths.count, 1)
        for one in cases where !one.isOther {
            let place = one.key.map { Syntax($0) } ?? Syntax(one.name)
            for name in one.names {
                if name.kind == .tags {
                    if name.count != tags || tags == 1 { report(.nameOfTags(one.text, tags), at: place) }
                } else if tags > 1 {
                    report(.nameOfTags(one.text, tags), at: place)
                } else if name.kind != .text && !form.hasTag && (name.kind == .truth || hasPayloads(cases)) {
                    report(.nameWithoutTag(one.text), at: place)
                }
            }
        }
    }

    private func hasPayloads(_ cases: [Case]) -> Bool { cases.contains { !$0.isOther && !$0.parameters.isEmpty } }

    /// Without a tag no name is read, and no two cases have one payload.
    private mutating func checkPayloads(_ cases: [Case]) {
        var owners: [String: String] = [:]
        for one in cases where !one.isOther {
            if let key = one.key { report(.withoutEffect("Key", "a case of which no name is read"), at: key) }
            let payload = one.onlyType?.trimmedDescription ?? one.parameters.map(\.trimmedDescription).joined(separator: " ")
            guard let other = owners.updateValue(one.text, forKey: payload) else { continue }
            report(.sharedPayload(other, one.text, hasNone: one.parameters.isEmpty), at: one.name)
        }
        switch model.codingKeys {
        case .none: break
        case _ where hasOwnCoding: break
        case .seen(let keys): report(.keysWithoutTag, at: keys.name)
        case .unseen(let place): report(.keysWithoutTag, at: place)
        }
    }

    /// Types that Swift itself takes as raw types.
    private static let rawTypes: Set<String> = [
        "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    ]

    // MARK: Changes

    private func removing(_ attribute: AttributeSyntax) -> [FixIt.Change] {
        guard let declaration = attribute.parent?.parent?.as(EnumCaseDeclSyntax.self) else { return [] }
        var fixed = declaration
        fixed.attributes = declaration.attributes.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
        fixed.leadingTrivia = declaration.leadingTrivia
        return [.replace(oldNode: Syntax(declaration), newNode: Syntax(fixed))]
    }
}

extension EnumCaseParameterSyntax {
    /// Its label; nil without one.
    var label: String? { firstName.flatMap { $0.text == "_" ? nil : $0.text.filter { $0 != "`" } } }

    /// The label as the name of a property.
    var propertyName: String? { label.map { Identifier.source(Identifier.isType($0) ? "_\($0)" : $0) } }
}

extension IfConfigDeclSyntax {
    /// Whether cases of an enum are declared in one of its parts.
    fileprivate var hasCases: Bool {
        clauses.contains { clause in
            guard case .decls(let members) = clause.elements else { return false }
            return members.contains { $0.decl.is(EnumCaseDeclSyntax.self) || $0.decl.as(IfConfigDeclSyntax.self)?.hasCases == true }
        }
    }
}

extension EnumReader.Case {
    /// The raw type of the case of all others, if that is one.
    var rawType: String? {
        guard let type = onlyType?.trimmedDescription else { return nil }
        let name = type.hasPrefix("Swift.") ? String(type.dropFirst(6)) : type
        return Self.rawTypes.contains(name) ? name : nil
    }

    /// The type of what a case of all others keeps; nil: it can be none.
    var otherType: String? {
        guard let type = onlyType?.trimmedDescription else { return nil }
        return rawType ?? (["JSONObject", "JSONValue", "RawJSON"].contains { type == $0 || type == "Yodel.\($0)" } ? type : nil)
    }

    private static let rawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
}
#endif
