// Text that is written in steps, as most is. Room is asked for once per object, for all of its members that need little, and where the next byte goes is in
// a register until somebody else writes.
//
// Each member and each element has a comma before it; when the container ends, the first comma becomes its bracket. So nobody has to know which one is
// the first.
//
//     ,"id":1,"name":"a"      {"id":1,"name":"a"}

extension ModelWriter {
    /// What there must be room for after a comma of an array, or a key of a dictionary: a value that is written without asking for room.
    static var elementRoom: Int { 64 }

    /// Containers inside each other that are written so. Its frames are larger than those of the general way, which continues below: a stack must do for as
    /// many levels as rules allow.
    static var compactDepth: Int { 64 }

    // MARK: Models

    /// Writes models, one after the other with commas in between.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Parameters:
    ///   - style: What is known about the steps.
    ///   - declared: The keys that each is written with, in the order of declaration.
    ///   - base: What offsets of the first model are counted from.
    ///   - owner: What accessors of the first are given.
    ///   - count: How many models there are, at least one.
    ///   - stride: Bytes from one to the next.
    /// - Returns: How many have been written: those before the one that has failed.
    @inline(never)
    mutating func models<Style: StepStyle>(
        _ style: Style.Type, _ declared: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, count: Int, stride: Int
    ) -> Int {
        guard json.enter() else {
            _ = tooDeep()
            return 0
        }
        let choice = choice(style, declared)
        let level = Style.isPlain ? declared : ordered(declared)
        var (base, owner) = (base, owner)
        var next = json.output.reserve(level.pointee.room)
        var index = 0
        while true {
            let start = json.output.offset(of: next)
            var entry = level.pointee.entries
            members: while true {
                let current = entry
                entry = entry.next
                let value = unsafe WrittenValue(base + current.pointee.offset, current.pointee.step)
                if Style.omits && choice.compares(current) && isDefault(current, value, choice) { continue }
                let mark = next
                let isWritten: Bool?
                switch current.pointee.step {
                case .end: break members
                case .stringUnlessNil:
                    if value.isNil(String.self) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .string: isWritten = member(style, current, .string, value, choice, at: &next)
                case .integerUnlessNil:
                    if value.isNil(Int64.self) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .integer: isWritten = member(style, current, .integer, value, choice, at: &next)
                case .booleanUnlessNil:
                    if value.isNil(Bool.self) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .boolean: isWritten = member(style, current, .boolean, value, choice, at: &next)
                case .doubleUnlessNil:
                    if value.isNil(Double.self) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .double: isWritten = member(style, current, .double, value, choice, at: &next)
                case .modelUnlessNil:
                    if isNil(current.value, value.address) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .model: isWritten = member(style, current, .model, value, choice, at: &next)
                case .arrayUnlessNil:
                    if value.isNil(ContainerStorage.self) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .array: isWritten = member(style, current, .array, value, choice, at: &next)
                case .otherUnlessNil:
                    if isNil(current.value, value.address) {
                        if !Style.isPlain && !choice.leaves(current) { next = nothing(current, level, at: next) }
                        continue
                    }
                    fallthrough
                case .other: isWritten = nil
                }
                switch isWritten {
                case true?: continue
                case nil:
                    unsafe json.output.advance(to: Style.isPlain ? mark : next)
                    let isDone =
                        Style.isPlain ? other(style, current, base, owner) : other(current, level, base, owner, choice)
                    guard isDone else { break }
                    next = json.output.reserve(current.pointee.rest)
                    continue
                case false?: break
                }
                _ = failed(in: current)
                return index
            }
            next = close(style, from: start, to: next, UInt8(ascii: "{"), UInt8(ascii: "}"))
            index &+= 1  // &+=: at most the count
            if index >= count { break }
            unsafe base += stride
            unsafe owner += stride
            next = between(style, at: next, room: level.pointee.room)
        }
        unsafe json.output.advance(to: next)
        json.leave()
        return count
    }

    /// Writes one model.
    ///
    /// - Returns: false if it has failed.
    @inline(__always)
    mutating func model<Style: StepStyle>(
        _ style: Style.Type, _ declared: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress
    ) -> Bool {
        models(style, declared, base, owner, count: 1, stride: 0) == 1
    }

    /// Writes one struct, from its address.
    @inline(__always)
    mutating func model<Style: StepStyle>(_ style: Style.Type, _ model: ModelRef, _ address: ValueAddress) -> Bool {
        self.model(style, model.pointee.writing, address, address)
    }

