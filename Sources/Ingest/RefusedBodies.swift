#if Server
import Hummingbird
import NIOCore

/// The context of a request that knows its connection.
struct ServeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// Closes connections whose bodies were refused before their end.
///
/// Hummingbird reads on to the end of a body, whatever it was answered with: a sender that reads no answer before has to get rid of its bytes. A body that never ends would be read for
/// ever, so the connection of a long one is closed after a while.
struct RefusedBodies: RouterMiddleware {
    /// How long the rest of a body is read.
    let patience: TimeAmount

    /// Bytes that are read to their end in any case.
    private static var shortest: Int { 1 << 20 }

    func handle(
        _ request: Request, context: ServeContext, next: (Request, ServeContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where Self.isLong(request) {
            var response = try error.response(from: request, context: context)
            response.headers[.connection] = "close"
            let channel = context.channel
            channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
            return response
        }
    }

    /// Whether a body has many bytes, or nobody knows how many.
    private static func isLong(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) { return length > shortest }
        return request.headers[.transferEncoding] != nil
    }
}
#endif
