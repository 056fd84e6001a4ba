extension PlanBuilder {
    /// A property at a key, and the rank of the key among the property's alternatives.
    typealias ReadLeaf = (property: Int, rank: Int)

    /// The keys that a model is read by, those of nested paths below.
    static func level(
        _ node: KeyNode<ReadLeaf>, _ model: UnsafePointer<ModelPlan>, _ properties: UnsafeMutablePointer<PropertyPlan>, _ ignoresCase: Bool,
        _ record: TypeRecord
    ) -> UnsafePointer<KeyLevel> {
        let keys = KeyTable(node.keys)
        let entries = UnsafeMutablePointer<KeyEntry>.allocate(capacity: node.keys.count + 1)
        var (watches, hasRoutes) = (false, false)
        for (index, key) in node.keys.enumerated() {
            let child = node.children[index]
            let first = unsafe child.leaves.first.map { unsafe properties + $0.property }
            var route: UnsafePointer<Route>?
            if unsafe KeyText.index(key) != nil || child.leaves.count != 1 || !child.keys.isEmpty || first?.pointee.isPlain != true {
                unsafe route = unsafe self.route(child, model, properties, ignoresCase, record)
            }
            let value = unsafe first?.pointee.value ?? UnsafePointer(record.plan)
            let kind = unsafe value.pointee.kind
            let isTracked =
                unsafe route != nil || kind == .object || kind == .instance || kind == .boxed || first?.pointee.isAwaited == true
            watches = watches || isTracked
            unsafe hasRoutes = hasRoutes || route != nil
            unsafe (entries + index).initialize(
                to: KeyEntry(
                    key: keys.key(index), pattern: keys.key(index).pattern, offset: first?.pointee.offset ?? 0, value: value, route: route,
                    property: Int32(first?.pointee.index ?? 0), index: Int32(index),
                    isTracked: isTracked, target: route == nil ? ValueTarget(property: value.pointee) : .other,
                    draftState: first?.pointee.draftState ?? []))
        }
        unsafe (entries + node.keys.count).initialize(
            to: KeyEntry(
                key: keys.unmatched, pattern: keys.unmatched.pattern, offset: 0, value: UnsafePointer(record.plan), route: nil, property: 0,
                index: Int32(node.keys.count), isTracked: false, target: .other))
        let level = UnsafeMutablePointer<KeyLevel>.allocate(capacity: 1)
        unsafe level.initialize(
            to: KeyLevel(
                entries: entries, count: node.keys.count, keys: keys, folded: ignoresCase ? foldedKeys(node.keys) : nil, watches: watches,
                hasRoutes: hasRoutes, indexLimit: node.keys.compactMap(KeyText.index).max().map { $0 + 1 } ?? 0, model: model))
        return unsafe UnsafePointer(level)
    }

    private static func route(
        _ node: KeyNode<ReadLeaf>, _ model: UnsafePointer<ModelPlan>, _ properties: UnsafeMutablePointer<PropertyPlan>, _ ignoresCase: Bool,
        _ record: TypeRecord
    ) -> UnsafePointer<Route> {
        let leaves = UnsafeMutablePointer<Route.Leaf>.allocate(capacity: max(node.leaves.count, 1))
        for (index, leaf) in node.leaves.enumerated() {
            unsafe (leaves + index).initialize(
                to: Route.Leaf(property: UnsafePointer(properties + leaf.property), rank: UInt8(leaf.rank)))
        }
        let child = unsafe node.keys.isEmpty ? nil : level(node, model, properties, ignoresCase, record)
        let route = UnsafeMutablePointer<Route>.allocate(capacity: 1)
        unsafe route.initialize(to: Route(leaves: leaves, leafCount: node.leaves.count, child: child))
        return unsafe UnsafePointer(route)
    }

    /// The keys in lower case, at their own indexes; one that another already is in lower case cannot be found there.
    private static func foldedKeys(_ keys: [String]) -> KeyTable {
        var seen: Set<[UInt8]> = []
        return KeyTable(
            keys.enumerated().map { index, key in
                let folded = KeyText.folded(key)
                // No key of a document has a capital when it is looked up here, so this one matches none.
                return seen.insert(Array(folded.utf8)).inserted ? folded : "A\(index)"
            })
    }
}

extension PropertyPlan {
    /// Whether a value goes straight to the offset, and nothing depends on its having come.
    fileprivate var isPlain: Bool { !isIndirect && !hasAlternatives && (!isRequired || isDrafted) }
}
