import Testing

@testable import Yodel
@testable import YodelTestSupport

// A part of the suite that counts the same objects: so none of these tests runs beside one of that suite.
extension LifetimeTests {
    @Suite struct LifeLifetimeTests {
        init() { #expect(Tracked.living == 0) }

        @Test func copiesAreReleased() throws {
            do {
                let node = try TrackedNode(json: LifetimeTests.document)
                let living = Tracked.living
                do {
                    let copy = node.modelCopy()
                    // Of its own it has nothing but the instance: what `init()` made has been released.
                    #expect(Tracked.living == living + 1)
                    #expect(copy.next === node.next && copy.holder.title == "t" && copy.labels == node.labels)
                    let second = copy.modelCopy()
                    #expect(second.list.first === node.list.first && Tracked.living == living + 2)
                }
                #expect(Tracked.living == living)
                let leaf = TrackedLeaf()
                leaf.extra = TrackedLabel(text: "e")
                leaf.twice = .some(.some(node))
                #expect((leaf as TrackedNode).modelCopy() is TrackedLeaf)
                node.holder = node.holder.modelCopy()
            }
            #expect(Tracked.living == 0)
        }

        @Test func copiesThroughAccessorsAreReleased() {
            do {
                let node = TrackedAccessed()
                node.value = TrackedLabel(text: "x")
                let living = Tracked.living
                for _ in 0..<3 { #expect(node.modelCopy().value.rawValue == "x!") }
                #expect(Tracked.living == living)
            }
            #expect(Tracked.living == 0)
        }

        @Test func comparingHashingAndDescribingKeepNothing() throws {
            do {
                let node = try TrackedNode(json: LifetimeTests.document)
                let other = try TrackedNode(json: LifetimeTests.document)
                let accessed = TrackedAccessed()
                accessed.value = TrackedLabel(text: "x")
                let living = Tracked.living
                #expect(node.modelIsEqual(other) && accessed.modelIsEqual(accessed.modelCopy()))
                #expect(hash(of: node) == hash(of: other) && hash(of: accessed) == hash(of: accessed.modelCopy()))
                #expect(node.modelDescription.count == other.modelDescription.count)
                #expect(accessed.modelDescription.contains("value = "))
                other.table["b"]?.number += 1
                #expect(!node.modelIsEqual(other))
                #expect(Tracked.living == living)
            }
            #expect(Tracked.living == 0)
        }
    }
}

/// A property whose getter makes an object each time.
private final class TrackedAccessed: Tracked, Model {
    private var text = TrackedLabel(text: "")
    var value: TrackedLabel {
        get { TrackedLabel(text: text.rawValue) }
        set { text = TrackedLabel(text: newValue.rawValue.hasSuffix("!") ? newValue.rawValue : newValue.rawValue + "!") }
    }
    var made: TrackedNode {
        get { TrackedNode() }
        set {}
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\TrackedAccessed.value, named: "value")
        model.access(\TrackedAccessed.made, named: "made")
        model.ignored = ["text"]
    }
}
