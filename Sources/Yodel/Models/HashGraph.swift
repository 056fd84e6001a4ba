import Synchronization

// Hashes of instances, each from what it holds and from the hashes of the instances that it leads to. Every instance is walked once, whatever
// leads to it, and its hash kept: so a graph takes time linear in its instances and references, and a chain takes no stack.
//
// Two graphs are equal if they unfold to the same tree, whatever is shared in one and not in the other. The hash of an instance from which no
// cycle can be reached is one of its whole tree. An instance that leads to a cycle unfolds without end, here and in every graph that is
// equal; its hash is one of the top of that tree: at first its type, and in each of some rounds made anew of the hashes of the round before.
//
//     a -> b -> c          c, then b of c's hash, then a of b's
//     a -> b -> a          type, type; then a of b's and b of a's, `levels` times
//
// A set, and a value of another type, is hashed by its own code, which comes back here for the models in it. It finds the graph that is under
// way in `current`.

/// What is known of a hash, and the instances whose hashes are still to be fed to it.
struct PendingHash {
    enum Part {
        /// An instance, by its number.
        case instance(Int)
        /// Pairs of a dictionary, whose hashes are added up.
        case pairs([PendingHash])
    }

    var hasher: Hasher
    var parts: [Part]

    /// The hasher that has been fed all parts.
    func finished(_ graph: HashGraph) -> Hasher {
        var hasher = hasher
        for part in parts {
            switch part {
            case .instance(let number): hasher.combine(graph.hash(number))
            case .pairs(let pairs):
                var sum = 0
                for pair in pairs { sum &+= pair.finished(graph).finalize() }  // &+: a hash wraps by design
                hasher.combine(sum)
            }
        }
        return hasher
    }
}

/// The instances that one hash leads to.
final class HashGraph: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: it is used by the task alone that has made it, while `isInUse`; `joined` says so.

    /// The graph whose hashes are being made, while code of other types runs.
    @TaskLocal private static var current: HashGraph?

    private enum State { case new, open, finite, endless }

    private struct Node {
        /// Kept alive, since an accessor may have made it for us.
        let instance: AnyObject
        var state = State.new
        var leadsToCycle = false
        var hash = 0
    }

    /// An instance that is open: its own hash waits for those that it leads to.
    struct Opened {
        let number: Int
        let pending: PendingHash
        let children: [Int]
        var next = 0
    }

    /// As many times the hashes of instances that lead to cycles are made anew.
    static let levels = 4

    private let plans: PlanCache
    private let task: Int?
    private var isInUse = true
    private var nodes: [Node] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var endless: [Int] = []
    /// The instance whose properties are being walked.
    private var walked: Int?

    init(_ plans: PlanCache) {
        self.plans = plans
        task = Self.runningTask
    }

    private static var runningTask: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }

    /// The graph that the caller is a part of.
    static var joined: HashGraph? {
        // A task that has been started on the way has the graph of where it was started, and may run beside it.
        guard let graph = current, graph.task == runningTask, graph.isInUse else { return nil }
        return graph
    }

    /// Runs code of another type, which may hash models.
    func handingOn(_ body: () -> Void) {
        // Without an instance around them, values lead to graphs of their own.
        guard walked != nil else { return body() }
        Self.$current.withValue(self, operation: body)
    }

    /// The number of an instance.
    func number(of instance: AnyObject) -> Int {
        let next = nodes.count
        let number = numbers[ObjectIdentifier(instance), default: next]
        if number == next {
            numbers[ObjectIdentifier(instance)] = number
            nodes.append(Node(instance: instance))
        }
        return number
    }

    /// The hash of an instance as far as it is known.
    func hash(_ number: Int) -> Int {
        let node = nodes[number]
        switch node.state {
        case .finite, .endless: return node.hash
        case .new, .open: return ObjectIdentifier(type(of: node.instance)).hashValue
        }
    }

    // MARK: The walk

    /// Begins with an instance that is walked already.
    func begin(with instance: AnyObject) {
        let number = number(of: instance)
        nodes[number].state = .open
        walked = number
    }

    /// Ends the walk of the instance that was begun with.
    func end(_ pending: PendingHash, _ children: [Int]) -> Int {
        walked = nil
        finish([Opened(number: 0, pending: pending, children: children)])
        refine()
        isInUse = false
        return hash(0)
    }

    /// Makes the hashes of some instances, which a value that is none leads to.
    func end(_ children: [Int]) {
        for child in children { settle(child) }
        guard walked == nil else { return }
        refine()
        isInUse = false
    }

    /// Makes the hash of an instance, as far as that can be done before those around it have theirs.
    func settle(_ number: Int) {
        if nodes[number].state == .new { finish([open(number)]) }
        if let walked, nodes[number].state != .finite { nodes[walked].leadsToCycle = true }
    }

    private func open(_ number: Int) -> Opened {
        nodes[number].state = .open
        let (pending, children) = walk(number)
        return Opened(number: number, pending: pending, children: children)
    }

    private func walk(_ number: Int) -> (PendingHash, [Int]) {
        let outer = walked
        walked = number
        defer { walked = outer }
        var walk = ModelHasher(plans, Hasher(), graph: self)
        walk.add(nodes[number].instance)
        return (walk.pending, walk.children)
    }

    /// Goes through instances depth first. One that is met again while it is open closes a cycle, so all that are open lead to one.
    private func finish(_ first: [Opened]) {
        var stack = first
        while let top = stack.indices.last {
            let number = stack[top].number
            if stack[top].next < stack[top].children.count {
                let child = stack[top].children[stack[top].next]
                if nodes[child].state == .new {
                    stack.append(open(child))
                    continue
                }
                if nodes[child].state != .finite { nodes[number].leadsToCycle = true }
                stack[top].next += 1
                continue
            }
            let hash = nodes[number].leadsToCycle ? self.hash(number) : stack[top].pending.finished(self).finalize()
            nodes[number].hash = hash
            nodes[number].state = nodes[number].leadsToCycle ? .endless : .finite
            if nodes[number].leadsToCycle { endless.append(number) }
            stack.removeLast()
        }
    }

    /// Makes the hashes of instances that lead to cycles.
    private func refine() {
        guard !endless.isEmpty else { return }
        for _ in 0..<Self.levels {
            let numbers = endless
            let hashes = numbers.map { number in
                let (pending, children) = walk(number)
                for child in children { settle(child) }
                return pending.finished(self).finalize()
            }
            for (number, hash) in zip(numbers, hashes) { nodes[number].hash = hash }
        }
    }
}
