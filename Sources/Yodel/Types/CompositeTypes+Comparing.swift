// What comparing containers needs of them, beyond what building and walking does.

extension SequenceType {
    static var isSet: Bool { false }
    static func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool { preconditionFailure("no set") }
    static func hash(_ address: ValueAddress, into hasher: inout Hasher) { preconditionFailure("no set") }
}

extension Array {
    static func count(_ address: ValueAddress) -> Int { self[address].count }
}

extension ContiguousArray {
    static func count(_ address: ValueAddress) -> Int { self[address].count }
}

extension Set {
    static var isSet: Bool { true }
    static func count(_ address: ValueAddress) -> Int { self[address].count }

    static func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
        self[left] == self[right]
    }

    static func hash(_ address: ValueAddress, into hasher: inout Hasher) {
        self[address].hash(into: &hasher)
    }
}

extension Dictionary {
    static func count(_ address: ValueAddress) -> Int { self[address].count }

    static func withValue(
        _ address: ValueAddress, ofKeyAt key: ValueAddress, _ body: (_ value: ValueAddress) -> Bool
    ) -> Bool? {
        let typedKey = unsafe key.assumingMemoryBound(to: Key.self)
        // An optional value would be lost in the optional of a subscript with nil for "no such key".
        guard let index = unsafe self[address].index(forKey: typedKey.pointee) else { return nil }
        return unsafe ValueAddress.of(self[address].values[index], body)
    }

    static func hashKey(_ key: ValueAddress, into hasher: inout Hasher) {
        unsafe key.assumingMemoryBound(to: Key.self).pointee.hash(into: &hasher)
    }
}
