extension FieldWalk {
    /// What the canary found, worked out once per process before the first plan.
    static let canary: CanaryVerdict = checkCanary(fields(of:))

    /// What it found of the kinds of types that few properties have, worked out before the first plan of a model that has one: the runtime takes long to
    /// make the types that are tried.
    static let rareKinds: CanaryVerdict = checkRareKinds()

    enum CanaryVerdict: Equatable {
        case sound
        /// The walk is empty for a type with fields: the build has no reflection metadata.
        case noReflection
        /// The walk disagrees with the compiler's own layout: the difference, in words.
        case differs(String)

        /// Lets a plan be built, or says why none can be.
        ///
        /// - Parameter type: The type whose plan is asked for.
        func check(for type: Any.Type) throws(ModelError) {
            switch self {
            case .sound: break
            case .noReflection: throw .noReflection(type)
            case .differs(let difference): throw .layoutDiffers(difference)
            }
        }
    }

    /// Walks a struct and a class whose layout is known and compares the answer with the compiler's.
    ///
    /// - Parameters:
    ///   - walk: The walk to judge; a test passes false ones.
    ///   - shape: How kinds of types are told apart; likewise.
    static func checkCanary(_ walk: (Any.Type) -> [WalkedField], shape: (Any.Type) -> TypeShape = FieldWalk.shape(of:)) -> CanaryVerdict {
        let kinds = (shape(CanaryStruct.self), shape(CanaryClass.self), shape(CanaryVerdict.self), shape(Int?.self))
        guard kinds == (.struct, .class, .enum, .optional) else { return .differs("kinds of types are told apart as \(kinds)") }
        let structFields = walk(CanaryStruct.self)
        let classFields = walk(CanaryClass.self)
        if structFields.isEmpty || classFields.isEmpty {
            return .noReflection
        }
        func isOfStruct(_ index: Int, _ name: String, _ offset: Int?) -> Bool {
            structFields[index].name == name && structFields[index].offset == offset
        }
        guard
            structFields.count == 4, isOfStruct(0, "flag", MemoryLayout<CanaryStruct>.offset(of: \.flag)),
            isOfStruct(1, "number", MemoryLayout<CanaryStruct>.offset(of: \.number)),
            isOfStruct(2, "text", MemoryLayout<CanaryStruct>.offset(of: \.text)),
            isOfStruct(3, "maybe", MemoryLayout<CanaryStruct>.offset(of: \.maybe))
        else {
            return .differs("the fields of a struct are \(structFields.map { "\($0.name)@\($0.offset)" })")
        }
        guard
            structFields[0].type == Bool.self, structFields[1].type == Int32.self, structFields[2].type == String.self,
            structFields[3].type == Int?.self
        else {
            return .differs("the field types of a struct are \(structFields.map(\.type))")
        }
        guard structFields.indices.allSatisfy({ structFields[$0].isVariable == ($0 != 2) && structFields[$0].isStrong }) else {
            return .differs("the flags of a struct's fields")
        }
        func isOfClass(_ index: Int, _ name: String, isStrong: Bool) -> Bool {
            classFields[index].name == name && classFields[index].isStrong == isStrong
        }
        guard
            classFields.count == 3, isOfClass(0, "base", isStrong: true), isOfClass(1, "link", isStrong: false),
            isOfClass(2, "own", isStrong: true)
        else {
            return .differs("the fields of a class are \(classFields.map { "\($0.name)@\($0.offset)" })")
        }
        // What the compiler stores in an instance must be at the walked offset. An instance has a header of two words, and a word for each field.
        let offset = classFields[2].offset
        guard offset >= 0, offset.isMultiple(of: MemoryLayout<Int>.alignment), offset <= 4 * MemoryLayout<Int>.size else {
            return .differs("a class's field does not stand at its walked offset \(offset)")
        }
        let instance = CanaryClass()
        // SAFETY: the guard above has seen to it that what is read is aligned and inside the live instance, wherever `own` stands in it.
        let seen = unsafe (Unmanaged.passUnretained(instance).toOpaque() + offset).load(as: Int.self)
        guard seen == CanaryClass.ownValue else {
            return .differs("a class's field does not stand at its walked offset \(offset)")
        }
        withExtendedLifetime(instance) {}
        // An optional's payload is at its start: nested structs are filled in place inside an optional.
        var optional: CanaryStruct? = CanaryStruct()
        let payload = unsafe withUnsafeBytes(of: &optional) {
            unsafe $0.loadUnaligned(fromByteOffset: structFields[1].offset, as: Int32.self)
        }
        guard payload == CanaryStruct().number else {
            return .differs("an optional's payload does not stand at its start")
        }
        guard isMarkedByZeros(Int?.some(-1), nil), isMarkedByZeros(Int??.some(-1), nil) else {
            return .differs("the bytes behind an optional's payload are not zeros")
        }
        return .sound
    }
}

extension FieldWalk {
    /// Whether the bytes after an integer in optionals are zeros, and are not where there is none.
    private static func isMarkedByZeros<T>(_ present: T, _ absent: T) -> Bool {
        func marks(_ value: T) -> [UInt8] { unsafe withUnsafeBytes(of: value) { unsafe Array($0.dropFirst(MemoryLayout<Int>.size)) } }
        return MemoryLayout<T>.size > MemoryLayout<Int>.size && marks(present).allSatisfy { $0 == 0 } && marks(absent).contains { $0 != 0 }
    }

    /// Whether a type's kind is one that the canary has tried: a struct, a class, an enum, or an optional of those.
    static func isOfCommonKind(_ type: Any.Type) -> Bool {
        switch shape(of: type) {
        case .struct, .class, .enum: true
        case .optional: StandardTypes.optional(type).map { isOfCommonKind($0.wrappedType) } ?? false
        case .tuple, .function, .metatype, .other: false
        }
    }

    /// Takes a tuple apart, and tells the kinds of its elements.
    ///
    /// - Parameters:
    ///   - shape: How kinds of types are told apart; a test passes false ones.
    ///   - element: How a tuple is taken apart; likewise.
    static func checkRareKinds(
        shape: (Any.Type) -> TypeShape = FieldWalk.shape(of:), element: (Any.Type, Int) -> Any.Type? = FieldWalk.element(of:at:)
    ) -> CanaryVerdict {
        func kind(_ index: Int) -> TypeShape? { element(CanaryTuple.self, index).map(shape) }
        guard
            shape(CanaryTuple.self) == .tuple, let pair = element(CanaryTuple.self, 0), element(pair, 0) == String.self,
            element(pair, 1) == Bool.self, element(pair, 2) == nil, element(CanaryTuple.self, 5) == nil
        else {
            return .differs("the elements of a tuple are \((0..<5).map { element(CanaryTuple.self, $0) })")
        }
        guard kind(0) == .tuple, kind(1) == .function, kind(2) == .metatype, kind(3) == .other, kind(4) == .other else {
            return .differs("kinds of types are told apart as \((0..<5).map(kind))")
        }
        return .sound
    }
}

// All in one, since the runtime takes long to make a type that is spelled out, and little to take it apart.
private typealias CanaryTuple = ((String, Bool), () -> Void, Int.Type, AnyClass, Any)

private struct CanaryStruct {
    var flag = true
    var number: Int32 = 0x5EED_CAFE
    let text = "canary"
    var maybe: Int? = 7
}

private class CanaryParent {
    var base: UInt8 = 1
}

private final class CanaryClass: CanaryParent {
    static let ownValue = 0x0123_4567_89AB
    weak var link: CanaryParent?
    var own = CanaryClass.ownValue
}
