// What is worked out of the plan of a type: what it stores is read from its `pointee`.

typealias PlanRef = PlanPart<ValuePlan>

extension PlanRef {
    var type: Any.Type { pointee.record.with(\.type) }
    /// The type in words.
    var name: String { String(describing: type) }

    // MARK: Its parts

    // What is only there for some plans is asked for by who has seen what the plan is. That is checked: it is asked for once for a container.

    /// Properties of a model. Only for models.
    @inline(__always) var model: ModelRef { pointee.model! }

    /// Elements of a sequence, values of a dictionary. Only for these.
    @inline(__always) var element: PlanRef { pointee.element! }

    /// Keys of a dictionary, the raw value of a raw representable type, the struct of a class's values. Only for these.
    @inline(__always) var key: PlanRef { pointee.key! }

    /// The type without any of its optionals.
    @inline(__always) var innermost: PlanRef {
        var inner = self
        while let wrapped = inner.pointee.wrapped { inner = wrapped }
        return inner
    }

    /// The type without any of its optionals, whose value is at the same address; nil if one of the optionals is nil.
    ///
    /// - Parameter address: Of a value of the plan's type.
    @inline(__always)
    func unwrapped(at address: ValueAddress) -> PlanRef? {
        // SAFETY: the payload of an optional stands at the optional's own address: what makes it one comes after it or is a value that the payload does not
        // have. The canary has checked it for this runtime.
        var plan = self
        while let wrapped = plan.pointee.wrapped {
            if plan.isNil(address) { return nil }
            plan = wrapped
        }
        return plan
    }

    // MARK: What it is

    /// Whether it is `String`.
    @inline(__always) var isString: Bool { pointee.kind == .string && pointee.optionalDepth == 0 }

    /// Whether it is `[Double]` or `[Int]`.
    @inline(__always) var isNumberArray: Bool {
        pointee.isScalarArray && pointee.optionalDepth == 0 && (pointee.elementScalar == .double || pointee.elementScalar == .int)
    }

    /// Whether a value of the type can reach an instance that is filled in place, or what code of a type's own sets: a copy of it need not have that for
    /// itself.
    @inline(__always) var reachesInstances: Bool { pointee.record.with(\.reachesInstances) }

    // MARK: Its record

    /// Lends the typed operations.
    @inline(__always)
    func withHandle<R>(_ body: (TypeHandle) -> R) -> R { pointee.handle.with(body) }

    /// What reads and makes values of the type. Only for sequences.
    var sequence: any SequenceType.Type {
        guard let type = pointee.record.with(\.sequence) else { preconditionFailure("no sequence") }
        return type
    }

    /// What reads and makes values of the type. Only for dictionaries.
    var dictionary: any DictionaryType.Type {
        guard let type = pointee.record.with(\.dictionary) else { preconditionFailure("no dictionary") }
        return type
    }

    /// The cases of an enum that lists them. Only for these.
    var cases: CasesPlan {
        guard let cases = pointee.record.with(\.cases) else { preconditionFailure("no cases") }
        return cases
    }

    var decodable: any Decodable.Type { pointee.record.with { $0.decodable! } }

    /// What is put back of an instance of the class.
    var fields: [(offset: Int, handle: TypeHandle)] { pointee.record.with(\.fields) }

    // MARK: Its cache

    /// The plans that it is one of.
    var cache: PlanCache { pointee.record.with(\.cache) }

    /// How types that code themselves are read with the plans of this one's cache.
    var codedKeys: CodedKeys { cache.codedKeys }

    /// The plan of another type in the same cache.
    func plan(for type: Any.Type) throws(ModelError) -> PlanRef { try cache.plan(for: type) }
}
