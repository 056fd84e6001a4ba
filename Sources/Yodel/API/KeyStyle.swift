/// How a property's key follows from its name.
///
/// | style | `createdAt` | `avatarURL` | `html5Page` | `_id` |
/// |---|---|---|---|---|
/// | ``verbatim`` | `createdAt` | `avatarURL` | `html5Page` | `_id` |
/// | ``snakeCase`` | `created_at` | `avatar_url` | `html5_page` | `_id` |
/// | ``camelCase`` | `createdAt` | `avatarURL` | `html5Page` | `_id` |
/// | ``pascalCase`` | `CreatedAt` | `AvatarURL` | `Html5Page` | `_Id` |
/// | ``kebabCase`` | `created-at` | `avatar-url` | `html5-page` | `_id` |
/// | ``trainCase`` | `Created-At` | `Avatar-Url` | `Html5-Page` | `_Id` |
/// | ``screamingSnakeCase`` | `CREATED_AT` | `AVATAR_URL` | `HTML5_PAGE` | `_ID` |
///
/// A style is applied once per type, when its plan is made, and never while a document is read; only ``foundationSnakeCase`` also converts the document's keys.
/// Keys that a model says are taken as they are. It is an error when a type is first used if a style gives two of its properties one key.
public struct KeyStyle: Sendable, Hashable {
    /// What the styles that are equal share; nil for `verbatim`. Plans differ by style, so they are kept with it.
    let rules: KeyRules?

    /// The property's name itself.
    public static let verbatim = KeyStyle(rules: nil)

    /// Words in lower case, joined by underscores: `createdAt` is `created_at`, `avatarURL` is `avatar_url`, `html5Page` is `html5_page`.
    ///
    /// Underscores of the name stay, also at both ends and doubled ones: `_id`, `__typename`, `trailing_` and `a__b` are their own keys. The keys are those of
    /// Foundation's `JSONEncoder` with `convertToSnakeCase`, except that capitals at the start are one word: `HTTPServer` is `http_server`, not
    /// `h_ttp_server`.
    public static let snakeCase = KeyStyle(rules: KeyRules(KeySpelling(snakeCase)))

    /// The keys of Foundation's strategies: documents are read as `JSONDecoder` reads them with `convertFromSnakeCase`, and written as `JSONEncoder` does with
    /// `convertToSnakeCase`.
    ///
    /// ```swift
    /// struct Picture: Model { var imgUrl = "", tbString = "" }
    /// var options = DecodingOptions.strict
    /// options.keyStyle = .foundationSnakeCase
    /// try ModelDecoder(options).decode(Picture.self, from: #"{"img_url": "u", "tbString": "x"}"#)   // both are read
    /// ```
    ///
    /// Each key of a document is converted: `img_url`, `img_URL`, `Img__Url` and `imgUrl` itself are the property `imgUrl`; underscores at both ends stay. Two
    /// of them in one object are one key twice. An exact match goes before a converted one, and keys that a model says are not converted. As with Foundation,
    /// no converted key is a name with several capitals in a row: `avatar_url` becomes `avatarUrl`. But a property is also read from the key it is written
    /// to, so `avatarURL` is read from `avatar_url`, which Foundation's decoder does not find, and `img_url` from itself.
    ///
    /// ``snakeCase`` reads one key for each property, the one it writes, and is read faster. Dictionaries keep their keys.
    public static let foundationSnakeCase = KeyStyle(rules: KeyRules(KeySpelling(converts: true) { EncodedSnakeCase.key($0) }))

    /// Words joined as in Swift: `createdAt` and `created_at` are `createdAt`, `URLSession` is `urlSession`. Capitals inside a name stay: `avatarURL` is its
    /// own key.
    public static let camelCase = KeyStyle(rules: KeyRules(KeySpelling { KeyWords.camelCase($0) }))

    /// Words joined, each with a capital at its start: `createdAt` is `CreatedAt`. Capitals inside a name stay, so that the name decides on `AvatarURL`
    /// (`avatarURL`) or `AvatarUrl` (`avatarUrl`).
    public static let pascalCase = KeyStyle(
        rules: KeyRules(KeySpelling({ KeyWords.pascalCase($0) }, name: { KeyWords.camelCase($0) })))

