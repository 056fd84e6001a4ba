import Synchronization

// An enum that declares a raw type makes a case of a text by comparing it with the text of each case. Here the text is looked up instead, and the raw value
// of a case by the bytes of the case.
//
//     "push"  --hash-->  entry 2: case 1, "push"        case 1  --bytes-->  entry 2
//
// No metadata says whether the compiler or a programmer has written `init(rawValue:)`. So what is remembered of texts is no more than what
// `RawRepresentable` asks of either: a value survives the way to its raw value and back. (So does a key of dictionaries that names its coding key, whose text
// is the raw value here.) A text is entered once the type's own code has answered both ways,
// `init(rawValue:)` of the text with a value, and the value's `rawValue` with the text, byte for byte. Everything else goes to the type's code, each time:
//
// - a text that makes a value and is not that value's raw value: another form of Unicode (`==` of strings is canonical equivalence), an alias, what an
//   initialiser makes of unknown texts, a number as `1.0`;
// - a text that makes nothing;
// - a type that can hold more than which case it is: a struct, a class, an enum that has a payload in any case;
// - raw values other than `String` and integers, of which options decide what they are made of.
//
// `rawValue` is asked for once per value that is read. `init(rawValue:)` is never called for what is not read: an enum that is only written may have none
// that works.
//
// What is given up: code of an enum without payloads that answers the same question differently later, and whatever else it does on the way, once it has
// answered. `ModelsByHand` says so to those who write such code.
//
// Values are found without a lock. The tables have twice as many places as there may be entries; an entry is written under the lock before its number
// is published, and nothing is taken out or moved.

