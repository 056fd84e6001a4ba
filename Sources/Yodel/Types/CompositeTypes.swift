// How a plan sees through the standard library's generic types: each conforms to a protocol of this file, whose static members know the
// type parameters. A plan keeps the metatype; a reader calls it once per container.
//
// SAFETY, of all of them: the metatype and an address come from one plan, so that a value of the type is there, or is to; buffers have as many elements,
// keys or values as the caller says.

/// `Optional`.
protocol OptionalType {
    static var wrappedType: Any.Type { get }

    /// Nil.
    static func none() -> Self

    /// The optional of a wrapped value that is moved out of `payload`.
    static func some(moving payload: MutableAddress) -> Self

    /// Whether the optional at an address is nil. It is looked at in place: a copy would retain what it holds.
    static func isNone(_ address: ValueAddress) -> Bool

    /// Moves what an optional wraps to fresh memory.
    ///
    /// - Returns: false if it is nil: nothing has been moved then.
    static func unwrap(_ optional: consuming Self, into payload: MutableAddress) -> Bool
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }

    // Inlined: a witness has its own metadata at hand, where a call would have it looked up by that of `Wrapped`.

    @inline(__always)
    static func none() -> Self { nil }

    @inline(__always)
    static func some(moving payload: MutableAddress) -> Self {
        unsafe .some(payload.assumingMemoryBound(to: Wrapped.self).move())
    }

    @inline(__always)
    static func isNone(_ address: ValueAddress) -> Bool {
        unsafe address.assumingMemoryBound(to: Self.self).pointee.isEmptyInPlace
    }

    @inline(__always)
    static func unwrap(_ optional: consuming Self, into payload: MutableAddress) -> Bool {
        guard let value = optional else { return false }
        unsafe payload.initialize(as: Wrapped.self, to: value)
        return true
    }
}

extension Optional where Wrapped: ~Copyable {
    fileprivate var isEmptyInPlace: Bool {
        switch self {
        case .none: true
        case .some: false
        }
    }
}

/// `Array`, `ContiguousArray` and `Set`: built in one call from a buffer of elements. Those of a set are put in a form that is hashed in
/// linear time (`MarkOrder`).
protocol SequenceType {
    static var elementType: Any.Type { get }
    /// Whether the type is `Array`.
    static var isArray: Bool { get }
    /// Whether the type is `Set`.
    static var isSet: Bool { get }

    /// Moves `count` elements out of `elements` and puts the container made of them at `address`.
    static func build(_ address: MutableAddress, elements: MutableAddress?, count: Int, fresh: Bool)

    /// The class of an array's storage, whose elements are stored after 32 bytes: class, reference counts, count and twice the capacity. Zero for sets, and if
    /// the standard library lays it out in another way.
    static var storageClass: UInt { get }

    /// Lends the elements of the container at an address, one stride apart. Not called for a container without any.
    static func withElements(_ address: ValueAddress, _ body: (_ base: ValueAddress, _ count: Int) -> Void)

    /// Whether two sets are equal. Only for sets.
    static func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool

    /// Feeds a set to a hasher. Only for sets.
    static func hash(_ address: ValueAddress, into hasher: inout Hasher)

    /// How many elements the container at an address has.
    static func count(_ address: ValueAddress) -> Int
}

extension SequenceType {
    /// The container at an address, to look at in place.
    static subscript(address: ValueAddress) -> Self {
        @inline(__always) unsafeAddress { unsafe address.assumingMemoryBound(to: Self.self) }
    }

    /// The class of the storage of an array without elements.
    ///
    /// - Parameters:
    ///   - array: It, which has room for some.
    ///   - elements: Where they would be.
    fileprivate static func storageClass(of array: Self, _ elements: ValueAddress?, capacity: Int, alignment: Int) -> UInt {
        guard MemoryLayout<Self>.size == MemoryLayout<Int>.size && alignment <= 16 else { return 0 }
        // SAFETY: an array is one reference (its size), to an object that is no smaller than its header.
        let storage = unsafe ValueAddress(unsafeBitCast(array, to: UnsafeRawPointer.self))
        return withExtendedLifetime(array) {
            let header = unsafe storage.load(as: (class: UInt, references: UInt, count: Int, capacity: Int).self)
            return unsafe elements == storage + 32 && header.count == 0 && header.capacity == capacity * 2 ? header.class : 0
        }
    }

    /// Puts a finished container: initialises fresh memory, replaces a value otherwise.
    static func put(_ container: consuming Self, at address: MutableAddress, fresh: Bool) {
        unsafe TypeHandle.store(container, at: address, fresh: fresh)
    }
}

extension Array {
    /// Lends the elements.
    fileprivate func lend(_ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        unsafe withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe body(ValueAddress(base), buffer.count) }
        }
    }
}

extension ContiguousArray {
    /// Lends the elements.
    fileprivate func lend(_ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        unsafe withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe body(ValueAddress(base), buffer.count) }
        }
    }
}

extension Array: SequenceType {
    static var isArray: Bool { true }
    static var elementType: Any.Type { Element.self }

