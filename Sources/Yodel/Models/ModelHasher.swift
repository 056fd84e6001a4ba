// A hash that agrees with ModelComparison: what it compares as equal has one hash, and whatever it looks at takes part, so that no document
// can make many values that differ and have one hash. Values are walked in place, level by level; instances are handed to the graph
// (`HashGraph`), and their hashes come last. Pairs of a dictionary, which have no order, are hashed one by one and added up. What is compared by
// code of its own is hashed by its own code too; that of a set, or of a value in `Any`, may come back here.
//
// One thing compares and does not hash: a value of a type that is `Equatable`, not `Hashable`, and not known by a plan. It counts by its type.

/// Feeds the properties of a model to a hasher.
struct ModelHasher {
    let plans: PlanCache
    private(set) var hasher: Hasher
    private var parts: [PendingHash.Part] = []
    /// The instances that the values lead to, by their numbers in the graph.
    private(set) var children: [Int] = []
    /// The graph, once there is an instance.
    private(set) var graph: HashGraph?
    /// The instance that is walked, if it is in no graph yet.
    private var root: AnyObject?

    init(_ plans: PlanCache, _ hasher: Hasher, graph: HashGraph? = nil) {
        self.plans = plans
        self.hasher = hasher
        self.graph = graph
    }

    /// The hash, before those of instances have been fed to it.
    var pending: PendingHash { PendingHash(hasher: hasher, parts: parts) }

    /// Feeds an instance to a hasher.
    static func feed(_ instance: AnyObject, _ plans: PlanCache, _ hasher: inout Hasher) {
        hasher.combine(hash(instance, plans))
    }

    private static func hash(_ instance: AnyObject, _ plans: PlanCache) -> Int {
        if let graph = HashGraph.joined {
            let number = graph.number(of: instance)
            graph.settle(number)
            return graph.hash(number)
        }
        var walk = ModelHasher(plans, Hasher())
        walk.root = instance
        walk.add(instance)
        return walk.graph?.end(walk.pending, walk.children) ?? walk.hasher.finalize()
    }

    /// Feeds a struct to a hasher.
    static func feed(_ type: Any.Type, _ address: ValueAddress, _ plans: PlanCache, _ hasher: inout Hasher) {
        var walk = ModelHasher(plans, hasher)
        walk.add(type, address)
        if let graph = walk.graph {
            graph.end(walk.children)
            hasher = walk.pending.finished(graph)
        } else {
            hasher = walk.hasher
        }
    }

    /// Adds an instance.
    mutating func add(_ instance: AnyObject) {
        let type: AnyClass = type(of: instance)
        hasher.combine(ObjectIdentifier(type))
        plans.modelValuePlan(for: type).withModel(of: instance) { model($0, $1) }
    }

    /// Adds a struct.
    private mutating func add(_ type: Any.Type, _ address: ValueAddress) {
        hasher.combine(ObjectIdentifier(type))
        model(plans.modelPlan(for: type), ModelPlace(object: address))
    }

    // MARK: The graph

    /// The graph that instances go to.
    private mutating func joinedGraph() -> HashGraph {
        if let graph { return graph }
        let graph: HashGraph
        if let root {
            graph = HashGraph(plans)
            graph.begin(with: root)
        } else {
            graph = HashGraph.joined ?? HashGraph(plans)
        }
        self.graph = graph
        return graph
    }

    private mutating func nested(_ instance: AnyObject) {
        let number = joinedGraph().number(of: instance)
        parts.append(.instance(number))
        children.append(number)
    }

    /// Runs code of another type, which may hash models and lead back to the instance that is walked.
    private mutating func handingOn(_ body: (inout Hasher) -> Void) {
        guard graph != nil || root != nil else { return body(&hasher) }
        joinedGraph().handingOn { body(&hasher) }
    }

    /// Adds pairs without order.
    private mutating func pairs(_ count: Int, _ forEach: ((_ feed: (inout ModelHasher) -> Void) -> Void) -> Void) {
        var sum = 0
        var pending: [PendingHash] = []
        forEach { feed in
            var pair = ModelHasher(plans, hasher, graph: graph)
            pair.root = root
            feed(&pair)
            graph = pair.graph
            if pair.parts.isEmpty { return sum &+= pair.hasher.finalize() }  // &+: a hash wraps by design
            children += pair.children
            pending.append(pair.pending)
        }
        hasher.combine(count)
        hasher.combine(sum)
        if !pending.isEmpty { parts.append(.pairs(pending)) }
    }

    // MARK: By plan

    private mutating func model(_ plan: ModelRef, _ place: ModelPlace) {
        for index in 0..<plan.pointee.count {
            let property = plan.property(index)
            property.withValue(place) { value(property.pointee.value, $0) }
        }
    }

