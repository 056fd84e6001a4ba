/// Keys and paths as a declaration writes them.
enum KeyText {
    /// The keys of a path, outermost first.
    ///
    /// Dots separate; `\.` is a dot and `\\` a backslash of the key itself. Empty parts are left out; if no more than one part is left, the
    /// whole text is one key, dots included, so that `.ext` is the key `.ext`.
    ///
    ///     "ext.desc"  → ext, desc        "a\.b" → a.b        ".ext" → .ext
    static func components(_ text: String) -> [String] {
        // Scalar by scalar: a dot before a combining character is a dot.
        var parts = [String.UnicodeScalarView()]
        var whole = String.UnicodeScalarView()
        var isEscaped = false
        for character in text.unicodeScalars {
            if !isEscaped && character == "\\" {
                isEscaped = true
                continue
            }
            if isEscaped && character != "." && character != "\\" {
                // A backslash before anything else is itself.
                parts[parts.count - 1].append("\\")
                whole.append("\\")
            }
            if !isEscaped && character == "." {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(character)
            }
            whole.append(character)
            isEscaped = false
        }
        if isEscaped {
            parts[parts.count - 1].append("\\")
            whole.append("\\")
        }
        let filled = parts.filter { !$0.isEmpty }.map { String($0) }
        return filled.count > 1 ? filled : [String(whole)]
    }

    /// The index of an array that a key may be: what is written in digits.
    static func index(_ key: String) -> Int? {
        guard key.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(key).flatMap { $0 < Int.max ? $0 : nil }
    }

    /// A key with its ASCII letters in lower case.
    static func folded(_ key: String) -> String {
        String(decoding: key.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
