extension PlanBuilder {
    /// The keys that a model is written with.
    ///
    /// - Parameters:
    ///   - tree: The keys of each property's place, in the order in which they are written.
    ///   - onNil: What is declared of a property that is nil, by its index.
    ///   - hasRest: Whether there is more in a model than what has keys.
    ///   - isArray: Whether the model's objects are arrays.
    static func writeLevel(
        _ tree: borrowing KeyTree, onNil: (Int) -> NilForm?, _ properties: PropertyRef, hasRest: Bool,
        isArray: Bool, of model: ModelRef
    ) -> WriteLevelRef {
        var level = level(tree, KeyTree.root, onNil, properties, model, mayBeArray: isArray)
        if hasRest { level.isSpecial = true }
        return PlanPart(holding: level)
    }

    private static func level(
        _ tree: borrowing KeyTree, _ place: Int, _ onNil: (Int) -> NilForm?, _ properties: PropertyRef,
        _ model: ModelRef, mayBeArray: Bool = true
    ) -> WriteLevel {
        var (count, leafCount, byteCount, isArray) = (0, 0, 0, mayBeArray)
        tree.forEachChild(of: place) { _, _, child in
            count += 1
            leafCount += child.leafCount
            byteCount += textRoom(child.key)
            isArray = isArray && KeyText.arrayIndex(child.key) != nil
        }
        let entries = ValueRow<WriteEntry>.allocate(count + 1)
        let choices = ValueRow<PropertyRef>.allocate(max(leafCount, 1))
        let texts = ValueRow<UInt8>.allocate(max(byteCount, 1))
        unsafe texts.put(0, times: max(byteCount, 1))
        var (usedChoices, usedBytes, isSpecial, sortsAlike) = (0, 0, isArray, true)
        var room = WriteLevel.spareRoom
        tree.forEachChild(of: place) { index, childPlace, child in
            let own = unsafe choices + usedChoices
            var form: NilForm?
            tree.forEachLeaf(of: childPlace) { leaf in
                unsafe (choices + usedChoices).put(properties + leaf.property)
                usedChoices += 1
                form = form ?? onNil(leaf.property)
            }
            let first = unsafe child.leafCount == 0 ? nil : own[0].pointee
            let text = unsafe texts + usedBytes
            let length = quote(child.key, in: text)
            usedBytes += textRoom(child.key)
            isSpecial = isSpecial || form != nil
            let isPlainText = child.key.utf8.allSatisfy(isPlain)
            sortsAlike = sortsAlike && (isPlainText || child.key.utf8.allSatisfy { $0 < 0xF0 })
            unsafe (entries + index).put(
                WriteEntry(
                    text: text.text, length: length, isPlainText: isPlainText,
                    isPlain: child.leafCount == 1 && child.childCount == 0 && first?.access == nil && first?.transform == nil
                        && first?.isConstant == false,
                    onNil: form, bit: LevelVariants.bit(index), index: KeyText.index(child.key) ?? 0, offset: first?.offset ?? 0,
                    value: first?.value,
                    choices: PlanPart(own),
                    choiceCount: child.leafCount,
                    child: child.childCount == 0
                        ? nil : PlanPart(holding: Self.level(tree, childPlace, onNil, properties, model))))
            unsafe room += entries[index].findStep()
        }
        // The elements of an array in their own order.
        if isArray {
            unsafe entries.sort(count) { $0.index < $1.index }
        }
        unsafe (entries + count).put(.end(texts.text, PlanPart(choices)))
        var rest = room
        for index in 0..<count {
            unsafe rest -= entries[index].rest
            unsafe entries[index].rest = rest
        }
        let sorted = ValueRow<Int>.allocate(max(count, 1))
        for index in 0..<count { unsafe (sorted + index).put(index) }
        unsafe sorted.sort(count) { unsafe entries[$0].precedes(entries[$1]) }
        return unsafe WriteLevel(
            entries: PlanPart(entries), count: count, sorted: PlanPart(sorted), texts: PlanPart(texts), choices: PlanPart(choices),
            isArray: isArray, isSpecial: isSpecial, isPlain: (0..<count).allSatisfy { unsafe entries[$0].isPlain && entries[$0].bit != 0 },
            sortsAlike: sortsAlike, model: model, room: room)
    }

    /// Bytes for a key's text, and room behind it.
    private static func textRoom(_ key: String) -> Int { (key.utf8.count + 4 + 16 + 15) / 16 * 16 }

    /// Writes the key as compact text has it behind another, into zeros.
    ///
    /// - Returns: How long that is.
    private static func quote(_ key: String, in text: ValueRow<UInt8>) -> Int {
        // SAFETY: there are the bytes of `textRoom`.
        var key = key
        let count = unsafe key.withBorrowedBytes { utf8 in
            unsafe (text + 2).put(utf8)
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
