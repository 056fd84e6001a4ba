#if Server
public import Hummingbird
public import Yodel
import YodelNIO

/// An answer whose body is a model, or what else a `ModelEncoder` encodes.
///
/// ```swift
/// router.get("users/:id") { request, context in
///     ModelResponse(try await users.find(context.parameters.require("id")))
/// }
/// ```
public struct ModelResponse<Value: Sendable>: ResponseGenerator, Sendable {
    /// The value.
    public let value: Value
    /// The status of the answer.
    public let status: HTTPResponse.Status
    /// What encodes the value.
    public let encoder: ModelEncoder

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - value: What `ModelEncoder.encode(_:)` takes.
    ///   - status: The status of the answer.
    ///   - encoder: What encodes the value.
    public init(_ value: Value, status: HTTPResponse.Status = .ok, encoder: ModelEncoder = ModelEncoder()) {
        self.value = value
        self.status = status
        self.encoder = encoder
    }

    /// The answer, its body written once, into the buffer that is sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    /// - Returns: A response of the type `application/json`.
    /// - Throws: ``ProblemDetails`` with the status 500 if the value cannot be encoded; the cause is logged.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        var body = ByteBuffer()
        do {
            try encoder.encode(value, into: &body)
        } catch {
            throw ProblemDetails.ofService("\(error)", context)
        }
        return Response(status: status, headers: .json(bytes: body.readableBytes), body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPFields {
    /// The fields of an answer that is JSON.
    static func json(bytes: Int) -> HTTPFields {
        var fields = HTTPFields()
        fields[.contentType] = "application/json; charset=utf-8"
        fields[.contentLength] = String(bytes)
        return fields
    }
}
#endif
