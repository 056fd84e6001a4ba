/// The operations of a type whose values are keys of dictionaries by their coding keys. A key's text is its raw value.
final class CodingKeyHandle: RememberingHandle, @unchecked Sendable {
    private let coded: any CodingKeyRepresentable.Type

    init(_ type: any CodingKeyRepresentable.Type) {
        func open<T: CodingKeyRepresentable>(_ type: T.Type) -> RememberedRawValues? { RememberedRawValues(type, String.self) }
        coded = type
        super.init(type, open(type))
    }

    override func getRawValue(_ address: ValueAddress, into slot: MutableAddress) {
        func open<T: CodingKeyRepresentable>(_ type: T.Type) {
            let text = unsafe address.assumingMemoryBound(to: T.self).pointee.codingKey.stringValue
            unsafe slot.initialize(as: String.self, to: text)
            if let remembered { unsafe remembered.note(text, of: address.assumingMemoryBound(to: T.self).pointee) }
        }
        open(coded)
    }

    override func putRawValue(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) -> Bool {
        func open<T: CodingKeyRepresentable>(_ type: T.Type) -> Bool {
            let text = unsafe payload.assumingMemoryBound(to: String.self).move()
            guard let value = T(codingKey: DictionaryKey(text)) else { return false }
            if let remembered { remembered.note(value, madeOf: text) { $0.codingKey.stringValue } }
            unsafe TypeHandle.store(value, at: address, fresh: fresh)
            return true
        }
        return open(coded)
    }
}

/// A key of an object as a dictionary's key type gets it: its text, and its number if it is one.
private struct DictionaryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String) {
        stringValue = text
        intValue = Int(text)
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(String(intValue))
    }
}
