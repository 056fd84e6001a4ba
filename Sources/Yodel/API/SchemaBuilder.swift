// A schema is put together from plans. What a value's type says stands where the value does; a model is a definition that is referred to, so types may
// contain each other. Definitions wait in a list until their turn comes: the depth of the graph of types is not the depth of the stack.
//
//     SchemaBuilder.swift                  values and definitions
//     SchemaBuilder+Scalars.swift          scalars, raw values, keys of dictionaries
//     SchemaBuilder+Models.swift           models and the levels of their keys
//     SchemaBuilder+Transforms.swift       properties whose transform names a shape
//     SchemaBuilder+Discriminators.swift   classes by the value of a key

/// Puts together the schema of one type.
struct SchemaBuilder {
    let options: DecodingOptions
    /// The options of what writes the documents; nil: those that match the decoder's.
    let encoding: EncodingOptions?
    /// The plans by which documents are written; nil: those by which they are read.
    let writing: PlanCache?
    /// Where definitions stand.
    private let place: String
    /// How definitions are referred to.
    private var references: [Definition: String] = [:]
    /// The definitions that are referred to, by their names, in the order in which they were.
    private var waiting: [(name: String, definition: Definition, plan: PlanRef)] = []
    /// How many definitions would have a name.
    private var names: [String: Int] = [:]

    /// What stands under one name.
    struct Definition: Hashable {
        let type: ObjectIdentifier
        /// Whether only objects of the very type are meant, where an object's content may choose a subclass.
        let isExact: Bool

        init(_ type: Any.Type, isExact: Bool = false) {
            self.type = ObjectIdentifier(type)
            self.isExact = isExact
        }
    }

    init(_ options: DecodingOptions, _ encoder: ModelEncoder?, definitionsAt place: String = "#/$defs/") {
        self.options = options
        encoding = encoder?.options
        writing = encoder?.plans
        self.place = place
    }

    /// The schema of a document.
    mutating func document(of plan: PlanRef) throws(ModelError) -> JSONValue {
        var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
        let root: JSONValue
        if Self.isDefined(plan) {
            let definition = Definition(plan.type)
            references[definition] = "#"
            root = .object(try schema(of: plan, definition))
        } else {
            root = value(plan)
        }
        for (key, value) in root.objectValue ?? [:] { document[key] = value }
        let definitions = try definitions()
        if !definitions.isEmpty { document["$defs"] = .object(definitions) }
        return .object(document)
    }

    /// The schemas of several types, and of those that they lead to, by their names.
    mutating func components(of plans: [PlanRef]) throws(ModelError) -> JSONObject {
        // Their own names come first: what they lead to comes after them.
        var others: [(name: String, plan: PlanRef)] = []
        for plan in plans {
            if Self.isDefined(plan) {
                _ = reference(to: Definition(plan.type), plan)
            } else if references[Definition(plan.type)] == nil {
                let name = name(of: plan.name, Definition(plan.type))
                references[Definition(plan.type)] = place + name
                others.append((name, plan))
            }
        }
        var components: JSONObject = [:]
        for (name, plan) in others { components[name] = value(plan) }
        for (name, schema) in try definitions() { components[name] = schema }
        return components
    }

    /// Whether the values of a type have a definition of their own.
    private static func isDefined(_ plan: PlanRef) -> Bool {
        plan.pointee.optionalDepth == 0 && [.object, .instance, .boxed, .cases].contains(plan.pointee.kind)
    }

    /// The definitions that are referred to, and those that these refer to.
    private mutating func definitions() throws(ModelError) -> JSONObject {
        var definitions: JSONObject = [:]
        var index = 0
        while index < waiting.count {
            let (name, definition, plan) = waiting[index]
            definitions[name] = .object(try schema(of: plan, definition))
            index += 1
        }
        return definitions
    }

    /// The schema of values of a type.
    ///
    /// - Parameter isNullable: Whether null is one, if the type is optional.
    mutating func value(_ plan: PlanRef, isNullable: Bool = true) -> JSONValue {
        let schema = present(plan.innermost)
        return plan.pointee.optionalDepth > 0 && isNullable ? Self.orNull(schema) : schema
    }

    /// The schema of values of a type that is no optional.
    private mutating func present(_ plan: PlanRef) -> JSONValue {
        switch plan.pointee.kind {
        case .scalar(let kind): return .object(scalar(kind))
        case .json, .rawJSON, .any: return true
        case .anyArray: return ["type": "array"]
        case .anyDictionary: return ["type": "object"]
        case .rawValue: return rawValue(plan)
        case .object, .instance, .boxed, .cases: return reference(to: Definition(plan.type), plan)
        case .sequence:
            var schema: JSONObject = ["type": "array", "items": value(plan.element)]
            if plan.sequence.isSet && Self.isWrittenUnequal(plan.element) { schema["uniqueItems"] = true }
            return .object(schema)
        case .dictionary:
            var schema: JSONObject = ["type": "object"]
            if let names = keys(plan.key) { schema["propertyNames"] = .object(names) }
            schema["additionalProperties"] = value(plan.element)
            return .object(schema)
        case .decodable, .encodable: return ["$comment": .string("\(plan.name) codes itself")]
        case .custom: return ["$comment": .string("\(plan.name) has a transform")]
        }
    }

    /// Refers to a definition, which is made later if it has not been.
    mutating func reference(to definition: Definition, _ plan: PlanRef) -> JSONValue {
        if let known = references[definition] { return ["$ref": .string(known)] }
        let name = name(of: plan.name, definition)
        let reference = place + name
        references[definition] = reference
        waiting.append((name, definition, plan))
        return ["$ref": .string(reference)]
    }

    /// A name that no other definition has, of characters that stand in a pointer and in other documents' references as they are.
    private mutating func name(of type: String, _ definition: Definition) -> String {
        var name = ""
        for scalar in type.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) || scalar == "_"
            if isPlain { name.unicodeScalars.append(scalar) } else if !name.hasSuffix(".") { name += "." }
        }
        if name.hasSuffix(".") { name.removeLast() }
        if name.isEmpty { name = "Type" }
        if definition.isExact { name += ".only" }
        let count = names[name, default: 0] + 1
        names[name] = count
        // No other name has a hyphen.
        return count == 1 ? name : "\(name)-\(count)"
    }

    /// A schema's values, and null.
    private static func orNull(_ schema: JSONValue) -> JSONValue {
        guard case .object(var object) = schema, object.keys != ["$comment"] else { return schema }
        guard let type = object["type"] else { return ["anyOf": [schema, ["type": "null"]]] }
        object["type"] = .array((type.arrayValue ?? [type]) + ["null"])
        if let cases = object["enum"]?.arrayValue { object["enum"] = .array(cases + [.null]) }
        return .object(object)
    }

    /// Whether values of a type that are not equal are written as JSON that is not. Models may leave properties out, dates their fractions; what a
    /// validator reads as a Double may have lost digits.
    private static func isWrittenUnequal(_ plan: PlanRef) -> Bool {
        let inner = plan.innermost
        let kind = inner.pointee.kind == .rawValue ? inner.key.pointee.kind : inner.pointee.kind
        guard plan.pointee.optionalDepth <= 1, let scalar = kind.scalar else { return false }
        return scalar.scalarType.isWrittenUnequal
    }
}
