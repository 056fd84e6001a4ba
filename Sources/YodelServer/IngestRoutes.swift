#if Server && Ingest
public import Hummingbird
import Metrics
import Synchronization
public import Yodel
public import YodelIngest

/// Routes that take NDJSON into a sink, and tell how that goes.
///
/// ```swift
/// let receiver = IngestReceiver(Event.self, into: SQLiteSink(Event.self, path: "events.sqlite"))
/// let router = Router()
/// IngestRoutes(receiver).add(to: router)
/// ```
///
/// | request | answer |
/// |---|---|
/// | `POST /events`, a body of lines, one JSON array, or another framing that is found (`IngestFraming`), plain or with `Content-Encoding: gzip` or `zstd`, of known length or in chunks | 200: all records are in; 207: all records are in, some of them as rejects: which, and why |
/// | a body that is not text in lines, by its `Content-Type`; another encoding | 415 |
/// | a body that is too large, or takes too long | 413, 408 |
/// | a body whose compression is damaged, or an array that is cut off | 400 |
/// | a row that the table does not take, or more rejects than may be | 422 |
/// | more bodies at a time than may be | 429, with `Retry-After` |
/// | the sink takes no rows: a full disk, a lock; no more rejects may be stored; the service ends | 503, with `Retry-After` |
/// | `GET /health` | 200, or 503 if the sink takes no rows |
/// | `GET /metrics` | counts, for Prometheus |
///
/// Each answer to a body says how many of its records are in: `{"source":"…","rows":99,"rejects":1,"problems":[{"record":7,"line":7,"column":12,"offset":3019,"path":"id",
/// "code":"invalidValue","reason":"…"}]}`.
public struct IngestRoutes<T: BaseModel>: Sendable {
    /// What the routes take.
    public struct Options: Sendable {
        /// The path that bodies are sent to.
        public var path: RouterPath = "/events"
        /// How much of a body is taken.
        public var limits = BodyLimits()
        /// Bodies that are read at a time. A further one is refused with 429. Default: 32.
        public var maximumBodies = 32
        /// Seconds after which a body that was refused may be sent again. Default: 1.
        public var retrySeconds = 1
        /// What `GET /metrics` shows; nil: there is no such route.
        public var metrics: PrometheusMetrics?

        /// Makes the default options.
        public init() {}
    }

    private let receiver: IngestReceiver<T>
    private let options: Options
    private let slots: BodySlots

    /// Prepares routes.
    ///
    /// - Parameters:
    ///   - receiver: What takes the bodies.
    ///   - options: What is taken.
    public init(_ receiver: IngestReceiver<T>, options: Options = Options()) {
        self.receiver = receiver
        self.options = options
        slots = BodySlots(options.maximumBodies)
    }

    /// Adds the routes.
    ///
    /// - Parameter router: A router, or a group of one.
    public func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
        router.on(options.path, method: .post) { request, context in
            try Self.checkPath(of: request)
            return try await take(request, context)
        }
        router.on("/health", method: .get) { request, _ in
            try Self.checkPath(of: request)
            return await health()
        }
        if let metrics = options.metrics {
            router.on("/metrics", method: .get) { request, _ in
                try Self.checkPath(of: request)
                var fields = HTTPFields()
                fields[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
                return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
            }
        }
    }

    /// Refuses what the router takes for the same path: `//metrics` and `/metrics/`. A proxy that keeps strangers from `/metrics` may not.
    private static func checkPath(of request: Request) throws {
        let path = request.uri.path
        guard !path.contains("//"), path == "/" || !path.hasSuffix("/") else { throw ProblemDetails(.notFound, "there is no such path") }
    }

