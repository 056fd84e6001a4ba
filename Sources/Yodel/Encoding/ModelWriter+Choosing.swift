// Objects of which more than their values decides what is written: the order of keys, what is declared of a nil, and defaults that are left out. A
// level that nothing of this concerns is written by `level`, which knows nothing of it.
//
// What is left out must come back. A model that is read is filled in place: the root where `init()` has made it, a model in a property where the
// default of that property is, if it is not nil; else it is a new one.
//
//     struct Box: Model { var size = Size(width: 3) }      {"size":{"height":2}}  is read into  Size(width: 3)
//     struct Size: Model { var width = 1, height = 1 }
//
// So a property is left out only if it is what every model has that it may be read into: `init()`'s own, and those that the models around it have in its
// place. A value of a type that lists its properties is always a new one.

/// What the properties of a model are compared with.
struct ModelDefaults {
    /// Models that the model at hand may be read into. None for a type that lists its properties, whose defaults are in its list.
    var places: [ModelPlace]
    /// Whether each property may be left out, by index.
    var omittable: [Bool]
}

extension ModelWriter {
    /// Writes a level of keys for which not only the values decide.
    @inline(never)
    mutating func chosenLevel(
        _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, isRoot: Bool
    ) -> WriteVerdict {
        guard isRoot && rules.omitsDefaults else { return chosenLevel(level, base, owner, isRoot: isRoot, nil) }
        return model(level.pointee.model, base, owner, in: [])
    }

    /// Writes a model, and leaves out what is a default.
    ///
    /// - Parameter places: The models that it may be read into, beside one that `init()` has made.
    private mutating func model(
        _ plan: ModelRef, _ base: ValueAddress, _ owner: ValueAddress, in places: [ModelPlace]
    ) -> WriteVerdict {
        let level = plan.pointee.writing
        if places.isEmpty && writesInSteps(OmittingStyle.self, plan) {
            return model(OmittingStyle.self, level, base, owner) ? .written : .failed
        }
        let omittable = plan.omittable
        guard plan.pointee.draft == nil else {
            return chosenLevel(level, base, owner, isRoot: true, ModelDefaults(places: [], omittable: omittable))
        }
        return plan.withDefault { place in
            chosenLevel(level, base, owner, isRoot: true, ModelDefaults(places: places + [place], omittable: omittable))
        }
    }

    /// Writes a level of keys.
    ///
    /// - Parameter defaults: Of the model; nil if they are not left out.
    mutating func chosenLevel(
        _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress, isRoot: Bool, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        if level.pointee.isArray {
            guard isRoot else { return indexes(level, base, owner, defaults) }
            // A model's own array is there whatever is in it, and no element of it is left out.
            guard json.mayOpen else { return tooDeep() }
            return indexes(level, base, owner, nil) == .failed ? .failed : .written
        }
        guard openLevel(isRoot: isRoot) else { return tooDeep() }
        guard var rest = isRoot ? rest(of: level.pointee.model, base, owner) : [] else { return .failed }
        var isFirst = true
        for place in 0..<level.pointee.count {
            let entry = unsafe level.entry(rules.sortsKeys ? level.pointee.sorted[place] : place)
            if !rest.isEmpty && rules.sortsKeys, !write(rest: &rest, before: entry, isFirst: &isFirst) { return .failed }
            let isDefault = isDefault(entry, level, base, owner, defaults)
            let isLeftOut = isDefault && mayBeLeftOut(entry, defaults)
            // Of what is declared to be null where it is nil it is seen first whether it is.
            if isLeftOut && entry.pointee.onNil != .null { continue }
            let mark = json.output.count
            json.key(entry, isFirst: isFirst)
            switch choice(entry, base, owner, defaults) {
            case .written where !isLeftOut: isFirst = false
            case .isNil where writesNil(entry, level, defaults, isDefault: isDefault):
                json.null()
                isFirst = false
            case .written, .isNil, .leftOut: json.output.truncate(to: mark)
            case .failed: return failed(in: entry)
            }
        }
        guard write(rest: &rest, before: nil, isFirst: &isFirst) else { return .failed }
        return closeLevel(isRoot: isRoot, isEmpty: isFirst)
    }

    /// Whether null is written for a key whose properties are nil.
    func writesNil(
        _ entry: WriteEntryRef, _ level: WriteLevelRef, _ defaults: ModelDefaults?, isDefault: Bool
    ) -> Bool {
        let declared = entry.pointee.onNil
        switch declared ?? rules.nils {
        case .null: return true
        // With defaults left out, what is left out is a default.
        case .omit: return declared == nil && defaults != nil && !isDefault
        case .nullUnlessDefault: return defaults == nil ? isChanged(entry, level) : !isDefault
        }
    }

