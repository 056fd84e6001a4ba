#if Ingest
import CZlib
import CZstd
import Yodel

/// What a file's content is compressed by.
enum Compression {
    case gzip, zstd

    /// Longest of the magic bytes.
    static let magicBytes = 4

    /// Whether a compressed file may begin with a byte.
    static func mayBegin(with byte: UInt8) -> Bool { byte == 0x1F || byte == 0x28 || byte & 0xF0 == 0x50 }

    /// What the first bytes of a file say.
    init?(head: [UInt8]) {
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
}

/// The content of a compressed input: members or frames one after the other.
final class CompressedInput: OpenInput {
    private let base: any OpenInput
    private let name: String
    private var decompressor: any Decompressor
    private var compressed: [UInt8]
    /// What of `compressed` is still to be decompressed.
    private var rest = 0..<0
    /// Bytes of the compressed input that have been read.
    private var consumed = 0
    private var hasEnded = false
    /// Bytes of the content that are passed over first.
    private var skipped: Int
    /// CRC-32 of the compressed bytes that have been read.
    private var crc: UInt32 = 0
    /// As many of the compressed bytes had been read before, with that checksum.
    private let known: (length: Int, checksum: UInt32)?

    /// - Parameters:
    ///   - head: Bytes that have been read already.
    ///   - place: Where to go on; nil: at the start.
    ///   - windowBits: The largest window that zstd's content may ask for, as a power of two; nil: zstd's own limit, 128 MiB.
    init(
        _ base: any OpenInput, _ name: String, _ compression: Compression, head: [UInt8], at place: IngestPlace?, windowBits: Int? = nil
    ) throws(IngestError) {
        self.base = base
        self.name = name
        decompressor =
            switch compression {
            case .gzip: try GzipDecompressor()
            case .zstd: try ZstdDecompressor(windowBits)
            }
        compressed = [UInt8](repeating: 0, count: 128 << 10)
        compressed.replaceSubrange(0..<head.count, with: head)
        rest = 0..<head.count
        consumed = head.count
        skipped = place?.position.offset ?? 0
        if let length = place?.position.file?.length, let checksum = place?.checksum { known = (length, checksum) } else { known = nil }
        addToChecksum(head.count)
    }

    var checksum: UInt32? { crc }

    /// Counts compressed bytes into the checksum.
    private func addToChecksum(_ count: Int) {
        crc = unsafe compressed.withUnsafeBufferPointer {
            unsafe UInt32(truncatingIfNeeded: crc32(UInt(crc), $0.baseAddress, UInt32(count)))
        }
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        let step = unsafe try readOnce(buffer)
        guard case .bytes(let count) = step, skipped > 0 else {
            if case .end = step, skipped > 0 {
                throw IngestError(.source, "\(name) has \(skipped) bytes less than had been read of it")
            }
            return step
        }
        let passed = min(skipped, count)
        skipped -= passed
        // Whoever reads may want to stop.
        guard passed < count else { return .waiting }
        unsafe buffer.baseAddress.unsafelyUnwrapped.copyMemory(
            from: buffer.baseAddress.unsafelyUnwrapped + passed, byteCount: count - passed)
        return .bytes(count - passed)
    }

    private func readOnce(_ buffer: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        while true {
            if rest.isEmpty && !hasEnded && !decompressor.hasOutput {
                let before = known.map { $0.length - consumed } ?? 0
                let step = unsafe try withCompressed { bytes throws(IngestError) in
                    // The place at which the checksum is known lies between two readings.
                    unsafe try base.read(before > 0 ? UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(before)) : bytes)
                }
                switch step {
                case .bytes(let count):
                    rest = 0..<count
                    consumed += count
                    addToChecksum(count)
                    if let known, known.length == consumed, known.checksum != crc {
                        throw IngestError(
                            .source,
                            "\(name) has been changed where it had been read; if it was damaged and has been mended, read it from its start"
                        )
                    }
                case .waiting: return .waiting
                case .end: hasEnded = true
                }
            }
            if rest.isEmpty && !decompressor.hasOutput {
                guard decompressor.isBetweenMembers else { throw damage("ends in the middle") }
                return .end
            }
            let (taken, made): (Int, Int)
            do {
                (taken, made) = unsafe try withCompressed { bytes throws(Damage) in
                    unsafe try decompressor.decompress(UnsafeRawBufferPointer(rebasing: bytes[rest]), to: buffer)
                }
            } catch {
                throw damage("is damaged: \(error.words)")
            }
            rest = rest.lowerBound + taken..<rest.upperBound
            if made > 0 { return .bytes(made) }
        }
    }

