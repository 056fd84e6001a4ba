#if Server
public import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization
import Yodel
import YodelNIO

/// Answers all errors of the routes after it with ``ProblemDetails``, unknown routes included.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: ProblemMiddleware())
/// ```
///
/// | error | answer |
/// |---|---|
/// | ``ProblemDetails``, `ModelError`, a `DecodingError` of `CodableDecoder` | what went wrong, each fault with its pointer, line and column |
/// | `HTTPError` | its status, header fields and message |
/// | a path and method without a route | 404 |
/// | a body over the context's `maxUploadSize` | 413 |
/// | an `HTTPResponseError` of another type | its own answer if that has a body, else its status |
/// | any other | 500, and the cause is logged |
///
/// Add it first, or right after what measures and logs requests: what is added before it sees an error with the status of the answer. Where a group of routes has another one,
/// a problem is still made once.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Makes the middleware.
    public init() {}

    /// Hands a request on, and makes a problem of an error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    ///   - next: What answers it.
    /// - Returns: The answer of `next`.
    /// - Throws: ``ProblemDetails``, or what is not to be answered with one: the error of a request that was cancelled, or that is not HTTP.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            throw await Self.problem(error, request, context) ?? error
        }
    }

    /// The problem that an error is; nil if it has an answer of its own, or needs none.
    private static func problem(_ error: any Error, _ request: Request, _ context: Context) async -> ProblemDetails? {
        switch error {
        case is ProblemDetails, is CancellationError, is HTTPParserError: return nil
        case let error as ModelError: return .of(error, context)
        case let error as DecodingError:
            context.logRefusal("\(error)")
            return ProblemDetails(error)
        case let error as NIOTooManyBytesError:
            return ProblemDetails(.contentTooLarge, "the body has more than \(error.maxBytes ?? context.maxUploadSize) bytes")
        case let error as HTTPError:
            var problem = ProblemDetails(error.status, error.body ?? detail(of: error.status, context))
            problem.headers = error.headers
            return problem
        case let error as any HTTPResponseError: return await problem(of: error, request, context)
        default: return .ofService("\(error)", context)
        }
    }

    /// What an error is that makes its answer itself: of one without a body its status is told, and of an `HTTPError` to which a middleware has added header fields also
    /// its message.
    private static func problem(of error: any HTTPResponseError, _ request: Request, _ context: Context) async -> ProblemDetails? {
        guard let response = try? error.response(from: request, context: context) else { return .ofService("\(error)", context) }
        var detail = detail(of: response.status, context)
        if response.body.contentLength != 0 {
            let isJSON = response.headers[.contentType]?.hasPrefix("application/json") == true
            guard isJSON, let message = await message(in: response.body) else { return nil }
            detail = message
        }
        var problem = ProblemDetails(response.status, detail)
        problem.headers = response.headers
        problem.headers[.contentType] = nil
        problem.headers[.contentLength] = nil
        return problem
    }

    /// What is said where an error says nothing but its status.
    private static func detail(of status: HTTPResponse.Status, _ context: Context) -> String {
        // Hummingbird names a request so that no route has taken.
        if status == .notFound && context.endpointPath == "NotFound" { return "there is no route for this path and method" }
        return status.reasonPhrase.isEmpty ? "status \(status.code)" : status.reasonPhrase
    }

    /// The message of an `HTTPError`, from its answer; nil if it is no such answer.
    private static func message(in body: ResponseBody) async -> String? {
        let text = WrittenText()
        guard (body.contentLength ?? .max) <= 1 << 16, (try? await body.write(text)) != nil else { return nil }
        return try? ModelDecoder(.strict).decode(ErrorAnswer.self, from: text.buffer.withLock { $0 }).error?.message
    }
}

/// What the answer of an `HTTPError` has as its body.
private struct ErrorAnswer: Model {
    struct Said: Model { var message: String? }
    var error: Said?
}

/// Keeps what is written of a body.
private final class WrittenText: ResponseBodyWriter {
    let buffer = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) {
        self.buffer.withLock { text in _ = text.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
#endif
