// Building a plan looks at a type and at every type it leads to, and links their plans, cycles included: a plan under construction is
// referred to by its address. Nothing is published before all of it is built, so a type that cannot be supported leaves no trace and the
// error comes before the first byte is decoded. Two threads may build the same type at once; the cache keeps the first.

/// Builds the plans of one type and of all that it leads to.
struct PlanBuilder {
    // SAFETY, of the extensions too: a row of parts has room for as many as are counted before, and is a part of a plan when all of them are there.

    /// A graph of types larger than this has no end: a generic type that nests a larger form of itself.
    static let typeLimit = 4096

    let cache: PlanCache
    /// The type whose plan is asked for.
    let root: Any.Type
    /// What has been built, by type.
    private(set) var records = TypeRecords()
    /// Keys of dictionaries whose text is not what their type is as a value.
    private(set) var keyRecords = TypeRecords()
    private var models: PendingModel?
    private var enums: [(TypeRecord, CasesDeclaration)] = []
    /// Models with flattened properties that collect keys.
    var collecting: [TypeRecord] = []
    /// What has been built for one owner alone.
    private var apart: [TypeRecord] = []

    /// The root's declaration, if it is known to be a model.
    private var declaration: DeclaredModel?

    init(root: Any.Type, _ declaration: DeclaredModel? = nil, cache: PlanCache) {
        self.root = root
        self.declaration = declaration
        self.cache = cache
    }

    /// Builds all that is missing and returns the root's record.
    mutating func build() throws(ModelError) -> TypeRecord {
        // Without reflection there is nothing to walk, which not every type needs.
        if FieldWalk.canary != .noReflection { try FieldWalk.canary.check(for: root) }
        let record = try record(of: root, property: nil, owner: nil)
        // Models are filled in afterwards, one by one, so that the depth of the type graph is not the depth of the stack.
        var filled: [TypeRecord] = []
        while true {
            if let model = models {
                models = model.next
                try fillModel(model.record, model.declared.declaration)
            } else if let (record, declaration) = enums.popLast() {
                try fillCases(record, declaration)
                filled.append(record)
            } else {
                break
            }
        }
        for record in filled { record.cases?.findWrapped() }
        for record in filled { try record.cases?.findFits() }
        for record in filled { try record.cases?.checkOther() }
        for record in collecting { try checkCollected(record) }
        findInstances()
        findCode()
        findPlain()
        return record
    }

    mutating func record(of type: Any.Type, property: String?, owner: Any.Type?) throws(ModelError) -> TypeRecord {
        if let known = cache.published(type) ?? records[type] { return known }
        guard records.all.count < Self.typeLimit else { throw .endlessType(root, limit: Self.typeLimit) }
        if let kind = FieldKind.leaf(type) ?? cache.resolver.leaf(type) {
            return add(type, handle: .of(type), kind: kind)
        }
        if let optional = StandardTypes.optional(type) {
            return try optionalRecord(type, optional, property: property, owner: owner)
        }
        if type == root, let declaration {
            self.declaration = nil
            return try addModel(type, declaration)
        }
        if let sequence = StandardTypes.sequence(type) {
            let record = add(type, handle: .of(type), kind: .sequence)
            record.sequence = sequence
            record.unpublished.storageClass = sequence.storageClass
            let element = try self.record(of: sequence.elementType, property: property, owner: owner).plan
            record.unpublished.element = element
            record.unpublished.isWriteOnly = element.pointee.isWriteOnly
            record.unpublished.isScalarArray =
                sequence.isArray && element.pointee.optionalDepth == 0 && element.pointee.kind.isScalar
                && FieldKind.leaf(sequence.elementType) != nil
            record.unpublished.elementScalar = element.pointee.direct.flatMap {
                element.pointee.optionalDepth == 0 ? $0 : nil
            }
            return record
        }
        if let dictionary = StandardTypes.dictionary(type) {
            let record = add(type, handle: .of(type), kind: .dictionary)
            record.dictionary = dictionary
            let key = try keyRecord(dictionary.keyType, property: property, owner: owner)
            record.unpublished.key = key.plan
            let value = try self.record(of: dictionary.valueType, property: property, owner: owner).plan
            record.unpublished.element = value
            record.unpublished.isWriteOnly = value.pointee.isWriteOnly
            return record
        }
        if let declaration = cache.resolver.declaration(type) { return try addModel(type, declaration) }
        if type is AnyClass, let box = cache.resolver.box(type) {
            if let fault = box.values.fault { throw fault }
            let record = add(type, handle: box.handle, kind: .boxed)
            fillBox(record, box)
            return record
        }
        if let cases = cache.resolver.cases(type) {
            let record = add(type, handle: .of(type), kind: .cases)
            enums.append((record, cases))
            return record
        }
        if let raw = type as? any RawRepresentable.Type {
            let parts = rawValueParts(raw)
            if let kind = FieldKind.leaf(parts.rawType) ?? .twin(parts.rawType), kind.isScalar {
                let record = add(type, handle: parts.handle, kind: .rawValue)
                record.unpublished.key = try self.record(of: parts.rawType, property: property, owner: owner).plan
                return record
            }
        }
        if let decodable = type as? any Decodable.Type {
            if let kind = FieldKind.twin(type) { return add(type, handle: .of(type), kind: kind) }
            let record = add(type, handle: .of(type), kind: .decodable)
            record.decodable = decodable
            record.encodable = type as? any Encodable.Type
            return record
        }
        if let encodable = type as? any Encodable.Type {
            let record = add(type, handle: .of(type), kind: .encodable)
            record.encodable = encodable
            record.unpublished.isWriteOnly = true
            return record
        }
        throw .unsupported(type, property: property, of: owner)
    }

