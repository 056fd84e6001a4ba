/// The way from the root of a document to one value: keys of objects and indexes of arrays.
///
/// Written the way it is read: `data.items[3].name`. A key that holds a dot, a bracket or a quote, or is empty, is written `["a.b"]`.
/// The path of the root is empty and is written as the empty string.
///
/// ```swift
/// let path: JSONPath = "data.items[3].name"
/// path.components.count   // 4
/// ```
public struct JSONPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// One step down from a container to a value in it.
    public enum Component: Sendable, Hashable {
        /// The value of this key of an object.
        case key(String)
        /// The element at this index of an array, counted from zero.
        case index(Int)
    }

    /// The steps from the root, outermost first.
    public var components: [Component]

    /// Makes a path of the steps given.
    ///
    /// - Parameter components: The steps from the root, outermost first; none for the root itself.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Reads a path in the form that `description` writes, without the quoted form of a key.
    ///
    /// - Parameter value: Keys joined by dots, indexes in brackets: `items[0].id`.
    public init(stringLiteral value: String) {
        components = []
        for part in value.split(separator: ".") {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            if let key = pieces.first, !key.isEmpty {
                components.append(.key(String(key)))
            }
            for piece in pieces.dropFirst() {
                guard piece.last == "]", let index = Int(piece.dropLast()) else {
                    components.append(.key("[" + piece))
                    continue
                }
                components.append(.index(index))
            }
        }
    }

    /// The path as text with `[*]` for every index: what the paths of one property of all records have in common. Of a key that is longer than
    /// `patternKeyLimit` bytes it has the beginning, so that a document cannot make each of many departures cost a long text.
    var pattern: String {
        var result = ""
        for component in components {
            switch component {
            case .index: result += "[*]"
            case .key(let key): Self.append(Self.beginning(of: key), to: &result)
            }
        }
        return result
    }

    /// Bytes of a key that a pattern holds.
    static let patternKeyLimit = 128

    private static func beginning(of key: String) -> String {
        guard key.utf8.count > patternKeyLimit else { return key }
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in key.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= patternKeyLimit else { break }
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// The path as text: `data.items[3].name`.
    public var description: String {
        var result = ""
        for component in components {
            switch component {
            case .index(let index): result += "[\(index)]"
            case .key(let key): Self.append(key, to: &result)
            }
        }
        return result
    }

    /// Appends a key. By bytes: characters of a key from a document may be of any length, and are compared in more than linear time.
    private static func append(_ key: String, to result: inout String) {
        let isQuoted = key.isEmpty || key.utf8.contains { quoted.contains($0) }
        guard isQuoted else { return result += result.isEmpty ? key : "." + key }
        result += "[\""
        for (index, part) in key.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).enumerated() {
            result += index > 0 ? "\\\"" : ""
            result += Substring(part)
        }
        result += "\"]"
    }

    private static let quoted: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\"")]
}

extension JSONPath.Component {
    /// Whether two steps are the same: keys are compared by their UTF-8 bytes, as `JSONObject` compares them.
    ///
    /// - Parameters:
    ///   - left: A step.
    ///   - right: Another.
    /// - Returns: Whether they are the same.
    public static func == (left: JSONPath.Component, right: JSONPath.Component) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): ExactKey(left) == ExactKey(right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    /// Feeds the step to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): hasher.combine(ExactKey(key))
        case .index(let index): hasher.combine(index)
        }
    }
}

extension JSONPath: Codable {
    /// Reads a path: an array of keys and indexes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        components = try decoder.singleValueContainer().decode([Component].self)
    }

    /// Writes the path as an array of keys and indexes.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(components)
    }
}

extension JSONPath.Component: Codable {
    /// Reads a step: a string is a key, an integer an index.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let index = try? container.decode(Int.self) {
            self = .index(index)
        } else {
            self = .key(try container.decode(String.self))
        }
    }

    /// Writes the step: a key as a string, an index as an integer.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .key(let key): try container.encode(key)
        case .index(let index): try container.encode(index)
        }
    }
}
