// What stands for a case in JSON. With one tag, or without any, that is one value. With several tags it is one value for each of them, nil where the tag is
// missing or null.
//
//     {"op": 10}                                   10
//     {"type": "message", "subtype": null}         ["message", nil]

/// What stands for a case in JSON.
struct CaseName: Sendable {
    enum Kind: Sendable {
        case text, number, truth
    }

    /// What stands at one tag.
    struct Part: Sendable {
        let kind: Kind
        /// Its text, which is also a key in paths.
        let key: KnownKey
        let value: JSONValue

        /// - Returns: nil for a value that names no case: null, a fraction, a container.
        init?(_ value: JSONValue) {
            switch value {
            case .string(let text): (kind, key) = (.text, KnownKey(text))
            case .bool(let truth): (kind, key) = (.truth, KnownKey(truth ? "true" : "false"))
            case .number(let number):
                guard let integer = number.integer(as: Int128.self), "\(integer)" == number.text else { return nil }
                (kind, key) = (.number, KnownKey(number.text))
            case .null, .array, .object: return nil
            }
            self.value = value
        }

        /// The value as an error has it.
        var words: String { kind == .text ? "'\(key.text.value)'" : key.text.value }

        /// Whether what stands at a tag is the value.
        func matches(_ bytes: BorrowedBytes, _ found: Kind, converts: Bool) -> Bool {
            key.matches(bytes, found, as: kind, converts: converts)
        }
    }

    /// Of each tag; nil where it is missing or null.
    let parts: [Part?]
    /// The name as one text: the only part's own, or JSON.
    let text: String

    /// - Returns: nil for a value that names no case.
    init?(_ value: JSONValue) {
        if case .array(let values) = value {
            var parts: [Part?] = []
            for value in values {
                let part = Part(value)
                if part == nil && value != .null { return nil }
                parts.append(part)
            }
            guard parts.contains(where: { $0 != nil }) else { return nil }
            self.parts = parts
            text = parts.count == 1 ? parts[0]?.key.text.value ?? "" : value.text
        } else {
            guard let part = Part(value) else { return nil }
            parts = [part]
            text = part.key.text.value
        }
    }

    /// The only part; nil if there are several.
    var only: Part? { parts.count == 1 ? parts[0] : nil }

    /// The name as an error has it.
    var words: String { only?.words ?? "[\(parts.map { $0?.words ?? "nil" }.joined(separator: ", "))]" }
}

extension KnownKey {
    /// Whether what stands at a tag is a name of this text.
    ///
    /// - Parameters:
    ///   - bytes: What stands there, as the document has it.
    ///   - found: What that is.
    ///   - kind: What the name is.
    ///   - converts: Whether a value of another kind with the same text is the name, too.
    func matches(_ bytes: BorrowedBytes, _ found: CaseName.Kind, as kind: CaseName.Kind, converts: Bool) -> Bool {
        guard found == kind || converts else { return false }
        if matches(bytes) { return true }
        // 10.0 and 1e1 are 10.
        guard found == .number && kind == .number, bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") })
        else { return false }
        let number = JSONNumber(unchecked: String(decoding: bytes, as: UTF8.self))
        return number.integer(as: Int128.self).map { "\($0)" } == text.value
    }
}
