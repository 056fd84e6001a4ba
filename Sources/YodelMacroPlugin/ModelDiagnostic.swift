#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What cannot work, in words.
struct ModelDiagnostic: DiagnosticMessage {
    let id: String
    let message: String
    private(set) var severity = DiagnosticSeverity.error
    var diagnosticID: MessageID { MessageID(domain: "YodelMacros", id: id) }

    private init(_ id: String, _ message: String) {
        self.id = id
        self.message = message
    }

    static func noStruct(_ kind: String) -> Self {
        Self("noStruct", "@Model is for structs, classes and enums, and this is \(kind): give it to the types that conform")
    }
    static let noCases = Self("noCases", "an enum without cases has no values: remove @Model, and give it to the types inside")
    static let local = Self(
        "local",
        "@Model cannot make a type inside of a function, which no extension can name: declare it outside, as fileprivate if need be")
    static func suppressed(_ name: String) -> Self {
        Self(
            "suppressed",
            "@Model cannot make a type that is \(name): values are copied while they are read; hold it in a class, or leave the word out")
    }
    static let modelCodable = Self(
        "modelCodable",
        "ModelCodable is for a Model, which is made by its init(), and whose coding it writes: with @Model state Codable, whose coding the compiler "
            + "writes, or one of your own that calls init(modelFrom:) and modelEncode(to:)")
    static func hiddenAround(_ name: String) -> Self {
        Self(
            "hiddenAround",
            "@Model works outside of all types, and cannot see the private '\(name)' around this one: make that fileprivate")
    }
    static func ownCoding(reads: Bool, writes: Bool, _ words: String) -> Self {
        let (who, what): (String, String) =
            switch (reads, writes) {
            case (true, true): ("ModelDecoder and ModelEncoder do", "init(from:) and encode(to:)")
            case (true, false): ("ModelDecoder does", "init(from:)")
            default: ("ModelEncoder does", "encode(to:)")
            }
        let (they, which) = reads && writes ? ("they go", "these") : ("it goes", "this")
        var note = Self(
            "ownCoding",
            "\(who) not call \(what): with @Model \(they) by the \(words), and other coders call \(which) as before. "
                + "If JSON is not as the \(words) say, remove @Model: a type that is Codable alone is read and written by its own code")
        note.severity = .note
        return note
    }
    static func formOfStruct(_ kind: String = "a struct") -> Self {
        Self("formOfStruct", "a tag says which case an enum is; \(kind) has none")
    }
    static func formNeedsLiteral(_ label: String) -> Self {
        Self("formNeedsLiteral", "\(label) needs a key: a string literal that is not empty and has no interpolations")
    }
    static func tagIsContent(_ key: String) -> Self {
        Self("tagIsContent", "the key \"\(key)\" cannot have both the case's name and its payload")
    }
    static let untaggedNeedsTrue = Self("untaggedNeedsTrue", "untagged is true, or is left out")
    static let untaggedBesideTag = Self("untaggedBesideTag", "an enum has a tag, or is untagged: not both")
    static let keysWithoutTag = Self("keysWithoutTag", "CodingKeys has no effect on an enum whose names are never read")
    static let unseenKeys = Self(
        "unseenKeys", "@Model does not see the cases of these CodingKeys: make them an enum in the type itself")
    static func sharedPayload(_ name: String, _ other: String, hasNone: Bool) -> Self {
        let what = hasNone ? "have no payload, and would both be null" : "have payloads of one type"
        return Self("sharedPayload", "'\(name)' and '\(other)' \(what): without a tag '\(other)' would never be read")
    }
    static let hasRawValues = Self("hasRawValues", "an enum with raw values is read and written by them, without @Model")
    static func hasRawValue(_ kind: String) -> Self {
        Self("hasRawValue", "\(kind) is read and written by its raw value, without @Model")
    }
    static let parameterPack = Self(
        "parameterPack", "@Model cannot make a type with a parameter pack: the runtime has no key paths to what it stores")
    static let impliedSuperInit = Self(
        "impliedSuperInit",
        "the superclass has the initialiser that @Model has written besides its own, and of two the compiler calls none by itself: call super.init"
    )
    static func markOfSeveral(_ mark: String) -> Self {
        Self("markOfSeveral", "@\(mark) belongs to one case: declare the cases one by one")
    }
    static func severalOthers(_ name: String, _ other: String) -> Self {
        Self("severalOthers", "'\(name)' and '\(other)' are both the case for all others")
    }
    static func otherNeedsPayload(_ name: String) -> Self {
        Self(
            "otherNeedsPayload",
            "'\(name)' cannot keep unknown names: it needs one value, without a label, that is a JSONObject, JSONValue or RawJSON; "
                + "if no other case has a payload, a String or an integer")
    }
    static func otherIsNoObject(_ name: String) -> Self {
        Self("otherIsNoObject", "'\(name)' keeps an object, so it needs a JSONObject, JSONValue or RawJSON")
    }
    static func nameIsNoNumber(_ name: String, _ type: String) -> Self {
        Self("nameIsNoNumber", "'\(name)' stands for a value of type \(type), and needs @Key(\"…\") with one")
    }
    static func nameIsNoText(_ name: String) -> Self {
        Self("nameIsNoText", "'\(name)' stands for a text, and @Key has an integer: put it in quotes")
    }
    static func nameWithoutTag(_ name: String) -> Self {
        Self("nameWithoutTag", "'\(name)' has an integer or a boolean for a name, which only a tag can have: say @Model(tag:)")
    }
    static func nameOfTags(_ name: String, _ tags: Int) -> Self {
        Self(
            "nameOfTags",
            tags == 1
                ? "'\(name)' has a value for several tags, and @Model(tagAt:) names one"
                : "'\(name)' needs @Key(tags:) with \(tags) values, one for each tag")
    }
    static let tagsNeedLiterals = Self(
        "tagsNeedLiterals", "@Key(tags:) needs literals: strings, integers, booleans, and nil for a tag that is missing or null")
    static func sharedName(_ name: String, _ one: String, _ other: String) -> Self {
        Self("sharedName", "'\(one)' and '\(other)' both have the name \"\(name)\"")
    }
    static func unknownCase(_ name: String, _ nearest: String?) -> Self {
        Self("unknownCase", "CodingKeys names '\(name)', which is not a case" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    static func caseWithoutKey(_ name: String) -> Self { Self("caseWithoutKey", "'\(name)' has no case in CodingKeys, and needs one") }
    static func codingKeysOfCase(_ name: String) -> Self {
        Self("codingKeysOfCase", "\(name) is not read: give the payload a struct of its own")
    }
    static func tagIsLabel(_ key: String, _ name: String) -> Self {
        Self("tagIsLabel", "the tag \"\(key)\" is also a value's label of '\(name)'")
    }
    static func tagBesideNoObject(_ tag: String, _ name: String, _ type: String) -> Self {
        Self(
            "tagBesideNoObject",
            "the payload of '\(name)' is of type \(type), which is not a model: the tag \"\(tag)\" cannot stand among its keys; add content:"
        )
    }
    static let conditionalCase = Self(
        "conditionalCase", "@Model does not know whether cases under #if are there: write the list, describe(_:), by hand")
    static func noCase(_ mark: String) -> Self { Self("noCase", "@\(mark) is for a case of an enum") }
    static func statesModel(_ kind: String = "a struct") -> Self {
        Self("statesModel", "a Model is made by its init(), \(kind) with @Model from the values that come: a type is one or the other")
    }
    static let notFinal = Self("notFinal", "a class with @Model is final, or says that it has subclasses: @Model(subclasses: true)")
    static let finalSubclasses = Self("finalSubclasses", "subclasses: true is for a class that is not final, and stands alone")
    static let subclassesOfNone = Self("subclassesOfNone", "only a class has subclasses")
    static let actor = Self("actor", "@Model cannot make an actor, which keeps its values to itself: put them into a struct with @Model")
    static func classAttribute(_ attribute: String, _ why: String) -> Self {
        Self("classAttribute", "@Model cannot make a class with @\(attribute): \(why)")
    }
    static let conditionalProperty = Self(
        "conditionalProperty",
        "@Model does not know whether properties under #if are there: let a struct hold them, or write modelForm by hand")
    static let unseenDescription = Self(
        "unseenDescription",
        "'describe' of a subclass is called only if it overrides the superclass's: let that declare 'class func describe', and write 'override' here"
    )
    static let hidden = Self("hidden", "@Model works outside the type in which this one is private, and cannot see it")
    static func noProperty(_ mark: String) -> Self { Self("noProperty", "@\(mark) is for stored properties") }
    static func withoutModel(_ mark: String) -> Self { Self("withoutModel", "@\(mark) is read by @Model, which the type does not have") }
    static func withoutEffect(_ mark: String, _ what: String) -> Self { Self("withoutEffect", "@\(mark) has no effect on \(what)") }
    static func pattern() -> Self { Self("pattern", "@Model needs a name for each property: declare them one by one") }
    static func unfillable(_ name: String, _ why: String) -> Self { Self("unfillable", "@Model cannot make '\(name)': \(why)") }
    static func needsDefault(_ name: String, _ why: String) -> Self { Self("needsDefault", "'\(name)' \(why), and needs a default") }
    static func repeatedMark(_ mark: String) -> Self { Self("repeatedMark", "@\(mark) is there twice") }
    static let keyNeedsLiterals = Self("keyNeedsLiterals", "@Key needs one key or more, each a string literal without interpolations")
    static func repeatedKey(_ key: String) -> Self { Self("repeatedKey", "the key \"\(key)\" is there twice") }
    static func sharedKey(_ key: String, _ name: String, _ other: String) -> Self {
        Self("sharedKey", "'\(name)' and '\(other)' are both written to the key \"\(key)\"")
    }
    static func keyOfRole(_ name: String, _ role: String) -> Self { Self("keyOfRole", "'\(name)' has a key in CodingKeys, and is \(role)") }
    static func flattenedType(_ name: String, _ type: String) -> Self {
        Self("flattenedType", "'\(name)' is flattened, and \(type) is neither a struct that is a model nor an enum with a tag")
    }
    static func restType(_ name: String, _ type: String) -> Self {
        Self(
            "restType",
            "'\(name)' takes all remaining keys, and is \(type): it must be a [String: JSONValue] or another dictionary by String, "
                + "a JSONObject or an Optional")
    }
    static func twoRests(_ name: String, _ other: String) -> Self {
        Self("twoRests", "'\(name)' and '\(other)' both take all remaining keys")
    }
    static func wrappedRole(_ name: String, _ role: String) -> Self {
        Self("wrappedRole", "'\(name)' has a property wrapper, and cannot be \(role)")
    }
    static func twoKeys(_ name: String) -> Self { Self("twoKeys", "'\(name)' has its key in CodingKeys and in @Key") }
    static func unknownName(_ name: String, _ place: String, _ nearest: String?) -> Self {
        Self("unknownName", "\(place) names '\(name)', which is not a stored property" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    static func former(_ name: String, _ meant: String) -> Self {
        var warning = Self("former", "nobody reads '\(name)': a model says it in describe(_:), by 'model.\(meant)'")
        warning.severity = .warning
        return warning
    }
    static func idleHook(_ name: String, _ model: String) -> Self {
        var warning = Self(
            "idleHook",
            "nobody calls '\(name)': a hook belongs to a \(model), which is made by its init() and has no @Model; a method of your own with this name "
                + "may be in an extension")
        warning.severity = .warning
        return warning
    }
    static let notStatic = Self("notStatic", "'describe' says something of the model only if it is static")
}

/// What would make it work.
struct ModelFix: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "YodelMacros", id: message) }
}

extension MacroExpansionContext {
    /// Reports an error.
    ///
    /// - Parameters:
    ///   - fix: What would make it work: its words, what is replaced, and by what.
    func report(_ diagnostic: ModelDiagnostic, at node: some SyntaxProtocol, fix: (String, [FixIt.Change])? = nil) {
        let fixes = fix.map { [FixIt(message: ModelFix(message: $0.0), changes: $0.1)] } ?? []
        diagnose(Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixes))
    }
}
#endif
