import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Counted, and of a coding of its own, which refuses a negative number when it has made its object.
private struct OwnCoding: Codable {
    let tracked = Tracked()
    let number: Int

    private enum Keys: String, CodingKey { case number }

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .number)
        if number < 0 { throw NegativeNumber() }
    }

    func encode(to encoder: any Encoder) throws {
        if number == 13 { throw NegativeNumber() }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
    }
}

private class ArchiveNode: Tracked, ModelCodable {
    var name = "a name that is too long to be small"
    var next: ArchiveNode?
    var twice: ArchiveNode??
    var filled: ArchiveHolder? = ArchiveHolder()
    var list: [ArchiveNode?] = []
    var table: [String: ArchiveNode] = [:]
    var labels: Set<TrackedLabel> = []
    var byLabel: [TrackedLabel: TrackedLabel] = [:]
    var own: OwnCoding?
    var owns: [OwnCoding] = [OwnCoding(number: 1)]
    var holders: ContiguousArray<ArchiveHolder> = []
    var any: Any?
    var json: JSONValue = .null
    var accessed: ArchiveNode? {
        get { stored }
        set { stored = newValue }
    }
    private var stored: ArchiveNode?

    override required init() { super.init() }

    class func describe(_ model: inout ModelDescription) {
        model.access(\ArchiveNode.accessed, named: "accessed")
        model.ignored = ["stored"]
    }
}

private final class ArchiveLeaf: ArchiveNode { var leaf = TrackedLabel(text: "leaf") }

private struct ArchiveHolder: Model {
    var label = TrackedLabel(text: "holder")
    var inner: ArchiveNode?
}

private let archiveText = #"""
    {"name": "root", "next": {"next": {"name": "deep", "filled": null}}, "twice": {"name": "t"}, "filled": {"label": "f", "inner": {}},
     "list": [{"name": "1"}, null, {}, {}, {}, {}, {}, {}, {}, {"owns": [{"number": 1}, {"number": 2}]}], "table": {"a": {}, "b": {"name": "b"}},
     "labels": ["x", "y", "z"], "byLabel": {"k": "v", "l": "w"}, "own": {"number": 3}, "owns": [{"number": 4}, {"number": 5}],
     "holders": [{}, {"label": "h", "inner": {"list": [null]}}], "any": [1, "two", {"k": null}], "json": {"a": [{"b": "c"}, 1.5]},
     "accessed": {"name": "accessed", "accessed": {}}, "unknown": [{}]}
    """#

// A part of the suite that counts the same objects: so none of these tests runs beside one of that suite.
extension LifetimeTests {
    @Suite struct ArchiveLifetimeTests {
        init() { #expect(Tracked.living == 0) }

        private func read(_ bytes: [UInt8]) -> Bool {
            (try? JSONDecoder().decode(ArchiveNode.self, from: Data(bytes))) != nil
                && (try? JSONDecoder().decode(ArchiveLeaf.self, from: Data(bytes))) != nil
        }

        @Test(arguments: Coder.allCases)
        func everythingIsReleased(_ coder: Coder) throws {
            do {
                let leaf = try JSONDecoder().decode(ArchiveLeaf.self, from: Data(archiveText.utf8))
                #expect(leaf.list.count == 10 && leaf.list[1] == nil && leaf.next?.next?.filled == nil && leaf.accessed?.accessed != nil)
                let living = Tracked.living
                #expect(living > 40)
                for _ in 0..<3 {
                    let back = try coder.again(leaf)
                    #expect(back.byLabel.count == 2 && back.labels.count == 3 && Tracked.living > living)
                }
                #expect(Tracked.living == living)
            }
            #expect(Tracked.living == 0)
        }

        /// What does not fit, in the place of every value.
        @Test(arguments: ["{}", "[]", "[[{}]]", "null", "true", "-1", #""bad""#, #"{"number": -1}"#, #"{"k": "bad"}"#])
        func nothingLeaksAtAFailureInAnyPlace(_ wrong: String) {
            let places = DocumentPlaces(archiveText)
            var failures = 0
            for place in some(20, of: places.values) {
                if !read(places.replacing(place, with: wrong)) { failures += 1 }
                #expect(Tracked.living == 0, "\(wrong) at \(place)")
            }
            #expect(triesFewerCases || failures > 5)
        }

        @Test(arguments: Coder.allCases)
        func nothingLeaksWhereWritingFails(_ coder: Coder) throws {
            do {
                let root = ArchiveNode()
                let inner = ArchiveNode()
                root.list = [ArchiveNode(), inner]
                root.table = ["k": inner]
                let living = Tracked.living
                inner.owns.append(OwnCoding(number: 13))
                #expect(throws: (any Error).self) { try coder.encode(root) }
                #expect(Tracked.living == living + 1)
                inner.owns = []
                inner.next = inner
                #expect(throws: EncodingError.self) { try coder.encode(root) }
                inner.next = nil
            }
            #expect(Tracked.living == 0)
        }
    }
}
