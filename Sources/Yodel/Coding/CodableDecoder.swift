public import FoundationEssentials
import Synchronization

/// Decodes `Decodable` types from JSON, with the members and the results of Foundation's `JSONDecoder`, at several times its speed.
///
/// In a program that uses `JSONDecoder` one line is the whole migration: `typealias JSONDecoder = CodableDecoder`.
///
/// The document is read once, and all of it is checked; strings and values are made when a type asks for them. Values, the cases of `DecodingError` and
/// their coding paths are Foundation's. A document that is not JSON is `DecodingError.dataCorrupted`, as there, and its `underlyingError` is a `ModelError`
/// that says what is wrong, with byte, line and column; so is a number that its type cannot hold, with the path to it as well.
///
/// What differs from Foundation's decoder:
/// - `allowsJSON5` does not exist.
/// - What RFC 8259 does not allow is refused wherever it stands. Foundation takes a comma behind the last value, and does not look at strings and numbers
///   that no type asks for.
/// - A document has at most 2,147,483,647 bytes; a longer one is `dataCorrupted`.
/// - Keys are the same if their bytes are, once escapes are resolved. Foundation takes canonically equivalent ones (`é` as one character or two) for one key.
/// - `allKeys` has the document's order. Foundation's is random, so where several members of a dictionary do not fit, which one is in the error is, too.
/// - A decoder that a type keeps goes on standing for its own value. Foundation's stands for whatever is being decoded.
/// - A key on a coding path is made anew of its text, by `init(stringValue:)` of the type that the object was read by last; a key type that cannot make it
///   is replaced by another. Keys in `keyNotFound` are the ones that were asked for.
/// - `.formatted(DateFormatter)` is a function of the module `YodelFoundation`, since the class is Foundation's own.
/// - The text of `debugDescription` may differ.
///
/// A decoder may be used from several threads at once: a decode goes by the options as they are when it begins. Subclasses may override every member.
open class CodableDecoder: @unchecked Sendable {
    // SAFETY of @unchecked: the only state is behind a lock.
    private let options = Mutex(CodableRules())

    /// Makes a decoder with the default strategies.
    public init() {}

    /// How dates are decoded; by default as `Date` decodes itself, from seconds since 2001.
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { options.withLock { $0.dateStrategy } }
        set { options.withLock { $0.dateStrategy = newValue } }
    }

    /// How data is decoded; by default from base64.
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { options.withLock { $0.dataStrategy } }
        set { options.withLock { $0.dataStrategy = newValue } }
    }

    /// How numbers are decoded that JSON does not have; by default they are refused.
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { options.withLock { $0.floatStrategy } }
        set { options.withLock { $0.floatStrategy = newValue } }
    }

    /// How the keys of the document are made keys of a type; by default they are the same.
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { options.withLock { $0.keyStrategy } }
        set { options.withLock { $0.keyStrategy = newValue } }
    }

    /// What types find in `userInfo` of the decoder they decode themselves from; empty by default.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { options.withLock { $0.userInfo } }
        set { options.withLock { $0.userInfo = newValue } }
    }

    /// Whether a document is taken for the members of an object if it does not begin with a brace; false by default.
    open var assumesTopLevelDictionary: Bool {
        get { options.withLock { $0.assumesTopLevelDictionary } }
        set { options.withLock { $0.assumesTopLevelDictionary = newValue } }
    }

    // MARK: Decoding

    /// Decodes a value from data.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: One JSON document in UTF-8, or in UTF-16 or UTF-32, which is found by its first bytes. A byte order mark is stepped over.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    /// - Complexity: Linear in the number of bytes, apart from what types do themselves.
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        unsafe try data.withUnsafeBytes { unsafe try decode(type, fromBytes: $0) }
    }

    /// Decodes a value that needs a configuration from data.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: One JSON document, as above.
    ///   - configuration: What the type is given besides its decoder.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    open func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        unsafe try data.withUnsafeBytes { bytes in
            unsafe try read(bytes) { try T(from: $0.rootReader, configuration: configuration) }
        }
    }

    /// Decodes a value that needs a configuration, which a type provides, from data.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: One JSON document, as above.
    ///   - configuration: The type that has the configuration.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    open func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }

    /// Decodes a value from bytes lent by a pointer.
    func decode<T: Decodable>(_ type: T.Type, fromBytes bytes: UnsafeRawBufferPointer) throws -> T {
        unsafe try read(bytes) { try $0.decode(type, $0.root, in: CodableDocument.nothing) }
    }

    /// Reads a document, and has a value made of it.
    private func read<T>(_ bytes: UnsafeRawBufferPointer, _ make: (CodableDocument) throws -> T) throws -> T {
        let rules = options.withLock { $0 }
        return unsafe try bytes.withMemoryRebound(to: UInt8.self) { bytes in
            guard let encoding = unsafe CodableEncoding(bytes) else { return unsafe try Self.read(bytes, rules, make) }
            let rest = unsafe UnsafeBufferPointer(rebasing: bytes[encoding.markLength...])
            guard encoding.name != .utf8 else { return unsafe try Self.read(rest, rules, make) }
            guard var text = unsafe String(bytes: rest, encoding: encoding.name) else { throw DecodingError.notJSON(.invalidEncoding) }
            return try text.withUTF8 { unsafe try Self.read($0, rules, make) }
        }
    }

    private static func read<T>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ rules: CodableRules, _ make: (CodableDocument) throws -> T
    ) throws -> T {
        var document = unsafe try CodableDocument(bytes, rules)
        defer {
            // Somebody has kept a decoder or a container.
            if !isKnownUniquelyReferenced(&document) { document.keep() }
        }
        return try make(document)
    }
}
