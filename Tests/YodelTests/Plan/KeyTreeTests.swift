import Testing

@testable import Yodel

@Suite struct KeyTreeTests {
    /// The keys below a node, each with the properties that end there and the keys below it: `a(0,1)[b(2)]`.
    private func text(_ tree: borrowing KeyTree, _ place: Int = KeyTree.root) -> String {
        var parts: [String] = []
        tree.forEachChild(of: place) { index, childPlace, child in
            #expect(index == parts.count)
            var leaves: [String] = []
            tree.forEachLeaf(of: childPlace) { leaves.append($0.rank == 0 ? "\($0.property)" : "\($0.property)/\($0.rank)") }
            #expect(leaves.count == child.leafCount)
            let below = child.childCount == 0 ? "" : "[\(text(tree, childPlace))]"
            parts.append(child.key + (leaves.isEmpty ? "" : "(\(leaves.joined(separator: ",")))") + below)
        }
        let count = tree.node(place).childCount
        #expect(parts.count == count)
        return parts.joined(separator: " ")
    }

    @Test func pathsShareTheirFirstKeys() {
        var tree = KeyTree(capacity: 0)
        tree.add(["n"], property: 0)
        tree.add(["ext", "desc"], property: 1)
        tree.add(["id"], property: 2)
        let place = tree.descendant(["ext", "id"])
        tree.addLeaf(place, property: 2, rank: 1)
        tree.add(["n"], property: 3)
        tree.add([], property: 4)
        let text = text(tree)
        #expect(text == "n(0,3) ext[desc(1) id(2/1)] id(2)")
    }

    @Test(arguments: [1, 39, 40, 41, 300, 5_000])
    func aKeyIsOneNodeHoweverManyThereAre(_ count: Int) {
        var tree = KeyTree(capacity: 1)
        var places: [Int] = []
        for number in 0..<count { places.append(tree.child(of: KeyTree.root, "key \(number)")) }
        for number in 0..<count {
            let below = tree.child(of: places[number], "key 0")
            let (again, belowAgain) = (tree.child(of: KeyTree.root, "key \(number)"), tree.child(of: places[number], "key 0"))
            #expect(below != places[0] && again == places[number] && belowAgain == below)
        }
        let children = tree.node(KeyTree.root).childCount
        #expect(Set(places).count == count && children == count)
    }

    @Test func keysAreToldApartByTheirBytes() {
        let keys = [
            "", "e\u{301}", "\u{E9}", "E\u{301}", "12345678_a_12345678", "12345678_b_12345678", "12345678_b_b_12345678", "a", "A", "aa",
        ]
        for repeats in [1, 30] {
            var tree = KeyTree(capacity: keys.count)
            var places: [[UInt8]: Int] = [:]
            for number in 0..<repeats {
                for key in keys { places[Array((key + "\(number)").utf8)] = tree.child(of: KeyTree.root, key + "\(number)") }
            }
            #expect(Set(places.values).count == keys.count * repeats)
            for number in 0..<repeats {
                for key in keys {
                    let place = tree.child(of: KeyTree.root, key + "\(number)")
                    #expect(place == places[Array((key + "\(number)").utf8)])
                }
            }
        }
    }

    private final class Element {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test func aListLetsGoOfItsElements() {
        weak var first: Element?
        weak var last: Element?
        do {
            var list = ScratchList<Element>(capacity: 0)
            for number in 0..<100 { list.append(Element(number)) }
            (first, last) = (list[0], list[99])
            let count = list.count
            #expect(count == 100 && first?.number == 0 && last?.number == 99)
            list[0] = Element(7)
            let changed = list[0].number
            #expect(first == nil && changed == 7)
        }
        #expect(first == nil && last == nil)
    }

    @Test func aListIsNotReadBehindItsEnd() async {
        await #expect(processExitsWith: .failure) {
            let list = ScratchList<Int>(capacity: 10)
            _ = list[0]
        }
    }
}
