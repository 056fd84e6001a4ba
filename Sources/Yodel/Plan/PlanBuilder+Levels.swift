extension PlanBuilder {
    /// The bits of what is tracked of a model.
    private struct TrackedBits {
        private(set) var count = 0
        private var ofAlternatives: [(property: Int, bits: Range<Int>)] = []

        /// Takes the next bit.
        mutating func next() -> UInt8 {
            count += 1
            return UInt8(truncatingIfNeeded: count - 1)
        }

        /// The bits of a property's alternatives, the best first.
        ///
        /// - Parameter count: How many they are.
        mutating func ofAlternatives(_ property: Int, count: Int) -> Range<Int> {
            if let known = ofAlternatives.first(where: { $0.property == property }) { return known.bits }
            let bits = self.count..<self.count + count
            self.count += count
            ofAlternatives.append((property, bits))
            return bits
        }
    }

    /// The keys that a model is read by, those of nested paths below.
    static func level(
        _ tree: borrowing KeyTree, _ model: PlanPart<ModelPlan>, _ properties: Pinned<PropertyPlan>, _ ignoresCase: Bool,
        _ record: TypeRecord
    ) -> Pinned<KeyLevel> {
        var bits = TrackedBits()
        let level = level(tree, KeyTree.root, model, properties, ignoresCase, record, &bits)
        if bits.count > UInt64.bitWidth { level.pointee.needsFeatures = true }
        return level
    }

    private static func level(
        _ tree: borrowing KeyTree, _ place: Int, _ model: PlanPart<ModelPlan>, _ properties: Pinned<PropertyPlan>,
        _ ignoresCase: Bool, _ record: TypeRecord, _ bits: inout TrackedBits
    ) -> Pinned<KeyLevel> {
        let keys = tree.keyTable(below: place)
        let entries = UnsafeMutablePointer<KeyEntry>.allocate(capacity: keys.count + 1)
        var (hasRoutes, needsFeatures, indexLimit) = (false, ignoresCase, 0)
        tree.forEachChild(of: place) { index, childPlace, child in
            let first = unsafe child.firstLeaf < 0 ? nil : properties + tree.leaf(child.firstLeaf).property
            let arrayIndex = KeyText.index(child.key)
            if let arrayIndex { indexLimit = max(indexLimit, arrayIndex + 1) }
            var route: PlanPart<Route>?
            if arrayIndex != nil || child.leafCount != 1 || child.childCount != 0 || first?.pointee.isPlain != true {
                route = self.route(tree, childPlace, model, properties, ignoresCase, record, &bits)
            }
            let target = target(child, route, first)
            needsFeatures = needsFeatures || target == nil
            let value = unsafe first?.pointee.value ?? PlanPart(record.plan)
            let kind = value.pointee.kind
            let isTracked =
                route != nil || kind == .object || kind == .instance || kind == .boxed || first?.pointee.isAwaited == true
            hasRoutes = hasRoutes || route != nil
            var bit: UInt8 = 0
            if let first, let route, target != nil && first.pointee.hasAlternatives {
                bit = unsafe linkAlternative(route.memory, first, &bits)
            } else if isTracked {
                bit = bits.next()
            }
            unsafe (entries + index).initialize(
                to: KeyEntry(
                    key: keys.key(index), pattern: keys.key(index).pattern, offset: first?.pointee.offset ?? 0, value: value, route: route,
                    property: Int32(first?.pointee.index ?? 0), index: Int32(index),
                    bit: isTracked ? 1 &<< UInt64(bit) : 0, isTracked: isTracked, target: target ?? .other,
                    draftState: first?.pointee.draftState ?? []))
        }
        unsafe (entries + keys.count).initialize(
            to: KeyEntry(
                key: keys.unmatched, pattern: keys.unmatched.pattern, offset: 0, value: PlanPart(record.plan), route: nil, property: 0,
                index: Int32(keys.count), isTracked: false, target: .other))
        let level = unsafe Pinned<KeyLevel>.allocate()
        unsafe level.initialize(
            to: KeyLevel(
                entries: PlanPart(entries), count: keys.count, keys: keys, folded: ignoresCase ? foldedKeys(keys) : nil,
                hasRoutes: hasRoutes, needsFeatures: needsFeatures, indexLimit: indexLimit, model: model))
        return level
    }

    /// Tells an alternative the bits of all of its property's.
    ///
    /// - Returns: Its own.
    private static func linkAlternative(
        _ route: Pinned<Route>, _ property: Pinned<PropertyPlan>, _ bits: inout TrackedBits
    ) -> UInt8 {
        // What may hold no value yet, or one that is changed, is read without features only if no other alternative comes.
        let isOwn = property.pointee.value.pointee.direct != nil && !property.pointee.isDrafted
        let rank = unsafe isOwn ? Int(route.pointee.leaves[0].rank) : 0
        let all = bits.ofAlternatives(property.pointee.index, count: isOwn ? property.pointee.alternatives : 1)
        route.pointee.alternatives = (UInt64(1) << UInt64(all.upperBound)) &- (UInt64(1) << UInt64(all.lowerBound))
        route.pointee.better = (UInt64(1) << UInt64(all.lowerBound + rank)) &- (UInt64(1) << UInt64(all.lowerBound))
        return UInt8(truncatingIfNeeded: all.lowerBound + rank)
    }

    /// What the value of a key meets where it is read as one of a plain key; nil if only readers with all features can.
    private static func target(
        _ node: borrowing KeyTree.Node, _ route: PlanPart<Route>?, _ first: Pinned<PropertyPlan>?
    ) -> ValueTarget? {
        guard let first else {
            guard let child = route?.pointee.child, !child.pointee.needsFeatures && child.pointee.indexLimit == 0 else {
                return nil
            }
            return .other
        }
        guard node.leafCount == 1 && node.childCount == 0 && first.pointee.isDirect else { return nil }
        return ValueTarget(property: first.pointee.value.pointee)
    }

    private static func route(
        _ tree: borrowing KeyTree, _ place: Int, _ model: PlanPart<ModelPlan>, _ properties: Pinned<PropertyPlan>,
        _ ignoresCase: Bool, _ record: TypeRecord, _ bits: inout TrackedBits
    ) -> PlanPart<Route> {
        let node = tree.node(place)
        let leaves = UnsafeMutablePointer<Route.Leaf>.allocate(capacity: max(node.leafCount, 1))
        var count = 0
        tree.forEachLeaf(of: place) { leaf in
            unsafe (leaves + count).initialize(
                to: Route.Leaf(property: PlanPart(properties + leaf.property), rank: UInt8(leaf.rank)))
            count += 1
        }
        let child =
            unsafe node.childCount == 0 ? nil : PlanPart(level(tree, place, model, properties, ignoresCase, record, &bits))
        let route = UnsafeMutablePointer<Route>.allocate(capacity: 1)
        unsafe route.initialize(to: Route(leaves: PlanPart(leaves), leafCount: count, child: child))
        return unsafe PlanPart(route)
    }

    /// The bits of a model's required properties, where readers without features read it.
    static func required(_ level: KeyLevel, _ properties: Pinned<PropertyPlan>) -> UInt64 {
        if level.needsFeatures { return 0 }
        return (0..<level.count).reduce(0) { bits, index in
            let entry = unsafe level.entries[index]
            if let child = entry.route?.pointee.child { return bits | required(child.pointee, properties) }
            let isRequired = unsafe entry.isTracked && properties[Int(entry.property)].isRequired
            return isRequired ? bits | entry.bit : bits
        }
    }

    /// The keys in lower case, at their own indexes; one that another already is in lower case cannot be found there.
    private static func foldedKeys(_ keys: KeyTable) -> KeyTable {
        var seen: Set<[UInt8]> = []
        return KeyTable(
            (0..<keys.count).map { index in
                let folded = KeyText.folded(keys.key(index).text)
                // No key of a document has a capital when it is looked up here, so this one matches none.
                return seen.insert(Array(folded.utf8)).inserted ? folded : "A\(index)"
            })
    }
}

extension KeyTree {
    /// The table of the keys below a node.
    fileprivate func keyTable(below place: Int) -> KeyTable {
        var (byteCount, next) = (0, node(place).firstChild)
        forEachChild(of: place) { _, _, child in byteCount += child.key.utf8.count }
        return KeyTable(count: node(place).childCount, byteCount: byteCount) {
            let child = node(next)
            next = child.next
            return child.key
        }
    }
}

extension PropertyPlan {
    /// Whether a value goes straight to the offset, and nothing depends on its having come.
    fileprivate var isPlain: Bool { isDirect && !hasAlternatives && (!isRequired || isDrafted) }
    /// Whether a value goes straight to the offset, and it is easily seen whether a required one has come.
    fileprivate var isDirect: Bool { !isIndirect && (!isRequired || isDrafted || !hasAlternatives) }
}
