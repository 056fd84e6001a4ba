/// Text that is written by one store.
struct ShortText {
    /// The first byte lowest, zeros after the last.
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
    func write(to target: OutputPlace) -> Int {
        unsafe target.store(bytes)
        return count
    }
}
