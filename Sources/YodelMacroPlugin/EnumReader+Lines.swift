#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

// What is written for the cases of an enum. A payload of one value without a label is that value; of any other the values are the properties of a struct in
// `ModelPayloads`. That is a member of the enum itself, where the types of the values are seen as they are written: an extension does not see what stands beside
// the enum in another type.

extension EnumReader {
    // MARK: Raw values

    /// Of an enum without payloads: its cases by their names, or by the numbers that these are.
    mutating func rawValues(_ cases: [Case], _ other: Case?) -> Members {
        let areNumbers = cases.allSatisfy { $0.isOther || $0.names.allSatisfy { $0.kind == .number } }
        let type = other?.rawType ?? (areNumbers ? "Int" : "String")
        let isText = type == "String"
        let hasOwnStrings = model.codingKeys.enumeration?.hasOwnStrings == true
        var (makes, takes): ([String], [String]) = ([], [])
        for one in cases where !one.isOther {
            var literals: [String] = []
            for name in one.names {
                if isText, name.kind == .number {
                    report(.nameIsNoText(one.text), at: one.key.map { Syntax($0) } ?? Syntax(one.name))
                } else if isText, hasOwnStrings, let coded = one.coded {
                    literals.append(coded)
                } else if isText {
                    literals.append(name.source)
                } else if let number = Int128(name.text), "\(number)" == name.text {
                    literals.append(name.text)
                } else {
                    report(.nameIsNoNumber(one.text, type), at: one.key.map { Syntax($0) } ?? Syntax(one.name))
                }
            }
            makes.append("case \(literals.joined(separator: ", ")): self = .\(one.name.text)")
            takes.append("case .\(one.name.text): \(literals.first ?? "")")
        }
        if let other {
            makes.append("default: self = .\(other.name.text)(rawValue)")
            takes.append("case .\(other.name.text)(let value): value")
        } else {
            makes.append("default: return nil")
        }
        return .rawValues(type: "Swift.\(type)", isOpen: other != nil, makes: makes, takes: takes)
    }

    // MARK: Payloads

    mutating func description(_ cases: [Case], _ form: Form) -> Members {
        var lines: [String] = []
        var payloads: [String] = []
        if let tag = form.tag {
            let content = form.content.map { ", content: \(KeyPath.source($0))" } ?? ""
            lines.append("cases.form = .tagged(\(KeyPath.source(tag))\(content))")
        }
        if !form.paths.isEmpty {
            let content = form.contentPath.map { ", content: \(KeyPath.source($0))" } ?? ""
            lines.append("cases.form = .tagged(at: \(form.paths.map(KeyPath.source).joined(separator: ", "))\(content))")
        }
        if let path = form.keyedBy { lines.append("cases.form = .keyed(by: \(KeyPath.source(path)))") }
        if form.isUntagged { lines.append("cases.form = .untagged") }
        for one in cases {
            let names = one.coded ?? one.names.map(\.source).joined(separator: ", ")
            let name = one.name.text
            if one.isOther {
                lines += other(one, form)
            } else if one.parameters.isEmpty {
                lines.append("cases.add(\(names), value: .\(name), where: { if case .\(name) = $0 { true } else { false } })")
            } else if let type = one.onlyType {
                checkPayload(one, type, form)
                lines += payload("cases.add(\(names), ", one)
            } else {
                let structure = structure(one, names, form)
                payloads += structure.type
                lines += structure.lines
            }
        }
        let keys: (lines: [String], names: [String]) = form.isUntagged ? ([], []) : keyLines(cases.filter { !$0.isOther })
        return .description(lines + keys.lines, names: keys.names, payloads: payloads)
    }

    /// What finds `CodingKeys` that are not seen here, and the enum of names that it needs.
    private func keyLines(_ cases: [Case]) -> (lines: [String], names: [String]) {
        switch model.codingKeys {
        case .seen: return ([], [])
        case .none where !model.statesCoding:
            let names = cases.filter { $0.key == nil }.map { ", \(KeyPath.source($0.text))" }
            return (["cases.check(Self.CodingKeys.self\(names.joined()))"], [])
        case .unseen where model.hasKeysOfOwnCoding: return ([], [])
        case .none, .unseen:
            let names = cases.map(\.text)
            return (
                CodingKeysSyntax.lines(names, of: "Self", "cases.take(\(OwnName.keys))"), CodingKeysSyntax.type(of: names)
            )
        }
    }

    /// The name of the enum, as a type inside of it says it.
    private var typeName: String {
        let generic = model.genericParameterClause?.parameters.map(\.name.text) ?? []
        return model.name.text + (generic.isEmpty ? "" : "<\(generic.joined(separator: ", "))>")
    }

