extension BaseModel {
    /// Archives the model with any encoder, property by property.
    ///
    /// An archive is for reading the same models again, not for exchanging JSON. Keys are the properties' own names; transforms and encoding hooks do not
    /// apply. An archive has every property that decoding fills, whether it has a key or not, unless ``ModelDescription/archived`` names fewer.
    ///
    /// ```swift
    /// struct Account: ModelCodable {
    ///     var name = ""
    ///     var created: Date?
    ///     var balance: Decimal = 0
    ///     var session = ""
    ///     static func describe(_ model: inout ModelDescription) { model.archived = ["name", "created", "balance"] }
    /// }
    /// let account = Account(name: "Ann", balance: 12.5, session: "x")
    /// let data = try PropertyListEncoder().encode(account)
    /// let again = try PropertyListDecoder().decode(Account.self, from: data)
    /// again.balance   // 12.5
    /// again.session   // "": not archived
    /// ```
    ///
    /// | property | in the archive |
    /// |---|---|
    /// | Bool, integers of up to 64 bits, Float, Double, String | as the encoder writes it; NaN is up to the encoder |
    /// | Int128, UInt128, Character, Substring | a string |
    /// | Date, Data, URL, UUID, Decimal, any other type that is `Codable` | by its own coding, or what the encoder does with the type |
    /// | a type with a raw value | the raw value |
    /// | a model | a keyed container, even if it has its own coding; an instance by its own class, so a subclass is archived completely |
    /// | Array, ContiguousArray, Set | an unkeyed container |
    /// | Dictionary | a keyed container; keys are text |
    /// | `JSONValue` | by its own coding |
    /// | `Any`, `[Any]`, `[String: Any]` | JSON values, dates and data as such, URL and UUID as text, models as dictionaries |
    /// | nil | omitted; written if `init()` gives the property a value |
    ///
    /// `Any` reads back as what the decoder can distinguish: `Bool`, `Int` (for every whole number), `UInt64`, `Double`, `Decimal` (for a number of which
    /// neither holds all digits), `String`, `[Any]`, `[String: Any]`, an empty optional for nil, and `Date` and `Data` from coders that support them, as
    /// property lists do; from JSON these read back as the numbers and strings in the text.
    ///
    /// Properties of types that are not both `Encodable` and `Decodable` (such as those that only a transform makes) are omitted. An instance that
    /// several properties refer to is archived for each of them. A nested optional that holds nil reads back as nil.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: `ModelError` if the type cannot be mapped. `EncodingError` if more than 512 containers are inside each other, as happens if instances
    ///   refer to each other, or if a value of `Any` cannot be archived. What the encoder, or a type's own coding, throws.
    public func modelEncode(to encoder: any Encoder) throws {
        let plans = PlanCache.shared
        let plan = try plans.plan(for: Self.self)
        // SAFETY: the address is that of a value of the plan's type for the time of the call.
        unsafe try ValueAddress.of(self) { try ArchiveWriter.write(plan, $0, to: encoder, plans) }
    }
}

extension BaseModel {
    /// Makes a model from an archive, property by property; of a class, an instance of the class that the metatype is of which it is called on.
    ///
    /// A property that the archive does not have keeps the value of `init()`, so properties may be added to a type later. A type that is made of the values of
    /// its properties has the property's default, or nil; one that has neither must be present. Values that the type does not have are ignored. A present value
    /// must have the property's type. A model in a property is made new, as the property's declared type; it replaces an instance from `init()`.
    ///
    /// - Parameter decoder: A decoder of any format, for what ``modelEncode(to:)`` has archived.
    /// - Throws: `ModelError` if the type cannot be mapped. `DecodingError` if a value is missing or not of its property's type, or more than 512 containers are
    ///   inside each other. What the decoder, or a type's own coding, throws.
    public init(modelFrom decoder: any Decoder) throws {
        try self.init(ofOwnType: { type in
            let plan = try PlanCache.shared.plan(for: type)
            // The plan knows how values are made: to ask the type is to have it list its properties.
            if let model = plan.pointee.model, let draft = model.pointee.draft {
                return try unsafe MutableAddress.value(of: type) { slot in
                    // SAFETY: the room is for a value of the plan's type, which is in it unless this throws.
                    try ArchiveReader.make(model, draft, slot, from: decoder)
                }
            }
            if plan.pointee.kind != .boxed, case .made(let made) = type.modelForm.kind, var value = made.init() as? Self {
                // SAFETY: the address is that of a value of the plan's type, or of a reference to an instance of it, for the time of the call.
                if let model = plan.pointee.model {
                    unsafe try MutableAddress.of(&value) { try ArchiveReader.fill(model, $0, from: decoder) }
                }
                return value
            }
            return try unsafe MutableAddress.value(of: type) { slot in
                // SAFETY: the room is for a reference to an instance of the plan's class, which is in it unless this throws.
                try ArchiveReader.box(plan, slot, from: decoder)
            }
        })
    }
}

/// A model that is archived with any coder, with nothing else to write.
///
/// ```swift
/// struct Note: ModelCodable {
///     var title = ""
///     var pages: [String] = []
/// }
/// let notes = [Note(title: "one", pages: ["a"])]
/// let data = try JSONEncoder().encode(notes)   // [{"title":"one","pages":["a"]}]
/// ```
///
/// The compiler synthesises no coding for a type that states this: ``BaseModel/modelEncode(to:)`` and ``BaseModel/init(modelFrom:)`` are the coding. A class
/// need not write `init(from:)`; its subclasses are archived with all of their properties.
///
/// For a service's JSON use `ModelDecoder` and `ModelEncoder`: they know the keys, transforms and hooks of the model, and are many times faster.
public protocol ModelCodable: Model, Codable {}

extension ModelCodable {
    /// Archives the model as ``BaseModel/modelEncode(to:)`` does.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: As ``BaseModel/modelEncode(to:)`` says.
    public func encode(to encoder: any Encoder) throws {
        try modelEncode(to: encoder)
    }

    /// Makes a model from an archive as ``BaseModel/init(modelFrom:)`` does.
    ///
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: As ``BaseModel/init(modelFrom:)`` says.
    public init(from decoder: any Decoder) throws {
        try self.init(modelFrom: decoder)
    }
}
