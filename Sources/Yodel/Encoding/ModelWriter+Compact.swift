// Compact text on which nothing but the values decides, as most is. Room is asked for once per object, for all of its members that need little, and
// where the next byte goes stands in a register until somebody else writes.
//
// Each member and each element has a comma before it; when the container ends, the first comma becomes its bracket. So nobody has to know which one is
// the first.
//
//     ,"id":1,"name":"a"      {"id":1,"name":"a"}

extension ModelWriter {
    /// What there must be room for behind a comma of an array, or a key of a dictionary: a value that is written without asking for room.
    private static var elementRoom: Int { 64 }

    /// Containers inside each other that are written so. Its frames are larger than those of the general way, which goes on below: a stack must do for as
    /// many levels as rules allow.
    static var compactDepth: Int { 64 }

    // MARK: Models

    /// Writes models, one behind the other with commas in between.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Parameters:
    ///   - level: The keys that each is written with.
    ///   - base: What offsets of the first model are counted from.
    ///   - owner: What accessors of the first are given.
    ///   - count: How many models there are, at least one.
    ///   - stride: Bytes from one to the next.
    /// - Returns: How many have been written: those before the one that has failed.
    @inline(never)
    mutating func models(
        _ level: PlanPart<WriteLevel>, _ base: ValueAddress, _ owner: ValueAddress, count: Int = 1, stride: Int = 0
    ) -> Int {
        guard json.enter() else {
            _ = tooDeep()
            return 0
        }
        var (base, owner) = (base, owner)
        var next = json.output.reserve(level.pointee.room)
        var index = 0
        while true {
            let start = json.output.offset(of: next)
            var entry = level.pointee.entries
            members: while true {
                let current = entry
                entry = entry + 1
                // SAFETY: the entry says what stands at the address. An array is a reference to its storage; nil is none.
                let address = base + current.pointee.offset
                let mark = next
                let isWritten: Bool?
                switch current.pointee.step {
                case .end: break members
                case .stringUnlessNil:
                    if unsafe address.assumingMemoryBound(to: String?.self).pointee == nil { continue }
                    fallthrough
                case .string: isWritten = member(current, .string, address, at: &next)
                case .integerUnlessNil:
                    if unsafe address.assumingMemoryBound(to: Int64?.self).pointee == nil { continue }
                    fallthrough
                case .integer: isWritten = member(current, .integer, address, at: &next)
                case .booleanUnlessNil:
                    if unsafe address.assumingMemoryBound(to: Bool?.self).pointee == nil { continue }
                    fallthrough
                case .boolean: isWritten = member(current, .boolean, address, at: &next)
                case .doubleUnlessNil:
                    if unsafe address.assumingMemoryBound(to: Double?.self).pointee == nil { continue }
                    fallthrough
                case .double: isWritten = member(current, .double, address, at: &next)
                case .modelUnlessNil:
                    if unsafe isNil(current.pointee.value.unsafelyUnwrapped, address) { continue }
                    fallthrough
                case .model: isWritten = member(current, .model, address, at: &next)
                case .arrayUnlessNil:
                    if unsafe address.load(as: UnsafeRawPointer?.self) == nil { continue }
                    fallthrough
                case .array: isWritten = member(current, .array, address, at: &next)
                case .otherUnlessNil:
                    if unsafe isNil(current.pointee.value.unsafelyUnwrapped, address) { continue }
                    fallthrough
                case .other: isWritten = nil
                }
                switch isWritten {
                case true?: continue
                case nil:
                    json.output.advance(to: mark)
                    guard other(current, base, owner) else { break }
                    next = json.output.reserve(current.pointee.rest)
                    continue
                case false?: break
                }
                _ = failed(in: current)
                return index
            }
            next = json.output.enclose(from: start, to: next, UInt8(ascii: "{"), UInt8(ascii: "}"))
            index &+= 1  // &+=: at most the count
            if index >= count { break }
            base += stride
            owner += stride
            next = json.output.reserve(level.pointee.room, at: next)
            next.put(UInt8(ascii: ","))
            next += 1
        }
        json.output.advance(to: next)
        json.leave()
        return count
    }

    /// Whether models are written by `models`.
    @inline(__always)
    func writesInSteps(_ model: PlanPart<ModelPlan>) -> Bool {
        writesInSteps && json.depth < Self.compactDepth && !model.pointee.changesWritten && !model.pointee.writing.pointee.isSpecial
    }

