import FoundationEssentials

extension ModelWriter {
    /// Writes a value of any kind in place: the commonest by their type, any other as a copy.
    ///
    /// - Parameter address: Of an `Any`.
    mutating func foreign(at address: ValueAddress) -> WriteVerdict {
        let place = AnyPlace(address: address)
        guard AnyPlace.isKnown else { return foreign(place.any) }
        // SAFETY of the values: those of these types are in an `Any` as they are by themselves (`AnyPlace.isKnown`).
        switch PlainKind.of(place.type) {
        case .string: json.string(at: WrittenValue(address, .string).string)
        case .int: json.integer(WrittenValue(address, .integer).integer)
        case .bool: json.boolean(WrittenValue(address, .boolean).boolean)
        case .double:
            let number = WrittenValue(address, .double).double
            guard number.isFinite else { return nonFinite() }
            json.finite(number)
        case .array: return unsafe foreignArray(address.assumingMemoryBound(to: [Any].self).pointee)
        case .dictionary: return foreignDictionary(at: address)
        case .integers: return scalars(unsafe address.assumingMemoryBound(to: [Int].self).pointee) { $0.integer(Int64($1)) }
        case .strings: return scalars(unsafe address.assumingMemoryBound(to: [String].self).pointee) { $0.string($1) }
        case .optional where place.isNil: return .isNil
        default: return foreign(place.any)
        }
        return .written
    }

    /// Writes an array of `Any`, which need not stand in one.
    ///
    /// - Parameter address: Of the array.
    mutating func foreignArray(at address: ValueAddress) -> WriteVerdict {
        let array = unsafe address.assumingMemoryBound(to: [Any].self).pointee
        // One that converts itself is asked.
        return PlainKind.of([Any].self) == .array ? foreignArray(array) : foreign(array)
    }

    /// Writes a dictionary of `Any`, which stands in one or by itself.
    ///
    /// - Parameter address: Of the dictionary.
    mutating func foreignDictionary(at address: ValueAddress) -> WriteVerdict {
        if rules.sortsKeys || PlainKind.of([String: Any].self) != .dictionary {
            return foreign(unsafe address.assumingMemoryBound(to: [String: Any].self).pointee)
        }
        guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
        var (verdict, isFirst) = (WriteVerdict.written, true)
        [String: Any].forEachPair(address) { keyAddress, valueAddress in
            let mark = json.output.count
            let key = WrittenValue(keyAddress, .string).string
            json.key(at: key, isFirst: isFirst)
            verdict = pair(foreign(at: valueAddress), from: mark, isFirst: &isFirst)
            if verdict == .failed { failure?.path.append(.key(key.pointee)) }
            return verdict != .failed
        }
        guard verdict != .failed else { return .failed }
        json.close(UInt8(ascii: "}"), isEmpty: isFirst)
        return .written
    }

    /// Writes a value of any kind: what JSON has as such, a model by its plan, anything else by its own `encode(to:)`.
    mutating func foreign(_ value: Any) -> WriteVerdict {
        if type(of: value) == RawJSON.self, let value = value as? RawJSON { return raw(value) }
        if rules.quotesDecimals, type(of: value) == Decimal.self, let value = value as? Decimal, value.isFinite {
            json.finite(value)
            return .written
        }
        switch PlainValue(value) {
        case .null: return .isNil
        case .bool(let value): json.boolean(value)
        case .number(let text): json.number(text)
        case .string(let text): json.string(text)
        case .json(let value): return json(value)
        case .array(let elements): return foreignArray(elements)
        case .object(let pairs): return foreignObject(pairs)
        case .other(let value): return other(value)
        }
        return .written
    }

    private mutating func foreignArray(_ elements: [Any]) -> WriteVerdict {
        guard json.open(UInt8(ascii: "[")) else { return tooDeep() }
        var isWritten = true
        AnyPlace.forEach(in: elements) { index, element in
            json.element(isFirst: index == 0)
            let mark = json.output.count
            let verdict = foreign(at: element.address)
            isWritten = verdict == .written || standsEmpty(verdict, index, from: mark)
            return isWritten
        }
        guard isWritten else { return .failed }
        json.close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        return .written
    }

