// A level of keys is an object, or an array where all its keys are indexes, as it is written. A property that must be there makes all keys on its way
// `required`; one with alternatives says at its model which of them is enough.

extension SchemaBuilder {
    /// What is known of a model's keys on the way through its levels.
    private struct Keys {
        /// The way to the key at hand.
        var steps: [Step] = []
        /// The ways to properties that must be there and have alternatives, by their indexes.
        var alternatives: [Int: [(rank: UInt8, steps: [Step])]] = [:]
        /// What the model says of its properties, by their indexes.
        var descriptions: [Int: String] = [:]
        /// The indexes of the properties that are written.
        var written: Set<Int> = []
    }

    /// One key of a way.
    private struct Step {
        let key: String
        let form: Form
    }

    /// What a level may be.
    private enum Form {
        case object, array
        /// Some of its keys are indexes: an array has those.
        case either

        init(_ level: LevelRef, isRoot: Bool) {
            let indexes = (0..<level.pointee.count).count { (SchemaBuilder.index(level.entry($0).text) ?? .max) < WriteLevel.indexLimit }
            if isRoot {
                self = level.pointee.model.pointee.isArray ? .array : .object
            } else {
                self = level.pointee.indexLimit == 0 ? .object : indexes == level.pointee.count ? .array : .either
            }
        }

        var types: JSONValue {
            switch self {
            case .object: "object"
            case .array: "array"
            case .either: ["object", "array"]
            }
        }
    }

    /// A key with a value that is known.
    struct Constant {
        /// Its way from the level at hand.
        var path: ArraySlice<String>
        let schema: JSONValue
        /// Whether an object may do without.
        var mayBeMissing = false
    }

    /// The schema of a model's objects.
    mutating func schema(of plan: PlanRef, _ definition: Definition) throws(ModelError) -> JSONObject {
        if plan.pointee.kind == .cases { return try cases(plan.cases) }
        if plan.pointee.kind == .boxed { return try object(plan.key) }
        if let type = plan.type as? any DiscriminatedModel.Type { return try schema(of: type, plan, definition) }
        if let schema = anyObject(plan) { return schema }
        return try object(plan)
    }

    /// The schema of a model that changes its objects, or whose objects are of types that it chooses; nil for every other.
    func anyObject(_ plan: PlanRef) -> JSONObject? {
        let reason: String
        if plan.type is any WillDecodeModel.Type {
            reason = "willDecode"
        } else if plan.type is any WillEncodeModel.Type {
            reason = "willEncode"
        } else if plan.type is any PolymorphicModel.Type, !(plan.type is any DiscriminatedModel.Type) {
            reason = "modelType"
        } else {
            return nil
        }
        return ["title": .string(plan.name), "$comment": .string("\(reason) has a say in its objects"), "type": "object"]
    }

    /// The schema of a model's objects by its keys.
    ///
    /// - Parameter constants: Keys whose values are known.
    mutating func object(_ plan: PlanRef, _ constants: [Constant] = []) throws(ModelError) -> JSONObject {
        if let rest = plan.model.pointee.rest, options.onUnknownKey == .fail {
            let name = plan.model.name(of: rest.pointee.property)
            throw rest.isFlattened ? .flattenedInSchema(name, of: plan.type) : .restBesideUnknownKeys(name, of: plan.type)
        }
        let written = try writtenKeys(of: plan)
        var keys = Keys(descriptions: try Self.descriptions(of: plan.model), written: Set(written.flatMap(\.indexes)))
        let (level, _) = level(plan.model.pointee.level, written, &keys, constants)
        var schema: JSONObject = ["title": .string(plan.name)]
        for (key, value) in level { schema[key] = value }
        let choices = keys.alternatives.sorted { $0.key < $1.key }.map { property -> JSONValue in
            .array(property.value.sorted { $0.rank < $1.rank }.map { .object(Self.presence($0.steps)) })
        }
        if choices.count == 1 { schema["anyOf"] = choices[0] }
        var parts: [JSONValue] = choices.count > 1 ? choices.map { ["anyOf": $0] } : []
        var rest = plan.model.pointee.rest
        while let one = rest, one.isFlattened {
            parts.append(flattened(one))
            rest = one.pointee.next
        }
        if !parts.isEmpty { schema["allOf"] = .array(parts) }
        return schema
    }

