// Members and elements of compact text in one step: room is asked for once, for all of it.

extension JSONWriter {
    /// A key of plain text and a string, which is read where it stands.
    ///
    /// Not inlined: as `string(at:)`.
    @inline(never)
    mutating func member(_ entry: UnsafePointer<WriteEntry>, isFirst: Bool, string address: UnsafePointer<String>) {
        let flags = rules.escapes
        if readsStrings, let small = unsafe StringLayout.smallCount(at: address) {
            return unsafe output.write(Self.room(for: entry) &+ Self.smallRoom) { to in  // &+: of a key
                let count = unsafe Self.write(entry, isFirst: isFirst, to: to)
                return unsafe count &+ StringEscape.write(quotedSmall: address, small, to: to + count, flags: flags)
            }
        }
        guard readsStrings, let bytes = unsafe StringLayout.bytes(at: address), bytes.count <= OutputBuffer.pieceBytes else {
            unsafe key(entry, isFirst: isFirst)
            return unsafe otherString(at: address)
        }
        unsafe output.write(Self.room(for: entry) &+ StringEscape.maximumBytes(for: bytes.count) &+ 2) { to in  // &+: of a key and a piece
            let count = unsafe Self.write(entry, isFirst: isFirst, to: to)
            return unsafe count &+ StringEscape.write(quoted: bytes, to: to + count, flags: flags)
        }
    }

    /// An element that is a number; it must be finite.
    @inline(__always)
    mutating func element(isFirst: Bool, finite value: Double) {
        unsafe output.write(1 + NumberWriter.maximumDoubleBytes) { to in
            unsafe to.pointee = UInt8(ascii: ",")
            let count = isFirst ? 0 : 1
            return unsafe count &+ NumberWriter.write(value, to: to + count)
        }
    }

    /// An element that is an integer.
    @inline(__always)
    mutating func element(isFirst: Bool, integer value: Int64) {
        unsafe output.write(1 + NumberWriter.maximumIntegerBytes) { to in
            unsafe to.pointee = UInt8(ascii: ",")
            let count = isFirst ? 0 : 1
            return unsafe count &+ NumberWriter.write(value, to: to + count)
        }
    }

    /// A key of plain text and an integer.
    @inline(__always)
    mutating func member(_ entry: UnsafePointer<WriteEntry>, isFirst: Bool, integer value: Int64) {
        unsafe output.write(Self.room(for: entry) &+ NumberWriter.maximumIntegerBytes) { to in
            let count = unsafe Self.write(entry, isFirst: isFirst, to: to)
            return unsafe count &+ NumberWriter.write(value, to: to + count)
        }
    }

    /// A key of plain text and a truth value.
    @inline(__always)
    mutating func member(_ entry: UnsafePointer<WriteEntry>, isFirst: Bool, boolean value: Bool) {
        unsafe output.write(Self.room(for: entry) &+ ShortText.room) { to in
            let count = unsafe Self.write(entry, isFirst: isFirst, to: to)
            return unsafe count &+ ShortText(value).write(to: to + count)
        }
    }

    /// A key of plain text and an array without elements. Only where one may be opened.
    @inline(__always)
    mutating func emptyArray(_ entry: UnsafePointer<WriteEntry>, isFirst: Bool) {
        unsafe output.write(Self.room(for: entry) &+ ShortText.room) { to in
            let count = unsafe Self.write(entry, isFirst: isFirst, to: to)
            return unsafe count &+ ShortText.emptyArray.write(to: to + count)
        }
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
