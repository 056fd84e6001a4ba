// A string that holds a JSON text, for a property with `PropertyTransform.jsonText`: the text is a document of its own, mapped by the property's
// plan under the same rules. What is wrong in it counts as standing where the string does, its path behind the property's.

extension MappingMachine {
    /// Makes a property's value of the document in a string.
    mutating func convertText(_ value: JSONValue, in property: UnsafePointer<PropertyPlan>, _ shape: TokenShape) -> Verdict {
        guard case .string(var text) = value else { return .typeMismatch }
        let plan = unsafe property.pointee.value
        let start = unsafe position.tokenStart(shape)
        return unsafe withScratch(plan) { machine, payload in
            var report = unsafe machine.report.map { unsafe DecodingReport(limit: $0.pointee.limit) }
            var isFilled = false
            let error = text.withUTF8 { utf8 in
                unsafe machine.map(utf8, plan, into: payload, &isFilled, &report)
            }
            for departure in report?.departures ?? [] {
                let path = unsafe JSONPath(machine.path.components + departure.path.components)
                unsafe machine.note(departure.code, departure.expected, found: departure.found, departure.action, at: start, path: path)
            }
            if let error {
                if isFilled { unsafe plan.pointee.withHandle { unsafe $0.deinitialize(payload, count: 1) } }
                unsafe machine.failure = DecodingFailure(reason: .undecodable(Refusal(error)), offset: start, path: JSONPath())
                return .undecodable
            }
            return unsafe machine.put(in: property) { machine, slot, fresh in
                unsafe plan.pointee.withHandle { unsafe $0.put(slot, from: payload, fresh: fresh) }
                return .stored
            }
        }
    }

    private func map(
        _ text: UnsafeBufferPointer<UInt8>, _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ isFilled: inout Bool,
        _ report: inout DecodingReport?
    ) -> ModelError? {
        var rules = unsafe rules
        // Texts inside each other go down the call stack: their containers count together, and a text itself is one.
        rules.maximumDepth -= unsafe depth + 1
        guard rules.maximumDepth > 0 else { return .depthLimit(unsafe self.rules.maximumDepth, at: .none, path: JSONPath()) }
        var request = unsafe DecodingRequest(
            rules, ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false))
        guard var inner = report else { return unsafe Mapping.map(.bytes(text), plan, into: slot, isFilled: &isFilled, request) }
        let error = unsafe withUnsafeMutablePointer(to: &inner) { pointer in
            unsafe request.report = unsafe pointer
            return unsafe Mapping.map(.bytes(text), plan, into: slot, isFilled: &isFilled, request)
        }
        report = inner
        return error
    }
}
