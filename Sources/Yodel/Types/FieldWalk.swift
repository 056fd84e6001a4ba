// The runtime's own walk over the stored fields of a type: the three entry points behind `Mirror`, the one that tells kinds of types apart, since
// the walk may only be asked of structs, classes and tuples, and the one that says how large an instance is.
//
// They are in this file only. They give name, type, offset and flags of each field, inherited fields first, without an instance. On
// Linux the runtime ships with the program, so what passes the canary (FieldWalk+Canary.swift) once, passes for as long as that program
// runs. Type metadata is never read by hand: every library that did broke with a later compiler. (Lists of
// conformances are, by ConformanceLists.swift: for speed, where the runtime is asked if they are not as expected, and to find
// `CodingKeys` that nobody reads, which are passed over then. So is how many cases an enum declares, by MetatypeWords.swift: for speed
// too, and not where a canary differs.)

/// What the runtime writes about one field. The layout is the runtime's `_FieldReflectionMetadata`.
@safe private struct RuntimeField {
    // SAFETY: the name is the runtime's, which is given back with `free`.
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVar = false
}

@_silgen_name("swift_getMetadataKind")
private func runtimeKind(_ type: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeFieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeField(_ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<RuntimeField>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeFieldOffset(_ type: Any.Type, index: Int) -> Int

/// The bytes of an instance on both sides of its address, its header of two words included.
@_silgen_name("_swift_getSwiftClassInstanceExtents")
private func runtimeInstanceExtents(_ type: AnyClass) -> (negative: UInt, positive: UInt)

/// One stored field as the runtime describes it.
struct WalkedField: Sendable {
    var name: String
    var type: Any.Type
    /// Bytes from the start of the value, for a class from the start of the instance.
    var offset: Int
    /// Neither `weak` nor `unowned`.
    var isStrong: Bool
    /// Declared with `var`.
    var isVariable: Bool
    /// How it is stored, and whether a value of its type fits into the room that it has: for `FieldWalk.storedFields` to find out.
    var form = FieldForm.own
    var fits = true
}

/// What kind of type a type is, as far as the walk cares.
enum TypeShape {
    case `struct`, `class`, `enum`, optional, tuple, function
    /// The metatype of one type. That of an existential (`any P.Type`, `AnyClass`) is among the others.
    case metatype
    case other
}

enum FieldWalk {
    /// What kind of type a type is. The numbers are the runtime's `MetadataKind`.
    static func shape(of type: Any.Type) -> TypeShape {
        switch runtimeKind(type) {
        case 0x200: .struct
        case 0: .class
        case 0x201: .enum
        case 0x202: .optional
        case 0x301: .tuple
        case 0x302: .function
        case 0x304: .metatype
        default: .other
        }
    }

    /// A type's name. `String(describing:)` gives the same, but only when all conformances of the process have been looked through for a description
    /// of the type's own.
    ///
    /// - Parameter isQualified: Whether the names of modules and outer types precede it.
    static func name(of type: Any.Type, isQualified: Bool = false) -> String { _typeName(type, qualified: isQualified) }

    /// The stored fields of a struct or class, those of superclasses first. Empty for every other kind of type.
    static func fields(of type: Any.Type) -> [WalkedField] {
        let shape = shape(of: type)
        guard shape == .struct || shape == .class else { return [] }
        let count = runtimeFieldCount(type)
        return (0..<max(count, 0)).map { index in
            field(of: type, at: index) { fieldType, field in
                WalkedField(
                    name: unsafe field.name.map { unsafe String(cString: $0) } ?? "", type: fieldType,
                    offset: runtimeFieldOffset(type, index: index), isStrong: field.isStrong, isVariable: field.isVar)
            }
        }
    }

    /// Lends what the runtime says of a field.
    ///
    /// - Parameter index: Below the runtime's own count.
    private static func field<R>(of type: Any.Type, at index: Int, _ body: (Any.Type, RuntimeField) -> R) -> R {
        var field = RuntimeField()
        // SAFETY: `field` has the layout that the runtime writes and outlives the call. The name stays valid until `free` is called.
        let fieldType = unsafe runtimeField(type, index: index, fieldMetadata: &field)
        defer { unsafe field.free?(field.name) }
        return body(fieldType, field)
    }

    /// The type of a tuple's element; nil after the last one, and for every other kind of type.
    static func element(of type: Any.Type, at index: Int) -> Any.Type? {
        guard shape(of: type) == .tuple, index < runtimeFieldCount(type) else { return nil }
        return field(of: type, at: index) { element, _ in element }
    }

    /// How many fields each class of a lineage has, those of its superclasses included, the topmost class first.
    static func fieldCounts(of type: AnyClass) -> [Int] {
        var counts = [runtimeFieldCount(type)]
        var current: AnyClass = type
        while let parent = _getSuperclass(current) {
            counts.append(runtimeFieldCount(parent))
            current = parent
        }
        return counts.reversed()
    }

    /// The bytes of an instance from its address on.
    static func instanceSize(of type: AnyClass) -> Int { Int(runtimeInstanceExtents(type).positive) }

    /// Whether a struct or class, or a superclass, has stored fields of which the walk says nothing: what is declared in a module without
    /// reflection metadata is larger than its fields account for.
    ///
    /// - Parameter size: The bytes of a value of the type.
    static func hidesFields(of type: Any.Type, size: Int) -> Bool {
        guard var current = type as? AnyClass else { return size > 0 && runtimeFieldCount(type) <= 0 }
        while let parent = _getSuperclass(current) {
            if hidesFields(current, beyond: runtimeInstanceExtents(parent).positive, runtimeFieldCount(parent)) { return true }
            current = parent
        }
        return hidesFields(current, beyond: UInt(2 * MemoryLayout<Int>.size), 0)
    }

    private static func hidesFields(_ type: AnyClass, beyond size: UInt, _ count: Int) -> Bool {
        runtimeInstanceExtents(type).positive > size && runtimeFieldCount(type) <= count
    }
}
