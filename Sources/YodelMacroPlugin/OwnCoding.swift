#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

// `Codable` by code of the type's own. The coders of models go by the list that the macro writes, and call neither `init(from:)` nor `encode(to:)`:
// others do, as before. A note says so, unless the code hands all over to the model.

/// The coding that a type writes itself.
struct OwnCoding {
    private let initializer: InitializerDeclSyntax?
    private let function: FunctionDeclSyntax?

    init(_ members: MemberBlockItemListSyntax) {
        initializer = members.lazy.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.first {
            Self.takes($0.signature.parameterClause, "from", "Decoder")
        }
        function = members.lazy.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first {
            $0.name.text == "encode" && $0.modifiers.has("static", "class") == nil
                && Self.takes($0.signature.parameterClause, "to", "Encoder")
        }
    }

    /// Whether there is any, so that `CodingKeys` may have cases that are nothing to the macro.
    var isThere: Bool { initializer != nil || function != nil }

    private static func takes(_ clause: FunctionParameterClauseSyntax, _ label: String, _ type: String) -> Bool {
        guard clause.parameters.count == 1, let parameter = clause.parameters.first, parameter.firstName.text == label else { return false }
        return parameter.type.lastToken(viewMode: .sourceAccurate)?.text == type
    }

    /// The note, and where it belongs; nil if the type has no such code, or hands all over to the model.
    ///
    /// - Parameter words: What the model consists of.
    func note(_ words: String) -> (ModelDiagnostic, Syntax)? {
        let read = initializer.flatMap { Self.hands(over: $0.body, "modelFrom") ? nil : $0 }
        let written = function.flatMap { Self.hands(over: $0.body, "modelEncode") ? nil : $0 }
        guard let place = read.map({ Syntax($0.initKeyword) }) ?? written.map({ Syntax($0.name) }) else { return nil }
        return (.ownCoding(reads: read != nil, writes: written != nil, words), place)
    }

    private static func hands(over body: CodeBlockSyntax?, _ name: String) -> Bool {
        body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } == true
    }
}

extension DeclGroupSyntax {
    /// Whether the type's `CodingKeys` are for its own coding alone: a struct that takes any key.
    var hasKeysOfOwnCoding: Bool {
        guard case .unseen(let place) = codingKeys, let keys = place.parent?.as(StructDeclSyntax.self),
            OwnCoding(memberBlock.members).isThere
        else { return false }
        return !keys.memberBlock.members.contains { $0.decl.as(VariableDeclSyntax.self)?.modifiers.has("static") != nil }
    }
}

extension ModelMacro {
    /// Says of a type with coding of its own what it is for.
    static func noteCoding(of model: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        let words = model.is(EnumDeclSyntax.self) ? "cases" : "properties"
        guard let (note, place) = OwnCoding(model.memberBlock.members).note(words) else { return }
        context.report(note, at: place, fix: ("remove @Model", removingModel(from: model)))
    }
}
#endif
