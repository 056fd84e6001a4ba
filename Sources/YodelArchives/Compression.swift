/// What a file's content is compressed by.
package enum Compression: String, Sendable {
    case gzip, zstd

    /// Longest of the magic bytes.
    package static let magicBytes = 4

    /// Whether a compressed file may begin with a byte.
    package static func mayBegin(with byte: UInt8) -> Bool { byte == 0x1F || byte == 0x28 || byte & 0xF0 == 0x50 }

    /// What the first bytes of a file say.
    package init?(head: [UInt8]) {
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else if head.count >= 4, head[0] & 0xF0 == 0x50, head[1...3] == [0x2A, 0x4D, 0x18] {
            // A frame that is skipped, before others.
            self = .zstd
        } else {
            return nil
        }
    }

    /// Makes what decompresses.
    ///
    /// - Parameter windowBits: The largest window that zstd's content may ask for, as a power of two; nil: zstd's own limit, 128 MiB.
    /// - Throws: `Damage` if there is no memory for it, or if the package was built without the trait `Compression`.
    package func makeDecompressor(windowBits: Int? = nil) throws(Damage) -> any Decompressor {
        #if Compression
        switch self {
        case .gzip: try GzipDecompressor()
        case .zstd: try ZstdDecompressor(windowBits)
        }
        #else
        throw Damage(words: "it is compressed by \(rawValue), and this was built without Yodel's package trait Compression")
        #endif
    }
}

/// Why bytes are not what a compressor has made, or cannot be read.
package struct Damage: Error {
    package let words: String
}

/// Turns compressed bytes into what they were: members or frames, one after the other.
package protocol Decompressor: AnyObject {
    /// Whether the bytes so far are whole members.
    var isBetweenMembers: Bool { get }
    /// Whether there may be output without further input.
    var hasOutput: Bool { get }
    /// Decompresses.
    ///
    /// - Returns: Bytes of the input that have been taken, and bytes that have been written.
    func decompress(_ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) throws(Damage) -> (taken: Int, made: Int)
}
