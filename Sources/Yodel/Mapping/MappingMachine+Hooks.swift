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
        let declared = unsafe inner.pointee.model.unsafelyUnwrapped.pointee.type
        var plan = unsafe inner
        var first: Any.Type?
        var others: [ObjectIdentifier] = []
        while true {
            let model = unsafe plan.pointee.model.unsafelyUnwrapped
            // A type that has been asked before ends the chain: types that name each other come to an end.
            guard let type = unsafe Self.modelType(model, object), type != declared, type != first,
                unsafe type != model.pointee.type, !others.contains(ObjectIdentifier(type))
            else { return unsafe plan }
            if first == nil { first = type } else { others.append(ObjectIdentifier(type)) }
            do throws(ModelError) {
                guard
                    unsafe inner.pointee.kind == .instance && Self.isClass(type, under: declared)
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
        // SAFETY: the model's record keeps the hooks alive.
        unsafe model.pointee.hooks?._withUnsafeGuaranteedRef { $0.value.modelType?(object) }
    }

    /// Fills the innermost model from an object and ends it.
    private mutating func fill(_ kept: KeptValue, _ object: JSONObject) -> Bool {
        unsafe depth += 1
        let model = unsafe frame.pointee.level.unsafelyUnwrapped.pointee.model
        if let willDecode = unsafe model.pointee.hooks?.takeUnretainedValue().value.willDecode {
            guard unsafe hasNoRepeats(kept) else { return false }
            var object = object
            do {
                try unsafe withOwner { unsafe try willDecode($0, &object) }
            } catch {
                unsafe leaveContainer()
                return unsafe reject(.rejected(error, model.pointee.type))
            }
            // Text that the model's own code has put there may be any, and all of it counts as standing where the object begins.
            unsafe position.isPlain = false
            unsafe position.replayed = unsafe position.tokenStart(.fixed(1))
            return unsafe replay(object, changedFrom: kept) && endFilled(object)
        }
        return unsafe replay(inside: kept) && endFilled(object)
    }

    /// Looks for a key that comes twice, if that must not be: the model's own code gets an object in which none does.
    private mutating func hasNoRepeats(_ kept: KeptValue) -> Bool {
        guard unsafe rules.failsOnDuplicateKey, case .tape(let piece) = unsafe kept, let place = unsafe piece.token.firstRepeat else {
            return true
        }
        let path = unsafe JSONPath(self.path.components + place.path)
        unsafe position.replayed = place.mark
        return unsafe fail(.duplicateKey, at: position.tokenStart(.fixed(1)), path: path)
    }

    /// Maps an object that the model's own code has had. What it has left as it was goes on as what it is, if that is more than JSON.
    private mutating func replay(_ object: JSONObject, changedFrom kept: KeptValue) -> Bool {
        guard case .plain(let value, _) = unsafe kept, case .object(let pairs) = PlainValue(value) else {
            return unsafe replay(inside: .json(.object(object)))
        }
        let originals = Dictionary(pairs.map { (ExactKey($0.key), $0.value) }) { $1 }
        for (name, value) in object {
            guard unsafe replay(key: name) else { return false }
            if let original = originals[ExactKey(name)], unsafe PlainValue(original).json(within: rules.maximumDepth) == .some(value) {
                guard unsafe replay(any: original) else { return false }
            } else {
                guard unsafe replay(value) else { return false }
            }
        }
        return true
    }

    private mutating func endFilled(_ object: JSONObject) -> Bool {
        unsafe leaveContainer()
        if unsafe frame.pointee.finishes { return unsafe finishModel(of: object) }
        unsafe closeModel(frame)
        unsafe pop()
        return true
    }
}
