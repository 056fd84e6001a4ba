/// The operations of a type whose values are keys of dictionaries by their coding keys. A key's text is its raw value.
final class CodingKeyHandle: TypeHandle, @unchecked Sendable {
    private let coded: any CodingKeyRepresentable.Type

    init(_ type: any CodingKeyRepresentable.Type) {
        coded = type
        super.init(type)
    }

    override func getRawValue(_ address: ValueAddress, into slot: MutableAddress) {
        func open<T: CodingKeyRepresentable>(_ type: T.Type) {
            unsafe slot.initialize(as: String.self, to: address.assumingMemoryBound(to: T.self).pointee.codingKey.stringValue)
        }
        open(coded)
    }

    override func putRawValue(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) -> Bool {
        func open<T: CodingKeyRepresentable>(_ type: T.Type) -> Bool {
            guard let value = unsafe T(codingKey: DictionaryKey(payload.assumingMemoryBound(to: String.self).move())) else { return false }
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
