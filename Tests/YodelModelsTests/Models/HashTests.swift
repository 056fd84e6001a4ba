import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The hash of a model sees what equality sees: models that differ anywhere have different hashes, but for cycles, of which it sees the top.

private final class Node: Model {
    var value = 0
    var next: Node?
    var list: [Node] = []
    var table: [String: Node] = [:]
    var any: Any?

    static func chain(_ length: Int, _ end: Int) -> Node {
        let top = Node()
        var node = top
        for _ in 1..<length {
            let next = Node()
            node.next = next
            node = next
        }
        node.value = end
        return top
    }
}

private final class Member: ModelHashable {
    var id = 0
    var friends: Set<Member> = []
}

private struct Tag: ModelHashable {
    var id = 0
    var inner: Set<Tag> = []
    var members: Set<Member> = []
}

/// Equal by its number alone, and says so.
private final class Numbered: Model, Hashable {
    var number = 0
    var next: Numbered?
    static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct Numbers: ModelHashable {
    var set: Set<Numbered> = []
    var any: Any?
}

@Suite("Hashes see what equality sees")
struct HashTests {
    private func expectDifferent(_ left: some Model, _ right: some Model, _ name: String) {
        #expect(hash(of: left) != hash(of: right), "\(name)")
    }

    @Test(arguments: [2, 3, 4, 5, 10, 1000])
    func instancesFarIn(length: Int) {
        #expect(hash(of: Node.chain(length, 1)) == hash(of: Node.chain(length, 1)))
        expectDifferent(Node.chain(length, 1), Node.chain(length, 2), "chain")
        expectDifferent(Node.chain(length, 1), Node.chain(length + 1, 1), "length")
    }

