// A property may collect the keys of its model's object that the model does not know: the rest. A key is the rest's exactly if the model's own level of
// keys does not have it. What a property is only written to is in the level, too: what is read there and written back would stand in the object twice.

// Models and enums that are flattened, and whose values are not there in any case, are collected likewise: an Optional takes the keys that its model has, an
// enum all that are left. So the rest of a model is a row of properties: Optionals first, and at its end the one that takes all keys, if there is one.

/// A property that collects keys of an object. Trivial and immutable.
@safe struct RestPlan {
    // SAFETY: what it refers to is the type record's or the cache's, is written before the plan is published, and stays as long as the plan.

    /// What becomes of the keys.
    enum Form {
        /// A `JSONObject`, or a dictionary by `String` of `JSONValue`s. Optionals may stand around either.
        case object, dictionary
        /// A dictionary by `String` whose values are no `JSONValue`s.
        case typed
        /// An enum that is flattened.
        case cases
        /// A model that is flattened, in an Optional. It takes its own keys alone.
        case part
    }

    var property: PropertyRef
    /// That of `String`.
    var key: PlanRef
    /// That of `JSONValue`.
    var value: PlanRef
    var form: Form
    /// The next one of the model's.
    var next: RestRef?
}

typealias RestRef = PlanPart<RestPlan>

extension RestRef {
    /// Whether it is a flattened property.
    var isFlattened: Bool { pointee.form == .cases || pointee.form == .part }
    /// The one that takes all keys, if there is one.
    var last: RestRef? {
        var one = self
        while let next = one.pointee.next { one = next }
        return one.pointee.form == .part ? nil : one
    }
    /// The keys of the model that is flattened. Only of a part.
    var level: LevelRef { pointee.property.pointee.value.innermost.model.pointee.level }

    /// Whether a key that the model does not have is taken.
    func takes(_ key: String) -> Bool { pointee.form != .part || level.has(key) || pointee.next?.takes(key) == true }

    /// Whether a key is that of a part.
    func partTakes(_ key: String) -> Bool { pointee.form == .part && (level.has(key) || pointee.next?.partTakes(key) == true) }

    /// What a value of the property holds, if that is JSON.
    ///
    /// SAFETY, for the caller: the address is of a value of the property's type.
    func object(at address: ValueAddress) -> JSONObject {
        guard pointee.property.pointee.value.unwrapped(at: address) != nil else { return [:] }
        if pointee.form == .object { return unsafe address.assumingMemoryBound(to: JSONObject.self).pointee }
        return JSONObject(unsafe address.assumingMemoryBound(to: [String: JSONValue].self).pointee)
    }
}

extension PlanBuilder {
    /// A property that collects keys of a model's objects.
    struct RestSource {
        /// Its index.
        var property: Int
        var key: TypeRecord
        var value: TypeRecord
        var form: RestPlan.Form

        /// - Parameter next: The one behind it.
        func plan(_ properties: PropertyRef, before next: RestRef?) -> RestRef {
            unsafe PlanPart(
                holding: RestPlan(property: properties + property, key: key.plan, value: value.plan, form: form, next: next))
        }
    }

    /// Finds the properties that collect keys of a model's objects: the one that takes all of them is the last.
    mutating func rest(_ members: [Member], _ type: Any.Type) throws(ModelError) -> [RestSource] {
        var sources: [RestSource] = []
        for index in members.indices where members[index].isPart { sources.append(try source(.part, index, members[index], type)) }
        let all = members.indices.filter { members[$0].isRest }
        guard let index = all.first else { return sources }
        let member = members[index]
        if all.count > 1 {
            let other = members[all[1]]
            guard member.isWhole || other.isWhole else { throw .twoRests(member.name, other.name, of: type) }
            throw .flattenedBeside(member.isWhole ? member.name : other.name, member.isWhole ? other.name : member.name, of: type)
        }
        if member.isWhole { return sources + [try source(.cases, index, member, type)] }
        var inner = member.record.type
        while let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
        if inner == JSONObject.self { return sources + [try source(.object, index, member, type)] }
        if inner == [String: JSONValue].self { return sources + [try source(.dictionary, index, member, type)] }
        guard let dictionary = StandardTypes.dictionary(inner), dictionary.keyType == String.self, dictionary.valueType != Any.self
        else {
            throw .restOfType(member.name, member.record.type, of: type)
        }
        return sources + [try source(.typed, index, member, type)]
    }

    private mutating func source(
        _ form: RestPlan.Form, _ index: Int, _ member: Member, _ type: Any.Type
    ) throws(ModelError) -> RestSource {
        RestSource(
            property: index, key: try record(of: String.self, property: member.name, owner: type),
            value: try record(of: JSONValue.self, property: member.name, owner: type), form: form)
    }
}
