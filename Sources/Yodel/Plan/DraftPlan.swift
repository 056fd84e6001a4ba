// A value that has no `init()` is made of its properties, each of which is put into the value's memory when it comes. Until all are there the memory holds
// a draft: some of its fields are values and some are not.
//
//     template   ""  nil  0    what costs nothing and holds no reference: copied into the memory at the start
//     come       one bit, or one `FieldState`, for each of the other fields
//     the end    what has not come gets its default; without one there is no value, and what has come is destroyed
//
// Fields that the template makes values of are overwritten as those of any value; the others are initialised by what comes first.

/// What is known of the drafts of a type. Trivial and immutable.
@safe struct DraftPlan {
    /// The bytes of a draft of which nothing has come.
    var template: MutableAddress
    var size: Int
    var fields: PlanPart<DraftField>
    var count: Int
    /// How many there are with those that are looked up only: properties inside of those that are made at the start, and defaults of wrapped values.
    var all: Int
    /// Bits of the keys that must have given a value, where readers without features read them; all bits where keys do not tell of each field whether it
    /// holds a value, so that no such reader completes a draft.
    var required: UInt64 = 0
    /// Whether a field has a default, which is put where none has come.
    var hasDefaults: Bool
    /// Whether a flattened property is made at the start.
    var hasWholes: Bool

    @unsafe func deallocate() {
        unsafe fields.free()
        unsafe template.deallocate()
    }
}

/// A field of a draft. Trivial; what it refers to is kept alive by the model's record.
@safe struct DraftField {
    var offset: Int
    var handle: Kept<TypeHandle>
    /// The property's index; negative for a field that is none.
    var property: Int
    /// The index of the flattened property that it stands in, which may have come as a whole; negative for none.
    var owner: Int
    /// The bit of the property's keys, where readers without features read them; zero for none.
    var bit: UInt64 = 0
    /// Whether the template makes a value of it.
    var isPlaced: Bool
    var isTrivial: Bool
    /// Whether it is a flattened property that is made at the start.
    var isWhole: Bool
    /// Whether it is the wrapper of a property.
    var isWrapper: Bool
    /// What puts its default into fresh memory.
    var putDefault: Kept<Box<(MutableAddress) -> Void>>?

    /// Whether nothing stands in for a value that is missing: neither the template nor a default makes one.
    var isBare: Bool { !isPlaced && putDefault == nil }

    /// Whether it holds a value that has come.
    func hasCome(_ properties: (Int) -> Bool) -> Bool {
        (property >= 0 && properties(property)) || (owner >= 0 && properties(owner))
    }
}

typealias DraftRef = PlanPart<DraftPlan>

extension DraftRef {
    /// SAFETY: the index is that of a field which is there.
    private func field(_ index: Int) -> PlanPart<DraftField> { unsafe pointee.fields + index }

    /// Begins a draft.
    ///
    /// - Parameter base: Fresh memory for a value of the type.
    @inline(__always)
    func begin(_ base: MutableAddress) {
        // SAFETY: values in the template hold no reference: their bytes are all that they are. The rest is no value yet.
        unsafe base.copyMemory(from: pointee.template.value, byteCount: pointee.size)
    }

    /// Makes a value of a draft.
    ///
    /// - Parameters:
    ///   - come: Bits of the keys that have given values.
    /// - Returns: Whether there is a value; otherwise it is a draft as before.
    @inline(__always)
    func complete(_ base: MutableAddress, _ come: UInt64) -> Bool {
        let required = pointee.required
        guard come & required == required else { return false }
        if pointee.hasDefaults { putDefaults(base) { come & $0.pointee.bit != 0 } }
        return true
    }

    /// Destroys a draft.
    @inline(never)
    func destroy(_ base: MutableAddress, _ come: UInt64) { destroy(base) { come & $0.pointee.bit != 0 } }

    /// Puts the defaults of the fields that have not come.
    ///
    /// - Parameter hasCome: Whether a field holds a value that has come.
    @inline(never)
    private func putDefaults(_ base: MutableAddress, _ hasCome: (PlanPart<DraftField>) -> Bool) {
        for index in 0..<pointee.count {
            let field = field(index)
            guard let putDefault = field.pointee.putDefault, !hasCome(field) else { continue }
            let address = unsafe base + field.pointee.offset
            if field.pointee.isPlaced && !field.pointee.isTrivial {
                field.pointee.handle.with { unsafe $0.deinitialize(address, count: 1) }
            }
            // SAFETY: the memory is that of a field, and holds no value.
            putDefault.with { $0.value(address) }
        }
    }

