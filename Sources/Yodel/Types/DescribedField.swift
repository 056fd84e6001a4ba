/// A stored property as its type lists it.
@safe struct DescribedField {
    // SAFETY of `@safe`: who hands `putDefault` an address says that it is of a field of the type.

    enum Role {
        /// It is read and written.
        case property
        /// A `let` with a value of its own.
        case constant
        /// It takes no part.
        case ignored
    }

    let name: String
    let type: Any.Type
    /// Bytes from the start of the value.
    private(set) var offset: Int
    private(set) var role: Role
    let size: Int
    let alignment: Int
    /// Whether a value can be forgotten: it holds no reference.
    let isTrivial: Bool
    /// Puts the default into fresh memory; nil if there is none.
    let putDefault: ((MutableAddress) -> Void)?
    /// The way to the property's value, if it is wrapped: the field is the wrapper's.
    private(set) var access: PropertyAccess?
    /// Puts the default of a wrapped value into fresh memory.
    private(set) var putWrappedDefault: ((MutableAddress) -> Void)?

    init<Value>(_ name: String, _ type: Value.Type, offset: Int, _ role: Role, _ makeDefault: (() -> Value)?) {
        self.name = name
        self.type = type
        self.offset = offset
        self.role = role
        size = MemoryLayout<Value>.size
        alignment = MemoryLayout<Value>.alignment
        isTrivial = _isPOD(type)
        // SAFETY: the memory is that of the field.
        putDefault = makeDefault.map { make in { unsafe $0.initialize(as: Value.self, to: make()) } }
    }

    /// A property behind a wrapper.
    ///
    /// - Parameters:
    ///   - offset: Of the wrapper.
    ///   - path: From the wrapper to the value.
    ///   - wrap: Makes a wrapper.
    init<Wrapper, Value>(
        _ name: String, wrapped path: KeyPath<Wrapper, Value>, offset: Int, wrap: @escaping (Value) -> Wrapper,
        _ makeDefault: (() -> Value)?
    ) {
        self.init(name, Wrapper.self, offset: offset, .property, makeDefault.map { make in { wrap(make()) } })
        access = PropertyAccess(wrapped: path, at: offset, wrap: wrap)
        // SAFETY: the memory is for a value of the property's type.
        putWrappedDefault = makeDefault.map { make in { unsafe $0.initialize(as: Value.self, to: make()) } }
    }

    /// Lets it take no part: what is stored has its default, a wrapper as a whole.
    mutating func ignore() {
        role = .ignored
        access = nil
        putWrappedDefault = nil
    }

    /// Takes the field to where a value is inside another one.
    mutating func move(by distance: Int) {
        offset += distance
        access = access?.moved(by: distance, isReference: false)
    }

    /// What is left of a value when all fields have been counted.
    enum Cover: Equatable {
        case whole
        /// Bytes from here on are no field's.
        case gap(Int)
    }

    /// Whether the fields account for every byte of a value except padding.
    static func cover(of fields: [DescribedField], size: Int) -> Cover {
        var position = 0
        for field in fields.filter({ $0.size > 0 }).sorted(by: { $0.offset < $1.offset }) {
            let next = (position + field.alignment - 1) / field.alignment * field.alignment
            guard next == field.offset else { return .gap(position) }
            position = field.offset + field.size
        }
        return position == size ? .whole : .gap(position)
    }
}

extension TypeInfo {
    /// What a struct's own list of its properties says.
    init(_ type: Any.Type, described fields: [DescribedField]) {
        self.init(struct: type, fields.map { PropertyInfo($0, of: type) })
    }
}

extension PropertyInfo {
    /// A property as its type lists it.
    fileprivate init(_ described: DescribedField, of owner: Any.Type) {
        let field = WalkedField(
            name: described.name, type: described.type, offset: described.offset, isStrong: true,
            isVariable: described.role != .constant, form: FieldWalk.form(of: described.type))
        self.init(field, of: owner, isWrapper: described.access != nil)
    }
}
