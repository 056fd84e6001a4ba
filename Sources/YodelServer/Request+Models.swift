#if Server
public import Hummingbird
public import Yodel
import YodelNIO

extension Request {
    /// Decodes the request's body, if nothing at all is wrong with it.
    ///
    /// ```swift
    /// router.post("users") { request, context in
    ///     let user = try await request.model(User.self, context: context)
    ///     return ModelResponse(try await users.add(user), status: .created)
    /// }
    /// ```
    ///
    /// Nothing is converted: every value must fit, and every key must belong to a property. A missing property has its default; one without a default, and each
    /// required one, must be present. The answer to any other body names all of its faults, with their places.
    ///
    /// - Parameters:
    ///   - type: A model, or what else `ModelDecoder.decode(_:from:problems:)` takes.
    ///   - context: The request's context. Its `maxUploadSize` limits the body.
    ///   - decoder: How keys, dates and data are written, and limits.
    /// - Returns: The value.
    /// - Throws: ``ProblemDetails``, which is the answer; `NIOTooManyBytesError`, which makes one with status 413; `ModelError` of category `model`, which makes one with
    ///   status 500, if the type cannot be mapped.
    public func model<T>(_ type: T.Type, context: some RequestContext, decoder: ModelDecoder = ModelDecoder()) async throws -> T {
        let body = try await self.body.collect(upTo: context.maxUploadSize)
        var problems: [ModelProblem] = []
        guard let value = try decoder.decode(type, from: body, problems: &problems) else {
            context.logRefusal(problems.map(\.description).joined(separator: "; "))
            throw ProblemDetails(problems)
        }
        return value
    }

    /// Merges the request's body into a value, if nothing at all is wrong with the body.
    ///
    /// ```swift
    /// router.patch("users/:id") { request, context in
    ///     var user = try await users.find(context.parameters.require("id"))
    ///     try await request.update(&user, context: context)
    ///     return ModelResponse(try await users.replace(user))
    /// }
    /// ```
    ///
    /// Properties that the body does not mention stay as they are; null makes an optional nil. Otherwise the rules are those of ``model(_:context:decoder:)``. After an
    /// error the value, and the instances that it refers to, are as they were.
    ///
    /// - Parameters:
    ///   - value: A model, or what else `ModelDecoder.update(_:from:problems:)` takes.
    ///   - context: The request's context. Its `maxUploadSize` limits the body.
    ///   - decoder: How keys, dates and data are written, and limits.
    /// - Throws: As ``model(_:context:decoder:)``.
    public func update<T>(_ value: inout T, context: some RequestContext, decoder: ModelDecoder = ModelDecoder()) async throws {
        let body = try await self.body.collect(upTo: context.maxUploadSize)
        var problems: [ModelProblem] = []
        guard try decoder.update(&value, from: body, problems: &problems) else {
            context.logRefusal(problems.map(\.description).joined(separator: "; "))
            throw ProblemDetails(problems)
        }
    }
}

extension CodableDecoder: RequestDecoder {
    /// Decodes a request's body: what `request.decode(as:context:)` does where the context's `requestDecoder` is a `CodableDecoder`.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - request: The request.
    ///   - context: Its context. Its `maxUploadSize` limits the body.
    /// - Returns: The value.
    /// - Throws: ``ProblemDetails``, which is the answer, in place of `DecodingError`; `NIOTooManyBytesError`, which makes one with status 413; what a type throws.
    public func decode<T: Decodable>(_ type: T.Type, from request: Request, context: some RequestContext) async throws -> T {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        do {
            return try decode(type, from: body)
        } catch let error as DecodingError {
            context.logRefusal("\(error)")
            throw ProblemDetails(error)
        }
    }
}

extension CodableEncoder: ResponseEncoder {
    /// Encodes an answer: what a route returns, where the context's `responseEncoder` is a `CodableEncoder`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: A response of the type `application/json`.
    /// - Throws: ``ProblemDetails`` with the status 500 if the value cannot be encoded; the cause is logged. What a type throws.
    public func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response {
        var body = ByteBuffer()
        do {
            try encode(value, into: &body)
        } catch EncodingError.invalidValue(_, let cause) {
            throw ProblemDetails.ofService(cause.debugDescription, context)
        }
        return Response(status: .ok, headers: .json(bytes: body.readableBytes), body: ResponseBody(byteBuffer: body))
    }
}
#endif
