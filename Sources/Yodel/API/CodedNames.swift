// `CodingKeys` that the macro `@Model` does not see, or not to the end: in an extension, under another name, under `#if`, with a `stringValue` of their own.
// The macro names `CodingKeys` in the list that it writes, and the compiler looks for the type's own:
//
//     extension User { enum CodingKeys: String, CodingKey { case id = "ID" } }
//     properties.take(names)      id: the case of User.CodingKeys, "ID"      secret: no case of it, but one of the list's own names
//
// Where a type has none, what a protocol of the library calls so stands in for it, and says nothing.

/// What `CodingKeys` are of a type that declares none. Not for use.
@_documentation(visibility: internal)
public enum NoCodingKeys {}

extension BaseModel {
    /// Stands in for the `CodingKeys` of a type that declares none. Not for use.
    @_documentation(visibility: internal)
    public typealias CodingKeys = NoCodingKeys
}

extension DescribedEnum {
    /// Stands in for the `CodingKeys` of a type that declares none. Not for use.
    @_documentation(visibility: internal)
    public typealias CodingKeys = NoCodingKeys
}

extension KeyMapping.Keys {
    /// The key that a case of `CodingKeys` stands for. It is taken literally: dots and brackets belong to it.
    ///
    /// ```swift
    /// properties.add("name", \.name, keys: .coded(CodingKeys.name))
    /// ```
    ///
    /// - Parameter key: The case.
    /// - Returns: The key.
    public static func coded(_ key: some CodingKey) -> KeyMapping.Keys { KeyMapping.Keys([literal(key.stringValue)]) }

    /// A path that is one key.
    static func literal(_ key: String) -> String {
        // Alone, the empty text is no key. A slash at the start is an error where it is not in quotes.
        if key.isEmpty || key.utf8.first == UInt8(ascii: "/") { return "[\"\(JSONPath.quoted(key))\"]" }
        var path: [UInt8] = []
        for byte in key.utf8 {
            if [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "\\")].contains(byte) { path.append(UInt8(ascii: "\\")) }
            path.append(byte)
        }
        return String(decoding: path, as: UTF8.self)
    }
}

/// What the `CodingKeys` of a type say about its properties or cases, by name. The macro `@Model` writes it.
///
/// `Names` is an enum that has a case for each of them. Where `Keys` has it too, that is preferred.
@_documentation(visibility: internal)
public struct CodedNames<Keys, Names> {
    fileprivate var names: [(name: String, key: String?)] = []

    /// Nothing yet.
    @_documentation(visibility: internal)
    public init() {}

    /// Adds a name for which `Keys` has a case.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - key: The case.
    @_documentation(visibility: internal)
    public mutating func add(_ name: String, _ key: Keys) where Keys: CodingKey { names.append((name, key.stringValue)) }

    /// Adds a name for which `Keys` has no case.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - missing: The list's own.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public mutating func add(_ name: String, _ missing: Names) { names.append((name, nil)) }

    /// Whether the keys say something: those that the compiler makes are all names, and have no raw values.
    fileprivate var sayKeys: Bool {
        Keys.self is any RawRepresentable.Type || names.contains { $0.key != $0.name }
    }
}

extension StoredProperties {
    /// Takes the keys of properties from `CodingKeys`; a property for which they have no case takes no part, and needs a default.
    ///
    /// - Parameters:
    ///   - coded: What `CodingKeys` say of each property that takes part.
    ///   - type: The type whose `CodingKeys` they are.
    ///   - inherited: Those of its superclass; the same ones are not the type's own.
    @_documentation(visibility: internal)
    public mutating func take<Keys, Names>(
        _ coded: CodedNames<Keys, Names>, of type: Any.Type = Root.self, inherited: Any.Type = NoCodingKeys.self
    ) {
        guard let isEnum = shape(of: Keys.self, type, inherited), coded.sayKeys else { return }
        if !isEnum && coded.names.contains(where: { $0.key == nil }) { return list.fail(.codingKeysWithoutCases(of: type)) }
        for (name, key) in coded.names {
            guard let key else {
                list.ignore(name, of: type)
                continue
            }
            guard list.keys[name] == nil else { return list.fail(.codedTwice(name, of: type)) }
            list.keys[name] = KeyMapping.Keys([KeyMapping.Keys.literal(key)])
        }
    }

    /// Looks whether a type has `CodingKeys` by which its properties would have other keys than those of the list.
    ///
    /// - Parameters:
    ///   - keys: What the compiler finds by the name `CodingKeys`.
    ///   - type: The type whose `CodingKeys` they are.
    ///   - inherited: Those of its superclass; the same ones are not the type's own.
    @_documentation(visibility: internal)
    public mutating func check<Keys>(
        _ keys: Keys.Type, of type: Any.Type = Root.self, inherited: Any.Type = NoCodingKeys.self
    ) {
        guard let isEnum = shape(of: keys, type, inherited), let coded = keys as? any CodingKey.Type else { return }
        let own = list.fields[list.firstOwn...].filter { $0.role != .ignored && list.keys[$0.name] == nil }
        if !isEnum || own.contains(where: { coded.init(stringValue: $0.name) == nil }) { list.fail(.unseenCodingKeys(of: type)) }
    }

    /// Whether the keys of a type are an enum; nil: it has none of its own.
    private mutating func shape(of keys: Any.Type, _ type: Any.Type, _ inherited: Any.Type) -> Bool? {
        if keys == NoCodingKeys.self {
            // Private ones in another file.
            if ModelProtocols.hasIdleKeys(type) { list.fail(.unseenCodingKeys(of: type)) }
            return nil
        }
        guard keys is any CodingKey.Type, keys != inherited else { return nil }
        return FieldWalk.shape(of: keys) == .enum
    }
}

extension EnumCases {
    /// Takes the names of cases from `CodingKeys`.
    ///
    /// - Parameter coded: What `CodingKeys` say of each case but that of all others, in the order in which they have been added.
    @_documentation(visibility: internal)
    public mutating func take<Keys, Names>(_ coded: CodedNames<Keys, Names>) {
        guard hasOwn(Keys.self), coded.sayKeys else { return }
        for (index, one) in zip(cases.indices.filter { cases[$0].other == nil }, coded.names) {
            guard let key = one.key else { return fail(.caseWithoutCodingKey(one.name, of: Root.self)) }
            guard cases[index].names.map(\.text) == [one.name] else { return fail(.codedTwice(one.name, of: Root.self)) }
            rename(index, key)
        }
    }

    /// Looks whether an enum has `CodingKeys` by which its cases would have other names than those of the list.
    ///
    /// - Parameters:
    ///   - keys: What the compiler finds by the name `CodingKeys`.
    ///   - names: The names of cases that have none of their own.
    @_documentation(visibility: internal)
    public mutating func check<Keys>(_ keys: Keys.Type, _ names: String...) {
        guard hasOwn(keys), let coded = keys as? any CodingKey.Type else { return }
        let isEnum = FieldWalk.shape(of: keys) == .enum
        if !isEnum || names.contains(where: { coded.init(stringValue: $0) == nil }) { fail(.unseenCodingKeys(of: Root.self)) }
    }

    private mutating func hasOwn(_ keys: Any.Type) -> Bool {
        if keys == NoCodingKeys.self && ModelProtocols.hasIdleKeys(Root.self) { fail(.unseenCodingKeys(of: Root.self)) }
        return keys is any CodingKey.Type
    }
}
