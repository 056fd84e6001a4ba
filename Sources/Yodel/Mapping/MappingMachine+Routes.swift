// Keys that are more than one plain property's. A frame whose present key has a route is `routed`: its value comes here, and the plain way
// has nothing to check.
//
// A scalar is stored for each property of the key. A container goes straight to its place if it has only one; otherwise it is kept as a
// value and mapped once for each.

extension MappingMachine {
    /// Looks at a key's past and prepares its route.
    @inline(never)
    mutating func watch(_ entry: UnsafePointer<KeyEntry>) -> Bool {
        if unsafe frame.pointee.flag {
            if unsafe rules.failsOnDuplicateKey { return unsafe fail(.duplicateKey, .string) }
            unsafe note(.duplicateKey, "one value", found: "another one", .replaced, .string)
        }
        unsafe frame.pointee.restarts = false
        if let route = unsafe entry.pointee.route {
            guard unsafe !route.pointee.isPassedOver else {
                unsafe frame.pointee.entry = nil
                unsafe target = .unwanted
                return true
            }
            unsafe frame.pointee.kind = .routed
        } else if let presence = unsafe frame.pointee.presence {
            let property = unsafe Int(entry.pointee.property)
            unsafe frame.pointee.prior = unsafe presence[property]
            unsafe presence[property].noteUnfit()
        }
        return true
    }

    /// A key has come that its level does not have as it is written.
    @inline(never)
    mutating func keyOfNoEntry(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let level = unsafe frame.pointee.level.unsafelyUnwrapped
        if let folded = unsafe level.pointee.folded {
            var key = unsafe KeyText.folded(String(valid: bytes))
            let index = key.withUTF8 { utf8 in
                unsafe utf8.baseAddress.flatMap { unsafe folded.index(of: KeySignature($0, utf8.count), $0) }
            }
            if let index { return unsafe take(UnsafePointer(level.pointee.entries + index)) }
        }
        unsafe frame.pointee.entry = nil
        unsafe target = .unwanted
        guard unsafe rules.failsOnUnknownKey || report != nil else { return true }
        let path = unsafe JSONPath(self.path.components + [.key(String(valid: bytes))])
        let type = unsafe level.pointee.model.pointee.type
        let start = unsafe position.tokenStart(.string)
        if unsafe rules.failsOnUnknownKey { return unsafe fail(.unknownKey(type), at: start, path: path) }
        unsafe note(.unknownKey, "a key of \(type)", found: "another key", .ignored, at: start, path: path)
        return true
    }

    // MARK: Scalars

    /// Null has come for a plain property, and is as if its key had not.
    @inline(never)
    mutating func passOverNull(_ entry: UnsafePointer<KeyEntry>) {
        guard let presence = unsafe frame.pointee.presence else { return }
        unsafe presence[Int(entry.pointee.property)] = unsafe frame.pointee.prior
    }

    /// Stores a scalar for each property of the present key.
    @inline(never)
    mutating func routedScalar(_ token: ScalarToken, _ found: FoundKind) -> Bool {
        guard let route = unsafe frame.pointee.entry?.pointee.route else { return true }
        if unsafe route.pointee.leafCount == 0 {
            // On the way of a path there has to be an object; null is none at all.
            return unsafe found == .null || mismatchOnTheWay(found)
        }
        for index in unsafe 0..<route.pointee.leafCount {
            guard unsafe storeLeaf(token, found, route.pointee.leaves[index]) else { return false }
        }
        return true
    }

