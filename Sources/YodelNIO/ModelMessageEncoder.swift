#if NIO
public import NIOCore
public import Yodel

/// Writes each model that goes out over a channel as a line: compact JSON and a line feed (NDJSON, JSON Lines).
///
/// ```swift
/// try channel.pipeline.syncOperations.addHandler(MessageToByteHandler(ModelMessageEncoder(User.self)))
/// ```
///
/// The text is written straight into the handler's buffer. A model that cannot be written fails its promise, and with it, as
/// `MessageToByteHandler` has it, every one after it.
public struct ModelMessageEncoder<T>: MessageToByteEncoder {
    /// What goes out.
    public typealias OutboundIn = T

    private let encoder: ModelEncoder

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - type: What goes out: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - options: How it is written; `isPretty` is left aside.
    public init(_ type: T.Type = T.self, options: EncodingOptions = .default) {
        encoder = ModelEncoder(options)
    }

    /// Writes a line. The handler calls this.
    ///
    /// - Parameters:
    ///   - data: The model.
    ///   - out: Gets the line.
    /// - Throws: `ModelError`, as `ModelEncoder.encode(_:)` does.
    public func encode(data: T, out: inout ByteBuffer) throws { try encoder.encodeLine(data, into: &out) }
}

extension ModelMessageEncoder: Sendable {}
#endif