    /// Destroys what is there of a draft.
    ///
    /// - Parameter hasCome: Whether a field holds a value that has come.
    private func destroy(_ base: MutableAddress, _ hasCome: (PlanPart<DraftField>) -> Bool) {
        for index in 0..<pointee.count {
            let field = field(index)
            // A value that the template has put may have been changed by one that is none.
            guard !field.pointee.isTrivial && (field.pointee.isPlaced || hasCome(field)) else { continue }
            field.pointee.handle.with { unsafe $0.deinitialize(base + field.pointee.offset, count: 1) }
        }
    }

    /// Makes a value of a draft, whatever its keys are. Looks at each field itself, whatever the rules have made of those that are missing: memory that is
    /// no value must not be taken for one.
    ///
    /// - Parameter hasCome: Whether a value of a property has come, by index.
    /// - Returns: Whether there is a value; otherwise it is a draft as before.
    func complete(_ base: MutableAddress, hasCome: (Int) -> Bool) -> Bool {
        var needsDefaults = false
        for index in 0..<pointee.count {
            let field = field(index)
            if field.pointee.hasCome(hasCome) { continue }
            guard !field.pointee.isBare else { return false }
            if field.pointee.putDefault != nil { needsDefaults = true }
        }
        if needsDefaults { putDefaults(base) { $0.pointee.hasCome(hasCome) } }
        return true
    }

    /// Destroys a draft, whatever its keys are.
    ///
    /// - Parameter hasCome: Whether a value of a property has come, by index.
    func destroy(_ base: MutableAddress, hasCome: (Int) -> Bool) {
        destroy(base) { $0.pointee.hasCome(hasCome) }
    }

    /// Makes what is made at the start.
    ///
    /// - Parameter note: Takes the index of each such property: it has come.
    func makeWholes(_ base: MutableAddress, note: (Int) -> Void) {
        guard pointee.hasWholes else { return }
        for index in 0..<pointee.count where field(index).pointee.isWhole {
            let field = field(index)
            // SAFETY: the memory is that of a field, and holds no value, or one that holds no reference.
            field.pointee.putDefault?.with { unsafe $0.value(base + field.pointee.offset) }
            note(field.pointee.property)
        }
    }

    /// Whether a property has a default of its own.
    func hasDefault(_ property: Int) -> Bool {
        (0..<pointee.all).contains {
            field($0).pointee.property == property && field($0).pointee.putDefault != nil
        }
    }

    /// Takes a field back to what it was at the start.
    ///
    /// - Parameters:
    ///   - property: The property's index.
    ///   - hasCome: Whether it holds a value that has come.
    func restart(_ property: Int, _ base: MutableAddress, hasCome: Bool) {
        for index in 0..<pointee.all where field(index).pointee.property == property {
            let (field, template) = (field(index), pointee.template)
            let isInside = index >= pointee.count
            guard field.pointee.isPlaced || hasCome else { return }
            field.pointee.handle.with { handle in
                let address = unsafe base + field.pointee.offset
                unsafe handle.deinitialize(address, count: 1)
                // What stands in a property that is made at the start always has a value.
                if isInside, let putDefault = field.pointee.putDefault {
                    return putDefault.with { $0.value(address) }
                }
                unsafe address.copyMemory(from: (template + field.pointee.offset).value, byteCount: handle.size)
            }
            return
        }
    }

    /// Lends the default of a property.
    ///
    /// - Parameters:
    ///   - property: The property's index.
    ///   - body: Gets its address; nil if the property has none.
    func withDefault<R>(_ property: Int, _ body: (ValueAddress?) -> R) -> R {
        // Mostly the fields are the properties, in their order.
        let first = property < pointee.all && field(property).pointee.property == property ? property : 0
        for index in first..<pointee.all where field(index).pointee.property == property {
            let field = field(index)
            if field.pointee.isWrapper { continue }
            guard let putDefault = field.pointee.putDefault else { break }
            return field.pointee.handle.with { handle in
                unsafe handle.withRoom { address in
                    // SAFETY: the room is for a value of the field's type, which is destroyed behind the look at it.
                    putDefault.with { $0.value(address) }
                    defer { unsafe handle.deinitialize(address, count: 1) }
                    return body(address.value)
                }
            }
        }
        return body(nil)
    }
}