    /// The schema of a flattened enum, or an Optional, whose keys stand among those of a model. Without its tag, or any of its keys, there is none.
    private mutating func flattened(_ rest: RestRef) -> JSONValue {
        let plan = rest.pointee.property.pointee.value.innermost
        let schema = value(plan)
        if mustCome(rest.pointee.property) { return schema }
        let keys = rest.pointee.form == .cases ? [plan.cases.tagPath[0]] : (0..<rest.level.pointee.count).map { rest.level.entry($0).text }
        return ["anyOf": [schema, ["not": ["anyOf": .array(keys.map { ["required": [.string($0)]] })]]]]
    }

    /// The keys that a model is written with, which another key style may spell in another way.
    private func writtenKeys(of plan: PlanRef) throws(ModelError) -> [WrittenKey] {
        let own = plan.model.writtenKeys
        guard let writing else { return own }
        let other = try writing.plan(for: plan.type)
        // The values of a class, and a type that is described in another way, have other properties.
        guard [.object, .instance].contains(other.pointee.kind), other.model.pointee.total == plan.model.pointee.total else { return own }
        return other.model.writtenKeys
    }

    /// The schema of a level of keys.
    ///
    /// - Parameter written: The keys that are written there.
    /// - Returns: It, and whether a property below must be there.
    private mutating func level(
        _ level: LevelRef, _ written: [WrittenKey], _ keys: inout Keys, _ constants: [Constant]
    ) -> (schema: JSONObject, isRequired: Bool) {
        let form = Form(level, isRoot: keys.steps.isEmpty)
        let isFolded = level.ignoresCase
        var folded: [String: Int] = [:]
        if isFolded { for index in 0..<level.pointee.count { folded[KeyText.folded(level.entry(index).text), default: 0] += 1 } }
        var (properties, patterns) = (JSONObject(), JSONObject())
        var required: [JSONValue] = []
        for index in 0..<level.pointee.count {
            let entry = level.entry(index)
            let key = entry.text
            keys.steps.append(Step(key: key, form: form))
            let output = written.first { $0.text.utf8.elementsEqual(key.utf8) }
            let (schema, isRequired) = value(of: entry, level.pointee.model, output, &keys, constants)
            keys.steps.removeLast()
            if isRequired { required.append(.string(key)) }
            let hasPattern = isFolded && folded[KeyText.folded(key)] == 1
            if hasPattern { patterns[Self.pattern(key)] = schema }
            // What is deep stands once.
            if !hasPattern || entry.pointee.route?.pointee.child == nil { properties[key] = schema }
            // Of the ways in which a converted key may be written, the property's name.
            if let name = level.convertedName(index), properties[name] == nil { properties[name] = schema }
        }
        for output in written where properties[output.text] == nil && !level.has(output.text) {
            properties[output.text] = unread(output, keys)
        }
        var schema: JSONObject = ["type": form.types]
        if form == .array {
            schema["prefixItems"] = .array(Self.items(properties))
            if let last = required.compactMap({ $0.stringValue.flatMap(Self.index) }).max() {
                schema["minItems"] = .number(JSONNumber(last + 1))
            }
        } else {
            if !properties.isEmpty { schema["properties"] = .object(properties) }
            if !patterns.isEmpty { schema["patternProperties"] = .object(patterns) }
            if !required.isEmpty { schema["required"] = .array(required) }
            if level.pointee.takesRest, let rest = level.pointee.model.pointee.rest?.last, rest.pointee.form == .typed {
                schema["additionalProperties"] = value(rest.pointee.property.pointee.value.innermost.element)
            } else if level.pointee.takesRest || options.onUnknownKey == .fail {
                schema["additionalProperties"] = .bool(level.pointee.takesRest)
            }
        }
        return (schema, !required.isEmpty)
    }

