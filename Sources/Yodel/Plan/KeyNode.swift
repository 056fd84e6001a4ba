/// A key while the levels of a model are being put together, and the keys inside of it.
final class KeyNode<Leaf> {
    /// The keys of the level below, in the order in which they came.
    private(set) var keys: [String] = []
    private(set) var children: [KeyNode] = []
    /// What ends at the key.
    var leaves: [Leaf] = []
    /// The index of each key by its bytes, where there are many.
    private var indexes: [[UInt8]: Int] = [:]

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
        if keys.count > Self.scanLimit {
            for index in indexes.count..<keys.count { indexes[Array(keys[index].utf8)] = index }
        }
        return child
    }

    /// By the key's bytes: to Swift, texts that are canonically equivalent are equal; to JSON they are two keys.
    private func index(of key: String) -> Int? {
        if keys.count > Self.scanLimit { return indexes[Array(key.utf8)] }
        return keys.firstIndex { $0.utf8.elementsEqual(key.utf8) }
    }
}
