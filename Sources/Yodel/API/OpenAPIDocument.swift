/// An OpenAPI 3.1 description of a service, with the schemas of its models.
///
/// ```swift
/// struct Invoice: Model {
///     var number = 0
///     var lines: [Line] = []
///     struct Line: Model {
///         var article = ""
///         var quantity = 1
///     }
///     static func describe(_ model: inout ModelDescription) { model.required = ["number"] }
/// }
/// let document = try OpenAPIDocument(title: "Shop", version: "1.0", models: [Invoice.self])
/// document.components["Invoice"]?["required"]            // ["number"]
/// document.components["Invoice"]?["properties"]?["lines"]   // {"type":"array","items":{"$ref":"#/components/schemas/Line"}}
/// ```
///
/// The schemas are those of ``JSONSchema``, as `components.schemas` by the names of the types; models that these contain are there too. If two types have one name, the second
/// has a number after it. What models do not say, the paths of the service and what they take, can be given as a value; it refers to a model as
/// `{"$ref": "#/components/schemas/Invoice"}`. A document without paths is complete as well: clients and validators take the schemas from it.
///
/// The product `YodelServer` serves a document by one call.
public struct OpenAPIDocument: Sendable, Hashable, CustomStringConvertible {
    /// The document as a value. Its keys have a fixed order, so the same types and options always give the same text.
    public let value: JSONValue

    /// Makes a document.
    ///
    /// - Parameters:
    ///   - title: What the service is called.
    ///   - version: The version of its interface.
    ///   - models: The types of its requests and responses: models, arrays, sets or dictionaries of supported types, or supported scalars.
    ///   - paths: The document's `paths`, if they are to be told.
    ///   - options: The options of the decoder for these types; those that matter are those of ``JSONSchema/init(of:options:encoding:)``.
    ///   - encoding: The options of the encoder of the responses, if they do not match the decoder's.
    /// - Throws: `ModelError` of category `model`: a type cannot be mapped, or can only be written.
    /// - Complexity: Linear in the number of properties of all types that the types lead to, and the length of their paths.
    public init(
        title: String, version: String, models: [Any.Type], paths: JSONObject = [:], options: DecodingOptions = .lenient,
        encoding: EncodingOptions? = nil
    ) throws(ModelError) {
        let (decoder, encoder) = (ModelDecoder(options), encoding.map { ModelEncoder($0) })
        // Plans live as long as their cache.
        let schemas = try withExtendedLifetime((decoder.plans, encoder?.plans)) { () throws(ModelError) -> JSONObject in
            var plans: [PlanRef] = []
            for model in models { plans.append(try decoder.plan(for: model)) }
            var builder = SchemaBuilder(options, encoder, definitionsAt: "#/components/schemas/")
            return try builder.components(of: plans)
        }
        var document: JSONObject = ["openapi": "3.1.0", "info": ["title": .string(title), "version": .string(version)]]
        if !paths.isEmpty { document["paths"] = .object(paths) }
        document["components"] = ["schemas": .object(schemas)]
        value = .object(document)
    }

    /// The schemas by the names of the types.
    public var components: JSONObject { value["components"]?["schemas"]?.objectValue ?? [:] }

    /// The document as compact JSON text.
    public var text: String { value.text }

    /// The same as `text`.
    public var description: String { text }
}
