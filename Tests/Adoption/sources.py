"""Sources as code bases have them, made from a seed: what generators of OpenAPI clients write, types of Kubernetes, clients written by hand.

A type is a text with `«»` before each declaration that would get the word; raw-valued enums are read and written without it. `code_bases` returns them by
name, a list of types for each. What stands in a type, and how often, is what
such code bases have: the weights are in the table of kinds at the start of each part.
"""

import random

WORDS = """account address amount api archive asset author balance body branch bucket build card channel charge city claim client cluster code color
comment commit config count country coupon course currency data date delivery detail device discount document domain email event factor
field file filter folder format gateway group header history host image index interval invoice issue item job label language level limit
line link list locale location login member message meta method mode module name network node note number object offer option order owner
page parent path payment period phone plan policy port position price priority product profile project quota range rate reason record refund
region release report request resource result review role route rule scope secret service session size source stage state status storage
store subject summary tag target tax team template term text thread ticket time title token topic total type unit update user value version
view volume webhook window year zone""".split()
SCALARS = ["String", "Int", "Bool", "Double", "Int64", "Date", "URL", "UUID", "[String]", "[Int]", "[String: String]", "Float", "Decimal"]
KEYWORDS = ["default", "continue", "protocol", "class", "self", "in", "operator", "enum", "public", "internal", "where", "repeat", "import", "extension"]


class Source:
    """Makes names and properties, none of them twice."""

    def __init__(self, seed, prefix):
        self.random, self.prefix, self.count = random.Random(f"{seed} {prefix}"), prefix, 0

    def name(self):
        self.count += 1
        return f"{self.prefix}{self.random.choice(WORDS).capitalize()}{self.random.choice(WORDS).capitalize()}{self.count}"

    def chance(self, share):
        return self.random.random() < share

    def names(self, least=2, most=9):
        found = self.random.sample(WORDS, self.random.randint(least, most))
        return [word if self.chance(0.6) else word + self.random.choice(WORDS).capitalize() for word in found]

    def scalar(self):
        return self.random.choice(SCALARS)

    def kind(self, table):
        return self.random.choices([kind for kind, _ in table], [weight for _, weight in table])[0]

    def properties(self, access="", optional=0.5, least=2, most=9):
        """Names, types and lines of stored properties."""
        found = []
        for name in self.names(least, most):
            type = self.scalar() + ("?" if self.chance(optional) else "")
            specifier = self.random.choice(["let", "var"])
            found.append((name, type, f"{access}{specifier} {name}: {type}"))
        return found


def snake(name):
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def lines(*parts):
    return "\n".join(part for part in parts if part)


def indented(text, by=1):
    return "\n".join("    " * by + line if line else line for line in text.split("\n"))


def keys(properties, access="", marks="String, CodingKey"):
    cases = [f"    case {name} = \"{snake(name)}\"" if snake(name) != name else f"    case {name}" for name, *_ in properties]
    return lines(f"{access}enum CodingKeys: {marks} {{", *cases, "}")


def memberwise(properties, access="public "):
    parameters = ", ".join(f"{name}: {type}" + (" = nil" if type.endswith("?") else "") for name, type, *_ in properties)
    return lines(f"{access}init({parameters}) {{", *[f"    self.{name} = {name}" for name, *_ in properties], "}")


def decoding(properties, access="public "):
    reads = [f"    {n} = try container.decode{'IfPresent' if t.endswith('?') else ''}({t.rstrip('?')}.self, forKey: .{n})" for n, t, *_ in properties]
    return lines(f"{access}init(from decoder: any Decoder) throws {{", "    let container = try decoder.container(keyedBy: CodingKeys.self)", *reads, "}")


def encoding(properties, access="public "):
    writes = [f"    try container.encode{'IfPresent' if t.endswith('?') else ''}({n}, forKey: .{n})" for n, t, *_ in properties]
    return lines(f"{access}func encode(to encoder: any Encoder) throws {{", "    var container = encoder.container(keyedBy: CodingKeys.self)", *writes, "}")


# MARK: OpenAPI

OPENAPI = [
    ("generated", 26), ("namespaced", 22), ("encoding", 8), ("allOf", 5), ("additional", 5), ("oneOf", 7), ("deprecated", 5), ("keywords", 5),
    ("nested", 8), ("box", 2), ("class", 3), ("openClass", 2), ("raw", 0), ("wrapper", 2), ("availability", 2),
]


