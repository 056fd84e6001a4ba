// A model out of any coder, the mirror of the writer.
//
//     ArchiveReader.swift              models
//     ArchiveReader+Values.swift       values by kind
//     ArchiveReader+Containers.swift   arrays, sets, dictionaries
//
// Every value is made in memory of its own and moved to its place when it is whole: no code of a coder or a type runs while a place is half
// filled, and a value that fails leaves nothing behind. So every function here that takes fresh memory either fills it or throws.

/// Reads values from archives by their plans.
@safe struct ArchiveReader {
    /// Containers that are open, those around the model included.
    private var depth: Int

    /// Fills a model that `init()` has made.
    ///
    /// - Parameters:
    ///   - plan: Of the model's own type.
    ///   - address: Of the value; for a class, of a reference to the instance.
    /// - Throws: What has been filled until then stays so.
    static func fill(_ plan: ModelRef, _ address: MutableAddress, from decoder: any Decoder) throws {
        var reader = ArchiveReader(depth: decoder.codingPath.count)
        try reader.fill(plan, address, try decoder.container(keyedBy: TextKey.self))
    }

    /// Makes a model of its properties, as those are made that have no `init()`.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type; it holds one unless this throws.
    static func make(_ plan: ModelRef, _ draft: DraftRef, _ slot: MutableAddress, from decoder: any Decoder) throws {
        var reader = ArchiveReader(depth: decoder.codingPath.count)
        try reader.draft(draft, plan, slot, try decoder.container(keyedBy: TextKey.self))
    }

    /// Goes into a container.
    mutating func enter(_ path: @autoclosure () -> [any CodingKey]) throws {
        let limit = ArchiveWriter.maximumDepth
        guard depth < limit else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path(), debugDescription: "containers nested deeper than \(limit)"))
        }
        depth += 1
    }

    /// Comes out of a container.
    mutating func leave() { depth -= 1 }

    // MARK: Models

    /// Makes a model by its `init()` and fills it.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    mutating func model(
        _ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace
    ) throws {
        let container = try place.keyed()
        guard let model = plan.pointee.model else { return }
        if let draft = model.pointee.draft { return try self.draft(draft, model, slot, container) }
        plan.withHandle { unsafe $0.putDefault(slot, fresh: true) }
        do {
            try fill(model, slot, container)
        } catch {
            plan.withHandle { unsafe $0.deinitialize(slot, count: 1) }
            throw error
        }
    }

    /// Makes a model of its properties.
    ///
    /// - Parameter base: Fresh memory for a value of the plan's type.
    mutating func draft(
        _ draft: DraftRef, _ plan: ModelRef, _ base: MutableAddress,
        _ container: KeyedDecodingContainer<TextKey>
    ) throws {
        try enter(container.codingPath)
        defer { leave() }
        let record = plan.pointee.record.object
        var come: Set<Int> = []
        draft.begin(base)
        do {
            var member = KeyDecodingPlace(container: container)
            for index in record.archived {
                member.key = TextKey(record.propertyNames[index])
                guard container.contains(member.key) else { continue }
                let property = plan.property(index)
                let value = plan.property(index).pointee.value
                try value.withSlot { slot in
                    try self.value(value, into: slot, &member)
                    // SAFETY: the slot holds a value of the property's type, which is moved out of it.
                    let fresh = property.pointee.draftState.isFresh
                    if let access = property.access { return access.set(base, movingFrom: slot, fresh: fresh) }
                    property.pointee.value.withHandle { unsafe $0.put(base + property.pointee.offset, from: slot, fresh: fresh) }
                }
                come.insert(index)
            }
            let all = 0..<plan.pointee.count
            let missing = all.first { index in
                let property = plan.property(index)
                return !come.contains(index) && !property.isOptional && !draft.hasDefault(index)
            }
            if let missing {
                let key = TextKey(record.propertyNames[missing])
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: container.codingPath, debugDescription: "the archive has no value for '\(key.stringValue)'"))
            }
            guard draft.complete(base, hasCome: come.contains) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: container.codingPath, debugDescription: "the archive does not have every value of \(record.type)"))
            }
        } catch {
            draft.destroy(base, hasCome: come.contains)
            throw error
        }
    }

    private mutating func fill(
        _ plan: ModelRef, _ owner: MutableAddress, _ container: KeyedDecodingContainer<TextKey>
    ) throws {
        try enter(container.codingPath)
        defer { leave() }
        let record = plan.pointee.record.object
        let base = ValueMemory.base(plan, owner)
        var member = KeyDecodingPlace(container: container)
        for index in record.archived {
            member.key = TextKey(record.propertyNames[index])
            guard container.contains(member.key) else { continue }
            let property = plan.property(index)
            let value = property.pointee.value
            try value.withSlot { slot in
                try self.value(value, into: slot, &member)
                // SAFETY: the slot holds a value of the property's type, which either call moves out of it. The model is the caller's, and
                // nobody else's but if its own `init()` has handed it out.
                if let access = property.pointee.access {
                    access.with { $0.value.set(owner, movingFrom: slot) }
                } else {
                    value.withHandle { unsafe $0.put(base + property.pointee.offset, from: slot, fresh: false) }
                }
            }
        }
    }
}
