internal import YodelSystem

// Dictionaries in the order of their keys: no key is copied, and no pair is moved. Where key and value are is sorted by the first eight bytes of the key, as one
// number, and by the rest only where these are the same:
//
//     "name" -> 0x6E616D65_00000000      "id" -> 0x69640000_00000000

extension ModelWriter {
    /// Writes a dictionary whose storage is known, in the order of its keys.
    ///
    /// Not inlined, as `tooDeep`.
    ///
    /// - Returns: nil if the keys are no strings, or the bytes of one of them are not known, or their order by UTF-16 may be another where that is asked for;
    ///   nothing has been written then.
    @inline(never)
    mutating func sortedPairs<Style: StepStyle>(_ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict? {
        guard plan.key.pointee.step == .string && json.readsStrings else { return nil }
        // SAFETY: dictionaries are known to be laid out so (`DictionaryLayout.isKnown`).
        let storage = unsafe ContainerStorage(of: address)
        let keeper = keeper(style, storage, for: plan)
        let count = DictionaryLayout.count(storage.address)
        let isCanonical = isCanonical
        let verdict: WriteVerdict? = unsafe ValueRow<SortedPair>.withTemporary(max(count, 1)) { row in
            var places = row
            var areKnown = true
            DictionaryLayout.forEachPair(
                storage.address, keyStride: plan.key.pointee.stride, valueStride: plan.element.pointee.stride
            ) { key, value in
                guard let pair = SortedPair(key, value), !isCanonical || pair.sortsAlike else {
                    areKnown = false
                    return false
                }
                unsafe places.put(pair)
                unsafe places += 1
                return true
            }
            guard areKnown else { return nil }
            unsafe row.sort(count) { $0.precedes($1) }
            return pairs(style, plan, row, count)
        }
        keeper?.release()
        return verdict
    }

    /// Writes the pairs of a dictionary.
    private mutating func pairs<Style: StepStyle>(
        _ style: Style.Type, _ plan: PlanRef, _ row: ValueRow<SortedPair>, _ count: Int
    ) -> WriteVerdict {
        guard json.enter() else { return tooDeep() }
        let (key, element) = (plan.key, plan.element)
        let step = element.pointee.step
        let start = json.output.count
        var next = json.output.reserve(Self.elementRoom)
        for index in 0..<count {
            guard unsafe pair(style, key, row[index].key, step, element, row[index].value, at: &next) else { return .failed }
        }
        unsafe json.output.advance(to: close(style, from: start, to: next, UInt8(ascii: "{"), UInt8(ascii: "}")))
        json.leave()
        return .written
    }
}

/// Where the key and the value of a pair are that is sorted by its key, a string.
private struct SortedPair {
    /// The first eight bytes of the key, the first highest, zeros after its end.
    private let start: UInt64
    let key: ValueAddress
    let value: ValueAddress

    /// - Returns: nil if only the standard library knows where the key's bytes are.
    @inline(__always)
    init?(_ key: ValueAddress, _ value: ValueAddress) {
        let string = WrittenValue(key, .string).string
        if StringLayout.smallCount(at: string) != nil {
            // After the text of a small string there are zeros, and the count is its last byte.
            start = unsafe string.block.word.byteSwapped
        } else {
            guard let bytes = StringLayout.bytes(at: string) else { return nil }
            start = Self.start(bytes)
        }
        (self.key, self.value) = (key, value)
    }

    private static func start(_ bytes: BorrowedBytes) -> UInt64 {
        if bytes.count >= 8, let start = bytes.start { return unsafe start.word.byteSwapped }
        var word: UInt64 = 0
        for index in 0..<8 { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return word
    }

    /// Whether the order of the key by UTF-16 is that by UTF-8: it has no character beyond U+FFFF.
    var sortsAlike: Bool {
        StringLayout.bytes(at: WrittenValue(key, .string).string)?.allSatisfy { $0 < 0xF0 } ?? false
    }

    @inline(__always)
    func precedes(_ other: SortedPair) -> Bool { start == other.start ? isLess(than: other) : start < other.start }

    /// Whether the key comes before another one, by UTF-8.
    @inline(never)
    private func isLess(than other: SortedPair) -> Bool {
        // The bytes of both were known when they were looked at first.
        guard let own = StringLayout.bytes(at: WrittenValue(key, .string).string),
            let others = StringLayout.bytes(at: WrittenValue(other.key, .string).string)
        else { return false }
        let count = min(own.count, others.count)
        if count > 0, let first = unsafe own.baseAddress, let second = unsafe others.baseAddress {
            // SAFETY: there are as many bytes of both.
            let order = unsafe memcmp(first, second, count)
            if order != 0 { return order < 0 }
        }
        return own.count < others.count
    }
}
