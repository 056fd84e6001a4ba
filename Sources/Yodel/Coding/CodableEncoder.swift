import FoundationEssentials
import Synchronization

/// Encodes `Encodable` types as JSON, with the members and the output of Foundation's `JSONEncoder`, at several times its speed.
///
/// ```swift
/// typealias JSONEncoder = CodableEncoder
/// ```
///
/// in a module is the whole migration; where an interface takes Foundation's class, construct `FastJSONEncoder` of the module `YodelFoundation`, a subclass of
/// that. Types stay what they are: synthesised and hand-written `encode(to:)`, nested containers in any order, `superEncoder()`, classes, enums with payloads,
/// dictionaries, configurations. Texts, strategies, errors and their coding paths are Foundation's:
///
/// ```swift
/// let encoder = CodableEncoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// encoder.dateEncodingStrategy = .iso8601
/// let data = try encoder.encode(user)          // {"user_name":"Ann","joined":"2014-05-06T12:38:09Z"}
/// ```
///
/// An encoder may be used by several threads at once, which do not wait for each other. An encode uses the settings as they are when it begins.
///
/// The reference is the Foundation of Swift 6.3 on Linux. What differs:
///
/// - The keys of an object are written in the order in which its type encodes them, those of a dictionary in the dictionary's. Foundation's order,
///   without `sortedKeys`, is another in each process.
/// - A value whose error its container's type catches leaves nothing behind; Foundation may write parts of it into the next value.
/// - Containers more than 511 deep end the encoding where they are met, Foundation's after all has been encoded: of two errors the other one may be
///   thrown.
/// - A type that opens a container and encodes a value with a container of its own through `singleValueContainer()` goes on with that container. With
///   Foundation what it writes there later may be missing, or the program stops at the next value.
/// - A type that encodes two values in one place, a scalar where it has opened a container, or an array where it has begun an object, ends the
///   encoding with an error. With Foundation the scalar is lost without one, or the program ends.
/// - An encoder or a container that a type keeps is without effect once its value is complete, whatever it is asked for. With Foundation
///   some of it stops the program, and some of it goes into other values.
/// - Instead of `Data` the text is also had as bytes, as a string and behind what is in a buffer.
open class CodableEncoder: @unchecked Sendable {
    // SAFETY of @unchecked: the settings are behind a lock, the rest is atomic.

    /// What the encoder is set to.
    private let settings = Guarded(EncodingSettings())
    /// How often the settings have been changed.
    private let version = Atomic(0)
    /// What the last call has left to use again, if the settings are still the same.
    private let idle = IdleSlot<EncodingSession>()

    /// Makes an encoder.
    public init() {}

    // MARK: Settings

    private func read<Value>(_ value: (EncodingSettings) -> Value) -> Value {
        value(settings.withLock { $0 })
    }

    private func change(_ change: (inout EncodingSettings.Draft) -> Void) {
        // What was there ends when the lock is free again: settings may hold what has code of its own.
        let former = settings.withLock { settings in
            let former = settings
            var draft = former.draft
            change(&draft)
            settings = EncodingSettings(draft, version: former.version + 1)
            version.store(settings.version, ordering: .releasing)
            return former
        }
        withExtendedLifetime((former, idle.take())) {}
    }

    /// How the text is laid out. Default: on one line, keys in the order of their types, slashes escaped.
    open var outputFormatting: OutputFormatting {
        get { read(\.draft.formatting) }
        set { change { $0.formatting = newValue } }
    }

