/// An enum that lists its cases and their payloads. Yodel can read and write it wherever a value may be.
///
/// The macro `@Model` writes the list; <doc:ModelsByHand> shows how it is written by hand, and what holds for such an enum.
public protocol DescribedEnum: SendableMetatype {
    /// Lists the cases. Yodel calls it when it first needs the type, on any thread and more than once, and never for a value. So it lists the same each time.
    ///
    /// - Parameter cases: Where to add them. A value is matched against them in this order.
    static func describe(_ cases: inout EnumCases<Self>)
}

/// How JSON distinguishes the cases of a ``DescribedEnum``.
public struct EnumForm: Sendable, Hashable {
    let form: CasesForm

    /// An object whose only key is the case's name: `{"circle":{"radius":1.5}}`. A case without a payload is only the name: `"nothing"`.
    ///
    /// Rust's `serde` writes this form. Yodel also reads the form of Swift's own `Codable`: `{"nothing":{}}`, and `{"circle":{"_0":…}}` for a payload without a
    /// label, if the payload is a model without a key `_0`, a scalar, an array or an enum.
    public static let keyed = EnumForm(form: .keyed)

    /// An object in which one key, next to those of the payload, holds the case's name: `{"type":"circle","radius":1.5}`.
    ///
    /// The payload is a model that does not choose its type and has no such key itself. The model treats the tag as a known key. If one object has several
    /// tags, the last counts, whether it names a case or not; options may refuse them (``DecodingOptions/onDuplicateKey``). A payload's own code may have run for
    /// the case of an earlier tag.
    ///
    /// - Parameter key: The key, not a path.
    public static func tagged(_ key: String) -> EnumForm { EnumForm(form: .tagged(key)) }

    /// An object in which one key holds the case's name and another the payload: `{"type":"circle","data":{"radius":1.5}}`.
    ///
    /// If a key appears several times, its last value counts.
    ///
    /// - Parameters:
    ///   - key: The name's key, not a path.
    ///   - content: The payload's key. It is missing if there is no payload.
    public static func tagged(_ key: String, content: String) -> EnumForm { EnumForm(form: .adjacent(tag: key, content: content)) }

    /// An object with tags at the ends of paths, among the payload's keys or beside the payload: `{"data":{"type":"circle","attributes":{"radius":1.5}}}`.
    ///
    /// ```swift
    /// enum Resource: DescribedEnum {
    ///     case circle(Circle), nothing
    ///
    ///     static func describe(_ cases: inout EnumCases<Self>) {
    ///         cases.form = .tagged(at: "data.type", content: "data.attributes")
    ///         cases.add("circle", make: Self.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
    ///         cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
    ///     }
    /// }
    /// let resource = try ModelDecoder().decode(Resource.self, from: #"{"data": {"type": "circle", "attributes": {"radius": 1.5}}}"#)
    /// ```
    ///
    /// With several tags each case has a name for all of them, nil where a tag is missing or null:
    ///
    /// ```swift
    /// enum Message: DescribedEnum {
    ///     case plain(Text), bot(Text)
    ///
    ///     static func describe(_ cases: inout EnumCases<Self>) {
    ///         cases.form = .tagged(at: "type", "subtype")
    ///         cases.add(["message", nil], make: Self.plain) { if case .plain(let text) = $0 { text } else { nil } }
    ///         cases.add(["message", "bot_message"], make: Self.bot) { if case .bot(let text) = $0 { text } else { nil } }
    ///     }
    /// }
    /// let messages = try ModelDecoder().decode([Message].self, from: #"[{"type": "message", "subtype": "bot_message", "text": "hi"}]"#)
    /// ```
    ///
    /// Paths are those of ``KeyMapping``, without indexes of arrays. None leads through another. If a key appears several times, its last value counts.
    ///
    /// - Parameters:
    ///   - path: The way to the tag.
    ///   - others: The ways to more tags.
    ///   - content: The way to the payload; nil if its keys are the object's own, so that it is a model as for ``tagged(_:)``.
    public static func tagged(at path: String, _ others: String..., content: String? = nil) -> EnumForm {
        EnumForm(form: .placed(tags: [path] + others, content: content.map { .at($0) } ?? .among))
    }

