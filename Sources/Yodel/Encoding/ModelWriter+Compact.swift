// Compact text on which nothing but the values decides, as most is. Room is asked for once per object, for all of its members that need little, and
// where the next byte goes stands in a register until somebody else writes.
//
// Each member and each element has a comma before it; when the container ends, the first comma becomes its bracket. So nobody has to know which one is
// the first.
//
//     ,"id":1,"name":"a"      {"id":1,"name":"a"}

extension ModelWriter {
    /// Where a byte of text goes.
    typealias Place = UnsafeMutablePointer<UInt8>

    /// What there must be room for behind a comma of an array, or a key of a dictionary: a value that is written without asking for room.
    private static var elementRoom: Int { 64 }

    // MARK: Models

    /// Writes the members of a level. Below a key of a path one with nothing in it is left out.
    ///
    /// Not inlined, as `tooDeep`.
    @inline(never)
    mutating func members(
        _ level: UnsafePointer<WriteLevel>, _ base: UnsafeRawPointer, _ owner: UnsafeRawPointer, isRoot: Bool
    ) -> WriteVerdict {
        if isRoot {
            guard json.enter() else { return tooDeep() }
        } else {
            json.enterAnyway()
        }
        let start = json.output.count
        var next = unsafe json.output.reserve(level.pointee.room)
        var entry = unsafe UnsafePointer(level.pointee.entries)
        let end = unsafe entry + level.pointee.count
        while unsafe entry != end {
            let current = unsafe entry
            unsafe entry += 1
            // SAFETY: the entry says what stands at the address.
            let address = unsafe base + current.pointee.offset
            if unsafe current.pointee.isOptional && isNone(current, address) { continue }
            let mark = unsafe next
            unsafe next += JSONWriter.write(current, to: next)
            switch unsafe value(current.pointee.step, current.pointee.present, address, at: &next, rest: current.pointee.rest) {
            case true?: break
            case false?: return unsafe failed(in: current)
            case nil:
                unsafe json.output.advance(to: mark)
                guard unsafe other(current, base, owner) else { return unsafe failed(in: current) }
                unsafe next = unsafe json.output.reserve(current.pointee.rest)
            }
        }
        if !isRoot {
            unsafe json.output.advance(to: next)
            if json.output.count == start {
                json.leaveAnyway()
                return .leftOut
            }
            if json.isTooDeep { return tooDeep() }
        }
        unsafe json.leave(from: start, at: next, UInt8(ascii: "{"), UInt8(ascii: "}"))
        return .written
    }

    /// Writes a member of any other kind, or leaves it out.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func other(_ entry: UnsafePointer<WriteEntry>, _ base: UnsafeRawPointer, _ owner: UnsafeRawPointer) -> Bool {
        let mark = json.output.count
        unsafe json.key(entry, isFirst: false)
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

    /// Whether the optional of an entry is nil.
    @inline(__always)
    private func isNone(_ entry: UnsafePointer<WriteEntry>, _ address: UnsafeRawPointer) -> Bool {
        // SAFETY: the entry says what stands at the address.
        switch unsafe entry.pointee.step {
        case .string: unsafe address.assumingMemoryBound(to: String?.self).pointee == nil
        case .integer: unsafe address.assumingMemoryBound(to: Int64?.self).pointee == nil
        case .boolean: unsafe address.assumingMemoryBound(to: Bool?.self).pointee == nil
        case .double: unsafe address.assumingMemoryBound(to: Double?.self).pointee == nil
        // An array is a reference to its storage; nil is none.
        case .array: unsafe address.load(as: UnsafeRawPointer?.self) == nil
        case .model, .other: unsafe isNil(entry.pointee.value.unsafelyUnwrapped, address)
        }
    }