    private mutating func optionalRecord(
        _ type: Any.Type, _ optional: any OptionalType.Type, property: String?, owner: Any.Type?
    ) throws(ModelError) -> TypeRecord {
        let wrapped = try record(of: optional.wrappedType, property: property, owner: owner)
        let inner = wrapped.plan.pointee
        // `Any?` takes null as nil, like any optional; the wrapped `Any` never holds it.
        let record = add(type, handle: OptionalHandle(optional: optional), kind: inner.kind)
        record.unpublished.optionalDepth = inner.optionalDepth + 1
        record.unpublished.isWriteOnly = inner.isWriteOnly
        record.unpublished.wrapped = wrapped.plan
        return record
    }

    private mutating func addModel(_ type: Any.Type, _ declaration: ModelDeclaration) throws(ModelError) -> TypeRecord {
        try addModel(type, DeclaredModel(declaration))
    }

    private mutating func addModel(_ type: Any.Type, _ declared: DeclaredModel) throws(ModelError) -> TypeRecord {
        let declaration = declared.declaration
        if declaration.listed == nil { try FieldWalk.canary.check(for: root) }
        let record = add(type, handle: declaration.handle, kind: declaration.isClass ? .instance : .object)
        models = PendingModel(record, declared, next: models)
        return record
    }

    /// A record of a model that is declared in another way than its type is. It is its owner's alone.
    mutating func addApart(_ type: Any.Type, _ declaration: ModelDeclaration, kind: FieldKind) -> TypeRecord {
        let record = TypeRecord(type: type, handle: declaration.handle, cache: cache)
        record.writePlan(kind: kind)
        models = PendingModel(record, DeclaredModel(declaration), next: models)
        apart.append(record)
        return record
    }

    /// A record of an Optional of such a model.
    mutating func addApart(_ type: Any.Type, _ optional: any OptionalType.Type, of wrapped: TypeRecord) -> TypeRecord {
        let record = TypeRecord(type: type, handle: OptionalHandle(optional: optional), cache: cache)
        record.writePlan(kind: wrapped.plan.pointee.kind)
        record.unpublished.optionalDepth = wrapped.plan.pointee.optionalDepth + 1
        record.unpublished.wrapped = wrapped.plan
        record.kept.append(wrapped)
        apart.append(record)
        return record
    }

    private mutating func add(_ type: Any.Type, handle: TypeHandle, kind: FieldKind) -> TypeRecord {
        let record = TypeRecord(type: type, handle: handle, cache: cache)
        record.writePlan(kind: kind)
        records.append(record)
        return record
    }

    /// The record of the keys of a dictionary. That of a type with coding keys is the one of a raw value, the key's text.
    mutating func keyRecord(_ type: Any.Type, property: String?, owner: Any.Type?) throws(ModelError) -> TypeRecord {
        if FieldKind.leaf(type) == nil, let coded = type as? any CodingKeyRepresentable.Type {
            if let known = keyRecords[type] { return known }
            let record = TypeRecord(type: type, handle: CodingKeyHandle(coded), cache: cache)
            record.writePlan(kind: .rawValue)
            record.unpublished.key = try self.record(of: String.self, property: property, owner: owner).plan
            keyRecords.append(record)
            return record
        }
        let key = try record(of: type, property: property, owner: owner)
        guard Self.isKey(key.plan) else { throw .unsupportedKey(type, property: property, of: owner) }
        return key
    }

    /// Keys are strings, integers, and what has one of these as raw value.
    private static func isKey(_ plan: PlanRef) -> Bool {
        guard plan.pointee.optionalDepth == 0 else { return false }
        let kind = plan.pointee.kind
        if kind == .rawValue, let raw = plan.pointee.key { return isKey(raw) }
        return kind == .string || kind.isInteger
    }

    /// Marks the types from which an instance of a class can be reached.
    private func findInstances() {
        untilNothingChanges { record in
            guard !record.reachesInstances && reachesInstance(record) else { return false }
            record.reachesInstances = true
            return true
        }
    }

