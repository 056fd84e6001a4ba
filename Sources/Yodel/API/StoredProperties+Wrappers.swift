// Properties behind a property wrapper. A document has the wrapped value under the property's own name. A wrapper is made of it by code of the type's own, as the
// compiler makes one in an initialiser:
//
//     @Clamped(0...100) var level = 5        storage: _level, a Clamped       {"level": 250} -> Clamped(wrappedValue: 250, 0...100)
//
// A wrapper that codes itself says itself what a document has for it.

extension StoredProperties {
    /// Adds a property that has a property wrapper and no default: it is required.
    ///
    /// A wrapper with a hand-written `Codable` conformance reads and writes itself, under the property's name. For any other wrapper, including one with a
    /// synthesised conformance, documents have the wrapped value. To find that out, Yodel calls the wrapper's `init(from:)` with an empty decoder when the type
    /// is first used.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The key path to the wrapper: the stored property with an underscore.
    ///   - value: The key path from the wrapper to the value. If it can be set, an update sets it; otherwise the update makes a new wrapper.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether the key must be present even if the property is optional.
    ///   - wrap: Makes a wrapper from a value.
    public mutating func addWrapped<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, wrap: @escaping (Value) -> Wrapper
    ) {
        addWrapper(name, path, value, wrap, nil)
        declare(name, keys, transform, isRequired)
    }

    /// Adds an optional property that has a property wrapper and no default: it is nil if its key is missing.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The key path to the wrapper: the stored property with an underscore.
    ///   - value: The key path from the wrapper to the value. If it can be set, an update sets it; otherwise the update makes a new wrapper.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether the key must be present all the same.
    ///   - wrap: Makes a wrapper from a value.
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
    ///   - path: The key path to the wrapper: the stored property with an underscore.
    ///   - value: The key path from the wrapper to the value. If it can be set, an update sets it; otherwise the update makes a new wrapper.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes the wrapped value; nil: the conversion table.
    ///   - isRequired: Whether the key must be present all the same.
    ///   - makeDefault: Makes the default for each value that lacks the property.
    ///   - wrap: Makes a wrapper from a value.
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
        if CodingProbe.codesItself(Wrapper.self) {
            let made: (() -> Wrapper)? = makeDefault.map { make in { wrap(make()) } }
            return add(name, path, .property, list.wrapperOfMissingKey(name) ?? made)
        }
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return list.fail(.notStored(name, of: Root.self)) }
        list.add(DescribedField(name, wrapped: value, offset: offset, wrap: wrap, makeDefault))
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
