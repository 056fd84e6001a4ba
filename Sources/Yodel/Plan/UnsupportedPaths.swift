// What the syntax of paths reads without complaint, but what leads nowhere in a mapping, or elsewhere than it is meant: a property mapped to it would stay as it
// is, whatever the document has. Each reason says how that is written which may be meant.

extension ModelDeclaration {
    /// Looks whether every path of the mapping may lead to a value.
    ///
    /// - Throws: An error of category `model` if one cannot.
    func checkPaths(of type: Any.Type) throws(ModelError) {
        let written = writtenKeys.mapValues { [$0] }
        for (name, paths) in keys.merging(written, uniquingKeysWith: { $0 + $1 }).sorted(by: { $0.key < $1.key }) {
            for path in paths {
                if let reason = KeyText.reasonAgainst(path, ofArray: isArray) { throw .pathLeadsNowhere(path, reason, of: name, type) }
            }
        }
    }
}

extension KeyText {
    /// Why a path of a mapping leads nowhere, or elsewhere than it is meant; nil if it may lead to a value.
    ///
    /// - Parameter isArray: Whether it is that of a model whose objects are arrays.
    static func reasonAgainst(_ path: String, ofArray isArray: Bool = false) -> String? {
        if path.utf8.first == UInt8(ascii: "/") {
            let keys = path.split(separator: "/").map { JSONPath.Component.key(String($0)) }
            let meant = keys.isEmpty ? "" : "write '\(JSONPath(keys))'; "
            return "keys of a path are separated by dots, not by slashes: \(meant)a key that begins with a slash is written "
                + JSONPath([.key(path)]).description
        }
        if path.hasPrefix("$.") || path.hasPrefix("$[") {
            let rest = path.dropFirst(path.utf8.starts(with: "$.".utf8) ? 2 : 1)
            return #"a path begins at the model's own object, which has no sign: write '\#(rest)'; a key '$' is written ["$"]"#
        }
        let hasBrackets = path.utf8.contains(UInt8(ascii: "["))
        let found = hasBrackets ? indexes(path) : []
        // Where an index would be read, no key is written.
        if hasBrackets && indexes(path.replacing("[*]", with: "[0]")).count > found.count {
            return "[*] stands for all elements of an array, but a path leads to one value; map the array to an array of models, "
                + #"take one value of each element with the transform .each("name"), or write \[*] if it belongs to a key"#
        }
        switch hasBrackets || path.utf8.contains(UInt8(ascii: ".")) ? JSONPath.slip(in: path) : nil {
        case .openBracket: return #"a bracket is not closed; an index is written a[0], and a bracket that belongs to a key \["#
        case .otherBrackets:
            return "brackets hold an index, as in a[0], or a key in quotes; a key of an object follows a dot, as in a.b, and a bracket "
                + #"that belongs to a key is written \["#
        case .emptyPart:
            return "two dots in a row have no key between them: write '\(JSONPath(stringLiteral: path))'; "
                + #"an empty key is written [""], and a dot that belongs to a key \."#
        case nil: break
        }
        if hasBrackets, !isArray, case .index(let index) = JSONPath(stringLiteral: path).components.first {
            return "it begins with an index, but a model is read from an object, not from an array (model.isArray); the key \(index) of an "
                + "object is written '\(index)'"
        }
        return found.contains { $0 < 0 } ? "an index counts from the start of an array, from 0" : nil
    }

    /// The indexes that a path has in brackets.
    private static func indexes(_ path: String) -> [Int] {
        JSONPath(stringLiteral: path).components.compactMap { if case .index(let index) = $0 { index } else { nil } }
    }
}

extension ModelError {
    fileprivate static func pathLeadsNowhere(_ path: String, _ reason: String, of property: String, _ type: Any.Type) -> ModelError {
        invalid("model.keys of \(type) gives '\(property)' the path '\(path)', which is not supported: \(reason)")
    }

    static func discriminatorLeadsNowhere(_ path: String, _ reason: String, of type: Any.Type) -> ModelError {
        invalid("the discriminator of \(type) has the path '\(path)', which is not supported: \(reason)")
    }
}
