// A key that is a property's and the way to others: of a document each of them is read, but only one can be written at the key. What is below it then has
// to be in the value that is written, or be what reading restores anyway; else something would be lost, which is an error.
//
//     raw -> "a"   z -> "a.b"      raw {"b": 1}  z 1      {"a":{"b":1}}
//                                  raw {"b": 1}  z 2      an error: 2 would be lost
//                                  raw nil       z 2      {"a":{"b":2}}

extension ModelWriter {
    /// A property has been written at a key that leads to others.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Parameters:
    ///   - child: The keys below.
    ///   - property: What has been written.
    ///   - mark: Where its text begins; it ends where the output does, also afterwards.
    @inline(never)
    mutating func written(
        over child: WriteLevelRef, _ property: PropertyRef, from mark: Int, _ base: ValueAddress, _ owner: ValueAddress
    ) -> WriteVerdict {
        let end = json.output.count
        let verdict = level(child, base, owner, isRoot: false)
        defer { json.output.truncate(to: end) }
        guard verdict == .written else { return verdict == .failed ? .failed : .written }
        do {
            let written = try parsed(from: mark, to: end, of: json.output)
            if finds(try parsed(from: end, to: json.output.count, of: json.output), of: child, in: written) { return .written }
            // Models below have been looked at now. Once is enough: else each model inside of another one would double the work.
            var rules = rules.compact
            rules.losesNothing = true
            var inner = ModelWriter(rules, plans, OutputBuffer(capacity: 512), depth: json.depth, parse: parse)
            let changed = inner.changed(child, base, owner)
            inner.giveBackSession()
            if changed == .failed {
                failure = inner.failure
                return .failed
            }
            guard changed == .written else { return .written }
            let below = try parsed(from: 0, to: inner.json.output.count, of: inner.json.output)
            if finds(below, of: child, in: written) { return .written }
        } catch let error as ModelError {
            return fail(.error(error))
        } catch {
            return fail(.model(error, child.pointee.model.type))
        }
        let model = child.pointee.model
        let names = child.properties.map { model.name(of: $0) }
        return fail(.error(.writtenOver(names, by: model.name(of: property), of: model.type)))
    }

    /// The value of a part of what has been written.
    private func parsed(from start: Int, to end: Int, of output: borrowing OutputBuffer) throws -> JSONValue {
        var text = OutputBuffer()
        text.append(start..<end, of: output)
        if rules.quotesLargeIntegers { LargeIntegers.removeMarks(in: &text) }
        return unsafe try text.withBorrowedBytes { try parse($0) }
    }

    /// Whether what has been written at the keys of a level is in another value, at the same places.
    private func finds(_ written: JSONValue, of level: WriteLevelRef, in other: JSONValue) -> Bool {
        for index in 0..<level.pointee.count {
            let entry = level.entry(index)
            let key = String(decoding: entry.pointee.key, as: UTF8.self)
            guard let part = written.member(key), !part.isNothing else { continue }
            guard let same = other.member(key) else { return false }
            let isFound: Bool
            if let child = entry.pointee.child {
                // What is below it may stand beside more.
                isFound = entry.pointee.choiceCount == 0 ? finds(part, of: child, in: same) : same.holds(part, isWhole: false)
            } else if entry.pointee.choiceCount == 1, entry.property(0).pointee.transform == nil {
                isFound = isRead(part, from: same, as: entry.property(0).pointee.value)
            } else {
                isFound = same.holds(part, isWhole: !(entry.pointee.value?.isOfModels ?? false))
            }
            if !isFound { return false }
        }
        return true
    }

    /// Whether a value is written as one when a type has read it from another one.
    private func isRead(_ written: JSONValue, from value: JSONValue, as plan: PlanRef) -> Bool {
        if let wrapped = plan.pointee.wrapped { return isRead(written, from: value, as: wrapped) }
        switch (plan.pointee.kind, written, value) {
        case (.scalar(let kind), _, _): return value == written || rewritten(value, as: kind, plan) == written
        case (.sequence, .array(let written), .array(let values)):
            guard let element = plan.pointee.element else { return false }
            if element.pointee.wrapped == nil, case .scalar(let kind) = element.pointee.kind, plan.pointee.record.with(\.isSet) {
                return Set(written) == Set(values.map { rewritten($0, as: kind, element) ?? $0 })
            }
            guard written.count == values.count else { return false }
            for (written, value) in zip(written, values) where !isRead(written, from: value, as: element) { return false }
            return true
        default: return value.holds(written, isWhole: !plan.isOfModels)
        }
    }

