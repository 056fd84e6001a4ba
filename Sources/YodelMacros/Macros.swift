#if Macros
@_exported import Yodel

/// Makes a struct or a final class a model that needs no `init()`: the stored properties are listed where the compiler sees them (`ModelForm`). Of an enum see
/// ``Model(tag:content:)`` and ``Model(untagged:)``, of a class that is not final ``Model(subclasses:)``.
///
/// ```swift
/// @Model
/// public struct User {
///     public let id: Int
///     public let name: String
///     @Key("avatar_url") public let avatar: URL?
///     @Key("stats.followers", "followers") public var followers = 0
///     @Transform(.epochMilliseconds) let created: Date
///     @Ignored var isSelected = false
/// }
/// let user = try User(json: #"{"id": 7, "name": "Ann", "created": 1500}"#)
/// ```
///
/// Every stored property takes part, a private one too, under its own name, or what the decoder's style of keys makes of it. A property with a default
/// keeps it where it does not come; an optional one without is nil; any other is required, and the error names all that is missing. A `let` with a value
/// is written and never read. Initialisers stay as they are, the memberwise one included. Static and computed properties are passed over.
///
/// `CodingKeys` are honoured: their cases say the keys, and a property that has none takes no part. They are an enum in the struct, a typealias, a struct with static
/// members, or under `#if`; in an extension they are found if the declaration states `Codable`, and if it does not, such ones that say other keys are an error at the
/// first use. A `describe` may say more, such as a style of keys.
///
/// A property with a property wrapper goes by its own name: a document has the wrapped value, of which the wrapper is made as an initialiser makes it,
/// `Clamped(wrappedValue: value, 0...9)` for `@Clamped(0...9) var level = 5`. A wrapper that is `Codable` by code of its own reads and writes itself, and needs no
/// `init(wrappedValue:)`; a missing key is what the module's `decode(_:forKey:)` for the wrapper says.
///
/// What cannot work is an error with a fix where there is one: a `lazy`, `weak` or observed property, a tuple, one that takes no part
/// and has no default, a key or a name that stands twice, a misspelt name in `describe`. A warning says what looks as if it
/// said something of the model and does not: hooks, which are for a `Model`, and static properties of older versions. A type inside of a function, or of a private
/// type of another one, cannot have the macro.
///
/// A note says of an `init(from:)` or `encode(to:)` of the type's own that `ModelDecoder` and `ModelEncoder` do not call it: they go by the properties, other coders
/// by that code. One that calls `init(modelFrom:)` or `modelEncode(to:)` has other coders do what the model does.
///
/// All that it writes is `nonisolated`. In a module whose default is the main actor, a class whose properties may change is declared `nonisolated`, and so is a struct
/// with a property that is not `Sendable`.
///
/// Of a class all of this holds, and besides: properties may be observed, and `lazy` ones are passed over; `weak` ones are an error. Initialisers stay as they are,
/// and a class that needs none has its `init()` still. A document that is merged (`update`) makes a new instance, see `ModelForm`; observers are not told,
/// and what a `lazy` property has made is made anew. A type that a private property has is `fileprivate` if the class is not final.
///
/// ```swift
/// @Model
/// final class Node {
///     let value: Int
///     let next: Node?
/// }
/// let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
/// node.next?.value   // 2
/// ```
@attached(
    extension, conformances: BaseModel, BoxedModel, DescribedEnum, RawRepresentable,
    names: named(modelForm), named(describe), named(ModelNames), named(init(rawValue:)), named(rawValue)
)
@attached(
    member, conformances: BoxedModel,
    names: named(ModelPayloads), named(ModelStored), named(init(stored:)), named(init()), named(modelForm)
)
public macro Model() = #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

// A macro of its own: a subclass inherits each conformance that its superclass's macro could make, and the compiler (6.3) ends where that has not been made.

/// Makes a class that may have subclasses a model. One that is final, a subclass too, has ``Model()``.
///
/// ```swift
/// @Model(subclasses: true)
/// class Shape {
///     let name: String
/// }
/// @Model
/// final class Circle: Shape {
///     let radius: Double
/// }
/// let circle = try Circle(json: #"{"name": "c", "radius": 1.5}"#)
/// let shapes: [Shape] = [circle]
/// try ModelEncoder().encodeToString(shapes)     // [{"name":"c","radius":1.5}]
/// ```
///
/// A superclass has the macro, too. The macro adds a nested struct `ModelStored` and `init(stored:)`, which those of subclasses call. So a subclass that has no
/// initialiser of its own does not inherit those of its superclass, unless it is final and all of its properties have defaults; and an initialiser of a subclass
/// calls `super.init()` explicitly.
///
/// A subclass without the macro is an error wherever it is read or written. To read instances of several classes, give an enum with a tag a case for each.
///
/// - Parameter subclasses: true.
@attached(extension, conformances: BaseModel, BoxedModel)
@attached(
    member, conformances: BoxedModel, names: named(ModelStored), named(init(stored:)), named(init()), named(modelForm)
)
public macro Model(subclasses: Bool) = #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

