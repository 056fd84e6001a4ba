/// The file that a reading position belongs to. ``ModelFile`` records it, and checks it when a reading continues.
///
/// It consists of the file's inode number and a fingerprint of the bytes that were read: the first and the last 1,024 of them. So a reading does not continue
/// unnoticed in another file, or after bytes that are not the ones that were read:
///
/// | what happened | continues |
/// |---|---|
/// | the file grew, was renamed, or its file system was mounted again | yes |
/// | another file took its name (rotation) | no: another inode |
/// | it was cut short, or cut short and rewritten (rotation by copying) | no: too few bytes, or different ones |
/// | another file got its inode number | no: different bytes |
/// | it is a copy, here or on another machine | no, since a new file may begin with the same lines; to continue, set `ReadingPosition.file` to nil |
///
/// The device number is not part of it, since it may change when a machine restarts.
///
/// Its encoded form has the keys `inode` and `length`, both numbers, and `fingerprint`, 16 hexadecimal digits.
public struct FileIdentity: Sendable, Hashable, Codable {
    /// Bytes at the start and at the end of what has been read that the fingerprint is made of.
    static let window = 1_024

    package let inode: UInt64
    /// The number of bytes that had been read.
    package let length: Int
    let fingerprint: UInt64

    private enum CodingKeys: CodingKey {
        case inode, length, fingerprint
    }

    init(inode: UInt64, length: Int, fingerprint: UInt64) {
        (self.inode, self.length, self.fingerprint) = (inode, length, fingerprint)
    }

    /// Reads an identity.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if it is not one that a file has had.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        inode = try container.decode(UInt64.self, forKey: .inode)
        length = try container.decode(Int.self, forKey: .length)
        let digits = try container.decode(String.self, forKey: .fingerprint)
        guard digits.utf8.count == 16, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let number = UInt64(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(forKey: .fingerprint, in: container, debugDescription: "expected 16 hexadecimal digits")
        }
        fingerprint = number
    }

    /// Writes the identity.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(inode, forKey: .inode)
        try container.encode(length, forKey: .length)
        let digits = String(fingerprint, radix: 16)
        try container.encode(String(repeating: "0", count: 16 - digits.count) + digits, forKey: .fingerprint)
    }

    /// A fingerprint of bytes, the same on every machine: the step of FNV-1a, for eight bytes at a time. It wraps around by design.
    static func fingerprint(of bytes: [UInt8]) -> UInt64 {
        unsafe bytes.withBorrowedBytes { bytes in
            let step = { (value: UInt64, word: UInt64) in (value ^ word) &* 0x100_0000_01B3 }
            // Every word ends at or before the count.
            let words = stride(from: 0, through: bytes.count - 8, by: 8).reduce(0xCBF2_9CE4_8422_2325) {
                unsafe step($0, bytes.place($1).word)
            }
            return bytes.suffix(bytes.count % 8).reduce(words) { step($0, UInt64($1)) }
        }
    }
}
