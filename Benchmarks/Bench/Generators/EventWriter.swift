/// Writes JSON text straight into memory: no string is built for a line, so 64 MB are made in a moment.
struct EventWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
    }

    mutating func text(_ text: StaticString) {
        let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + bytes.count]).copyMemory(from: bytes)
        count += bytes.count
    }

    mutating func bytes(_ bytes: [UInt8]) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + bytes.count]).copyBytes(from: bytes)
        count += bytes.count
    }

    mutating func number(_ value: Int) {
        if value < 0 { text("-") }
        digits(value.magnitude, atLeast: 1)
    }

    /// A number of `thousandths`, with three digits behind the point.
    mutating func decimal(thousandths value: Int) {
        if value < 0 { text("-") }
        digits(value.magnitude / 1_000, atLeast: 1)
        text(".")
        digits(value.magnitude % 1_000, atLeast: 3)
    }

    /// Digits with zeros in front.
    mutating func digits(_ value: UInt, atLeast least: Int) {
        var width = 1
        var rest = value / 10
        while rest > 0 {
            width += 1
            rest /= 10
        }
        width = max(width, least)
        rest = value
        for place in stride(from: count + width - 1, through: count, by: -1) {
            buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }

    mutating func hex(_ value: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xF
            buffer[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            count += 1
        }
    }
}