    mutating func storeLeaf(_ token: ScalarToken, _ found: FoundKind, _ leaf: Route.Leaf) -> Bool {
        let property = unsafe leaf.property
        if unsafe isBeaten(leaf) { return true }
        if found == .null {
            if unsafe rules.scalars.contains(.keepsOnNull) { return true }
            let hasAlternatives = unsafe property.pointee.hasAlternatives
            if let presence = unsafe frame.pointee.presence {
                if !hasAlternatives { unsafe presence[property.pointee.index].forgetValue() }
                unsafe presence[property.pointee.index].noteNull()
            }
            // Another alternative may have a value: what null means is known at the object's end.
            if hasAlternatives {
                unsafe notePlace(ofNull: leaf)
                return true
            }
        }
        if unsafe leaf.rank > 0 && found != .null && scalarWaits(leaf) { return unsafe keepWaiting(token, leaf) }
        unsafe frame.pointee.element = unsafe property.pointee.value
        let verdict = unsafe store(token, in: property)
        if found != .null {
            if unsafe waitsAsUnfit(leaf, verdict) { return unsafe keepWaiting(token, leaf) }
            unsafe notePresence(of: leaf, verdict == .stored)
        }
        return unsafe settle(verdict, found)
    }

    /// Stores a scalar that need not wait for better alternatives.
    mutating func storeNow(_ token: ScalarToken, _ found: FoundKind, _ leaf: Route.Leaf) -> Bool {
        unsafe frame.pointee.element = unsafe leaf.property.pointee.value
        let verdict = unsafe store(token, in: leaf.property)
        unsafe notePresence(of: leaf, verdict == .stored)
        return unsafe settle(verdict, found)
    }

    /// Whether a better alternative has a value.
    func isBeaten(_ leaf: Route.Leaf) -> Bool {
        guard unsafe leaf.property.pointee.hasAlternatives, let presence = unsafe frame.pointee.presence else { return false }
        return unsafe presence[leaf.property.pointee.index].isBetter(than: leaf.rank)
    }

    func notePresence(of leaf: Route.Leaf, _ isStored: Bool) {
        unsafe Self.notePresence(of: leaf, isStored, in: frame.pointee.presence)
    }

    private static func notePresence(of leaf: Route.Leaf, _ isStored: Bool, in presence: UnsafeMutablePointer<Presence>?) {
        guard let presence = unsafe presence else { return }
        let index = unsafe leaf.property.pointee.index
        if isStored {
            unsafe presence[index].noteValue(rank: leaf.rank)
        } else {
            unsafe presence[index].noteUnfit()
        }
    }

    /// The value of the present key has been taken back: what had come before it is there again.
    func restorePresence() {
        let frame = unsafe self.frame
        guard let presence = unsafe frame.pointee.presence, let route = unsafe frame.pointee.entry?.pointee.route else { return }
        for index in unsafe 0..<route.pointee.leafCount {
            let place = unsafe route.pointee.leaves[index].property.pointee.index
            unsafe presence[place] = unsafe frame.pointee.prior
            unsafe presence[place].noteUnfit()
        }
    }

    private mutating func mismatchOnTheWay(_ found: FoundKind) -> Bool {
        unsafe frame.pointee.element = nil
        return unsafe mismatch(.typeMismatch, found)
    }

    // MARK: Containers

    /// A container begins that is the value of the present key.
    mutating func startRouted(_ found: FoundKind, _ offered: UnsafePointer<KeptValue>?) -> Bool {
        let frame = unsafe self.frame
        guard let entry = unsafe frame.pointee.entry, let route = unsafe entry.pointee.route else {
            unsafe pushSkip()
            return true
        }
        if let child = unsafe route.pointee.child {
            if unsafe route.pointee.leafCount > 0 { return unsafe keepRouted(found, offered, route) }
            if found == .object {
                if unsafe frame.pointee.flag { unsafe startAfresh(child) }
                unsafe pushLevel(child)
            } else if unsafe child.pointee.indexLimit > 0 {
                if unsafe frame.pointee.flag { unsafe startAfresh(child) }
                unsafe pushItems(child)
            } else {
                guard unsafe mismatchOnTheWay(found) else { return false }
                unsafe pushSkip()
            }
            return true
        }
        let leaf = unsafe route.pointee.leaves[0]
        let property = unsafe leaf.property
        guard unsafe route.pointee.leafCount == 1 && !property.pointee.isIndirect else { return unsafe keepRouted(found, offered, route) }
        if unsafe isBeaten(leaf) {
            unsafe pushSkip()
            return true
        }
        if unsafe waits(leaf) { return unsafe keepRouted(found, offered, route) }
        // A model that another alternative has begun starts afresh.
        if let presence = unsafe frame.pointee.presence {
            unsafe frame.pointee.prior = unsafe presence[property.pointee.index]
            unsafe frame.pointee.restarts = unsafe presence[property.pointee.index].isStored
        }
        let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
        unsafe frame.pointee.element = unsafe property.pointee.value
        let place = unsafe frame - frames
        guard unsafe start(found, Destination(slot: slot, plan: property.pointee.value, fresh: false), offered) else { return false }
        // What is kept as a whole counts when it has been stored.
        if unsafe tookWhole || self.frame.pointee.kind == .tape || self.frame.pointee.kind == .capture { return true }
        unsafe Self.notePresence(
            of: leaf, innermost(property.pointee.value).pointee.kind.takes(found), in: frames[place].presence)
        return true
    }

