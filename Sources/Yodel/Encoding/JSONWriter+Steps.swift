// Pieces of text in one step: who calls has asked for room, and knows where the next byte goes. In pretty text each piece that may begin a line asks for the room of
// its line break and its indentation.

extension JSONWriter {
    /// Writes a key of plain text with the comma before it, its quotes and the colon after it.
    ///
    /// - Returns: The number of bytes written.
    @inline(__always)
    static func write(_ entry: WriteEntryRef, to target: OutputPlace) -> Int {
        // The text of the entry is followed by bytes to spare, as is what is written here.
        let count = entry.pointee.length
        let from = entry.pointee.text
        unsafe target.store(block: from.block())
        // Most keys are shorter.
        var offset = 16
        while offset < count {
            unsafe (target + offset).store(block: from.block(offset))
            offset &+= 16  // &+=: at most the room of the text
        }
        return count
    }

    /// Writes a string in its quotes, read in place.
    ///
    /// - Parameters:
    ///   - next: Where it goes. There is room for a string of fifteen plain bytes.
    ///   - rest: The room that there must be after it.
    /// - Returns: Where to write what follows it.
    @inline(__always)
    mutating func string(
        at address: StringAddress, _ next: OutputPlace, rest: Int
    ) -> OutputPlace {
        if copiesStrings, let count = StringLayout.smallCount(at: address) {
            unsafe next.put(UInt8(ascii: "\""))
            if unsafe StringEscape.copies(block: address.block, count, to: next + 1) {
                unsafe next.put(UInt8(ascii: "\""), at: count &+ 1)  // &+: at most sixteen
                return unsafe next + (count &+ 2)
            }
        }
        return largeString(at: address, next, rest: rest)
    }

    /// The same of any string.
    @inline(never)
    private mutating func largeString(
        at address: StringAddress, _ next: OutputPlace, rest: Int
    ) -> OutputPlace {
        if copiesStrings, let bytes = StringLayout.bytes(at: address) {
            let count = bytes.count
            let place = output.reserve(count &+ 2 &+ rest, at: next)  // &+: of a string in memory
            unsafe place.put(UInt8(ascii: "\""))
            if unsafe StringEscape.copies(bytes, to: place + 1) {
                unsafe place.put(UInt8(ascii: "\""), at: count &+ 1)  // &+: as before
                return unsafe place + (count &+ 2)
            }
            unsafe output.advance(to: place)
        } else {
            unsafe output.advance(to: next)
        }
        string(at: address)
        return output.reserve(rest)
    }

    /// Writes an integer as a string of its digits.
    ///
    /// - Parameter rest: The room that there must be after it.
    /// - Returns: Where to write what follows it.
    @inline(never)
    mutating func quotedInteger(_ value: Int64, at next: OutputPlace, rest: Int) -> OutputPlace {
        let place = output.reserve(NumberWriter.maximumIntegerBytes &+ 2 &+ rest, at: next)  // &+: of a level in memory
        unsafe place.put(UInt8(ascii: "\""))
        let count = unsafe NumberWriter.write(value, to: place + 1)
        unsafe place.put(UInt8(ascii: "\""), at: count &+ 1)  // &+: at most twenty digits
        return unsafe place + (count &+ 2)
    }

    /// Writes the key of a dictionary with the comma before it and the colon after it.
    ///
    /// - Parameter rest: The room that there must be after it.
    /// - Returns: Where to write what follows it; nil if it is neither a string nor an integer, and nothing has been written.
    @inline(__always)
    mutating func key(_ step: WriteStep, _ value: WrittenValue, rest: Int) -> OutputPlace? {
        guard step == .string || step == .integer else { return nil }
        let room = rest &+ 32  // &+: small
        var next = output.reserve(room)
        unsafe next.put(UInt8(ascii: ","))
        if step == .string {
            next = unsafe string(at: value.string, next + 1, rest: room)
        } else {
            unsafe next.put(UInt8(ascii: "\""), at: 1)
            unsafe next += 2
            unsafe next += NumberWriter.write(value.integer, to: next)
            unsafe next.put(UInt8(ascii: "\""))
            unsafe next += 1
        }
        unsafe next.put(UInt8(ascii: ":"))
        return unsafe next + 1
    }
}

// MARK: Pretty text

extension JSONWriter {
    /// The room that pretty text needs before a value, beside a key.
    private var lineRoom: Int { indentation &+ 16 }  // &+: the depth is limited

    /// Writes the separator before a member or an element: the comma, and in pretty text the beginning of a line.
    ///
    /// - Parameters:
    ///   - next: Where it goes.
    ///   - room: The room that there must be after it.
    /// - Returns: Where to write what follows it.
    @inline(__always)
    mutating func separator(at next: OutputPlace, room: Int) -> OutputPlace {
        let place = output.reserve(rules.isPretty ? room &+ lineRoom : room &+ 1, at: next)  // &+: the depth is limited
        unsafe place.put(UInt8(ascii: ","))
        return unsafe rules.isPretty ? line(at: place + 1) : place + 1
    }