    static var storageClass: UInt {
        var array = Self()
        array.reserveCapacity(1)
        var elements: ValueAddress?
        array.lend { base, _ in elements = base }
        return storageClass(of: array, elements, capacity: array.capacity, alignment: MemoryLayout<Element>.alignment)
    }

    static func withElements(_ address: ValueAddress, _ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        if !self[address].isEmpty { self[address].lend(body) }
    }

    static func build(_ address: MutableAddress, elements: MutableAddress?, count: Int, fresh: Bool) {
        guard count > 0, let elements else { return put([], at: address, fresh: fresh) }
        unsafe put(
            Array(unsafeUninitializedCapacity: count) { buffer, initialized in
                unsafe buffer.baseAddress!.moveInitialize(from: elements.assumingMemoryBound(to: Element.self), count: count)
                initialized = count
            }, at: address, fresh: fresh)
    }
}

extension ContiguousArray: SequenceType {
    static var isArray: Bool { false }
    static var elementType: Any.Type { Element.self }

    static var storageClass: UInt {
        var array = Self()
        array.reserveCapacity(1)
        var elements: ValueAddress?
        array.lend { base, _ in elements = base }
        return storageClass(of: array, elements, capacity: array.capacity, alignment: MemoryLayout<Element>.alignment)
    }

    static func withElements(_ address: ValueAddress, _ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        if !self[address].isEmpty { self[address].lend(body) }
    }

    static func build(_ address: MutableAddress, elements: MutableAddress?, count: Int, fresh: Bool) {
        guard count > 0, let elements else { return put([], at: address, fresh: fresh) }
        unsafe put(
            ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initialized in
                unsafe buffer.baseAddress!.moveInitialize(from: elements.assumingMemoryBound(to: Element.self), count: count)
                initialized = count
            }, at: address, fresh: fresh)
    }
}

extension Set: SequenceType {
    static var isArray: Bool { false }
    static var elementType: Any.Type { Element.self }
    static var storageClass: UInt { 0 }

    // Where the compiler knows the type of the elements, a step takes a fraction of what it takes otherwise: so it is told the most frequent types.

    static func withElements(_ address: ValueAddress, _ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        if Element.self == String.self { return Set<String>[address].lendFew(body) }
        if Element.self == Int.self { return Set<Int>[address].lendFew(body) }
        self[address].lend(body)
    }

    static func build(_ address: MutableAddress, elements: MutableAddress?, count: Int, fresh: Bool) {
        guard let elements else { return put(Set(minimumCapacity: count), at: address, fresh: fresh) }
        unsafe MarkOrder.orderAll(elements.values(of: Element.self, count: count).address, count: count)
        if Element.self == String.self { return Set<String>.put(Set<String>(elements, count: count), at: address, fresh: fresh) }
        if Element.self == Int.self { return Set<Int>.put(Set<Int>(elements, count: count), at: address, fresh: fresh) }
        put(Set(elements, count: count), at: address, fresh: fresh)
    }

    /// Moves elements into a set. Of equal ones the first stays.
    @inline(__always)
    private init(_ elements: MutableAddress, count: Int) {
        self.init(minimumCapacity: count)
        let typed = unsafe elements.values(of: Element.self, count: count)
        for index in 0..<count { unsafe insert((typed + index).move()) }
    }

    /// Lends the elements.
    @inline(__always)
    private func lend(_ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        if !isEmpty { ContiguousArray(self).lend(body) }
    }

    /// Lends the elements, few of them without an array. Only for small types.
    @inline(__always)
    private func lendFew(_ body: (_ base: ValueAddress, _ count: Int) -> Void) {
        guard count <= 16 else { return lend(body) }
        unsafe ValueRow<Element>.withTemporary(16) { row in
            var count = 0
            for element in self {
                unsafe (row + count).put(element)
                count &+= 1  // &+=: at most 16
            }
            unsafe body(ValueAddress(row.address), count)
            unsafe row.destroy(count)
        }
    }
}

/// `Dictionary`: built in one call from a buffer of keys and a buffer of values.
protocol DictionaryType {
    static var keyType: Any.Type { get }
    static var valueType: Any.Type { get }

    /// Moves `count` keys and values out of their buffers and puts the dictionary made of them at `address`. Of equal keys the last wins.
    ///
    /// - Returns: How many different keys there are.
    @discardableResult
    static func build(
        _ address: MutableAddress, keys: MutableAddress?, values: MutableAddress?, count: Int, fresh: Bool
    ) -> Int

    /// Lends the keys and values of the dictionary at an address, one pair at a time, until the body returns false.
    static func forEachPair(_ address: ValueAddress, _ body: (_ key: ValueAddress, _ value: ValueAddress) -> Bool)

    /// Lends the keys and values of the dictionary at an address, each one stride apart.
    static func withPairs(
        _ address: ValueAddress, _ body: (_ keys: ValueAddress, _ values: ValueAddress, _ count: Int) -> Void)

    /// How many keys the dictionary at an address has.
    static func count(_ address: ValueAddress) -> Int

