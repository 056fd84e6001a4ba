/// A class whose instances are made from a struct of their values. It needs no `init()` and no reflection, and its properties may be `let`s without
/// defaults.
///
/// The macro `@Model` of the product `YodelMacros` writes all of this. By hand it looks like this:
///
/// ```swift
/// final class Node: DescribedClass {
///     let value: Int
///     let next: Node?
///
///     struct Stored: DescribedModel {
///         let value: Int
///         let next: Node?
///
///         static func describe(_ properties: inout StoredProperties<Self>) {
///             properties.add("value", \.value)
///             properties.add("next", \.next)
///         }
///     }
///
///     init(stored: Stored) {
///         value = stored.value
///         next = stored.next
///     }
///
///     static var classForm: ClassForm {
///         ClassForm(make: Node.init(stored:)) { Stored(value: $0.value, next: $0.next) }
///     }
/// }
/// let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
/// node.next?.value   // 2
/// ```
///
/// The struct is a ``DescribedModel``, whose rules hold for the class as well: defaults, required and flattened properties, transforms, and the restrictions on
/// hooks. All declarations of a ``BaseModel`` except `propertyAccessors` may be in the class, in the struct or in both; those of the class take precedence. The
/// struct names the properties; errors name the class.
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
/// A class that is not final declares `class var classForm`, and a subclass overrides it. The struct of the subclass includes that of the superclass by
/// ``StoredProperties/addInherited(_:_:)``:
///
/// ```swift
/// class Shape: DescribedClass {
///     let name: String
///     struct Stored: DescribedModel {
///         let name: String
///         static func describe(_ properties: inout StoredProperties<Self>) { properties.add("name", \.name) }
///     }
///     init(stored: Stored) { name = stored.name }
///     class var classForm: ClassForm { ClassForm(make: Shape.init(stored:)) { Stored(name: $0.name) } }
/// }
/// final class Circle: Shape {
///     let radius: Double
///     struct Values: DescribedModel {
///         let shape: Shape.Stored
///         let radius: Double
///         static func describe(_ properties: inout StoredProperties<Self>) {
///             properties.addInherited("shape", \.shape)
///             properties.add("radius", \.radius)
///         }
///     }
///     init(values: Values) {
///         radius = values.radius
///         super.init(stored: values.shape)
///     }
///     override class var classForm: ClassForm {
///         ClassForm(make: Circle.init(values:)) { Values(shape: Shape.Stored(name: $0.name), radius: $0.radius) }
///     }
/// }
/// let circle = try Circle(json: #"{"name": "c", "radius": 1.5}"#)
/// ```
///
/// An instance is written, compared, hashed and described by its dynamic type, even if a property's type is a superclass. It is read as the property's declared
/// type; to distinguish subclasses in JSON, use an enum with a tag and a case for each. Reading or writing a subclass without its own form is an error: Yodel
/// never omits its properties silently.
public protocol DescribedClass: AnyObject, BaseModel where ModelOrigin == ModelMadeOfStruct {
    /// How instances are made, and what they hold. Yodel asks once for each key style that the class is used with.
    static var classForm: ClassForm { get }
}

/// Marks a ``DescribedClass``, which is made from a struct of its values. Not for use.
public enum ModelMadeOfStruct {}

/// How instances of a ``DescribedClass`` are made from a struct of their values, and taken apart. Both closures run on the thread that reads or writes.
public struct ClassForm {
    /// The class.
    let type: AnyClass
    /// Whether all stored properties of instances are the class's own.
    let isRoot: Bool
    let handle: TypeHandle
    /// Reads what the struct declares.
    let values: () -> ModelDeclaration

    /// A form.
    ///
    /// - Parameters:
    ///   - isRoot: Whether the class has no superclass. If this is true and the class has one, that is an error, since the struct lacks the superclass's
    ///     properties.
    ///   - make: Makes an instance from its values.
    ///   - stored: The values of an instance.
    public init<Root: DescribedClass, Stored: DescribedModel>(
        isRoot: Bool = false, make: @escaping (Stored) -> Root, stored: @escaping (Root) -> Stored
    ) {
        type = Root.self
        self.isRoot = isRoot
        handle = BoxHandle<Root, Stored>(make: make, take: stored)
        values = { PlanCache.declaration(described: Stored.self) }
    }
}

extension StoredProperties {
    /// Adds the properties of another struct, that of a superclass's values, as if they were the struct's own, before those that follow.
    ///
    /// Their names, keys, transforms and defaults are what the other struct lists; its static declarations do not apply.
    ///
    /// - Parameters:
    ///   - name: The name of the property that holds it.
    ///   - path: The key path to it: one stored property.
    public mutating func addInherited<Inherited: DescribedModel>(_ name: String, _ path: KeyPath<Root, Inherited>) {
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return fail(.notStored(name, of: Root.self)) }
        var inherited = StoredProperties<Inherited>()
        Inherited.describe(&inherited)
        if let fault = inherited.fault { return fail(fault) }
        take(inherited, at: offset, as: name)
    }
}

extension BaseModel where ModelOrigin == ModelMadeOfStruct {
    /// Makes an instance from an archive that ``modelEncode(to:)`` has written, of the class that the metatype is of which it is called on.
    ///
    /// - Parameter decoder: The coder.
    /// - Throws: What the coder throws, and `DecodingError` for what is missing or does not fit.
    public init(modelFrom decoder: any Decoder) throws {
        try self.init(ofOwnType: { type in
            let plan = try PlanCache.shared.plan(for: type)
            return try unsafe MutableAddress.value(of: type) { slot in
                // SAFETY: the room is for a reference to an instance of the plan's class, which is in it unless this throws.
                try ArchiveReader.box(plan, slot, from: decoder)
            }
        })
    }

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
