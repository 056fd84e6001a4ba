#if Server
public import Hummingbird
import Logging
public import Yodel

/// A `ModelError` that a route throws is answered with ``ProblemDetails``.
extension ModelError: HTTPResponseError {
    /// The status of the answer: 400, 413 or 422 for an error of a document, else 500.
    public var status: HTTPResponse.Status { ProblemDetails(self).status }

    /// The answer: ``ProblemDetails`` in JSON's words, which quote nothing of the document but the key path. The error itself, which names types and options of the service, is
    /// logged: one of a document at the level `debug`, any other as an error, and its cause is not sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    /// - Returns: A response of the type `application/problem+json`.
    /// - Throws: Nothing.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        try ProblemDetails.of(self, context).response(from: request, context: context)
    }

    /// Whether a document is at fault, or a value that was read from one.
    var isOfDocument: Bool {
        switch category {
        // Only an encoder has numbers that JSON cannot express.
        case .syntax, .limit, .mismatch, .custom: code != .nonFiniteNumber
        case .model, .input: false
        }
    }
}

extension ProblemDetails {
    /// The answer to an error, which is logged.
    static func of(_ error: ModelError, _ context: some RequestContext) -> ProblemDetails {
        guard error.isOfDocument else { return .ofService("\(error)", context) }
        context.logRefusal("\(error)")
        return ProblemDetails(error)
    }

    /// The answer where the service itself is at fault: the cause is logged, and not sent.
    static func ofService(_ cause: String, _ context: some RequestContext) -> ProblemDetails {
        context.logger.error("a route has failed: \(cause)")
        return ofService
    }

    /// The answer where the service itself is at fault.
    static var ofService: ProblemDetails { ProblemDetails(.internalServerError, "the service could not process the request") }
}

extension RequestContext {
    /// Logs why a body is refused, in the words of the program: the client is told the same in JSON's words.
    func logRefusal(_ cause: @autoclosure () -> String) {
        logger.debug("a body is refused: \(cause())")
    }
}
#endif
