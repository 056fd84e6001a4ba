#if Ingest
import CZlib
import Yodel
import YodelArchives

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
    ///   - place: Where to go on; nil: at the start. Of text that is decoded all is read again.
    ///   - windowBits: The largest window that zstd's content may ask for, as a power of two; nil: zstd's own limit, 128 MiB.
    init(
        _ base: any OpenInput, _ name: String, _ compression: Compression, head: [UInt8], at place: IngestPlace?, windowBits: Int? = nil
    ) throws(IngestError) {
        self.base = base
        self.name = name
        do {
            decompressor = try compression.makeDecompressor(windowBits: windowBits)
        } catch {
            throw IngestError(.source, "\(name): \(error.words)")
        }
        compressed = [UInt8](repeating: 0, count: 128 << 10)
        compressed.replaceSubrange(0..<head.count, with: head)
        rest = 0..<head.count
        consumed = head.count
        skipped = place?.framing?.encoding != nil ? 0 : place?.resumption.offset ?? 0
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
                throw IngestError(.source, "\(name) is \(skipped) bytes shorter than what has been read of it")
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
                            "\(name) has been changed where it had been read; if it was damaged and has been fixed, read it from its start"
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
#endif
