// Properties whose values a transform makes: of a value as a whole, of each element of a container, or of a string that holds a JSON text. Such a text is a
// document of its own, read by the property's plan under the same rules; what is wrong in it counts as standing where the string does, its path behind
// the property's.

extension Decoding where Features == AllFeatures {
    /// What a transform works for.
    private struct Work {
        let property: PropertyRef
        let transform: ValueTransform
        /// Where the value begins.
        let offset: Int
        /// The way to the element at hand.
        var path: [JSONPath.Component] = []
    }

    /// Reads a value into a property through its transform.
    mutating func convert(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ transform: ValueTransform, _ open: OpenModel
    ) -> Read {
        var end = next
        guard var value = json(&end) else { return .failed }
        var found = found
        if let own = valueAtHand(next)?.own, found == .foreign || type(of: own) == property.pointee.value.innermost.type {
            // A value of the property's own type needs no transform; what stands for a text is converted as that.
            let verdict = put(in: property, open) { $0.put(own, property.pointee.value, $1, $2) ? .stored : .typeMismatch }
            if verdict == .stored { return Read(end: end, isStored: true) }
            if let text = PlainValue.text(own) { (value, found) = (.string(text), .string) }
        }
        var verdict: Verdict
        if found == .foreign {
            verdict = .typeMismatch
        } else if found == .null {
            verdict = storeNull(property, open)
        } else {
            var work = Work(property: property, transform: transform, offset: features.offset(next))
            if transform.kind.usesPlan {
                verdict = convertText(value, work, open)
            } else if let lift = transform.lift {
                verdict = convertElements(value, &work, lift, open)
            } else {
                verdict = convert(value, work, open)
            }
            if verdict.isRefusal && isNull(value) {
                features.empty = next
                features.refusal = nil
                if rules.scalars.contains(.keepsOnNull) || property.hasAlternatives { return Read(end: end, isStored: false) }
                (verdict, found) = (storeNull(property, open), .null)
            }
        }
        let state: SlotState = property.pointee.isRequired ? .awaited : []
        // What a transform takes, the property's type does not say.
        guard settle(verdict, found, at: next, property.pointee.value, state, hint: "") else {
            endsBehind(found, at: end)
            return .failed
        }
        return Read(end: end, isStored: verdict == .stored)
    }

    /// Has a property's value made of a value as a whole.
    private mutating func convert(_ value: JSONValue, _ work: Work, _ open: OpenModel) -> Verdict {
        let (plan, transform) = (work.property.pointee.value, work.transform)
        let isWhole = plan.type == transform.valueType
        let made = isWhole ? plan : plan.innermost
        return withScratch(made) { decoding, payload in
            do {
                guard try transform.decode(value, payload.address) else { return .invalidValue }
            } catch {
                if decoding.isNull(value) { return .invalidValue }
                return decoding.refuse(error, work, found: "a value that its transform refuses")
            }
            return decoding.put(in: work.property, open) { decoding, slot, state in
                // SAFETY: the transform has made a value of the plan's type, or of what its optionals wrap.
                if isWhole {
                    plan.withHandle { unsafe $0.put(slot.address, from: payload.address, fresh: state.isFresh) }
                } else {
                    decoding.store(through: plan, slot, fresh: state.isFresh) { slot, fresh in
                        made.withHandle { unsafe $0.put(slot.address, from: payload.address, fresh: fresh) }
                    }
                }
                return .stored
            }
        }
    }

    /// The model's own code has refused a value with an error: the decode ends with it, or it is noted.
    private mutating func refuse(_ error: any Error, _ work: Work, found: String) -> Verdict {
        let reason = DecodingFailure.Reason.transform(error, work.transform.valueType)
        if rules.failsOnMismatch {
            features.fail(reason, at: work.offset)
            return .failed
        }
        note(reason, found, work.property.pointee.value.typeText, .kept, work)
        if work.property.pointee.isRequired { keepReason(reason, at: work.offset, features.path) }
        return .passed
    }

