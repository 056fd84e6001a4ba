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

extension TypeDescriptor {
    /// How many cases an enum has, if none of them has a payload.
    ///
    /// - Returns: Nil if one has, for a type that is no enum, and where the declarations of enums are not laid out as expected.
    static func plainCases(of type: Any.Type) -> Int? {
        guard enumsAreKnown, FieldWalk.shape(of: type) == .enum, let cases = cases(of: type), cases.withPayload == 0 else { return nil }
        return cases.plain
    }

    /// What the declaration of an enum says of its cases.
    private static func cases(of type: Any.Type) -> (withPayload: Int, plain: Int)? {
        guard let descriptor = unsafe runtimeDescriptor(type) else { return nil }
        // SAFETY: a descriptor begins with a word of flags. That of an enum has seven words at the least (`EnumDescriptor`).
        guard unsafe descriptor.load(as: UInt32.self) & 0x1F == 18 else { return nil }
        let withPayload = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        return unsafe (Int(withPayload), Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)))
    }

    /// Whether the declarations of enums are read as they are written.
    private static let enumsAreKnown: Bool = {
        func has(_ type: Any.Type, _ withPayload: Int, _ plain: Int) -> Bool {
            cases(of: type).map { $0.withPayload == withPayload && $0.plain == plain } ?? false
        }
        return has(CanaryCases.self, 0, 3) && has(CanaryCase.self, 0, 1) && has(CanaryPayloads.self, 2, 1)
            && cases(of: Int.self) == nil
    }()
}

private enum CanaryCases { case first, second, third }
private enum CanaryCase { case only }
private enum CanaryPayloads { case number(UInt8), none, other(UInt16) }

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
