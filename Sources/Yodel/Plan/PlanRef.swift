// Plans by reference: what reads a plan gets its facts by plain names, and the pointers behind them stand in this file alone.
//
// SAFETY of all of it: a plan, and what it refers to, is written before it is published, never changes afterwards, and stays in place as long as
// its cache does, which a decode keeps alive.

/// The plan of a type.
@safe struct PlanRef: Equatable {
    private let plan: UnsafePointer<ValuePlan>

    @inline(__always)
    init(_ plan: UnsafePointer<ValuePlan>) { unsafe self.plan = unsafe plan }

    @inline(__always)
    static func == (left: PlanRef, right: PlanRef) -> Bool { unsafe left.plan == right.plan }

    @inline(__always) var kind: FieldKind { unsafe plan.pointee.kind }
    @inline(__always) var stride: Int { unsafe plan.pointee.stride }
    @inline(__always) var alignment: Int { unsafe plan.pointee.alignment }
    @inline(__always) var size: Int { unsafe plan.pointee.size }
    @inline(__always) var optionalDepth: UInt8 { unsafe plan.pointee.optionalDepth }
    @inline(__always) var isPlain: Bool { unsafe plan.pointee.isPlain }
    /// The scalar that one typed store puts: one under at most one optional; nil for other types.
    @inline(__always) var direct: ScalarKind? { unsafe plan.pointee.direct }
    @inline(__always) var isString: Bool { unsafe plan.pointee.isString }
    @inline(__always) var isScalarArray: Bool { unsafe plan.pointee.isScalarArray }
    @inline(__always) var isNumberArray: Bool { unsafe plan.pointee.isNumberArray }
    @inline(__always) var isArrayOfDoubles: Bool { unsafe plan.pointee.elementTarget == .doubleElement }

    /// The wrapped type of the outermost optional; nil for a type that is none.
    @inline(__always) var wrapped: PlanRef? { unsafe plan.pointee.wrapped.map { unsafe PlanRef($0) } }

    /// The type without any of its optionals.
    @inline(__always) var innermost: PlanRef {
        var inner = self
        while let wrapped = inner.wrapped { inner = wrapped }
        return inner
    }

    /// Elements of a sequence, values of a dictionary. Only for these.
    @inline(__always) var element: PlanRef { unsafe PlanRef(plan.pointee.element.unsafelyUnwrapped) }

    /// Keys of a dictionary, the raw value of a raw representable type. Only for these.
    @inline(__always) var key: PlanRef { unsafe PlanRef(plan.pointee.key.unsafelyUnwrapped) }

    /// The model's own plan. Only for models.
    @inline(__always) var model: ModelRef { unsafe ModelRef(plan.pointee.model.unsafelyUnwrapped) }

    var type: Any.Type { unsafe plan.pointee.record._withUnsafeGuaranteedRef(\.type) }
    var sequence: any SequenceType.Type { unsafe plan.pointee.record._withUnsafeGuaranteedRef { unsafe $0.sequence.unsafelyUnwrapped } }
    var dictionary: any DictionaryType.Type {
        unsafe plan.pointee.record._withUnsafeGuaranteedRef { unsafe $0.dictionary.unsafelyUnwrapped }
    }

    /// Lends the typed operations.
    @inline(__always)
    func withHandle<R>(_ body: (TypeHandle) -> R) -> R { unsafe plan.pointee.withHandle(body) }
}

/// The plan of a model.
@safe struct ModelRef {
    private let model: UnsafePointer<ModelPlan>

    @inline(__always)
    init(_ model: UnsafePointer<ModelPlan>) { unsafe self.model = unsafe model }

    /// The keys of its object.
    @inline(__always) var level: LevelRef { unsafe LevelRef(model.pointee.level) }
}

/// The keys of one object.
@safe struct LevelRef {
    private let level: UnsafePointer<KeyLevel>

    @inline(__always)
    init(_ level: UnsafePointer<KeyLevel>) { unsafe self.level = unsafe level }

    /// The entry of the key that comes first, if the keys come in order.
    @inline(__always) var first: EntryRef { unsafe EntryRef(level.pointee.entries) }

    /// The entry of a key; nil if the level does not have it.
    ///
    /// - Parameter expected: The entry that is looked at first.
    @inline(__always)
    func entry(of key: UnsafeBufferPointer<UInt8>, expected: EntryRef) -> EntryRef? {
        guard unsafe level.pointee.keys.mayHave(key) else { return nil }
        let base = unsafe key.baseAddress.unsafelyUnwrapped
        let signature = unsafe KeySignature(base, key.count)
        if unsafe expected.matches(signature, base) { return expected }
        return unsafe level.pointee.keys.index(of: signature, base).map { unsafe EntryRef(level.pointee.entries + $0) }
    }
}

/// One key of an object.
@safe struct EntryRef {
    private let entry: UnsafePointer<KeyEntry>

    @inline(__always)
    init(_ entry: UnsafePointer<KeyEntry>) { unsafe self.entry = unsafe entry }

    /// The entry of the key that is expected behind this one. That behind the last one matches nothing.
    @inline(__always) var next: EntryRef { unsafe EntryRef(entry + 1) }
    @inline(__always) var offset: Int { unsafe entry.pointee.offset }
    @inline(__always) var value: PlanRef { unsafe PlanRef(entry.pointee.value) }
    @inline(__always) var target: ValueTarget { unsafe entry.pointee.target }
    @inline(__always) var isWatched: Bool { unsafe entry.pointee.isWatched }
    @inline(__always) var index: Int32 { unsafe entry.pointee.index }

    /// The key's length, if a text begins with it and a quote; else a negative number.
    @inline(__always)
    func length(in text: UnsafePointer<UInt8>, _ count: Int) -> Int { unsafe entry.pointee.pattern.length(in: text, count) }

    @inline(__always)
    func matches(_ signature: KeySignature, _ bytes: UnsafePointer<UInt8>) -> Bool { unsafe entry.pointee.key.matches(signature, bytes) }
}
