// Access to a stored property by its name, which is found in the type's properties. Every access checks three types: that of the value, that of
// the property, and that of what is to be put there. Then it is one load or store at the offset, as the plans have it.

extension TypeInfo {
    /// The property of a name.
    ///
    /// ```swift
    /// let info = TypeInfo(User.self)!
    /// let name = info.property(named: "name")!
    /// var user = User()
    /// try name.set("Ann", in: &user)
    /// user.name                                  // "Ann"
    /// let text = try name.get(String.self, from: user)   // "Ann"
    /// ```
    ///
    /// - Parameter name: The name as declared.
    /// - Returns: nil if the type has no stored property of the name. Of several, which a class and its superclasses can have where they do not see
    ///   each other's, the last declared.
    /// - Complexity: Linear in the number of properties. Keep the answer: it holds for every value of the type.
    public func property(named name: String) -> PropertyInfo? {
        properties.last { $0.name == name }
    }
}

extension PropertyInfo {
    /// Reads the property.
    ///
    /// Readable is what can be filled, and what is declared with `let`; not what another reason is named for.
    ///
    /// - Parameter value: A value of the type that the property was looked up in, or an instance of a subclass; its static type may be a superclass, a
    ///   protocol or `Any`.
    /// - Returns: A copy. An optional is one in the `Any`, too.
    /// - Throws: `ModelError` of category `model`: `typeMismatch` if the value is not of the type, `inaccessibleProperty` if the property is not readable.
    public func get<Root>(from value: Root) throws(ModelError) -> Any {
        try checkReadable()
        return try load(from: value) { unsafe TypeHandle.of(type).any($0) }
    }

    /// Reads the property as a type.
    ///
    /// - Parameters:
    ///   - type: The property's type, or what its optionals wrap.
    ///   - value: As ``get(from:)`` takes it.
    /// - Returns: A copy.
    /// - Throws: `ModelError` of category `model`: as ``get(from:)`` does; `typeMismatch` if the property is of another type, `unexpectedNull` if it is
    ///   nil and the type asked for is what it wraps.
    public func get<Root, Value>(_ type: Value.Type, from value: Root) throws(ModelError) -> Value {
        try checkReadable()
        guard wraps(Value.self) else { throw .wrongValue(name, self.type, of: owner, given: Value.self) }
        if self.type == Value.self {
            // SAFETY: the address is that of a value of the property's type, which has just been compared.
            return try load(from: value) { unsafe $0.assumingMemoryBound(to: Value.self).pointee }
        }
        // In two steps: cast at once, nil would pass for an optional that is asked for.
        guard let unwrapped = Self.unwrapped(try get(from: value), until: Value.self), let typed = unwrapped as? Value else {
            throw .noValue(name, of: owner, wanted: Value.self)
        }
        return typed
    }

    /// Sets the property.
    ///
    /// Property observers do not run. In an instance the old value is released when the new one is in its place, so that what its end sets off
    /// finds the property whole.
    ///
    /// ```swift
    /// for property in TypeInfo(User.self)!.properties where property.isStorable {
    ///     try property.set(property.get(from: user), in: &copy)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - newValue: A value of the property's type or of what its optionals wrap, an instance of a subclass of that, or any value that the property's
    ///     type is a protocol of. Its static type may be `Any`. Nothing is converted.
    ///   - value: A value of the type that the property was looked up in, or an instance of a subclass; its static type may be a superclass, a protocol
    ///     or `Any`. Unchanged if this throws.
    /// - Throws: `ModelError` of category `model`: `typeMismatch` if either is not of its type, `inaccessibleProperty` if the property is not storable.
    public func set<Root, Value>(_ newValue: Value, in value: inout Root) throws(ModelError) {
        if let unsupportedReason { throw .inaccessible(name, of: owner, "set", unsupportedReason.reason) }
        guard takes(newValue) else { throw .wrongValue(name, type, of: owner, given: Swift.type(of: newValue as Any)) }
        func open<T>(_ type: T.Type) throws(ModelError) {
            guard let typed = newValue as? T else {
                throw .wrongValue(name, type, of: owner, given: Swift.type(of: newValue as Any))
            }
            try store(in: &value) { address in
                // SAFETY: the address is that of a value of the property's type. No code runs between the two steps, and the old value
                // lives until the access is over.
                let place = unsafe address.values(of: T.self, count: 1)
                let old = unsafe place.move()
                unsafe place.put(typed)
                return old
            }
        }
        try _openExistential(type, do: open)
    }

