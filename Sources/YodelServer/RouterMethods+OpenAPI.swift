#if Server
public import Hummingbird
public import Yodel

extension RouterMethods {
    /// Serves an OpenAPI 3.1 document with the schemas of models.
    ///
    /// ```swift
    /// try router.addOpenAPI(title: "Users", version: "1.0", models: [User.self])
    /// ```
    ///
    /// The schema `Problem` of ``ProblemDetails`` is among them. The document is made once, by this call.
    ///
    /// - Parameters:
    ///   - path: The document's path.
    ///   - title: What the service is called.
    ///   - version: The version of its interface.
    ///   - models: The types of its requests and responses, as `OpenAPIDocument` takes them.
    ///   - paths: The document's `paths`, if they are to be told.
    ///   - options: The options of the decoder for these types.
    ///   - encoding: The options of the encoder of the responses, as ``ModelResponse`` and ``ModelLines`` take it, if they do not match the decoder's.
    /// - Returns: The router.
    /// - Throws: `ModelError` of category `model`: a type cannot be mapped, or can only be written.
    @discardableResult
    public func addOpenAPI(
        at path: RouterPath = "/openapi.json", title: String, version: String, models: [Any.Type], paths: JSONObject = [:],
        options: DecodingOptions = .lenient, encoding: EncodingOptions? = nil
    ) throws(ModelError) -> Self {
        let document = try OpenAPIDocument(
            title: title, version: version, models: models + [ProblemDetails.Problem.self], paths: paths, options: options,
            encoding: encoding)
        let text = ByteBuffer(string: document.text)
        return on(path, method: .get) { _, _ in
            Response(status: .ok, headers: .json(bytes: text.readableBytes), body: ResponseBody(byteBuffer: text))
        }
    }
}
#endif
