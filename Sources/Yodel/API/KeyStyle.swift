/// How a property's key follows from its name.
///
/// A style is applied once per type, when its plan is made, and never while a document is read. Keys that a model's `keyMapping` gives are taken as they
/// stand.
public struct KeyStyle: Sendable, Hashable {
    /// What the styles that are equal share; nil for `verbatim`. Plans differ by style, so they are kept with it.
    let rules: KeyRules?

    /// The property's name itself.
    public static let verbatim = KeyStyle(rules: nil)

    /// Words in lower case, joined by underscores: `createdAt` is `created_at`, `avatarURL` is `avatar_url`, `html5Page` is `html5_page`.
    public static let snakeCase = KeyStyle(rules: KeyRules(snakeCase))

    /// A style of your own.
    ///
    /// ```swift
    /// static let kebab = KeyStyle.custom { name in KeyStyle.words(of: name).joined(separator: "-") }
    /// ```
    ///
    /// Make it once and keep it: every call makes a new style, with plans of its own.
    ///
    /// - Parameter key: Gives the key of a property by its name. Called when a plan is made.
    /// - Returns: The style.
    public static func custom(_ key: @escaping @Sendable (String) -> String) -> KeyStyle {
        KeyStyle(rules: KeyRules(key))
    }

    /// The words of a property's name, in lower case: `["avatar", "url"]` for `avatarURL`.
    ///
    /// A word ends before a capital that follows a small letter or a digit, and before the last capital of several if a small letter follows it.
    ///
    /// - Parameter name: A name in camel case.
    /// - Returns: The words; none for an empty name.
    public static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : nil
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let startsWord =
                character.isUppercase && previous.map { !$0.isUppercase || next?.isLowercase == true } == true
            if startsWord || character == "_", !word.isEmpty {
                words.append(word)
                word = ""
            }
            if character != "_" { word += character.lowercased() }
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func snakeCase(_ name: String) -> String {
        words(of: name).joined(separator: "_")
    }

    /// Whether two styles are one.
    ///
    /// - Parameters:
    ///   - left: A style.
    ///   - right: A style.
    /// - Returns: Whether they are the same; of own styles those that one call of `custom` made.
    public static func == (left: KeyStyle, right: KeyStyle) -> Bool { left.rules === right.rules }

    /// Feeds the style's identity to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(rules.map(ObjectIdentifier.init)) }
}