    /// Keeps the tokens of a container that has several properties, or waits for better alternatives.
    private mutating func keepRouted(_ found: FoundKind, _ offered: UnsafePointer<KeptValue>?, _ route: UnsafePointer<Route>) -> Bool {
        if unsafe position.lines != nil {
            // What stands below may wait too.
            let mayWait =
                unsafe route.pointee.child != nil
                || (0..<route.pointee.leafCount).contains { unsafe waits(route.pointee.leaves[$0]) }
            if mayWait { unsafe position.keepLines(.fixed(1)) }
        }
        return unsafe keepTokens(found, offered)
    }

    /// Stores a container that need not wait for better alternatives.
    mutating func storeNow(_ value: KeptValue, _ leaf: Route.Leaf) -> Bool {
        // The frames move when they grow, which they may for each property: no pointer to one is kept.
        unsafe frame.pointee.restarts = unsafe frame.pointee.presence?[leaf.property.pointee.index].isStored == true
        unsafe frame.pointee.element = unsafe leaf.property.pointee.value
        guard let isStored = unsafe store(value, in: leaf.property) else { return false }
        unsafe notePresence(of: leaf, isStored)
        return true
    }

    /// Maps a container that has been kept for the present key: once for each of its properties, and for the keys below it.
    mutating func storeRouted(_ value: KeptValue) -> Bool {
        guard let route = unsafe frame.pointee.entry?.pointee.route else { return true }
        let found = unsafe value.found
        let isRepeated = unsafe frame.pointee.flag
        // What does not wait needs its lines no longer.
        defer { unsafe forgetLines() }
        return unsafe replaying(value) { machine in
            let start = unsafe machine.position.replayed
            for index in unsafe 0..<route.pointee.leafCount {
                let leaf = unsafe route.pointee.leaves[index]
                let property = unsafe leaf.property
                let takes =
                    unsafe property.pointee.transform != nil || machine.innermost(property.pointee.value).pointee.kind.takes(found)
                // Where the container leads to other properties it need not fit this one.
                if unsafe (!takes && route.pointee.child != nil) || machine.isBeaten(leaf) { continue }
                unsafe machine.position.replayed = start
                guard unsafe machine.waits(leaf) ? machine.keepWaiting(value, leaf) : machine.storeNow(value, leaf) else { return false }
            }
            unsafe machine.position.replayed = start
            guard let child = unsafe route.pointee.child else { return true }
            guard unsafe found == .object || child.pointee.indexLimit > 0 else { return true }
            if isRepeated { unsafe machine.startAfresh(child) }
            unsafe machine.depth += 1
            if found == .object {
                unsafe machine.pushLevel(child)
                return unsafe machine.replay(inside: value) && machine.endObject()
            }
            unsafe machine.pushItems(child)
            return unsafe machine.replay(inside: value) && machine.endArray()
        }
    }

    // MARK: Arrays on the way

    mutating func pushItems(_ level: UnsafePointer<KeyLevel>) {
        var next = unsafe Frame(kind: .items)
        unsafe next.base = unsafe frame.pointee.base
        unsafe next.level = unsafe level
        unsafe next.isMerge = unsafe frame.pointee.isMerge
        unsafe next.presence = unsafe frame.pointee.presence
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
    }

