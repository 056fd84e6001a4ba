import Synchronization

// Reading takes no lock: a table of open addressing whose slots are written once, each with a releasing store of the key after the plan has
// been written, and whose whole is replaced by a larger one when it fills. Writers take a lock. A table that was replaced stays, since a
// reader may still be in it; all of them together are smaller than the last.

/// The plans of all types that have been used, for as long as the cache lives.
@safe final class PlanCache: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the table is read through acquiring loads and changed under the lock only.

    let resolver: TypeResolver
    private let table: Atomic<UnsafeMutablePointer<Table>>
    /// Types in the table, and the records that own what their plans refer to.
    private let records = Guarded<[TypeRecord]>([])

    /// Whether the key of a property is its name, where its model does not say.
    let isVerbatim: Bool
    /// The key of a property by its name, where its model does not say.
    let key: @Sendable (String) -> String
    /// Whether keys match without regard to case, where a model does not say.
    let ignoresCase: Bool
    /// How types that code themselves are read and written with the plans of this cache.
    let codedKeys: CodedKeys

    /// What is wrong with the options that the cache is for: no plan can be made.
    private let fault: ModelError?

    init(
        resolver: TypeResolver, key: (@Sendable (String) -> String)? = nil, ignoresCase: Bool = false, fault: ModelError? = nil
    ) {
        self.resolver = resolver
        isVerbatim = key == nil
        self.key = key ?? { $0 }
        self.ignoresCase = ignoresCase
        codedKeys = CodedKeys(style: key, ignoresCase: ignoresCase)
        self.fault = fault
        unsafe table = Atomic(Table.make(capacity: 64, previous: nil))
    }

    deinit {
        var current = unsafe Optional(table.load(ordering: .relaxed))
        while let table = unsafe current {
            unsafe current = table.pointee.previous
            unsafe table.pointee.slots.deinitialize(count: table.pointee.capacity)
            unsafe table.pointee.slots.deallocate()
            unsafe table.deallocate()
        }
    }

    /// The plan of a type, built at its first use.
    ///
    /// - Throws: `ModelError` of category `model` if the type, or one that it leads to, cannot be mapped.
    @inline(__always)
    func plan(for type: Any.Type) throws(ModelError) -> PlanPart<ValuePlan> {
        if let plan = unsafe table.load(ordering: .acquiring).pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type))) {
            return plan
        }
        return try build(type, nil)
    }

    /// The plan of a model's type, by its declaration, so that nobody has to find out whether it is one.
    @inline(__always)
    func plan(for type: Any.Type, _ declaration: () -> ModelDeclaration) throws(ModelError) -> PlanPart<ValuePlan> {
        if let plan = unsafe table.load(ordering: .acquiring).pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type))) {
            return plan
        }
        return try build(type, DeclaredModel(declaration()))
    }

    /// Whether a type is a model, or holds models alone: an array or a dictionary of them, an optional one.
    func isOfModels(_ type: Any.Type) -> Bool {
        var inner = type
        while true {
            if let optional = StandardTypes.optional(inner) {
                inner = optional.wrappedType
            } else if let sequence = StandardTypes.sequence(inner) {
                inner = sequence.elementType
            } else if let dictionary = StandardTypes.dictionary(inner) {
                inner = dictionary.valueType
            } else {
                break
            }
        }
        return resolver.declaration(inner) != nil || resolver.cases(inner) != nil || inner is AnyClass && resolver.box(inner) != nil
    }

    /// The record of a type that has been used before.
    func published(_ type: Any.Type) -> TypeRecord? {
        let plan = unsafe table.load(ordering: .acquiring).pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type)))
        return plan?.pointee.record.object
    }

    /// Builds without the lock, since it runs the model's own code, which may decode; publishes under it. Of two threads that built the same
    /// type, the first one's plan is kept, and so is the second one's, to which other plans of its build may refer.
    ///
    /// - Parameter declaration: The type's, if that is known.
    @inline(never)
    private func build(_ type: Any.Type, _ declaration: DeclaredModel?) throws(ModelError) -> PlanPart<ValuePlan> {
        if let fault { throw fault }
        var builder = PlanBuilder(root: type, declaration, cache: self)
        let record = try builder.build()
        let built = builder.records.all
        let keys = builder.keyRecords.all
        records.withLock { records in
            for record in built {
                records.append(record)
                insert(UInt(bitPattern: ObjectIdentifier(record.type)), record.plan, count: records.count)
            }
            records.append(contentsOf: keys)
        }
        return record.plan
    }

    /// Called under the lock.
    private func insert(_ key: UInt, _ plan: PlanPart<ValuePlan>, count: Int) {
        var current = unsafe table.load(ordering: .relaxed)
        if unsafe count * 2 > current.pointee.capacity {
            let larger = unsafe Table.make(capacity: current.pointee.capacity * 2, previous: current)
            for index in unsafe 0..<current.pointee.capacity {
                let slot = unsafe current.pointee.slots + index
                if let plan = unsafe slot.pointee.plan {
                    unsafe larger.pointee.insert(slot.pointee.key.load(ordering: .relaxed), plan)
                }
            }
            unsafe table.store(larger, ordering: .releasing)
            unsafe current = larger
        }
        unsafe current.pointee.insert(key, plan)
    }

    /// A type and its plan. The plan is written before the key is.
    @unsafe private struct Slot: ~Copyable {
        let key = Atomic<UInt>(0)
        var plan: PlanPart<ValuePlan>?
    }

    /// One generation of the table.
    @unsafe private struct Table {
        var capacity: Int
        var slots: UnsafeMutablePointer<Slot>
        /// The table that this one replaced: kept, and kept reachable.
        var previous: UnsafeMutablePointer<Table>?

        static func make(capacity: Int, previous: UnsafeMutablePointer<Table>?) -> UnsafeMutablePointer<Table> {
            let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
            for index in 0..<capacity {
                unsafe (slots + index).initialize(to: Slot())
            }
            let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            unsafe table.initialize(to: Table(capacity: capacity, slots: slots, previous: previous))
            return unsafe table
        }

        /// Where the search for a key begins. Metadata addresses share their low bits; the product's upper bits are mixed.
        @inline(__always)
        private func start(_ key: UInt) -> Int {
            unsafe Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity &- 1)  // &*: a hash wraps by design
        }

        @inline(__always)
        func plan(of key: UInt) -> PlanPart<ValuePlan>? {
            // SAFETY: the capacity is a power of two and half of the slots are empty, so the loop ends. A key is published after its plan.
            var index = unsafe start(key)
            while true {
                let found = unsafe slots[index].key.load(ordering: .acquiring)
                if found == key { return unsafe slots[index].plan }
                if found == 0 { return nil }
                index = unsafe (index &+ 1) & (capacity &- 1)  // &+: below the capacity
            }
        }

        func insert(_ key: UInt, _ plan: PlanPart<ValuePlan>) {
            var index = unsafe start(key)
            while true {
                let found = unsafe slots[index].key.load(ordering: .relaxed)
                if found == key { return }
                if found == 0 { break }
                index = unsafe (index &+ 1) & (capacity &- 1)  // &+: below the capacity
            }
            unsafe slots[index].plan = plan
            unsafe slots[index].key.store(key, ordering: .releasing)
        }
    }
}
