extension String {
    /// The text itself, or, of a longer one, its beginning and `…`: what is kept of a text that a document may make as long as it likes.
    ///
    /// - Parameter limit: Bytes in UTF-8. A scalar is kept or left out, never cut.
    package func beginning(ofBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (beginning, count) = (String.UnicodeScalarView(), 0)
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            beginning.append(scalar)
        }
        return String(beginning) + "…"
    }
}
