// Plans by reference: what reads a plan gets its facts by plain names, and the pointers behind them stand in this file and in
// ModelRef.swift alone.
//
// SAFETY of all of it: a plan, and what it refers to, is written before it is published, never changes afterwards, and stays in place as long as
// its cache does, which a decode keeps alive.

/// The plan of a type.
@safe struct PlanRef: Equatable {
    private let plan: PlanPart<ValuePlan>

    /// For writers, which take plans by address.
    var pointer: PlanPart<ValuePlan> { plan }

    @inline(__always)
    init(_ plan: PlanPart<ValuePlan>) { self.plan = plan }

    @inline(__always)
    static func == (left: PlanRef, right: PlanRef) -> Bool { left.plan == right.plan }

    @inline(__always) var kind: FieldKind { plan.pointee.kind }
    @inline(__always) var stride: Int { plan.pointee.stride }
    @inline(__always) var alignment: Int { plan.pointee.alignment }
    @inline(__always) var size: Int { plan.pointee.size }
    @inline(__always) var optionalDepth: UInt8 { plan.pointee.optionalDepth }
    @inline(__always) var isPlain: Bool { plan.pointee.isPlain }
    @inline(__always) var isPlainButForCheck: Bool { plan.pointee.isPlainButForCheck }
    /// The scalar that one typed store puts: one under at most one optional; nil for other types.
    @inline(__always) var direct: ScalarKind? { plan.pointee.direct }
    @inline(__always) var isString: Bool { plan.pointee.isString }
    @inline(__always) var isScalarArray: Bool { plan.pointee.isScalarArray }
    @inline(__always) var isNumberArray: Bool { plan.pointee.isNumberArray }
    @inline(__always) var isArrayOfDoubles: Bool { plan.pointee.elementScalar == .double }

    /// The wrapped type of the outermost optional; nil for a type that is none.
    @inline(__always) var wrapped: PlanRef? { plan.pointee.wrapped.map { PlanRef($0) } }

    /// The type without any of its optionals.
    @inline(__always) var innermost: PlanRef {
        var inner = self
        while let wrapped = inner.wrapped { inner = wrapped }
        return inner
    }

    /// Elements of a sequence, values of a dictionary. Only for these.
    @inline(__always) var element: PlanRef { PlanRef(plan.element) }

    /// Keys of a dictionary, the raw value of a raw representable type, the struct of a class's values. Only for these.
    @inline(__always) var key: PlanRef { PlanRef(plan.key) }

    /// The model's own plan. Only for models.
    @inline(__always) var model: ModelRef { ModelRef(plan.model) }

    @inline(__always) var isWriteOnly: Bool { plan.pointee.isWriteOnly }
    @inline(__always) var reachesInstances: Bool { plan.pointee.reachesInstances }
    var type: Any.Type { plan.type }
    /// The type in words.
    var name: String { String(describing: type) }
    var decodable: any Decodable.Type { plan.pointee.record.with { $0.decodable! } }
    /// The cases of an enum that lists them. Only for these.
    var cases: CasesPlan { plan.pointee.cases }
    var sequence: any SequenceType.Type { plan.pointee.record.with { $0.sequence! } }
    var storageClass: UInt { plan.pointee.storageClass }
    var dictionary: any DictionaryType.Type {
        plan.pointee.record.with { $0.dictionary! }
    }

    /// Lends the typed operations.
    @inline(__always)
    func withHandle<R>(_ body: (TypeHandle) -> R) -> R { plan.pointee.withHandle(body) }

    /// How types that code themselves are read with the plans of this one's cache.
    var codedKeys: CodedKeys { cache.codedKeys }

    /// The plans that it is one of.
    var cache: PlanCache { plan.pointee.record.with(\.cache) }

    /// The plan of another type in the same cache.
    func plan(for type: Any.Type) throws(ModelError) -> PlanRef {
        PlanRef(try cache.plan(for: type))
    }

    /// Lends the raw value of a value of the type, or the struct of an instance's values. Only for raw representable types and classes that are made of such
    /// structs.
    func withRawValue<R>(_ address: ValueAddress, _ body: (ValueAddress) -> R) -> R {
        plan.pointee.withRawValue(address) { body($1) }
    }

    /// What is put back of an instance of the class.
    var fields: [(offset: Int, handle: TypeHandle)] { plan.pointee.record.with(\.fields) }
}
