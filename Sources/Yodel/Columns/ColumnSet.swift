/// The columns of one batch while they are filled, and as long as somebody reads them. Their memory is used again for later batches.
@safe final class ColumnSet: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: a set is filled by one thread, which hands it on; from then on nobody changes it until all have let go of it.

    let plan: ColumnPlan
    let root: ColumnRef
    private let states: ValueRow<ColumnState>
    private let stateCount: Int
    /// Memory for a model that is made before it becomes columns.
    let slot: MutableAddress
    /// The text of the JSON value at hand.
    var json = OutputBuffer()
    /// What has been counted of the rows' keys, with lines from the first of them; nil if nobody wants to know.
    var keys: KeyCounts?

    init(_ plan: ColumnPlan) {
        self.plan = plan
        stateCount = plan.root.total
        states = .allocate(stateCount)
        slot = .allocate(byteCount: max(plan.root.inner.pointee.size, 1), alignment: plan.root.inner.pointee.alignment)
        var next = unsafe states + 1
        Self.make(states, plan.root, origin: nil, distance: 0, &next)
        root = unsafe states.pinned()
    }

    /// Makes a column and those below it, which stand side by side behind all that have been made.
    private static func make(
        _ state: ValueRow<ColumnState>, _ node: ColumnNode, origin: ColumnRef?, distance: Int,
        _ next: inout ValueRow<ColumnState>
    ) {
        let children = next
        unsafe next += node.children.count
        unsafe state.put(
            ColumnState(
                form: node.form, isWanted: node.isWanted, target: node.target, takesNull: node.isOptional && !node.state.isRequired,
                level: node.isReadByKeys ? node.inner.model.pointee.level : nil, children: children, childCount: node.children.count,
                words: node.hasWords ? WordsRef(WordTable(of: node.inner)) : nil, node: Kept(node),
                instance: node.isOrigin
                    ? .allocate(byteCount: max(node.inner.pointee.size, 1), alignment: node.inner.pointee.alignment) : nil,
                origin: origin, distance: distance))
        // Where a structure stands in a model that `init()` makes, so does its default.
        let isOrigin = node.isOrigin || origin == nil
        for (index, child) in node.children.enumerated() {
            unsafe make(
                children + index, child, origin: isOrigin ? state.pinned() : origin, distance: (isOrigin ? 0 : distance) + child.offset,
                &next)
        }
    }

    var rows: Int { root.pointee.count }

    /// Bytes of memory that the columns have, whether values stand in them or not.
    var capacity: Int {
        (0..<stateCount).reduce(0) { bytes, index in
            let state = unsafe states[index]
            return bytes + state.validity.capacity + state.values.capacity + state.offsets.capacity + state.bytes.capacity
        }
    }

    /// Forgets all rows.
    func removeAll() {
        root.rewind(to: 0)
        root.clearValidity()
        keys = nil
    }

    deinit {
        root.rewind(to: 0)
        for index in 0..<stateCount {
            unsafe states[index].validity.deallocate()
            unsafe states[index].values.deallocate()
            unsafe states[index].offsets.deallocate()
            unsafe states[index].bytes.deallocate()
            unsafe states[index].instance?.deallocate()
            unsafe states[index].words?.release()
        }
        unsafe states.free(stateCount)
        unsafe slot.deallocate()
    }
}

/// Sets of columns whose batches nobody has any more.
final class ColumnPool: Sendable {
    private let plan: ColumnPlan
    private let sets = Guarded<[ColumnSet]>([])
    /// As many are kept; what further ones hold is given back to the system.
    private let limit: Int
    /// As many are kept if the further ones are small.
    private let smallLimit: Int

    init(_ plan: ColumnPlan, limit: Int, smallLimit: Int) {
        self.plan = plan
        self.limit = limit
        self.smallLimit = smallLimit
    }

    /// Bytes of a small set.
    private static var smallBytes: Int { 64 << 10 }

    /// An empty set.
    func take() -> ColumnSet {
        sets.withLock { $0.popLast() } ?? ColumnSet(plan)
    }

    /// Takes a set that nobody has any more.
    func give(_ set: ColumnSet) {
        set.removeAll()
        sets.withLock { sets in
            if sets.count < limit || (sets.count < smallLimit && set.capacity <= Self.smallBytes) { sets.append(set) }
        }
    }
}

/// A filled set of columns, which goes back to its pool when the last batch, column or consumer of another library has let go of it.
final class FilledColumns: Sendable {
    let set: ColumnSet
    private let pool: ColumnPool

    init(_ set: ColumnSet, from pool: ColumnPool) {
        self.set = set
        self.pool = pool
    }

    deinit { pool.give(set) }
}
