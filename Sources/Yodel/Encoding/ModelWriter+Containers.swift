extension ModelWriter {
    /// Writes an array or a set.
    mutating func sequence(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        if plan.pointee.storageClass != 0 { return steppedArray(plan, address) }
        guard let element = plan.pointee.element,
            let type = plan.pointee.record.with(\.sequence)
        else { return .leftOut }
        guard json.open(UInt8(ascii: "[")) else { return tooDeep() }
        var verdict = WriteVerdict.written
        var count = 0
        type.withElements(address) { base, total in
            count = total
            verdict = elements(element, base, total)
        }
        guard verdict == .written else { return verdict }
        json.close(UInt8(ascii: "]"), isEmpty: count == 0)
        return .written
    }

    private mutating func elements(
        _ plan: PlanRef, _ base: ValueAddress, _ count: Int
    ) -> WriteVerdict {
        for index in 0..<count {
            json.element(isFirst: index == 0)
            let mark = json.output.count
            // SAFETY: the plan says of what type the elements are.
            let verdict = unsafe value(plan, base + index * plan.pointee.stride)
            guard verdict == .written || standsEmpty(verdict, index, from: mark) else { return .failed }
        }
        return .written
    }

    /// Writes null for an element that is nil or left out: those after it keep their places.
    ///
    /// - Returns: false for one that has failed.
    @inline(never)
    mutating func standsEmpty(_ verdict: WriteVerdict, _ index: Int, from mark: Int) -> Bool {
        guard verdict != .failed else {
            failure?.path.append(.index(index))
            return false
        }
        standsEmpty(from: mark)
        return true
    }

    /// Writes null where an element has nothing.
    mutating func standsEmpty(from mark: Int) {
        json.output.truncate(to: mark)
        json.null()
    }

    /// Writes a dictionary.
    mutating func dictionary(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        if DictionaryLayout.isKnown {
            if form == .plain || !rules.sortsKeys { return steppedPairs(plan, address) }
            let verdict = form == .omitting ? sortedPairs(OmittingStyle.self, plan, address) : sortedPairs(ChosenStyle.self, plan, address)
            if let verdict { return verdict }
        }
        if isCanonical { return formingAfterwards { $0.dictionary(plan, address) } }
        guard let type = plan.pointee.record.with(\.dictionary), let key = plan.pointee.key,
            let element = plan.pointee.element
        else { return .leftOut }
        guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
        var verdict = WriteVerdict.written
        var isFirst = true
        if rules.sortsKeys {
            type.withPairs(address) { keys, values, count in
                let texts = (0..<count).map { unsafe keyText(key, keys + $0 * key.pointee.stride) }
                let order = texts.placesInOrder()
                for index in order {
                    verdict = pair(texts[index], isFirst: &isFirst) {
                        unsafe $0.general(ChosenStyle.self, element, values + index * element.pointee.stride)
                    }
                    guard verdict != .failed else { return }
                }
            }
        } else {
            type.forEachPair(address) { keyAddress, valueAddress in
                let mark = json.output.count
                writeKey(key, keyAddress, isFirst: isFirst)
                verdict = pair(general(ChosenStyle.self, element, valueAddress), from: mark, isFirst: &isFirst)
                if verdict == .failed { failure?.path.append(.key(keyText(key, keyAddress))) }
                return verdict != .failed
            }
        }
        guard verdict != .failed else { return .failed }
        json.close(UInt8(ascii: "}"), isEmpty: isFirst)
        return .written
    }

    /// Writes a key and its value.
    @inline(__always)
    mutating func pair(_ key: String, isFirst: inout Bool, _ write: (inout ModelWriter) -> WriteVerdict) -> WriteVerdict {
        let mark = json.output.count
        json.key(key, isFirst: isFirst)
        let verdict = pair(write(&self), from: mark, isFirst: &isFirst)
        if verdict == .failed { failure?.path.append(.key(key)) }
        return verdict
    }

    /// Ends a pair whose value has been written. Nil is null: that the key is there is part of the dictionary.
    ///
    /// - Parameter mark: Where its key begins.
    mutating func pair(_ verdict: WriteVerdict, from mark: Int, isFirst: inout Bool) -> WriteVerdict {
        switch verdict {
        case .written: isFirst = false
        case .isNil:
            json.null()
            isFirst = false
        case .leftOut: json.output.truncate(to: mark)
        case .failed: break
        }
        return verdict
    }

    /// Writes a dictionary's key.
    private mutating func writeKey(_ plan: PlanRef, _ address: ValueAddress, isFirst: Bool) {
        switch plan.pointee.kind {
        case .string: json.key(at: WrittenValue(address, .string).string, isFirst: isFirst)
        case .scalar(.int), .scalar(.int64): json.key(WrittenValue(address, .integer).integer, isFirst: isFirst)
        default: json.key(keyText(plan, address), isFirst: isFirst)
        }
    }

    /// A dictionary's key as text.
    func keyText(_ plan: PlanRef, _ address: ValueAddress) -> String {
        if plan.pointee.kind == .string { return WrittenValue(address, .string).string.pointee }
        if plan.pointee.kind == .scalar(.int) || plan.pointee.kind == .scalar(.int64) {
            return String(WrittenValue(address, .integer).integer)
        }
        guard plan.pointee.kind == .rawValue else {
            return String(describing: plan.withHandle { unsafe $0.any(address) })
        }
        return plan.withRawValue(address) { raw, value in keyText(raw, value) }
    }
}
