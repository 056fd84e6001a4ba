/// The JSON Schema (draft 2020-12) of a type, derived from its plan.
///
/// ```swift
/// struct Reader: Model {
///     var id = 0 as UInt8
///     var name: String?
///     var tags: Set<String> = []
///     static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
/// }
/// let schema = try JSONSchema(of: Reader.self)
/// schema.value["properties"]?["id"]       // {"type":"integer","minimum":0,"maximum":255}
/// schema.value["properties"]?["name"]     // {"type":["string","null"]}
/// schema.value["properties"]?["tags"]     // {"type":"array","items":{"type":"string"},"uniqueItems":true}
/// schema.value["required"]                // ["id"]
/// ```
///
/// It describes what an encoder writes, and what a decoder reads without converting or omitting anything. The output of a ``ModelEncoder`` with the same keys
/// and data satisfies it, as long as all numbers are finite; of one with other options if these are given. A decoder with ``DecodingOptions/strict`` reads documents that satisfy it, as far as a schema can
/// express that. It does not describe how lenient options treat other documents.
///
/// Models are `$defs` by their names, so types may contain each other; the requested type is at the top. Titles are the names of models, and descriptions come
/// from ``ModelDescription/descriptions``.
///
/// | Swift | schema |
/// |---|---|
/// | integers | `integer`, `minimum`, `maximum` |
/// | `Float16`, `Float`, `Decimal` | `number`, `minimum`, `maximum` |
/// | `Double`, `Bool`, `String` | `number`, `boolean`, `string` |
/// | `Date` | `string` of `format: date-time` or of the `pattern` that encoders write, without a colon in the zone; `number` by `numericDates` |
/// | `Data` | `string`, with `contentEncoding: base64` if the data is base64 |
/// | `URL`, `UUID` | `string` of `format: uri-reference`, since a `URL` may be relative; `string` of `format: uuid` |
/// | enums with raw values | `enum` if they are `CaseIterable`, else their raw type |
/// | `Array`, `Set` | `array` of `items`; for a set also `uniqueItems`, if different values are always written differently |
/// | `Dictionary` | `object` of `additionalProperties`; `propertyNames` for keys that are integers (their digits, not the exact range) or enums |
/// | optionals | null too |
/// | `JSONValue`, `RawJSON`, `Any` | `true`: anything |
/// | properties with a transform that names a shape | `oneOrMany`: the array or a value; `jsonText`: `string` with `contentMediaType`; `jsonTextOrValue`: either |
/// | types that decode themselves, properties with any other transform | anything, with a `$comment` |
///
/// For a model:
/// - A path of keys is an object inside the object, or an array where all its keys are indexes.
/// - Each alternative of a property has the property's schema. If the property is required, `anyOf` asks for one of them.
/// - `required` lists the names in ``ModelDescription/required``, the properties that a ``ModelForm`` needs, and under
///   ``DecodingOptions/MissingPolicy/fail`` all properties that are not optional (``DecodingOptions/MissingPolicy/failUnlessDefault``: and have no default).
///   Their values exclude null.
/// - Keys that are written but never read are `readOnly`: those of `let`s, and of properties that only the service sets (`.keys(writing: "id")`). A property that is
///   read but never written is `writeOnly` (`.keys("password", writing: "")`).
/// - A value for several properties satisfies the schema of one of them.
/// - Under ``DecodingOptions/UnknownKeyPolicy/fail`` there are no `additionalProperties`. If case is ignored, `patternProperties` have the keys in any case.
/// - A ``DescribedEnum`` is `oneOf` its cases as they are written, each with its name; the case of `addOther` is anything without one of these names.
/// - A ``DiscriminatedModel`` is `oneOf` its classes, each with the `const` of its key.
/// - Objects whose type the model's own code chooses, or which it changes (``PolymorphicModel``, ``WillDecodeModel``, ``WillEncodeModel``), may be any objects,
///   with a `$comment`. What such code refuses (``ValidatedModel``, ``DidDecodeModel``) is not in the schema.
public struct JSONSchema: Sendable, Hashable, CustomStringConvertible {
    /// The schema as a value. Its keys have a fixed order, so one type and one set of options always give the same text.
    public let value: JSONValue

    /// Makes the schema of a type.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - options: The options of the decoder for these documents. These matter: `keyStyle`, `ignoresKeyCase`, `numericDates`, `dataFormat`, `onMissing`,
    ///     `onUnknownKey`.
    ///   - encoding: The options of the encoder for these documents; nil: those that match the decoder's. What it writes satisfies the schema then, too: these matter:
    ///     `keyStyle`, `dateFormat`, `dataFormat`, `decimals`, `largeIntegers`. A key that only the encoder spells so is `readOnly`.
    /// - Throws: `ModelError` of category `model`: the type cannot be mapped, or can only be written.
    /// - Complexity: Linear in the number of properties of all types that the type leads to, and the length of their paths.
    public init(of type: Any.Type, options: DecodingOptions = .lenient, encoding: EncodingOptions? = nil) throws(ModelError) {
        let (decoder, encoder) = (ModelDecoder(options), encoding.map { ModelEncoder($0) })
        // Plans live as long as their cache.
        value = try withExtendedLifetime((decoder.plans, encoder?.plans)) { () throws(ModelError) in
            var builder = SchemaBuilder(options, encoder)
            return try builder.document(of: try decoder.plan(for: type))
        }
    }

    /// The schema as compact JSON text.
    public var text: String { value.text }

    /// The same as `text`.
    public var description: String { text }
}
