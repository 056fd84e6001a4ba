// What a type lists of its properties: whether that is all of them, and how a value is made of them.

extension PlanBuilder {
    /// Refuses a list by which no value can be made, or by which a part of it would be left as it is found.
    func checkList(_ fields: [DescribedField], _ declaration: ModelDeclaration, _ type: Any.Type) throws(ModelError) {
        guard FieldWalk.shape(of: type) == .struct else { throw .describedNoStruct(type) }
        for field in fields {
            switch FieldWalk.form(of: field.type) {
            case .own: break
            case .function: throw .unstorable(field.name, PropertyInfo.Obstacle.function.reason, of: type)
            case .metatype: throw .unstorable(field.name, PropertyInfo.Obstacle.metatype.reason, of: type)
            }
        }
        // The names of what is missing, if the build has them.
        let offsets = Set(fields.filter { $0.size > 0 }.map(\.offset))
        let names = Set(fields.map(\.name))
        let missing = FieldWalk.fields(of: type).filter {
            FieldWalk.layout(of: $0.type).size > 0 ? !offsets.contains($0.offset) : !names.contains($0.name) && !FieldWalk.isHidden($0)
        }
        guard missing.isEmpty else { throw .undescribed(missing.map(\.name), of: type) }
        if case .gap(let offset) = DescribedField.cover(of: fields, size: declaration.handle.size) {
            throw .undescribedBytes(from: offset, of: type)
        }
    }

    /// How values of a type are made that lists its properties; nil for every other one.
    func draft(
        _ declaration: ModelDeclaration, _ members: [Member], _ record: TypeRecord
    ) throws(ModelError) -> UnsafeMutablePointer<DraftPlan>? {
        guard let listed = declaration.listed else { return nil }
        func property(of field: DescribedField) -> Int? { members.firstIndex { $0.name == field.name } }
        for field in listed where unsafe field.putDefault == nil && FieldWalk.optional(field.type) == nil {
            guard let index = property(of: field), !members[index].paths.isEmpty || members[index].isRest else {
                throw .leftOutWithoutDefault(field.name, of: record.type)
            }
        }
        var made: [DraftField] = unsafe []
        let template = Template(size: declaration.handle.size, alignment: declaration.handle.alignment)
        for field in listed {
            let property = property(of: field)
            let handle = property.map { members[$0].record.handle } ?? FieldWalk.optional(field.type)?.makeHandle() ?? .of(field.type)
            record.kept.append(handle)
            unsafe made.append(
                DraftField(
                    offset: field.offset, handle: .passUnretained(handle), property: property ?? -1,
                    isPlaced: template.place(field, handle), isTrivial: field.isTrivial, putDefault: unsafe record.keep(field.putDefault)))
        }
        let fields = UnsafeMutablePointer<DraftField>.allocate(capacity: max(listed.count, 1))
        _ = unsafe UnsafeMutableBufferPointer(start: fields, count: made.count).initialize(from: made)
        let hasDefaults = unsafe made.contains { unsafe $0.putDefault != nil }
        let draft = UnsafeMutablePointer<DraftPlan>.allocate(capacity: 1)
        unsafe draft.initialize(
            to: DraftPlan(
                template: template.bytes, size: declaration.handle.size, fields: fields, count: made.count,
                hasDefaults: hasDefaults))
        return unsafe draft
    }

    /// The bytes of a draft of which nothing has come.
    @safe private struct Template {
        // SAFETY: memory for one value, all of its bytes zero but for those of values that hold no reference.
        let bytes: UnsafeMutableRawPointer

        init(size: Int, alignment: Int) {
            unsafe bytes = .allocate(byteCount: max(size, 1), alignment: alignment)
            _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 1))
        }

        /// Makes a value of a field, if there is one that holds no reference: nil, or a text without characters.
        ///
        /// - Returns: Whether there is.
        func place(_ field: DescribedField, _ handle: TypeHandle) -> Bool {
            if FieldWalk.optional(field.type) != nil {
                unsafe handle.putNil(bytes + field.offset, fresh: true)
                return true
            }
            guard field.type == String.self else { return false }
            unsafe (bytes + field.offset).initializeMemory(as: String.self, to: "")
            return true
        }
    }

    /// Says of a property what its draft knows of it.
    ///
    /// - Parameter mayBeMissing: Whether a value without it is made of nothing.
    static func mark(_ property: UnsafeMutablePointer<PropertyPlan>, of draft: UnsafePointer<DraftPlan>, mayBeMissing: Bool) {
        for index in unsafe 0..<draft.pointee.count where unsafe draft.pointee.fields[index].property == property.pointee.index {
            let field = unsafe draft.pointee.fields[index]
            unsafe property.pointee.isDrafted = true
            // What nothing stands in for has to come.
            if unsafe field.putDefault == nil && !property.pointee.isOptional && !mayBeMissing { unsafe property.pointee.isRequired = true }
            if unsafe !field.isPlaced { unsafe property.pointee.draftState.insert(.fresh) }
            if unsafe property.pointee.isRequired { unsafe property.pointee.draftState.insert(.required) }
            unsafe property.pointee.isAwaited = unsafe property.pointee.isRequired || !field.isPlaced || field.putDefault != nil
        }
    }

    /// Tells a draft the bits of its keys.
    static func link(_ draft: UnsafeMutablePointer<DraftPlan>, to level: KeyLevel) {
        for index in 0..<min(level.count, 64) {
            let entry = unsafe level.entries[index]
            if unsafe entry.route != nil { continue }
            let bit = UInt64(1) << UInt64(index)
            for field in unsafe 0..<draft.pointee.count where unsafe draft.pointee.fields[field].property == Int(entry.property) {
                unsafe draft.pointee.fields[field].bit = bit
            }
            if entry.draftState.isRequired { unsafe draft.pointee.required |= bit }
        }
    }
}
