// Copies, equality, hashes and descriptions of models. All of them walk the properties of
// the model's plan, as writing does, those that no key leads to included; what takes no part in mapping takes none here.
//
//     PlanRef+Models.swift          what is asked of plans besides
//     ForeignValue.swift            values whose type no plan tells
//     ModelCopier.swift             copies
//     ModelComparison.swift         equality, cycles of instances included
//     ModelHasher.swift             hashes that agree with it
//     HashGraph.swift               hashes of instances, which lead to each other
//     ModelDescriber.swift          texts for people

extension PlanRef {
    /// Whether it is a model's.
    var isModel: Bool { pointee.optionalDepth == 0 && (pointee.model != nil || pointee.kind == .boxed) }

    /// Lends the properties of an instance: in the instance, or in the struct of its values.
    func withModel<R>(of instance: AnyObject, _ body: (ModelRef, ModelPlace) -> R) -> R {
        if let model = pointee.model { return ModelPlace.with(instance) { body(model, $0) } }
        // SAFETY: the plan is of the instance's class, so that a reference is a value of its type.
        return unsafe ValueAddress.of(instance) { reference in
            withRawValue(reference) { values, address in
                guard let model = values.pointee.model else { preconditionFailure("a class without values") }
                return body(model, ModelPlace(object: address))
            }
        }
    }

    /// Whether comparing two values of the type by their own `==` can come to models, or to anything that is not known.
    var mayLeadToModels: Bool {
        if let wrapped = pointee.wrapped { return wrapped.mayLeadToModels }
        if let element = pointee.element { return element.mayLeadToModels }
        return !(pointee.kind.isScalar || pointee.kind == .json || pointee.kind == .rawJSON || pointee.kind == .rawValue)
    }
}

extension PlanCache {
    /// The plan of a model's type. A type that has none is a programmer's mistake here, since nothing can be thrown.
    func modelPlan(for type: Any.Type) -> ModelRef {
        guard let plan = modelValuePlan(for: type).pointee.model else { preconditionFailure("\(type) is no struct") }
        return plan
    }

    /// The plan of a model's type, or of a class that is made of a struct of its values.
    func modelValuePlan(for type: Any.Type) -> PlanRef {
        do throws(ModelError) {
            let plan = try plan(for: type)
            guard plan.isModel else { preconditionFailure("\(type) is no model") }
            return plan
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Whether a type is a model.
    func isModel(_ type: Any.Type) -> Bool {
        if let record = published(type) { return record.plan.isModel }
        return resolver.declaration(type) != nil || (type is AnyClass && resolver.box(type) != nil)
    }
}