    /// Marks the types of which a value may run code of others while it is written.
    private func findCode() {
        untilNothingChanges { record in
            guard !record.plan.pointee.mayRunCode && mayRunCode(record) else { return false }
            record.unpublished.mayRunCode = true
            return true
        }
    }

    private func mayRunCode(_ record: TypeRecord) -> Bool {
        let plan = record.plan
        if let wrapped = plan.pointee.wrapped { return wrapped.pointee.mayRunCode }
        switch plan.pointee.kind {
        case .scalar(let kind): return kind == .date || kind == .data
        case .sequence: return plan.pointee.element?.pointee.mayRunCode != false
        case .dictionary:
            return plan.pointee.element?.pointee.mayRunCode != false || plan.pointee.key?.pointee.kind.isScalar != true
        case .object:
            guard let model = plan.pointee.model, !model.pointee.changesWritten && model.pointee.rest == nil else {
                return true
            }
            return (0..<model.pointee.total).contains {
                model.property($0).isIndirect || model.property($0).pointee.value.pointee.mayRunCode
            }
        default: return true
        }
    }

    /// Marks the types that can be read plainly: all, but for those that cannot, and those that lead to them.
    private func findPlain() {
        for record in records.all { record.unpublished.isPlain = true }
        for record in apart { record.unpublished.isPlain = true }
        untilNothingChanges { record in
            guard record.plan.pointee.isPlain && !isPlain(record) else { return false }
            record.unpublished.isPlain = false
            return true
        }
        for record in records.all { findCheck(record) }
        for record in apart { findCheck(record) }
    }

    /// Marks a struct that can be read plainly, but for its own code that looks at it at the end.
    private func findCheck(_ record: TypeRecord) {
        let plan = record.plan
        guard plan.pointee.wrapped == nil, plan.pointee.kind == .object else { return }
        guard let model = plan.pointee.model, model.isPlainButForCheck else { return }
        record.unpublished.isPlainButForCheck = hasPlainProperties(model, record)
    }

    /// Whether what the keys of a model are for is read plainly.
    private func hasPlainProperties(_ model: ModelRef, _ record: TypeRecord) -> Bool {
        // An instance that others see has to be as it was if the object around it is rejected, which the reader with all features alone sees to.
        if model.pointee.required != 0 && record.reachesInstances { return false }
        return model.pointee.level.hasPlainValues
    }

    /// Marks records, whose marks depend on each other's.
    ///
    /// - Parameter mark: Returns whether it has changed the record.
    private func untilNothingChanges(_ mark: (TypeRecord) -> Bool) {
        while apart.reduce(records.all.reduce(false, { mark($1) || $0 }), { mark($1) || $0 }) {}
    }

    private func isPlain(_ record: TypeRecord) -> Bool {
        let plan = record.plan
        if let wrapped = plan.pointee.wrapped { return wrapped.pointee.isPlain }
        switch plan.pointee.kind {
        case .object, .instance:
            guard let model = plan.pointee.model, model.isPlain else { return false }
            return hasPlainProperties(model, record)
        case .sequence: return plan.pointee.element?.pointee.isPlain == true
        case .dictionary: return plan.pointee.element?.pointee.isPlain == true && plan.pointee.key?.pointee.isPlain == true
        case .rawValue: return true
        case .boxed: return plan.pointee.key?.pointee.isPlain == true
        default: return plan.pointee.kind.isScalar
        }
    }

    private func reachesInstance(_ record: TypeRecord) -> Bool {
        let plan = record.plan
        if plan.pointee.kind == .instance { return true }
        if let wrapped = plan.pointee.wrapped { return wrapped.reachesInstances }
        if plan.pointee.kind == .boxed, let values = plan.pointee.key { return values.reachesInstances }
        guard plan.pointee.kind == .object, let model = plan.pointee.model else { return false }
        return (0..<model.pointee.count).contains {
            let property = model.property($0)
            return property.pointee.access != nil || (!property.pointee.isConstant && property.pointee.value.reachesInstances)
        }
    }
}

/// A model's declaration where it is handed on: a reference, since so much is not copied.
final class DeclaredModel {
    let declaration: ModelDeclaration

    init(_ declaration: ModelDeclaration) { self.declaration = declaration }
}

/// A model whose plan has not been filled in yet, and those that came before it.
private final class PendingModel {
    let record: TypeRecord
    let declared: DeclaredModel
    let next: PendingModel?

    init(_ record: TypeRecord, _ declared: DeclaredModel, next: PendingModel?) {
        (self.record, self.declared, self.next) = (record, declared, next)
    }
}

/// Records, found by their types. It is no `Dictionary`: the first one with such keys has the runtime search all conformances of the process.
struct TypeRecords {
    private(set) var all: [TypeRecord] = []

    /// The record of a type that has been built.
    subscript(type: Any.Type) -> TypeRecord? { all.last { $0.type == type } }

    mutating func append(_ record: TypeRecord) { all.append(record) }
}
