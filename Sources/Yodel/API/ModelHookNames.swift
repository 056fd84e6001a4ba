// Hooks that nobody calls: a model has the member, but not the protocol that says so, or a member that is nearly a hook. As misnamed declarations they are
// requirements with a type of their own (ModelDeclarationNames.swift), so that a plan sees them by comparing types. All are `async` and throw: such a
// requirement is met by members that are neither, so that every form is found.
//
//     struct User: Model { func validate() throws { … } }       ValidateHook == Void, and no ValidatedModel: an error
//     struct User: Model { var id = 0 }                         ValidateHook == NoModelDeclaration

/// Members of a ``Model`` that are hooks, or nearly so. Not for use: `Model` conforms to it so that a hook without its protocol is an error when the
/// type is first used.
public protocol ModelHookNames {
    /// What the member returns.
    associatedtype ValidateHook = NoModelDeclaration
    /// The hook of ``ValidatedModel``, in a model that does not conform to it.
    mutating func validate() async throws -> ValidateHook
    /// What the member returns.
    associatedtype DidDecodeHook = NoModelDeclaration
    /// The hook of ``DidDecodeModel``, in a model that does not conform to it.
    mutating func didDecode(from object: JSONObject) async throws -> DidDecodeHook
    /// What the member returns.
    associatedtype DidDecodeHookOfDictionary = NoModelDeclaration
    /// Not a hook: ``DidDecodeModel``'s takes a `JSONObject`.
    mutating func didDecode(from object: [String: Any]) async throws -> DidDecodeHookOfDictionary
    /// What the member returns.
    associatedtype DidDecodeHookWithoutObject = NoModelDeclaration
    /// Not a hook: ``DidDecodeModel``'s takes the object.
    mutating func didDecode() async throws -> DidDecodeHookWithoutObject
    /// What the member returns.
    associatedtype WillDecodeHook = NoModelDeclaration
    /// The hook of ``WillDecodeModel``, in a model that does not conform to it.
    mutating func willDecode(_ object: inout JSONObject) async throws -> WillDecodeHook
    /// What the member returns.
    associatedtype WillDecodeHookOfConstant = NoModelDeclaration
    /// Not a hook: ``WillDecodeModel``'s changes the object.
    mutating func willDecode(_ object: JSONObject) async throws -> WillDecodeHookOfConstant
    /// What the member returns.
    associatedtype WillEncodeHook = NoModelDeclaration
    /// The hook of ``WillEncodeModel``, in a model that does not conform to it.
    func willEncode(into object: inout JSONObject) async throws -> WillEncodeHook
    /// What the member returns.
    associatedtype ModelTypeHook = NoModelDeclaration
    /// The hook of ``PolymorphicModel``, in a model that does not conform to it.
    static func modelType(for object: JSONObject) async throws -> ModelTypeHook
    /// The type of the member with this name.
    associatedtype DiscriminatorHook = NoModelDeclaration
    /// The declaration of ``DiscriminatedModel``, in a model that does not conform to it.
    static var discriminator: DiscriminatorHook { get }

    /// Whether a model has none of the members above. The compiler knows, so a plan need not check each.
    static var hasNoHookName: Bool { get }
}

extension ModelHookNames {
    /// A model that has one of them.
    public static var hasNoHookName: Bool { false }
}

extension ModelHookNames
where
    ValidateHook == NoModelDeclaration,
    DidDecodeHook == NoModelDeclaration,
    DidDecodeHookOfDictionary == NoModelDeclaration,
    DidDecodeHookWithoutObject == NoModelDeclaration,
    WillDecodeHook == NoModelDeclaration,
    WillDecodeHookOfConstant == NoModelDeclaration,
    WillEncodeHook == NoModelDeclaration,
    ModelTypeHook == NoModelDeclaration,
    DiscriminatorHook == NoModelDeclaration
{
    /// A model that has none of them.
    public static var hasNoHookName: Bool { true }
}

extension ModelHookNames {
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public func validate() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public func didDecode(from object: JSONObject) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public func didDecode(from object: [String: Any]) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public func didDecode() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public func willDecode(_ object: inout JSONObject) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public func willDecode(_ object: JSONObject) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public func willEncode(into object: inout JSONObject) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Parameter object: Ignored.
    /// - Returns: Nothing useful.
    public static func modelType(for object: JSONObject) -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var discriminator: NoModelDeclaration { NoModelDeclaration() }
}

extension MisnamedDeclaration {
    /// The protocols of hooks, and what each of them has.
    enum HookName: String {
        case validated = "ValidatedModel"
        case didDecode = "DidDecodeModel"
        case willDecode = "WillDecodeModel"
        case willEncode = "WillEncodeModel"
        case polymorphic = "PolymorphicModel"
        case discriminated = "DiscriminatedModel"

        /// Its requirement, as it is declared.
        var requirement: String {
            switch self {
            case .validated: "mutating func validate() throws"
            case .didDecode: "mutating func didDecode(from: JSONObject) throws"
            case .willDecode: "mutating func willDecode(_: inout JSONObject) throws"
            case .willEncode: "func willEncode(into: inout JSONObject) throws"
            case .polymorphic: "static func modelType(for: JSONObject) -> (any Model.Type)?"
            case .discriminated: "static var discriminator: ModelDiscriminator"
            }
        }

        /// Whether a type with these hooks has it.
        func isCalled(_ hooks: ModelHooks?, of type: Any.Type) -> Bool {
            switch self {
            case .validated: hooks?.validate != nil
            case .didDecode: hooks?.didDecode != nil
            case .willDecode: hooks?.willDecode != nil
            case .willEncode: hooks?.willEncode != nil
            case .polymorphic: hooks?.modelType != nil
            case .discriminated: type is any DiscriminatedModel.Type
            }
        }
    }

    /// What a type has of members that are hooks, or nearly so, whether or not they are called.
    static func hooks<T: BaseModel>(of type: T.Type) -> [MisnamedDeclaration] {
        if T.hasNoHookName { return [] }
        let none = ObjectIdentifier(NoModelDeclaration.self)
        var found: [MisnamedDeclaration] = []
        func look(_ declared: Any.Type, _ hook: HookName, _ name: String) {
            if ObjectIdentifier(declared) != none { found.append(MisnamedDeclaration(name: name, kind: .hook(hook), meant: hook.rawValue)) }
        }
        look(T.ValidateHook.self, .validated, "validate()")
        look(T.DidDecodeHook.self, .didDecode, "didDecode(from: JSONObject)")
        look(T.DidDecodeHookOfDictionary.self, .didDecode, "didDecode(from: [String: Any])")
        look(T.DidDecodeHookWithoutObject.self, .didDecode, "didDecode()")
        look(T.WillDecodeHook.self, .willDecode, "willDecode(_: inout JSONObject)")
        look(T.WillDecodeHookOfConstant.self, .willDecode, "willDecode(_: JSONObject)")
        look(T.WillEncodeHook.self, .willEncode, "willEncode(into: inout JSONObject)")
        look(T.ModelTypeHook.self, .polymorphic, "modelType(for: JSONObject)")
        // A name that has other uses, too.
        if T.DiscriminatorHook.self == ModelDiscriminator.self { look(T.DiscriminatorHook.self, .discriminated, "discriminator") }
        return found
    }
}
