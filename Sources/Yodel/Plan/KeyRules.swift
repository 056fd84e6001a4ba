/// How keys follow from property names, and the plans made that way. They live as long as the rules do.
final class KeyRules: Sendable {
    let key: @Sendable (String) -> String
    private let caches = Guarded<[Bool: PlanCache]>([:])

    init(_ key: @escaping @Sendable (String) -> String) {
        self.key = key
    }

    /// The plans of types whose keys follow these rules.
    ///
    /// - Parameter ignoresCase: Whether keys match without regard to the case of ASCII letters.
    func cache(ignoresCase: Bool, resolver: TypeResolver) -> PlanCache {
        caches.withLock { caches in
            if let cache = caches[ignoresCase] { return cache }
            let cache = PlanCache(resolver: resolver, key: key, ignoresCase: ignoresCase)
            caches[ignoresCase] = cache
            return cache
        }
    }
}
