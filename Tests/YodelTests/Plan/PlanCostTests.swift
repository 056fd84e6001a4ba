import Foundation
import Testing

@testable import Yodel

// What the first use of a model costs: a server meets its types in its first requests. That a type does not conform to a protocol is known only when all
// conformances of the process have been looked through, which takes longer than all the rest; so a plan asks few such questions.

private protocol Mark: SendableMetatype { static var value: Int { get } }
private protocol NobodyConforms {}

/// A model of ten properties, as many as there are pairs of marks.
private struct Costly<First: Mark, Second: Mark>: Model {
    var id = First.value, name = "", score = 0.5, isOpen = true, note: String?, tags: [String] = [], size: Int?, ratio: Double?
    var created = Date(timeIntervalSince1970: 0), counts: [String: Int] = [:]
}

private struct Unasked<First: Mark, Second: Mark> {}

private enum Marks {
    enum A: Mark { static let value = 1 }
    enum B: Mark { static let value = 2 }
    enum C: Mark { static let value = 3 }
    enum D: Mark { static let value = 4 }
    enum E: Mark { static let value = 5 }
    enum F: Mark { static let value = 6 }
    enum G: Mark { static let value = 7 }
    static let all: [any Mark.Type] = [A.self, B.self, C.self, D.self, E.self, F.self, G.self]
}

@Suite("Cost of plans", .serialized)
struct PlanCostTests {
    private func costly<First: Mark, Second: Mark>(_ first: First.Type, _ second: Second.Type) -> Any.Type { Costly<First, Second>.self }
    private func unasked<First: Mark, Second: Mark>(_ first: First.Type, _ second: Second.Type) -> Any.Type { Unasked<First, Second>.self }

    private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    /// A plan costs as much as a few failing look-ups, and the work of its properties.
    @Test func aPlanAsksFewProtocols() throws {
        var (plans, lookUps): ([Double], [Double]) = ([], [])
        for first in Marks.all {
            for second in Marks.all {
                let (model, other) = (costly(first, second), unasked(first, second))
                lookUps.append(LinearTime.time { #expect(!(other is any NobodyConforms.Type)) })
                plans.append(try LinearTime.time { _ = try PlanCache.shared.plan(for: model) })
            }
        }
        // A model that is used asks twice, and no more: whether it is one, and whether it has hooks. In a debug build the rest is slow.
        let (plan, lookUp) = (median(plans), median(lookUps))
        print("a plan of ten properties: \(Int(plan * 1e6)) µs; a failing look-up: \(Int(lookUp * 1e6)) µs")
        #expect(plan < 4 * lookUp + 0.001, "\(plan) s for a plan, \(lookUp) s for a look-up")
    }

    /// The hooks are found by one look, whichever of the protocols a model names.
    @Test func everyHookIsAHookedModel() {
        let hooked: [Any.Type] = [
            Policy.Shape.self, Policy.Circle.self, Policy.Before.self, Policy.After.self, Policy.Checked.self, FuzzModels.Written.self,
        ]
        #expect(hooked.allSatisfy { $0 is any HookedModel.Type })
        let plain: Any.Type = Policy.Leaf.self
        #expect(!(plain is any HookedModel.Type))
    }
}
