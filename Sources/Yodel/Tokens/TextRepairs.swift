/// What is put right in a text that is no JSON before it is read again.
struct TextRepairs: OptionSet, Sendable {
    let rawValue: UInt8

    /// Escaped surrogates without a partner become U+FFFD.
    static let surrogates = TextRepairs(rawValue: 1)
    /// Bytes that are not UTF-8 become U+FFFD, in strings.
    static let invalidUTF8 = TextRepairs(rawValue: 2)
    /// Control characters in strings are escaped.
    static let controlCharacters = TextRepairs(rawValue: 4)
    /// `NaN`, `Infinity` and `-Infinity` become strings.
    static let nonFiniteAsText = TextRepairs(rawValue: 8)
    /// `NaN`, `Infinity` and `-Infinity` become null.
    static let nonFiniteAsNull = TextRepairs(rawValue: 16)

    /// Both of the ways to read numbers that JSON does not have.
    static let nonFinite: TextRepairs = [.nonFiniteAsText, .nonFiniteAsNull]
}

/// Where the bytes of a text that has been put right stand in what it was made of.
///
///     {"a": "x⇥y", "b": 1}       a tab in a string, at byte 8
///     {"a": "x\ty", "b": 1}      one byte more from there on: the change ends at byte 10, and behind byte 9 of what it was made of
struct TextChanges {
    /// Bytes that have been replaced by more or fewer, or that had a line feed.
    private struct Change {
        /// Behind it.
        let end: Int
        /// Behind what it was.
        let original: Int
        /// Where the line begins on which that stands.
        let lineStart: Int
        /// Line feeds that have been replaced up to there.
        let feeds: Int
    }

    private var changes: [Change] = []
    private var feeds = 0

    /// How many there are.
    var count: Int { changes.count }

    /// Adds a change after all others.
    ///
    /// - Parameters:
    ///   - end: Behind it.
    ///   - original: Behind what it was.
    ///   - lineStart: Where the line begins on which that stands.
    ///   - isFeed: Whether a line feed has been replaced.
    mutating func add(to end: Int, from original: Int, lineStart: Int, isFeed: Bool) {
        if isFeed { feeds += 1 }
        changes.append(Change(end: end, original: original, lineStart: lineStart, feeds: feeds))
    }

    /// Forgets the changes before an offset which nobody asks for any more.
    mutating func forget(before offset: Int) {
        guard let last = index(of: offset), last > 0 else { return }
        changes.removeFirst(last)
    }

    /// The last change that ends at or before an offset.
    private func index(of offset: Int) -> Int? {
        let next = changes.partitioningIndex { $0.end <= offset }
        return next > 0 ? next - 1 : nil
    }

    /// Where an offset of the text is in what it was made of.
    func original(_ offset: Int) -> Int {
        let last = index(of: offset)
        let place = last.map { changes[$0].original + offset - changes[$0].end } ?? offset
        let next = last.map { $0 + 1 } ?? 0
        // Inside of what has been put in: at what it stands for.
        return next < changes.count ? min(place, changes[next].original - 1) : place
    }

    /// Where a place of the text is in what it was made of.
    func original(_ location: SourceLocation) -> SourceLocation {
        guard location.line > 0 else { return location }
        let offset = original(location.offset)
        guard let last = index(of: location.offset) else {
            return SourceLocation(offset: offset, line: location.line, column: location.column - (location.offset - offset))
        }
        let change = changes[last]
        let lineStart = location.offset - (location.column - 1)
        let start = lineStart >= change.end ? change.original + lineStart - change.end : change.lineStart
        return SourceLocation(offset: offset, line: location.line + change.feeds, column: offset - start + 1)
    }

    /// An error of the text as one of what it was made of.
    func original(_ error: ModelError) -> ModelError {
        guard error.line > 0 else { return error }
        let location = original(SourceLocation(offset: error.offset, line: error.line, column: error.column))
        return ModelError(
            error.category, error.code, at: location, path: error.path, error.message, underlying: error.underlying,
            missing: error.missingPaths, told: error.told)
    }
}
