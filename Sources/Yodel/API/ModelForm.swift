/// How values of a model are made that is no ``Model``: a struct from the list of its properties, an instance of a class from a struct of its values. Such a
/// type needs no `init()` and no reflection, and its properties may be `let`s without defaults.
///
/// The macro `@Model` of the product `YodelMacros` writes forms. By hand that of a struct looks like this:
///
/// ```swift
/// struct Member: BaseModel {
///     let id: Int
///     let name: String
///     var role = "guest"
///     let email: String?
///
///     static var modelForm: ModelForm {
///         var properties = StoredProperties<Self>()
///         properties.add("id", \.id)
///         properties.add("name", \.name)
///         properties.add("role", \.role, default: "guest")
///         properties.add("email", \.email, keys: "mail")
///         return ModelForm(properties)
///     }
/// }
/// let member = try Member(json: #"{"id": 7, "name": "Ann", "mail": null}"#)
/// member.role   // "guest"
/// ```
///
/// Each object makes a new value. Yodel puts all properties in place before the value exists, so it never writes a `let` afterwards. A missing property gets
/// its default; an optional is nil. A property with neither is required: an object without it, or with null there, is rejected as
/// ``ModelDescription/required`` says (null is a value of some types), and the error names everything that is missing. Merging a document into a value
/// (`update`) changes its properties and requires nothing.
///
/// ``BaseModel/describe(_:)`` may say all but ``ModelDescription/access(_:_:)`` besides; what both say of one property is an error. Hooks want a value that
/// exists before its object is read: with them, the first use of the type is an error. List every stored property; add those to ignore with
/// ``StoredProperties/addIgnored(_:_:default:)``. Yodel compares the list with the runtime's own if the build has one, and otherwise looks for bytes that no
/// property covers. A wrong list is an error when the type is first used.
///
/// When a document arrives in pieces (``ModelDecoder/decode(_:fromChunks:)``), the bytes of each object of such a type are kept until it ends.
///
/// ## Classes
///
/// ```swift
/// final class Node: BaseModel {
///     let value: Int
///     let next: Node?
///
///     struct Stored: BaseModel {
///         let value: Int
///         let next: Node?
///
///         static var modelForm: ModelForm {
///             var properties = StoredProperties<Self>()
///             properties.add("value", \.value)
///             properties.add("next", \.next)
///             return ModelForm(properties)
///         }
///     }
///
///     init(stored: Stored) {
///         value = stored.value
///         next = stored.next
///     }
///
///     static var modelForm: ModelForm {
///         ModelForm(make: Node.init(stored:)) { Stored(value: $0.value, next: $0.next) }
///     }
/// }
/// let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
/// node.next?.value   // 2
/// ```
///
/// The rules of the struct hold for the class as well: defaults, required and flattened properties, transforms, and the restrictions on hooks. The class, the
/// struct or both may have a `describe`; that of the class takes precedence. The struct names the properties; errors name the class.
///
/// An instance is made when all of its values are known, and a decoder never changes it. A merge (`update`) makes a new instance, with the old values where the
/// document has none, and replaces the old one. Other owners of the old instance keep it unchanged. Properties that the struct does not have, such as `lazy`
/// ones, are as the class's own initialiser makes them. `modelCopy()` makes a new instance as well and shares what the values refer to. A `let` that has its
/// value in its declaration (`let id = UUID()`), and that the struct lists by `addConstant` or `addIgnored`, has the old instance's value in the new one: Yodel
/// puts it there before anyone else has the instance. Without reflection metadata that works only if the values are the same. A class writes its own
/// `Hashable` conformance, with `modelIsEqual(_:)` and `modelHash(into:)`. Graphs with cycles can be compared, hashed and described; writing one ends at the
/// depth limit.
///
/// ## Subclasses
///
/// A class that is not final declares `class var modelForm`, and a subclass overrides it. The struct of the subclass includes that of the superclass by
/// ``StoredProperties/addInherited(_:_:)``:
///
/// ```swift
/// class Shape: BaseModel {
///     let name: String
///     struct Stored: BaseModel {
///         let name: String
///         static var modelForm: ModelForm {
///             var properties = StoredProperties<Self>()
///             properties.add("name", \.name)
///             return ModelForm(properties)
///         }
///     }
///     init(stored: Stored) { name = stored.name }
///     class var modelForm: ModelForm { ModelForm(make: Shape.init(stored:)) { Stored(name: $0.name) } }
/// }
/// final class Circle: Shape {
///     let radius: Double
///     struct Values: BaseModel {
///         let shape: Shape.Stored
///         let radius: Double
///         static var modelForm: ModelForm {
///             var properties = StoredProperties<Self>()
///             properties.addInherited("shape", \.shape)
///             properties.add("radius", \.radius)
///             return ModelForm(properties)
///         }
///     }
///     init(values: Values) {
///         radius = values.radius
///         super.init(stored: values.shape)
///     }
///     override class var modelForm: ModelForm {
///         ModelForm(make: Circle.init(values:)) { Values(shape: Shape.Stored(name: $0.name), radius: $0.radius) }
///     }
/// }
/// let circle = try Circle(json: #"{"name": "c", "radius": 1.5}"#)
/// ```
///
/// An instance is written, compared, hashed and described by its dynamic type, even if a property's type is a superclass. It is read as the property's declared
/// type; to distinguish subclasses in JSON, use an enum with a tag and a case for each. Reading or writing a subclass without its own form is an error: Yodel
/// never omits its properties silently.
public struct ModelForm {
    /// How.
    enum Kind {
        /// By `init()` of this type.
        case made(any Model.Type)
        /// From the properties of a struct.
        case listed(PropertyList)
        /// From a struct of its values.
        case boxed(BoxForm)
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// The form of a struct.
    ///
    /// - Parameter properties: All that it stores.
    public init<Root: BaseModel>(_ properties: StoredProperties<Root>) { kind = .listed(properties.list) }

