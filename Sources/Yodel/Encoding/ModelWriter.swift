// The mirror of Decoding: the plan walks the memory of a value at its offsets and writes bytes as it goes. No dictionary is built, and nothing is made per
// property.
//
//     ModelWriter.swift              state, models and their keys
//     ModelWriter+Compact.swift      all of that in steps, as most is written
//     ModelWriter+Steps.swift        what options make of the steps
//     ModelWriter+Values.swift       values by kind
//     ModelWriter+Omitting.swift     defaults that are left out in steps
//     ModelWriter+Canonical.swift    canonical text, in steps
//     ModelWriter+Choosing.swift     models of which not all is written, or not in the order of declaration
//     ModelWriter+Containers.swift   arrays, sets, dictionaries
//     ModelWriter+Sorted.swift       dictionaries in the order of their keys
//     ModelWriter+Boxes.swift        classes that are written by a struct of their values
//     ModelWriter+Cases.swift        enums with payloads
//     ModelWriter+Rest.swift         keys that no property has, collected when the model was read
//     ModelWriter+Overlaps.swift     keys that are a property's and the way to others
//     ModelWriter+Transforms.swift   values that a transform writes
//     ModelWriter+Encodable.swift    values that encode themselves
//     ModelWriter+Foreign.swift      values of `Any`
//
// What turns out to be nil or left out is taken back: the text is cut off where its key began.
//
// The walk goes down level by level on the call stack, which the limit of depth bounds; it also ends cycles of instances. The path of an
// error is put together on the way back up.

/// Writes a value by its plan.
@safe struct ModelWriter: ~Copyable {
    // SAFETY, of the extensions too: as of `JSONWriter`. The address of a value is of the plan that it is handed on with, and offsets are the plan's.

    var json: JSONWriter
    /// SAFETY: a value is written while its cache is kept alive by the encoder; so nothing has to be counted here.
    private unowned(unsafe) let cache: PlanCache
    /// How models and containers are written in steps; see `models`.
    let form: StepForm
    /// Whether steps put integers beyond 2^53 in quotes, or write canonical numbers, as the rules say. What is not written in steps is put in form when it is
    /// complete (`formingAfterwards`).
    var formsNumbers = false
    /// Reads back what has been written, for the model's own code that sees it.
    let parse: Parse
    /// Writes what types encode themselves; it is kept from the first value to the last.
    var session: EncodingSession?
    /// What few documents need.
    var aside: WriterAside?
    /// What the next model is compared with, where defaults are left out; nil if it is in no other's property.
    var given: Kept<LevelDefaults>?
    /// What other models are compared with, as far as it has been looked for (`DocumentDefaults.recent`).
    var recent: ValueRow<Kept<LevelDefaults>?>?
    /// Why the writing ended. Its path goes from the innermost value outward.
    var failure: WriteFailure? {
        get { aside?.failure }
        set {
            if aside == nil { aside = WriterAside() }
            aside?.failure = newValue
        }
    }

    /// Makes a value of a document.
    typealias Parse = @Sendable (BorrowedBytes) throws -> JSONValue

    init(_ rules: WritingRules, _ plans: PlanCache, _ output: consuming OutputBuffer, depth: Int = 0, parse: @escaping Parse) {
        json = JSONWriter(rules, output, depth: depth)
        unsafe cache = plans
        self.parse = parse
        form = StepForm(rules)
    }

    var rules: WritingRules { json.rules }

    /// The plans of subclasses and of models in `Any`.
    @inline(__always) var plans: PlanCache { unsafe cache }

    /// Writes a whole document.
    ///
    /// - Parameter address: Of a value of the plan's type.
    /// - Returns: nil if it has been written.
    mutating func document(_ plan: PlanRef, _ address: ValueAddress) -> WriteFailure? {
        if rules.maximumDepth > DeepStack.callersDepth { return deepDocument(plan, address) }
        return plainDocument(plan, address)
    }

    /// Writes a document that may be deeper than the caller's stack is for: on that at first, since most are not, and then, if it is, on another one.
    @inline(never)
    private mutating func deepDocument(_ plan: PlanRef, _ address: ValueAddress) -> WriteFailure? {
        let start = json.output.count
        let shallow = shallowDocument(plan, address)
        guard shallow?.error.code == .depthLimit else { return shallow }
        json.output.truncate(to: start)
        let deep = DeepStack.run(if: true) { plainDocument(plan, address) }
        return deep ?? WriteFailure(.error(.outOfMemory(at: .none, path: JSONPath())))
    }

    /// Writes a document no deeper than the caller's stack is for, by a writer of its own.
    private mutating func shallowDocument(_ plan: PlanRef, _ address: ValueAddress) -> WriteFailure? {
        var rules = rules
        rules.maximumDepth = DeepStack.callersDepth
        var output = OutputBuffer()
        swap(&output, &json.output)
        var writer = ModelWriter(rules, plans, output, parse: parse)
        let failure = writer.plainDocument(plan, address)
        json.output = writer.finish()
        return failure
    }

