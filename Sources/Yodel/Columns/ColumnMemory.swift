internal import YodelSystem

/// Memory of a column that grows at its end. Begins at a multiple of 64 bytes, as Arrow recommends.
@safe struct ColumnMemory {
    // SAFETY: the column set that has it stores and reads within the capacity, which is asserted, reads what has been stored, and frees it.

    private(set) var base: MutableAddress?
    private(set) var capacity = 0

    /// Bytes of the first memory. A file of a few records has columns of its own, and each of these up to four memories.
    private static var leastBytes: Int { 256 }

    /// Makes room.
    ///
    /// - Parameters:
    ///   - bytes: How many there must be room for.
    ///   - used: How many have been written.
    @inline(__always)
    mutating func reserve(_ bytes: Int, used: Int) {
        if bytes > capacity { grow(bytes, used) }
    }

    @inline(never)
    private mutating func grow(_ bytes: Int, _ used: Int) {
        let room = (max(bytes, capacity * 2, Self.leastBytes) + 63) & ~63
        let memory = MutableAddress.allocate(byteCount: room, alignment: 64)
        if let base {
            unsafe memory.copyMemory(from: base.value, byteCount: used)
            unsafe base.deallocate()
        }
        base = memory
        capacity = room
    }

    /// Where so many bytes stand. There is room for them.
    @inline(__always)
    private func at(_ offset: Int, _ count: Int) -> MutableAddress {
        assert(offset >= 0 && count >= 0 && offset + count <= capacity, "a place beyond a column's memory")
        return unsafe base.unsafelyUnwrapped + offset
    }