    /// Writes an array of what JSON has as such, as one of `Any` with the same elements.
    @inline(__always)
    private mutating func scalars<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) -> WriteVerdict {
        guard json.open(UInt8(ascii: "[")) else { return tooDeep() }
        for (index, element) in elements.enumerated() {
            json.element(isFirst: index == 0)
            write(&json, element)
        }
        json.close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        return .written
    }

    private mutating func foreignObject(_ pairs: [(key: String, value: Any)]) -> WriteVerdict {
        guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
        let pairs = rules.sortsKeys ? pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : pairs
        var isFirst = true
        for (key, value) in pairs {
            guard pair(key, isFirst: &isFirst, { $0.foreign(value) }) != .failed else { return .failed }
        }
        json.close(UInt8(ascii: "}"), isEmpty: isFirst)
        return .written
    }

    private mutating func other(_ value: Any) -> WriteVerdict {
        // What is a number and did not become one is not finite.
        switch PlainKind.of(type(of: value)) {
        case .double, .fraction, .rareFraction: nonFinite()
        case .untold: value is any BinaryFloatingPoint || value is Decimal ? nonFinite() : planned(value)
        default: planned(value)
        }
    }

    /// Writes a value by the plan of its type, if it has one.
    private mutating func planned(_ value: Any) -> WriteVerdict {
        func open<T>(_ value: T) -> WriteVerdict {
            do throws(ModelError) {
                let plan = try plans.plan(for: T.self)
                return unsafe withUnsafePointer(to: value) { unsafe self.value(plan, ValueAddress($0)) }
            } catch {
                return fail(error.code == .unsupportedType ? .unencodable(T.self) : .error(error))
            }
        }
        return _openExistential(value, do: open)
    }

    // MARK: Transforms and hooks

    /// Writes the JSON that a transform makes of a property.
    mutating func made(
        _ transform: ValueTransform, _ property: PropertyRef, _ address: ValueAddress, _ defaults: ModelDefaults?
    ) -> WriteVerdict {
        if transform.keepsNull, let wrapped = property.pointee.value.pointee.wrapped {
            // SAFETY: the payload of an optional stands at the optional's own address, see `value`.
            if property.pointee.value.isNil(address) { return .isNil }
            if wrapped.isNil(address) {
                json.null()
                return .written
            }
        }
        switch transform.kind {
        case .closures: break
        case .text: return text(property, address, defaults)
        case .textOrValue, .plain, .oneOrMany(writesOne: false): return untransformed(property, address, defaults)
        case .oneOrMany(writesOne: true): return one(property, address, defaults)
        case .each: return each(transform.path, property, address)
        case .unnamed: return fail(.undiscriminated(transform.valueType))
        }
        let type = transform.lift?.handle.type ?? transform.valueType
        var plan = property.pointee.value
        while let wrapped = plan.pointee.wrapped, plan.type != type {
            if plan.withHandle({ unsafe $0.isNil(address) }) { return .isNil }
            plan = wrapped
        }
        if transform.lift != nil, plan.pointee.wrapped != nil,
            plan.withHandle({ unsafe $0.isNil(address) })
        {
            return .isNil
        }
        var path: [JSONPath.Component] = []
        do {
            // SAFETY: the plan pairs the transform with a property of its type, or of one that its lift leads from.
            let made = try transform.lift.map { try elements($0, address, transform, &path) } ?? transform.encode(address)
            return made.map { json($0) } ?? .leftOut
        } catch {
            let verdict = fail(.transform(error, transform.valueType))
            failure?.path = path.reversed()
            return verdict
        }
    }

    /// Writes a model whose own code changes what is written of it.
    mutating func hooked(_ plan: ModelRef, base: ValueAddress, owner: ValueAddress) -> WriteVerdict {
        hooked(plan, base: base, owner: owner) { $0.level(plan.pointee.writing, base, owner, isRoot: true) }
    }

    /// The same.
    ///
    /// - Parameter write: Writes the model without its code.
    mutating func hooked(
        _ plan: ModelRef, base: ValueAddress, owner: ValueAddress, _ write: (inout ModelWriter) -> WriteVerdict
    ) -> WriteVerdict {
        var inner = ModelWriter(rules.compact, plans, OutputBuffer(capacity: 512), depth: json.depth, parse: parse)
        let verdict = write(&inner)
        inner.giveBackSession()
        // Its code sees numbers; what large ones become is seen to when the document is whole.
        if rules.quotesLargeIntegers && verdict == .written { LargeIntegers.removeMarks(in: &inner.json.output) }
        guard verdict == .written, let hooks = plan.pointee.hooks else {
            failure = inner.failure
            return .failed
        }
        do {
            let value = unsafe try inner.json.output.withBorrowedBytes { try parse($0) }
            var object = value.objectValue ?? JSONObject()
            // SAFETY: the model's record keeps the hooks alive; `owner` is of the model's type.
            try hooks.with { try $0.willEncode?(owner, &object) }
            return json(.object(object))
        } catch {
            return fail(.model(error, plan.type))
        }
    }
}
