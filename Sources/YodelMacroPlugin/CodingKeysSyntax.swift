#if Macros
import SwiftSyntax

// `CodingKeys`. Those that are an enum in the type itself are read here. Of any other the macro sees neither cases nor keys: they stand in an extension, or are a
// typealias, a struct, or under `#if`. So the list names them, and the compiler finds the type's own, if there is one:
//
//     fileprivate nonisolated enum ModelNames { case id, secret … }                        a name for each property
//     var __yodelKeys = Yodel.CodedNames<Self.CodingKeys, ModelNames>()
//     __yodelKeys.add("id", .id)                                                           a case of CodingKeys, if they have it, or the name above
//     __yodelProperties.take(__yodelKeys)
//
// That takes the compiler a while. Where nothing says that a type has `CodingKeys`, one line asks whether they would say other keys, which is an error then:
//
//     __yodelProperties.check(Self.CodingKeys.self)

/// What a type declares as its `CodingKeys`.
enum CodingKeysSyntax {
    case none
    /// An enum whose cases are all seen.
    case seen(EnumDeclSyntax)
    /// Anything else, at a place.
    case unseen(Syntax)

    var enumeration: EnumDeclSyntax? {
        if case .seen(let type) = self { return type }
        return nil
    }

    init(_ members: MemberBlockItemListSyntax) {
        self = .none
        for member in members {
            if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                for clause in condition.clauses {
                    guard case .decls(let members) = clause.elements else { continue }
                    if case .none = CodingKeysSyntax(members) { continue }
                    self = .unseen(Syntax(condition))
                }
            } else if let name = member.decl.asProtocol((any NamedDeclSyntax).self)?.name, Identifier.name(name.text) == "CodingKeys" {
                guard let type = member.decl.as(EnumDeclSyntax.self),
                    !type.memberBlock.members.contains(where: { $0.decl.is(IfConfigDeclSyntax.self) })
                else {
                    self = .unseen(Syntax(name))
                    continue
                }
                self = .seen(type)
            }
        }
    }

    /// Lines that take the keys from `CodingKeys` whose cases are not seen.
    ///
    /// - Parameters:
    ///   - type: The type whose `CodingKeys` they are.
    ///   - call: The call that takes them.
    static func lines(_ names: [String], of type: String, _ call: String) -> [String] {
        ["var \(OwnName.keys) = Yodel.CodedNames<\(type).CodingKeys, \(OwnName.names)>()"]
            + names.map { "\(OwnName.keys).add(\(KeyPath.source($0)), .\(Identifier.source($0)))" } + [call]
    }

    /// The enum of names beside the list.
    static func type(of names: [String]) -> [String] {
        // A payload keeps the compiler from making it Hashable.
        let cases = names.map(Identifier.source) + ["\(OwnName.none)(Yodel.NoCodingKeys)"]
        return ["fileprivate nonisolated enum \(OwnName.names) {", "    case \(cases.joined(separator: ", "))", "}"]
    }
}

extension DeclGroupSyntax {
    var codingKeys: CodingKeysSyntax { CodingKeysSyntax(memberBlock.members) }

    /// Whether the declaration says that the type is coded, so that an extension may have its `CodingKeys`.
    var statesCoding: Bool {
        inheritanceClause?.tokens(viewMode: .sourceAccurate).contains { ["Codable", "Decodable", "Encodable"].contains($0.text) } == true
    }
}

extension EnumDeclSyntax {
    /// Whether `CodingKeys` say themselves what their cases stand for.
    var hasOwnStrings: Bool {
        memberBlock.members.contains { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.contains { $0.pattern.trimmedDescription == "stringValue" } == true
        }
    }
}
#endif
