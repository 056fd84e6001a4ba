// Which properties may be left out of what is written because they are what `init()` makes: those that nothing else in the document changes when it is
// read again. Asked only by those who leave them out; worked out once, when it is first asked.
//
//     id -> "id"                      left out: nobody else has the key
//     id -> "id", "ID"   old -> "ID"  written: where "id" does not come, the value of "ID" would be read
//     tags.0 -> first                 written: where it does not come, null would stand for it
//
// Of a model whose own code sees its objects (hooks) all is written: nobody knows what that looks for.

extension ModelRef {
    /// Lends a model as `init()` makes it. Not for types whose values are made of drafts.
    func withDefault<R>(_ body: (ModelPlace) -> R) -> R {
        pointee.record.with { record in
            record.plan.withSlot { slot in
                // SAFETY: the record is a model's, so its handle makes one in fresh memory; it is destroyed when it has been looked at.
                unsafe record.handle.putDefault(slot, fresh: true)
                defer { unsafe record.handle.deinitialize(slot, count: 1) }
                var place = ModelPlace(object: slot.value)
                // SAFETY: the plan says whether there is a reference at the address.
                if pointee.isClass {
                    place.base = unsafe slot.assumingMemoryBound(to: MutableAddress.self).pointee.value
                }
                return body(place)
            }
        }
    }

    /// Whether each property, by index, may be left out where it is what `init()` makes.
    var omittable: [Bool] {
        pointee.record.with { record in
            if let known = record.omittable.withLock({ $0 }) { return known }
            let found = (0..<pointee.total).map { index in !property(index).pointee.isRequired && mayBeLeftOut(index, record.paths) }
            record.omittable.withLock { $0 = found }
            return found
        }
    }

    private func mayBeLeftOut(_ index: Int, _ paths: TypeRecord.Paths) -> Bool {
        switch paths {
        // Each property has one key, which no other has.
        case .names: return true
        case .hidden: return false
        case .declared(let reading, let writing):
            let own = writing[index]
            if own.contains(where: { KeyText.index($0) != nil }) { return false }
            return writing.indices.allSatisfy { other in
                // Properties of one key are left out together.
                if writing[other] == own { return true }
                let isRead = other < reading.count && reading[other].contains { Self.meet($0, own) }
                return !isRead && !Self.meet(own, writing[other]) && !reading[index].contains { Self.meet($0, writing[other]) }
            }
        }
    }

    /// Whether one of two paths leads to the other, or through it. No keys are no path.
    private static func meet(_ left: [String], _ right: [String]) -> Bool {
        !left.isEmpty && !right.isEmpty && zip(left, right).allSatisfy { $0 == $1 || $0.lowercased() == $1.lowercased() }
    }
}

extension TypeRecord {
    /// The keys of a model's properties, as far as has to be known of them when some are left out.
    enum Paths {
        /// Each property's own name, or what a style makes of it.
        case names
        /// By index: the alternatives that are read, and the place that is written. Behind the properties' the discriminator's.
        case declared(reading: [[[String]]], writing: [[String]])
        /// Whatever they are, code of others sees them.
        case hidden
    }
}
