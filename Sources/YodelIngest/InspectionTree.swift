#if Ingest
import Yodel

// Places are numbers of one array, so that a tree is a value and a place that is let go can be used again.
//
// Keys are taken as names until there are too many. Then the objects are folded: what the fields have seen becomes what the dictionary's values have seen,
// and their places are free. A place is folded into another once, so that all folding together takes no longer than making the places did.

/// What is known of records by path.
struct InspectionTree: Sendable {
    /// The place of the records themselves.
    static let root = 0

    let limits: RecordInspection.Limits
    private(set) var nodes = [InspectionNode()]
    /// Places that are free.
    private var free: [Int] = []

    init(_ limits: RecordInspection.Limits) {
        self.limits = limits.usable
    }

    /// Paths that are told apart.
    var paths: Int { nodes.count - free.count }

    // MARK: Adding

    /// Looks at a record.
    mutating func add(_ record: JSONValue) {
        add(record, at: Self.root, depth: 0)
    }

    private mutating func add(_ value: JSONValue, at place: Int, depth: Int) {
        switch value {
        case .null: nodes[place].kinds.null += 1
        case .bool: nodes[place].kinds.bool += 1
        case .number(let number):
            if nodes[place].numbers.add(number) {
                nodes[place].kinds.integer += 1
            } else {
                nodes[place].kinds.fraction += 1
            }
        case .string(let text):
            nodes[place].kinds.string += 1
            nodes[place].texts.add(text, limits)
        case .array(let elements):
            nodes[place].kinds.array += 1
            nodes[place].elements.add(elements.count)
            guard !elements.isEmpty else { return }
            guard depth < limits.maximumDepth else { return nodes[place].unopened += 1 }
            guard let below = nodes[place].element ?? makePlace() else { return nodes[place].unplaced += elements.count }
            nodes[place].element = below
            for element in elements { add(element, at: below, depth: depth + 1) }
        case .object(let object):
            nodes[place].kinds.object += 1
            nodes[place].keys.add(object.count)
            nodes[place].totalKeys += object.count
            guard !object.isEmpty else { return }
            guard depth < limits.maximumDepth else { return nodes[place].unopened += 1 }
            addMembers(of: object, at: place, depth: depth + 1)
        }
    }

    private mutating func addMembers(of object: JSONObject, at place: Int, depth: Int) {
        var guess = 0
        for (key, value) in object {
            guard let below = self.place(of: key, at: place, &guess) else {
                nodes[place].unplaced += 1
                continue
            }
            add(value, at: below, depth: depth)
        }
        foldIfKeysAreData(at: place)
    }

    /// Where the values of a key are.
    ///
    /// - Returns: nil if there are as many places as may be.
    private mutating func place(of key: String, at place: Int, _ guess: inout Int) -> Int? {
        let key = UTF8Text(key)
        if !nodes[place].isDictionary {
            if let index = nodes[place].fieldIndex(key, guess) {
                guess = index + 1
                return nodes[place].fields[index].place
            }
            if nodes[place].fields.count < limits.maximumProperties, key.text.utf8.count <= limits.maximumKeyBytes {
                guard nodes[place].unplaced == 0, let below = makePlace() else { return nil }
                nodes[place].append(InspectionNode.Field(key: key, place: below))
                guess = nodes[place].fields.count
                return below
            }
            fold(place)
        }
        if nodes[place].value == nil { nodes[place].value = makePlace() }
        return nodes[place].value
    }

    /// A new place, if there is room for one.
    private mutating func makePlace() -> Int? {
        guard paths < limits.maximumPaths else { return nil }
        if let place = free.popLast() { return place }
        nodes.append(InspectionNode())
        return nodes.count - 1
    }

    // MARK: Folding

    /// Takes the keys at a place as data if there are many, and the objects have less than half of them on average: what all records share is no data.
    private mutating func foldIfKeysAreData(at place: Int) {
        let keys = nodes[place].fields.count
        if keys > limits.maximumKeys, nodes[place].totalKeys * 2 < nodes[place].kinds.object * keys { fold(place) }
    }

    /// Takes the keys at a place as data.
    private mutating func fold(_ place: Int) {
        guard !nodes[place].isDictionary else { return }
        for field in nodes[place].becomeDictionary() { mergeValues(field.place, into: place) }
    }

    /// Adds what one place has seen to another, and lets it go.
    private mutating func merge(_ source: Int, into target: Int) {
        let node = nodes[source]
        nodes[source] = InspectionNode()
        free.append(source)
        nodes[target].addFacts(node, limits)
        if let element = node.element {
            if let own = nodes[target].element { merge(element, into: own) } else { nodes[target].element = element }
        }
        if node.isDictionary { fold(target) }
        if let value = node.value { mergeValues(value, into: target) }
        for field in node.fields {
            if let index = nodes[target].fieldIndex(field.key, 0) {
                merge(field.place, into: nodes[target].fields[index].place)
                continue
            }
            if nodes[target].fields.count >= limits.maximumProperties { fold(target) }
            if nodes[target].isDictionary {
                mergeValues(field.place, into: target)
            } else {
                nodes[target].append(field)
            }
        }
        foldIfKeysAreData(at: target)
    }

    /// Adds a place to the values of a dictionary.
    private mutating func mergeValues(_ source: Int, into target: Int) {
        if let own = nodes[target].value { merge(source, into: own) } else { nodes[target].value = source }
    }
}
#endif
