extension PlanBuilder {
    /// The keys that a model is written with.
    ///
    /// - Parameters:
    ///   - tree: The keys of each property's place, in the order in which they are written.
    ///   - onNil: What is declared of a property that is nil, by its index.
    ///   - hasRest: Whether there is more in a model than what has keys.
    static func writeLevel(
        _ tree: borrowing KeyTree, onNil: (Int) -> NilForm?, _ properties: Pinned<PropertyPlan>, hasRest: Bool,
        of model: PlanPart<ModelPlan>
    ) -> PlanPart<WriteLevel> {
        let level = level(tree, KeyTree.root, onNil, properties, model)
        if hasRest { unsafe level.memory.pointee.isSpecial = true }
        return level
    }

    private static func level(
        _ tree: borrowing KeyTree, _ place: Int, _ onNil: (Int) -> NilForm?, _ properties: Pinned<PropertyPlan>,
        _ model: PlanPart<ModelPlan>
    ) -> PlanPart<WriteLevel> {
        var (count, leafCount, byteCount, isArray) = (0, 0, 0, place != KeyTree.root)
        tree.forEachChild(of: place) { _, _, child in
            count += 1
            leafCount += child.leafCount
            byteCount += textRoom(child.key)
            isArray = isArray && KeyText.arrayIndex(child.key) != nil
        }
        let entries = UnsafeMutablePointer<WriteEntry>.allocate(capacity: count + 1)
        let choices = UnsafeMutablePointer<PlanPart<PropertyPlan>>.allocate(capacity: max(leafCount, 1))
        let texts = UnsafeMutablePointer<UInt8>.allocate(capacity: max(byteCount, 1))
        unsafe texts.initialize(repeating: 0, count: max(byteCount, 1))
        var (usedChoices, usedBytes, isSpecial) = (0, 0, isArray)
        var room = WriteLevel.spareRoom
        tree.forEachChild(of: place) { index, childPlace, child in
            let own = unsafe choices + usedChoices
            var form: NilForm?
            tree.forEachLeaf(of: childPlace) { leaf in
                unsafe (choices + usedChoices).initialize(to: PlanPart(properties + leaf.property))
                usedChoices += 1
                form = form ?? onNil(leaf.property)
            }
            let first = child.leafCount == 0 ? nil : unsafe own.pointee.pointee
            let text = unsafe texts + usedBytes
            let length = unsafe quote(child.key, in: text)
            usedBytes += textRoom(child.key)
            isSpecial = isSpecial || form != nil
            unsafe (entries + index).initialize(
                to: WriteEntry(
                    text: UnsafePointer(text), length: length, isPlainText: child.key.utf8.allSatisfy(isPlain),
                    isPlain: child.leafCount == 1 && child.childCount == 0 && first?.access == nil && first?.transform == nil
                        && first?.isConstant == false,
                    onNil: form, index: KeyText.index(child.key) ?? 0, offset: first?.offset ?? 0, value: first?.value,
                    choices: PlanPart(own),
                    choiceCount: child.leafCount,
                    child: child.childCount == 0 ? nil : Self.level(tree, childPlace, onNil, properties, model)))
            unsafe room += entries[index].findStep()
        }
        // The elements of an array in their own order.
        if isArray {
            var elements = unsafe UnsafeMutableBufferPointer(start: entries, count: count)
            unsafe elements.sort { $0.index < $1.index }
        }
        unsafe (entries + count).initialize(to: .end)
        var rest = room
        for index in 0..<count {
            unsafe rest -= entries[index].rest
            unsafe entries[index].rest = rest
        }
        let sorted = UnsafeMutablePointer<Int>.allocate(capacity: max(count, 1))
        for index in 0..<count { unsafe (sorted + index).initialize(to: index) }
        var places = unsafe UnsafeMutableBufferPointer(start: sorted, count: count)
        unsafe places.sort { unsafe entries[$0].precedes(entries[$1]) }
        let level = UnsafeMutablePointer<WriteLevel>.allocate(capacity: 1)
        unsafe level.initialize(
            to: WriteLevel(
                entries: PlanPart(entries), count: count, sorted: PlanPart(sorted), texts: texts, choices: PlanPart(choices),
                isArray: isArray, isSpecial: isSpecial,
                model: model, room: room))
        return unsafe PlanPart(level)
    }

    /// Bytes for a key's text, and room behind it.
    private static func textRoom(_ key: String) -> Int { (key.utf8.count + 4 + 16 + 15) / 16 * 16 }

    /// Writes the key as compact text has it behind another, into zeros.
    ///
    /// - Returns: How long that is.
    private static func quote(_ key: String, in text: UnsafeMutablePointer<UInt8>) -> Int {
        // SAFETY: there are the bytes of `textRoom`.
        var key = key
        let count = key.withBorrowedBytes { utf8 in
            if let base = utf8.baseAddress { unsafe (text + 2).update(from: base, count: utf8.count) }
            return utf8.count
        }
        unsafe (text[0], text[1]) = (UInt8(ascii: ","), UInt8(ascii: "\""))
        unsafe (text[count + 2], text[count + 3]) = (UInt8(ascii: "\""), UInt8(ascii: ":"))
        return count + 4
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "/")
    }
}

extension WriteEntry {
    /// Whether the key stands before another one, by UTF-8.
    fileprivate func precedes(_ other: WriteEntry) -> Bool {
        let (own, others) = (key, other.key)
        for index in 0..<min(own.count, others.count) where own[index] != others[index] {
            return own[index] < others[index]
        }
        return own.count < others.count
    }

    /// Finds out how the key and its value are written.
    ///
    /// - Returns: The room that they need in compact text, which `rest` is for now.
    fileprivate mutating func findStep() -> Int {
        var step = WriteStep.other
        var isOptional = false
        if isPlain, let value {
            isOptional = value.pointee.optionalDepth == 1
            let present = isOptional ? value.pointee.wrapped ?? value : value
            self.present = present
            if isPlainText { step = present.pointee.step }
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