    /// Lends the value of the key at an address; nil if the dictionary does not have the key.
    static func withValue(
        _ address: ValueAddress, ofKeyAt key: ValueAddress, _ body: (_ value: ValueAddress) -> Bool
    ) -> Bool?

    /// Feeds the key at an address to a hasher.
    static func hashKey(_ key: ValueAddress, into hasher: inout Hasher)
}

extension DictionaryType {
    /// The dictionary at an address, to look at in place.
    static subscript(address: ValueAddress) -> Self {
        @inline(__always) unsafeAddress { unsafe address.assumingMemoryBound(to: Self.self) }
    }
}

extension Dictionary: DictionaryType {
    static var keyType: Any.Type { Key.self }
    static var valueType: Any.Type { Value.self }

    static func forEachPair(_ address: ValueAddress, _ body: (_ key: ValueAddress, _ value: ValueAddress) -> Bool) {
        if DictionaryLayout.isKnown {
            // SAFETY: a dictionary is a reference to its storage. It is kept, since the body may take it out of its place.
            let storage = unsafe address.load(as: Unmanaged<AnyObject>.self).retain()
            unsafe DictionaryLayout.forEachPair(
                ValueAddress(storage.toOpaque()), keyStride: MemoryLayout<Key>.stride, valueStride: MemoryLayout<Value>.stride, body)
            return unsafe storage.release()
        }
        for (key, value) in self[address] {
            guard unsafe ValueAddress.of(key, { key in unsafe ValueAddress.of(value) { body(key, $0) } }) else { return }
        }
    }

    static func withPairs(
        _ address: ValueAddress, _ body: (_ keys: ValueAddress, _ values: ValueAddress, _ count: Int) -> Void
    ) {
        let dictionary = self[address]
        ContiguousArray(dictionary.keys).lend { keys, count in
            ContiguousArray(dictionary.values).lend { values, _ in body(keys, values, count) }
        }
    }

    static func build(
        _ address: MutableAddress, keys: MutableAddress?, values: MutableAddress?, count: Int, fresh: Bool
    ) -> Int {
        var dictionary = Dictionary(minimumCapacity: count)
        if count > 0, let keys, let values {
            let typedKeys = unsafe keys.values(of: Key.self, count: count)
            let typedValues = unsafe values.values(of: Value.self, count: count)
            unsafe MarkOrder.order(typedKeys.address, count: count)
            if DictionaryLayout.isKnown {
                dictionary.insert(typedKeys, typedValues, count: count)
            } else {
                // One call: a store of a single pair looks up the class of the storage.
                dictionary.merge(MovedPairs(typedKeys, typedValues, count: count)) { $1 }
            }
        }
        unsafe TypeHandle.store(dictionary, at: address, fresh: fresh)
        return dictionary.count
    }
}

extension Dictionary {
    /// Moves pairs into the dictionary, which has none yet and room for all of them. Of equal keys the last wins. Only where the layout is known.
    ///
    /// Where the compiler knows the type of the keys, a step takes a fraction of what it takes otherwise: so it is told the most frequent types.
    fileprivate func insert(_ keys: ValueRow<Key>, _ values: ValueRow<Value>, count: Int) {
        // SAFETY: the dictionary is one reference, to a storage of its own that is laid out so. Keys are of the type that is asked for.
        let storage = unsafe DictionaryStorage(of: self)
        let room = unsafe storage.values(of: Value.self)
        let moveValue = { (index: Int, bucket: Int, isThere: Bool) in
            unsafe (room + bucket).takeOne(of: values + index, fresh: !isThere)
        }
        let raw = unsafe MutableAddress(keys.address)
        if Key.self == String.self {
            _ = unsafe storage.insert(raw.values(of: String.self, count: count), count: count, moveValue)
        } else if Key.self == Int.self {
            _ = unsafe storage.insert(raw.values(of: Int.self, count: count), count: count, moveValue)
        } else {
            _ = unsafe storage.insert(keys, count: count, moveValue)
        }
    }
}

/// The raw value's type and the handle of a raw representable type.
func rawValueParts(_ type: any RawRepresentable.Type) -> (rawType: Any.Type, handle: TypeHandle) {
    func open<T: RawRepresentable>(_ type: T.Type) -> (Any.Type, TypeHandle) { (T.RawValue.self, RawValueHandle(type)) }
    return open(type)
}

/// Moves keys and values out of their buffers, a pair at a time.
@safe private struct MovedPairs<Key, Value>: Sequence, IteratorProtocol {
    // SAFETY: the buffers have as many keys and values as are left; who takes the pairs takes all of them.
    private var keys: ValueRow<Key>
    private var values: ValueRow<Value>
    private var rest: Int

    init(_ keys: ValueRow<Key>, _ values: ValueRow<Value>, count: Int) {
        self.keys = keys
        self.values = values
        rest = count
    }

    mutating func next() -> (Key, Value)? {
        guard rest > 0 else { return nil }
        defer {
            unsafe keys += 1
            unsafe values += 1
            rest -= 1
        }
        return unsafe (keys.move(), values.move())
    }
}