    /// The schema of a key's value.
    ///
    /// - Parameter written: What is written there; nil: nothing.
    /// - Returns: It, and whether the key must be there.
    private mutating func value(
        of entry: EntryRef, _ model: ModelRef, _ written: WrittenKey?, _ keys: inout Keys, _ constants: [Constant]
    ) -> (schema: JSONValue, isRequired: Bool) {
        var constants = constants.filter { $0.path.first?.utf8.elementsEqual(entry.text.utf8) == true }
        for index in constants.indices { constants[index].path.removeFirst() }
        if let constant = constants.first(where: \.path.isEmpty) { return (constant.schema, !constant.mayBeMissing) }
        guard let route = entry.pointee.route else {
            let property = model.property(entry.propertyIndex)
            return (schema(of: property, keys, isWritten: written != nil), mustCome(property))
        }
        if route.isPassedOver { return (["readOnly": true], false) }
        var forms: [JSONValue] = []
        var seen: Set<JSONValue> = []
        var isRequired = false
        for leaf in (0..<route.pointee.leafCount).map(route.leaf) {
            if mustCome(leaf.property) {
                if leaf.property.hasAlternatives {
                    keys.alternatives[leaf.property.pointee.index, default: []].append((leaf.rank, keys.steps))
                } else {
                    isRequired = true
                }
            }
            let schema = schema(of: leaf.property, keys, isWritten: written?.properties.isEmpty == false)
            if seen.insert(schema).inserted { forms.append(schema) }
        }
        if let child = route.pointee.child {
            var (below, isAwaited) = level(child, written?.below ?? [], &keys, constants)
            // Null is no object on the way of a path; no property comes of it.
            if let type = below["type"], !isAwaited && route.pointee.leafCount == 0 {
                below["type"] = .array((type.arrayValue ?? [type]) + ["null"])
            }
            // Where something below must be there, nothing else will do.
            forms = isAwaited ? [.object(below)] : forms + [.object(below)]
            isRequired = isRequired || isAwaited
        }
        return (forms.count == 1 ? forms[0] : ["anyOf": .array(forms)], isRequired)
    }

    /// The schema of a property's value.
    ///
    /// - Parameter isWritten: Whether its key is written; if not, and no other of its keys is, whoever sends a document has it and whoever gets one does not.
    private mutating func schema(of property: PropertyRef, _ keys: Keys, isWritten: Bool, isRead: Bool = true) -> JSONValue {
        let isNullable = !mustCome(property)
        let schema =
            property.transform.map { transformed($0, property.pointee.value, isNullable: isNullable) }
            ?? value(property.pointee.value, isNullable: isNullable)
        let isSecret = !isWritten && !keys.written.contains(property.pointee.index)
        let description = keys.descriptions[property.pointee.index]
        guard description != nil || isSecret || !isRead else { return schema }
        var object = schema.objectValue ?? [:]
        if let description { object["description"] = .string(description) }
        if isSecret { object["writeOnly"] = true }
        if !isRead { object["readOnly"] = true }
        return .object(object)
    }

    /// The schema of a key that is written and never read: who gets a document has its value, and who sends one has none to say.
    private mutating func unread(_ key: WrittenKey, _ keys: Keys) -> JSONValue {
        var forms: [JSONValue] = []
        for property in key.properties {
            let schema = schema(of: property, keys, isWritten: true, isRead: false)
            if !forms.contains(schema) { forms.append(schema) }
        }
        if !key.below.isEmpty {
            var below: JSONObject = [:]
            for key in key.below { below[key.text] = unread(key, keys) }
            let isArray = key.below.allSatisfy { Self.index($0.text) != nil }
            let items: JSONObject = ["type": "array", "prefixItems": .array(Self.items(below)), "readOnly": true]
            forms.append(.object(isArray ? items : ["type": "object", "properties": .object(below), "readOnly": true]))
        }
        if forms.isEmpty { return ["readOnly": true] }
        return forms.count == 1 ? forms[0] : ["anyOf": .array(forms), "readOnly": true]
    }

