/// What an error says of a value that does not fit, if it is an empty one: which option takes it.
///
/// - Parameters:
///   - text: A document.
///   - offset: Bytes of it before the value.
func emptyHint(_ text: String, at offset: Int) -> String {
    let rest = text.utf8.dropFirst(offset).prefix(40).filter { $0 > UInt8(ascii: " ") }
    let isEmpty = ["\"\"", "[]", "{}", "false"].contains { rest.starts(with: $0.utf8) }
    return isEmpty ? " (emptyAsNull takes it as null)" : ""
}

/// The same of the value after a mark, `^`.
func emptyHint(marked text: String) -> String {
    emptyHint(text, at: text.utf8.prefix { $0 != UInt8(ascii: "^") }.count + 1)
}
