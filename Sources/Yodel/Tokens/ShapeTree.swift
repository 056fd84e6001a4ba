// Objects of one text mostly have the same keys in the same order: each such list of keys is a way in a tree, and is made only once. A key that comes next on a
// way is compared with those that have come next before; no string is made for it, and none is looked for a repeated one.
//
//     {"id": 1, "name": "a"}  {"id": 2, "tags": []}         root ─ id ┬ name
//                                                                     └ tags
//
// The tree is small, and whoever leaves it goes on without: a text can fill it with keys that never come again, but each key costs no more than a few
// comparisons.

/// The keys that objects of a text have begun with so far.
struct ShapeTree<Shape>: ~Copyable {
    /// What stands on a way.
    typealias Place = Int32

    /// Where all ways begin.
    static var root: Place { 0 }

    private static var maximumKeys: Int32 { 1024 }
    private static var maximumDepth: Int32 { 64 }
    /// Longer keys have no place.
    private static var maximumKeyBytes: Int { 256 }
    /// Keys that are compared for one that comes.
    private static var maximumBranches: Int32 { 8 }
    /// Objects begin with many different keys, so the first is looked for in one of several lists.
    private static var rootLists: UInt64 { 64 }

    private struct Node {
        let key: String
        /// Bytes of the key, and where they stand in `words`.
        let count: Int
        let words: Int
        let before: Place
        let depth: Int32
        /// The keys that have come next, of which the last new one is first; zero for none.
        var next: Place = 0
        /// The next one in the list that this one is in; zero behind the last.
        var other: Place = 0
        /// How many keys are in the list below.
        var branches: Int32 = 0
        /// What objects that end here have in common.
        var shape: Shape?
    }

    private var nodes: [Node] = []
    /// The bytes of keys, eight a word; the last word of a longer one begins eight bytes before its end.
    private var words: [UInt64] = []
    private var rootNext: [(next: Place, branches: Int32)] = []

    /// How many keys a way has.
    func depth(_ place: Place) -> Int { place == Self.root ? 0 : Int(nodes[Int(place)].depth) }

    /// Goes on with a key.
    ///
    /// - Returns: nil if the way has had the key before, or the tree has no room.
    @inline(__always)
    mutating func step(_ place: Place, _ key: DocumentText.Content) -> Place? {
        if place != Self.root {
            let next = nodes[Int(place)].next
            if next != 0, isKey(next, key.bytes) { return next }
        }
        return otherStep(place, key)
    }

    @inline(never)
    private mutating func otherStep(_ place: Place, _ key: DocumentText.Content) -> Place? {
        if nodes.isEmpty { plant() }
        let list = place == Self.root ? Int(truncatingIfNeeded: SeenKeys.mix(key.bytes) % Self.rootLists) : 0
        let (first, branches) = place == Self.root ? rootNext[list] : (nodes[Int(place)].next, nodes[Int(place)].branches)
        var next = first
        while next != 0 {
            if isKey(next, key.bytes) { return next }
            next = nodes[Int(next)].other
        }
        guard branches < Self.maximumBranches && nodes.count <= Self.maximumKeys && nodes[Int(place)].depth < Self.maximumDepth,
            key.bytes.count <= Self.maximumKeyBytes && !hasKey(place, key.bytes)
        else { return nil }
        let new = Place(nodes.count)
        let start = words.count
        append(key.bytes)
        nodes.append(
            Node(
                key: String(known: key.bytes, isASCII: key.isASCII), count: key.bytes.count, words: start, before: place,
                depth: nodes[Int(place)].depth + 1, other: first))
        if place == Self.root {
            rootNext[list] = (new, branches + 1)
        } else {
            nodes[Int(place)].next = new
            nodes[Int(place)].branches = branches + 1
        }
        return new
    }

    private mutating func plant() {
        nodes.reserveCapacity(32)
        words.reserveCapacity(64)
        nodes.append(Node(key: "", count: 0, words: 0, before: 0, depth: 0))
        rootNext = Array(repeating: (0, 0), count: Int(Self.rootLists))
    }

    /// The keys of a way.
    func keys(to place: Place) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(depth(place))
        var place = place
        while place != Self.root {
            keys.append(nodes[Int(place)].key)
            place = nodes[Int(place)].before
        }
        keys.reverse()
        return keys
    }

    /// What objects of the keys of a way have in common.
    ///
    /// - Parameter make: Makes it of the keys; called once for each way.
    @inline(__always)
    mutating func shape(of place: Place, _ make: ([String]) -> Shape) -> Shape {
        if let shape = nodes[Int(place)].shape { return shape }
        let shape = make(keys(to: place))
        nodes[Int(place)].shape = shape
        return shape
    }

    // MARK: Comparing keys

    /// Whether a way has a key.
    private func hasKey(_ place: Place, _ key: BorrowedBytes) -> Bool {
        var place = place
        while place != Self.root {
            if isKey(place, key) { return true }
            place = nodes[Int(place)].before
        }
        return false
    }

    /// Whether a key is that of a place.
    @inline(__always)
    private func isKey(_ place: Place, _ key: BorrowedBytes) -> Bool {
        let count = key.count
        guard nodes[Int(place)].count == count else { return false }
        var word = nodes[Int(place)].words
        guard count > 8 else { return words[word] == Self.short(key) }
        var index = 0
        while index &+ 8 < count {  // &+: far below the range of Int, here and below
            guard words[word] == Self.word(key, index) else { return false }
            index &+= 8
            word &+= 1
        }
        return words[word] == Self.word(key, count &- 8)
    }

    private mutating func append(_ key: BorrowedBytes) {
        guard key.count > 8 else { return words.append(Self.short(key)) }
        for index in stride(from: 0, to: key.count - 8, by: 8) { words.append(Self.word(key, index)) }
        words.append(Self.word(key, key.count - 8))
    }

    /// SAFETY: of at least eight bytes from the index on.
    @inline(__always)
    private static func word(_ key: BorrowedBytes, _ index: Int) -> UInt64 {
        unsafe key.start.unsafelyUnwrapped.load(index, as: UInt64.self)
    }

    /// Up to eight bytes.
    @inline(__always)
    private static func short(_ key: BorrowedBytes) -> UInt64 { StringLayout.small(key).first }
}
