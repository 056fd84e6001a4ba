// Objects that were kept for the model's own code: it chooses the type, changes the object, and sees it again at the end.

extension MappingMachine {
    /// Maps an object that has been kept.
    ///
    /// - Parameters:
    ///   - inner: The plan of the type at the destination, a model.
    mutating func storeObject(_ kept: KeptValue, _ destination: Destination, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        guard case .tape(let piece) = unsafe kept else {
            if case .json(.object(let object)) = unsafe kept { return unsafe storeObject(kept, object, destination, inner) }
            guard let json = unsafe json(kept) else { return false }
            return unsafe storeObject(kept, json.objectValue ?? JSONObject(), destination, inner)
        }
        // An object inside one that is lent gets a lender of its own.
        if unsafe isLending || lender == nil { unsafe lender = KeptObject() }
        let (lent, wasLending) = unsafe (lender.unsafelyUnwrapped, isLending)
        unsafe isLending = true
        unsafe lent.hold(piece.token, isASCII: position.isPlain)
        let isStored = unsafe storeObject(kept, JSONObject(lent), destination, inner)
        unsafe isLending = wasLending
        unsafe takeBack(lent)
        return isStored
    }

    /// The tape is used again: an object that somebody holds on to stands on its own from here on.
    private mutating func takeBack(_ lent: consuming KeptObject) {
        unsafe lender = nil
        if isKnownUniquelyReferenced(&lent) {
            lent.clear()
            unsafe lender = lent
        } else {
            lent.letGo()
        }
    }

    @inline(never)
    private mutating func storeObject(
        _ kept: KeptValue, _ object: JSONObject, _ destination: Destination, _ inner: UnsafePointer<ValuePlan>
    ) -> Bool {
        unsafe replaying(kept) { machine in
            unsafe machine.openObject(object, destination, inner) && machine.fill(kept, object)
        }
    }

    /// Opens the model that the object is for.
    private mutating func openObject(
        _ object: JSONObject, _ destination: Destination, _ inner: UnsafePointer<ValuePlan>
    ) -> Bool {
        guard let chosen = unsafe chooseModel(for: object, inner) else { return false }
        guard unsafe inner.pointee.kind == .instance else { return unsafe startModel(destination, chosen) }
        if unsafe needsDefault(destination) {
            unsafe openInstance(destination, chosen, isNew: true)
            return true
        }
        guard let present = unsafe planOfInstance(at: destination.slot, inner) else { return false }
        // An instance that is there is changed, unless the object asks for another class.
        let isOther = unsafe chosen != present && chosen != inner
        unsafe openInstance(destination, isOther ? chosen : present, isNew: isOther)
        return true
    }

    /// The plan of the type that the object asks for; nil after a failure.
    private mutating func chooseModel(for object: JSONObject, _ inner: UnsafePointer<ValuePlan>) -> UnsafePointer<ValuePlan>? {
        var plan = unsafe inner
        var asked: [ObjectIdentifier] = []
        while true {
            let model = unsafe plan.pointee.model.unsafelyUnwrapped
            guard let type = unsafe Self.modelType(model, object), unsafe type != model.pointee.type else { return unsafe plan }
            if unsafe plan != inner {
                // The second answer and those that follow: two types that name each other come to an end.
                let declared = unsafe inner.pointee.model.unsafelyUnwrapped.pointee.type
                if asked.contains(ObjectIdentifier(type)) || type == declared { return unsafe plan }
                asked.append(ObjectIdentifier(type))
            }
            do throws(ModelError) {
                guard
                    unsafe inner.pointee.kind == .instance && Self.isClass(type, under: inner.pointee.model.unsafelyUnwrapped.pointee.type)
                else { throw unsafe .wrongModelType(type, for: model.pointee.type) }
                unsafe plan = unsafe try inner.pointee.record._withUnsafeGuaranteedRef(\.cache).plan(for: type)
            } catch {
                _ = unsafe fail(.model(error), .fixed(1))
                return nil
            }
        }
    }

    /// Whether a type is a class, and a subclass of another.
    static func isClass(_ type: Any.Type, under superclass: Any.Type) -> Bool {
        var current: AnyClass? = type as? AnyClass
        while let candidate = current {
            if ObjectIdentifier(candidate) == ObjectIdentifier(superclass) { return true }
            current = _getSuperclass(candidate)
        }
        return false
    }

    /// What a model answers; nil if it is not polymorphic.
    private static func modelType(_ model: UnsafePointer<ModelPlan>, _ object: JSONObject) -> Any.Type? {
        guard let hooks = unsafe model.pointee.hooks else { return nil }
        // SAFETY: hooks are made by the layer above as this class only; the model's record keeps them alive.
        return unsafe hooks._withUnsafeGuaranteedRef {
            let hooks = unsafe unsafeDowncast($0, to: MappingHooks.self)
            return hooks.isPolymorphic ? hooks.modelType(for: object) : nil
        }
    }

    private static func hooks(of model: UnsafePointer<ModelPlan>) -> MappingHooks? {
        // SAFETY: hooks are made by the layer above as this class only.
        unsafe model.pointee.hooks.map { unsafe unsafeDowncast($0.takeUnretainedValue(), to: MappingHooks.self) }
    }

    /// Fills the innermost model from an object and ends it.
    private mutating func fill(_ kept: KeptValue, _ object: JSONObject) -> Bool {
        unsafe depth += 1
        let model = unsafe frame.pointee.level.unsafelyUnwrapped.pointee.model
        if let hooks = unsafe Self.hooks(of: model), hooks.changesObject {
            var object = object
            do {
                try unsafe withOwner { unsafe try hooks.willDecode($0, &object) }
            } catch {
                unsafe leaveContainer()
                return unsafe reject(.rejected(error, model.pointee.type))
            }
            // Text that the model's own code has put there may be any.
            unsafe position.isPlain = false
            return unsafe replay(inside: .json(.object(object))) && endFilled(object)
        }
        return unsafe replay(inside: kept) && endFilled(object)
    }

    private mutating func endFilled(_ object: JSONObject) -> Bool {
        unsafe leaveContainer()
        if unsafe frame.pointee.finishes { return unsafe finishModel(of: object) }
        unsafe closeModel(frame)
        unsafe pop()
        return true
    }
}
