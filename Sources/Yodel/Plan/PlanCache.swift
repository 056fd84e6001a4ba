import Synchronization

// Reading takes no lock: a table of open addressing whose slots are written once, each with a releasing store of the key after the plan has
// been written, and whose whole is replaced by a larger one when it fills. Writers take a lock. A table that was replaced stays, since a
// reader may still be in it; all of them together are smaller than the last.

/// The plans of all types that have been used, for as long as the cache lives.
@safe final class PlanCache: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the table is read through acquiring loads and changed under the lock only.

    let resolver: TypeResolver
    private let table: Atomic<Table>
    /// Types in the table, and the records that own what their plans refer to.
    private let records = Guarded<[TypeRecord]>([])

    /// How the key of a property follows from its name, where its model does not say; nil: it is the name.
    let style: KeySpelling?
    /// Whether keys match without regard to case, where a model does not say.
    let ignoresCase: Bool
    /// How types that code themselves are read and written with the plans of this cache.
    let codedKeys: CodedKeys

    /// What is wrong with the options that the cache is for: no plan can be made.
    private let fault: ModelError?

    init(
        resolver: TypeResolver, style: KeySpelling? = nil, ignoresCase: Bool = false, fault: ModelError? = nil
    ) {
        self.resolver = resolver
        self.style = style
        self.ignoresCase = ignoresCase
        codedKeys = CodedKeys(style: style, ignoresCase: ignoresCase)
        self.fault = fault
        table = Atomic(Table(capacity: 64, previous: nil))
    }

    deinit {
        var current = Optional(table.load(ordering: .relaxed))
        while let table = current {
            current = table.slots.pointee.previous
            unsafe table.destroy()
        }
    }

    /// The plan of a type, built at its first use.
    ///
    /// - Throws: `ModelError` of category `model` if the type, or one that it leads to, cannot be mapped.
    @inline(__always)
    func plan(for type: Any.Type) throws(ModelError) -> PlanRef {
        if let plan = table.load(ordering: .acquiring).slots.pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type))) {
            return plan
        }
        return try build(type, nil)
    }

    /// The plan of a model's type, by its declaration, so that nobody has to find out whether it is one.
    ///
    /// - Parameter declaration: Nil for a class that is made of a struct of its values.
    @inline(__always)
    func plan(for type: Any.Type, _ declaration: () -> ModelDeclaration?) throws(ModelError) -> PlanRef {
        if let plan = table.load(ordering: .acquiring).slots.pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type))) {
            return plan
        }
        return try build(type, declaration().map { DeclaredModel($0) })
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
        let plan = table.load(ordering: .acquiring).slots.pointee.plan(of: UInt(bitPattern: ObjectIdentifier(type)))
        return plan?.pointee.record.object
    }

    /// Builds without the lock, since it runs the model's own code, which may decode; publishes under it. Of two threads that built the same
    /// type, the first one's plan is published. The second one's is kept: other plans of its build may refer to it.
    ///
    /// - Parameter declaration: The type's, if that is known.
    /// - Returns: The plan that is published.
    @inline(never)
    private func build(_ type: Any.Type, _ declaration: DeclaredModel?) throws(ModelError) -> PlanRef {
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
        return published(type)?.plan ?? record.plan
    }

    /// Called under the lock.
    private func insert(_ key: UInt, _ plan: PlanRef, count: Int) {
        var current = table.load(ordering: .relaxed)
        let slots = current.slots.pointee
        if count * 2 > slots.capacity {
            let larger = Table(capacity: slots.capacity * 2, previous: current)
            for index in 0..<slots.capacity {
                let slot = slots.slot(index)
                if let plan = slot.pointee.plan { larger.slots.pointee.insert(slot.pointee.key.load(ordering: .relaxed), plan) }
            }
            table.store(larger, ordering: .releasing)
            current = larger
        }
        current.slots.pointee.insert(key, plan)
    }

    /// A type and its plan. The plan is written before the key is.
    private struct Slot: ~Copyable {
        let key = Atomic<UInt>(0)
        var plan: PlanRef?
    }

    /// One generation of the table.
    @safe private struct Table: AtomicRepresentable {
        // SAFETY: the cache keeps each generation that it has published, and destroys all of them when it ends itself.
        let slots: Pinned<Slots>

        init(capacity: Int, previous: Table?) { slots = Pinned(holding: Slots(capacity: capacity, previous: previous)) }

        @unsafe
        func destroy() {
            unsafe slots.pointee.deallocate()
            unsafe slots.destroy()
        }

        typealias AtomicRepresentation = UnsafeMutablePointer<Slots>.AtomicRepresentation

        @inline(__always)
        static func encodeAtomicRepresentation(_ table: consuming Table) -> AtomicRepresentation {
            unsafe UnsafeMutablePointer.encodeAtomicRepresentation(table.slots.address)
        }

        @inline(__always)
        static func decodeAtomicRepresentation(_ storage: consuming AtomicRepresentation) -> Table {
            unsafe Table(slots: Pinned(UnsafeMutablePointer.decodeAtomicRepresentation(storage)))
        }

        private init(slots: Pinned<Slots>) { self.slots = slots }
    }

    /// The slots of one generation, half of which are empty.
    @safe private struct Slots {
        // SAFETY: the capacity is a power of two, so that whatever is masked by one less is the place of a slot.
        let capacity: Int
        private let first: Pinned<Slot>
        /// The table that this one replaced: kept, and kept reachable.
        let previous: Table?

        init(capacity: Int, previous: Table?) {
            self.capacity = capacity
            self.previous = previous
            first = unsafe .allocate(capacity)
            for index in 0..<capacity { unsafe (first + index).initialize(to: Slot()) }
        }

        /// What a slot holds needs no end.
        @unsafe
        func deallocate() { unsafe first.deallocate() }

        @inline(__always)
        func slot(_ index: Int) -> Pinned<Slot> {
            assert(index >= 0 && index < capacity)
            return unsafe first + index
        }

        /// Where the search for a key begins. Metadata addresses share their low bits; the product's upper bits are mixed.
        @inline(__always)
        private func start(_ key: UInt) -> Int {
            Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity &- 1)  // &*: a hash wraps by design
        }

        @inline(__always)
        func plan(of key: UInt) -> PlanRef? {
            // Half of the slots are empty, so the loop ends. A key is published after its plan.
            var index = start(key)
            while true {
                let found = slot(index).pointee.key.load(ordering: .acquiring)
                if found == key { return slot(index).pointee.plan }
                if found == 0 { return nil }
                index = (index &+ 1) & (capacity &- 1)  // &+: below the capacity
            }
        }

        func insert(_ key: UInt, _ plan: PlanRef) {
            var index = start(key)
            while true {
                let found = slot(index).pointee.key.load(ordering: .relaxed)
                if found == key { return }
                if found == 0 { break }
                index = (index &+ 1) & (capacity &- 1)  // &+: below the capacity
            }
            slot(index).pointee.plan = plan
            slot(index).pointee.key.store(key, ordering: .releasing)
        }
    }
}