    /// Words in lower case, joined by hyphens: `createdAt` is `created-at`, `avatarURL` is `avatar-url`.
    public static let kebabCase = KeyStyle(rules: KeyRules(KeySpelling { KeyWords.kebabCase($0) }))

    /// Words with a capital at their start, joined by hyphens, as HTTP headers have them: `createdAt` is `Created-At`, `avatarURL` is `Avatar-Url`.
    public static let trainCase = KeyStyle(
        rules: KeyRules(KeySpelling({ KeyWords.trainCase($0) }, name: { CodedKeys.camelCase($0.lowercased()) })))

    /// Words in upper case, joined by underscores: `createdAt` is `CREATED_AT`, `avatarURL` is `AVATAR_URL`.
    public static let screamingSnakeCase = KeyStyle(
        rules: KeyRules(KeySpelling({ KeyWords.screamingSnakeCase($0) }, name: { CodedKeys.camelCase($0.lowercased()) })))

    /// The same style, in which a property is also read from the key that is its own name.
    ///
    /// ```swift
    /// struct Cover: Model { var imgUrl = "", altText = "" }
    /// options.keyStyle = .snakeCase.orName
    /// try ModelDecoder(options).decode(Cover.self, from: #"{"img_url": "u", "altText": "x"}"#)   // both are read
    /// ```
    ///
    /// Properties are written under the style's key. The two keys are alternatives, see <doc:KeysAndPaths>: of an object that has both, the style's key is
    /// used, or with lenient options the other, if the style's has null or a value that does not fit. No other spelling is read, and no key of a document is
    /// converted. ``foundationSnakeCase``, which reads names as well, is returned as it is.
    public var orName: KeyStyle { KeyStyle(rules: rules?.readingNames) }

    /// Your own style.
    ///
    /// ```swift
    /// static let dotted = KeyStyle.custom { name in KeyStyle.words(of: name).joined(separator: ".") }
    /// ```
    ///
    /// Make it once and keep it, since every call makes a new style with new plans.
    ///
    /// - Parameter key: Returns the key of a property by its name. Called when a plan is made.
    /// - Returns: The style.
    public static func custom(_ key: @escaping @Sendable (String) -> String) -> KeyStyle {
        KeyStyle(rules: KeyRules(KeySpelling(key)))
    }

    /// The words of a property's name, in lower case: `["avatar", "url"]` for `avatarURL`.
    ///
    /// A word ends before a capital that follows a small letter or a digit, and before the last capital of several if a small letter follows it. Underscores
    /// separate words and belong to none.
    ///
    /// - Parameter name: A name in camel case.
    /// - Returns: The words; none for an empty name.
    public static func words(of name: String) -> [String] { KeyWords(name).words.map { $0.lowercased() } }

    /// Splits a name as Foundation does: before the next capital, and where several follow each other before the last character that has a small letter
    /// behind it; what lies between is left as it is.
    private static func snakeCase(_ name: String) -> String {
        let characters = Array(name)
        var words: [ArraySlice<Character>] = []
        var wordStart = 0
        // A capital at the start begins the first word, but for several, which are a word.
        var search = characters.count > 1 && characters[0].isUppercase && characters[1].isUppercase ? 0 : 1
        while search < characters.count, let capital = characters[search...].firstIndex(where: \.isUppercase) {
            if capital > wordStart { words.append(characters[wordStart..<capital]) }
            wordStart = capital
            guard let small = characters[capital...].firstIndex(where: \.isLowercase) else { break }
            if small > capital + 1 {
                words.append(characters[capital..<(small - 1)])
                wordStart = small - 1
            }
            search = small + 1
        }
        words.append(characters[wordStart...])
        return words.map { String($0).lowercased() }.joined(separator: "_")
    }

    /// Whether two styles are the same.
    ///
    /// - Parameters:
    ///   - left: A style.
    ///   - right: A style.
    /// - Returns: Whether they are the same. Custom styles are the same only if one call of `custom` made both.
    public static func == (left: KeyStyle, right: KeyStyle) -> Bool { left.rules === right.rules }

    /// Feeds the style's identity to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(rules.map(ObjectIdentifier.init)) }
}