    /// An object in which one key holds the case's name, and the key of that name the payload: `{"type":"circle","circle":{"radius":1.5}}`.
    ///
    /// ```swift
    /// enum Block: DescribedEnum {
    ///     case paragraph(Text), divider
    ///
    ///     static func describe(_ cases: inout EnumCases<Self>) {
    ///         cases.form = .keyed(by: "type")
    ///         cases.add("paragraph", make: Self.paragraph) { if case .paragraph(let text) = $0 { text } else { nil } }
    ///         cases.add("divider", value: .divider) { if case .divider = $0 { true } else { false } }
    ///     }
    /// }
    /// let blocks = try ModelDecoder().decode([Block].self, from: #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#)
    /// ```
    ///
    /// A name and its key are the same text, also for a name that is only read. A case without a payload is read with an empty object or null under its key as
    /// well, and is written without the key. If a key appears several times, its last value counts.
    ///
    /// - Parameter path: The way to the name, in the syntax of ``KeyMapping`` without indexes. The payload stands in the same object.
    public static func keyed(by path: String) -> EnumForm { EnumForm(form: .placed(tags: [path], content: .named)) }

    /// Only the payload, and null for a case without one. Nothing names the case; the first case that fits wins.
    ///
    /// ```swift
    /// enum ID: DescribedEnum {
    ///     case number(Int), text(String), list([ID]), none
    ///
    ///     static func describe(_ cases: inout EnumCases<Self>) {
    ///         cases.form = .untagged
    ///         cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
    ///         cases.add("text", make: Self.text) { if case .text(let value) = $0 { value } else { nil } }
    ///         cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
    ///         cases.add("none", value: .none) { if case .none = $0 { true } else { false } }
    ///     }
    /// }
    /// let ids = try ModelDecoder().decode([ID].self, from: #"[7, "seven", [7, "a"], null]"#)
    /// ```
    ///
    /// - Yodel tries a value as the payload of each case in order. It fits if nothing in it is wrong, to the last element, and nothing needs conversion: `"7"`
    ///   is not an `Int`. Unknown keys of a payload are accepted unless ``DecodingOptions/onUnknownKey`` refuses them, so put a payload with more required keys
    ///   before one with fewer. Every object fits a `Model` whose properties all have defaults.
    /// - If no case fits and the options convert types, Yodel tries all cases again with conversions: lenient options turn `"7"` into `.number(7)` if there is
    ///   no `text`.
    /// - A value that fits none goes to the case added by `addOther`: a text, an object, or with a `JSONValue` or `RawJSON` any value. Without such a case the
    ///   error is at the value and names the cases.
    /// - A container that only one case can match, by its kind and its required keys, is read as that payload, under the options: an error says what is wrong
    ///   inside it. This does not apply if there is a case added by `addOther`.
    ///
    /// A try leaves nothing behind, not even in a report. A payload's own code (hooks, transforms, `init(from:)`) runs in each try of its case, and its effects
    /// elsewhere are not undone. If it throws, the case does not fit.
    ///
    /// Names appear only in descriptions and archives. Two cases with payloads of one type, a case after a `JSONValue`, and a payload that is the enum itself
    /// are errors when the type is first used.
    ///
    /// - Complexity: A value is read once for each case, however deep enums nest: the result for an inner one is kept until the outermost is known. If a
    ///   payload takes complete JSON or has hooks, that is impossible; then nested tries may read 64 times the outermost value, and more is an error. Models
    ///   inside of `Codable` types, and texts in strings, count with the value around them.
    public static let untagged = EnumForm(form: .untagged)
}

/// The cases of a ``DescribedEnum``. Their closures run on the thread that reads or writes.
public struct EnumCases<Root> {
    /// How JSON distinguishes them.
    public var form = EnumForm.keyed
    /// The cases as a plan sees them.
    private(set) var cases: [CaseDeclaration] = []
    /// What is wrong with the list.
    private(set) var fault: ModelError?

