/// A key or an index on the way to a value that a type's own coding reads or writes.
struct PlaceKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ key: String) {
        stringValue = key
        intValue = nil
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    /// A dictionary's key, which may be written as a number.
    init(text: String) {
        stringValue = text
        intValue = Int(text)
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(index: intValue)
    }
}

/// The way from a value to one inside it. One step more is one instance more: the path is put together only for an error.
final class CodingSteps {
    private let key: any CodingKey
    private let outer: CodingSteps?
    /// How many steps there are.
    let count: Int

    init(_ key: any CodingKey, behind outer: CodingSteps?) {
        self.key = key
        self.outer = outer
        count = (outer?.count ?? 0) + 1
    }

    /// The steps, outermost first.
    static func path(_ last: CodingSteps?) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        keys.reserveCapacity(last?.count ?? 0)
        var current = last
        while let step = current {
            keys.append(step.key)
            current = step.outer
        }
        return keys.reversed()
    }
}
