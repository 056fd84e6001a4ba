// A text for people, in YYModel's layout: one line for each property, sorted by name, what is inside further in.
//
//     <User: 0x00007f0a5c00b2d0> {
//         name = "Ann";
//         tags = [
//             "a";
//             "b"
//         ]
//     }
//
// An instance that is open above, whose text is being written, is only its head, so a cycle has an end. Instances that are shared are
// written out at each place, but only so many times in all: of n instances that all refer to each other there are more ways through than
// anyone can read.

/// The instances whose description is under way on this thread, while code of other types runs.
struct OpenDescriptions: Sendable {
    @TaskLocal static var current: OpenDescriptions?

    let instances: Set<ObjectIdentifier>
    let depth: Int
}

/// Writes the description of one value.
struct ModelDescriber: ~Copyable {
    let plans: PlanCache
    var text = ""
    /// Levels that the next line is further in.
    private var depth = 0
    /// Levels, and instances, that are open in the descriptions that this one is a part of.
    private let outerDepth: Int
    private var open: Set<ObjectIdentifier>
    private var described: Set<ObjectIdentifier> = []
    /// How many more times an instance may be written out again.
    private var repetitions = 1000

    /// Further in than this there is only an ellipsis.
    static let depthLimit = 64

    init(_ plans: PlanCache) {
        self.plans = plans
        let outer = OpenDescriptions.current
        outerDepth = outer?.depth ?? 0
        open = outer?.instances ?? []
    }

    /// Adds an instance.
    mutating func add(_ instance: AnyObject) {
        let type: AnyClass = type(of: instance)
        let address = unsafe "\(Unmanaged.passUnretained(instance).toOpaque())"
        text += "<\(type): \(address)>"
        let identity = ObjectIdentifier(instance)
        guard !open.contains(identity) else { return }
        if !described.insert(identity).inserted {
            guard repetitions > 0 else { return }
            repetitions -= 1
        }
        open.insert(identity)
        plans.modelValuePlan(for: type).withModel(of: instance) { properties($0, $1) }
        open.remove(identity)
    }

    /// Adds a struct.
    mutating func add(_ type: Any.Type, _ address: ValueAddress) {
        text += "<\(type)>"
        properties(plans.modelPlan(for: type), ModelPlace(object: address))
    }

    private mutating func properties(_ plan: ModelRef, _ place: ModelPlace) {
        let record = plan.pointee.record.object
        let indexes = record.described
        guard !indexes.isEmpty else { return }
        text += " "
        block("{", "}", indexes.count) { describer, line in
            let property = plan.property(indexes[line])
            describer.text += record.propertyNames[indexes[line]] + " = "
            property.withValue(place) { describer.value(property.pointee.value, $0) }
        }
    }

    /// Writes lines between two brackets, each further in by one level and but for the last with a semicolon behind it.
    mutating func block(
        _ opening: String, _ closing: String, _ count: Int, _ line: (_ describer: inout ModelDescriber, _ index: Int) -> Void
    ) {
        guard count > 0 else { return text += opening + closing }
        guard !isTooDeep else { return text += "..." }
        text += opening
        depth += 1
        for index in 0..<count {
            newLine()
            line(&self, index)
            if index < count - 1 { text += ";" }
        }
        depth -= 1
        newLine()
        text += closing
    }

    private var isTooDeep: Bool { depth + outerDepth >= Self.depthLimit }

    /// Writes lines in the order of their texts, for want of another.
    mutating func sortedBlock(
        _ opening: String, _ closing: String, _ count: Int, _ line: (_ describer: inout ModelDescriber, _ index: Int) -> Void
    ) {
        guard !isTooDeep else { return text += "..." }
        let before = text
        var lines: [String] = []
        depth += 1
        for index in 0..<count {
            text = ""
            line(&self, index)
            lines.append(text)
        }
        depth -= 1
        text = before
        let texts = lines.map(\.marksInOrder)
        let order = lines.indices.sorted { texts[$0] < texts[$1] }
        block(opening, closing, count) { $0.text += lines[order[$1]] }
    }

    private mutating func newLine() {
        text += "\n" + String(repeating: "    ", count: depth)
    }

    /// Adds a text, whose lines are as far in as the first.
    mutating func add(lines: some StringProtocol) {
        guard lines.utf8.contains(UInt8(ascii: "\n")) else { return text += lines }
        // A character of a document may be of any length, and is compared in more than linear time.
        let parts = lines.split(omittingEmptySubsequences: false) { $0.utf8.count == 1 && $0 == "\n" }
        for (index, line) in parts.enumerated() {
            if index > 0 { newLine() }
            text += line
        }
    }

    /// Adds the description that a value's own type makes, which may come to models again.
    mutating func add(describing value: Any) {
        let outer = OpenDescriptions(instances: open, depth: outerDepth + depth + 1)
        add(lines: OpenDescriptions.$current.withValue(outer) { String(describing: value) })
    }
}