/// The raw values of an enum without payloads that have been seen, and the values that they have made.
@safe final class RememberedRawValues: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: places are read through acquiring loads and changed under the lock only, entries are written before their number
    // is published. SAFETY of the rest: an address that is handed in is of the type that the object was made for, whose values are `size` bytes that
    // need no copy and no end.

    /// As many values as are remembered of one type.
    static let most = 512

    /// Whether raw values are strings; otherwise they are integers.
    let isOfStrings: Bool
    /// Bytes of a value: none if there is only one.
    private let size: Int
    private let rawStride: Int
    private let limit: Int
    private let mask: Int
    /// The numbers of entries, by their texts and by their values.
    private let texts: Pinned<Place>
    private let values: Pinned<Place>
    private let entries: Pinned<Entry>
    private let rawValues: MutableAddress
    private let count = Guarded(0)
    /// Whether there is no room for another entry.
    private let isFull = Atomic(false)

    /// The number of an entry, counted from one; zero for none.
    private struct Place: ~Copyable {
        let number = Atomic<UInt32>(0)
    }

    private struct Entry: ~Copyable {
        let key: KeySignature
        /// The text, if its key does not say all of it.
        let longText: ValueRow<UInt8>?
        let value: UInt32
        /// Whether the raw value has made the value: it is found by its text.
        let isMutual = Atomic(false)
    }

    /// - Parameters:
    ///   - type: Any. Nil if nothing may be remembered of it.
    ///   - most: As many values as are remembered; a test asks for fewer.
    convenience init?<T: RawRepresentable>(_ type: T.Type, most: Int = RememberedRawValues.most) {
        self.init(type, T.RawValue.self, most: most)
    }

    /// - Parameter raw: The type of what takes the place of raw values, where the type itself names none.
    init?<T, Raw>(_ type: T.Type, _ raw: Raw.Type, most: Int = RememberedRawValues.most) {
        guard _isPOD(type), let cases = TypeDescriptor.plainCases(of: type), cases > 0, Self.isWhole(MemoryLayout<T>.size),
            let kind = FieldKind.leaf(raw), kind == .string || kind.isInteger
        else { return nil }
        isOfStrings = kind == .string
        size = MemoryLayout<T>.size
        rawStride = MemoryLayout<Raw>.stride
        limit = min(cases, most)
        var places = 4
        while places < 2 * limit { places *= 2 }
        mask = places - 1
        texts = unsafe .allocate(places)
        values = unsafe .allocate(places)
        for index in 0..<places {
            unsafe (texts + index).initialize(to: Place())
            unsafe (values + index).initialize(to: Place())
        }
        entries = unsafe .allocate(limit)
        rawValues = .allocate(byteCount: limit * rawStride, alignment: MemoryLayout<Raw>.alignment)
    }

    deinit {
        let count = count.withLock { $0 }
        for index in 0..<count { unsafe entry(index).pointee.longText?.free() }
        if isOfStrings { unsafe rawValues.assumingMemoryBound(to: String.self).deinitialize(count: count) }
        unsafe rawValues.deallocate()
        // What an entry or a place holds needs no end.
        unsafe entries.deallocate()
        unsafe texts.deallocate()
        unsafe values.deallocate()
    }

    // MARK: Finding

    /// Puts the value that a text makes.
    ///
    /// - Parameter address: Of a value, which is replaced, or of fresh memory.
    /// - Returns: false if none is remembered.
    func putValue(of text: BorrowedBytes, at address: MutableAddress) -> Bool {
        let key = KeySignature(text)
        var index = key.place & mask
        while true {
            let number = Int(unsafe (texts + index).pointee.number.load(ordering: .acquiring))
            if number == 0 { return false }
            let entry = entry(number &- 1)  // &-: of a number above zero
            if entry.pointee.key == key && isText(text, of: entry) {
                store(entry.pointee.value, at: address)
                return true
            }
            index = (index &+ 1) & mask  // &+: at most the mask
        }
    }

    /// The raw value of a value; nil if none is remembered.
    func rawValue(of address: ValueAddress) -> ValueAddress? {
        guard let index = index(of: bits(at: address)) else { return nil }
        return unsafe rawValues.value + index &* rawStride  // &*: within the memory
    }

    @inline(__always)
    private func entry(_ index: Int) -> Pinned<Entry> { unsafe entries + index }

    /// Whether a text of the same key is an entry's.
    @inline(__always)
    private func isText(_ text: BorrowedBytes, of entry: Pinned<Entry>) -> Bool {
        guard let whole = entry.pointee.longText else { return true }
        return unsafe BorrowedBytes(from: whole.text, count: text.count).elementsEqual(text)
    }

    /// The index of a value's entry.
    @inline(__always)
    private func index(of value: UInt32) -> Int? {
        var index = Int(value) & mask
        while true {
            let number = Int(unsafe (values + index).pointee.number.load(ordering: .acquiring))
            if number == 0 { return nil }
            if entry(number &- 1).pointee.value == value { return number &- 1 }  // &-: of a number above zero
            index = (index &+ 1) & mask  // &+: at most the mask
        }
    }

    // MARK: Noting

    /// Remembers what the type's code has made of a raw value whose text was not found.
    ///
    /// - Parameter rawValue: Asks the type's code for a value's own raw value.
    @inline(never)
    func note<T, Raw>(_ value: T, madeOf raw: Raw, _ rawValue: (T) -> Raw) {
        let own = unsafe ValueAddress.of(value) { bits(at: $0) }
        var known = index(of: own)
        if known == nil && !isFull.load(ordering: .relaxed) {
            // This runs code of the type's own, which may decode: not under the lock.
            enter(rawValue(value), of: own)
            known = index(of: own)
        }
        guard let known, !entry(known).pointee.isMutual.load(ordering: .relaxed), isRawValue(raw, ofEntry: known) else { return }
        count.withLock { _ in
            if entry(known).pointee.isMutual.load(ordering: .relaxed) { return }
            entry(known).pointee.isMutual.store(true, ordering: .relaxed)
            publish(known + 1, in: texts, from: entry(known).pointee.key.place)
        }
    }

    /// Remembers the raw value that the type's code has given for a value.
    @inline(never)
    func note<T, Raw>(_ raw: Raw, of value: T) {
        let own = unsafe ValueAddress.of(value) { bits(at: $0) }
        if !isFull.load(ordering: .relaxed) && index(of: own) == nil { enter(raw, of: own) }
    }

    private static func text<Raw>(of raw: Raw) -> String? {
        if let text = raw as? String { return text }
        guard let integer = raw as? any BinaryInteger else { return nil }
        return String(describing: integer)
    }

    private func enter<Raw>(_ raw: Raw, of value: UInt32) {
        guard var text = Self.text(of: raw) else { return }
        let (key, longText) = unsafe text.withBorrowedBytes { (KeySignature($0), Self.copy($0)) }
        let isEntered = count.withLock { count in
            guard count < limit && index(of: value) == nil else { return false }
            unsafe (rawValues + count * rawStride).initialize(as: Raw.self, to: raw)
            unsafe entry(count).initialize(to: Entry(key: key, longText: longText, value: value))
            count += 1
            publish(count, in: values, from: Int(value))
            if count == limit { isFull.store(true, ordering: .relaxed) }
            return true
        }
        if !isEntered { unsafe longText?.free() }
    }

    /// Whether a raw value is the very one that is remembered.
    private func isRawValue<Raw>(_ raw: Raw, ofEntry index: Int) -> Bool {
        if var text = raw as? String {
            return unsafe text.withBorrowedBytes { KeySignature($0) == entry(index).pointee.key && isText($0, of: entry(index)) }
        }
        // An integer is nothing but its bytes.
        let own = unsafe rawValues.value + index * rawStride
        return unsafe ValueAddress.of(raw) { other in
            (0..<rawStride).allSatisfy {
                unsafe own.load(fromByteOffset: $0, as: UInt8.self) == other.load(fromByteOffset: $0, as: UInt8.self)
            }
        }
    }

    /// Called under the lock.
    private func publish(_ number: Int, in places: Pinned<Place>, from start: Int) {
        var index = start & mask
        while unsafe (places + index).pointee.number.load(ordering: .relaxed) != 0 { index = (index + 1) & mask }
        unsafe (places + index).pointee.number.store(UInt32(number), ordering: .releasing)
    }

    /// A copy of a text, if its key does not say all of it.
    private static func copy(_ text: BorrowedBytes) -> ValueRow<UInt8>? {
        guard text.count > KeySignature.completeCount else { return nil }
        let copy = ValueRow<UInt8>.allocate(text.count)
        unsafe copy.put(text)
        return copy
    }

    // MARK: Values

    /// Whether values of a size are read and stored by one access.
    private static func isWhole(_ size: Int) -> Bool { size <= 4 && size != 3 }

    @inline(__always)
    private func bits(at address: ValueAddress) -> UInt32 {
        switch size {
        case 1: UInt32(unsafe address.load(as: UInt8.self))
        case 2: UInt32(unsafe address.load(as: UInt16.self))
        case 4: unsafe address.load(as: UInt32.self)
        default: 0
        }
    }

    @inline(__always)
    private func store(_ bits: UInt32, at address: MutableAddress) {
        switch size {
        case 1: unsafe address.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
        case 2: unsafe address.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
        case 4: unsafe address.storeBytes(of: bits, as: UInt32.self)
        default: break
        }
    }
}

extension KeySignature {
    /// Where the search for it begins, in a table of any size.
    @inline(__always)
    fileprivate var place: Int { Int(truncatingIfNeeded: hash(seed: 0) >> 32) }
}
