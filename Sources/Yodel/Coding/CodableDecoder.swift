public import FoundationEssentials
import Synchronization

/// Decodes `Decodable` types from JSON, with the members and the results of Foundation's `JSONDecoder`, at several times its speed.
///
/// In a module that uses `JSONDecoder` one line is the whole migration: `typealias JSONDecoder = CodableDecoder`. Where an interface takes Foundation's class,
/// construct `FastJSONDecoder` of the module `YodelFoundation`, a subclass of that.
///
/// The document is read once, and all of it is checked; strings and values are made when a type asks for them. Values, the cases of `DecodingError` and
/// their coding paths are Foundation's. A document that is not JSON is `DecodingError.dataCorrupted`, as there, and its `underlyingError` is a `ModelError`
/// that says what is wrong, with byte, line and column; so is a number that its type cannot hold, with the path to it as well.
///
/// What differs from Foundation's decoder:
/// - `allowsJSON5` does not exist.
/// - Whatever RFC 8259 does not allow is refused everywhere. Foundation accepts a comma after the last value, and does not check strings and numbers that no
///   type asks for.
/// - A document has at most 2,147,483,647 bytes; a longer one is `dataCorrupted`.
/// - Keys are equal if their bytes are, once escapes are resolved. To Foundation canonically equivalent keys (`é` as one character or two) are equal.
///   A run of more than 256 bytes of combining marks is put into canonical order first, in a key and in a string that a type reads through a single value
///   container (raw values, elements of sets): Swift takes quadratic time to compare and hash it otherwise.
/// - `allKeys` has the document's order. Foundation's is random, so where several members of a dictionary do not fit, which one is in the error is, too.
/// - A decoder that a type keeps continues to stand for its own value. Foundation's stands for whatever is being decoded.
/// - A key on a coding path is made again from its text, by `init(stringValue:)` of the key type that last read the object; a key type that cannot make it is
///   replaced by another. Keys in `keyNotFound` are the requested ones.
/// - The path to a string that is not an ISO 8601 date leads to its container, also to a nested one. Foundation's ends at the value that opened the container.
/// - Some numbers are read that Foundation refuses: zeros with exponents (`0e1`), a `Decimal` that is written with an exponent above 127 or below
///   -128 and that it can hold all the same (`1e130`), and the least `Int64` written with a fraction or an exponent (`-9223372036854775808.0`).
/// - `.formatted(DateFormatter)` is a function of the module `YodelFoundation`, since the class is Foundation's own.
/// - The text of `debugDescription` may differ.
///
/// A type that is also a ``Model`` is decoded by its `init(from:)` here, as with Foundation; its mapping and conversions belong to ``ModelDecoder``. To read a
/// model inside a `Codable` type by its mapping, decode the whole by ``ModelDecoder``, or call it in `init(from:)`.
///
/// A decoder keeps the memory of a decode for the next one, up to a few megabytes. If a type keeps a decoder or a container, the document is copied when its
/// decode ends, and freed by a later decode once the last of them is gone.
///
/// A decoder may be used by several threads at once, which do not wait for each other. A decode uses the options as they are when it begins. Subclasses may
/// override every member.
open class CodableDecoder: @unchecked Sendable {
    // SAFETY of @unchecked: the options are behind a lock, the rest is atomic.

    /// The options.
    private let rules = Guarded(CodableRules())
    /// How often the options have been changed.
    private let version = Atomic(0)
    /// A document for the next decode, if the options are still those that it was made with.
    private let idle = IdleSlot<CodableDocument>()

    /// Makes a decoder with the default strategies.
    public init() {}

    private func rule<Value: Sendable>(_ value: (CodableRules) -> Value) -> Value {
        value(rules.withLock { $0 })
    }

    private func change(_ change: (inout CodableRules) -> Void) {
        // What was there ends when the lock is free again: options may hold what has code of its own.
        let former = rules.withLock { rules in
            let former = rules
            change(&rules)
            version.wrappingAdd(1, ordering: .releasing)
            return former
        }
        withExtendedLifetime((former, idle.take())) {}
    }

    /// How dates are decoded; by default as `Date` decodes itself, from seconds since 2001.
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { rule(\.dateStrategy) }
        set { change { $0.dateStrategy = newValue } }
    }

    /// How data is decoded; by default from base64.
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { rule(\.dataStrategy) }
        set { change { $0.dataStrategy = newValue } }
    }

    /// How numbers are decoded that JSON does not have; by default they are refused.
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { rule(\.floatStrategy) }
        set { change { $0.floatStrategy = newValue } }
    }

    /// How the keys of the document are made keys of a type; by default they are the same.
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { rule(\.keyStrategy) }
        set { change { $0.keyStrategy = newValue } }
    }

    /// What types find in `userInfo` of the decoder they decode themselves from; empty by default.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { rule(\.userInfo) }
        set { change { $0.userInfo = newValue } }
    }

    /// Whether a document is taken for the members of an object if it does not begin with a brace; false by default.
    open var assumesTopLevelDictionary: Bool {
        get { rule(\.assumesTopLevelDictionary) }
        set { change { $0.assumesTopLevelDictionary = newValue } }
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
        try data.withBorrowedBytes { try decode(type, fromBytes: $0) }
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
        try data.withBorrowedBytes { bytes in
            try read(bytes) { try type.init(from: $0.rootReader, configuration: configuration) }
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

    /// Decodes a value from bytes.
    func decode<T: Decodable>(_ type: T.Type, fromBytes bytes: BorrowedBytes) throws -> T {
        try read(bytes) { try $0.decode(type, $0.root, in: CodableDocument.nothing) }
    }

    /// Reads a document in any encoding, and has a value made of it.
    private func read<T>(_ bytes: BorrowedBytes, _ make: (CodableDocument) throws -> T) throws -> T {
        guard let encoding = CodableEncoding(bytes) else { return try read(text: bytes, make) }
        let rest = bytes.part(encoding.markLength...)
        guard encoding.name != .utf8 else { return try read(text: rest, make) }
        guard var text = unsafe String(bytes: rest.buffer, encoding: encoding.name) else {
            throw DecodingError.notJSON(.invalidEncoding)
        }
        return unsafe try text.withBorrowedBytes { try read(text: $0, make) }
    }

    private func read<T>(text: BorrowedBytes, _ make: (CodableDocument) throws -> T) throws -> T {
        KeptDocuments.sweep()
        let document = takeDocument()
        do {
            try document.begin(text)
            let value = try make(document)
            end(consume document)
            return value
        } catch {
            end(consume document)
            throw error
        }
    }

    /// A document for a decode, with the options as they are.
    @inline(__always)
    private func takeDocument() -> CodableDocument {
        if let document = idle.take(), document.version == version.load(ordering: .acquiring) { return document }
        return makeDocument()
    }

    @inline(never)
    private func makeDocument() -> CodableDocument {
        let (rules, version) = self.rules.withLock { ($0, self.version.load(ordering: .relaxed)) }
        return CodableDocument(rules, version: version)
    }

    /// Ends a document's decode, and leaves it for the next one, if nobody has kept a part of it.
    @inline(__always)
    private func end(_ document: consuming CodableDocument) {
        var document = consume document
        // One for options of before would only be in the way.
        if CodableDocument.end(&document), document.version == version.load(ordering: .relaxed) { idle.put(consume document) }
    }
}
