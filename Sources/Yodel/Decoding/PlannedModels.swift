/// Reads models inside of types that decode themselves, by the plans and the rules of what is around.
///
/// Of what is unchecked: it is of one thread at a time, as its document is. Who keeps the document beyond the decode has nothing in common with others.
final class PlannedModels: ModelReading, @unchecked Sendable {
    private let plans: PlanCache
    private var rules: DecodingRules
    /// An empty report for what is noted; nil: nobody wants to know.
    private var report: DecodingReport?
    private var limits: PartLimits

    init(_ plans: PlanCache, _ rules: DecodingRules, noting report: DecodingReport?, _ limits: PartLimits) {
        self.plans = plans
        self.rules = rules
        self.report = report
        self.limits = limits
    }

    /// Another value begins that may hold models.
    func begin(_ rules: DecodingRules, noting report: DecodingReport?, _ limits: PartLimits) {
        self.rules = rules
        if report != nil || self.report != nil { self.report = report }
        self.limits = limits
    }

    /// The value that holds the models has been read, or not.
    ///
    /// - Returns: What is left of the limits.
    func end() -> PartLimits {
        limits.leaveTries()
        return limits
    }

    func reads(_ type: Any.Type) -> Bool { plans.isOfModels(type) }

    func read(
        _ text: BorrowedBytes, as type: Any.Type, depthLeft: Int, into slot: MutableAddress
    ) -> (error: ModelError?, report: DecodingReport?) {
        guard depthLeft > 0 else { return (.depthLimit(rules.maximumDepth, at: .none, path: JSONPath()), nil) }
        var rules = rules
        rules.maximumDepth = depthLeft
        do throws(ModelError) {
            let plan = try plans.plan(for: type)
            // A copy: a type's own code is called meanwhile, which may come back here.
            var limits = limits
            defer { self.limits.take(limits) }
            let read = unsafe WholeDocument.make(part: text, plan, Slot(slot, of: plan.type), rules, noting: report, &limits)
            return (whole(read.error), read.report)
        } catch {
            return (error, nil)
        }
    }

    /// The error as the whole document's: a limit of depth is that of all of it.
    private func whole(_ error: ModelError?) -> ModelError? {
        guard let error, error.code == .depthLimit else { return error }
        return .depthLimit(rules.maximumDepth, at: .none, path: error.path)
    }
}