    /// The value that begins at a byte.
    @unsafe @inline(__always)
    func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        unsafe at(offset, MemoryLayout<Value>.size).load(as: type)
    }

    /// Stores a value from a byte on.
    @unsafe @inline(__always)
    func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
        unsafe at(offset, MemoryLayout<Value>.size).storeBytes(of: value, as: Value.self)
    }

    /// Stores bytes, which are none of its own.
    @unsafe @inline(__always)
    func store(_ bytes: BorrowedBytes, at offset: Int) {
        guard let source = unsafe bytes.baseAddress, bytes.count > 0 else { return }
        unsafe at(offset, bytes.count).copyMemory(from: ValueAddress(source), byteCount: bytes.count)
    }

    /// Stores a byte so many times, from the first one on.
    @unsafe func fill(_ byte: UInt8, times count: Int) { unsafe memset(at(0, count).raw, Int32(byte), count) }

    /// Bytes that have been stored.
    @unsafe func bytes(_ offset: Int, count: Int) -> BorrowedBytes {
        guard base != nil else { return .none }
        return unsafe BorrowedBytes(start: at(offset, count).assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A bit that has been stored.
    @unsafe @inline(__always)
    func bit(_ row: Int) -> Bool { unsafe load(row >> 3, as: UInt8.self) >> UInt8(row & 7) & 1 == 1 }

    /// Stores a row's bit, before those behind it in its byte.
    @unsafe @inline(__always)
    func store(bit: Bool, of row: Int) {
        let place = UInt8(1) &<< UInt8(truncatingIfNeeded: row & 7)
        let old = unsafe row & 7 == 0 ? 0 : load(row &>> 3, as: UInt8.self)
        unsafe store(bit ? old | place : old & ~place, at: row &>> 3)
    }

    @unsafe mutating func deallocate() {
        unsafe base?.deallocate()
        base = nil
        capacity = 0
    }
}

/// How the values of a column lie in memory.
enum ColumnForm: UInt8 {
    /// A bit each.
    case bits
    /// As many bytes each.
    case one, two, four, eight, sixteen
    /// Bytes one after the other, and where each value ends.
    case text
    /// Numbers of texts in the column's dictionary, four bytes each.
    case words
    /// A column for each property.
    case structure
    /// Elements one after the other in a column, and where each value ends.
    case list
    /// The same for keys and values, which are the properties of a structure.
    case map

    /// Bytes of a value; nil where they differ, or there are none.
    var width: Int? {
        switch self {
        case .one: 1
        case .two: 2
        case .four, .words: 4
        case .eight: 8
        case .sixteen: 16
        case .bits, .text, .structure, .list, .map: nil
        }
    }

    /// Whether it is told where each value ends.
    var hasOffsets: Bool { self == .text || self == .list || self == .map }
}

/// A column while it is filled. Trivial; a column set owns its memory.
@safe struct ColumnState {
    let form: ColumnForm
    /// Whether its values are stored. Those of a column that nobody has asked for are only read.
    let isWanted: Bool
    let target: ColumnTarget
    /// Whether null is a value.
    let takesNull: Bool
    /// The keys of a structure.
    let level: LevelRef?
    /// Values so far.
    var count = 0
    /// Whether a value is there, one bit each. Only if a null has come.
    var validity = ColumnMemory()
    var hasValidity = false
    /// Values of one width each, or bits.
    var values = ColumnMemory()
    /// Where values end: a zero, and four bytes for each.
    var offsets = ColumnMemory()
    /// The bytes of texts.
    var bytes = ColumnMemory()
    var byteCount = 0
    /// Those below it, in the order of the node's.
    let children: ValueRow<ColumnState>
    let childCount: Int
    /// Texts that have come, of a column that has a dictionary.
    let words: WordsRef?
    /// What the column is.
    let node: Kept<ColumnNode>
    /// Memory for a model as `init()` makes it, from which is taken what does not come.
    let instance: MutableAddress?
    var isInstanceMade = false
    /// The column whose instance has the default of this one, and how far from its start.
    let origin: ColumnRef?
    let distance: Int
}

/// A column while it is filled, by its address.
///
/// SAFETY: the column set that owns the state stays as long as its columns are used, and is used by one thread at a time until it is filled.
typealias ColumnRef = Pinned<ColumnState>

extension ColumnRef {
    /// The keys of a structure whose target says that they are read.
    @inline(__always) var level: LevelRef { unsafe pointee.level.unsafelyUnwrapped }

    @unsafe @inline(__always)
    func child(_ index: Int) -> ColumnRef {
        assert(index >= 0 && index < pointee.childCount, "a column that is not there")
        return unsafe pointee.children.pinned(index)
    }

    var hasWords: Bool { pointee.form == .words }
    /// The column's dictionary. Only for one that has it.
    @inline(__always) var words: WordsRef { unsafe pointee.words.unsafelyUnwrapped }

    // MARK: Values

    /// Adds a value of the column's width.
    @inline(__always)
    func put<Number: BitwiseCopyable>(_ value: Number) {
        let row = pointee.count
        pointee.count = row &+ 1  // &+: rows are fewer than bytes of a batch
        guard pointee.isWanted else { return }
        assert(pointee.form.width == MemoryLayout<Number>.size, "a value of another width")
        pointee.values.reserve((row &+ 1) &* MemoryLayout<Number>.size, used: row &* MemoryLayout<Number>.size)
        unsafe pointee.values.store(value, at: row &* MemoryLayout<Number>.size)
        if pointee.hasValidity { markValid(row) }
    }

    /// Adds a bit.
    @inline(__always)
    func put(bit: Bool) {
        let row = pointee.count
        pointee.count = row &+ 1  // &+: as above
        guard pointee.isWanted else { return }
        pointee.values.reserve(row &>> 3 &+ 1, used: (row &+ 7) &>> 3)
        unsafe pointee.values.store(bit: bit, of: row)
        if pointee.hasValidity { markValid(row) }
    }

    /// Adds a text.
    ///
    /// - Returns: false if the column has no room for it; nothing has happened then.
    @inline(__always)
    func put(text: BorrowedBytes) -> Bool {
        let row = pointee.count
        if pointee.isWanted {
            let start = pointee.byteCount
            let end = start &+ text.count  // &+: both are counts of bytes in memory
            guard end <= Int32.max else { return false }
            pointee.bytes.reserve(end, used: start)
            unsafe pointee.bytes.store(text, at: start)
            pointee.byteCount = end
            endValue(row, at: end)
        }
        pointee.count = row &+ 1  // &+: as above
        return true
    }

    /// Notes that a list's or map's value ends with the last element.
    ///
    /// - Returns: false if there are too many; nothing has happened then.
    @inline(__always)
    func endList() -> Bool {
        let row = pointee.count
        if pointee.isWanted {
            let end = unsafe child(0).pointee.count
            guard end <= Int32.max else { return false }
            endValue(row, at: end)
        }
        pointee.count = row &+ 1  // &+: as above
        return true
    }

    /// Notes that all columns of a structure have a value.
    @inline(__always)
    func endStructure() {
        let row = pointee.count
        pointee.count = row &+ 1  // &+: as above
        if pointee.isWanted && pointee.hasValidity { markValid(row) }
    }

    /// Notes where a value ends. That of the last one before is there, or this is the first.
    @inline(__always)
    private func endValue(_ row: Int, at end: Int) {
        pointee.offsets.reserve((row &+ 2) &* 4, used: (row &+ 1) &* 4)
        if row == 0 { unsafe pointee.offsets.store(0 as Int32, at: 0) }
        unsafe pointee.offsets.store(Int32(truncatingIfNeeded: end), at: (row &+ 1) &* 4)
        if pointee.hasValidity { markValid(row) }
    }

    /// Where the value of a row begins in the texts or elements; behind the last value's end, where the next one will.
    @inline(__always)
    func offset(_ row: Int) -> Int {
        // There are offsets as soon as there is a value.
        unsafe row == 0 ? 0 : Int(pointee.offsets.load(row &* 4, as: Int32.self))
    }

    /// Adds a null.
    @inline(never)
    func putNull() {
        let row = pointee.count
        if pointee.isWanted && !pointee.hasValidity { beginValidity(row) }
        putNothing()
        if pointee.isWanted { unsafe pointee.validity.store(bit: false, of: row) }
    }

    /// Adds a value that nobody looks at: where there is none, but its place is.
    private func putNothing() {
        switch pointee.form {
        case .bits: put(bit: false)
        case .one: put(0 as UInt8)
        case .two: put(0 as UInt16)
        case .four, .words: put(0 as UInt32)
        case .eight: put(0 as UInt64)
        case .sixteen: put(0 as UInt128)
        case .text, .list, .map:
            let row = pointee.count
            if pointee.isWanted { endValue(row, at: offset(row)) }
            pointee.count = row + 1
        case .structure:
            // What cannot be null is not, even where what it stands in is.
            for index in 0..<pointee.childCount {
                if unsafe child(index).pointee.node.with(\.isOptional) {
                    unsafe child(index).putNull()
                } else {
                    unsafe child(index).putNothing()
                }
            }
            endStructure()
        }
    }

    // MARK: Validity

    /// All values so far are there.
    @inline(never)
    private func beginValidity(_ row: Int) {
        let bytes = row / 8 + 1
        pointee.validity.reserve(bytes, used: 0)
        unsafe pointee.validity.fill(0xFF, times: bytes)
        pointee.hasValidity = true
    }

    @inline(__always)
    private func markValid(_ row: Int) {
        pointee.validity.reserve(row &>> 3 &+ 1, used: (row &+ 7) &>> 3)
        unsafe pointee.validity.store(bit: true, of: row)
    }

    /// Whether a row has a value.
    func isValid(_ row: Int) -> Bool {
        guard pointee.hasValidity else { return true }
        return unsafe pointee.validity.bit(row)
    }

    /// How many rows have none.
    var nullCount: Int {
        guard pointee.hasValidity else { return 0 }
        var valid = 0
        for byte in 0..<(pointee.count / 8) { unsafe valid += pointee.validity.load(byte, as: UInt8.self).nonzeroBitCount }
        for row in (pointee.count / 8 * 8)..<pointee.count where isValid(row) { valid += 1 }
        return pointee.count - valid
    }

    // MARK: Taking back

    /// Forgets all values behind the first ones, of all columns below too.
    func rewind(to rows: Int) {
        pointee.count = min(pointee.count, rows)
        switch pointee.form {
        case .structure: for index in 0..<pointee.childCount { unsafe child(index).rewind(to: rows) }
        case .list, .map: unsafe child(0).rewind(to: pointee.isWanted ? offset(pointee.count) : 0)
        case .text: if pointee.isWanted { pointee.byteCount = offset(pointee.count) }
        case .bits, .one, .two, .four, .eight, .sixteen, .words: break
        }
        destroyInstance()
    }

    /// Forgets that a null has come. Only for a column without values.
    func clearValidity() {
        pointee.hasValidity = false
        for index in 0..<pointee.childCount { unsafe child(index).clearValidity() }
    }

    /// Bytes that the values take, those below included.
    var size: Int {
        guard pointee.isWanted else { return 0 }
        var size = pointee.hasValidity ? pointee.count / 8 : 0
        if let width = pointee.form.width { size += pointee.count * width }
        if pointee.form == .bits { size += pointee.count / 8 }
        if pointee.form.hasOffsets { size += pointee.count * 4 + pointee.byteCount }
        return (0..<pointee.childCount).reduce(size) { unsafe $0 + child($1).size }
    }

    // MARK: Defaults

    /// The place of the column's default in a model as `init()` makes it: one for each value of the column that such a model is made for.
    var madeDefault: MutableAddress? {
        guard let origin = pointee.origin, let instance = origin.pointee.instance else { return nil }
        if !origin.pointee.isInstanceMade {
            origin.pointee.node.with { node in unsafe node.inner.putDefault(Slot(instance, of: node.inner.type), fresh: true) }
            origin.pointee.isInstanceMade = true
        }
        return unsafe instance + pointee.distance
    }

    /// Destroys the model that defaults of this column's value have been taken of.
    @inline(__always)
    func destroyInstance() {
        guard pointee.isInstanceMade, let instance = pointee.instance else { return }
        pointee.isInstanceMade = false
        pointee.node.with { node in unsafe node.inner.destroy(Slot(instance, of: node.inner.type)) }
    }
}
