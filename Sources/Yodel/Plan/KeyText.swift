/// Keys and paths as a declaration writes them.
enum KeyText {
    /// The keys of a path, outermost first: an index is the key that is written like it. `JSONPath` has the syntax.
    static func components(_ text: String) -> [String] {
        JSONPath(stringLiteral: text).components.map(\.keyText)
    }

    /// The index of an array that a key may be: what is written in digits.
    static func index(_ key: String) -> Int? { JSONPath.Component.arrayIndex(key) }

    /// A key with its ASCII letters in lower case.
    static func folded(_ key: String) -> String {
        String(decoding: key.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