def openapi(source):
    name, kind = source.name(), source.kind(OPENAPI)
    properties = [(n, t, f"public var {n}: {t}") for n, t, _ in source.properties(optional=0.7)]
    stored = lines(*[f"/// The {n} of it.\n{line}" for n, _, line in properties])
    rule = "public static let nameRule = (minLength: 1, maxLength: 64)"
    if kind == "generated":
        own = keys(properties, "public ", "String, CodingKey, CaseIterable")
        return struct(f"public struct {name}: Codable, Sendable, Hashable", rule if source.chance(0.3) else "", stored, memberwise(properties), own)
    if kind == "namespaced":
        own = keys(properties, "public ")
        return lines(
            f"extension Components.Schemas {{", f"    /// - Remark: Generated from `#/components/schemas/{name}`.",
            indented(struct(f"public struct {name}: Codable, Hashable, Sendable", stored, memberwise(properties), own)), "}")
    if kind == "encoding":
        own = keys(properties, "public ", "String, CodingKey, CaseIterable")
        return struct(f"public struct {name}: Codable, Hashable", stored, memberwise(properties), own, encoding(properties))
    if kind == "allOf":
        parts = [("value1", "Components.Schemas.Base"), ("value2", "Components.Schemas.Timestamps")]
        return struct(
            f"public struct {name}: Codable, Hashable, Sendable", *[f"public var {n}: {t}" for n, t in parts], memberwise(parts),
            lines("public init(from decoder: any Decoder) throws {", *[f"    {n} = try .init(from: decoder)" for n, _ in parts], "}"),
            lines("public func encode(to encoder: any Encoder) throws {", *[f"    try {n}.encode(to: encoder)" for n, _ in parts], "}"))
    if kind == "additional":
        return struct(
            f"public struct {name}: Codable, Hashable, Sendable", "public var additionalProperties: [String: String]",
            "public init(additionalProperties: [String: String] = [:]) {\n    self.additionalProperties = additionalProperties\n}",
            "public init(from decoder: any Decoder) throws {\n    additionalProperties = try [String: String](from: decoder)\n}",
            "public func encode(to encoder: any Encoder) throws {\n    try additionalProperties.encode(to: encoder)\n}")
    if kind == "oneOf":
        cases = ["base", "stamps"]
        types = ["Components.Schemas.Base", "Components.Schemas.Timestamps"]
        reads = [f"    do {{\n        self = .{c}(try .init(from: decoder))\n        return\n    }} catch {{ errors.append(error) }}" for c in cases]
        return struct(
            f"@frozen public enum {name}: Codable, Hashable, Sendable", *[f"case {c}({t})" for c, t in zip(cases, types)],
            lines("public init(from decoder: any Decoder) throws {", "    var errors: [any Error] = []", *reads, "    throw errors[0]", "}"),
            lines("public func encode(to encoder: any Encoder) throws {", "    switch self {",
                  *[f"    case .{c}(let value): try value.encode(to: encoder)" for c in cases], "    }", "}"))
    if kind == "deprecated":
        marked = lines(*[("@available(*, deprecated)\n" if index == 0 else "") + line for index, (_, _, line) in enumerate(properties)])
        return struct(f"public struct {name}: Codable, Sendable", marked)
    if kind == "keywords":
        words = source.random.sample(KEYWORDS, 3)
        return struct(
            f"public struct {name}: Codable, Sendable", *[f"public var `{word}`: {source.scalar()}?" for word in words],
            "public var _id: String",
            lines("enum CodingKeys: String, CodingKey {", *[f"    case `{word}` = \"${word}\"" for word in words], "    case _id", "}"))
    if kind == "nested":
        inner = struct("public struct PayloadPayload: Codable, Hashable, Sendable", "public var size: Int?", memberwise([("size", "Int?")]))
        state = "@frozen public enum State: String, Codable, Hashable, Sendable, CaseIterable {\n    case open\n    case closed = \"CLOSED\"\n}"
        return struct(
            f"public struct {name}: Codable, Hashable, Sendable",
            inner, "public var innerPayload: PayloadPayload?", state, "public var currentState: State?", stored)
    if kind == "box":
        return struct(f"public indirect enum {name}: Codable, Sendable", "case leaf(String)", f"case branch([{name}])", f"case pair({name}, {name})")
    if kind == "class":
        return struct(f"public final class {name}: Codable", stored, memberwise(properties), keys(properties, "public "))
    if kind == "openClass":
        return struct(f"open class {name}: Codable", stored, memberwise(properties))
    if kind == "wrapper":
        return struct(f"public struct {name}: Codable", "@Lossy public var values: [Int]", "@Lossy public var names: [String]", stored)
    return struct(f"@available(macOS 12, iOS 15, *)\npublic struct {name}: Codable, Sendable", stored)


