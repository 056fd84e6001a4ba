/// Reads and writes one property through code of the model's own, where a store at an offset will not do.
class PropertyAccess {
    /// The property's type.
    let valueType: Any.Type

    fileprivate init(valueType: Any.Type) {
        self.valueType = valueType
    }

    /// Copies the property's value into fresh memory.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func get(_ owner: UnsafeMutableRawPointer, into slot: UnsafeMutableRawPointer) { preconditionFailure("abstract") }

    /// Moves a value out of `slot` and sets the property to it.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func set(_ owner: UnsafeMutableRawPointer, movingFrom slot: UnsafeMutableRawPointer) { preconditionFailure("abstract") }
}

/// Access by a typed key path.
final class KeyPathAccess<Root, Value>: PropertyAccess {
    private let path: WritableKeyPath<Root, Value>

    init(_ path: WritableKeyPath<Root, Value>) {
        self.path = path
        super.init(valueType: Value.self)
    }

    override func get(_ owner: UnsafeMutableRawPointer, into slot: UnsafeMutableRawPointer) {
        // SAFETY: the plan pairs the access with the type that declared it; a subclass's reference is one of its superclass's, too.
        unsafe slot.initializeMemory(as: Value.self, to: owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path])
    }

    override func set(_ owner: UnsafeMutableRawPointer, movingFrom slot: UnsafeMutableRawPointer) {
        // SAFETY: as above; `slot` holds a value of the property's type, which is fresh memory afterwards.
        unsafe owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path] = unsafe slot.assumingMemoryBound(to: Value.self).move()
    }
}
