// A class whose objects say of which class they are, by the value of one key:
//
//     Figure (disc: Disc, box: Box)    Figure       oneOf  Figure.only  Disc  Box
//                                      Figure.only  its properties, and none of the values
//                                      Disc         its properties, and the const
//
// The schema of each class has its own value, so that it stands by itself where a property is of that class.

extension SchemaBuilder {
    /// A class that an object may be of, and the values that say so.
    private struct Choice {
        let type: any Model.Type
        var values: [JSONValue]

        var schema: JSONValue { values.count == 1 ? ["const": values[0]] : ["enum": .array(values)] }
    }

    /// The schema of objects that are read as a class.
    mutating func schema(
        of type: any DiscriminatedModel.Type, _ plan: PlanRef, _ definition: Definition
    ) throws(ModelError) -> JSONObject {
        let discriminator = type.discriminator
        let choices = Self.choices(discriminator, under: type)
        let others = choices.filter { $0.type != type }
        if definition.isExact || others.isEmpty { return try only(discriminator, choices.first { $0.type == type }, plan) }
        var branches = [reference(to: Definition(type, isExact: true), plan)]
        var areDisjoint = anyObject(plan) == nil
        for choice in others {
            let chosen = try plan.plan(for: choice.type)
            areDisjoint = areDisjoint && anyObject(chosen) == nil
            branches.append(branch(choice, discriminator, chosen))
        }
        return ["title": .string(plan.name), areDisjoint ? "oneOf" : "anyOf": .array(branches)]
    }

    /// The objects of the very class.
    ///
    /// - Parameter own: Its values; nil: it has none.
    private mutating func only(_ discriminator: ModelDiscriminator, _ own: Choice?, _ plan: PlanRef) throws(ModelError) -> JSONObject {
        if let schema = anyObject(plan) { return schema }
        let path = KeyText.components(discriminator.key)
        if let own { return try object(plan, [Constant(path: path[...], schema: own.schema)]) }
        var schema = try object(plan)
        let values = discriminator.types.map(\.value)
        // What has one of the values is of another class.
        if !values.isEmpty { schema["not"] = .object(Self.at(path, ["enum": .array(values)])) }
        return schema
    }

    /// The objects of a class that another one's discriminator chooses.
    private mutating func branch(_ choice: Choice, _ discriminator: ModelDiscriminator, _ plan: PlanRef) -> JSONValue {
        let own = (choice.type as? any DiscriminatedModel.Type)?.discriminator
        guard let own, own.key == discriminator.key,
            own.types.elementsEqual(discriminator.types, by: { $0.value == $1.value && $0.type == $1.type })
        else {
            // It chooses further, by a key of its own.
            var schema = Self.at(KeyText.components(discriminator.key), choice.schema)
            if case .object(let reference) = reference(to: Definition(choice.type), plan) { schema["$ref"] = reference["$ref"] }
            return .object(schema)
        }
        let hasSubclasses = Self.choices(own, under: choice.type).contains { $0.type != choice.type }
        return reference(to: Definition(choice.type, isExact: hasSubclasses), plan)
    }

    /// The classes that are a class or its subclasses, in the order of declaration.
    private static func choices(_ discriminator: ModelDiscriminator, under type: any Model.Type) -> [Choice] {
        var choices: [Choice] = []
        var places: [ObjectIdentifier: Int] = [:]
        for (value, listed) in discriminator.types where listed == type || TypeHandle.isClass(listed, under: type) {
            if let place = places[ObjectIdentifier(listed)] {
                choices[place].values.append(value)
            } else {
                places[ObjectIdentifier(listed)] = choices.count
                choices.append(Choice(type: listed, values: [value]))
            }
        }
        return choices
    }

    /// The schema of objects that have a value at the end of a path.
    static func at(_ path: [String], _ value: JSONValue) -> JSONObject {
        var schema = value
        for key in path.reversed() { schema = ["type": "object", "properties": .object([key: schema]), "required": [.string(key)]] }
        return schema.objectValue ?? [:]
    }
}
