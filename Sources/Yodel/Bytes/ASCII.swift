/// Bytes by name.
package enum ASCII {
    static var lineFeed: UInt8 { 0x0A }
    static var space: UInt8 { 0x20 }
    static var plus: UInt8 { 0x2B }
    static var minus: UInt8 { 0x2D }
    static var point: UInt8 { 0x2E }
    static var zero: UInt8 { 0x30 }
    static var colon: UInt8 { 0x3A }
    static var upperT: UInt8 { 0x54 }
    static var upperZ: UInt8 { 0x5A }
    static var lowerE: UInt8 { 0x65 }

    /// The bit that tells a small letter from its capital.
    static var caseBit: UInt8 { 0x20 }

    /// A byte's value as a digit; nil if it is none.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8? {
        let value = byte &- zero  // &-: bytes below the digits wrap to values above nine
        return value <= 9 ? value : nil
    }

    /// Whether a byte is white space between JSON's tokens.
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
