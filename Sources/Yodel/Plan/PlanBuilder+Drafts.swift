// What a type lists of its properties: whether that is all of them, and how a value is made of them.

extension PlanBuilder {
    /// Refuses a list by which no value can be made, or by which a part of it would be left as it is found.
    ///
    /// - Parameter owner: The type, or the class that it has the values of.
    func checkList(_ fields: [DescribedField], _ declaration: ModelDeclaration, of owner: Any.Type) throws(ModelError) {
        let type = declaration.handle.type
        guard FieldWalk.shape(of: type) == .struct else { throw .describedNoStruct(type) }
        for field in fields {
            switch FieldWalk.form(of: field.type) {
            case .own: break
            case .function: throw .unstorable(field.name, PropertyInfo.UnsupportedReason.function.reason, of: owner)
            case .metatype: throw .unstorable(field.name, PropertyInfo.UnsupportedReason.metatype.reason, of: owner)
            }
        }
        // The names of what is missing, if the build has them.
        let offsets = Set(fields.filter { $0.size > 0 }.map(\.offset))
        let names = Set(fields.map(\.name)).union(declaration.inherited)
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
    ) throws(ModelError) -> DraftPlan? {
        guard let listed = declaration.listed else { return nil }
        for field in listed where field.putDefault == nil && StandardTypes.optional(field.type) == nil {
            guard let member = members.first(where: { $0.name == field.name }), member.pathCount > 0 || member.isRest || member.isFlattened
            else { throw .leftOutWithoutDefault(field.name, of: record.type) }
        }
        var made: [DraftField] = []
        // The defaults of wrapped values are looked up only.
        var wrapped: [DraftField] = []
        let template = Template(size: declaration.handle.size, alignment: declaration.handle.alignment)
        var wholes: [Piece] = []
        for piece in pieces(of: listed, members, in: nil) {
            let field = piece.field
            let member = piece.property.map { members[$0] }
            // The field of a wrapped property is the wrapper's.
            let stored = member.flatMap { $0.access == nil ? $0.record.handle : nil }
            let handle = stored ?? StandardTypes.optional(field.type).map { OptionalHandle(optional: $0) } ?? .of(field.type)
            if piece.whole != nil { wholes.append(piece) }
            made.append(
                DraftField(
                    offset: piece.offset, handle: record.keep(object: handle), property: piece.property ?? -1, owner: piece.owner ?? -1,
                    isPlaced: template.place(piece.offset, field.type, handle), isTrivial: field.isTrivial, isWhole: piece.whole != nil,
                    isWrapper: member?.access != nil, putDefault: record.keep(piece.putDefault)))
            if let member, member.access != nil, let putDefault = field.putWrappedDefault {
                wrapped.append(
                    DraftField(
                        offset: piece.offset, handle: member.record.keptHandle, property: piece.property ?? -1, owner: -1,
                        isPlaced: false, isTrivial: false, isWhole: false, isWrapper: false, putDefault: record.keep(putDefault)))
            }
        }
        let count = made.count
        for whole in wholes { made += inside(of: whole, members, record) }
        made += wrapped
        let fields = ValueRow<DraftField>.allocate(max(made.count, 1))
        for (index, field) in made.enumerated() { unsafe (fields + index).put(field) }
        let hasDefaults = made.contains { $0.putDefault != nil }
        return unsafe DraftPlan(
            template: template.bytes, size: declaration.handle.size, fields: PlanPart(fields), count: count, all: made.count,
            hasDefaults: hasDefaults, hasWholes: !wholes.isEmpty)
    }

    /// A field that a value is made of, at its place in the value.
    @safe private struct Piece {
        // SAFETY of `@safe`: who hands `putDefault` an address says that it is of a field of the type.
        var field: DescribedField
        var name: String
        var offset: Int
        /// The property's index among the members; nil for a field that is none.
        var property: Int?
        /// The index of the flattened property of the model's own that the field stands in.
        var owner: Int?
        /// What makes the value of a flattened property that is made at the start.
        var whole: TypeHandle?
        var putDefault: ((MutableAddress) -> Void)?
    }

    /// The fields that a value is made of: in the place of a flattened model that lists its properties, and has no default as a whole, are its own.
    private func pieces(of listed: [DescribedField], _ members: [Member], in outer: Piece?) -> [Piece] {
        listed.flatMap { field -> [Piece] in
            let name = outer.map { "\($0.name).\(field.name)" } ?? field.name
            let property = members.firstIndex { $0.name == name }
            var piece = Piece(
                field: field, name: name, offset: field.offset + (outer?.offset ?? 0), property: property, owner: outer?.owner,
                putDefault: field.putDefault)
            guard let property, members[property].isFlattened, let child = cache.resolver.declaration(field.type) else { return [piece] }
            piece.owner = piece.owner ?? (outer == nil ? property : nil)
            if let listed = child.listed, field.putDefault == nil { return pieces(of: listed, members, in: piece) }
            let handle = child.handle
            piece.whole = handle
            piece.owner = outer?.owner
            if piece.putDefault == nil { piece.putDefault = { unsafe handle.putDefault($0, fresh: true) } }
            return [piece]
        }
    }