    // MARK: Defaults

    /// Whether a key may be left out if all its properties are what they are by default.
    func mayBeLeftOut(_ entry: WriteEntryRef, _ defaults: ModelDefaults?) -> Bool {
        guard let defaults, entry.pointee.child == nil else { return false }
        return (0..<entry.pointee.choiceCount).allSatisfy { choice in
            let index = unsafe entry.pointee.choices[choice].pointee.index
            // After the properties is the discriminator.
            return index < defaults.omittable.count && defaults.omittable[index]
        }
    }

    /// Whether all properties of a key are what they are by default. A key that leads to others alone has none.
    func isDefault(
        _ entry: WriteEntryRef, _ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress,
        _ defaults: ModelDefaults?
    ) -> Bool {
        guard let defaults, entry.pointee.choiceCount > 0 else { return false }
        var model = ModelPlace(object: owner)
        model.base = base
        return (0..<entry.pointee.choiceCount).allSatisfy { choice in
            let property = entry.property(choice)
            guard property.pointee.index < defaults.omittable.count else { return false }
            return property.withValue(model) { value in
                if let draft = level.pointee.model.pointee.draft { return isDefault(property, value, draft) }
                return defaults.places.allSatisfy { place in
                    property.withValue(place) { other in areEqual(property, value, other) }
                }
            }
        }
    }

    /// Whether a property of a type that lists them has the default of its list.
    private func isDefault(_ property: PropertyRef, _ value: ValueAddress, _ draft: DraftRef) -> Bool {
        draft.withDefault(property.pointee.index) { other in
            if let other { return areEqual(property, value, other) }
            // What has no default is nil, or must come.
            return property.isOptional && property.pointee.value.isNil(value)
        }
    }

    /// Whether two values of a property are surely equal.
    private func areEqual(_ property: PropertyRef, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        plans.resolver.areEqual(property.pointee.value, left, right, plans)
    }

    // MARK: Models in models

    /// Writes a property; what is left out of a model in it is also what the models around have in its place.
    mutating func value(
        of property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults
    ) -> WriteVerdict {
        guard let inner = property.pointee.value.unwrapped(at: address) else { return .isNil }
        guard inner.pointee.kind == .object || inner.pointee.kind == .instance else {
            return value(property.pointee.value, address)
        }
        let model: (plan: ModelRef, place: ModelPlace)
        do throws(ModelError) {
            model = try self.model(inner, address)
        } catch {
            return fail(.error(error))
        }
        return inPlaces(of: property, model.plan, defaults.places[...], []) { writer, places in
            if model.plan.pointee.changesWritten {
                return writer.hooked(model.plan, base: model.place.base, owner: address) { inner in
                    inner.model(model.plan, model.place.base, address, in: places)
                }
            }
            return writer.model(model.plan, model.place.base, address, in: places)
        }
    }

    /// The model at an address, by the plan of its own class if it is an instance.
    func model(
        _ plan: PlanRef, _ address: ValueAddress
    ) throws(ModelError) -> (plan: ModelRef, place: ModelPlace) {
        var place = ModelPlace(object: address)
        guard plan.pointee.kind == .instance else { return (plan.model, place) }
        // SAFETY: the plan says that there is a reference; the instance is kept by it for the time of the call.
        let instance = unsafe InstanceRef(at: address)
        place.base = instance.address.value
        let type: Any.Type = instance.type
        return (type == plan.type ? plan.model : try plans.plan(for: type).model, place)
    }

    /// Runs code with the models that stand in a property's place in other models.
    ///
    /// - Parameters:
    ///   - plan: That of the model to write: an instance of another class is not filled.
    ///   - others: The models around.
    ///   - found: What has been found in those before them.
    private mutating func inPlaces(
        of property: PropertyRef, _ plan: ModelRef, _ others: ArraySlice<ModelPlace>, _ found: [ModelPlace],
        _ body: (inout ModelWriter, [ModelPlace]) -> WriteVerdict
    ) -> WriteVerdict {
        guard let other = others.first else { return body(&self, found) }
        return property.withValue(other) { address in
            var found = found
            if let inner = property.pointee.value.unwrapped(at: address), let model = try? self.model(inner, address),
                model.plan.type == plan.type
            {
                found.append(model.place)
            }
            return inPlaces(of: property, plan, others.dropFirst(), found, body)
        }
    }
}
