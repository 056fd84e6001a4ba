/// What reads the values of types that decode themselves: made for the first of them, and used for all others that the decode meets.
///
/// A type's own code may keep its decoder, and with it the document. Then the document and what reads the models in it are that value's alone, and the
/// next value gets others.
struct CodedValues {
    /// The cache whose plans the models are read by.
    let plans: ObjectIdentifier
    let models: PlannedModels
    /// Nobody else holds it between two values.
    var document: CodableDocument
}

extension Decoding where Features == AllFeatures {
    /// Begins with a value of a type that decodes itself. It is a call, so that it holds the document no longer.
    @inline(never)
    mutating func beginCoded(_ plan: PlanRef) {
        let plans = plan.innermost.cache
        guard let known = features.coded?.plans, known == ObjectIdentifier(plans) else { return makeCoded(plans) }
        // Not by a copy of all of it, which would count its references.
        features.coded?.models.begin(partRules, noting: features.partReport, features.partLimits)
        features.coded?.document.beginValue(rules.scalars, depthLeft: depthLeft)
    }

    private mutating func makeCoded(_ plans: PlanCache) {
        endAllCoded()
        let models = PlannedModels(plans, partRules, noting: features.partReport, features.partLimits)
        let rules = ModelCodingRules(rules.scalars, plans.codedKeys, models, depthLeft: depthLeft)
        features.coded = CodedValues(plans: ObjectIdentifier(plans), models: models, document: ModelDocuments.take(rules))
    }

    /// Ends with a value, which has been read by a call: what holds the document there is gone.
    @inline(never)
    mutating func endCoded() {
        guard features.coded != nil, !CodableDocument.end(&features.coded!.document) else { return }
        features.coded = nil
    }

    /// Ends with all such values. Most decodes have none.
    @inline(__always)
    mutating func endAllCoded() {
        if features.coded != nil { giveBackCoded() }
    }

    @inline(never)
    private mutating func giveBackCoded() {
        guard features.coded != nil else { return }
        ModelDocuments.end(&features.coded!.document)
        features.coded = nil
    }
}