    /// Notes that the model's own code has refused a value.
    private func note(
        _ reason: DecodingFailure.Reason, _ found: String, _ expected: @autoclosure () -> String, _ action: DecodingReport.Action,
        _ work: Work
    ) {
        let rejection = reason.rejection
        features.note(
            reason.code, expected(), found: found + (rejection.map { ": \($0.message)" } ?? ""), action, at: work.offset,
            path: JSONPath(features.path.components + work.path + (rejection?.path.components ?? [])),
            sender: SenderWords(reason: rejection?.message ?? ""))
    }

    /// Moves a value that has been made in memory of its own into a property.
    mutating func put(_ payload: Slot, in property: PropertyRef, _ open: OpenModel) -> Verdict {
        put(in: property, open) { _, slot, state in
            property.pointee.value.withHandle { unsafe $0.put(slot.address, from: payload.address, fresh: state.isFresh) }
            return .stored
        }
    }

    /// Lends the place of a property, or scratch memory from which the property is set.
    mutating func put(in property: PropertyRef, _ open: OpenModel, _ body: (inout Decoding, Slot, SlotState) -> Verdict) -> Verdict {
        guard let access = property.access else {
            let verdict = body(&self, open.slot(of: property), open.isFresh(property) ? .fresh : [])
            if verdict == .stored { open.hold(property) }
            return verdict
        }
        return withScratch(property.pointee.value) { decoding, slot in
            let verdict = body(&decoding, slot, .fresh)
            if verdict == .stored { decoding.set(property, access, movingFrom: slot, open) }
            return verdict
        }
    }

    // MARK: Texts

    /// Makes a property's value of the document in a string.
    private mutating func convertText(_ value: JSONValue, _ work: Work, _ open: OpenModel) -> Verdict {
        guard case .string(var text) = value else { return .typeMismatch }
        let plan = work.property.pointee.value
        return withScratch(plan) { decoding, payload in
            let (error, report) = unsafe text.withBorrowedBytes { decoding.read($0, plan, into: payload) }
            decoding.features.note(report, at: work.offset)
            if let error {
                if decoding.features.spent != nil {
                    let path = JSONPath(decoding.features.path.components + error.path.components)
                    decoding.features.fail(.inside(error), at: work.offset, path: path)
                    return .failed
                }
                decoding.features.refusal = Refusal(error)
                return .undecodable
            }
            return decoding.put(payload, in: work.property, open)
        }
    }

    /// Reads the document in a string into fresh memory.
    private mutating func read(
        _ text: BorrowedBytes, _ plan: PlanRef, into slot: Slot
    ) -> (error: ModelError?, report: DecodingReport?) {
        // Texts inside each other go down the call stack: their containers count together, and a text itself is one.
        var rules = partRules
        rules.maximumDepth = depthLeft - 1
        guard rules.maximumDepth > 0 else { return (.depthLimit(self.rules.maximumDepth, at: .none, path: JSONPath()), nil) }
        var limits = features.partLimits
        defer { features.take(limits) }
        return WholeDocument.make(part: text, plan, slot, rules, noting: features.partReport, &limits)
    }

    // MARK: Elements

    /// Makes a property's value of JSON whose elements go through a transform. One that does not fit is left out or ends the decode, as elements do.
    private mutating func convertElements(_ value: JSONValue, _ work: inout Work, _ lift: Lift, _ open: OpenModel) -> Verdict {
        let loan = arena.lend(size: work.property.pointee.value.pointee.size, alignment: work.property.pointee.value.pointee.alignment)
        defer { unsafe arena.takeBack(loan) }
        let payload = unsafe Slot(loan.address, of: work.property.pointee.value.type)
        let verdict = make(value, lift, into: payload, &work)
        return verdict == .stored ? put(payload, in: work.property, open) : verdict
    }

