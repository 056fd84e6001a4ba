#if Server
public import Hummingbird
import Logging
public import Yodel

/// A `ModelError` that a route throws is answered with ``ProblemDetails``.
extension ModelError: HTTPResponseError {
    /// The status of the answer: 400, 413 or 422 for an error of a document, else 500.
    public var status: HTTPResponse.Status { ProblemDetails(self).status }

    /// The answer: ``ProblemDetails`` that quote nothing of the document but the key path. An error that is not a document's is logged, and its cause is not sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    /// - Returns: A response of the type `application/problem+json`.
    /// - Throws: Nothing.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let answer = isOfDocument ? ProblemDetails(self) : .ofService("\(self)", context)
        return try answer.response(from: request, context: context)
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
    /// The answer where the service itself is at fault: the cause is logged, and not sent.
    static func ofService(_ cause: String, _ context: some RequestContext) -> ProblemDetails {
        context.logger.error("a route has failed: \(cause)")
        return ofService
    }

    /// The answer where the service itself is at fault.
    static var ofService: ProblemDetails { ProblemDetails(.internalServerError, "the service could not process the request") }
}
#endif
