#if Macros
import SwiftSyntax

// Properties that have no key of their own: one whose model's keys stand in the object, and one that takes all remaining keys.

extension StructReader {
    /// Refuses what cannot be flattened or be a rest, as far as it is seen here; the rest is seen when the type is first used.
    mutating func checkRoles(_ properties: [Property], _ codingKeys: [String: String]?) {
        for property in properties {
            guard let (role, mark) = property.marks.role, !property.marks.isIgnored else { continue }
            for other in property.marks.all where other.id != mark.id {
                let name = other.attributeName.trimmedDescription
                report(.withoutEffect(name, role.inWords), at: other, fix: ("remove @\(name)", Self.removing(other)))
            }
            let fix = ("remove @\(role.name)", Self.removing(mark))
            if property.wrapper != nil && !isClass { report(.wrappedRole(property.name, role.inWords), at: mark, fix: fix) }
            if property.isLet && property.binding.initializer != nil {
                report(.withoutEffect(role.name, "a constant, which is never read"), at: mark, fix: fix)
            }
            if codingKeys?[property.name] != nil { report(.keyOfRole(property.name, role.inWords), at: mark, fix: fix) }
            guard let type = property.type, role.isRefused(type) else { continue }
            if role == .flattened {
                report(.flattenedType(property.name, type.trimmedDescription), at: type, fix: fix)
            } else {
                let fixed = TypeSyntax("[String: JSONValue]").with(\.trailingTrivia, type.trailingTrivia)
                report(
                    .restType(property.name, type.trimmedDescription), at: type,
                    fix: ("make it a [String: JSONValue]", [.replace(oldNode: Syntax(type), newNode: Syntax(fixed))]))
            }
        }
        let rests = properties.filter { $0.marks.role?.role == .rest && !$0.marks.isIgnored }
        for other in rests.dropFirst() {
            guard let mark = other.marks.role?.mark else { continue }
            report(.twoRests(rests[0].name, other.name), at: mark, fix: ("remove @Rest", Self.removing(mark)))
        }
    }
}

extension PropertyMarks {
    /// What a property is that has no key.
    enum Role {
        case flattened, rest

        var name: String { self == .flattened ? "Flatten" : "Rest" }
        var inWords: String { self == .flattened ? "a property that is flattened" : "a property that takes all remaining keys" }

        /// Whether a type is surely none of such a property.
        func isRefused(_ type: TypeSyntax) -> Bool {
            var text = type.trimmedDescription.filter { !$0.isWhitespace }
            for module in ["Yodel.", "Swift."] { text = text.replacing(module, with: "") }
            if text.hasPrefix("Optional<") { text = String(text.dropFirst(9).dropLast()) }
            while text.hasSuffix("?") || text.hasSuffix("!") { text.removeLast() }
            if self == .flattened { return Self.isOfStandardLibrary(text) }
            if text.hasPrefix("[String:") || text.hasPrefix("Dictionary<String,") {
                return ["[String:Any]", "[String:anyAny]", "Dictionary<String,Any>"].contains(text)
            }
            return text == "JSONValue" || Self.isOfStandardLibrary(text)
        }

        /// Whether a type is one of those that everybody knows by name.
        private static func isOfStandardLibrary(_ text: String) -> Bool {
            if text.hasPrefix("[") || text.hasPrefix("(") || text.hasPrefix("any") && text.contains("Any") { return true }
            let name = text.prefix { $0 != "<" }
            return ["String", "Int", "Bool", "Double", "Float", "Any", "Array", "Set", "Dictionary", "Date", "URL", "Data"].contains(name)
        }
    }

    /// What the property is if it has no key, and the mark that says so.
    var role: (role: Role, mark: AttributeSyntax)? {
        for mark in all {
            if mark.isNamed("Flatten") { return (.flattened, mark) }
            if mark.isNamed("Rest") { return (.rest, mark) }
        }
        return nil
    }
}
#endif
