// Which keys come that no property has, and which do not come: counted while records are read, at a cost that is next to nothing for a record that has just its
// model's keys. A key without a property is met where a key is looked up in vain; what does not come is seen at the end of each object, by a bit for each
// property.
//
//     {"id": 1, "items": [{"colour": 2}]}     items[*].colour is unknown, items[*].name is missing
//
// Objects of one place in the model share a node, which has the path. So a path is a text once, and not for each record.
//
// What is noted of a record is counted when the record is one. A part of it that is read again notes the same; what has been noted of a part that turns out to be
// something else is forgotten.

/// Counts keys of the records that one thread reads.
struct KeyWatch {
    /// A path, or the others.
    private struct Counter {
        var count = KeyCounts.Count()
        /// The record that has noted it last.
        var record = 0
        /// The record that has counted last.
        var counted = 0

        /// Counts a record, once.
        ///
        /// - Returns: Whether it is the first.
        mutating func add(_ record: Int, at line: Int) -> Bool {
            guard counted != record else { return false }
            counted = record
            count.records += 1
            count.lastLine = line
            guard count.records == 1 else { return false }
            count.firstLine = line
            return true
        }
    }

    private let paths: KeyPaths
    private var counters: [Counter] = []
    /// Counters that have counted since counts were taken.
    private var used: [Int] = []
    /// The number of the current record.
    private var record = 0
    /// Its counters.
    private var noted: [Int] = []
    /// How many cases of enums, one inside the other, are being tried: what has been noted may be forgotten, and then what is noted again is not known to be so.
    var tries = 0
    /// Records that have noted something.
    private var records = 0
    private(set) var nodes: KeyNodes
    /// Of the open objects of models with more than 64 properties, a bit for each of the further ones whose keys have arrived.
    private var further: [UInt64] = []

    init(_ paths: KeyPaths) {
        self.paths = paths
        nodes = KeyNodes(paths)
    }

    // MARK: Records

    /// Begins a record: what the last one has noted is forgotten, if it was none.
    mutating func begin() {
        record += 1
        tries = 0
        if !noted.isEmpty { noted.removeAll(keepingCapacity: true) }
        if !further.isEmpty { further.removeAll(keepingCapacity: true) }
    }

    /// Counts the current record.
    ///
    /// - Parameter line: Where it begins.
    mutating func end(line: @autoclosure () -> Int) {
        if noted.isEmpty { return }
        count(line())
    }

    @inline(never)
    private mutating func count(_ line: Int) {
        records += 1
        for number in noted where counters[number].add(record, at: line) { used.append(number) }
        noted.removeAll(keepingCapacity: true)
    }

    /// Hands out what has been counted, and begins anew.
    mutating func take() -> KeyCounts {
        guard records > 0 else { return KeyCounts() }
        var counts = KeyCounts(records: records)
        for (number, entry) in zip(used, paths.entries(used)) {
            switch entry.kind {
            case .unknown: counts.unknown[entry.path] = counters[number].count
            case .missing: counts.missing[entry.path] = counters[number].count
            }
            counters[number].count.records = 0
        }
        used.removeAll(keepingCapacity: true)
        records = 0
        return counts
    }

    // MARK: What a record notes

    /// A mark to go back to.
    var mark: Int { noted.count }

    /// What has been noted since a mark.
    func noted(since mark: Int) -> [Int] { Array(noted[min(mark, noted.count)...]) }

    /// Notes what has been noted before, of the same text.
    mutating func note(_ numbers: [Int]) { for number in numbers { note(number) } }

    /// Forgets what has been noted since a mark.
    mutating func forget(since mark: Int) {
        while noted.count > mark { counters[noted.removeLast()].record = 0 }
    }

    private mutating func note(_ number: Int) {
        while counters.count <= number { counters.append(Counter()) }
        guard tries > 0 || counters[number].record != record else { return }
        counters[number].record = record
        noted.append(number)
    }

    /// Notes a key that no property has.
    ///
    /// - Parameters:
    ///   - level: The keys that it is none of: those of the object's model, or below one of them. Nil: the node is the object.
    @inline(never)
    mutating func noteUnknown(_ key: BorrowedBytes, _ node: Int, _ level: LevelRef?) {
        note(nodes.number(ofUnknown: key, node, level))
    }

    // MARK: Objects

    /// Begins an object that stands at the place of a frame.
    mutating func open(_ outer: KeyFrame, _ model: ModelRef) -> KeyFrame {
        let node = nodes.node(below: outer, model)
        var frame = KeyFrame(node: node)
        if model.pointee.total > 64 {
            frame.further = further.count
            further.append(contentsOf: repeatElement(0, count: (model.pointee.total - 1) / 64))
        }
        return frame
    }

    /// Ends an object, all of whose keys have been read.
    @inline(__always)
    mutating func close(_ frame: KeyFrame, _ model: ModelRef) {
        if frame.further >= 0 || nodes.first(frame.node) & ~frame.come != 0 { closeOther(frame, model) }
    }

    @inline(never)
    private mutating func closeOther(_ frame: KeyFrame, _ model: ModelRef) {
        let keys = nodes.keys(frame.node, model)
        var lacking = keys.first & ~frame.come
        while lacking != 0 {
            note(nodes.number(ofMissing: lacking.trailingZeroBitCount, frame.node, keys))
            lacking &= lacking &- 1  // &-: not zero
        }
        guard frame.further >= 0 else { return }
        for property in keys.further {
            let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: property)  // &<<: takes the property modulo 64
            if further[frame.further + property / 64 - 1] & bit == 0 { note(nodes.number(ofMissing: property, frame.node, keys)) }
        }
        leave(frame)
    }

    /// Gives back what an object has taken.
    mutating func leave(_ frame: KeyFrame) {
        if frame.further >= 0 { further.removeLast(further.count - frame.further) }
    }

    /// Notes that the key of a property beyond the 64th has arrived.
    @inline(never)
    mutating func come(_ property: Int, _ frame: KeyFrame) {
        let place = frame.further + property / 64 - 1
        guard frame.further >= 0 && place < further.count else { return }
        further[place] |= 1 &<< UInt64(truncatingIfNeeded: property)  // &<<: takes the property modulo 64
    }

    /// Notes what an object lacks that has been read with all features.
    ///
    /// - Parameter way: A number that no other way has.
    mutating func noteMissing(of model: ModelRef, at way: UInt, _ path: () -> String, _ hasCome: (Int) -> Bool) {
        let keys = nodes.keys(model)
        guard !keys.awaited.allSatisfy(hasCome) else { return }
        let node = nodes.node(at: way, nil, model, path)
        for property in keys.awaited where !hasCome(property) { note(nodes.number(ofMissing: property, node, keys)) }
    }

    /// The node of a value, or of an object without a plan, that is known by the way to it.
    mutating func place(at way: UInt, _ plan: PlanRef?, _ path: () -> String) -> Int { nodes.node(at: way, plan, nil, path) }
}

/// The place of an object that is being read, and which of its keys have arrived. Trivial.
struct KeyFrame {
    /// The node of its place; at first that of the record.
    var node = KeyNodes.root
    /// The property whose value is being read.
    var property = 0
    /// A bit for each of the first 64 properties whose keys have arrived; of those at the level that is being read, when it ends.
    var come: UInt64 = 0
    /// Where the bits of the others begin; negative if there are none.
    var further = -1
}
