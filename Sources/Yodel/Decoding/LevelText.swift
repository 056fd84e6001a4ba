/// The text of one container that is at hand as a value: containers in it stand by reference, each as a mark and its place among values at hand. So a
/// value is read as a document is, and each of its containers is written once, when somebody reads it.
@safe struct LevelText: ~Copyable {
    // SAFETY: a reference is as many bytes as `end` steps over; the output stays in place as long as the text.

    private var output = OutputBuffer()

    /// A byte that such a text has nowhere else: in strings it is escaped. A document may have it anywhere, and is then no JSON.
    static var mark: UInt8 { 2 }

    /// - Parameters:
    ///   - value: A container.
    ///   - values: Values at hand; those that the text refers to are added.
    init(_ value: DynamicValue, _ values: inout [DynamicValue]) {
        switch value {
        case .json(.object(let object)):
            enclose("{", "}", object) { text, pair in
                text.append(key: pair.key)
                text.append(.json(pair.value), &values)
            }
        case .json(let value):
            enclose("[", "]", value.arrayValue ?? []) { $0.append(.json($1), &values) }
        case .plain(let value, _):
            switch PlainValue(value) {
            case .object(let pairs):
                enclose("{", "}", pairs) { text, pair in
                    text.append(key: pair.key)
                    text.append(DynamicValue(pair.value), &values)
                }
            case .array(let elements): enclose("[", "]", elements) { $0.append(DynamicValue($1), &values) }
            default: enclose("[", "]", []) { _, _ in }
            }
        }
    }

    /// That of an array of values at hand.
    init(around elements: [DynamicValue], _ values: inout [DynamicValue]) {
        enclose("[", "]", elements) { $0.append($1, &values) }
    }

    /// A text in which nothing stands by reference.
    init(whole value: JSONValue) { value.appendText(to: &output) }

    private mutating func enclose<Parts: Sequence>(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ parts: Parts, _ append: (inout LevelText, Parts.Element) -> Void
    ) {
        output.append(UInt8(ascii: opening))
        var separator = UInt8(ascii: " ")
        for part in parts {
            output.append(separator)
            separator = UInt8(ascii: ",")
            append(&self, part)
        }
        output.append(UInt8(ascii: closing))
    }

    private mutating func append(key: String) {
        output.append(quoted: key)
        output.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ value: DynamicValue, _ values: inout [DynamicValue]) {
        if case .json(let scalar) = value, !scalar.foundKind.isContainer { return scalar.appendText(to: &output) }
        output.append(Self.mark)
        for place in 0..<Self.indexBytes { output.append(UInt8(truncatingIfNeeded: values.count >> (8 * place))) }
        values.append(value)
    }

    private static var indexBytes: Int { MemoryLayout<Int>.size }

    /// Lends the text.
    func withText<R>(_ body: (DocumentText) -> R) -> R {
        unsafe output.withBorrowedBytes { bytes in
            // SAFETY: a level has its brackets.
            let first = unsafe bytes.start.unsafelyUnwrapped
            return unsafe body(DocumentText(first, to: first + bytes.count))
        }
    }

    /// Behind a reference.
    static func end(_ next: TextPlace) -> TextPlace { unsafe next + (1 + indexBytes) }

    /// Which of the values at hand a reference names.
    static func index(_ next: TextPlace) -> Int {
        (0..<indexBytes).reduce(0) { unsafe $0 | Int((next + (1 + $1)).byte) << (8 * $1) }
    }
}

extension Decoding where Features == AllFeatures {
    /// Reads the text of a container that is at hand, all of which counts as standing where the container does.
    ///
    /// - Parameter body: Gets the place of the opening bracket.
    mutating func within<R>(_ value: DynamicValue, _ body: (inout Decoding, TextPlace) -> R) -> R {
        let count = features.values.count
        return read(LevelText(value, &features.values), forgettingTo: count, body)
    }

    /// Reads a value at hand.
    ///
    /// - Parameter body: Gets its place.
    mutating func at<R>(_ value: DynamicValue, _ body: (inout Decoding, TextPlace) -> R) -> R {
        let count = features.values.count
        return read(LevelText(around: [value], &features.values), forgettingTo: count) { decoding, _ in
            body(&decoding, decoding.text.inside().first)
        }
    }

    /// Reads a container that is at hand as one text, in which places tell values apart as in a document.
    ///
    /// - Parameter body: Gets the place of the opening bracket.
    mutating func inOneText<R>(_ value: JSONValue, _ body: (inout Decoding, TextPlace) -> R) -> R {
        let (outer, levels, ahead, index) = (text, features.levels, features.ahead, features.index)
        (features.levels, features.ahead, features.index) = (0, nil, nil)
        defer {
            text = outer
            (features.levels, features.ahead, features.index) = (levels, ahead, index)
        }
        return LevelText(whole: value).withText { text in
            self.text = text
            return body(&self, text.first)
        }
    }

    private mutating func read<R>(
        _ level: consuming LevelText, forgettingTo count: Int, _ body: (inout Decoding, TextPlace) -> R
    ) -> R {
        let outer = text
        features.levels += 1
        defer {
            text = outer
            features.levels -= 1
            features.values.removeLast(features.values.count - count)
        }
        return level.withText { text in
            self.text = text
            return body(&self, text.first)
        }
    }

    /// What kind of value begins at a place.
    func found(at next: TextPlace) -> FoundKind {
        unsafe FoundKind(ofValueWith: next.byte) ?? valueAtHand(next)?.foundKind ?? .number
    }

    /// The value that stands at a place by reference; nil if what stands there is text.
    func valueAtHand(_ next: TextPlace) -> DynamicValue? {
        guard unsafe next.byte == LevelText.mark && features.readsReferences else { return nil }
        return features.values[LevelText.index(next)]
    }
}
