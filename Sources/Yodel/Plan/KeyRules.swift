/// How a key follows from a property's name.
struct KeySpelling: Sendable {
    /// The key that is read and written.
    let key: @Sendable (String) -> String
    /// Whether other keys of documents are converted as Foundation's `convertFromSnakeCase` does, and read if a property's name comes out.
    let converts: Bool

    init(converts: Bool = false, _ key: @escaping @Sendable (String) -> String) {
        self.key = key
        self.converts = converts
    }
}

/// How keys follow from property names, and the plans made that way. They live as long as the rules do.
final class KeyRules: Sendable {
    let spelling: KeySpelling
    private let caches = Guarded<[Bool: PlanCache]>([:])

    init(_ spelling: KeySpelling) {
        self.spelling = spelling
    }

    /// The key of a property by its name.
    func key(_ name: String) -> String { spelling.key(name) }

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