    /// What a model says of its properties, by their indexes.
    private static func descriptions(of model: ModelRef) throws(ModelError) -> [Int: String] {
        let resolver = model.cache.resolver
        guard let declaration = resolver.declaration(model.type) ?? resolver.box(model.type)?.values else { return [:] }
        var texts = declaration.descriptions
        var descriptions: [Int: String] = [:]
        // What is ignored is still a property.
        var names = Set((TypeInfo(model.type)?.properties ?? []).map(\.name) + declaration.accessors.map(\.name))
        for index in 0..<model.pointee.total {
            let name = model.name(of: model.property(index))
            names.insert(name)
        }
        // Those of flattened models have the names of both.
        let owners = Set(names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } })
        for owner in owners { texts.merge(try flattened(model, owner)) { $1 } }
        for index in 0..<model.pointee.total { descriptions[index] = texts[model.name(of: model.property(index))] }
        for name in texts.keys.sorted() where !names.contains(name) {
            throw .unknownProperty(name, nearest: PlanBuilder.nearest(to: name, among: names), in: "model.descriptions", of: model.type)
        }
        return descriptions
    }

    /// What a model that is flattened into another says of its properties, by their names there.
    private static func flattened(_ model: ModelRef, _ name: String) throws(ModelError) -> [String: String] {
        guard let property = (0..<model.pointee.total).map(model.property).first(where: { model.name(of: $0) == name }) else { return [:] }
        let inner = property.pointee.value.model
        var texts: [String: String] = [:]
        for (index, text) in try descriptions(of: inner) { texts["\(name).\(inner.name(of: inner.property(index)))"] = text }
        return texts
    }

    /// Whether there is no model without a value of the property.
    private func mustCome(_ property: PropertyRef) -> Bool {
        if property.pointee.isRequired || options.onMissing == .keepDefault || property.isOptional { return property.pointee.isRequired }
        return options.onMissing == .fail || !property.pointee.isDrafted
    }

    // MARK: Parts

    /// The schema of what has a value at the end of a way from a model.
    private static func presence(_ steps: [Step]) -> JSONObject {
        var schema: JSONObject?
        for (depth, step) in steps.enumerated().reversed() {
            var outer: JSONObject = depth == 0 ? [:] : ["type": step.form.types]
            if step.form == .array, let index = index(step.key) {
                outer["minItems"] = .number(JSONNumber(index + 1))
                if let schema { outer["prefixItems"] = .array(items([step.key: .object(schema)])) }
            } else {
                outer["required"] = [.string(step.key)]
                if let schema { outer["properties"] = .object([step.key: .object(schema)]) }
            }
            schema = outer
        }
        return schema ?? [:]
    }

    /// What stands at indexes, and anything before.
    private static func items(_ values: JSONObject) -> [JSONValue] {
        var items: [JSONValue] = []
        for (key, value) in values {
            guard let index = index(key) else { continue }
            while items.count <= index { items.append(true) }
            items[index] = value
        }
        return items
    }

    /// The index of an array that a key is.
    private static func index(_ key: String) -> Int? { KeyText.index(key) }

    /// A regular expression for a key whose letters may be of any case.
    private static func pattern(_ key: String) -> String {
        var pattern = "^"
        for scalar in key.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z": pattern += "[\(String(scalar).lowercased())\(String(scalar).uppercased())]"
            case "\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "/": pattern += "\\\(scalar)"
            default: pattern.unicodeScalars.append(scalar)
            }
        }
        return pattern + "$"
    }
}
