/// A struct or class that Yodel fills from JSON.
///
/// Stating `: Model` is enough; there is no base class. Every stored `var` takes part under its own name if Yodel knows its type. A property that a
/// document does not mention keeps the value that `init()` gave it.
///
/// ```swift
/// struct User: Model {
///     var id = 0
///     var name = ""
///     var email: String?
///     var tags: [String] = []
/// }
/// let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
/// user.name    // "Ann"
/// user.email   // nil
/// ```
///
/// Yodel does not fill `let`, `lazy`, `weak` and `unowned` properties, closures and computed properties; ``TypeInfo`` names the reason for each stored one.
/// Values go straight to memory, so property observers (`willSet`, `didSet`) do not run. A `let` property is still written and compared if Yodel can write
/// its type (``EncodingOptions/writesConstants``).
///
/// A property behind a wrapper that stores its `wrappedValue` is filled under its own name, as are the properties of an `@Observable` class. The wrapper's
/// code does not run, and observers are not notified. A wrapper that computes its value needs ``ModelDescription/access(_:named:)``; without it, and unless the
/// property is ignored, the first use of the type is an error. The same applies to a property that Yodel cannot store to: a metatype, a type that contains
/// one, a noncopyable type. An actor cannot be a model.
///
/// A class declares `required init()`. A subclass includes the properties of its superclass.
///
/// All that a type says of itself is in one function, ``BaseModel/describe(_:)``:
///
/// ```swift
/// struct Account: Model {
///     var name = ""
///     var isAdmin = false
///     static func describe(_ model: inout ModelDescription) {
///         model.keys = ["name": "account_name"]
///         model.ignored = [\Self.isAdmin]
///     }
/// }
/// ```
///
/// `CodingKeys` belong to `Codable`; a model's keys are in its description.
public protocol Model: BaseModel {
    /// Makes a model with its default values.
    init()
}

/// What all models are: a ``Model``, and what the macro `@Model` makes.
///
/// A ``Model`` is made by its `init()` and then filled; the others are made from what a document contains, as their ``ModelForm`` says. Do not conform to it
/// without a form of your own.
///
/// Values are made, read and written on whichever thread decodes or encodes. So no model's conformance belongs to an actor, and in a module whose declarations
/// are isolated to the main actor by default a type that states `: Model` is `nonisolated`.
public protocol BaseModel: SendableMetatype {
    /// Says which keys the properties have, which take part, which are required, and the rest of a ``ModelDescription``. Default: nothing, so that every
    /// property takes part under its own name.
    ///
    /// A subclass overrides it:
    ///
    /// ```swift
    /// class Shape: Model {
    ///     var name = ""
    ///     required init() {}
    ///     class func describe(_ model: inout ModelDescription) { model.keys = ["name": "n"] }
    /// }
    /// final class Circle: Shape {
    ///     var radius = 0.0
    ///     override class func describe(_ model: inout ModelDescription) {
    ///         super.describe(&model)
    ///         model.keys += ["radius": "r"]
    ///     }
    /// }
    /// ```
    ///
    /// Swift does not let a subclass replace a protocol's default. So the superclass declares `class func describe`, even if it has nothing to say; a
    /// `describe` without `override` in a subclass goes unnoticed.
    ///
    /// Yodel calls it when it first needs the type, on any thread and more than once, and never for a value. So it says the same each time.
    ///
    /// - Parameter model: What the model says; nothing at first.
    static func describe(_ model: inout ModelDescription)

    /// How values are made. A ``Model`` has it.
    static var modelForm: ModelForm { get }
}

extension BaseModel {
    /// Says nothing.
    ///
    /// - Parameter model: Left as it is.
    public static func describe(_ model: inout ModelDescription) {}

    /// None: a ``Model`` has one, and what the macro `@Model` makes. So the compiler says which of them is missing, where it would name requirements.
    @available(*, unavailable, message: "the type is no model: state Model beside the other protocols, or give it @Model")
    // Nobody can call it: naming it is the error.
    public static var modelForm: ModelForm { fatalError("unavailable") }
}

extension Model {
    /// By `init()`, which documents fill.
    public static var modelForm: ModelForm { ModelForm(.made(self)) }
}
