// Transforms of elements: a property of type `[Date]`, `[String: Date?]` or the like, whose transform makes a `Date`. The container is at hand as
// a whole, and each of its values goes through the transform. One that does not fit is left out or ends the decode, as elements do.

extension MappingMachine {
    /// Makes a property's value of JSON whose elements go through a transform.
    mutating func convertElements(
        _ value: JSONValue, in property: UnsafePointer<PropertyPlan>, _ transform: ValueTransform, _ lift: Lift, _ shape: TokenShape
    ) -> Verdict {
        let plan = unsafe property.pointee.value
        return unsafe withScratch(plan) { machine, payload in
            var work = LiftedMapping(transform: transform, shape: shape)
            let verdict = unsafe machine.make(value, lift, into: payload, &work)
            guard verdict == .stored else { return verdict }
            return unsafe machine.put(in: property) { machine, slot, fresh in
                unsafe plan.pointee.withHandle { unsafe $0.put(slot, from: payload, fresh: fresh) }
                return .stored
            }
        }
    }

    /// What stays the same for all elements of a property, and where the one at hand is.
    private struct LiftedMapping {
        let transform: ValueTransform
        let shape: TokenShape
        var path: [JSONPath.Component] = []
    }

    /// Makes a value in fresh memory.
    private mutating func make(
        _ value: JSONValue, _ lift: Lift, into slot: UnsafeMutableRawPointer, _ work: inout LiftedMapping
    ) -> Verdict {
        switch lift.kind {
        case .value:
            if value.isNull { return unsafe nullForPresent }
            do {
                return unsafe try work.transform.decode(value, slot) ? .stored : .invalidValue
            } catch {
                return unsafe refuse(error, work)
            }
        case .optional(let inner):
            if value.isNull {
                unsafe lift.handle.putNil(slot, fresh: true)
                return .stored
            }
            // SAFETY: the payload is memory for a wrapped value, which is moved out of it if it has been made.
            return unsafe withUnsafeTemporaryAllocation(byteCount: max(inner.handle.size, 1), alignment: inner.handle.alignment) { room in
                let payload = unsafe room.baseAddress.unsafelyUnwrapped
                let verdict = unsafe make(value, inner, into: payload, &work)
                if verdict == .stored { unsafe lift.handle.wrap(slot, payload: payload, fresh: true) }
                return verdict
            }
        case .sequence(let type, let element):
            guard let values = value.arrayValue else { return .typeMismatch }
            var made = LiftedValues(element.handle, capacity: values.count)
            for (index, value) in values.enumerated() {
                work.path.append(.index(index))
                let verdict = unsafe make(value, element, into: made.next.address, &work)
                if verdict == .stored { made.count += 1 }
                guard unsafe verdict == .stored || leaveOut(verdict, value, element, work) else { return .failed }
                work.path.removeLast()
            }
            unsafe made.take { unsafe type.build(slot, elements: $0, count: $1, fresh: true) }
        case .dictionary(let type, let keyPlan, let element):
            guard let object = value.objectValue else { return .typeMismatch }
            var keys = unsafe LiftedValues(keyPlan.pointee.withHandle { $0 }, capacity: object.count)
            var values = LiftedValues(element.handle, capacity: object.count)
            for (name, value) in object {
                work.path.append(.key(name))
                var text = name
                var verdict = text.withUTF8 { unsafe PlanRef(keyPlan).storeKey($0, keys.next) }
                if verdict == .stored {
                    keys.count += 1
                    verdict = unsafe make(value, element, into: values.next.address, &work)
                    if verdict == .stored { values.count += 1 } else { keys.dropLast() }
                    guard unsafe verdict == .stored || leaveOut(verdict, value, element, work) else { return .failed }
                } else {
                    guard unsafe leaveOut(verdict, .string(name), element, work) else { return .failed }
                }
                work.path.removeLast()
            }
            unsafe keys.take { keys, count in
                unsafe values.take { values, _ in _ = unsafe type.build(slot, keys: keys, values: values, count: count, fresh: true) }
            }
        }
        return .stored
    }

    /// An element does not fit.
    ///
    /// - Returns: Whether the decode goes on without it.
    private mutating func leaveOut(_ verdict: Verdict, _ value: JSONValue, _ element: Lift, _ work: LiftedMapping) -> Bool {
        if verdict == .failed { return false }
        if verdict == .passed { return true }
        let code = verdict == .kept ? ModelError.Code.unexpectedNull : verdict.code
        let mismatch = Mismatch(code: code, expected: "\(element.handle.type)", found: value.foundKind.rawValue)
        let start = unsafe position.tokenStart(work.shape)
        let path = unsafe JSONPath(self.path.components + work.path)
        let isRefusedNull = unsafe verdict == .unexpectedNull && rules.scalars.contains(.failsOnNull)
        if unsafe verdict != .kept && (rules.failsOnInvalidElement || isRefusedNull) {
            return unsafe fail(.mismatch(mismatch), at: start, path: path)
        }
        if unsafe report != nil {
            unsafe note(code, mismatch.expected, found: mismatch.foundInWords, .leftOut, at: start, path: path)
        }
        return true
    }

    /// The transform has thrown at an element.
    private mutating func refuse(_ error: any Error, _ work: LiftedMapping) -> Verdict {
        let reason = DecodingFailure.Reason.transform(error, work.transform.valueType)
        let start = unsafe position.tokenStart(work.shape)
        let path = unsafe JSONPath(self.path.components + work.path)
        if unsafe rules.failsOnInvalidElement {
            _ = unsafe fail(reason, at: start, path: path)
            return .failed
        }
        if unsafe report != nil {
            unsafe note(
                reason.code, "\(work.transform.valueType)", found: "a value that its transform refuses", .leftOut, at: start, path: path)
        }
        return .passed
    }
}
