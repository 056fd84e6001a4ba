// An enum that lists its cases: one schema for each. They exclude each other by the case's name, but for the case of all others, which is what none of the
// others is.

extension SchemaBuilder {
    /// The schema of values of an enum.
    mutating func cases(_ cases: CasesPlan) throws(ModelError) -> JSONObject {
        if cases.form == .untagged { return untagged(cases) }
        var branches: [JSONValue] = []
        var plain: [JSONValue] = []
        for one in cases.cases where one.declaration.other == nil {
            if let places = cases.places {
                branches += try placed(one, places)
                continue
            }
            let names = one.declaration.names.compactMap { $0.only?.value }
            if cases.form == .keyed && one.plan == nil {
                plain += names
            } else {
                branches.append(.object(try schema(of: one, names, cases)))
            }
        }
        if !plain.isEmpty { branches.insert(["type": "string", "enum": .array(plain)], at: 0) }
        if let other = cases.cases.first(where: { $0.declaration.other != nil }) { branches += others(other, cases) }
        return ["title": .string("\(cases.type)"), "oneOf": .array(branches)]
    }

    /// The schema of an enum without a tag: more than one of its cases may fit.
    private mutating func untagged(_ cases: CasesPlan) -> JSONObject {
        let branches = cases.cases.map { one -> JSONValue in
            switch one.declaration.other {
            case .texts: ["type": "string"]
            case .objects, .models: ["type": "object"]
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
            return try object(plan.pointee.kind == .boxed ? plan.key : plan, [Constant(path: [tag][...], schema: name)])
        case .adjacent(let tag, let content):
            guard let plan = one.plan else { return object([tag: name], required: [tag]) }
            return object([tag: name, content: value(plan)], required: plan.pointee.optionalDepth > 0 ? [tag] : [tag, content])
        case .untagged: preconditionFailure("no name is in the schema")
        case .placed: preconditionFailure("the names are not at one key")
        }
    }

    private func object(_ properties: JSONObject, required: [String]) -> JSONObject {
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) })]
        if options.onUnknownKey == .fail { schema["additionalProperties"] = false }
        return schema
    }

    /// What no case has a name for.
    private mutating func others(_ other: CasesPlan.Case, _ cases: CasesPlan) -> [JSONValue] {
        let texts = cases.cases.filter { $0.plan == nil || cases.form != .keyed }.flatMap(\.declaration.names).compactMap { $0.only?.value }
        let known = cases.names.compactMap { $0.name.only?.value }
        let text: JSONValue = ["type": "string", "not": ["enum": .array(known)]]
        let object: JSONValue
        switch cases.form {
        case .keyed:
            object = ["type": "object", "minProperties": 1, "propertyNames": ["not": ["enum": .array(known)]]]
        case .tagged(let tag), .adjacent(let tag, content: _):
            object = ["type": "object", "not": ["properties": .object([tag: ["enum": .array(texts)]]), "required": [.string(tag)]]]
        case .untagged: preconditionFailure("no name is in the schema")
        case .placed: object = ["type": "object", "not": cases.places.map { Self.known(cases, $0) } ?? false]
        }
        return switch other.declaration.other {
        case .texts: [text]
        case .both where cases.form == .keyed: [text, object]
        case .objects, .both, nil: [object]
        case .models: [["allOf": .array([object] + (other.plan.map { [value($0)] } ?? []))]]
        }
    }

    // MARK: Tags that stand elsewhere

    /// What is known of a tag.
    private struct TagSchema {
        let schema: JSONValue
        let isRequired: Bool

        /// - Parameter part: nil: the tag is missing or null.
        init(_ part: CaseName.Part?) {
            schema = part.map { ["const": $0.value] } ?? ["type": "null"]
            isRequired = part != nil
        }

        /// One tag with any of several values.
        init(anyOf values: [JSONValue]) {
            schema = values.count == 1 ? ["const": values[0]] : ["enum": .array(values)]
            isRequired = true
        }
    }

    /// The payload of a form.
    private struct ContentSchema {
        /// Its key, where that is the case's name.
        let name: String?
        let schema: JSONValue
        let isRequired: Bool
    }

    /// The schemas of a case whose tags or payload stand where paths lead: one for each of its names, if these differ in more than the value of one tag.
    private mutating func placed(_ one: CasesPlan.Case, _ places: CasePlaces) throws(ModelError) -> [JSONValue] {
        let names = one.declaration.names
        if places.tags.count == 1 && places.content != .named {
            return [.object(try placed(one, places, nil, [TagSchema(anyOf: names.compactMap { $0.only?.value })]))]
        }
        var schemas: [JSONValue] = []
        for name in names { schemas.append(.object(try placed(one, places, name.only?.key.text.value, name.parts.map { TagSchema($0) }))) }
        return schemas
    }

    private mutating func placed(
        _ one: CasesPlan.Case, _ places: CasePlaces, _ name: String?, _ tags: [TagSchema]
    ) throws(ModelError) -> JSONObject {
        guard let plan = one.plan else {
            // Nothing may stand there as well.
            let nothing = ContentSchema(name: name, schema: ["enum": [nil, [:]]], isRequired: false)
            return tree(places.keys, tags, places.content == .among ? nil : nothing).schema
        }
        guard places.content == .among else {
            return tree(places.keys, tags, ContentSchema(name: name, schema: value(plan), isRequired: plan.pointee.optionalDepth == 0))
                .schema
        }
        if let schema = anyObject(plan) { return ["allOf": [.object(schema), .object(Self.values(tags, places))]] }
        let constants = zip(places.tags, tags).map { way, tag in
            Constant(path: way.map(\.text.value)[...], schema: tag.schema, mayBeMissing: !tag.isRequired)
        }
        return try object(plan.pointee.kind == .boxed ? plan.key : plan, constants)
    }

    /// The schema of the keys of a form.
    ///
    /// - Returns: It, and whether one of them must be there.
    private func tree(_ keys: [FormKey], _ tags: [TagSchema], _ content: ContentSchema?) -> (schema: JSONObject, isRequired: Bool) {
        var (properties, required) = (JSONObject(), [String]())
        for key in keys {
            guard let name = key.key?.text.value ?? content?.name else { continue }
            let isRequired: Bool
            switch key.role {
            case .tag(let index): (properties[name], isRequired) = (tags[index].schema, tags[index].isRequired)
            case .content: (properties[name], isRequired) = (content?.schema, content?.isRequired == true)
            case .way:
                let below = tree(key.below, tags, content)
                (properties[name], isRequired) = (.object(below.schema), below.isRequired)
            }
            if isRequired { required.append(name) }
        }
        return (object(properties, required: required), !required.isEmpty)
    }

    /// The schema of objects whose tags have values.
    private static func values(_ tags: [TagSchema], _ places: CasePlaces) -> JSONObject {
        let schemas = zip(places.tags, tags).map { way, tag -> JSONValue in
            let path = way.map(\.text.value)
            return .object(tag.isRequired ? at(path, tag.schema) : ["not": .object(at(path, ["not": tag.schema]))])
        }
        return schemas.count == 1 ? schemas[0].objectValue ?? [:] : ["allOf": .array(schemas)]
    }

    /// The schema of objects that have a name.
    private static func known(_ cases: CasesPlan, _ places: CasePlaces) -> JSONValue {
        let values = cases.names.compactMap { $0.name.only?.value }
        if places.tags.count == 1 { return .object(Self.values([TagSchema(anyOf: values)], places)) }
        return ["anyOf": .array(cases.names.map { .object(Self.values($0.name.parts.map { TagSchema($0) }, places)) })]
    }
}
