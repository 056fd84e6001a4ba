extension PlanBuilder {
    /// A key to write while the levels are being put together.
    private final class WriteNode {
        var keys: [String] = []
        /// By the key's bytes: to Swift, texts that are canonically equivalent are equal; to JSON they are two keys.
        private var children: [[UInt8]: WriteNode] = [:]
        var properties: [Int] = []

        func child(_ key: String) -> WriteNode {
            let bytes = Array(key.utf8)
            if let child = children[bytes] { return child }
            let child = WriteNode()
            keys.append(key)
            children[bytes] = child
            return child
        }
    }

    /// The keys that a model is written with.
    ///
    /// - Parameters:
    ///   - paths: The keys of each property's place, by its index; none for a property that is not written.
    ///   - count: How many of them are properties; what comes behind is written before them.
    static func writeLevel(
        _ paths: [[String]], _ properties: UnsafeMutablePointer<PropertyPlan>, count: Int, of model: UnsafePointer<ModelPlan>
    ) -> UnsafePointer<WriteLevel> {
        let root = WriteNode()
        for (index, path) in Array(paths.enumerated())[count...] + paths.enumerated().prefix(count) where !path.isEmpty {
            var node = root
            for key in path { node = node.child(key) }
            node.properties.append(index)
        }
        return unsafe level(root, properties, model, isRoot: true)
    }

    private static func level(
        _ node: WriteNode, _ properties: UnsafeMutablePointer<PropertyPlan>, _ model: UnsafePointer<ModelPlan>, isRoot: Bool
    ) -> UnsafePointer<WriteLevel> {
        let indexes = node.keys.compactMap { KeyText.arrayIndex($0) }
        let isArray = !isRoot && indexes.count == node.keys.count
        let keys = isArray ? node.keys.sorted { (KeyText.index($0) ?? 0) < (KeyText.index($1) ?? 0) } : node.keys
        let entries = UnsafeMutablePointer<WriteEntry>.allocate(capacity: max(keys.count, 1))
        for (place, key) in keys.enumerated() {
            let child = node.child(key)
            let choices = UnsafeMutablePointer<UnsafePointer<PropertyPlan>>.allocate(capacity: max(child.properties.count, 1))
            for (choice, property) in child.properties.enumerated() {
                unsafe (choices + choice).initialize(to: UnsafePointer(properties + property))
            }
            let first = unsafe child.properties.first.map { unsafe properties[$0] }
            let text = unsafe quoted(key)
            unsafe (entries + place).initialize(
                to: WriteEntry(
                    text: text.start, length: text.count, isPlainText: key.utf8.allSatisfy(isPlain),
                    isPlain: child.properties.count == 1 && child.keys.isEmpty && first?.access == nil && first?.writer == nil
                        && first?.isConstant == false,
                    index: KeyText.index(key) ?? 0, offset: first?.offset ?? 0, value: first?.value, choices: choices,
                    choiceCount: child.properties.count,
                    child: child.keys.isEmpty ? nil : level(child, properties, model, isRoot: false)))
        }
        let order = keys.indices.sorted { keys[$0].utf8.lexicographicallyPrecedes(keys[$1].utf8) }
        let sorted = UnsafeMutablePointer<Int>.allocate(capacity: max(keys.count, 1))
        for (place, index) in order.enumerated() { unsafe (sorted + place).initialize(to: index) }
        let level = UnsafeMutablePointer<WriteLevel>.allocate(capacity: 1)
        unsafe level.initialize(to: WriteLevel(entries: entries, count: keys.count, sorted: sorted, isArray: isArray, model: model))
        return unsafe UnsafePointer(level)
    }

    /// The key as compact text has it behind another, and room behind it.
    private static func quoted(_ key: String) -> (start: UnsafePointer<UInt8>, count: Int) {
        let text = Array(",\"\(key)\":".utf8)
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 16)
        unsafe start.initialize(repeating: 0, count: text.count + 16)
        for (index, byte) in text.enumerated() { unsafe start[index] = byte }
        return unsafe (UnsafePointer(start), text.count)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "/")
    }
}

extension KeyText {
    /// The index of an array that a key is where it is written.
    fileprivate static func arrayIndex(_ key: String) -> Int? {
        index(key).flatMap { unsafe $0 < WriteLevel.indexLimit ? $0 : nil }
    }
}