    /// The properties inside of a flattened one that is made at the start, with the defaults that it has for them. They are looked up only.
    private func inside(of whole: Piece, _ members: [Member], _ record: TypeRecord) -> [DraftField] {
        guard let handle = whole.whole, let putWhole = whole.putDefault else { return [] }
        return members.indices.filter { members[$0].name.hasPrefix(whole.name + ".") && members[$0].access == nil }.map { index in
            let (member, part) = (members[index], members[index].record.handle)
            let inner = member.offset - whole.offset
            let putDefault: (MutableAddress) -> Void = { address in
                // SAFETY: the room is for a value of the whole's type, of which a part is copied before it is destroyed.
                unsafe handle.withRoom { base in
                    putWhole(base)
                    unsafe part.initializeCopy(address, from: (base + inner).value)
                    unsafe handle.deinitialize(base, count: 1)
                }
            }
            return DraftField(
                offset: member.offset, handle: member.record.keptHandle, property: index, owner: -1, isPlaced: true, isTrivial: false,
                isWhole: false, isWrapper: false, putDefault: record.keep(putDefault))
        }
    }

    /// The bytes of a draft before any value has arrived.
    @safe private struct Template {
        // SAFETY: memory for one value, all of its bytes zero but for those of values that hold no reference.
        let bytes: MutableAddress

        init(size: Int, alignment: Int) {
            bytes = .allocate(byteCount: max(size, 1), alignment: alignment)
            _ = unsafe bytes.raw.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 1))
        }

        /// Makes a value of a field, if there is one that holds no reference: nil, or a text without characters.
        ///
        /// - Returns: Whether there is.
        func place(_ offset: Int, _ type: Any.Type, _ handle: TypeHandle) -> Bool {
            if type == String?.self {
                // Bit for bit the nil that a store over it looks for: made by the runtime, it has any bits in its first word.
                unsafe (bytes + offset).initialize(as: String?.self, to: nil)
                return true
            }
            if StandardTypes.optional(type) != nil {
                unsafe handle.putNil(bytes + offset, fresh: true)
                return true
            }
            guard type == String.self else { return false }
            unsafe (bytes + offset).initialize(as: String.self, to: "")
            return true
        }
    }

    /// Says of a property what its draft knows of it.
    ///
    /// - Parameter mayBeMissing: Whether a value without it is made of nothing.
    static func mark(_ property: inout PropertyPlan, of draft: DraftPlan, mayBeMissing: Bool) {
        for index in 0..<draft.count where unsafe draft.fields[index].property == property.index {
            let field = unsafe draft.fields[index]
            property.isDrafted = true
            // What nothing stands in for has to come.
            if field.putDefault == nil && property.value.pointee.optionalDepth == 0 && !mayBeMissing { property.isRequired = true }
            if !field.isPlaced { property.draftState.insert(.fresh) }
            if property.isRequired { property.draftState.insert(.required) }
            property.isAwaited = property.isRequired || !field.isPlaced || field.putDefault != nil
        }
    }

    /// Tells a draft the bits of its keys, where readers without features read it.
    static func link(_ draft: inout DraftPlan, to level: KeyLevel) {
        linkKeys(&draft, to: level)
        // SAFETY: a reader without features makes a value of a draft by these bits alone.
        for index in 0..<draft.count where unsafe draft.fields[index].isBare {
            let bit = unsafe draft.fields[index].bit
            if bit == 0 || draft.required & bit == 0 { draft.required = .max }
        }
    }

    private static func linkKeys(_ draft: inout DraftPlan, to level: KeyLevel) {
        if level.needsFeatures { return }
        for index in 0..<level.count {
            let entry = unsafe level.entries[index]
            if let child = entry.route?.pointee.child {
                linkKeys(&draft, to: child.pointee)
                continue
            }
            guard entry.isTracked && entry.target != .unwanted else { continue }
            for field in 0..<draft.count where unsafe draft.fields[field].property == Int(entry.property) {
                unsafe (draft.fields + field).unpublished[0].bit = entry.bit
            }
            if entry.draftState.isRequired { draft.required |= entry.bit }
        }
    }
}