    /// A container begins that is an element of an array on the way.
    mutating func startItem(_ found: FoundKind, _ offered: UnsafePointer<KeptValue>?) -> Bool {
        unsafe nextItem()
        return unsafe startRouted(found, offered)
    }

    /// A scalar that is an element of an array on the way.
    mutating func item(_ token: ScalarToken, _ found: FoundKind) -> Bool {
        unsafe nextItem()
        return unsafe routedScalar(token, found)
    }

    /// Finds the entry of the next element.
    mutating func nextItem() {
        let level = unsafe frame.pointee.level.unsafelyUnwrapped
        let index = unsafe frame.pointee.count
        unsafe frame.pointee.count += 1
        unsafe frame.pointee.restarts = false
        unsafe frame.pointee.entry = nil
        guard unsafe index < level.pointee.indexLimit else { return }
        var key = String(index)
        let place = key.withUTF8 { utf8 in
            unsafe utf8.baseAddress.flatMap { unsafe level.pointee.keys.index(of: KeySignature($0, utf8.count), $0) }
        }
        let entry = unsafe place.map { unsafe UnsafePointer(level.pointee.entries + $0) }
        unsafe frame.pointee.entry = unsafe entry?.pointee.route?.pointee.isPassedOver == true ? nil : entry
    }

    // MARK: Repeats

    /// An inner node of a path has come again: what was set below it goes back to what `init()` gives, as a nested model would.
    private mutating func startAfresh(_ level: UnsafePointer<KeyLevel>) {
        let model = unsafe level.pointee.model
        let handle = unsafe model.pointee.record._withUnsafeGuaranteedRef(\.handle)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(handle.size, 1), alignment: handle.alignment)
        defer { unsafe memory.deallocate() }
        unsafe handle.putDefault(memory, fresh: true)
        unsafe startAfresh(level, from: memory)
        unsafe handle.deinitialize(memory, count: 1)
    }

    /// - Parameter source: The address of a fresh model; for a class, of a reference to one.
    private mutating func startAfresh(_ level: UnsafePointer<KeyLevel>, from source: UnsafeMutableRawPointer) {
        for index in unsafe 0..<level.pointee.count {
            let entry = unsafe level.pointee.entries + index
            guard let route = unsafe entry.pointee.route else {
                unsafe putDefault(level.pointee.model.pointee.properties + Int(entry.pointee.property), from: source)
                unsafe frame.pointee.presence?[Int(entry.pointee.property)] = Presence()
                continue
            }
            for leaf in unsafe 0..<route.pointee.leafCount {
                let leaf = unsafe route.pointee.leaves[leaf]
                unsafe forgetWaiting(leaf)
                // What another alternative has set stays.
                if let presence = unsafe frame.pointee.presence {
                    let place = unsafe leaf.property.pointee.index
                    let isHere = unsafe presence[place].isStored(rank: leaf.rank)
                    guard unsafe isHere || !leaf.property.pointee.hasAlternatives else { continue }
                    unsafe presence[place].forgetValue()
                }
                unsafe putDefault(leaf.property, from: source)
            }
            if let child = unsafe route.pointee.child { unsafe startAfresh(child, from: source) }
        }
    }

    private mutating func putDefault(_ property: UnsafePointer<PropertyPlan>, from source: UnsafeMutableRawPointer) {
        let isClass = unsafe frame.pointee.level.unsafelyUnwrapped.pointee.model.pointee.isClass
        unsafe withScratch(property.pointee.value) { machine, scratch in
            if let access = unsafe property.pointee.access?.takeUnretainedValue().value {
                unsafe access.get(source, into: scratch)
                unsafe machine.withOwner { unsafe access.set($0, movingFrom: scratch) }
                return
            }
            let base = unsafe isClass ? source.load(as: UnsafeMutableRawPointer.self) : source
            unsafe property.pointee.value.pointee.withHandle { handle in
                unsafe handle.initializeCopy(scratch, from: base + property.pointee.offset)
                unsafe handle.put(
                    machine.frame.pointee.base.unsafelyUnwrapped + property.pointee.offset, from: scratch, fresh: false)
            }
        }
    }
}
