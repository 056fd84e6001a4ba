// Values of members that are compared in place, as far as their memory says: numbers by their values, strings by their words, containers by their counts,
// models member by member. What that does not decide is compared as models are (ModelComparison.swift), and is nil here.

extension WriteEntryRef {
    /// Whether two values of the member are equal.
    ///
    /// - Returns: nil if that takes a closer look.
    @inline(never)
    func areEqualAtSight(_ left: ValueAddress, _ right: ValueAddress) -> Bool? {
        let step = pointee.step
        if step.isOptional {
            let (isNil, isOtherNil) = (value.isNil(left), value.isNil(right))
            if isNil || isOtherNil { return isNil == isOtherNil }
        }
        let (value, other) = (WrittenValue(left, step), WrittenValue(right, step))
        switch step {
        case .string, .stringUnlessNil:
            return StringLayout.isReadable ? StringLayout.areEqualAtSight(value.string, other.string) : nil
        case .integer, .integerUnlessNil: return value.integer == other.integer
        case .boolean, .booleanUnlessNil: return value.boolean == other.boolean
        case .double, .doubleUnlessNil: return value.double == other.double
        case .array, .arrayUnlessNil: return Self.areEqual(counts: value.storage.count, other.storage.count)
        case .model, .modelUnlessNil: return present.model.pointee.writing.areEqualAtSight(left, right)
        case .other, .otherUnlessNil: return others(left, right)
        case .end: return nil
        }
    }

    @inline(never)
    private func others(_ left: ValueAddress, _ right: ValueAddress) -> Bool? {
        guard let present = pointee.present, present.pointee.optionalDepth == 0, present.pointee.kind == .dictionary,
            DictionaryLayout.isKnown
        else { return nil }
        // SAFETY: dictionaries are known to be laid out so (`DictionaryLayout.isKnown`).
        let storages = unsafe (ContainerStorage(of: left), ContainerStorage(of: right))
        return Self.areEqual(counts: DictionaryLayout.count(storages.0.address), DictionaryLayout.count(storages.1.address))
    }

    /// Whether two containers are equal, as far as their counts say.
    @inline(__always)
    private static func areEqual(counts count: Int, _ other: Int) -> Bool? { count != other ? false : count == 0 ? true : nil }
}

extension WriteLevelRef {
    /// Whether two models with the keys of the level are equal.
    ///
    /// - Returns: nil if that takes a closer look, as where there are properties without a key.
    @inline(never)
    func areEqualAtSight(_ left: ValueAddress, _ right: ValueAddress) -> Bool? {
        guard pointee.isPlain else { return nil }
        let count = pointee.model.pointee.count
        var isKnown = pointee.count == count
        for place in 0..<pointee.count {
            let entry = entry(place)
            let (offset, index) = (entry.pointee.offset, entry.property(0).pointee.index)
            // After the properties is the discriminator.
            guard index < count, let isEqual = unsafe entry.areEqualAtSight(left + offset, right + offset) else {
                isKnown = false
                continue
            }
            if !isEqual { return false }
        }
        return isKnown ? true : nil
    }
}