    /// Makes a value in fresh memory.
    private mutating func make(_ value: JSONValue, _ lift: Lift, into slot: Slot, _ work: inout Work) -> Verdict {
        switch lift.kind {
        case .value:
            if value.isNull { return rules.scalars.nullForPresent }
            do {
                if try work.transform.decode(value, slot.address) { return .stored }
            } catch {
                if !isNull(value) { return refuseElement(error, work) }
            }
            return isNull(value) ? rules.scalars.nullForPresent : .invalidValue
        case .optional(let inner):
            if value.isNull {
                unsafe lift.handle.putNil(slot.address, fresh: true)
                return .stored
            }
            // The payload is memory for a wrapped value, which is moved out of it if it has been made.
            return unsafe MutableAddress.withRoom(size: inner.handle.size, alignment: inner.handle.alignment) { room in
                let payload = unsafe Slot(room, of: inner.handle.type)
                let verdict = make(value, inner, into: payload, &work)
                if verdict == .stored {
                    unsafe lift.handle.wrap(slot.address, payload: payload.address, fresh: true)
                } else if verdict != .failed && isNull(value) {
                    unsafe lift.handle.putNil(slot.address, fresh: true)
                    return .stored
                }
                return verdict
            }
        case .sequence(let type, let element):
            guard let values = value.arrayValue else { return .typeMismatch }
            var made = LiftedValues(element.handle, capacity: values.count)
            for (index, value) in values.enumerated() {
                work.path.append(.index(index))
                let verdict = make(value, element, into: made.next, &work)
                if verdict == .stored { made.count += 1 }
                guard verdict == .stored || omit(verdict, value, element, work) else { return .failed }
                work.path.removeLast()
            }
            made.take { type.build(slot.address, elements: $0, count: $1, fresh: true) }
        case .dictionary(let type, let keyPlan, let element):
            guard let object = value.objectValue else { return .typeMismatch }
            var keys = LiftedValues(keyPlan.withHandle { $0 }, capacity: object.count)
            var values = LiftedValues(element.handle, capacity: object.count)
            for (name, value) in object {
                work.path.append(.key(name))
                var text = name
                var verdict = unsafe text.withBorrowedBytes { keyPlan.storeKey($0, keys.next) }
                if verdict == .stored {
                    keys.count += 1
                    verdict = make(value, element, into: values.next, &work)
                    if verdict == .stored { values.count += 1 } else { keys.dropLast() }
                    guard verdict == .stored || omit(verdict, value, element, work) else { return .failed }
                } else {
                    guard omit(verdict, .string(name), element, work) else { return .failed }
                }
                work.path.removeLast()
            }
            keys.take { keys, count in
                values.take { values, _ in
                    _ = type.build(slot.address, keys: keys, values: values, count: count, fresh: true)
                }
            }
        }
        return .stored
    }

    /// An element does not fit.
    ///
    /// - Returns: Whether the decode goes on without it.
    private mutating func omit(_ verdict: Verdict, _ value: JSONValue, _ element: Lift, _ work: Work) -> Bool {
        if verdict == .failed { return false }
        if verdict == .passed { return true }
        let code = verdict == .kept ? ModelError.Code.unexpectedNull : verdict.code
        let (type, scalars) = (element.handle.type, rules.scalars)
        let wanted = FieldKind.wanted(type, code, scalars)
        let mismatch = Mismatch(code: code, expected: TypeText.name(of: type), found: value.foundKind.rawValue, wanted: wanted)
        let path = JSONPath(features.path.components + work.path)
        let isRefusedNull = verdict == .unexpectedNull && rules.scalars.contains(.failsOnNull)
        if verdict != .kept && (rules.failsOnInvalidElement || isRefusedNull) {
            features.fail(.mismatch(mismatch), at: work.offset, path: path)
            return false
        }
        features.note(
            code, mismatch.expected, found: mismatch.foundInWords, .omitted, at: work.offset, path: path, sender: mismatch.sender)
        return true
    }

    /// The transform has thrown at an element.
    private mutating func refuseElement(_ error: any Error, _ work: Work) -> Verdict {
        let reason = DecodingFailure.Reason.transform(error, work.transform.valueType)
        let path = JSONPath(features.path.components + work.path)
        if rules.failsOnInvalidElement {
            features.fail(reason, at: work.offset, path: path)
            return .failed
        }
        note(reason, "a value that its transform refuses", TypeText.name(of: work.transform.valueType), .omitted, work)
        return .passed
    }
}