def struct(head, *members):
    """A declaration, the word before it, and its members with a line between them."""
    attributes, _, declaration = head.rpartition("\n")
    body = "\n\n".join(indented(member) for member in members if member)
    return lines(attributes, f"«»{declaration} {{", body, "}")


OPENAPI_HEAD = """
public enum Components {
    public enum Schemas {}
}

extension Components.Schemas {
    public struct Base: Codable, Hashable, Sendable {
        public var id: Int
    }
    public struct Timestamps: Codable, Hashable, Sendable {
        public var createdAt: Date?
    }
}

/// Passes over what does not fit.
@propertyWrapper public struct Lossy<Element: Codable & Sendable>: Codable, Sendable {
    public var wrappedValue: [Element]
    public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
    public init(from decoder: any Decoder) throws { wrappedValue = (try? [Element](from: decoder)) ?? [] }
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
"""

# MARK: Kubernetes

KUBERNETES = [
    ("resource", 20), ("spec", 34), ("status", 10), ("list", 8), ("ownCoding", 10), ("codedInExtension", 6), ("condition", 4), ("intOrString", 3),
    ("generic", 3),
    ("spi", 2),
]


def kubernetes(source):
    name, kind = source.name(), source.kind(KUBERNETES)
    group = source.random.choice(["core.v1", "apps.v1", "batch.v1beta1"])
    properties = [(n, t, f"public var {n}: {t}") for n, t, _ in source.properties(optional=0.85, most=14)]
    stored = lines(*[f"///\n/// {n}: see the reference.\n///\n{line}" for n, _, line in properties])

    def placed(text, access="public "):
        return lines(f"{access}extension {group} {{", indented(text), "}")

    if kind == "resource":
        access = "public " if source.chance(0.5) else ""
        return placed(struct(
            f"public struct {name}: Codable, Hashable, Sendable", f"public let apiVersion: String = \"v1\"\npublic let kind: String = \"{name}\"",
            "public var metadata: meta.v1.ObjectMeta?", stored, memberwise(properties),
            keys(properties + [("metadata", "", "")], "")), access)
    if kind == "spec":
        return placed(struct(f"public struct {name}: Codable, Hashable, Sendable", stored, memberwise(properties)), source.random.choice(["public ", ""]))
    if kind == "status":
        return placed(struct(
            f"struct {name}: Codable, Hashable, Sendable", stored,
            struct("struct Condition: Codable, Hashable, Sendable", "let type: String", "let reason: String?", "let lastTransitionTime: Date?"),
            "var conditions: [Condition]? = nil"))
    if kind == "list":
        return placed(struct(
            f"public struct {name}List: Codable, Sendable", "public typealias Item = meta.v1.ObjectMeta", "public var metadata: meta.v1.ObjectMeta?",
            "public var items: [Item]", "public var count: Int { items.count }", "public subscript(_ index: Int) -> Item { items[index] }"))
    if kind == "ownCoding":
        return placed(struct(
            f"public struct {name}: Codable, Hashable, Sendable", stored, memberwise(properties), keys(properties), decoding(properties), encoding(properties)))
    if kind == "codedInExtension":
        return lines(
            placed(struct(f"public struct {name}: Codable, Hashable, Sendable", stored, memberwise(properties))),
            f"extension {group}.{name} {{", indented(keys(properties, "fileprivate ")), indented(decoding(properties)), indented(encoding(properties)), "}")
    if kind == "condition":
        return placed(struct(
            f"public struct {name}: Codable, Sendable", "public var id: String",
            lines("#if os(Linux)", "public var cgroup: String?", "#else", "public var sandbox: Int?", "#endif")))
    if kind == "intOrString":
        return struct(
            f"public enum {name}: Codable, Hashable, Sendable", "case int(Int)", "case string(String)",
            "public init(from decoder: any Decoder) throws {\n    let container = try decoder.singleValueContainer()\n"
            "    self = if let value = try? container.decode(Int.self) { .int(value) } else { .string(try container.decode(String.self)) }\n}",
            "public func encode(to encoder: any Encoder) throws {\n    var container = encoder.singleValueContainer()\n    switch self {\n"
            "    case .int(let value): try container.encode(value)\n    case .string(let value): try container.encode(value)\n    }\n}")
    if kind == "generic":
        return struct(
            f"public struct {name}<Object>: Codable, Sendable where Object: Codable & Sendable", "public let object: Object", "public let type: EventType",
            "public enum EventType: String, Codable, Sendable {\n    case added = \"ADDED\"\n    case deleted = \"DELETED\"\n}")
    return placed(struct(f"@_spi(Internal)\npublic struct {name}: Codable, Sendable", stored), "")