    @inline(__always)
    private mutating func plainDocument(_ plan: PlanRef, _ address: ValueAddress) -> WriteFailure? {
        let start = json.output.count
        let verdict: WriteVerdict
        // Most documents are one model.
        if form == .plain, plan.pointee.step == .model, let model = plan.pointee.model, writesInSteps(PlainStyle.self, model) {
            verdict = self.model(PlainStyle.self, model, address) ? .written : .failed
        } else if form != .plain && (rules.quotesLargeIntegers || rules.canonical != nil) {
            formsNumbers = true
            verdict = formed(plan, address)
        } else {
            verdict = value(plan, address)
        }
        switch verdict {
        case .written: return nil
        case .isNil, .leftOut:
            json.output.truncate(to: start)
            json.null()
            return nil
        case .failed: return failure
        }
    }

    /// Gives the buffer back.
    consuming func finish() -> OutputBuffer {
        giveBackSession()
        return json.output
    }

    /// Ends the use of what types encode themselves with.
    mutating func giveBackSession() {
        if let session = session.take() { ModelSessions.giveBack(session) }
    }

    /// Ends the writing.
    ///
    /// - Returns: The verdict to hand upward.
    mutating func fail(_ reason: WriteFailure.Reason) -> WriteVerdict {
        failure = WriteFailure(reason)
        return .failed
    }

    /// Ends the writing: there are too many containers inside each other.
    ///
    /// Not inlined, as what else is rare: the frames of nested models stay small.
    @inline(never)
    mutating func tooDeep() -> WriteVerdict { fail(.depthLimit(rules.maximumDepth)) }

    // MARK: Models

    /// Writes a struct.
    mutating func object(_ plan: ModelRef, _ address: ValueAddress) -> WriteVerdict {
        model(plan, base: address, owner: address)
    }

    /// Writes an instance by the plan of its own class.
    ///
    /// - Parameter address: Of a reference to it.
    mutating func instance(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        // SAFETY: the plan says that there is a reference; the instance is kept by it for the time of the call.
        let instance = unsafe InstanceRef(at: address)
        let dynamicType: Any.Type = instance.type
        let base = instance.address.value
        if plan.type == dynamicType { return self.instance(of: plan.model, base, owner: address) }
        do throws(ModelError) {
            return self.instance(of: try plans.plan(for: dynamicType).model, base, owner: address)
        } catch {
            return fail(.error(error))
        }
    }

    /// - Parameters: Those of `model`.
    private mutating func instance(of plan: ModelRef, _ base: ValueAddress, owner: ValueAddress) -> WriteVerdict {
        // Of which class it is, and whether steps know it, is not known before.
        guard formsNumbers && !writesInSteps(ChosenStyle.self, plan) else { return model(plan, base: base, owner: owner) }
        return formingAfterwards { $0.model(plan, base: base, owner: owner) }
    }

    /// - Parameters:
    ///   - base: What offsets are counted from.
    ///   - owner: What accessors and hooks are given: for a class, the address of a reference.
    private mutating func model(
        _ plan: ModelRef, base: ValueAddress, owner: ValueAddress
    ) -> WriteVerdict {
        if plan.pointee.changesWritten { return hooked(plan, base: base, owner: owner) }
        return level(plan.pointee.writing, base, owner, isRoot: true)
    }

    /// Writes the keys of a level as an object, or as an array. Below a key of a path one with nothing in it is left out.
    mutating func level(
        _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, isRoot: Bool
    ) -> WriteVerdict {
        if level.pointee.isSpecial { return chosenLevel(level, base, owner, isRoot: isRoot) }
        if form != .omitting && json.depth < Self.compactDepth && (isRoot || json.mayOpen) {
            let start = json.output.count
            guard stepped(level, base, owner) else { return .failed }
            // Nothing but its brackets.
            return !isRoot && json.output.count == start + json.emptyCount ? .leftOut : .written
        }
        if !rules.choice.isEmpty { return chosenLevel(level, base, owner, isRoot: isRoot) }
        guard openLevel(isRoot: isRoot) else { return tooDeep() }
        var isFirst = true
        for place in 0..<level.pointee.count {
            let entry = level.entry(place)
            let mark = json.output.count
            json.key(entry, isFirst: isFirst)
            let verdict =
                unsafe entry.pointee.isPlain ? value(entry.value, base + entry.pointee.offset) : choice(entry, base, owner, nil)
            switch verdict {
            case .written: isFirst = false
            case .isNil where writesNull(entry, level):
                json.null()
                isFirst = false
            case .isNil, .leftOut: json.output.truncate(to: mark)
            case .failed: return failed(in: entry)
            }
        }
        return closeLevel(isRoot: isRoot, isEmpty: isFirst)
    }

