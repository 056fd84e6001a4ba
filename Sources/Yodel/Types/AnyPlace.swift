/// Where an `Any` is, whose value is looked at there: a copy of it would be counted, and a cast looked up.
///
/// An `Any` is three words for its value and one for the value's type; a value that needs more room is elsewhere.
@safe struct AnyPlace {
    // SAFETY: whoever makes one says that an `Any` is at the address, unchanged, while the place is used.
    let address: ValueAddress

    /// Whether an `Any` is laid out so. What its type says is read as a value of that type only then.
    static let isKnown: Bool = {
        guard MemoryLayout<Any>.size == 32 && MemoryLayout<Any>.stride == 32 && MemoryLayout<Int>.size == 8 else { return false }
        return holds("") && holds("a text that is longer than fifteen bytes") && holds(0x0123_4567_89AB) && holds(true) && holds(-0.5)
            && holds(["text"]) && holds(["key": "value"])
    }()

    /// The type of the value. A class may be one that the instance's own is a subclass of.
    @inline(__always)
    var type: Any.Type {
        assert(Self.isKnown)
        return unsafe address.load(fromByteOffset: 24, as: Any.Type.self)
    }

    /// Whether the value is an optional that is nil.
    var isNil: Bool {
        guard let optional = StandardTypes.optional(type) else { return false }
        func isNone<T>(_ value: T) -> Bool { unsafe ValueAddress.of(value) { optional.isNone($0) } }
        return _openExistential(any, do: isNone)
    }

    /// A copy of it.
    var any: Any { unsafe address.assumingMemoryBound(to: Any.self).pointee }

    /// Lends the places of an array's elements until the body returns false.
    @inline(__always)
    static func forEach(in elements: [Any], _ body: (_ index: Int, _ element: AnyPlace) -> Bool) {
        unsafe elements.withUnsafeBufferPointer { elements in
            for index in elements.indices {
                let element = unsafe elements.baseAddress.unsafelyUnwrapped + index
                guard unsafe body(index, AnyPlace(address: ValueAddress(element))) else { return }
            }
        }
    }

    /// Whether a value is in an `Any` as it would be by itself.
    private static func holds<Value: Equatable>(_ value: Value) -> Bool {
        var isHeld = false
        let read = { (place: ValueAddress) in
            // SAFETY: an `Any` has four words, as has been asked before, and its type is the value's if it is so.
            unsafe place.load(fromByteOffset: 24, as: UInt.self) == UInt(bitPattern: ObjectIdentifier(Value.self))
                && place.assumingMemoryBound(to: Value.self).pointee == value
        }
        unsafe [value as Any].withUnsafeBufferPointer { elements in
            isHeld = unsafe elements.baseAddress.map { unsafe read(ValueAddress($0)) } ?? false
        }
        return isHeld
    }
}
