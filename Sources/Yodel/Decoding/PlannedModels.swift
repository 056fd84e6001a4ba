/// Reads models inside of types that decode themselves, by the plans and the rules of what is around.
final class PlannedModels: ModelReading {
    private let plans: PlanCache
    private let rules: DecodingRules
    /// How many departures are noted; nil: nobody wants to know.
    private let limit: Int?

    init(_ plans: PlanCache, _ rules: DecodingRules, noting limit: Int?) {
        self.plans = plans
        self.rules = rules
        self.limit = limit
    }

    func reads(_ type: Any.Type) -> Bool { plans.isOfModels(type) }

    func read(
        _ text: BorrowedBytes, as type: Any.Type, depthLeft: Int, into slot: MutableAddress
    ) -> (error: ModelError?, departures: [DecodingReport.Departure]) {
        guard depthLeft > 0 else { return (.depthLimit(rules.maximumDepth, at: .none, path: JSONPath()), []) }
        var rules = rules
        rules.maximumDepth = depthLeft
        do throws(ModelError) {
            let plan = PlanRef(try plans.plan(for: type))
            let read = WholeDocument.make(part: text, plan, Slot(slot, of: plan.type), rules, noting: limit)
            return (whole(read.error), read.departures)
        } catch {
            return (error, [])
        }
    }

    /// The error as the whole document's: a limit of depth is that of all of it.
    private func whole(_ error: ModelError?) -> ModelError? {
        guard let error, error.code == .depthLimit else { return error }
        return .depthLimit(rules.maximumDepth, at: .none, path: error.path)
    }
}