    /// SAFETY, for all below: a value of the plan's type stands at the address.
    private mutating func value(_ plan: PlanRef, _ address: ValueAddress) {
        // SAFETY: the payload of an optional stands at the optional's own address, which the canary has checked.
        var inner = plan
        while let wrapped = inner.pointee.wrapped {
            let isNil = inner.isNil(address)
            hasher.combine(isNil)
            if isNil { return }
            inner = wrapped
        }
        switch inner.pointee.kind {
        case .object:
            guard let plan = inner.pointee.model else { preconditionFailure("a model without a plan") }
            model(plan, ModelPlace(object: address))
        case .instance, .boxed: nested(inner[instanceAt: address])
        case .sequence: sequence(inner, address)
        case .dictionary: dictionary(inner, address)
        case .rawValue: inner.withRawValue(address) { value($0, $1) }
        case .cases:
            let cases = inner.cases
            cases.withCase(address) { index, payload in
                hasher.combine(index)
                if let plan = cases.cases[index].plan, let payload { value(plan, payload) }
            }
        case .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: foreign(inner.any(address))
        case .scalar(let kind): scalars(kind, address, count: 1)
        case .json: inner[address, as: JSONValue.self].hash(into: &hasher)
        case .rawJSON: inner[address, as: RawJSON.self].hash(into: &hasher)
        }
    }

    private mutating func scalars(_ kind: ScalarKind, _ address: ValueAddress, count: Int) {
        if kind == .string {
            let texts = unsafe address.values(of: String.self, count: count)
            for index in 0..<count { texts[index].hashInOrder(into: &hasher) }
            return
        }
        var hashing = ScalarHashing(address: address, count: count, hasher: hasher)
        unsafe kind.visit(&hashing, ())
        hasher = hashing.hasher
    }

    private mutating func sequence(_ plan: PlanRef, _ address: ValueAddress) {
        let type = plan.sequence
        guard let element = plan.pointee.element else { preconditionFailure("a sequence without elements") }
        hasher.combine(type.count(address))
        if type.isSet {
            guard element.mayLeadToModels else { return type.hash(address, into: &hasher) }
            return handingOn { type.hash(address, into: &$0) }
        }
        type.withElements(address) { base, count in
            if element.pointee.optionalDepth == 0, case .scalar(let kind) = element.pointee.kind {
                return scalars(kind, base, count: count)
            }
            let stride = element.pointee.stride
            for index in 0..<count { unsafe value(element, base + index * stride) }
        }
    }

    private mutating func dictionary(_ plan: PlanRef, _ address: ValueAddress) {
        let type = plan.dictionary
        guard let element = plan.pointee.element else { preconditionFailure("a dictionary without values") }
        pairs(type.count(address)) { add in
            type.forEachPair(address) { key, value in
                add { pair in
                    type.hashKey(key, into: &pair.hasher)
                    pair.value(element, value)
                }
                return true
            }
        }
    }

    // MARK: Without a plan

    private mutating func foreign(_ value: Any) {
        switch ForeignValue(value, plans) {
        case .nothing: hasher.combine(0)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { foreign(element) }
        case .dictionary(let dictionary):
            pairs(dictionary.count) { add in
                for (key, value) in dictionary {
                    add { pair in
                        pair.hashed(key)
                        pair.foreign(value)
                    }
                }
            }
        case .set(let value): handingOn { $0.combine(value) }
        case .object(let value): ForeignValue.withAddress(of: value) { add(type(of: value), $0) }
        case .instance(let instance): nested(instance)
        case .hashable(let value): hashed(value)
        case .other(let value): other(value)
        }
    }

    private mutating func hashed(_ value: AnyHashable) {
        let isScalar = FieldKind.leaf(type(of: value.base))?.isScalar == true
        isScalar ? hasher.combine(value) : handingOn { $0.combine(value) }
    }

    /// Adds what is neither a model nor hashable: as much as `ModelComparison` can see by all its ways of comparing such values.
    private mutating func other(_ value: Any) {
        let type = type(of: value)
        hasher.combine(ObjectIdentifier(type))
        // What its own `==` looks at is not known.
        if value is any Equatable { return }
        if type is AnyClass { return hasher.combine(ObjectIdentifier(value as AnyObject)) }
        if let value = value as? any Encodable { hasher.combine(ModelComparison.json(value)) }
    }
}

/// Feeds scalars to a hasher, one stride apart.
private struct ScalarHashing: @unsafe ScalarVisitor {
    // SAFETY: whoever makes one says that so many scalars of the kind stand at the address.
    let address: ValueAddress
    let count: Int
    var hasher: Hasher

    mutating func visit<S: Scalar>(_ type: S.Type, _ input: Void) {
        let values = unsafe address.values(of: type, count: count)
        if S.isText {
            for index in 0..<count {
                // The value is copied, and the copy alone put in order.
                var value = values[index]
                MarkOrder.order(&value)
                value.hash(into: &hasher)
            }
            return
        }
        for index in 0..<count { values[index].hash(into: &hasher) }
    }
}
