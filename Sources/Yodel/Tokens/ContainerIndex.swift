/// Where the containers inside of one that has been read end, so that they are stepped over at once: what is looked at level by level takes linear time.
@safe final class ContainerIndex {
    // SAFETY: places of a text that outlives the index; they are compared, and handed out for places that were put in.

    /// In the order of the text.
    private var starts: [TextPlace] = []
    private var ends: [TextPlace] = []

    /// The index of a container.
    ///
    /// - Parameter first: Its opening bracket. It has been read before.
    /// - Complexity: Linear in the length of the container.
    init(_ text: DocumentText, _ first: TextPlace) {
        var scratch = StringScratch()
        _ = add(first, of: text, &scratch)
    }

    /// - Returns: Behind the container.
    private func add(_ first: TextPlace, of text: DocumentText, _ scratch: inout StringScratch) -> TextPlace? {
        let place = starts.count
        starts.append(first)
        ends.append(first)
        let closing = unsafe first.byte + 2
        var follower = unsafe Optional(text.first(first + 1, closing: closing))
        while case .next(var next) = follower {
            if closing == UInt8(ascii: "}") {
                guard let end = text.passed(next, &scratch), let start = text.colon(end) else { return nil }
                next = start
            }
            let isContainer = unsafe next.byte | 0x20 == UInt8(ascii: "{")
            follower = text.follower(
                isContainer ? add(next, of: text, &scratch) : text.passed(next, &scratch), closing: closing)
        }
        guard case .end(let end) = follower else { return nil }
        ends[place] = end
        return end
    }

    /// Behind the container that begins at a place; nil if there is none in the index.
    ///
    /// - Complexity: Logarithmic in the number of containers.
    func end(of place: TextPlace) -> TextPlace? {
        let index = starts.partitioningIndex { $0 < place }
        guard index < starts.count && starts[index] == place else { return nil }
        return ends[index]
    }
}