    init() {}

    mutating func fail(_ error: ModelError) { fault = fault ?? error }

    /// Gives a case another name.
    mutating func rename(_ index: Int, _ name: String) { cases[index].names = names([.string(name)]) }

    /// What stands for a case; a value that cannot is noted.
    private mutating func names(_ values: [JSONValue]) -> [CaseName] {
        values.compactMap { value in
            let name = CaseName(value)
            if name == nil { fail(.nameOfNoCase(value.text, of: Root.self)) }
            return name
        }
    }

    /// Adds a case without a payload.
    ///
    /// - Parameters:
    ///   - name: Its text in JSON.
    ///   - aliases: Other texts that are read as this case.
    ///   - value: The case.
    ///   - isCase: Whether a value is the case.
    public mutating func add(_ name: String, _ aliases: String..., value: Root, where isCase: @escaping (Root) -> Bool) {
        add(([name] + aliases).map { .string($0) }, value, isCase)
    }

    /// Adds a case without a payload whose tag is an integer or a boolean, or which has several tags.
    ///
    /// ```swift
    /// cases.form = .tagged("op")
    /// cases.add(11, value: .acknowledged) { if case .acknowledged = $0 { true } else { false } }
    /// ```
    ///
    /// Options that convert types also read a value of another kind with the same text: `"11"`, and `10` for a case with the name `"10"`. So the texts of the
    /// names of an enum differ. The integers `11`, `11.0` and `1.1e1` are one.
    ///
    /// - Parameters:
    ///   - name: A string, an integer or a boolean; with several tags an array with a value for each, nil where the tag is missing or null.
    ///   - aliases: Others that are read as this case.
    ///   - value: The case.
    ///   - isCase: Whether a value is the case.
    public mutating func add(_ name: JSONValue, _ aliases: JSONValue..., value: Root, where isCase: @escaping (Root) -> Bool) {
        add([name] + aliases, value, isCase)
    }

    private mutating func add(_ names: [JSONValue], _ value: Root, _ isCase: @escaping (Root) -> Bool) {
        let names = self.names(names)
        cases.append(
            CaseDeclaration(
                names: names, payloadType: nil,
                // SAFETY, here and below: the plan hands over places of the enum's type and of the payload's.
                make: { _, slot in unsafe slot.initialize(as: Root.self, to: value) },
                take: { source, _ in unsafe isCase(source.assumingMemoryBound(to: Root.self).pointee) }))
    }

    /// Adds a case with a payload.
    ///
    /// - Parameters:
    ///   - name: Its text in JSON.
    ///   - aliases: Other texts that are read as this case.
    ///   - make: Makes the case from its payload.
    ///   - payload: The payload of a value that is of the case; nil for every other.
    public mutating func add<Payload>(
        _ name: String, _ aliases: String..., make: @escaping (Payload) -> Root,
        payload: @escaping (Root) -> Payload?
    ) {
        add(([name] + aliases).map { .string($0) }, nil, make, payload)
    }

    /// Adds a case with a payload whose tag is an integer or a boolean, or which has several tags. What is said of such names without a
    /// payload holds here as well.
    ///
    /// ```swift
    /// cases.form = .tagged("op")
    /// cases.add(10, make: Self.hello) { if case .hello(let hello) = $0 { hello } else { nil } }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A string, an integer or a boolean; with several tags an array with a value for each, nil where the tag is missing or null.
    ///   - aliases: Others that are read as this case.
    ///   - make: Makes the case from its payload.
    ///   - payload: The payload of a value that is of the case; nil for every other.
    public mutating func add<Payload>(
        _ name: JSONValue, _ aliases: JSONValue..., make: @escaping (Payload) -> Root,
        payload: @escaping (Root) -> Payload?
    ) {
        add([name] + aliases, nil, make, payload)
    }

    /// Adds the case for all texts that name no case. They are written back unchanged. For ``EnumForm/keyed`` and ``EnumForm/untagged``.
    ///
    /// - Parameters:
    ///   - make: Makes the case from the text.
    ///   - payload: The text of a value that is of the case; nil for every other.
    public mutating func addOther(make: @escaping (String) -> Root, payload: @escaping (Root) -> String?) {
        add([], .texts, make, payload)
    }

