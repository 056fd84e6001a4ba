extension SchemaBuilder {
    /// The schema of a scalar.
    func scalar(_ kind: ScalarKind) -> JSONObject {
        switch kind {
        case .date:
            var (forms, isPlain) = (options.dateFormats.map(\.form), options.dateFormats.isEmpty)
            if let written = encoding?.dateFormat.form {
                if case .iso8601 = written, isPlain {
                    // The schema without options has it.
                } else if !forms.contains(written) {
                    (forms, isPlain) = (forms + [written], false)
                }
            }
            if !isPlain { return dates(forms) }
            // Both ask something of strings only. RFC 3339, which `date-time` means, has a colon in the zone.
            let written = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?[+-][0-9]{4}$"
            return [
                "type": options.numericDates == .none ? "string" : ["string", "number"],
                "anyOf": [["format": "date-time"], ["pattern": .string(written)]],
            ]
        case .data:
            let isBase64 = options.dataFormat == .base64 && encoding?.dataFormat ?? .base64 == .base64
            return isBase64 ? ["type": "string", "contentEncoding": "base64"] : ["type": "string"]
        case .decimal where encoding?.decimals == .string: return Self.orText(kind)
        case .int, .int64, .int128, .uint, .uint64, .uint128:
            return encoding?.largeIntegers == .string ? Self.orText(kind) : kind.scalarType.schema
        default: return kind.scalarType.schema
        }
    }

    /// The schema of numbers that may be written as texts.
    private static func orText(_ kind: ScalarKind) -> JSONObject {
        var schema = kind.scalarType.schema
        if let type = schema["type"] { schema["type"] = [type, "string"] }
        return schema
    }

    /// The schema of dates in formats of their own: of them only the kind of value can be said.
    ///
    /// - Parameter forms: Those that are read, if the options name any, and the one that is written, if it is another.
    private func dates(_ forms: [DateForm]) -> JSONObject {
        let hasNumbers = options.numericDates != .none || forms.contains { $0.takesNumbers }
        let hasTexts = options.dateFormats.isEmpty || forms.contains { !$0.takesNumbers }
        var names: [String] = []
        for case .pattern(let pattern) in forms where !names.contains(pattern.text) { names.append(pattern.text) }
        var schema: JSONObject = ["type": hasNumbers && hasTexts ? ["string", "number"] : hasNumbers ? "number" : "string"]
        if !names.isEmpty { schema["$comment"] = .string("a date as " + names.joined(separator: " or ")) }
        return schema
    }

    /// The schema of a raw representable type: that of its raw values, of which an enum that tells its cases has only some.
    func rawValue(_ plan: PlanRef) -> JSONValue {
        guard let kind = plan.key.pointee.kind.scalar else { return true }
        var schema = scalar(kind)
        if let cases = cases(of: plan.type, kind) {
            // A date has two types.
            schema = schema["type"].map { ["type": $0] } ?? [:]
            schema["enum"] = .array(cases)
        }
        return .object(schema)
    }

    /// The raw values of an enum that tells its cases; nil for any other type.
    private func cases(of type: Any.Type, _ raw: ScalarKind) -> [JSONValue]? {
        // How a date is written is an encoder's to say.
        guard FieldWalk.shape(of: type) == .enum, raw != .date, let cases = type as? any (CaseIterable & RawRepresentable).Type else {
            return nil
        }
        var written = EncodingOptions.default
        written.dataFormat = options.dataFormat
        let encoder = ModelEncoder(written)
        func values<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [JSONValue]? {
            try? T.allCases.map { try encoder.encodeValue($0.rawValue) }
        }
        return values(cases).flatMap { $0.isEmpty || $0.contains(.null) ? nil : $0 }
    }

    /// What the names of an object have to be, whose keys are of a type; nil: anything.
    func keys(_ plan: PlanRef) -> JSONObject? {
        if plan.pointee.kind == .rawValue {
            if FieldKind.leaf(plan.type) == nil, let coded = plan.type as? any CodingKeyRepresentable.Type { return Self.codingKeys(coded) }
            guard let raw = plan.key.pointee.kind.scalar else { return nil }
            guard let cases = cases(of: plan.type, raw) else { return keys(plan.key) }
            return ["enum": .array(cases.map { .string($0.stringValue ?? $0.text) })]
        }
        return plan.pointee.kind.scalar?.scalarType.keySchema
    }

    private static func codingKeys(_ type: any CodingKeyRepresentable.Type) -> JSONObject? {
        guard FieldWalk.shape(of: type) == .enum, let cases = type as? any (CaseIterable & CodingKeyRepresentable).Type else { return nil }
        func names<T: CaseIterable & CodingKeyRepresentable>(_ type: T.Type) -> [JSONValue] {
            T.allCases.map { .string($0.codingKey.stringValue) }
        }
        let texts = names(cases)
        return texts.isEmpty ? nil : ["enum": .array(texts)]
    }
}
