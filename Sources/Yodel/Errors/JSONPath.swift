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

    /// The path as text with `[*]` for every index: what the paths of one property of all records have in common.
    var pattern: String {
        description(index: { _ in "[*]" })
    }

    /// The path as text: `data.items[3].name`.
    public var description: String {
        description(index: { "[\($0)]" })
    }

    private func description(index text: (Int) -> String) -> String {
        var result = ""
        for component in components {
            switch component {
            case .index(let index):
                result += text(index)
            case .key(let key) where key.isEmpty || key.contains(where: { $0 == "." || $0 == "[" || $0 == "]" || $0 == "\"" }):
                result += "[\"" + key.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\"]"
            case .key(let key):
                result += result.isEmpty ? key : "." + key
            }
        }
        return result
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
