/// The place of a value in a document, as RFC 6901 writes it: `/users/0/name`.
///
/// ```swift
/// let document: JSONValue = ["users": [["name": "Ann", "a/b": 1]]]
/// document[pointer: "/users/0/name"]     // "Ann"
/// document[pointer: "/users/0/a~1b"]     // 1
/// document[pointer: "/users/1"]          // nil
/// document[pointer: ""] == document      // true
/// ```
///
/// A pointer is a list of tokens, each of which steps into one container: the key of an object, compared by its UTF-8 bytes, or the index of an array, in
/// digits without a leading zero. Nothing stands at `-`, the place behind an array's last element, and nothing in a scalar.
///
/// Read values from bytes with ``ModelDecoder/find(_:in:)``, several in one pass. A ``JSONPath`` is the other notation, that of
/// key mappings and errors.
public struct JSONPointer: Sendable, Hashable {
    /// The steps from the root, unescaped.
    public let tokens: [String]

    /// Makes a pointer of its tokens.
    ///
    /// - Parameter tokens: Keys and indexes as they are, nothing escaped.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Takes a pointer by its text, if it is one.
    ///
    /// - Parameter text: Empty for the whole document; else each token behind a slash, `~0` for a tilde in it and `~1` for a slash. A pointer in the fragment
    ///   of a URL has to be decoded first.
    /// - Returns: nil if the text does not begin with a slash, or has a tilde before anything else.
    public init?(_ text: String) {
        guard let tokens = Self.tokens(text) else { return nil }
        self.tokens = tokens
    }

    /// Takes the place that an error or a report names.
    ///
    /// - Parameter path: A path of keys and indexes.
    public init(_ path: JSONPath) {
        tokens = path.components.map { component in
            switch component {
            case .key(let key): key
            case .index(let index): String(index)
            }
        }
    }

    private static func tokens(_ text: String) -> [String]? {
        if text.isEmpty { return [] }
        var tokens: [[UInt8]] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
                tokens[tokens.count - 1].append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscaped = false
            } else if byte == UInt8(ascii: "/") {
                tokens.append([])
            } else if tokens.isEmpty {
                return nil
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                tokens[tokens.count - 1].append(byte)
            }
        }
        return isEscaped ? nil : tokens.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether two pointers have the same tokens, compared by their UTF-8 bytes, as keys are.
    ///
    /// - Parameters:
    ///   - left: A pointer.
    ///   - right: Another.
    /// - Returns: Whether they are equal.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count && zip(left.tokens, right.tokens).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Feeds the tokens to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { UTF8Key(token).hash(into: &hasher) }
    }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The pointer's text, as RFC 6901 has it.
    public var text: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): text += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same as ``text``.
    public var description: String { text }

    /// Makes a pointer of a literal.
    ///
    /// - Parameter value: The literal.
    /// - Precondition: The literal is a pointer.
    public init(stringLiteral value: String) {
        guard let tokens = Self.tokens(value) else { preconditionFailure("a literal that is no JSON pointer") }
        self.tokens = tokens
    }
}

extension JSONValue {
    /// The value at a place.
    ///
    /// - Parameter pointer: The place.
    /// - Returns: nil if nothing stands there.
    /// - Complexity: Linear in the number of tokens, on average.
    public subscript(pointer pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let next: JSONValue? =
                switch value {
                case .object(let object): object[token]
                case .array: JSONPath.Component.arrayIndex(token).flatMap { value[$0] }
                case .null, .bool, .number, .string: .none
                }
            guard let next else { return .none }  // `nil` would be JSON's null
            value = next
        }
        return value
    }
}
