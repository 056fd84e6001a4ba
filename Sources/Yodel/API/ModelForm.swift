/// How values of a model are made: by `init()`, which documents fill; or, of what is no ``Model``, a struct from the list of its properties, and an instance of a
/// class from a struct of its values.
///
/// A type with such a form needs no `init()` and no reflection, and its properties may be `let`s without defaults. The macro `@Model` writes forms;
/// <doc:ModelsByHand> shows how they are written by hand, and what holds for them.
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

/// A class that the macro `@Model` makes a model. Not for use: by it the macro tells a superclass that it has made one from a protocol that is a ``BaseModel``.
@_documentation(visibility: internal)
public protocol BoxedModel: BaseModel {}

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
        guard case .listed(let inherited) = Inherited.modelForm.kind, inherited.type == Inherited.self else {
            return list.fail(.unlisted(Inherited.self))
        }
        if let fault = inherited.fault { return list.fail(fault) }
        list.take(inherited, at: offset, as: name)
    }
}

extension BaseModel {
    /// A new instance of the same class, made of the same values, with the same constants.
    static func copy(_ instance: Self) -> Self {
        let plan = PlanCache.shared.modelValuePlan(for: type(of: instance))
        guard let values = plan.pointee.key else { preconditionFailure("a class without values") }
        return unsafe ValueAddress.of(instance) { original in
            values.withSlot { payload in
                unsafe MutableAddress.value(of: Self.self) { slot in
                    // SAFETY: the plan is of the instance's class. The struct is made in the payload and moved out of it; a reference to an instance of a
                    // subclass is one to an instance of the class.
                    plan.withHandle { unsafe $0.getRawValue(original, into: payload) }
                    guard plan.putCopy(slot, payload: payload, of: original) else {
                        preconditionFailure(ModelError.noReflection(plan.type).description)
                    }
                }
            }
        }
    }
}
