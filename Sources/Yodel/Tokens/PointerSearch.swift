// Values at some places of a document, in one pass: the places are a tree of tokens, and the walk goes only into containers that have a node there. All
// else is passed over, as fast as the scanner checks it.
//
//     /a/0, /a/b, /c         root  a  0 (0)         {"c": 1, "a": [7, {"x": []}], "x": {…}}
//                                     b (1)            └ (2)      └ (0)             └ passed over
//                                  c (2)

/// Finds values in a text.
struct PointerSearch {
    // SAFETY: places are the text's, where a byte that is no closing bracket has one behind it (DocumentText.swift).

    /// A place on the way to others, or one that is looked for.
    private struct Node {
        /// The key of an object.
        var token: [UInt8] = []
        /// The index of an array that the token is, if it is one.
        var index: Int?
        /// Nodes below, in the order of their tokens.
        var children: [Int] = []
        /// Which of the pointers end here.
        var pointers: [Int] = []
    }

    private var nodes = [Node()]
    private let count: Int

    /// - Parameter pointers: The places.
    init(_ pointers: [JSONPointer]) {
        count = pointers.count
        for (number, pointer) in pointers.enumerated() {
            var node = 0
            for token in pointer.tokens { node = child(of: node, Array(token.utf8), JSONPath.Component.arrayIndex(token)) }
            nodes[node].pointers.append(number)
        }
    }

    /// The node below another, made if it is not there.
    private mutating func child(of node: Int, _ token: [UInt8], _ index: Int?) -> Int {
        let place = unsafe token.withBorrowedBytes { self.place(of: $0, below: node) }
        if place < nodes[node].children.count, nodes[nodes[node].children[place]].token == token { return nodes[node].children[place] }
        nodes.append(Node(token: token, index: index))
        nodes[node].children.insert(nodes.count - 1, at: place)
        return nodes.count - 1
    }

    /// Where a key stands, or would stand, among the nodes below another.
    private func place(of key: BorrowedBytes, below node: Int) -> Int {
        nodes[node].children.partitioningIndex { nodes[$0].token.lexicographicallyPrecedes(key) }
    }

    /// What a search has come to.
    enum Outcome {
        /// The bytes of each value; nil where there is none.
        case found([RawJSON?])
        /// A key on the way comes twice, and must not; where the second begins, and the way to it.
        case repeated(TextPlace, JSONPath)
        /// The text is no JSON, or beyond a limit.
        case failed
    }

    /// Finds the values in a text, all of which is checked.
    ///
    /// - Parameters:
    ///   - isEnd: Whether a place is where the text has to end.
    ///   - depth: As many containers as may be inside each other.
    ///   - failsOnRepeat: Whether a key that leads to a place must not come twice. If it may, the last one counts.
    func run(_ text: DocumentText, depth: Int, failsOnRepeat: Bool) -> Outcome {
        var walk = Walk(found: Array(repeating: nil, count: count), failsOnRepeat: failsOnRepeat)
        let end = value(text, text.first, 0, depth, &walk)
        if let place = walk.repeated { return .repeated(place, JSONPath(walk.steps)) }
        guard let end, text.isEnd(end) else { return .failed }
        return .found(walk.found)
    }

    /// What is known in the midst of a text.
    private struct Walk: ~Copyable {
        var found: [RawJSON?]
        let failsOnRepeat: Bool
        var repeated: TextPlace?
        /// The way to the value at hand.
        var steps: [JSONPath.Component] = []
        var scratch = StringScratch()

        init(found: [RawJSON?], failsOnRepeat: Bool) {
            self.found = found
            self.failsOnRepeat = failsOnRepeat
        }
    }

    /// Reads a value at a node. Goes down the call stack by the pointers' length.
    ///
    /// - Returns: Behind it; nil to give up.
    private func value(_ text: DocumentText, _ next: TextPlace, _ node: Int, _ depth: Int, _ walk: inout Walk) -> TextPlace? {
        let end =
            switch unsafe next.byte {
            case UInt8(ascii: "{") where !nodes[node].children.isEmpty: object(text, next, node, depth, &walk)
            case UInt8(ascii: "[") where !nodes[node].children.isEmpty: array(text, next, node, depth, &walk)
            default: text.passed(next, &walk.scratch, depthLeft: depth)
            }
        if let end, !nodes[node].pointers.isEmpty {
            let raw = RawJSON(unchecked: text.bytes(from: next, to: end))
            for pointer in nodes[node].pointers { walk.found[pointer] = raw }
        }
        return end
    }

