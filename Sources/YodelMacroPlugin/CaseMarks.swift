#if Macros
import SwiftSyntax

/// What the attributes of a case tell `@Model`.
struct CaseMarks {
    /// What stands for a case in JSON.
    struct Name {
        enum Kind {
            case text, number, truth
            /// A value for each of several tags.
            case tags
        }

        let kind: Kind
        let text: String
        /// The literal.
        let source: String
        /// How many values it has.
        var count = 1

        init(_ text: String) {
            kind = .text
            self.text = text
            source = KeyPath.source(text)
        }

        /// - Parameter expression: The literal of a string, an integer or a boolean; nil for any other.
        init?(_ expression: ExprSyntax) {
            if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
                (kind, self.text, source) = (.text, text, KeyPath.source(text))
                return
            }
            if let truth = expression.as(BooleanLiteralExprSyntax.self)?.literal.text {
                (kind, text, source) = (.truth, truth, truth)
                return
            }
            let digits = expression.trimmedDescription.filter { $0 != "_" && $0 != " " }
            let isInteger = expression.is(IntegerLiteralExprSyntax.self) || expression.is(PrefixOperatorExprSyntax.self)
            guard isInteger, let number = Int128(digits) else { return nil }
            (kind, text, source) = (.number, "\(number)", "\(number)")
        }

        /// - Parameter values: The literals of a name for several tags; nil: one is none, or all are nil.
        init?(tags values: [ExprSyntax]) {
            var sources: [String] = []
            for value in values {
                if value.is(NilLiteralExprSyntax.self) {
                    sources.append("nil")
                } else if let name = Name(value) {
                    sources.append(name.source)
                } else {
                    return nil
                }
            }
            guard sources.contains(where: { $0 != "nil" }) else { return nil }
            kind = .tags
            source = "[\(sources.joined(separator: ", "))]"
            text = source
            count = sources.count
        }
    }

    private(set) var names: [Name]?
    private(set) var key: AttributeSyntax?
    private(set) var other: AttributeSyntax?
    private(set) var problems: [(ModelDiagnostic, Syntax)] = []

    init(_ attributes: AttributeListSyntax) {
        for case .attribute(let attribute) in attributes {
            let name = attribute.attributeName.trimmedDescription
            if attribute.isNamed("Other") {
                if other != nil { problems.append((.repeatedMark(name), Syntax(attribute))) }
                other = attribute
            } else if attribute.isNamed("Key") {
                if key != nil { problems.append((.repeatedMark(name), Syntax(attribute))) }
                key = attribute
                readNames(attribute)
            }
        }
    }

    private mutating func readNames(_ attribute: AttributeSyntax) {
        let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
        if arguments.first?.label?.text == "tags" {
            guard let name = Name(tags: arguments.map(\.expression)) else {
                return problems.append((.tagsNeedLiterals, Syntax(attribute)))
            }
            names = [name]
            return
        }
        var names: [Name] = []
        for argument in arguments {
            guard let name = Name(argument.expression) else {
                return problems.append((.keyNeedsLiterals, Syntax(argument)))
            }
            if argument.label != nil {
                return problems.append((.withoutEffect("Key(writing:)", "a case, of which the first name is written"), Syntax(argument)))
            }
            names.append(name)
        }
        if names.isEmpty { problems.append((.keyNeedsLiterals, Syntax(attribute))) }
        self.names = names
    }
}
#endif
