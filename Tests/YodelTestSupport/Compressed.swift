#if Ingest
import CZlib
import CZstd
import Testing

/// Bytes as a compressed file has them.
public enum Compressed {
    /// The members of a gzip file.
    public static func gzip(_ content: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = content
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))) + 64)
        return input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                return Array(target[..<Int(stream.total_out)])
            }
        }
    }

    /// A frame of zstd.
    public static func zstd(_ content: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(content.count))
        let count = ZSTD_compress(&output, output.count, content, content.count, 3)
        return Array(output[..<count])
    }

    /// A text as a gzip file has it.
    public static func gzip(_ text: String) -> [UInt8] { gzip(Array(text.utf8)) }

    /// A text as a zstd file has it.
    public static func zstd(_ text: String) -> [UInt8] { zstd(Array(text.utf8)) }
}
#endif
