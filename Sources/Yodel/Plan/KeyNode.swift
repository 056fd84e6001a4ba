/// A key while the levels of a model are being put together, and the keys inside of it.
final class KeyNode<Leaf> {
    /// The keys of the level below, in the order in which they came.
    private(set) var keys: [String] = []
    private(set) var children: [KeyNode] = []
    /// What ends at the key.
    var leaves: [Leaf] = []
    /// Where there are many keys, an open table of their indexes plus one, by a hash of their bytes; zero for nothing. It is no `Dictionary`, since the first
    /// one of a type has the runtime search all conformances of the process.
    private var table: [Int] = []

    /// As many keys are looked through one by one.
    private static var scanLimit: Int { 12 }

    /// The node of a path of keys from this one on, made if it is not there.
    func descendant(_ path: [String]) -> KeyNode {
        var node = self
        for key in path { node = node.child(key) }
        return node
    }

    private func child(_ key: String) -> KeyNode {
        if let index = index(of: key) { return children[index] }
        let child = KeyNode()
        keys.append(key)
        children.append(child)
        if keys.count > Self.scanLimit { addToTable() }
        return child
    }

    /// By the key's bytes: to Swift, texts that are canonically equivalent are equal; to JSON they are two keys.
    private func index(of key: String) -> Int? {
        guard keys.count > Self.scanLimit else { return keys.firstIndex { Self.areEqual($0, key) } }
        let index = table[place(of: key)]
        return index == 0 ? nil : index - 1
    }

    private static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    /// Adds the last key, or all of them to a larger table.
    private func addToTable() {
        guard keys.count * 2 > table.count else {
            table[place(of: keys[keys.count - 1])] = keys.count
            return
        }
        table = Array(repeating: 0, count: max(64, table.count * 2))
        for (index, key) in keys.enumerated() { table[place(of: key)] = index + 1 }
    }

    /// The place of a key in the table, or the empty one where it would be. Half of the table is empty, and its size a power of two.
    private func place(of key: String) -> Int {
        // FNV-1a, which wraps by design.
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var place = Int(truncatingIfNeeded: hash >> 20) & (table.count - 1)
        while table[place] != 0, !Self.areEqual(keys[table[place] - 1], key) { place = (place + 1) & (table.count - 1) }
        return place
    }
}