    @inline(never)
    private func isNil(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> Bool {
        unsafe plan.pointee.withHandle { unsafe $0.isNil(UnsafeMutableRawPointer(mutating: address)) }
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
        _ step: WriteStep, _ plan: UnsafePointer<ValuePlan>?, _ address: UnsafeRawPointer, at next: inout Place, rest: Int
    ) -> Bool? {
        // SAFETY: the step says what stands at the address. The payload of an optional stands at the optional's own, see `value`.
        switch step {
        case .string:
            unsafe next = unsafe json.string(at: address.assumingMemoryBound(to: String.self), next, rest: rest)
        case .integer:
            unsafe next += NumberWriter.write(address.load(as: Int64.self), to: next)
        case .boolean:
            unsafe next += ShortText(address.load(as: Bool.self)).write(to: next)
        case .double:
            let value = unsafe address.load(as: Double.self)
            guard value.isFinite else { return nil }
            unsafe next += NumberWriter.write(value, to: next)
        case .model:
            let model = unsafe plan.unsafelyUnwrapped.pointee.model.unsafelyUnwrapped
            guard unsafe !model.pointee.changesWritten && !model.pointee.writing.pointee.isSpecial && writesInSteps else { return nil }
            unsafe json.output.advance(to: next)
            guard unsafe members(model.pointee.writing, address, address, isRoot: true) == .written else { return false }
            unsafe next = unsafe json.output.reserve(rest)
        case .array:
            // SAFETY: an array is a reference to its storage, see `array`.
            let storage = unsafe address.load(as: UnsafeRawPointer.self)
            if unsafe storage.load(fromByteOffset: ArrayLayout.countOffset, as: Int.self) == 0 && json.mayOpen {
                unsafe next += ShortText.emptyArray.write(to: next)
                return true
            }
            unsafe json.output.advance(to: next)
            guard unsafe array(plan.unsafelyUnwrapped, address) == .written else { return false }
            unsafe next = unsafe json.output.reserve(rest)
        case .other: return nil
        }
        return true
    }

    // MARK: Containers

    /// Writes an array whose storage is known.
    ///
    /// Not inlined, as `tooDeep`.
    @inline(never)
    mutating func array(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        // SAFETY: an array is a reference to its storage, which is laid out as the plan's builder has seen (`SequenceType.storageClass`).
        let storage = unsafe address.load(as: UnsafeRawPointer.self)
        let count = unsafe storage.load(fromByteOffset: ArrayLayout.countOffset, as: Int.self)
        let element = unsafe plan.pointee.element.unsafelyUnwrapped
        let step = unsafe element.pointee.step
        let stride = unsafe element.pointee.stride
        // SAFETY: the storage is kept where code of an element, or of a form of dates or data, may take it out of its place.
        let keeper = unsafe count > 0 && element.pointee.mayRunCode ? Unmanaged<AnyObject>.fromOpaque(storage).retain() : nil
        let start = json.output.count
        var next = unsafe json.output.reserve(Self.elementRoom)
        var index = 0
        while index < count {
            let item = unsafe storage + (ArrayLayout.header &+ index &* stride)  // &+, &*: within the storage
            unsafe next = unsafe json.output.reserve(Self.elementRoom, at: next)
            unsafe next.pointee = UInt8(ascii: ",")
            unsafe next += 1
            let isWritten =
                unsafe value(step, element, item, at: &next, rest: Self.elementRoom) ?? otherElement(element, item, index, at: &next)
            if !isWritten { break }
            index &+= 1  // &+=: below the count
        }
        unsafe keeper?.release()
        guard index == count else {
            failure?.path.append(.index(index))
            return .failed
        }
        unsafe json.leave(from: start, at: next, UInt8(ascii: "["), UInt8(ascii: "]"))
        return .written
    }

    /// Writes an element of any other kind behind its comma.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherElement(
        _ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, _ index: Int, at next: inout Place
    ) -> Bool {
        unsafe json.output.advance(to: next)
        let mark = json.output.count
        let verdict = unsafe value(plan, address)
        guard verdict != .failed else { return false }
        if verdict != .written { standsEmpty(from: mark) }
        unsafe next = unsafe json.output.reserve(Self.elementRoom)
        return true
    }

    /// Writes a dictionary whose storage is known.
    mutating func pairs(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        let key = unsafe plan.pointee.key.unsafelyUnwrapped
        let element = unsafe plan.pointee.element.unsafelyUnwrapped
        let step = unsafe element.pointee.step
        // SAFETY: a dictionary is a reference to its storage. It is kept where code of a key or a value may take it out of its place.
        let storage = unsafe address.load(as: UnsafeRawPointer.self)
        let keeper = unsafe plan.pointee.mayRunCode ? Unmanaged<AnyObject>.fromOpaque(storage).retain() : nil
        let start = json.output.count
        var next = unsafe json.output.reserve(Self.elementRoom)
        var isWritten = true
        unsafe DictionaryLayout.forEachPair(
            storage, keyStride: key.pointee.stride, valueStride: element.pointee.stride
        ) { keyAddress, valueAddress in
            unsafe json.output.advance(to: next)
            let mark = json.output.count
            unsafe next = unsafe json.key(key.pointee.step, keyAddress, rest: Self.elementRoom) ?? otherKey(key, keyAddress)
            isWritten =
                unsafe value(step, element, valueAddress, at: &next, rest: Self.elementRoom)
                ?? otherPair(element, valueAddress, from: mark, at: &next)
            if !isWritten { failure?.path.append(.key(unsafe keyText(key, keyAddress))) }
            return isWritten
        }
        unsafe keeper?.release()
        guard isWritten else { return .failed }
        unsafe json.leave(from: start, at: next, UInt8(ascii: "{"), UInt8(ascii: "}"))
        return .written
    }

    /// Writes a dictionary's key of any other kind.
    @inline(never)
    private mutating func otherKey(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> Place {
        json.key(unsafe keyText(plan, address), isFirst: false)
        return unsafe json.output.reserve(Self.elementRoom)
    }

    /// Writes a value of any other kind behind its key.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherPair(
        _ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, from mark: Int, at next: inout Place
    ) -> Bool {
        unsafe json.output.advance(to: next)
        var isFirst = false
        guard unsafe pair(value(plan, address), from: mark, isFirst: &isFirst) != .failed else { return false }
        unsafe next = unsafe json.output.reserve(Self.elementRoom)
        return true
    }
}