    /// The form of a class. Both closures run on the thread that reads or writes.
    ///
    /// - Parameters:
    ///   - isRoot: Whether the class has no superclass. If this is true and the class has one, that is an error, since the struct lacks the superclass's
    ///     properties.
    ///   - make: Makes an instance from its values.
    ///   - stored: The values of an instance.
    public init<Root: AnyObject & BaseModel, Stored: BaseModel>(
        isRoot: Bool = false, make: @escaping (Stored) -> Root, stored: @escaping (Root) -> Stored
    ) {
        kind = .boxed(
            BoxForm(type: Root.self, isRoot: isRoot, handle: BoxHandle<Root, Stored>(make: make, take: stored), values: Stored.self))
    }
}

/// How instances of a class are made from a struct of their values.
struct BoxForm {
    /// The class.
    let type: AnyClass
    /// Whether all stored properties of instances are the class's own.
    let isRoot: Bool
    let handle: TypeHandle
    /// The struct.
    let values: any BaseModel.Type
}

extension StoredProperties {
    /// Adds the properties of another struct, that of a superclass's values, as if they were the struct's own, before those that follow.
    ///
    /// Their names, keys, transforms and defaults are what the other struct lists; its own `describe` does not apply.
    ///
    /// - Parameters:
    ///   - name: The name of the property that holds it.
    ///   - path: The key path to it: one stored property.
    public mutating func addInherited<Inherited: BaseModel>(_ name: String, _ path: KeyPath<Root, Inherited>) {
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return list.fail(.notStored(name, of: Root.self)) }
        guard case .listed(let inherited) = Inherited.modelForm.kind else { return list.fail(.unlisted(Inherited.self)) }
        if let fault = inherited.fault { return list.fail(fault) }
        list.take(inherited, at: offset, as: name)
    }
}

extension BaseModel {
    /// A new instance of the same class, made of the same values, with the same constants.
    static func copy(_ instance: Self) -> Self {
        let plan = PlanCache.shared.modelValuePlan(for: type(of: instance))
        guard let values = plan.pointee.key else { preconditionFailure("a class without values") }
        return ValueAddress.of(instance) { original in
            values.pointee.withSlot { payload in
                unsafe MutableAddress.value(of: Self.self) { slot in
                    // SAFETY: the plan is of the instance's class. The struct is made in the payload and moved out of it; a reference to an instance of a
                    // subclass is one to an instance of the class.
                    plan.pointee.withHandle { $0.getRawValue(original, into: payload) }
                    guard plan.pointee.putCopy(slot, payload: payload, of: original) else {
                        preconditionFailure(ModelError.noReflection(plan.type).description)
                    }
                }
            }
        }
    }
}
