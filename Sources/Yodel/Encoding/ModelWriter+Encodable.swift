extension ModelWriter {
    /// Writes a value by its own `encode(to:)`.
    mutating func encodable(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        let value = unsafe plan.pointee.withHandle { unsafe $0.any(address) }
        guard let encodable = value as? any Encodable else { return fail(.unencodable(type(of: value))) }
        let encoding = ValueEncoding(rules, unsafe plans.codedKeys)
        do {
            guard let made = try encoding.json(encodable, nil) else { return .leftOut }
            // Inside of another value that is an object without keys, as Foundation's encoder has it.
            if case .tree(let tree) = made, tree.isEmpty {
                throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "the value has encoded nothing"))
            }
            return made.json.map { json($0) } ?? .leftOut
        } catch {
            // An error that says that a value has no place in JSON is the one that a property would have.
            let reason = error is EncodingError ? encoding.reason : nil
            let verdict = fail(reason ?? .encode(error, type(of: value)))
            let path = encoding.steps(to: error).map { step -> JSONPath.Component in
                (step as? PlaceKey)?.intValue.map { .index($0) } ?? .key(encoding.keys.written(step.stringValue))
            }
            failure?.path = path.reversed()
            return verdict
        }
    }
}
