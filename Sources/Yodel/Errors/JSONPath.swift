/// The way from the root of a document to one value: keys of objects and indexes of arrays.
///
/// A path is written as it is read: `data.items[3].name`. A key that is empty, or contains a dot, a bracket, a quote or a backslash, is written
/// `["a.b"]`. So is a first key that is `$` or begins with a slash. The path of the root is empty, and is written as the empty string.
///
/// ```swift
/// let path: JSONPath = "data.items[3].name"
/// path.components.count   // 4
/// ```
///
/// The same syntax holds wherever a path is written, in the keys of models too; ``init(stringLiteral:)`` has it.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// One step down from a container to a value in it.
    public enum Component: Sendable, Hashable {
        /// The value of this key of an object.
        case key(String)
        /// The element at this index of an array, counted from zero; in an object, the value of the key that is written like the index.
        case index(Int)
    }

    /// The steps from the root, outermost first.
    public var components: [Component]

    /// Makes a path from its steps.
    ///
    /// - Parameter components: The steps from the root, outermost first; none for the root itself.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The path as text with `[*]` for every index: what the paths of one property of all records have in common. Of a key that is longer than
    /// `patternKeyLimit` bytes it has the beginning, so that a document cannot make each of many issues cost a long text.
    package var pattern: String {
        var result = ""
        for component in components {
            switch component {
            case .index: result += "[*]"
            case .key(let key): Self.append(key.beginning(ofBytes: Self.patternKeyLimit), to: &result)
            }
        }
        return result
    }

    /// The pattern of a path after another one.
    static func pattern(_ start: String, _ end: String) -> String {
        let isJoined = start.isEmpty || end.isEmpty || end.utf8.first == UInt8(ascii: "[")
        return isJoined ? start + end : "\(start).\(end)"
    }

    /// Bytes of a key that a pattern holds.
    static let patternKeyLimit = 128

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

    /// Appends a key. Scalar by scalar: characters of a key from a document may be of any length, and are compared in more than linear time.
    private static func append(_ key: String, to result: inout String) {
        // A path that begins so is none in the keys of a model.
        let isForeign = result.isEmpty && (key.utf8.first == UInt8(ascii: "/") || key.utf8.elementsEqual("$".utf8))
        if key.isEmpty || isForeign || key.unicodeScalars.contains(where: isSyntax) {
            result += "[\"" + quoted(key) + "\"]"
        } else {
            result += result.isEmpty ? key : "." + key
        }
    }
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
        case (.key(let left), .key(let right)): UTF8Key(left) == UTF8Key(right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    /// Feeds the step to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): hasher.combine(UTF8Key(key))
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
