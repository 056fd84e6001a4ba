/// Types as a program writes them: `[User]`, `[String: Int]` and `Int?`, not `Array<User>`.
enum TypeText {
    /// The name of a type, without its module.
    static func name(of type: Any.Type) -> String { spelled(String(describing: type)) }

    /// A name in which collections and optionals are written by their signs.
    static func spelled(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "<")) else { return name }
        var text = Substring(name)
        return spelled(&text, to: "")
    }

    /// Reads a name to its end, or to one of the ends at its level.
    private static func spelled(_ text: inout Substring, to ends: String) -> String {
        var result = ""
        // Where the word at hand begins.
        var word = result.startIndex
        while let character = text.first, !ends.contains(character) {
            text.removeFirst()
            switch character {
            case "<":
                let head = String(result[word...])
                let first = spelled(&text, to: ",>")
                if head == "Array" && text.first == ">" {
                    result.removeSubrange(word...)
                    result += "[\(first)]"
                } else if head == "Optional" && text.first == ">" {
                    result.removeSubrange(word...)
                    // `any P` and functions have a space.
                    result += first.contains(" ") && !first.hasPrefix("[") ? "(\(first))?" : "\(first)?"
                } else if head == "Dictionary" && text.first == "," {
                    text = text.dropFirst(2)
                    result.removeSubrange(word...)
                    result += "[\(first): \(spelled(&text, to: ",>"))]"
                } else {
                    result += "<" + first
                    while text.first == "," {
                        text = text.dropFirst(2)
                        result += ", " + spelled(&text, to: ",>")
                    }
                    result += ">"
                }
                text = text.dropFirst()
            case "(":
                result += "(" + spelled(&text, to: ")") + ")"
                text = text.dropFirst()
            case "-" where text.first == ">":
                text.removeFirst()
                result += "->"
            default:
                result.append(character)
                if character.isLetter || character.isNumber || character == "_" { continue }
            }
            word = result.endIndex
        }
        return result
    }
}
