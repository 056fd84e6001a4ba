internal import YodelSystem

/// The keys that objects of a model are to have.
@safe final class ExpectedKeys: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: nothing of it changes, nor does the plan, which its cache keeps.
    let model: ModelRef
    private let owner: PlanCache
    /// The properties that are not optional and have a key.
    let awaited: [Int]
    /// A bit for each of them among the first 64, and the others.
    let first: UInt64
    let further: [Int]
    /// The paths of the properties' keys, from the object; of alternatives the best.
    let paths: [Int: String]

    init(_ model: ModelRef) {
        self.model = model
        owner = model.cache
        var keys: [Int: (rank: UInt8, path: [JSONPath.Component])] = [:]
        Self.walk(model.pointee.level, []) { property, rank, path in
            if keys[property].map({ $0.rank > rank }) != false { keys[property] = (rank, path) }
        }
        awaited = keys.keys.filter { !model.property($0).isOptional }.sorted()
        further = awaited.filter { $0 >= 64 }
        first = awaited.reduce(0) { $1 < 64 ? $0 | 1 &<< UInt64($1) : $0 }  // &<<: below 64
        paths = keys.mapValues { JSONPath($0.path).pattern }
    }

    private static func walk(
        _ level: LevelRef, _ way: [JSONPath.Component], _ each: (_ property: Int, _ rank: UInt8, _ path: [JSONPath.Component]) -> Void
    ) {
        for index in 0..<level.pointee.count {
            let entry = level.entry(index)
            let path = way + [.key(entry.text)]
            guard let route = entry.pointee.route else {
                each(entry.propertyIndex, 0, path)
                continue
            }
            for leaf in (0..<route.pointee.leafCount).map(route.leaf) { each(leaf.property.pointee.index, leaf.rank, path) }
            if let child = route.pointee.child { walk(child, path, each) }
        }
    }

    /// The path of the keys of a level, from the object.
    func path(of level: LevelRef) -> String {
        func find(_ other: LevelRef, _ way: [JSONPath.Component]) -> [JSONPath.Component]? {
            if other.identity == level.identity { return way }
            for index in 0..<other.pointee.count {
                let entry = other.entry(index)
                if let child = entry.pointee.route?.pointee.child, let found = find(child, way + [.key(entry.text)]) { return found }
            }
            return nil
        }
        return JSONPath(find(model.pointee.level, []) ?? []).pattern
    }
}

/// The places of objects that are watched, and the numbers of the paths of their keys. Whatever records have, they take no more than so much memory.
struct KeyNodes {
    private struct Node {
        /// Of the object, or of a value in which objects stand.
        let path: String
        /// What objects there are to have; nil for a value, and where that is told with each of them.
        var keys: ExpectedKeys?
        /// That of their model; zero without one.
        var model: UInt = 0
        /// A bit for each of the first 64 properties that have to come.
        var first: UInt64 = 0
        /// The type of the value.
        var plan: PlanRef?
        /// By property, the node of objects in its value; zero if there is none yet.
        var children: [Int] = []
        /// By property, the number of its key's path; zero if there is none yet.
        var missing: [Int] = []
        /// Keys that no property has, in the order in which they came first, and their bytes.
        var unknown: [Unknown] = []
        var bytes: [UInt8] = []
        /// The one of them that comes next, if they come in the same order as before.
        var next = 0
    }

    /// A key that no property has. Trivial.
    private struct Unknown {
        /// That of the level; zero if the node is the object.
        let level: UInt
        let signature: KeySignature
        /// Where its bytes begin.
        let start: Int
        let number: Int
    }

    private struct Place: Hashable {
        /// The way to it.
        let way: UInt
        /// The plan of a value, the model of an object; zero if it does not matter.
        let type: UInt
    }

    private let paths: KeyPaths
    private var nodes: [Node]
    private var places: [Place: Int] = [:]
    /// By model.
    private var keys: [UInt: ExpectedKeys] = [:]
    /// Keys that the nodes remember.
    private var remembered = 0

    /// The node of the record.
    static let root = 0
    /// The node of objects for which there is no other any more: all of their keys are others.
    private static let lost = 1
    /// Nodes, and keys that are remembered: beyond them a key is looked up by its path.
    private static let limit = 1 << 10
    /// Bytes of a key that is remembered.
    private static let keyBytes = 128
    /// Of keys in another order, so many are looked at before one is looked up by its path.
    private static let reach = 64

    init(_ paths: KeyPaths) {
        self.paths = paths
        nodes = [Node(path: ""), Node(path: "")]
    }

    /// Of a node's object, a bit for each of the first 64 properties that have to come.
    @inline(__always)
    func first(_ node: Int) -> UInt64 { node == Self.lost ? .max : nodes[node].first }

    /// What objects of a model are to have.
    mutating func keys(_ model: ModelRef) -> ExpectedKeys {
        if let known = keys[model.identity] { return known }
        let shared = paths.keys(of: model)
        keys[model.identity] = shared
        return shared
    }

