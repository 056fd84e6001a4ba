/// Keys in snake case, to the letter as Foundation's encoder writes them: `myURLProperty` is `my_url_property`, `_oneTwo_` is `_one_two_`.
enum EncodedSnakeCase {
    /// A key in snake case.
    static func key(_ key: String) -> String {
        guard !key.isEmpty else { return key }
        // Letters are told apart by scalars, as Foundation's sets of characters do; steps back and forth are by characters.
        let scalars = key.unicodeScalars
        var words: [Range<String.Index>] = []
        var wordStart = key.startIndex
        var search = key.index(after: wordStart)
        while let capital = scalars[search...].firstIndex(where: isCapital) {
            words.append(wordStart..<capital)
            guard let small = scalars[capital...].firstIndex(where: isSmall) else {
                wordStart = capital
                break
            }
            let next = key.index(after: capital)
            if small == next {
                wordStart = capital
            } else {
                // Several capitals are a word, but for the last one, which begins the next.
                let last = key.index(before: small)
                words.append(capital..<last)
                wordStart = last
            }
            search = scalars.index(after: small)
        }
        words.append(wordStart..<key.endIndex)
        return words.map { key[$0].lowercased() }.joined(separator: "_")
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar >= "A" && scalar <= "Z" }
        let category = scalar.properties.generalCategory
        return category == .uppercaseLetter || category == .titlecaseLetter
    }

    private static func isSmall(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar >= "a" && scalar <= "z" : scalar.properties.generalCategory == .lowercaseLetter
    }
}
