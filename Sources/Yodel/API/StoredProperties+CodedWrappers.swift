// Wrappers that nobody makes from a wrapped value: they are `Codable`, and that is the way to one.
//
//     @Expandable<Customer> var customer: String?        storage: _customer, an Expandable<Customer>, by its init(from:)
//
// The macro does not see which initialisers a wrapper has. It writes `.init(wrappedValue: $0)`, and the compiler finds the wrapper's, or the one below.
// What such a wrapper is where its key is missing is what the module says to `Codable`, which the compiler finds in the same way:
//
//     extension KeyedDecodingContainer {
//         func decode<T>(_ type: Expandable<T>.Type, forKey key: Key) throws -> Expandable<T> {
//             try decodeIfPresent(type, forKey: key) ?? Expandable()
//         }
//     }

/// Stands in for a wrapper that has no `init(wrappedValue:)`. Not for use.
@_documentation(visibility: internal)
public struct UnwrappedValue<Value>: Decodable {
    /// Nothing.
    @_documentation(visibility: internal)
    public init(wrappedValue: Value) {}

    /// Nothing.
    @_documentation(visibility: internal)
    public init(from decoder: any Decoder) throws {}
}

/// A key that no object has. Not for use.
@_documentation(visibility: internal)
public struct MissingKey: CodingKey {
    /// Its name.
    @_documentation(visibility: internal)
    public let stringValue: String

    /// None.
    @_documentation(visibility: internal)
    public var intValue: Int? { nil }

    /// A key by its name.
    @_documentation(visibility: internal)
    public init(stringValue: String) { self.stringValue = stringValue }

    /// None.
    @_documentation(visibility: internal)
    public init?(intValue: Int) { nil }
}

extension StoredProperties {
    /// Adds a property whose wrapper reads and writes itself, and has no `init(wrappedValue:)`. The macro `@Model` writes it.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The key path to the wrapper: the stored property with an underscore.
    ///   - value: The key path from the wrapper to the value.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes the wrapper; nil: its `init(from:)`.
    ///   - isRequired: Whether the key must be present all the same.
    ///   - wrap: Says that there is no other way.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public mutating func addWrapped<Wrapper: Decodable, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, wrap: (Value) -> UnwrappedValue<Value>
    ) {
        add(name, path, .property, list.wrapperOfMissingKey(name))
        declare(name, keys, transform, isRequired)
    }

    /// Is for what cannot be made: the wrapper has no `init(wrappedValue:)`, and is not `Decodable`.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "@Model cannot make the property's wrapper: let it have an init(wrappedValue:), or be Codable, or give its arguments"
    )
    @_disfavoredOverload
    public mutating func addWrapped<Wrapper, Value>(
        _ name: String, _ path: KeyPath<Root, Wrapper>, value: KeyPath<Wrapper, Value>, keys: KeyMapping.Keys? = nil,
        transform: PropertyTransform? = nil, isRequired: Bool = false, wrap: (Value) -> UnwrappedValue<Value>
    ) {}

    /// Notes what a wrapper is whose key is missing: what a container without keys decodes, if it does. The macro `@Model` writes it before the property.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The key path to the wrapper: the stored property with an underscore.
    ///   - decode: Decodes the wrapper by a key.
    @_documentation(visibility: internal)
    public mutating func noteMissing<Wrapper: Decodable>(
        _ name: String, _ path: KeyPath<Root, Wrapper>,
        _ decode: @escaping (KeyedDecodingContainer<MissingKey>, MissingKey, Wrapper.Type) throws -> Wrapper
    ) {
        let (container, key) = (KeyedDecodingContainer(NoKeys()), MissingKey(stringValue: name))
        guard let first = try? decode(container, key, Wrapper.self) else { return }
        let make: () -> Wrapper = { (try? decode(container, key, Wrapper.self)) ?? first }
        list.missing[name] = make
    }

    /// Notes nothing: no decoder makes the wrapper.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public mutating func noteMissing<Wrapper>(
        _ name: String, _ path: KeyPath<Root, Wrapper>,
        _ decode: (KeyedDecodingContainer<MissingKey>, MissingKey, UnwrappedValue<Wrapper>.Type) throws -> UnwrappedValue<Wrapper>
    ) {}
}

extension PropertyList {
    /// What makes the wrapper of a property whose key is missing; nil: the key is required.
    func wrapperOfMissingKey<Wrapper>(_ name: String) -> (() -> Wrapper)? { missing[name] as? () -> Wrapper }
}

/// The container of an object without keys.
private struct NoKeys: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let allKeys: [MissingKey] = []

    private func missing(_ key: MissingKey) -> DecodingError {
        .keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: "an object without keys"))
    }

    func contains(_ key: MissingKey) -> Bool { false }
    func decodeNil(forKey key: MissingKey) throws -> Bool { throw missing(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: MissingKey) throws -> T { throw missing(key) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: MissingKey) throws -> KeyedDecodingContainer<Nested> {
        throw missing(key)
    }
    func nestedUnkeyedContainer(forKey key: MissingKey) throws -> any UnkeyedDecodingContainer { throw missing(key) }
    func superDecoder() throws -> any Decoder { throw missing(MissingKey(stringValue: "super")) }
    func superDecoder(forKey key: MissingKey) throws -> any Decoder { throw missing(key) }
}
