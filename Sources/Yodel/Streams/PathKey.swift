/// A key of a document as it is written, as far as it may be one of a path.
struct PathKey {
    /// What is written after the first quote, the last one included.
    private var text: [UInt8] = []
    /// Bytes of a key beyond which it is none of the path: an escaped character takes six.
    private let limit: Int

    init(_ path: [JSONPath.Component]) {
        limit = (path.map(\.keyText.utf8.count).max() ?? 0) * 6 + 1
    }

    /// Begins the next key.
    mutating func begin() {
        text.removeAll(keepingCapacity: true)
    }

    /// Takes bytes of the key, and keeps no more of them than can matter.
    mutating func append(_ bytes: Slice<BorrowedBytes>) {
        text.append(contentsOf: bytes.prefix(max(limit + 1 - text.count, 0)))
    }

    /// Whether the key, all of which has been taken, is that of a step. Keys are compared by their bytes.
    func leads(along step: JSONPath.Component) -> Bool {
        guard text.count <= limit else { return false }
        let wanted = step.keyText
        guard text.contains(UInt8(ascii: "\\")) else { return wanted.utf8.elementsEqual(text.dropLast()) }
        return Scanner.content(ofString: text).map { $0.elementsEqual(wanted.utf8) } == true
    }
}
