/// Keeps a value that plans refer to: a plan is trivial, and names by address what its record keeps alive.
final class Box<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Box: Sendable where Value: Sendable {}
