import Foundation
import Synchronization
import Yodel

/// A `JSONDecoder` that decodes as `CodableDecoder` does: for interfaces that take Foundation's class.
///
/// A program, or a library that it uses, keeps its types, strategies and error handling, and constructs another class:
///
/// ```swift
/// let decoder: JSONDecoder = FastJSONDecoder()
/// ```
///
/// Functions, properties and configurations of the type `JSONDecoder` take it, and what an extension of `JSONDecoder` conforms to or adds is inherited. All
/// properties and all methods that Foundation's class has on Linux are overridden, `decode(_:from:configuration:)` included, so no call reaches Foundation's
/// decoder without being mentioned here:
/// - While ``allowsJSON5`` is true, Foundation's decoder does the work, at its own speed and by its own rules: Yodel reads no JSON5.
/// - A library that constructs a `JSONDecoder` of its own and copies the strategies to it decodes with that one. Vapor does so for a call with `userInfo`.
///
/// Results and errors are Foundation's, but for the differences that `CodableDecoder` lists: text that RFC 8259 does not allow is refused, such as a comma
/// after the last element, and `underlyingError` is a `ModelError` with byte, line and column.
///
/// Keep an instance, and use it for all calls: it keeps the memory of a call for the next one. One that is constructed for each call gains little
/// on small documents.
///
/// Threads share an instance as they share Foundation's: any number of them may decode at once, a property may be read or set by any of them, and a change in
/// place, such as `decoder.userInfo[key] = value`, loses no other one. In addition, options may change while another thread decodes: a decode uses the options
/// as they are when it begins. A decode takes no lock of this class. With JSON5 only Foundation's guarantees hold: do not change options meanwhile.
open class FastJSONDecoder: JSONDecoder, @unchecked Sendable {
    // SAFETY of @unchecked: all that changes is in `coder` and in Foundation's class, which are Sendable, and in an atomic.

    /// Decodes. It has the options of Foundation's class, which are what the properties return.
    private let coder = CodableDecoder()
    /// Orders changes of options, so that both have the same. It is recursive because Foundation keeps one property in another: setting
    /// `assumesTopLevelDictionary` sets `userInfo`.
    private let changes = NSRecursiveLock()
    private let readsJSON5 = Atomic<Bool>(false)

    /// Makes a decoder with the default strategies.
    public override init() {
        super.init()
    }

    // MARK: Options

    // Foundation's properties change in place under a lock; so do these.

    /// How dates are decoded; by default as `Date` decodes itself, from seconds since 2001.
    open override var dateDecodingStrategy: DateDecodingStrategy {
        get { changes.withLock { super.dateDecodingStrategy } }
        _modify {
            changes.lock()
            var value = super.dateDecodingStrategy
            defer {
                super.dateDecodingStrategy = value
                coder.dateDecodingStrategy = CodableDecoder.DateDecodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How data is decoded; by default from base64.
    open override var dataDecodingStrategy: DataDecodingStrategy {
        get { changes.withLock { super.dataDecodingStrategy } }
        _modify {
            changes.lock()
            var value = super.dataDecodingStrategy
            defer {
                super.dataDecodingStrategy = value
                coder.dataDecodingStrategy = CodableDecoder.DataDecodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How numbers are decoded that JSON does not have; by default they are refused.
    open override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { changes.withLock { super.nonConformingFloatDecodingStrategy } }
        _modify {
            changes.lock()
            var value = super.nonConformingFloatDecodingStrategy
            defer {
                super.nonConformingFloatDecodingStrategy = value
                coder.nonConformingFloatDecodingStrategy = CodableDecoder.NonConformingFloatDecodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How the keys of the document are made keys of a type; by default they are the same.
    open override var keyDecodingStrategy: KeyDecodingStrategy {
        get { changes.withLock { super.keyDecodingStrategy } }
        _modify {
            changes.lock()
            var value = super.keyDecodingStrategy
            defer {
                super.keyDecodingStrategy = value
                coder.keyDecodingStrategy = CodableDecoder.KeyDecodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// What types find in `userInfo` of the decoder they decode themselves from; empty by default.
    @preconcurrency open override var userInfo: [CodingUserInfoKey: any Sendable] {
        get { changes.withLock { super.userInfo } }
        _modify {
            changes.lock()
            var value = super.userInfo
            defer {
                super.userInfo = value
                coder.userInfo = value
                // Foundation keeps it in there.
                coder.assumesTopLevelDictionary = super.assumesTopLevelDictionary
                changes.unlock()
            }
            yield &value
        }
    }

    /// Whether Foundation's decoder reads the documents, as JSON5; false by default.
    open override var allowsJSON5: Bool {
        get { changes.withLock { super.allowsJSON5 } }
        set {
            changes.withLock {
                super.allowsJSON5 = newValue
                readsJSON5.store(newValue, ordering: .releasing)
            }
        }
    }

    /// Whether a document is taken for the members of an object if it does not begin with a brace; false by default.
    ///
    /// As with Foundation's decoder, another `userInfo` makes it false.
    open override var assumesTopLevelDictionary: Bool {
        get { changes.withLock { super.assumesTopLevelDictionary } }
        set {
            changes.withLock {
                super.assumesTopLevelDictionary = newValue
                coder.assumesTopLevelDictionary = newValue
            }
        }
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
    open override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        if readsJSON5.load(ordering: .acquiring) { return try super.decode(type, from: data) }
        return try coder.decode(type, from: data)
    }

    /// Decodes a value that needs a configuration from data.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: One JSON document, as above.
    ///   - configuration: What the type is given besides its decoder.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    open override func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        if readsJSON5.load(ordering: .acquiring) { return try super.decode(type, from: data, configuration: configuration) }
        return try coder.decode(type, from: data, configuration: configuration)
    }

    /// Decodes a value that needs a configuration, which a type provides, from data.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: One JSON document, as above.
    ///   - configuration: The type that has the configuration.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    open override func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }
}
