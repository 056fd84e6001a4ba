/// What errors say of a type. Each text is made once: types that try one kind of value after another throw the same errors again and again, and catch
/// them. A `DecodingError` holds its text, so it cannot be left until somebody reads it.
final class TypeTexts {
    private let type: Any.Type
    // SAFETY: the texts are of one document, which is of one thread at a time, and nothing that is called while they are read or changed comes back to them.

    /// By the kind of the value that was found; empty until asked for.
    @safe @exclusivity(unchecked) private var mismatches = Array(repeating: "", count: 8)

    private(set) lazy var null = "Cannot get value of type \(type) -- found null value instead"
    /// What a `ModelError` says of a number that the type cannot hold.
    private(set) lazy var unfit = "expected \(type), found a number that it cannot hold"
    /// The same for the sender of the document.
    private(set) lazy var toldUnfit = SenderWords(expected: FieldKind.wanted(type, .numberOutOfRange), found: "a number").message(
        .numberOutOfRange)
    private(set) lazy var invalidNumber = "expected \(type), found a number that is not a valid one"
    private(set) lazy var invalidString = "expected \(type), found a string that is not a valid one"
    /// The type as a program writes it.
    private(set) lazy var name = TypeText.name(of: type)

    init(_ type: Any.Type) {
        self.type = type
    }

    /// What is said where a value of another kind was found.
    func mismatch(_ found: CodableToken) -> String {
        let index = Int(found.kind.rawValue)
        let known = mismatches[index]
        if !known.isEmpty { return known }
        let text = "Expected to decode \(type) but found \(found.name) instead."
        mismatches[index] = text
        return text
    }

    /// What was found, by such a text or one of Foundation's: the kind of a JSON value; empty if the text says nothing of it.
    static func found(in text: String) -> String {
        // The name of a type may have any words.
        guard let start = text.ranges(of: " but found ").last?.upperBound else { return "" }
        let kinds = [
            "string": "a string", "array": "an array", "dictionary": "an object", "number": "a number", "bool": "a boolean", "null": "null",
        ]
        let words = text[start...].split { !$0.isLetter }
        return words.lazy.compactMap { kinds[$0.lowercased()] }.first ?? ""
    }
}

/// What errors say of keys that objects do not have, for keys that are no more than a word.
struct MissingKeyTexts {
    /// A key by its bytes.
    struct Place: Hashable {
        private let type: ObjectIdentifier
        private let bits: UInt64

        /// - Returns: nil if the key is not plain, or more than a word.
        init?<Key: CodingKey>(_ key: Key) {
            guard _isPOD(Key.self), MemoryLayout<Key>.size <= MemoryLayout<UInt64>.size else { return nil }
            var bits: UInt64 = 0
            // SAFETY: the key is plain bytes, no more than a word of them.
            unsafe withUnsafeMutableBytes(of: &bits) { target in
                unsafe withUnsafeBytes(of: key) { unsafe target.copyMemory(from: $0) }
            }
            type = ObjectIdentifier(Key.self)
            self.bits = bits
        }
    }

    private var texts: [Place: (name: String, text: String)] = [:]
    private static var most: Int { 64 }

    /// What is said of a key of a name: a type's own code may name it in another way the next time.
    subscript(place: Place, name: String) -> String? {
        guard let known = texts[place], known.name == name else { return nil }
        return known.text
    }

    mutating func keep(_ text: String, of place: Place, _ name: String) {
        if texts.count >= Self.most { texts = [:] }
        texts[place] = (name, text)
    }
}