    /// Whether null stands for a nil of which nothing is declared.
    @inline(never)
    func writesNull(_ entry: WriteEntryRef, _ level: WriteLevelRef) -> Bool {
        rules.nils != .omit && (rules.nils == .null || isChanged(entry, level))
    }

    /// Opens the object of a level. Below a key of a path it counts only if something is written in it.
    ///
    /// - Returns: false if there are too many inside each other.
    @inline(__always)
    mutating func openLevel(isRoot: Bool) -> Bool {
        if isRoot { return json.open(UInt8(ascii: "{")) }
        json.openAnyway(UInt8(ascii: "{"))
        return true
    }

    /// Closes the object of a level.
    @inline(__always)
    mutating func closeLevel(isRoot: Bool, isEmpty: Bool) -> WriteVerdict {
        if !isEmpty && json.isTooDeep { return tooDeep() }
        json.close(UInt8(ascii: "}"), isEmpty: isEmpty)
        return isEmpty && !isRoot ? .leftOut : .written
    }

    /// Writes the keys of a level as the elements of an array; null stands where there is nothing.
    mutating func indexes(
        _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        json.openAnyway(UInt8(ascii: "["))
        var index = 0
        var isEmpty = true
        for place in 0..<level.pointee.count {
            let entry = level.entry(place)
            while index < entry.pointee.index {
                json.element(isFirst: index == 0)
                json.null()
                index += 1
            }
            json.element(isFirst: index == 0)
            let mark = json.output.count
            // An element is left out only where nobody reads what is written (`written(over:)`).
            let isLeftOut = mayBeLeftOut(entry, defaults) && isDefault(entry, level, base, owner, defaults)
            let verdict = isLeftOut ? .leftOut : choice(entry, base, owner, defaults)
            switch verdict {
            case .written: isEmpty = false
            case .isNil, .leftOut:
                json.output.truncate(to: mark)
                json.null()
                if verdict == .isNil,
                    writesNil(entry, level, defaults, isDefault: isDefault(entry, level, base, owner, defaults))
                {
                    isEmpty = false
                }
            case .failed:
                failure?.path.append(.index(entry.pointee.index))
                return .failed
            }
            index += 1
        }
        if !isEmpty && json.isTooDeep { return tooDeep() }
        json.close(UInt8(ascii: "]"), isEmpty: false)
        return isEmpty ? .leftOut : .written
    }

    /// Whether nil is not what a model has at a key that `init()` has made.
    func isChanged(_ entry: WriteEntryRef, _ level: WriteLevelRef) -> Bool {
        entry.isFilledByDefault(level.pointee.model)
    }

    /// Writes the first property of a key that is not nil, else what is below the key. What is below a key whose own property is written must not be
    /// lost.
    ///
    /// - Parameter defaults: Of the model; nil if they are not left out.
    mutating func choice(
        _ entry: WriteEntryRef, _ base: ValueAddress, _ owner: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        var verdict = WriteVerdict.leftOut
        let mark = json.output.count
        for index in 0..<entry.pointee.choiceCount {
            let outcome = property(entry.property(index), base, owner, defaults)
            if outcome == .written, let child = entry.pointee.child, !rules.losesNothing {
                return written(over: child, entry.property(index), from: mark, base, owner)
            }
            if outcome == .written || outcome == .failed { return outcome }
            json.output.truncate(to: mark)
            if outcome == .isNil { verdict = .isNil }
        }
        guard let child = entry.pointee.child else { return verdict }
        if let defaults { return chosenLevel(child, base, owner, isRoot: false, defaults) }
        return level(child, base, owner, isRoot: false)
    }

    /// Writes a property.
    private mutating func property(
        _ property: PropertyRef, _ base: ValueAddress, _ owner: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        if property.pointee.isConstant && !rules.writesConstants { return .leftOut }
        guard let access = property.pointee.access else {
            return unsafe stored(property, base + property.pointee.offset, defaults)
        }
        let plan = property.pointee.value
        // The slot is memory for a value of the property's type, which `get` fills and which is destroyed when it has been written.
        return unsafe MutableAddress.withRoom(size: plan.pointee.size, alignment: plan.pointee.alignment) { slot in
            access.with { $0.value.get(owner, into: slot) }
            defer { plan.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return stored(property, slot.value, defaults)
        }
    }

    private mutating func stored(
        _ property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        guard let transform = property.pointee.transform else {
            if let defaults { return value(of: property, address, defaults) }
            return value(property.pointee.value, address)
        }
        // SAFETY: the model's record keeps the transform alive.
        return transform.with { made($0.value, property, address, defaults) }
    }

    /// The step of a failure's path that an entry is.
    mutating func failed(in entry: WriteEntryRef) -> WriteVerdict {
        failure?.path.append(.key(String(decoding: entry.pointee.key, as: UTF8.self)))
        return .failed
    }
}