    private func withCompressed<R, Failure: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> R) throws(Failure) -> R {
        let result = unsafe compressed.withUnsafeMutableBytes { bytes in
            Result { () throws(Failure) in unsafe try body(bytes) }
        }
        return try result.get()
    }

    private func damage(_ what: String) -> IngestError {
        IngestError(.source, "\(name): the compressed content \(what), near byte \(consumed - rest.count) of the file")
    }

    // The compressed bytes of a record are not known: those that have been read hold it.

    func identity(at offset: Int) throws(IngestError) -> FileIdentity? { try base.identity(at: consumed) }

    func sourceBytes(at offset: Int) -> Int { base.sourceBytes(at: consumed) }
}

/// Why bytes are not what a compressor has made.
struct Damage: Error {
    let words: String
}

/// Turns compressed bytes into what they were.
private protocol Decompressor {
    /// Whether the bytes so far are whole members.
    var isBetweenMembers: Bool { get }
    /// Whether there may be output without further input.
    var hasOutput: Bool { get }
    /// Decompresses.
    ///
    /// - Returns: Bytes of the input that have been taken, and bytes that have been written.
    mutating func decompress(_ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) throws(Damage) -> (
        taken: Int, made: Int
    )
}

// SAFETY, of both: they own what the C libraries give them, and lend buffers for a call.

@safe private final class GzipDecompressor: Decompressor {
    private var stream = unsafe z_stream()
    private(set) var isBetweenMembers = false
    private(set) var hasOutput = false
    /// Whether only zeros have come behind the last member, with which some writers fill up a block.
    private var isPadding = false

    init() throws(IngestError) {
        // 16: gzip's header and trailer; 15: its largest window.
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw IngestError(.source, "there is no memory for decompressing")
        }
    }

    deinit {
        unsafe inflateEnd(&stream)
    }

    func decompress(_ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) throws(Damage) -> (taken: Int, made: Int) {
        if isBetweenMembers, let first = unsafe input.first {
            if isPadding || first == 0 {
                guard unsafe input.allSatisfy({ $0 == 0 }) else { throw Damage(words: "bytes behind the last member are none of gzip") }
                isPadding = true
                return (input.count, 0)
            }
            unsafe inflateReset(&stream)
            isBetweenMembers = false
        }
        // SAFETY: zlib only reads the input.
        unsafe stream.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let room = min(output.count, 1 << 30)
        unsafe stream.avail_out = UInt32(room)
        let status = unsafe inflate(&stream, Z_NO_FLUSH)
        let taken = unsafe input.count - Int(stream.avail_in)
        let made = unsafe room - Int(stream.avail_out)
        switch status {
        case Z_STREAM_END: isBetweenMembers = true
        case Z_OK, Z_BUF_ERROR: break
        default: throw Damage(words: unsafe stream.msg.map { unsafe String(cString: $0) } ?? "zlib's error \(status)")
        }
        hasOutput = unsafe stream.avail_out == 0 && !isBetweenMembers
        return (taken, made)
    }
}

@safe private final class ZstdDecompressor: Decompressor {
    private let stream: OpaquePointer
    private(set) var isBetweenMembers = false
    private(set) var hasOutput = false

    init(_ windowBits: Int?) throws(IngestError) {
        guard let stream = unsafe ZSTD_createDStream() else { throw IngestError(.source, "there is no memory for decompressing") }
        unsafe self.stream = unsafe stream
        if let windowBits { unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Int32(windowBits)) }
    }

    deinit {
        unsafe ZSTD_freeDStream(stream)
    }

    func decompress(_ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) throws(Damage) -> (taken: Int, made: Int) {
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(stream, &target, &source)
        if ZSTD_isError(status) != 0 { throw Damage(words: unsafe String(cString: ZSTD_getErrorName(status))) }
        let (taken, made) = unsafe (source.pos, target.pos)
        if taken > 0 || made > 0 { isBetweenMembers = status == 0 }
        hasOutput = made == output.count && !isBetweenMembers
        return (taken, made)
    }
}
#endif
