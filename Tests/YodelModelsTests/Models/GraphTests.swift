import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A model of which many can be in one graph, cycles included.
private final class Node: Model {
    var value = 0
    var next: Node?
    var list: [Node?] = []
    var table: [String: Node] = [:]
    var any: Any?

    /// Lets go of the nodes behind, one by one: so a long list is not released in one go, and a cycle is released at all.
    static func release(_ nodes: [Node]) {
        for node in nodes {
            node.next = nil
            node.list = []
            node.table = [:]
            node.any = nil
        }
    }
}

private class Member: ModelHashable {
    var name = ""
    var friends: Set<Member> = []
    required init() {}
}

/// Code of another type that compares models in turn.
private struct Link: Decodable, Hashable {
    var node: LinkNode?
    init(_ node: LinkNode) { self.node = node }
    init(from decoder: any Decoder) throws {}
    func hash(into hasher: inout Hasher) {}
}

private final class LinkNode: ModelHashable {
    var value = 0
    var link: Link?
}

private func chain(_ count: Int, last: Int = 0) -> [Node] {
    let nodes = (0..<count).map { _ in Node() }
    for index in 1..<count { nodes[index - 1].next = nodes[index] }
    nodes[count - 1].value = last
    return nodes
}

@Suite("Equality of graphs", .sameOnYajl)
struct GraphTests {
    @Test(.slow) func aLongListTakesNoStack() {
        onSmallStack { Self.compareLongLists(of: triesFewerCases ? 7_000 : 100_000) }
    }

    private static func compareLongLists(of count: Int) {
        let (one, two, three) = (chain(count), chain(count), chain(count, last: 1))
        #expect(one[0].modelIsEqual(two[0]) && hash(of: one[0]) == hash(of: two[0]))
        #expect(!one[0].modelIsEqual(three[0]) && !one[0].modelIsEqual(two[1]))
        let copy = one[0].modelCopy()
        #expect(copy.next === one[1] && copy.modelIsEqual(two[0]))
        #expect(one[0].modelDescription.split(separator: "\n").count < 600)
        for nodes in [one, two, three] { Node.release(nodes) }
    }

    @Test func cycles() {
        /// A cycle of as many nodes, each by another way.
        func cycle(_ count: Int, changed: Int? = nil) -> [Node] {
            let nodes = chain(count)
            nodes[count - 1].next = nodes[0]
            if let changed { nodes[changed].value = 1 }
            return nodes
        }
        let cycles = [cycle(1), cycle(2), cycle(6), cycle(2, changed: 1), cycle(4, changed: 3), cycle(4, changed: 1)]
        #expect(cycles[0][0].modelIsEqual(cycles[1][0]) && cycles[1][0].modelIsEqual(cycles[2][3]))
        #expect(hash(of: cycles[0][0]) == hash(of: cycles[1][0]) && hash(of: cycles[1][0]) == hash(of: cycles[2][3]))
        #expect(!cycles[2][0].modelIsEqual(cycles[3][0]) && !cycles[3][0].modelIsEqual(cycles[4][0]))
        #expect(!cycles[4][0].modelIsEqual(cycles[5][0]) && cycles[4][2].modelIsEqual(cycles[5][0]))
        // A node of a cycle with itself, and with one that leads to it.
        #expect(cycles[0][0].modelIsEqual(cycles[0][0]) && cycles[1][0].modelIsEqual(cycles[1][1]))
        cycles.forEach(Node.release)
    }

    @Test func cyclesThroughContainers() {
        func make(_ value: Int) -> [Node] {
            let nodes = [Node(), Node()]
            nodes[0].list = [nil, nodes[1], nodes[0]]
            nodes[0].table = ["a": nodes[1], "b": nodes[0]]
            nodes[1].any = [nodes[0], ["k": nodes[1]]] as [Any]
            nodes[1].value = value
            return nodes
        }
        let (one, two, three) = (make(1), make(1), make(2))
        #expect(one[0].modelIsEqual(two[0]) && hash(of: one[0]) == hash(of: two[0]) && !one[0].modelIsEqual(three[0]))
        [one, two, three].forEach(Node.release)
    }

