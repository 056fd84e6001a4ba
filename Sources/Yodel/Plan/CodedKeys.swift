import Synchronization

/// How the keys of types that code themselves are spelt in a document: as the options say for the names of properties.
final class CodedKeys: Sendable {
    /// Gives a key by a property's name; nil: the name itself.
    let style: (@Sendable (String) -> String)?
    /// Gives a name that may have a key.
    private let nameOfKey: (@Sendable (String) -> String)?
    /// Whether the document's keys are converted before they are looked up, as `KeySpelling` has it.
    let converts: Bool
    let ignoresCase: Bool
    /// Keys by their names, so that each is spelt once.
    private let spellings = Mutex<[String: String]>([:])
    /// Types may make names of data: not all of them are kept.
    private static let mostSpellings = 1 << 10

    init(style: KeySpelling?, ignoresCase: Bool) {
        self.style = style?.key
        nameOfKey = style?.name
        converts = style?.converts == true
        self.ignoresCase = ignoresCase
    }

    /// Whether a name is looked up by another key than itself.
    var respells: Bool { style != nil && !converts }

    /// The key by which a name is looked up.
    func wanted(_ name: String) -> String { converts ? name : written(name) }

    /// A key as it is written.
    func written(_ name: String) -> String {
        guard let style else { return name }
        if let known = spellings.withLock({ $0[name] }) { return known }
        // Without the lock, since it may be the program's own code.
        let spelling = style(name)
        spellings.withLock { if $0.count < Self.mostSpellings { $0[name] = spelling } }
        return spelling
    }

    /// A key of a type by one of a document: by the name that the style makes the document's key of, or by the key itself.
    func key<Key: CodingKey>(_ text: String) -> Key? {
        guard !converts else { return Key(stringValue: text) }
        let name = name(text)
        if !name.utf8.elementsEqual(text.utf8), let key = Key(stringValue: name) { return key }
        return Key(stringValue: text)
    }

    /// The name that the style makes a key of a document of; the key itself if there is none.
    func name(_ key: String) -> String {
        guard let style, let name = nameOfKey?(key), style(name).utf8.elementsEqual(key.utf8) else { return key }
        return name
    }

    /// A name whose words a key joins by underscores or other signs: `userName` for `user_name`, `user-name`. Signs at both ends stay.
    static func camelCase(_ key: String) -> String {
        func isSign(_ character: Character) -> Bool { character == "_" || character == "-" || character == " " }
        guard let first = key.firstIndex(where: { !isSign($0) }), let last = key.lastIndex(where: { !isSign($0) }) else { return key }
        let words = key[first...last].split(whereSeparator: isSign)
        guard words.count > 1 else { return key }
        let capitalised = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return key[..<first] + words[0].lowercased() + capitalised.joined() + key[key.index(after: last)...]
    }
}
