// Defaults that are left out in steps: of models of which each key is one property's, written from its offset. What is left out is what ModelWriter+Choosing.swift
// says, which writes all other models.

extension ModelWriter {
    /// What decides on the members of a level where defaults are left out.
    @inline(never)
    mutating func omitting(_ level: PlanPart<WriteLevel>) -> StepChoice {
        let known = defaults.take(level)
        // SAFETY: the document's defaults keep it until the document is complete.
        return unsafe StepChoice(leaving: known.leaving, comparing: known.comparing, defaults: Kept(known))
    }

    /// What models of the document are compared with.
    private var defaults: DocumentDefaults {
        mutating get {
            if let known = aside?.defaults { return known }
            let made = DocumentDefaults(rules.nils)
            if aside == nil { aside = WriterAside() }
            aside?.defaults = made
            return made
        }
    }

    /// Whether a model is written in steps though defaults are left out.
    func omitsInSteps(_ model: PlanPart<ModelPlan>) -> Bool { model.pointee.writing.pointee.isPlain }

    /// Whether a member that may be left out is what it is in all that it is compared with.
    @inline(never)
    func isDefault(_ entry: PlanPart<WriteEntry>, _ address: ValueAddress, _ choice: StepChoice) -> Bool {
        guard let known = choice.defaults else { return false }
        return known.with { defaults in
            guard isEqual(entry, address, in: defaults.first) else { return false }
            return !defaults.areSeveral || defaults.models.dropFirst().allSatisfy { isEqual(entry, address, in: $0) }
        }
    }

    /// Whether a member is what it is in another model.
    @inline(__always)
    private func isEqual(_ entry: PlanPart<WriteEntry>, _ address: ValueAddress, in model: ValueAddress) -> Bool {
        let other = unsafe model + entry.pointee.offset
        return areEqualAtSight(entry, address, other) ?? plans.resolver.areEqual(entry.value, address, other, plans)
    }

    /// Whether two values of a member are equal, neither of which is nil where the member's type is optional; nil if that takes a closer look.
    @inline(__always)
    private func areEqualAtSight(_ entry: PlanPart<WriteEntry>, _ address: ValueAddress, _ other: ValueAddress) -> Bool? {
        let step = entry.pointee.step
        let (value, other) = (WrittenValue(address, step), WrittenValue(other, step))
        switch step {
        case .string, .stringUnlessNil: return json.readsStrings ? StringLayout.areEqualAtSight(value.string, other.string) : nil
        case .integer, .integerUnlessNil: return value.integer == other.integer
        case .boolean, .booleanUnlessNil: return value.boolean == other.boolean
        case .double, .doubleUnlessNil: return value.double == other.double
        case .array, .arrayUnlessNil: return areEqual(counts: value.storage.count, other.storage.count)
        case .other, .otherUnlessNil:
            guard let present = entry.pointee.present, present.pointee.optionalDepth == 0, present.pointee.kind == .dictionary,
                DictionaryLayout.isKnown
            else { return nil }
            // SAFETY: dictionaries are known to be laid out so (`DictionaryLayout.isKnown`).
            let storages = unsafe (ContainerStorage(of: value.address), ContainerStorage(of: other.address))
            return areEqual(counts: DictionaryLayout.count(storages.0.address), DictionaryLayout.count(storages.1.address))
        case .model, .modelUnlessNil, .end: return nil
        }
    }

    /// Whether two containers are equal, as far as their counts say.
    @inline(__always)
    private func areEqual(counts count: Int, _ other: Int) -> Bool? { count != other ? false : count == 0 ? true : nil }

    /// Writes a member that is a model.
    ///
    /// - Parameter next: Where it goes, after its key.
    /// - Returns: As `value` does.
    @inline(never)
    mutating func model(
        _ entry: PlanPart<WriteEntry>, _ address: ValueAddress, _ outer: Kept<LevelDefaults>, at next: inout OutputPlace
    ) -> Bool? {
        let model = entry.present.model
        guard writesInSteps(ChosenStyle.self, model) else { return nil }
        unsafe json.output.advance(to: next)
        defaults.enter(entry, model, of: outer.object)
        guard self.model(ChosenStyle.self, model, address) else { return false }
        next = json.output.reserve(entry.pointee.rest)
        return true
    }

    /// Writes a member of any other kind in `ChosenStyle`, or leaves it out.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    mutating func other(
        _ entry: PlanPart<WriteEntry>, _ level: PlanPart<WriteLevel>, _ base: ValueAddress, _ owner: ValueAddress, _ choice: StepChoice
    ) -> Bool {
        let address = unsafe base + entry.pointee.offset
        if choice.compares(entry), isDefault(entry, address, choice) { return true }
        let mark = json.output.count
        json.key(entry, isFirst: false)
        let verdict: WriteVerdict
        if let defaults = choice.defaults, entry.present.isOfModel {
            verdict = member(entry, address, defaults.object)
        } else {
            verdict = present(ChosenStyle.self, entry, base, owner)
        }
        switch verdict {
        case .written: return true
        case .isNil where writesNull(entry, level, address, choice):
            json.null()
            return true
        case .isNil, .leftOut:
            json.output.truncate(to: mark)
            return true
        case .failed: return false
        }
    }

    /// Writes a member that is a model, but not in steps; what is left out of a model in it is also what the models around have in its place.
    @inline(never)
    mutating func member(_ entry: PlanPart<WriteEntry>, _ address: ValueAddress, _ outer: LevelDefaults) -> WriteVerdict {
        if entry.present.pointee.kind == .instance && entry.present.pointee.optionalDepth == 0,
            let verdict = instance(entry, address, outer)
        {
            return verdict
        }
        let places = outer.areFilled ? outer.models.map { ModelPlace(object: $0) } : []
        let property = unsafe entry.pointee.choices[0]
        let defaults = ModelDefaults(places: places, omittable: [])
        guard formsNumbers else { return value(of: property, address, defaults) }
        return formingAfterwards { $0.value(of: property, address, defaults) }
    }

    /// Writes a member that is an instance, by the plan of its own class; nil if steps do not know it.
    private mutating func instance(_ entry: PlanPart<WriteEntry>, _ address: ValueAddress, _ outer: LevelDefaults) -> WriteVerdict? {
        guard let found = try? model(entry.present, address), writesInSteps(ChosenStyle.self, found.plan) else { return nil }
        defaults.enter(entry, found.plan, of: outer)
        return model(ChosenStyle.self, found.plan.pointee.writing, found.place.base, address) ? .written : .failed
    }

    /// Whether null stands for a member that its type's own code, or an inner optional, makes nil.
    @inline(never)
    mutating func writesNull(
        _ entry: PlanPart<WriteEntry>, _ level: PlanPart<WriteLevel>, _ address: ValueAddress, _ choice: StepChoice
    ) -> Bool {
        guard let defaults = choice.defaults?.object else { return writesNull(entry, level) }
        if rules.nils == .null || defaults.withoutDefault & entry.pointee.bit != 0 { return true }
        return !defaults.models.allSatisfy { unsafe plans.resolver.areEqual(entry.value, address, $0 + entry.pointee.offset, plans) }
    }
}

extension PlanPart<ValuePlan> {
    /// Whether it is a model's, of a struct or a class.
    fileprivate var isOfModel: Bool { pointee.kind == .object || pointee.kind == .instance }
}
