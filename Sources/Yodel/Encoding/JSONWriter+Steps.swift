// Pieces of compact text in one step: who calls has asked for room, and knows where the next byte goes.

extension JSONWriter {
    /// Writes a key of plain text with the comma before it, its quotes and the colon behind it.
    ///
    /// - Returns: The number of bytes written.
    @inline(__always)
    static func write(_ entry: PlanPart<WriteEntry>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        // SAFETY: the text of the entry is followed by bytes to spare, as is what is written here.
        let count = entry.pointee.length
        let from = unsafe UnsafeRawPointer(entry.pointee.text)
        let to = UnsafeMutableRawPointer(target)
        unsafe to.storeBytes(of: from.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
        // Most keys are shorter.
        var offset = 16
        while offset < count {
            let block = unsafe (from + offset).loadUnaligned(as: SIMD2<UInt64>.self)
            unsafe (to + offset).storeBytes(of: block, as: SIMD2<UInt64>.self)
            offset &+= 16  // &+=: at most the room of the text
        }
        return count
    }

    /// Writes a string in its quotes, read where it stands.
    ///
    /// - Parameters:
    ///   - next: Where it goes. There is room for a string of fifteen plain bytes.
    ///   - rest: The room that there must be behind it.
    /// - Returns: Where what comes behind it goes.
    @inline(__always)
    mutating func string(
        at address: UnsafePointer<String>, _ next: UnsafeMutablePointer<UInt8>, rest: Int
    ) -> UnsafeMutablePointer<UInt8> {
        if copiesStrings, let count = unsafe StringLayout.smallCount(at: address) {
            unsafe next.pointee = UInt8(ascii: "\"")
            // SAFETY: the two words are sixteen bytes.
            if unsafe StringEscape.copies(block: UnsafeRawPointer(address), count, to: next + 1) {
                unsafe next[count &+ 1] = UInt8(ascii: "\"")  // &+: at most sixteen
                return unsafe next + (count &+ 2)
            }
        }
        return unsafe largeString(at: address, next, rest: rest)
    }

    /// The same of any string.
    @inline(never)
    private mutating func largeString(
        at address: UnsafePointer<String>, _ next: UnsafeMutablePointer<UInt8>, rest: Int
    ) -> UnsafeMutablePointer<UInt8> {
        if copiesStrings, let bytes = unsafe StringLayout.bytes(at: address) {
            let count = bytes.count
            let place = unsafe output.reserve(count &+ 2 &+ rest, at: next)  // &+: of a string in memory
            unsafe place.pointee = UInt8(ascii: "\"")
            if unsafe StringEscape.copies(bytes, to: place + 1) {
                unsafe place[count &+ 1] = UInt8(ascii: "\"")  // &+: as before
                return unsafe place + (count &+ 2)
            }
            unsafe output.advance(to: place)
        } else {
            unsafe output.advance(to: next)
        }
        unsafe string(at: address)
        return unsafe output.reserve(rest)
    }

    /// Writes the key of a dictionary, with the comma before it and the colon behind it.
    ///
    /// - Parameter rest: The room that there must be behind it.
    /// - Returns: Where what comes behind it goes; nil if it is neither a string nor an integer, and nothing has been written.
    @inline(__always)
    mutating func key(_ step: WriteStep, _ address: ValueAddress, rest: Int) -> UnsafeMutablePointer<UInt8>? {
        guard step == .string || step == .integer else { return nil }
        let room = rest &+ 32  // &+: small
        var next = unsafe output.reserve(room)
        unsafe next.pointee = UInt8(ascii: ",")
        if step == .string {
            unsafe next = string(at: address.assumingMemoryBound(to: String.self), next + 1, rest: room)
        } else {
            unsafe next[1] = UInt8(ascii: "\"")
            unsafe next += 2
            unsafe next += NumberWriter.write(address.load(as: Int64.self), to: next)
            unsafe next.pointee = UInt8(ascii: "\"")
            unsafe next += 1
        }
        unsafe next.pointee = UInt8(ascii: ":")
        return unsafe next + 1
    }
}

/// Text that is written by one store.
struct ShortText {
    /// The first byte lowest, zeros behind the last.
    private let bytes: UInt64
    private let count: Int

    /// As many bytes are written, whatever the text.
    static let room = 8

    @inline(__always)
    private init(_ bytes: UInt64, _ count: Int) {
        (self.bytes, self.count) = (bytes, count)
    }

    @inline(__always)
    init(_ value: Bool) {
        // true, false
        self = value ? ShortText(0x6575_7274, 4) : ShortText(0x65_736C_6166, 5)
    }

    static var null: ShortText {
        @inline(__always) get { ShortText(0x6C6C_756E, 4) }
    }

    static var emptyArray: ShortText {
        @inline(__always) get { ShortText(0x5D5B, 2) }
    }

    /// - Returns: The number of bytes that the text has.
    @inline(__always)
    func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe NumberWriter.store(bytes, to: target)
        return count
    }
}