    // MARK: Types

    private func checkReadable() throws(ModelError) {
        if let unsupportedReason, unsupportedReason != .constant { throw .inaccessible(name, of: owner, "read", unsupportedReason.reason) }
    }

    /// The type without its optionals.
    private var innermost: Any.Type {
        var inner = type
        while let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
        return inner
    }

    /// Whether a type is the property's, or what its optionals wrap.
    private func wraps(_ wanted: Any.Type) -> Bool {
        var inner = type
        while inner != wanted, let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
        return inner == wanted
    }

    /// Whether a value can be put there without being converted.
    private func takes(_ value: Any) -> Bool {
        let given = Swift.type(of: value)
        if wraps(given) { return true }
        let inner = innermost
        if let given = given as? AnyClass, let inner = inner as? AnyClass { return Self.isSubclass(given, of: inner) }
        switch FieldWalk.shape(of: inner) {
        case .struct, .class, .function, .metatype: return false
        // An existential: the cast decides. A cast of an empty optional to another one would go through, too.
        case .enum, .optional, .tuple, .other: return StandardTypes.optional(given) == nil
        }
    }

    private static func isSubclass(_ type: AnyClass, of superclass: AnyClass) -> Bool {
        var current: AnyClass? = type
        while let candidate = current, candidate != superclass { current = _getSuperclass(candidate) }
        return current != nil
    }

    /// Takes optionals off until a type is reached.
    private static func unwrapped(_ value: Any, until type: Any.Type) -> Any? {
        var value = value
        while Swift.type(of: value) != type, let optional = value as? any AnyOptional {
            guard let wrapped = optional.payload else { return nil }
            value = wrapped
        }
        return value
    }

    // MARK: Addresses

    /// Checks that a value is of the type the property belongs to.
    private func check(_ value: Any) throws(ModelError) {
        let found = Swift.type(of: value)
        if found == owner { return }
        if let found = found as? AnyClass, let owner = owner as? AnyClass, Self.isSubclass(found, of: owner) { return }
        throw .wrongOwner(name, of: owner, found: found)
    }

    /// Lends the address of the property in a value.
    private func load<Root, R>(from value: Root, _ body: (ValueAddress) -> R) throws(ModelError) -> R {
        try check(value)
        if owner is AnyClass {
            let instance = value as AnyObject
            // SAFETY: the instance is of a class that has the property at the offset; it is kept for the time of the access, which no code
            // interrupts but the copying of the value.
            defer { withExtendedLifetime(instance) {} }
            return unsafe body(ValueAddress(Unmanaged.passUnretained(instance).toOpaque()) + offset)
        }
        func open<Owner>(_ type: Owner.Type) throws(ModelError) -> R {
            guard let typed = value as? Owner else { throw .wrongOwner(name, of: owner, found: Root.self) }
            // SAFETY: the property is at its offset in every value of the type.
            return unsafe ValueAddress.of(typed) { unsafe body($0 + offset) }
        }
        return try _openExistential(owner, do: open)
    }

    /// Lends the address of the property in a value that is to be changed.
    ///
    /// - Parameter body: Returns what is to be released when the access is over.
    private func store<Root, Old>(in value: inout Root, _ body: (MutableAddress) -> Old) throws(ModelError) {
        try check(value)
        if owner is AnyClass {
            let instance = value as AnyObject
            // SAFETY: as for reading.
            let old = unsafe body(MutableAddress(Unmanaged.passUnretained(instance).toOpaque()) + offset)
            withExtendedLifetime((instance, old)) {}
        } else if Root.self == owner {
            // SAFETY: the property is at its offset in every value of the type; the access to the value is this call's alone.
            let old = unsafe MutableAddress.of(&value) { unsafe body($0 + offset) }
            withExtendedLifetime(old) {}
        } else {
            // In an existential: a copy is changed and put back.
            func open<Owner>(_ type: Owner.Type) throws(ModelError) {
                guard var copy = value as? Owner else { throw .wrongOwner(name, of: owner, found: Root.self) }
                let old = unsafe MutableAddress.of(&copy) { unsafe body($0 + offset) }
                guard let changed = copy as? Root else { throw .wrongOwner(name, of: owner, found: Root.self) }
                value = changed
                withExtendedLifetime(old) {}
            }
            try _openExistential(owner, do: open)
        }
    }
}

/// `Optional`, whose payload can be taken out of an `Any`.
private protocol AnyOptional {
    var payload: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var payload: Any? { self }
}
