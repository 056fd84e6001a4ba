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
        _ tree: borrowing KeyTree, _ model: ModelRef, _ properties: PropertyRef, _ ignoresCase: Bool,
        _ record: TypeRecord
    ) -> KeyLevel {
        var bits = TrackedBits()
        var level = level(tree, KeyTree.root, model, properties, ignoresCase, record, &bits)
        if bits.count > UInt64.bitWidth { level.needsFeatures = true }
        return level
    }

    private static func level(
        _ tree: borrowing KeyTree, _ place: Int, _ model: ModelRef, _ properties: PropertyRef,
        _ ignoresCase: Bool, _ record: TypeRecord, _ bits: inout TrackedBits
    ) -> KeyLevel {
        let keys = tree.keyTable(below: place)
        let entries = ValueRow<KeyEntry>.allocate(keys.count + 1)
        var (hasRoutes, needsFeatures, indexLimit) = (false, ignoresCase, 0)
        var (hasOneKeyEach, awaited) = (true, 0 as UInt64)
        tree.forEachChild(of: place) { index, childPlace, child in
            let first = unsafe child.firstLeaf < 0 ? nil : properties + tree.leaf(child.firstLeaf).property
            let arrayIndex = KeyText.index(child.key)
            if let arrayIndex { indexLimit = max(indexLimit, arrayIndex + 1) }
            var route: Route?
            if arrayIndex != nil || child.leafCount != 1 || child.childCount != 0 || first?.isPlain != true {
                route = self.route(tree, childPlace, model, properties, ignoresCase, record, &bits)
            }
            let target = target(child, route, first)
            needsFeatures = needsFeatures || target == nil
            let value = first?.pointee.value ?? record.plan
            let kind = value.pointee.kind
            let isTracked =
                route != nil || kind == .object || kind == .instance || kind == .boxed || first?.pointee.isAwaited == true
            hasRoutes = hasRoutes || route != nil
            let isForOne = child.leafCount == 1 && child.childCount == 0 && first?.hasAlternatives == false
            if !isForOne && !child.isOnlyTag { hasOneKeyEach = false }
            if first?.isOptional == false { awaited |= 1 &<< UInt64(truncatingIfNeeded: index) }  // &<<: not read beyond 64 keys
            var bit: UInt8 = 0
            if let first, route != nil && target != nil && first.hasAlternatives {
                bit = linkAlternative(&route!, first, &bits)
            } else if isTracked {
                bit = bits.next()
            }
            unsafe (entries + index).put(
                KeyEntry(
                    key: keys.key(index), pattern: keys.key(index).pattern, offset: first?.pointee.offset ?? 0, value: value,
                    route: route.map { PlanPart(holding: $0) }, property: Int32(first?.pointee.index ?? 0), index: Int32(index),
                    bit: isTracked ? 1 &<< UInt64(bit) : 0, isTracked: isTracked,
                    isNeeded: target != nil && isForOne && first?.pointee.isRequired == true && first?.pointee.isDrafted == false,
                    target: target ?? .other,
                    draftState: first?.pointee.draftState ?? []))
        }
        unsafe (entries + keys.count).put(
            KeyEntry(
                key: keys.unmatched, pattern: keys.unmatched.pattern, offset: 0, value: record.plan, route: nil, property: 0,
                index: Int32(keys.count), isTracked: false, target: .other))
        return unsafe KeyLevel(
            entries: PlanPart(entries), count: keys.count, keys: keys, folded: ignoresCase ? foldedKeys(keys) : nil,
            hasRoutes: hasRoutes, hasOneKeyEach: hasOneKeyEach, awaited: awaited, needsFeatures: needsFeatures, indexLimit: indexLimit,
            model: model)
    }

    /// Tells an alternative the bits of all of its property's.
    ///
    /// - Returns: Its own.
    private static func linkAlternative(
        _ route: inout Route, _ property: PropertyRef, _ bits: inout TrackedBits
    ) -> UInt8 {
        // What may hold no value yet, or one that is changed, is read without features only if no other alternative comes.
        let isOwn = property.pointee.value.pointee.direct != nil && !property.pointee.isDrafted
        let rank = unsafe isOwn ? Int(route.leaves[0].rank) : 0
        let all = bits.ofAlternatives(property.pointee.index, count: isOwn ? property.pointee.alternatives : 1)
        route.alternatives = (UInt64(1) << UInt64(all.upperBound)) &- (UInt64(1) << UInt64(all.lowerBound))
        route.better = (UInt64(1) << UInt64(all.lowerBound + rank)) &- (UInt64(1) << UInt64(all.lowerBound))
        return UInt8(truncatingIfNeeded: all.lowerBound + rank)
    }

    /// What the value of a key meets where it is read as one of a plain key; nil if only readers with all features can.
    private static func target(
        _ node: borrowing KeyTree.Node, _ route: Route?, _ first: PropertyRef?
    ) -> ValueTarget? {
        guard let first else {
            if node.isOnlyTag { return .unwanted }
            guard let child = route?.child, !child.pointee.needsFeatures && child.pointee.indexLimit == 0 else {
                return nil
            }
            return .other
        }
        guard node.leafCount == 1 && node.childCount == 0 && first.isDirect else { return nil }
        return ValueTarget(property: first.pointee.value.pointee)
    }

    private static func route(
        _ tree: borrowing KeyTree, _ place: Int, _ model: ModelRef, _ properties: PropertyRef,
        _ ignoresCase: Bool, _ record: TypeRecord, _ bits: inout TrackedBits
    ) -> Route {
        let node = tree.node(place)
        let leaves = ValueRow<Route.Leaf>.allocate(max(node.leafCount, 1))
        var count = 0
        tree.forEachLeaf(of: place) { leaf in
            unsafe (leaves + count).put(Route.Leaf(property: properties + leaf.property, rank: UInt8(leaf.rank)))
            count += 1
        }
        let child =
            node.childCount == 0 ? nil : PlanPart(holding: level(tree, place, model, properties, ignoresCase, record, &bits))
        return unsafe Route(leaves: PlanPart(leaves), leafCount: count, child: child, isConstant: node.isConstant)
    }

    /// The bits of a model's required properties, where readers without features read it.
    static func required(_ level: KeyLevel, _ properties: PropertyRef) -> UInt64 {
        if level.needsFeatures { return 0 }
        return (0..<level.count).reduce(0) { bits, index in
            let entry = unsafe level.entries[index]
            if let child = entry.route?.pointee.child { return bits | required(child.pointee, properties) }
            let isRequired = unsafe entry.isTracked && entry.target != .unwanted && properties[Int(entry.property)].isRequired
            return isRequired ? bits | entry.bit : bits
        }
    }

    /// The keys in lower case, at their own indexes; one that another already is in lower case cannot be found there.
    private static func foldedKeys(_ keys: KeyTable) -> KeyTable {
        // No key of a document has a capital when it is looked up here, so the others match none.
        table((0..<keys.count).map { KeyText.folded(keys.key($0).text) }, unmatched: "A")
    }

    /// A table of the first of equal texts.
    ///
    /// - Parameter unmatched: How what stands in place of the others begins, and of what is nil: nothing that is looked up does.
    private static func table(_ texts: [String?], unmatched: String) -> KeyTable {
        var seen: Set<[UInt8]> = []
        return KeyTable(
            texts.enumerated().map { index, text in
                guard let text, seen.insert(Array(text.utf8)).inserted else { return "\(unmatched)\(index)" }
                return text
            })
    }

    /// Has the keys of documents converted to the names of those members whose style says so.
    static func convertKeys(of level: inout KeyLevel, _ members: [Member], _ ignoresCase: Bool) {
        guard members.contains(where: { $0.hasConvertedKeys && $0.pathCount > 0 }) else { return }
        let keys = level.keys
        var names = [String?](repeating: nil, count: level.count)
        for member in members {
            guard member.hasConvertedKeys, var key = member.paths.first?.first else { continue }
            let index = unsafe key.withBorrowedBytes { utf8 in
                utf8.start.flatMap { unsafe keys.index(of: KeySignature($0, utf8.count), $0) }
            }
            if let index { names[index] = member.ownName }
        }
        // Behind its first letter no converted key has an underscore, but at the end.
        level.names = table(names, unmatched: "A_\u{0}")
        if ignoresCase { level.foldedNames = table(names.map { $0.map(KeyText.folded) }, unmatched: "A_\u{0}") }
        level.needsFeatures = true
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

extension PropertyRef {
    /// Whether a value goes straight to the offset, and nothing depends on its having come.
    fileprivate var isPlain: Bool { isDirect && !hasAlternatives && (!pointee.isRequired || pointee.isDrafted) }
    /// Whether a value goes straight to the offset, and it is easily seen whether a required one has come.
    fileprivate var isDirect: Bool { !isIndirect && (!pointee.isRequired || pointee.isDrafted || !hasAlternatives) }
}