KUBERNETES_HEAD = """
public enum core { public enum v1 {} }
public enum apps { public enum v1 {} }
public enum batch { public enum v1beta1 {} }
public enum meta {
    public enum v1 {
        public struct ObjectMeta: Codable, Hashable, Sendable {
            public var name: String?
            public var labels: [String: String]?
        }
    }
}
"""

# MARK: Clients

CLIENT = [
    ("plain", 30), ("coded", 12), ("expandable", 12), ("wrapped", 5), ("class", 6), ("base", 3), ("page", 5), ("payloads", 7), ("indirect", 3),
    ("ownCoding", 6),
    ("local", 2), ("private", 4), ("computed", 8), ("bindings", 4), ("observed", 1), ("lazyClass", 2), ("mainActor", 2), ("unicode", 2), ("extension", 6),
    ("generic", 3), ("excluded", 3), ("closure", 1), ("rawStruct", 1), ("empty", 2), ("decodable", 8), ("request", 4),
]


def client(source):
    name, kind = source.name(), source.kind(CLIENT)
    access = source.random.choice(["", "public ", "public "])
    properties = source.properties(access)
    stored = lines(*[line for *_, line in properties])
    if kind == "plain":
        return struct(f"{access}struct {name}: Codable", stored)
    if kind == "coded":
        return struct(f"{access}struct {name}: Codable, Equatable", stored, keys(properties, source.random.choice(["", "private "])))
    if kind == "expandable":
        return struct(f"public struct {name}: Codable", "public var id: String", *[
            f"@Expandable<Customer> public var {n}: String?" if index % 2 else f"@ExpandableCollection<Customer> public var {n}: [String]?"
            for index, n in enumerate(["customer", "customers", "otherParty"])], stored)
    if kind == "wrapped":
        return struct(
            f"{access}struct {name}: Codable",
            "@DefaultFalse var isActive: Bool", "@UnixTime var createdAt: Date", "@Lowercased var slug = \"\"", stored)
    if kind == "class":
        return struct(f"{access}final class {name}: Codable", stored, memberwise(properties, access))
    if kind == "base":
        return struct(f"{access}class {name}: Codable", stored, memberwise(properties, access))
    if kind == "page":
        return struct(
            f"{access}struct {name}<Item: Codable>: Codable",
            f"{access}let items: [Item]", f"{access}let next: URL?", f"{access}var isLast: Bool {{ next == nil }}")
    if kind == "payloads":
        return struct(f"{access}enum {name}: Codable", "case text(String)", "case image(url: URL, width: Int?)", "case none")
    if kind == "indirect":
        return struct(f"{access}indirect enum {name}: Codable", "case value(Int)", f"case sum({name}, {name})", f"case not(of: {name})")
    if kind == "ownCoding":
        return struct(f"{access}struct {name}: Codable", stored, keys(properties), decoding(properties, access))
    if kind == "local":
        return lines(f"func load{name}(_ data: Data) throws -> Int {{", indented(struct("struct Response: Decodable", "let count: Int")),
                     "    return try JSONDecoder().decode(Response.self, from: data).count", "}")
    if kind == "private":
        inner = struct("private struct Token: Codable", "let value: String")
        return struct(f"struct {name}: Codable", inner, "private let token: Token?", "let id: Int")
    if kind == "computed":
        return struct(
            f"{access}struct {name}: Codable, Identifiable, Sendable", "/// The identity.\n" + f"{access}let id: Int",
            f"{access}private(set) var visits: Int = 0",
            f"{access}static let placeholder = {name}(id: 0)", f"{access}static var limit: Int {{ 10 }}",
            f"{access}var label: String {{\n    get {{ \"\\(id)\" }}\n    set {{ visits += newValue.count }}\n}}",
            f"{access}mutating func visit() {{ visits += 1 }}")
    if kind == "bindings":
        return struct(f"{access}struct {name}: Codable", "var width, height: Int", "let x: Double, y: Double", "var tags: [String] = [], note: String? = nil")
    if kind == "observed":
        return struct(f"{access}struct {name}: Codable", "var count: Int {\n    didSet { isChanged = true }\n}", "var isChanged = false")
    if kind == "lazyClass":
        return struct(
            f"final class {name}: Codable", "let id: Int", "lazy var key: String = \"k\\(id)\"", "var count = 0 {\n    didSet { key = \"\" }\n}",
            "enum CodingKeys: String, CodingKey {\n    case id, count\n}", "init(id: Int) { self.id = id }")
    if kind == "mainActor":
        return struct(f"@MainActor\nstruct {name}: Codable, Sendable", "let id: Int", "var title: String")
    if kind == "unicode":
        return struct(f"struct {name}: Codable", "let größe: Int", "let 名前: String?", "let `with space`: Int")
    if kind == "extension":
        return lines(f"{access}extension Customer {{", indented(struct(f"{access}struct {name}: Codable", stored)), "}")
    if kind == "generic":
        return struct(
            f"{access}struct {name}<Data: Codable, Meta>: Codable where Meta: Codable", f"{access}let data: Data", f"{access}let meta: Meta?",
            f"{access}var errors: [String]? = nil")
    if kind == "excluded":
        return struct(
            f"struct {name}: Codable", "let id: Int", "var isSelected = false", "var cache: NSObject? = nil",
            "enum CodingKeys: String, CodingKey {\n    case id\n}")
    if kind == "closure":
        return struct(
            f"struct {name}: Codable", "let id: Int", "var onChange: (() -> Void)? = nil", "enum CodingKeys: String, CodingKey {\n    case id\n}")
    if kind == "rawStruct":
        return struct(
            f"{access}struct {name}: RawRepresentable, Codable, Hashable",
            f"{access}let rawValue: String", f"{access}init(rawValue: String) {{ self.rawValue = rawValue }}")
    if kind == "empty":
        return struct(f"{access}struct {name}: Codable")
    if kind == "decodable":
        return struct(f"{access}struct {name}: Decodable, Sendable", stored)
    return struct(f"{access}struct {name}: Encodable", f"{access}var method = \"POST\"", f"{access}let limit: Int?", f"{access}let query: [String: String]")


