/// The keys of a model's properties, where they differ from the properties' names.
///
/// Write it as a dictionary by property name:
///
/// ```swift
/// struct Book: Model {
///     var name = ""
///     var desc = ""
///     var bookID = ""
///     var firstTag = ""
///     var internalNote = ""
///
///     static func describe(_ model: inout ModelDescription) {
///         model.keys = [
///             "name": "n",                        // another key
///             "desc": "ext.desc",                 // a path: the key `desc` of the object at `ext`
///             "bookID": ["id", "ID", "book_id"],  // alternatives: the first that is present, not null and fits
///             "firstTag": "tags[0]",              // an index of an array, or "tags.0"
///             "internalNote": [],                 // no key at all
///         ]
///     }
/// }
/// ```
///
/// A property with a mapping no longer has its own name as a key. Several properties may have the same key or path; each gets the value. A key may hold a value
/// and lead to others at the same time (`ext.d` and `ext.d.e`).
///
/// Of several properties that are written to one key, the first declared that is not nil is written, and no other. If a key has a property of its own that is not
/// nil and leads to others, that property is written; what the others have must be in its value, or be their defaults, or writing is an error that names them.
/// A property that is only read has an empty key to write: `.keys("ext.d.e", writing: "")`. One that is only written has no key to read: `.keys(writing: "id")`.
///
/// In a path, dots separate keys: `ext.desc`. An index is written in brackets or between dots, `info[1].t` or `info.1.t`. Both mean an element if the document
/// has an array there, and the value of the key `1` if it has an object. A dot, bracket or backslash that belongs to a key is written with a backslash before
/// it, `"a\\.b"`, `"a\\[0]"`, `"\\\\"`, or the key is written in quotes and brackets, `#"["a.b"].c"#`. Empty parts at the start and at the end are dropped; a text
/// with dots that has only one part left is one literal key: `".ext"` is the key `.ext` (YYModel's rule). An empty text means no key, like `[]`.
/// `decode(_:from:at:)` reads paths in the same way; see ``JSONPath``.
///
/// A path leads from the model's object to one value. These are errors when the type is first used, and their message says what to write: a path with `[*]`,
/// with a negative index, or that begins with an index in brackets (unless the model is an array, ``ModelDescription/isArray``); other brackets (`tags[x]`, `tags[0`), two dots in a row (`data..name`); and what other
/// syntaxes have, `$.data.name` and `/data/name`. If brackets or a slash belong to a key, it is written as above: `"filter\\[name]"`, `#"["/data"]"#`.
///
/// A subclass adds to the keys of its superclass by `+=`; if both name a property, the subclass decides.
public struct KeyMapping: Sendable, Hashable {
    /// The keys of one property.
    public struct Keys: Sendable, Hashable {
        /// The keys or paths to read, in order of preference. Empty if the property is not mapped.
        public var paths: [String]
        /// The key or path to write, if it is not the first of `paths`.
        public var writing: String?
        /// What the property is to its object.
        var role = Role.keyed
        /// What the keys of a flattened property begin with.
        var prefix = ""

        enum Role: Sendable {
            /// The value of one of its keys.
            case keyed
            /// All keys that no other property takes.
            case rest
            /// A model whose keys are its object's own.
            case flattened
        }

        /// Makes the keys of a property.
        ///
        /// - Parameters:
        ///   - paths: The keys or paths to read, in order of preference; up to 100.
        ///   - writing: The key or path to write; nil: the first of `paths`.
        public init(_ paths: [String], writing: String? = nil) {
            self.paths = paths
            self.writing = writing
        }

        /// Keys that are read from one place and written to another.
        ///
        /// ```swift
        /// model.keys = ["name": .keys("name", "nick", writing: "display.name")]
        /// ```
        ///
        /// - Parameters:
        ///   - paths: The keys or paths to read, in order of preference; none: the property is only written.
        ///   - writing: The key or path to write; empty: none.
        /// - Returns: The keys.
        public static func keys(_ paths: String..., writing: String) -> Keys {
            Keys(paths, writing: writing)
        }

