/// A key or an index on the way to a value that a type's own coding reads or writes.
///
/// It is small enough to be on a way without memory of its own, and its text is made when somebody asks: nobody looks at the way of an error that is caught.
struct PlaceKey: CodingKey {
    private enum Origin {
        case key(String)
        case text(String)
        case index(Int)
    }

    private let origin: Origin

    init(_ key: String) {
        origin = .key(key)
    }

    init(index: Int) {
        origin = .index(index)
    }

    /// A dictionary's key, which may be written as a number.
    init(text: String) {
        origin = .text(text)
    }

    var stringValue: String {
        switch origin {
        case .key(let text), .text(let text): text
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        switch origin {
        case .key: nil
        case .text(let text): Int(text)
        case .index(let index): index
        }
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
