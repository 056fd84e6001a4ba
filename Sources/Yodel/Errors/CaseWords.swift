/// What would fit of an enum, to follow what was found: its cases, no more than a person reads.
enum CaseWords {
    private static let limit = 32
    private static let limitOfBytes = 64

    /// The hint that names cases; empty if there are none.
    ///
    /// - Parameter words: Each case as a document has it.
    static func hint(_ words: some Collection<String>) -> String {
        words.isEmpty ? "" : " (its cases: \(list(words)))"
    }

    /// The cases, separated by commas.
    ///
    /// - Parameter words: Each case as a document has it.
    static func list(_ words: some Collection<String>) -> String {
        words.prefix(limit).joined(separator: ", ") + (words.count > limit ? ", ..." : "")
    }

    /// The hint that names the raw values of a type that lists them; empty for any other type.
    static func hint(of type: Any.Type) -> String {
        hint(rawValues(of: type))
    }

    /// The raw values of a type that lists them, separated by commas; empty for any other type.
    static func list(of type: Any.Type) -> String { list(rawValues(of: type)) }

    private static func rawValues(of type: Any.Type) -> [String] {
        guard let cases = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
        func words<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String] {
            type.allCases.prefix(limit + 1).map { word($0.rawValue) }
        }
        return words(cases)
    }

    private static func word(_ value: Any) -> String {
        let text = "\(value)".beginning(ofBytes: limitOfBytes)
        return value is any StringProtocol ? "'\(text)'" : text
    }
}
