#if Server
public import Hummingbird
import Logging
public import Yodel
import YodelNIO

/// An answer of any number of models, each on a line of its own (NDJSON), sent while they are made.
///
/// ```swift
/// router.get("users") { _, _ in
///     ModelLines(await users.all())
/// }
/// ```
///
/// What is held at a time is one chunk of lines, not the answer: the next value is asked for when the client takes what was sent. The status is sent before the first value. If a
/// value cannot be encoded, or the sequence throws, the cause is logged, and the connection is closed without the end of the body, so that no client takes it for all of it.
public struct ModelLines: ResponseGenerator, Sendable {
    /// The status of the answer.
    public let status: HTTPResponse.Status
    private let write: @Sendable (inout any ResponseBodyWriter) async throws -> Void

    /// Makes an answer of values that come over time.
    ///
    /// - Parameters:
    ///   - values: Values that `ModelEncoder.encodeLine(_:into:)` takes.
    ///   - status: The status of the answer.
    ///   - encoder: What encodes the values.
    ///   - chunkBytes: About how many bytes are sent at a time. With 1 each line is sent at once, for a feed that somebody waits for.
    public init<Values: AsyncSequence & Sendable>(
        _ values: Values, status: HTTPResponse.Status = .ok, encoder: ModelEncoder = ModelEncoder(), chunkBytes: Int = 16 << 10
    ) {
        self.status = status
        write = { writer in
            var lines = Lines(encoder, chunkBytes)
            for try await value in values { try await lines.add(value, to: &writer) }
            try await lines.send(to: &writer)
        }
    }

    /// Makes an answer of values at hand, or that are made when they are asked for.
    ///
    /// - Parameters:
    ///   - values: Values that `ModelEncoder.encodeLine(_:into:)` takes.
    ///   - status: The status of the answer.
    ///   - encoder: What encodes the values.
    ///   - chunkBytes: About how many bytes are sent at a time.
    public init<Values: Sequence & Sendable>(
        _ values: Values, status: HTTPResponse.Status = .ok, encoder: ModelEncoder = ModelEncoder(), chunkBytes: Int = 16 << 10
    ) {
        self.status = status
        write = { writer in
            var lines = Lines(encoder, chunkBytes)
            for value in values { try await lines.add(value, to: &writer) }
            try await lines.send(to: &writer)
        }
    }

    /// The answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    /// - Returns: A response of the type `application/x-ndjson`.
    /// - Throws: Nothing.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        var fields = HTTPFields()
        fields[.contentType] = "application/x-ndjson"
        let (logger, write) = (context.logger, write)
        let body = ResponseBody { writer in
            do {
                try await write(&writer)
            } catch {
                logger.error("an answer of lines was broken off: \(error)")
                throw error
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: body)
    }
}

/// Lines that wait to be sent together.
private struct Lines {
    private let encoder: ModelEncoder
    private let chunkBytes: Int
    private var buffer = ByteBuffer()

    init(_ encoder: ModelEncoder, _ chunkBytes: Int) {
        self.encoder = encoder
        self.chunkBytes = chunkBytes
    }

    mutating func add<T>(_ value: T, to writer: inout any ResponseBodyWriter) async throws {
        try encoder.encodeLine(value, into: &buffer)
        if buffer.readableBytes >= chunkBytes { try await send(to: &writer) }
    }

    mutating func send(to writer: inout any ResponseBodyWriter) async throws {
        guard buffer.readableBytes > 0 else { return }
        try await writer.write(buffer)
        buffer.clear()
    }
}
#endif