    /// Writes a member of any other kind, or leaves it out.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func other(_ entry: PlanPart<WriteEntry>, _ base: ValueAddress, _ owner: ValueAddress) -> Bool {
        let mark = json.output.count
        json.key(entry, isFirst: false)
        // What is nil has been left out already.
        let verdict =
            unsafe entry.pointee.isPlain
            ? value(entry.pointee.present.unsafelyUnwrapped, base + entry.pointee.offset) : choice(entry, base, owner, nil)
        switch verdict {
        case .written: return true
        case .isNil, .leftOut:
            json.output.truncate(to: mark)
            return true
        case .failed: return false
        }
    }

    /// Writes a member, as `value`.
    @inline(__always)
    private mutating func member(
        _ entry: PlanPart<WriteEntry>, _ step: WriteStep, _ address: ValueAddress, at next: inout OutputPlace
    ) -> Bool? {
        next += JSONWriter.write(entry, to: next)
        return value(step, entry.pointee.present, address, at: &next, rest: entry.pointee.rest)
    }

    /// Whether an optional is nil.
    @inline(never)
    private func isNil(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress) -> Bool {
        plan.pointee.withHandle { $0.isNil(address) }
    }

    // MARK: Values

    /// Writes a value behind its key or comma.
    ///
    /// - Parameters:
    ///   - next: Where it goes; behind the call, what comes behind it. There is room for what the step needs and `rest`.
    ///   - rest: The room that there must be behind it.
    /// - Returns: Whether it has been written, false if it has failed; nil if it is to be written by `value(_:_:)`.
    @inline(__always)
    private mutating func value(
        _ step: WriteStep, _ plan: PlanPart<ValuePlan>?, _ address: ValueAddress, at next: inout OutputPlace, rest: Int
    ) -> Bool? {
        // SAFETY: the step says what stands at the address. The payload of an optional stands at the optional's own, see `value`.
        switch step {
        case .string:
            unsafe next = json.string(at: address.assumingMemoryBound(to: String.self), next, rest: rest)
        case .integer:
            unsafe next += NumberWriter.write(address.load(as: Int64.self), to: next)
        case .boolean:
            unsafe next += ShortText(address.load(as: Bool.self)).write(to: next)
        case .double:
            let value = unsafe address.load(as: Double.self)
            guard value.isFinite else { return nil }
            next += NumberWriter.write(value, to: next)
        case .model:
            let model = unsafe plan.unsafelyUnwrapped.pointee.model.unsafelyUnwrapped
            guard writesInSteps(model) else { return nil }
            json.output.advance(to: next)
            guard models(model.pointee.writing, address, address) == 1 else { return false }
            next = json.output.reserve(rest)
        case .array:
            // SAFETY: an array is a reference to its storage, see `array`.
            let storage = unsafe ValueAddress(address.load(as: UnsafeRawPointer.self))
            let count = unsafe storage.load(fromByteOffset: ArrayLayout.countOffset, as: Int.self)
            let element = unsafe plan.unsafelyUnwrapped.pointee.element.unsafelyUnwrapped
            if count == 0 && json.mayOpen {
                next += ShortText.emptyArray.write(to: next)
            } else if unsafe element.pointee.step == .model && writesInSteps(element.pointee.model.unsafelyUnwrapped) && json.enter() {
                next.put(UInt8(ascii: "["))
                json.output.advance(to: next + 1)
                let keeper = keeper(of: element, storage)
                let first = storage + ArrayLayout.header
                let written = unsafe models(
                    element.pointee.model.unsafelyUnwrapped.pointee.writing, first, first, count: count, stride: element.pointee.stride)
                keeper?.release()
                guard written == count else { return failedElement(written) }
                json.leave()
                next = json.output.reserve(rest)
                next.put(UInt8(ascii: "]"))
                next += 1
            } else {
                json.output.advance(to: next)
                guard unsafe array(plan.unsafelyUnwrapped, address) == .written else { return false }
                next = json.output.reserve(rest)
            }
        case .other: return nil
        }
        return true
    }

    // MARK: Containers

    /// Keeps the storage of a container where code of others may take it out of its place.
    ///
    /// - Parameter plan: That of the container or of its elements.
    @inline(__always)
    private func keeper(of plan: PlanPart<ValuePlan>, _ storage: ValueAddress) -> StorageKeeper? {
        // SAFETY: the storage is an object. Whoever asks releases it.
        unsafe plan.pointee.mayRunCode ? StorageKeeper(object: Unmanaged<AnyObject>.fromOpaque(storage.raw).retain()) : nil
    }

    /// The step of a failure's path that an element is.
    ///
    /// - Returns: false.
    @inline(never)
    private mutating func failedElement(_ index: Int) -> Bool {
        failure?.path.append(.index(index))
        return false
    }

    /// Writes an array whose storage is known.
    ///
    /// Not inlined, as `tooDeep`.
    @inline(never)
    mutating func array(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        // SAFETY: an array is a reference to its storage, which is laid out as the plan's builder has seen (`SequenceType.storageClass`).
        let storage = unsafe ValueAddress(address.load(as: UnsafeRawPointer.self))
        let count = unsafe storage.load(fromByteOffset: ArrayLayout.countOffset, as: Int.self)
        let element = unsafe plan.pointee.element.unsafelyUnwrapped
        let step = element.pointee.step
        let stride = element.pointee.stride
        let keeper = keeper(of: element, storage)
        let start = json.output.count
        var next = json.output.reserve(Self.elementRoom)
        var index = 0
        while index < count {
            let item = storage + (ArrayLayout.header &+ index &* stride)  // &+, &*: within the storage
            next = json.output.reserve(Self.elementRoom, at: next)
            next.put(UInt8(ascii: ","))
            next += 1
            let isWritten =
                value(step, element, item, at: &next, rest: Self.elementRoom) ?? otherElement(element, item, at: &next)
            if !isWritten { break }
            index &+= 1  // &+=: below the count
        }
        keeper?.release()
        guard index == count || failedElement(index) else { return .failed }
        json.output.advance(to: json.output.enclose(from: start, to: next, UInt8(ascii: "["), UInt8(ascii: "]")))
        json.leave()
        return .written
    }

    /// Writes an element of any other kind behind its comma.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherElement(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress, at next: inout OutputPlace) -> Bool {
        json.output.advance(to: next)
        let mark = json.output.count
        let verdict = value(plan, address)
        guard verdict != .failed else { return false }
        if verdict != .written { standsEmpty(from: mark) }
        next = json.output.reserve(Self.elementRoom)
        return true
    }

    /// Writes a dictionary whose storage is known.
    mutating func pairs(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        let key = unsafe plan.pointee.key.unsafelyUnwrapped
        let element = unsafe plan.pointee.element.unsafelyUnwrapped
        let step = element.pointee.step
        // SAFETY: a dictionary is a reference to its storage.
        let storage = unsafe ValueAddress(address.load(as: UnsafeRawPointer.self))
        let keeper = keeper(of: plan, storage)
        let start = json.output.count
        var next = json.output.reserve(Self.elementRoom)
        var isWritten = true
        DictionaryLayout.forEachPair(
            storage, keyStride: key.pointee.stride, valueStride: element.pointee.stride
        ) { keyAddress, valueAddress in
            json.output.advance(to: next)
            let mark = json.output.count
            next = json.key(key.pointee.step, keyAddress, rest: Self.elementRoom) ?? otherKey(key, keyAddress)
            isWritten =
                value(step, element, valueAddress, at: &next, rest: Self.elementRoom)
                ?? otherPair(element, valueAddress, from: mark, at: &next)
            if !isWritten { failure?.path.append(.key(keyText(key, keyAddress))) }
            return isWritten
        }
        keeper?.release()
        guard isWritten else { return .failed }
        json.output.advance(to: json.output.enclose(from: start, to: next, UInt8(ascii: "{"), UInt8(ascii: "}")))
        json.leave()
        return .written
    }

    /// Writes a dictionary's key of any other kind.
    @inline(never)
    private mutating func otherKey(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress) -> OutputPlace {
        json.key(keyText(plan, address), isFirst: false)
        return json.output.reserve(Self.elementRoom)
    }

    /// Writes a value of any other kind behind its key.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherPair(
        _ plan: PlanPart<ValuePlan>, _ address: ValueAddress, from mark: Int, at next: inout OutputPlace
    ) -> Bool {
        json.output.advance(to: next)
        var isFirst = false
        guard pair(value(plan, address), from: mark, isFirst: &isFirst) != .failed else { return false }
        next = json.output.reserve(Self.elementRoom)
        return true
    }
}

/// A container's storage, kept until it is released.
@safe private struct StorageKeeper {
    // SAFETY: the function that retains the storage makes one, and releases it once, at its end.
    fileprivate let object: Unmanaged<AnyObject>

    @inline(__always)
    func release() { unsafe object.release() }
}