    /// Writes a member of any other kind, or leaves it out.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func other<Style: StepStyle>(
        _ style: Style.Type, _ entry: WriteEntryRef, _ base: ValueAddress, _ owner: ValueAddress
    ) -> Bool {
        let mark = json.output.count
        json.key(entry, isFirst: false)
        // What is nil has been left out already.
        switch present(style, entry, base, owner) {
        case .written: return true
        case .isNil, .leftOut:
            json.output.truncate(to: mark)
            return true
        case .failed: return false
        }
    }

    /// Writes the value of a member of any other kind, which is not nil where its type is optional.
    @inline(__always)
    mutating func present<Style: StepStyle>(
        _ style: Style.Type, _ entry: WriteEntryRef, _ base: ValueAddress, _ owner: ValueAddress
    ) -> WriteVerdict {
        if entry.pointee.isPlain { return unsafe general(style, entry.present, base + entry.pointee.offset) }
        if Style.quotes && formsNumbers { return formingAfterwards { $0.choice(entry, base, owner, nil) } }
        return choice(entry, base, owner, nil)
    }

    /// Writes a member, as `value`. What has not been written is none of the text.
    @inline(__always)
    private mutating func member<Style: StepStyle>(
        _ style: Style.Type, _ entry: WriteEntryRef, _ step: WriteStep, _ value: WrittenValue, _ choice: StepChoice,
        at next: inout OutputPlace
    ) -> Bool? {
        if Style.isPlain {
            unsafe next += JSONWriter.write(entry, to: next)
        } else {
            next = json.key(entry, at: next, room: Self.elementRoom)
            if Style.omits && step == .model { return model(entry, value.address, choice, at: &next) }
        }
        let isWritten = self.value(style, step, entry.pointee.present, value, at: &next, rest: entry.pointee.rest)
        if !Style.isPlain && isWritten == nil { next = json.beginning(of: entry, before: next) }
        return isWritten
    }

    /// Whether an optional is nil.
    @inline(never)
    private func isNil(_ plan: PlanRef, _ address: ValueAddress) -> Bool {
        plan.withHandle { unsafe $0.isNil(address) }
    }

    // MARK: Values

    /// Writes a value after its key or comma.
    ///
    /// - Parameters:
    ///   - next: Where to write; after the call, the place after it. There is room for what the step needs and `rest`.
    ///   - rest: The room that there must be after it.
    ///   - ofArray: Whether it is an element of an array; known to the compiler.
    /// - Returns: Whether it has been written, false if it has failed; nil if it is to be written by `value(_:_:)`.
    @inline(__always)
    mutating func value<Style: StepStyle>(
        _ style: Style.Type, _ step: WriteStep, _ plan: PlanRef?, _ value: WrittenValue, at next: inout OutputPlace, rest: Int,
        ofArray: Bool = false
    ) -> Bool? {
        switch step {
        case .string:
            next = json.string(at: value.string, next, rest: rest)
        case .integer:
            if Style.quotes, formsNumbers, LargeIntegers.isLarge(value.integer) {
                guard let place = large(value.integer, at: next, rest: rest) else { return false }
                next = place
            } else {
                unsafe next += NumberWriter.write(value.integer, to: next)
            }
        case .boolean:
            unsafe next += ShortText(value.boolean).write(to: next)
        case .double:
            let number = value.double
            guard number.isFinite else { return nil }
            if !Style.isPlain && rules.canonical != nil && formsNumbers {
                next = canonical(number, at: next, rest: rest)
            } else {
                unsafe next += ofArray ? NumberWriter.writeInline(number, to: next) : NumberWriter.write(number, to: next)
            }
        case .model:
            let model = unsafe plan.unsafelyUnwrapped.model
            guard writesInSteps(style, model) else { return nil }
            unsafe json.output.advance(to: next)
            guard self.model(style, model, value.address) else { return false }
            next = json.output.reserve(rest)
        case .array:
            let plan = unsafe plan.unsafelyUnwrapped
            let storage = value.storage
            let count = storage.count
            let element = plan.element
            if count == 0 && json.mayOpen && (Style.isPlain || !rules.isPretty) {
                unsafe next += ShortText.emptyArray.write(to: next)
            } else if (Style.isPlain || count > 0) && element.pointee.step == .model && writesInSteps(style, element.model)
                && json.enter()
            {
                next = opened(style, at: next)
                unsafe json.output.advance(to: next)
                let keeper = keeper(style, storage, for: element)
                let first = storage.elements
                let written = models(style, element.model.pointee.writing, first, first, count: count, stride: element.pointee.stride)
                keeper?.release()
                guard written == count else { return failedElement(written) }
                json.leave()
                next = closed(style, rest: rest)
            } else {
                unsafe json.output.advance(to: next)
                guard array(style, plan, value.address) == .written else { return false }
                next = json.output.reserve(rest)
            }
        case .other: return nil
        }
        return true
    }

    // MARK: Containers

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
    mutating func array<Style: StepStyle>(_ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        // SAFETY: an array is a reference to its storage, which is laid out as the plan's builder has seen (`SequenceType.storageClass`).
        let storage = unsafe ContainerStorage(of: address)
        let count = storage.count
        let element = plan.element
        let step = element.pointee.step
        let stride = element.pointee.stride
        let keeper = keeper(style, storage, for: element)
        let start = json.output.count
        var next = json.output.reserve(Self.elementRoom)
        var index = 0
        while index < count {
            let item = unsafe WrittenValue(storage.elements + index &* stride, MemberStep(step, isOptional: false))  // &*: an index of it
            next = separator(style, at: next)
            let isWritten =
                value(style, step, element, item, at: &next, rest: Self.elementRoom, ofArray: true)
                ?? otherElement(style, element, item.address, at: &next)
            if !isWritten { break }
            index &+= 1  // &+=: below the count
        }
        keeper?.release()
        guard index == count || failedElement(index) else { return .failed }
        unsafe json.output.advance(to: close(style, from: start, to: next, UInt8(ascii: "["), UInt8(ascii: "]")))
        json.leave()
        return .written
    }

    /// Writes an element of any other kind after its comma.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherElement<Style: StepStyle>(
        _ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress, at next: inout OutputPlace
    ) -> Bool {
        unsafe json.output.advance(to: next)
        let mark = json.output.count
        let verdict = general(style, plan, address)
        guard verdict != .failed else { return false }
        if verdict != .written { standsEmpty(from: mark) }
        next = json.output.reserve(Self.elementRoom)
        return true
    }

    /// Writes a dictionary whose storage is known.
    mutating func pairs<Style: StepStyle>(_ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        let key = plan.key
        let element = plan.element
        let step = element.pointee.step
        // SAFETY: dictionaries are known to be laid out so (`DictionaryLayout.isKnown`).
        let storage = unsafe ContainerStorage(of: address)
        let keeper = keeper(style, storage, for: plan)
        let start = json.output.count
        var next = json.output.reserve(Self.elementRoom)
        var isWritten = true
        // A loop and no closure: it would be called for each pair.
        var pairs = DictionaryLayout.Pairs(storage.address, keyStride: key.pointee.stride, valueStride: element.pointee.stride)
        while isWritten, let found = pairs.next() {
            isWritten = pair(style, key, found.key, step, element, found.value, at: &next)
        }
        keeper?.release()
        guard isWritten else { return .failed }
        unsafe json.output.advance(to: close(style, from: start, to: next, UInt8(ascii: "{"), UInt8(ascii: "}")))
        json.leave()
        return .written
    }

    /// Writes a pair of a dictionary.
    ///
    /// - Parameters:
    ///   - step: How the value is written.
    ///   - next: Where to write the pair; after the call, the place after it.
    /// - Returns: false if it has failed.
    @inline(__always)
    mutating func pair<Style: StepStyle>(
        _ style: Style.Type, _ key: PlanRef, _ keyAddress: ValueAddress, _ step: WriteStep, _ element: PlanRef,
        _ valueAddress: ValueAddress, at next: inout OutputPlace
    ) -> Bool {
        unsafe json.output.advance(to: next)
        let mark = json.output.count
        let name = WrittenValue(keyAddress, MemberStep(key.pointee.step, isOptional: false))
        let item = WrittenValue(valueAddress, MemberStep(step, isOptional: false))
        let written =
            Style.isPlain
            ? json.key(key.pointee.step, name, rest: Self.elementRoom) : json.anyKey(key.pointee.step, name, rest: Self.elementRoom)
        next = written ?? otherKey(key, keyAddress)
        let isWritten =
            value(style, step, element, item, at: &next, rest: Self.elementRoom)
            ?? otherPair(style, element, valueAddress, from: mark, at: &next)
        if !isWritten { failure?.path.append(.key(keyText(key, keyAddress))) }
        return isWritten
    }

    /// Writes a dictionary's key of any other kind.
    @inline(never)
    private mutating func otherKey(_ plan: PlanRef, _ address: ValueAddress) -> OutputPlace {
        json.key(keyText(plan, address), isFirst: false)
        return json.output.reserve(Self.elementRoom)
    }

    /// Writes a value of any other kind after its key.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    private mutating func otherPair<Style: StepStyle>(
        _ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress, from mark: Int, at next: inout OutputPlace
    ) -> Bool {
        unsafe json.output.advance(to: next)
        var isFirst = false
        guard pair(general(style, plan, address), from: mark, isFirst: &isFirst) != .failed else { return false }
        next = json.output.reserve(Self.elementRoom)
        return true
    }
}
