import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Objects are counted while models are written, by their own code too, and while that fails.

private struct Refusal: Error {}
private struct Encoded: Encodable, Hashable {
    let label: TrackedLabel
    func encode(to encoder: any Encoder) throws {
        if label.rawValue == "refused" { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode(TrackedLabel(text: label.rawValue).rawValue)
    }
}
private class Writing: Tracked, WillEncodeModel {
    var label = TrackedLabel(text: "a label that is too long to be small"), labels: Set<TrackedLabel> = [TrackedLabel(text: "x")]
    var byLabel = [TrackedLabel(text: "k"): TrackedLabel(text: "v")], made = TrackedLabel(text: "m")
    var maybe: TrackedLabel?? = TrackedLabel(text: "n"), own = Encoded(label: TrackedLabel(text: "own"))
    var any: Any = [TrackedLabel(text: "any"), TrackedHolder(), Encoded(label: TrackedLabel(text: "e"))] as [Any], next: Writing?
    var list: [Writing] = [], number = 1.5
    var accessed: TrackedLabel {
        get { TrackedLabel(text: label.rawValue + "!") }
        set {}
    }
    override required init() { super.init() }
    class func describe(_ model: inout ModelDescription) {
        model.access(\Writing.accessed, named: "accessed")
        model.keys = ["made": "p.0.q"]
        let label = PropertyTransform(
            from: { $0.stringValue.map { TrackedLabel(text: $0) } },
            to: { (label: TrackedLabel) in
                if label.rawValue == "refused" { throw Refusal() }
                return .string(TrackedLabel(text: label.rawValue).rawValue)
            })
        model.transforms = ["made": label, "maybe": label]
    }
    func willEncode(into object: inout JSONObject) throws {
        if label.rawValue == "refused" { throw Refusal() }
        object["more"] = .string(TrackedLabel(text: "more").rawValue)
    }
}

private struct Compared: Model {
    var label = TrackedLabel(text: "a label that is too long to be small")
    var labels = [TrackedLabel(text: "x")]
    var text: String?
    var inner: Inner? = Inner()

    struct Inner: Model { var label = TrackedLabel(text: "inner") }
}

/// Takes the dictionary and the array that it stands in out of their places while it is written.
private final class Owner: Tracked, Model {
    var table: [String: Leaver] = [:]
    var list: [Leaver] = []
    override required init() { super.init() }
}

private struct Leaver: Model, WillEncodeModel {
    var label = TrackedLabel(text: "a label that is too long to be small")
    var owner: Owner?
    static func describe(_ model: inout ModelDescription) { model.ignored = ["owner"] }

    func willEncode(into object: inout JSONObject) {
        owner?.table = [:]
        owner?.list = []
    }
}

extension LifetimeTests {
    @Suite struct EncodeLifetimeTests {
        private let sorted = ModelEncoder(options { ($0.sortsKeys, $0.onNonFinite, $0.maximumDepth) = (true, .fail, 9) })

        init() { #expect(Tracked.living == 0) }

        @Test func nothingOfAWritingLivesOn() throws {
            let before = Tracked.total
            do {
                let root = Writing()
                (root.next, root.list) = (Writing(), [Writing(), Writing()])
                let living = Tracked.living
                let first = try sorted.encodeToString([root])
                for encoder in [sorted, ModelEncoder()] {
                    #expect(try encoder.encodeToString([root]).utf8.count == first.utf8.count)
                    #expect(Tracked.living == living)
                }
                #expect(try ModelEncoder().encodeValue(root)["p"] == [["q": "m"]])
                #expect(Tracked.living == living)
            }
            #expect(Tracked.total > before + 50 && Tracked.living == 0)
        }

        @Test func nothingOfAFailureLivesOn() {
            let refused = TrackedLabel.init(text:)
            let faults: [(Writing) -> Void] = [
                { $0.label = refused("refused") }, { $0.made = refused("refused") }, { $0.maybe = refused("refused") },
                { $0.own = Encoded(label: refused("refused")) }, { $0.any = ["k": [Encoded(label: refused("refused"))]] },
                { $0.any = OwnDecoding.self }, { $0.any = Tracked() }, { $0.number = .nan },
            ]
            for fault in faults {
                do {
                    let root = Writing()
                    (root.next, root.list) = (Writing(), [Writing(), Writing()])
                    for target in [root.list[1], root.next, root] {
                        if let target { fault(target) }
                        let living = Tracked.living
                        for encoder in [sorted, ModelEncoder(options { $0.onNonFinite = .fail })] {
                            #expect(throws: ModelError.self) { try encoder.encode(["k": root]) }
                            #expect(Tracked.living == living)
                        }
                    }
                }
                #expect(Tracked.living == 0)
            }
        }

        /// A container that is written lives as long as that takes.
        @Test func aContainerMayBeTakenOutOfItsPlace() throws {
            for count in [1, 3, 40] {
                for encoder in [ModelEncoder(), sorted] {
                    let owner = Owner()
                    owner.table = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", Leaver(owner: owner)) })
                    let table = try encoder.encodeToString(owner)
                    owner.list = (0..<count).map { _ in Leaver(owner: owner) }
                    let list = try encoder.encodeToString(owner)
                    for text in [table, list] { #expect(text.components(separatedBy: "a label that").count == count + 1) }
                    #expect(owner.table.isEmpty && owner.list.isEmpty)
                }
                #expect(Tracked.living == 0)
            }
        }

        /// What models are compared with is made for a document, and goes with it.
        @Test func noDefaultLivesOn() throws {
            do {
                let values = [Compared(), Compared(label: TrackedLabel(text: "other"), text: "t", inner: nil)]
                let living = Tracked.living
                for nils in [EncodingOptions.NilPolicy.omit, .null] {
                    let encoder = ModelEncoder(options { ($0.omitsDefaults, $0.onNil) = (true, nils) })
                    let total = Tracked.total
                    #expect(try encoder.encodeToString(values) == #"[{},{"label":"other","text":"t","inner":null}]"#)
                    #expect(Tracked.total > total && Tracked.living == living)
                }
                let failing = ModelEncoder(options { ($0.omitsDefaults, $0.maximumDepth) = (true, 1) })
                #expect(throws: ModelError.self) { try failing.encode(values) }
                #expect(Tracked.living == living)
            }
            #expect(Tracked.living == 0)
        }

        @Test func nothingOfACycleLivesOn() {
            do {
                let root = Writing()
                root.list = [root]
                let living = Tracked.living
                #expect(throws: ModelError.self) { try sorted.encode(root) }
                #expect(throws: ModelError.self) { try sorted.encodeLines([root, root]) }
                #expect(Tracked.living == living)
                root.list = []
            }
            #expect(Tracked.living == 0)
        }
    }
}