    private func object(_ text: DocumentText, _ start: TextPlace, _ node: Int, _ depth: Int, _ walk: inout Walk) -> TextPlace? {
        guard depth > 0 else { return nil }
        // Which of the nodes below have come.
        var come: Set<Int> = []
        var follower = unsafe Optional(text.first(start + 1, closing: UInt8(ascii: "}")))
        while case .next(let quote) = follower {
            guard unsafe quote.byte == UInt8(ascii: "\""), let content = unsafe text.content(quote + 1, &walk.scratch),
                let next = text.colon(content.end)
            else { return nil }
            let place = self.place(of: content.bytes, below: node)
            let child = place < nodes[node].children.count ? nodes[node].children[place] : -1
            let end: TextPlace?
            if child >= 0, nodes[child].token.elementsEqual(content.bytes) {
                walk.steps.append(.key(String(decoding: nodes[child].token, as: UTF8.self)))
                if !come.insert(child).inserted {
                    if walk.failsOnRepeat {
                        walk.repeated = quote
                        return nil
                    }
                    forget(child, &walk)
                }
                end = value(text, next, child, depth - 1, &walk)
                if end != nil { walk.steps.removeLast() }
            } else {
                end = text.passed(next, &walk.scratch, depthLeft: depth - 1)
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        return end
    }

    private func array(_ text: DocumentText, _ start: TextPlace, _ node: Int, _ depth: Int, _ walk: inout Walk) -> TextPlace? {
        guard depth > 0 else { return nil }
        // In the order of the array, and from the next one on.
        let wanted = nodes[node].children.filter { nodes[$0].index != nil }.sorted { nodes[$0].index ?? 0 < nodes[$1].index ?? 0 }
        var rest = wanted[...]
        var index = 0
        var follower = unsafe Optional(text.first(start + 1, closing: UInt8(ascii: "]")))
        while case .next(let next) = follower {
            let end: TextPlace?
            if let child = rest.first, nodes[child].index == index {
                rest.removeFirst()
                walk.steps.append(.index(index))
                end = value(text, next, child, depth - 1, &walk)
                if end != nil { walk.steps.removeLast() }
            } else {
                end = text.passed(next, &walk.scratch, depthLeft: depth - 1)
            }
            index += 1
            follower = text.follower(end, closing: UInt8(ascii: "]"))
        }
        guard case .end(let end) = follower else { return nil }
        return end
    }

    /// Forgets what has been found at a node and below, since it comes again.
    private func forget(_ node: Int, _ walk: inout Walk) {
        for pointer in nodes[node].pointers { walk.found[pointer] = nil }
        for child in nodes[node].children { forget(child, &walk) }
    }
}

extension RawJSON {
    /// The value at a place, as its bytes.
    ///
    /// - Parameter pointer: The place.
    /// - Returns: nil if nothing stands there. Of keys that come twice the last one counts.
    /// - Complexity: Linear in the number of bytes. To find several values in one pass, use ``find(_:)``.
    public subscript(pointer pointer: JSONPointer) -> RawJSON? { find([pointer])[0] }

    /// The values at some places, in one pass.
    ///
    /// - Parameter pointers: The places.
    /// - Returns: The bytes of each value, in the order of the pointers; nil where nothing stands.
    /// - Complexity: Linear in the number of bytes.
    public func find(_ pointers: [JSONPointer]) -> [RawJSON?] {
        let search = PointerSearch(pointers)
        let outcome = unsafe bytes.withBorrowedBytes { bytes -> PointerSearch.Outcome in
            guard let text = DocumentText(bytes, from: 0, maximumTokenBytes: .max) else {
                // A scalar: nothing stands in it.
                return .found(pointers.map { $0.tokens.isEmpty ? self : nil })
            }
            return search.run(text, depth: .max, failsOnRepeat: false)
        }
        guard case .found(let values) = outcome else { preconditionFailure("raw JSON that is none") }
        return values
    }
}