    @Test func cyclesThroughSetsAndOtherTypes() {
        func make(_ last: String) -> [Member] {
            let members = (0..<3).map { _ in Member() }
            for (index, member) in members.enumerated() { member.name = index == 2 ? last : "m\(index)" }
            // A set of others changes a member's hash, but only by its size: sets that are made afterwards hold good.
            for _ in 0..<2 {
                let sets = members.map { _ in Set(members) }
                for (member, set) in zip(members, sets) { member.friends = set }
            }
            return members
        }
        let (one, two, three) = (make("x"), make("x"), make("y"))
        #expect(one[0] == two[0] && one[1] != two[0] && one[0] != three[0] && one[2] != three[2])
        #expect(one[0].hashValue == two[0].hashValue)
        for member in one + two + three { member.friends = [] }

        let nodes = (0..<4).map { _ in LinkNode() }
        for index in 0..<4 { nodes[index].link = Link(nodes[index ^ 1]) }
        #expect(nodes[0] == nodes[2] && nodes[0] == nodes[1])
        nodes[3].value = 1
        #expect(nodes[0] != nodes[2])
        for node in nodes { node.link = nil }
    }

    /// All ways through the graph are 1,000 to the power of their length: neither may follow them all.
    @Test func aGraphWithEveryEdge() {
        let count = triesFewerCases ? 60 : 100
        func make() -> [Node] {
            let nodes = (0..<count).map { _ in Node() }
            for node in nodes {
                node.list = nodes
                node.table = ["a": nodes[7]]
                node.any = nodes
            }
            return nodes
        }
        let (one, two) = (make(), make())
        #expect(one[0].modelIsEqual(two[0]) && hash(of: one[0]) == hash(of: two[0]))
        two[count - 1].value = 1
        #expect(!one[0].modelIsEqual(two[0]))
        #expect(one[0].modelDescription.utf8.count < 100_000_000)
        [one, two].forEach(Node.release)
    }

    // MARK: Against another algorithm

    /// Random graphs of few nodes and values, so that many are equal. Which nodes are, partition refinement says: nodes are in one class if
    /// their values are equal and their edges lead to the same classes, until no class falls apart any more.
    @Test(.slow) func randomGraphs() {
        var random = SeededGenerator(seed: 42)
        var (equal, different) = (0, 0)
        for _ in 0..<(triesFewerCases ? 300 : 1000) {
            let nodes = (0..<Int.random(in: 2...7, using: &random)).map { _ in Node() }
            for node in nodes {
                node.value = Int.random(in: 0...4, using: &random) / 4
                node.next = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nil
                if Int.random(in: 0...5, using: &random) == 0 { node.list = [nil, nodes.randomElement(using: &random)] }
                if Int.random(in: 0...5, using: &random) == 0 { node.table["k"] = nodes.randomElement(using: &random) }
                if Int.random(in: 0...5, using: &random) == 0 { node.any = [1, nodes.randomElement(using: &random) as Any] as [Any] }
            }
            let classes = classes(of: nodes)
            for (left, leftClass) in zip(nodes, classes) {
                for (right, rightClass) in zip(nodes, classes) {
                    let isEqual = left.modelIsEqual(right)
                    #expect(isEqual == (leftClass == rightClass))
                    if isEqual { #expect(hash(of: left) == hash(of: right)) }
                    if left !== right { isEqual ? (equal += 1) : (different += 1) }
                }
            }
            Node.release(nodes)
        }
        let enough = triesFewerCases ? 100 : 1000
        #expect(equal > enough && different > enough)
    }

    private func classes(of nodes: [Node]) -> [Int] {
        func place(_ node: Node?) -> Int? { nodes.firstIndex { $0 === node } }
        var classes = nodes.map(\.value)
        for _ in nodes {
            let texts = nodes.enumerated().map { index, node in
                let other = (node.any as? [Any])?.last as? Node
                let ends = [place(node.next), place(node.list.last ?? nil), place(node.table["k"]), place(other)]
                return "\(classes[index]) \(ends.map { $0.map { classes[$0] } ?? -1 }) \(node.list.count) \(node.any == nil)"
            }
            classes = texts.map { texts.firstIndex(of: $0)! }
        }
        return classes
    }
}
