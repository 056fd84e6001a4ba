/// Where the tokens and the values of a document stand, so that a test can cut it or put something else in at each of them.
struct DocumentPlaces: Sendable {
    let bytes: [UInt8]
    let tokens: [Range<Int>]
    /// Containers whole; keys are none.
    let values: [Range<Int>]

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens = Self.tokens(bytes)
        values = Self.values(bytes, tokens)
    }

    func cut(at offset: Int) -> [UInt8] { Array(bytes[..<offset]) }

    func replacing(_ range: Range<Int>, with text: String) -> [UInt8] {
        var copy = bytes
        copy.replaceSubrange(range, with: Array(text.utf8))
        return copy
    }

    private static func tokens(_ bytes: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                index += 1
                continue
            case UInt8(ascii: "\""):
                index += 1
                while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
                index += 1
            default:
                while index < bytes.count, !" \n{}[],:\"".utf8.contains(bytes[index]) { index += 1 }
            }
            tokens.append(start..<index)
        }
        return tokens
    }

    private static func values(_ bytes: [UInt8], _ tokens: [Range<Int>]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var open: [Int] = []
        for (position, token) in tokens.enumerated() {
            switch bytes[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(token.lowerBound)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): values.append(open.removeLast()..<token.upperBound)
            case UInt8(ascii: ","), UInt8(ascii: ":"): break
            default:
                let isKey = position + 1 < tokens.count && bytes[tokens[position + 1].lowerBound] == UInt8(ascii: ":")
                if !isKey { values.append(token) }
            }
        }
        return values
    }
}

/// Where the only occurrence of a text stands in a document: bytes from the start, line and column as an error counts them.
func location(of marker: String, in document: String) -> (offset: Int, line: Int, column: Int) {
    let parts = document.split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2 && !parts[1].contains(marker), "the marker stands exactly once in the document")
    let before = Array(parts[0].utf8)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (before.count, line, before.count - lineStart + 1)
}
