extension SchemaBuilder {
    /// The schema of a scalar.
    func scalar(_ kind: ScalarKind) -> JSONObject {
        switch kind {
        case .bool: return ["type": "boolean"]
        case .int: return Self.range(of: Int.self)
        case .int8: return Self.range(of: Int8.self)
        case .int16: return Self.range(of: Int16.self)
        case .int32: return Self.range(of: Int32.self)
        case .int64: return Self.range(of: Int64.self)
        case .int128: return Self.range(of: Int128.self)
        case .uint: return Self.range(of: UInt.self)
        case .uint8: return Self.range(of: UInt8.self)
        case .uint16: return Self.range(of: UInt16.self)
        case .uint32: return Self.range(of: UInt32.self)
        case .uint64: return Self.range(of: UInt64.self)
        case .uint128: return Self.range(of: UInt128.self)
        case .float16: return Self.range(upTo: Float16.greatestFiniteMagnitude.description)
        case .float: return Self.range(upTo: Float.greatestFiniteMagnitude.description)
        case .decimal: return Self.range(upTo: "340282366920938463463374607431768211455e+127")
        // A validator reads numbers as Doubles, or knows no limit that a Double has.
        case .double: return ["type": "number"]
        case .string, .substring: return ["type": "string"]
        case .character: return ["type": "string", "minLength": 1]
        case .date:
            // Both ask something of strings only. RFC 3339, which `date-time` means, has a colon in the zone.
            let written = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?[+-][0-9]{4}$"
            if !options.dateFormats.isEmpty { return dates }
            return [
                "type": options.numericDates == .none ? "string" : ["string", "number"],
                "anyOf": [["format": "date-time"], ["pattern": .string(written)]],
            ]
        case .data: return options.dataFormat == .base64 ? ["type": "string", "contentEncoding": "base64"] : ["type": "string"]
        case .url: return ["type": "string", "format": "uri-reference", "minLength": 1]
        case .uuid: return ["type": "string", "format": "uuid"]
        }
    }

    /// The schema of dates in formats of their own: of them only the kind of value can be said.
    private var dates: JSONObject {
        let forms = options.dateFormats.map(\.form)
        let hasNumbers = options.numericDates != .none || forms.contains { $0.takesNumbers }
        let hasTexts = forms.contains { !$0.takesNumbers }
        let names = forms.compactMap { if case .pattern(let pattern) = $0 { pattern.text } else { nil } }
        var schema: JSONObject = ["type": hasNumbers && hasTexts ? ["string", "number"] : hasNumbers ? "number" : "string"]
        if !names.isEmpty { schema["$comment"] = .string("a date as " + names.joined(separator: " or ")) }
        return schema
    }

    private static func range<T: FixedWidthInteger>(of type: T.Type) -> JSONObject {
        ["type": "integer", "minimum": .number(JSONNumber(T.min)), "maximum": .number(JSONNumber(T.max))]
    }

    /// The schema of numbers up to a finite one, which is given as it is written.
    private static func range(upTo limit: String) -> JSONObject {
        ["type": "number", "minimum": .number(JSONNumber(unchecked: "-" + limit)), "maximum": .number(JSONNumber(unchecked: limit))]
    }

    /// The schema of a raw representable type: that of its raw values, of which an enum that tells its cases has only some.
    func rawValue(_ plan: PlanRef) -> JSONValue {
        guard let kind = plan.key.kind.scalar else { return true }
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
        if plan.kind == .rawValue {
            if FieldKind.leaf(plan.type) == nil, let coded = plan.type as? any CodingKeyRepresentable.Type { return Self.codingKeys(coded) }
            guard let raw = plan.key.kind.scalar else { return nil }
            guard let cases = cases(of: plan.type, raw) else { return keys(plan.key) }
            return ["enum": .array(cases.map { .string($0.stringValue ?? $0.text) })]
        }
        switch plan.kind.scalar {
        case .int: return Self.digits(of: Int.self)
        case .int8: return Self.digits(of: Int8.self)
        case .int16: return Self.digits(of: Int16.self)
        case .int32: return Self.digits(of: Int32.self)
        case .int64: return Self.digits(of: Int64.self)
        case .int128: return Self.digits(of: Int128.self)
        case .uint: return Self.digits(of: UInt.self)
        case .uint8: return Self.digits(of: UInt8.self)
        case .uint16: return Self.digits(of: UInt16.self)
        case .uint32: return Self.digits(of: UInt32.self)
        case .uint64: return Self.digits(of: UInt64.self)
        case .uint128: return Self.digits(of: UInt128.self)
        case .bool, .float16, .float, .double, .string, .substring, .character, .date, .data, .url, .uuid, .decimal, nil: return nil
        }
    }

    /// The texts of integers of a type, and of some that have as many digits.
    private static func digits<T: FixedWidthInteger>(of type: T.Type) -> JSONObject {
        let more = String(T.max).utf8.count - 1
        return ["pattern": .string("^\(T.isSigned ? "-?" : "")(0|[1-9][0-9]{0,\(more)})$")]
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
