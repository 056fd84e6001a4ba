/// The words of a property's name, with their letters as they are in the name: `avatar` and `URL` of `avatarURL`.
///
/// A word ends before a capital that follows a small letter or a digit, and before the last capital of several if a small letter follows it. Underscores
/// separate words and belong to none.
struct KeyWords {
    private let name: String
    let words: [String]

    init(_ name: String) {
        self.name = name
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
            if character != "_" { word.append(character) }
        }
        self.words = word.isEmpty ? words : words + [word]
    }

    /// The words, joined to a key. Underscores at both ends of the name stay; a name of nothing else is its own key.
    ///
    /// - Parameters:
    ///   - sign: What stands between words.
    ///   - spell: Spells a word, by its place among the words.
    private func joined(by sign: String, _ spell: (_ place: Int, _ word: String) -> String) -> String {
        guard !words.isEmpty else { return name }
        let start = name.prefix { $0 == "_" }
        let end = name.reversed().prefix { $0 == "_" }
        let key = words.enumerated().map { spell($0.offset, $0.element) }.joined(separator: sign)
        return "\(start)\(key)\(String(end))"
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}

// The spellings of the styles.

extension KeyWords {
    /// `createdAt`, `avatarURL`
    static func camelCase(_ name: String) -> String {
        KeyWords(name).joined(by: "") { place, word in place == 0 ? word.lowercased() : capitalised(word) }
    }

    /// `CreatedAt`, `AvatarURL`
    static func pascalCase(_ name: String) -> String { KeyWords(name).joined(by: "") { _, word in capitalised(word) } }

    /// `created-at`, `avatar-url`
    static func kebabCase(_ name: String) -> String { KeyWords(name).joined(by: "-") { _, word in word.lowercased() } }

    /// `Created-At`, `Avatar-Url`
    static func trainCase(_ name: String) -> String { KeyWords(name).joined(by: "-") { _, word in capitalised(word.lowercased()) } }

    /// `CREATED_AT`, `AVATAR_URL`
    static func screamingSnakeCase(_ name: String) -> String { KeyWords(name).joined(by: "_") { _, word in word.uppercased() } }
}
