extension SchemaBuilder {
    /// The schema of a property with a transform: what the transform names of JSON. Of one that is code of its own nothing is known.
    ///
    /// - Parameters:
    ///   - plan: That of the property's type.
    ///   - isNullable: Whether null is a value, if the type is optional.
    mutating func transformed(_ transform: ValueTransform, _ plan: PlanRef, isNullable: Bool) -> JSONValue {
        let hasNull = isNullable && plan.pointee.optionalDepth > 0
        let text: JSONValue = ["type": hasNull ? ["string", "null"] : "string", "contentMediaType": "application/json"]
        switch transform.kind {
        case .closures, .unnamed, .each: return ["$comment": "made by a transform"]
        case .plain: return value(plan, isNullable: isNullable)
        case .text: return text
        case .textOrValue: return ["anyOf": [text, value(plan, isNullable: isNullable)]]
        case .oneOrMany:
            let inner = plan.innermost
            let many = value(plan, isNullable: isNullable)
            if inner.pointee.kind == .sequence { return ["anyOf": [value(inner.element), many]] }
            return ["anyOf": [many, ["type": "array", "items": value(inner), "minItems": 1, "maxItems": 1]]]
        }
    }
}
