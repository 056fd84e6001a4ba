import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Inner: Model {
    var a = 0
    var b: String?
}

private class Base: Model {
    var label = ""
    var inner = Inner()
    required init() {}
}

private final class Sub: Base {
    var extra: Double?
}

/// Properties with few values each, so that equal models are common.
private struct Sample: Model {
    var flag = false
    var number = 0.0
    var text: String?
    var inner: Inner?
    var base: Base?
    var list: [Base] = []
    var set: Set<Int> = []
    var table: [String: Inner] = [:]
    var any: Any?
    var colour = LifeColour.red

    init() {}

    init(_ random: inout SeededGenerator) {
        func inner() -> Inner { Inner(a: pick(2), b: pick(3) == 0 ? "b" : nil) }
        func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        func base() -> Base {
            let base = pick(3) == 0 ? Sub() : Base()
            if pick(3) == 0 { base.label = "l" }
            base.inner = inner()
            (base as? Sub)?.extra = pick(2) == 0 ? 0.0 : -0.0
            return base
        }
        // Each of few properties is other than its default.
        for _ in 0..<pick(4) {
            switch pick(10) {
            case 0: flag = true
            case 1: number = [0.0, -0.0, 1.0][pick(3)]
            case 2: text = ["", "e\u{301}", "\u{e9}"][pick(3)]
            case 3: inner_(inner())
            case 4: self.base = base()
            case 5: list = (0..<pick(3)).map { _ in base() }
            case 6: set = Set((0..<pick(3)).map { $0 })
            case 7:
                for key in ["a", "b", "c"].shuffled(using: &random).prefix(pick(3)) { table[key] = Inner() }
            case 8: any = [1, 1.0, base(), [inner(), "x"] as [Any], ["k": inner()]][pick(5)] as Any
            default: colour = .blue
            }
        }
    }

    private mutating func inner_(_ value: Inner) { inner = value }
}

@Suite("Hashes agree with equality")
struct RandomEqualityTests {
    @Test(.slow) func randomModels() {
        var random = SeededGenerator(seed: 7)
        let models = (0..<1000).map { _ in Sample(&random) }
        random = SeededGenerator(seed: 7)
        let again = (0..<1000).map { _ in Sample(&random) }
        let hashes = models.map { hash(of: $0) }
        var equal = 0
        for index in models.indices {
            #expect(models[index].modelIsEqual(again[index]) && hash(of: again[index]) == hashes[index])
            for other in models.indices.dropFirst(index + 1).prefix(60) {
                let isEqual = models[index].modelIsEqual(models[other])
                #expect(models[other].modelIsEqual(models[index]) == isEqual)
                if isEqual {
                    equal += 1
                    #expect(hashes[index] == hashes[other])
                } else {
                    #expect(hashes[index] != hashes[other], "a hash that tells nothing")
                }
            }
        }
        #expect(equal > 1000)
    }

    /// What is equal to a model is equal to whatever that one is equal to.
    @Test func equalityIsTransitive() {
        var random = SeededGenerator(seed: 8)
        let models = (0..<80).map { _ in Sample(&random) }
        let table = models.map { left in models.map { left.modelIsEqual($0) } }
        for a in models.indices {
            #expect(table[a][a])
            for b in models.indices where table[a][b] { #expect(table[a] == table[b]) }
        }
    }
}
