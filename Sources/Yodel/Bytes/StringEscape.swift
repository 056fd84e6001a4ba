internal import CScan

// Strings as JSON has them (RFC 8259 section 7): nearly every string is plain from end to end, and then writing it is one copy by blocks
// (CScanEscape.h). The copy stops at a byte that must be escaped; that one is written here, and the copy goes on behind it.
//
// What must be escaped: the quote, the backslash and what is below 0x20. Those with a short form (\b \f \n \r \t) get it, the others
// \u001f. The slash and what is not ASCII only if asked for; the latter in UTF-16, so beyond U+FFFF as two surrogates:
//
//     caf\u00e9   \ud83d\ude00

/// Writes the content of JSON strings.
enum StringEscape {
    /// What is escaped beside what must be.
    struct Flags: OptionSet {
        let rawValue: UInt32

        /// `/` as `\/`, for JSON inside of HTML.
        static var slash: Flags { Flags(rawValue: UInt32(YODEL_ESCAPE_SLASH)) }
        /// Everything that is not ASCII.
        static var notASCII: Flags { Flags(rawValue: UInt32(YODEL_ESCAPE_NOT_ASCII)) }
    }

    /// The room that the content of a string needs, the bytes that are written behind it included.
    ///
    /// An escape has six bytes for every one of its character's at the most; two bytes are written behind it.
    static func maximumBytes(for count: Int) -> Int { 6 * count + 16 }

    /// Writes the content of a JSON string, without its quotes. Needs room for `maximumBytes(for:)` of the count.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8.
    ///   - target: Where to write; must not overlap the bytes.
    /// - Returns: The number of bytes written.
    @inline(__always)
    static func write(_ bytes: BorrowedBytes, to target: OutputPlace, flags: Flags = []) -> Int {
        guard let source = bytes.start else { return 0 }
        let plain = copyPlain(source, bytes.count, to: target, flags)
        return plain == bytes.count ? plain : writeRest(bytes, from: plain, to: target, flags: flags)
    }

    /// The same of less than sixteen bytes at the start of sixteen that can be read.
    @unsafe @inline(__always)
    static func write(block: TextPlace, _ count: Int, to target: OutputPlace, flags: Flags) -> Int {
        let plain = copyPlain(block: block, count, to: target, flags)
        return unsafe plain == count ? plain : writeRest(BorrowedBytes(from: block, count: count), from: plain, to: target, flags: flags)
    }

    /// Copies the content of a string of which nothing must be escaped. Writes no more bytes than there are.
    ///
    /// - Returns: Whether it is such a string; else what has been written has no meaning.
    @inline(__always)
    static func copies(_ bytes: BorrowedBytes, to target: OutputPlace) -> Bool {
        guard let source = bytes.start else { return true }
        return copyPlain(source, bytes.count, to: target, []) == bytes.count
    }

    /// The same of less than sixteen bytes at the start of sixteen that can be read. Writes all sixteen.
    @unsafe @inline(__always)
    static func copies(block: TextPlace, _ count: Int, to target: OutputPlace) -> Bool {
        copyPlain(block: block, count, to: target, []) == count
    }

    /// Goes on where the first byte to escape has been found.
    @inline(never)
    private static func writeRest(
        _ bytes: BorrowedBytes, from start: Int, to target: OutputPlace, flags: Flags
    ) -> Int {
        guard var source = bytes.start else { return 0 }
        // The source is read below its count, where sequences are whole because the bytes are UTF-8. Of each byte read six at the
        // most are written and kept, and no store reaches more than two beyond those.
        unsafe source += start
        var left = bytes.count &- start  // &-: the start is below the count
        var end = unsafe target + start
        while left > 0 {
            var byte = unsafe source.byte
            if byte < 0x80 {
                unsafe end += writeEscape(of: byte, to: end)
                unsafe source += 1
                left &-= 1  // &-=: not zero
            }
            // Where one scalar is not ASCII the next is most often none either.
            while byte >= 0x80 {
                let width = writeScalar(source, to: &end)
                assert(width <= left)
                unsafe source += width
                left &-= width  // &-=: at most as many as are left
                byte = unsafe left > 0 ? source.byte : 0
            }
            let plain = copyPlain(source, left, to: end, flags)
            unsafe source += plain
            unsafe end += plain
            left &-= plain  // &-=: as before
        }
        return end - target
    }

