// The keys of a model while its levels are put together. The nodes of the tree stand in one list and name each other by their places in it:
//
//     name <- "n", desc <- "ext.desc", id <- ["id", "ext.id"]
//
//     0 the root   1 "n" of 0   2 "ext" of 0   3 "desc" of 2   4 "id" of 0   5 "id" of 2
//
// A key is found by a hash of its bytes and of the node that it is below.

/// The keys of an object, and those below them, with what ends at each.
struct KeyTree: ~Copyable {
    /// A property at a key.
    struct Leaf {
        let property: Int
        /// The rank of the key among the property's alternatives.
        let rank: Int
        /// The leaf behind it at the same key; -1 if there is none.
        fileprivate(set) var next = -1
    }

    /// A key. Places are those of nodes and leaves in their lists; -1 for none.
    struct Node {
        let key: String
        fileprivate let parent: Int
        fileprivate let hash: UInt64
        /// The first of the keys below, in the order in which they came, and how many they are.
        fileprivate(set) var firstChild = -1
        fileprivate var lastChild = -1
        fileprivate(set) var childCount = 0
        /// The key behind it on the same level.
        fileprivate(set) var next = -1
        /// The first of what ends at the key, and how much it is.
        fileprivate(set) var firstLeaf = -1
        fileprivate var lastLeaf = -1
        fileprivate(set) var leafCount = 0
        /// Whether a constant is written there.
        fileprivate(set) var isConstant = false
        /// Whether the tag of an enum stands there, and nothing else.
        fileprivate var isTag = false
        var isOnlyTag: Bool { isTag && leafCount == 0 && childCount == 0 && !isConstant }
    }

    /// The node of the object itself.
    static let root = 0
    /// As many nodes are looked through one by one.
    private static let scanLimit = 40

    private var nodes: ScratchList<Node>
    private var leaves: ScratchList<Leaf>
    /// Where there are many nodes, an open table of their places, by their hashes; zero for nothing, since the root is nowhere below.
    private var table = ScratchList<Int>(capacity: 0)

    /// - Parameter capacity: About how many keys there will be.
    init(capacity: Int) {
        nodes = ScratchList(capacity: capacity + 1)
        leaves = ScratchList(capacity: capacity)
        nodes.append(Node(key: "", parent: -1, hash: 0))
    }

    func node(_ place: Int) -> Node { nodes[place] }
    func leaf(_ place: Int) -> Leaf { leaves[place] }

    /// Calls a function with each key below a node.
    ///
    /// - Parameter body: Takes the key's index on its level, its place and itself.
    @inline(__always)
    func forEachChild(of parent: Int, _ body: (_ index: Int, _ place: Int, _ node: borrowing Node) -> Void) {
        var (index, place) = (0, nodes[parent].firstChild)
        while place >= 0 {
            body(index, place, nodes[place])
            (index, place) = (index + 1, nodes[place].next)
        }
    }

    /// Calls a function with what ends at a node.
    @inline(__always)
    func forEachLeaf(of place: Int, _ body: (Leaf) -> Void) {
        var leaf = nodes[place].firstLeaf
        while leaf >= 0 {
            body(leaves[leaf])
            leaf = leaves[leaf].next
        }
    }

    // MARK: Making it

    /// Lets a property end at a node.
    mutating func addLeaf(_ place: Int, property: Int, rank: Int = 0) {
        leaves.append(Leaf(property: property, rank: rank))
        let leaf = leaves.count - 1
        let last = nodes[place].lastLeaf
        if last < 0 { nodes[place].firstLeaf = leaf } else { leaves[last].next = leaf }
        nodes[place].lastLeaf = leaf
        nodes[place].leafCount += 1
    }

    /// Says that a constant is written to a node.
    mutating func markConstant(_ place: Int) { nodes[place].isConstant = true }

    /// Says that the tag of an enum stands at a node.
    mutating func markTag(_ place: Int) { nodes[place].isTag = true }

    /// Lets a property end at a path of keys, if that has any.
    mutating func add(_ path: [String], property: Int) {
        if path.isEmpty { return }
        let place = descendant(path)
        addLeaf(place, property: property)
    }

    /// The node of a path of keys from the root on, made if it is not there.
    mutating func descendant(_ path: [String]) -> Int {
        var place = Self.root
        for key in path { place = child(of: place, key) }
        return place
    }

    /// The node of a key below another, made if it is not there.
    mutating func child(of parent: Int, _ key: String) -> Int {
        let hash = Self.hash(key, below: parent)
        if let known = place(of: key, hash, parent) { return known }
        nodes.append(Node(key: key, parent: parent, hash: hash))
        let place = nodes.count - 1
        let last = nodes[parent].lastChild
        if last < 0 { nodes[parent].firstChild = place } else { nodes[last].next = place }
        nodes[parent].lastChild = place
        nodes[parent].childCount += 1
        if nodes.count > Self.scanLimit { addToTable(place) }
        return place
    }

    private func place(of key: String, _ hash: UInt64, _ parent: Int) -> Int? {
        guard nodes.count > Self.scanLimit else {
            for place in 1..<nodes.count where nodes[place].hash == hash {
                if isKey(place, key, parent) { return place }
            }
            return nil
        }
        var slot = start(hash)
        while table[slot] != 0 {
            if nodes[table[slot]].hash == hash, isKey(table[slot], key, parent) { return table[slot] }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }

    /// By the key's bytes: to Swift, texts that are canonically equivalent are equal; to JSON they are two keys.
    private func isKey(_ place: Int, _ key: String, _ parent: Int) -> Bool {
        nodes[place].parent == parent && nodes[place].key.utf8.count == key.utf8.count && nodes[place].key.utf8.elementsEqual(key.utf8)
    }

    /// Adds a node, or all of them to a larger table.
    private mutating func addToTable(_ place: Int) {
        guard nodes.count * 2 > table.count else { return insert(place) }
        let size = max(256, table.count * 2)
        table = ScratchList(capacity: size)
        for _ in 0..<size { table.append(0) }
        for place in 1..<nodes.count { insert(place) }
    }

    private mutating func insert(_ place: Int) {
        var slot = start(nodes[place].hash)
        while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
        table[slot] = place
    }

    /// Where the search for a hash begins. The table's size is a power of two, and half of it empty.
    private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & (table.count - 1) }

    private static func hash(_ key: String, below parent: Int) -> UInt64 {
        var key = key
        return unsafe key.withBorrowedBytes { utf8 in
            guard let base = utf8.start else { return UInt64(parent) }
            var hash = unsafe KeySignature(base, utf8.count).hash(seed: UInt64(parent))
            // What the signature does not have of a long key: the bytes between its first and its last eight.
            for index in stride(from: 8, to: utf8.count - 8, by: 1) {
                hash = unsafe (hash ^ UInt64(base[index])) &* 0x100_0000_01B3  // &*: a hash wraps by design
            }
            return hash ^ hash >> 32
        }
    }
}