    /// Adds the case for all objects that name no case. They are kept completely and written back.
    ///
    /// - Parameters:
    ///   - make: Makes the case from the object.
    ///   - payload: The object of a value that is of the case; nil for every other.
    public mutating func addOther(make: @escaping (JSONObject) -> Root, payload: @escaping (Root) -> JSONObject?) {
        add([], .objects, { (value: JSONValue) in make(value.objectValue ?? [:]) }, { payload($0).map { JSONValue.object($0) } })
    }

    /// Adds the case for all values that name no case: objects, texts in ``EnumForm/keyed``, and in ``EnumForm/untagged`` any value that fits no case. They are
    /// kept completely and written back.
    ///
    /// - Parameters:
    ///   - make: Makes the case from the value.
    ///   - payload: The kept value, if the case matches; nil for every other.
    public mutating func addOther(make: @escaping (JSONValue) -> Root, payload: @escaping (Root) -> JSONValue?) {
        add([], .both, make, payload)
    }

    /// Adds the case for all values that name no case, as bytes; see ``addOther(make:payload:)-(_,(Root)->JSONValue?)``.
    ///
    /// - Parameters:
    ///   - make: Makes the case from the value.
    ///   - payload: The kept value, if the case matches; nil for every other.
    public mutating func addOther(make: @escaping (RawJSON) -> Root, payload: @escaping (Root) -> RawJSON?) {
        add([], .both, make, payload)
    }

    /// Adds the case for all objects whose tag is missing or names no case, which are read as a model. For forms with a tag.
    ///
    /// The model keeps what it got: it has a property at the key of the tag and at that of the content, or one that takes all remaining keys
    /// (``KeyMapping/Keys/rest``). Otherwise what is written would not be what was read, which is an error when the type is first used.
    ///
    /// ```swift
    /// enum Notice: DescribedEnum {
    ///     case mail(Mail), other(AnyNotice)
    ///
    ///     static func describe(_ cases: inout EnumCases<Self>) {
    ///         cases.form = .tagged("type")
    ///         cases.add("mail", make: Self.mail) { if case .mail(let mail) = $0 { mail } else { nil } }
    ///         cases.addOther(make: Self.other) { if case .other(let notice) = $0 { notice } else { nil } }
    ///     }
    /// }
    /// struct AnyNotice: Model { var type = "", sender = "" }
    /// let notices = try ModelDecoder().decode([Notice].self, from: #"[{"type": "fax", "sender": "Ann"}]"#)
    /// ```
    ///
    /// - Parameters:
    ///   - make: Makes the case from the model.
    ///   - payload: The model, if the case matches; nil for every other.
    public mutating func addOther<Payload: BaseModel>(make: @escaping (Payload) -> Root, payload: @escaping (Root) -> Payload?) {
        add([], .models, make, payload)
    }

    private mutating func add<Payload>(
        _ names: [JSONValue], _ other: CaseDeclaration.Other?, _ make: @escaping (Payload) -> Root,
        _ payload: @escaping (Root) -> Payload?
    ) {
        let names = self.names(names)
        cases.append(
            CaseDeclaration(
                names: names, other: other, payloadType: Payload.self,
                make: { source, slot in
                    unsafe slot.initialize(as: Root.self, to: make(source.assumingMemoryBound(to: Payload.self).move()))
                },
                take: Self.taking(payload)))
    }

    /// What copies the payload of a value. The optional is a parameter of its own: each call of a closure that knows the payload alone would have the optional's
    /// type looked up.
    private static func taking<Found: OptionalType>(_ payload: @escaping (Root) -> Found) -> (ValueAddress, MutableAddress) -> Bool {
        { source, slot in
            // Of a copy: the function may be anybody's, and might put another value in the place of this one.
            Found.unwrap(unsafe payload(source.assumingMemoryBound(to: Root.self).pointee), into: slot)
        }
    }
}
