// Copies, equality, hashes and descriptions of models. All of them walk the properties of
// the model's plan, as writing does, those that no key leads to included; what takes no part in mapping takes none here.
//
//     ValuePlan+Models.swift        what is asked of plans besides
//     ForeignValue.swift            values whose type no plan tells
//     ModelCopier.swift             copies
//     ModelComparison.swift         equality, cycles of instances included
//     ModelHasher.swift             hashes that agree with it
//     HashGraph.swift               hashes of instances, which lead to each other
//     ModelDescriber.swift          texts for people

extension ValuePlan {
    var sequence: any SequenceType.Type {
        guard let type = unsafe record._withUnsafeGuaranteedRef(\.sequence) else { preconditionFailure("no sequence") }
        return type
    }

    var dictionary: any DictionaryType.Type {
        guard let type = unsafe record._withUnsafeGuaranteedRef(\.dictionary) else { preconditionFailure("no dictionary") }
        return type
    }

    /// Whether comparing two values of the type by their own `==` can come to models, or to anything that is not known.
    var mayLeadToModels: Bool {
        if let wrapped = unsafe wrapped { return unsafe wrapped.pointee.mayLeadToModels }
        if let element = unsafe element { return unsafe element.pointee.mayLeadToModels }
        return !(kind.isScalar || kind == .json || kind == .rawJSON || kind == .rawValue)
    }
}

extension PlanCache {
    /// The plan of a model's type. A type that has none is a programmer's mistake here, since nothing can be thrown.
    func modelPlan(for type: Any.Type) -> UnsafePointer<ModelPlan> {
        do throws(ModelError) {
            guard let plan = unsafe try plan(for: type).pointee.model else { preconditionFailure("\(type) is no model") }
            return unsafe plan
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Whether a type is a model.
    func isModel(_ type: Any.Type) -> Bool {
        if let record = published(type) { return unsafe record.plan.pointee.optionalDepth == 0 && record.plan.pointee.model != nil }
        return resolver.declaration(type) != nil
    }
}
