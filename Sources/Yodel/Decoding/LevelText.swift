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
    init(_ value: JSONValue, _ values: inout [JSONValue]) {
        var separator = UInt8(ascii: " ")
        switch value {
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (key, value) in object {
                output.append(separator)
                separator = UInt8(ascii: ",")
                JSONValue.string(key).appendText(to: &output)
                output.append(UInt8(ascii: ":"))
                append(value, &values)
            }
            output.append(UInt8(ascii: "}"))
        default:
            output.append(UInt8(ascii: "["))
            for value in value.arrayValue ?? [] {
                output.append(separator)
                separator = UInt8(ascii: ",")
                append(value, &values)
            }
            output.append(UInt8(ascii: "]"))
        }
    }

    private mutating func append(_ value: JSONValue, _ values: inout [JSONValue]) {
        guard value.foundKind.isContainer else { return value.appendText(to: &output) }
        output.append(Self.mark)
        for place in 0..<Self.indexBytes { output.append(UInt8(truncatingIfNeeded: values.count >> (8 * place))) }
        values.append(value)
    }

    private static var indexBytes: Int { MemoryLayout<Int>.size }

    /// Lends the text.
    func withText<R>(_ body: (DocumentText) -> R) -> R {
        unsafe output.withBytes { bytes in
            let first = unsafe TextPlace(bytes.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped)
            return body(DocumentText(first, to: first + bytes.count))
        }
    }

    /// Behind a reference.
    static func end(_ next: TextPlace) -> TextPlace { next + (1 + indexBytes) }

    /// Which of the values at hand a reference names.
    static func index(_ next: TextPlace) -> Int {
        (0..<indexBytes).reduce(0) { $0 | Int((next + (1 + $1)).byte) << (8 * $1) }
    }
}

extension Decoding where Features == AllFeatures {
    /// Reads a text that is written of a value, all of which counts as standing where what is at hand does.
    mutating func within<R>(_ value: JSONValue, _ body: (inout Decoding, TextPlace) -> R) -> R {
        let (outer, count) = (text, features.values.count)
        let level = LevelText(value, &features.values)
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
        switch next.byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: valueAtHand(next)?.foundKind ?? .number
        }
    }

    /// The value that stands at a place by reference; nil if what stands there is text.
    func valueAtHand(_ next: TextPlace) -> JSONValue? {
        guard next.byte == LevelText.mark && features.readsReferences else { return .none }  // `nil` would be JSON's null
        return features.values[LevelText.index(next)]
    }
}