    /// The same of the objects of a node.
    mutating func keys(_ node: Int, _ model: ModelRef) -> ExpectedKeys { nodes[node].keys ?? keys(model) }

    // MARK: Places

    /// The node of an object in the value that a frame is at.
    @inline(__always)
    mutating func node(below frame: KeyFrame, _ model: ModelRef) -> Int {
        if frame.property < nodes[frame.node].children.count {
            let child = nodes[frame.node].children[frame.property]
            if child != 0 && nodes[child].model == model.identity { return child }
        }
        return makeNode(below: frame, model)
    }

    @inline(never)
    private mutating func makeNode(below frame: KeyFrame, _ model: ModelRef) -> Int {
        guard frame.node != Self.lost else { return Self.lost }
        let outer = nodes[frame.node]
        var path = outer.path
        if let keys = outer.keys {
            guard let key = keys.paths[frame.property] else { return Self.lost }
            path = JSONPath.pattern(path, key)
            path = JSONPath.pattern(path, Self.way(into: keys.model.property(frame.property).pointee.value))
        } else if let plan = outer.plan {
            path = JSONPath.pattern(path, Self.way(into: plan))
        }
        let keys = keys(model)
        let child = add(Node(path: path, keys: keys, model: model.identity, first: keys.first))
        guard child != Self.lost else { return child }
        while nodes[frame.node].children.count <= frame.property { nodes[frame.node].children.append(0) }
        nodes[frame.node].children[frame.property] = child
        return child
    }

    /// The way from a value to the objects in it.
    private static func way(into plan: PlanRef) -> String {
        let inner = plan.innermost
        switch inner.pointee.kind {
        case .sequence: return JSONPath.pattern("[*]", way(into: inner.element))
        case .dictionary: return JSONPath.pattern("*", way(into: inner.element))
        default: return ""
        }
    }

    /// The node of a value, or of an object without a plan, that is known by the way to it.
    ///
    /// - Parameters:
    ///   - way: A number that no other way has.
    ///   - model: That of the object, if what it lacks is asked for.
    mutating func node(at way: UInt, _ plan: PlanRef?, _ model: ModelRef?, _ path: () -> String) -> Int {
        let place = Place(way: way, type: plan?.identity ?? model?.identity ?? 0)
        if let known = places[place] { return known }
        let made = add(Node(path: path(), plan: plan))
        if made != Self.lost { places[place] = made }
        return made
    }

    private mutating func add(_ node: Node) -> Int {
        guard nodes.count < Self.limit else { return Self.lost }
        nodes.append(node)
        return nodes.count - 1
    }

    // MARK: Paths

    /// The number of the path of a key that an object lacks.
    mutating func number(ofMissing property: Int, _ node: Int, _ keys: ExpectedKeys) -> Int {
        guard node != Self.lost else { return KeyPaths.Kind.missing.rawValue }
        while nodes[node].missing.count <= property { nodes[node].missing.append(0) }
        let known = nodes[node].missing[property]
        // The number zero is that of others, which are unknown: no path that is missing has it.
        if known != 0 { return known }
        let number = paths.number(of: JSONPath.pattern(nodes[node].path, keys.paths[property] ?? ""), .missing)
        nodes[node].missing[property] = number
        return number
    }

    /// The number of the path of a key that no property has.
    mutating func number(ofUnknown key: BorrowedBytes, _ node: Int, _ level: LevelRef?) -> Int {
        guard node != Self.lost else { return KeyPaths.Kind.unknown.rawValue }
        let identity = level?.identity ?? 0
        let signature = key.start.map { unsafe KeySignature($0, key.count) } ?? KeySignature(unmatched: ())
        let count = nodes[node].unknown.count
        var place = nodes[node].next
        for _ in 0..<min(count, Self.reach) {
            if place >= count { place = 0 }
            let known = nodes[node].unknown[place]
            place += 1
            guard known.signature == signature && known.level == identity else { continue }
            guard key.count <= 16 || isEqual(key, node, at: known.start) else { continue }
            nodes[node].next = place
            return known.number
        }
        var path = nodes[node].path
        if let level, let keys = nodes[node].keys { path = JSONPath.pattern(path, keys.path(of: level)) }
        path = JSONPath.pattern(path, JSONPath([.key(String(valid: key))]).pattern)
        let number = paths.number(of: path, .unknown)
        if number != KeyPaths.Kind.unknown.rawValue && remembered < Self.limit && key.count <= Self.keyBytes {
            remembered += 1
            nodes[node].unknown.append(
                Unknown(level: identity, signature: signature, start: nodes[node].bytes.count, number: number))
            nodes[node].bytes.append(contentsOf: key)
            nodes[node].next = nodes[node].unknown.count
        }
        return number
    }

    private func isEqual(_ key: BorrowedBytes, _ node: Int, at start: Int) -> Bool {
        guard let base = unsafe key.baseAddress else { return false }
        // SAFETY: as many bytes stand there as the key has: the signatures have compared that.
        return unsafe nodes[node].bytes.withUnsafeBufferPointer { unsafe memcmp($0.baseAddress! + start, base, key.count) == 0 }
    }
}
