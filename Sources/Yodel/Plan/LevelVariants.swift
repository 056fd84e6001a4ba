import Synchronization

// What an option asks of a level of keys is worked out when the first encoder with that option meets the level, and stays with the plan: the order of keys,
// and the keys at which a default is not nil. Who asks for neither pays nothing, not when the plan is built either.

/// What has been worked out of a level of keys.
@safe struct LevelVariants: ~Copyable {
    // SAFETY: a level is made complete before its address is published, with a releasing exchange; from then on it is a part of the plan, freed with the level
    // that it is of.

    /// The address of the level in the order of its keys; zero: nobody has asked.
    private let sortedAddress = Atomic<UInt>(0)
    /// The bits of the entries that a default fills, and `isKnown`; zero: nobody has asked.
    private let filled = Atomic<UInt64>(0)

    private static let isKnown: UInt64 = 1 << 63

    /// What stands for an entry in a set of entries, by its place.
    static func bit(_ place: Int) -> UInt64 { place < 63 ? 1 << UInt64(place) : 0 }

    /// The level with its entries in the order of their keys, by UTF-8. Only for what goes from one entry to the next: `WriteLevel.sorted` is not of its entries.
    @inline(__always)
    func sorted(_ level: WriteLevelRef) -> WriteLevelRef {
        Self.level(at: sortedAddress.load(ordering: .acquiring)) ?? makeSorted(level)
    }

    @inline(never)
    private func makeSorted(_ level: WriteLevelRef) -> WriteLevelRef {
        let made = level.pointee.sortedCopy()
        let address = unsafe UInt(bitPattern: made.unpublished.address)
        let exchange = sortedAddress.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
        guard !exchange.exchanged, let first = Self.level(at: exchange.original) else { return made }
        // Another thread was faster.
        made.pointee.freeSorted()
        unsafe made.free()
        return first
    }

    @inline(__always)
    private static func level(at address: UInt) -> WriteLevelRef? {
        unsafe UnsafeMutablePointer<WriteLevel>(bitPattern: address).map { unsafe PlanPart(ValueRow($0, 1)) }
    }

    /// The bits of the entries whose nil is what a model has without their keys.
    @inline(__always)
    func nilByDefault(_ level: WriteLevelRef) -> UInt64 {
        let known = filled.load(ordering: .relaxed)
        return ~(known & Self.isKnown != 0 ? known : findFilled(level))
    }

    @inline(never)
    private func findFilled(_ level: WriteLevelRef) -> UInt64 {
        var found = Self.isKnown
        for entry in (0..<level.pointee.count).lazy.map(level.entry) where entry.isFilledByDefault(level.pointee.model) {
            found |= entry.pointee.bit
        }
        filled.store(found, ordering: .relaxed)
        return found
    }

    /// Frees what has been made.
    @unsafe func free() {
        guard let sorted = Self.level(at: sortedAddress.load(ordering: .acquiring)) else { return }
        sorted.pointee.freeSorted()
        unsafe sorted.free()
    }
}

extension WriteLevel {
    /// The level with its entries in the order of their keys. What they refer to is this one's.
    fileprivate func sortedCopy() -> WriteLevelRef {
        let places = sorted
        let own = ValueRow<WriteEntry>.allocate(count + 1)
        var rest = room
        for place in 0..<count {
            let from = unsafe places[place]
            var entry = unsafe entries[from]
            // Its own room is what was there for it and those after it, less what is there for those.
            unsafe rest -= (from == 0 ? room : entries[from - 1].rest) - entry.rest
            entry.rest = rest
            unsafe (own + place).put(entry)
        }
        unsafe (own + count).put(entries[count])
        var level = self
        level.entries = unsafe PlanPart(own)
        return PlanPart(holding: level)
    }

    /// Frees what such a level has for itself.
    fileprivate func freeSorted() { unsafe entries.free() }
}
