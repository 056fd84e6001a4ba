// The keys of an object that is being written: where each stands, and whether one comes twice.
//
// Of each key 32 bits of a hash are kept, eight compares a step: an object of a type's properties is checked in a few instructions a key. From
// 64 keys on a table says which key had the same hash, so that an object of many keys stays linear. The hash is seeded in each process.
// That two hashes are equal is only a hint: whether two keys are equal is seen when the object is closed, and by the text.

/// Where a key stands in the text.
struct KeyRecord {
    /// The place of its quote, counted from the bracket of its object.
    var start: Int
    /// The bytes between its quotes.
    var length: Int
}

/// The keys of an object, in the order in which they were written.
@safe struct KeyRecords: ~Copyable {
    private var hashes: ValueRow<UInt32>
    private var records: ValueRow<KeyRecord>
    private var capacity: Int
    private(set) var count = 0
    /// Whether two keys may be the same.
    private(set) var mayRepeat = false
    /// Whether there is a key that is not ASCII: of those, different bytes may be the same key.
    private(set) var hasWideKeys = false
    /// Whether there is a key with an escape.
    private(set) var hasEscapes = false
    /// The number of the key and one, by hash; as long as it is a power of two.
    private var table: [UInt32] = []

    /// Keys from which on there is a table. A multiple of eight.
    private static var mostWithoutTable: Int { 64 }

    private var seen = SIMD4<UInt64>()
    private let seed: UInt64

    /// - Parameter seed: Makes hashes that nobody outside can foresee.
    init(seed: UInt64) {
        self.seed = seed
        capacity = 32
        hashes = .allocate(capacity)
        unsafe hashes.put(0, times: capacity)
        records = .allocate(capacity)
    }

    deinit { freeRows() }

    private func freeRows() {
        unsafe hashes.free()
        unsafe records.free()
    }

    @unsafe subscript(index: Int) -> KeyRecord {
        assert(index >= 0 && index < count)
        return unsafe records[index]
    }

    /// Adds a key.
    ///
    /// - Parameters:
    ///   - start: The place of its quote.
    ///   - length: The bytes between its quotes.
    ///   - hash: That of the text.
    ///   - isEscaped: Whether the text is not the key itself.
    ///   - isWide: Whether there is more than ASCII in it.
    @inline(__always)
    mutating func append(_ start: Int, _ length: Int, hash: UInt32, isEscaped: Bool, isWide: Bool) {
        if isEscaped { hasEscapes = true }
        if isWide { hasWideKeys = true }
        // Of 256 bits one for each key: mostly there is no other on it.
        let bit = (1 as UInt64) &<< UInt64(hash &>> 8)
        let isSeen = seen[Int(truncatingIfNeeded: hash &>> 30)] & bit != 0
        seen[Int(truncatingIfNeeded: hash &>> 30)] |= bit
        if count >= Self.mostWithoutTable || count == capacity { makeRoom(for: hash) } else if isSeen { lookUp(hash) }
        unsafe hashes[count] = hash
        unsafe records[count] = KeyRecord(start: start, length: length)
        count &+= 1  // &+=: as many as there is memory for
    }

    /// Whether the last key may stand among those before it.
    var lastMayRepeat: Bool { mayRepeat || hasWideKeys }

    /// Takes back the last key.
    mutating func removeLast() {
        count -= 1
        unsafe hashes[count] = 0
        // The table keeps a number that is of no key now: it is a hint only.
    }

    /// Takes back all keys.
    @inline(__always)
    mutating func removeAll() {
        guard count > 0 else { return }
        unsafe hashes.fill(0, times: count)
        count = 0
        seen = SIMD4()
        mayRepeat = false
        hasWideKeys = false
        hasEscapes = false
        if !table.isEmpty { table = [] }
    }

    /// Replaces all keys.
    mutating func replace(by others: [KeyRecord]) {
        let flags = (hasWideKeys, hasEscapes)
        removeAll()
        (hasWideKeys, hasEscapes) = flags
        for record in others {
            if count == capacity { grow() }
            unsafe records[count] = record
            // What it was is not known here; from now on there may be repetitions.
            unsafe hashes[count] = 1
            count += 1
        }
        mayRepeat = true
    }

    // MARK: Hashes

    /// No key is beyond the count: unused hashes are 0, and a hash is not.
    @inline(__always)
    private mutating func lookUp(_ hash: UInt32) {
        let wanted = SIMD8<UInt32>(repeating: hash)
        var index = 0
        while index < count {
            // SAFETY: the capacity is a multiple of eight, and all of it is initialised.
            let block = unsafe UnsafeRawPointer((hashes + index).address).loadUnaligned(as: SIMD8<UInt32>.self)
            if any(block .== wanted) {
                mayRepeat = true
                return
            }
            index &+= 8  // &+=: below the capacity
        }
    }

    @inline(never)
    private mutating func makeRoom(for hash: UInt32) {
        if count == capacity { grow() }
        guard count >= Self.mostWithoutTable else { return lookUp(hash) }
        if 2 * count >= table.count {
            table = Array(repeating: 0, count: 4 * capacity)
            for index in 0..<count { _ = unsafe enter(hashes[index], index) }
        }
        if enter(hash, count) { mayRepeat = true }
    }

    /// Enters a key into the table; says whether there is one of the same hash.
    private mutating func enter(_ hash: UInt32, _ index: Int) -> Bool {
        let mask = table.count - 1
        var place = Int(hash) & mask
        while table[place] != 0 {
            let other = Int(table[place]) - 1
            if other < count, unsafe hashes[other] == hash { return true }
            place = (place + 1) & mask
        }
        table[place] = UInt32(truncatingIfNeeded: index + 1)
        return false
    }

    private mutating func grow() {
        let larger = 2 * capacity
        let newHashes = ValueRow<UInt32>.allocate(larger)
        let newRecords = ValueRow<KeyRecord>.allocate(larger)
        // SAFETY: the old rows are this table's alone, and are replaced.
        unsafe newHashes.take(count, of: hashes)
        unsafe (newHashes + count).put(0, times: larger - count)
        unsafe newRecords.take(count, of: records)
        freeRows()
        hashes = newHashes
        records = newRecords
        capacity = larger
    }

    /// A hash of a text that is not 0, and whether there is more than ASCII in it.
    @unsafe @inline(__always)
    func hash(of text: TextPlace, _ length: Int) -> (hash: UInt32, isWide: Bool) {
        var first: UInt64
        var last: UInt64
        var all: UInt64
        if length >= 8 {
            first = unsafe text.load(as: UInt64.self)
            last = unsafe text.load(length &- 8, as: UInt64.self)  // &-: at least eight
            all = first | last
            // What is between, eight bytes a step.
            var index = 8
            while index < length &- 8 {
                let word = unsafe text.load(index, as: UInt64.self)
                first = Self.mixed(first ^ seed, word ^ Self.other)
                all |= word
                index &+= 8  // &+=: below the length
            }
        } else {
            // SAFETY: the caller says that there is memory behind the text; what it holds is masked off.
            first = unsafe text.widened(to: 8).load(as: UInt64.self) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: length &<< 3))
            last = 0
            all = first
        }
        let product = Self.mixed(first ^ seed, last ^ UInt64(truncatingIfNeeded: length) ^ Self.other)
        return (UInt32(truncatingIfNeeded: product) | 1, all & 0x8080_8080_8080_8080 != 0)
    }

    /// Any odd number of many ones and zeros.
    private static var other: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    @inline(__always)
    private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
