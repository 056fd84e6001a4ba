// A property may collect the keys of its model's object that the model does not know: the rest. A key is the rest's exactly if the model's own level of
// keys does not have it. What a property is only written to is in the level, too: what is read there and written back would stand in the object twice.

/// The property that collects the rest of an object. Trivial and immutable.
@safe struct RestPlan {
    // SAFETY: what it refers to is the type record's or the cache's, is written before the plan is published, and stays as long as the plan.

    var property: PropertyRef
    /// That of `String`.
    var key: PlanRef
    /// That of `JSONValue`.
    var value: PlanRef
    /// Whether it is a `JSONObject`; otherwise it is a dictionary by `String`. Optionals may stand around either.
    var isObject: Bool
    /// Whether it is a dictionary whose values are no `JSONValue`s.
    var isTyped: Bool
}

typealias RestRef = PlanPart<RestPlan>

extension RestRef {
    /// What a value of the property holds, unless it is typed.
    ///
    /// SAFETY, for the caller: the address is of a value of the property's type.
    func object(at address: ValueAddress) -> JSONObject {
        guard pointee.property.pointee.value.unwrapped(at: address) != nil else { return [:] }
        if pointee.isObject { return unsafe address.assumingMemoryBound(to: JSONObject.self).pointee }
        return JSONObject(unsafe address.assumingMemoryBound(to: [String: JSONValue].self).pointee)
    }
}

extension PlanBuilder {
    /// The property of a model that collects the rest of its objects.
    struct RestSource {
        /// Its index.
        var property: Int
        var key: TypeRecord
        var value: TypeRecord
        var isObject: Bool
        var isTyped: Bool

        func plan(_ properties: PropertyRef) -> RestRef {
            unsafe PlanPart(
                holding: RestPlan(property: properties + property, key: key.plan, value: value.plan, isObject: isObject, isTyped: isTyped))
        }
    }

    /// Finds the property that collects the rest of a model's objects; nil if there is none.
    mutating func rest(_ members: [Member], _ type: Any.Type) throws(ModelError) -> RestSource? {
        let all = members.indices.filter { members[$0].isRest }
        guard let index = all.first else { return nil }
        if all.count > 1 { throw .twoRests(members[index].name, members[all[1]].name, of: type) }
        let member = members[index]
        var inner = member.record.type
        while let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
        let isTyped = inner != JSONObject.self && inner != [String: JSONValue].self
        if isTyped {
            guard let dictionary = StandardTypes.dictionary(inner), dictionary.keyType == String.self, dictionary.valueType != Any.self
            else {
                throw .restOfType(member.name, member.record.type, of: type)
            }
        }
        return RestSource(
            property: index, key: try record(of: String.self, property: member.name, owner: type),
            value: try record(of: JSONValue.self, property: member.name, owner: type), isObject: inner == JSONObject.self, isTyped: isTyped)
    }
}
