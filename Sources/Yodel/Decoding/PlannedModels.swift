/// Reads models inside of types that decode themselves, by the plans and the rules of what is around.
final class PlannedModels: ModelReading {
    private let plans: PlanCache
    private let rules: DecodingRules
    /// An empty report for what is noted; nil: nobody wants to know.
    private let report: DecodingReport?

    init(_ plans: PlanCache, _ rules: DecodingRules, noting report: DecodingReport?) {
        self.plans = plans
        self.rules = rules
        self.report = report
    }

    func reads(_ type: Any.Type) -> Bool { plans.isOfModels(type) }

    func read(
        _ text: BorrowedBytes, as type: Any.Type, depthLeft: Int, into slot: MutableAddress
    ) -> (error: ModelError?, report: DecodingReport?) {
        guard depthLeft > 0 else { return (.depthLimit(rules.maximumDepth, at: .none, path: JSONPath()), nil) }
        var rules = rules
        rules.maximumDepth = depthLeft
        do throws(ModelError) {
            let plan = PlanRef(try plans.plan(for: type))
            let read = WholeDocument.make(part: text, plan, Slot(slot, of: plan.type), rules, noting: report)
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
