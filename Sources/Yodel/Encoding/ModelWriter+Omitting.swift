// Defaults that are left out in steps: of models of which each key is one property's, written from its offset. What is left out is what ModelWriter+Choosing.swift
// says, which writes all other models.

extension ModelWriter {
    /// What decides on the members of a level where defaults are left out.
    @inline(never)
    mutating func omitting(_ level: WriteLevelRef) -> StepChoice {
        let kept = known(level)
        return kept.with { known in
            assert(known.level == level, "what is known of another model")
            return StepChoice(leaving: known.leaving, comparing: known.comparing, defaults: kept, model: known.only)
        }
    }

    /// What is known about a model that is about to be written.
    @inline(__always)
    private mutating func known(_ level: WriteLevelRef) -> Kept<LevelDefaults> {
        if let given {
            self.given = nil
            return given
        }
        // SAFETY: it is a place of the row's.
        if let recent, let known = unsafe recent[DocumentDefaults.recentPlace(level)], known.with({ $0.level == level }) { return known }
        return looked(for: level)
    }

    @inline(never)
    private mutating func looked(for level: WriteLevelRef) -> Kept<LevelDefaults> {
        // SAFETY: the document's defaults are there until the document is complete.
        recent = defaults.recent
        return defaults.take(level)
    }

    /// What is known about a model in a property.
    @inline(__always)
    private mutating func known(
        _ entry: WriteEntryRef, _ model: ModelRef, of outer: Kept<LevelDefaults>
    ) -> Kept<LevelDefaults> {
        outer.with { $0.latest(entry, model.pointee.writing) } ?? defaults.child(entry, model, of: outer.object)
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
    func omitsInSteps(_ model: ModelRef) -> Bool { model.pointee.writing.pointee.isPlain }

    // Not of a writer that does not change: the compiler would copy it for that.

    /// Whether a member that may be left out is what it is in all that it is compared with.
    @inline(__always)
    mutating func isDefault(_ entry: WriteEntryRef, _ value: WrittenValue, _ choice: StepChoice) -> Bool {
        if let model = choice.model {
            let other = unsafe WrittenValue(model + entry.pointee.offset, entry.pointee.step)
            switch entry.pointee.step {
            case .string:
                if json.readsStrings, let isEqual = StringLayout.areEqualAtSight(value.string, other.string) { return isEqual }
            case .integer: return value.integer == other.integer
            case .boolean: return value.boolean == other.boolean
            default: break
            }
        }
        return isDefault(entry, value.address, choice)
    }

    /// The same, by a closer look.
    @inline(never)
    private mutating func isDefault(_ entry: WriteEntryRef, _ address: ValueAddress, _ choice: StepChoice) -> Bool {
        guard let known = choice.defaults else { return false }
        let plans = plans
        return known.with { defaults in
            defaults.models.allSatisfy { model in
                let other = unsafe model + entry.pointee.offset
                return entry.areEqualAtSight(address, other) ?? plans.resolver.areEqual(entry.value, address, other, plans)
            }
        }
    }

    /// Writes a member that is a model.
    ///
    /// - Parameter next: Where it goes, after its key.
    /// - Returns: As `member` does.
    @inline(never)
    mutating func model(
        _ entry: WriteEntryRef, _ address: ValueAddress, _ choice: StepChoice, at next: inout OutputPlace
    ) -> Bool? {
        let model = entry.present.model
        guard let outer = choice.defaults, writesInSteps(OmittingStyle.self, model) else {
            next = json.beginning(of: entry, before: next)
            return nil
        }
        unsafe json.output.advance(to: next)
        given = known(entry, model, of: outer)
        guard self.model(OmittingStyle.self, model, address) else { return false }
        next = json.output.reserve(entry.pointee.rest)
        return true
    }

    /// Writes a member of any other kind in a style that is not plain, which is no default, or leaves it out.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: false if it has failed.
    @inline(never)
    mutating func other(
        _ entry: WriteEntryRef, _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, _ choice: StepChoice
    ) -> Bool {
        let address = unsafe base + entry.pointee.offset
        let mark = json.output.count
        json.key(entry, isFirst: false)
        let verdict: WriteVerdict
        if let defaults = choice.defaults, entry.present.isOfModel {
            verdict = member(entry, address, defaults)
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
    mutating func member(_ entry: WriteEntryRef, _ address: ValueAddress, _ outer: Kept<LevelDefaults>) -> WriteVerdict {
        if entry.present.pointee.kind == .instance && entry.present.pointee.optionalDepth == 0,
            let verdict = instance(entry, address, outer)
        {
            return verdict
        }
        let outer = outer.object
        let places = outer.areFilled ? outer.models.map { ModelPlace(object: $0) } : []
        let property = entry.property(0)
        let defaults = ModelDefaults(places: places, omittable: [])
        guard formsNumbers else { return value(of: property, address, defaults) }
        return formingAfterwards { $0.value(of: property, address, defaults) }
    }

    /// Writes a member that is an instance, by the plan of its own class; nil if steps do not know it.
    private mutating func instance(
        _ entry: WriteEntryRef, _ address: ValueAddress, _ outer: Kept<LevelDefaults>
    ) -> WriteVerdict? {
        guard let found = try? model(entry.present, address), writesInSteps(OmittingStyle.self, found.plan) else { return nil }
        given = known(entry, found.plan, of: outer)
        return model(OmittingStyle.self, found.plan.pointee.writing, found.place.base, address) ? .written : .failed
    }

    /// Whether null stands for a member that its type's own code, or an inner optional, makes nil.
    @inline(never)
    mutating func writesNull(
        _ entry: WriteEntryRef, _ level: WriteLevelRef, _ address: ValueAddress, _ choice: StepChoice
    ) -> Bool {
        guard let defaults = choice.defaults?.object else { return writesNull(entry, level) }
        if rules.nils == .null || defaults.withoutDefault & entry.pointee.bit != 0 { return true }
        return !defaults.models.allSatisfy { unsafe plans.resolver.areEqual(entry.value, address, $0 + entry.pointee.offset, plans) }
    }
}

extension PlanRef {
    /// Whether it is a model's, of a struct or a class.
    fileprivate var isOfModel: Bool { pointee.kind == .object || pointee.kind == .instance }
}