    /// How dates are written. Default: as `Date` encodes itself.
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { read(\.draft.dates) }
        set { change { $0.dates = newValue } }
    }

    /// How data is written. Default: base64.
    open var dataEncodingStrategy: DataEncodingStrategy {
        get { read(\.draft.data) }
        set { change { $0.data = newValue } }
    }

    /// How numbers that JSON does not have are written. Default: they make the encoding fail.
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { read(\.draft.floats) }
        set { change { $0.floats = newValue } }
    }

    /// How keys are written. Default: as the types name them.
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { read(\.draft.keys) }
        set { change { $0.keys = newValue } }
    }

    /// What types find in their encoder's `userInfo`.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { read(\.draft.userInfo) }
        set { change { $0.userInfo = newValue } }
    }

    // MARK: Encoding

    /// Encodes a value.
    ///
    /// - Parameter value: Any value that can be encoded; a scalar makes a document too.
    /// - Returns: The document in UTF-8.
    /// - Throws: `EncodingError.invalidValue`: with the way there for a number that JSON does not have, and for a type that encodes two values in one
    ///   place; without one if the value encodes nothing or has containers more than 511 deep. Else what a type's own code throws.
    /// - Complexity: Linear in the size of the text; with `sortedKeys` the keys of each object are sorted.
    open func encode<T: Encodable>(_ value: T) throws -> Data {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, &output)
        return output.takeData()
    }

    /// Encodes a value that takes a configuration.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - configuration: What it is encoded with.
    /// - Returns: The document in UTF-8.
    /// - Throws: As ``encode(_:)`` does.
    open func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, &output) { try $1.encode(to: $0, configuration: configuration) }
        return output.takeData()
    }

    /// Encodes a value that takes a configuration, which a type provides.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - configuration: The type that provides what it is encoded with.
    /// - Returns: The document in UTF-8.
    /// - Throws: As ``encode(_:)`` does.
    open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }

    /// Encodes a value as text.
    ///
    /// - Parameter value: As ``encode(_:)`` takes it.
    /// - Returns: The document.
    /// - Throws: As ``encode(_:)`` does.
    public func encodeToString<T: Encodable>(_ value: T) throws -> String {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, &output)
        return output.text
    }

    /// Encodes a value as bytes.
    ///
    /// - Parameter value: As ``encode(_:)`` takes it.
    /// - Returns: The document in UTF-8.
    /// - Throws: As ``encode(_:)`` does.
    public func encodeToBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, &output)
        return output.copy()
    }

    /// Encodes a value and appends it to a buffer.
    ///
    /// Empty the buffer with `removeAll(keepingCapacity: true)` and use it again: as long as its capacity lasts nothing is allocated for the text.
    ///
    /// - Parameters:
    ///   - value: As ``encode(_:)`` takes it.
    ///   - output: Gets the document in UTF-8 behind what it holds. After an error it is as it was.
    /// - Throws: As ``encode(_:)`` does.
    public func encode<T: Encodable>(_ value: T, into output: inout [UInt8]) throws {
        var failure: (any Error)?
        output.append { buffer in
            do { try write(value, &buffer) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    // MARK: Writing

    /// Room for a document of moderate size.
    private static var firstCapacity: Int { 2048 }

    /// Writes a document into a buffer that is empty.
    func write<T: Encodable>(_ value: T, _ output: inout OutputBuffer) throws {
        try write(value, &output) { try $0.encode($1, as: $0.session.kind(of: T.self), isInside: false) }
    }

    /// The same with what begins to encode the value.
    private func write<T>(_ value: T, _ output: inout OutputBuffer, _ body: (EncodingLevel, T) throws -> Void) throws {
        var session = takeSession()
        let failure = Self.write(value, &output, session, body)
        // It is kept for the next call, if nobody else holds it and the settings are the same.
        if isKnownUniquelyReferenced(&session), session.settings.version == version.load(ordering: .relaxed) { idle.put(consume session) }
        if let failure { throw failure }
    }

    /// A session with the settings as they are.
    @inline(__always)
    private func takeSession() -> EncodingSession {
        if let session = idle.take(), session.settings.version == version.load(ordering: .acquiring) { return session }
        return EncodingSession(settings.withLock { $0 })
    }

    private static func write<T>(
        _ value: T, _ output: inout OutputBuffer, _ session: EncodingSession, _ body: (EncodingLevel, T) throws -> Void
    ) -> (any Error)? {
        swap(&session.main.pointee.output, &output)
        defer {
            session.reset()
            swap(&session.main.pointee.output, &output)
        }
        do {
            try session.document(value, body)
            return nil
        } catch {
            return error
        }
    }
}
