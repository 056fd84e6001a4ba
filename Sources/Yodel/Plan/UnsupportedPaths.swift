// What the syntax of paths reads without complaint, but what leads nowhere in a mapping: a property mapped to it would stay as it is, whatever the
// document has.

extension ModelDeclaration {
    /// Looks whether every path of the mapping may lead to a value.
    ///
    /// - Throws: An error of category `model` if one cannot.
    func checkPaths(of type: Any.Type) throws(ModelError) {
        let written = writtenKeys.mapValues { [$0] }
        for (name, paths) in keys.merging(written, uniquingKeysWith: { $0 + $1 }).sorted(by: { $0.key < $1.key }) {
            for path in paths {
                if let reason = KeyText.reasonAgainst(path) { throw .pathLeadsNowhere(path, reason, of: name, type) }
            }
        }
    }
}

extension KeyText {
    /// Why a path of a mapping leads nowhere; nil if it may lead to a value.
    fileprivate static func reasonAgainst(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: "[")) else { return nil }
        let found = indexes(path)
        // Where an index would be read, no key is written.
        if indexes(path.replacing("[*]", with: "[0]")).count > found.count {
            return "[*] stands for all elements of an array, but a path leads to one value; map the array to an array of models, "
                + #"or write \[*] if it belongs to a key"#
        }
        if case .index(let index) = JSONPath(stringLiteral: path).components.first {
            return "it begins with an index, but a model is read from an object, not from an array; the key \(index) of an object is "
                + "written '\(index)'"
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
}
