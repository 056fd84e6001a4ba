#if Compression
import CZlib
import CZstd

// SAFETY, of both: they own what the C libraries give them, and lend buffers for a call.

@safe final class GzipDecompressor: Decompressor {
    private var stream = unsafe z_stream()
    private(set) var isBetweenMembers = false
    private(set) var hasOutput = false
    /// Whether only zeros have come behind the last member, with which some writers fill up a block.
    private var isPadding = false

    init() throws(Damage) {
        // 16: gzip's header and trailer; 15: its largest window.
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Damage(words: "not enough memory to decompress")
        }
    }

    deinit {
        unsafe inflateEnd(&stream)
    }

    func decompress(_ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) throws(Damage) -> (taken: Int, made: Int) {
        if isBetweenMembers, let first = unsafe input.first {
            if isPadding || first == 0 {
                guard unsafe input.allSatisfy({ $0 == 0 }) else { throw Damage(words: "the bytes after the last member are not gzip") }
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

@safe final class ZstdDecompressor: Decompressor {
    private let stream: OpaquePointer
    private(set) var isBetweenMembers = false
    private(set) var hasOutput = false

    init(_ windowBits: Int?) throws(Damage) {
        guard let stream = unsafe ZSTD_createDStream() else { throw Damage(words: "not enough memory to decompress") }
        unsafe self.stream = unsafe stream
        // What zstd does not take as a limit leaves its own.
        if let windowBits { _ = unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Int32(windowBits)) }
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