        /// A property that collects the keys of its object that no other property takes, and writes them back next to the others.
        ///
        /// ```swift
        /// struct Event: Model {
        ///     var id = 0
        ///     var extra: [String: JSONValue] = [:]
        ///     static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
        /// }
        /// let event = try Event(json: #"{"id": 7, "shard": 3}"#)
        /// event.extra                // ["shard": 3]
        /// try event.jsonString()     // {"id":7,"shard":3}
        /// ```
        ///
        /// The property is stored and has the type `[String: JSONValue]` or ``JSONObject``, which keeps the order of the document, or an Optional of these; or
        /// it is a dictionary by `String` of any other type than `Any`: `[String: Int]` takes the remaining keys as a property of that type takes the keys of
        /// an object, so a value that does not fit is left out or fails (``DecodingOptions/onInvalidElement``). A model has at most one. Decoding an object
        /// replaces the value from `init()`, with nothing (nil for an Optional) if there is no such key; `update`
        /// sets the keys of the document and leaves the others. A key that a property is read from or written to belongs to that property, also as an
        /// alternative, as the start of a path, or in other case if case is ignored. Keys of ignored properties are collected. If a key appears twice, the last
        /// value wins, unless ``DecodingOptions/onDuplicateKey`` says otherwise. Unknown keys of an object along a path are not collected.
        ///
        /// An object with a rest has no unknown keys, so reading one under ``DecodingOptions/UnknownKeyPolicy/fail`` is an error of category `model`. So is
        /// writing a rest that contains a key of a property.
        public static var rest: Keys {
            var keys = Keys([])
            keys.role = .rest
            return keys
        }

        /// A property whose model has its keys in the object of the model around it.
        ///
        /// ```swift
        /// struct Address: Model { var street = ""; var city = "" }
        /// struct User: Model {
        ///     var name = ""
        ///     var address = Address()
        ///     static func describe(_ model: inout ModelDescription) { model.keys = ["address": .flattened] }
        /// }
        /// let user = try User(json: #"{"name": "Ann", "city": "Bern"}"#)
        /// user.address.city          // "Bern"
        /// try user.jsonString()      // {"name":"Ann","street":"","city":"Bern"}
        /// ```
        ///
        /// The property is stored. Its type is a struct that is a model, without hooks; it may have flattened properties itself.
        /// All that it says of itself applies: keys, paths (`a.b` is `a.b` of the object around it), alternatives, styles, required properties, transforms,
        /// accessors, and a rest, which is then that of the object. A missing property keeps the value from the surrounding model's `init()`, or from the
        /// default of a listed property. A document costs no more than if the properties were in the model itself.
        ///
        /// It may be an Optional of such a struct: nil if none of its keys is there, a value otherwise, of which `update` changes what the document has. Or it
        /// is a ``DescribedEnum`` whose form has a tag, or an Optional of one: the tag and the payload's keys stand beside the model's. All keys are the enum's
        /// that the model does not have, so a model has one, and no rest; without a tag no value has come. These two are read when the object ends, from keys
        /// that have been collected until then.
        ///
        /// Copies, comparisons, archives and descriptions treat the property as one value. It is an error when the type is first used if two models that share
        /// an object have a key in common, if a key of one leads through a key of the other, or if the property is a class or a struct with hooks that is no
        /// Optional.
        public static var flattened: Keys {
            var keys = Keys([])
            keys.role = .flattened
            return keys
        }

        /// A flattened property whose model's keys begin with a prefix in the object around it, as columns of one table do.
        ///
        /// ```swift
        /// struct Place: Model { var street = ""; var city = "" }
        /// struct Order: Model {
        ///     var id = 0
        ///     var billing = Place()
        ///     var shipping = Place()
        ///     static func describe(_ model: inout ModelDescription) {
        ///         model.keys = [
        ///             "billing": .flattened(prefix: "billing_"), "shipping": .flattened(prefix: "shipping_"),
        ///         ]
        ///     }
        /// }
        /// let order = try Order(json: #"{"id": 7, "billing_city": "Bern", "shipping_city": "Rome"}"#)
        /// order.shipping.city        // "Rome"
        /// ```
        ///
        /// Everything is as with ``flattened``. The prefix is part of each key, and of the first key of each path and alternative: `a.b` is `billing_a.b`. It is
        /// put before what the model's own keys and style say, and is not changed by a style itself; a key with a prefix is read as it is spelt, also with
        /// ``KeyStyle/foundationSnakeCase``. In models that are flattened inside each other the outer prefix comes first. A rest has none.
        ///
        /// - Parameter prefix: What the keys begin with.
        /// - Returns: The keys.
        public static func flattened(prefix: String) -> Keys {
            var keys: Keys = .flattened
            keys.prefix = prefix
            return keys
        }
    }

