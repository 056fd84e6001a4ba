// Whose storage a field is. The compiler stores a wrapped property `level` as a field `_level` of the wrapper's type, and nothing at run time says that the type
// is a wrapper. So a name with an underscore is read by what the type looks like and by what the model declares; what stays unclear is refused
// when the plan is built, with what to do.

/// How fields are read whose name begins with an underscore.
struct FieldReading {
    /// Whether a type is none that a property wrapper could be: known to be a value, a collection or a model.
    var isPlain: (Any.Type) -> Bool
    /// Whether the model's declarations name a property, which is one of its own then.
    var isDeclared: (String) -> Bool

    /// What a field with an underscore is taken for.
    enum Storage {
        /// A property of its own.
        case own
        /// The storage of a wrapper that stores its `wrappedValue` in this field.
        case wrapper(WalkedField)
        /// A property of its own, or the storage of a wrapper that works its value out.
        case unclear
    }

    func storage(_ field: WalkedField) -> Storage {
        guard field.name.utf8.first == UInt8(ascii: "_"), field.name.hasPrefix("_"), field.name.count > 1, !isDeclared(field.name) else {
            return .own
        }
        return storage(of: field.type)
    }

    private func storage(of type: Any.Type) -> Storage {
        let shape = FieldWalk.shape(of: type)
        // Only a declared type can be a wrapper.
        guard shape == .struct || shape == .class || shape == .enum, FieldKind.leaf(type) == nil else { return .own }
        if shape == .struct, let value = FieldWalk.storedFields(of: type).first(where: { $0.name == "wrappedValue" }) {
            // Of a wrapper in a wrapper the property's value may be what either of them wraps.
            guard case .own = storage(of: value.type) else { return .unclear }
            return .wrapper(value)
        }
        return isPlain(type) ? .own : .unclear
    }
}
