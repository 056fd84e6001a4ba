// Optionals, arrays, sets and dictionaries, each seen through by a protocol of CompositeTypes.swift.
//
// `type as? any OptionalType.Type` has the runtime look through all conformances of the process, for each type anew. That all optionals conform is known
// here, and that they do so by one table of witnesses, since nothing in it depends on what they wrap. A canary holds two optionals of different kinds
// against each other; where it fails, the runtime is asked. The decision on layouts relied on has what that would take.

/// The standard library's generic types.
enum StandardTypes {
    /// A type as an optional; nil for every other.
    static func optional(_ type: Any.Type) -> (any OptionalType.Type)? {
        optionals.metatype(of: type, or: { $0 as? any OptionalType.Type })
    }

    /// A type as an `Array`, `ContiguousArray` or `Set`; nil for every other.
    static func sequence(_ type: Any.Type) -> (any SequenceType.Type)? {
        let ask = { (type: Any.Type) in type as? any SequenceType.Type }
        return arrays.metatype(of: type, or: ask) ?? sets.metatype(of: type, or: ask) ?? contiguousArrays.metatype(of: type, or: ask)
    }

    /// A type as a `Dictionary`; nil for every other.
    static func dictionary(_ type: Any.Type) -> (any DictionaryType.Type)? {
        dictionaries.metatype(of: type, or: { $0 as? any DictionaryType.Type })
    }

    private static let optionals = SharedConformance<any OptionalType.Type>(Int?.self, CanaryElement?.self)
    private static let arrays = SharedConformance<any SequenceType.Type>([Int].self, [CanaryElement].self)
    private static let contiguousArrays = SharedConformance<any SequenceType.Type>(
        ContiguousArray<Int>.self, ContiguousArray<CanaryElement>.self)
    private static let sets = SharedConformance<any SequenceType.Type>(Set<String>.self, nil)
    private static let dictionaries = SharedConformance<any DictionaryType.Type>([String: Int].self, [String: CanaryElement].self)
}

/// What an optional, an array or a dictionary of a canary holds: larger than a word, with references.
private struct CanaryElement {
    var text = ""
    var object: AnyObject?
}

/// The conformance of all types that one generic type makes. `Metatype` is the metatype of an existential, `any P.Type`.
struct SharedConformance<Metatype>: Sendable {
    /// What the types are made of, and their witnesses; nil if they cannot be told to share these.
    private let shared: (generic: TypeDescriptor, witnesses: UInt)?

    /// - Parameters:
    ///   - example: A type.
    ///   - other: One of another kind. Of sets one does: a second kind of key has the runtime search for how it is hashed.
    init(_ example: Metatype, _ other: Metatype?) {
        let words = MetatypeWords(example)
        let generic = TypeDescriptor(of: words.type)
        let isShared = other.map { MetatypeWords($0) }.map { TypeDescriptor(of: $0.type) == generic && $0.witnesses == words.witnesses }
        shared = isShared == false ? nil : generic.map { ($0, words.witnesses) }
    }

    /// A type as one of these; nil for every other.
    ///
    /// - Parameter ask: Asks the runtime.
    func metatype(of type: Any.Type, or ask: (Any.Type) -> Metatype?) -> Metatype? {
        guard let shared else { return ask(type) }
        return TypeDescriptor(of: type) == shared.generic ? MetatypeWords(type, shared.witnesses).metatype() : nil
    }
}
