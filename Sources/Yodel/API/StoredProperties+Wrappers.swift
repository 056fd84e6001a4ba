// Properties behind a property wrapper. A document has the wrapped value under the property's own name. A wrapper is made of it by code of the type's own, as the
// compiler makes one in an initialiser:
//
//     @Clamped(0...100) var level = 5        storage: _level, a Clamped       {"level": 250} -> Clamped(wrappedValue: 250, 0...100)
//
// A wrapper that codes itself says itself what a document has for it.

extension StoredProperties {
    /// Adds a property that has a property wrapper and no default: it is required.
    ///
    /// A wrapper that is `Codable` by code of its own reads and writes itself, under the property's name; of any other, and of one whose `Codable` the compiler
    /// has written, documents have the wrapped value. To find that out, `init(from:)` of the wrapper is called when the type is first used, with a decoder that
    /// has nothing.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The way to the wrapper: the stored property with an underscore.
    ///   - value: The way from the wrapper to the value. If it can be set, an update sets it; otherwise it makes the wrapper anew.
    ///   - keys: Its keys, as ``BaseModel/keyMapping`` has them; nil: its name, or what the style of keys makes of it.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether it must come even if it is optional.
    ///   - wrap: Makes a wrapper of a value.
    public mutating func addWrapped<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, wrap: @escaping (Value) -> Wrapper
    ) {
        addWrapper(name, path, value, wrap, nil)
        declare(name, keys, transform, isRequired)
    }

    /// Adds an optional property that has a property wrapper and no default: it is nil if it does not come.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The way to the wrapper: the stored property with an underscore.
    ///   - value: The way from the wrapper to the value. If it can be set, an update sets it; otherwise it makes the wrapper anew.
    ///   - keys: Its keys, as ``BaseModel/keyMapping`` has them; nil: its name, or what the style of keys makes of it.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether it must come all the same.
    ///   - wrap: Makes a wrapper of a value.
    public mutating func addWrapped<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value?>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, wrap: @escaping (Value?) -> Wrapper
    ) {
        addWrapper(name, path, value, wrap, { nil })
        declare(name, keys, transform, isRequired)
    }

    /// Adds a property that has a property wrapper and a default.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The way to the wrapper: the stored property with an underscore.
    ///   - value: The way from the wrapper to the value. If it can be set, an update sets it; otherwise it makes the wrapper anew.
    ///   - keys: Its keys, as ``BaseModel/keyMapping`` has them; nil: its name, or what the style of keys makes of it.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether it must come all the same.
    ///   - makeDefault: Made anew for each value in which the property does not come.
    ///   - wrap: Makes a wrapper of a value.
    public mutating func addWrapped<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, default makeDefault: @autoclosure @escaping () -> Value,
        wrap: @escaping (Value) -> Wrapper
    ) {
        addWrapper(name, path, value, wrap, makeDefault)
        declare(name, keys, transform, isRequired)
    }

    private mutating func addWrapper<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, _ value: KeyPath<Wrapper, Value>, _ wrap: @escaping (Value) -> Wrapper,
        _ makeDefault: (() -> Value)?
    ) {
        if CodingProbe.codesItself(Wrapper.self) { return add(name, path, .property, makeDefault.map { make in { wrap(make()) } }) }
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return fail(.notStored(name, of: Root.self)) }
        add(DescribedField(name, wrapped: value, offset: offset, wrap: wrap, makeDefault))
    }
}

/// A decoder that has nothing, and sees how a type asks it.
private final class CodingProbe: Decoder {
    private struct Nothing: Error {}

    private var asksForWrappedValue = false
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Whether a type is `Codable` otherwise than as an object with a `wrappedValue`, which is what the compiler writes for a property wrapper.
    static func codesItself<T>(_ type: T.Type) -> Bool {
        guard let type = type as? any (Decodable & Encodable).Type else { return false }
        let probe = CodingProbe()
        _ = try? type.init(from: probe)
        return !probe.asksForWrappedValue
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        // Keys that take any text say nothing.
        if Key(stringValue: "wrappedValue") != nil && Key(stringValue: "") == nil { asksForWrappedValue = true }
        throw Nothing()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Nothing() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Nothing() }
}