    /// Writes the beginning of a line, for which there is room, and for fourteen bytes more.
    @inline(__always)
    func line(at place: OutputPlace) -> OutputPlace {
        unsafe place.put(UInt8(ascii: "\n"))
        let spaces = indentation
        unsafe (place + 1).put(spaces: spaces)
        return unsafe place + (1 &+ spaces)  // &+: the depth is limited
    }

    /// Writes the key of a member with the separator before it and the colon after it.
    ///
    /// - Parameters:
    ///   - entry: Of plain text.
    ///   - next: Where it goes; in compact text there is room for it.
    ///   - room: The room that there must be after it in pretty text.
    /// - Returns: Where to write what follows it.
    @inline(__always)
    mutating func key(_ entry: WriteEntryRef, at next: OutputPlace, room: Int) -> OutputPlace {
        unsafe rules.isPretty ? prettyKey(entry, at: next, room: room) : next + Self.write(entry, to: next)
    }

    /// Where a key that has been written begins.
    ///
    /// - Parameter next: After it.
    @inline(__always)
    func beginning(of entry: WriteEntryRef, before next: OutputPlace) -> OutputPlace {
        // A line break, the indentation and two spaces; &+: the depth is limited.
        unsafe next + -(entry.pointee.length &+ (rules.isPretty ? indentation &+ 3 : 0))
    }

    @inline(never)
    mutating func prettyKey(_ entry: WriteEntryRef, at next: OutputPlace, room: Int) -> OutputPlace {
        // Blocks are copied: the last one may have fifteen bytes to spare.
        let count = entry.pointee.length &- 2  // &-: without comma and colon
        let place = separator(at: next, room: count &+ 32 &+ room)  // &+: of a level in memory
        let from = unsafe entry.pointee.text + 1
        var offset = 0
        repeat {
            unsafe (place + offset).store(block: from.block(offset))
            offset &+= 16  // &+=: at most the room of the text
        } while offset < count
        unsafe (place + count).store(Self.prettyColon)
        return unsafe place + (count &+ 3)  // &+: of a level in memory
    }

    /// Writes the key of a dictionary with the separator before it and the colon after it.
    ///
    /// - Parameter rest: The room that there must be after it.
    /// - Returns: Where to write what follows it; nil if it is neither a string nor an integer, and nothing has been written then.
    @inline(__always)
    mutating func anyKey(_ step: WriteStep, _ value: WrittenValue, rest: Int) -> OutputPlace? {
        rules.isPretty ? prettyKey(step, value, rest: rest) : key(step, value, rest: rest)
    }

    @inline(never)
    private mutating func prettyKey(_ step: WriteStep, _ value: WrittenValue, rest: Int) -> OutputPlace? {
        guard step == .string || step == .integer else { return nil }
        let room = rest &+ 64  // &+: small
        var next = separator(at: output.reserve(0), room: room)
        if step == .string {
            next = string(at: value.string, next, rest: room)
        } else {
            unsafe next.put(UInt8(ascii: "\""))
            unsafe next += 1
            unsafe next += NumberWriter.write(value.integer, to: next)
            unsafe next.put(UInt8(ascii: "\""))
            unsafe next += 1
        }
        unsafe next.store(Self.prettyColon)
        return unsafe next + 3
    }

    /// The colon between a key and its value in pretty text with its spaces, and a zero.
    private static var prettyColon: UInt32 { 0x20_3A20 }

    /// Ends a container whose members all have a comma before them, as `OutputBuffer.enclose`; in pretty text on a line of its own. Its members still count in the depth.
    @inline(__always)
    mutating func close(from start: Int, to next: OutputPlace, _ opening: UInt8, _ closing: UInt8) -> OutputPlace {
        unsafe rules.isPretty
            ? prettyClose(from: start, to: next, opening, closing) : output.enclose(from: start, to: next, opening, closing)
    }

    @inline(never)
    private mutating func prettyClose(from start: Int, to next: OutputPlace, _ opening: UInt8, _ closing: UInt8) -> OutputPlace {
        var place = output.reserve(lineRoom, at: next)
        if output.offset(of: place) == start {
            // As `close` has it: an empty container has an empty line.
            unsafe place.put(UInt8(ascii: ","))
            unsafe place.put(UInt8(ascii: "\n"), at: 1)
            unsafe place += 2
        }
        unsafe place.put(UInt8(ascii: "\n"))
        let spaces = indentation &- 2  // &-: one is open
        unsafe (place + 1).put(spaces: spaces)
        // The first comma becomes the opening bracket.
        return unsafe output.enclose(from: start, to: place + (1 &+ spaces), opening, closing)  // &+: the depth is limited
    }
}
