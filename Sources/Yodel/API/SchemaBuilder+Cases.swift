// An enum that lists its cases: one schema for each. They exclude each other by the case's name, but for the case of all others, which is what none of the
// others is.

extension SchemaBuilder {
    /// The schema of values of an enum.
    mutating func cases(_ cases: CasesPlan) throws(ModelError) -> JSONObject {
        if cases.form == .untagged { return untagged(cases) }
        var branches: [JSONValue] = []
        var plain: [JSONValue] = []
        for one in cases.cases where one.declaration.other == nil {
            let names = one.declaration.names.map { JSONValue.string($0) }
            if cases.form == .keyed && one.plan == nil {
                plain += names
            } else {
                branches.append(.object(try schema(of: one, names, cases)))
            }
        }
        if !plain.isEmpty { branches.insert(["type": "string", "enum": .array(plain)], at: 0) }
        if let other = cases.cases.lazy.compactMap(\.declaration.other).first { branches += others(other, cases) }
        return ["title": .string("\(cases.type)"), "oneOf": .array(branches)]
    }

    /// The schema of an enum without a tag: more than one of its cases may fit.
    private mutating func untagged(_ cases: CasesPlan) -> JSONObject {
        let branches = cases.cases.map { one -> JSONValue in
            switch one.declaration.other {
            case .texts: ["type": "string"]
            case .objects: ["type": "object"]
            case .both: true
            case nil: one.plan.map { value($0) } ?? ["type": "null"]
            }
        }
        return ["title": .string("\(cases.type)"), "anyOf": .array(branches)]
    }

    private mutating func schema(of one: CasesPlan.Case, _ names: [JSONValue], _ cases: CasesPlan) throws(ModelError) -> JSONObject {
        let name: JSONValue = names.count == 1 ? ["const": names[0]] : ["enum": .array(names)]
        switch cases.form {
        case .keyed:
            let content = one.plan.map { value($0) } ?? true
            let forms = names.map { name -> JSONValue in
                let key = name.stringValue ?? ""
                return [
                    "type": "object", "properties": .object([key: content]), "required": [name], "additionalProperties": false,
                ]
            }
            return forms.count == 1 ? forms[0].objectValue ?? [:] : ["oneOf": .array(forms)]
        case .tagged(let tag):
            guard let plan = one.plan else { return object([tag: name], required: [tag]) }
            if var schema = anyObject(plan) {
                schema["properties"] = .object([tag: name])
                schema["required"] = [.string(tag)]
                return schema
            }
            return try object(plan.kind == .boxed ? plan.key : plan, Constant(path: [tag][...], schema: name))
        case .adjacent(let tag, let content):
            guard let plan = one.plan else { return object([tag: name], required: [tag]) }
            return object([tag: name, content: value(plan)], required: plan.optionalDepth > 0 ? [tag] : [tag, content])
        case .untagged: preconditionFailure("no name is in the schema")
        }
    }

    private func object(_ properties: JSONObject, required: [String]) -> JSONObject {
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) })]
        if options.onUnknownKey == .fail { schema["additionalProperties"] = false }
        return schema
    }

    /// What no case has a name for.
    private func others(_ other: CaseDeclaration.Other, _ cases: CasesPlan) -> [JSONValue] {
        let texts = cases.cases.filter { $0.plan == nil || cases.form != .keyed }.flatMap(\.declaration.names).map { JSONValue.string($0) }
        let known = cases.cases.flatMap(\.declaration.names).map { JSONValue.string($0) }
        let text: JSONValue = ["type": "string", "not": ["enum": .array(known)]]
        let object: JSONValue
        switch cases.form {
        case .keyed:
            object = ["type": "object", "minProperties": 1, "propertyNames": ["not": ["enum": .array(known)]]]
        case .tagged(let tag), .adjacent(let tag, content: _):
            object = ["type": "object", "not": ["properties": .object([tag: ["enum": .array(texts)]]), "required": [.string(tag)]]]
        case .untagged: preconditionFailure("no name is in the schema")
        }
        return switch other {
        case .texts: [text]
        case .objects: [object]
        case .both: cases.form == .keyed ? [text, object] : [object]
        }
    }
}