/// Makes an enum a `DescribedEnum`. A tag in its JSON names the case.
///
/// A case has its own name in JSON, or that of `@Key` or `CodingKeys`. Without arguments the object's only key names the
/// case, `EnumForm.keyed`; with a tag, the value of that key does:
///
/// ```swift
/// @Model(tag: "type")
/// enum Shape {
///     case circle(Circle)
///     @Key("rect", "rectangle") case box(width: Double, height: Double = 1)
///     case nothing
///     case other(JSONObject)
/// }
/// let shapes = try ModelDecoder().decode(
///     [Shape].self, from: #"[{"type": "rect", "width": 2}, {"type": "star", "rays": 5}]"#)
/// try ModelEncoder().encodeToString(shapes)     // [{"type":"rect","width":2.0,"height":1.0},{"type":"star","rays":5}]
/// ```
///
/// Several values of a case, or one with a label, are the properties of an object: by their labels, or as `_0`, `_1` by position. A case marked `@Other`, or named
/// `other` or `unknown`, whose only value is a `JSONObject`, `JSONValue` or `RawJSON`, takes what names no other case, keeps it and writes it back.
///
/// An enum without payloads becomes `RawRepresentable`, by the names of its cases. A case `unknown`, `other` or `@Other` with a `String` keeps any other text. If its
/// value is an integer, all names are integers:
///
/// ```swift
/// @Model
/// enum Status: Hashable {
///     case active
///     @Key("closed", "done") case closed
///     case unknown(String)
/// }
/// @Model
/// enum Code: Hashable {
///     @Key("200") case success
///     @Key("404") case missing
///     case unknown(Int)
/// }
/// ```
///
/// - Parameters:
///   - tag: The key whose value names the case.
///   - content: The key whose value is the payload. Without it the payload's keys are next to the tag.
@attached(
    extension, conformances: BaseModel, DescribedEnum, RawRepresentable,
    names: named(describe), named(ModelNames), named(init(rawValue:)), named(rawValue)
)
@attached(
    member, conformances: BoxedModel,
    names: named(ModelPayloads), named(ModelStored), named(init(stored:)), named(init()), named(modelForm)
)
public macro Model(tag: String, content: String? = nil) = #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

/// Makes an enum a `DescribedEnum` whose tags, and the payload beside them, stand at the ends of paths: `EnumForm.tagged(at:_:content:)`.
///
/// ```swift
/// @Model(tagAt: "data.type", contentAt: "data.attributes")
/// enum Resource {
///     case person(name: String)
///     case nothing
/// }
/// @Model(tagAt: "type", "subtype")
/// enum Message {
///     @Key(tags: "message", nil) case plain(text: String)
///     @Key(tags: "message", "bot_message") case bot(text: String, name: String)
/// }
/// let resource = try ModelDecoder().decode(Resource.self, from: #"{"data": {"type": "person", "attributes": {"name": "Ann"}}}"#)
/// let messages = try ModelDecoder().decode([Message].self, from: #"[{"type": "message", "text": "hi"}]"#)
/// ```
///
/// With several tags each case has `@Key(tags:)` with a value for each of them, nil where a tag is missing or null.
///
/// - Parameters:
///   - path: The way to the tag, in the syntax of `KeyMapping`.
///   - others: The ways to more tags.
///   - contentAt: The way to the payload; without one the payload's keys are the object's own.
@attached(
    extension, conformances: BaseModel, DescribedEnum, RawRepresentable,
    names: named(describe), named(ModelNames), named(init(rawValue:)), named(rawValue)
)
@attached(
    member, conformances: BoxedModel,
    names: named(ModelPayloads), named(ModelStored), named(init(stored:)), named(init()), named(modelForm)
)
public macro Model(tagAt path: String, _ others: String..., contentAt: String? = nil) =
    #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

/// Makes an enum a `DescribedEnum` in whose objects one key holds the case's name, and the key of that name the payload: `EnumForm.keyed(by:)`.
///
/// ```swift
/// @Model(keyedBy: "type")
/// enum Block {
///     case paragraph(text: String)
///     case divider
/// }
/// let blocks = try ModelDecoder().decode([Block].self, from: #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#)
/// ```
///
/// - Parameter keyedBy: The way to the name, in the syntax of `KeyMapping`. The payload stands in the same object.
@attached(
    extension, conformances: BaseModel, DescribedEnum, RawRepresentable,
    names: named(describe), named(ModelNames), named(init(rawValue:)), named(rawValue)
)
@attached(
    member, conformances: BoxedModel,
    names: named(ModelPayloads), named(ModelStored), named(init(stored:)), named(init()), named(modelForm)
)
public macro Model(keyedBy: String) = #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

