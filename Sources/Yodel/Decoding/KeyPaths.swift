// What is counted of keys is counted by path. A feed decides how many different paths there are, so only the first ones are told apart, for all threads of a
// reading and all of its sources: a path that has a number keeps it, one that came too late has none, and counts with the others.

/// The paths of keys that are counted: those that no property has, and those that a record lacks.
package final class KeyPaths: Sendable {
    /// What is counted of a key.
    package enum Kind: Int, Sendable, CaseIterable {
        /// It comes, and no property has it.
        case unknown
        /// It does not come, and its property is not optional.
        case missing
    }

    /// A path that is counted by itself, or the others of its kind.
    struct Entry: Hashable {
        let kind: Kind
        let path: String
    }

    private struct State {
        var entries: [Entry]
        var numbers: [Entry: Int]
        var counts = [Int](repeating: 0, count: Kind.allCases.count)
    }

    private let state: Guarded<State>
    /// By the identity of their model.
    private let models = Guarded<[UInt: ExpectedKeys]>([:])

    /// Different paths of a kind that are counted by themselves.
    package static let limit = 200
    /// Bytes of a path that are kept.
    private static let pathBytes = 256
    /// What stands for the paths beyond the limit.
    package static let others = "…"

    package init() {
        // The others of each kind have its number.
        let entries = Kind.allCases.map { Entry(kind: $0, path: Self.others) }
        state = Guarded(State(entries: entries, numbers: [:]))
    }

    /// The number of a path; of one too many that of the others.
    func number(of path: String, _ kind: Kind) -> Int {
        let entry = Entry(kind: kind, path: path.beginning(ofBytes: Self.pathBytes))
        return state.withLock { state in
            if let number = state.numbers[entry] { return number }
            guard state.counts[kind.rawValue] < Self.limit else { return kind.rawValue }
            state.counts[kind.rawValue] += 1
            state.entries.append(entry)
            state.numbers[entry] = state.entries.count - 1
            return state.entries.count - 1
        }
    }

    /// The keys that objects of a model are to have.
    func keys(of model: ModelRef) -> ExpectedKeys {
        models.withLock { models in
            if let known = models[model.identity] { return known }
            let made = ExpectedKeys(model)
            models[model.identity] = made
            return made
        }
    }

    /// The paths with some numbers.
    func entries(_ numbers: [Int]) -> [Entry] { state.withLock { state in numbers.map { state.entries[$0] } } }
}

extension KeyPaths: Hashable {
    package static func == (left: KeyPaths, right: KeyPaths) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How many records of a batch have keys that no property has, or lack some, by path.
package struct KeyCounts: Sendable {
    /// The records with a path.
    package struct Count: Sendable {
        package var records = 0
        /// The line of the first one, and of the last.
        package var firstLine = 0
        package var lastLine = 0
    }

    /// Records that have or lack any.
    package var records = 0
    package var unknown: [String: Count] = [:]
    package var missing: [String: Count] = [:]

    /// The same, with lines that are counted from another one.
    func behind(lines: Int) -> KeyCounts {
        func moved(_ count: Count) -> Count {
            Count(records: count.records, firstLine: count.firstLine + lines, lastLine: count.lastLine + lines)
        }
        return KeyCounts(records: records, unknown: unknown.mapValues(moved), missing: missing.mapValues(moved))
    }
}
