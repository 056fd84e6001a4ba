extension ArchiveReader {
    /// Makes an array or a set.
    mutating func sequence(
        _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace
    ) throws {
        let record = unsafe plan.pointee.record.takeUnretainedValue()
        guard let type = record.sequence, let element = unsafe plan.pointee.element else { return }
        var next = ElementDecodingPlace(container: try place.unkeyed())
        try enter(next.codingPath)
        defer { leave() }
        var elements = unsafe Elements(element)
        while !next.container.isAtEnd {
            unsafe try elements.append { try unsafe value(element, into: $0, &next) }
        }
        unsafe elements.take { base, count in unsafe type.build(slot, elements: base, count: count, fresh: true) }
    }

    /// Makes a dictionary.
    mutating func dictionary(
        _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace
    ) throws {
        let record = unsafe plan.pointee.record.takeUnretainedValue()
        guard let type = record.dictionary, let key = unsafe plan.pointee.key, let element = unsafe plan.pointee.element else { return }
        var member = KeyDecodingPlace(container: try place.keyed())
        try enter(member.container.codingPath)
        defer { leave() }
        var keys = unsafe Elements(key)
        var values = unsafe Elements(element)
        for name in member.container.allKeys {
            member.key = name
            unsafe try keys.append { try unsafe self.key(key, into: $0, name.stringValue, member.codingPath) }
            unsafe try values.append { try unsafe value(element, into: $0, &member) }
        }
        unsafe keys.take { keys, count in
            unsafe values.take { values, _ in
                _ = unsafe type.build(slot, keys: keys, values: values, count: count, fresh: true)
            }
        }
    }

    /// Makes a dictionary's key of its text.
    private func key(
        _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ text: String, _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        var isKey = true
        switch unsafe plan.pointee.kind {
        case .scalar(let kind): isKey = unsafe Self.key(kind.scalarType, text, slot)
        case .rawValue:
            guard let raw = unsafe plan.pointee.key else { break }
            isKey = try unsafe ValueMemory.with(raw) { payload in
                try unsafe key(raw, into: payload, text, path())
                return unsafe plan.pointee.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
            }
        case .json, .any, .anyArray, .anyDictionary, .object, .instance, .sequence, .dictionary, .decodable, .encodable, .custom:
            preconditionFailure("a kind that is no key")
        }
        guard isKey else {
            let type = unsafe plan.pointee.record._withUnsafeGuaranteedRef(\.type)
            throw Self.corrupted("the key is no value of the type \(type)", path())
        }
    }

    /// Puts a scalar that is a key; false if the text makes none.
    ///
    /// SAFETY: the slot is for a value of the type.
    private static func key<S: Scalar>(_ type: S.Type, _ text: String, _ slot: UnsafeMutableRawPointer) -> Bool {
        guard let value = S.from(key: text) else { return false }
        unsafe slot.initializeMemory(as: S.self, to: value)
        return true
    }
}

/// Values of one type, one stride apart, until a container is made of them.
@safe private struct Elements: ~Copyable {
    private let handle: TypeHandle
    private var base: UnsafeMutableRawPointer
    private var count = 0
    private var capacity = 8

    init(_ plan: UnsafePointer<ValuePlan>) {
        handle = unsafe plan.pointee.withHandle { $0 }
        unsafe base = .allocate(byteCount: handle.stride * capacity, alignment: handle.alignment)
    }

    /// Appends a value.
    ///
    /// - Parameter make: Makes it in fresh memory, or throws.
    mutating func append(_ make: (UnsafeMutableRawPointer) throws -> Void) throws {
        if count == capacity {
            // SAFETY: all values are moved to memory of twice the size, and the old is freed.
            let larger = UnsafeMutableRawPointer.allocate(byteCount: handle.stride * capacity * 2, alignment: handle.alignment)
            unsafe handle.moveInitialize(larger, from: base, count: count)
            unsafe base.deallocate()
            unsafe base = unsafe larger
            capacity *= 2
        }
        try unsafe make(base + count * handle.stride)
        count += 1
    }

    /// Lends all values to be moved out.
    mutating func take(_ body: (UnsafeMutableRawPointer, Int) -> Void) {
        unsafe body(base, count)
        count = 0
    }

    deinit {
        unsafe handle.deinitialize(base, count: count)
        unsafe base.deallocate()
    }
}