    private func health() async -> Response {
        let isReady = await receiver.isReady
        let text = isReady ? #"{"status":"ok"}"# : #"{"status":"unavailable"}"#
        return Response(
            status: isReady ? .ok : .serviceUnavailable, headers: .json(bytes: text.utf8.count),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func take(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let compression = try Self.compression(of: request)
        try Self.checkType(of: request)
        // Of a length the parser has seen the digits: what is no Int is a greater number.
        let length = request.headers[.contentLength].map { Int($0) ?? .max }
        if let length, length > options.limits.maximumBytes {
            let said = request.headers[.contentLength] ?? "\(length)"
            throw ProblemDetails(.contentTooLarge, "the body has \(said) bytes, and may have \(options.limits.maximumBytes)")
        }
        guard slots.take() else { throw later(.tooManyRequests, "\(options.maximumBodies) bodies are being read") }
        defer { slots.free() }
        // What a route is given of a body that breaks off ends like one that is whole.
        let body = MeasuredBody(body: request.body, length: length)
        let start = ContinuousClock.now
        do {
            let receipt = try await receiver.receive(body, named: context.id, compression: compression, limits: options.limits)
            Timer(label: "yodel_body_duration").recordNanoseconds((ContinuousClock.now - start).nanoseconds)
            let status = receipt.rejects > 0 ? HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status") : .ok
            return try ModelResponse(receipt, status: status).response(from: request, context: context)
        } catch let error as ReceivingError {
            throw refusal(error)
        }
    }

    /// The answer to a body that was not taken to its end.
    private func refusal(_ error: ReceivingError) -> ProblemDetails {
        let receipt = error.receipt
        let message = "\(error.message); \(receipt.rows) rows and \(receipt.rejects) rejects of the body are stored"
        return switch error.kind {
        case .sink, .closed: later(.serviceUnavailable, message)
        case .tooLarge: ProblemDetails(.contentTooLarge, message)
        case .tooSlow: ProblemDetails(.requestTimeout, message)
        case .damaged: ProblemDetails(.badRequest, message)
        case .row, .tooManyRejects: ProblemDetails(.unprocessableContent, message)
        }
    }

    /// The answer to a body that may be sent again.
    private func later(_ status: HTTPResponse.Status, _ message: String) -> ProblemDetails {
        var answer = ProblemDetails(status, message)
        answer.headers[.retryAfter] = String(options.retrySeconds)
        return answer
    }

    private static func compression(of request: Request) throws -> BodyCompression? {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity": return nil
        case "gzip", "x-gzip": return .gzip
        case "zstd": return .zstd
        case let other?:
            var answer = ProblemDetails(.unsupportedMediaType, "the body's encoding is \(other); it may be gzip, zstd or identity")
            answer.headers[.acceptEncoding] = "gzip, zstd, identity"
            throw answer
        }
    }

    /// What a body of lines may be called.
    private static var types: [String] {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/json-lines",
            "application/json", "application/json-seq", "text/event-stream", "text/plain", "application/octet-stream",
            // What curl says of a body that nobody has told it the type of.
            "application/x-www-form-urlencoded",
        ]
    }

    private static func checkType(of request: Request) throws {
        guard let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased() else { return }
        guard types.contains(type.filter { $0 != " " }) else {
            throw ProblemDetails(.unsupportedMediaType, "the body is said to be \(type); send NDJSON as application/x-ndjson")
        }
    }
}

/// Counts the bodies that are being read.
private final class BodySlots: Sendable {
    private let maximum: Int
    private let count = Mutex(0)
    private let gauge = Gauge(label: "yodel_bodies_in_progress")

    init(_ maximum: Int) { self.maximum = maximum }

    func take() -> Bool {
        count.withLock { count in
            guard count < maximum else { return false }
            count += 1
            gauge.record(count)
            return true
        }
    }

    func free() {
        count.withLock { count in
            count -= 1
            gauge.record(count)
        }
    }
}

/// A body that fails if it ends before its length.
private struct MeasuredBody: AsyncSequence {
    let body: RequestBody
    let length: Int?

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator
        let length: Int?
        var count = 0

        mutating func next() async throws -> ByteBuffer? {
            guard let buffer = try await base.next() else {
                if let length, count < length {
                    throw IngestError(.source, "the body ends after \(count) of its \(length) bytes")
                }
                return nil
            }
            count += buffer.readableBytes
            return buffer
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: body.makeAsyncIterator(), length: length) }
}

extension Duration {
    /// The duration in nanoseconds.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
#endif