    @Test(arguments: [1, 63, 64, 65, 300])
    func manyInstances(count: Int) {
        func node(_ last: Int, _ put: (Node, [Node]) -> Void) -> Node {
            let nodes = (0..<count).map { _ in Node() }
            nodes[count - 1].value = last
            let top = Node()
            put(top, nodes)
            return top
        }
        let ways: [(String, (Node, [Node]) -> Void)] = [
            ("list", { $0.list = $1 }), ("any", { $0.any = $1 }),
            ("table", { top, nodes in top.table = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ("\($0)", $1) }) }),
            ("any table", { top, nodes in top.any = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ("\($0)", $1) }) }),
        ]
        for (name, put) in ways {
            #expect(hash(of: node(1, put)) == hash(of: node(1, put)), "\(name)")
            expectDifferent(node(1, put), node(2, put), name)
        }
    }

    @Test func wherePairsStand() {
        func node(_ a: Int, _ b: Int) -> Node {
            let top = Node()
            top.table = ["a": Node.chain(2, a), "b": Node.chain(2, b)]
            return top
        }
        expectDifferent(node(1, 2), node(2, 1), "values changed")
        #expect(hash(of: node(1, 2)) == hash(of: node(1, 2)))
    }

    @Test func setsOfModels() {
        func member(_ ids: [Int]) -> Member {
            let member = Member()
            member.friends = Set(
                ids.map { id in
                    let friend = Member()
                    friend.id = id
                    return friend
                })
            return member
        }
        expectDifferent(member([1]), member([2]), "sets")
        #expect(hash(of: member([1, 2, 3])) == hash(of: member([3, 1, 2])))
        expectDifferent(Tag(inner: [Tag(id: 1)]), Tag(inner: [Tag(id: 2)]), "structs")
        expectDifferent(Tag(inner: [Tag(inner: [Tag(id: 1)])]), Tag(inner: [Tag(inner: [Tag(id: 2)])]), "sets in sets")
        expectDifferent(Tag(members: [member([1])]), Tag(members: [member([2])]), "instances in a struct")
        #expect(hash(of: Tag(members: [member([1])])) == hash(of: Tag(members: [member([1])])))
        // By the elements' own rule.
        let (one, other) = (Numbered(), Numbered())
        other.next = Numbered()
        #expect(Numbers(set: [one]) == Numbers(set: [other]) && hash(of: Numbers(set: [one])) == hash(of: Numbers(set: [other])))
        #expect(hash(of: Numbers(any: Set([one]))) == hash(of: Numbers(any: Set([other]))))
        other.number = 1
        expectDifferent(Numbers(set: [one]), Numbers(set: [other]), "own")
        expectDifferent(Numbers(any: Set([one])), Numbers(any: Set([other])), "own in any")
    }

    @Test func foreignValues() {
        func node(_ any: Any) -> Node {
            let node = Node()
            node.any = any
            return node
        }
        expectDifferent(node(LifeCoded(numbers: [1])), node(LifeCoded(numbers: [2])), "by JSON")
        #expect(hash(of: node(LifeCoded())) == hash(of: node(LifeCoded())))
        expectDifferent(node(LifeObject()), node(LifeObject()), "by identity")
        expectDifferent(node(Set([1])), node(Set([2])), "sets")
        // Compared by an `==` that nothing is known of: the type counts.
        #expect(hash(of: node(LifeOwn(text: "a"))) == hash(of: node(LifeOwn(text: "a", ignored: 1))))
    }

    /// A value with an `==` of its own and no hash counts by its type: what is equal has one hash, and so has what differs in nothing else.
    @Test func whatIsEquatableAndNotHashableCountsByItsType() {
        struct Valued: ModelHashable {
            var id = 0
            var own = LifeOwn()
        }
        #expect(LifeOwn(text: "a", ignored: 1) == LifeOwn(text: "a", ignored: 2))
        #expect(hash(of: Valued(own: LifeOwn(text: "a", ignored: 1))) == hash(of: Valued(own: LifeOwn(text: "a", ignored: 2))))
        #expect(hash(of: Valued(own: LifeOwn(text: "a"))) == hash(of: Valued(own: LifeOwn(text: "b"))))
        expectDifferent(Valued(id: 1), Valued(id: 2), "what is hashable")
        #expect(Set([Valued(own: LifeOwn(text: "a")), Valued(own: LifeOwn(text: "b")), Valued(own: LifeOwn(text: "a"))]).count == 2)
    }

    /// What is shared and what is not makes no difference.
    @Test func sharedInstances() {
        let shared = Node.chain(5, 1)
        let (one, other) = (Node(), Node())
        one.list = [shared, shared]
        one.next = shared
        other.list = [Node.chain(5, 1), Node.chain(5, 1)]
        other.next = Node.chain(5, 1)
        #expect(one.modelIsEqual(other) && hash(of: one) == hash(of: other))
    }

    /// Ways double at each step: each instance is walked once.
    @Test func aGraphOfManyWays() {
        func ladder(_ end: Int) -> Node {
            var node = Node()
            node.value = end
            for _ in 0..<60 {
                let next = Node()
                next.list = [node, node]
                next.table = ["a": node]
                next.any = [node, ["b": node]] as [Any]
                node = next
            }
            return node
        }
        #expect(hash(of: ladder(1)) == hash(of: ladder(1)) && hash(of: ladder(1)) != hash(of: ladder(2)))
    }

    /// What stands beside a cycle counts, and its top.
    @Test func cycles() {
        func cycle(_ length: Int, _ value: Int, beside: Int) -> [Node] {
            let nodes = (0..<length).map { _ in Node() }
            for index in nodes.indices { nodes[index].next = nodes[(index + 1) % length] }
            nodes[length - 1].list = [Node.chain(10, beside)]
            nodes[0].value = value
            return nodes
        }
        let cycles = [cycle(2, 0, beside: 0), cycle(2, 1, beside: 0), cycle(2, 0, beside: 1), cycle(2, 0, beside: 0)]
        let hashes = cycles.map { hash(of: $0[0]) }
        #expect(Set(hashes).count == 3 && hashes[0] == hashes[3])
        for nodes in cycles { for node in nodes { node.next = nil } }
    }

    /// Members of sets that lead back to each other: the hash has an end, and sets that are made of such members hold good.
    @Test func cyclesThroughSets() {
        func make(_ last: Int) -> [Member] {
            let members = (0..<3).map { _ in Member() }
            for (index, member) in members.enumerated() { member.id = index == 2 ? last : index }
            for _ in 0..<2 {
                let sets = members.map { _ in Set(members) }
                for (member, set) in zip(members, sets) { member.friends = set }
            }
            return members
        }
        let (one, two, three) = (make(2), make(2), make(7))
        for index in one.indices { #expect(one[index].hashValue == two[index].hashValue && one[index] == two[index]) }
        #expect(one[0].hashValue != three[0].hashValue && one[0] != three[0])
        #expect(one[1].friends.contains(two[0]) && Set(one + two).count == 3)
        for member in one + two + three { member.friends = [] }
    }

    /// As deep as a document may be. As deep as options allow takes the time of many tests, and AddressSanitizer's frames have no room for it.
    @Test(arguments: triesFewerCases ? [512] : [512, 2000])
    func setsInEachOther(depth: Int) throws {
        var options = DecodingOptions.lenient
        options.maximumDepth = depth
        let levels = depth / 2 - 1
        func json(_ id: Int) -> String {
            "[" + String(repeating: #"{"inner":["#, count: levels) + "{\"id\":\(id)}" + String(repeating: "]}", count: levels) + "]"
        }
        let (one, other) = (
            try ModelDecoder(options).decode(Set<Tag>.self, from: json(1)), try ModelDecoder(options).decode(Set<Tag>.self, from: json(2))
        )
        let again = try ModelDecoder(options).decode(Set<Tag>.self, from: json(1))
        #expect(one != other && one == again && one.hashValue == again.hashValue)
    }
}
