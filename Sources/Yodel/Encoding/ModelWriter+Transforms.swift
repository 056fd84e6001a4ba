extension ModelWriter {
    /// The JSON of a value whose elements go through a transform; nil if it is left out.
    ///
    /// - Parameter path: The way to the element at hand, where an error stays.
    func elements(
        _ lift: Lift, _ address: ValueAddress, _ transform: ValueTransform, _ path: inout [JSONPath.Component]
    ) throws -> JSONValue? {
        switch lift.kind {
        case .value: return try transform.encode(address)
        case .optional(let inner):
            // SAFETY: the payload of an optional is at the optional's own address, see `value`.
            let isNil = unsafe lift.handle.isNil(address)
            return isNil ? .some(.null) : try elements(inner, address, transform, &path)
        case .sequence(let type, let element):
            var result = Result<[JSONValue], any Error>.success([])
            type.withElements(address) { base, count in
                result = Result {
                    try (0..<count).map { index in
                        path.append(.index(index))
                        let value = unsafe try elements(element, base + index * element.handle.stride, transform, &path)
                        path.removeLast()
                        // Elements after one that is left out keep their places.
                        return value ?? .null
                    }
                }
            }
            return .array(try result.get())
        case .dictionary(let type, let key, let element):
            var object = JSONObject()
            var result = Result<Void, any Error>.success(())
            type.forEachPair(address) { keyAddress, valueAddress in
                let name = keyText(key, keyAddress)
                result = Result {
                    path.append(.key(name))
                    if let value = try elements(element, valueAddress, transform, &path) { object[name] = value }
                    path.removeLast()
                }
                return if case .success = result { true } else { false }
            }
            try result.get()
            return .object(object)
        }
    }

    /// Writes a property as its type says.
    mutating func untransformed(
        _ property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        if let defaults { return value(of: property, address, defaults) }
        return value(property.pointee.value, address)
    }

    /// Writes a sequence of one element as that, and any other value as its type says.
    mutating func one(
        _ property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        guard let plan = property.pointee.value.unwrapped(at: address) else { return .isNil }
        // What may be an array itself would be read as the sequence.
        guard plan.pointee.kind == .sequence, let element = plan.pointee.element, !element.mayBeArray,
            let type = plan.pointee.record.with(\.sequence)
        else { return untransformed(property, address, defaults) }
        let mark = json.output.count
        var verdict = WriteVerdict.isNil
        type.withElements(address) { base, count in
            if count == 1 { verdict = value(element, base) }
        }
        // Null, or nothing, would not be read as an element.
        if verdict == .written || verdict == .failed { return verdict }
        json.output.truncate(to: mark)
        return untransformed(property, address, defaults)
    }

    /// Writes each element of a sequence as the only value of an object, at the end of a path.
    mutating func each(_ path: [Box<String>], _ property: PropertyRef, _ address: ValueAddress) -> WriteVerdict {
        guard let plan = property.pointee.value.unwrapped(at: address) else { return .isNil }
        guard let element = plan.pointee.element, let type = plan.pointee.record.with(\.sequence) else { return .leftOut }
        guard json.open(UInt8(ascii: "[")) else { return tooDeep() }
        var (verdict, total) = (WriteVerdict.written, 0)
        type.withElements(address) { base, count in
            total = count
            for index in 0..<count {
                json.element(isFirst: index == 0)
                verdict = unsafe nested(path[...], element, base + index * element.pointee.stride)
                guard verdict == .written else {
                    failure?.path.append(.index(index))
                    return
                }
            }
        }
        guard verdict == .written else { return verdict }
        json.close(UInt8(ascii: "]"), isEmpty: total == 0)
        return .written
    }

    /// Writes a value inside of as many objects as there are keys. Nil, or nothing, is null there.
    private mutating func nested(_ path: ArraySlice<Box<String>>, _ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        guard let key = path.first else {
            let mark = json.output.count
            let verdict = value(plan, address)
            if verdict == .isNil || verdict == .leftOut { standsEmpty(from: mark) }
            return verdict == .failed ? .failed : .written
        }
        guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
        json.key(key.value, isFirst: true)
        guard nested(path.dropFirst(), plan, address) == .written else {
            failure?.path.append(.key(key.value))
            return .failed
        }
        json.close(UInt8(ascii: "}"), isEmpty: false)
        return .written
    }

    /// Writes a property as a string that holds its document.
    mutating func text(
        _ property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        var inner = ModelWriter(rules.compact, plans, OutputBuffer(capacity: 512), depth: json.depth, parse: parse)
        let verdict =
            defaults.map { inner.value(of: property, address, $0) } ?? inner.value(property.pointee.value, address)
        inner.giveBackSession()
        if rules.quotesLargeIntegers && verdict == .written { LargeIntegers.quote(in: &inner.json.output, from: 0) }
        switch verdict {
        case .written: json.string(inner.json.output.text)
        case .failed: failure = inner.failure
        case .isNil, .leftOut: break
        }
        return verdict
    }
}

extension PlanRef {
    /// Whether a value of the type, without its optionals, may be written as an array.
    fileprivate var mayBeArray: Bool {
        let inner = innermost
        if inner.pointee.kind == .object { return inner.model.pointee.isArray }
        return inner.pointee.kind.takesArrays || inner.pointee.kind == .encodable
    }
}
