extension PlanBuilder {
    /// The keys that a model is written with.
    ///
    /// - Parameters:
    ///   - paths: The keys of each property's place, by its index; none for a property that is not written.
    ///   - onNil: What is declared of properties that are nil, by their indexes.
    ///   - order: The properties that the paths are of, in the order in which they are written; what comes behind is written before them.
    ///   - hasRest: Whether there is more in a model than what has paths.
    static func writeLevel(
        _ paths: [[String]], onNil: [Int: NilForm], _ properties: UnsafeMutablePointer<PropertyPlan>, order: [Int],
        hasRest: Bool, of model: UnsafePointer<ModelPlan>
    ) -> UnsafePointer<WriteLevel> {
        let root = KeyNode<Int>()
        for index in Array(order.count..<paths.count) + order where !paths[index].isEmpty {
            root.descendant(paths[index]).leaves.append(index)
        }
        let level = unsafe level(root, onNil, properties, model, isRoot: true)
        if hasRest { unsafe UnsafeMutablePointer(mutating: level).pointee.isSpecial = true }
        return unsafe level
    }

    private static func level(
        _ node: KeyNode<Int>, _ onNil: [Int: NilForm], _ properties: UnsafeMutablePointer<PropertyPlan>,
        _ model: UnsafePointer<ModelPlan>, isRoot: Bool
    ) -> UnsafePointer<WriteLevel> {
        let indexes = node.keys.compactMap { KeyText.arrayIndex($0) }
        let isArray = !isRoot && indexes.count == node.keys.count
        let children = isArray ? Self.sorted(node) : Array(zip(node.keys, node.children))
        var room = WriteLevel.spareRoom
        let entries = UnsafeMutablePointer<WriteEntry>.allocate(capacity: children.count + 1)
        for (place, (key, child)) in children.enumerated() {
            let choices = UnsafeMutablePointer<UnsafePointer<PropertyPlan>>.allocate(capacity: max(child.leaves.count, 1))
            for (choice, property) in child.leaves.enumerated() {
                unsafe (choices + choice).initialize(to: UnsafePointer(properties + property))
            }
            let first = child.leaves.first.map { unsafe properties[$0] }
            let text = unsafe quoted(key)
            unsafe (entries + place).initialize(
                to: WriteEntry(
                    text: text.start, length: text.count, isPlainText: key.utf8.allSatisfy(isPlain),
                    isPlain: child.leaves.count == 1 && child.keys.isEmpty && first?.access == nil && first?.transform == nil
                        && first?.isConstant == false,
                    onNil: onNil.isEmpty ? nil : child.leaves.lazy.compactMap { onNil[$0] }.first, index: KeyText.index(key) ?? 0,
                    offset: first?.offset ?? 0, value: first?.value, choices: choices,
                    choiceCount: child.leaves.count,
                    child: child.keys.isEmpty ? nil : level(child, onNil, properties, model, isRoot: false)))
            unsafe room += entries[place].findStep()
        }
        unsafe (entries + children.count).initialize(to: .end)
        var rest = room
        for place in children.indices {
            unsafe rest -= entries[place].rest
            unsafe entries[place].rest = rest
        }
        let order = children.indices.sorted { children[$0].0.utf8.lexicographicallyPrecedes(children[$1].0.utf8) }
        let sorted = UnsafeMutablePointer<Int>.allocate(capacity: max(children.count, 1))
        for (place, index) in order.enumerated() { unsafe (sorted + place).initialize(to: index) }
        let level = UnsafeMutablePointer<WriteLevel>.allocate(capacity: 1)
        let isSpecial = isArray || (!onNil.isEmpty && (0..<children.count).contains { unsafe entries[$0].onNil != nil })
        unsafe level.initialize(
            to: WriteLevel(
                entries: entries, count: children.count, sorted: sorted, isArray: isArray, isSpecial: isSpecial, model: model, room: room))
        return unsafe UnsafePointer(level)
    }

    /// The keys of an array's level by their indexes.
    private static func sorted(_ node: KeyNode<Int>) -> [(String, KeyNode<Int>)] {
        zip(node.keys, node.children).sorted { (KeyText.index($0.0) ?? 0) < (KeyText.index($1.0) ?? 0) }
    }

    /// The key as compact text has it behind another, and room behind it.
    private static func quoted(_ key: String) -> (start: UnsafePointer<UInt8>, count: Int) {
        let count = key.utf8.count + 4
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 16)
        unsafe start.initialize(repeating: 0, count: count + 16)
        unsafe (start[0], start[1]) = (UInt8(ascii: ","), UInt8(ascii: "\""))
        for (index, byte) in key.utf8.enumerated() { unsafe start[index + 2] = byte }
        unsafe (start[count - 2], start[count - 1]) = (UInt8(ascii: "\""), UInt8(ascii: ":"))
        return unsafe (UnsafePointer(start), count)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "/")
    }
}

extension WriteEntry {
    /// Finds out how the key and its value are written.
    ///
    /// - Returns: The room that they need in compact text, which `rest` is for now.
    fileprivate mutating func findStep() -> Int {
        var step = WriteStep.other
        var isOptional = false
        if isPlain, let value = unsafe value {
            isOptional = unsafe value.pointee.optionalDepth == 1
            let present = unsafe isOptional ? value.pointee.wrapped ?? value : value
            unsafe self.present = unsafe present
            if isPlainText { step = unsafe present.pointee.step }
        }
        self.step = MemberStep(step, isOptional: isOptional)
        rest = length + step.room
        return rest
    }
}

extension KeyText {
    /// The index of an array that a key is where it is written.
    fileprivate static func arrayIndex(_ key: String) -> Int? {
        index(key).flatMap { $0 < WriteLevel.indexLimit ? $0 : nil }
    }
}