/// Makes an enum a `DescribedEnum` whose JSON is the payload alone: the first case that fits is the value's, `EnumForm.untagged`.
///
/// ```swift
/// @Model(untagged: true)
/// enum Setting {
///     case flag(Bool)
///     case number(Int)
///     case range(from: Int, to: Int)
///     case list([Setting])
///     case nothing
///     case other(JSONObject)
/// }
/// let settings = try ModelDecoder().decode([Setting].self, from: #"[true, 7, {"from": 1, "to": 3}, [null], {"x": 1}]"#)
/// try ModelEncoder().encodeToString(settings)     // [true,7,{"from":1,"to":3},[null],{"x":1}]
/// ```
///
/// Cases are tried in their order. What a payload is, ``Model(tag:content:)`` says. A case without one is null. No name is read, so that `@Key` and `CodingKeys` are
/// errors, and so are two cases with one payload.
///
/// - Parameter untagged: `true`.
@attached(
    extension, conformances: BaseModel, DescribedEnum, RawRepresentable,
    names: named(describe), named(init(rawValue:)), named(rawValue)
)
@attached(member, names: named(ModelPayloads))
public macro Model(untagged: Bool) = #externalMacro(module: "YodelMacroPlugin", type: "ModelMacro")

/// Gives a property of a `@Model` a key of its own, a path or alternatives, as `KeyMapping` has them; gives a case of an enum its names, which are no paths.
///
/// ```swift
/// @Key("n") let name: String
/// @Key("ext.desc") var text = ""
/// @Key("id", "ID") let id: Int
/// ```
///
/// - Parameters:
///   - paths: The keys or paths to read, the most wanted first.
///   - writing: The key or path to write; by default the first of `paths`.
@attached(peer)
public macro Key(_ paths: String..., writing: String? = nil) = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// Gives a case of an enum with `@Model(tag:)` an integer or a boolean for a name, and others that are read as well.
///
/// ```swift
/// @Model(tag: "op")
/// enum Packet {
///     @Key(10) case hello(interval: Int)
///     @Key(11) case acknowledged
/// }
/// let packets = try ModelDecoder().decode([Packet].self, from: #"[{"op": 10, "interval": 45000}, {"op": 11}]"#)
/// ```
///
/// In an enum without payloads whose names are all integers these are its raw values, of type `Int`.
///
/// - Parameters:
///   - tag: An integer or a boolean literal, which is written.
///   - aliases: Others that are read.
@attached(peer)
public macro Key(_ tag: JSONValue, _ aliases: JSONValue...) = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// Gives a case of an enum with several tags, ``Model(tagAt:_:contentAt:)``, a value for each of them.
///
/// - Parameters:
///   - first: The first tag's: a string, an integer or a boolean literal; nil where the tag is missing or null.
///   - others: Those of the others.
@attached(peer)
public macro Key(tags first: JSONValue, _ others: JSONValue...) = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// A case of an enum with `@Model` takes what no other case has a name for, keeps it and writes it back.
///
/// It has one value without a label: a `JSONObject`, `JSONValue` or `RawJSON`; among cases without payloads a `String` or an integer. With a tag it may be a
/// model that has a property for the tag's key, or one that takes all remaining keys.
@attached(peer)
public macro Other() = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// A property of a `@Model` takes no part: it has its default, or nil.
@attached(peer)
public macro Ignored() = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// A property of a `@Model` must come, though it is optional or has a default.
@attached(peer)
public macro Required() = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// A property of a `@Model` is made of its JSON, and JSON of it, by a transform.
///
/// - Parameter transform: What makes it.
@attached(peer)
public macro Transform(_ transform: PropertyTransform) = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// The model of a property of a `@Model` has its keys in the object of the model around it, as `KeyMapping.Keys.flattened` says.
///
/// ```swift
/// @Model struct Page { let limit: Int; var offset = 0 }
/// @Model struct Search { let text: String; @Flatten let page: Page }
/// let search = try Search(json: #"{"text": "a", "limit": 10}"#)
/// search.page.limit   // 10
/// ```
///
/// What is flattened is made with the model around it: its properties without default are required, and the errors name them `page.limit`.
@attached(peer)
public macro Flatten() = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// The same with a prefix before each key of the property's model, as `KeyMapping.Keys.flattened(prefix:)` says.
///
/// ```swift
/// @Model struct Place { let street: String; let city: String }
/// @Model struct Order { let id: Int; @Flatten(prefix: "billing_") let billing: Place; @Flatten(prefix: "shipping_") let shipping: Place }
/// ```
///
/// - Parameter prefix: What the keys begin with.
@attached(peer)
public macro Flatten(prefix: String) = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")

/// A property of a `@Model` takes all keys that no other property takes, and they are written back, as `KeyMapping.Keys.rest` says.
///
/// ```swift
/// @Model struct Event { let id: Int; @Rest let extra: [String: JSONValue] }
/// let event = try Event(json: #"{"id": 7, "shard": 3}"#)
/// event.extra   // ["shard": 3]
/// ```
@attached(peer)
public macro Rest() = #externalMacro(module: "YodelMacroPlugin", type: "PropertyMacro")
#endif
