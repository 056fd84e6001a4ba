// What the ABI says of metatypes, and the runtime's entry point for declarations. What is made with them is held against what the compiler
// has made before it is used.

@_silgen_name("swift_getTypeContextDescriptor")
private func runtimeDescriptor(_ type: Any.Type) -> UnsafeRawPointer?

/// What a struct, class or enum is declared as, generic types without their arguments.
struct TypeDescriptor: Equatable, Sendable {
    let address: UInt
    /// Whether it is the only one of its type. Of a type of C each module that imports it has one.
    let isUnique: Bool
    /// Whether it has arguments.
    let isGeneric: Bool

    /// - Parameter type: Any. Nil for what has no declaration: tuples, functions, existentials.
    init?(of type: Any.Type) {
        guard let descriptor = unsafe runtimeDescriptor(type) else { return nil }
        address = UInt(bitPattern: descriptor)
        // SAFETY: a descriptor is a constant of the program, and begins with a word of flags (`ContextDescriptorFlags`).
        let flags = unsafe descriptor.load(as: UInt32.self)
        (isUnique, isGeneric) = (flags & 0x40 != 0, flags & 0x80 != 0)
    }
}

/// The two words of a metatype as an existential, `any P.Type`: the type and its witnesses.
struct MetatypeWords {
    let type: Any.Type
    let witnesses: UInt

    init(_ type: Any.Type, _ witnesses: UInt) {
        (self.type, self.witnesses) = (type, witnesses)
    }

    /// - Parameter metatype: A metatype of an existential of one protocol.
    init<Metatype>(_ metatype: Metatype) {
        // SAFETY: the cast traps if it is not as large, and a word may have any bits.
        self = unsafe unsafeBitCast(metatype, to: Self.self)
    }

    /// The metatype. Who calls it knows that the witnesses are the type's, for the protocol.
    func metatype<Metatype>() -> Metatype {
        // SAFETY: as above.
        unsafe unsafeBitCast(self, to: Metatype.self)
    }
}
