import Synchronization
import Yodel

/// An object that is counted while it lives. One that dies twice takes the count below that of the living.
class Tracked {
    private static let count = Atomic<Int>(0)
    private static let made = Atomic<Int>(0)

    /// How many live.
    static var living: Int { count.load(ordering: .sequentiallyConsistent) }
    /// How many have ever been made.
    static var total: Int { made.load(ordering: .sequentiallyConsistent) }

    /// Counts the living. It is on the heap, so that a second release of an object whose memory is in use again shows as a count too.
    private let mark = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() {
        mark.initialize(to: 0x5A5A)
        Self.count.add(1, ordering: .sequentiallyConsistent)
        Self.made.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
        precondition(mark.pointee == 0x5A5A, "an object dies twice")
        mark.pointee = 0
        mark.deallocate()
        Self.count.subtract(1, ordering: .sequentiallyConsistent)
    }
}

/// A model that is a class, with objects in every kind of place.
class TrackedNode: Tracked, Model {
    var name = ""
    var next: TrackedNode?
    var other: TrackedNode?
    var twice: TrackedNode??
    var list: [TrackedNode] = []
    var optionals: [TrackedNode?] = []
    var table: [String: TrackedNode] = [:]
    var groups: [Int: [TrackedNode]] = [:]
    var holder = TrackedHolder()
    var holders: ContiguousArray<TrackedHolder> = []
    var own: OwnDecoding?
    var owns: [OwnDecoding] = []
    var label: TrackedLabel?
    var labels: Set<TrackedLabel> = []
    var byLabel: [TrackedLabel: TrackedLabel] = [:]
    var any: Any?
    var json: JSONValue = .null
    var number = 0

    required override init() {
        super.init()
    }
}

/// A subclass: its instances stand where one of the parent does.
final class TrackedLeaf: TrackedNode {
    var tag = ""
    var extra = TrackedLabel(text: "default")
}

/// A model that is a struct and holds an object from its start.
struct TrackedHolder: Model {
    var title = ""
    let fixed = Tracked()
    var label = TrackedLabel(text: "none")
    var inner: TrackedNode?
    var pair: [TrackedLabel] = [TrackedLabel(text: "a"), TrackedLabel(text: "b")]
}

/// A type with an initializer of its own, which may throw when it has made its object.
struct OwnDecoding: Decodable {
    let tracked = Tracked()
    let number: Int

    private enum Keys: String, CodingKey { case number }

    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .number)
        if number < 0 { throw NegativeNumber() }
    }
}

struct NegativeNumber: Error {}

/// A raw value with an object beside it; some texts name none.
struct TrackedLabel: RawRepresentable, Hashable, Sendable {
    let rawValue: String
    private let tracked: SendableTracked

    init(text: String) {
        rawValue = text
        tracked = SendableTracked()
    }

    init?(rawValue: String) {
        let made = TrackedLabel(text: rawValue)
        guard rawValue != "bad" else { return nil }
        self = made
    }

    static func == (left: TrackedLabel, right: TrackedLabel) -> Bool { left.rawValue == right.rawValue }
    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    private final class SendableTracked: Tracked, @unchecked Sendable {}
}