    private mutating func other(_ one: Case, _ form: Form) -> [String] {
        let type = one.otherType ?? ""
        if one.rawType != nil && (form.hasTag || type != "String") {
            report(.otherIsNoObject(one.text), at: one.other.map { Syntax($0) } ?? Syntax(one.name))
        }
        return payload("cases.addOther(", one)
    }

    private func payload(_ start: String, _ one: Case) -> [String] {
        // `Self.`Type`` is a type, in backticks as well.
        let make = Identifier.isType(one.text) ? "{ .\(one.name.text)($0) }" : "Self.\(one.name.text)"
        return [
            "\(start)make: \(make)) {",
            "    if case .\(one.name.text)(let payload) = $0 { .some(payload) } else { nil }",
            "}",
        ]
    }

    /// A struct of several values, or of one with a label, after the functions that make defaults.
    private mutating func structure(_ one: Case, _ names: String, _ form: Form) -> (type: [String], lines: [String]) {
        let type = Identifier.source("\(Identifier.name(model.name.text))_\(one.text)")
        let values = one.parameters.enumerated().map { index, parameter in
            (label: parameter.label, name: parameter.propertyName ?? "_\(index)", parameter: parameter)
        }
        var defaults: [String] = []
        var properties: [String] = []
        for (index, value) in values.enumerated() {
            let key = value.label ?? value.name
            if let tag = form.tagAmongKeys, key == tag || form.paths.contains(key) {
                report(.tagIsLabel(key, one.text), at: value.parameter)
            }
            var standard = ""
            if let given = value.parameter.defaultValue?.value {
                if given.isPlainLiteral {
                    standard = ", default: \(given.trimmedDescription)"
                } else {
                    // Among the properties of the struct the names in it would be theirs.
                    let function = Identifier.source("\(Identifier.name(type))_default\(index)")
                    let result = Self.source(value.parameter.type, self: typeName)
                    defaults += ["static func \(function)() -> \(result) {", "    \(Self.source(given, self: typeName))", "}"]
                    standard = ", default: ModelPayloads.\(function)()"
                }
            }
            properties.append("\(OwnName.properties).add(\(KeyPath.source(key)), \\.\(value.name)\(standard))")
        }
        let made = values.map { ($0.label.map { "\(Identifier.label($0)): " } ?? "") + "payload.\($0.name)" }.joined(separator: ", ")
        let taken = values.indices.map { "let value\($0)" }.joined(separator: ", ")
        let given = values.enumerated().map { "\(Identifier.label(Identifier.name($1.name))): value\($0)" }.joined(separator: ", ")
        var structure = defaults + ["nonisolated struct \(type): Yodel.BaseModel {"]
        structure += values.map { "    let \($0.name): \(Self.source($0.parameter.type, self: typeName))" }
        structure += ModelMacro.form(properties, "").map { "    \($0)" } + ["}"]
        let lines = [
            "cases.add(\(names), make: { (payload: ModelPayloads.\(type)) in .\(one.name.text)(\(made)) }) {",
            "    if case .\(one.name.text)(\(taken)) = $0 { ModelPayloads.\(type)(\(given)) } else { nil }",
            "}",
        ]
        return (structure, lines)
    }

    /// Among the keys of what is no object no tag can stand.
    private mutating func checkPayload(_ one: Case, _ type: TypeSyntax, _ form: Form) {
        guard let tag = form.tagAmongKeys, Self.isNoModel(type) else { return }
        report(.tagBesideNoObject(tag, one.text, type.trimmedDescription), at: type)
    }

    /// Whether a type is surely no model.
    static func isNoModel(_ type: TypeSyntax) -> Bool {
        let isScalar = type.as(IdentifierTypeSyntax.self).map { scalars.contains($0.name.text) } ?? false
        return isScalar || type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) || type.is(OptionalTypeSyntax.self)
    }

    private static let scalars: Set<String> = [
        "String", "Bool", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "Date", "Data", "URL", "UUID", "Decimal", "Array", "Set", "Dictionary", "Optional", "JSONValue", "JSONObject", "RawJSON",
        "Any",
    ]

    /// A type or an expression as it is written where `Self` is another one.
    private static func source(_ node: some SyntaxProtocol, self name: String) -> String {
        node.trimmed.tokens(viewMode: .sourceAccurate).map { token in
            token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, .identifier(name)).description : token.description
        }.joined()
    }
}

extension ExprSyntax {
    /// Whether it is a literal without a name in it.
    fileprivate var isPlainLiteral: Bool {
        switch kind {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
        case .stringLiteralExpr: self.as(StringLiteralExprSyntax.self)?.representedLiteralValue != nil
        default: false
        }
    }
}
#endif