    /// What is written of a scalar when a type has read it; nil if it does not take it.
    private func rewritten(_ value: JSONValue, as kind: ScalarKind, _ plan: PlanRef) -> JSONValue? {
        unsafe MutableAddress.withRoom(size: plan.pointee.size, alignment: plan.pointee.alignment) { slot in
            // SAFETY: the slot is fresh memory for a value of the kind, which is the plan's, and holds one if the verdict says so.
            let target = unsafe ScalarTarget(
                slot: Slot(slot, of: plan.type), kind: kind, isOptional: false, fresh: true, rules: ScalarRules(.converts))
            let verdict: Verdict
            switch value {
            case .bool(let value): verdict = target.store(boolean: value)
            case .number(let number):
                var text = number.text
                verdict = unsafe text.withBorrowedBytes { target.store(number: $0) }
            case .string(var text): verdict = unsafe text.withBorrowedBytes { target.store(string: $0) }
            case .null, .array, .object: return nil
            }
            guard verdict == .stored else { return nil }
            defer { plan.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            var writer = ModelWriter(rules.compact, plans, OutputBuffer(capacity: 64), depth: json.depth, parse: parse)
            guard writer.value(plan, slot.value) == .written else { return nil }
            return try? parsed(from: 0, to: writer.json.output.count, of: writer.json.output)
        }
    }

    /// Writes the keys of a level whose properties are not what a model has without them.
    private mutating func changed(_ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress) -> WriteVerdict {
        let plan = level.pointee.model
        let omittable = (0..<plan.pointee.total).map { !plan.property($0).pointee.isRequired }
        guard plan.pointee.draft == nil else {
            return chosenLevel(level, base, owner, isRoot: false, ModelDefaults(places: [], omittable: omittable))
        }
        return plan.withDefault { place in
            chosenLevel(level, base, owner, isRoot: false, ModelDefaults(places: [place], omittable: omittable))
        }
    }
}

extension WriteLevelRef {
    /// The properties that are written at its keys and below them.
    fileprivate var properties: [PropertyRef] {
        (0..<pointee.count).flatMap { index in
            let entry = entry(index)
            return (0..<entry.pointee.choiceCount).map(entry.property) + (entry.pointee.child?.properties ?? [])
        }
    }
}

extension TypeRecord {
    /// Whether elements are in no order.
    fileprivate var isSet: Bool { sequence?.isSet == true }
}

extension PlanRef {
    /// Whether a value is a model, or has models in it: a document may have more keys in their place.
    fileprivate var isOfModels: Bool {
        switch pointee.kind {
        case .object, .instance, .boxed, .cases: true
        default: (pointee.wrapped ?? pointee.element)?.isOfModels ?? false
        }
    }
}

extension JSONValue {
    /// What is at a key, which may be an index.
    fileprivate func member(_ key: String) -> JSONValue? {
        switch self {
        case .object(let object): return object[key]
        case .array(let values):
            guard let index = KeyText.index(key), index < values.count else { return .none }  // `nil` would be JSON's null
            return values[index]
        case .null, .bool, .number, .string: return .none
        }
    }

    /// Whether all that another value has is in this one. Scalars count as the same in the forms that are converted into each other.
    ///
    /// - Parameter isWhole: Whether objects must have no more keys.
    fileprivate func holds(_ other: JSONValue, isWhole: Bool) -> Bool {
        switch (self, other) {
        case (.object(let own), .object(let other)):
            (!isWhole || own.count == other.count)
                && other.allSatisfy { key, value in own[key].map { $0.holds(value, isWhole: isWhole) } ?? value.isNothing }
        case (.array(let own), .array(let other)):
            own.count == other.count && zip(own, other).allSatisfy { $0.holds($1, isWhole: isWhole) }
        // As text, `1.1` and `1.10` are two versions.
        case (.string, .string): self == other
        default: self == other || (words != nil && words == other.words)
        }
    }

    /// Whether it has nothing that could be lost.
    fileprivate var isNothing: Bool {
        switch self {
        case .null: true
        case .array(let values): !values.isEmpty && values.allSatisfy(\.isNothing)
        case .object(let object): object.allSatisfy { $0.value.isNothing }
        case .bool, .number, .string: false
        }
    }

    /// What a scalar says, in whatever form; nil for a container.
    private var words: String? {
        switch self {
        case .bool(let value): value ? "1.0" : "0.0"
        case .number(let number): Double(number.text).map { "\($0)" } ?? number.text
        case .string(let text): Double(text).map { "\($0)" } ?? text
        case .null, .array, .object: nil
        }
    }
}
