// A class that is made of a struct of its values (`DescribedClass`). Its plan has the struct's as a raw value's (`ValuePlan.key`):
//
//     User   boxed   key: the plan of User.Stored      read: an object makes a Stored, which makes an instance
//                                                      written: an instance gives its Stored, which is written
//
// The struct's plan is the class's own: it has the declarations of both, and errors name the class. So it is not the one that the struct has where it is used
// by itself.

/// What a class says of itself that is made of a struct of its values. The layer above makes it from the public protocol.
struct BoxDeclaration {
    /// A `BoxHandle`.
    var handle: TypeHandle
    /// Of the struct.
    var values: ModelDeclaration
}

extension PlanBuilder {
    /// Fills the record of a class, and makes that of the struct of its values.
    mutating func fillBox(_ record: TypeRecord, _ declaration: BoxDeclaration) {
        let values = addApart(record.type, declaration.values, kind: .object)
        record.kept.append(values)
        record.unpublished.key = values.plan
    }

    /// A record of a class that is declared in another way than its type is. It is its owner's alone.
    mutating func addBoxApart(_ type: Any.Type, _ declaration: BoxDeclaration) -> TypeRecord {
        let record = TypeRecord(type: type, handle: declaration.handle, cache: cache)
        record.writePlan(kind: .boxed)
        fillBox(record, declaration)
        return record
    }
}

extension ValuePlan {
    /// The plan of the class that an instance is of: this one, or that of a subclass.
    ///
    /// - Parameter address: Of a reference to the instance.
    func ofInstance(_ this: PlanPart<ValuePlan>, at address: ValueAddress) throws(ModelError) -> PlanPart<ValuePlan> {
        let type: AnyClass = type(of: self[instanceAt: address])
        let record = record.object
        if ObjectIdentifier(type) == ObjectIdentifier(record.type) { return this }
        return try record.cache.plan(for: type)
    }
}