    // SAFETY of both: the bytes, or the sixteen of the block, can be read, and there is room for as many where they are written.

    @inline(__always)
    private static func copyPlain(_ source: TextPlace, _ count: Int, to target: OutputPlace, _ flags: Flags) -> Int {
        // Most often nothing more is escaped than must be, and the compiler leaves the rest out of the loop.
        unsafe flags.isEmpty
            ? yodel_copy_plain(target.address, source.address, count, 0)
            : yodel_copy_plain(target.address, source.address, count, flags.rawValue)
    }

    @inline(__always)
    private static func copyPlain(block: TextPlace, _ count: Int, to target: OutputPlace, _ flags: Flags) -> Int {
        unsafe yodel_copy_plain_block(target.address, block.address, count, flags.rawValue)
    }

    /// Writes the escape of an ASCII character; returns its length.
    @inline(__always)
    private static func writeEscape(of byte: UInt8, to target: OutputPlace) -> Int {
        let short: UInt8
        switch byte {
        case 0x08: short = UInt8(ascii: "b")
        case 0x09: short = UInt8(ascii: "t")
        case 0x0A: short = UInt8(ascii: "n")
        case 0x0C: short = UInt8(ascii: "f")
        case 0x0D: short = UInt8(ascii: "r")
        case 0..<0x20:
            writeUnit(UInt32(byte), to: target)
            return 6
        default: short = byte
        }
        unsafe target.put(UInt8(ascii: "\\"))
        unsafe target.put(short, at: 1)
        return 2
    }

    /// Writes the escape of a scalar of two to four bytes and moves the end behind it; returns how many bytes it had.
    @inline(__always)
    private static func writeScalar(_ source: TextPlace, to end: inout OutputPlace) -> Int {
        // The lead byte says how many there are.
        let lead = unsafe UInt32(source.byte)
        func bits(_ index: Int) -> UInt32 { unsafe UInt32(source[index] & 0x3F) }
        if lead < 0xE0 {
            writeUnit((lead & 0x1F) << 6 | bits(1), to: end)
            unsafe end += 6
            return 2
        }
        if lead < 0xF0 {
            writeUnit((lead & 0x0F) << 12 | bits(1) << 6 | bits(2), to: end)
            unsafe end += 6
            return 3
        }
        let scalar = (lead & 0x07) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3)
        // 0xD7C0 is 0xD800 less the 0x10000 that pairs are counted from, shifted down.
        writeUnit(0xD7C0 &+ scalar >> 10, to: end)  // &+: a scalar has 21 bits
        unsafe writeUnit(0xDC00 | scalar & 0x3FF, to: end + 6)
        unsafe end += 12
        return 4
    }

    /// Writes `\u` and four hex digits as one word, of which the last two bytes have no meaning.
    @inline(__always)
    private static func writeUnit(_ unit: UInt32, to target: OutputPlace) {
        // The four digits a byte each, the first one lowest.
        var digits = UInt64(unit >> 12 | unit & 0x0F00 | (unit & 0x00F0) << 12 | (unit & 0x000F) << 24)
        // Those of ten and more become letters: 6 takes them, and no others, to bit 4; 0x27 more leads from behind 9 to a.
        let letters = (digits &+ 0x0606_0606) >> 4 & 0x0101_0101  // &+: no byte above 21
        digits = digits &+ 0x3030_3030 &+ letters &* 0x27  // &+, &*: no byte above 0x66
        unsafe target.store(0x755C | digits << 16)
    }
}
