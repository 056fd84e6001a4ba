// What comparing containers needs of them, beyond what building and walking does.

extension SequenceType {
    static var isSet: Bool { false }
    static func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool { preconditionFailure("no set") }
    static func hash(_ address: ValueAddress, into hasher: inout Hasher) { preconditionFailure("no set") }
}

extension Array {
    static func count(_ address: ValueAddress) -> Int { unsafe address.assumingMemoryBound(to: Self.self).pointee.count }
}

extension ContiguousArray {
    static func count(_ address: ValueAddress) -> Int { unsafe address.assumingMemoryBound(to: Self.self).pointee.count }
}

extension Set {
    static var isSet: Bool { true }
    static func count(_ address: ValueAddress) -> Int { unsafe address.assumingMemoryBound(to: Self.self).pointee.count }

    static func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
        unsafe left.assumingMemoryBound(to: Self.self).pointee == right.assumingMemoryBound(to: Self.self).pointee
    }

    static func hash(_ address: ValueAddress, into hasher: inout Hasher) {
        unsafe address.assumingMemoryBound(to: Self.self).pointee.hash(into: &hasher)
    }
}

extension Dictionary {
    static func count(_ address: ValueAddress) -> Int { unsafe address.assumingMemoryBound(to: Self.self).pointee.count }

    static func withValue(
        _ address: ValueAddress, ofKeyAt key: ValueAddress, _ body: (_ value: ValueAddress) -> Bool
    ) -> Bool? {
        let dictionary = unsafe address.assumingMemoryBound(to: Self.self)
        let typedKey = unsafe key.assumingMemoryBound(to: Key.self)
        // An optional value would be lost in the optional of a subscript with nil for "no such key".
        guard let index = unsafe dictionary.pointee.index(forKey: typedKey.pointee) else { return nil }
        let value = unsafe dictionary.pointee.values[index]
        return unsafe withUnsafePointer(to: value) { unsafe body(ValueAddress($0)) }
    }

    static func hashKey(_ key: ValueAddress, into hasher: inout Hasher) {
        unsafe key.assumingMemoryBound(to: Key.self).pointee.hash(into: &hasher)
    }
}
