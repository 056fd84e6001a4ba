// Arrays, and dictionaries whose keys are strings. Their own `encode(to:)` makes a container, copies each element or pair, and parses each key as a number.
// Here the elements are encoded where they stand. Members, order, errors and the ways to them are those of the standard library's code.

/// An array, or a dictionary whose keys are strings.
protocol EncodedCollection {
    /// Encodes the elements of a collection as the value of a level.
    ///
    /// - Parameters:
    ///   - address: Where the collection stands.
    ///   - isInside: Whether the level has been made for it, and nothing else is written in it.
    static func encode(_ address: ValueAddress, in level: EncodingLevel, isInside: Bool) throws
}

extension EncodedCollection {
    /// Encodes the elements as the value of a level.
    func encode(in level: EncodingLevel, isInside: Bool) throws {
        unsafe try ValueAddress.of(self) { try Self.encode($0, in: level, isInside: isInside) }
    }
}

extension EncodingSession {
    /// A type as an array or a dictionary whose keys are strings; nil for every other.
    ///
    /// The runtime is asked only about types that conform: it looks through all conformances of the process for one that it does not find.
    static func collection(_ type: Any.Type) -> (any EncodedCollection.Type)? {
        let isCollection = StandardTypes.dictionary(type).map { $0.keyType == String.self } ?? StandardTypes.sequence(type)?.isArray
        return isCollection == true ? type as? any EncodedCollection.Type : nil
    }
}

extension Array: EncodedCollection where Element: Encodable {
    static func encode(_ address: ValueAddress, in level: EncodingLevel, isInside: Bool) throws {
        level.openArray()
        let kind = level.withSession { $0.kind(of: Element.self) }
        // SAFETY: the array stays while its elements are encoded, as does whatever a type encodes.
        try unsafe address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            for index in 0..<elements.count {
                let step = KeyStep(index: level.count)
                let before = level.element()
                try unsafe (first + index).lend { try level.encodeInside($0, as: kind, step, memberStart: before) }
            }
        }
    }
}

extension Dictionary: EncodedCollection where Key == String, Value: Encodable {
    static func encode(_ address: ValueAddress, in level: EncodingLevel, isInside: Bool) throws {
        if isInside, level.keyForm != .asGiven, level.session.model == nil { level.step = level.step.toDictionary }
        level.openObject()
        let kind = level.withSession { $0.kind(of: Value.self) }
        // SAFETY: the dictionary stays while its values are encoded, as does whatever a type encodes.
        let dictionary = unsafe address.assumingMemoryBound(to: Self.self)
        guard DictionaryLayout.isKnown else {
            for (key, value) in unsafe dictionary.pointee {
                unsafe try ValueAddress.of(key) { key in
                    unsafe try ValueAddress.of(value) { try member(key, $0, as: kind, in: level) }
                }
            }
            return
        }
        let storage = unsafe DictionaryStorage(of: dictionary.pointee)
        var pairs = DictionaryLayout.Pairs(
            storage.address, keyStride: MemoryLayout<String>.stride, valueStride: MemoryLayout<Value>.stride)
        while let (key, value) = pairs.next() { try member(key, value, as: kind, in: level) }
    }

    /// Encodes a pair. No strategy changes its key.
    @inline(__always)
    private static func member(_ key: ValueAddress, _ value: ValueAddress, as kind: EncodedKind, in level: EncodingLevel) throws {
        let key = unsafe key.assumingMemoryBound(to: String.self)
        let before = unsafe level.member(ofDictionary: key.pointee)
        let step = unsafe KeyStep(ofDictionary: key, isAsGiven: level.keyForm == .asGiven)
        try unsafe value.assumingMemoryBound(to: Value.self).lend { try level.encodeInside($0, as: kind, step, memberStart: before) }
    }
}

extension UnsafePointer where Pointee: ~Copyable {
    /// Lends the value where it stands. Of a generic type a copy would be made otherwise: for one that may have no copies there is none.
    @inline(__always)
    func lend<R>(_ body: (borrowing Pointee) throws -> R) rethrows -> R { unsafe try body(pointee) }
}
