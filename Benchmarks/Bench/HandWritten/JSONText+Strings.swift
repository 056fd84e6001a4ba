// Strings, eight bytes a step: a word is stored and then looked at. Nearly all have nothing to escape. Sixteen bytes a step, as a
// `SIMD16<UInt8>`, took many times as long when tried.

extension String: WrittenByHand {
    func write(to text: inout JSONText) {
        if utf8.withContiguousStorageIfAvailable({ text.append($0) }) != nil { return }
        Array(utf8).withUnsafeBufferPointer { text.append($0) }
    }
}

extension JSONText {
    /// Writes a string in its quotes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An escape has six bytes at the most.
        write(6 * bytes.count + 2) { to in
            to[0] = UInt8(ascii: "\"")
            var end = to + 1
            if let base = bytes.baseAddress {
                let plain = Self.copyPlain(base, bytes.count, to: end)
                end += plain
                if plain < bytes.count { end = Self.escape(base + plain, bytes.count - plain, to: end) }
            }
            end[0] = UInt8(ascii: "\"")
            return end + 1 - to
        }
    }

    /// Copies bytes up to the first one to escape and returns how many. Nothing beyond `count` is read or written.
    @inline(__always)
    private static func copyPlain(_ from: UnsafePointer<UInt8>, _ count: Int, to: UnsafeMutablePointer<UInt8>) -> Int {
        guard count >= 8 else { return copyShort(from, count, to: to) }
        var index = 0
        while true {
            let word = UnsafeRawPointer(from + index).loadUnaligned(as: UInt64.self)
            UnsafeMutableRawPointer(to + index).storeBytes(of: word, as: UInt64.self)
            let found = escaped(word)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
            if count - index >= 8 { continue }
            if index == count { return count }
            // The last bytes, as a word that ends with them.
            index = count - 8
        }
    }

    /// Copies fewer than eight bytes, if there are four as two halves that share some.
    @inline(__always)
    private static func copyShort(_ from: UnsafePointer<UInt8>, _ count: Int, to: UnsafeMutablePointer<UInt8>) -> Int {
        guard count >= 4 else {
            for index in 0..<count {
                if from[index] < 0x20 || from[index] == UInt8(ascii: "\"") || from[index] == UInt8(ascii: "\\") { return index }
                to[index] = from[index]
            }
            return count
        }
        let first = UnsafeRawPointer(from).loadUnaligned(as: UInt32.self)
        let last = UnsafeRawPointer(from + count - 4).loadUnaligned(as: UInt32.self)
        UnsafeMutableRawPointer(to).storeBytes(of: first, as: UInt32.self)
        UnsafeMutableRawPointer(to + count - 4).storeBytes(of: last, as: UInt32.self)
        let found = escaped(UInt64(first) | UInt64(last) << 32)
        if found == 0 { return count }
        let place = found.trailingZeroBitCount / 8
        return place < 4 ? place : count - 8 + place
    }

    /// Sets the top bit of the first byte to escape, and maybe of some behind it; zero if there is none.
    @inline(__always)
    private static func escaped(_ word: UInt64) -> UInt64 {
        let word = word.littleEndian
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let below = ((word &- (ones &* 0x20)) & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return below & (ones &* 0x80)
    }

    /// Goes on where the first byte to escape has been found; returns the end.
    @inline(never)
    private static func escape(
        _ from: UnsafePointer<UInt8>, _ count: Int, to: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var index = 0
        var end = to
        while index < count {
            end[0] = UInt8(ascii: "\\")
            switch from[index] {
            case 0x08: end[1] = UInt8(ascii: "b")
            case 0x09: end[1] = UInt8(ascii: "t")
            case 0x0A: end[1] = UInt8(ascii: "n")
            case 0x0C: end[1] = UInt8(ascii: "f")
            case 0x0D: end[1] = UInt8(ascii: "r")
            case let byte where byte < 0x20:
                end[1] = UInt8(ascii: "u")
                end[2] = UInt8(ascii: "0")
                end[3] = UInt8(ascii: "0")
                end[4] = UInt8(ascii: "0") + byte >> 4
                end[5] = byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10
                end += 4
            case let byte: end[1] = byte
            }
            end += 2
            index += 1
            let plain = copyPlain(from + index, count - index, to: end)
            index += plain
            end += plain
        }
        return end
    }
}
