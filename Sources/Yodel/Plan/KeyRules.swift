/// How a key follows from a property's name.
struct KeySpelling: Sendable {
    /// The key that is read and written.
    let key: @Sendable (String) -> String
    /// Whether other keys of documents are converted as Foundation's `convertFromSnakeCase` does, and read if a property's name comes out.
    let converts: Bool
    /// A name that may have the key, of which a key of a document is made. Whether the name has the key is not said.
    let name: @Sendable (String) -> String
    /// Whether a property is also read by its own name.
    private(set) var readsNames = false

    /// - Parameters:
    ///   - converts: Whether other keys are converted.
    ///   - key: Makes the key of a name.
    ///   - name: Makes a name of a key; by default words that are joined by underscores, hyphens or spaces are, in camel case.
    init(
        converts: Bool = false, _ key: @escaping @Sendable (String) -> String,
        name: @escaping @Sendable (String) -> String = { CodedKeys.camelCase($0) }
    ) {
        self.key = key
        self.converts = converts
        self.name = name
    }

    /// The same, by which a property is also read by its own name.
    var readingNames: KeySpelling {
        var spelling = self
        spelling.readsNames = true
        return spelling
    }

    /// The keys that a property is read by, the first of which is written.
    func keys(_ name: String) -> [String] {
        let key = key(name)
        // By their bytes: to JSON, texts that are canonically equivalent are two keys.
        return readsNames && !key.utf8.elementsEqual(name.utf8) ? [key, name] : [key]
    }
}

/// How keys follow from property names, and the plans made that way. They live as long as the rules do.
final class KeyRules: Sendable {
    let spelling: KeySpelling
    private let caches = Guarded<[Bool: PlanCache]>([:])
    /// The same rules, by which properties are also read by their names. Made when they are first asked for, so that they are always the same.
    private let withNames = Guarded<KeyRules?>(nil)

    init(_ spelling: KeySpelling) {
        self.spelling = spelling
    }

    /// The key of a property by its name.
    func key(_ name: String) -> String { spelling.key(name) }

    /// The same rules, by which properties are also read by their names. Rules that convert keys do so anyway.
    var readingNames: KeyRules {
        if spelling.readsNames || spelling.converts { return self }
        return withNames.withLock { rules in
            if let rules { return rules }
            let made = KeyRules(spelling.readingNames)
            rules = made
            return made
        }
    }

    /// The plans of types whose keys follow these rules.
    ///
    /// - Parameter ignoresCase: Whether keys match without regard to the case of ASCII letters.
    func cache(ignoresCase: Bool, resolver: TypeResolver) -> PlanCache {
        caches.withLock { caches in
            if let cache = caches[ignoresCase] { return cache }
            let cache = PlanCache(resolver: resolver, style: spelling, ignoresCase: ignoresCase)
            caches[ignoresCase] = cache
            return cache
        }
    }
}
