// The one syntax of paths: `at:`, `.array(at:)` and the keys of models read it here, and errors write what reads as the same path.
//
//     info.1.t         info, 1, t          info[1].t        info, 1, t
//     a\.b             a.b                 ["a.b"].c        a.b, c
//     a\[0]            a[0]                .ext             .ext
//
// Scalar by scalar: a dot before a combining character is a dot.

extension JSONPath {
    /// Reads a path.
    ///
    /// Dots separate keys: `data.user`. An index of an array stands in brackets or between dots, `items[0].id` or `items.0.id`: both are the element of
    /// an array, or the key `0` of an object. What belongs to a key itself is written with a backslash, `a\\.b`, `a\\[0]`, `\\\\`, or the whole key in quotes and
    /// brackets, `["a.b"]`, where `\\"` is a quote. Brackets around anything else belong to the key, as in `filter[name]`, and so does a backslash before anything else.
    /// Empty parts are left out, but if no more than one part is left of a text with dots, the text is one key: `.ext` is the key `.ext`. In the keys of a model
    /// other brackets and two dots in a row are errors: there they are most often slips.
    ///
    /// - Parameter value: The path as text; empty for the root.
    public init(stringLiteral value: String) {
        components = PathReader.components(value)
    }

    /// What of a path's text is read, but hardly as it is meant.
    enum Slip {
        /// A bracket that nothing closes.
        case openBracket
        /// Brackets around what is neither an index nor a key in quotes.
        case otherBrackets
        /// Two dots in a row.
        case emptyPart
    }

    /// The first slip in a path's text; nil if there is none.
    static func slip(in text: String) -> Slip? { PathReader.slip(text) }

    /// What to say of a path that leads nowhere, if it looks like one of another syntax; otherwise empty.
    var likelySlip: String {
        if case .key(let first)? = components.first {
            if first == "$" && components.count > 1 { return "; a path begins at the root, which has no sign '$'" }
            if first.utf8.first == UInt8(ascii: "/") { return "; keys of a path are separated by dots, not by slashes" }
        }
        let hasBracket = components.contains { component in
            if case .key(let key) = component { key.utf8.contains(UInt8(ascii: "[")) } else { false }
        }
        return hasBracket ? "; brackets of a path hold an index, as in a[0], or a key in quotes" : ""
    }

    /// Whether a scalar means something in a path.
    static func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "[", "]", "\"", "\\": true
        default: false
        }
    }

    /// A key as it stands in quotes.
    static func quoted(_ key: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in key.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }
}

extension JSONPath.Component {
    /// The key of an object that the step leads to: an index is the key that is written like it.
    var keyText: String {
        switch self {
        case .key(let key): key
        case .index(let index): String(index)
        }
    }

    /// The index of an array that the step leads to; nil if it leads to none.
    ///
    /// A key is one if it is of digits, without a zero before others.
    var arrayIndex: Int? {
        switch self {
        case .index(let index): index
        case .key(let key): Self.arrayIndex(key)
        }
    }

    /// The index of an array that a key may be.
    static func arrayIndex(_ key: String) -> Int? {
        let utf8 = key.utf8
        guard utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), utf8.count == 1 || utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(key).flatMap { $0 < Int.max ? $0 : nil }
    }
}

/// Reads the text of a path once, from its start to its end.
private struct PathReader {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var components: [JSONPath.Component] = []
    /// The key at hand, as far as it has been read.
    private var key = String.UnicodeScalarView()
    /// The text without its escapes.
    private var whole = String.UnicodeScalarView()
    private var hasDots = false
    private var slip: JSONPath.Slip?
    /// Whether two dots have come in a row, and no part after them yet.
    private var hasEmptyPart = false

    static func components(_ text: String) -> [JSONPath.Component] {
        var reader = PathReader(scalars: Array(text.unicodeScalars))
        return reader.read()
    }

    static func slip(_ text: String) -> JSONPath.Slip? {
        var reader = PathReader(scalars: Array(text.unicodeScalars))
        _ = reader.read()
        return reader.slip
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private mutating func read() -> [JSONPath.Component] {
        while place < scalars.count {
            switch scalars[place] {
            case ".":
                whole.append(".")
                if key.isEmpty && !components.isEmpty && scalars[place - 1] == "." { hasEmptyPart = true }
                endKey()
                hasDots = true
                place += 1
            case "[":
                if let (component, end) = index() ?? quotedKey() {
                    endKey()
                    append(component)
                    whole.append(contentsOf: scalars[place..<end])
                    place = end
                } else {
                    // Once for all brackets: a text of many is not looked through for each of them.
                    if slip == nil { slip = scalars[place...].contains("]") ? .otherBrackets : .openBracket }
                    take()
                }
            case "\\":
                if place + 1 < scalars.count, scalars[place + 1] != "\"", JSONPath.isSyntax(scalars[place + 1]) { place += 1 }
                take()
            default: take()
            }
        }
        endKey()
        return hasDots && components.count < 2 ? [.key(String(whole))] : components
    }

    /// Takes a scalar as one of the key at hand.
    private mutating func take() {
        key.append(scalars[place])
        whole.append(scalars[place])
        place += 1
    }

    private mutating func endKey() {
        if !key.isEmpty { append(.key(String(key))) }
        key = String.UnicodeScalarView()
    }

    private mutating func append(_ component: JSONPath.Component) {
        components.append(component)
        if hasEmptyPart && slip == nil { slip = .emptyPart }
    }

    /// An index in brackets that begins here, and where it ends. It is written as a number is, and no other way.
    private func index() -> (JSONPath.Component, end: Int)? {
        // Longer than any number: what is no index is not looked through again and again.
        guard let end = scalars[place...].prefix(24).firstIndex(of: "]") else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[(place + 1)..<end])
        guard let index = Int(String(text)), String(index).unicodeScalars.elementsEqual(text) else { return nil }
        return (.index(index), end + 1)
    }

    /// A key in quotes and brackets that begins here, and where it ends.
    private func quotedKey() -> (JSONPath.Component, end: Int)? {
        guard place + 1 < scalars.count, scalars[place + 1] == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        var next = place + 2
        while next < scalars.count {
            switch scalars[next] {
            case "\"":
                // A quote inside a key has a backslash before it.
                guard next + 1 < scalars.count, scalars[next + 1] == "]" else { return nil }
                return (.key(String(text)), next + 2)
            case "\\" where next + 1 < scalars.count && (scalars[next + 1] == "\"" || scalars[next + 1] == "\\"):
                text.append(scalars[next + 1])
                next += 2
            case let scalar:
                text.append(scalar)
                next += 1
            }
        }
        return nil
    }
}