CLIENT_HEAD = """
public struct Customer: Codable {
    public var id: String
}

@propertyWrapper public struct Expandable<Object: Codable>: Codable {
    private enum State { case name(String), object(Object), nothing }
    private var state = State.nothing
    public var wrappedValue: String? { if case .name(let name) = state { name } else { nil } }
    public var projectedValue: Object? { if case .object(let object) = state { object } else { nil } }
    public init() {}
    public init(from decoder: any Decoder) throws { state = .object(try Object(from: decoder)) }
    public func encode(to encoder: any Encoder) throws {}
}

@propertyWrapper public struct ExpandableCollection<Object: Codable>: Codable {
    private var names: [String]?
    public var wrappedValue: [String]? { names }
    public init() {}
    public init(from decoder: any Decoder) throws { names = try [String](from: decoder) }
    public func encode(to encoder: any Encoder) throws { try names?.encode(to: encoder) }
}

extension KeyedDecodingContainer {
    public func decode<T>(_ type: Expandable<T>.Type, forKey key: Key) throws -> Expandable<T> { try decodeIfPresent(type, forKey: key) ?? Expandable() }
    public func decode<T>(_ type: ExpandableCollection<T>.Type, forKey key: Key) throws -> ExpandableCollection<T> {
        try decodeIfPresent(type, forKey: key) ?? ExpandableCollection()
    }
    public func decode(_ type: DefaultFalse.Type, forKey key: Key) throws -> DefaultFalse {
        try decodeIfPresent(type, forKey: key) ?? DefaultFalse(wrappedValue: false)
    }
}

@propertyWrapper public struct DefaultFalse: Codable {
    public var wrappedValue: Bool
    public init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }
    public init(from decoder: any Decoder) throws { wrappedValue = (try? Bool(from: decoder)) ?? false }
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper public struct UnixTime: Codable {
    public var wrappedValue: Date
    public init(wrappedValue: Date) { self.wrappedValue = wrappedValue }
    public init(from decoder: any Decoder) throws { wrappedValue = Date(timeIntervalSince1970: try Double(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try wrappedValue.timeIntervalSince1970.encode(to: encoder) }
}

@propertyWrapper public struct Lowercased: Codable {
    private var text = ""
    public var wrappedValue: String {
        get { text }
        set { text = newValue.lowercased() }
    }
    public init(wrappedValue: String) { self.wrappedValue = wrappedValue }
}
"""


def code_bases(seed, types):
    """Heads and types of each code base, a third of the types each."""
    bases = [("OpenAPI", "O", OPENAPI_HEAD, openapi), ("Kubernetes", "K", KUBERNETES_HEAD, kubernetes), ("client", "C", CLIENT_HEAD, client)]
    made = {}
    for index, (name, prefix, head, make) in enumerate(bases):
        source = Source(seed, prefix)
        count = types * (index + 1) // len(bases) - types * index // len(bases)
        made[name] = (head, [make(source) for _ in range(count)])
    return made
