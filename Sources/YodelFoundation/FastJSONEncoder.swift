import Foundation
import Yodel

/// A `JSONEncoder` that encodes as `CodableEncoder` does: for interfaces that take Foundation's class.
///
/// ```swift
/// let encoder: JSONEncoder = FastJSONEncoder()
/// ```
///
/// All properties and all methods that Foundation's class has on Linux are overridden, and what an extension of `JSONEncoder` conforms to or adds is
/// inherited. Only a library that constructs a `JSONEncoder` of its own, and copies the strategies to it, encodes with Foundation's; Vapor does so for a call
/// with `userInfo`.
///
/// Text and errors are Foundation's, but for the differences that `CodableEncoder` lists: without `sortedKeys`, the keys of an object are in the order in
/// which its type encodes them, which with Foundation is another one in each process.
///
/// Keep an instance, and use it for all calls: it keeps the memory of a call for the next one. One that is constructed for each call is slower
/// than Foundation's on small documents.
///
/// Threads share an instance as they share Foundation's: any number of them may encode at once, a property may be read or set by any of them, and a change in
/// place, such as `encoder.outputFormatting.insert(.sortedKeys)`, loses no other one. In addition, options may change while another thread encodes: an encode
/// uses the options as they are when it begins. An encode takes no lock of this class.
open class FastJSONEncoder: JSONEncoder, @unchecked Sendable {
    // SAFETY of @unchecked: all that changes is in `coder` and in Foundation's class, which are Sendable.

    /// Encodes. It has the options of Foundation's class, which are what the properties return.
    private let coder = CodableEncoder()
    /// Orders changes of options, so that both have the same. It is recursive, as the decoder's, for properties that Foundation keeps in others.
    private let changes = NSRecursiveLock()

    /// Makes an encoder with the default strategies.
    public override init() {
        super.init()
    }

    // MARK: Options

    // Foundation's properties change in place under a lock; so do these.

    /// How the text is laid out. Default: on one line, keys in the order of their types, slashes escaped.
    open override var outputFormatting: OutputFormatting {
        get { changes.withLock { super.outputFormatting } }
        _modify {
            changes.lock()
            var value = super.outputFormatting
            defer {
                super.outputFormatting = value
                // The bits are the same.
                coder.outputFormatting = CodableEncoder.OutputFormatting(rawValue: value.rawValue)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How dates are written. Default: as `Date` encodes itself.
    open override var dateEncodingStrategy: DateEncodingStrategy {
        get { changes.withLock { super.dateEncodingStrategy } }
        _modify {
            changes.lock()
            var value = super.dateEncodingStrategy
            defer {
                super.dateEncodingStrategy = value
                coder.dateEncodingStrategy = CodableEncoder.DateEncodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How data is written. Default: base64.
    open override var dataEncodingStrategy: DataEncodingStrategy {
        get { changes.withLock { super.dataEncodingStrategy } }
        _modify {
            changes.lock()
            var value = super.dataEncodingStrategy
            defer {
                super.dataEncodingStrategy = value
                coder.dataEncodingStrategy = CodableEncoder.DataEncodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How numbers that JSON does not have are written. Default: they make the encoding fail.
    open override var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { changes.withLock { super.nonConformingFloatEncodingStrategy } }
        _modify {
            changes.lock()
            var value = super.nonConformingFloatEncodingStrategy
            defer {
                super.nonConformingFloatEncodingStrategy = value
                coder.nonConformingFloatEncodingStrategy = CodableEncoder.NonConformingFloatEncodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// How keys are written. Default: as the types name them.
    open override var keyEncodingStrategy: KeyEncodingStrategy {
        get { changes.withLock { super.keyEncodingStrategy } }
        _modify {
            changes.lock()
            var value = super.keyEncodingStrategy
            defer {
                super.keyEncodingStrategy = value
                coder.keyEncodingStrategy = CodableEncoder.KeyEncodingStrategy(value)
                changes.unlock()
            }
            yield &value
        }
    }

    /// What types find in their encoder's `userInfo`.
    @preconcurrency open override var userInfo: [CodingUserInfoKey: any Sendable] {
        get { changes.withLock { super.userInfo } }
        _modify {
            changes.lock()
            var value = super.userInfo
            defer {
                super.userInfo = value
                coder.userInfo = value
                changes.unlock()
            }
            yield &value
        }
    }

    // MARK: Encoding

    /// Encodes a value.
    ///
    /// - Parameter value: Any value that can be encoded; a scalar makes a document too.
    /// - Returns: The document in UTF-8.
    /// - Throws: `EncodingError` as Foundation's encoder does, or the error that a type throws.
    /// - Complexity: Linear in the size of the text; with `sortedKeys` the keys of each object are sorted.
    open override func encode<T: Encodable>(_ value: T) throws -> Data {
        try coder.encode(value)
    }

    /// Encodes a value that takes a configuration.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - configuration: What it is encoded with.
    /// - Returns: The document in UTF-8.
    /// - Throws: `EncodingError` as Foundation's encoder does, or the error that a type throws.
    open override func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
        try coder.encode(value, configuration: configuration)
    }

    /// Encodes a value that takes a configuration, which a type provides.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - configuration: The type that provides what it is encoded with.
    /// - Returns: The document in UTF-8.
    /// - Throws: `EncodingError` as Foundation's encoder does, or the error that a type throws.
    open override func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }
}