    /// Keys by property name.
    public var keys: [String: Keys]
    /// How the keys of all other properties follow from their names; nil: as the decoder's options say.
    public var style: KeyStyle?
    /// Whether keys match without regard to the case of ASCII letters; nil: as the decoder's options say.
    public var ignoresCase: Bool?
    /// How properties that are nil are written, by name; all others follow the encoder's ``EncodingOptions/onNil``. The policy belongs to the key to which a
    /// property is written: if several properties share a key, the first declared one with a policy decides. Naming a property that is never nil, or that is
    /// written to no key, is an error.
    public var onNil: [String: EncodingOptions.NilPolicy]

    /// Makes a mapping.
    ///
    /// ```swift
    /// model.keys = KeyMapping(["desc": "ext.desc"], style: .snakeCase)
    /// ```
    ///
    /// - Parameters:
    ///   - keys: Keys by property name.
    ///   - style: How the keys of all other properties follow from their names; nil: as the decoder's options say.
    ///   - ignoresCase: Whether keys match without regard to the case of ASCII letters; nil: as the decoder's options say.
    ///   - onNil: How properties that are nil are written, by name.
    public init(
        _ keys: [String: Keys], style: KeyStyle? = nil, ignoresCase: Bool? = nil, onNil: [String: EncodingOptions.NilPolicy] = [:]
    ) {
        self.keys = keys
        self.onNil = onNil
        self.style = style
        self.ignoresCase = ignoresCase
    }

    /// Makes a mapping with only a style.
    ///
    /// ```swift
    /// struct Patch: Model {
    ///     var title: String?
    ///     var due: String?
    ///     static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["due": .null] }
    /// }
    /// try Patch().jsonString()   // {"due":null}
    /// ```
    ///
    /// - Parameters:
    ///   - style: How the keys follow from the properties' names; nil: as the decoder's options say.
    ///   - ignoresCase: Whether keys match without regard to the case of ASCII letters; nil: as the decoder's options say.
    ///   - onNil: How properties that are nil are written, by name.
    public init(
        style: KeyStyle? = nil, ignoresCase: Bool? = nil, onNil: [String: EncodingOptions.NilPolicy] = [:]
    ) {
        self.init([:], style: style, ignoresCase: ignoresCase, onNil: onNil)
    }

    /// Whether it says nothing.
    var isEmpty: Bool { keys.isEmpty && style == nil && ignoresCase == nil && onNil.isEmpty }

    /// The keys of a property; nil: its name in the style.
    ///
    /// - Parameter property: Its name.
    public subscript(property: String) -> Keys? {
        get { keys[property] }
        set { keys[property] = newValue }
    }

    /// Puts another mapping over one, as a subclass's stands over its superclass's.
    ///
    /// - Parameters:
    ///   - mapping: The mapping to change.
    ///   - other: What is put over it.
    public static func += (mapping: inout KeyMapping, other: KeyMapping) {
        mapping.keys.merge(other.keys) { $1 }
        mapping.style = other.style ?? mapping.style
        mapping.ignoresCase = other.ignoresCase ?? mapping.ignoresCase
        mapping.onNil.merge(other.onNil) { $1 }
    }
}

extension KeyMapping: ExpressibleByDictionaryLiteral {
    /// Makes a mapping from a literal.
    ///
    /// - Parameter elements: Property names and their keys. If a name appears twice, the last one wins.
    public init(dictionaryLiteral elements: (String, Keys)...) {
        self.init(Dictionary(elements) { $1 })
    }
}

extension KeyMapping.Keys: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One key or path.
    ///
    /// - Parameter value: The key or path; the empty text maps to no key.
    public init(stringLiteral value: String) {
        self.init([value])
    }

    /// Alternatives.
    ///
    /// - Parameter elements: Keys or paths, in order of preference. Empty: the property is not mapped.
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }
}
